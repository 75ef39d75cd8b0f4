import AppBase
import ArchiveWords
import ChatExport
import ChatStore
import Chats
import Controls
import Finding
import Foundation
import Gtk
import Printing
import Translation

/// Asks for the contents and the look of a printed chat, with a preview of its pages.
final class PrintDialog: PageWindow {
  /// The destination of the pages.
  enum Destination { case printer, pdf }

  /// Called with the options, and the pages if all of them are known already.
  var didAccept: ((PrintOptions, PrintedChat?, Destination) -> Void)?

  let days: DaysField
  let renames = Switch()
  let pictures = Switch()
  let notes = Switch()
  private let picturesNote = Label()
  let bubbles: SegmentedControl<PrintOptions.Bubbles>
  let columns: SegmentedControl<Int>
  let papers: SegmentedControl<PrintOptions.Paper>
  let preview = PrintPreview()
  /// The number of pages.
  let pagesNote = Label()
  let saveButton = Button(tr("Save as PDF…"))
  let printButton = Button(tr("Print…"))

  private let archive: Archive
  private let chat: Conversation
  private let initial: PrintOptions
  private let dividing = LatestTask()
  /// The sizes of pictures, which do not depend on the options.
  private let sizes = PagePictures()
  /// The pages of the present options; nil while they are made.
  private(set) var printed: PrintedChat? { didSet { showPages() } }
  /// Whether the chosen days have no messages.
  private var isEmpty = false
  private var failure: ExportError?

  /// Seconds after a change until pages are made, since the next letter of a date follows.
  private static let pause = 0.3
  /// The number of pages after which the rest is estimated, and beyond which fewer days are proposed.
  private static let manyPages = 500

  /// - Parameter dates: Returns the days of the chat, for choosing one; nil for no calendar.
  init(_ chat: Conversation, in archive: Archive, dates: (() -> DateFinder)? = nil) {
    self.archive = archive
    self.chat = chat
    initial = PrintOptions(timeZone: chat.zone)
    days = DaysField(dates, timeZone: chat.zone)
    bubbles = SegmentedControl(
      PrintOptions.Bubbles.allCases.map { ($0, Self.title($0)) }, name: tr("Bubbles"), kind: .choices)
    columns = SegmentedControl(
      [(1, tr("One column")), (2, tr("Two columns"))], name: tr("Columns"), kind: .choices)
    papers = SegmentedControl(
      PrintOptions.Paper.allCases.map { ($0, Self.title($0)) }, name: tr("Paper"), kind: .choices)
    let form = Box(.vertical, spacing: 12)
    let page = PrintLayout(form, beside: preview)
    page.setMargins(start: 16, end: 16, top: 14, bottom: 12)
    let cancel = Button(tr("Cancel"))
    super.init(
      tr("Print Chat"), page: page,
      foot: Self.foot(pagesNote, [cancel, saveButton, printButton]), column: 800, width: 800)
    printButton.addClass("primary")
    cancel.clicked.connect(weak: self) { $0.close() }
    saveButton.clicked.connect(weak: self) { $0.accept(.pdf) }
    printButton.clicked.connect(weak: self) { $0.accept(.printer) }
    fill(form)
    connect()
    divide(after: 0)
  }

  private static func title(_ bubbles: PrintOptions.Bubbles) -> String {
    switch bubbles {
    case .outlines: tr("Outlines")
    case .fills: tr("Light fills")
    }
  }

  private static func title(_ paper: PrintOptions.Paper) -> String {
    switch paper {
    case .a4: "A4"
    case .letter: tr("Letter")
    case .a5: "A5"
    }
  }

  private static func foot(_ note: Label, _ buttons: [Button]) -> Widget {
    note.addClass("bs-caption")
    note.wrap(maxCharacters: 40, isCentered: false)
    note.xalign = 0
    note.valign = .center
    let row = Box(.horizontal, spacing: 8)
    for button in buttons {
      button.addClass("bs-button")
      row.append(button)
    }
    let foot = FlowRow([note], end: row, spacing: 12, margin: .none)
    foot.setMargins(start: 16, end: 16, top: 4, bottom: 16)
    return foot
  }

  // MARK: The form

  private func fill(_ form: Box) {
    let heading = Label(chat.fullTitle)
    heading.addClass("bs-status-title")
    heading.wrap(maxCharacters: 40, isCentered: false, hyphenates: false)
    heading.xalign = 0
    let card = Box(.vertical)
    card.addClass("bs-card")
    card.append(
      FormRow(tr("Days"), days),
      FormRow(
        tr("People"), Self.row(Label(tr("Rename people to “Person 1”, “Person 2”…")), renames)),
      FormRow(tr("Pictures"), Self.row(picturesNote, pictures)))
    if chat.noteCount > 0 {
      card.append(FormRow(tr("Your notes"), Self.row(Label(Counted.notes(chat.noteCount)), notes)))
    }
    card.append(
      FormRow(tr("Bubbles"), bubbles), FormRow(tr("Columns"), columns), FormRow(tr("Paper"), papers))
    form.append(heading, card)
    pictures.active = initial.showsPictures
    bubbles.choice = initial.bubbles
    columns.choice = initial.columns
    papers.choice = initial.paper
    picturesNote.text = Self.anyPictures
  }

