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
  let days: DaysField
  let renames = Switch()
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
    days = DaysField(dates, timeZone: timeZone)
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
      messages == nil ? FormRow(tr("Days"), days) : FormRow(tr("Messages"), chosen),
      FormRow(tr("People"), peopleField()))
    notesNote.addClass("bs-caption")
    notesNote.wrap(maxCharacters: 60, isCentered: false)
    notesNote.xalign = 0
    notesNote.visible = notes > 0
    renames.notify("active").connect(weak: self) { $0.showNote() }
    page.append(heading, card, notesNote)
    days.didActivate = { [weak self] in self?.accept() }
    showNote()
    addKeys()
  }

  /// The chosen format.
  var format: ExportFormat { formats.choice ?? Self.formatsOffered[0] }

  func choose(_ format: ExportFormat) {
    formats.choice = format
    showNote()
  }

  // MARK: Fields

  private func formatField() -> Widget {
    for format in Self.formatsOffered {
      formats.button(for: format)?.setAccessibleDescription(Self.note(format))
    }
    formats.choice = Self.formatsOffered[0]
    formats.didChoose = { [weak self] _ in self?.showNote() }
    formatNote.addClass("bs-caption")
    formatNote.wrap(maxCharacters: 44, isCentered: false)
    formatNote.xalign = 0
    let column = Box(.vertical, spacing: 4)
    column.setMargins(top: 4, bottom: 4)
    column.append(formats, formatNote)
    return column
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
    case .html: tr("To read in a browser")
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
    switch days.value {
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
}
