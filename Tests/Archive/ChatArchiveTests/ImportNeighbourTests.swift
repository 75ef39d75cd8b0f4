import Foundation
import Testing

@testable import ChatFormats

/// The beginnings of other programs' files, written from their documentation.
enum Neighbour: String, CaseIterable, Sendable {
  case discordHTML, telegramHTML, telegramChatList, signalExportData
  case webPage, otherJSON, otherMessages, arrayOfObjects, zip, gzip, database

  var data: Data {
    switch self {
    case .zip: Data("PK\u{3}\u{4}\u{14}".utf8)
    case .gzip: Data([0x1f, 0x8b, 8, 0])
    case .database: Data("SQLite format 3\0".utf8)
    default: Data(text.utf8)
    }
  }

  private var text: String {
    switch self {
    case .discordHTML:
      "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Walkers - ridge</title><style>.chatlog__embed{}</style>"
    case .telegramHTML:
      """
      <!DOCTYPE html>
      <html>
       <head>
        <meta charset="utf-8"/>
        <title>Exported Data</title>
        <link href="css/style.css" rel="stylesheet"/>
       </head>
       <body onload="CheckLocation();">
        <div class="page_wrap">
         <div class="page_header">
      """
    case .telegramChatList:
      """
      <!DOCTYPE html>
      <html><head><title>Exported Data</title><link href="../css/style.css" rel="stylesheet"/></head>
      <body><div class="page_wrap list_page">
      """
    case .signalExportData:
      #"{"date": "2026-07-01T18:00:00", "sender": "Me", "body": "x", "quote": "", "sticker": null, "reactions": []}"#
    case .webPage:
      "<!-- saved -->\n<HTML><head><title>Telegram walks</title></head><body>[12:00] &lt;a&gt; x</body>"
    case .otherJSON: #"{"a": 1}"#
    case .otherMessages:
      #"{"type": "thread", "id": 7, "messages": [{"id": 1, "type": "text", "from": "a", "date": "2024-01-01"}]}"#
    case .arrayOfObjects: #"[{"type": "message", "user": "U1", "time": "1709280000", "text": "Hello"}]"#
    default: ""
    }
  }

  /// The sentence of an import about it.
  func sentence(_ path: String) -> String {
    switch self {
    case .discordHTML:
      "“\(path)” is an export of Discord (HTML), which cannot be read. "
        + "Export the chat again with the format “JSON”."
    case .zip: "“\(path)” is not a zip file that can be read. Download or export it again."
    default: "“\(path)” is not a supported format. \(advice)"
    }
  }

  private var advice: String {
    switch self {
    case .telegramHTML, .telegramChatList:
      "It is a page of a Telegram export without messages. Choose the folder of the export, or a messages.html in it."
    case .signalExportData:
      "It is the copy of a chat that signal-export writes for other programs. Choose the folder, or chat.md in it."
    case .webPage: "It is a web page, but not an export of a chat."
    case .gzip: "It is compressed. Extract it, then import the extracted files."
    case .database: "It is a database. If it is a Backscroll archive, open it instead."
    default: "It is JSON, but not an export of a chat that is known."
    }
  }

  /// Whether the file contains a JSON object of an unknown program: an explicit request for Telegram's format then reads it.
  var canBeRequestedAsTelegram: Bool {
    self == .otherJSON || self == .otherMessages || self == .signalExportData
  }

  /// The kinds that claim it, besides those for all web pages and all JSON.
  var hints: [ImportHint] {
    switch self {
    case .discordHTML: [.discord]
    case .telegramHTML, .telegramChatList: [.telegramHTML]
    case .signalExportData: [.signalExportData]
    case .webPage, .otherJSON, .otherMessages, .arrayOfObjects: []
    case .zip, .gzip: [.compressed]
    case .database: [.database]
    }
  }
}

