import ArchiveWords
import ChatStore
import Controls
import Foundation
import Gtk
import Translation

/// Shows the progress or the report of an import below the page.
package final class ImportPanel: Box {
  /// A report is about to take the focus.
  var willTakeFocus: (() -> Void)?
  var didCancel: (() -> Void)?
  var didClose: (() -> Void)?
  /// The button “Open chat” of a report was clicked.
  var didRequestMessages: (() -> Void)?
  var didRequestUndo: (() -> Void)?
  /// A question whether two people are one was answered.
  var didAnswer: ((PeopleQuestion, Bool) -> Void)?

  /// What was announced last; a bar that moves announces nothing.
  private var spoken = ""
  private var shown = ImportQueue.State.idle
  /// Whether the tab that shows is one that a report is of use on. What runs is shown on each.
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

  /// Shows a state and announces what is new in it.
  func show(_ state: ImportQueue.State) {
    // The focused button may disappear. The focus stays in the panel then.
    let hadFocus = containsFocus
    // GTK keeps a window for ever that is closed before the frame after a widget was hidden with the focus.
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

  /// Whether only the progress of what went on before is another.
  fileprivate func isProgress(of before: Self) -> Bool {
    if case (.undoing, .undoing) = (self, before) { true } else { isRunning && before.isRunning }
  }
}

@MainActor
extension ImportPanel {
  /// Whether there is a text in the field that has the focus: a key that is meant for it must not press a button.
  fileprivate var isTyping: Bool {
    let focus = window?.focusWidget
    return switch focus {
    case let field as TextView: !field.text.isEmpty
    case let field as TextField: !field.text.isEmpty
    // The focus is in the text inside of it.
    default: (focus?.parent as? Entry)?.text.isEmpty == false
    }
  }
}

/// Covers the page while files are dragged over the window, and says what dropping them does.
package final class DropHint: Box {
  private let page = StatusPage(.icon("document-save-symbolic"), title: "", text: "")

  init() {
    super.init(.vertical)
    addClass("bs-drop")
    // The drop target is below.
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

  /// `order`: what would be imported; nil if archives would be opened.
  func show(_ order: ImportOrder?) {
    page.show(
      title: order == nil ? tr("Drop to open") : tr("Drop to import"),
      text: order.map(ImportWords.destination) ?? tr("Each archive opens in its own window."))
    visible = true
  }
}
