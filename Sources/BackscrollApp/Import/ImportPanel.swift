import ChatArchive
import Foundation
import Gtk
import Translation

/// Shows an offer, the progress or the result of an import below the page.
final class ImportPanel: Box {
  var didAccept: (() -> Void)?
  var didCancel: (() -> Void)?
  var didClose: (() -> Void)?
  /// The button “Show” of a result was clicked.
  var didRequestMessages: (() -> Void)?

  private let icon = Image(iconName: ImportPanel.arrow, size: 16)
  private let disc: Disc
  private let title = Label()
  let bar = ProgressBar()
  private let details = Label()
  private let action = Button("")
  private let close = Button(iconName: "window-close-symbolic")
  private var state = ImportQueue.State.idle
  private var act: (() -> Void)?

  private static let arrow = "document-save-symbolic"

  init() {
    disc = Disc(icon, cssClass: "bs-disc")
    super.init(.vertical, spacing: 6)
    addClass("bs-import")
    setAccessibleRole(.group)
    title.addClass("bs-import-title")
    details.addClass("bs-caption")
    for label in [title, details] {
      label.wrap(maxCharacters: 80, isCentered: false)
      label.xalign = 0
    }
    bar.addClass("bs-progress")
    action.addClass("bs-button")
    action.clicked.connect(weak: self) { $0.act?() }
    close.addClass("bs-flat")
    close.tooltipText = tr("Close")
    close.setAccessibleLabel(tr("Close"))
    close.clicked.connect(weak: self) { $0.didClose?() }
    // Aligned with the title.
    for below in [bar, details] { below.setMargins(start: 48) }
    append(NoticeRow(disc, title, action: action, close: close), bar, details)
    visible = false
  }

  /// Shows a state and announces what is new in it.
  func show(_ state: ImportQueue.State) {
    // The focused button may disappear. The focus stays in the panel then.
    let hadFocus = containsFocus
    let before = title.text
    let wasVisible = visible
    visible = state != .idle
    self.state = state
    switch state {
    case .idle: title.text = ""
    case .offered(let order): showOffer(order)
    case .running(let order, let progress, let waiting): showRunning(order, progress, waiting)
    case .cancelling(let order):
      showRunning(order, nil, 0)
      details.text = tr("Saving what has been read")
      action.sensitive = false
    case .finished(let outcome): showOutcome(outcome)
    }
    guard visible else { return }
    setAccessibleLabel(title.text)
    setAccessibleDescription(bar.visible ? "" : details.text)
    if title.text != before || !wasVisible {
      announce(
        bar.visible
          ? title.text : [title.text, details.text].filter { !$0.isEmpty }.joined(separator: ". "))
    }
    if hadFocus, !containsFocus { _ = moveFocus(.forward) }
    focusOffer()
  }

  /// Focuses the button that accepts an offer.
  func focusOffer() {
    if case .offered = state { action.takeFocus() }
  }

  private func showOffer(_ order: ImportOrder) {
    dress(Self.arrow)
    title.text = ImportWords.offer(order)
    details.text = ImportWords.destination(order)
    offer(tr("Import"), isPrimary: true) { [weak self] in self?.didAccept?() }
    setParts(bar: false, close: true)
  }

  private func showRunning(_ order: ImportOrder, _ progress: ImportProgress?, _ waiting: Int) {
    dress(Self.arrow)
    title.text = ImportWords.running(order, progress)
    details.text = ImportWords.progress(progress, waiting: waiting)
    bar.setAccessibleLabel(title.text)
    if let progress { bar.fraction = progress.fraction } else if !bar.visible { bar.fraction = 0 }
    offer(tr("Cancel"), isPrimary: false) { [weak self] in self?.didCancel?() }
    setParts(bar: true, close: false)
  }

  private func showOutcome(_ outcome: ImportOutcome) {
    dress(
      outcome.isFailure || !outcome.failures.isEmpty
        ? "dialog-warning-symbolic"
        : outcome.isCancelled ? "process-stop-symbolic" : "object-select-symbolic",
      outcome.failures.isEmpty ? outcome.isCancelled ? nil : "done" : "failed")
    title.text = outcome.title
    details.text = outcome.details.joined(separator: "\n")
    if outcome.conversations.isEmpty {
      action.visible = false
    } else {
      offer(tr("Show"), isPrimary: true) { [weak self] in self?.didRequestMessages?() }
    }
    setParts(bar: false, close: true)
  }

  private func dress(_ name: String, _ mood: String? = nil) {
    icon.iconName = name
    for each in ["done", "failed"] { setClass(each, each == mood) }
  }

  private func offer(_ words: String, isPrimary: Bool, _ body: @escaping () -> Void) {
    action.label = words
    action.setClass("primary", isPrimary)
    action.sensitive = true
    action.visible = true
    act = body
  }

  private func setParts(bar isBarVisible: Bool, close isCloseVisible: Bool) {
    bar.visible = isBarVisible
    close.visible = isCloseVisible
    details.visible = !details.text.isEmpty
  }
}

/// Covers the page while files are dragged over the window, and says what dropping them does.
final class DropHint: Box {
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
