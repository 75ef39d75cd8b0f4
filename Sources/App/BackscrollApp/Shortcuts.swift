import AppBase

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
      ("win.media", ["<Control>m"]), ("win.bookmarks", ["<Control>b"]),
      ("win.statistics", ["<Control><Shift>t"]),
      ("win.topics", ["<Control><Shift>k"]), ("win.thread-or-chat", ["F6"]),
      ("win.older-bookmark", ["F4"]), ("win.newer-bookmark", ["<Shift>F4"]),
      ("win.find", ["<Control>f"]),
      ("win.find-everywhere", ["<Control><Shift>f"]), ("win.find-older", ["F3"]),
      ("win.find-newer", ["<Shift>F3"]), ("win.forward", ["<Alt>Right"]),
      ("win.refresh", ["F5", "<Control>r"]), ("win.back", ["<Alt>Left"]),
      ("app.manual", ["F1"]), ("win.show-help-overlay", ["<Control>question"]),
    ]
    + Tab.allCases.enumerated().map { index, tab in
      ("win.show-tab::\(tab.rawValue)", ["<Alt>\(index + 1)"])
    }
}
