import ChatArchive
import Gtk
import Translation

/// How files get into a window: dropped on it, chosen in a dialog, or opened from elsewhere.
@MainActor
final class WindowImports {
  let panel = ImportPanel()
  let hint = DropHint()
  let target = FileDropTarget()
  let queue: ImportQueue
  private let source: ArchiveSource
  private let log = EventLog("import")

  /// The window's archive could not be opened: what cannot be read is not written to, nor made anew.
  var hasFailed: () -> Bool = { false }
  var onOpenArchive: ((String) -> Void)?
  /// Something was imported, in whole or in part.
  var onFinished: ((ImportOutcome) -> Void)?
  /// The person at the screen wants to see what has come.
  var onShow: ((ImportOutcome) -> Void)?

  init(into source: ArchiveSource, work: ImportWork = .real) {
    self.source = source
    queue = ImportQueue(work: work)
    queue.onChanged = { [weak self] in self?.changed($0) }
    panel.onAccept = { [weak self] in self?.queue.accept() }
    panel.onCancel = { [weak self] in self?.queue.cancel() }
    panel.onClose = { [weak self] in self?.queue.dismiss() }
    panel.onShow = { [weak self] in self?.showLast() }
    // Before the composer, which would take the files' names as text.
    target.phase = .capture
    target.hoverChanged.connect(weak: self) { $0.showHint() }
    target.hoveringChanged.connect(weak: self) { $0.showHint() }
    target.dropped.connect(weak: self) { imports, files, _, _ in imports.take(files.paths) }
  }

  /// Opens what is an archive, and imports all else. False if there is nothing.
  @discardableResult
  func take(_ paths: [String]) -> Bool {
    let archives = paths.filter(Archive.isArchive)
    for path in archives { onOpenArchive?(path) }
    let exports = paths.filter { !archives.contains($0) }
    if !exports.isEmpty { queue.add(order(exports)) }
    return !paths.isEmpty
  }

  /// Asks whether files are to be imported that were opened, rather than brought here.
  func offer(_ paths: [String]) { queue.offer(order(paths)) }

  /// Cancels what runs, or puts away what has ended; false if there is neither.
  func escape() -> Bool {
    if queue.isRunning {
      queue.cancel()
    } else if panel.isVisible {
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
      hint.isVisible = false
      return
    }
    if !paths.isEmpty { log.debug("hovering", ["files": paths.count, "archives": areArchives]) }
    hint.show(areArchives ? nil : order(paths))
  }

  private func changed(_ state: ImportQueue.State) {
    panel.show(state)
    if case .finished(let outcome) = state, !outcome.isFailure { onFinished?(outcome) }
  }

  private func showLast() {
    guard case .finished(let outcome) = queue.state else { return }
    queue.dismiss()
    onShow?(outcome)
  }
}
