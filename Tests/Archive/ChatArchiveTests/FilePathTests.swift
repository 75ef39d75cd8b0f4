import FilePaths
import Foundation
import SeededRandom
import Testing
import ZipWriter

@testable import ChatFiles
@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("Paths that are not UTF-8", .dedicatedThreads)
struct FilePathTests {
  private let bench: ImportBench

  init() throws { bench = try ImportBench() }

  /// The bytes of a text in Latin-1, as the text of a path.
  private static func latin1(_ text: String) -> String {
    FilePath.text(of: text.unicodeScalars.map { UInt8($0.value) })
  }

  private func path(_ name: String) -> String { "\(bench.folder.url.path)/\(name)" }

  /// Writes a file under any name.
  private func write(_ bytes: Data, to name: String) throws -> URL {
    var folder = bench.folder.url.path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(FilePath.bytes(of: folder).map(CChar.init(bitPattern:)) + [0], 0o700)
    }
    let descriptor = open(
      FilePath.bytes(of: path(name)).map(CChar.init(bitPattern:)) + [0], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: bytes)
    return URL(fileURLWithPath: path(name))
  }

  @Test("Only files are opened, no folders, pipes and devices")
  func kinds() throws {
    let file = try write(Data("a".utf8), to: "a").path
    #expect(try FilePath.open(file)?.readToEnd() == Data("a".utf8))
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    for other in [path("pipe"), bench.folder.url.path, "/dev/null", path("none")] {
      #expect(FilePath.open(other) == nil)
      #expect(ImportHint.sentence(ofMediaAt: other) == nil)
    }
  }

  private static let picture = Data([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
  private static let chat = Data(
    "13/06/2018, 15:22 - Mara: hello\n13/06/2018, 15:23 - Mara: IMG-é.jpg (file attached)\n".utf8)

  @Test("A path is the same bytes again, and texts of UTF-8 are themselves")
  func roundTrip() throws {
    for text in ["", "/a/b.txt", "/chats/한국어/é.jpg", "👩‍👩‍👧\u{f700}"] {
      #expect(FilePath.text(of: Array(text.utf8)) == text && FilePath.bytes(of: text) == Array(text.utf8))
      #expect(FilePath.isUTF8(text))
    }
    #expect(!FilePath.isUTF8(Self.latin1("caf\u{e9}")))
    var random = SplitMix64(seed: 35)
    // Pieces of characters, among them those that stand for bytes.
    let pieces: [[UInt8]] = [
      [0x61], [0x2f], [0xe9], [0xc3, 0xa9], [0xc3], [0xf4, 0x8f, 0xba, 0x80], [0xf4, 0x8f], [0x80], [0xff],
      [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0xa6, 0x8a], Array("\u{10fee9}".utf8),
    ]
    var texts: [String: [UInt8]] = [:]
    for _ in 0..<5_000 {
      let bytes = (0..<random.below(6)).flatMap { _ in random.pick(pieces) }
      let text = FilePath.text(of: bytes)
      #expect(FilePath.bytes(of: text) == bytes)
      #expect(texts.updateValue(bytes, forKey: text).map { $0 == bytes } ?? true)
      #expect(FilePath.isUTF8(text) == (Array(text.utf8) == bytes))
    }
  }

  @Test("A chat in a folder with such a name is found, with its files", arguments: [true, false])
  func folder(choosesFile: Bool) async throws {
    let folder = Self.latin1("caf\u{e9}")
    let file = try write(Self.chat, to: "in/\(folder)/WhatsApp Chat with \(Self.latin1("Zo\u{eb}")).txt")
    _ = try write(Self.picture, to: "in/\(folder)/IMG-é.jpg")
    let place = choosesFile ? file : URL(fileURLWithPath: path("in"))
    let summary = Importer(
      into: bench.archive, options: ImportOptions(timeZone: .gmt, keepsMedia: true)
    ).run([place])
    #expect(summary.failures == [] && summary.added == 2 && summary.mediaCopied == 1)
    let kept = try #require(try await bench.archive.allMessages().last?.attachments.first?.path)
    #expect(FileManager.default.contents(atPath: kept) == Self.picture)
    #expect(Importer.recognises(place.path))
    #expect(
      ImportSurvey.of([place], options: ImportOptions(timeZone: .gmt)).chats.first?.media.foundCount == 1)
  }

  @Test("A file whose name an old program has written in Latin-1 is found", arguments: [true, false])
  func oldName(isTelegram: Bool) async throws {
    let telegram = """
      {"name": "A", "type": "personal_chat", "id": 1, "messages": [{"id": 1, "type": "message", \
      "date_unixtime": "1700000000", "from": "Mara", "from_id": "user1", "file": "in/IMG-é.jpg", \
      "media_type": "voice_message", "text": ""}]}
      """
    let export = try write(
      isTelegram ? Data(telegram.utf8) : Self.chat, to: isTelegram ? "result.json" : "in/chat.txt")
    _ = try write(Self.picture, to: "in/\(Self.latin1("IMG-\u{e9}.jpg"))")
    bench.run(export)
    let attachment = try #require(try await bench.archive.allMessages().last?.attachments.first)
    let path = try #require(attachment.path)
    #expect(FilePath.bytes(of: path).contains(0xe9) && !FilePath.isUTF8(path))
    let store = MediaStore(folder: bench.folder.url.appendingPathComponent("cache"))
    #expect(store.byteCount(of: path) == 7 && store.exists(path) && store.isInZip(path))
    // Other programs get a copy.
    let copy = try store.file(at: path)
    #expect(FilePath.isUTF8(copy) && copy.hasSuffix(".jpg"))
    #expect(FileManager.default.contents(atPath: copy) == Self.picture)
    #expect(try store.file(at: path) == copy)
  }

  @Test("A zip file in such a folder is read, and its files")
  func zip() async throws {
    var zip = ZipWriter()
    zip.entries = [ZipWriter.Entry("chat.txt", Self.chat), ZipWriter.Entry("IMG-é.jpg", Self.picture)]
    let file = try write(zip.data(), to: "\(Self.latin1("t\u{e9}l\u{e9}chargements"))/chat.zip")
    #expect(bench.run(file).summary.added == 2)
    let path = try #require(try await bench.archive.allMessages().last?.attachments.first?.path)
    let store = MediaStore(folder: bench.folder.url.appendingPathComponent("cache"))
    #expect(FileManager.default.contents(atPath: try store.file(at: path)) == Self.picture)
  }

  @Test("A link with such a name does not lead out of an export")
  func link() async throws {
    let secret = try write(Data("TOP SECRET".utf8), to: "secret.jpg")
    let export = try write(Self.chat, to: "in/chat.txt")
    let name = path("in/\(Self.latin1("IMG-\u{e9}.jpg"))")
    #expect(symlink(secret.path, FilePath.bytes(of: name).map(CChar.init(bitPattern:)) + [0]) == 0)
    let summary = Importer(
      into: bench.archive, options: ImportOptions(timeZone: .gmt, keepsMedia: true)
    ).run([export])
    #expect(summary.added == 2 && summary.mediaCopied == 0)
  }
}
