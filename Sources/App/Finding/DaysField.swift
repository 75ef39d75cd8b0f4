import ArchiveWords
import ChatExport
import Chats
import Controls
import Foundation
import Gtk
import Translation

/// The first and the last day of a span, such as that of an export: two fields with calendars, and a note below them.
package final class DaysField: Box {
  /// The content of the fields.
  package enum Value {
    case span(ExportSpan)
    /// A sentence about an error, and the field that contains it.
    case wrong(String, Entry)
  }

  /// Called when Return is pressed in a field.
  package var didActivate: (() -> Void)?
  /// Called when the days have changed.
  package var didChange: (() -> Void)?

  package let from = Entry()
  package let to = Entry()
  /// The chosen days, or the error in the typed ones.
  package let note = Label()
  /// The buttons for the calendars of the first and the last day.
  package private(set) var calendars: [MenuButton] = []
  private let reader: TypedDateReader
  private let words: DateWords
  /// The span from the first message to the last one; nil while it is unknown, and for a chat without messages.
  private var span: ClosedRange<Int64>? { didSet { showNote() } }
  /// An error of days that exist.
  package var complaint: String? { didSet { if complaint != oldValue { showNote() } } }

  /// - Parameters:
  ///   - dates: Returns the days of the chat, for choosing one; nil for no calendar.
  ///   - timeZone: The time zone of the chat, in which days begin.
  package init(_ dates: (() -> DateFinder)?, timeZone: TimeZone) {
    reader = TypedDateReader(timeZone: timeZone)
    words = DateWords(DayCalendar(timeZone: timeZone, locale: .desktop))
    super.init(.vertical, spacing: 4)
    setMargins(top: 4, bottom: 4)
    let row = Box(.horizontal, spacing: 8)
    for (entry, title, open) in [
      (from, tr("First day"), tr("Choose First Day")), (to, tr("Last day"), tr("Choose Last Day")),
    ] {
      entry.addClass("bs-field")
      entry.placeholderText = title
      entry.setAccessibleLabel(title)
      entry.hexpand = true
      entry.widthChars = 8
      entry.activated.connect(weak: self) { $0.didActivate?() }
      entry.textChanged.connect(weak: self) { field in
        field.complaint = nil
        field.showNote()
        field.didChange?()
      }
      let field = Box(.horizontal, spacing: 2)
      field.append(entry)
      if let dates { field.append(calendar(of: entry, dates, open)) }
      row.append(field)
    }
    note.addClass("bs-caption")
    note.wrap(maxCharacters: 44, isCentered: false)
    note.xalign = 0
    append(row, note)
    showNote()
  }

  /// A button with a calendar, which fills a field.
  private func calendar(of entry: Entry, _ dates: @escaping () -> DateFinder, _ name: String) -> Widget {
    let (index, words) = (calendars.count, words)
    let button = MenuButton(child: Image(iconName: "x-office-calendar-symbolic", size: 16)) {
      [weak self, weak entry] in
      let picker = DayPicker(dates(), words)
      picker.initialDay = {
        guard let self, let entry else { return nil }
        let isFirst = entry === self.from
        if let typed = self.read(entry) { return isFirst ? typed.lowerBound : typed.upperBound - 1 }
        return isFirst ? self.span?.lowerBound : self.span?.upperBound
      }
      picker.didChoose = { day in
        entry?.text = words.shortDay(day.lowerBound)
        self?.calendars[index].close()
      }
      return picker
    }
    button.addClass("bs-flat")
    button.valign = .center
    button.tooltipText = name
    button.setAccessibleLabel(name)
    calendars.append(button)
    return button
  }

  /// Notes the times of the chat's first and last message, in either order. The reader's notes do not count.
  package func show(first: Int64?, last: Int64?) {
    guard let first, let last else { return }
    span = min(first, last)...max(first, last)
  }

  /// Empties both fields, for a span that was chosen elsewhere.
  package func clear() {
    for entry in [from, to] where !entry.text.isEmpty { entry.text = "" }
  }

  // MARK: The days

  private static func text(of entry: Entry) -> String { entry.text.trimmingCharacters(in: .whitespaces) }

  /// The span in a field; nil for none.
  private func read(_ entry: Entry) -> Range<Int64>? {
    reader.read(Self.text(of: entry))?.span
  }

  package var value: Value {
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
  package var problem: String {
    if case .wrong(let sentence, _) = value { sentence } else { complaint ?? "" }
  }

  private func showNote() {
    let problem = problem
    note.text = problem.isEmpty ? sentence : problem
    note.setClass("bs-bad", !problem.isEmpty)
    for entry in [from, to] { entry.setAccessibleDescription(note.text) }
  }

  private var sentence: String {
    switch value {
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
