import Backscroll
import Chats
import Gtk

/// Gives the focus to messages of a chat that may have no row yet.
@MainActor
final class MessageFocus {
  /// The target of a pending focus.
  enum Target {
    /// A message, once it has a row.
    case message(Message.ID)
    /// A message that is inserted, if the next layout has it in view.
    case inserted(Message.ID)
    case lastInView
    /// The newest message, once the reader is at the end.
    case newest
  }

  private unowned let view: ChatView
  private var target: Target?

  init(_ view: ChatView) { self.view = view }

  /// Focuses a message, at once or when it is loaded.
  func go(to target: Target) {
    self.target = target
    if view.list.isLaidOut { viewportChanged() }
    view.list.queueAllocate()
  }

  /// Focuses a changed message if it is in view, otherwise another one in view.
  func go(toChanged id: Message.ID) {
    if view.list.isInView(id), view.list.row(id)?.takeFocus() == true { return }
    view.window?.focusWidget = nil
    _ = view.list.moveFocus(.forward)
  }

  /// Cancels the focus of the newest message after the reader has scrolled away.
  func readerScrolled() {
    if case .newest = target { target = nil }
  }

  /// Focuses the target if possible. Call it after a layout, and when the reader has reached the end.
  func viewportChanged() {
    let (list, feed) = (view.list, view.feed)
    guard let target, list.isLaidOut, let last = view.visibleRows.last else { return }
    let id: Message.ID
    switch target {
    case .message(let message): id = message
    case .inserted(let message):
      id = message
      // Otherwise it would take the focus when the reader reaches it later.
      self.target = nil
      guard list.isInView(id) else { return }
    case .lastInView: id = feed.model.id(at: last)
    case .newest:
      guard view.isAtNewest else { return }
      id = feed.model.id(at: feed.model.count - 1)
    }
    guard feed.model.index(of: id) != nil, list.row(id)?.takeFocus() == true else { return }
    self.target = nil
  }
}
