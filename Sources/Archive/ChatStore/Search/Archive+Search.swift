import Chats
import Foundation
import GRDB

/// Searching. Hits come from the archive's search index; see ``Archive/searchIndexState()``.
///
/// All of these take a chat, or nil for all chats, and find nothing for an empty query. If the index is damaged they throw
/// ``ArchiveError/searchIndexDamaged(path:)``; ``Archive/resetSearchIndex()`` and ``Archive/buildSearchIndex(progress:)`` mend it.
extension Archive {
  /// The `limit` newest hits before a place, or of all: the newest first, fewer if there are no more.
  ///
  /// For example, all hits in pages:
  ///
  /// ```swift
  /// var page = try await archive.search(query, in: chat, before: nil, limit: 50)
  /// while let last = page.last {
  ///   page = try await archive.search(query, in: chat, before: last.cursor, limit: 50)
  /// }
  /// ```
  ///
  /// - Complexity: Milliseconds for a million messages as a rule. Longer where a word has a beginning that many words have, and
  ///   the rest of the query finds thousands of messages without it, or where `is:own` fits few of many.
  public func search(
    _ query: SearchQuery, in chat: Conversation.ID?, before cursor: MessageCursor? = nil, limit: Int
  ) async throws(ArchiveError) -> [SearchHit] {
    try await searching { db in
      try SearchRun(query, in: chat, db).hits(before: cursor, limit: limit).compactMap {
        try SearchHit($0, db)
      }
    }
  }

  /// The `limit` hits just after a place, the oldest first.
  ///
  /// - Complexity: As a page of older ones.
  public func search(
    _ query: SearchQuery, in chat: Conversation.ID?, after cursor: MessageCursor, limit: Int
  ) async throws(ArchiveError) -> [SearchHit] {
    try await searching { db in
      try SearchRun(query, in: chat, db).hits(after: cursor, limit: limit).compactMap {
        try SearchHit($0, db)
      }
    }
  }

  /// The number of hits, or of those before a place, at most `limit`: that many stands for more.
  ///
  /// - Complexity: O(limit) if the words are in the index as they are.
  public func searchCount(
    _ query: SearchQuery, in chat: Conversation.ID?, before cursor: MessageCursor? = nil, limit: Int = 1_000
  ) async throws(ArchiveError) -> Int {
    try await searching { db in try SearchRun(query, in: chat, db).hits(before: cursor, limit: limit).count }
  }

  /// The number of hits after a place, at most `limit`: 2 for the third of 120.
  public func searchCount(
    _ query: SearchQuery, in chat: Conversation.ID?, after cursor: MessageCursor, limit: Int = 1_000
  ) async throws(ArchiveError) -> Int {
    try await searching { db in try SearchRun(query, in: chat, db).hits(after: cursor, limit: limit).count }
  }

  /// The ordinals of the `limit` newest hits in a chat, in ascending order; see ``Archive/ordinal(of:in:)``.
  public func searchMarks(
    _ query: SearchQuery, in chat: Conversation.ID, limit: Int = 1_000
  ) async throws(ArchiveError) -> [Int] {
    try await searching { db in
      let checkpoints = Checkpoints(chat: chat, db: db)
      return try SearchRun(query, in: chat, db).hits(before: nil, limit: limit).reversed().map {
        try checkpoints.ordinal(of: $0)
      }
    }
  }

  /// The hits among the messages of a chat from one place to another, both included.
  ///
  /// - Complexity: Bounded by the messages between the places and those of the same time, whatever is found.
  public func searchMatches(
    _ query: SearchQuery, in chat: Conversation.ID, from first: MessageCursor, through last: MessageCursor
  ) async throws(ArchiveError) -> Set<Message.ID> {
    try await searching { db in
      Set(try SearchRun(query, in: chat, db).hits(from: first, through: last).map(\.id))
    }
  }

  /// How many of the `limit` newest hits are in which chat.
  public func searchCounts(
    _ query: SearchQuery, limit: Int = 1_000
  ) async throws(ArchiveError) -> [Conversation.ID: Int] {
    try await searching { db in
      var counts: [Conversation.ID: Int] = [:]
      let statement = try db.cachedStatement(sql: "SELECT chat FROM message WHERE id = ?")
      for hit in try SearchRun(query, in: nil, db).hits(before: nil, limit: limit) {
        if let chat = try Int64.fetchOne(statement, arguments: [hit.id]) { counts[chat, default: 0] += 1 }
      }
      return counts
    }
  }

