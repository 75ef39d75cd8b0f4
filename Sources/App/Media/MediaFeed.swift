import AppBase
import ChatStore
import Chats

/// The media of one kind of a conversation around the shown item, the newest first as on the media page. They are
/// loaded as the reader moves.
///
/// Holds at most ``limit`` items, however many there are.
@MainActor
final class MediaFeed {
  private let archive: Archive
  private let conversation: Conversation.ID
  /// The kind; nil for an item that is shown alone.
  private(set) var shelf: MediaShelf?
  /// The loaded items, the newest first.
  private(set) var items: [MediaItem] = []
  /// The number of all media, and of those before the first of `items`; nil until they are counted.
  private(set) var count: Int?
  private var offset: Int?
  /// Called when the items, or the numbers, have changed.
  var didChange: (() -> Void)?
  /// Called when the archive cannot be read.
  var didFail: ((ArchiveError) -> Void)?

  // Whether there are more items before the first one, and after the last one.
  private var hasPrevious = true
  private var hasNext = true
  private let loading = LatestTask()

  /// The number of items that are read at once, and the distance from an end of the loaded ones at which more are read.
  static let page = 40
  static let prefetchDistance = 12
  static let limit = 400

  init(_ archive: Archive, in conversation: Conversation.ID) {
    self.archive = archive
    self.conversation = conversation
  }

  /// The place of an item among all media, by its index; nil until they are counted.
  func ordinal(at index: Int) -> Int? { offset.map { $0 + index } }

  /// Replaces the items by those of a kind around a place, and reports the index of the item at the place or next to it.
  func load(_ shelf: MediaShelf, around cursor: MediaCursor, then show: @escaping (_ index: Int) -> Void) {
    self.shelf = shelf
    let (archive, conversation, scope) = (archive, conversation, MediaScope.shelf(shelf))
    start { feed in
      let earlier = try await archive.media(in: conversation, scope, .before(cursor), limit: Self.page)
      // Items after the position before the place include the place itself.
      var previous = cursor
      previous.id.position -= 1
      let later = try await archive.media(in: conversation, scope, .after(previous), limit: Self.page)
      let read = earlier + later
      let index = max(0, min(earlier.count, read.count - 1))
      feed?.replace(
        read, hasEarlier: earlier.count == Self.page, hasLater: later.count == Self.page)
      if !read.isEmpty { show(read.count - 1 - index) }
      let count = try await archive.mediaCount(in: conversation, scope)
      let ordinal: Int =
        if let oldest = read.first {
          try await archive.mediaOrdinal(of: oldest.cursor, in: conversation, scope)
        } else { 0 }
      feed?.note(count: count, offset: max(0, count - ordinal - read.count))
    }
  }

  /// Shows a single item that does not belong to the media of the conversation.
  func load(only item: MediaItem, then show: (_ index: Int) -> Void) {
    shelf = nil
    replace([item], hasEarlier: false, hasLater: false)
    note(count: 1, offset: 0)
    show(0)
  }

  /// Moves to the first or the last of all media.
  func loadEnd(last: Bool, then show: @escaping (_ index: Int) -> Void) {
    guard let shelf else { return }
    let key = last ? Int64.min : .max
    let end = MediaCursor(orderKey: key, id: MediaItem.ID(message: key, position: 0))
    load(shelf, around: end, then: show)
  }

  /// Whether there are no further items at an end.
  func reachesEnd(last: Bool) -> Bool { last ? !hasNext : !hasPrevious }

  /// Loads more if the item at an index is near an end of the items.
  func approach(_ index: Int) {
    guard !loading.isRunning, !items.isEmpty else { return }
    if hasNext, items.count - index <= Self.prefetchDistance {
      extend(last: true)
    } else if hasPrevious, index < Self.prefetchDistance {
      extend(last: false)
    }
  }

  private func extend(last: Bool) {
    guard let shelf, let end = last ? items.last?.cursor : items.first?.cursor else { return }
    let (archive, conversation) = (archive, conversation)
    start { feed in
      let place = last ? MediaPlace.before(end) : .after(end)
      let more = try await archive.media(in: conversation, .shelf(shelf), place, limit: Self.page)
      feed?.add(more.reversed(), last: last)
    }
  }

  private func add(_ more: [MediaItem], last: Bool) {
    if last {
      items += more
      hasNext = more.count == Self.page
    } else {
      items = more + items
      offset = offset.map { max(0, $0 - more.count) }
      hasPrevious = more.count == Self.page
    }
    let excess = items.count - Self.limit
    if excess > 0 {
      if last {
        items.removeFirst(excess)
        offset = offset.map { $0 + excess }
        hasPrevious = true
      } else {
        items.removeLast(excess)
        hasNext = true
      }
    }
    didChange?()
  }

  /// Replaces the items by ones in the order of the chat.
  private func replace(_ new: [MediaItem], hasEarlier: Bool, hasLater: Bool) {
    items = new.reversed()
    (hasPrevious, hasNext) = (hasLater, hasEarlier)
    (count, offset) = (nil, nil)
    didChange?()
  }

  private func note(count: Int, offset: Int) {
    self.count = count
    self.offset = offset
    didChange?()
  }

  private func start(_ body: @escaping @MainActor (MediaFeed?) async throws -> Void) {
    loading.run { [weak self] _ in
      try await body(self)
    } failed: { [weak self] in
      guard let error = $0 as? ArchiveError else { return }
      if case .cancelled = error { return }
      self?.didFail?(error)
    }
  }
}
