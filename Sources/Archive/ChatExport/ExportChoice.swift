import ChatStore
import Chats
import Foundation

/// The selection of a chat to export.
extension Archive {
  /// The chat with this title or number.
  ///
  /// A title takes precedence over a number, and an exact title over one that differs in case or accents. Finally, a
  /// part of a title is enough if only one chat has it.
  ///
  /// - Complexity: O(c) in the number of chats.
  public func chat(named name: String) async throws(ExportError) -> Conversation {
    let all: [Conversation]
    do { all = try await conversations() } catch { throw ExportError(reading: error) }
    let found = Self.best(all.map { ($0.title, $0.id) }, named: name)
    guard let first = found.first else { throw .noSuchChat(name: name, titles: all.map(\.title)) }
    if found.count > 1 {
      throw .ambiguousChat(name: name, chats: found.map { "\(all[$0].title) (\(all[$0].id))" })
    }
    return all[first]
  }

  /// The chat with this title or number, limited to the topic with a title or number, or to the thread with a number.
  ///
  /// - Complexity: That of ``topics(in:)``.
  public func chat(named name: String, topic: String?) async throws(ExportError) -> Conversation {
    let chat = try await chat(named: name)
    guard let topic else { return chat }
    let all: [Topic]
    do { all = try await topics(in: chat.id) } catch { throw ExportError(reading: error) }
    let found = Self.best(all.map { ($0.title, $0.id) }, named: topic)
    if found.isEmpty, let id = Topic.ID(topic), let thread = try? await self.topic(id), thread.chat == chat.id
    {
      return chat.limited(to: thread)
    }
    guard let first = found.first else {
      throw .noSuchTopic(name: topic, chat: chat.title, titles: all.map(\.title))
    }
    if found.count > 1 {
      throw .ambiguousTopic(name: topic, topics: found.map { "\(all[$0].title) (\(all[$0].id))" })
    }
    return chat.limited(to: all[first])
  }

  /// The indices of those that a name means best.
  private static func best(_ all: [(title: String, id: Int64)], named name: String) -> [Int] {
    let wanted = folded(name)
    let stages: [((title: String, id: Int64)) -> Bool] = [
      { $0.title == name }, { String($0.id) == name }, { folded($0.title) == wanted },
      { !wanted.isEmpty && folded($0.title).contains(wanted) },
    ]
    return stages.lazy.map { stage in all.indices.filter { stage(all[$0]) } }.first { !$0.isEmpty } ?? []
  }

  private static func folded(_ title: String) -> String {
    title.trimmingCharacters(in: .whitespacesAndNewlines).folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}

/// The days of an export.
public struct ExportSpan: Sendable, Hashable {
  /// The first instant, in milliseconds since 1970 UTC; nil for the beginning of the chat.
  public var start: Int64?
  /// The first instant after the span; nil for the end of the chat.
  public var end: Int64?

  /// The span of the whole chat.
  public static let all = Self(start: nil, end: nil)

  /// A span between two instants.
  ///
  /// - Parameters:
  ///   - start: The first instant; nil for the beginning of the chat.
  ///   - end: The first instant after the span; nil for the end of the chat.
  public init(start: Int64?, end: Int64?) {
    self.start = start
    self.end = end
  }

  /// The span from the first day of one period to the last day of another. Each is written as in a search: 2021,
  /// 2021-03 or 2021-03-14.
  ///
  /// - Parameters:
  ///   - from: The first period; nil for the beginning of the chat.
  ///   - to: The last period, which is included; nil for the end of the chat.
  ///   - timeZone: The time zone of the days.
  public init(from: String?, to: String?, in timeZone: TimeZone) throws(ExportError) {
    start = try Self.period(from, timeZone)?.start
    end = try Self.period(to, timeZone)?.end
    if let start, let end, start >= end { throw .emptySpan(from: from ?? "", to: to ?? "") }
  }

  private static func period(
    _ text: String?, _ timeZone: TimeZone
  ) throws(ExportError) -> (start: Int64, end: Int64)? {
    guard let text else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    guard let period = SearchQuery.period(trimmed, in: timeZone) else { throw .notADate(text: text) }
    return (DayCalendar.instant(period.start), DayCalendar.instant(period.end))
  }

  /// The position after which the span begins.
  var first: MessageCursor {
    start.map { MessageCursor(before: $0) } ?? MessageCursor(orderKey: .min, id: .min)
  }

  /// The position before which the span ends.
  var last: MessageCursor { end.map { MessageCursor(before: $0) } ?? MessageCursor(orderKey: .max, id: .max) }

  /// Whether a position is in the span.
  func contains(_ cursor: MessageCursor) -> Bool { cursor > first && cursor < last }
}
