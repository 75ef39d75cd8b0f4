/// What the window can show; a view's place in the switcher, the menu, and on the command line.
enum Tab: String, CaseIterable, Sendable {
  case chat

  var title: String {
    switch self {
    case .chat: "Chat"
    }
  }

  var symbol: Symbol {
    switch self {
    case .chat: .chat
    }
  }
}
