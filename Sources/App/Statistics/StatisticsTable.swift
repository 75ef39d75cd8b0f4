import AppBase
import ArchiveWords
import ChatExport
import ChatStatistics
import Translation

/// The numbers of a page as comma-separated values: a heading row for each card, and an empty line between cards.
enum StatisticsTable {
  static func time(_ statistics: ChatStatistics) -> String {
    let figures = StatisticsFigures(statistics).facts.map { [$0.name, $0.value] }
    let days = statistics.days.sorted { $0.key < $1.key }.map {
      [StatisticsFigures.isoDate($0.key), "\($0.value)"]
    }
    let hours = statistics.hours.enumerated().map { row in
      [StatisticsFigures.weekday(row.offset)] + row.element.map(String.init)
    }
    return text([
      [[tr("Figure"), tr("Value")]] + figures, [[tr("Day"), tr("Messages")]] + days,
      [[tr("Weekday")] + (0..<24).map { "\($0)" }] + hours,
    ])
  }

  static func people(_ statistics: ChatStatistics, chats: Bool) -> String {
    let people = statistics.people.map { person in
      [
        StatisticsFigures.name(of: person), "\(person.messages)", "\(person.words)", "\(person.media)",
        "\(person.replies.count)", person.replies.quantile(0.5).map { "\(Int($0.rounded()))" } ?? "",
      ]
    }
    let rows = [
      [
        [
          tr("Person"), tr("Messages"), tr("Words"), tr("Media"), tr("Replies"),
          tr("Usual reply in seconds"),
        ]
      ] + people
    ]
    let all =
      [[tr("Chat"), tr("Messages"), tr("People")]]
      + statistics.chats.map { [$0.title, "\($0.messages)", "\($0.people)"] }
    return text(chats ? [all] + rows : rows)
  }

  /// `words`: those that the page shows.
  static func words(_ statistics: ChatStatistics, shown words: [CountedWord]) -> String {
    text(
      [
        (tr("Word"), words), (tr("Emoji"), statistics.emoji),
        (tr("Reaction"), statistics.reactions),
      ]
      .map { name, list in [[name, tr("Used")]] + list.map { [$0.text, "\($0.count)"] } })
  }

  private static func text(_ cards: [[[String]]]) -> String {
    cards.map { rows in rows.map(CommaSeparated.line).joined() }.joined(separator: "\r\n")
  }
}
