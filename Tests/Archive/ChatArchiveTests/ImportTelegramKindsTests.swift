import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing each kind of Telegram's messages", .dedicatedThreads)
struct ImportTelegramKindsTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// The messages of the fixture by their numbers in the export. The messages of an album are one, with the first number.
  private func messages() async throws -> [Int: Message] {
    let report = bench.run(Fixture.kinds)
    #expect(report.lines == [])
    #expect(report.summary == ImportSummary(added: 37, conversations: [1], filesRead: 1))
    let all = try await bench.archive.allMessages()
    let numbers = Array(1...5) + [8] + Array(10...37)
    #expect(all.count == numbers.count)
    return Dictionary(uniqueKeysWithValues: zip(numbers, all))
  }

  private var folder: String { Fixture.kinds.deletingLastPathComponent().standardizedFileURL.path }

  @Test("Pictures and films of one sender and second are an album, up to the next caption")
  func albums() async throws {
    let all = try await messages()
    let first = try #require(all[5])
    #expect(first.text == "The hut, three times")
    #expect(
      first.attachments == [
        Attachment(kind: .photo, width: 1280, height: 960, byteCount: 1000, path: "\(folder)/photos/a.jpg"),
        Attachment(kind: .photo, width: 960, height: 1280, path: "\(folder)/photos/b.jpg", isSpoiler: true),
        Attachment(
          kind: .video, width: 1920, height: 1080, duration: 12_000, name: "c.mp4",
          path: "\(folder)/video_files/c.mp4", thumbnail: "\(folder)/video_files/c.mp4_thumb.jpg"),
      ])
    let second = try #require(all[8])
    #expect(second.text == "And a second album")
    #expect(second.attachments.count == 2)
  }

  @Test("Reactions have their people, and what is not an emoji has words")
  func reactions() async throws {
    let reactions = try #require(try await messages()[3]).reactions
    #expect(reactions.map(\.key) == ["⭐", "Custom emoji", "👍"])
    #expect(reactions.map(\.count) == [25, 3, 3])
    #expect(reactions.map { $0.people.map(\.name) } == [[], [], ["Deleted account", "Mara Lind"]])
    // The account determines the owner, also without an earlier message.
    #expect(reactions.map(\.isOwn) == [false, false, true])
  }

  @Test("A topic begins with the message that created it, and has its last name")
  func topics() async throws {
    let all = try await messages()
    let topics = try await bench.archive.topics(in: bench.archive.onlyConversation().id)
    #expect(topics.map(\.title).sorted() == ["Boots and socks", "General"])
    let boots = topics.first { $0.title == "Boots and socks" }
    #expect(boots?.messageCount == 4)
    #expect([2, 3, 4, 37].allSatisfy { all[$0]?.topic == boots?.id })
    #expect(all[5]?.topic != boots?.id)
    #expect(all[3]?.reply == nil)
    #expect(all[37]?.reply?.id == all[3]?.id)
    // The message is a reply to one in another chat.
    #expect(all[36]?.reply == nil && all[36]?.topic != boots?.id)
  }

  @Test("Where a message was forwarded from is no part of its text")
  func forwards() async throws {
    let all = try await messages()
    #expect(all[10]?.text == "Snow above 1800 m")
    #expect(
      all[10]?.details
        == Message.Details(
          forward: Forward(
            name: "Weather desk · Alps today", key: "telegram:channel77", sentAt: 1_709_208_000_000),
          bot: "weatherbot"))
    #expect(all[11]?.details == Message.Details(forward: Forward(name: "Deleted account")))
  }

  @Test("Polls, places, contacts and calls are what they are")
  func contents() async throws {
    let all = try await messages()
    #expect(all[12]?.text == "Vote, please")
    #expect(
      all[12]?.details.content
        == .poll(
          Poll(
            question: "Which day?",
            options: [.init(text: "Saturday", votes: 4, isChosen: true), .init(text: "Sun☀️", votes: 0)],
            voterCount: 5)))
    let place = try #require(Place(latitude: 46.5, longitude: 7.25, isLive: true))
    #expect(all[13]?.details.content == .place(place))
    #expect(
      all[15]?.details.content
        == .contact(
          Contact(name: "Amir Haddad", phone: "+49 170 1", path: "\(folder)/contacts/contact_1.vcard")))
    #expect(
      (16...18).map { all[$0]?.details.content } == [
        .call(Call(outcome: .ended, duration: 3725)), .call(Call(outcome: .missed)),
        .call(Call(outcome: .ended, duration: 61, isGroup: true)),
      ])
    #expect((16...18).allSatisfy { all[$0]?.kind == .service && all[$0]?.text.isEmpty == false })
    #expect([13, 15].allSatisfy { all[$0]?.text.isEmpty == true })
  }

  @Test("What an archive has no place for becomes words")
  func words() async throws {
    let all = try await messages()
    let expected = [
      14: "Place: Hut, Ridge 1", 19: "Game: Summit\nClimb and do not fall.\nhttps://t.me/gamebot?game=summit",
      20: "Giveaway: 3 subscriptions of 6 months, a rope, until 2024-05-01",
      21: "Giveaway results: 2 winners, 500 stars, 1 unclaimed", 22: "Invoice: Rope, 129.50 EUR\n60 m",
      23: "Invoice: Tent, 40 stars", 24: "Checklist: Pack\n• Map\n• Tea", 25: "🎲 5",
      32: "Paid media, 50 stars",
    ]
    for (number, text) in expected { #expect(all[number]?.text == text) }
    #expect(all[19]?.entities.map(\.kind) == [.link(target: "https://t.me/gamebot?game=summit")])
    #expect(expected.keys.allSatisfy { all[$0]?.kind == .normal })
  }

  @Test("Quotes, emoji, commands and spoilers are ranges of the text")
  func entities() async throws {
    let message = try #require(try await messages()[26])
    #expect(message.text == "Short\nLong 🏔/startthe end")
    #expect(message.stretches == ["Short\n", "Long", "🏔", "/start", "the end"])
    #expect(message.entities.map(\.kind) == [.quote, .expandableQuote, .customEmoji, .botCommand, .spoiler])
  }

  @Test("Each kind of file has its kind and duration, and no path that leaves the export's folder")
  func files() async throws {
    let all = try await messages()
    #expect(
      (27...31).flatMap { all[$0]?.attachments ?? [] } == [
        Attachment(
          kind: .sticker, width: 512, height: 512, name: "🥾", path: "\(folder)/stickers/s.webp",
          thumbnail: "\(folder)/stickers/s.webp_thumb.jpg"),
        Attachment(kind: .voice, duration: 7000, name: "v.ogg", path: "\(folder)/voice_messages/v.ogg"),
        Attachment(
          kind: .roundVideo, width: 400, height: 400, duration: 19_000, name: "r.mp4",
          path: "\(folder)/round_video_messages/r.mp4"),
        Attachment(
          kind: .animation, width: 320, height: 240, duration: 3000, name: "g.mp4",
          path: "\(folder)/video_files/g.mp4"),
        // The picture was deleted after it was seen.
        Attachment(kind: .photo, width: 320, height: 240, isSpoiler: true),
      ])
  }

  @Test("A message that Telegram has not exported counts, at the time of its neighbour, without a sender")
  func unsupported() async throws {
    let all = try await messages()
    for number in [1, 33, 34] {
      #expect(all[number]?.kind == .unsupported && all[number]?.text.isEmpty == true)
    }
    #expect(
      [1, 33, 34].map { all[$0]?.details.unsupportedKind } == ["unsupported", "unsupported", "message"])
    #expect(all[1]?.sentAt == all[2]?.sentAt)
    #expect(all[33]?.sentAt == all[32]?.sentAt)
    #expect(all[1]?.sender == nil && all[34]?.sender?.name == "Tove Berg")
    #expect(all[35]?.sender?.name == "Deleted account")
    #expect(all[37]?.text == "In the \u{1B}topic")
  }

  @Test("The same export again adds and changes nothing")
  func again() async throws {
    let first = try await messages()
    let topics = try await bench.archive.topics(in: bench.archive.onlyConversation().id)
    let report = bench.run(Fixture.kinds)
    #expect(report.summary.added == 0 && report.summary.duplicates == 37)
    let all = try await bench.archive.allMessages()
    #expect(all == first.sorted { $0.key < $1.key }.map(\.value))
    #expect(try await bench.archive.topics(in: bench.archive.onlyConversation().id) == topics)
  }

  // MARK: Exports made by the tests

  private func export(_ messages: [String]) -> String {
    let list = messages.enumerated().map { index, message in
      #"{"id": \#(index + 1), "type": "message", "from": "Mara", "from_id": "user1", \#(message)}"#
    }
    return
      #"{"name": "n", "type": "private_group", "id": 1, "messages": [\#(list.joined(separator: ",\n"))]}"#
  }

  private func photo(_ text: String = "", second: Int = 1_709_280_000, more: String = "") -> String {
    #""date_unixtime": "\#(second)", "photo": "a.jpg", \#(more)"text": "\#(text)""#
  }

  /// The numbers of attachments of the messages in the archive.
  private func albums(_ export: String) async throws -> [Int] {
    try bench.run(text: export, named: "result.json")
    return try await bench.archive.allMessages().map(\.attachments.count)
  }

  @Test("An album has at most ten pictures")
  func tenPictures() async throws {
    #expect(try await albums(export(Array(repeating: photo(), count: 23))) == [10, 10, 3])
  }

  @Test("Another sender, second, reply or origin, a second caption, and a message between end an album")
  func endsOfAlbums() async throws {
    let text = #""date_unixtime": "1709280001", "text": "between""#
    let voice = #""date_unixtime": "1709280001", "file": "a.ogg", "media_type": "voice_message", "text": """#
    let later = 1_709_280_001
    let all = export([
      photo(), photo(second: later), photo(second: later),
      photo(second: later, more: #""reply_to_message_id": 1, "#),
      photo(second: later, more: #""forwarded_from": "Tove", "#), photo(second: later), text,
      photo(second: later), voice, photo("caption", second: later), photo("second", second: later),
      photo(second: later), photo(second: later),
    ]).replacing(
      #""id": 13, "type": "message", "from": "Mara", "from_id": "user1""#,
      with: #""id": 13, "type": "message", "from": "Mara", "from_id": "user2""#)
    #expect(try await albums(all) == [1, 2, 1, 1, 1, 0, 1, 1, 1, 2, 1])
  }

  @Test("A later export keeps the text from before an edit, also of an album's caption, and adds what is new")
  func laterExport() async throws {
    func message(_ text: String, edited: String = "") -> String {
      #""date_unixtime": "1709280000", \#(edited)"text": "\#(text)""#
    }
    try bench.run(
      text: export([message("Saturday"), photo(), photo("The hut")]), named: "result.json")
    let edited = #""edited_unixtime": "1709280500", "#
    let reaction = #""reactions": [{"type": "emoji", "count": 2, "emoji": "🔥"}], "#
    let later = export([
      message("Sunday", edited: edited), photo(more: reaction), photo("The old hut", more: edited + reaction),
    ])
    for _ in 1...2 {
      let report = try bench.run(text: later, named: "result.json")
      #expect(report.summary.added == 0 && report.summary.duplicates == 3)
      let all = try await bench.archive.allMessages()
      #expect(all.map(\.text) == ["Sunday", "The old hut"])
      #expect(all.map(\.editedAt) == [1_709_280_500_000, 1_709_280_500_000])
      #expect(
        try await bench.archive.edits(of: all[0].id) == [
          Edit(replacedAt: 1_709_280_500_000, text: "Saturday")
        ])
      #expect(
        try await bench.archive.edits(of: all[1].id) == [Edit(replacedAt: 1_709_280_500_000, text: "The hut")]
      )
      #expect(all[1].attachments.count == 2)
      #expect(all[1].reactions == [Reaction(key: "🔥", count: 2)])
    }
  }

  @Test("An album whose first picture was edited keeps the caption of another")
  func editedPicture() async throws {
    try bench.run(text: export([photo(), photo("The hut")]), named: "result.json")
    let later = export([photo(more: #""edited_unixtime": "1709280500", "#), photo("The hut")])
    try bench.run(text: later, named: "result.json")
    #expect(try await bench.archive.allMessages().map(\.text) == ["The hut"])
  }

  @Test("Values without a bound in the export have one in the archive")
  func bounds() async throws {
    let long = String(repeating: "é", count: 5000)
    let options = Array(repeating: #"{"text": "\#(long)", "voters": -1}"#, count: 500).joined(separator: ",")
    let links = Array(
      repeating: #"{"type": "text_link", "text": "x", "href": "https://example.org"}"#, count: 3000)
    let reactions = (0..<300).map { #"{"type": "emoji", "count": 9223372036854775807, "emoji": "e\#($0)"}"# }
    let time = #""date_unixtime": "1709280000", "#
    try bench.run(
      text: export([
        time + #""poll": {"question": "\#(long)", "total_voters": -3, "answers": [\#(options)]}"#,
        time + #""text": [\#(links.joined(separator: ","))]"#,
        time + #""text": "r", "reactions": [\#(reactions.joined(separator: ","))]"#,
        time + #""text": "f", "forwarded_from": "\#(long)", "forwarded_from_id": "\#(long)", "via_bot": "@""#,
        time
          + #""file": "\#(long)", "file_name": "\#(long)", "duration_seconds": 1e300, "width": -4, "file_size": -1"#,
        time + #""text": [{"type": "text_link", "text": "far", "href": "https://\#(long)"}]"#,
        time + #""location_information": {"latitude": 91, "longitude": 0}, "text": """#,
      ]), named: "result.json")
    let all = try await bench.archive.allMessages()
    guard case .poll(let poll) = all[0].details.content else {
      Issue.record("No poll")
      return
    }
    #expect(poll.options.count == 500 && poll.voterCount == nil)
    #expect(poll.options.allSatisfy { $0.text.utf8.count == 1024 && $0.votes == nil })
    #expect(poll.question.utf8.count == 1024)
    #expect(all[1].text.utf8.count == 3000 && all[1].entities.count == 1000)
    // Numbers that do not belong to people are ignored.
    #expect(all[2].reactions.isEmpty)
    #expect(all[3].details.forward?.name.utf8.count == 1024)
    #expect(all[3].details.forward?.key == nil && all[3].details.bot == nil)
    #expect(all[4].attachments.map(\.path) == [nil] && all[4].attachments[0].duration == nil)
    #expect(all[4].attachments[0].name?.utf8.count == 1024)
    #expect(all[5].text == "far" && all[5].entities.isEmpty)
    #expect(all[6].text == "A place" && all[6].details.content == nil)
  }

  @Test("A message without a time in a chat that tells no time is reported")
  func noTime() throws {
    let report = try bench.run(
      text:
        #"{"name": "n", "type": "private_group", "id": 1, "messages": [{"id": 1, "type": "unsupported"}]}"#,
      named: "result.json")
    #expect(report.summary.skipped == 1)
    #expect(report.lines == ["result.json, byte 61: message without a date; skipped"])
  }
}
