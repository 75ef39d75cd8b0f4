import ChatFiles
import Chats
import Dispatch
import Foundation
import Synchronization

/// The counters of an import, and the messages that are not written yet.
struct ImportRun<Destination: ImportDestination> {
  var summary = ImportSummary()
  /// Copies the files of messages; nil if they stay where they are.
  var keeper: MediaKeeper?
  /// Whether the current file or folder has a message.
  var hasFound = false
  /// The reason for the first skipped record of the current file or folder.
  var firstSkipped: String?
  private(set) var progress: ImportProgress

  let archive: Destination
  let observer: ImportObserver
  private(set) var answers: ImportAnswers
  /// The origin of the batch.
  private var context = ImportContext()
  /// The current file or folder, and the one of the context's import.
  var root: URL?
  private var enteredRoot: URL?
  private let writer: ImportWriter<Destination>
  private var batch = Destination.Batch()
  private var batchBytes = 0
  private var batchCount = 0
  private var lastMinute = LastMinute()
  /// Bytes of the files before the current one.
  private(set) var bytesBefore: Int64 = 0
  private var lastReport: Int64 = 0

  /// The first import of the run; nil before the first file.
  var firstID: ImportRecord.ID? { context.firstID }
  /// The keys of the names of each person, as exports say; see ``ImportedMessage/samePeople``.
  private(set) var statedPeople: [[String]] = []
  /// See ``BatchResult/samePeople``.
  private(set) var samePeople: [PeoplePair: Int] = [:]
  /// See ``BatchResult/apart``.
  private(set) var apart: [Conversation.ID: String] = [:]
  /// The conversations of the messages that were read, new or not.
  private(set) var read: Set<Conversation.ID> = []

  init(archive: Destination, observer: ImportObserver, totalBytes: Int64, options: ImportOptions) {
    self.archive = archive
    self.observer = observer
    answers = ImportAnswers(options)
    context.conversation = options.conversation
    context.owners = options.owners
    progress = ImportProgress(bytesRead: 0, totalBytes: totalBytes, messages: 0, file: nil)
    writer = ImportWriter(archive)
  }

  /// Whether reading must stop, which the summary records.
  mutating func isCut() -> Bool {
    if !summary.isCancelled { summary.isCancelled = observer.isCancelled() }
    return summary.isCancelled
  }

  /// Counts a problem, and reports it.
  mutating func report(_ problem: ImportProblem) {
    switch problem.effect {
    case .skipped:
      summary.skipped += 1
      firstSkipped = firstSkipped ?? problem.reason
    case .incomplete: summary.isIncomplete = true
    case .noted: break
    }
    observer.problem(problem)
  }

  /// Reports a note on a file or folder.
  func note(_ reason: String, on file: URL) {
    observer.problem(ImportProblem(file: file, place: .file, reason: reason, effect: .noted))
  }

  /// Sets the conversation of a file's messages, before the first one is added.
  mutating func place(_ placement: ChatPlacement) throws(ArchiveError) {
    // Pending messages are those of earlier files.
    if placement != context.placement { try flush() }
    context.placement = placement
  }

  /// The keys of the run's chats that are known by their titles alone.
  var titles: Set<String> = []

  /// Messages from all over the file, by which the archive finds its chats.
  var witnesses: ChatWitnesses {
    get { context.witnesses }
    set { context.witnesses = newValue }
  }

  mutating func beginFile(_ file: URL) { progress.file = file }

  /// Begins the messages of a file. Each input is added to the archive's list of imports once.
  mutating func begin(zone: TimeZone?, format: ImportFormat) throws(ArchiveError) {
    // A run ends with its file.
    if batch.messages.last?.message.sequence != nil { try flush() }
    context.run += 1
    defer { context.format = format.rawValue }
    guard root != enteredRoot || zone?.identifier != context.timeZone else { return }
    try flush()
    context.timeZone = zone?.identifier
    guard let root, root != enteredRoot else { return }
    enteredRoot = root
    let id = try archive.beginImport(
      of: root.standardizedFileURL.path, at: Int64(Date().timeIntervalSince1970 * 1000), format: nil)
    context.id = id
    context.firstID = context.firstID ?? id
    observer.didBegin(id)
  }

  /// The message with the answers that were given for its chat; nil if the chat is left out.
  mutating func answered(_ message: consuming ImportedMessage) -> ImportedMessage? {
    answers.applied(to: message)
  }

