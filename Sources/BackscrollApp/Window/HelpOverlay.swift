import Translation

/// What the window of keyboard shortcuts says, as GtkBuilder wants it.
enum HelpOverlay {
  struct Shortcut {
    let keys: String
    let title: String
  }

  static let groups: [(title: String, shortcuts: [Shortcut])] = [
    (
      tr("Reading"),
      [
        Shortcut(keys: "<Control>End", title: tr("Go to the newest message")),
        Shortcut(keys: "End", title: tr("Go to the last message that is loaded")),
        Shortcut(keys: "Home", title: tr("Go to the first message that is loaded")),
        Shortcut(keys: "Page_Up Page_Down", title: tr("Scroll a page")),
        Shortcut(keys: "Up Down", title: tr("Go from message to message")),
        Shortcut(keys: "F5 <Control>r", title: tr("Look for more at the end you are at")),
        Shortcut(keys: "Tab", title: tr("Go to the links of a message")),
        Shortcut(keys: "Return", title: tr("Open the link, or go to the message that is answered")),
        Shortcut(keys: "<Control>c", title: tr("Copy the message, or what is selected of it")),
        Shortcut(keys: "Menu <Shift>F10", title: tr("Show what can be done with the message")),
        Shortcut(keys: "Escape", title: tr("Put a failure away")),
      ]
    ),
    (
      tr("Writing"),
      [
        Shortcut(keys: "Return", title: tr("Send")),
        Shortcut(keys: "<Shift>Return", title: tr("Begin a new line")),
      ]
    ),
    (
      tr("Feed"),
      [
        Shortcut(keys: "Up Down", title: tr("Go from repository to repository")),
        Shortcut(keys: "Return", title: tr("Open the repository")),
        Shortcut(keys: "Escape <Alt>Left", title: tr("Go back to the feed")),
        Shortcut(keys: "F5 <Control>r", title: tr("Look for new ones")),
      ]
    ),
    (
      tr("Carousel"),
      [
        Shortcut(keys: "Left Right", title: tr("Go to the previous or the next film")),
        Shortcut(keys: "Page_Up Page_Down", title: tr("The same, whichever way one reads")),
        Shortcut(keys: "Home End", title: tr("Go to the first or the last film")),
        Shortcut(keys: "Return", title: tr("Open the film")),
        Shortcut(keys: "Escape <Alt>Left", title: tr("Go back to the films")),
      ]
    ),
    (
      tr("Picker"),
      [
        Shortcut(keys: "Left Right", title: tr("Choose the previous or the next option")),
        Shortcut(keys: "Return space", title: tr("Go on to the next option")),
        Shortcut(keys: "Home End", title: tr("Choose the first or the last option")),
      ]
    ),
    (
      tr("Window"),
      [
        Shortcut(keys: "<Alt>1", title: tr("Show the chat")),
        Shortcut(keys: "<Alt>2", title: tr("Show the Lab")),
        Shortcut(keys: "<Alt>3", title: tr("Show the feed")),
        Shortcut(keys: "<Alt>4", title: tr("Show the carousel")),
        Shortcut(keys: "<Alt>5", title: tr("Show the picker")),
        Shortcut(keys: "<Control>o", title: tr("Open an archive")),
        Shortcut(keys: "<Control>i", title: tr("Import chats")),
        Shortcut(keys: "Escape", title: tr("Cancel an import")),
        Shortcut(keys: "F10", title: tr("Open the menu")),
        Shortcut(keys: "<Control>question", title: tr("Show the keyboard shortcuts")),
        Shortcut(keys: "<Control>q", title: tr("Quit")),
      ]
    ),
  ]

  static var builderXML: String {
    let groups = groups.map { group in
      let shortcuts = group.shortcuts.map {
        object("GtkShortcutsShortcut", ["accelerator": $0.keys, "title": $0.title])
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
