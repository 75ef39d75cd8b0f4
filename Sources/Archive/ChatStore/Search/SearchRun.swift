import Chats
import Foundation
import GRDB

/// A search in one transaction: a query in FTS5's language, and the conditions that are checked in the messages themselves.
///
/// FTS5 reads all words with a beginning before it returns the first hit. If there are many, as for one letter or one
/// frequent syllable, the messages that match the rest of the query are read instead, the newest first, because
/// frequent words are found soon. If too many messages are read in vain, FTS5 searches for the words after all.
struct SearchRun {
  private let db: Database
  /// Nil if the search cannot find anything.
  private let expression: String?
  /// The range of the hits' order keys, without its upper end.
  private let lowest: Int64
  private let highest: Int64
  /// The other conditions that a message must meet.
  private let checks: [Check]
  /// The number of messages that are read in vain before FTS5 reads the words instead.
  private let rejectedLimit: Int
  /// The same search without reading texts.
  private let withoutTexts: () throws -> SearchRun

  private enum Check {
    case words(patterns: [[UInt8]], isExcluded: Bool)
    case own(isExcluded: Bool)
    case notBetween(Int64, Int64)
    case topics(Set<Topic.ID>, isExcluded: Bool)
    case bookmark(word: String)
  }

  // MARK: Planning

  /// - Parameters:
  ///   - without: The index of a filter to ignore. If no condition is left, all messages are hits.
  ///   - costlyLeaves: Beginnings of words that take more leaves of the index are searched for in the messages.
  ///   - rejectedLimit: The number of messages that are read in vain before FTS5 also searches for the beginnings of words.
  init(
    _ query: SearchQuery, without: Int? = nil, in chat: Conversation.ID?, _ db: Database,
    costlyLeaves: Int = usualCostlyLeaves, rejectedLimit: Int = 4_000
  ) throws {
    self.db = db
    self.rejectedLimit = rejectedLimit
    withoutTexts = { try SearchRun(query, without: without, in: chat, db, costlyLeaves: .max) }
    var filters = query.filters.map(\.filter)
    if let without { filters.remove(at: without) }
    var all: [String] = []
    var excluded: [String] = []
    var checks: [Check] = []
    var lowest = Int64.min
    var highest = Int64.max
    var isPossible = !query.isEmpty
    func require(_ words: [String], isExcluded: Bool) {
      let alternatives = words.map { "\"\($0)\"" }.joined(separator: " OR ")
      switch (words.isEmpty, isExcluded) {
      case (true, false): isPossible = false
      case (true, true): break
      case (false, false): all.append("(\(alternatives))")
      case (false, true): excluded.append("(\(alternatives))")
      }
    }

    let names = SearchNames(db)
    func require(chats: [Conversation.ID]) throws {
      require(
        try names.conversations(of: chats).map(SearchDocument.word(ofConversation:)), isExcluded: false)
    }
    if let chat {
      try require(chats: [db.wholeChat(chat) ?? 0])
      if let topic = Topic.id(ofPart: chat) { checks.append(.topics([topic], isExcluded: false)) }
    }
    for filter in filters {
      switch filter {
      case .from(let name, let isExcluded):
        require(
          try names.participants(named: name).map(SearchDocument.word(ofSender:)), isExcluded: isExcluded)
      case .chat(let title, let isExcluded):
        let conversations = try names.conversations(titled: title)
        require(conversations.map(SearchDocument.word(ofConversation:)), isExcluded: isExcluded)
      case .topic(let name, let isThread, let isExcluded):
        let topics = try TopicList(db).named(name, isThread: isThread)
        if !isExcluded {
          try require(chats: Array(Set(topics.map(\.chat))))
          if let span = try TopicList(db).span(of: topics.map(\.id)) {
            (lowest, highest) = (max(lowest, span.lowerBound), min(highest, span.upperBound))
          }
        }
        checks.append(.topics(Set(topics.map(\.id)), isExcluded: isExcluded))
      case .has(let trait, let isExcluded): require([SearchDocument.word(of: trait)], isExcluded: isExcluded)
      case .own(let isExcluded): checks.append(.own(isExcluded: isExcluded))
      case .sent(let from, let before, let isExcluded):
        let start = from == .min ? .min : OrderKey.make(sentAt: from)
        let end = before == .max ? .max : OrderKey.make(sentAt: before)
        if isExcluded {
          checks.append(.notBetween(start, end))
        } else {
          (lowest, highest) = (max(lowest, start), min(highest, end))
        }
      }
    }
    if let word = query.bookmarkWord {
      require([SearchDocument.word(of: .bookmark)], isExcluded: false)
      checks.append(.bookmark(word: word))
    }
    for term in query.terms {
      let isCostly =
        try term.isPrefix
        && term.lastWords.contains {
          try SearchIndex(db).leaves(ofPrefix: $0) > costlyLeaves
        }
      if isCostly {
        checks.append(.words(patterns: term.patterns, isExcluded: term.isExcluded))
        // The words before the last one narrow the search.
        if !term.isExcluded, let start = term.withoutPrefix { all.append(start.expression) }
      } else if term.isExcluded {
        excluded.append("(\(term.expression))")
      } else {
        all.append(term.expression)
      }
    }
    if all.isEmpty { all.append("\"\(SearchDocument.everyMessage)\"") }
    var expression = all.joined(separator: " AND ")
    // One operator, because FTS5 limits how deep expressions can be nested.
    if !excluded.isEmpty { expression = "(\(expression)) NOT (\(excluded.joined(separator: " OR ")))" }
    self.expression = isPossible && lowest < highest ? expression : nil
    self.lowest = lowest
    self.highest = highest
    self.checks = checks
  }

