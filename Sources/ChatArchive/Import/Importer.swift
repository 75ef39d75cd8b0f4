import Foundation
import Translation

/// Imports chat exports into an archive.
///
/// Files are streamed, so memory use does not grow with their size. Messages that the archive already has are
/// recognized. To complete an interrupted import, or to import a log that has grown, import the same files again.
///
/// For example:
///
/// ```swift
/// let importer = Importer(into: archive, timeZone: .current)
/// let summary = importer.run([URL(fileURLWithPath: "result.json")], progress: { _ in }, problem: { print($0) })
/// ```
public struct Importer: Sendable {
  /// Messages per batch: enough to make the cost of a transaction small, few enough to show progress and to lose
  /// little in a kill.
  static let batchMessages = 1000
  /// Bytes of text per batch, for unusually long messages.
  static let batchBytes = 1 << 20
  /// Bytes between two progress reports.
  static let progressBytes: Int64 = 256 << 10

  private let archive: Archive
  private let format: ImportFormat?
  private let timeZone: TimeZone
  private let chunkSize: Int

  /// Creates an importer that writes to the archive.
  ///
  /// - Parameters:
  ///   - format: The format of all files; nil to detect the format of each file from its content.
  ///   - timeZone: The time zone of logs that do not contain one.
  public init(into archive: Archive, format: ImportFormat? = nil, timeZone: TimeZone) {
    self.init(into: archive, format: format, timeZone: timeZone, chunkSize: 256 << 10)
  }

  init(into archive: Archive, format: ImportFormat? = nil, timeZone: TimeZone, chunkSize: Int) {
    self.archive = archive
    self.format = format
    self.timeZone = timeZone
    self.chunkSize = chunkSize
  }

  /// Imports files and folders in order. A file that fails does not stop the others; an archive that cannot be
  /// written to ends the import.
  ///
  /// Blocks until the import is done; do not call it on the main actor. A kill at any moment leaves only complete
  /// batches in the archive.
  ///
  /// - Parameters:
  ///   - progress: Called at most a few times per megabyte, and once at the end.
  ///   - problem: Called for each defective record, in order.
  ///   - isCancelled: Called for each record. Once it returns true, reading stops and the messages read so far are
  ///     written, so that the summary agrees with the archive.
  public func run(
    _ files: [URL], progress: (ImportProgress) -> Void, problem: (ImportProblem) -> Void,
    isCancelled: () -> Bool = { false }
  ) -> ImportSummary {
    var summary = ImportSummary()
    let inputs = files.map { url in
      do throws(ImportError) {
        return Input(url: url, files: try ImportFile.files(at: url, isCancelled: isCancelled))
      } catch {
        summary.failures.append(error)
        return Input(url: url, files: [])
      }
    }
    let totalBytes = inputs.reduce(0) { $0 + $1.files.reduce(0) { $0 + $1.byteCount } }
    var run = Run(archive: archive, summary: summary, totalBytes: totalBytes)
    _ = run.isCut(by: isCancelled)
    do throws(ArchiveError) {
      // Report a full or read-only disk before reading a file.
      if let obstacle = archive.writeObstacle { throw obstacle }
      for input in inputs where !run.isCut(by: isCancelled) {
        try read(input, &run, progress, problem, isCancelled)
      }
      try run.flush()
      try archive.endImport(into: run.summary.conversations)
    } catch {
      run.summary.failures.append(.archive(error))
    }
    archive.moveLogIntoFile()
    progress(run.progress)
    return run.summary
  }

  /// A file or a folder that was passed to the importer.
  private struct Input {
    let url: URL
    let files: [ImportFile]
  }

  /// Reads all files of an input. A folder of which no file could be read is a failure.
  private func read(
    _ input: Input, _ run: inout Run, _ progress: (ImportProgress) -> Void,
    _ problem: (ImportProblem) -> Void, _ isCancelled: () -> Bool
  ) throws(ArchiveError) {
    run.root = input.url
    let before = (files: run.summary.filesRead, failures: run.summary.failures.count)
    var logs = FolderLogs(input.files)
    /// The first file that is the export of another program.
    var foreign: ImportError?
    for file in input.files where !run.isCut(by: isCancelled) {
      let error = try read(file, &logs, &run, progress, problem, isCancelled)
      foreign = foreign ?? error
    }
    guard !input.files.isEmpty, !run.summary.isCancelled, run.summary.filesRead == before.files,
      run.summary.failures.count == before.failures
    else { return }
    run.summary.failures.append(foreign ?? .noChatInFolder(path: input.url.relativePath))
  }

