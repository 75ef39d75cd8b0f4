import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Parts of messages that are too many for an archive", .dedicatedThreads)
struct ImportExcessTests {
  private static let author = #""author": {"id": "5", "name": "mara"}"#

  private static func discord(_ members: String) -> String {
    """
    {"guild": {"id": "1", "name": "Walkers"}, "channel": {"id": "9", "name": "ridge"}, "messages": [\
    {"id": "901", "timestamp": "2024-03-01T09:00:07+00:00", "content": "Look", \(author), \(members)}]}
    """
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[\((0..<count).map(element).joined(separator: ", "))]"
  }

  @Test(
    "Names of transcripts and logs have a limit, as in other formats",
    arguments: [
      (
        "Chat history with Mara\nSaved on: 03/18/2024, 10:20\n\nWed, 03/13/2024\n18:05\tNAME\thello\n",
        "chat.txt"
      ),
      (
        "Conversation with NAME at Fri 01 Mar 2024 11:58:00 PM CET on mara@example.org/home (jabber)\n"
          + "(11:58:00 PM) Jonas: hi\n(11:58:20 PM) Mara: hello\n", "chat.txt"
      ),
      (
        "Conversation with tove@example.org at Fri 01 Mar 2024 11:58:00 PM CET on NAME@example.org/home (jabber)\n"
          + "(11:58:00 PM) Jonas: hi\n(11:58:20 PM) Mara: hello\n", "chat.txt"
      ),
      ("May 17, 2022  5:29:42 PM\nNAME\nhello\n\n", "chat.txt"),
      ("[2024-03-13 18:05:10] Mara: hello  \n[2024-03-13 18:08:00] Jonas:   \n(( NAME ))\n", "chat.md"),
      ("[2024-03-13 18:05:10] NAME: hello  \n[2024-03-13 18:05:40] Jonas: hi  \n", "chat.md"),
      (
        "2024-03-29 12:34:56\tNAME\thello\n2024-03-29 12:34:57\tjonas\thi\n",
        "irc.libera.#walks.weechatlog"
      ),
    ])
  func longNames(text: String, file: String) throws {
    let bench = try ImportBench()
    // Longer than the limit, and short enough for a heading to be read.
    let name = String(repeating: "é", count: 3000)
    let messages = try ReadExport(
      bench.file(text.replacing("NAME", with: name), named: "libera/\(file)")
    ).messages
    #expect(messages.contains { $0.text == "hello" })
    for message in messages {
      #expect(message.conversationTitle.utf8.count <= 1024 && message.conversationKey.utf8.count <= 1100)
      #expect(message.attachments.allSatisfy { $0.name?.utf8.count ?? 0 <= 1024 })
      #expect(message.sender.map { $0.name.utf8.count <= 1024 && $0.key.utf8.count <= 1100 } ?? true)
    }
  }

