import Chats
import Foundation
import SeededRandom

private typealias Attachment = Chats.Attachment

/// A chat as it happened, made from a seed. Exporters show parts of it, each as of a time.
package struct RandomChat: Sendable {
  /// A property of chats that exports and merging must cope with. A chat has some of them.
  package enum Hazard: String, CaseIterable, Sendable {
    /// Several messages have the same second.
    case equalTimes
    /// Several messages have the same text.
    case equalTexts
    /// Texts look like the header of a message in a transcript.
    case lookalikes
    case edits, deletions, reactions, replies, albums, files, events
    /// People change their names.
    case newNames
  }

  package struct Person: Sendable {
    /// A number that no other person of any chat has.
    package var key: Int
    /// The names, each with the time since which it is used.
    package var names: [Dated<String>]
    package var name: String { names[names.count - 1].value }
  }

  /// A value that holds since a time, in milliseconds since 1970 UTC.
  package struct Dated<Value: Sendable>: Sendable {
    package var since: Int64
    package var value: Value
  }

  package struct Reaction: Sendable {
    package var emoji: String
    /// An index in ``RandomChat/people``.
    package var person: Int
    /// Milliseconds since 1970 UTC.
    package var time: Int64
  }

  package struct File: Sendable {
    package var kind: Chats.Attachment.Kind
    /// Without an extension, unique in the chat.
    package var name: String
    /// The words of a voice message, in formats that have them.
    package var words: String? { kind == .voice ? "Words of \(name)" : nil }
  }

  package struct Message: Sendable {
    /// A positive number that no other message of the chat has, ascending. The following numbers belong to the message,
    /// too, one for each of its files after the first, for formats with a record for each file of an album.
    package var key: Int
    /// An index in ``RandomChat/people``.
    package var sender: Int
    /// Milliseconds since 1970 UTC.
    package var sentAt: Int64
    /// The index of the person that the sender invites, for events; nil for messages.
    package var invites: Int?
    /// The texts, each with the time since which it is shown. Empty for files without a caption, and for events.
    package var texts: [Dated<String>]
    /// An index in ``RandomChat/messages``.
    package var replyTo: Int?
    /// Several photos are an album. Other files are alone.
    package var files: [File] = []
    package var reactions: [Reaction] = []
    package var deletedAt: Int64?

    package var text: String { texts[texts.count - 1].value }
    package var isDeleted: Bool { deletedAt != nil }
    /// The time of the last edit.
    package var editedAt: Int64? { texts.count > 1 ? texts[texts.count - 1].since : nil }
    /// The texts before the last one, with the times at which they were replaced.
    package var earlierTexts: [Edit] {
      zip(texts, texts.dropFirst()).map { Edit(replacedAt: $1.since, text: $0.value) }
    }
  }

  /// A number that no other chat has.
  package let number: Int
  package let title: String
  package let timeZone: TimeZone
  package let hazards: Set<Hazard>
  /// The first one is the owner. A chat of two people has the other one's name as its title.
  package private(set) var people: [Person]
  /// In true order.
  package private(set) var messages: [Message] = []

  /// Creates a chat with these contents.
  init(number: Int, title: String, people: [Person], messages: [Message]) {
    (self.number, self.title, self.people, self.messages) = (number, title, people, messages)
    (timeZone, hazards) = (.gmt, [])
  }

  package var isDirect: Bool { people.count == 2 }
  /// The owner's partner in a chat of two people.
  package var partner: Person { people[1] }

  /// Milliseconds that no message, edit, reaction or deletion is after.
  package var end: Int64 { (messages.last?.sentAt ?? 0) + 100 * Self.hour }

  /// The chat as it was shown at a time, without what happened later. Later messages are still there.
  package func seen(at time: Int64) -> RandomChat {
    var chat = self
    for index in people.indices { chat.people[index].names = people[index].names.seen(at: time) }
    for index in messages.indices {
      chat.messages[index].texts = messages[index].texts.seen(at: time)
      chat.messages[index].reactions.removeAll { $0.time > time }
      if let deletedAt = messages[index].deletedAt, deletedAt > time { chat.messages[index].deletedAt = nil }
    }
    return chat
  }

  /// Gives all people another name.
  mutating func rename(at time: Int64) {
    for index in people.indices {
      people[index].names.append(Dated(since: time, value: "\(people[index].name) Lind"))
    }
  }

  /// A range that begins with the chat, and has a message that stays.
  func rangeFromBeginning(to range: Range<Int>) -> Range<Int> {
    let lasting = messages.firstIndex { $0.invites == nil && !$0.isDeleted } ?? messages.count - 1
    return 0..<max(range.upperBound, lasting + 1)
  }

  /// Whether exports contain a record that cannot be read.
  package var hasBrokenRecord: Bool { number.isMultiple(of: 4) }

  /// The number of the minute of a message.
  package func minute(_ index: Int) -> Int64 { TimeResolution.minute(of: messages[index].sentAt) }

  /// The messages of the same minute.
  package func minuteRange(of index: Int) -> Range<Int> {
    let first = messages.indices.first { minute($0) == minute(index) } ?? index
    return first..<(messages.indices.first { minute($0) > minute(index) } ?? messages.count)
  }
}