  /// - Returns: The error of a file in a folder that is the export of another program.
  private func read(
    _ file: ImportFile, _ logs: inout FolderLogs, _ run: inout Run, _ progress: (ImportProgress) -> Void,
    _ problem: (ImportProblem) -> Void, _ isCancelled: () -> Bool
  ) throws(ArchiveError) -> ImportError? {
    func note(_ reason: String) {
      problem(ImportProblem(file: file.url, place: .file, reason: reason, effect: .noted))
    }
    run.beginFile(file.url)
    defer { run.endFile(byteCount: file.byteCount) }
    var source: any ImportSource
    do {
      source = try file.open(
        format: format, expected: { logs.format(for: file, isCancelled: isCancelled) }, timeZone: timeZone,
        chunkSize: chunkSize)
    } catch .unknownFormat(let path, let hint) where file.folder != nil {
      guard let program = hint?.program else {
        note(tr("not a chat; ignored"))
        return nil
      }
      note(tr("export of {program}, which cannot be read yet; ignored", ["program": program]))
      return .unknownFormat(path: path, hint: hint)
    } catch .empty where file.folder != nil {
      note(tr("empty file; ignored"))
      return nil
    } catch {
      run.summary.failures.append(error)
      return nil
    }
    run.summary.filesRead += 1
    try run.begin(zone: source.assumedZone)
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
      note(tr("contains no messages"))
    }
    return nil
  }

  /// Whether there is something to import at a path: a file in a supported format, or a folder that directly contains
  /// such a file.
  ///
  /// Reads the beginning of a file, or of a few files of a folder. Subfolders are not searched.
  public static func recognises(_ path: String) -> Bool {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder) else { return false }
    guard isFolder.boolValue else { return hasFormat(target) }
    let export = target.appendingPathComponent("result.json")
    if FileManager.default.fileExists(atPath: export.path) { return hasFormat(export) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
    return names.sorted().lazy.filter { !$0.hasPrefix(".") }.prefix(recognisedFiles)
      .contains { hasFormat(target.appendingPathComponent($0)) }
  }

  /// Files of a folder that `recognises` reads at most.
  private static let recognisedFiles = 50

  private static func hasFormat(_ file: URL) -> Bool {
    guard !Archive.isOpen(at: file.path) else { return false }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
    // Opening a named pipe would block until a writer appears.
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      var reader = try? ByteReader(file, chunkSize: FileHead.length)
    else { return false }
    return ImportFormat.detect(FileHead(&reader)) != nil
  }

  /// The counters of an import, and the messages that are not written yet.
  private struct Run {
    var summary: ImportSummary
    private(set) var progress: ImportProgress

    private let archive: Archive
    /// The origin of the batch.
    private var context = ImportContext()
    /// The file or folder that is read, and the one that the context's import stands for.
    var root: URL?
    private var enteredRoot: URL?
    private var batch: [ImportedMessage] = []
    private var batchBytes = 0
    /// Bytes of the files before the current one.
    private var bytesBefore: Int64 = 0
    private var lastReport: Int64 = 0

    init(archive: Archive, summary: ImportSummary, totalBytes: Int64) {
      self.archive = archive
      self.summary = summary
      progress = ImportProgress(bytesRead: 0, totalBytes: totalBytes, messages: 0, file: nil)
      batch.reserveCapacity(Importer.batchMessages)
    }

    /// Whether reading has to stop, which the summary records.
    mutating func isCut(by isCancelled: () -> Bool) -> Bool {
      if !summary.isCancelled { summary.isCancelled = isCancelled() }
      return summary.isCancelled
    }

    mutating func beginFile(_ file: URL) { progress.file = file }

    /// Begins with the messages of a file. Each input is entered into the archive's list of imports once.
    mutating func begin(zone: TimeZone?) throws(ArchiveError) {
      guard root != enteredRoot || zone?.identifier != context.timeZone else { return }
      try flush()
      context.timeZone = zone?.identifier
      guard let root, root != enteredRoot else { return }
      enteredRoot = root
      context.id = try archive.beginImport(
        of: root.standardizedFileURL.path, at: Int64(Date().timeIntervalSince1970 * 1000))
      context.firstID = context.firstID ?? context.id
    }

    mutating func add(_ message: ImportedMessage) throws(ArchiveError) {
      progress.messages += 1
      batch.append(message)
      batchBytes += message.text.utf8.count
      if batch.count >= Importer.batchMessages || batchBytes >= Importer.batchBytes { try flush() }
    }

    /// Writes the pending messages. If that fails, they are dropped: the archive has stored none of them.
    mutating func flush() throws(ArchiveError) {
      guard !batch.isEmpty else { return }
      defer {
        batch.removeAll(keepingCapacity: true)
        batchBytes = 0
      }
      let result = try archive.writeBatch(batch, context: context)
      summary.added += result.added
      summary.duplicates += result.duplicates
      summary.conversations.formUnion(result.conversations)
    }

    /// Whether enough bytes were read since the last report, now that the current file was read up to `offset`.
    mutating func isReportDue(at offset: Int64) -> Bool {
      progress.bytesRead = bytesBefore + offset
      guard progress.bytesRead - lastReport >= Importer.progressBytes else { return false }
      lastReport = progress.bytesRead
      return true
    }

    /// Counts a file that failed as read, so that the progress reaches its end.
    mutating func endFile(byteCount: Int64) {
      bytesBefore += byteCount
      progress.bytesRead = bytesBefore
    }
  }
}
