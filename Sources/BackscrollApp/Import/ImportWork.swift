import ChatArchive
import Dispatch
import Foundation

/// The import itself, away from the main thread.
struct ImportWork: Sendable {
  /// What the work hears and tells.
  struct Line: Sendable {
    let progress: @Sendable (ImportProgress) -> Void
    let problem: @Sendable (ImportProblem) -> Void
    let isCancelled: @Sendable () -> Bool
  }

  /// Blocks until all is read, or the line says that it is cancelled.
  let run: @Sendable (ImportOrder, Line) -> ImportSummary

  /// Through the archive's own importer: what it has written is whole batches, whenever it ends.
  static let real = ImportWork { order, line in
    let file = URL(fileURLWithPath: order.archivePath)
    let isNew = !FileManager.default.fileExists(atPath: order.archivePath)
    // What cannot be made is told by the archive, in its words.
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let summary = write(order, line)
    // Nobody has heard of it yet.
    if isNew, summary.added == 0, summary.duplicates == 0 { Archive.removeIfEmpty(at: order.archivePath) }
    return summary
  }

  private static func write(_ order: ImportOrder, _ line: Line) -> ImportSummary {
    do throws(ArchiveError) {
      let archive = try Archive(path: order.archivePath, mode: .createIfMissing)
      return Importer(into: archive, timeZone: .current).run(
        order.files.map { URL(fileURLWithPath: $0) },
        progress: line.progress, problem: line.problem, isCancelled: line.isCancelled)
    } catch {
      return ImportSummary(failure: .archive(error))
    }
  }
}

extension ImportWork {
  /// Imports that go on, in all windows.
  private static let underWay = DispatchGroup()
  private static let queue = DispatchQueue(label: Program.name, qos: .utility, attributes: .concurrent)

  /// Runs the work on a thread of its own: it waits for disks, which the threads of Swift's tasks must not.
  func start(_ order: ImportOrder, _ line: Line, ended: @escaping @Sendable (ImportSummary) -> Void) {
    Self.queue.async(group: Self.underWay) { ended(run(order, line)) }
  }

  /// Waits until imports that were cancelled have written their last batch; to be called as the program ends.
  static func waitForAll() { _ = underWay.wait(timeout: .now() + lastSeconds) }

  /// A batch takes milliseconds. A disk that does not answer is not waited for: an archive is whole without.
  private static let lastSeconds = 2.0
}
