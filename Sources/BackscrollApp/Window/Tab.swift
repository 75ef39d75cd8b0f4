import Translation

/// The tabs of a window, in the order of the switcher. The raw values are what the command line takes, the settings
/// keep and the log tells.
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

  @MainActor
  var page: any TabPage.Type {
    switch self {
    case .chat: ChatTab.self
    case .lab: LabTab.self
    case .feed: FeedTab.self
    case .carousel: CarouselTab.self
    case .picker: PickerTab.self
    }
  }
}
