import ChatArchive
import Foundation
import Gtk
import Translation

/// The report of an import: whether all is in, figures that add up, and what was left out.
final class ImportReportView: Box {
  var didClose: (() -> Void)?
  var didRequestMessages: (() -> Void)?
  var didRequestUndo: (() -> Void)?

  private let icon = Image(iconName: "object-select-symbolic", size: 16)
  private let disc: Disc
  private let title = Label()
  private let caption = Label()
  private let failures = Label()
  private let figures = Box(.vertical)
  private var figureRow: FlowRow?
  private let losses = Box(.vertical, spacing: 4)
  private let lossTitle = Label()
  private var lossList: ScrolledWindow?
  private let copy = Button(tr("Copy"))
  private let undo = Button(tr("Undo"))
  private let open = Button("")
  private let close = Button(iconName: "window-close-symbolic")
  private(set) var outcome: ImportOutcome?

  /// Points, and sentences that are shown without scrolling.
  private static let listHeight = 116
  private static let failureLimit = 2

  init() {
    disc = Disc(icon, cssClass: "bs-disc")
    super.init(.vertical, spacing: 8)
    title.addClass("bs-import-title")
    caption.addClass("bs-caption")
    for label in [title, caption, failures] {
      label.wrap(maxCharacters: 80, isCentered: false)
      label.xalign = 0
    }
    let lines = Box(.vertical, spacing: 1)
    lines.append(title, caption)
    close.addClass("bs-flat")
    close.tooltipText = tr("Close")
    close.setAccessibleLabel(tr("Close"))
    close.clicked.connect(weak: self) { $0.didClose?() }
    for button in [copy, undo, open] { button.addClass("bs-button") }
    open.addClass("primary")
    copy.clicked.connect(weak: self) { view in
      if let text = view.outcome?.text { Desktop.copy(text, from: view) }
      view.announce(tr("Copied"))
    }
    undo.clicked.connect(weak: self) { $0.didRequestUndo?() }
    open.clicked.connect(weak: self) { $0.didRequestMessages?() }
    losses.addClass("bs-losses")
    lossTitle.addClass("bs-losses-title")
    lossTitle.xalign = 0
    lossTitle.hexpand = true
    let lossHead = Box(.horizontal, spacing: 6)
    let warning = Image(iconName: "dialog-warning-symbolic", size: 12)
    warning.addClass("bs-bad")
    lossHead.append(warning, lossTitle)
    losses.append(lossHead)
    let buttons = FlowRow([copy, undo], end: open, margin: .none)
    append(
      NoticeRow(disc, lines, action: Box(.horizontal), close: close), failures, figures, losses, buttons)
    visible = false
  }

  /// What a screen reader speaks.
  var words: String {
    [title.text, caption.text, failures.text].filter { !$0.isEmpty }.joined(separator: ". ")
  }

  func show(_ outcome: ImportOutcome, canUndo: Bool) {
    self.outcome = outcome
    let mood = outcome.hasLosses || outcome.isFailure ? "failed" : outcome.isCancelled ? nil : "done"
    icon.iconName =
      mood == "failed"
      ? "dialog-warning-symbolic" : mood == nil ? "process-stop-symbolic" : "object-select-symbolic"
    for each in ["done", "failed"] { disc.setClass(each, each == mood) }
    title.text = outcome.title
    caption.text = outcome.caption
    caption.visible = !caption.text.isEmpty
    showFailures(outcome)
    if let figureRow { figures.remove(figureRow) }
    let row = FlowRow(
      outcome.figures.rows.map { row in
        let box = FigureBox(row.name, isBad: row.isBad)
        box.value = Counted.number(row.count)
        return box
      }, spacing: 10, margin: .none)
    figureRow = row
    figures.append(row)
    figures.visible = !outcome.isFailure
    showLosses(outcome)
    open.visible = !outcome.conversations.isEmpty
    open.label = outcome.conversations.count == 1 ? tr("Open chat") : tr("Open chats")
    undo.visible = canUndo && outcome.added > 0
    copy.visible = !outcome.isFailure || !outcome.lines.isEmpty
  }

  private func showFailures(_ outcome: ImportOutcome) {
    var sentences = outcome.failures.prefix(Self.failureLimit).map(\.self)
    let rest = outcome.failures.count - sentences.count
    if rest > 0 {
      sentences.append(
        trn(
          "{count} more file could not be imported.", "{count} more files could not be imported.", rest))
    }
    failures.text = sentences.joined(separator: "\n")
    failures.visible = !sentences.isEmpty
  }

  private func showLosses(_ outcome: ImportOutcome) {
    if let lossList { losses.remove(lossList) }
    lossList = nil
    losses.visible = !outcome.problems.isEmpty
    guard losses.visible else { return }
    lossTitle.text =
      outcome.skipped > 0
      ? trn("{count} left out", "{count} left out", outcome.skipped) : tr("Notes about the files")
    let list = ListView(
      makeRow: {
        let label = Label()
        label.addClass("bs-loss")
        label.xalign = 0
        label.ellipsize()
        return label
      },
      bind: { row, text in
        (row as? Label)?.text = text
        row.tooltipText = text
      })
    list.setAccessibleLabel(lossTitle.text)
    list.insert(outcome.problems.map { LayoutCost.line(Self.line($0)) }, at: 0)
    let scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.setSizeRequest(height: min(Self.listHeight, 24 * outcome.problems.count))
    lossList = scroller
    losses.append(scroller)
  }

  /// With the file's name in place of its path.
  private static func line(_ problem: ImportProblem) -> String {
    var short = problem
    short.file = URL(fileURLWithPath: problem.file.lastPathComponent, relativeTo: URL(fileURLWithPath: "/"))
    return short.description
  }
}
