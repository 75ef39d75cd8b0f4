import Backscroll
import Foundation
import ScrollCore
import Testing

@testable import AppBase
@testable import BackscrollApp
@testable import Chats
@testable import MessageRow
@testable import Reader

@Suite("What a row shows because of its neighbours")
struct RowDecorationTests {
  private static let minute: Int64 = 60_000
  private static let noon: Int64 = 1_773_489_600_000  // 2026-03-14 12:00 UTC

  private func message(
    _ id: Int64, at sentAt: Int64, by sender: Int64 = 1, kind: Message.Kind = .normal, isOwn: Bool = false
  ) -> Message {
    Message(
      id: id, conversation: 1, sender: Participant(id: sender, name: "Name \(sender)", colorSeed: 0),
      isOwn: isOwn,
      sentAt: sentAt, kind: kind, text: "", entities: [], reply: nil)
  }

  private func decoration(_ message: Message, after previous: Message?, before next: Message? = nil)
    -> RowDecoration
  {
    RowDecoration(of: message, after: previous, before: next) { Int($0 / 86_400_000) }
  }

  @Test("Messages of one person within five minutes are a group")
  func group() {
    let first = message(1, at: Self.noon)
    let second = message(2, at: Self.noon + 5 * Self.minute)
    #expect(decoration(second, after: first).continuesGroup)
    #expect(decoration(first, after: nil, before: second).isContinued)
    #expect(decoration(first, after: nil, before: second).groupPosition == .first)
    #expect(decoration(second, after: first).groupPosition == .last)
    #expect(
      decoration(second, after: first, before: message(3, at: Self.noon + 6 * Self.minute)).groupPosition
        == .middle)
  }

  @Test("Another person, a longer pause, another kind, another day: each ends a group")
  func groupEnds() {
    let first = message(1, at: Self.noon)
    let others = [
      message(2, at: Self.noon, by: 2), message(2, at: Self.noon + 5 * Self.minute + 1),
      message(2, at: Self.noon, kind: .action), message(2, at: Self.noon, isOwn: true),
    ]
    for other in others {
      #expect(!decoration(other, after: first).continuesGroup)
      #expect(!decoration(first, after: nil, before: other).isContinued)
    }
    let midnight = Self.noon + 12 * 60 * Self.minute
    #expect(!decoration(message(2, at: midnight), after: message(1, at: midnight - 1)).continuesGroup)
  }

  @Test("Service lines never join")
  func service() {
    let lines = [message(1, at: Self.noon, kind: .service), message(2, at: Self.noon, kind: .service)]
    #expect(decoration(lines[1], after: lines[0]).groupPosition == .single)
  }

  @Test("A day begins at the first message of all and wherever the day before it differs")
  func days() {
    let midnight = Self.noon + 12 * 60 * Self.minute
    #expect(decoration(message(1, at: Self.noon), after: nil).startsDay)
    #expect(!decoration(message(2, at: Self.noon + 1), after: message(1, at: Self.noon)).startsDay)
    #expect(decoration(message(2, at: midnight), after: message(1, at: midnight - 1)).startsDay)
  }

  @Test("Times at the ends of all numbers do no harm")
  func extremes() {
    #expect(!decoration(message(2, at: .max), after: message(1, at: .min)).continuesGroup)
  }
}

@MainActor
@Suite("The rows of the loaded messages")
struct ChatModelTests {
  /// The loaded messages, by reference.
  private final class Loaded {
    var messages: [Message] = []
    var context: Message?
  }

  private static let noon: Int64 = 1_773_489_600_000
  private let loaded = Loaded()
  private let model: ChatModel

  init() {
    let clock = MessageTimeFormatter(locale: Locale(identifier: "en_GB"), timeZone: .gmt)
    model = ChatModel(clock: clock) { [loaded] in (loaded.messages, loaded.context) }
  }

  /// Replaces loaded messages and notifies the model.
  private func replace(_ range: Range<Int>, with new: [Message], context: Message?) {
    loaded.messages.replaceSubrange(range, with: new)
    loaded.context = context
    model.splice(Splice(at: range.lowerBound, removing: range.count, inserting: new.count))
  }

  private func messages(_ range: Range<Int64>, by sender: Int64 = 1) -> [Message] {
    range.map {
      Message(
        id: $0, conversation: 1, sender: Participant(id: sender, name: "Mara", colorSeed: 0), isOwn: false,
        sentAt: Self.noon + $0 * 1_000, kind: .normal, text: "\($0)", entities: [], reply: nil,
        attachments: [])
    }
  }

  private func recorded(_ body: () -> Void) -> [ListChange] {
    final class Recorder { var changes: [ListChange] = [] }
    let recorder = Recorder()
    model.changes.connect(weak: recorder) { $0.changes.append($1) }
    body()
    return recorder.changes
  }

  @Test("An older page changes the look of no row that was there")
  func olderPage() {
    let all = messages(0..<20)
    replace(0..<0, with: Array(all[10...]), context: all[9])
    let before = model.decorations
    let changes = recorded { replace(0..<0, with: Array(all[..<10]), context: nil) }
    #expect(changes == [.splice(Splice(at: 0, inserting: 10))])
    #expect(Array(model.decorations[10...]) == before)
    #expect(model.decorations[0].startsDay)
    #expect(model.decorations.filter(\.startsDay).count == 1)
  }

  @Test("A message that joins the group at the end updates the row above it, and no other")
  func append() {
    replace(0..<0, with: messages(0..<5), context: nil)
    let changes = recorded { replace(5..<5, with: messages(5..<6), context: nil) }
    #expect(changes == [.splice(Splice(at: 5, inserting: 1)), .update(index: 4)])
  }

  @Test("A message of somebody else at the end updates no row")
  func appendOther() {
    replace(0..<0, with: messages(0..<5), context: nil)
    let changes = recorded { replace(5..<5, with: messages(5..<6, by: 2), context: nil) }
    #expect(changes == [.splice(Splice(at: 5, inserting: 1))])
  }

  @Test("Rows that are dropped at the old end leave the look of the rest as it was")
  func trim() {
    let all = messages(0..<20)
    replace(0..<0, with: all, context: nil)
    let before = Array(model.decorations[5...])
    replace(0..<5, with: [], context: all[4])
    #expect(model.decorations == before)
    #expect(model.index(of: 5) == 0)
  }
}

@Suite("The links of a message")
struct MessageLinkTests {
  // Only importers filtered links, but an archive can come from anybody.
  @Test("A link to a local file is text")
  func localFile() {
    let targets = ["https://example.org", "file:///etc/passwd", "mailto:a@b.example"]
    let message = Message(
      id: 1, conversation: 1, sender: nil, isOwn: false, sentAt: 0, kind: .normal, text: "one two three",
      entities: targets.enumerated().map {
        TextEntity(start: $0.offset * 4, length: 3, kind: .link(target: $0.element))
      }, reply: nil)
    let text = MessageText(message)
    #expect(text.links.map(\.target) == ["https://example.org", "mailto:a@b.example"])
    #expect(text.link(at: 5) == nil)
  }
}