extension Array {
  fileprivate func seen<Value>(at time: Int64) -> Self where Element == RandomChat.Dated<Value> {
    Array(prefix(Swift.max(1, count { $0.since <= time })))
  }
}

// MARK: - Making a chat

extension RandomChat {
  private static let second: Int64 = 1000
  private static let minute: Int64 = 60 * second
  private static let hour: Int64 = 60 * minute

  /// Makes a chat.
  ///
  /// - Parameters:
  ///   - number: The seed, and a part of the chat's title and keys.
  ///   - facts: What the formats hold. An edited text is known only as such, the latest of texts that are edited again
  ///     only by its time, and people with new names only by their keys.
  package init(number: Int, in timeZone: TimeZone, holding facts: ExportFacts) {
    var random = SplitMix64(seed: UInt64(number), streams: 1)
    self.number = number
    self.timeZone = timeZone
    hazards = Set(Hazard.allCases.filter { _ in random.oneIn(3) })
    let isDirect = random.oneIn(3)
    var names = Self.names
    random.shuffle(&names)
    names = Array(names.prefix(isDirect ? 2 : 3 + random.below(3)))
    people = names.enumerated().map { index, name in
      Person(key: number * 10 + index, names: [Dated(since: .min, value: name)])
    }
    if isDirect {
      // The partner's name is the title, which must be that of no other chat.
      people[1].names[0].value += " \(number)"
      title = people[1].name
    } else {
      title = "\(random.pick(["Walks", "하이킹", "Ridge & <hut>", "טיולים"])) \(number)"
    }
    addMessages(facts, &random)
    if has(.newNames), facts.contains(.senderKeys) {
      let middle = messages[messages.count / 2].sentAt
      people[0].names.append(Dated(since: middle, value: "\(people[0].name) Lind"))
    }
  }

  private static let names = [
    "Mara", "Jonas Weber", "Tove:work", "[Amir]", "🦊", "מרים כהן", "محمد", "4915112345678", "+49 151 234567",
    "You", "Ünal – the hut", "12:30", "J", "Mara",
  ]

  private func has(_ hazard: Hazard) -> Bool { hazards.contains(hazard) }

  private mutating func addMessages(_ facts: ExportFacts, _ random: inout SplitMix64) {
    // No zone changes its offset in these months.
    let month = CivilDate(year: 2014 + random.below(11), month: random.oneIn(2) ? 1 : 6, day: 5)!
    var time = Int64(month.dayNumber * CivilDate.secondsPerDay) * Self.second
    time += Int64(random.below(20 * 24)) * Self.hour + Int64(random.below(Int(Self.hour)))
    var key = 1 + random.below(1000)
    for _ in 0..<(2 + random.below(random.oneIn(12) ? 40 : 7)) {
      time += step(&random)
      var message = message(key: key, at: time, &random)
      if let last = messages.last, !last.files.isEmpty, !message.files.isEmpty {
        // Files of one second count as an album.
        time = max(time, last.sentAt + Self.second)
        message.sentAt = time
        message.texts[0].since = time
      }
      if random.oneIn(8) { addHistory(to: &message, facts, &random) }
      messages.append(message)
      key += max(1, message.files.count) + (random.oneIn(4) ? 3 : 0)
    }
    restoreMessages()
  }