  private static var anyPictures: String { tr("Pictures, and first frames of videos") }

  /// A switch with its words.
  private static func row(_ label: Label, _ control: Switch) -> Widget {
    label.wrap(maxCharacters: 32, isCentered: false)
    label.xalign = 0
    label.hexpand = true
    control.valign = .center
    control.setAccessibleLabelled(by: label)
    let row = Box(.horizontal, spacing: 12)
    row.append(label, control)
    return row
  }

  private func connect() {
    days.didActivate = { [weak self] in self?.accept(.printer) }
    days.didChange = { [weak self] in self?.divide(after: Self.pause) }
    for control in [renames, pictures, notes] {
      control.notify("active").connect(weak: self) { $0.divide(after: Self.pause) }
    }
    bubbles.didChoose = { [weak self] _ in self?.divide(after: Self.pause) }
    columns.didChoose = { [weak self] _ in self?.divide(after: Self.pause) }
    papers.didChoose = { [weak self] _ in self?.divide(after: Self.pause) }
  }

  /// The chosen options; nil while a day is invalid.
  var options: PrintOptions? {
    guard case .span(let span) = days.value else { return nil }
    var options = initial
    options.span = span
    options.renamesPeople = renames.active
    options.showsPictures = pictures.active
    options.includesNotes = notes.active
    options.bubbles = bubbles.choice ?? options.bubbles
    options.columns = columns.choice ?? options.columns
    options.paper = papers.choice ?? options.paper
    return options
  }

  // MARK: Pages

  private func divide(after seconds: Double) {
    (isEmpty, failure, days.complaint) = (false, nil, nil)
    printed = nil
    guard let options else {
      dividing.cancel()
      return showPages()
    }
    let (archive, chat, sizes) = (archive, chat.id, sizes)
    dividing.run(after: seconds) {
      try await PrintedChat.divide(
        archive, chat, options, pictures: sizes, limit: Self.manyPages, isCancelled: { Task.isCancelled })
    } then: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let printed?): self.printed = printed
      case .success(nil):
        isEmpty = true
        days.complaint = tr("The chat has no messages on these days.")
        preview.clear(options.paper)
        showPages()
      case .failure(let error):
        failure = error as? ExportError
        showPages()
      }
    }
  }

  private func showPages() {
    let isReady = options != nil && !isEmpty && failure == nil
    for button in [saveButton, printButton] { button.sensitive = isReady }
    preview.show(printed)
    pagesNote.setClass("bs-warn", printed?.isEstimate == true)
    guard let printed else {
      pagesNote.text = failure?.description ?? (isReady ? tr("Counting pages…") : "")
      return
    }
    pagesNote.text =
      printed.isEstimate
      ? trn(
        "About {count} page. Choose fewer days?", "About {count} pages. Choose fewer days?",
        printed.pageCount)
      : [PrintWords.pages(printed.pageCount), Counted.messages(printed.counts.messages)]
        .joined(separator: " · ")
    picturesNote.text =
      printed.isEstimate ? Self.anyPictures : PrintWords.pictures(printed.counts)
  }

  func accept(_ destination: Destination) {
    if case .wrong(let sentence, let entry) = days.value {
      // The focus scrolls the field into view.
      entry.takeFocus()
      return announce(sentence)
    }
    guard let options, !isEmpty, failure == nil else { return }
    let pages = printed?.isEstimate == false ? printed : nil
    close()
    didAccept?(options, pages, destination)
  }
}

/// The form of a print with the preview beside it, or below it in a narrow window.
private final class PrintLayout: CustomWidget {
  private let form: Widget
  private let preview: Widget

  // Points.
  private static let previewWidth = 262
  private static let gap = 20
  private static let narrowBelow = 660

  init(_ form: Widget, beside preview: Widget) {
    self.form = form
    self.preview = preview
    super.init()
    for child in [form, preview] { child.setParent(self) }
  }

  override class var cssName: String { "printlayout" }
  override var requestMode: RequestMode { .heightForWidth }

  private func formWidth(_ width: Int) -> Int {
    width < Self.narrowBelow ? width : width - Self.previewWidth - Self.gap
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let own = form.measured(.horizontal)
    guard orientation == .vertical else {
      return Measure(
        minimum: max(own.minimum, preview.measured(.horizontal).minimum),
        natural: own.natural + Self.previewWidth + Self.gap)
    }
    let width = size < 0 ? Self.narrowBelow : size
    let heights = (
      form.measured(.vertical, for: formWidth(width)).natural, preview.measured(.vertical).natural
    )
    return Measure(
      minimum: width < Self.narrowBelow
        ? heights.0 + Self.gap + heights.1 : max(heights.0, heights.1))
  }

  override func allocate(width: Int, height: Int) {
    let beside = formWidth(width)
    guard beside < width else {
      let high = form.measured(.vertical, for: width).natural
      form.place(leading: 0, top: 0, width: width, height: high)
      return preview.place(
        leading: 0, top: high + Self.gap, width: width,
        height: max(preview.measured(.vertical).minimum, height - high - Self.gap))
    }
    form.place(leading: 0, top: 0, width: beside, height: height)
    preview.place(leading: beside + Self.gap, top: 0, width: Self.previewWidth, height: height)
  }

  override func dispose() {
    for child in [form, preview] { child.unparent() }
    super.dispose()
  }
}
