import ChatStore
import Chats

/// The deleted messages of a window, which can be restored also after the offer to do so has disappeared.
@MainActor
final class Deletions {
  /// Called when the messages that can be restored have changed.
  var didChange: (() -> Void)?
  /// The deleted messages in all chats of the archive, the latest one last.
  private var all: [DeletedMessage] = [] { didSet { didChange?() } }

  /// The most deletions that are kept. After more, the user would no longer know what an undo restores.
  static let limit = 20

  func add(_ deleted: DeletedMessage) {
    all.append(deleted)
    if all.count > Self.limit { all.removeFirst(all.count - Self.limit) }
  }

  /// The latest deletions of a chat, at most that many.
  func latest(_ count: Int, in chat: Conversation.ID) -> [DeletedMessage] {
    all.filter { $0.message.isIn(chat) }.suffix(count)
  }

  /// Removes the latest deletion of a chat from the list; nil if there is none.
  func takeLatest(in chat: Conversation.ID) -> DeletedMessage? {
    guard let index = all.lastIndex(where: { $0.message.isIn(chat) }) else { return nil }
    return all.remove(at: index)
  }

  /// Forgets all deletions, when another archive is opened.
  func forget() { all = [] }
}
