import ChatFormats
import ChatStore
import Chats
import ExportWriters
import Foundation

/// Imports of any format into an archive, and the laws of importing.
struct MergeTarget: FuzzTarget {
  let name = "merge"
  let longest = 16 << 10
  let sources = ["Sources/Archive/ChatFormats/Telegram"]

  func seeds() throws -> [[UInt8]] {
    try ExportFamily.all.flatMap { try ExportInput.random($0) }.filter { $0.count <= longest }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let export = ExportInput(input)
    let folder = Scratch.shared.folder()
    defer { Scratch.shared.remove(folder) }
    guard let place = try export.write(to: folder) else { return }
    let archive = try EmptyArchive.shared.copy()
    defer { archive.close() }
    let first = try Self.run(place, archive)
    try Self.checkSound(archive, messages: first.added, "after an import")
    let second = try Self.run(place, archive)
    try Finding.unless(
      second.added == 0 && second.duplicates == first.added + first.duplicates,
      "imported again, \(second.added) messages are new and \(second.duplicates) of \(first.added) known")
    try Self.checkSound(archive, messages: first.added, "after the same import again")
    try blocking { () async throws(ArchiveError) in
      let imports = try await archive.imports()
      _ = try await archive.forget(imports.map(\.id))
    }.found()
    try Self.checkSound(archive, messages: 0, "after all imports were forgotten")
  }

  private static func run(_ place: URL, _ archive: Archive) throws(Finding) -> ImportSummary {
    let summary = Importer(into: archive, timeZone: .gmt).run([place])
    for failure in summary.failures {
      switch failure {
      case .archive, .miscounted: throw Finding("\(failure)")
      default: break
      }
    }
    return summary
  }

  /// Expects all indexes and counters to agree with the messages, and every message to be readable.
  private static func checkSound(_ archive: Archive, messages: Int, _ moment: String) throws(Finding) {
    let problem = try blocking { () async throws(ArchiveError) -> String? in
      let info = try await archive.info()
      guard info.integrity == .ok else { return "\(info.integrity)" }
      guard try await archive.searchIndexIsSound() else { return "the search index is damaged" }
      var count = 0
      for chat in try await archive.chats() {
        let all = try await archive.newest(in: chat.id, limit: .max)
        guard all.count == chat.messageCount else { return "\(all.count) of \(chat.messageCount) messages" }
        guard zip(all, all.dropFirst()).allSatisfy({ $0.cursor < $1.cursor }) else { return "not in order" }
        count += all.count
      }
      // An album is one message of several records.
      return count <= messages ? nil : "\(count) messages of \(messages) records"
    }.found()
    if let problem { throw Finding("\(moment): \(problem)") }
  }
}

/// An empty archive, which is copied for each input, because creating one takes longer.
final class EmptyArchive: Sendable {
  static let shared = EmptyArchive()

  private let template: [UInt8]?
  private var place: URL { Scratch.shared.root.appendingPathComponent("archive") }

  private init() {
    let place = Scratch.shared.root.appendingPathComponent("archive")
    try? FileManager.default.createDirectory(at: Scratch.shared.root, withIntermediateDirectories: true)
    try? Archive(path: place.path, mode: .createIfMissing).close()
    template = (try? Data(contentsOf: place)).map(Array.init)
  }

  func copy() throws(Finding) -> Archive {
    do {
      guard let template else { throw CocoaError(.fileNoSuchFile) }
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.path + suffix) }
      try Data(template).write(to: place)
      return try Archive(path: place.path, mode: .existing)
    } catch {
      throw Finding("the empty archive does not open: \(error)")
    }
  }
}
