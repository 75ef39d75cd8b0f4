import Gtk
import Translation

/// The window's menu, with the actions of the tab that shows.
@MainActor
struct WindowMenu {
  let menu = Menu()
  /// The tab's part. The rest stays in the menu: GTK 4.8 does not show a submenu that was removed and added again.
  private let own = Menu()

  // All windows share the sections of their menus: GTK 4.8 keeps each section that a menu has shown.

  /// The archives that were opened last, with the actions that open them.
  static let recent = Menu()
  private static let files = {
    let menu = section([(tr("Open Archive…"), "app.open"), (tr("Import…"), "win.import")])
    menu.appendSubmenu(tr("Recent"), recent)
    return menu
  }()
  private static let look = section([
    (tr("Like the Desktop"), "app.color-scheme::system"), (tr("Light"), "app.color-scheme::light"),
    (tr("Dark"), "app.color-scheme::dark"),
  ])
  private static let program = section([
    (tr("Keyboard Shortcuts"), "win.show-help-overlay"), (tr("About Backscroll"), "app.about"),
    (tr("Quit"), "app.quit"),
  ])
  private static var parts: [Tab: [(label: String?, menu: Menu)]] = [:]

  init() {
    menu.appendSection(Self.files)
    menu.appendSection(own)
    // Translators: the look of the window: light, or dark.
    menu.appendSection(Self.look, label: tr("Look"))
    menu.appendSection(Self.program)
  }

  func show(_ tab: Tab) {
    own.removeAll()
    for part in Self.parts(of: tab) { own.appendSection(part.menu, label: part.label) }
  }

  private static func parts(of tab: Tab) -> [(label: String?, menu: Menu)] {
    if let known = parts[tab] { return known }
    let made = tab.page.menu.map { (label: $0.label, menu: section($0.entries)) }
    parts[tab] = made
    return made
  }

  private static func section(_ entries: [(label: String, action: String)]) -> Menu {
    let menu = Menu()
    for entry in entries { menu.append(entry.label, action: entry.action) }
    return menu
  }
}

/// The keys that run an action wherever the focus is.
enum Shortcuts {
  /// An action by its detailed name, and its keys as GTK writes them.
  static let all: [(action: String, keys: [String])] =
    [
      ("app.quit", ["<Control>q"]), ("app.open", ["<Control>o"]), ("win.import", ["<Control>i"]),
      ("win.jump-to-end", ["<Control>End"]), ("win.go-to-date", ["<Control>g"]),
      ("win.sidebar", ["F9", "<Control><Shift>l"]),
      ("win.filter-chats", ["<Control>k"]), ("win.previous-chat", ["<Control>Page_Up"]),
      ("win.next-chat", ["<Control>Page_Down"]),
      ("win.media", ["<Control>m"]), ("win.find", ["<Control>f"]),
      ("win.find-everywhere", ["<Control><Shift>f"]), ("win.find-older", ["F3"]),
      ("win.find-newer", ["<Shift>F3"]), ("win.forward", ["<Alt>Right"]),
      ("win.refresh", ["F5", "<Control>r"]), ("win.back", ["<Alt>Left"]),
      ("win.show-help-overlay", ["<Control>question"]),
    ]
    + Tab.allCases.enumerated().map { index, tab in
      ("win.show-tab::\(tab.rawValue)", ["<Alt>\(index + 1)"])
    }
}
