import AppBase
import ChatStatistics
import Chats
import Foundation
import Translation

/// Statistics in words, for the window and the command line.
package struct StatisticsFigures {
  private let statistics: ChatStatistics

  package init(_ statistics: ChatStatistics) { self.statistics = statistics }

  /// A name with its value.
  package struct Fact: Equatable {
    package var name: String
    package var value: String
  }

  /// The figures of the whole: what was written, and on how many days.
  package var facts: [Fact] {
    var facts = [
      Fact(name: tr("Messages"), value: Counted.number(statistics.messages)),
      Fact(name: tr("Messages a day"), value: messagesADay),
      Fact(name: tr("Words"), value: Counted.number(statistics.words)),
      Fact(name: tr("Words a message"), value: wordsAMessage),
      Fact(name: tr("Pictures"), value: Counted.number(statistics.pictures)),
      Fact(name: tr("Videos"), value: Counted.number(statistics.videos)),
      Fact(name: tr("Files"), value: Counted.number(statistics.files)),
      Fact(name: tr("People"), value: Counted.number(statistics.people.count)),
      Fact(
        name: tr("Days with messages"),
        value: tr(
          "{count} of {days}",
          [
            "count": Counted.number(statistics.days.count), "days": Counted.number(statistics.dayCount),
          ])),
    ]
    if let day = statistics.days.keys.min() {
      facts.append(Fact(name: tr("First message"), value: Self.date(day)))
    }
    if let busiest = statistics.busiestDay {
      facts.append(
        Fact(
          name: tr("Busiest day"),
          value: tr(
            "{date}, {messages}",
            ["date": Self.date(busiest.day), "messages": Counted.messages(busiest.count)])))
    }
    for (name, days) in [
      (tr("Longest streak"), statistics.longestStreak), (tr("Longest pause"), statistics.longestPause),
    ] {
      facts.append(Fact(name: name, value: days.map(Self.days) ?? "–"))
    }
    return facts
  }

  package var messagesADay: String { Self.decimal(statistics.messages, statistics.dayCount) }
  package var wordsAMessage: String { Self.decimal(statistics.words, statistics.messages) }

  /// The name of a person; unknown senders have none.
  package static func name(of person: ChatStatistics.Person) -> String {
    person.name.isEmpty ? tr("Unknown") : person.name
  }

  /// "12 days, until 3 Mar 2024".
  package static func days(_ days: ChatStatistics.Days) -> String {
    tr(
      "{days}, until {date}",
      ["days": trn("{count} day", "{count} days", days.count), "date": date(days.last)])
  }

  /// A day as days since 1970-01-01: "3 Mar 2024".
  package static func date(_ day: Int) -> String {
    noon(day).formatted(
      Date.FormatStyle(locale: .desktop, timeZone: .gmt).day().month(.abbreviated).year())
  }

  /// "2024-03-03".
  package static func isoDate(_ day: Int) -> String {
    noon(day).formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
  }

  /// The name of a day of the week, of which 0 is Monday.
  package static func weekday(_ index: Int) -> String {
    // 1970-01-05 was a Monday.
    noon(4 + index).formatted(Date.FormatStyle(locale: .desktop, timeZone: .gmt).weekday(.wide))
  }

  /// An instant of the day in UTC.
  package static func noon(_ day: Int) -> Date { Date(timeIntervalSince1970: (Double(day) + 0.5) * 86_400) }

  /// "40 seconds", "12 minutes", "3 hours".
  package static func span(_ seconds: Double) -> String {
    Counted.length(seconds: Int(min(max(seconds, 0), 1e9).rounded()))
  }

  /// A quotient with one decimal below ten; "–" without a divisor.
  package static func decimal(_ value: Int, _ count: Int) -> String {
    guard count > 0 else { return "–" }
    let quotient = Double(value) / Double(count)
    return quotient.formatted(.number.precision(.fractionLength(quotient < 10 ? 1 : 0)).locale(.desktop))
  }
}

extension ChatStatistics {
  /// The number of days from the first message to the last one; 0 without messages.
  package var dayCount: Int {
    guard let first = days.keys.min(), let last = days.keys.max() else { return 0 }
    return last - first + 1
  }
}
