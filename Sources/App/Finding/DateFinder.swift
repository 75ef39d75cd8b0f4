import AppBase
import ChatStore
import Chats
import Foundation

/// The place for a typed date.
package struct DateHit: Equatable, Sendable {
  var typed: TypedDate
  /// The messages of the day, or of the longer span.
  var count: MessageCount
  /// The place to show; nil if the conversation has no messages.
  var moment: MessageMoment?
}

/// The days of a conversation: the shown month, the chosen day, and the numbers of messages. All reading is off the
/// main thread.
@MainActor
package final class DateFinder {
  package enum Contents: Equatable {
    case loading, empty, messages
    case failed(String)
  }

  /// A movement of the chosen day.
  package enum Step: Equatable {
    case day(Int)
    case week(Int)
    case month(Int)
    case year(Int)
    case weekStart, weekEnd
  }

  package let days: DayCalendar
  package private(set) var contents = Contents.loading
  package private(set) var ends: (first: MessageMoment, last: MessageMoment)?
  /// The years with messages.
  package private(set) var years: [MessageCount] = []
  /// The months of the shown year.
  package private(set) var months: [MessageCount] = []
  /// The days of the shown month; without messages while they are counted.
  private(set) var monthDays: [MessageCount] = []
  /// Whether the messages of the shown month are being counted.
  private(set) var isCounting = true
  package private(set) var month: Range<Int64>
  package private(set) var chosen: Range<Int64>
  /// Called when any of the above has changed.
  package var didChange: (() -> Void)?

  private let archive: Archive
  private let chat: Conversation.ID
  private let reading = LatestTask()
  private var movement: Task<Void, Never>?
  /// The search for the month of a year to show.
  private let turning = LatestTask()

  /// The facts that are read at once.
  private struct Facts: Sendable {
    var ends: (first: MessageMoment, last: MessageMoment)?
    var years: [MessageCount]
    var months: [MessageCount]
    var monthDays: [MessageCount]
  }

  /// `instant`: a time on the day that is chosen first.
  package init(_ archive: Archive, _ chat: Conversation.ID, _ days: DayCalendar, at instant: Int64) {
    self.archive = archive
    self.chat = chat
    self.days = days
    chosen = days.span(.day, containing: instant)
    month = days.span(.month, containing: instant)
    monthDays = days.spans(.day, in: month).map { MessageCount(span: $0, count: 0) }
  }

  package var year: Range<Int64> { days.span(.year, containing: month.lowerBound) }

  // MARK: Reading

  /// Counts again. The present numbers stay until then.
  package func read() {
    reading.run { [archive, chat, days, month] in
      try await Self.facts(archive, chat, days, month)
    } then: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let facts):
        ends = facts.ends
        (years, months, monthDays) = (facts.years, facts.months, facts.monthDays)
        isCounting = false
        contents = facts.ends == nil ? .empty : .messages
      case .failure(let error): contents = .failed("\(error)")
      }
      didChange?()
    }
  }

  nonisolated private static func facts(
    _ archive: Archive, _ chat: Conversation.ID, _ days: DayCalendar, _ month: Range<Int64>
  ) async throws -> Facts {
    let year = days.span(.year, containing: month.lowerBound)
    return Facts(
      ends: try await archive.ends(of: chat), years: try await archive.yearsWithMessages(in: chat, days),
      months: try await archive.messageCounts(in: chat, of: days.spans(.month, in: year)),
      monthDays: try await archive.messageCounts(in: chat, of: days.spans(.day, in: month)))
  }

  /// Returns the place for a typed date.
  package func look(up typed: TypedDate) async throws -> DateHit {
    let start = typed.span.lowerBound
    let span = typed.precision == .minute ? days.span(.day, containing: start) : typed.span
    let count =
      try await archive.messageCounts(in: chat, of: [span]).first ?? MessageCount(span: span, count: 0)
    let moment =
      typed.precision == .minute
      ? try await archive.nearestMessage(in: chat, to: start)
      : try await archive.firstMoment(in: chat, from: start)
    return DateHit(typed: typed, count: count, moment: moment)
  }

  // MARK: Choosing

  /// Shows another month.
  package func show(month instant: Int64) {
    turning.cancel()
    let new = days.span(.month, containing: instant)
    guard new != month else { return }
    month = new
    monthDays = days.spans(.day, in: new).map { MessageCount(span: $0, count: 0) }
    isCounting = true
    didChange?()
    read()
  }

  /// Shows a year, unless it is already shown: its first month with messages.
  package func show(year instant: Int64) {
    guard !year.contains(instant) else { return }
    let start = days.span(.year, containing: instant)
    turning.run { [archive, chat] in
      try await archive.firstMoment(in: chat, from: start.lowerBound)
    } then: { [weak self] in
      let first = try? $0.get()
      self?.show(month: first.map { start.contains($0.sentAt) ? $0.sentAt : instant } ?? instant)
    }
  }

  /// Chooses the day that contains an instant, and shows its month.
  package func choose(_ instant: Int64) {
    let day = days.span(.day, containing: instant)
    let isNew = day != chosen
    chosen = day
    if !month.contains(day.lowerBound) { show(month: day.lowerBound) } else if isNew { didChange?() }
  }

  /// Moves the chosen day, past days without messages. Movements run one after another, so that a held key continues
  /// from the reached day.
  package func move(_ step: Step) {
    let previous = movement
    movement = Task { [weak self] in
      await previous?.value
      guard let self else { return }
      if let day = try? await day(after: step) { choose(day) }
    }
  }

  /// A time on the day to which a step leads; nil if there is none.
  private func day(after step: Step) async throws -> Int64? {
    switch step {
    case .day(let distance):
      return try await day(from: days.span(.day, distance, from: chosen.lowerBound), distance)
    case .week(let distance):
      return try await day(from: days.span(.day, 7 * distance, from: chosen.lowerBound), distance)
    case .month(let distance): return try await day(in: shifted(.month, distance), distance)
    case .year(let distance): return try await day(in: shifted(.year, distance), distance)
    case .weekStart: return try await weekDays().first
    case .weekEnd: return try await weekDays().last
    }
  }

  /// The chosen day in another month or year.
  private func shifted(_ component: Calendar.Component, _ distance: Int) -> Range<Int64> {
    let noon = DayCalendar.date(chosen.lowerBound + (chosen.upperBound - chosen.lowerBound) / 2)
    let date = days.calendar.date(byAdding: component, value: distance, to: noon) ?? noon
    return days.span(.day, containing: DayCalendar.instant(date))
  }

  /// The day with messages in the month of `target` that is nearest to it; if there is none, the nearest one beyond.
  private func day(in target: Range<Int64>, _ direction: Int) async throws -> Int64? {
    let spans = days.spans(.day, in: days.span(.month, containing: target.lowerBound))
    let filled = try await archive.messageCounts(in: chat, of: spans).filter { !$0.isEmpty }.map(
      \.span.lowerBound)
    let nearest = filled.min { abs($0 - target.lowerBound) < abs($1 - target.lowerBound) }
    return try await nearest == nil ? day(from: target, direction) : nearest
  }

  /// The first day with messages in a direction, from a given one on.
  private func day(from target: Range<Int64>, _ direction: Int) async throws -> Int64? {
    guard direction > 0 else {
      return try await archive.lastMoment(in: chat, before: target.upperBound)?.sentAt
    }
    let found = try await archive.firstMoment(in: chat, from: target.lowerBound)?.sentAt
    // Without a message from there on, `firstMoment` returns the newest one.
    return found.flatMap { $0 >= target.lowerBound ? $0 : nil }
  }

  private func weekDays() async throws -> [Int64] {
    let spans = days.spans(.day, in: days.span(.week, containing: chosen.lowerBound))
    return try await archive.messageCounts(in: chat, of: spans).filter { !$0.isEmpty }.map(\.span.lowerBound)
  }
}
