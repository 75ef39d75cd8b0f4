import AppBase
import ArchiveWords
import ChatStatistics
import Chats
import Controls
import Foundation
import Gtk
import Translation

/// Who wrote: the chats, the people, their shares over time, and the times of their replies.
@MainActor
struct PeopleCards {
  let statistics: ChatStatistics
  let isEverywhere: Bool
  let orders: TableOrders
  let openPerson: (ChatStatistics.Person) -> Void
  let openChat: (ChatStatistics.Chat) -> Void

  /// Rows at first, and for each press of the button.
  private static let step = 20
  /// The people that the bars of shares name; all others are one part.
  private static let named = 6
  /// The least replies that a median is shown for.
  private static let leastReplies = 5

  func widgets() -> [Widget] {
    (isEverywhere ? [chats] : []) + [people, shares, replies]
  }

  private var chats: Widget {
    let all = statistics.chats
    return table(
      tr("Chats"),
      TableContent(
        count: all.count, titles: [tr("Chat"), tr("Messages"), tr("People"), tr("Last message")],
        name: { all[$0].title },
        number: { row, column in
          switch column {
          case 1: Double(all[row].messages)
          case 2: Double(all[row].people)
          default: Double(all[row].lastSentAt)
          }
        },
        row: { row in
          let chat = all[row]
          let numbers = [Counted.number(chat.messages), Counted.number(chat.people), date(chat.lastSentAt)]
          return .init(
            name: chat.title, bar: bar(chat.messages, most: all[0].messages, color: nil), numbers: numbers,
            spoken: [
              chat.title, Counted.messages(chat.messages), Counted.people(chat.people), numbers[2],
            ].joined(separator: ", "),
            open: { openChat(chat) })
        }))
  }

  private var people: Widget {
    let all = statistics.people
    func perMessage(_ person: ChatStatistics.Person) -> Double {
      Double(person.words) / Double(max(1, person.messages))
    }
    return table(
      tr("People"),
      TableContent(
        count: all.count,
        titles: [tr("Person"), tr("Messages"), tr("Words"), tr("Per message"), tr("Media")],
        name: { StatisticsFigures.name(of: all[$0]) },
        number: { row, column in
          switch column {
          case 1: Double(all[row].messages)
          case 2: Double(all[row].words)
          case 3: perMessage(all[row])
          default: Double(all[row].media)
          }
        },
        row: { row in
          let person = all[row]
          let name = StatisticsFigures.name(of: person)
          return .init(
            name: name,
            bar: bar(person.messages, most: all[0].messages, color: ChatPalette.index(of: person.colorSeed)),
            numbers: [
              Counted.number(person.messages), Counted.number(person.words),
              StatisticsFigures.decimal(person.words, person.messages), Counted.number(person.media),
            ],
            spoken: [
              name, Counted.messages(person.messages), percent(person.messages),
              trn("{count} word", "{count} words", person.words),
              trn("{count} picture or file", "{count} pictures and files", person.media),
            ].joined(separator: ", "),
            open: person.id == 0 ? nil : { openPerson(person) })
        }))
  }

  private func bar(_ count: Int, most: Int, color: Int?) -> (part: ShareBar.Part, words: String) {
    let share = Double(count) / Double(max(1, most))
    return (ShareBar.Part(share: share, color: color, initials: ""), percent(count))
  }

  /// The day of the last message.
  private func date(_ instant: Int64) -> String {
    instant == .min ? "" : DateWords(DayCalendar(timeZone: .current, locale: .desktop)).shortDay(instant)
  }

  private func table(_ title: String, _ content: TableContent) -> Widget {
    let first = TableOrder(column: 1, isDescending: true)
    let table = NumberTable(title, content, order: orders[title, default: first], step: Self.step)
    table.didSort = { [orders] in orders[title, default: first] = $0 }
    return StatisticsCard.make(
      title, caption: Counted.number(content.count), control: table.sortButton, table)
  }

  private func percent(_ count: Int) -> String {
    (Double(count) / Double(max(1, statistics.messages))).formatted(
      .percent.precision(.fractionLength(0)).locale(.desktop))
  }

  // MARK: Shares

  private var shares: Widget {
    let years = Set(statistics.days.keys.map { ChatStatistics.month(ofDay: $0) / 12 }).sorted(by: >)
    let rows = PlainList(years.count, step: Self.step) { row(of: years[$0]) }
    return StatisticsCard.make(tr("Share over time"), caption: tr("by year"), rows)
  }

