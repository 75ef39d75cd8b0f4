import Foundation
import Testing

@testable import ChatArchive

@Suite("Removing an archive that nothing came into", .dedicatedThreads)
struct ArchiveRemovingTests {
  private func withPath(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "removing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appendingPathComponent("a.sqlite").path)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.allSatisfy { $0 == "a.sqlite" }, "companions: \(left)")
  }

  private func make(_ path: String, filled: Bool = false) throws {
    let archive = try Archive(path: path, mode: .createIfMissing)
    guard filled else { return }
    let log = path + ".weechatlog"
    try Data("2024-01-02 12:00:00\tann\thello".utf8).write(to: URL(fileURLWithPath: log))
    defer { try? FileManager.default.removeItem(atPath: log) }
    let summary = Importer(into: archive, timeZone: ImportBench.utc).run(
      [URL(fileURLWithPath: log)], progress: { _ in }, problem: { _ in })
    #expect(summary.added == 1)
  }

  @Test("An empty one goes, with its companions")
  func empty() async throws {
    try await withPath { path in
      try make(path)
      #expect(Archive.removeIfEmpty(at: path))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("One with a message stays as it is")
  func filled() async throws {
    try await withPath { path in
      try make(path, filled: true)
      #expect(!Archive.removeIfEmpty(at: path))
      let archive = try Archive(path: path, mode: .existing)
      #expect(try await archive.conversations().map(\.messageCount) == [1])
    }
  }

  @Test("One that somebody has open stays: it may be about to be filled")
  func inUse() async throws {
    try await withPath { path in
      do {
        let archive = try Archive(path: path, mode: .createIfMissing)
        #expect(!Archive.removeIfEmpty(at: path))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try await archive.conversations().isEmpty)
      }
      #expect(Archive.removeIfEmpty(at: path))
    }
  }

  @Test("What is no archive is left alone")
  func stranger() async throws {
    try await withPath { path in
      #expect(!Archive.removeIfEmpty(at: path))
      try Data("not ours".utf8).write(to: URL(fileURLWithPath: path))
      #expect(!Archive.removeIfEmpty(at: path))
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }
}