  /// The number of leaves of FTS5's trees that are read in less time than a page of messages.
  static let usualCostlyLeaves = 150

  // MARK: Hits

  /// The newest hits before a position, the newest first.
  func hits(before cursor: MessageCursor?, limit: Int) throws -> [MessageCursor] {
    guard let expression, limit > 0 else { return [] }
    let highest = min(self.highest, cursor.map { $0.orderKey == .max ? .max : $0.orderKey + 1 } ?? .max)
    guard lowest < highest else { return [] }
    let found = try collect(expression, from: lowest, to: highest, direction: "DESC", limit: limit) { place in
      cursor.map { place < $0 } ?? true
    } order: {
      $0 > $1
    }
    return try found ?? withoutTexts().hits(before: cursor, limit: limit)
  }

  /// The hits just after a position, the oldest first.
  func hits(after cursor: MessageCursor, limit: Int) throws -> [MessageCursor] {
    guard let expression, limit > 0 else { return [] }
    let lowest = max(self.lowest, cursor.orderKey)
    guard lowest < highest else { return [] }
    let found = try collect(expression, from: lowest, to: highest, direction: "ASC", limit: limit) { place in
      place > cursor
    } order: {
      $0 < $1
    }
    return try found ?? withoutTexts().hits(after: cursor, limit: limit)
  }

  /// The hits from one position to another, the oldest first.
  func hits(from first: MessageCursor, through last: MessageCursor) throws -> [MessageCursor] {
    guard let expression, first <= last else { return [] }
    let lowest = max(self.lowest, first.orderKey)
    let highest = min(self.highest, last.orderKey == .max ? .max : last.orderKey + 1)
    guard lowest < highest else { return [] }
    let found = try collect(expression, from: lowest, to: highest, direction: "ASC", limit: .max) { place in
      place >= first && place <= last
    } order: {
      $0 < $1
    }
    return try found ?? withoutTexts().hits(from: first, through: last)
  }

