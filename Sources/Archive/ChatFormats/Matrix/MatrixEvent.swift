import Chats
import Foundation

/// An event of a Matrix room, as sent by servers and as exported by Element.
struct MatrixEvent {
  let id: String
  /// For example “m.room.message”.
  let type: String
  /// For example “@mara:example.org”.
  let sender: String
  /// Milliseconds since 1970 UTC.
  let sentAt: Int64
  let room: String?
  /// For an event that sets the state of the room, its subject, for example the person whose membership changes; nil
  /// for others.
  let stateKey: String?
  let content: JSONFields?
  /// The data added by the server.
  let unsigned: JSONFields?

  /// The reason why an object is not an event.
  enum Fault: Error {
    case noID, noTime, invalidTime, other
  }

  init(_ fields: JSONFields) throws(Fault) {
    guard let type = fields.key("type") else { throw .other }
    guard let id = fields.key("event_id") else { throw .noID }
    guard fields.contains("origin_server_ts") else { throw .noTime }
    guard let sentAt = ExportTime.valid(fields.int64("origin_server_ts")) else { throw .invalidTime }
    guard let sender = fields.key("sender") else { throw .other }
    self.id = id
    self.type = type
    self.sender = sender
    self.sentAt = sentAt
    room = fields.key("room_id")
    stateKey = fields.string("state_key")
    content = fields.object("content")
    unsigned = fields.object("unsigned")
  }

  /// The relation of the event to another one.
  struct Relation {
    /// For example “m.replace”; nil for a reply.
    let type: String?
    /// The event that it belongs to.
    let target: String?
    /// The event that it answers.
    let reply: String?
    /// The emoji of a reaction.
    let key: String?
    /// Whether the answer is only meant for programs without threads.
    let isFallback: Bool
  }

  var relation: Relation? {
    guard let fields = content?.object("m.relates_to") else { return nil }
    return Relation(
      type: fields.key("rel_type"), target: fields.key("event_id"),
      reply: fields.object("m.in_reply_to")?.key("event_id"), key: fields.line("key", limit: 100),
      isFallback: fields.bool("is_falling_back") == true)
  }

  /// Whether the contents were removed before the export.
  var isRedacted: Bool {
    unsigned?.object("redacted_because") != nil || unsigned?.contains("redacted_by") == true
  }

  /// The new contents of an edit.
  var newContent: JSONFields? { content?.object("m.new_content") }

  /// The event that a redaction removes.
  var redacts: String? { content?.key("redacts") }
}

/// The effects of later events on earlier ones: edits, reactions, votes, removals and names.
///
/// A live source adds events as they arrive. An export is read once in advance, because reactions follow their
/// messages. The amount of stored data is bounded.
struct MatrixRelations {
  /// A later text of a message, or a later form of a poll.
  struct Edit {
    let text: StyledText
    let poll: MatrixPoll?
    let sender: String
    let sentAt: Int64
    let id: String
  }

  /// A reaction of one person.
  struct Reaction {
    let key: String
    let sender: String
    let sentAt: Int64
    fileprivate let id: String
  }

  /// The answers of a person to a poll; none for the end of a poll.
  private struct Vote {
    let answers: [String]
    let sender: String
    let sentAt: Int64
    let id: String
  }

  /// The number of names, and of all other entries, that are kept. Long texts count as several.
  private let limit: Int
  private static let entryBytes = 256

  private var count = 0
  private(set) var edits: [String: [Edit]] = [:]
  private var reactions: [String: [Reaction]] = [:]
  private var votes: [String: [Vote]] = [:]
  private var pollEnds: [String: [Vote]] = [:]
  /// The people who, according to the export, can remove other people's messages and end their polls.
  private var moderators: Set<String> = []
  private var redacted: Set<String> = []
  private(set) var names: [String: String] = [:]
  /// The number of events that could not be kept.
  private(set) var leftOut = 0

  init(limit: Int = 200_000) {
    self.limit = limit
  }

