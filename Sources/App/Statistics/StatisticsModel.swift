import AppBase
import ChatStatistics
import ChatStore
import Chats
import Foundation

/// The numbers that a page shows, of one chat or of all chats, in a span of time. They are counted off the main thread,
/// and again after each choice.
@MainActor
final class StatisticsModel {
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
  /// The messages of all times by day; nil before they were counted.
  private(set) var allDays: [Int: Int]?
  /// The years with messages, the newest first.
  private(set) var years: [Int] = []

  /// Whether all chats are counted.
  var isEverywhere: Bool { didSet { if isEverywhere != oldValue { reset() } } }
  var span = CountedSpan.all {
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
    (allDays, years, writer) = (nil, [], nil)
    if span == .all { count() } else { span = .all }
  }

  /// Counts anew.
  func count() {
    state = .loading(0)
    didChange?()
    let (archive, chat, zone) = (archive, isEverywhere ? nil : chat?.id, timeZone)
    let (span, writer, isAll) = (span.bounds(in: zone), writer, span == .all)
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
    if isAll {
      allDays = found.days
      years = Set(found.days.keys.map { ChatStatistics.month(ofDay: $0) / 12 }).sorted(by: >)
    }
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
