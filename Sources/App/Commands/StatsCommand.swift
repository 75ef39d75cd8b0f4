import AppBase
import ArchiveWords
import ArgumentParser
import ChatExport
import ChatStatistics
import ChatStore
import Chats
import Foundation
import Translation

/// `backscroll stats ARCHIVE [--chat NAME]`: prints the numbers of a chat or of all chats.
package struct StatsCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: tr("Print how much was written, when, by whom, and with which words."),
    discussion: [
      tr(
        "Counted is what people wrote: no notes, events and deleted messages. Days are those of the chat’s time zone, of all chats those of this computer’s; they are written 2021, 2021-03 or 2021-03-14, and the last one is included."
      ),
      tr("Exit status: 0 for success; 1 if there is no message; 2 for a failure."),
    ].joined(separator: "\n\n"))

  package init() {}

  @Argument(help: ArgumentHelp(tr("The archive.")), completion: .file())
  package var archive: String

  @Option(
    help: ArgumentHelp(
      tr("The title of the chat, a part of it, or its number. Default: all chats."), valueName: "name"))
  package var chat: String?

  @Option(
    help: ArgumentHelp(tr("A topic of the chat: its title, a part of it, or its number."), valueName: "name"))
  package var topic: String?

  @Option(help: ArgumentHelp(tr("The first day. Default: that of the first message."), valueName: "date"))
  package var from: String?

  @Option(help: ArgumentHelp(tr("The last day. Default: that of the newest message."), valueName: "date"))
  package var to: String?

  @Flag(help: ArgumentHelp(tr("Print a JSON object with all numbers.")))
  package var json = false

  package func validate() throws {
    if topic != nil, chat == nil { throw ValidationError(tr("A topic needs its chat: add --chat.")) }
  }

  package func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    defer { archive.close() }
    let found = try chat.map { [topic] name in
      try Blocking.wait { try await archive.chat(named: name, topic: topic) }
    }
    let zone = found?.timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    let days = try ExportSpan(from: from, to: to, in: zone)
    let span = days == .all ? nil : (days.start ?? .min)..<(days.end ?? .max)
    let statistics = try count(archive, found?.id, span, zone)
    let report = StatsReport(
      statistics,
      title: found.map { [$0.title, $0.topic?.title].compactMap(\.self).joined(separator: " · ") },
      timeZone: zone)
    try Program.output(json ? [report.json] : report.text)
    if statistics.messages == 0 { throw ExitCode(1) }
  }

  private func count(
    _ archive: Archive, _ chat: Conversation.ID?, _ span: Range<Int64>?, _ zone: TimeZone
  ) throws -> ChatStatistics {
    let line = ProgressLine()
    defer { line.clear() }
    return try Blocking.wait {
      try await archive.statistics(of: chat, in: span, timeZone: zone) { done, all in
        line.show(Counted.messages(done), fraction: Double(done) / Double(max(1, all)))
      }
    }
  }
}

/// Statistics as text and as JSON.
struct StatsReport {
  private let statistics: ChatStatistics
  private let title: String?
  private let timeZone: TimeZone

  /// The most people, chats, words and emoji in the text.
  private static let most = 20
  /// The most words in JSON.
  private static let mostWords = 1_000

  /// `title` is nil for all chats.
  init(_ statistics: ChatStatistics, title: String?, timeZone: TimeZone) {
    (self.statistics, self.title, self.timeZone) = (statistics, title, timeZone)
  }

  // MARK: Text