  mutating func add(_ event: MatrixEvent, redacts: String? = nil) {
    if event.type == "m.room.member", let person = event.stateKey,
      let name = event.content?.line("displayname")
        ?? event.unsigned?.object("prev_content")?.line("displayname")
    {
      if names.count < limit || names[person] != nil { names[person] = name }
    }
    // Only the creators of older rooms are among the people of the levels.
    if event.type == "m.room.create" { moderators.insert(event.sender) }
    if event.type == "m.room.power_levels", event.stateKey != nil, let content = event.content {
      addModerators(content)
    }
    guard count < limit else {
      if affectsOthers(event) { leftOut += 1 }
      return
    }
    if event.type == "m.room.redaction", let target = redacts ?? event.redacts {
      count += 1
      redacted.insert(target)
      return
    }
    guard !event.isRedacted, let relation = event.relation, let target = relation.target else { return }
    switch (event.type, relation.type) {
    case ("m.reaction", "m.annotation"):
      guard let key = relation.key, !key.isEmpty else { return }
      reactions[target, default: []].append(
        Reaction(key: key, sender: event.sender, sentAt: event.sentAt, id: event.id))
    case (_, "m.replace"):
      guard let content = event.newContent else { return }
      // Keep only the text, because the contents would keep their whole document in memory.
      let later = MatrixContent(content, type: event.type)
      let poll = later.poll
      let text = poll.map { StyledText($0.text) } ?? later.text(isReply: false)
      edits[target, default: []].append(
        Edit(text: text, poll: poll, sender: event.sender, sentAt: event.sentAt, id: event.id))
      count += text.text.utf8.count / Self.entryBytes
    case ("m.poll.response", _), ("org.matrix.msc3381.poll.response", _):
      votes[target, default: []].append(
        Vote(
          answers: MatrixContent.answers(event.content), sender: event.sender, sentAt: event.sentAt,
          id: event.id))
    case ("m.poll.end", _), ("org.matrix.msc3381.poll.end", _):
      pollEnds[target, default: []].append(
        Vote(answers: [], sender: event.sender, sentAt: event.sentAt, id: event.id))
    default: return
    }
    count += 1
  }

  /// Keeps the people who could remove messages at any time.
  private mutating func addModerators(_ levels: JSONFields) {
    let needed = levels.int64("redact") ?? 50
    guard let people = levels.object("users") else { return }
    for (person, level) in people.members where moderators.count < limit {
      // Older rooms can have numbers as texts.
      if let level = level.asText.flatMap({ Int64($0) }), level >= needed { moderators.insert(person) }
    }
  }

  /// Whether an event changes the message of another one.
  private func affectsOthers(_ event: MatrixEvent) -> Bool {
    switch event.type {
    case "m.room.redaction", "m.reaction", "m.poll.response", "m.poll.end",
      "org.matrix.msc3381.poll.response",
      "org.matrix.msc3381.poll.end":
      true
    default: event.relation?.type == "m.replace"
    }
  }

  func isRedacted(_ event: MatrixEvent) -> Bool { event.isRedacted || isRedacted(event.id) }

  func isRedacted(_ id: String) -> Bool { redacted.contains(id) }

  /// The edits of a message by its sender, the first one first, without removed ones.
  func edits(of id: String, by sender: String) -> [Edit] {
    (edits[id] ?? []).filter { $0.sender == sender && !redacted.contains($0.id) }
      .sorted { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }
  }

  /// The reactions to a message by their emoji, in the order in which each first occurred, without removed ones.
  ///
  /// - Complexity: O(n) in the number of reactions to the message.
  func reactions(to id: String) -> [(key: String, people: [Reaction])] {
    var found: [(key: String, people: [Reaction])] = []
    var places: [String: Int] = [:]
    var seen: [Set<String>] = []
    for reaction in reactions[id] ?? [] where !redacted.contains(reaction.id) {
      if places[reaction.key] == nil {
        places[reaction.key] = found.count
        found.append((reaction.key, []))
        seen.append([])
      }
      guard let place = places[reaction.key], seen[place].insert(reaction.sender).inserted else { continue }
      found[place].people.append(reaction)
    }
    return found
  }

  /// The votes by the answers' identifiers and by person, and whether the poll has ended: who started it, or a moderator,
  /// has ended it. The last vote of a person before that counts, without removed ones.
  func votes(on id: String, by starter: String) -> (
    counts: [String: Int], people: [String: [String]], isClosed: Bool
  ) {
    let ends = (pollEnds[id] ?? []).filter {
      ($0.sender == starter || moderators.contains($0.sender)) && !redacted.contains($0.id)
    }
    let end = ends.map(\.sentAt).min()
    var last: [String: Vote] = [:]
    for vote in votes[id] ?? [] where !redacted.contains(vote.id) && vote.sentAt <= end ?? .max {
      if let other = last[vote.sender], other.sentAt > vote.sentAt { continue }
      last[vote.sender] = vote
    }
    let people = last.mapValues(\.answers)
    var counts: [String: Int] = [:]
    for answers in people.values { for answer in Set(answers) { counts[answer, default: 0] += 1 } }
    return (counts, people, end != nil)
  }

  /// The name of a person, or else the first part of the address.
  func name(of person: String) -> String {
    if let name = names[person] { return name }
    let local = person.drop { $0 == "@" }.prefix { $0 != ":" }
    return local.isEmpty ? person : String(local)
  }

  /// The people with this name.
  func people(named name: String) -> [String] { names.filter { $0.value == name }.map(\.key) }
}
