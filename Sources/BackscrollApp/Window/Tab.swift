/// What the window can show; a view's place in the switcher, the menu, and on the command line.
enum Tab: String, CaseIterable, Sendable {
  case chat
  case lab
  case carousel

  var title: String {
    switch self {
    case .chat: "Chat"
    case .lab: "Lab"
    case .carousel: "Carousel"
    }
  }

  var symbol: Symbol {
    switch self {
    case .chat: .chat
    case .lab: .lab
    case .carousel: .carousel
    }
  }
}
