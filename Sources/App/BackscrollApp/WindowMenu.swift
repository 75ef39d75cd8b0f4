import AppBase
import Controls
import Gtk
import Translation

/// The window's menu, with the actions of the tab that shows. No menu has more than nine entries.
@MainActor
final class WindowMenu {
  /// In the header.
  let button: MenuButton
  /// The current content; nil before the first tab.
  private(set) var shown: Content?
  /// The state on which a menu depends.
  struct Content: Hashable {
    let tab: Tab
    /// The conditions under which a section is in it.
    let conditions: Set<MenuSection.Condition>

    init(_ tab: Tab, isDemo: Bool = false, hasTool: Bool = false) {
      self.tab = tab
      var conditions: Set = [MenuSection.Condition.always]
      if isDemo { conditions.insert(.inDemo) }
      if !hasTool { conditions.insert(.withoutTool) }
      self.conditions = conditions
    }
  }

  init() {
    button = MenuButton(iconName: "open-menu-symbolic", menu: Menu(), isPrimary: true)
    button.addClass("bs-flat")
    button.valign = .center
    button.tooltipText = tr("Menu")
    button.setAccessibleLabel(tr("Menu"))
    button.setAccessibleKeys("F10")
  }

  func show(_ content: Content) {
    guard content != shown else { return }
    shown = content
    button.show(Self.menu(content))
  }

  /// The whole menu. All windows share it: GTK 4.8 keeps each section that a menu has shown. It is never changed: GTK 4.8 does
  /// not show a submenu that was removed and added again.
  static func menu(_ content: Content) -> Menu {
    if let known = menus[content] { return known }
    let menu = Menu()
    menu.appendSection(files)
    for section in content.tab.page.menu where content.conditions.contains(section.condition) {
      menu.appendSection(section.menu, label: section.label)
    }
    menu.appendSection(program)
    menus[content] = menu
    return menu
  }

  private static var menus: [Content: Menu] = [:]

  /// The archives that were opened last, with the actions that open them.
  static let recent = Menu()
  private static let files = {
    let menu = MenuSection([
      .action(tr("Open Archive…"), "app.open"), .action(tr("Import…"), "win.import"),
    ]).menu
    menu.appendSubmenu(tr("Recent"), recent)
    return menu
  }()
  /// Without “Quit”, which is a key: the window's own button closes it.
  private static let program = MenuSection([
    // Translators: how the window looks: light, or dark.
    .submenu(
      tr("Appearance"),
      [
        MenuSection([
          .action(tr("Follow System"), "app.color-scheme::system"),
          .action(tr("Light"), "app.color-scheme::light"), .action(tr("Dark"), "app.color-scheme::dark"),
        ]), MenuSection([.action(tr("Show Demo Tabs"), "app.demo-tabs")]),
      ]), .action(tr("Keyboard Shortcuts"), "win.show-help-overlay"),
    .action(tr("About Backscroll"), "app.about"),
  ]).menu
}

/// The keys that run an action wherever the focus is.
enum Shortcuts {
  /// An action by its detailed name, and its keys as GTK writes them.
  static let all: [(action: String, keys: [String])] =
    [
      ("app.quit", ["<Control>q"]), ("app.open", ["<Control>o"]), ("win.import", ["<Control>i"]),
      ("win.jump-to-end", ["<Control>End"]), ("win.jump-to-start", ["<Control>Home"]),
      ("win.go-to-date", ["<Control>g"]),
      ("win.add-note", ["<Control>n"]),
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
