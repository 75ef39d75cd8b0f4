import Foundation
import Testing

@testable import ChatStatistics
@testable import ChatStore
@testable import Chats

@Suite("The numbers of chats", .dedicatedThreads)
struct StatisticsTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  private typealias Sender = ImportedMessage.Sender
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000
  /// Friday, 1 March 2024, 12:00 UTC.
  private static let noon: Int64 = 1_709_294_400_000
  private static let firstDay = 19_783

  private func fill(_ messages: [ImportedMessage]) throws {
    _ = try archive.writeBatch(messages)
    try archive.endImport(into: [1, 2])
  }

  private func words(_ text: String, leavingOut left: [Range<Int>] = []) -> [String] {
    var found: [String] = []
    let bytes = Array(text.utf8)
    WordScanner.scan(text, leavingOut: left) { piece in
      switch piece {
      case .word(let range): found.append(String(decoding: bytes[range], as: UTF8.self))
      case .other: found.append("·")
      case .emoji(let character): found.append("<\(character)>")
      }
    }
    return found
  }

  @Test(
    "A text is divided into words, numbers and emoji",
    arguments: [
      ("Don't — I’ll wait, Łódź!", ["Don't", "I’ll", "wait", "Łódź"]),
      ("a 12 mp3 x2 o'", ["·", "·", "·", "·", "·"]), ("눈이 30cm 쌓였어요", ["눈이", "·", "쌓였어요"]),
      ("雪が", ["·", "·"]), ("Привет, ёлка", ["Привет", "ёлка"]), ("שלום عالم नमस्ते", ["שלום", "عالم", "नमस्ते"]),
      ("ok👍🏽👨‍👩‍👧ok❤️🇰🇷", ["ok", "<👍🏽>", "<👨‍👩‍👧>", "ok", "<❤️>", "<🇰🇷>"]),
      ("e\u{301}te\u{301}", ["e\u{301}te\u{301}"]), ("", []), ("''’ - ©", []),
    ])
  func scanning(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test("Links and code are left out")
  func leavingOut() {
    #expect(words("see https://example.org now", leavingOut: [4..<23]) == ["see", "now"])
    #expect(words("a👍b", leavingOut: [0..<1, 1..<5]) == ["·"])
    // The range ends within a flag of the whole text.
    #expect(words("🇩🇪🇫abcdef ghijkl", leavingOut: [0..<4]) == ["<🇪🇫>", "abcdef", "ghijkl"])
  }

  @Test("Spellings of a word are one, under the most frequent of them")
  func table() {
    var table = WordTable()
    for text in ["Hut", "hut", "hut", "HUT", "gate"] {
      table.add(text.utf8Span.span, 0..<text.utf8.count)
    }
    for index in 0..<5_000 {
      let text = "word\(index)"
      table.add(text.utf8Span.span, 0..<text.utf8.count)
    }
    #expect(
      table.words(limit: 2) == [CountedWord(text: "hut", count: 4), CountedWord(text: "gate", count: 1)])
    #expect(table.words(limit: .max).count == 5_002)
  }

  @Test(
    "Days, hours, people, words, emoji, files and reactions are counted; notes, events and forwarded words are not"
  )
  func counting() async throws {
    let jonas = ImportedMessage.jonas
    var picture = ImportedMessage.sample("3", at: Self.noon + 2 * Self.day, from: jonas)
    picture.text = ""
    picture.attachments = [
      Chats.Attachment(kind: .photo), Chats.Attachment(kind: .voice, transcript: .init("Left then")),
    ]
    picture.reactions = [.init(key: "👍", count: 3)]
    var forwarded = ImportedMessage.sample(
      "4", at: Self.noon + 2 * Self.day + 1, text: "Words of others", from: jonas)
    forwarded.details.forward = Forward(name: "Others")
    var link = ImportedMessage.sample(
      "2", at: Self.noon + 10 * Self.minute, text: "The HUT? https://example.org/hut", from: jonas)
    link.entities = [TextEntity(start: 9, length: 23, kind: .link(target: "https://example.org/hut"))]
    try fill([
      .sample("1", at: Self.noon, text: "The hut is open 👍"), link, picture, forwarded,
      .sample("5", at: Self.noon + 9 * Self.day, text: "Mara joined", kind: .service),
      .sample("6", at: Self.noon + 9 * Self.day, text: "", kind: .deleted),
    ])
    let found = try await archive.statistics(timeZone: .gmt)
    #expect(found.messages == 4)
    #expect(found.words == 8)
    #expect(found.pictures == 1 && found.videos == 0 && found.files == 1)
    #expect(found.days == [Self.firstDay: 2, Self.firstDay + 2: 2])
    #expect(found.hours[4][12] == 2 && found.hours[6][12] == 2)
    #expect(found.hours.joined().reduce(0, +) == 4)
    #expect(found.people.map(\.name) == ["Jonas Weber", "Mara Lind"])
    #expect(found.people.map(\.messages) == [3, 1])
    #expect(found.people.map(\.words) == [4, 4])
    #expect(found.people.map(\.media) == [2, 0])
    #expect(found.people[0].months == [2024 * 12 + 2: 3])
    #expect(
      Array(found.usedWords.prefix(2)) == [
        CountedWord(text: "The", count: 2), CountedWord(text: "hut", count: 2),
      ])
    #expect(found.emoji == [CountedWord(text: "👍", count: 1)])
    #expect(found.reactions == [CountedWord(text: "👍", count: 3)])
    #expect(found.busiestDay?.day == Self.firstDay)
    #expect(found.longestStreak == .init(first: Self.firstDay, last: Self.firstDay))
    #expect(found.longestPause == .init(first: Self.firstDay + 1, last: Self.firstDay + 1))
    let own = try await archive.statistics(wordsOf: found.people[1].id, timeZone: .gmt)
    #expect(own.usedWords.map(\.text).sorted() == ["The", "hut", "is", "open"].sorted())
    #expect(own.words == found.words && own.people.map(\.words) == [4, 4])
  }

  @Test("The span, the chat and the time zone bound what is counted")
  func bounds() async throws {
    try fill(
      (0..<10).map { .sample("\($0)", at: Self.noon + Int64($0) * Self.day) }
        + [.sample("x", at: Self.noon + 11 * Self.hour, from: ImportedMessage.jonas, in: "test:other")])
    let all = try await archive.statistics(timeZone: .gmt)
    #expect(all.messages == 11 && all.chats.map(\.messages) == [10, 1] && all.chats.map(\.people) == [1, 1])
    #expect(try await archive.statistics(of: all.chats[1].id, timeZone: .gmt).messages == 1)
    let span = Self.noon + Self.day..<Self.noon + 3 * Self.day
    let some = try await archive.statistics(of: all.chats[0].id, in: span, timeZone: .gmt)
    #expect(some.messages == 2 && Set(some.days.keys) == [Self.firstDay + 1, Self.firstDay + 2])
    #expect(try await archive.statistics(in: span, timeZone: .gmt).messages == 2)
    // 23:00 UTC is the next day in Seoul.
    let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
    let there = try await archive.statistics(of: all.chats[1].id, timeZone: seoul)
    #expect(there.days == [Self.firstDay + 1: 1] && there.hours[5][8] == 1)
  }

  @Test("Hours follow the clocks when they change")
  func clockChange() async throws {
    let rome = try #require(TimeZone(identifier: "Europe/Rome"))
    // On 31 March 2024 clocks went from 2:00 to 3:00, at 1:00 UTC.
    let change: Int64 = 1_711_846_800_000
    try fill([
      .sample("1", at: change - Self.minute), .sample("2", at: change + Self.minute),
      .sample("3", at: change + 12 * Self.hour), .sample("4", at: change - 13 * Self.hour),
    ])
    let found = try await archive.statistics(timeZone: rome)
    #expect(
      found.hours[6][1] == 1 && found.hours[6][3] == 1 && found.hours[6][15] == 1 && found.hours[5][13] == 1)
  }

  @Test(
    "Times beyond the calendar are those of its ends", arguments: ["America/New_York", "Asia/Seoul", "GMT"])
  func extremes(zone: String) async throws {
    try fill([
      .sample("1", at: 0), .sample("2", at: -1), .sample("3", at: .min), .sample("4", at: .max),
      .sample("5", at: 7_258_111_200_000), .sample("6", at: 7_258_118_399_999),
    ])
    let found = try await archive.statistics(timeZone: try #require(TimeZone(identifier: zone)))
    #expect(found.days.values.reduce(0, +) == 6)
    let years = Set(found.days.keys.map { ChatStatistics.month(ofDay: $0) / 12 })
    #expect(years == [1970, 2199])
  }

  @Test("A reply is the next message of another person within twelve hours")
  func replies() async throws {
    let jonas = ImportedMessage.jonas
    try fill([
      .sample("1", at: Self.noon), .sample("2", at: Self.noon + Self.minute),
      .sample("3", at: Self.noon + 3 * Self.minute, from: jonas),
      .sample("4", at: Self.noon + 20 * Self.hour), .sample("5", at: Self.noon + 21 * Self.hour, from: jonas),
      .sample("6", at: Self.noon + 21 * Self.hour + 1, from: jonas, in: "test:other"),
    ])
    let found = try await archive.statistics(timeZone: .gmt)
    let replies = found.people.reduce(into: [:]) { $0[$1.name] = $1.replies }
    #expect(replies["Mara Lind"]?.count == 0 && replies["Mara Lind"]?.quantile(0.5) == nil)
    #expect(replies["Jonas Weber"]?.count == 2)
    let (fast, slow) = (replies["Jonas Weber"]?.quantile(0.5) ?? 0, replies["Jonas Weber"]?.quantile(1) ?? 0)
    #expect(fast == 120 && slow == 3_600)
  }

  @Test("Nothing, one message, and merged people and chats")
  func shapes() async throws {
    let nothing = try await archive.statistics(timeZone: .gmt)
    #expect(nothing == ChatStatistics())
    #expect(nothing.busiestDay == nil && nothing.longestStreak == nil && nothing.longestPause == nil)
    try fill([
      .sample("1", at: Self.noon), .sample("2", at: Self.noon, from: ImportedMessage.jonas, in: "test:other"),
    ])
    let people = try await archive.people()
    try await archive.mergePerson(people[1].id, into: people[0].id)
    let merged = try await archive.statistics(timeZone: .gmt)
    #expect(merged.people.map(\.messages) == [2] && merged.people[0].name == people[0].name)
  }

  @Test("Pages of messages are joined, and a message of any time is counted", arguments: [1, 7, 20])
  func pages(limit: Int) async throws {
    let many = (0..<20).map { index in
      ImportedMessage.sample(
        "\(index)", at: Self.noon + Int64(index / 3), in: index % 2 == 0 ? "test:a" : "test:b")
    }
    try fill(many + [.sample("old", at: -Self.day * 1_000_000, in: "test:a")])
    for (chat, expected) in [(nil, 21), (Int64(1), 11)] as [(Int64?, Int)] {
      var all: [Message.ID] = []
      var page = try await archive.countedMessages(CountedScope(chat: chat), after: nil, limit: limit)
      all += page.messages.map(\.id)
      while let next = page.next {
        page = try await archive.countedMessages(CountedScope(chat: chat), after: next, limit: limit)
        all += page.messages.map(\.id)
      }
      #expect(all.count == expected)
      #expect(Set(all).count == expected)
    }
    #expect(try await archive.statistics(timeZone: .gmt).messages == 21)
  }

  @Test("Stop words are told in any case and with any apostrophe")
  func stopWords() {
    #expect(StopWords.contain("Don’t") && StopWords.contain("DER") && StopWords.contain("그래서"))
    #expect(!StopWords.contain("hut"))
    #expect(!StopWords.contain("der", languages: [.english]))
    for language in StopWords.allCases { #expect(language.words.count > 60, "\(language)") }
  }
}
