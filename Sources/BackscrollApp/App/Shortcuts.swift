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
