import AppBase
import ArchiveWords
import Controls
import Foundation
import Gtk
import Translation

/// A running import: its progress, speed, remaining time, and the records left out so far.
final class ImportProgressView: Box {
  var didCancel: (() -> Void)?

  private let title = Label()
  private let queueNote = Label()
  private let percent = Label()
  private let left = Label()
  let bar = ProgressBar()
  private let messages = FigureBox(tr("Messages"))
  private let rate = FigureBox(tr("Rate"))
  private let skipped = FigureBox(tr("Left out so far"))
  private let note = Label(tr("You can already read the chats that were imported."))
  private let cancel = Button(tr("Cancel"))
  /// The time at which the value was last reported to assistive technology.
  private var told: ContinuousClock.Instant?
  private(set) var spokenValue = ""

  /// The interval between values for assistive technology, which speaks each.
  static let tellingInterval = Duration.seconds(5)

  init() {
    super.init(.vertical, spacing: 8)
    for label in [title, queueNote, percent, left, note] { label.xalign = 0 }
    title.addClass("bs-import-title")
    title.hexpand = true
    title.ellipsize()
    for label in [queueNote, left, note] { label.addClass("bs-caption") }
    note.wrap(maxCharacters: 48, isCentered: false)
    note.xalign = 0
    note.hexpand = true
    percent.addClass("bs-import-percent")
    percent.hexpand = true
    left.valign = .end
    bar.addClass("bs-progress")
    bar.addClass("wide")
    cancel.addClass("bs-button")
    cancel.clicked.connect(weak: self) { $0.didCancel?() }
    let (head, figures, foot) = (
      Box(.horizontal, spacing: 8), Box(.horizontal, spacing: 8), Box(.horizontal, spacing: 8)
    )
    head.append(title, queueNote)
    figures.append(percent, left)
    cancel.valign = .center
    foot.append(note, cancel)
    append(
      head, figures, bar, FlowRow([messages, rate, skipped], spacing: 16, margin: .none), foot)
    visible = false
  }

  /// The text for screen readers at the start.
  private(set) var words = ""

  func show(_ status: ImportStatus, isCancelling: Bool = false) {
    let progress = status.progress
    title.text = ImportWords.running(status.request, progress)
    words = title.text
    let fraction = progress?.fraction ?? 0
    let number = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    percent.text = "\(number) %"
    left.text =
      isCancelling
      ? tr("Saving what has been read")
      : status.secondsLeft.map(ImportRate.left)
        ?? (progress == nil ? tr("Examining the files") : tr("estimating"))
    bar.fraction = fraction
    messages.value = Counted.number(progress?.messages ?? 0)
    rate.value = status.rate.map(ImportRate.rate) ?? "–"
    skipped.value = Counted.number(status.skipped)
    queueNote.text =
      status.waiting > 0 ? trn("{count} more waiting", "{count} more waiting", status.waiting) : ""
    cancel.sensitive = !isCancelling
    bar.setAccessibleLabel(title.text)
    let now = ContinuousClock.now
    guard told.map({ now - $0 >= Self.tellingInterval }) ?? true else { return }
    told = now
    let percent = trn("{count} percent", "{count} percent", number)
    spokenValue = [percent, left.text].joined(separator: ", ")
    bar.setAccessibleValue(fraction, in: 0...1, text: spokenValue)
  }
}

/// A number with its name before it.
final class FigureBox: Box {
  private let label = Label()
  private let name: String

  init(_ name: String, isBad: Bool = false) {
    self.name = name
    super.init(.horizontal, spacing: 8)
    let caption = Label(name)
    caption.addClass("bs-caption")
    label.addClass("bs-figure")
    label.setClass("bs-bad", isBad)
    append(caption, label)
  }

  var value: String {
    get { label.text }
    set { label.text = newValue }
  }
}
