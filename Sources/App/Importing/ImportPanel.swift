import ArchiveWords
import ChatStore
import Controls
import Foundation
import Gtk
import Translation

/// Shows the progress or the report of an import below the page.
package final class ImportPanel: Box {
  /// Called before a report takes the focus.
  var willTakeFocus: (() -> Void)?
  var didCancel: (() -> Void)?
  var didClose: (() -> Void)?
  /// Called when the button “Open chat” of a report was clicked.
  var didRequestMessages: (() -> Void)?
  var didRequestUndo: (() -> Void)?
  /// Called with the answer to the question whether two people are one.
  var didAnswer: ((PeopleQuestion, Bool) -> Void)?

  /// The last announcement; progress alone announces nothing.
  private var spoken = ""
  private var shown = ImportQueue.State.idle
  /// Whether reports are shown, which depends on the tab. A running import is shown on each tab.
  package var showsReports = true {
    didSet {
      guard showsReports != oldValue else { return }
      if !isWanted, containsFocus { window?.focusWidget = nil }
      visible = isWanted
    }
  }
  private var isWanted: Bool { shown.isShown && (showsReports || shown.isBusy) }
  let progress = ImportProgressView()
  let report = ImportReportView()

  init() {
    super.init(.vertical)
    addClass("bs-import")
    setAccessibleRole(.group)
    progress.didCancel = { [weak self] in self?.didCancel?() }
    report.didClose = { [weak self] in self?.didClose?() }
    report.didRequestMessages = { [weak self] in self?.didRequestMessages?() }
    report.didRequestUndo = { [weak self] in self?.didRequestUndo?() }
    report.questions.didAnswer = { [weak self] in self?.didAnswer?($0, $1) }
    append(Clamp(progress, limit: 720), Clamp(report, limit: 720))
    visible = false
  }

  /// Shows a state and announces its new parts.
  func show(_ state: ImportQueue.State) {
    // The focused button may disappear. The focus then stays in the panel.
    let hadFocus = containsFocus
    // If a widget is hidden with the focus, and its window is closed before the next frame, GTK keeps the window for ever.
    if hadFocus, !state.isProgress(of: shown) { window?.focusWidget = nil }
    let isNew = !state.isReport(like: shown)
    shown = state
    let wasRunning = visible && progress.visible
    visible = isWanted
    switch state {
    case .idle: break
    case .asking: report.showQuestions()
    case .running(let status): progress.show(status)
    case .cancelling(let status): progress.show(status, isCancelling: true)
    case .finished(let outcome): report.show(outcome)
    case .undoing(let status): report.showUndoing(status)
    case .undone(let outcome, let removed): report.showUndone(outcome, removed: removed)
    }
    progress.visible = state.isRunning
    report.visible = state.isShown && !state.isRunning
    guard state.isShown else { return }
    if state == .asking { return setAccessibleLabel(report.words) }
    let words = report.visible ? report.words : progress.words
    setAccessibleLabel(words)
    if report.visible ? words != spoken : !wasRunning { announceFromAnyTab(words) }
    spoken = words
    guard visible else { return }
    if case .finished = state, isNew, !isTyping {
      willTakeFocus?()
      return report.takeInitialFocus()
    }
    if hadFocus, !containsFocus { _ = moveFocus(.forward) }
  }
}

extension ImportQueue.State {
  /// Whether both are reports of an import.
  fileprivate func isReport(like before: Self) -> Bool {
    if case (.finished, .finished) = (self, before) { true } else { false }
  }

  /// Whether only the progress of the previous operation has changed.
  fileprivate func isProgress(of before: Self) -> Bool {
    if case (.undoing, .undoing) = (self, before) { true } else { isRunning && before.isRunning }
  }
}

@MainActor
extension ImportPanel {
  /// Whether the focused field contains text. A key for that field must not press a button.
  fileprivate var isTyping: Bool {
    let focus = window?.focusWidget
    return switch focus {
    case let field as TextView: !field.text.isEmpty
    case let field as TextField: !field.text.isEmpty
    // The focused widget is the text inside the entry.
    default: (focus?.parent as? Entry)?.text.isEmpty == false
    }
  }
}

/// Covers the page while files are dragged over the window, and describes the effect of dropping them.
package final class DropHint: Box {
  private let page = StatusPage(.icon("document-save-symbolic"), title: "", text: "")

  init() {
    super.init(.vertical)
    addClass("bs-drop")
    // The drop target is the widget below.
    canTarget = false
    let frame = Box(.vertical)
    for each in [frame, page] {
      each.vexpand = true
      each.hexpand = true
    }
    frame.append(page)
    append(frame)
    visible = false
  }

  /// `request`: the import that a drop would start; nil if it would open archives.
  func show(_ request: ImportRequest?) {
    page.show(
      title: request == nil ? tr("Drop to open") : tr("Drop to import"),
      text: request.map(ImportWords.destination) ?? tr("Each archive opens in its own window."))
    visible = true
  }
}
