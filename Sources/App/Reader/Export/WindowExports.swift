import AppBase
import ArchiveWords
import ChatExport
import ChatStore
import Chats
import Controls
import Dispatch
import Finding
import Foundation
import Gtk
import Importing
import Translation

/// The exports of one window, one at a time, with the panel that shows them.
@MainActor
package final class WindowExports {
  package enum State: Equatable {
    case idle
    case running(path: String, ExportProgress)
    case cancelling(path: String)
    case finished(path: String, ExportSummary)
    case failed(ExportError)
  }

  package private(set) var state = State.idle {
    didSet { if state != oldValue { panel.show(state) } }
  }
  package let panel = ExportPanel()
  private let work: ExportWork
  private var stop: StopFlag?
  private let log = EventLog("export")

  package init(work: ExportWork = .real) {
    self.work = work
    panel.didCancel = { [weak self] in self?.cancel() }
    panel.didClose = { [weak self] in self?.dismiss() }
  }

  package var isRunning: Bool { stop != nil }

  /// Asks for the options and the file of a chat's export, and exports it.
  package func ask(for chat: Conversation, in archive: Archive, over window: Window) {
    guard !isRunning else { return }
    let zone = chat.zone
    let dialog = ExportDialog(
      chat.title, notes: chat.noteCount,
      dates: {
        DateFinder(
          archive, chat.id, DayCalendar(timeZone: zone, locale: .desktop), at: DayCalendar.instant(Date()))
      }, timeZone: zone)
    Task { [weak dialog] in
      let details = try? await archive.details(of: chat.id)
      dialog?.show(first: details?.firstSentAt, last: details?.lastSentAt)
    }
    dialog.didAccept = { [weak self, weak window] options in
      guard let window else { return }
      let place = PlaceDialog(
        save: tr("Export Chat"), accept: tr("Export"), name: Self.name(of: chat, options), over: window)
      place.show { path in self?.begin(chat.id, in: archive, options, to: path) }
    }
    dialog.present(over: window)
  }

  /// A name for the file: the title without characters that file systems refuse, or a neutral one if people are renamed.
  package static func name(of chat: Conversation, _ options: ExportOptions) -> String {
    let title = options.renamesPeople ? tr("Chat") : chat.title
    return fileName(title, options.format.rawValue)
  }

  /// A name for a file: a title without characters that file systems refuse.
  static func fileName(_ title: String, _ ending: String) -> String {
    let plain = LayoutCost.line(title).map { "/\\:*?\"<>|".contains($0) ? "-" : $0 }
    return "\(String(plain.prefix(80))).\(ending)"
  }

  package func begin(_ chat: Conversation.ID, in archive: Archive, _ options: ExportOptions, to path: String)
  {
    guard !isRunning else { return }
    let stop = StopFlag()
    self.stop = stop
    state = .running(path: path, ExportProgress(messages: 0, total: 0))
    log.debug("begin", ["path": path, "format": options.format.rawValue])
    let pace = ImportPace()
    work.start(archive, chat, options, path) { [weak self] progress in
      guard pace.isDue() else { return }
      Task { @MainActor in self?.note(progress, path, of: stop) }
    } isCancelled: {
      stop.isRaised
    } ended: { [weak self] result in
      Task { @MainActor in self?.ended(result, path) }
    }
  }

  /// Cancels a running export, which leaves no file.
  package func cancel() {
    guard let stop, !stop.isRaised, case .running(let path, _) = state else { return }
    stop.raise()
    state = .cancelling(path: path)
  }

  /// Removes a result.
  package func dismiss() { if !isRunning { state = .idle } }

  /// Cancels a running export, or closes the panel. Returns false if neither applies.
  package func escape() -> Bool {
    guard panel.visible else { return false }
    if isRunning { cancel() } else { dismiss() }
    return true
  }

  private func note(_ progress: ExportProgress, _ path: String, of stop: StopFlag) {
    guard stop === self.stop, case .running = state else { return }
    state = .running(path: path, progress)
  }

  private func ended(_ result: Result<ExportSummary, ExportError>, _ path: String) {
    stop = nil
    switch result {
    case .success(let summary):
      log.debug("done", ["messages": summary.messages, "bytes": summary.bytes])
      state = .finished(path: path, summary)
    case .failure(.cancelled):
      log.debug("cancelled", ["path": path])
      state = .failed(.cancelled)
    case .failure(let error):
      log.warning("failed", ["error": error.description])
      state = .failed(error)
    }
  }
}

