import AppBase
import ChatFormats
import Chats
import Controls
import Foundation
import Gtk
import Translation

/// The report of an import: whether it is complete, figures that add up, and the records left out.
final class ImportReportView: Box {
  var didClose: (() -> Void)?
  var didRequestMessages: (() -> Void)?
  var didRequestUndo: (() -> Void)?

  private let head = Notice(.panel)
  /// The chats with new messages.
  private let names = Label()
  private let caption = Label()
  private let failures = Label()
  private let figures = Box(.vertical)
  private var figureRow: FlowRow?
  private let losses = Box(.vertical, spacing: 4)
  private let lossIcon = Image(iconName: "dialog-warning-symbolic", size: 12)
  private let lossTitle = Label()
  private var lossList: ScrolledWindow?
  /// The questions which people of the chats are the same.
  let questions = PeopleQuestionsView()
  /// The progress of undoing the import.
  private let undoLine = Box(.horizontal, spacing: 10)
  let undoBar = ProgressBar()
  private let undoPercent = Label()
  private var spokenPercent = ""
  private let copy = Button(tr("Copy Report"))
  private let undo = Button(tr("Undo"))
  private let open = Button(tr("Show Messages"))
  private(set) var outcome: ImportOutcome?

  /// Points, and the number of sentences that are shown without scrolling.
  private static let listHeight = 116
  private static let failureLimit = 2

  init() {
    super.init(.vertical, spacing: 8)
    caption.addClass("bs-caption")
    for line in [names, caption] { head.append(line) }
    failures.wrap(maxCharacters: 80, isCentered: false)
    failures.xalign = 0
    head.didClose = { [weak self] in self?.didClose?() }
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
    lossHead.append(lossIcon, lossTitle)
    losses.append(lossHead)
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { view, key, _, _ in view.leaveLosses(key) }
    losses.add(keys)
    let buttons = FlowRow([copy, undo], end: open, margin: .none)
    undoBar.addClass("bs-progress")
    undoBar.hexpand = true
    undoBar.valign = .center
    undoPercent.addClass("bs-caption")
    undoPercent.widthChars = 5
    undoPercent.xalign = 1
    undoLine.append(undoBar, undoPercent)
    undoLine.visible = false
    append(head, undoLine, failures, figures, losses, questions, buttons)
    visible = false
  }

  /// Moves the focus out of the list of skipped records. GTK would visit each of its rows, of which there can be thousands.
  func leaveLosses(_ key: UInt32) -> Bool {
    switch key {
    case Key.tab: questions.visible && questions.moveFocus(.forward) || copy.takeFocus()
    case Key.leftTab: head.moveFocus(.backward)
    default: false
    }
  }

  /// Focuses the button for the next step: the one that opens the chats, if there are any.
  func takeInitialFocus() {
    _ = [open, copy, undo].contains { $0.visible && $0.takeFocus() } || head.moveFocus(.forward)
  }

  /// The text for screen readers.
  var words: String {
    [head.text ?? "", names.text, caption.text, failures.text].filter { !$0.isEmpty }.joined(separator: ". ")
  }

  func show(_ outcome: ImportOutcome) {
    self.outcome = outcome
    undoLine.visible = false
    let mood = outcome.hasLosses || outcome.isFailure ? Notice.Mood.failed : outcome.isCancelled ? nil : .done
    showHead(
      outcome.title, names: outcome.names, outcome.caption, mood: mood,
      icon: mood == .failed
        ? "dialog-warning-symbolic" : mood == nil ? "process-stop-symbolic" : "object-select-symbolic")
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
    open.visible = outcome.hasNewMessages
    undo.visible = outcome.canUndo
    copy.visible = !outcome.isFailure || !outcome.lines.isEmpty
  }

  /// Shows only the questions that an earlier import has left open.
  func showQuestions() {
    outcome = nil
    showHead(tr("Questions from an earlier import"), "", mood: nil, icon: "dialog-information-symbolic")
    hideDetails()
  }

