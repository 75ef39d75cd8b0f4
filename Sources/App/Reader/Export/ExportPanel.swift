import AppBase
import ArchiveWords
import ChatExport
import Controls
import Foundation
import Gtk
import Printing
import Translation

/// Shows the progress or the result of an export, or of saving files, below the page.
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
    case .running(let job, let progress): showRunning(job, progress)
    case .cancelling:
      details.text = tr("Cancelling")
      notice.button.sensitive = false
    case .finished(let path, let summary): showResult(path, summary)
    case .saved(let folder, let saved): showSaved(folder, saved)
    case .printed(let chat, let pages):
      showEnd(
        "object-select-symbolic", .done, tr("Printed “{chat}”", ["chat": chat]), PrintWords.pages(pages))
    case .failed(.print, .cancelled):
      showEnd(
        "process-stop-symbolic", nil, tr("Printing cancelled"),
        tr("Pages already sent to the printer are still printed."))
    case .failed(_, .cancelled):
      showEnd("process-stop-symbolic", nil, tr("Export cancelled"), tr("Nothing was written."))
    case .failed(let job, let error):
      let title =
        switch job {
        case .media: tr("The files could not be saved")
        case .print: tr("The chat could not be printed")
        case .chat, .pdf: tr("The chat could not be exported")
        }
      showEnd("dialog-warning-symbolic", .failed, title, error.description)
    }
    guard state != .idle, let title = notice.text else { return }
    setAccessibleLabel(title)
    setAccessibleDescription(bar.visible ? "" : details.text)
    // A page over the window has a panel of its own.
    if title != before, !isUnderCover {
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
      case .finished, .saved, .printed, .failed: showsResults
      }
    // If a widget is hidden with the focus, and its window is closed before the next frame, GTK keeps the window for ever.
    if !isWanted, containsFocus { window?.focusWidget = nil }
    visible = isWanted
  }

  private func showRunning(_ job: ExportJob, _ progress: ExportProgress) {
    let title: String
    switch job {
    case .chat(let path):
      title = tr("Exporting to “{file}”", ["file": Self.name(path)])
      details.text =
        max(progress.total, progress.messages) > 0
        ? Counted.messages(progress.messages) : tr("Counting the messages")
    case .pdf(let path):
      title = tr("Saving “{file}”", ["file": Self.name(path)])
      details.text = Self.pages(progress)
    case .print(let chat):
      title = tr("Printing “{chat}”", ["chat": chat])
      details.text = Self.pages(progress)
    case .media(let folder):
      title = tr("Saving files in “{folder}”", ["folder": Self.name(folder)])
      details.text =
        progress.total > 0
        ? tr(
          "{count} of {files}",
          ["count": Counted.number(progress.messages), "files": Counted.files(progress.total)])
        : progress.messages > 0 ? Counted.files(progress.messages) : tr("Counting the files")
    }
    notice.dress(job.isOnPages ? "document-print-symbolic" : "document-save-symbolic")
    notice.update(title)
    bar.setAccessibleLabel(title)
    bar.fraction = progress.fraction
    notice.button.sensitive = true
    notice.offer(tr("Cancel")) { [weak self] in self?.didCancel?() }
    setParts(bar: true)
  }

  private static func pages(_ progress: ExportProgress) -> String {
    progress.unit == .pages ? PrintWords.progress(progress) : tr("Counting pages…")
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

  private func showSaved(_ folder: String, _ saved: SavedMedia) {
    guard saved.total > 0 || saved.isCancelled else {
      return showEnd("dialog-warning-symbolic", nil, tr("Nothing to save"), MediaWords.nothing)
    }
    let title =
      saved.count > 0
      ? tr("Saved {files} in “{folder}”", ["files": Counted.files(saved.count), "folder": Self.name(folder)])
      : tr("No new file was saved.")
    let isWhole = !saved.isCancelled && saved.failed == 0
    let details = MediaWords.details(of: saved).joined(separator: " ")
    let icon = isWhole ? "object-select-symbolic" : "dialog-warning-symbolic"
    showEnd(icon, isWhole && saved.count > 0 ? .done : nil, title, details.isEmpty ? folder : details)
    guard saved.count + saved.known > 0 else { return }
    notice.button.sensitive = true
    notice.offer(tr("Open Folder")) { [weak self] in Desktop.open(file: folder, from: self?.window) }
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
