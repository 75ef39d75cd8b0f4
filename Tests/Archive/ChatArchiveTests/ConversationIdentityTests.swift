import Foundation
import Testing

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// Exports whose chats or messages have the keys of others in the archive.
@Suite("Chats and messages that share a key", .dedicatedThreads)
struct ConversationIdentityTests {
  private let bench: ImportBench

  init() throws { bench = try ImportBench() }

  private struct Line {
    var id: Int
    var time: Int
    var sender: Int
    var text: String
  }

  private func telegram(
    _ lines: [Line], type: String = "private_group", chat: Int = 7, member: String = ""
  ) -> String {
    let messages = lines.map { line in
      """
      {"id": \(line.id), "type": "message", "date_unixtime": "\(1_700_000_000 + line.time)",
        "from": "P\(line.sender)", "from_id": "user\(line.sender)", "text": "\(line.text)"}
      """
    }
    return """
      {"name": "Ridge", "type": "\(type)", "id": \(chat), \(member) "messages": [\(messages.joined(separator: ","))]}
      """
  }

  /// Two members' exports of a basic group, in which the numbers stand for other messages.
  private func members() -> [String] {
    let mine = (1...20).map { Line(id: $0, time: $0 * 100, sender: 1 + $0 % 3, text: "mine \($0)") }
    let yours = (1...20).map {
      Line(id: $0, time: 7 + $0 * 100, sender: 1 + ($0 + 1) % 3, text: "yours \($0)")
    }
    return [telegram(mine), telegram(yours)]
  }

  private func texts() async throws -> [[String]] {
    var texts: [[String]] = []
    for chat in try await bench.archive.conversations() {
      texts.append(try await bench.archive.newest(in: chat.id, limit: .max).map(\.text))
    }
    return texts.sorted { $0.joined() < $1.joined() }
  }

  private let mine = (1...20).map { "mine \($0)" }
  private let yours = (1...20).map { "yours \($0)" }

