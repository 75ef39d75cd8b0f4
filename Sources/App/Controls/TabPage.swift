import AppBase
import Gtk
import Translation

/// The requirements of a window for the page of a tab.
///
/// The window makes a page when its tab is first shown, and keeps it. All requirements have defaults for a page that
/// does not need them.
@MainActor
package protocol TabPage: Widget {
  /// The window's actions that this page performs. The window has them from the start, so they are reachable over the
  /// bus; they do nothing before the page was first shown.
  static var actions: [TabAction] { get }

  /// The page's part of the window's menu: at most three entries, and at most one more each for ``headerTool`` and for demos.
  static var menu: [MenuSection] { get }

  /// The header's texts while the page is shown; nil: the name of the conversation.
  var pageTitle: PageTitle? { get }

  /// Called when ``pageTitle`` has changed.
  var didChangeTitle: (() -> Void)? { get set }

  /// The tool at the header's end while the page is shown and there is room. Its sections of the menu have the
  /// condition ``MenuSection/Condition/withoutTool``.
  var headerTool: Widget? { get }

  /// The actions of the page for entries of its menu, and the prefix of their names.
  var menuActions: (prefix: String, actions: ActionGroup)? { get }

  /// Called when the page is shown, after the stack has changed its visible page.
  func didAppear()

  /// Called when another page is shown.
  func didDisappear()

  /// Moves the focus to the widget that the user is likely to use first.
  func takeInitialFocus()

  /// Scrolls the page's content, for a key that the focused widget has not used.
  ///
  /// - Returns: Whether the page can scroll.
  func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool

  /// Loads newer items: `win.refresh`.
  func refresh()

  /// Returns to the page before: `win.back`. Called only while ``PageTitle/canGoBack`` is true.
  func goBack()
}

extension TabPage {
  package static var actions: [TabAction] { [] }
  package static var menu: [MenuSection] { [] }
  /// For a page whose title never changes.
  package var didChangeTitle: (() -> Void)? {
    get { nil }
    set {}
  }
  package var headerTool: Widget? { nil }
  package var menuActions: (prefix: String, actions: ActionGroup)? { nil }
  package func didAppear() {}
  package func didDisappear() {}
  package func takeInitialFocus() {}
  package func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool { false }
  package func refresh() {}
  package func goBack() {}
}

/// An action of the window, `win.` and `name`, that the page of a tab performs.
@MainActor
package struct TabAction {
  package let name: String
  /// Whether the action also works while another tab is shown. One with a shortcut should not, since the keys would
  /// change a hidden page.
  package let actsWhileHidden: Bool
  /// The effect of the action while the media cover the whole page.
  package enum WhileCovered { case nothing, uncovers, acts }
  package let whileCovered: WhileCovered
  /// Performs the action. Does nothing for the page of another tab.
  package let body: (any TabPage) -> Void

  package init<Page: TabPage>(
    _ name: String, actsWhileHidden: Bool = false, whileCovered: WhileCovered = .nothing,
    _ body: @escaping (Page) -> Void
  ) {
    self.name = name
    self.actsWhileHidden = actsWhileHidden
    self.whileCovered = whileCovered
    self.body = { page in if let page = page as? Page { body(page) } }
  }
}

/// The header's texts for a page that is not a conversation.
package struct PageTitle: Equatable, Sendable {
  package let heading: String
  package let caption: String
  /// The caption of a narrow window.
  package let narrowCaption: String
  /// Whether the page was opened from another one, so that the header shows a button that returns to it.
  package let canGoBack: Bool
  /// Whether the header shows a button for `win.refresh`.
  package let canRefresh: Bool

  /// - Parameter narrowCaption: Nil for ``caption``.
  package init(
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
