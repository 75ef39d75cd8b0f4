import Foundation
import SeededRandom
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing damaged files", .dedicatedThreads)
struct ImportDamageTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// Five messages on one line or indented as by Telegram. `third` replaces the last member of the third message.
  private static func export(_ third: String, isPretty: Bool, after end: String = "") -> String {
    let messages = (1...5).map { number in
      let text = number == 3 ? third : #""text": "m\#(number)"}"#
      return #"{"id": \#(number), "type": "message", "date_unixtime": "170928000\#(number)", "from": "a", "#
        + #""from_id": "user1", \#(text)"#
    }
    let text =
      #"{"name": "n", "type": "private_group", "id": 1, "messages": ["# + messages.joined(separator: ", ")
      + end + "]}"
    return isPretty
      ? text.replacing(", \"", with: ",\n   \"").replacing("{", with: "{\n   ").replacing("}", with: "\n  }")
      : text
  }

  @Test(
    "Invalid JSON in a message loses only that message and is reported with its position",
    arguments: [
      #""text": "m3"#, #""text": m3"}"#, #""text": "m3""#, #""text": "m3"]"#, #""text" "m3"}"#,
      #""text": ["m3"}"#,
      #""text": {"m3"}"#, #""text": "m3",}"#, "\u{0}\u{1}\u{2}", #""text": }"#,
    ], [false, true])
  func brokenMessage(third: String, isPretty: Bool) async throws {
    let text = ImportDamageTests.export(third, isPretty: isPretty)
    let report = try bench.run(text: text, named: "result.json")
    #expect(try await bench.archive.allMessages().map(\.text) == ["m1", "m2", "m4", "m5"])
    #expect(report.summary == ImportSummary(added: 4, skipped: 1, conversations: [1], filesRead: 1))
    let start = try #require(text.firstRange(of: isPretty ? "{\n   \"id\": 3" : "{\"id\": 3"))
    let byte = text.utf8.distance(from: text.startIndex, to: start.lowerBound)
    #expect(report.lines == ["result.json, byte \(byte): invalid JSON in a message; skipped"])
  }

  @Test(
    "Damage between messages loses none",
    arguments: [#""text": "m3"}}"#, #""text": "m3"}#"#, #""text": "m3"}]"#])
  func brokenBetween(third: String) async throws {
    let report = try bench.run(text: ImportDamageTests.export(third, isPretty: false), named: "result.json")
    #expect(try await bench.archive.allMessages().map(\.text) == ["m1", "m2", "m3", "m4", "m5"])
    #expect(report.summary.skipped == 0)
    #expect(report.lines.first?.contains("invalid JSON; reading continued at byte") == true)
  }

  @Test("Damage between two chats loses no message")
  func brokenBetweenChats() async throws {
    let text = try Fixture.text(Fixture.account).replacing(
      "\n   },\n   {\n    \"type\"", with: "\n   {\n    \"type\"")
    let report = try bench.run(text: text, named: "result.json")
    #expect(report.summary.added == 6)
    #expect(report.problems.count == 1)
    #expect(try await bench.content().conversations.map(\.title).contains("Saved Messages"))
  }

  @Test("Damage in a message of an account is reported once, and its chat goes on after it")
  func brokenInAccount() async throws {
    func chat(_ id: Int, _ messages: [String]) -> String {
      let list = messages.enumerated().map { index, text in
        #"{"id": \#(index + 1), "type": "message", "date_unixtime": "1709280000", "text": \#(text)}"#
      }
      return #"{"name": "Chat \#(id)", "type": "private_group", "id": \#(id), "messages": "#
        + "[\(list.joined(separator: ", "))]}"
    }
    let chats = [chat(5, [#""a""#, #"b""#, #""c""#]), chat(6, [#""d""#])].joined(separator: ", ")
    let report = try bench.run(text: #"{"chats": {"list": [\#(chats)]}}"#, named: "result.json")
    #expect(report.problems.map(\.reason) == ["invalid JSON in a message"])
    #expect(try await bench.content().conversations.map(\.messageCount).sorted() == [1, 2])
  }

  @Test("A truncated file is imported up to its end", arguments: 1...12)
  func truncated(part: Int) throws {
    let text = Array(ImportDamageTests.export(#""text": "m3"}"#, isPretty: true).utf8)
    let cut = 100 + (text.count - 104) * part / 12
    let file = try bench.file(Data(text.prefix(cut)), named: "result.json")
    let report = bench.run(file)
    let whole = text.prefix(cut).split(separator: UInt8(ascii: "}")).count - 1
    #expect(report.summary.added >= min(whole, 5))
    // A file without any readable message is a failure.
    #expect(report.summary.failures.isEmpty == (report.summary.added > 0))
    #expect(report.lines.count == 1)
    #expect(report.lines[0].contains("the file ends within") || report.lines[0].contains("end of the file"))
  }

  @Test("Values that are no message, or lack an ID or a date, are skipped with a reason")
  func notMessages() async throws {
    let good =
      #"{"id": 9, "type": "message", "date_unixtime": "1709280000", "from_id": "user1", "text": "ok"}"#
    let report = try bench.run(
      text: """
        {"name": "n", "type": "private_group", "id": 1, "messages": [7, "x", [1],
        {"type": "message", "date_unixtime": "1709280000", "text": "no id"},
        {"id": 1, "type": "message", "text": "no date"},
        {"id": 2, "type": "message", "date_unixtime": "99999999999999", "text": "far out"},
        {"id": 3, "type": "message", "date_unixtime": "-5", "text": "before 1970"},
        {"id": 4, "type": "message", "date": "2024-02-30T12:00:00", "text": "no such day"}, \(good)]}
        """, named: "result.json")
    #expect(report.summary == ImportSummary(added: 1, skipped: 8, conversations: [1], filesRead: 1))
    #expect(
      report.problems.map(\.reason) == [
        "not a message", "not a message", "not a message", "message without an ID",
        "message without a date",
        "invalid date", "invalid date",
        "invalid date",
      ])
    #expect(try await bench.archive.allMessages().map(\.text) == ["ok"])
  }

  @Test("Invalid UTF-8 is replaced and reported, in JSON and in logs")
  func invalidUTF8() async throws {
    let start = #"{"name": "n", "type": "private_group", "id": 1, "messages": [{"id": 1, "type": "message", "#
    var json = Data((start + #""date_unixtime": "1", "from_id": "user1", "text": "é "#).utf8)
    json += [0xff, 0xc3] + Data(#""}]}"#.utf8)
    let report = bench.run(try bench.file(json, named: "result.json"))
    #expect(report.summary == ImportSummary(added: 1, conversations: [1], filesRead: 1))
    #expect(report.lines == ["result.json, byte 61: invalid UTF-8; invalid bytes replaced with “\u{fffd}”"])
    #expect(try await bench.archive.allMessages().map(\.text) == ["é \u{fffd}\u{fffd}"])

    let logs = try ImportBench()
    var log = Data("[12:00] <a> 서연 ".utf8)
    log += [0xed, 0x0a] + Data("[12:01] <a> Gr".utf8) + [0xfc, 0xdf] + Data("e\n".utf8)
    let logReport = logs.run(try logs.file(log, named: "2024-01-02.log"))
    #expect(
      logReport.lines == [
        "2024-01-02.log:1: invalid UTF-8; invalid bytes replaced with “\u{fffd}”",
        "2024-01-02.log:2: invalid UTF-8; read as Windows-1252",
      ])
    #expect(try await logs.archive.allMessages().map(\.text) == ["서연 \u{fffd}", "Grüße"])
  }

  @Test("A message of 10 MB is imported whole")
  func tenMegabytes() async throws {
    let long = String(repeating: "0123456789", count: 1 << 20)
    let report = try bench.run(
      text: ImportDamageTests.export(#""text": "\#(long)"}"#, isPretty: false), named: "result.json")
    #expect(report.summary == ImportSummary(added: 5, conversations: [1], filesRead: 1))
    expectSame(try await bench.archive.allMessages()[2].text, long)
  }

  @Test("A line or a message above the size limit is skipped and reported")
  func tooLong() throws {
    let long = String(repeating: "x", count: 3000)
    let log = try bench.file("[12:00] <a> 1\n[12:01] <a> \(long)\n[12:02] <a> 3\n", named: "2024-01-02.log")
    var lines = IRCLogReader(
      try ByteReader(log, chunkSize: 64, captureLimit: 1000), format: .bare, timeZone: .gmt)
    #expect(
      lines.items().map(\.summary) == ["1", "2024-01-02.log:2: line longer than 32 MB; skipped", "3"])

    let text = ImportDamageTests.export(#""text": "\#(long)"}"#, isPretty: false)
    let export = try bench.file(text, named: "result.json")
    var messages = TelegramReader(try ByteReader(export, chunkSize: 64, captureLimit: 1000), timeZone: .gmt)
    let found = messages.items().map(\.summary)
    #expect(found.count == 5)
    #expect(found[2].hasSuffix("message larger than 64 MB; skipped"))
    #expect(found[4] == "m5")
  }

  // A message of 31 MB of numbers took 805 MB to decode, a poll with a million answers 511 MB.
  @Test("A message of very many values is skipped and reported")
  func manyValues() async throws {
    let numbers = Array(repeating: "1", count: JSONStream.valueLimit).joined(separator: ",")
    for third in [
      #""x": [\#(numbers)]}"#, #""poll": {"answers": [\#(numbers)]}}"#, #""text": [\#(numbers)]}"#,
    ] {
      let bench = try ImportBench()
      let text = ImportDamageTests.export(third, isPretty: false)
      let report = try bench.run(text: text, named: "result.json")
      #expect(report.summary == ImportSummary(added: 4, skipped: 1, conversations: [1], filesRead: 1))
      #expect(report.lines[0].hasSuffix("message with more than 100,000 values; skipped"))
    }
  }

  // An open bracket needs only a byte, so a file can have any number of them.
  @Test("What is nested too deeply is passed like damage, and the messages after it are read")
  func deep() async throws {
    let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let text = ImportDamageTests.export(#""text": "m3"}"#, isPretty: false)
    let report = try bench.run(
      text: text.replacing(#""messages":"#, with: #""x": \#(nested), "messages":"#), named: "result.json")
    #expect(report.summary == ImportSummary(added: 5, conversations: [1], filesRead: 1))
    #expect(report.lines.count == 1)
    #expect(report.lines[0].contains("invalid JSON; reading continued"))

    let other = try ImportBench()
    let within = try other.run(
      text: ImportDamageTests.export(#""text": "m3", "x": \#(nested)}"#, isPretty: false),
      named: "result.json")
    #expect(within.summary == ImportSummary(added: 4, skipped: 1, conversations: [1], filesRead: 1))
    #expect(try await other.archive.allMessages().map(\.text) == ["m1", "m2", "m4", "m5"])
  }

  @Test("A name that is a list is no name")
  func listForName() async throws {
    let text = ImportDamageTests.export(#""text": "m3"}"#, isPretty: false)
    _ = try bench.run(text: text.replacing(#""name": "n""#, with: #""name": [1, 2]"#), named: "result.json")
    #expect(try await bench.content().conversations.map(\.title) == ["Telegram chat"])
  }

  // Each recovery copied the rest of the chunk: 50 MB of broken messages took 41 seconds.
  @Test("Going back within a chunk costs nothing, however large the chunk is")
  func rewindCost() throws {
    let size = 16 << 20
    var reader = try ByteReader(bench.file(Data(count: size), named: "zeros"), chunkSize: size)
    // Enough for any machine, but too little to copy 160 GB.
    let deadline = ContinuousClock.now + .seconds(20)
    for _ in 0..<20_000 where .now < deadline {
      reader.beginCapture()
      reader.advance()
      reader.rewindIntoCapture()
    }
    #expect(reader.offset == 20_000)
  }

  @Test("After damage the reader goes back to the second byte of what it has captured")
  func rewind() throws {
    let file = try bench.file("0123456789", named: "digits")
    for size in 1...11 {
      var reader = try ByteReader(file, chunkSize: size)
      reader.skip { $0 < UInt8(ascii: "2") }
      reader.beginCapture()
      reader.skip { $0 < UInt8(ascii: "6") }
      reader.rewindIntoCapture()
      #expect(reader.offset == 3 && reader.peek() == UInt8(ascii: "3"), "chunks of \(size)")
      reader.beginCapture()
      reader.skip { _ in true }
      #expect(reader.endCapture() == Array("3456789".utf8), "chunks of \(size)")
    }
  }

  @Test("The size of the chunks makes no difference", arguments: [1, 2, 3, 7])
  func chunks(size: Int) throws {
    for file in Fixture.all {
      #expect(try items(of: file, chunkSize: size) == items(of: file, chunkSize: 1 << 20))
    }
    // After damage, the reader goes back across the borders of chunks.
    let broken = try bench.file(
      ImportDamageTests.export(#""text": ["m3"}"#, isPretty: true), named: "result.json")
    #expect(try items(of: broken, chunkSize: size) == items(of: broken, chunkSize: 1 << 20))
  }

  @Test("Messages before any damage are imported", arguments: 1...60)
  func fuzz(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for file in [Fixture.group, Fixture.account, Fixture.kinds, Fixture.irssi, Fixture.weechat] {
      var bytes = try Data(contentsOf: file)
      let place = random.below(bytes.count)
      let untouched = try itemsWithEnds(of: file).filter { $0.end <= place }.map(\.item)
      switch random.below(4) {
      case 0: bytes = bytes.prefix(place)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(400)))
      case 2: bytes.insert(contentsOf: (0..<20).map { _ in UInt8(random.below(256)) }, at: place)
      default:
        for index in place..<min(bytes.count, place + 30) { bytes[index] ^= UInt8(random.below(256)) }
      }
      // The copy has the same name because the conversation key contains it.
      let copy = try bench.file(bytes, named: "\(seed)/libera/\(file.lastPathComponent)")
      let found = try items(of: copy, chunkSize: 256, as: file).compactMap(\.message)
      let expected = untouched.compactMap(\.message).map { $0.moved(from: file, to: copy) }
      #expect(found.prefix(expected.count) == expected[...])
    }
  }

  @Test("A changed value affects no other message", arguments: 1...40)
  func wrongValues(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed), streams: 2)
    let odd = [
      "null", "-1", "1e400", "9223372036854775807", #""""#, #""\u0000""#, "[]", "{}", "[[[1]]]", "true",
      #"{"text": null}"#, #""\#(String(repeating: "x", count: 5000))""#,
    ]
    let lines = try Fixture.text(Fixture.kinds).split(separator: "\n", omittingEmptySubsequences: false)
    let sound = try items(of: Fixture.kinds, chunkSize: 1 << 20).compactMap(\.message).map(\.sourceID)
    for round in 0..<20 {
      var lines = lines
      let index = try #require(
        lines.indices.filter { lines[$0].contains("\"date_unixtime\"") }.randomPick(&random))
      // The values of a message: the text from a colon up to the next comma or bracket.
      var line = String(lines[index])
      for place in line.ranges(of: #/": (?:"[^"\\]*"|[0-9.]+|true|false|null)/#).reversed()
      where random.oneIn(4) {
        line.replaceSubrange(place, with: "\": \(random.pick(odd))")
      }
      lines[index] = Substring(line)
      let file = try bench.file(lines.joined(separator: "\n"), named: "\(seed)-\(round).json")
      let found = Set(try items(of: file, chunkSize: 1 << 12).compactMap(\.message).map(\.sourceID))
      #expect(sound.count { !found.contains($0) } <= 1, "\(line)")
    }
  }

  @Test("One wrong byte loses at most one message, and any loss is reported", arguments: 1...60)
  func oneByte(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed), streams: 1)
    let text = Array(ImportDamageTests.export(#""text": "m3"}"#, isPretty: seed.isMultiple(of: 2)).utf8)
    let start = try #require(text.firstRange(of: Array("\"messages\":".utf8))).upperBound
    for _ in 0..<20 {
      var bytes = text
      let place = start + random.below(text.count - start)
      bytes[place] ^= UInt8(1 + random.below(255))
      let found = try items(of: bench.file(Data(bytes), named: "\(seed).json"), chunkSize: 100)
      let messages = found.compactMap(\.message)
      #expect(messages.count >= 4)
      #expect(messages.count == 5 || found.count > messages.count)
    }
  }

  private func items(of file: URL, chunkSize: Int, as original: URL? = nil) throws -> [ImportItem] {
    let format = try Fixture.format(of: original ?? file)
    let parts = ImportListing(of: [file]).files
    var source = try format.reader.init(
      ImportInput(
        parts: parts, format: format, tree: ImportTree(at: file, parts),
        options: ImportOptions(timeZone: .gmt),
        chunkSize: chunkSize))
    return source.items()
  }

  /// The items of an intact file, and the offset at which each ends.
  private func itemsWithEnds(of file: URL) throws -> [(item: ImportItem, end: Int64)] {
    let plan = ImportPlan(
      of: ImportListing(of: [file]).files, at: file, options: ImportOptions(timeZone: .gmt),
      chunkSize: 1 << 20
    )
    guard case .read(let export)? = plan.steps.first else { return [] }
    var source = try export.format.reader.init(export)
    var items: [(ImportItem, Int64)] = []
    while let item = source.next() { items.append((item, source.offset)) }
    return items
  }
}

extension FileHead {
  /// The head of a file as importers read it.
  init(of file: URL) throws {
    var reader = try ByteReader(file)
    self.init(&reader)
  }
}

extension Fixture {
  static func format(of file: URL) throws -> ImportFormat {
    file.pathExtension == "json"
      ? .telegram : try #require(ImportFormat.detect(FileHead(of: file)))
  }
}

extension ImportSource {
  /// All remaining items.
  mutating func items() -> [ImportItem] {
    var items: [ImportItem] = []
    while let item = next() { items.append(item) }
    return items
  }
}

extension ImportItem {
  var message: ImportedMessage? {
    if case .message(let message) = self { message } else { nil }
  }

  /// The text of a message, or the description of a problem.
  var summary: String {
    switch self {
    case .message(let message): message.text
    case .problem(let problem):
      problem.description.replacing(problem.file.relativePath, with: problem.file.lastPathComponent)
    }
  }
}

extension ImportedMessage {
  /// The same message in a copy of the export, with the paths of the copy's folder.
  fileprivate func moved(from file: URL, to copy: URL) -> Self {
    func moved(_ path: String?) -> String? {
      path?.replacing(
        file.deletingLastPathComponent().standardizedFileURL.path,
        with: copy.deletingLastPathComponent().standardizedFileURL.path)
    }
    var message = self
    for index in attachments.indices {
      message.attachments[index].path = moved(attachments[index].path)
      message.attachments[index].thumbnail = moved(attachments[index].thumbnail)
    }
    if case .contact(var contact) = details.content {
      contact.path = moved(contact.path)
      message.details.content = .contact(contact)
    }
    return message
  }
}

extension Array {
  /// Nil if the array is empty.
  fileprivate func randomPick(_ random: inout SplitMix64) -> Element? {
    isEmpty ? nil : self[random.below(count)]
  }
}
