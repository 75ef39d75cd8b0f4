import AppBase
import ArchiveWords
import ChatExport
import ChatStore
import Chats
import Controls
import Finding
import Foundation
import Gtk
import Translation

/// Asks for the options of a chat's export: the format, the days and the names of people. The next dialog asks for the file.
final class ExportDialog: PageWindow {
  /// Called with the options.
  var didAccept: ((ExportOptions) -> Void)?

  private let timeZone: TimeZone
  private let formats = SegmentedControl(
    ExportDialog.formatsOffered.map { ($0, ExportDialog.title($0)) }, name: tr("Format"), kind: .choices)
  private let formatNote = Label()
  /// A note on the treatment of the reader's notes.
  let notesNote = Label()
  private let noteCount: Int
  let from = Entry()
  let to = Entry()
  let renames = Switch()
  /// The exported days, or the error in the typed ones.
  let daysNote = Label()
  /// The buttons for the calendars of the first and the last day.
  private(set) var calendars: [MenuButton] = []
  private let reader: TypedDateReader
  private let words: DateWords
  /// The span from the first message to the last one; nil while it is unknown, and for a chat without messages.
  private var span: ClosedRange<Int64>? { didSet { showDays() } }
  let exportButton = Button(tr("Export…"))

  private static let formatsOffered: [ExportFormat] = [.html, .json, .txt]

