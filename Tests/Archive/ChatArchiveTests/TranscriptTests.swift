import Foundation
import Testing
import ZipWriter

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("The words of voice messages", .dedicatedThreads)
struct TranscriptTests {
  private let bench: ImportBench

  init() throws { bench = try ImportBench() }

  private var archive: Archive { bench.archive }
  private var folder: URL { bench.folder.url.appendingPathComponent("w") }

  private let chat = """
    01/03/2024, 18:02 - Mara: 0412-AUDIO.opus (file attached)
    01/03/2024, 18:05 - Jonas: See you at the hut

    """

  /// Imports a WhatsApp chat with a voice message, and other files beside its sound.
  @discardableResult
  private func run(_ files: [String: String]) throws -> ImportBench.Report {
    try bench.file(chat, named: "w/WhatsApp Chat with Jonas.txt")
    try bench.file("OggS", named: "w/0412-AUDIO.opus")
    for (name, text) in files { try bench.file(text, named: "w/\(name)") }
    return bench.run(folder)
  }

  private func transcripts(_ archive: Archive? = nil) async throws -> [Chats.Attachment.Transcript] {
    try await (archive ?? self.archive).allMessages().flatMap(\.attachments).compactMap(\.transcript)
  }

  private func hits(_ query: String) async throws -> [Message.ID] {
    try await archive.search(SearchQuery(query), in: nil, limit: 10).map(\.message.id)
  }

  // MARK: In exports

