import ExportWriters
import Foundation
import GRDB
import SeededRandom
import Synchronization
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// Copies an archive at some moments of a connection's work. Each copy is what a kill at that moment leaves: the file
/// and the log with what was written so far, also by a transaction that has not ended.
private final class Kills: Sendable {
  private struct State {
    var statements = 0
    var moments: Set<Int> = []
    var copies: [String] = []
    var failure: (any Error)?
  }

  private let folder: TemporaryFolder
  private let name: String
  private let state = Mutex(State())

  init(_ folder: TemporaryFolder, _ name: String) { (self.folder, self.name) = (folder, name) }

  /// An archive whose writer counts its statements. Its small cache writes pages to the log before a transaction ends.
  func archive() throws -> Archive {
    var options = Archive.ConnectionOptions()
    options.prepareWriter = { [self] db in
      try db.execute(sql: "PRAGMA cache_size = 8")
      db.trace { [self] _ in next() }
    }
    return try Archive(path: folder.path(name), mode: .existing, options: options)
  }

  private func next() {
    state.withLock { state in
      state.statements += 1
      guard state.moments.contains(state.statements) else { return }
      let copy = "\(name) killed \(state.statements)"
      do { try folder.copyFiles(of: name, to: copy) } catch { state.failure = error }
      state.copies.append(copy)
    }
  }

  /// Copies the archive before the statements with these numbers, from 1.
  func begin(before moments: Set<Int>) { state.withLock { $0 = State(moments: moments) } }

  /// The number of statements since the last call of ``begin(before:)``, and the copies.
  func end() throws -> (statements: Int, copies: [String]) {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return (state.statements, state.copies)
    }
  }
}

/// An operation that a kill can end, and that can be run again.
private enum Operation: CaseIterable, CustomTestStringConvertible {
  case importing, forgetting, joining, merging

  var testDescription: String { "\(self)" }
  /// Of all four, there are 50.
  var kills: Int { self == .importing || self == .forgetting ? 13 : 12 }
}

@Suite("Kills at random moments", .dedicatedThreads)
struct ArchiveKillTests {
  private static let seed: UInt64 = 34
  private let folder: TemporaryFolder
  /// The folders with exports.
  private let batches: [URL]

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    batches = (0..<RandomChat.mostParts).map { folder.url.appendingPathComponent("exports/\($0)") }
    for number in 0..<10 { _ = try LawCase(number: number, in: .gmt, to: batches) }
  }

  private func importBatches(_ indices: Range<Int>, into archive: Archive) {
    let options = ImportOptions(timeZone: .gmt)
    for batch in batches[indices] {
      _ = Importer(into: archive, options: options, chunkSize: 4096).run([batch])
    }
  }

  private func copy(_ name: String) throws -> String {
    try folder.copyFiles(of: "base", to: name)
    return name
  }

  @Test(
    "After a kill, the archive is sound, and going on leads to the same contents",
    arguments: Operation.allCases)
  fileprivate func kills(_ operation: Operation) async throws {
    var random = SplitMix64(seed: Self.seed, streams: 1)
    let base = try Archive(path: folder.path("base"), mode: .createIfMissing)
    importBatches(0..<(operation == .importing ? 2 : batches.count), into: base)
    let people = try await JoinedPeople(in: base, &random)
    let chats = try await base.chats().map(\.id).sorted()
    let forgotten = try await base.imports().map(\.id).max() ?? 0
    base.close()
    func run(in archive: Archive) async throws {
      switch operation {
      case .importing: importBatches(2..<batches.count, into: archive)
      case .forgetting: try await archive.forget(forgotten)
      case .joining: try await people.join(in: archive)
      case .merging:
        for chat in chats[1..<4] where try await archive.chats().contains(where: { $0.id == chat }) {
          _ = try await archive.merge(chat, into: chats[0])
        }
      }
    }
    func runCounted(_ name: String, moments: Set<Int>) async throws -> (Int, [String], ArchiveFacts) {
      let kills = Kills(folder, try copy(name))
      let archive = try kills.archive()
      kills.begin(before: moments)
      try await run(in: archive)
      let (statements, copies) = try kills.end()
      let facts = try await ArchiveFacts(archive)
      archive.close()
      return (statements, copies, facts)
    }
    let (statements, _, expected) = try await runCounted("whole", moments: [])
    var moments: Set<Int> = []
    while moments.count < operation.kills { moments.insert(1 + random.below(statements)) }
    let (_, copies, _) = try await runCounted("copied", moments: moments)
    #expect(copies.count == operation.kills)
    for copy in copies {
      let archive = try Archive(path: folder.path(copy), mode: .existing)
      try await expectWhole(archive, "\(copy) of \(statements)")
      try await run(in: archive)
      try await expectWhole(archive, "\(copy) of \(statements)")
      let facts = try await ArchiveFacts(archive)
      #expect(
        facts.chats.mapValues { $0.lines() } == expected.chats.mapValues { $0.lines() },
        "\(copy) of \(statements)")
      archive.close()
    }
  }

  private func expectWhole(_ archive: Archive, _ note: String) async throws {
    try await ArchiveFacts.expectSound(archive, note)
    let defects = try await archive.reading { db in try String.fetchAll(db, sql: "PRAGMA integrity_check") }
    #expect(defects == ["ok"], "\(note)")
  }
}
