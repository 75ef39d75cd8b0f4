import Chats
import Foundation
import GRDB

/// Search. The results come from the archive's search index; see ``Archive/searchIndexState()``.
///
/// All methods take a chat, or nil for all chats, and find nothing for an empty query. If the index is damaged they
/// throw ``ArchiveError/searchIndexDamaged(path:)``; ``Archive/resetSearchIndex()`` and
/// ``Archive/buildSearchIndex(progress:)`` repair it.
extension Archive {
  /// The `limit` newest hits, all or those before a position: the newest first, fewer if there are no more.
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
  /// - Complexity: Usually milliseconds for a million messages. It takes longer if many words share the beginning that
  ///   is searched for and the rest of the query finds thousands of messages without such a word, or if `is:own`
  ///   matches few of many messages.
  public func search(
    _ query: SearchQuery, in chat: Conversation.ID?, before cursor: MessageCursor? = nil, limit: Int
  ) async throws(ArchiveError) -> [SearchHit] {
    try await searching { db in
      try SearchRun(query, in: chat, db).hits(before: cursor, limit: limit).compactMap {
        try SearchHit($0, db)
      }
    }
  }

  /// The `limit` hits just after a position, the oldest first.
  ///
  /// - Complexity: As for a page of older hits.
  public func search(
    _ query: SearchQuery, in chat: Conversation.ID?, after cursor: MessageCursor, limit: Int
  ) async throws(ArchiveError) -> [SearchHit] {
    try await searching { db in
      try SearchRun(query, in: chat, db).hits(after: cursor, limit: limit).compactMap {
        try SearchHit($0, db)
      }
    }
  }

  /// The number of hits, all or those before a position. A result of `limit` means at least that many.
  ///
  /// - Complexity: O(limit) if the words are in the index as complete words.
  public func searchCount(
    _ query: SearchQuery, in chat: Conversation.ID?, before cursor: MessageCursor? = nil, limit: Int = 1_000
  ) async throws(ArchiveError) -> Int {
    try await searching { db in try SearchRun(query, in: chat, db).hits(before: cursor, limit: limit).count }
  }

  /// The number of hits after a position, at most `limit`: 2 for the third newest of 120 hits.
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
      let checkpoints = OrdinalIndex(chat: chat, db: db)
      return try SearchRun(query, in: chat, db).hits(before: nil, limit: limit).reversed().map {
        try checkpoints.ordinal(of: $0)
      }
    }
  }

  /// The hits among the messages of a chat from one position to another, both included.
  ///
  /// - Complexity: Bounded by the number of messages between the positions and of messages with the same times,
  ///   regardless of the hits.
  public func searchMatches(
    _ query: SearchQuery, in chat: Conversation.ID, from first: MessageCursor, through last: MessageCursor
  ) async throws(ArchiveError) -> Set<Message.ID> {
    try await searching { db in
      Set(try SearchRun(query, in: chat, db).hits(from: first, through: last).map(\.id))
    }
  }

  /// The number of the `limit` newest hits in each chat.
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

  /// The filter without which a search would have hits; nil if there is no such filter, or if the search has hits. Only
  /// the last few filters are examined, because each costs a search.
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

  /// The people whose names have words with the given beginnings, those with most messages first, as completions of
  /// `from:`. An empty name matches all.
  public func people(
    named name: String, in chat: Conversation.ID? = nil, limit: Int = 6
  ) async throws(ArchiveError) -> [SearchSuggestion] {
    try await reading { db in try SearchNames(db).people(named: name, in: chat, limit: limit) }
  }

  /// The chats whose titles have words with the given beginnings, those with most messages first, as completions of
  /// `in:`. An empty title matches all.
  public func chats(titled title: String, limit: Int = 6) async throws(ArchiveError) -> [SearchSuggestion] {
    try await reading { db in try SearchNames(db).chats(titled: title, limit: limit) }
  }

  // MARK: The index

  /// The version and the progress of the search index.
  ///
  /// - Complexity: O(1).
  public func searchIndexState() async throws(ArchiveError) -> SearchIndexState {
    try await reading { db in try SearchIndex(db).state() }
  }

  /// Completes the search index, which is incomplete after ``resetSearchIndex()`` or if another version of Backscroll
  /// cut its words. Returns at once if it is complete. Its contents can be searched meanwhile, the newest messages
  /// first; new messages are added to it at once.
  ///
  /// Each batch is a transaction of its own, so other writers wait for some milliseconds only. A kill, or cancelling
  /// the task, which throws ``ArchiveError/cancelled(path:)``, loses at most one batch.
  ///
  /// - Parameter progress: Called on any thread with the completed fraction, 0…1, for the first time before the first
  ///   batch; never called if the index is already complete.
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
      try await changing(.ofNoCount) { db in try SearchIndex(db).indexNextBatch() }
      if try await searchIndexState().isComplete { progress(1) }
    }
  }

  /// Empties the search index, so that ``buildSearchIndex(progress:)`` builds it again. Reads nothing from a damaged index.
  public func resetSearchIndex() async throws(ArchiveError) {
    try await changing(.ofNoCount) { db in try SearchIndex(db).reset() }
  }

  /// Whether the search index is intact and contains exactly the messages that it should.
  ///
  /// - Complexity: O(n): seconds for a million messages.
  public func searchIndexIsSound() async throws(ArchiveError) -> Bool {
    do {
      if writeObstacle == nil {
        try await changing(.ofNoCount) { db in try SearchIndex(db).checkStructure() }
      }
      return try await searching { db in try SearchIndex(db).hasRightRows() }
    } catch {
      switch error {
      case .searchIndexDamaged: return false
      default: throw error
      }
    }
  }

  /// Runs a query of the index, and distinguishes damage of the index from damage of a message. An abandoned index is
  /// not searched, because it would silently find too little; an incomplete one is searched as far as it goes.
  private func searching<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(ArchiveError) -> T {
    try await reading { db in
      let index = SearchIndex(db)
      if try index.isAbandoned() { throw SearchIndexDamage() }
      do {
        return try body(db)
      } catch let error as DatabaseError where SearchIndex.canBeDamage(error) {
        // For a statement that reads both, SQLite does not report which one is damaged.
        if error.extendedResultCode != .SQLITE_CORRUPT_VTAB { try index.checkReadable() }
        throw error
      }
    }
  }
}
