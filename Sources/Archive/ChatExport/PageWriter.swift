import ChatStore
import Chats
import Foundation
import Translation

/// Writes a chat as a page that needs no other files except those of its messages, if it has any.
///
/// The messages of a day form a section, those of a long day several. Browsers lay out only the visible sections, and
/// take the heights of the others from the page.
struct PageWriter: ExportWriter {
  /// The largest number of messages, and of bytes, in a section.
  private static let sectionMessages = 100
  private static let sectionBytes = 48 << 10
  /// The longest time in milliseconds between two messages of a group, as in the window.
  private static let groupInterval: Int64 = 5 * 60_000

  private let chat: WholeChat
  private let survey: SpanSurvey
  private let options: ExportOptions
  private let parts: PageParts
  private var clock: LocalClock
  /// The times of a day in the language's format, by minutes.
  private var times: [Int: String] = [:]

  // The section that is being written.
  private var section: [UInt8] = []
  private var sectionHeight = 0
  private var sectionCount = 0
  private var day: Int?
  private var linkedMonths: Set<Substring> = []
  /// The last message of the open group.
  private var group: Message?

  init(_ chat: WholeChat, _ survey: SpanSurvey, _ options: ExportOptions, _ files: ExportFiles) {
    self.chat = chat
    self.survey = survey
    self.options = options
    parts = PageParts(options, files)
    clock = LocalClock(options.timeZone)
  }

  // MARK: The page

  mutating func begin(_ bytes: inout [UInt8]) {
    let title = PageText.escaped(chat.title)
    let language = (Catalogue.language ?? "en").replacing("_", with: "-")
    let isRightToLeft = Locale.Language(identifier: language).characterDirection == .rightToLeft
    bytes.append(
      """
      <!DOCTYPE html>
      <html lang="\(PageText.escaped(language))" dir="\(isRightToLeft ? "rtl" : "ltr")">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(PageStyle.policy)">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="robots" content="noindex">
      <meta name="generator" content="Backscroll">
      <title>\(title)</title>
      <style>
      \(PageStyle.css)
      \(PageStyle.peopleCSS)
      </style>
      </head>
      <body>
      \(PageStyle.symbols)
      <header>
      <h1 dir="auto">\(title)</h1>
      <p>\(PageText.escaped(heading))</p>

      """)
    appendMonths(&bytes)
    bytes.append("</header>\n<main>\n")
  }

  mutating func end(_ bytes: inout [UInt8]) {
    closeSection(&bytes)
    bytes.append("</main>\n</body>\n</html>\n")
  }

  /// The number of messages, and the dates of the first and the last one.
  private var heading: String {
    let count = trn("{count} message", "{count} messages", survey.count, locale: options.locale)
    guard let times = survey.times else { return count }
    let first = parts.date(times.lowerBound, .long)
    let last = parts.date(times.upperBound, .long)
    return first == last ? "\(count) · \(first)" : "\(count) · \(first) – \(last)"
  }

  /// Appends a table with a row for each year, if there are several months.
  private mutating func appendMonths(_ bytes: inout [UInt8]) {
    guard survey.months.count > 1 else { return }
    var years: [(year: Substring, months: [Substring: MessageCount])] = []
    for month in survey.months {
      let date = clock.reading(month.span.lowerBound).date
      if years.last?.year != date.prefix(4) { years.append((date.prefix(4), [:])) }
      years[years.count - 1].months[date.prefix(7)] = month
    }
    bytes.append("<nav aria-label=\"\(PageText.escaped(tr("Months")))\"><table>\n")
    for (year, months) in years {
      bytes.append("<tr><th scope=\"row\">\(year)</th>")
      for number in 1...12 {
        let key = "\(year)-\(twoDigits(number))"
        guard let month = months[Substring(key)] else {
          bytes.append("<td></td>")
          continue
        }
        let name = PageText.escaped(parts.month(month.span.lowerBound))
        let count = trn("{count} message", "{count} messages", month.count, locale: options.locale)
        bytes.append("<td><a href=\"#\(key)\" title=\"\(PageText.escaped(count))\">\(name)</a></td>")
      }
      bytes.append("</tr>\n")
    }
    bytes.append("</table></nav>\n")
  }