  /// Copies the files of a message beside the archive, if requested.
  mutating func keep(_ message: inout ImportedMessage) {
    var problems: [ImportProblem] = []
    let isCancelled = observer.isCancelled
    keeper?.keep(&message, isCancelled: isCancelled) { path, error in
      let file = URL(fileURLWithPath: path)
      problems.append(ImportProblem(file: file, place: .file, reason: error.reason, effect: .incomplete))
    }
    for problem in problems { report(problem) }
  }

  /// Updates the paths of messages that the archive already had, so that they use the copies as well. Call it after
  /// ``finish()``.
  mutating func endKeeping() throws(ArchiveError) {
    guard let keeper else { return }
    summary.mediaCopied = keeper.copied
    summary.mediaMissing = keeper.missing
    if summary.duplicates > 0 { try archive.relocate(keeper.places) }
  }

  /// Adds a message to the batch, and passes the batch to the writer when it is large enough.
  mutating func add(_ message: consuming ImportedMessage) throws(ArchiveError) {
    progress.messages += 1
    lastMinute.add(message)
    batchBytes += message.text.utf8.count
    if !message.samePeople.isEmpty, statedPeople.count < Self.mostStatedPeople {
      statedPeople += message.samePeople.map { $0.map(\.key) }
    }
    batch.append(MessageBox(message))
    // The words of a larger batch are written to the index in fewer and longer pieces.
    let size = min(1 + batchCount, Self.largestBatch)
    if batch.messages.count >= size * Importer.batchMessages || batchBytes >= size * Importer.batchBytes {
      try flush(beforeEnd: true)
    }
  }

  /// The number of people beyond which further statements are ignored, so that memory is bounded.
  private static var mostStatedPeople: Int { 1000 }

  /// The limits of a minute's messages, and of the bytes of their texts, above which they are written in parts.
  private static var longestMinute: Int { 20_000 }
  private static var largestMinute: Int { 64 << 20 }

  /// The size of the largest batch as a multiple of the first one's: a tenth of a second of writing.
  private static var largestBatch: Int { 16 }

  /// Passes the pending messages to the writer.
  ///
  /// - Parameter beforeEnd: Whether more of the file follows. Messages of a minute that may continue stay in the batch.
  mutating func flush(beforeEnd: Bool = false) throws(ArchiveError) {
    var kept = beforeEnd ? lastMinute.count : 0
    context.isRunOpen = kept > 0
    if kept == batch.messages.count, kept > 0 {
      guard kept >= Self.longestMinute || batchBytes >= Self.largestMinute else { return }
      kept = 0
    }
    lastMinute.keep(kept)
    guard !batch.messages.isEmpty else { return }
    batchCount += 1
    var full = batch
    batch = full.removeLast(kept)
    batchBytes = batch.messages.reduce(0) { $0 + $1.message.text.utf8.count }
    try writer.write(full, context)
  }

  /// Writes all messages. Throws if any batch could not be written; the archive then has those of the transactions
  /// before it.
  mutating func settle() throws(ArchiveError) {
    try flush()
    waitForWriter()
    try writer.check()
  }

  /// Writes all messages, as ``settle()`` does.
  ///
  /// Each message that was read must be new or known; otherwise it was lost without a word.
  mutating func finish() throws(ArchiveError) {
    try settle()
    let stored = summary.added + summary.duplicates
    if stored != progress.messages {
      summary.failures.append(.miscounted(read: progress.messages, stored: stored))
    }
  }

  /// Waits until no batch is being written, and updates the counts of stored messages.
  mutating func waitForWriter() {
    let result = writer.wait()
    summary.added = result.added
    summary.duplicates = result.duplicates
    summary.conversations = result.conversations
    read = result.read
    samePeople = result.samePeople
    apart = result.apart
  }

  /// Reports the progress after the current file was read up to `offset`, if enough bytes were read since the last report.
  mutating func reportProgress(at offset: Int64) {
    progress.bytesRead = bytesBefore + offset
    guard progress.bytesRead - lastReport >= Importer.progressBytes else { return }
    lastReport = progress.bytesRead
    if let last = batch.messages.last { progress.chat = last.message.conversationTitle }
    observer.progress(progress)
  }

  /// Counts a failed file as read, so that the progress reaches its end.
  mutating func endFile(byteCount: Int64) {
    bytesBefore += byteCount
    progress.bytesRead = bytesBefore
  }

