import ChatArchive

/// Which messages came while the reader was elsewhere, and where the first of them stands.
struct UnreadCounter: Equatable {
  /// Where the unread line is drawn, and how many messages it speaks of.
  struct Marker: Equatable {
    var id: Message.ID
    var count: Int
  }

  private(set) var marker: Marker?
  private var unseen: Set<Message.ID> = []

  var count: Int { unseen.count }

  /// A message has come from someone else; `readerIsThere`: it came into view as it did.
  mutating func arrived(_ id: Message.ID, readerIsThere: Bool) {
    guard !readerIsThere else { return }
    // The line stays where it is for as long as anything below it is unread, and moves on to what comes then.
    if let known = marker, !unseen.isEmpty {
      marker = Marker(id: known.id, count: known.count + 1)
    } else {
      marker = Marker(id: id, count: 1)
    }
    unseen.insert(id)
  }

  /// These messages are in view.
  mutating func saw(_ ids: some Sequence<Message.ID>) {
    guard !unseen.isEmpty else { return }
    for id in ids { unseen.remove(id) }
  }

  /// The reader is at the end: there is nothing left to see.
  mutating func sawAll() { unseen = [] }

  /// The reader has answered or left: the line has done its work.
  mutating func clear() { self = UnreadCounter() }
}