  /// Takes back the deletions after which an export would not show what it is expected to: of all messages of a chat, and
  /// of a message before an event, which has that message's time in formats where events have none.
  private mutating func restoreMessages() {
    func restore(_ index: Int?) { if let index { messages[index].deletedAt = nil } }
    for index in messages.indices where messages[index].invites != nil {
      restore(messages[..<index].lastIndex { $0.invites == nil })
    }
    let texts = messages.filter { $0.invites == nil }
    if texts.allSatisfy(\.isDeleted) { restore(messages.lastIndex { $0.invites == nil }) }
  }

  /// The time between two messages.
  private func step(_ random: inout SplitMix64) -> Int64 {
    switch random.below(10) {
    case ..<3 where has(.equalTimes): Int64(random.below(300))
    case ..<7: Int64(random.below(Int(20 * Self.second)))
    case ..<9: Int64(random.below(Int(20 * Self.minute)))
    default: Int64(random.below(Int(8 * Self.hour)))
    }
  }

  private func message(key: Int, at time: Int64, _ random: inout SplitMix64) -> Message {
    let sender = random.below(people.count)
    var message = Message(key: key, sender: sender, sentAt: time, texts: [Dated(since: time, value: "")])
    if has(.events), random.oneIn(8) {
      message.invites = (sender + 1) % people.count
      return message
    }
    if has(.replies), !messages.isEmpty, random.oneIn(4) {
      let target = random.below(messages.count)
      if messages[target].invites == nil { message.replyTo = target }
    }
    if has(.albums), random.oneIn(6) {
      message.files = (0..<(2 + random.below(3))).map { File(kind: .photo, name: "IMG-\(key + $0)") }
    } else if has(.files), random.oneIn(5) {
      let kind = random.pick([Chats.Attachment.Kind.photo, .voice, .file])
      message.files = [File(kind: kind, name: "FILE-\(key)")]
    }
    if message.files.isEmpty || random.oneIn(2) { message.texts[0].value = text(&random) }
    return message
  }

  private func text(_ random: inout SplitMix64) -> String {
    if has(.equalTexts), random.oneIn(2) { return random.pick(["ha", "ok", "👍"]) }
    if has(.lookalikes), random.oneIn(4) { return Self.lookalike(&random) }
    let sentence = "Sentence \(random.below(100_000))"
    return switch random.below(10) {
    case 0: "\(sentence)\n\nand another line"
    case 1: "\(sentence) https://example.org/\(random.below(100))?a=b&c"
    case 2: "\(sentence): \"quoted\" \\ <b>שלום</b>\t你好 👩‍👩‍👧"
    default: sentence
    }
  }

  /// A text with a header of a person who is not in the chat, at an earlier time.
  private static func lookalike(_ random: inout SplitMix64) -> String {
    let number = 10 + random.below(50)
    return random.pick([
      "[13.06.10, 15:22:\(number)] Zoe: hello",
      "Zoe wrote:\n[13.06.10, 15:22:\(number)] Zoe: hello\nand more",
      "Zoe wrote:\n13/06/2010, 15:\(number) - Zoe: hello", "12:\(number) <@zoe> hello",
      "Note \(number): buy bread",
    ])
  }

  /// Adds edits, reactions and a deletion, some of them after the next messages.
  private func addHistory(to message: inout Message, _ facts: ExportFacts, _ random: inout SplitMix64) {
    func later() -> Int64 {
      message.sentAt + 1 + Int64(random.below(Int(random.oneIn(2) ? Self.minute : 9 * Self.hour)))
    }
    guard message.invites == nil else { return }
    if has(.edits), facts.contains(.edited), !message.text.isEmpty {
      for time in (0...random.below(facts.contains(.editTimes) ? 2 : 1)).map({ _ in later() }).sorted() {
        message.texts.append(Dated(since: time, value: "\(message.texts[0].value), edited \(time % 1000)"))
      }
    }
    if has(.reactions) {
      for person in people.indices where random.oneIn(2) {
        message.reactions.append(
          Reaction(emoji: random.pick(["👍", "❤️"]), person: person, time: later()))
      }
    }
    if has(.deletions), random.oneIn(3) { message.deletedAt = later() }
  }
}

extension SplitMix64 {
  /// Puts the elements into a random order.
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst() { elements.swapAt(index, below(index + 1)) }
  }
}
