import ChatStore
import Chats

/// What was deleted in a window, so that it can be brought back also after the offer to do so has gone.
@MainActor
final class Deletions {
  /// There is more or less to bring back.
  var didChange: (() -> Void)?
  /// In all chats of the archive, the latest one last.
  private var all: [DeletedMessage] = [] { didSet { didChange?() } }

  /// Earlier ones are forgotten: nobody knows any more what would come back.
  static let limit = 20

  func add(_ deleted: DeletedMessage) {
    all.append(deleted)
    if all.count > Self.limit { all.removeFirst(all.count - Self.limit) }
  }

  /// The latest ones of a chat, at most so many.
  func latest(_ count: Int, in chat: Conversation.ID) -> [DeletedMessage] {
    all.filter { $0.message.conversation == chat }.suffix(count)
  }

  /// Takes the latest one of a chat out of the list; nil if there is none.
  func takeLatest(in chat: Conversation.ID) -> DeletedMessage? {
    guard let index = all.lastIndex(where: { $0.message.conversation == chat }) else { return nil }
    return all.remove(at: index)
  }

  /// Forgets all, as of another archive.
  func forget() { all = [] }
}