@Suite("Files of other programs", .dedicatedThreads)
struct ImportNeighbourTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  // Exports of Discord, Messenger, Instagram and Element were treated as Telegram's, and failed once for each message.
  @Test(
    "A file of another program is named in a sentence, and nothing of it is read",
    arguments: Neighbour.allCases)
  func named(neighbour: Neighbour) throws {
    let file = try bench.file(neighbour.data, named: "messages.json")
    let report = bench.run(file)
    #expect(report.summary.failures.map(\.description) == [neighbour.sentence(file.path)])
    #expect(report.summary.filesRead == 0 && report.lines == [])
    #expect(!Importer.recognises(file.path))
  }

  @Test(
    "It is not read as Telegram's either if that is requested",
    arguments: Neighbour.allCases.filter { !$0.canBeRequestedAsTelegram })
  func requested(neighbour: Neighbour) throws {
    let file = try bench.file(neighbour.data, named: "messages.json")
    let report = bench.run(file, format: .telegram)
    #expect(report.summary.failures.count == 1)
    #expect(report.summary.filesRead == 0 && report.lines == [])
  }

  @Test("Exactly one kind claims each file, and no reader does", arguments: Neighbour.allCases)
  func claims(neighbour: Neighbour) {
    let head = FileHead(Array(neighbour.data)[...])
    #expect(ImportFormat.readers.compactMap { $0.format(of: head) } == [])
    let special = ImportHint.allCases.filter { $0 != .webPage && $0 != .otherJSON && $0.claims(head) }
    #expect(special == neighbour.hints)
  }

  @Test("Exactly one reader claims each file that can be imported, and no kind does", arguments: Fixture.all)
  func readers(file: URL) throws {
    let head = try FileHead(of: file)
    #expect(ImportFormat.readers.count { $0.format(of: head) != nil } == 1)
    #expect(ImportHint.of(head).map { [.otherJSON, .webPage].contains($0) } ?? true)
  }

  /// Transcripts and logs, into which others can be pasted.
  private static let logs = (Fixture.keyed + Fixture.transcripts).filter {
    !["json", "html"].contains($0.pathExtension)
  }

  @Test("A chat that was pasted into another one does not change whose it is", arguments: logs)
  func pastedChats(host: URL) throws {
    let bytes = try Data(contentsOf: host)
    let format = try #require(ImportFormat.detect(FileHead(of: host)))
    // Pasted text is in the encoding of the file.
    guard let text = String(data: bytes, encoding: .utf8) else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for guest in Self.logs {
      guard let pasted = try? Fixture.text(guest) else { continue }
      let middle = lines.count * 2 / 3
      let both =
        lines[..<middle].joined(separator: "\n") + "\n" + pasted + "\n"
        + lines[middle...].joined(separator: "\n")
      let found = ImportFormat.readers.compactMap { $0.format(of: FileHead(Array(both.utf8)[...])) }
      if IRCLogReader.formats.contains(format) {
        // A log has the format of most of its lines.
        #expect(found.allSatisfy { IRCLogReader.formats.contains($0) }, "\(guest.path)")
      } else {
        #expect(found == [format], "\(guest.path)")
      }
    }
  }

  @Test(
    "A Telegram export is recognized by any of its parts",
    arguments: [
      #"{"name": "n", "type": "private_group", "id": 1, "messages": []}"#,
      #"{"type": "saved_messages", "id": 1, "messages": []}"#,
      #"{"messages": [{"id": 1, "type": "message", "date": "2024-01-01T00:00:00", "from": "a", "text": ""}]}"#,
      #"{"messages": [{"id": 1, "type": "unsupported"}], "id": 5, "name": "n", "type": "personal_chat"}"#,
      #"{"about": "…", "personal_information": {"user_id": 1, "guild": {"id": 1}}}"#,
      #"{"about": "…", "chats": {"about": "…", "list": []}}"#,
      #"{"left_chats": {"about": "…", "list": []}}"#,
      #"{"about": "…", "contacts": {"about": "…", "list": []}, "frequent_contacts": {"list": []}}"#,
      #"{"name": "guild", "x": nonsense {{{, "type": "message" {"id": 1, "type": "message", "date": "2024-01-01"}]}"#,
      #"{"name": "participants", "type": "bot_chat", "id": 1, "messages": [{"id": 2, "type": "message", "#
        + #""date": "2024-01-01T00:00:00", "text": "\"guild\": {\"id\": 1}, sender_name"}]}"#,
    ])
  func telegram(text: String) throws {
    let file = try bench.file(text, named: "result.json")
    #expect(Importer.recognises(file.path))
  }

  // Such an import succeeded.
  @Test("A folder with nothing to read is a failure")
  func folder() throws {
    for name in ["a.txt", "b/c.jpg", "b/empty.log"] {
      try bench.file(name.hasSuffix("log") ? "" : "Dear diary", named: "folder/\(name)")
    }
    let folder = bench.folder.url.appendingPathComponent("folder")
    let report = bench.run(folder)
    #expect(
      report.lines == [
        "a.txt: not a chat; ignored", "empty.log: empty file; ignored",
      ])
    #expect(
      report.summary.failures.map(\.description) == [
        "The folder “\(folder.path)” contains no chat that can be imported. "
          + "Choose the folder of an export, or one with IRC logs."
      ])
    // Another folder with a log does not change the result.
    let both = bench.run(folder, Fixture.irssi.deletingLastPathComponent())
    #expect(both.summary.failures == report.summary.failures)
    #expect(both.summary.added == 10)
    // A log without messages is a log.
    try bench.file("--- Log opened Fri Mar 29 23:40:00 2024\n", named: "folder/b/d.log")
    #expect(bench.run(folder).summary == ImportSummary(filesRead: 1))
  }

  @Test("A folder that contains the export of another program says whose it is")
  func foreignFolder() throws {
    try bench.file(Neighbour.discordHTML.data, named: "folder/ridge.html")
    try bench.file("Dear diary", named: "folder/a.txt")
    let folder = bench.folder.url.appendingPathComponent("folder")
    let report = bench.run(folder)
    #expect(
      report.lines == [
        "a.txt: not a chat; ignored",
        "ridge.html: export of Discord (HTML), which cannot be read yet; ignored",
      ])
    #expect(report.summary.failures.count == 1)
    #expect(
      report.summary.failures.first?.description
        == Neighbour.discordHTML.sentence(folder.appendingPathComponent("ridge.html").path))
    // A folder that also contains a log is read.
    try bench.file("[12:00] <a> x", named: "folder/2024-01-01.log")
    #expect(bench.run(folder).summary == ImportSummary(added: 1, conversations: [1], filesRead: 1))
  }
}
