import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

private typealias Attachment = Chats.Attachment

/// A chat whose exports have no keys, and exports of parts of it.
struct KeylessChat {
  /// The true facts of a message.
  struct Line {
    var second: Int64
    var sender: String?
    var text: String
    var hasFile: Bool
  }

  /// The style in which an export shows messages.
  struct Style {
    var hasSeconds = true
    var hasFiles = true
    /// The names that the export uses for people.
    var names: [String: String] = [:]
  }

  private(set) var lines: [Line] = []

  /// Makes a chat with some messages in each of a number of minutes, many of which have the same text.
  init(_ random: inout SplitMix64, minutes: Int) {
    var minute: Int64 = 28_000_000
    for _ in 0..<minutes {
      minute += 1 + Int64(random.below(3))
      let count = 1 + random.below(6)
      let seconds = (0..<count).map { _ in random.below(60) }.sorted()
      for second in seconds {
        let number = random.below(100)
        lines.append(
          Line(
            second: minute * 60 + Int64(second),
            sender: number == 0 ? nil : ["Mara", "Jonas"][random.below(2)],
            text: number < 50 ? ["ha", "ok", "👍"][random.below(3)] : "Sentence number \(random.below(1000))",
            hasFile: random.below(5) == 0))
      }
    }
  }

  func minute(_ index: Int) -> Int64 { lines[index].second / 60 }

  /// The range of the lines of the same minute.
  func minuteRange(of index: Int) -> Range<Int> {
    let first = lines.firstIndex { $0.second / 60 == minute(index) }!
    let end = lines.firstIndex { $0.second / 60 > minute(index) } ?? lines.count
    return first..<end
  }

  func export(_ range: Range<Int>, _ style: Style) -> [ImportedMessage] {
    range.map { index in
      let line = lines[index]
      let name = line.sender.map { style.names[$0] ?? $0 }
      let file =
        style.hasFiles
        ? Attachment(kind: .photo, name: "IMG-\(index).jpg", path: "/media/IMG-\(index).jpg")
        : Attachment(kind: .file)
      return ImportedMessage(
        conversationKey: "whatsapp:Walks", conversationTitle: "Walks", sourceID: "",
        sender: name.map { .init(key: "whatsapp:\($0)", name: $0) },
        sentAt: (style.hasSeconds ? line.second : line.second / 60 * 60) * 1000,
        kind: line.sender == nil ? .service : .normal, text: line.text,
        attachments: line.hasFile ? [file] : [], sequence: style.hasSeconds ? .seconds : .minutes)
    }
  }

  /// Parts that together contain the whole chat, as users export it: each begins before the end of the previous one, so
  /// that each minute is complete in one of them, or exactly at that end, between two minutes.
  func parts(_ random: inout SplitMix64) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while true {
      let end = min(lines.count, start + 8 + random.below(lines.count / 2))
      guard end < lines.count else { return parts + [start..<lines.count] }
      let last = minuteRange(of: end - 1)
      if random.oneIn(3), last.lowerBound > start {
        // At the end of a minute.
        parts.append(start..<last.lowerBound)
        start = last.lowerBound
        continue
      }
      parts.append(start..<end)
      // In the middle of a minute that is complete in the previous part.
      let before = minuteRange(of: max(start, last.lowerBound - 1))
      guard before.upperBound <= last.lowerBound else { return [0..<lines.count] }
      let next = before.lowerBound + random.below(before.count)
      guard next > start else { return [0..<lines.count] }
      start = max(start + 1, next - random.below(next - start))
    }
  }
}

/// A message as shown to the reader.
struct Shown: Hashable, CustomStringConvertible {
  var sentAt: Int64
  var sender: String?
  var text: String
  var files: [String?]

  init(sentAt: Int64, sender: String?, text: String, files: [String?]) {
    (self.sentAt, self.sender, self.text, self.files) = (sentAt, sender, text, files)
  }

  init(_ message: Message) {
    self.init(
      sentAt: message.sentAt, sender: message.sender?.name, text: message.text,
      files: message.attachments.map(\.path))
  }

  var description: String { "\(sentAt / 60_000):\(sentAt / 1000 % 60) \(sender ?? "-"): \(text) \(files)" }
}

