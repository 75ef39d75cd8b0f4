import AppBase
import ArchiveWords
import ChatFormats
import ChatStore
import Chats
import Dispatch
import Foundation
import Synchronization
import Watching

/// The imports of one window. They run one after the other.
@MainActor
package final class ImportQueue {
  enum State: Equatable {
    case idle
    /// Nothing is imported; what earlier imports have left open is asked about.
    case asking
    case running(ImportStatus)
    /// The last batch is being written.
    case cancelling(ImportStatus)
    case finished(ImportOutcome)
    /// The import is being undone.
    case undoing(UndoStatus)
    case undone(ImportOutcome, removed: Int)

    var isRunning: Bool {
      switch self {
      case .running, .cancelling: true
      case .idle, .asking, .finished, .undoing, .undone: false
      }
    }

    /// Whether there is something to see.
    var isShown: Bool {
      switch self {
      case .idle: false
      case .undoing(let status): status.isShown
      case .asking, .running, .cancelling, .finished, .undone: true
      }
    }

    /// Whether something is under way, after which the next request begins.
    var isBusy: Bool {
      if case .undoing = self { true } else { isRunning }
    }
  }

  private(set) var state = State.idle {
    didSet {
      guard state != oldValue else { return }
      didChange?(state)
      if oldValue.isBusy, !state.isBusy { didBecomeFree?() }
    }
  }
  var didChange: ((State) -> Void)?
  /// Called after an import was undone, with the chats that have changed.
  var didUndo: ((Set<Conversation.ID>) -> Void)?
  /// Called when a request or an undo waits for the reading of a folder, which should end soon.
  var willBegin: (() -> Void)?
  /// Called when nothing is under way any more.
  var didBecomeFree: (() -> Void)?

  /// Whether a folder is being read, which shows nothing here.
  private var isOccupied = false
  private let work: ImportWork
  private let undoWork: UndoWork
  private let log = EventLog("import")
  private var waiting: [ImportRequest] = []
  private var stop: StopFlag?
  private var outcome: ImportOutcome?

  init(work: ImportWork = .real, undoWork: UndoWork = .real) {
    self.work = work
    self.undoWork = undoWork
  }

  /// Imports now or after the orders before. Orders that are added while an import runs go into its archive.
  func add(_ request: ImportRequest) {
    guard state.isBusy || isOccupied else { return begin(request) }
    if isOccupied { willBegin?() }
    var request = request
    if let outcome { request.archivePath = outcome.archivePath }
    waiting.append(request)
    log.debug("queued", ["file": request.files.first ?? "", "waiting": waiting.count])
    if case .running(var status) = state {
      status.waiting = waiting.count
      state = .running(status)
    }
  }

  /// Reserves the archive for the reading of a folder. Requests wait until ``release()``.
  ///
  /// - Returns: False if something is under way.
  func occupy() -> Bool {
    guard !state.isBusy, !isOccupied else { return false }
    isOccupied = true
    return true
  }

  /// Ends what ``occupy()`` has begun.
  func release() {
    isOccupied = false
    if !state.isBusy, !waiting.isEmpty { begin(waiting.removeFirst()) }
  }

  /// Cancels the running import and removes the queued ones. What was written stays.
  func cancel() {
    guard state.isRunning, let stop, !stop.isRaised else { return }
    stop.raise()
    waiting = []
    if case .running(let status) = state { state = .cancelling(status) }
  }

  /// The archive that a request is imported into: that of the requests before, while they run.
  func destination(of request: ImportRequest) -> String {
    state.isRunning ? outcome?.archivePath ?? request.archivePath : request.archivePath
  }

  /// Removes a result. Undoing an import continues out of view; its end is shown.
  package func dismiss() {
    if case .undoing(var status) = state {
      status.isShown = false
      state = .undoing(status)
    } else if !state.isBusy {
      state = .idle
    }
  }

  /// Shows the result of another window's import.
  package func show(_ outcome: ImportOutcome) {
    if !state.isBusy { state = .finished(outcome) }
  }

  /// Shows what earlier imports have left open, unless there is something else to show.
  func ask() {
    if state == .idle { state = .asking }
  }

  /// Undoes the import whose report is shown. Orders that are added meanwhile wait.
  func undo() {
    guard case .finished(let outcome) = state, outcome.canUndo else { return }
    if isOccupied { willBegin?() }
    state = .undoing(UndoStatus(outcome: outcome))
    log.debug("undo", ["imports": outcome.imports.count])
    undoWork.start(
      outcome, progress: { [weak self] fraction in Task { @MainActor in self?.noteUndo(fraction) } },
      ended: { [weak self, log] result in
        if case .failure(let error) = result { log.warning("not-undone", ["error": "\(error)"]) }
        Task { @MainActor in self?.undone(outcome, result) }
      })
  }

  private func noteUndo(_ fraction: Double) {
    // The reports come in no order.
    guard case .undoing(var status) = state, fraction > status.fraction ?? -1 else { return }
    status.fraction = fraction
    state = .undoing(status)
  }

  private func undone(_ outcome: ImportOutcome, _ result: Result<[ForgottenImport], ArchiveError>) {
    switch result {
    case .success(let forgotten):
      let removed = forgotten.reduce(0) { $0 + $1.removed }
      log.debug("undone", ["messages": removed])
      state = .undone(outcome, removed: removed)
      didUndo?(forgotten.reduce(into: outcome.conversations) { $0.formUnion($1.chats) })
    case .failure(let error):
      var outcome = outcome
      outcome.undoError = error
      state = .finished(outcome)
    }
    if !waiting.isEmpty { begin(waiting.removeFirst()) }
  }

  // MARK: Work

  private func begin(_ request: ImportRequest) {
    let stop = StopFlag()
    self.stop = stop
    if outcome == nil { outcome = ImportOutcome(archivePath: request.archivePath) }
    log.debug(
      "begin",
      [
        "file": request.files.first ?? "", "files": request.files.count, "into": request.archivePath,
      ])
    state = .running(ImportStatus(request: request, waiting: waiting.count))
    let started = ContinuousClock.now
    let rate = ImportRate(start: started)
    let pace = ImportPace()
    let notes = ImportNotes()
    // The main queue keeps the order of progress and result.
    let observer = { @Sendable [weak self, log] in
      ImportObserver(
        progress: { progress in
          notes.note(progress)
          guard pace.isDue() else { return }
          let skipped = notes.values.skipped
          Task { @MainActor in self?.note(progress, rate, skipped: skipped, of: stop) }
        },
        problem: { problem in
          log.debug("problem", ["at": problem.description])
          notes.add(problem)
        }, didBegin: { notes.add($0) }, isCancelled: { stop.isRaised })
    }
    work.start(request, observer) { [weak self, log] result in
      // Logs the result even if the window was closed.
      Self.write(result.summary, to: log)
      let duration = ContinuousClock.now - started
      Task { @MainActor in self?.ended(request, result, notes.values, after: duration) }
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

  private func note(_ progress: ImportProgress, _ rate: ImportRate, skipped: Int, of stop: StopFlag) {
    guard stop === self.stop, case .running(var status) = state else { return }
    log.debug(
      "progress",
      ["bytes": progress.bytesRead, "total": progress.totalBytes, "messages": progress.messages])
    status.progress = progress
    status.rate = rate.bytesPerSecond(progress)
    status.secondsLeft = rate.secondsLeft(progress)
    status.skipped = skipped
    state = .running(status)
  }

  private func ended(
    _ request: ImportRequest, _ result: ImportWork.Result, _ notes: ImportNotes.Values,
    after duration: Duration
  ) {
    stop = nil
    let summary = result.summary
    outcome?.add(summary, notes.problems, imports: notes.imports, titles: result.titles)
    outcome?.noteMissingMedia(request.missingMedia)
    outcome?.duration += duration
    outcome?.byteCount += notes.bytesRead
    // They would go into another archive than they were meant for.
    if summary.hasLostArchive { waiting = [] }
    if !waiting.isEmpty {
      // A request that was added after the cancel gets a result of its own.
      if summary.isCancelled { outcome = nil }
      return begin(waiting.removeFirst())
    }
    guard let outcome else { return }
    self.outcome = nil
    state = .finished(outcome)
  }
}

/// How far an import is.
struct ImportStatus: Equatable {
  var request: ImportRequest
  /// Nil before the first report.
  var progress: ImportProgress?
  /// Bytes a second; nil as long as it is unknown.
  var rate: Double?
  /// Nil as long as it is unknown.
  var secondsLeft: Int?
  /// Records that were left out so far.
  var skipped = 0
  /// The number of queued orders.
  var waiting = 0
}

/// How far undoing an import is.
struct UndoStatus: Equatable {
  var outcome: ImportOutcome
  /// The fraction that is done; nil before the first report.
  var fraction: Double?
  /// Whether the report was not closed meanwhile.
  var isShown = true
}

/// The import itself, off the main thread.
package struct ImportWork: Sendable {
  /// The summary, and the titles of the chats to which messages were added.
  package typealias Result = (summary: ImportSummary, titles: [Conversation.ID: String])

  /// Blocks until all files are read or the observer cancels.
  package let run: @Sendable (ImportRequest, ImportObserver) -> Result
  /// Imports with ``Importer``, which writes whole batches, so the archive is intact whenever it ends.
  package static let real = ImportWork { request, observer in
    let file = URL(fileURLWithPath: request.archivePath)
    let isNew = !FileManager.default.fileExists(atPath: request.archivePath)
    // If the folder cannot be created, opening the archive throws the error to report.
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let result = write(request, observer)
    let summary = result.summary
    // A file that has replaced the archive is not ours to remove.
    if isNew, summary.added == 0, summary.duplicates == 0, !summary.hasLostArchive {
      Archive.removeIfEmpty(at: request.archivePath)
    }
    return result
  }

  private static func write(_ request: ImportRequest, _ observer: ImportObserver) -> Result {
    do throws(ArchiveError) {
      let archive = try Archive(path: request.archivePath, mode: .createIfMissing)
      var (plan, observer) = (request.plan, observer)
      var imports: [ImportRecord.ID] = []
      let didBegin = observer.didBegin
      observer.didBegin = {
        imports.append($0)
        didBegin($0)
      }
      plan?.noteFiles(besides: archive.path)
      var options = request.options
      options.isGrowing = plan != nil
      var summary = Importer(into: archive, options: options).run(
        request.files.map { URL(fileURLWithPath: $0) }, observer: observer)
      if let plan, !summary.isCancelled, !summary.hasLostArchive {
        do throws(ArchiveError) {
          try plan.begin(in: archive, imports: imports, at: Int64(Date().timeIntervalSince1970 * 1_000))
        } catch {
          summary.failures.append(.archive(error))
        }
      }
      // A report without names is also correct.
      return (summary, (try? archive.titles(of: summary.conversations)) ?? [:])
    } catch {
      return (ImportSummary(failure: .archive(error)), [:])
    }
  }
}

extension ImportWork {
  /// The running imports of all windows.
  fileprivate static let underWay = DispatchGroup()
  private static let queue = DispatchQueue(label: Program.name, qos: .utility, attributes: .concurrent)

  /// Runs the work on a thread of Dispatch. It blocks on the disk, which the threads of Swift's tasks must not.
  package func start(
    _ request: ImportRequest, _ observer: @escaping @Sendable () -> ImportObserver,
    ended: @escaping @Sendable (Result) -> Void
  ) {
    Self.queue.async(group: Self.underWay) { ended(run(request, observer())) }
  }

  /// Waits until cancelled imports have written their last batch. Call it when the program ends.
  package static func waitForAll() { _ = underWay.wait(timeout: .now() + lastSeconds) }

  /// Seconds. A batch takes milliseconds; the archive is intact without it, so the program does not wait longer for a
  /// disk that does not answer.
  private static let lastSeconds = 2.0
}

/// Undoes imports, off the main thread.
package struct UndoWork: Sendable {
  /// Undoes all imports of an outcome, or none.
  let run:
    @Sendable (_ outcome: ImportOutcome, _ progress: @escaping @Sendable (Double) -> Void) async ->
      Result<[ForgottenImport], ArchiveError>

  static let real = UndoWork { outcome, progress in
    do throws(ArchiveError) {
      let archive = try Archive(path: outcome.archivePath, mode: .existing)
      return .success(try await archive.forget(outcome.imports, progress: progress))
    } catch {
      return .failure(error)
    }
  }

  func start(
    _ outcome: ImportOutcome, progress: @escaping @Sendable (Double) -> Void,
    ended: @escaping @Sendable (Result<[ForgottenImport], ArchiveError>) -> Void
  ) {
    ImportWork.underWay.enter()
    Task.detached(priority: .userInitiated) {
      ended(await run(outcome, progress))
      ImportWork.underWay.leave()
    }
  }
}

/// The events of an import, collected on its thread.
final class ImportNotes: Sendable {
  struct Values {
    /// At most ``limit``.
    var problems: [ImportProblem] = []
    /// Records that were left out.
    var skipped = 0
    /// The imports that were entered into the archive's list.
    var imports: [ImportRecord.ID] = []
    var bytesRead: Int64 = 0
  }

  /// A file that is broken throughout has millions.
  static let limit = 100_000
  private let state = Mutex(Values())

  var values: Values { state.withLock { $0 } }

  func note(_ progress: ImportProgress) { state.withLock { $0.bytesRead = progress.bytesRead } }
  func add(_ id: ImportRecord.ID) { state.withLock { $0.imports.append(id) } }

  func add(_ problem: ImportProblem) {
    state.withLock {
      if $0.problems.count < Self.limit { $0.problems.append(problem) }
      if problem.effect == .skipped { $0.skipped += 1 }
    }
  }
}
