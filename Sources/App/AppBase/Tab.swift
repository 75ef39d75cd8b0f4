import Translation

/// The tabs of a window, in the order of the switcher. The raw values are the arguments of `--tab`, and are used in the
/// settings and the log.
package enum Tab: String, CaseIterable, Codable, Sendable {
  case chat
  case lab
  case feed
  case carousel
  case picker

  /// Whether the tab shows the widgets in another use, independent of the chats.
  package var isDemo: Bool { self != .chat }

  package var title: String {
    switch self {
    case .chat: tr("Chat")
    case .lab: tr("Lab")
    case .feed: tr("Feed")
    case .carousel: tr("Carousel")
    case .picker: tr("Picker")
    }
  }

  /// The purpose of the tab.
  package var purpose: String {
    switch self {
    case .chat: tr("Read and search your chats")
    case .lab: tr("Five ways to load older messages, side by side: which of them jump?")
    case .feed: tr("The repositories that someone has starred, in one long list")
    case .carousel: tr("Cards that turn by drag, wheel or keys, and go round")
    case .picker: tr("A choice of options without an end")
    }
  }
}