  @Test("Two members' numbers for different messages make two chats", arguments: [false, true])
  func accounts(isReversed: Bool) async throws {
    let exports = isReversed ? members().reversed() : members()
    #expect(try bench.run(text: exports[0], named: "a.json").summary.added == 20)
    let second = try bench.run(text: exports[1], named: "b.json")
    #expect((second.summary.added, second.summary.duplicates) == (20, 0))
    #expect(
      second.problems.map(\.reason) == [
        "“Ridge” has the number of another chat in the archive, whose messages differ; stored as a second chat"
      ])
    #expect(try await texts() == [mine, yours])
    for export in exports {
      let again = try bench.run(text: export, named: "again.json")
      #expect((again.summary.added, again.summary.duplicates) == (0, 20))
      #expect(again.problems.isEmpty)
    }
    // The second chat stays the second one's when the first is gone.
    try await bench.archive.forget([1, 3])
    #expect(try await texts() == [isReversed ? mine : yours])
    #expect(try bench.run(text: exports[1], named: "b.json").summary.duplicates == 20)
  }

  @Test("Private chats of two accounts with one person are two chats, also without common numbers")
  func privateChats() async throws {
    func chat(_ account: Int, from first: Int) -> String {
      telegram(
        (first..<(first + 6)).map {
          Line(id: $0, time: $0 * 100, sender: $0 % 2 == 0 ? 7 : account, text: "\(account): \($0)")
        }, type: "personal_chat")
    }
    _ = try bench.run(text: chat(1, from: 1), named: "a.json")
    _ = try bench.run(text: chat(2, from: 100), named: "b.json")
    #expect(try await texts().map(\.count) == [6, 6])
    // A later export of the first account continues its chat.
    #expect(try bench.run(text: chat(1, from: 50), named: "c.json").problems.isEmpty)
    #expect(try await texts().map(\.count).sorted() == [6, 12])
  }

  @Test(
    "A basic group's exports of two accounts without a common number are two chats", arguments: [false, true])
  func accountsWithoutCommonNumbers(isReversed: Bool) async throws {
    func group(from first: Int, at hours: Range<Int>) -> String {
      telegram(
        hours.map { Line(id: first + $0, time: $0 * 3600, sender: 1 + $0 % 3, text: "\(first): \($0)") })
    }
    // The second account has numbers of its own for the same time.
    let exports = [group(from: 100, at: 0..<20), group(from: 5_000, at: 10..<40)]
    for (number, export) in (isReversed ? exports.reversed() : exports).enumerated() {
      #expect(try bench.run(text: export, named: "\(number).json").problems.count == number)
    }
    #expect(try await texts().map(\.count) == [20, 30])
    // Later exports of both continue their chats.
    for first in [5_000, 100] {
      #expect(try bench.run(text: group(from: first, at: 50..<60), named: "\(first).json").problems.isEmpty)
    }
    #expect(try await texts().map(\.count) == [30, 40])
  }

  @Test("The JSON of a second chat with a key is that chat, here and in an empty archive")
  func exportedSecondChat() async throws {
    for (number, export) in members().enumerated() {
      _ = try bench.run(text: export, named: "\(number).json")
    }
    let file = URL(fileURLWithPath: bench.folder.path("second.json"))
    let options = ExportOptions(format: .json, timeZone: .gmt)
    _ = try await Exporter(bench.archive, chat: 2, options: options).run(to: .file(file))
    let before = try await texts()
    #expect(bench.run(file).summary.added == 0)
    #expect(try await texts() == before)

    let other = try ImportBench()
    #expect(other.run(file).summary.added == 20)
    #expect(try await other.archive.newest(in: 1, limit: .max).map(\.text) == yours)
    #expect(try other.run(text: members()[1], named: "again.json").summary.added == 0)
    #expect(try other.run(text: members()[0], named: "first.json").summary.added == 20)
    #expect(try await other.archive.conversations().count == 2)
  }

  @Test("A message with the number of another one is stored in a second chat")
  func oneMessage() async throws {
    let known = (1...9).map { Line(id: $0, time: $0 * 100, sender: 1, text: "mine \($0)") }
    var later = known
    later[4] = Line(id: 5, time: 5555, sender: 2, text: "yours 5")
    // Edited, or with another time: the same message.
    later[5].text = "changed"
    later[6].time = 720
    _ = try bench.run(text: telegram(known), named: "a.json")
    for round in 0..<2 {
      let second = try bench.run(text: telegram(later), named: "b\(round).json")
      #expect((second.summary.added, second.summary.duplicates) == (round == 0 ? (1, 8) : (0, 9)))
      #expect(second.summary.failures == [])
    }
    let texts = try await texts()
    #expect(texts.map(\.count) == [9, 1])
    #expect(texts.last == ["yours 5"])
  }

  @Test("An export that claims the key of a chat with which it has nothing in common does not write into it")
  func claimed() async throws {
    let known = (1...9).map { Line(id: $0, time: $0 * 100, sender: 1, text: "mine \($0)") }
    _ = try bench.run(text: telegram(known), named: "a.json")
    let forged = (100...105).map { Line(id: $0, time: $0 * 100, sender: 9, text: "forged \($0)") }
    let member = #""backscroll": {"conversations": [{"key": "telegram:chat7"}]},"#
    let second = try bench.run(text: telegram(forged, chat: 8, member: member), named: "b.json")
    #expect(second.summary.added == 6)
    #expect(second.problems.count == 1)
    #expect(try await texts().map(\.count) == [6, 9])
  }

  @Test(
    "A title that continues another one, also with a number, is another chat", arguments: ["#2", " 2", "2"])
  func similarTitles(suffix: String) async throws {
    for title in ["Team\(suffix)", "Team"] {
      _ = try bench.run(text: "[1/2/24, 10:00:00] Mara: \(title)\n", named: "WhatsApp Chat with \(title).txt")
    }
    #expect(try await texts() == [["Team"], ["Team\(suffix)"]])
  }
}