  /// Shows the progress of undoing the import. No other action is possible meanwhile; closing the report does not stop it.
  func showUndoing(_ status: UndoStatus) {
    outcome = status.outcome
    showHead(status.outcome.undoingTitle, status.outcome.undoing, mood: nil, icon: nil)
    hideDetails()
    undoLine.visible = true
    // Before the first report, the progress is 0.
    let fraction = status.fraction ?? 0
    let number = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    undoBar.fraction = fraction
    undoPercent.text = "\(number) %"
    undoBar.setAccessibleLabel(status.outcome.undoingTitle)
    let percent = trn("{count} percent", "{count} percent", number)
    if percent != spokenPercent { undoBar.setAccessibleValue(fraction, in: 0...1, text: percent) }
    spokenPercent = percent
  }

  /// Shows that the import was undone.
  func showUndone(_ outcome: ImportOutcome, removed: Int) {
    self.outcome = outcome
    showHead(
      tr("The import was undone"),
      removed > 0
        ? tr("{messages} deleted. Your files are as they were.", ["messages": Counted.messages(removed)])
        : tr("All messages stay, as other imports had them too."),
      mood: .done, icon: "object-select-symbolic")
    hideDetails()
  }

  /// Shows the reason why an answer could not be stored.
  func tell(_ error: ArchiveError) {
    failures.text = "\(error)"
    failures.visible = true
    announce(failures.text)
  }

  private func hideDetails() {
    for each in [failures, figures, losses, copy, undo, open, undoLine] { each.visible = false }
    questions.show([])
  }

  /// `icon`: the icon on the disc; nil for a spinner.
  private func showHead(
    _ words: String, names chats: String = "", _ note: String, mood: Notice.Mood?, icon: String?
  ) {
    head.dress(icon, mood)
    head.update(words)
    names.text = chats
    names.visible = !chats.isEmpty
    caption.text = note
    caption.visible = !note.isEmpty
  }

  private func showFailures(_ outcome: ImportOutcome) {
    var sentences = outcome.failures.prefix(Self.failureLimit).map(\.self)
    let rest = outcome.failures.count - sentences.count
    if rest > 0 {
      sentences.append(
        trn(
          "{count} more file could not be imported.", "{count} more files could not be imported.", rest))
    }
    if let error = outcome.undoError {
      sentences.append(tr("The import was not undone: {reason}", ["reason": "\(error)"]))
    }
    failures.text = sentences.joined(separator: "\n")
    failures.visible = !sentences.isEmpty
  }

  private func showLosses(_ outcome: ImportOutcome) {
    if let lossList { losses.remove(lossList) }
    lossList = nil
    losses.visible = !outcome.problems.isEmpty
    guard losses.visible else { return }
    // A change without a loss is not a warning.
    let isLoss = outcome.skipped > 0 || outcome.isIncomplete
    lossIcon.iconName = isLoss ? "dialog-warning-symbolic" : "dialog-information-symbolic"
    lossIcon.setClass("bs-bad", isLoss)
    lossTitle.setClass("bs-dim", !isLoss)
    lossTitle.text =
      if outcome.skipped > 0 {
        trn("{count} left out", "{count} left out", outcome.skipped)
      } else {
        isLoss ? tr("Something is missing") : tr("Notes about the files")
      }
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
    list.insert(outcome.problems.map(Self.line), at: 0)
    let scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.setSizeRequest(height: min(Self.listHeight, 24 * outcome.problems.count))
    lossList = scroller
    losses.append(scroller)
  }

  /// The line of a problem, with the file's name in place of its path.
  private static func line(_ problem: ImportProblem) -> String {
    var short = problem
    short.file = URL(fileURLWithPath: problem.file.lastPathComponent, relativeTo: URL(fileURLWithPath: "/"))
    return short.description
  }
}