  @Test("What is left out of a message is named, with its number and the time of the message")
  func named() async throws {
    let bench = try ImportBench()
    let members = [
      "\"attachments\": \(Self.list(130) { #"{"fileName": "\#($0).jpg", "url": "https://example.org/\#($0).jpg"}"# })",
      "\"reactions\": \(Self.list(101) { #"{"emoji": {"name": "e\#($0)"}, "count": 2}"# })",
      "\"poll\": {\"question\": \"When?\", \"answers\": \(Self.list(1002) { #"{"text": "\#($0)"}"# })}",
    ]
    let report = try bench.run(text: Self.discord(members.joined(separator: ", ")), named: "ridge.json")
    #expect(
      report.lines == [
        "ridge.json: too much in the message of 2024-03-01 09:00:07; left out: 30 attachments, "
          + "2 answers of the poll, 1 kind of reaction"
      ])
    #expect(report.summary.isIncomplete && report.summary.added == 1)
    let message = try #require(try await bench.archive.allMessages().first)
    #expect(message.attachments.count == 100 && message.reactions.count == 100)
    guard case .poll(let poll) = message.details.content else {
      Issue.record("no poll")
      return
    }
    #expect(poll.options.count == 1000)
  }

  @Test("Hundreds of people who reacted are stored")
  func people() async throws {
    let bench = try ImportBench()
    let users = Self.list(300) { #"{"id": "\#($0 + 10)", "name": "walker \#($0)"}"# }
    let reaction = #"{"emoji": {"name": "🥾"}, "count": 300, "users": \#(users)}"#
    let report = try bench.run(text: Self.discord("\"reactions\": [\(reaction)]"), named: "one.json")
    #expect(report.lines == [] && !report.summary.isIncomplete)
    let message = try #require(try await bench.archive.allMessages().first)
    #expect(message.reactions.map(\.count) == [300] && message.reactions[0].people.count == 300)
  }

  @Test("The names of more than thousands of people are left out, but the people are counted")
  func manyPeople() throws {
    let people = (0..<5200).map { number in
      ImportedMessage.ImportedReaction.Person(sender: .init(key: "\(number)", name: "walker \(number)"))
    }
    var message = ImportedMessage(
      conversationKey: "a", conversationTitle: "a", sourceID: "1", sender: nil, sentAt: 1_709_283_607_000,
      text: "Look",
      reactions: ["🥾", "🌧"].map { .init(key: $0, count: people.count, people: people) },
      edits: (0..<102).map { Edit(replacedAt: $0, text: "\($0)") })
    let excess = MessageExcess(removedFrom: &message)
    #expect(
      excess.reason(for: message, in: .gmt)
        == "too much in the message of 2024-03-01 09:00:07; left out: 2 earlier texts, "
        + "the names of 400 people who reacted")
    #expect(message.reactions.map(\.count) == [5200, 5200])
    #expect(message.reactions.map(\.people.count) == [5200, 4800])
    #expect(message.edits.count == 100 && message.edits.first?.text == "2")
    #expect(MessageExcess(removedFrom: &message).parts == [])
  }

  @Test(
    "Readers deliver all attachments, reactions and answers of a message", arguments: samples.keys.sorted())
  func readers(name: String) throws {
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(try #require(Self.samples[name]), named: name))
    let message = try #require(read.messages.first)
    var counts = [
      message.attachments.count, message.reactions.count, message.reactions.map(\.people.count).max() ?? 0,
    ]
    if case .poll(let poll) = message.details.content { counts.append(poll.options.count) }
    #expect(counts.contains(count) && counts.allSatisfy { [0, 1, count].contains($0) }, "\(counts)")
  }

  private static let count = 150
  private let count = ImportExcessTests.count

  private static let samples: [String: String] = [
    "slack/general/2024-03-01.json": """
    [{"type": "message", "user": "U1", "ts": "1709280000.000100", "text": "Look", \
    "files": \(list(count) { #"{"id": "F\#($0)", "name": "\#($0).jpg", "mimetype": "image/jpeg"}"# }), \
    "reactions": \(list(count) { #"{"name": "e\#($0)", "count": 1, "users": ["U1"]}"# })}]
    """,
    "message_1.json": """
    {"participants": [{"name": "Mara"}], "title": "Mara", "thread_path": "inbox/m_1", "messages": [{"sender_name": "Mara", \
    "timestamp_ms": 1686490680000, "content": "x", "photos": \(list(count) { #"{"uri": "photos/\#($0).jpg"}"# })}]}
    """,
    "Walkers - Text channels - ridge [901].csv": """
    AuthorID,Author,Date,Content,Attachments,Reactions
    "5","mara","2024-03-01T09:00:07.0000000+00:00","Look","\((0..<count).map { "\($0).jpg" }.joined(separator: ","))",\
    "\((0..<count).map { "e\($0) (2)" }.joined(separator: ","))"
    """,
    "result.json": """
    {"name": "Ridge", "type": "personal_chat", "id": 7, "messages": [{"id": 1, "type": "message", "date": "2024-03-01T09:00:00", \
    "date_unixtime": "1709280000", "from": "Mara", "from_id": "user5", "text": "", "poll": {"question": "When?", \
    "closed": false, "total_voters": 0, "answers": \(list(count) { #"{"text": "\#($0)", "voters": 0, "chosen": false}"# })}, \
    "reactions": \(list(count) { #"{"type": "emoji", "count": 1, "emoji": "e\#($0)"}"# })}]}
    """,
  ]
}
