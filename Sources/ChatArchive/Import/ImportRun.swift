import Foundation

/// The state of an import: what is counted, and the messages that wait to be written.
struct ImportRun {
  var summary = ImportSummary()
  private(set) var progress: ImportProgress

  private let archive: Archive
  private var batch: [ImportedMessage] = []
  private var batchBytes = 0
  /// Bytes of the files before the one that is being read.
  private var bytesBefore: Int64 = 0
  private var lastReport: Int64 = 0

  init(archive: Archive, totalBytes: Int64) {
    self.archive = archive
    progress = ImportProgress(bytesRead: 0, totalBytes: totalBytes, messages: 0, file: nil)
    batch.reserveCapacity(Importer.batchMessages)
  }

  /// Whether no more is to be read, which the summary tells from then on.
  mutating func isCut(by isCancelled: () -> Bool) -> Bool {
    if !summary.isCancelled { summary.isCancelled = isCancelled() }
    return summary.isCancelled
  }

  mutating func beginFile(_ file: URL) { progress.file = file }

  mutating func add(_ message: ImportedMessage) throws(ArchiveError) {
    progress.messages += 1
    batch.append(message)
    batchBytes += message.text.utf8.count
    if batch.count >= Importer.batchMessages || batchBytes >= Importer.batchBytes { try flush() }
  }

  /// Writes what waits. Messages of a failed batch are given up: the archive has none of them.
  mutating func flush() throws(ArchiveError) {
    guard !batch.isEmpty else { return }
    defer {
      batch.removeAll(keepingCapacity: true)
      batchBytes = 0
    }
    let result = try archive.writeBatch(batch)
    summary.added += result.added
    summary.duplicates += result.duplicates
    summary.conversations.formUnion(result.conversations)
  }

  /// Whether enough was read since the last report, now that the current file was read up to this byte.
  mutating func isReportDue(at offset: Int64) -> Bool {
    progress.bytesRead = bytesBefore + offset
    guard progress.bytesRead - lastReport >= Importer.progressBytes else { return false }
    lastReport = progress.bytesRead
    return true
  }

  /// A file that failed counts as read, so that progress reaches its end.
  mutating func endFile(byteCount: Int64) {
    bytesBefore += byteCount
    progress.bytesRead = bytesBefore
  }
}
