import AppBase
import Gtk
import Translation

/// What a window asks of the page of a tab.
///
/// The window makes a page when its tab is first shown, and keeps it. All requirements have defaults for a page that
/// does not need them.
@MainActor
package protocol TabPage: Widget {
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

/// An action of the window, `win.` and `name`, that the page of a tab carries out.
@MainActor
package struct TabAction {
  package let name: String
  /// Whether the action also works while another tab shows. One with a shortcut should not: the keys would change
  /// something out of sight.
  package let actsWhileHidden: Bool
  /// What the action does while the media lie over the page, where nothing else of it is to be seen.
  package enum WhileCovered { case nothing, uncovers, acts }
  package let whileCovered: WhileCovered
  /// Does nothing for the page of another tab.
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

/// What the header says of a page that is not a conversation.
package struct PageTitle: Equatable, Sendable {
  package let heading: String
  package let caption: String
  /// The caption of a narrow window.
  package let narrowCaption: String
  /// The page was opened from another one: the header shows a button that returns to it.
  package let canGoBack: Bool
  /// The header shows a button for `win.refresh`.
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
