/// What the window can show; a view's place in the switcher, the menu, and on the command line.
enum Tab: String, CaseIterable, Sendable {
  case chat
  case lab

  var title: String {
    switch self {
    case .chat: "Chat"
    case .lab: "Lab"
    }
  }

  var symbol: Symbol {
    switch self {
    case .chat: .chat
    case .lab: .lab
    }
  }
}
