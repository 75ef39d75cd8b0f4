import Foundation
import Testing
import ZipWriter

@testable import ChatFormats
@testable import Chats

@Suite("Importing Messenger and Instagram", .dedicatedThreads)
struct ImportMessengerTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private var folder: URL { Fixture.messengerFolder }

  @Test(
    "The parts of a chat are read backwards, so that the oldest message is the first, and damage costs one message"
  )
  func order() async throws {
    let report = bench.run(folder)
    #expect(
      report.problems.filter { $0.effect == .skipped }.map(\.reason) == [
        "invalid JSON in a message", "invalid date",
      ])
    #expect(report.summary.filesRead == 4)
    let content = try await bench.content()
    #expect(content.conversations.map(\.title).sorted() == ["Jonas Weber", "Jonas Weber", "Walks"])
    let chat = try #require(content.messages.first { $0.count == 10 })
    #expect(
      chat.map(\.text) == [
        "https://example.org/first", "Jonas Weber called; nobody answered", "Jonas Weber called (1 min 5 s)",
        "",
        "", "Same moment, written before", "Two pictures", "",
        "Café stays café: é, Über –\nSchöne Hütte\nhttps://example.org/shared",
        "Grüße 서연 👋 https://example.org/x",
      ])
    #expect(chat.map { $0.sentAt - 1_709_280_000_000 } == [1, 2, 3, 4, 5, 6, 6, 7, 8, 9].map { $0 * 1000 })
    #expect(
      chat.map(\.sender?.name) == [
        "Jonas Weber", nil, nil, "Jonas Weber", "Mára Lind", "Mára Lind", "Jonas Weber", "Jonas Weber",
        "Jonas Weber", "Mára Lind",
      ])
    #expect(chat.map(\.isOwn) == [false, false, false, false, true, true, false, false, false, true])
    #expect(
      chat.map(\.kind) == [
        .normal, .service, .service, .normal, .normal, .normal, .normal, .deleted, .normal, .normal,
      ])
    #expect(
      chat[1...2].map(\.details.content) == [
        .call(Call(outcome: .missed)), .call(Call(outcome: .ended, duration: 65)),
      ])
    #expect(chat[9].entities.map(\.kind) == [.link(target: "https://example.org/x")])
    #expect(chat[9].reactions.map(\.key) == ["❤", "👍"] && chat[9].reactions.map(\.count) == [2, 1])
    #expect(Set(chat[9].reactions[0].people.map(\.name)) == ["Jonas Weber", "Mára Lind"])
    // The second import adds nothing.
    #expect(bench.run(folder).summary.added == 0)
  }

  @Test("Files are relative to the whole download, and beside the chat if they are not there")
  func files() async throws {
    bench.run(folder)
    let chat = try #require(try await bench.content().messages.first { $0.count == 10 })
    let path = folder.standardizedFileURL.path + "/your_facebook_activity/messages/inbox/jonasweber_10153"
    #expect(
      chat[6].attachments == [
        Attachment(kind: .photo, byteCount: 4, path: "\(path)/photos/1.jpg"),
        Attachment(kind: .photo, path: "\(path)/photos/missing.jpg"),
      ])
    #expect(
      chat[4].attachments == [
        Attachment(
          kind: .video, name: "v.mp4", path: "\(path)/videos/v.mp4", thumbnail: "\(path)/videos/t.jpg"),
        Attachment(kind: .voice, name: "a.ogg", path: "\(path)/audio/a.ogg"),
        Attachment(kind: .animation, name: "g.gif", path: "\(path)/gifs/g.gif"),
        Attachment(kind: .file, name: "route.gpx", path: "\(path)/files/route.gpx"),
      ])
    #expect(chat[3].attachments == [Attachment(kind: .sticker, path: "\(path)/stickers_used/s.png")])
  }

  @Test("Encrypted chats and groups are read as well")
  func encrypted() async throws {
    bench.run(folder)
    let content = try await bench.content()
    let chat = try #require(content.messages.first { $0.count == 3 })
    #expect(chat.map(\.text) == ["Hi", "", "Übung"] && chat.map(\.kind) == [.normal, .deleted, .normal])
    #expect(chat.map(\.isOwn) == [true, true, false])
    #expect(chat[2].attachments.map(\.kind) == [.photo, .video] && chat[2].reactions.map(\.key) == ["😂"])
    let group = try #require(content.messages.first { $0.count == 2 })
    #expect(group.map(\.text) == ["mara added tove to the group.", "Hello"])
    #expect(group.map(\.kind) == [.service, .normal])
  }

  @Test(
    "Bytes written as characters become the text, and a text that is one already stays",
    arguments: [
      ("GrÃ¼Ã\u{9f}e", "Grüße"), ("Grüße", "Grüße"), ("é", "é"), ("ð\u{9f}\u{91}\u{8b}", "👋"), ("서연", "서연"),
      ("abc", "abc"), ("Ã¼ and 서", "Ã¼ and 서"),
    ])
  func repaired(text: String, expected: String) {
    #expect(MessengerDecoder.repaired(text) == expected)
  }

  /// A reader of a file with messages of the texts “1” and so on, and the file.
  private func reader(
    of count: Int, isReversed: Bool, inZip: Bool = false, isDamaged: Bool = false, window: Int
  ) throws -> (MessengerReader, URL) {
    let numbers = isReversed ? Array((1...count).reversed()) : Array(1...count)
    let messages = numbers.map {
      #"{"sender_name": "a", "timestamp_ms": \#(1_709_280_000_000 + $0), "content": "\#($0)"}"#
    }
    let text =
      #"{"messages": [\#(messages.joined(separator: ",\n"))], "title": "t", "thread_path": "inbox/t_12345"}"#
    var writer = ZipWriter()
    writer.add("message_1.json", text.utf8) { $0.hasWrongCheckSum = isDamaged }
    let file = try bench.file(
      inZip ? writer.data() : Data(text.utf8), named: inZip ? "download.zip" : "message_1.json")
    let found = ImportListing(of: [file]).files
    let input = ImportInput(
      parts: found, format: .messenger, tree: ImportTree(at: file, found),
      options: ImportOptions(timeZone: .gmt), chunkSize: 64)
    return (try MessengerReader(input, window: window), file)
  }

  @Test(
    "A file with more messages than fit into memory is read in parts, with the same result",
    arguments: [1, 2, 3, 7, 100], [false, true])
  func windows(window: Int, inZip: Bool) throws {
    for isReversed in [true, false] {
      var (reader, _) = try reader(of: 40, isReversed: isReversed, inZip: inZip, window: window)
      var texts: [String] = []
      while let item = reader.next() {
        if case .message(let message) = item {
          texts.append(message.text)
          #expect(message.conversationKey == "messenger:12345" && message.sequence == .milliseconds)
        }
      }
      #expect(texts == (1...40).map { "\($0)" })
    }
  }

  // The messages of all parts but two were lost.
  @Test("An error at the end of a file ends the reading after the messages of all its parts")
  func errorAtEnd() throws {
    var (reader, _) = try reader(of: 40, isReversed: true, inZip: true, isDamaged: true, window: 5)
    var texts: [String] = []
    while let item = reader.next() { if case .message(let message) = item { texts.append(message.text) } }
    #expect(texts == (1...40).map { "\($0)" })
    #expect(reader.failure != nil)
  }

  @Test("A part of a file is read from where it begins")
  func placeOfPart() throws {
    let (made, file) = try reader(of: 20, isReversed: true, window: 5)
    var reader = made
    var texts: [String] = []
    func add(_ item: ImportItem) { if case .message(let message) = item { texts.append(message.text) } }
    let first = reader.next()
    add(try #require(first))
    // What is before a part does not matter.
    let bytes = try Data(contentsOf: file)
    let start = try #require(bytes.firstIndex(of: UInt8(ascii: "["))) + 1
    let end = try #require(bytes.range(of: Data(#"18"},"#.utf8))).upperBound
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: UInt64(start))
    try handle.write(contentsOf: Data(repeating: UInt8(ascii: " "), count: end - start))
    try handle.close()
    while let item = reader.next() { add(item) }
    #expect(texts.prefix(15) == (1...15).map { "\($0)" }[...])
  }

  @Test(
    "Files of one chat in two parts of a download are read together; those of two downloads are not",
    arguments: [
      ("facebook-mara-1.zip", "facebook-mara-2.zip", 1),
      ("instagram-mara-2024-03-05-Ab3dE6.zip", "instagram-mara-2024-03-05-xY1zW2.zip", 1),
      ("first.zip", "second.zip", 2),
      ("instagram-mara-2024-03-05-Ab3dE6.zip", "instagram-mara-2024-03-06-xY1zW2.zip", 2),
    ])
  func partsInZips(first: String, second: String, count: Int) async throws {
    let bench = try ImportBench()
    let files = try [first, second].enumerated().map { index, name in
      var writer = ZipWriter()
      let message = """
        {"participants": [{"name": "Tove"}, {"name": "Mara"}], "title": "Tove", "thread_path": "inbox/tove_7",
        "messages": [{"sender_name": "Tove", "timestamp_ms": 17092800\(9 - index)0000, "content": "m\(index)"}]}
        """
      writer.add("messages/inbox/tove_7/message_\(index + 1).json", message.utf8)
      return try bench.file(writer.data(), named: name)
    }
    let runs = ZipSeries.joined(files).flatMap { places in
      let listing = ImportListing(of: places)
      return ImportPlan(
        of: listing.files, zips: listing.zips, at: places[0], options: ImportOptions(timeZone: .gmt),
        chunkSize: 4096
      ).steps
    }
    #expect(runs.count == count)
    #expect(bench.run(files).summary.added == 2)
    #expect(try await bench.archive.allMessages().map(\.text) == ["m1", "m0"])
  }

  // The multiplication ended the program.
  @Test("A reaction with a time at the end of 64 bits has none", arguments: [Int64.min, .max, -1])
  func reactionTime(time: Int64) throws {
    let file = try bench.file(
      """
      {"participants": [{"name": "Tove"}], "title": "Tove", "thread_path": "inbox/tove_1", "messages": [
        {"sender_name": "Tove", "timestamp_ms": 1709280000000, "content": "hello",
         "reactions": [{"reaction": "👍", "actor": "Tove", "timestamp": \(time)}]}]}
      """, named: "message_1.json")
    let read = try ReadExport(file)
    #expect(read.messages.map { $0.reactions.first?.people.first?.reactedAt } == [nil])
    #expect(read.messages.first?.reactions.first?.people.count == 1)
  }

  @Test("Two downloads that both have a part of a chat are aligned")
  func samePartTwice() async throws {
    let bench = try ImportBench()
    let files = try ["mara-1.zip", "mara-2.zip"].map { name in
      var writer = ZipWriter()
      let message = """
        {"participants": [{"name": "Tove"}, {"name": "Mara"}], "title": "Tove", "thread_path": "inbox/tove_7",
        "messages": [{"sender_name": "Tove", "timestamp_ms": 1709280000000, "content": "hello"}]}
        """
      writer.add("messages/inbox/tove_7/message_1.json", message.utf8)
      return try bench.file(writer.data(), named: name)
    }
    let summary = bench.run(files).summary
    #expect(summary.added == 1 && summary.duplicates == 1)
  }

  // It was ignored, with status 0.
  @Test("A part of a chat that is not recognized is a loss")
  func damagedPart() throws {
    let part = """
      {"participants": [{"name": "Tove"}, {"name": "Mara"}], "title": "Tove", "thread_path": "inbox/tove_7",
      "messages": [{"sender_name": "Tove", "timestamp_ms": 1709280000000, "content": "hello"}]}
      """
    try bench.file(part, named: "d/inbox/tove_7/message_1.json")
    try bench.file("garbage", named: "d/inbox/tove_7/message_2.json")
    try bench.file("garbage", named: "d/inbox/mara_8/message_1.json")
    let report = bench.run(bench.folder.url.appendingPathComponent("d"))
    #expect(report.summary.added == 1)
    #expect(
      report.problems.filter { $0.effect == .incomplete }.map { $0.file.pathComponents.suffix(2) } == [
        ["mara_8", "message_1.json"], ["tove_7", "message_2.json"],
      ])
    #expect(report.summary.failures.count == 1)
    #expect(report.lines.filter { $0.contains("not a chat") } == [])
  }

  // MARK: Notices

  /// The messages of a chat with Mara Lind, the oldest first, from JSON without their times.
  private func messages(_ records: [String], title: String = "Mara Lind") async throws -> [Message] {
    let bench = try ImportBench()
    let list = records.enumerated().map { #"{"timestamp_ms": \#(1_778_000_000_000 + $0 * 1000), \#($1)}"# }
    let text = """
      {"participants": [{"name": "Mara Lind"}, {"name": "Jonas Weber"}], "messages": [
      \(list.reversed().joined(separator: ",\n"))], "title": "\(title)", "thread_path": "inbox/mara_17890"}
      """
    let report = try bench.run(text: text, named: "message_1.json")
    #expect(report.lines == [])
    return try await bench.archive.allMessages()
  }

  private func record(_ text: String, by name: String = "Mara Lind", _ more: String = "") -> String {
    let fields = #""sender_name": "\#(name)", "content": "\#(text)""#
    return more.isEmpty ? fields : "\(fields), \(more)"
  }

  // Both records were messages, with the mark in the text.
  @Test("A message that Instagram writes again after an edit is one message")
  func editedTwice() async throws {
    let all = try await messages([
      record("Is that photo (edited) or not?"), record("Snow up there"), record("ok?", by: "Jonas Weber"),
      record("Snow up there ❄ (edited)"), record("See you (edited)"), record("Nein (bearbeitet)"),
      record("One"), record("Two"), record("One and (edited)"), record("ok", by: "Jonas Weber"),
      record("ok now (edited)", by: "Jonas Weber"),
    ])
    #expect(
      all.map(\.text) == [
        "Is that photo (edited) or not?", "Snow up there ❄", "ok?", "See you", "Nein", "One", "Two",
        "One and",
        "ok now",
      ])
    #expect(
      all.map { $0.editedAt.map { ($0 - 1_778_000_000_000) / 1000 } } == [nil, 3, nil, 4, 5, nil, nil, 8, 10])
    #expect(all.map { ($0.sentAt - 1_778_000_000_000) / 1000 } == [0, 1, 2, 4, 5, 6, 7, 8, 9])
  }

  @Test("The edited message keeps its earlier text")
  func earlierText() async throws {
    let bench = try ImportBench()
    let text = """
      {"participants": [{"name": "Mara"}, {"name": "Jo"}], "messages": [
      {"sender_name": "Mara", "timestamp_ms": 1778000131000, "content": "Snow up there! (edited)"},
      {"sender_name": "Mara", "timestamp_ms": 1778000100000, "content": "Snow up there"}],
      "title": "Mara", "thread_path": "inbox/mara_17890"}
      """
    try bench.run(text: text, named: "message_1.json")
    let chat = try #require(try await bench.archive.conversations().first)
    let all = try await bench.archive.wholeMessages(
      in: chat.id, after: MessageCursor(orderKey: .min, id: .min), limit: .max, hasKeys: false)
    #expect(all.map { $0.edits.map(\.text) } == [["Snow up there"]])
    #expect(try bench.run(text: text, named: "again/message_1.json").summary.added == 0)
  }

  // The sentence was text of the person in all languages but English.
  @Test(
    "Messenger's sentence about a share is no text",
    arguments: [
      ("Mara Lind", "Mara Lind hat einen Anhang gesendet."),
      ("Jonas Weber", "Du hast einen Anhang gesendet."),
      ("Mara Lind", "Mara Lind envió un archivo adjunto."),
      ("Mara Lind", "Mara Lind a envoyé une pièce jointe."),
      ("Mara Lind", "Mara Lind sent an attachment."), ("Jonas Weber", "You sent an attachment."),
      ("Mara Lind", "Mara Lind님이 첨부 파일을 보냈습니다."), ("Jonas Weber", "Vous avez envoyé une pièce jointe."),
    ])
  func shares(name: String, sentence: String) async throws {
    let all = try await messages([
      record(sentence, by: name, #""share": {"link": "https://example.org/a", "share_text": "Hut"}"#),
      record("Look at this.", by: name, #""share": {"link": "https://example.org/b"}"#),
      record(sentence, by: name),
    ])
    #expect(
      all.map(\.text) == [
        "Hut\nhttps://example.org/a", "Look at this.\nhttps://example.org/b", sentence,
      ])
  }

  @Test("Notices without a type of their own are events")
  func notices() async throws {
    let all = try await messages([
      record("Mara Lind named the group Walks."), record("Liked a message"),
      record("Reacted 😂 to your message "), record("Mara Lind is my name."), record("I liked a message"),
      record("Mara Lind unsent a message"), record("You unsent a message", by: "Jonas Weber"),
    ])
    #expect(
      all.map(\.kind) == [.service, .service, .service, .normal, .normal, .deleted, .deleted])
    #expect(
      all.map(\.text) == [
        "Mara Lind named the group Walks.", "Mara Lind liked a message",
        "Mara Lind reacted 😂 to your message", "Mara Lind is my name.", "I liked a message", "", "",
      ])
    #expect(all.map(\.sender?.name).suffix(2) == ["Mara Lind", "Jonas Weber"])
  }

  // They were the exporter's words.
  @Test("An event of the exporter is an event, and the same words of the other person are text")
  func ownEvents() async throws {
    let sentences = [
      "You named the group Walks.", "You added Tove to the group.",
      "You set the nickname for Mara Lind to M.",
      "You changed the chat theme to Love.", "You pinned a message.", "You joined the video chat.",
      "You set the quick reaction to 👍.", "You sent an attachment.",
      "You turned on disappearing messages. New messages will disappear after a day.",
    ]
    let all = try await messages(
      sentences.map { record($0, by: "Jonas Weber") } + sentences.map { record($0) })
    #expect(all.map(\.text) == sentences + sentences)
    #expect(all.map { $0.kind == .service } == sentences.map { _ in true } + sentences.map { _ in false })
    let texts = [
      "You added Tove to the list.", "You left the group", "You sent an attachment. Thanks.", "You did.",
    ]
    #expect(try await messages(texts.map { record($0, by: "Jonas Weber") }).allSatisfy { $0.kind == .normal })
  }

  @Test("Each line of the table of words has its form, and each section has texts")
  func words() {
    #expect(MessengerWords.table.faults == [])
    for section in MessengerWords.Section.allCases {
      #expect(MessengerWords.table.texts[section]?.isEmpty == false, "\(section)")
    }
  }

  // MARK: Encrypted chats

  private func encrypted(_ name: String, at start: Int) -> String {
    """
    {"participants": ["Me", "Anna Lee"], "threadName": "\(name)", "messages": [
    {"isUnsent": false, "media": [], "reactions": [], "senderName": "Anna Lee", "text": "of \(name)", "timestamp": \(start), "type": "text"}]}
    """
  }

  // The messages of both were one chat with one person.
  @Test("Two people of one name are two chats and two people, if a download has both")
  func twoOfOneName() async throws {
    let bench = try ImportBench()
    for (index, name) in ["Anna Lee_7", "Anna Lee_9"].enumerated() {
      try bench.file(encrypted(name, at: 1_709_290_000_000 + index), named: "e2ee/\(name).json")
    }
    try bench.file(encrypted("Bo_3", at: 1_709_290_000_000), named: "e2ee/Bo_3.json")
    bench.run(bench.folder.url.appendingPathComponent("e2ee"))
    let content = try await bench.content()
    #expect(content.conversations.map(\.title).sorted() == ["Anna Lee", "Anna Lee", "Bo"])
    #expect(content.messages.map(\.count) == [1, 1, 1])
    let people = Set(content.messages.joined().compactMap(\.sender?.id))
    #expect(people.count == 3)
  }

  // They were two chats of one name.
  @Test(
    "An encrypted chat continues the chat with the same person, if it begins after it",
    arguments: [
      (1_702_000_000_000, "Mára Lind", 1), (1_701_800_000_000, "Mára Lind", 2),
      (1_702_000_000_000, "Tove", 2),
    ])
  func continuation(start: Int, name: String, count: Int) async throws {
    let bench = try ImportBench()
    let open = """
      {"participants": [{"name": "MÃ¡ra Lind"}, {"name": "Jonas Weber"}], "messages": [
      {"sender_name": "MÃ¡ra Lind", "timestamp_ms": 1701900000000, "content": "last"},
      {"sender_name": "Jonas Weber", "timestamp_ms": 1701700000000, "content": "first"}],
      "title": "MÃ¡ra Lind", "thread_path": "inbox/maralind_10153"}
      """
    let closed = """
      {"participants": ["\(name)", "Jonas Weber"], "threadName": "\(name)_3", "messages": [
      {"isUnsent": false, "media": [], "reactions": [], "senderName": "\(name)", "text": "later", "timestamp": 1702100000000, "type": "text"},
      {"isUnsent": false, "media": [], "reactions": [], "senderName": "Jonas Weber", "text": "After", "timestamp": \(start), "type": "text"}]}
      """
    try bench.file(open, named: "d/inbox/maralind_10153/message_1.json")
    try bench.file(closed, named: "d/messages/\(name)_3.json")
    let report = bench.run(bench.folder.url.appendingPathComponent("d"))
    #expect(report.summary.added == 4 && report.lines == [])
    let content = try await bench.content()
    #expect(content.conversations.count == count)
    if count == 1 { #expect(content.messages[0].map(\.text) == ["first", "last", "After", "later"]) }
    #expect(bench.run(bench.folder.url.appendingPathComponent("d")).summary.added == 0)
  }
}
