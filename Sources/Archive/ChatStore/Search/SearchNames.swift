import Chats
import Foundation
import GRDB
import SeededRandom
import Translation

/// Finds people and chats by their names.
///
/// A name is found by the beginnings of its words, in their order. If some names match exactly, only these are meant:
/// then "Ann" does not match "Anna".
struct SearchNames {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// The largest number of people or chats that a filter can match. More would make a search slow, and are unlikely to
  /// be meant.
  private static let limit = 500

  // MARK: People

  /// The participants of the people with a name.
  func participants(named name: String) throws -> [Participant.ID] {
    let roots = try people(NamePattern(name)).map(\.id)
    guard !roots.isEmpty else { return [] }
    return try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM participant WHERE coalesce(person, id) IN (SELECT value FROM json_each(?))
        ORDER BY id LIMIT \(Self.limit)
        """, arguments: ["\(roots)"])
  }

  func people(
    named name: String, in chat: Conversation.ID?, limit: Int
  ) throws -> [SearchSuggestion] {
    let pattern = NamePattern(name)
    let found = try people(pattern.isEmpty ? nil : pattern, exactFirst: false)
    var counts: [Participant.ID: Int] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT coalesce(p.person, p.id) AS person, sum(s.message_count) AS messages
        FROM membership s JOIN participant p ON p.id = s.participant
        WHERE ?1 IS NULL OR s.conversation IN (SELECT id FROM conversation WHERE id = ?1 OR merged_into = ?1)
        GROUP BY 1
        """, arguments: [chat.flatMap(db.wholeChat)])
    while let row = try rows.next() { counts[try row.required("person")] = row.value("messages") ?? 0 }
    let people = found.compactMap { person in
      counts[person.id].map {
        SearchSuggestion(id: person.id, name: person.name, colorSeed: person.colorSeed, messageCount: $0)
      }
    }
    return people.first(limit)
  }

  private struct Person {
    let id: Participant.ID
    let name: String
    let colorSeed: UInt64
  }

  /// The people with a name, or all.
  private func people(_ pattern: NamePattern?, exactFirst: Bool = true) throws -> [Person] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT coalesce(p.person, p.id) AS person, coalesce(pp.name, p.name) AS shown_name,
          coalesce(pp.color_seed, p.color_seed) AS color, p.name
        FROM participant p LEFT JOIN participant pp ON pp.id = p.person
        UNION ALL
        SELECT coalesce(p.person, p.id), coalesce(pp.name, p.name), coalesce(pp.color_seed, p.color_seed), n.name
        FROM participant_name n JOIN participant p ON p.id = n.participant
        LEFT JOIN participant pp ON pp.id = p.person
        """)
    var found: [Participant.ID: (person: Person, fit: NamePattern.Fit)] = [:]
    while let row = try rows.next() {
      guard let id: Participant.ID = row.value("person"), let name: String = row.value("name") else {
        continue
      }
      guard let fit = pattern.map({ $0.fit(name) }) ?? .beginning else { continue }
      let person = Person(
        id: id, name: row.value("shown_name") ?? tr("Unknown"),
        colorSeed: UInt64(bitPattern: row.value("color") ?? 0))
      found[id] = (person, max(fit, found[id]?.fit ?? fit))
    }
    let best = exactFirst ? found.values.map(\.fit).max() ?? .beginning : .beginning
    return found.values.filter { $0.fit >= best }.map(\.person).sorted { $0.id < $1.id }
  }

  // MARK: Chats

  /// The conversations that are shown in some chats.
  func conversations(of chats: [Conversation.ID]) throws -> [Conversation.ID] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM conversation WHERE coalesce(merged_into, id) IN (SELECT value FROM json_each(?))
        ORDER BY id
        """, arguments: ["\(chats)"])
  }

  /// The conversations that are shown in the chats with a title.
  func conversations(titled title: String) throws -> [Conversation.ID] {
    let pattern = NamePattern(title)
    let fits = try chats().compactMap { chat in pattern.fit(chat.name).map { (chat.id, $0) } }
    let best = fits.map(\.1).max()
    return try conversations(of: fits.filter { $0.1 == best }.map(\.0).prefix(Self.limit).map(\.self))
  }

  func chats(titled title: String, limit: Int) throws -> [SearchSuggestion] {
    let pattern = NamePattern(title)
    return try chats().filter { pattern.isEmpty || pattern.fit($0.name) != nil }.first(limit)
  }

  private func chats() throws -> [SearchSuggestion] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT c.id, coalesce(c.custom_title, c.title) AS title, c.key,
          (SELECT sum(message_count) FROM conversation WHERE id = c.id OR merged_into = c.id) AS messages
        FROM conversation c WHERE merged_into IS NULL
        """)
    return try Array(
      rows.map { row in
        SearchSuggestion(
          id: try row.required("id"), name: row.value("title") ?? tr("Unknown"),
          colorSeed: FNV1a.hash(row.value("key") ?? ""), messageCount: row.value("messages") ?? 0)
      })
  }
}

extension [SearchSuggestion] {
  /// The suggestions with most messages.
  fileprivate func first(_ limit: Int) -> [SearchSuggestion] {
    let sorted = sorted { ($1.messageCount, $0.name, $0.id) < ($0.messageCount, $1.name, $1.id) }
    return limit > 0 ? Array(sorted.prefix(limit)) : []
  }
}

/// The typed part of a name.
struct NamePattern {
  enum Fit: Comparable {
    case beginning, exact
  }

  private let raw: String
  private let words: [String]
  private let term: SearchTerm?

  init(_ name: String) {
    raw = name.trimmingCharacters(in: .whitespaces).lowercased()
    words = SearchText.words(of: name).map(\.text)
    var term = SearchTerm(name)
    term?.makePrefix()
    self.term = term
  }

  var isEmpty: Bool { raw.isEmpty }

  /// Returns how a name matches: exactly, or by the beginnings of its words; nil if it does not match.
  func fit(_ name: String) -> Fit? {
    guard let term else {
      // The pattern is only punctuation.
      let other = name.trimmingCharacters(in: .whitespaces).lowercased()
      return raw.isEmpty ? nil : other == raw ? .exact : other.contains(raw) ? .beginning : nil
    }
    let others = SearchText.words(of: name)
    if others.map(\.text) == words { return .exact }
    return term.ranges(in: others).isEmpty ? nil : .beginning
  }
}
