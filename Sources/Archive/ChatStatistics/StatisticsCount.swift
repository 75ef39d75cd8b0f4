import ChatStore
import Chats
import Foundation

extension Archive {
  /// Counts the messages of a chat, or of all chats. The numbers of many messages in all times are kept in the archive,
  /// and read again as long as nothing has changed that they depend on.
  ///
  /// - Parameters:
  ///   - chat: A chat, or a topic or thread by its `Topic.part(_:)`; nil for all chats.
  ///   - span: Milliseconds since 1970 UTC; nil for all times.
  ///   - person: Whose words are counted; nil for everybody's. All other numbers are everybody's.
  ///   - timeZone: The zone of days and hours.
  ///   - least: The least number of messages whose numbers are kept. Fewer are counted in a tenth of a second.
  ///   - progress: Called on any thread with the number of messages so far and that of all messages in the chats, once
  ///     for 10,000 messages.
  /// - Throws: `ArchiveError`; `CancellationError` once the task is cancelled.
  /// - Complexity: O(n) in the number of messages and the bytes of their texts.
  public func statistics(
    of chat: Conversation.ID? = nil, in span: Range<Int64>? = nil, wordsOf person: Participant.ID? = nil,
    timeZone: TimeZone, keepingFrom least: Int = 20_000,
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws -> ChatStatistics {
    let key = span == nil ? StatisticsCount.key(chat, person, timeZone) : nil
    var stamp: Int64?
    if let key {
      let kept = try await keptCount(key)
      if let known = kept.numbers.flatMap(ChatStatistics.init(kept:)) { return try await named(known) }
      stamp = kept.stamp
    }
    let found = try await counted(
      CountedScope(chat: chat, span: span), wordsOf: person, timeZone: timeZone, progress)
    if let key, let stamp, found.messages >= least, let numbers = found.kept {
      await keepCount(numbers, as: key, stamp: stamp)
    }
    return try await named(found)
  }

  /// Counts the messages of a scope. The people and the chats have no names.
  private func counted(
    _ scope: CountedScope, wordsOf person: Participant.ID?, timeZone: TimeZone,
    _ progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void
  ) async throws -> ChatStatistics {
    var count = StatisticsCount(wordsOf: person, timeZone: timeZone)
    let chats = try await chats().filter { scope.chat == nil || $0.id == scope.chat }
    var all = chats.reduce(0) { $0 + $1.messageCount }
    if let topic = scope.chat.flatMap(Topic.id(ofPart:)) {
      all = try await self.topic(topic)?.messageCount ?? 0
    }
    var page = try await countedMessages(scope, after: nil, limit: StatisticsCount.page)
    while true {
      try Task.checkCancellation()
      // The next page is read while this one is counted.
      let (messages, place) = page
      async let next = countedMessages(after: place, scope)
      for message in messages { count.add(message) }
      progress(count.found.messages, all)
      guard let following = try await next else { break }
      page = following
    }
    for (sender, words) in try await transcripts(scope) { count.add(spoken: words, by: sender ?? 0) }
    var found = count.finish()
    let places = Dictionary(found.people.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for (sender, shelf, number) in try await countedFiles(scope) {
      switch shelf {
      case .pictures: found.pictures += number
      case .films: found.videos += number
      case .files: found.files += number
      }
      if let index = places[sender ?? 0] { found.people[index].media += number }
    }
    found.reactions = try await countedReactions(scope, limit: StatisticsCount.mostEmoji)
      .map { CountedWord(text: $0.key, count: $0.count) }
    return found
  }

  /// Gives people and chats their present names.
  private func named(_ statistics: ChatStatistics) async throws -> ChatStatistics {
    var found = statistics
    let known = try await countedPeople(found.people.map(\.id))
    for index in found.people.indices {
      guard let person = known[found.people[index].id] else { continue }
      found.people[index].name = person.name
      found.people[index].colorSeed = person.colorSeed
    }
    let titles = Dictionary(try await chats().map { ($0.id, $0.title) }) { first, _ in first }
    for index in found.chats.indices { found.chats[index].title = titles[found.chats[index].id] ?? "" }
    return found
  }

  private func countedMessages(
    after place: CountedPlace?, _ scope: CountedScope
  ) async throws -> (messages: [CountedMessage], next: CountedPlace?)? {
    guard let place else { return nil }
    return try await countedMessages(scope, after: place, limit: StatisticsCount.page)
  }
}

/// The state of a count.
struct StatisticsCount {
  var found = ChatStatistics()
  private let wordsOf: Participant.ID?
  private var clock: LocalDays
  /// The number of the rules of counting, for numbers that are kept. Change it with any of the rules.
  private static let rules = 1

  private var words = WordTable()
  private var emoji: [Character: Int] = [:]
  private var people: [Participant.ID: ChatStatistics.Person] = [:]
  private var chats: [Conversation.ID: ChatStatistics.Chat] = [:]
  private var writers: [Conversation.ID: Set<Participant.ID>] = [:]
  private var last: (chat: Conversation.ID, sender: Participant.ID, sentAt: Int64)?

  /// Messages for each access to the archive.
  static let page = 10_000
  static let mostEmoji = 100
  private static let mostWords = 5_000
  /// More different emoji, which may be texts that repeat marks, are not counted.
  private static let differentEmoji = 10_000

  init(wordsOf person: Participant.ID?, timeZone: TimeZone) {
    wordsOf = person
    clock = LocalDays(timeZone)
  }

  /// The name under which numbers are kept.
  static func key(_ chat: Conversation.ID?, _ person: Participant.ID?, _ timeZone: TimeZone) -> String {
    let parts = [
      "statistics \(rules)", chat.map { "chat \($0)" } ?? "all chats", person.map { "words of \($0)" },
      timeZone.identifier, TimeZone.timeZoneDataVersion,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  mutating func add(_ message: CountedMessage) {
    let sender = message.sender ?? 0
    let (day, hour) = clock.day(message.sentAt)
    found.messages += 1
    found.days[day, default: 0] += 1
    // 1970-01-01 was a Thursday.
    found.hours[(day + 3) % 7][hour] += 1
    let count =
      message.isForwarded || message.text.isEmpty
      ? 0 : countWords(message.text, leavingOut: message.marked, of: sender)
    found.words += count
    people[sender, default: .init(id: sender, name: "", colorSeed: 0)].add(words: count, month: clock.month)
    chats[message.chat, default: .init(id: message.chat, title: "")].add(message.sentAt)
    writers[message.chat, default: []].insert(sender)
    noteReply(message, sender)
  }

  private mutating func noteReply(_ message: CountedMessage, _ sender: Participant.ID) {
    defer { last = (message.chat, sender, message.sentAt) }
    guard let last, last.chat == message.chat, last.sender != sender else { return }
    let (time, isTooLong) = message.sentAt.subtractingReportingOverflow(last.sentAt)
    guard !isTooLong, (0...ReplyTimes.longest).contains(time) else { return }
    people[sender]?.replies.add(milliseconds: time)
  }

  /// Counts the words of a voice message, which is counted already.
  mutating func add(spoken text: String, by sender: Participant.ID) {
    let count = countWords(text, leavingOut: [], of: sender)
    found.words += count
    people[sender]?.words += count
  }

  /// Returns the number of words in a text.
  private mutating func countWords(
    _ text: String, leavingOut left: [Range<Int>], of sender: Participant.ID
  ) -> Int {
    let names = wordsOf == nil || wordsOf == sender
    let bytes = text.utf8Span.span
    var count = 0
    WordScanner.scan(text, leavingOut: left) { piece in
      switch piece {
      case .word(let range):
        count += 1
        if names { words.add(bytes, range) }
      case .other: count += 1
      case .emoji(let character):
        if names, emoji[character] != nil || emoji.count < Self.differentEmoji {
          emoji[character, default: 0] += 1
        }
      }
    }
    return count
  }

  mutating func finish() -> ChatStatistics {
    found.people = people.values.sorted { ($1.messages, $0.id) < ($0.messages, $1.id) }
    for (chat, writers) in writers { chats[chat]?.people = writers.count }
    found.chats = chats.values.sorted { ($1.messages, $0.id) < ($0.messages, $1.id) }
    found.usedWords = words.words(limit: Self.mostWords)
    found.emoji = Array(
      emoji.map { CountedWord(text: String($0.key), count: $0.value) }.sorted(by: CountedWord.isMore)
        .prefix(Self.mostEmoji))
    return found
  }
}

extension ChatStatistics.Person {
  fileprivate mutating func add(words: Int, month: Int) {
    messages += 1
    self.words += words
    months[month, default: 0] += 1
  }
}

extension ChatStatistics.Chat {
  fileprivate mutating func add(_ sentAt: Int64) {
    messages += 1
    lastSentAt = max(lastSentAt, sentAt)
  }
}

/// The days and hours of instants that mostly ascend, without asking the calendar for each of them.
private struct LocalDays {
  private let timeZone: TimeZone
  /// The instants with the offset, in milliseconds.
  private var span: Range<Int64> = 0..<0
  private var offset: Int64 = 0
  private var today = Int.min
  /// The month of the last day.
  private(set) var month = 0

  private static let perDay: Int64 = 86_400_000
  /// The instants of the years 1970 to 2199, as in ``CivilDate``. A damaged message can have any.
  private static let supported: ClosedRange<Int64> = 0...7_258_118_399_999

  init(_ timeZone: TimeZone) { self.timeZone = timeZone }

  /// The day since 1970-01-01 and the hour of an instant.
  mutating func day(_ instant: Int64) -> (day: Int, hour: Int) {
    let instant = min(max(instant, Self.supported.lowerBound), Self.supported.upperBound)
    if !span.contains(instant) {
      let date = Date(timeIntervalSince1970: Double(instant) / 1000)
      offset = Int64(timeZone.secondsFromGMT(for: date)) * 1000
      // Offsets change at most at the full quarters of hours.
      let quarter = instant / 900_000 * 900_000
      span = quarter..<quarter + 900_000
      if let change = timeZone.nextDaylightSavingTimeTransition(after: date) {
        let next = Int64(change.timeIntervalSince1970 * 1000)
        if next > instant { span = quarter..<next }
      } else {
        span = quarter..<quarter + Self.perDay
      }
    }
    // The first and the last day have instants of the days beyond them.
    let local = min(max(instant + offset, 0), Self.supported.upperBound)
    let day = Int(local / Self.perDay)
    if day != today {
      today = day
      month = ChatStatistics.month(ofDay: day)
    }
    return (day, Int((local - Int64(day) * Self.perDay) / 3_600_000))
  }
}
