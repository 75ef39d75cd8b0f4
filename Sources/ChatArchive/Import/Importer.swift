import Foundation
import Translation

/// Reads chat exports into an archive.
///
/// Files are streamed: memory does not grow with their size. What was imported before is recognised and adds
/// nothing, so an import that was cut short is completed by running it again, and a log that has grown adds what is
/// new in it.
///
/// For example:
///
/// ```swift
/// let importer = Importer(into: archive, timeZone: .current)
/// let summary = importer.run([URL(fileURLWithPath: "result.json")], progress: { _ in }, problem: { print($0) })
/// ```
public struct Importer: Sendable {
  /// Messages of a batch: enough to make the cost of a transaction small, few enough to show progress and to lose
  /// little by a kill.
  static let batchMessages = 1000
  /// Bytes of text of a batch, for messages of unusual length.
  static let batchBytes = 1 << 20
  /// Bytes between two reports of progress.
  static let progressBytes: Int64 = 256 << 10

  private let archive: Archive
  private let format: ImportFormat?
  private let timeZone: TimeZone
  private let chunkSize: Int

  /// An importer that writes to the archive.
  ///
  /// - Parameters:
  ///   - format: The format that all files are in; nil to detect it file by file from the content.
  ///   - timeZone: Where the clocks hung that logs without a time zone go by.
  public init(into archive: Archive, format: ImportFormat? = nil, timeZone: TimeZone) {
    self.init(into: archive, format: format, timeZone: timeZone, chunkSize: 256 << 10)
  }

  init(into archive: Archive, format: ImportFormat? = nil, timeZone: TimeZone, chunkSize: Int) {
    self.archive = archive
    self.format = format
    self.timeZone = timeZone
    self.chunkSize = chunkSize
  }

  /// Imports files and folders in order. A file that fails does not keep the others from being read; an archive
  /// that cannot be written to ends the import.
  ///
  /// Blocks until it is done; to be called away from the main actor. A kill at any moment leaves the archive with
  /// whole batches.
  ///
  /// - Parameters:
  ///   - progress: Called a few times a megabyte at most, and once at the end.
  ///   - problem: Called for each record that could not be taken as it stands, in order.
  ///   - isCancelled: Asked at each record. Once it is true no more is read; what was read is written, so that the
  ///     summary tells what the archive has.
  public func run(
    _ files: [URL], progress: (ImportProgress) -> Void, problem: (ImportProblem) -> Void,
    isCancelled: () -> Bool = { false }
  ) -> ImportSummary {
    var summary = ImportSummary()
    let inputs = files.flatMap { url in
      do throws(ImportError) {
        return try ImportFile.files(at: url, isCancelled: isCancelled)
      } catch {
        summary.failures.append(error)
        return []
      }
    }
    var run = ImportRun(archive: archive, totalBytes: inputs.reduce(0) { $0 + $1.byteCount })
    run.summary = summary
    _ = run.isCut(by: isCancelled)
    do throws(ArchiveError) {
      // A full or read-only disk is told before a file is read.
      if let obstacle = archive.writeObstacle { throw obstacle }
      for input in inputs where !run.isCut(by: isCancelled) {
        try read(input, &run, progress, problem, isCancelled)
      }
      try run.flush()
    } catch {
      run.summary.failures.append(.archive(error))
    }
    progress(run.progress)
    return run.summary
  }

  private func read(
    _ file: ImportFile, _ run: inout ImportRun, _ progress: (ImportProgress) -> Void,
    _ problem: (ImportProblem) -> Void, _ isCancelled: () -> Bool
  ) throws(ArchiveError) {
    run.beginFile(file.url)
    defer { run.endFile(byteCount: file.byteCount) }
    var source: any ImportSource
    do {
      source = try file.open(format: format, timeZone: timeZone, chunkSize: chunkSize)
    } catch .unknownFormat where file.isFromFolder {
      problem(file.note(tr("not a chat; left out")))
      return
    } catch .empty where file.isFromFolder {
      problem(file.note(tr("empty")))
      return
    } catch {
      run.summary.failures.append(error)
      return
    }
    run.summary.filesRead += 1
    var isEmpty = true
    while !run.isCut(by: isCancelled), let item = source.next() {
      isEmpty = false
      switch item {
      case .message(let message): try run.add(message)
      case .problem(let found):
        if found.effect == .skipped { run.summary.skipped += 1 }
        problem(found)
      }
      if run.isReportDue(at: source.offset) { progress(run.progress) }
    }
    if let failure = source.failure {
      run.summary.failures.append(failure)
    } else if isEmpty, !run.summary.isCancelled {
      problem(file.note(tr("holds no messages")))
    }
  }
}

extension ImportFile {
  fileprivate func note(_ reason: String) -> ImportProblem {
    ImportProblem(file: url, place: .file, reason: reason, effect: .noted)
  }
}