  /// Reads rows of the index until there are enough, and the span of the last one is complete, because within a span
  /// the rows are in the order of the messages' numbers. Nil if too many texts were read in vain.
  private func collect(
    _ expression: String, from lowest: Int64, to highest: Int64, direction: String, limit: Int,
    isBeyond: (MessageCursor) -> Bool, order: (MessageCursor, MessageCursor) -> Bool
  ) throws -> [MessageCursor]? {
    let looksIntoTexts = readsMessages
    var rejected = 0
    let statement = try db.cachedStatement(
      sql: Self.sql(looksIntoTexts ? SearchDocument.columns : Self.placeColumns, direction))
    let first = SearchIndex.rows(ofSpan: SearchIndex.span(of: lowest)).lowerBound
    let last = SearchIndex.rows(ofSpan: SearchIndex.span(of: highest == .max ? .max : highest - 1)).upperBound
    let columns = ColumnIndexes<Column>(of: statement)
    let documentColumns =
      looksIntoTexts ? ColumnIndexes<SearchDocument.Column>(of: statement) : nil
    let rows = try Row.fetchCursor(statement, arguments: [expression, first, last])
    var found: [MessageCursor] = []
    var inSpan: [MessageCursor] = []
    var span: Int64?
    while let row = try rows.next() {
      let place = MessageCursor(
        orderKey: row.value(columns[.orderKey]) ?? 0, id: row.value(columns[.id]) ?? 0)
      let next = SearchIndex.span(of: place.orderKey)
      if next != span {
        found += inSpan.sorted(by: order)
        inSpan.removeAll(keepingCapacity: true)
        if found.count >= limit { break }
        span = next
      }
      guard place.orderKey >= lowest, place.orderKey < highest, isBeyond(place) else { continue }
      let isPassing = try passes(
        place, isOwn: row.value(columns[.isOwn]) ?? false, topic: row.value(columns[.topic])
      ) {
        try documentColumns.map { try SearchDocument.stored(row, $0, db).document.list() } ?? []
      }
      guard isPassing else {
        rejected += 1
        if looksIntoTexts, rejected > rejectedLimit { return nil }
        continue
      }
      inSpan.append(place)
    }
    found += inSpan.sorted(by: order)
    return Array(found.prefix(limit))
  }

  private enum Column: Int, CaseIterable, CodingKey { case isOwn, topic, id, orderKey }

  /// SQL for the columns of a document that its position needs.
  private static let placeColumns = "m.id, m.order_key AS orderKey"

  private static func sql(_ columns: String, _ direction: String) -> String {
    """
    SELECT m.is_own AS isOwn, m.topic, \(columns) FROM search s CROSS JOIN message m ON m.id = s.rowid & \(SearchIndex.message)
    WHERE search MATCH ? AND s.rowid BETWEEN ? AND ? ORDER BY s.rowid \(direction)
    """
  }

  /// The statements, for a test of SQLite's query plans.
  static var statements: [String] {
    [placeColumns, SearchDocument.columns].flatMap { columns in ["ASC", "DESC"].map { sql(columns, $0) } }
  }

  /// Whether texts must be read.
  private var readsMessages: Bool {
    checks.contains { if case .words = $0 { true } else { false } }
  }

  private func passes(
    _ place: MessageCursor, isOwn: Bool, topic: Topic.ID?, words: () throws -> [UInt8]
  ) throws -> Bool {
    guard !checks.isEmpty else { return true }
    let words = try words()
    return try checks.allSatisfy { check in
      switch check {
      case .bookmark(let word): try Bookmarks(db).word(of: place.id) == word
      case .own(let isExcluded): isOwn != isExcluded
      case .topics(let topics, let isExcluded): (topic.map(topics.contains) ?? false) != isExcluded
      case .notBetween(let start, let end): place.orderKey < start || place.orderKey >= end
      case .words(let patterns, let isExcluded): patterns.contains(where: words.hasPart) != isExcluded
      }
    }
  }
}

extension [UInt8] {
  /// Whether the array contains another one as a contiguous part.
  fileprivate func hasPart(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return part.isEmpty }
    var start = startIndex
    while start <= count - part.count {
      if self[start] == first, self[start + part.count - 1] == part[part.count - 1],
        self[start..<start + part.count].elementsEqual(part)
      {
        return true
      }
      start += 1
    }
    return false
  }
}

extension SearchHit {
  /// Reads the message of a hit; nil if it cannot be read.
  init?(_ cursor: MessageCursor, _ db: Database) throws {
    guard let message = try MessageQuery.message(cursor.id).fetch(db).first else { return nil }
    let title = try String.fetchOne(
      db.cachedStatement(sql: "SELECT coalesce(custom_title, title) FROM conversation WHERE id = ?"),
      arguments: [message.conversation])
    self.init(message: message, chatTitle: title ?? "")
  }
}
