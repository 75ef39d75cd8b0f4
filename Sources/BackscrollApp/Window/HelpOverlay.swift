/// What the window of keyboard shortcuts says, as GtkBuilder wants it.
enum HelpOverlay {
  struct Shortcut {
    let keys: String
    let title: String
  }

  static let groups: [(title: String, shortcuts: [Shortcut])] = [
    (
      "Reading",
      [
        Shortcut(keys: "<Control>End", title: "Go to the newest message"),
        Shortcut(keys: "End", title: "Go to the last message that is loaded"),
        Shortcut(keys: "Home", title: "Go to the first message that is loaded"),
        Shortcut(keys: "Page_Up Page_Down", title: "Scroll a page"),
        Shortcut(keys: "Up Down", title: "Go from message to message"),
        Shortcut(keys: "F5 <Control>r", title: "Look for more at the end you are at"),
        Shortcut(keys: "Tab", title: "Go to the links of a message"),
        Shortcut(keys: "Return", title: "Open the link, or go to the message that is answered"),
        Shortcut(keys: "<Control>c", title: "Copy the message, or what is selected of it"),
        Shortcut(keys: "Menu <Shift>F10", title: "Show what can be done with the message"),
        Shortcut(keys: "Escape", title: "Put a failure away"),
      ]
    ),
    (
      "Writing",
      [
        Shortcut(keys: "Return", title: "Send"),
        Shortcut(keys: "<Shift>Return", title: "Begin a new line"),
      ]
    ),
    (
      "Feed",
      [
        Shortcut(keys: "Up Down", title: "Go from repository to repository"),
        Shortcut(keys: "Return", title: "Open the repository"),
        Shortcut(keys: "Escape <Alt>Left", title: "Go back to the feed"),
        Shortcut(keys: "F5 <Control>r", title: "Look for new ones"),
      ]
    ),
    (
      "Carousel",
      [
        Shortcut(keys: "Left Right", title: "Go to the previous or the next film"),
        Shortcut(keys: "Page_Up Page_Down", title: "The same, whichever way one reads"),
        Shortcut(keys: "Home End", title: "Go to the first or the last film"),
        Shortcut(keys: "Return", title: "Open the film"),
        Shortcut(keys: "Escape <Alt>Left", title: "Go back to the films"),
      ]
    ),
    (
      "Picker",
      [
        Shortcut(keys: "Left Right", title: "Choose the previous or the next option"),
        Shortcut(keys: "Return space", title: "Go on to the next option"),
        Shortcut(keys: "Home End", title: "Choose the first or the last option"),
      ]
    ),
    (
      "Window",
      [
        Shortcut(keys: "<Alt>1", title: "Show the chat"),
        Shortcut(keys: "<Alt>2", title: "Show the Lab"),
        Shortcut(keys: "<Alt>3", title: "Show the feed"),
        Shortcut(keys: "<Alt>4", title: "Show the carousel"),
        Shortcut(keys: "<Alt>5", title: "Show the picker"),
        Shortcut(keys: "<Control>o", title: "Open an archive"),
        Shortcut(keys: "F10", title: "Open the menu"),
        Shortcut(keys: "<Control>question", title: "Show the keyboard shortcuts"),
        Shortcut(keys: "<Control>q", title: "Quit"),
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
    let section = object("GtkShortcutsSection", ["section-name": "all", "max-height": "12"], groups)
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
