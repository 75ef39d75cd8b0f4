import AppBase
import ChatStore
import Chats
import Gtk
import Translation

/// Completes the search index of an archive in the background, and reports its progress.
@MainActor
package final class IndexBuilder {
  package enum State: Equatable {
    /// The archive was not queried yet.
    case unknown
    case complete
    /// The part of the messages that can be found, 0…1.
    case building(Double)
    /// The index is damaged, and can be rebuilt.
    case damaged(String)
    /// The index cannot be completed, as on a read-only disk. Its present content can be searched.
    case failed(String)
  }

  package var didChange: (() -> Void)?
  /// Called when the index has become complete, so that searches can find more.
  package var didComplete: (() -> Void)?
  package private(set) var state = State.unknown {
    didSet { if state != oldValue { didChange?() } }
  }
  private let archive: Archive
  private var task: Task<Void, Never>?
  private let log = EventLog("search")

  package init(_ archive: Archive) { self.archive = archive }

  isolated deinit { task?.cancel() }

  /// "Indexing, 62 %", while it is built.
  package var progressWords: String? {
    guard case .building(let fraction) = state else { return nil }
    let percent = fraction.formatted(.percent.precision(.fractionLength(0)).locale(.desktop))
    return tr("Indexing, {percent}", ["percent": percent])
  }

  /// Completes the index, unless that is already running.
  package func start() { run(resets: false) }

  /// Rebuilds the index.
  package func rebuild() { run(resets: true) }

  private func run(resets: Bool) {
    guard task == nil else { return }
    let isBuilding = if case .building = state { true } else { false }
    guard !isBuilding else { return }
    task = Task(priority: .background) { [weak self, archive] in
      let result: Result<Bool, ArchiveError>
      do throws(ArchiveError) {
        if resets { try await archive.resetSearchIndex() }
        let wasComplete = try await archive.searchIndexState().isComplete
        if !wasComplete {
          try await archive.buildSearchIndex { [weak self] fraction in
            Task { @MainActor in self?.note(fraction) }
          }
        }
        result = .success(wasComplete)
      } catch {
        result = .failure(error)
      }
      self?.ended(result)
    }
  }

  private func note(_ fraction: Double) {
    guard task != nil else { return }
    if case .building = state {} else { log.debug("indexing") }
    // By whole percents, since a batch takes milliseconds.
    let shown = (fraction * 100).rounded(.down) / 100
    state = .building(shown)
  }

  private func ended(_ result: Result<Bool, ArchiveError>) {
    task = nil
    switch result {
    case .success(let wasComplete):
      state = .complete
      if !wasComplete {
        log.debug("indexed")
        didComplete?()
      }
    case .failure(.cancelled): break
    case .failure(.searchIndexDamaged(let path)):
      log.warning("damaged", ["path": path])
      state = .damaged("\(ArchiveError.searchIndexDamaged(path: path))")
    case .failure(let error):
      log.warning("not-indexed", ["error": "\(error)"])
      state = .failed("\(error)")
    }
  }
}
