import ChatArchive

/// The media of a conversation around the one that is shown, loaded as one goes.
///
/// Holds at most ``limit`` items, however many there are.
@MainActor
final class MediaFeed {
  let archive: Archive
  let conversation: Conversation.ID
  private(set) var items: [MediaItem] = []
  /// The number of all media, and how many precede the first of `items`; nil until they are counted.
  private(set) var count: Int?
  private(set) var offset: Int?
  /// The items, or the numbers, have changed.
  var didChange: (() -> Void)?
  /// The archive cannot be read.
  var didFail: ((ArchiveError) -> Void)?

  private var hasEarlier = true
  private var hasLater = true
  private var task: Task<Void, Never>?

  /// Items that are read at once, and the distance from an end of them at which more are read.
  static let page = 40
  static let prefetchDistance = 12
  static let limit = 400

  init(_ archive: Archive, in conversation: Conversation.ID) {
    self.archive = archive
    self.conversation = conversation
  }

  isolated deinit { task?.cancel() }

  /// The place among all media of the item at an index; nil until they are counted.
  func ordinal(at index: Int) -> Int? { offset.map { $0 + index } }

  /// Replaces the items by those around a place, and reports the index of the first one that is not before it.
  func load(around cursor: MediaCursor, then show: @escaping (_ index: Int) -> Void) {
    let (archive, conversation) = (archive, conversation)
    start { (feed: MediaFeed?) async throws(ArchiveError) in
      let before = try await archive.media(in: conversation, .viewer, .before(cursor), limit: Self.page)
      // The place itself lies after the one before it.
      var previous = cursor
      previous.id.position -= 1
      let after = try await archive.media(in: conversation, .viewer, .after(previous), limit: Self.page)
      feed?.replace(before + after, isFirst: before.count < Self.page, isLast: after.count < Self.page)
      if feed?.items.isEmpty == false { show(min(before.count, before.count + after.count - 1)) }
      let count = try await archive.mediaCount(in: conversation, .viewer)
      let offset: Int =
        if let first = (before + after).first {
          try await archive.mediaOrdinal(of: first.cursor, in: conversation, .viewer)
        } else { 0 }
      feed?.note(count: count, offset: offset)
    }
  }

  /// Shows one item that is not among the media of the conversation.
  func load(only item: MediaItem, then show: (_ index: Int) -> Void) {
    replace([item], isFirst: true, isLast: true)
    note(count: 1, offset: 0)
    show(0)
  }

  /// Goes to the first or the last of all media.
  func loadEnd(last: Bool, then show: @escaping (_ index: Int) -> Void) {
    let key = last ? Int64.max : .min
    let end = MediaCursor(orderKey: key, id: MediaItem.ID(message: key, position: 0))
    load(around: end, then: show)
  }

  /// Whether there are none beyond the items at an end.
  func reachesEnd(last: Bool) -> Bool { last ? !hasLater : !hasEarlier }

  /// Loads more if the item at an index is near an end of the items.
  func approach(_ index: Int) {
    guard task == nil, !items.isEmpty else { return }
    if hasLater, items.count - index <= Self.prefetchDistance {
      extend(later: true)
    } else if hasEarlier, index < Self.prefetchDistance {
      extend(later: false)
    }
  }

  private func extend(later: Bool) {
    guard let end = later ? items.last?.cursor : items.first?.cursor else { return }
    let (archive, conversation) = (archive, conversation)
    start { (feed: MediaFeed?) async throws(ArchiveError) in
      let place = later ? MediaPlace.after(end) : .before(end)
      let more = try await archive.media(in: conversation, .viewer, place, limit: Self.page)
      feed?.add(more, later: later)
    }
  }

  private func add(_ more: [MediaItem], later: Bool) {
    if later {
      items += more
      hasLater = more.count == Self.page
    } else {
      items = more + items
      offset = offset.map { max(0, $0 - more.count) }
      hasEarlier = more.count == Self.page
    }
    let excess = items.count - Self.limit
    if excess > 0 {
      if later {
        items.removeFirst(excess)
        offset = offset.map { $0 + excess }
        hasEarlier = true
      } else {
        items.removeLast(excess)
        hasLater = true
      }
    }
    didChange?()
  }

  private func replace(_ new: [MediaItem], isFirst: Bool, isLast: Bool) {
    items = new
    (hasEarlier, hasLater) = (!isFirst, !isLast)
    (count, offset) = (nil, nil)
    didChange?()
  }

  private func note(count: Int, offset: Int) {
    self.count = count
    self.offset = offset
    didChange?()
  }

  /// The paths of the items have changed.
  func reload(at index: Int, then show: @escaping (_ index: Int) -> Void) {
    guard items.indices.contains(index) else { return }
    load(around: items[index].cursor, then: show)
  }

  private func start(_ body: @escaping @MainActor (MediaFeed?) async throws(ArchiveError) -> Void) {
    task?.cancel()
    task = Task { [weak self] in
      do throws(ArchiveError) {
        try await body(self)
      } catch {
        if case .cancelled = error { return }
        self?.didFail?(error)
      }
      if !Task.isCancelled { self?.task = nil }
    }
  }
}