  @Test("Slack's export has the words that Slack has recognized, or the first of them")
  func slack() async throws {
    func file(_ id: String, _ fields: String) -> String {
      """
      {"type": "message", "user": "U1", "ts": "17092800\(id).000100", "text": "", "files": [{"id": "F\(id)",
        "name": "clip.m4a", "mimetype": "audio/mp4", \(fields)}]}
      """
    }
    let records = [
      file(
        "10",
        #"""
        "subtype": "slack_audio", "transcription":
          {"status": "complete", "locale": "en-US", "preview": {"content": "Keep left.", "has_more": false}}
        """#),
      file(
        "11",
        #""subtype": "slack_audio", "transcription": {"preview": {"content": "And then", "has_more": true}}"#),
      file("12", #""subtype": "slack_audio", "transcription": {"status": "processing"}"#),
      file("13", #""transcription": {"preview": {"content": "A film"}}"#),
    ]
    try bench.file(#"[{"id": "U1", "name": "mara", "profile": {}}]"#, named: "w/users.json")
    try bench.file(#"[{"id": "C1", "name": "general"}]"#, named: "w/channels.json")
    try bench.file("[\(records.joined(separator: ",\n"))]", named: "w/general/2024-03-01.json")
    let report = bench.run(folder)
    #expect(report.lines == [])
    let found = try await transcripts()
    #expect(found.map(\.text) == ["Keep left.", "And then …"])
    #expect(found.allSatisfy { $0.file == nil })
    #expect(try await hits("left").count == 1)
  }

  @Test("An iMessage export has the words on the line after the sound; elsewhere such a line is text")
  func iMessage() async throws {
    let text = """
      Mar 01, 2024  6:02:03 PM
      Mara Lind
      attachments/1/Audio Message.caf
      Transcription: Keep left: the ice holds.

      Mar 01, 2024  6:03:03 PM
      Mara Lind
      attachments/1/photo.heic
      Transcription: a word

      Mar 01, 2024  6:04:03 PM
      Me
      Transcription: a word

      """
    try bench.run(text: text, named: "Mara Lind.txt")
    #expect(try await transcripts().map(\.text) == ["Keep left: the ice holds."])
    #expect(
      try await archive.allMessages().map(\.text) == ["", "Transcription: a word", "Transcription: a word"])
  }

  // MARK: Beside the sound

  @Test(
    "The words are read from the file of a recognizer beside the sound",
    arguments: [
      ("0412-AUDIO.txt", "\u{feff} We are at\n the dam.\n\nKeep left. \n", "We are at the dam.\nKeep left."),
      ("0412-AUDIO.opus.txt", "Keep left.", "Keep left."),
      (
        "0412-AUDIO.txt",
        "[00:00:00.000 --> 00:00:02.500]   We are\n[00:00:02.500 --> 00:00:05.000]   here.\n",
        "We are here."
      ),
      (
        "0412-AUDIO.vtt",
        """
        WEBVTT
        Kind: captions

        NOTE a remark

        1
        00:00:00.000 --> 00:00:02.500 align:start
        <v Mara>We are <00:00:01.000>at</v>
        the dam &amp; fine.

        00:02.500 --> 00:05.000
        I <3 you, 2 < 3 > 1 metres

        """, "We are at the dam & fine. I <3 you, 2 < 3 > 1 metres"
      ),
      (
        "0412-AUDIO.srt",
        "1\r\n00:00:00,000 --> 00:00:02,500\r\nWe are\r\n\r\n2\r\n00:00:02,500 --> 00:00:05,000\r\n2\r\n",
        "We are 2"
      ),
      ("0412-AUDIO.json", #"{"text": " We are here. ", "segments": [], "language": "en"}"#, "We are here."),
      (
        "0412-AUDIO.json", #"{"segments": [{"id": 0, "text": " We are"}, {"text": " here."}]}"#,
        "We are here."
      ),
      (
        "0412-AUDIO.opus.json",
        #"{"transcription": [{"timestamps": {}, "text": " We are"}, {"text": " here."}]}"#,
        "We are here."
      ),
    ])
  func beside(name: String, content: String, words: String) async throws {
    let report = try run([name: content])
    #expect(report.lines == [])
    #expect(try await transcripts() == [Chats.Attachment.Transcript(words, file: name)].compactMap(\.self))
    #expect(try await archive.allMessages().count == 2)
  }

  @Test(
    "A file without words gives none, and is not reported as a chat",
    arguments: [
      ("0412-AUDIO.txt", " \n\n"), ("0412-AUDIO.json", #"{"title": "Song"}"#), ("0412-AUDIO.json", "[1"),
      ("0412-AUDIO.vtt", "WEBVTT\n\nno times\n"),
    ])
  func withoutWords(name: String, content: String) async throws {
    #expect(try run([name: content]).lines == [])
    #expect(try await transcripts() == [])
  }

  @Test("A text of another sound, or of none, is no words of this one")
  func others() async throws {
    let report = try run(["0413-AUDIO.txt": "Elsewhere", "notes.txt": "Mine"])
    #expect(report.lines.count == 2)
    #expect(try await transcripts() == [])
  }

  @Test("Words that look like a chat are words, beside one")
  func likeChat() async throws {
    let log = (0..<20).map { "[10:\($0 + 10)] <Mara> hello there \($0)\n" }.joined()
    #expect(try run(["0412-AUDIO.txt": log]).lines == [])
    #expect(try await archive.conversations().count == 1)
    #expect(try await transcripts().count == 1)
  }

  @Test("A link out of the export is not followed")
  func links() async throws {
    let secret = try bench.file("Secret", named: "secret.txt")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("0412-AUDIO.txt"), withDestinationURL: secret)
    try run([:])
    #expect(try await transcripts() == [])
  }

  @Test("A file that is too large is reported")
  func tooLarge() async throws {
    let report = try run(["0412-AUDIO.txt": String(repeating: "word ", count: 4 << 20)])
    #expect(report.lines.map { $0.contains("too large") } == [true])
    #expect(report.summary.isIncomplete)
    #expect(try await transcripts() == [])
  }

  @Test("Very long words are cut")
  func long() async throws {
    try run(["0412-AUDIO.txt": String(repeating: "é", count: 1 << 20)])
    #expect(try await transcripts().map(\.text.utf8.count) == [Chats.Attachment.Transcript.maximumBytes])
  }

  @Test("In a zip file, too")
  func zipFile() async throws {
    var zip = ZipWriter()
    zip.entries = [
      ZipWriter.Entry("WhatsApp Chat with Jonas.txt", Data(chat.utf8)),
      ZipWriter.Entry("0412-AUDIO.opus", Data("OggS".utf8)),
      ZipWriter.Entry("0412-AUDIO.txt", Data("Keep left.".utf8)),
    ]
    let report = bench.run(try bench.file(zip.data(), named: "WhatsApp Chat.zip"))
    #expect(report.lines == [])
    #expect(try await transcripts().map(\.text) == ["Keep left."])
  }

  // MARK: In the archive

  @Test("Words that come later are added by a second import, found, and gone with it")
  func later() async throws {
    try run([:])
    #expect(try await hits("dam") == [])
    try run(["0412-AUDIO.txt": "We are at the dam"])
    #expect(try await transcripts().map(\.text) == ["We are at the dam"])
    #expect(try await hits("dam has:voice").count == 1)
    #expect(try await archive.allMessages().count == 2)
    try await ArchiveFacts.expectSound(archive)
    let last = try #require(try await archive.imports().map(\.id).max())
    try await archive.forget([last])
    #expect(try await transcripts() == [])
    #expect(try await hits("dam") == [])
    try await ArchiveFacts.expectSound(archive)
  }

  @Test("The longer words count, in either order of the imports")
  func longer() async throws {
    try run(["0412-AUDIO.txt": "We are at the dam"])
    try run(["0412-AUDIO.txt": "We are"])
    #expect(try await transcripts().map(\.text) == ["We are at the dam"])
  }

  @Test("Exports have the words; with other names, the names in them are replaced")
  func exports() async throws {
    try run(["0412-AUDIO.txt": "Jonas is at\nthe <dam>"])
    func text(_ format: ExportFormat, renamesPeople: Bool = false) async throws -> String {
      let url = bench.folder.url.appendingPathComponent("out-\(format)-\(renamesPeople)")
      let options = ExportOptions(
        format: format, span: .all, timeZone: .gmt, renamesPeople: renamesPeople,
        locale: Locale(identifier: "en_GB"))
      _ = try await Exporter(archive, chat: 1, options: options).run(to: .file(url))
      return try String(contentsOf: url, encoding: .utf8)
    }
    #expect(try await text(.txt).contains("[said: Jonas is at the <dam>]"))
    #expect(try await text(.html).contains("<p class=\"t u\">Jonas is at the &lt;dam&gt;</p>"))
    #expect(try await text(.json).contains("\"transcript\":\"Jonas is at the <dam>\""))
    for format in [ExportFormat.txt, .html, .json] {
      let renamed = try await text(format, renamesPeople: true)
      #expect(renamed.contains("is at the"))
      #expect(!renamed.contains("Jonas"))
    }
  }
}