  /// Counts the files that were read beside others, such as a list of people, or not at all.
  mutating func endInput(bytesBefore start: Int64, byteCount: Int64) {
    bytesBefore = start + byteCount
    progress.bytesRead = bytesBefore
  }
}

/// The messages without keys at the end of a batch that share one minute. More of that minute may follow.
///
/// They are counted with each message. Going through the batch each time would take quadratic time for a minute with
/// many messages.
struct LastMinute {
  private(set) var count = 0
  private var conversation = ""
  private var minute: Int64 = 0

  /// Adds the message that is now the last one of the batch.
  ///
  /// - Complexity: O(1)
  mutating func add(_ message: ImportedMessage) {
    guard message.sequence != nil else {
      count = 0
      return
    }
    let minute = TimeResolution.minute(of: message.sentAt)
    if count > 0, minute == self.minute, message.conversationKey == conversation {
      count += 1
    } else {
      (count, self.minute, conversation) = (1, minute, message.conversationKey)
    }
  }

  /// Keeps at most this number of messages in the batch.
  mutating func keep(_ kept: Int) { count = min(count, kept) }
}

/// Writes batches to an archive in their order, while the next ones are read.
///
/// A transaction takes the batches that wait, because SQLite sorts and merges the words of each transaction for the
/// search index. After an error nothing more is written.
final class ImportWriter<Destination: ImportDestination>: Sendable {
  private struct State {
    var result = BatchResult()
    var error: ArchiveError?
    /// The waiting batches in their order.
    var waiting: [(batch: Destination.Batch, context: ImportContext)] = []
    /// Batches with which the writer is done. The reader frees them, because the writer has more to do.
    var written: [Destination.Batch] = []
  }

  /// The number of batches that may wait or be written: enough to keep both threads busy, few enough for the memory.
  private static var waiting: Int { 2 }

  /// The most batches of a transaction: half a second of writing, for which other programs wait. An import's first
  /// transactions are smaller, so that a kill loses about half of it at most.
  private static var mostBatches: Int { 3 }

  private let archive: Destination
  private let queue = DispatchQueue(label: "import.writer", qos: .userInitiated)
  private let room = DispatchSemaphore(value: waiting)
  private let state = Mutex(State())

  init(_ archive: Destination) { self.archive = archive }

  /// Writes a batch later. Waits while too many batches are pending.
  ///
  /// Throws the error of an earlier batch.
  func write(_ batch: Destination.Batch, _ context: ImportContext) throws(ArchiveError) {
    room.wait()
    // Written batches are freed after the lock is released.
    let (error, _) = state.withLock { state in
      defer { state.written = [] }
      if state.error == nil { state.waiting.append((batch, context)) }
      return (state.error, state.written)
    }
    if let error {
      room.signal()
      throw error
    }
    queue.async { [self] in writeWaiting() }
  }

  /// Writes the waiting batches in one transaction, if an earlier one has not written them.
  private func writeWaiting() {
    let stored = state.withLock { state in
      state.waiting.isEmpty ? nil : state.result.added + state.result.duplicates
    }
    guard let stored else { return }
    var (count, batches) = (0, 0)
    var last: Destination.Batch?
    do throws(ArchiveError) {
      let result = try archive.write {
        if count > 0 {
          didWrite(&last)
          guard count < stored, batches < Self.mostBatches else { return nil }
        }
        let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        count += next?.batch.messages.count ?? 0
        batches += 1
        last = next?.batch
        return next
      }
      state.withLock { $0.result.add(result) }
    } catch {
      // The reader may wait for room before it learns of the error.
      let dropped = state.withLock { state in
        defer { state.waiting = [] }
        state.error = error
        return state.waiting
      }
      for _ in dropped { room.signal() }
    }
    didWrite(&last)
  }

  /// Makes room for another batch after one was written, or could not be.
  private func didWrite(_ batch: inout Destination.Batch?) {
    guard let written = batch.take() else { return }
    state.withLock { $0.written.append(written) }
    room.signal()
  }

  /// Throws the error of a written batch.
  func check() throws(ArchiveError) {
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Waits until no batch is being written.
  ///
  /// - Returns: The sum of all batches' results.
  func wait() -> BatchResult {
    queue.sync {}
    return state.withLock { $0.result }
  }
}
