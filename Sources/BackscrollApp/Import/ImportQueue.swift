import ChatArchive
import Dispatch
import Foundation
import Synchronization

/// The imports of one window. They run one after the other.
@MainActor
final class ImportQueue {
  enum State: Equatable {
    case idle
    /// Files were opened. ``accept()`` imports them.
    case offered(ImportOrder)
    /// The progress is nil before the first report; `waiting` is the number of queued orders.
    case running(ImportOrder, ImportProgress?, waiting: Int)
    /// The last batch is being written.
    case cancelling(ImportOrder)
    case finished(ImportOutcome)
  }

  private(set) var state = State.idle {
    didSet { if state != oldValue { didChange?(state) } }
  }
  var didChange: ((State) -> Void)?

  private let work: ImportWork
  private let log = EventLog("import")
  private var waiting: [ImportOrder] = []
  private var stop: StopFlag?
  private var outcome: ImportOutcome?

  init(work: ImportWork = .real) { self.work = work }

  var isRunning: Bool { stop != nil }

  /// Offers an import and waits for ``accept()``. While another import runs, queues it instead.
  func offer(_ order: ImportOrder) {
    guard !isRunning else { return add(order) }
    state = .offered(order)
    log.debug("offered", ["file": order.files.first ?? "", "files": order.files.count])
  }

  func accept() {
    if case .offered(let order) = state { add(order) }
  }

  /// Imports now or after the orders before. Orders that are added while an import runs go into its archive.
  func add(_ order: ImportOrder) {
    guard let outcome, isRunning else { return begin(order) }
    var order = order
    order.archivePath = outcome.archivePath
    waiting.append(order)
    log.debug("queued", ["file": order.files.first ?? "", "waiting": waiting.count])
    if case .running(let current, let progress, _) = state {
      state = .running(current, progress, waiting: waiting.count)
    }
  }

  /// Cancels the running import and removes the queued ones. What was written stays.
  func cancel() {
    guard let stop, !stop.isRaised else { return }
    stop.raise()
    waiting = []
    if case .running(let order, _, _) = state { state = .cancelling(order) }
  }

  /// Removes an offer or a result.
  func dismiss() {
    if !isRunning { state = .idle }
  }

  /// Shows the result of another window's import.
  func show(_ outcome: ImportOutcome) {
    if !isRunning { state = .finished(outcome) }
  }

  // MARK: Work

  private func begin(_ order: ImportOrder) {
    let stop = StopFlag()
    self.stop = stop
    if outcome == nil { outcome = ImportOutcome(archivePath: order.archivePath) }
    log.debug(
      "begin",
      [
        "file": order.files.first ?? "", "files": order.files.count, "into": order.archivePath,
      ])
    state = .running(order, nil, waiting: waiting.count)
    let pace = ImportPace()
    let notes = ImportNotes()
    let line = ImportWork.Line(
      progress: { [weak self] progress in
        guard pace.isDue() else { return }
        Task { @MainActor in self?.noteProgress(progress, of: stop) }
      },
      problem: { [log] problem in
        log.debug("problem", ["at": problem.description])
        notes.add(problem)
      },
      isCancelled: { stop.isRaised })
    // The main queue keeps the order of progress and result.
    work.start(order, line) { [weak self, log] summary in
      // Logs the result even if the window was closed.
      Self.write(summary, to: log)
      Task { @MainActor in self?.ended(summary, notes.first) }
    }
  }

  nonisolated private static func write(_ summary: ImportSummary, to log: EventLog) {
    for failure in summary.failures { log.warning("failed", ["error": failure.description]) }
    if summary.isCancelled {
      log.debug("cancelled", ["messages": summary.added])
    } else if summary.failures.isEmpty || summary.added + summary.duplicates > 0 {
      log.debug(
        "done",
        [
          "messages": summary.added, "conversations": summary.conversations.count,
          "duplicates": summary.duplicates, "skipped": summary.skipped,
        ])
    }
  }

  private func noteProgress(_ progress: ImportProgress, of stop: StopFlag) {
    guard stop === self.stop, case .running(let order, _, _) = state else { return }
    log.debug(
      "progress",
      ["bytes": progress.bytesRead, "total": progress.totalBytes, "messages": progress.messages])
    state = .running(order, progress, waiting: waiting.count)
  }

  private func ended(_ summary: ImportSummary, _ problems: [ImportProblem]) {
    stop = nil
    outcome?.add(summary, problems)
    if !waiting.isEmpty {
      // An order that was added after the cancel gets a result of its own.
      if summary.isCancelled { outcome = nil }
      return begin(waiting.removeFirst())
    }
    guard let outcome else { return }
    self.outcome = nil
    state = .finished(outcome)
  }
}

/// The import itself, off the main thread.
struct ImportWork: Sendable {
  /// The callbacks of the work, which it calls on its own thread.
  struct Line: Sendable {
    let progress: @Sendable (ImportProgress) -> Void
    let problem: @Sendable (ImportProblem) -> Void
    let isCancelled: @Sendable () -> Bool
  }

  /// Blocks until all files are read or `isCancelled` returns true.
  let run: @Sendable (ImportOrder, Line) -> ImportSummary

  /// Imports with ``Importer``, which writes whole batches, so the archive is intact whenever it ends.
  static let real = ImportWork { order, line in
    let file = URL(fileURLWithPath: order.archivePath)
    let isNew = !FileManager.default.fileExists(atPath: order.archivePath)
    // If the folder cannot be created, opening the archive throws the error to report.
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let summary = write(order, line)
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
  /// The running imports of all windows.
  private static let underWay = DispatchGroup()
  private static let queue = DispatchQueue(label: Program.name, qos: .utility, attributes: .concurrent)

  /// Runs the work on a thread of Dispatch. It blocks on the disk, which the threads of Swift's tasks must not.
  func start(_ order: ImportOrder, _ line: Line, ended: @escaping @Sendable (ImportSummary) -> Void) {
    Self.queue.async(group: Self.underWay) { ended(run(order, line)) }
  }

  /// Waits until cancelled imports have written their last batch. Call it when the program ends.
  static func waitForAll() { _ = underWay.wait(timeout: .now() + lastSeconds) }

  /// Seconds. A batch takes milliseconds; the archive is intact without it, so the program does not wait longer for a
  /// disk that does not answer.
  private static let lastSeconds = 2.0
}

/// The first records that an import had problems with. A broken file has many; the log has them all.
final class ImportNotes: Sendable {
  static let limit = 3
  private let problems = Mutex<[ImportProblem]>([])

  func add(_ problem: ImportProblem) {
    problems.withLock { if $0.count < Self.limit { $0.append(problem) } }
  }

  var first: [ImportProblem] { problems.withLock { $0 } }
}

/// Limits reports of progress to a few each second.
final class ImportPace: Sendable {
  static let interval = Duration.milliseconds(250)
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  /// Returns true for the first report, and again when ``interval`` has passed since the last true answer.
  func isDue(at now: ContinuousClock.Instant = .now) -> Bool {
    last.withLock { last in
      if let last, now - last < Self.interval { return false }
      last = now
      return true
    }
  }
}

/// Tells work on another thread to end.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .relaxed) }
  func raise() { flag.store(true, ordering: .relaxed) }
}
