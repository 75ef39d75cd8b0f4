import ChatArchive
import Foundation

/// Imports of one window, one after the other.
@MainActor
final class ImportQueue {
  enum State: Equatable {
    case idle
    /// Files have come without a clear wish to have them imported.
    case offered(ImportOrder)
    /// `waiting`: orders after this one. Nil before the first report.
    case running(ImportOrder, ImportProgress?, waiting: Int)
    /// The last batch is being written.
    case cancelling(ImportOrder)
    case finished(ImportOutcome)
  }

  private(set) var state = State.idle {
    didSet { if state != oldValue { onChanged?(state) } }
  }
  var onChanged: ((State) -> Void)?

  private let work: ImportWork
  private let log = EventLog("import")
  private var waiting: [ImportOrder] = []
  private var stop: StopFlag?
  private var outcome: ImportOutcome?

  init(work: ImportWork = .real) { self.work = work }

  var isRunning: Bool { stop != nil }

  /// Shows what could be imported, and waits for ``accept()``. While an import runs, it is taken for wished.
  func offer(_ order: ImportOrder) {
    guard !isRunning else { return add(order) }
    state = .offered(order)
    log.debug("offered", ["file": order.files.first ?? "", "files": order.files.count])
  }

  func accept() {
    if case .offered(let order) = state { add(order) }
  }

  /// Imports, at once or after those that were added before. All orders of one stretch go into one archive.
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

  /// Ends the import that runs, and forgets those that wait. What was written stays.
  func cancel() {
    guard let stop, !stop.isRaised else { return }
    stop.raise()
    waiting = []
    if case .running(let order, _, _) = state { state = .cancelling(order) }
  }

  /// Puts away what the last import has told, or an offer.
  func dismiss() {
    if !isRunning { state = .idle }
  }

  /// Shows what an import of another window came to.
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
    // The order of what is told holds: all of it goes by the main queue.
    work.start(order, line) { [weak self, log] summary in
      // Also when the window has gone meanwhile.
      Self.tell(summary, log)
      Task { @MainActor in self?.ended(summary, notes.first) }
    }
  }

  nonisolated private static func tell(_ summary: ImportSummary, _ log: EventLog) {
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
      // What has come after a cancel is a wish of its own.
      if summary.isCancelled { outcome = nil }
      return begin(waiting.removeFirst())
    }
    guard let outcome else { return }
    self.outcome = nil
    state = .finished(outcome)
  }
}