  /// - Parameters:
  ///   - notes: The number of the reader's notes in the chat.
  ///   - messages: The number of selected messages, which are exported; nil for all of some days.
  ///   - dates: Returns the days of the chat, for choosing one; nil for no calendar.
  ///   - timeZone: The time zone of the chat, in which days begin.
  init(
    _ chat: String, notes: Int = 0, messages: Int? = nil, dates: (() -> DateFinder)? = nil,
    timeZone: TimeZone
  ) {
    self.timeZone = timeZone
    noteCount = notes
    reader = TypedDateReader(timeZone: timeZone)
    words = DateWords(DayCalendar(timeZone: timeZone, locale: .desktop))
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 16, end: 16, top: 14, bottom: 12)
    let buttons = Box(.horizontal, spacing: 8)
    let title = messages == nil ? tr("Export Chat") : tr("Export Messages")
    super.init(title, page: page, foot: buttons, column: 560, width: 540)
    fill(buttons)
    let heading = Label(chat)
    heading.addClass("bs-status-title")
    heading.wrap(maxCharacters: 40, isCentered: false, hyphenates: false)
    heading.xalign = 0
    let card = Box(.vertical)
    card.addClass("bs-card")
    let chosen = Label(messages.map { Counted.messages($0) } ?? "")
    chosen.xalign = 0
    card.append(
      FormRow(tr("Format"), formatField()),
      messages == nil ? FormRow(tr("Days"), daysField(dates)) : FormRow(tr("Messages"), chosen),
      FormRow(tr("People"), peopleField()))
    notesNote.addClass("bs-caption")
    notesNote.wrap(maxCharacters: 60, isCentered: false)
    notesNote.xalign = 0
    notesNote.visible = notes > 0
    renames.notify("active").connect(weak: self) { $0.showNote() }
    page.append(heading, card, notesNote)
    showNote()
    showDays()
    addKeys()
  }

  /// The chosen format.
  var format: ExportFormat { formats.choice ?? Self.formatsOffered[0] }

  func choose(_ format: ExportFormat) {
    formats.choice = format
    showNote()
  }

  // MARK: Fields

  private static func field(_ control: Widget, _ note: Label) -> Widget {
    note.addClass("bs-caption")
    note.wrap(maxCharacters: 44, isCentered: false)
    note.xalign = 0
    let column = Box(.vertical, spacing: 4)
    column.setMargins(top: 4, bottom: 4)
    column.append(control, note)
    return column
  }

  private func formatField() -> Widget {
    for format in Self.formatsOffered {
      formats.button(for: format)?.setAccessibleDescription(Self.note(format))
    }
    formats.choice = Self.formatsOffered[0]
    formats.didChoose = { [weak self] _ in self?.showNote() }
    return Self.field(formats, formatNote)
  }

  private static func title(_ format: ExportFormat) -> String {
    switch format {
    case .html: tr("Web page")
    case .json: tr("JSON")
    case .txt: tr("Text")
    }
  }

  /// The purpose of a format.
  private static func note(_ format: ExportFormat) -> String {
    switch format {
    case .html: tr("To read in a browser, to print, and to save as a PDF")
    case .json: tr("For other programs; an import reads it back whole")
    case .txt: tr("Plain text, to read anywhere")
    }
  }

  private func showNote() {
    formatNote.text = Self.note(format)
    guard noteCount > 0 else { return }
    notesNote.text =
      ExportOptions(format: format, timeZone: timeZone, renamesPeople: renames.active).includesNotes
      ? trn("Your {count} note is exported too.", "Your {count} notes are exported too.", noteCount)
      : trn(
        "Your {count} note stays in Backscroll; it is not exported.",
        "Your {count} notes stay in Backscroll; they are not exported.", noteCount)
  }

  private func daysField(_ dates: (() -> DateFinder)?) -> Widget {
    let row = Box(.horizontal, spacing: 8)
    for (entry, title, open) in [
      (from, tr("First day"), tr("Choose First Day")), (to, tr("Last day"), tr("Choose Last Day")),
    ] {
      entry.addClass("bs-field")
      entry.placeholderText = title
      entry.setAccessibleLabel(title)
      entry.hexpand = true
      entry.widthChars = 8
      entry.activated.connect(weak: self) { $0.accept() }
      entry.textChanged.connect(weak: self) { $0.showDays() }
      let field = Box(.horizontal, spacing: 2)
      field.append(entry)
      if let finder = dates?() { field.append(calendar(of: entry, finder, open)) }
      row.append(field)
    }
    return Self.field(row, daysNote)
  }

  /// A button with a calendar, which fills a field.
  private func calendar(of entry: Entry, _ finder: DateFinder, _ name: String) -> Widget {
    let picker = DayPicker(finder, words)
    let button = MenuButton(child: Image(iconName: "x-office-calendar-symbolic", size: 16), content: picker)
    button.addClass("bs-flat")
    button.valign = .center
    button.tooltipText = name
    button.setAccessibleLabel(name)
    picker.initialDay = { [weak self, weak entry] in
      guard let self, let entry else { return nil }
      let isFirst = entry === from
      if let typed = read(entry) { return isFirst ? typed.lowerBound : typed.upperBound - 1 }
      return isFirst ? span?.lowerBound : span?.upperBound
    }
    picker.didChoose = { [weak self, weak entry, weak button] day in
      guard let self else { return }
      entry?.text = words.shortDay(day.lowerBound)
      button?.close()
    }
    calendars.append(button)
    return button
  }

  /// Notes the times of the chat's first and last message, in either order. The reader's notes do not count.
  func show(first: Int64?, last: Int64?) {
    guard let first, let last else { return }
    span = min(first, last)...max(first, last)
  }

  private func peopleField() -> Widget {
    let words = tr("Rename people to “Person 1”, “Person 2”…")
    let label = Label(words)
    label.wrap(maxCharacters: 40, isCentered: false)
    label.xalign = 0
    label.hexpand = true
    renames.valign = .center
    renames.setAccessibleLabel(words)
    let row = Box(.horizontal, spacing: 12)
    row.append(label, renames)
    return row
  }

  private func fill(_ row: Box) {
    let cancel = Button(tr("Cancel"))
    for button in [cancel, exportButton] { button.addClass("bs-button") }
    exportButton.addClass("primary")
    cancel.clicked.connect(weak: self) { $0.close() }
    exportButton.clicked.connect(weak: self) { $0.accept() }
    let space = Box(.horizontal)
    space.hexpand = true
    row.setMargins(start: 16, end: 16, top: 4, bottom: 16)
    row.append(space, cancel, exportButton)
  }

  /// Return exports, also if the chosen format is focused.
  private func addKeys() {
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { dialog, key, _, _ in
      guard Key.normal(key) == Key.returnKey, dialog.formats.containsFocus else { return false }
      dialog.accept()
      return true
    }
    add(keys)
  }

  /// Closes the dialog with its options, unless a day is invalid.
  func accept() {
    switch days {
    case .span(let span):
      let options = ExportOptions(
        format: format, span: span, timeZone: timeZone, renamesPeople: renames.active)
      close()
      didAccept?(options)
    case .wrong(let sentence, let entry):
      // The focus scrolls the field into view.
      entry.takeFocus()
      announce(sentence)
    }
  }

  // MARK: Days

  /// The content of the fields for days.
  private enum Days {
    case span(ExportSpan)
    /// A sentence about an error, and the field that contains it.
    case wrong(String, Entry)
  }

  private static func text(of entry: Entry) -> String { entry.text.trimmingCharacters(in: .whitespaces) }

  /// The span in a field; nil for none.
  private func read(_ entry: Entry) -> Range<Int64>? {
    reader.read(Self.text(of: entry))?.span
  }

  private var days: Days {
    for entry in [from, to] {
      let text = Self.text(of: entry)
      guard text.isEmpty || read(entry) != nil else {
        return .wrong(tr("Invalid date: {text}", ["text": text]), entry)
      }
    }
    let span = ExportSpan(start: read(from)?.lowerBound, end: read(to)?.upperBound)
    if let start = span.start, let end = span.end, start >= end {
      let error = ExportError.emptySpan(from: Self.text(of: from), to: Self.text(of: to))
      return .wrong(error.description, to)
    }
    return .span(span)
  }

  /// The error in the days; empty if there is none.
  var problem: String {
    if case .wrong(let sentence, _) = days { sentence } else { "" }
  }

  private func showDays() {
    daysNote.text = daysSentence
    daysNote.setClass("bs-bad", !problem.isEmpty)
    for entry in [from, to] { entry.setAccessibleDescription(daysNote.text) }
  }

  private var daysSentence: String {
    switch days {
    case .wrong(let sentence, _): return sentence
    case .span(.all):
      guard let span else {
        return tr("Empty for all messages; or dates such as “15 june 2021”, “2021-06” or “yesterday”")
      }
      return tr(
        "All messages: {first} to {last}. Or dates such as “15 june 2021”, “2021-06” or “yesterday”",
        ["first": words.shortDay(span.lowerBound), "last": words.shortDay(span.upperBound)])
    case .span(let chosen):
      let (first, last) = (chosen.start ?? span?.lowerBound, chosen.end.map { $0 - 1 } ?? span?.upperBound)
      switch (first, last) {
      case (let first?, let last?):
        return tr(
          "From {first} to {last}", ["first": words.shortDay(first), "last": words.shortDay(last)])
      case (let first?, nil): return tr("From {first} on", ["first": words.shortDay(first)])
      case (nil, let last?): return tr("Up to {last}", ["last": words.shortDay(last)])
      case (nil, nil): return ""
      }
    }
  }
}
