import Gtk
import Translation

/// What a window asks of the page of a tab.
///
/// The window makes a page when its tab is first shown, and keeps it. All requirements but ``make(_:)`` have defaults
/// for a page that does not need them.
@MainActor
protocol TabPage: Widget {
  static func make(_ setup: TabSetup) -> Self

  /// The window's actions that this page carries out. The window has them from the start, so they are reachable over
  /// the bus; they do nothing before the page was first shown.
  static var actions: [TabAction] { get }

  /// The page's part of the window's menu: at most three entries, and with ``headerTool`` and what only a demo has, at most
  /// the one entry of each.
  static var menu: [MenuSection] { get }

  /// What the header says while the page shows; nil: the name of the conversation.
  var pageTitle: PageTitle? { get }

  /// ``pageTitle`` has changed.
  var didChangeTitle: (() -> Void)? { get set }

  /// Stands at the header's end while the page shows and has room there. Its sections of the menu have the condition
  /// ``MenuSection/Condition/withoutTool``.
  var headerTool: Widget? { get }

  /// Actions of the page that entries of its menu have, and the prefix of their names.
  var menuActions: (prefix: String, actions: ActionGroup)? { get }

  /// The page shows now. The stack has changed its visible page already.
  func didAppear()

  /// Another page shows now.
  func didDisappear()

  /// Gives the keyboard focus to what a person uses first.
  func takeInitialFocus()

  /// Scrolls what the page shows, as a key does that nothing with the focus has used.
  ///
  /// - Returns: Whether there is something to scroll.
  func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool

  /// Looks for newer items: `win.refresh`.
  func refresh()

  /// Returns to the page before: `win.back`. Called only while ``PageTitle/canGoBack`` is true.
  func goBack()
}

extension TabPage {
  static var actions: [TabAction] { [] }
  static var menu: [MenuSection] { [] }
  /// For a page whose title never changes.
  var didChangeTitle: (() -> Void)? {
    get { nil }
    set {}
  }
  var headerTool: Widget? { nil }
  var menuActions: (prefix: String, actions: ActionGroup)? { nil }
  func didAppear() {}
  func didDisappear() {}
  func takeInitialFocus() {}
  func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool { false }
  func refresh() {}
  func goBack() {}
}

/// What the pages of one window are made with.
struct TabSetup {
  let source: ArchiveSource
  /// `--latency`.
  let latency: Latency
  let olderLoading: OlderLoading
  /// Where the conversation opens; nil: at its newest message.
  let start: StartPlace?
  let feedOrigin: FeedOrigin
}

/// An action of the window, `win.` and `name`, that the page of a tab carries out.
@MainActor
struct TabAction {
  let name: String
  /// Whether the action also works while another tab shows. One with a shortcut should not: the keys would change
  /// something out of sight.
  let actsWhileHidden: Bool
  /// What the action does while the media lie over the page, where nothing else of it is to be seen.
  enum WhileCovered { case nothing, uncovers, acts }
  let whileCovered: WhileCovered
  /// Does nothing for the page of another tab.
  let body: (any TabPage) -> Void

  init<Page: TabPage>(
    _ name: String, actsWhileHidden: Bool = false, whileCovered: WhileCovered = .nothing,
    _ body: @escaping (Page) -> Void
  ) {
    self.name = name
    self.actsWhileHidden = actsWhileHidden
    self.whileCovered = whileCovered
    self.body = { page in if let page = page as? Page { body(page) } }
  }
}

/// A section of the window's menu.
struct MenuSection {
  /// A label, and what it opens or runs.
  enum Entry {
    case action(_ label: String, _ name: String)
    case submenu(_ label: String, [MenuSection])
  }

  /// When a section is in the menu.
  enum Condition: Hashable, CaseIterable {
    case always
    /// Only in the window of the sample conversation.
    case inDemo
    /// While the page's tool has no room in the header.
    case withoutTool
  }

  let label: String?
  let entries: [Entry]
  let condition: Condition

  init(_ entries: [Entry], label: String? = nil, when condition: Condition = .always) {
    self.label = label
    self.entries = entries
    self.condition = condition
  }
}

/// What the header says of a page that is not a conversation.
struct PageTitle: Equatable, Sendable {
  let heading: String
  let caption: String
  /// The caption of a narrow window.
  let narrowCaption: String
  /// The page was opened from another one: the header shows a button that returns to it.
  let canGoBack: Bool
  /// The header shows a button for `win.refresh`.
  let canRefresh: Bool

  /// - Parameter narrowCaption: Nil for ``caption``.
  init(
    _ heading: String, caption: String = "", narrowCaption: String? = nil, canGoBack: Bool = false,
    canRefresh: Bool = false
  ) {
    self.heading = heading
    self.caption = caption
    self.narrowCaption = narrowCaption ?? caption
    self.canGoBack = canGoBack
    self.canRefresh = canRefresh
  }
}

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

  /// What the tab is for.
  var purpose: String {
    switch self {
    case .chat: tr("Read and search your chats")
    case .lab: tr("Five ways to load older messages, side by side: which of them jump?")
    case .feed: tr("The repositories that someone has starred, in one long list")
    case .carousel: tr("Cards that turn by drag, wheel or keys, and go round")
    case .picker: tr("A choice of options without an end")
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
