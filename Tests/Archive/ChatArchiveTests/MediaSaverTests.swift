import Foundation
import Testing
import ZipWriter

@testable import ChatExport
@testable import ChatStore
@testable import Chats

@Suite("Saving the files of messages", .dedicatedThreads)
struct MediaSaverTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  /// 2024-03-01 18:02:05 UTC.
  private static let evening: Int64 = 1_709_316_125_000

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a.sqlite"), mode: .createIfMissing)
  }

  private var target: URL { folder.url.appendingPathComponent("saved") }

  private func file(_ name: String, _ contents: String) throws -> String {
    let url = folder.url.appendingPathComponent("export/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contents.utf8).write(to: url)
    return url.path
  }

  private func write(
    _ attachments: [Chats.Attachment], in chat: String = "walks", from start: Int64 = evening,
    step: Int64 = 1_000
  ) throws {
    _ = try archive.writeBatch(
      attachments.enumerated().map { number, attachment in
        .sample(
          "\(chat) \(start) \(number)", at: start + Int64(number) * step, text: "see", in: chat,
          attachments: [attachment])
      })
  }

  private func save(
    _ messages: MediaSaver.Messages = .all(.all), _ shelves: Set<MediaShelf> = Set(MediaShelf.allCases),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> SavedMedia {
    try await MediaSaver(archive, messages, shelves: shelves, timeZone: .gmt).run(
      into: target, isCancelled: isCancelled)
  }

  /// The files below the target, with their contents.
  private var saved: [String: String] {
    let names = FileManager.default.enumerator(atPath: target.path)?.compactMap { $0 as? String } ?? []
    return names.reduce(into: [:]) { found, name in
      let path = target.appendingPathComponent(name).path
      if let text = try? String(contentsOfFile: path, encoding: .utf8) { found[name] = text }
    }
  }

  private func onlyChat() async throws -> Conversation.ID { try await archive.onlyConversation().id }

  @Test("A file is saved once, under its time, sender and name, with its time")
  func names() async throws {
    try write([
      Chats.Attachment(kind: .photo, path: try file("photos/1.jpg", "one")),
      Chats.Attachment(kind: .photo, path: try file("photos/2.jpg", "one")),
      Chats.Attachment(kind: .file, name: "Plan: a/b?.pdf", path: try file("files/x.bin", "plan")),
      Chats.Attachment(kind: .video, path: try file("films/3.mp4", "film")),
      Chats.Attachment(kind: .file, name: "Notes", path: try file("files/n.txt", "notes")),
      Chats.Attachment(kind: .sticker, path: try file("stickers/s.webp", "sticker")),
      Chats.Attachment(kind: .photo, path: "/none/4.jpg"), Chats.Attachment(kind: .photo),
    ])
    let result = try await save(.chat(try await onlyChat(), .all))
    #expect(
      saved == [
        "2024-03-01 18.02.05 Mara Lind 1.jpg": "one", "2024-03-01 18.02.07 Mara Lind b-.pdf": "plan",
        "2024-03-01 18.02.08 Mara Lind 3.mp4": "film", "2024-03-01 18.02.09 Mara Lind Notes.txt": "notes",
      ])
    #expect(result.count == 4)
    #expect(result.doubles == 1)
    #expect(result.missing == 2)
    #expect(result.bytes == 16)
    #expect(!result.isCancelled)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: target.appendingPathComponent("2024-03-01 18.02.05 Mara Lind 1.jpg").path)
    #expect((attributes[.modificationDate] as? Date)?.timeIntervalSince1970 == Double(Self.evening) / 1_000)
  }

  @Test("A second run adds only what is new, and replaces nothing")
  func again() async throws {
    try write([Chats.Attachment(kind: .photo, path: try file("1.jpg", "one"))])
    _ = try await save(.chat(try await onlyChat(), .all))
    let taken = target.appendingPathComponent("2024-03-01 19.00.00 Mara Lind 2.jpg")
    let later = Self.evening + 3_475_000
    try Data("mine".utf8).write(to: taken)
    try write([Chats.Attachment(kind: .photo, path: try file("2.jpg", "two"))], from: later)
    let result = try await save(.chat(try await onlyChat(), .all))
    #expect(result.count == 1)
    #expect(result.known == 1)
    #expect(
      saved == [
        "2024-03-01 18.02.05 Mara Lind 1.jpg": "one", "2024-03-01 19.00.00 Mara Lind 2.jpg": "mine",
        "2024-03-01 19.00.00 Mara Lind 2 (2).jpg": "two",
      ])
  }

  @Test("What is there is known by its contents, under any name, and a link at a wanted name stays")
  func knownContents() async throws {
    try write([
      Chats.Attachment(kind: .photo, path: try file("1.jpg", "one")),
      Chats.Attachment(kind: .photo, path: try file("2.jpg", "two")),
    ])
    let files = FileManager.default
    try files.createDirectory(at: target, withIntermediateDirectories: true)
    try Data("one".utf8).write(to: target.appendingPathComponent("Our first.jpg"))
    let link = target.appendingPathComponent("2024-03-01 18.02.06 Mara Lind 2.jpg").path
    try files.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere")
    let result = try await save(.chat(try await onlyChat(), .all))
    #expect(result.known == 1)
    #expect(result.count == 1)
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "/nowhere")
    #expect(saved["2024-03-01 18.02.06 Mara Lind 2 (2).jpg"] == "two")
  }

  @Test("Files of one name are numbered, and known again")
  func equalNames() async throws {
    let count = 300
    try write(
      try (0..<count).map { number in
        Chats.Attachment(kind: .photo, name: "a.jpg", path: try file("\(number).jpg", "\(number + 100)"))
      }, step: 0)
    for expected in [count, 0] {
      let result = try await save(.chat(try await onlyChat(), .all))
      #expect(result.count == expected)
      #expect(result.known == count - expected)
    }
    #expect(saved.keys.contains("2024-03-01 18.02.05 Mara Lind a (\(count)).jpg"))
  }

  @Test("Names have no signs that file systems refuse or that turn their direction, and are short enough")
  func cleanNames() {
    for (title, expected) in [
      (" . . ", ""), ("x . ", "x"), ("a\tb", "a b"), ("IMG_\u{202e}gpj.exe", "IMG_gpj.exe"),
      ("../../x", "-..-x"),
    ] {
      #expect(FileName.plain(title) == expected)
    }
    let family = FileName.plain(String(repeating: "👨‍👩‍👧‍👦", count: 80))
    #expect(!family.isEmpty && family.utf8.count <= 160)
  }

  @Test("Days, kinds, a search and some messages choose the files")
  func choices() async throws {
    try write([
      Chats.Attachment(kind: .photo, path: try file("1.jpg", "one")),
      Chats.Attachment(kind: .file, path: try file("2.pdf", "two")),
    ])
    try write(
      [Chats.Attachment(kind: .photo, path: try file("3.jpg", "three"))], from: Self.evening + 86_400_000)
    let chat = try await onlyChat()
    let messages = try await archive.newest(in: chat, limit: 10)
    let day = try ExportSpan(from: "2024-03-02", to: nil, in: .gmt)
    for (choice, shelves, expected) in [
      (.chat(chat, day), Set(MediaShelf.allCases), ["three"]),
      (.chat(chat, try ExportSpan(from: nil, to: "2024-03-01", in: .gmt)), [.pictures], ["one"]),
      (.found(SearchQuery("has:file"), in: nil), Set(MediaShelf.allCases), ["two"]),
      (.found(SearchQuery("see after:2024-03-01"), in: chat), Set(MediaShelf.allCases), ["three"]),
      (.some([messages[2].id, messages[0].id, 99]), [.pictures], ["one", "three"]),
      (.all(.all), [.films], []),
    ] as [(MediaSaver.Messages, Set<MediaShelf>, [String])] {
      try? FileManager.default.removeItem(at: target)
      let result = try await save(choice, shelves)
      #expect(saved.values.sorted() == expected)
      #expect(result.count == expected.count)
    }
    #expect(!FileManager.default.fileExists(atPath: target.path), "nothing is made for nothing")
  }

  @Test("Several chats have a folder each, also with one title")
  func chats() async throws {
    let path = try file("1.jpg", "one")
    for chat in ["walks", "hut", "Hut"] {
      _ = try archive.writeBatch([
        ImportedMessage(
          conversationKey: chat, conversationTitle: chat == "walks" ? "Walks/2024" : chat, sourceID: "1",
          sender: .init(key: "ada", name: "Ada"), sentAt: Self.evening, text: "",
          attachments: [
            Chats.Attachment(kind: .photo, path: chat == "walks" ? path : try file("\(chat).jpg", chat))
          ])
      ])
    }
    _ = try await save()
    let folders = Set(saved.keys.map { $0.split(separator: "/")[0].description })
    #expect(folders.count == 3)
    #expect(folders.contains("Walks-2024"))
    #expect(Set(folders.map { $0.lowercased() }).count == 3)
  }

  @Test("Files in a zip file are saved; one that cannot be read does not stop the others")
  func zip() async throws {
    var zip = ZipWriter()
    zip.add("photos/1.jpg", Array("one".utf8))
    let url = folder.url.appendingPathComponent("export.zip")
    try zip.data().write(to: url)
    let broken = try file("broken.zip", "no zip")
    try write([
      Chats.Attachment(kind: .photo, path: broken + "/1.jpg"),
      Chats.Attachment(kind: .photo, path: url.path + "/photos/1.jpg"),
    ])
    let result = try await save(.chat(try await onlyChat(), .all))
    #expect(saved.values.sorted() == ["one"])
    #expect(result.count == 1)
    #expect(result.missing + result.failed == 1)
  }

  @Test(
    "A file that does not fit is counted, and the others are saved",
    .enabled(if: TinyDisk.isPossible, TinyDisk.whyNot))
  func fullDisk() async throws {
    let disk = try TinyDisk(kibibytes: 2_048)
    try write([
      Chats.Attachment(kind: .photo, path: try file("1.jpg", "one")),
      Chats.Attachment(kind: .photo, path: try file("2.jpg", String(repeating: "2", count: 4 << 20))),
      Chats.Attachment(kind: .photo, path: try file("3.jpg", "three")),
    ])
    let result = try await MediaSaver(archive, .all(.all), timeZone: .gmt).run(
      into: disk.folder.url.appendingPathComponent("saved"))
    #expect(result.count == 2)
    #expect(result.failed == 1)
    #expect(result.lacksRoom)
  }

  @Test("A cancelled run leaves whole files only, and says so; a folder that refuses files is an error")
  func ends() async throws {
    try write([Chats.Attachment(kind: .photo, path: try file("1.jpg", "one"))])
    let result = try await save(isCancelled: { true })
    #expect(result.isCancelled)
    #expect(saved == [:])
    try Data().write(to: target)
    await #expect(throws: ExportError.self) { try await save() }
  }
}
