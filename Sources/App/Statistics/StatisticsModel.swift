import AppBase
import ChatStatistics
import ChatStore
import Chats
import Foundation
import Translation

/// The numbers that a page shows, of one chat or of all chats, in a span of time. They are counted off the main thread,
/// and again after each choice.
@MainActor
final class StatisticsModel {
  /// The span of time.
  enum Span: Hashable {
    case all
    /// The last days before today.
    case last(days: Int)
    case year(Int)
  }

  enum State {
    /// The counted part, 0…1.
    case loading(Double)
    case loaded(ChatStatistics)
    case failed(String)
  }

  /// Called when the state or the years have changed.
  var didChange: (() -> Void)?

  /// The chat that the page belongs to; nil if no chat is open.
  let chat: Conversation?
  private let archive: Archive
  private let counting = LatestTask()
  /// The number of the latest count.
  private var generation = 0
  private let log = EventLog("statistics")
  private(set) var state = State.loading(0)
  /// The years with messages, the newest first.
  private(set) var years: [Int] = []

  /// Whether all chats are counted.
  var isEverywhere: Bool { didSet { if isEverywhere != oldValue { reset() } } }
  var span = Span.all {
    didSet {
      guard span != oldValue else { return }
      // The person may have written nothing in it.
      writer = nil
      count()
    }
  }
  /// Whose words are counted; nil for everybody's.
  private(set) var writer: Participant.ID?

  init(_ archive: Archive, _ chat: Conversation?) {
    (self.archive, self.chat) = (archive, chat)
    isEverywhere = chat == nil
  }

  /// The zone of days and hours.
  var timeZone: TimeZone { isEverywhere ? .current : chat?.zone ?? .current }

  func choose(writer person: Participant.ID?) {
    guard person != writer else { return }
    writer = person
    count()
  }

  private func reset() {
    (years, writer) = ([], nil)
    if span == .all { count() } else { span = .all }
  }

  /// The words for a span.
  static func words(for span: Span) -> String {
    switch span {
    case .all: tr("All Time")
    case .last(let days): days > 31 ? tr("Last 12 Months") : tr("Last 30 Days")
    case .year(let year): "\(year)"
    }
  }

  /// The filter of a search for the span; nil for all times.
  var timeFilter: (key: String, value: String)? {
    switch span {
    case .all: return nil
    case .year(let year): return ("on", "\(year)")
    case .last:
      guard let first = bounds()?.lowerBound else { return nil }
      let before = Date(timeIntervalSince1970: Double(first) / 1000 - 1)
      return ("after", before.formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()))
    }
  }

  /// The span in milliseconds since 1970 UTC; nil for all times.
  private func bounds(today: Date = Date()) -> Range<Int64>? {
    let calendar = DayCalendar(timeZone: timeZone)
    switch span {
    case .all: return nil
    case .last(let days):
      let day = calendar.span(.day, containing: Int64(today.timeIntervalSince1970 * 1000))
      return calendar.span(.day, 1 - days, from: day.lowerBound).lowerBound..<day.upperBound
    case .year(let year):
      let first = DateComponents(calendar: calendar.calendar, year: year, month: 7, day: 1).date ?? today
      return calendar.span(.year, containing: Int64(first.timeIntervalSince1970 * 1000))
    }
  }

  /// Counts anew.
  func count() {
    state = .loading(0)
    didChange?()
    let (archive, chat, zone) = (archive, isEverywhere ? nil : chat?.id, timeZone)
    let (span, writer, isAll) = (bounds(), writer, span == .all)
    generation += 1
    let generation = generation
    let progress = { @Sendable [weak self] (done: Int, all: Int) in
      _ = Task { @MainActor in self?.progressed(Double(done) / Double(max(1, all)), in: generation) }
    }
    counting.run { [weak self] deliver in
      let found = try await archive.statistics(
        of: chat, in: span, wordsOf: writer, timeZone: zone, progress: progress)
      try deliver {
        self?.counted(found, isAll: isAll)
      }
    } failed: { [weak self] error in
      self?.state = .failed("\(error)")
      self?.didChange?()
    }
  }

  private func counted(_ found: ChatStatistics, isAll: Bool) {
    if isAll { years = Set(found.days.keys.map { ChatStatistics.month(ofDay: $0) / 12 }).sorted(by: >) }
    state = .loaded(found)
    log.debug("counted", ["messages": found.messages])
    didChange?()
  }

  private func progressed(_ fraction: Double, in count: Int) {
    guard count == generation, case .loading = state else { return }
    state = .loading(min(1, fraction))
    didChange?()
  }
}