  // MARK: Sections

  mutating func add(_ exported: WholeMessage, _ bytes: inout [UInt8]) {
    let message = exported.message
    let reading = clock.reading(message.sentAt)
    if reading.day != day {
      closeSection(&bytes)
      openDay(reading, message.sentAt)
    } else if sectionCount >= Self.sectionMessages || section.count >= Self.sectionBytes {
      closeSection(&bytes)
    }
    sectionCount += 1
    let time = "<time datetime=\"\(reading.stamp)\">\(clockTime(reading))</time>"
    switch message.kind {
    case .service, .gap:
      closeGroup()
      section.append("<p class=\"s\" id=\"m\(message.id)\"><bdi>")
      if message.kind == .gap {
        PageText.escaped(parts.gap(message.details.gap), into: &section)
      } else if message.text.isEmpty, case .call? = message.details.content {
        PageText.escaped(tr("Call"), into: &section)
      } else {
        PageText.styled(message.text, message.entities, into: &section)
      }
      section.append("</bdi> \(time)</p>\n")
      sectionHeight += 48
    case .normal, .action, .unsupported, .deleted, .note:
      let starts = !continuesGroup(message)
      if starts { openGroup(message) }
      group = message
      sectionHeight += parts.append(exported, time: time, startsGroup: starts, options.span, to: &section)
    }
  }

  private mutating func openDay(_ reading: LocalClock.Reading, _ instant: Int64) {
    day = reading.day
    let month = reading.date.prefix(7)
    let id = linkedMonths.insert(month).inserted ? " id=\"\(month)\"" : ""
    let date = PageText.escaped(parts.date(instant, .complete))
    section.append("<h2 class=\"d\"\(id)><span>\(date)</span></h2>\n")
    sectionHeight += 62
  }

  private mutating func closeSection(_ bytes: inout [UInt8]) {
    closeGroup()
    guard !section.isEmpty else { return }
    bytes.append("<section class=\"k\" style=\"contain-intrinsic-size:auto \(sectionHeight)px\">\n")
    bytes += section
    bytes.append("</section>\n")
    section.removeAll(keepingCapacity: true)
    (sectionHeight, sectionCount) = (0, 0)
  }

  private func continuesGroup(_ message: Message) -> Bool {
    guard let last = group, last.kind == message.kind, last.isOwn == message.isOwn,
      last.sender?.id == message.sender?.id
    else { return false }
    let (interval, overflow) = message.sentAt.subtractingReportingOverflow(last.sentAt)
    return !overflow && interval.magnitude <= Self.groupInterval
  }

  private mutating func openGroup(_ message: Message) {
    closeGroup()
    // The last color is for messages without a sender.
    let color = " c\(message.sender.map { $0.colorSeed % UInt64(PageStyle.people.count) } ?? 7)"
    section.append("<div class=\"g\(color)\(message.isOwn ? " o" : "")\">\n")
    if !message.isOwn {
      let letters = PageText.escaped(PageText.initials(message.sender?.name ?? chat.title))
      section.append("<span class=\"a\" aria-hidden=\"true\">\(letters)</span>\n")
    }
    sectionHeight += 12
  }

  private mutating func closeGroup() {
    guard group != nil else { return }
    section.append("</div>\n")
    group = nil
  }

  private mutating func clockTime(_ reading: LocalClock.Reading) -> String {
    let minute = reading.second / 60
    if let known = times[minute] { return known }
    let date = Date(timeIntervalSince1970: Double(minute * 60))
    let style = Date.FormatStyle(date: .omitted, time: .shortened, locale: options.locale, timeZone: .gmt)
    let text = PageText.escaped(date.formatted(style))
    times[minute] = text
    return text
  }
}
