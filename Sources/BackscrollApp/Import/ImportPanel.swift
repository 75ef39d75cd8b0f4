import ChatArchive
import Foundation
import Gtk
import Translation

/// Tells below the page how an import goes, and what it came to; hidden as long as there is none.
final class ImportPanel: Box {
  var onAccept: (() -> Void)?
  var onCancel: (() -> Void)?
  var onClose: (() -> Void)?
  var onShow: (() -> Void)?

  private let icon = Image(iconName: ImportPanel.arrow, size: 16)
  private let disc: Disc
  private let title = Label()
  let bar = ProgressBar()
  private let details = Label()
  private let action = Button("")
  private let close = Button(iconName: "window-close-symbolic")
  private let actionPlace = Box(.vertical)
  private let closePlace = Box(.vertical)
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
      label.setHorizontalPlace(0)
    }
    title.isHorizontallyExpanding = true
    bar.addClass("bs-progress")
    action.addClass("bs-button")
    action.clicked.connect(weak: self) { $0.act?() }
    close.addClass("bs-flat")
    close.setTooltip(tr("Close"))
    close.setAccessibleLabel(tr("Close"))
    close.clicked.connect(weak: self) { $0.onClose?() }
    let row = Box(.horizontal, spacing: 12)
    // In a column nothing has a baseline. Beside each other GTK 4.8 would take a row's height for any width for less
    // than that for a certain one, where it breaks lines.
    for (place, part) in [
      (Box(.vertical), disc), (Box(.vertical), title), (actionPlace, action), (closePlace, close),
    ] {
      place.align(vertical: .center)
      place.append(part)
      row.append(place)
    }
    // Below the title, whatever is left of it.
    for below in [bar, details] { below.setMargins(start: 48) }
    append(row, bar, details)
    isVisible = false
  }

  /// Shows how things stand, and says aloud what is new about it.
  func show(_ state: ImportQueue.State) {
    // What one is at may go; the keyboard stays in the panel.
    let hadFocus = containsFocus
    let before = title.text
    let wasVisible = isVisible
    isVisible = state != .idle
    self.state = state
    switch state {
    case .idle: title.text = ""
    case .offered(let order): showOffer(order)
    case .running(let order, let progress, let waiting): showRunning(order, progress, waiting)
    case .cancelling(let order):
      showRunning(order, nil, 0)
      details.text = tr("Ending with what has been read")
      action.isSensitive = false
    case .finished(let outcome): showOutcome(outcome)
    }
    guard isVisible else { return }
    setAccessibleLabel(title.text)
    setAccessibleDescription(bar.isVisible ? "" : details.text)
    if title.text != before || !wasVisible {
      announce(
        bar.isVisible
          ? title.text : [title.text, details.text].filter { !$0.isEmpty }.joined(separator: ". "))
    }
    if hadFocus, !containsFocus { _ = moveFocus(.forward) }
    focusOffer()
  }

  /// It is what the person at the screen has come for.
  func focusOffer() {
    if case .offered = state { action.takeFocus() }
  }

  private func showOffer(_ order: ImportOrder) {
    dress(Self.arrow)
    title.text = ImportWords.offer(order)
    details.text = ImportWords.destination(order)
    offer(tr("Import"), isPrimary: true) { [weak self] in self?.onAccept?() }
    setParts(bar: false, close: true)
  }

  private func showRunning(_ order: ImportOrder, _ progress: ImportProgress?, _ waiting: Int) {
    dress(Self.arrow)
    title.text = ImportWords.running(order, progress)
    details.text = ImportWords.progress(progress, waiting: waiting)
    bar.setAccessibleLabel(title.text)
    if let progress { bar.fraction = progress.fraction } else if !bar.isVisible { bar.fraction = 0 }
    offer(tr("Cancel"), isPrimary: false) { [weak self] in self?.onCancel?() }
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
      actionPlace.isVisible = false
    } else {
      offer(tr("Show"), isPrimary: true) { [weak self] in self?.onShow?() }
    }
    setParts(bar: false, close: true)
  }

  private func dress(_ name: String, _ mood: String? = nil) {
    icon.setIconName(name)
    for each in ["done", "failed"] { setClass(each, each == mood) }
  }

  private func offer(_ words: String, isPrimary: Bool, _ body: @escaping () -> Void) {
    action.setLabel(words)
    action.setClass("primary", isPrimary)
    action.isSensitive = true
    actionPlace.isVisible = true
    act = body
  }

  private func setParts(bar isBarVisible: Bool, close isCloseVisible: Bool) {
    bar.isVisible = isBarVisible
    closePlace.isVisible = isCloseVisible
    details.isVisible = !details.text.isEmpty
  }
}
