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
      ("win.jump-to-end", ["<Control>End"]),
      ("win.refresh", ["F5", "<Control>r"]), ("win.back", ["<Alt>Left"]),
      ("win.show-help-overlay", ["<Control>question"]),
    ]
    + Tab.allCases.enumerated().map { index, tab in
      ("win.show-tab::\(tab.rawValue)", ["<Alt>\(index + 1)"])
    }
}

/// The window of keyboard shortcuts, as XML for GtkBuilder.
enum HelpOverlay {
  struct Shortcut {
    /// What the shortcut is found by.
    enum Trigger {
      /// Keys that a widget handles, as GTK writes them, with blanks between alternatives.
      case keys(String)
      /// An action, whose keys GTK looks up in the application: those of ``Shortcuts``.
      case action(String)
    }

    let trigger: Trigger
    let title: String

    fileprivate init(keys: String, _ title: String) {
      trigger = .keys(keys)
      self.title = title
    }

    fileprivate init(action: String, _ title: String) {
      trigger = .action(action)
      self.title = title
    }
  }

  static var groups: [(title: String, shortcuts: [Shortcut])] {
    [
      (
        tr("Reading"),
        [
          Shortcut(action: "win.jump-to-end", tr("Go to the newest message")),
          Shortcut(keys: "End", tr("Go to the last loaded message")),
          Shortcut(keys: "Home", tr("Go to the first loaded message")),
          Shortcut(keys: "Page_Up Page_Down", tr("Scroll a page")),
          Shortcut(keys: "Up Down", tr("Go to the previous or next message")),
          Shortcut(action: "win.refresh", tr("Look for more messages at this end")),
          Shortcut(keys: "Tab", tr("Go to the links of a message")),
          Shortcut(keys: "Return", tr("Open the link, or go to the quoted message")),
          Shortcut(keys: "<Control>c", tr("Copy the message or the selected text")),
          Shortcut(keys: "Menu <Shift>F10", tr("Open the menu of the message")),
          Shortcut(keys: "Escape", tr("Dismiss an error")),
        ]
      ),
      (
        tr("Writing"),
        [
          Shortcut(keys: "Return", tr("Send")),
          Shortcut(keys: "<Shift>Return", tr("Start a new line")),
        ]
      ),
      (
        tr("Feed"),
        [
          Shortcut(keys: "Up Down", tr("Go to the previous or next repository")),
          Shortcut(keys: "Return", tr("Open the repository")),
          Shortcut(action: "win.refresh", tr("Look for new repositories")),
        ]
      ),
      (
        tr("Carousel"),
        [
          Shortcut(keys: "Left Right", tr("Go to the film on the left or right")),
          Shortcut(keys: "Page_Up Page_Down", tr("Go to the previous or next film")),
          Shortcut(keys: "Home End", tr("Go to the first or last film")),
          Shortcut(keys: "Return", tr("Open the film")),
        ]
      ),
      (
        tr("Picker"),
        [
          Shortcut(keys: "Left Right", tr("Choose the previous or next option")),
          Shortcut(keys: "Return space", tr("Choose the next option")),
          Shortcut(keys: "Home End", tr("Choose the first or last option")),
        ]
      ),
      (
        tr("Window"),
        [
          Shortcut(action: "win.show-tab::chat", tr("Show the chat")),
          Shortcut(action: "win.show-tab::lab", tr("Show the Lab")),
          Shortcut(action: "win.show-tab::feed", tr("Show the feed")),
          Shortcut(action: "win.show-tab::carousel", tr("Show the carousel")),
          Shortcut(action: "win.show-tab::picker", tr("Show the picker")),
          Shortcut(action: "win.back", tr("Go back")),
          Shortcut(keys: "Escape", tr("Go back, or cancel an import")),
          Shortcut(action: "app.open", tr("Open an archive")),
          Shortcut(action: "win.import", tr("Import chats")),
          Shortcut(keys: "F10", tr("Open the menu")),
          Shortcut(action: "win.show-help-overlay", tr("Show the keyboard shortcuts")),
          Shortcut(action: "app.quit", tr("Quit")),
        ]
      ),
    ]
  }

  static var builderXML: String {
    let groups = groups.map { group in
      let shortcuts = group.shortcuts.map { shortcut in
        switch shortcut.trigger {
        case .keys(let keys):
          object("GtkShortcutsShortcut", ["accelerator": keys, "title": shortcut.title])
        case .action(let name):
          object("GtkShortcutsShortcut", ["action-name": name, "title": shortcut.title])
        }
      }
      return object("GtkShortcutsGroup", ["title": group.title], shortcuts)
    }
    let section = object("GtkShortcutsSection", ["section-name": "all", "max-height": "18"], groups)
    return "<interface>"
      + object("GtkShortcutsWindow", id: "help_overlay", ["modal": "1"], [section], isChild: false)
      + "</interface>"
  }

  private static func object(
    _ type: String, id: String? = nil, _ properties: KeyValuePairs<String, String>, _ children: [String] = [],
    isChild: Bool = true
  ) -> String {
    let identity = id.map { " id=\"\($0)\"" } ?? ""
    let properties = properties.map { "<property name=\"\($0.key)\">\(escaped($0.value))</property>" }
      .joined()
    let object = "<object class=\"\(type)\"\(identity)>\(properties)\(children.joined())</object>"
    return isChild ? "<child>\(object)</child>" : object
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
