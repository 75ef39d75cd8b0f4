import Chats

/// The messages of a conversation that the reader has selected. Its rows change it by clicks and keys.
@MainActor
package final class MessageSelection {
  /// A request of a key for all selected messages.
  package enum Request {
    case copy, bookmark, selectAll
  }

  /// Called after a change.
  package var didChange: (() -> Void)?
  /// Called to select the messages between two positions, both included.
  package var didRequestRange: ((_ from: MessageCursor, _ through: MessageCursor) -> Void)?
  /// Called to focus the message above (-1) or below (1) one, and to select up to it.
  package var didRequestNeighbour: ((_ of: Message.ID, _ step: Int) -> Void)?
  package var didRequest: ((Request) -> Void)?

  package private(set) var ids: Set<Message.ID> = []
  /// The message from which a range is selected: the last one that was selected alone.
  private var anchor: MessageCursor?
  /// The messages that are selected besides a range.
  private var others: Set<Message.ID> = []

  package init() {}

  /// Whether messages are being selected: a click selects instead of activating.
  package var isActive: Bool { !ids.isEmpty }

  package func contains(_ id: Message.ID) -> Bool { ids.contains(id) }

  /// Selects a message, or deselects it.
  package func toggle(_ message: Message) {
    if ids.remove(message.id) == nil { ids.insert(message.id) }
    anchor = message.cursor
    others = ids
    didChange?()
  }

  /// Selects the messages from the last one that was selected alone to this one, in place of another range.
  package func extend(to message: Message) {
    guard isActive, let anchor else { return toggle(message) }
    didRequestRange?(min(anchor, message.cursor), max(anchor, message.cursor))
  }

  /// The selected messages if a range is added, in place of another range.
  package func adding(_ range: some Sequence<Message.ID>) -> Set<Message.ID> { others.union(range) }

  /// Selects a range, in place of another one.
  package func select(_ range: some Sequence<Message.ID>) {
    ids = adding(range)
    didChange?()
  }

  /// Deselects messages that are gone.
  package func remove(_ gone: Set<Message.ID>) {
    let left = ids.subtracting(gone)
    guard left != ids else { return }
    if left.isEmpty {
      end()
    } else {
      ids = left
      others.subtract(gone)
      didChange?()
    }
  }

  /// Ends the selection. Returns whether there was one.
  @discardableResult
  package func end() -> Bool {
    guard isActive else { return false }
    (ids, others) = ([], [])
    anchor = nil
    didChange?()
    return true
  }
}