extension Archive {
  /// Imports like a file: in batches that end with a minute.
  @discardableResult
  func importFile(
    _ messages: [ImportedMessage], batch: Int = 7, at time: Int64 = 0
  ) throws -> (id: ImportRecord.ID, result: BatchResult) {
    var context = ImportContext(id: try beginImport(of: "/\(time).txt", at: time, format: "test"))
    var result = BatchResult()
    var rest = messages[...]
    while !rest.isEmpty {
      var next = rest.prefix(batch)
      let minute = TimeResolution.minute(of: next.last!.sentAt)
      next =
        rest[
          ..<(rest.indices.first {
            $0 >= next.endIndex && TimeResolution.minute(of: rest[$0].sentAt) != minute
          } ?? rest.endIndex)]
      rest = rest[next.endIndex...]
      context.isRunOpen = !rest.isEmpty
      let part = try writeBatch(Array(next), context: context)
      result.added += part.added
      result.duplicates += part.duplicates
      result.conversations.formUnion(part.conversations)
      result.samePeople.merge(part.samePeople) { $0 + $1 }
    }
    try endImport(into: result.conversations)
    return (context.id!, result)
  }

  func shown() async throws -> [Shown] { try await allMessages().map { Shown($0) } }
}

@Suite("Merging exports without keys", .dedicatedThreads)
struct SequenceMergingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The expected content of an archive of some parts: of each message, the most precise facts from any part.
  private func expected(
    _ chat: KeylessChat, _ parts: [Range<Int>], _ styles: [KeylessChat.Style]
  ) -> [Shown] {
    chat.lines.indices.compactMap { index in
      let having = zip(parts, styles).filter { $0.0.contains(index) }.map(\.1)
      guard !having.isEmpty else { return nil }
      let line = chat.lines[index]
      let second = having.contains(where: \.hasSeconds) ? line.second : line.second / 60 * 60
      return Shown(
        sentAt: second * 1000, sender: line.sender, text: line.text,
        files: line.hasFile ? [having.contains(where: \.hasFiles) ? "/media/IMG-\(index).jpg" : nil] : [])
    }
  }

  private func check(_ archive: Archive, _ note: String) async throws {
    let chat = try await archive.onlyConversation()
    let all = try await archive.allMessages()
    #expect(chat.messageCount == all.count, "\(note)")
    #expect(chat.lastSentAt == all.map(\.sentAt).max(), "\(note)")
    for (ordinal, message) in all.enumerated() where ordinal % 37 == 0 {
      #expect(try await archive.ordinal(of: message.cursor, in: chat.id) == ordinal, "\(note)")
    }
    #expect(try await archive.searchIndexIsSound(), "\(note)")
  }

  @Test("Parts of a chat in any order, cut anywhere, in any style, are the chat", arguments: 0..<10)
  func anyOrder(hundred: Int) async throws {
    for number in 0..<100 {
      var random = SplitMix64(seed: UInt64(hundred * 100 + number))
      let chat = KeylessChat(&random, minutes: 6 + random.below(20))
      var parts = chat.parts(&random)
      if random.oneIn(4) { parts.append(0..<chat.lines.count) }
      let styles = parts.map { _ in
        KeylessChat.Style(
          hasSeconds: random.oneIn(2), hasFiles: random.oneIn(2),
          names: random.oneIn(4) ? ["Mara": "Mara Lind"] : [:])
      }
      var order = Array(parts.indices)
      for i in order.indices.dropFirst() { order.swapAt(i, random.below(i + 1)) }
      let archive = try Archive(path: folder.path("\(number)"), mode: .createIfMissing)
      for index in order {
        try archive.importFile(chat.export(parts[index], styles[index]), batch: 5 + number)
      }
      try await Self.joinNames(archive)
      let found = try await archive.shown().map { shown in
        var shown = shown
        shown.sender = shown.sender?.replacing(" Lind", with: "")
        return shown
      }
      let expected = expected(chat, parts, styles)
      #expect(found == expected, "\(hundred * 100 + number): \(parts) \(order)")
      try await check(archive, "\(number)")
      archive.close()
      guard found == expected else { return }
      try FileManager.default.removeItem(atPath: archive.path)
    }
  }

  /// Merges the two names of the one person, like an answer to the question.
  private static func joinNames(_ archive: Archive) async throws {
    let people = try await archive.people(of: archive.onlyConversation().id)
    guard let short = people.first(where: { $0.name == "Mara" }),
      let long = people.first(where: { $0.name == "Mara Lind" })
    else { return }
    try await archive.answer([PeoplePair(short.id, long.id)], areSame: true)
  }

  @Test("The parts of a chat and the whole chat are the same archive, row by row")
  func rowByRow() async throws {
    var random = SplitMix64(seed: 7)
    let chat = KeylessChat(&random, minutes: 60)
    let whole = try Archive(path: folder.path("whole"), mode: .createIfMissing)
    try whole.importFile(chat.export(chat.lines.indices, .init()))
    let half = chat.lines.count / 2
    for (name, order) in [("forth", [0, 1]), ("back", [1, 0])] {
      let archive = try Archive(path: folder.path(name), mode: .createIfMissing)
      for index in order {
        try archive.importFile(
          chat.export([0..<(half + 20), (half - 20)..<chat.lines.count][index], .init()))
      }
      let messages = try await archive.allMessages()
      #expect(try await messages.map(\.orderKey) == whole.allMessages().map(\.orderKey))
      #expect(try await archive.shown() == whole.shown())
    }
  }

  @Test(
    "Words that several people wrote in one export as others in another make them candidates for one person")
  func samePeople() async throws {
    var random = SplitMix64(seed: 3)
    let chat = KeylessChat(&random, minutes: 40)
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    try archive.importFile(chat.export(chat.lines.indices, .init()))
    let before = try await archive.shown()
    let (_, result) = try archive.importFile(
      chat.export(chat.lines.indices, .init(hasSeconds: false, names: ["Mara": "+49 170 1234567"])))
    let pairs = try archive.noteSamePeople(result.samePeople)
    try #require(pairs.count == 1)
    let people = try await archive.people(of: archive.onlyConversation().id)
    #expect(people.first { $0.id == pairs[0].person }?.name == "+49 170 1234567")
    #expect(people.first { $0.id == pairs[0].other }?.name == "Mara")
    #expect(try await archive.shown().count > before.count)
    try await archive.answer(pairs, areSame: true)
    #expect(try await archive.shown() == before)
    try await check(archive, "joined")
    // Two names in one file are two people.
    #expect(
      try archive.noteSamePeople([
        PeoplePair(people.first { $0.name == "Mara" }!.id, people.first { $0.name == "Jonas" }!.id): 9
      ])
      .isEmpty)
  }

  @Test("A text with an edited mark and a deleted message are known again, and the later text goes before")
  func editedAndDeleted() async throws {
    func message(_ text: String, kind: Message.Kind = .normal, edited: Bool = false) -> ImportedMessage {
      ImportedMessage(
        conversationKey: "k", conversationTitle: "K", sourceID: "", sender: ImportedMessage.mara,
        sentAt: 600_000, kind: kind,
        text: text, editedAt: edited ? 600_000 : nil, sequence: .minutes)
    }
    let first = [message("one"), message("tow"), message("three"), message("four")]
    let second = [
      message("one", edited: true), message("two", edited: true), message("", kind: .deleted),
      message("four"),
    ]
    for order in [[first, second], [second, first]] {
      let archive = try Archive(path: folder.path("\(order[0][0].editedAt ?? 0)"), mode: .createIfMissing)
      for (number, messages) in order.enumerated() { try archive.importFile(messages, at: Int64(number)) }
      #expect(try await archive.shown().map(\.text) == ["one", "two", "three", "four"])
      #expect(try await archive.allMessages().map { $0.editedAt != nil } == [true, true, false, false])
    }
  }

  @Test("A file can be imported into a conversation with another key, which later imports follow")
  func otherConversation() async throws {
    var random = SplitMix64(seed: 5)
    let chat = KeylessChat(&random, minutes: 9)
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    try archive.importFile(chat.export(chat.lines.indices, .init()))
    let before = try await archive.shown()
    let messages = chat.export(chat.lines.indices, .init(hasFiles: false)).map { message in
      var message = message
      (message.conversationKey, message.conversationTitle) = ("whatsapp:Other", "Other")
      return message
    }
    var context = ImportContext(id: try archive.beginImport(of: "/b", at: 1))
    context.conversation = try await archive.onlyConversation().id
    _ = try archive.writeBatch(messages, context: context)
    try archive.importFile(messages)
    #expect(try await archive.shown() == before)
    #expect(try await archive.onlyConversation().title == "Walks")
  }

  @Test("Files that are read in batches are runs, whatever minute a batch ends in")
  func files() async throws {
    var random = SplitMix64(seed: 11)
    let chat = KeylessChat(&random, minutes: 1_000)
    let half = chat.lines.count / 2
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    var run = ImportRun(
      archive: archive, observer: ImportObserver(), totalBytes: 0, options: ImportOptions(timeZone: .gmt))
    run.root = folder.url
    // Both in one import, as in a folder of exports.
    for range in [(half - 700)..<chat.lines.count, 0..<(half + 700)] {
      try run.begin(zone: nil, format: .telegram)
      for message in chat.export(range, .init()) { try run.add(message) }
    }
    try run.finish()
    try archive.endImport(into: run.summary.conversations)
    let all = chat.lines.indices
    #expect(try await archive.shown() == expected(chat, [all], [.init()]))
    #expect(run.summary.added == all.count && run.summary.duplicates == 1_400)
    #expect(try await archive.imports().map(\.messageCount) == [all.count])
    #expect(try await archive.imports().first?.format == "telegram")
    let parts = try await DatabaseQueue(path: archive.path).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM import_part WHERE starts < ends")
    }
    #expect(parts == 2)
    try await check(archive, "files")
  }

  @Test(
    "Two exports of a busy minute that each lack a third have the rest in common",
    arguments: [500, 4_000, 20_000])
  func busyMinute(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let all = (0..<count).map { item($0 % 2 == 0 ? "Number \($0)" : "word \($0 % 700)") }
    var kept = (0..<2).map { _ in all.indices.filter { _ in !random.oneIn(3) } }
    // One of them lacks the second quarter as well.
    kept[1].removeAll { $0 * 4 / count == 1 }
    let columns = SequenceAligner.merge(kept.map { run($0.map { all[$0] }) })
    let pairs = columns.compactMap { column in
      column.items[0].flatMap { a in column.items[1].map { (kept[0][a], kept[1][$0]) } }
    }
    let numbers = pairs.filter { $0.0 % 2 == 0 }
    #expect(numbers.allSatisfy { $0.0 == $0.1 })
    #expect(Set(numbers.map(\.0)) == Set(kept[0]).intersection(kept[1]).filter { $0 % 2 == 0 })
  }

  @Test("A busy minute of few words is aligned window by window", arguments: 0..<5)
  func fewWords(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = 2 + random.below(30)
    let all = (0..<400).map { index in
      item(random.oneIn(200) ? "Number \(index)" : "word \(random.below(words))")
    }
    let runs = (0..<2).map { _ in run(all.filter { _ in !random.oneIn(3) }) }
    func matches(_ cells: Int) -> Int {
      SequenceAligner.merge(runs, exactCells: cells).count { $0.items.count == 2 }
    }
    let best = matches(.max)
    let found = matches(10_000)
    #expect(found <= best && found * 100 >= best * 90, "\(found) of \(best)")
  }

  @Test("A picture whose caption was edited can be the same, another picture cannot")
  func editedCaption() {
    let picture = item("one", file: "a.jpg")
    #expect(picture.likeness(to: item("two", isEdited: true, file: "a.jpg")) == .possible)
    #expect(picture.likeness(to: item("two", isEdited: true, file: "b.jpg")) == .none)
    #expect(picture.likeness(to: item("two", file: "a.jpg")) == .none)
  }

  // An export that begins with a message that was edited since the previous one had it twice.
  @Test(
    "An edited message at the seam of two exports is one message",
    arguments: [
      (["one", "two"], ["one!", "two", "three"], 2), (["ok", "one", "ok"], ["ok", "one!", "ok", "two"], 3),
      (["one"], ["two!", "three"], 0), (["one!", "ok"], ["ok", "ok", "three"], 1),
      (["ok", "one"], ["two!", "ok"], 0),
    ])
  func editAtSeam(first: [String], second: [String], common: Int) {
    for hasSeconds in [false, true] {
      func run(_ texts: [String], at place: Int, begins: Bool) -> SequenceAligner.Run {
        let items = texts.enumerated().map { index, text in
          // With seconds, each message has its own.
          item(text, isEdited: text.hasSuffix("!"), second: hasSeconds ? place + index : nil)
        }
        return SequenceAligner.Run(items: items, begins: begins, ends: !begins)
      }
      for isSwapped in [false, true] {
        let runs = [
          run(first, at: 0, begins: false), run(second, at: first.count - common, begins: true),
        ]
        let columns = SequenceAligner.merge(isSwapped ? runs.reversed() : runs)
        #expect(columns.count == first.count + second.count - common)
      }
    }
  }

  @Test("A message that was edited since is one message if both exports have its second")
  func editInSecond() {
    let runs = [("one", false), ("one!", true)].map { text, isEdited in
      SequenceAligner.Run(
        items: [item(text, isEdited: isEdited, second: 5)], begins: isEdited, ends: !isEdited)
    }
    #expect(SequenceAligner.merge(runs).count == 1)
  }

  @Test("An event of one millisecond is one event, with whatever names")
  func eventWithOtherNames() {
    func event(_ text: String, _ resolution: TimeResolution) -> SequenceItem {
      SequenceItem(
        sentAt: 600_005, resolution: resolution, person: nil, kind: .service, text: text, isEdited: false,
        files: [])
    }
    let texts = ["Mara joined", "Tove hat die Gruppe verlassen"]
    #expect(SequenceAligner.merge(texts.map { run([event($0, .milliseconds)]) }).count == 1)
    #expect(SequenceAligner.merge(texts.map { run([event($0, .seconds)]) }).count == 2)
  }

  @Test("Events in other words are the same events if both runs have the whole minute, in the same order")
  func rewordedEvents() {
    func item(_ text: String, _ kind: Message.Kind = .service) -> SequenceItem {
      SequenceItem(
        sentAt: 60_000, resolution: .minutes, person: kind == .service ? nil : 1, kind: kind, text: text,
        isEdited: false, files: [])
    }
    func run(_ items: SequenceItem..., begins: Bool = false) -> SequenceAligner.Run {
      SequenceAligner.Run(items: items, begins: begins, ends: false)
    }
    func merged(_ runs: [SequenceAligner.Run]) -> [Int] {
      SequenceAligner.merge(runs, names: ["mara", "jonas", "tove"]).map(\.items.count)
    }
    let hello = item("Hello", .normal)
    let english = run(item("Mara added Tove"), hello, item("Jonas left"))
    let german = run(item("Mara hat Tove hinzugefügt"), hello, item("Jonas hat die Gruppe verlassen"))
    #expect(merged([english, german]) == [2, 2, 2])
    #expect(merged([german, english]) == [2, 2, 2])
    #expect(merged([english, german, english]) == [3, 3, 3])
    let (korean, japanese) = (run(item("Tove님이 나갔습니다.")), run(item("Toveが退出しました")))
    #expect(merged([korean, japanese, run(item("Tove left"))]) == [3])
    // An event of one run only, beside one of both.
    let more = run(item("Mara added Tove"), item("Your security code with Tove changed"), hello)
    #expect(merged([more, run(item("Mara hat Tove hinzugefügt"), hello)]).count == 3)
    // Other names; other words of one language; one run can lack the first messages.
    for (one, other) in [
      ("Mara added Tove", "Tove left"), ("Mara changed the subject", "Mara changed the group icon"),
      ("Your security code with Tove changed", "Your security code with Jonas changed"),
    ] {
      #expect(merged([run(item(one)), run(item(other))]) == [1, 1])
    }
    let cut = run(item("Mara hat die Gruppe verlassen"), begins: true)
    #expect(merged([run(item("Mara left")), cut]) == [1, 1])
    // The last run ends with the event, which the others have in two languages.
    let end = SequenceAligner.Run(items: [item("Mara added Tove")], begins: false, ends: true)
    #expect(merged([end, german, english]) == [3, 2, 2])
  }

  @Test("Two texts of a person in one millisecond are one message, edited in a format that does not say so")
  func unmarkedEdit() {
    func text(_ text: String, _ resolution: TimeResolution) -> SequenceItem {
      SequenceItem(
        sentAt: 600_005, resolution: resolution, person: 1, kind: .normal, text: text, isEdited: false,
        files: [])
    }
    for (resolution, count) in [(TimeResolution.milliseconds, 1), (.seconds, 2)] {
      let runs = ["see you on Saturday", "see you on Monday"].map { run([text($0, resolution)]) }
      #expect(SequenceAligner.merge(runs).count == count)
    }
  }

  @Test("A file is one message, whatever number a phone has given it")
  func filesOfTwoPhones() {
    func merged(_ lists: [[String]]) -> [Int] {
      let counts = [lists, lists.reversed()].map { lists in
        SequenceAligner.merge(lists.map { run($0.map { item("", file: $0) }) }).map(\.items.count)
      }
      #expect(counts[0] == counts[1], "\(lists)")
      return counts[0]
    }
    func image(_ number: Int) -> String { "IMG-20240301-WA000\(number).jpg" }
    let photos = ["00000012-PHOTO-2024-03-01-15-22-10.jpg", "00000013-PHOTO-2024-03-01-15-22-31.jpg"]
    let voice = "PTT-20240301-WA0004.opus"
    #expect(merged([[image(1), image(2)], [image(7), image(8)], photos]) == [3, 3])
    // The second phone has another file under a name of the first phone.
    #expect(
      merged([[image(1), image(2), voice], [image(2), image(3), "AUD-20240301-WA0009.opus"]]) == [2, 2, 2])
    #expect(merged([[image(1), image(2), image(3)], [image(8), image(9)]]).sorted() == [1, 2, 2])
    // One phone, whose second export lacks messages: the names are the same.
    #expect(merged([[image(1), image(2), image(3)], [image(2)]]) == [1, 2, 1])
    #expect(merged([[image(1), voice], [voice]]) == [1, 2])
    #expect(merged([[image(1)], ["VID-20240301-WA0001.mp4"]]) == [1, 1])
    #expect(merged([["report.pdf"], ["IMG-20240301.jpg"]]) == [1, 1])
    #expect(merged([["report.pdf"], ["DOC-20240301-WA0005.pdf"]]) == [2])
    #expect(merged([["report.pdf"], ["letter.pdf"]]) == [1, 1])
    // The second phone's export begins within the minute. One phone's two exports meet in it.
    func cut(_ numbers: [Int], begins: Bool, ends: Bool) -> SequenceAligner.Run {
      SequenceAligner.Run(items: numbers.map { item("", file: image($0)) }, begins: begins, ends: ends)
    }
    let late = cut([8, 9], begins: true, ends: false)
    #expect(
      SequenceAligner.merge([cut([1, 2, 3], begins: false, ends: false), late]).map(\.items.count) == [
        1, 2, 2,
      ])
    for (last, count) in [([3, 4, 5], 5), ([4, 5], 5)] {
      let runs = [cut([1, 2, 3], begins: false, ends: true), cut(last, begins: true, ends: false)]
      #expect(SequenceAligner.merge(runs).count == count)
      #expect(SequenceAligner.merge(runs.reversed()).count == count)
    }
    // One export was made after the message was deleted.
    let deleted = SequenceItem(
      sentAt: 600_000, resolution: .minutes, person: 1, kind: .deleted, text: "", isEdited: false, files: [])
    let runs = [[deleted, item("a")], [item("", file: image(1)), item("a")]].map(run)
    #expect(SequenceAligner.merge(runs).map(\.items.count) == [2, 2])
    #expect(SequenceAligner.merge(runs.reversed()).map(\.items.count) == [2, 2])
  }

  private func item(
    _ text: String, isEdited: Bool = false, file: String? = nil, second: Int? = nil
  ) -> SequenceItem {
    SequenceItem(
      sentAt: 600_000 + Int64(second ?? 0) * 1000, resolution: second == nil ? .minutes : .seconds, person: 1,
      kind: .normal, text: text, isEdited: isEdited,
      files: file.map { [.init($0)] } ?? [])
  }

  private func run(_ items: [SequenceItem]) -> SequenceAligner.Run {
    SequenceAligner.Run(items: items, begins: false, ends: false)
  }

  @Test("A run of very many messages in one minute is aligned in bounded time")
  func longMinute() async throws {
    func messages(_ range: Range<Int>) -> [ImportedMessage] {
      range.map { number in
        ImportedMessage(
          conversationKey: "k", conversationTitle: "K", sourceID: "", sender: ImportedMessage.mara,
          sentAt: 600_000,
          text: number % 3 == 0 ? "ha" : "Number \(number)", sequence: .minutes)
      }
    }
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    try archive.importFile(messages(0..<4_000), batch: 4_000)
    try archive.importFile(messages(1_000..<5_000), batch: 4_000)
    #expect(try await archive.shown().map(\.text) == messages(0..<5_000).map(\.text))
  }
}

extension MessageVersion.File {
  /// A file whose kind the ending of its name tells.
  fileprivate init(_ name: String) {
    self.init(
      kind: MediaName.kind(of: name).rawValue, isSpoiler: false, name: name, path: "/\(name)")
  }
}
