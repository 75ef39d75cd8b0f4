import Translation

/// What the window can show; a view's place in the switcher, the menu, and on the command line.
enum Tab: String, CaseIterable, Codable, Sendable {
  case chat
  case lab
  case feed
  case carousel
  case picker

  var title: String {
    switch self {
    case .chat: tr("Chat")
    case .lab: tr("Lab")
    case .feed: tr("Feed")
    case .carousel: tr("Carousel")
    case .picker: tr("Picker")
    }
  }

  var symbol: Symbol {
    switch self {
    case .chat: .chat
    case .lab: .lab
    case .feed: .feed
    case .carousel: .carousel
    case .picker: .picker
    }
  }
}