  /// Lines for a terminal.
  var text: [String] {
    guard statistics.messages > 0 else { return [tr("There is no message to count.")] }
    var lines = [title ?? tr("All chats"), ""]
    lines += Self.aligned(StatisticsFigures(statistics).facts.map { [$0.name, $0.value] })
    let years = statistics.days.reduce(into: [:]) { years, day in
      years[ChatStatistics.month(ofDay: day.key) / 12, default: 0] += day.value
    }
    lines += table(
      [tr("Year"), tr("Messages")], years.sorted { $0.key < $1.key }.map { ["\($0.key)", number($0.value)] })
    lines += table(
      [tr("Person"), tr("Messages"), tr("Words"), tr("Usual reply")],
      statistics.people.prefix(Self.most).map { person in
        [
          StatisticsFigures.name(of: person), number(person.messages), number(person.words),
          person.replies.quantile(0.5).map(StatisticsFigures.span) ?? "–",
        ]
      })
    if title == nil {
      lines += table(
        [tr("Chat"), tr("Messages"), tr("People")],
        statistics.chats.prefix(Self.most).map { [$0.title, number($0.messages), number($0.people)] })
    }
    let words = statistics.usedWords.lazy.filter { !StopWords.contain($0.text) }
    for (name, list) in [
      (tr("Word"), Array(words.prefix(Self.most))), (tr("Emoji"), Array(statistics.emoji.prefix(Self.most))),
      (tr("Reaction"), Array(statistics.reactions.prefix(Self.most))),
    ] {
      lines += table([name, tr("Used")], list.map { [$0.text, number($0.count)] })
    }
    return lines
  }

  private func number(_ count: Int) -> String { Counted.number(count) }

  private func table(_ head: [String], _ rows: [[String]]) -> [String] {
    rows.isEmpty ? [] : [""] + Self.aligned([head] + rows)
  }

  /// Columns, the first one at the left, the others at the right.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in
      rows.map { $0[column].terminalWidth }.max() ?? 0
    }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: cell.1 - cell.0.terminalWidth)
        return column == 0 ? cell.0 + blanks : blanks + cell.0
      }.joined(separator: "  ").trimmedLine
    }
  }

  // MARK: JSON

  /// An object whose members are described in docs/COMMANDS.md.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(object)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private struct Object: Encodable {
    struct Days: Encodable { let first, last: String, days: Int }
    struct Day: Encodable { let date: String, messages: Int }
    struct Person: Encodable { let name: String, messages, words, media, replies: Int, medianReply: Double? }
    struct Chat: Encodable { let title: String, number: Int64, messages, people: Int }
    struct Word: Encodable { let text: String, count: Int }

    let chat: String?
    let timeZone: String
    let messages, wordCount, pictures, videos, files: Int
    let busiestDay: Day?
    let longestStreak, longestPause: Days?
    let days: [String: Int]
    let hours: [[Int]]
    let people: [Person]
    let chats: [Chat]
    let words, emoji, reactions: [Word]
  }

  private var object: Object {
    func date(_ day: Int) -> String { StatisticsFigures.isoDate(day) }
    func days(_ days: ChatStatistics.Days?) -> Object.Days? {
      days.map { Object.Days(first: date($0.first), last: date($0.last), days: $0.count) }
    }
    func words(_ list: some Sequence<CountedWord>) -> [Object.Word] {
      list.map { Object.Word(text: $0.text, count: $0.count) }
    }
    return Object(
      chat: title, timeZone: timeZone.identifier, messages: statistics.messages,
      wordCount: statistics.words, pictures: statistics.pictures, videos: statistics.videos,
      files: statistics.files,
      busiestDay: statistics.busiestDay.map { Object.Day(date: date($0.day), messages: $0.count) },
      longestStreak: days(statistics.longestStreak), longestPause: days(statistics.longestPause),
      days: Dictionary(statistics.days.map { (date($0.key), $0.value) }, uniquingKeysWith: +),
      hours: statistics.hours,
      people: statistics.people.map {
        Object.Person(
          name: StatisticsFigures.name(of: $0), messages: $0.messages, words: $0.words, media: $0.media,
          replies: $0.replies.count, medianReply: $0.replies.quantile(0.5).map { ($0 * 10).rounded() / 10 })
      },
      chats: statistics.chats.map {
        Object.Chat(title: $0.title, number: $0.id, messages: $0.messages, people: $0.people)
      },
      words: words(statistics.usedWords.lazy.filter { !StopWords.contain($0.text) }.prefix(Self.mostWords)),
      emoji: words(statistics.emoji), reactions: words(statistics.reactions))
  }
}

extension String {
  fileprivate var trimmedLine: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