  /// The filter without which a search that finds nothing would find something; nil if there is no such filter, or if
  /// something is found. Only the last few filters are looked at: each costs a search.
  public func searchObstacle(
    _ query: SearchQuery, in chat: Conversation.ID?
  ) async throws(ArchiveError) -> SearchQuery.Token? {
    try await searching { db in
      guard try SearchRun(query, in: chat, db).hits(before: nil, limit: 1).isEmpty else { return nil }
      for index in query.filters.indices.suffix(8).reversed() {
        let rest = try SearchRun(query, without: index, in: chat, db).hits(before: nil, limit: 1)
        if !rest.isEmpty { return query.tokens[query.filters[index].token] }
      }
      return nil
    }
  }

  // MARK: Names

  /// The people whose names have words that begin with those given, those with most messages first: what `from:` can be
  /// completed to. An empty name fits all.
  public func people(
    named name: String, in chat: Conversation.ID? = nil, limit: Int = 6
  ) async throws(ArchiveError) -> [SearchSuggestion] {
    try await reading { db in try SearchNames(db).people(named: name, in: chat, limit: limit) }
  }

  /// The chats whose titles have words that begin with those given, those with most messages first: what `in:` can be
  /// completed to. An empty title fits all.
  public func chats(titled title: String, limit: Int = 6) async throws(ArchiveError) -> [SearchSuggestion] {
    try await reading { db in try SearchNames(db).chats(titled: title, limit: limit) }
  }

  // MARK: The index

  /// Which version the search index has and how far it is.
  ///
  /// - Complexity: O(1).
  public func searchIndexState() async throws(ArchiveError) -> SearchIndexState {
    try await reading { db in try SearchIndex(db).state() }
  }

  /// Completes the search index, which an archive lacks after ``resetSearchIndex()`` or if another version of Backscroll cut its words. Returns at once if it is
  /// complete. What is in it can be searched meanwhile, the newest messages first; new messages are in it at once.
  ///
  /// Each batch is a transaction of its own, so that other writers wait for some milliseconds only, and a kill or the
  /// cancellation of the task, which throws ``ArchiveError/cancelled(path:)``, loses no more than one.
  ///
  /// - Parameter progress: Called on any thread with the fraction that is done, 0…1, first before the first batch; never if
  ///   the index is complete already.
  /// - Complexity: About ten seconds for a million messages.
  public func buildSearchIndex(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(ArchiveError) {
    if let writeObstacle {
      if try await searchIndexState().isComplete { return }
      throw writeObstacle
    }
    while true {
      let state = try await searchIndexState()
      if state.isComplete { return }
      progress(state.fraction)
      if Task.isCancelled { throw .cancelled(path: path) }
      try await changing { db in try SearchIndex(db).indexNextBatch() }
      if try await searchIndexState().isComplete { progress(1) }
    }
  }

  /// Empties the search index, so that ``buildSearchIndex(progress:)`` builds it anew. Needs nothing of a damaged one.
  public func resetSearchIndex() async throws(ArchiveError) {
    try await changing { db in try SearchIndex(db).reset() }
  }

  /// Whether the search index is intact and has exactly the messages that it should have.
  ///
  /// - Complexity: O(n): seconds for a million messages.
  public func searchIndexIsSound() async throws(ArchiveError) -> Bool {
    do {
      if writeObstacle == nil { try await changing { db in try SearchIndex(db).checkStructure() } }
      return try await searching { db in try SearchIndex(db).hasRightRows() }
    } catch {
      switch error {
      case .searchIndexDamaged: return false
      default: throw error
      }
    }
  }

  /// Runs a query of the index, and tells whether the index or a message is damaged. An index that was given up would find
  /// less than there is without a word; one that is not complete yet is searched as far as it is.
  private func searching<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(ArchiveError) -> T {
    try await reading { db in
      let index = SearchIndex(db)
      if try index.isAbandoned() { throw SearchIndexDamage() }
      do {
        return try body(db)
      } catch let error as DatabaseError where SearchIndex.canBeDamage(error) {
        // Of one statement that reads both, SQLite does not tell which it was.
        if error.extendedResultCode != .SQLITE_CORRUPT_VTAB { try index.checkReadable() }
        throw error
      }
    }
  }
}
