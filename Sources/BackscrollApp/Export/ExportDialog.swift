import ChatArchive
import Foundation
import Gtk
import Translation

/// Asks how a chat is exported: the format, the days and the names of people. The place is asked for after that.
final class ExportDialog: PageWindow {
  /// What to export.
  var didAccept: ((ExportOptions) -> Void)?

  private let timeZone: TimeZone
  private var formats: [(format: ExportFormat, button: ToggleButton)] = []
  private var formatStop: SingleStop?
  private let formatNote = Label()
  /// Tells what becomes of the reader's notes.
  let notesNote = Label()
  private let noteCount: Int
  let from = Entry()
  let to = Entry()
  let renames = Switch()
  private let banner = Banner()

  private static let formatsOffered: [ExportFormat] = [.html, .json, .txt]

  /// - Parameters:
  ///   - notes: The number of the reader's notes in the chat.
  ///   - timeZone: That of the chat, in which days begin.
  init(_ chat: String, notes: Int = 0, timeZone: TimeZone) {
    self.timeZone = timeZone
    noteCount = notes
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 16, end: 16, top: 14, bottom: 16)
    super.init(tr("Export Chat"), page: page, column: 560, width: 540)
    let heading = Label(LayoutCost.line(chat))
    heading.addClass("bs-status-title")
    heading.wrap(maxCharacters: 40, isCentered: false, hyphenates: false)
    heading.xalign = 0
    let card = Box(.vertical)
    card.addClass("bs-card")
    card.append(
      FormRow(tr("Format"), formatField()), FormRow(tr("Days"), daysField()),
      FormRow(tr("People"), peopleField()))
    notesNote.addClass("bs-caption")
    notesNote.wrap(maxCharacters: 60, isCentered: false)
    notesNote.xalign = 0
    notesNote.visible = notes > 0
    renames.notify("active").connect(weak: self) { $0.showNote() }
    page.append(banner, heading, card, notesNote, buttonRow())
    showNote()
    addKeys()
  }

  /// The format that is chosen.
  var format: ExportFormat { formats.first { $0.button.active }?.format ?? .html }

  func choose(_ format: ExportFormat) { formats.first { $0.format == format }?.button.active = true }

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
    let row = Box(.horizontal, spacing: 2)
    row.addClass("bs-switcher")
    row.setAccessibleRole(.group)
    row.setAccessibleLabel(tr("Format"))
    for format in Self.formatsOffered {
      let button = ToggleButton(toggle: Self.title(format))
      button.hexpand = true
      button.setAccessibleDescription(Self.note(format))
      if let first = formats.first?.button { button.setGroup(first) }
      button.active = formats.isEmpty
      button.toggled.connect(weak: self) { dialog in
        dialog.showNote()
        dialog.formatStop?.setCurrent(dialog.formats.firstIndex { $0.button.active })
      }
      formats.append((format, button))
      row.append(button)
    }
    let stop = SingleStop(in: row, along: .horizontal)
    stop.set(formats.map(\.button), current: 0)
    stop.didMove = { [weak self] in self?.formats[$0].button.active = true }
    formatStop = stop
    return Self.field(row, formatNote)
  }

  private static func title(_ format: ExportFormat) -> String {
    switch format {
    case .html: tr("Web page")
    case .json: tr("JSON")
    case .txt: tr("Text")
    }
  }

  /// What a format is for.
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

  private func daysField() -> Widget {
    let row = Box(.horizontal, spacing: 8)
    for (entry, title) in [(from, tr("First day")), (to, tr("Last day"))] {
      entry.addClass("bs-field")
      entry.placeholderText = title
      entry.setAccessibleLabel(title)
      entry.hexpand = true
      entry.activated.connect(weak: self) { $0.accept() }
      row.append(entry)
    }
    let note = tr("Empty for all; or 2024-03-14, 2024-03, 2024")
    for entry in [from, to] { entry.setAccessibleDescription(note) }
    return Self.field(row, Label(note))
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

  private func buttonRow() -> Widget {
    let cancel = Button(tr("Cancel"))
    let export = Button(tr("Export…"))
    for button in [cancel, export] { button.addClass("bs-button") }
    export.addClass("primary")
    cancel.clicked.connect(weak: self) { $0.close() }
    export.clicked.connect(weak: self) { $0.accept() }
    let row = Box(.horizontal, spacing: 8)
    row.halign = .end
    row.append(cancel, export)
    return row
  }

  /// Return exports, also on the format that is chosen already.
  private func addKeys() {
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { dialog, key, _, _ in
      guard Key.normal(key) == Key.returnKey,
        dialog.formats.contains(where: { $0.button.hasFocus && $0.button.active })
      else { return false }
      dialog.accept()
      return true
    }
    add(keys)
  }

  /// Closes the dialog, unless a day cannot be read.
  func accept() {
    do throws(ExportError) {
      let span = try ExportSpan(from: day(from), to: day(to), in: timeZone)
      let options = ExportOptions(
        format: format, span: span, timeZone: timeZone, renamesPeople: renames.active)
      close()
      didAccept?(options)
    } catch {
      banner.text = error.description
      announce(error.description)
    }
  }

  /// What is wrong with the days; empty if nothing is.
  var problem: String { banner.text ?? "" }

  private func day(_ entry: Entry) -> String? {
    let text = entry.text.trimmingCharacters(in: .whitespaces)
    return text.isEmpty ? nil : text
  }
}
