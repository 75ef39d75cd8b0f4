import ExportWriters
import Foundation
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("Links and pipes in exports", .dedicatedThreads)
struct ImportLinkTests {
  /// Things in the place of an exported file.
  enum Trap: CaseIterable {
    case link, linkedFolder, pipe, device
  }

  /// One of each name.
  private static let writers: [any ExportWriter] = {
    let all = ExportFamily.all.flatMap(\.writers).filter { $0.holds.contains(.files) }
    return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }.values.sorted { $0.name < $1.name }
  }()

  // The bytes of any file of the person who imports were copied into the archive's folder.
  @Test(
    "Nothing outside of an export is kept, and nothing waits for a pipe",
    arguments: Trap.allCases)
  func traps(trap: Trap) async throws {
    let bench = try ImportBench()
    let secret = try bench.file("TOP SECRET", named: "private/id_rsa")
    let chats = (1...400).lazy.map { RandomChat(number: $0, in: .gmt, holding: .files) }
    let chat = try #require(chats.first { $0.messages.contains { !$0.files.isEmpty && !$0.isDeleted } })
    for writer in Self.writers {
      let export = bench.folder.url.appendingPathComponent("\(writer.name)")
      try FileManager.default.createDirectory(at: export, withIntermediateDirectories: true)
      _ = try writer.write(chat, chat.messages.indices, to: export)
      let places = try await paths(
        of: export, in: bench.folder.path("\(writer.name).before"), keepsMedia: false)
      #expect(!places.isEmpty, "\(writer.name)")
      for place in places { try set(trap, at: URL(fileURLWithPath: place), secret) }
      let archive = bench.folder.path("\(writer.name).after")
      #expect(try await paths(of: export, in: archive, keepsMedia: true) == [], "\(writer.name)")
      let kept = try? FileManager.default.contentsOfDirectory(atPath: MediaFolder.of(archive).path)
      #expect((kept ?? []) == [], "\(writer.name)")
    }
  }

  /// The paths of attachments after an import into a new archive.
  private func paths(of export: URL, in path: String, keepsMedia: Bool) async throws -> Set<String> {
    let archive = try Archive(path: path, mode: .createIfMissing)
    defer { archive.close() }
    let options = ImportOptions(timeZone: .gmt, keepsMedia: keepsMedia)
    #expect(Importer(into: archive, options: options).run([export]).added > 0, "\(export.lastPathComponent)")
    return Set(try await archive.allMessages().flatMap { $0.attachments.compactMap(\.path) })
  }

  /// Puts a trap in the place of a file, which may be missing.
  private func set(_ trap: Trap, at file: URL, _ secret: URL) throws {
    let manager = FileManager.default
    let folder = file.deletingLastPathComponent()
    try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
    try? manager.removeItem(at: file)
    switch trap {
    case .linkedFolder where try manager.contentsOfDirectory(atPath: folder.path).isEmpty:
      try manager.removeItem(at: folder)
      try manager.createSymbolicLink(at: folder, withDestinationURL: secret.deletingLastPathComponent())
      try Data("TOP SECRET".utf8).write(to: file)
    case .link, .linkedFolder: try manager.createSymbolicLink(at: file, withDestinationURL: secret)
    case .pipe: #expect(mkfifo(file.path, 0o600) == 0)
    case .device: try manager.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
    }
  }
}
