import Foundation
import SeededRandom
import Testing
import ZipWriter

@testable import ChatFormats
@testable import Chats

@Suite("What an import says of what is missing", .dedicatedThreads)
struct ImportCompletenessTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private static let message = """
    {"id": 1, "type": "message", "date_unixtime": "1709280001", "from": "a", "from_id": "user1", "text": "m1"}
    """
  private static let telegram =
    #"{"name": "n", "type": "private_group", "id": 1, "messages": ["# + message

  @Test("A file that ends between its messages is incomplete; one with something after its end is not")
  func cutBetweenMessages() throws {
    let cut = try bench.run(text: Self.telegram, named: "cut.json").summary
    #expect(cut.added == 1 && cut.skipped == 0 && cut.failures == [])
    #expect(cut.isIncomplete)
    let whole = try bench.run(text: Self.telegram + "]}", named: "whole.json").summary
    #expect(whole.duplicates == 1 && !whole.isIncomplete)
    #expect(try !bench.run(text: Self.telegram + "]}\n%", named: "more.json").summary.isIncomplete)
    let discord = try Fixture.text(Fixture.discord[2])
    let end = try #require(
      discord.range(of: "},\n    {", options: .backwards) ?? discord.range(of: "  ]", options: .backwards))
    let part = try bench.run(text: String(discord[..<end.lowerBound]) + "}", named: "discord.json").summary
    #expect(part.added > 0 && part.isIncomplete)
  }

  @Test("A zip file that was cut off is incomplete, even if a whole chat is in it")
  func cutZip() throws {
    var writer = ZipWriter()
    writer.add("_chat.txt", "[01.03.24, 10:00:00] Mara: one\n[01.03.24, 10:01:00] Tove: two\n".utf8)
    writer.add("photo.jpg", Array(repeating: 7, count: 500)) { $0.packing = .stored }
    let data = writer.data()
    let summary = bench.run(try bench.file(data.prefix(data.count - 300), named: "cut.zip")).summary
    #expect(summary.added == 2 && summary.failures == [])
    #expect(summary.isIncomplete)
  }

  @Test("A picture that cannot be copied makes an import incomplete")
  func mediaNotKept() throws {
    let chat = try bench.file("[01.03.24, 10:00:00] Mara: <attached: a.jpg>\n", named: "_chat.txt")
    try bench.file("picture", named: "a.jpg")
    // A file at the place of the folder for the copies.
    try bench.file("", named: "archive.media")
    var options = ImportOptions(timeZone: .gmt)
    options.keepsMedia = true
    let summary = Importer(into: bench.archive, options: options).run(
      [chat])
    #expect(summary.added == 1 && summary.failures == [])
    #expect(summary.isIncomplete)
  }

  @Test("A file of which every record is damaged is a failure")
  func nothingReadable() throws {
    let damaged = Self.telegram.replacing("1709280001", with: "yesterday") + "]}"
    let file = try bench.file(damaged, named: "bad.json")
    let summary = bench.run(file).summary
    #expect(summary.skipped == 1)
    #expect(summary.failures == [.nothingReadable(path: file.relativePath, reason: "invalid date")])
    #expect(
      try bench.run(
        text: #"{"name": "n", "type": "private_group", "id": 1, "messages": []}"#, named: "none.json"
      ).summary.failures == [])
  }

  @Test("Many files that are no chats are counted, and the exports among them are read")
  func strangers() throws {
    var writer = ZipWriter()
    for number in 0..<200 { writer.add("notes/\(number).txt", "bread, milk \(number)".utf8) }
    writer.add("_chat.txt", "[01.03.24, 10:00:00] Mara: one\n[01.03.24, 10:01:00] Tove: two\n".utf8)
    let report = bench.run(try bench.file(writer.data(), named: "all.zip"))
    #expect(report.lines == ["all.zip: 200 files are not chats; ignored"])
    #expect(report.summary.added == 2)
  }

  @Test("An empty zip file is called one")
  func emptyZip() throws {
    for (name, fill) in [("none.zip", 0), ("some.zip", 30)] {
      var writer = ZipWriter()
      for number in 0..<fill { writer.add("\(number).txt", "bread".utf8) }
      let file = try bench.file(writer.data(), named: name)
      #expect(bench.run(file).summary.failures == [.noChatInZip(path: file.relativePath)])
    }
  }

  @Test("Lines may end with CR alone, in text of any encoding")
  func carriageReturns() throws {
    for fixture in Fixture.transcripts + [Fixture.irssi, Fixture.hexchat] {
      let text = try Data(contentsOf: fixture)
      if text.starts(with: [0xff, 0xfe]) { continue }
      let folder = fixture.deletingLastPathComponent().lastPathComponent
      let old = Data(text.filter { $0 != 0x0d }.map { $0 == 0x0a ? 0x0d : $0 })
      let file = try bench.file(old, named: "old/\(folder)/\(fixture.lastPathComponent)")
      let same = try bench.file(text, named: "new/\(folder)/\(fixture.lastPathComponent)")
      #expect(
        try ReadExport(file).messages.map(\.text) == ReadExport(same).messages.map(\.text), "\(fixture.path)")
      #expect(try !ReadExport(file).messages.isEmpty, "\(fixture.path)")
    }
    let utf16 =
      Data([0xff, 0xfe])
      + "[01.03.24, 10:00:00] Mara: one\r[01.03.24, 10:01:00] Tove: two\r".utf16
      .reduce(into: Data()) { $0 += [UInt8($1 & 0xff), UInt8($1 >> 8)] }
    #expect(try ReadExport(bench.file(utf16, named: "utf16.txt")).messages.map(\.text) == ["one", "two"])
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> Data {
    "\u{feff}\(text)".utf16.reduce(into: Data()) { data, unit in
      let bytes = [UInt8(unit & 0xff), UInt8(unit >> 8)]
      data += isBigEndian ? bytes.reversed() : bytes
    }
  }

  // Only transcripts were read in UTF-16.
  @Test("Files of all formats may be in UTF-16", arguments: [false, true])
  func utf16(isBigEndian: Bool) throws {
    let files = Fixture.keyed + Fixture.transcripts + [Fixture.irssi, Fixture.hexchat, Fixture.messengerPage]
    for fixture in files {
      let data = try Data(contentsOf: fixture)
      if data.starts(with: [0xff, 0xfe]) { continue }
      let text = String(decoding: data, as: UTF8.self)
      let folder = fixture.deletingLastPathComponent().lastPathComponent
      let name = "\(folder)/\(fixture.lastPathComponent)"
      let same = try ReadExport(try bench.file(text, named: "utf8/\(name)"))
      let other = try ReadExport(
        try bench.file(Self.utf16(text, isBigEndian: isBigEndian), named: "utf16/\(name)"), chunkSize: 17)
      #expect(other.messages.map(\.text) == same.messages.map(\.text), "\(fixture.path)")
      #expect(other.problems.map(\.reason) == same.problems.map(\.reason), "\(fixture.path)")
    }
  }

  @Test("Halves of characters in UTF-16 are replaced")
  func halves() throws {
    var bytes = Self.utf16(
      "[01.03.24, 10:00:00] Mara: a😀b\n[01.03.24, 10:01:00] Mara: ab\n", isBigEndian: false)
    let half = try #require(bytes.range(of: Data([0x3d, 0xd8, 0x00, 0xde])))
    bytes.removeSubrange(half.lowerBound..<half.lowerBound + 2)
    bytes += [0x41]
    let read = try ReadExport(bench.file(bytes, named: "chat.txt"))
    #expect(
      read.messages.map { $0.text.replacing(/\u{fffd}+/, with: "?") } == ["a?b", "ab\n?"]
        && read.remarks == [])
  }

  @Test("UTF-32 is named")
  func utf32() throws {
    for (start, isLittle) in [([0xff, 0xfe, 0, 0] as [UInt8], true), ([0, 0, 0xfe, 0xff], false)] {
      var bytes = Data(start)
      for scalar in "[01.03.24, 10:00:00] Mara: one\n".unicodeScalars {
        let byte = UInt8(scalar.value)
        bytes += isLittle ? [byte, 0, 0, 0] : [0, 0, 0, byte]
      }
      let file = try bench.file(bytes, named: "chat.txt")
      #expect(bench.run(file).summary.failures == [.unknownFormat(path: file.relativePath, hint: .utf32)])
    }
  }

  // MARK: Many messages of one minute

  @Test("The messages of the last minute are counted with each message, as if the batch were gone through")
  func lastMinute() {
    var random = SplitMix64(seed: 7)
    var tally = LastMinute()
    var batch: [(chat: String, minute: Int64, hasKey: Bool)] = []
    for _ in 0..<2000 {
      let next = (
        chat: "whatsapp:\(random.below(2))", minute: Int64(random.below(2)), hasKey: random.below(20) == 0
      )
      batch.append(next)
      tally.add(
        ImportedMessage(
          conversationKey: next.chat, conversationTitle: "", sourceID: "", sender: nil,
          sentAt: next.minute * 60_000 + Int64(random.below(60_000)), kind: .normal, text: "",
          sequence: next.hasKey ? nil : .seconds))
      let expected =
        next.hasKey
        ? 0
        : batch.reversed().prefix { !$0.hasKey && $0.chat == next.chat && $0.minute == next.minute }.count
      #expect(tally.count == expected)
      if random.below(10) == 0 {
        let kept = random.below(3)
        batch.removeFirst(max(0, batch.count - min(kept, expected)))
        tally.keep(kept)
      }
    }
  }

  @Test("More messages of one minute than are written at once are read once, in their order")
  func longMinute() async throws {
    let lines = (0..<21_000).map { "13/06/2018, 15:22 - \($0 % 2 == 0 ? "Mara" : "Tove"): line \($0)\n" }
    let file = try bench.file(lines.joined(), named: "WhatsApp Chat with Mara.txt")
    #expect(bench.run(file).summary.added == 21_000)
    let first = try await bench.archive.allMessages().map(\.text)
    #expect(first == (0..<21_000).map { "line \($0)" })
    let again = bench.run(file).summary
    #expect(again.added == 0 && again.duplicates == 21_000)
  }
}
