import AppBase
import Controls
import Reader
import Showcase
import Translation

extension Tab {
  var symbol: Symbol {
    switch self {
    case .chat: .chat
    case .lab: .lab
    case .feed: .feed
    case .carousel: .carousel
    case .picker: .picker
    }
  }

  /// The purpose of the tab, for the note above its page that is shown until it is closed; nil for the chat.
  var note: String? {
    switch self {
    case .chat: nil
    case .lab:
      tr("{purpose} Your chats use the last two.", ["purpose": purpose])
    case .feed, .carousel, .picker:
      tr("{purpose}. A demonstration for developers, separate from your chats.", ["purpose": purpose])
    }
  }

  /// The type of its page, which has its actions and its part of the menu.
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

/// The values with which the pages of one window are made.
struct TabSetup {
  let source: ArchiveSource
  /// `--latency`.
  let latency: Latency
  let olderLoading: OlderLoading
  /// The place at which the conversation opens; nil: the last place.
  let start: PlaceRequest?
  let feedOrigin: FeedOrigin

  /// Makes the page of a tab.
  @MainActor
  func page(of tab: Tab) -> any TabPage {
    switch tab {
    case .chat: chatTab()
    case .lab: LabTab(latency: latency)
    case .feed: FeedTab(origin: feedOrigin, latency: latency)
    case .carousel: CarouselTab(latency: latency)
    case .picker: PickerTab(latency: latency)
    }
  }

  @MainActor
  func chatTab() -> ChatTab {
    ChatTab(source: source, latency: latency, olderLoading: olderLoading, start: start)
  }
}
