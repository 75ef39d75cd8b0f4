import ChatArchive
import Gtk
import Translation

/// Imports the files that are dropped on a window, chosen in its dialog or opened from elsewhere.
@MainActor
final class WindowImports {
  let panel = ImportPanel()
  let hint = DropHint()
  let target = FileDropTarget()
  let queue: ImportQueue
  private let source: ArchiveSource
  private let log = EventLog("import")

  /// Returns true if the window's archive could not be opened. Imports then go into a new archive.
  var hasFailed: () -> Bool = { false }
  /// An archive was dropped or chosen.
  var didRequestOpening: ((String) -> Void)?
  /// Files were imported, at least in part.
  var didFinish: ((ImportOutcome) -> Void)?
  /// The user asks for the imported messages.
  var didRequestMessages: ((ImportOutcome) -> Void)?

  init(into source: ArchiveSource, work: ImportWork = .real) {
    self.source = source
    queue = ImportQueue(work: work)
    queue.didChange = { [weak self] in self?.changed($0) }
    panel.didAccept = { [weak self] in self?.queue.accept() }
    panel.didCancel = { [weak self] in self?.queue.cancel() }
    panel.didClose = { [weak self] in self?.queue.dismiss() }
    panel.didRequestMessages = { [weak self] in self?.showLast() }
    // In the capture phase: the composer would insert the names of the files as text.
    target.propagationPhase = .capture
    target.hoverChanged.connect(weak: self) { $0.showHint() }
    target.hoveringChanged.connect(weak: self) { $0.showHint() }
    target.dropped.connect(weak: self) { imports, files, _, _ in imports.take(files.paths) }
  }

  /// Opens archives and imports all other files. Returns false if `paths` is empty.
  @discardableResult
  func take(_ paths: [String]) -> Bool {
    let archives = paths.filter(Archive.isArchive)
    for path in archives { didRequestOpening?(path) }
    let exports = paths.filter { !archives.contains($0) }
    if !exports.isEmpty { queue.add(order(exports)) }
    return !paths.isEmpty
  }

  /// Asks whether to import files that were opened.
  func offer(_ paths: [String]) { queue.offer(order(paths)) }

  /// Cancels a running import, or closes the panel. Returns false if neither applies.
  func escape() -> Bool {
    if queue.isRunning {
      queue.cancel()
    } else if panel.visible {
      queue.dismiss()
    } else {
      return false
    }
    return true
  }

  private func order(_ files: [String]) -> ImportOrder {
    ImportOrder(files, from: hasFailed() ? .demo : source)
  }

  private func showHint() {
    let paths = target.hovering
    let areArchives = !paths.isEmpty && paths.allSatisfy(Archive.isArchive)
    guard target.isHovered else {
      hint.visible = false
      return
    }
    if !paths.isEmpty { log.debug("hovering", ["files": paths.count, "archives": areArchives]) }
    hint.show(areArchives ? nil : order(paths))
  }

  private func changed(_ state: ImportQueue.State) {
    panel.show(state)
    if case .finished(let outcome) = state, !outcome.isFailure { didFinish?(outcome) }
  }

  private func showLast() {
    guard case .finished(let outcome) = queue.state else { return }
    queue.dismiss()
    didRequestMessages?(outcome)
  }
}