/// The export itself, off the main thread.
package struct ExportWork: Sendable {
  /// Exports a chat to a path, with callbacks for the progress and for stopping.
  let run:
    @Sendable (
      Archive, Conversation.ID, ExportOptions, _ path: String,
      _ progress: @escaping @Sendable (ExportProgress) -> Void, _ isCancelled: @escaping @Sendable () -> Bool
    ) async throws(ExportError) -> ExportSummary

  static let real = ExportWork { archive, chat, options, path, progress, isCancelled throws(ExportError) in
    try await Exporter(archive, chat: chat, options: options).run(
      to: .file(URL(fileURLWithPath: path)), progress: progress, isCancelled: isCancelled)
  }

  /// The running exports of all windows.
  private static let underWay = DispatchGroup()

  /// Seconds. Removing a draft takes milliseconds; the program does not wait longer for a disk that does not respond.
  private static let waitLimit = 2.0

  fileprivate func start(
    _ archive: Archive, _ chat: Conversation.ID, _ options: ExportOptions, _ path: String,
    progress: @escaping @Sendable (ExportProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool,
    ended: @escaping @Sendable (Result<ExportSummary, ExportError>) -> Void
  ) {
    Self.underWay.enter()
    // Not on the main actor, which is blocked while the program waits for the end of the export.
    Task.detached {
      let result: Result<ExportSummary, ExportError>
      do throws(ExportError) {
        result = .success(try await run(archive, chat, options, path, progress, isCancelled))
      } catch {
        result = .failure(error)
      }
      ended(result)
      Self.underWay.leave()
    }
  }

  /// Waits until cancelled exports have removed their drafts. Call it when the program ends.
  package static func waitForAll() { _ = underWay.wait(timeout: .now() + waitLimit) }
}

/// Shows the progress or the result of an export below the page.
package final class ExportPanel: Box {
  var didCancel: (() -> Void)?
  var didClose: (() -> Void)?

  private let notice = Notice(.panel)
  let bar = ProgressBar()
  private let details = Label()
  private var shown = WindowExports.State.idle
  /// Whether results are shown, which depends on the tab. A running export is shown on each tab.
  package var showsResults = true { didSet { if showsResults != oldValue { updateVisibility() } } }

  init() {
    super.init(.vertical, spacing: 6)
    addClass("bs-import")
    setAccessibleRole(.group)
    details.addClass("bs-caption")
    details.wrap(maxCharacters: 80, isCentered: false)
    details.xalign = 0
    bar.addClass("bs-progress")
    notice.didClose = { [weak self] in self?.didClose?() }
    // Aligned with the title.
    for below in [bar, details] { below.setMargins(start: 48) }
    append(notice, bar, details)
    visible = false
  }

  /// Shows a state and announces its new parts.
  func show(_ state: WindowExports.State) {
    let hadFocus = containsFocus
    let before = shown == .idle ? nil : notice.text
    shown = state
    updateVisibility()
    switch state {
    case .idle: break
    case .running(let path, let progress): showRunning(path, progress)
    case .cancelling:
      details.text = tr("Cancelling")
      notice.button.sensitive = false
    case .finished(let path, let summary): showResult(path, summary)
    case .failed(.cancelled):
      showEnd("process-stop-symbolic", nil, tr("Export cancelled"), tr("Nothing was written."))
    case .failed(let error):
      showEnd("dialog-warning-symbolic", .failed, tr("The chat could not be exported"), error.description)
    }
    guard state != .idle, let title = notice.text else { return }
    setAccessibleLabel(title)
    setAccessibleDescription(bar.visible ? "" : details.text)
    if title != before {
      announceFromAnyTab(
        bar.visible ? title : [title, details.text].filter { !$0.isEmpty }.joined(separator: ". "))
    }
    if hadFocus, visible, !containsFocus { _ = moveFocus(.forward) }
  }

  private func updateVisibility() {
    let isWanted =
      switch shown {
      case .idle: false
      case .running, .cancelling: true
      case .finished, .failed: showsResults
      }
    // If a widget is hidden with the focus, and its window is closed before the next frame, GTK keeps the window for ever.
    if !isWanted, containsFocus { window?.focusWidget = nil }
    visible = isWanted
  }

  private func showRunning(_ path: String, _ progress: ExportProgress) {
    let title = tr("Exporting to “{file}”", ["file": Self.name(path)])
    notice.dress("document-save-symbolic")
    notice.update(title)
    details.text = progress.total > 0 ? Counted.messages(progress.messages) : tr("Counting the messages")
    bar.setAccessibleLabel(title)
    bar.fraction = progress.fraction
    notice.button.sensitive = true
    notice.offer(tr("Cancel")) { [weak self] in self?.didCancel?() }
    setParts(bar: true)
  }

  private func showResult(_ path: String, _ summary: ExportSummary) {
    guard summary.messages > 0 else {
      return showEnd("dialog-warning-symbolic", nil, tr("Nothing to export"), ExportWords.nothing)
    }
    let messages = Counted.messages(summary.messages - summary.notes)
    let title =
      summary.notes > 0
      ? tr(
        "Exported {messages} and {notes} to “{file}”",
        ["messages": messages, "notes": Counted.notes(summary.notes), "file": Self.name(path)])
      : tr("Exported {messages} to “{file}”", ["messages": messages, "file": Self.name(path)])
    showEnd("object-select-symbolic", .done, title, path)
    notice.button.sensitive = true
    notice.offer(tr("Open")) { [weak self] in Desktop.open(file: path, from: self?.window) }
  }

  private func showEnd(_ icon: String, _ mood: Notice.Mood?, _ words: String, _ more: String) {
    notice.dress(icon, mood)
    notice.update(words)
    notice.offer(nil)
    details.text = more
    setParts(bar: false)
  }

  private func setParts(bar isRunning: Bool) {
    bar.visible = isRunning
    notice.isClosable = !isRunning
    details.visible = !details.text.isEmpty
  }

  private static func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
}