  private func row(of year: Int) -> Widget {
    let counts = statistics.people.map { person in
      (0..<12).reduce(0) { $0 + (person.months[year * 12 + $1] ?? 0) }
    }
    let all = max(1, counts.reduce(0, +))
    let named = zip(statistics.people, counts).prefix(Self.named).filter { $1 > 0 }
    let others = all - named.reduce(0) { $0 + $1.1 }
    var parts = named.map { person, count in
      let name = StatisticsFigures.name(of: person)
      return ShareBar.Part(
        share: Double(count) / Double(all), color: ChatPalette.index(of: person.colorSeed),
        initials: Initials.of(name))
    }
    if others > 0 {
      parts.append(.init(share: Double(others) / Double(all), color: nil, initials: tr("Others")))
    }
    func share(_ name: String, _ count: Int) -> String {
      let part = Double(count) / Double(all)
      let percent = part.formatted(.percent.precision(.fractionLength(0)).locale(.desktop))
      return "\(name) \(percent)"
    }
    let words =
      named.map { share(StatisticsFigures.name(of: $0), $1) }
      + (others > 0 ? [share(tr("Others"), others)] : [])
    let box = Box(.horizontal, spacing: 12)
    box.addClass("bs-chart-line")
    let label = Label("\(year)")
    label.addClass("bs-caption")
    box.append(label, ShareBar(parts))
    box.setAccessibleRole(.image)
    let list = words.joined(separator: ", ")
    box.setAccessibleLabel("\(year): \(list)")
    box.tooltipText = words.joined(separator: "\n")
    return box
  }

  // MARK: Replies

  private var replies: Widget {
    let people = statistics.people.filter { $0.replies.count > 0 }
    let rows = PlainList(people.count, step: Self.step) { index in
      let person = people[index]
      let name = StatisticsFigures.name(of: person)
      let box = Box(.horizontal, spacing: 12)
      box.addClass("bs-chart-line")
      let (label, value) = (Label(name), Label())
      label.xalign = 0
      label.ellipsize()
      value.xalign = 1
      value.addClass("bs-fact-value")
      let isKnown = person.replies.count >= Self.leastReplies
      value.text =
        isKnown ? person.replies.quantile(0.5).map(StatisticsFigures.span) ?? "–" : tr("too few")
      box.append(NameColumn(label))
      if isKnown { box.append(ReplyBar(person.replies, color: ChatPalette.index(of: person.colorSeed))) }
      value.hexpand = !isKnown
      box.append(value)
      box.setAccessibleRole(.image)
      box.setAccessibleLabel("\(name): \(value.text)")
      return box
    }
    let note = StatisticsCard.sentence(
      people.isEmpty
        ? tr("Two people have to write first.")
        : tr("From a message to the next one by someone else, up to 12 hours. The disc is the median."))
    return StatisticsCard.make(tr("Reply times"), rows, note)
  }
}

/// The first rows of a list, with a button for more.
final class PlainList: Box {
  private let count: Int
  private let step: Int
  private let row: (Int) -> Widget
  private let more = Button(tr("Show More"))
  /// The number of rows.
  private(set) var shown = 0
  private let rows = Box(.vertical)

  /// - Parameter first: The rows at first; nil for a step.
  init(_ count: Int, step: Int, showing first: Int? = nil, row: @escaping (Int) -> Widget) {
    (self.count, self.step, self.row) = (count, step, row)
    super.init(.vertical, spacing: 8)
    more.addClass("bs-button")
    more.halign = .start
    more.clicked.connect(weak: self) { $0.grow(by: $0.step) }
    append(rows, more)
    grow(by: first ?? step)
  }

  private func grow(by step: Int) {
    let hadFocus = more.containsFocus
    let first = shown
    for index in shown..<min(count, shown + step) {
      let new = row(index)
      rows.append(new)
      if hadFocus, index == first { new.takeFocus() }
    }
    shown = min(count, shown + step)
    if shown == count, more.containsFocus { window?.focusWidget = nil }
    more.visible = shown < count
    more.setAccessibleDescription(
      trn("{count} more is not shown.", "{count} more are not shown.", count - shown))
  }
}
