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
  let from = Entry()
  let to = Entry()
  let renames = Switch()
  private let banner = Banner()

  private static let formatsOffered: [ExportFormat] = [.html, .json, .txt]

  /// - Parameter timeZone: That of the chat, in which days begin.
  init(_ chat: String, timeZone: TimeZone) {
    self.timeZone = timeZone
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 12, end: 12, top: 12, bottom: 18)
    super.init(tr("Export Chat"), page: page, column: 480, width: 440, height: 420)
    let heading = Label(LayoutCost.line(chat))
    heading.addClass("bs-status-title")
    heading.wrap(maxCharacters: 40, isCentered: false, hyphenates: false)
    heading.xalign = 0
    page.append(banner, heading, formatRow(), dayRow(tr("First day"), from), dayRow(tr("Last day"), to))
    page.append(renameRow(), buttonRow())
  }

  /// The format that is chosen.
  var format: ExportFormat { formats.first { $0.button.active }?.format ?? .html }

  func choose(_ format: ExportFormat) { formats.first { $0.format == format }?.button.active = true }

  private func formatRow() -> Widget {
    let row = Box(.horizontal, spacing: 2)
    row.addClass("bs-switcher")
    row.setAccessibleRole(.group)
    row.setAccessibleLabel(tr("Format"))
    for format in Self.formatsOffered {
      let button = ToggleButton(toggle: Self.title(format))
      button.hexpand = true
      if let first = formats.first?.button { button.setGroup(first) }
      button.active = formats.isEmpty
      formats.append((format, button))
      row.append(button)
    }
    return row
  }

  private static func title(_ format: ExportFormat) -> String {
    switch format {
    case .html: tr("Web page")
    case .json: tr("JSON")
    case .txt: tr("Text")
    }
  }

  private func dayRow(_ title: String, _ entry: Entry) -> Widget {
    entry.addClass("bs-field")
    entry.placeholderText = tr("All, or 2024-03-14")
    entry.setAccessibleLabel(title)
    entry.hexpand = true
    entry.activated.connect(weak: self) { $0.accept() }
    let row = Box(.horizontal, spacing: 8)
    let label = Label(title)
    label.xalign = 0
    label.hexpand = true
    row.append(label, entry)
    return row
  }

  private func renameRow() -> Widget {
    let words = tr("Rename people to “Person 1”, “Person 2”…")
    let label = Label(words)
    label.wrap(maxCharacters: 40, isCentered: false)
    label.xalign = 0
    label.hexpand = true
    renames.valign = .center
    renames.setAccessibleLabel(words)
    let row = Box(.horizontal, spacing: 8)
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
    let row = Box(.horizontal, spacing: 6)
    row.halign = .end
    row.append(cancel, export)
    return row
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
