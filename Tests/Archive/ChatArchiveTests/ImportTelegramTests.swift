import Foundation
import SeededRandom
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing Telegram", .dedicatedThreads)
struct ImportTelegramTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  @Test(
    "An album of which a second picture is given a caption later is two, in any order of imports",
    arguments: [true, false])
  func secondCaption(isInOrder: Bool) async throws {
    func export(_ caption: String) -> String {
      """
      {"name": "Ridge", "type": "private_group", "id": 7, "messages": [
      {"id": 1, "type": "message", "date_unixtime": "1709280000", "from": "Mara", "from_id": "user1",
       "photo": "photos/1.jpg", \(caption)},
      {"id": 2, "type": "message", "date_unixtime": "1709280000", "from": "Mara", "from_id": "user1",
       "photo": "photos/2.jpg", "text": "cap"}]}
      """
    }
    let exports = [export(#""text": """#), export(#""text": "recap", "edited_unixtime": "1709280060""#)]
    for (index, text) in (isInOrder ? exports : exports.reversed()).enumerated() {
      try bench.run(text: text, named: "\(index)/result.json")
    }
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.text) == ["recap", "cap"] && all.map(\.attachments.count) == [1, 1])
  }

  @Test("A group is imported with every kind of message")
  func group() async throws {
    let report = bench.run(Fixture.group, timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    #expect(report.lines == [])
    #expect(report.summary == ImportSummary(added: 18, conversations: [1], filesRead: 1))
    #expect(try await bench.archive.onlyConversation().title == "Ridge walk")
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.kind).enumerated().filter { $0.element == .service }.map(\.offset) == [0, 16])
    #expect(all.map(\.isOwn).allSatisfy { !$0 })
    #expect(all[0].text == "Mara Lind created the group “Walks” with Mara Lind and Jonas Weber")
    #expect(all[0].sentAt == 1_709_280_000_000)
    #expect(all[1].text == "Grüße, 서연 👋\n\"Ridge\" \\ walk — on Saturday?")
    #expect(all[1].sender?.name == "Mara Lind")
    #expect(all[1].sender?.colorSeed == FNV1a.hash("telegram:user101"))
    #expect(all[2].reply?.id == all[1].id)
    #expect(all[5].sender?.name == "Deleted account")
    #expect(all[1].editedAt == 1_709_280_120_000)
    #expect(all[11...13].allSatisfy { $0.text.isEmpty && $0.kind == .normal })
    #expect(
      all[11].details.content
        == .poll(
          Poll(
            question: "Which day?",
            options: [.init(text: "Saturday", votes: 2, isChosen: true), .init(text: "Sunday", votes: 1)],
            voterCount: 3, isClosed: true)))
    let place = Place(latitude: 46.5, longitude: 7.25, name: "Hut", address: "Ridge 1")
    #expect(all[12].details.content == place.map(Message.Content.place))
    #expect(all[13].details.content == .contact(Contact(name: "Amir Haddad", phone: "+49 170 1")))
    #expect(all[14].text == "Snow above 1800 m")
    #expect(all[14].details == Message.Details(forward: Forward(name: "Weather desk"), bot: "weatherbot"))
    #expect(all[14].stretches == ["1800 m"])
    #expect(all[15].sentAt == 1_709_280_960_000)
    #expect(all[15].sender == all[2].sender)
    // The message is a reply to one in another chat with other numbers.
    #expect(all[15].reply == nil)
    #expect(all[16].text == "Mara Lind invited Jonas Weber, Tove Berg and Deleted account")
    #expect(all[17].text.isEmpty)
    #expect(all[17].kind == .unsupported && all[17].details.unsupportedKind == "unsupported")
  }

  @Test("Entities cover the right bytes, and unknown ones are plain text")
  func entities() async throws {
    bench.run(Fixture.group)
    let message = try await bench.archive.allMessages()[2]
    #expect(
      message.text
        == "é bold italicunderstrikecodeprespoiler@maraTove#ridge$EURexample.org/maphere"
        + "hut@example.org+49 30 123456/start🏔quoted4242badnew")
    #expect(
      message.stretches == [
        "bold", "italic", "under", "strike", "code", "pre", "spoiler", "@mara", "Tove", "#ridge", "$EUR",
        "example.org/map", "here", "hut@example.org", "+49 30 123456", "/start", "🏔", "quoted",
      ])
    #expect(
      message.entities.map(\.kind) == [
        .bold, .italic, .underline, .strikethrough, .code, .pre, .spoiler, .mention, .mention, .hashtag,
        .hashtag,
        .link(target: "https://example.org/map"), .link(target: "https://example.org/hut"),
        .link(target: "mailto:hut@example.org"), .link(target: "tel:+4930123456"), .botCommand, .customEmoji,
        .expandableQuote,
      ])
  }

  @Test("A symbolic link that leaves the export's folder is no file of it, one inside is")
  func links() async throws {
    let json = """
      {"name": "A", "type": "personal_chat", "id": 1, "messages": [
      {"id": 1, "type": "message", "date_unixtime": "1", "from": "B", "from_id": "user2", "file": "out.txt", "text": ""},
      {"id": 2, "type": "message", "date_unixtime": "2", "from": "B", "from_id": "user2", "file": "in.txt", "text": ""}]}
      """
    let export = try bench.file(json, named: "result.json")
    let folder = export.deletingLastPathComponent()
    let outside = FileManager.default.temporaryDirectory.appendingPathComponent(
      "outside-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: outside) }
    try Data("secret".utf8).write(to: outside)
    try Data("known".utf8).write(to: folder.appendingPathComponent("whole.txt"))
    for (name, target) in [("out.txt", outside.path), ("in.txt", "whole.txt")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
    }
    bench.run(export)
    let paths = try await bench.archive.allMessages().map { $0.attachments.first?.path }
    #expect(paths == [nil, folder.standardizedFileURL.appendingPathComponent("in.txt").path])
  }

  @Test("Attachments have kind, size, name, and a path that never leaves the export's folder")
  func attachments() async throws {
    bench.run(Fixture.group)
    let folder = Fixture.group.deletingLastPathComponent().standardizedFileURL.path
    let attachments = try await bench.archive.allMessages().map(\.attachments)
    #expect(
      attachments[3...10].flatMap(\.self) == [
        Attachment(
          kind: .photo, width: 1280, height: 960, byteCount: 123_456,
          path: "\(folder)/photos/photo_1@01-03-2024_09-04-00.jpg"),
        Attachment(kind: .photo, width: 960, height: 1280),
        Attachment(kind: .file, byteCount: 2048, name: "route.gpx", path: "\(folder)/files/route.gpx"),
        Attachment(
          kind: .sticker, width: 512, height: 512, name: "🥾", path: "\(folder)/stickers/sticker.webp",
          thumbnail: "\(folder)/stickers/sticker.webp_thumb.jpg"),
        Attachment(
          kind: .voice, duration: 7000, name: "audio_1.ogg", path: "\(folder)/voice_messages/audio_1.ogg"),
        Attachment(
          kind: .video, width: 1920, height: 1080, duration: 12_000, name: "ridge.mp4",
          path: "\(folder)/video_files/ridge.mp4", thumbnail: "\(folder)/video_files/ridge.mp4_thumb.jpg"),
        Attachment(kind: .audio, name: "The Hikers – Uphill", path: "\(folder)/files/song.mp3"),
        Attachment(kind: .file, name: "id_rsa"),
      ])
    #expect(attachments.flatMap(\.self).count == 8)
  }

  @Test("An account's chats are separate conversations, and its owner's messages are own messages")
  func account() async throws {
    let report = bench.run(Fixture.account)
    #expect(report.lines == [])
    #expect(report.summary.added == 6)
    let content = try await bench.content()
    #expect(content.conversations.map(\.title) == ["Old club", "Walks", "Saved Messages", "Jonas Weber"])
    #expect(
      content.messages.map { $0.map(\.text) } == [
        ["Goodbye"], ["Same number, other chat"], ["Buy boots"],
        ["Hello", "Hi", "Jonas Weber called (1 h 2 min)"],
      ])
    #expect(content.messages.map { $0.map(\.isOwn) } == [[false], [true], [true], [true, false, false]])
  }

  @Test("In a chat of two, the owner is the person after whom the chat is not named")
  func personalChat() async throws {
    try bench.run(
      text: """
        {"name": "Jonas", "type": "personal_chat", "id": 102, "messages": [
        {"id": 1, "type": "message", "date_unixtime": "1709280000", "from": "Mara", "from_id": "user101", "text": "a"},
        {"id": 2, "type": "message", "date_unixtime": "1709280001", "from": "Jonas", "from_id": "user102", "text": "b"}
        ]}
        """, named: "result.json")
    #expect(try await bench.archive.allMessages().map(\.isOwn) == [true, false])
  }

  @Test("A chat's members can follow its messages")
  func headerAfterMessages() async throws {
    let message =
      #"{"id": 1, "type": "message", "date_unixtime": "1709280000", "from_id": "user5", "text": "a"}"#
    try bench.run(
      text: """
        {"chats": {"list": [
        {"messages": [\(message)], "id": 5, "name": "Jonas", "type": "personal_chat"},
        {"messages": [\(message)], "id": 6, "name": "Tove", "type": "personal_chat"}
        ]}, "personal_information": {"user_id": 1}}
        """, named: "result.json")
    let content = try await bench.content()
    #expect(content.conversations.map(\.title).sorted() == ["Jonas", "Tove"])
    #expect(content.messages.map(\.count) == [1, 1])
  }

  @Test("A date without a time zone is read in the given time zone")
  func localDates() async throws {
    try bench.run(
      text: """
        {"name": "n", "type": "private_group", "id": 1, "messages": [
        {"id": 1, "type": "message", "date": "2024-07-01T12:00:00", "from": "a", "from_id": "user1", "text": "x"}
        ]}
        """, named: "result.json", timeZone: #require(TimeZone(identifier: "Europe/Berlin")))
    #expect(try await bench.archive.allMessages().map(utc) == ["2024-07-01T10:00:00Z"])
  }

  @Test("The local times of exports before 2021 ask for a zone, and keep their order in autumn")
  func autumn() throws {
    let times = ["01:30", "02:30", "02:50", "02:10", "03:00"]
    let messages = times.enumerated().map { index, time in
      #"{"id": \#(index), "type": "message", "date": "2019-10-27T\#(time):00", "from": "J", "from_id": 2, "text": "x"}"#
    }
    let file = try bench.file(
      #"{"name": "Jonas", "type": "personal_chat", "id": 1, "messages": [\#(messages.joined(separator: ","))]}"#,
      named: "result.json")
    let zone = try #require(TimeZone(identifier: "Europe/Rome"))
    let read = try ReadExport(file, options: ImportOptions(timeZone: zone))
    #expect(read.messages.map { ($0.sentAt - read.messages[0].sentAt) / 60_000 } == [0, 60, 80, 100, 150])
    #expect(read.questions.contains(.timeZone))
  }

  @Test(
    "Service messages are sentences",
    arguments: [
      (#""action": "pin_message", "message_id": 3"#, "Amir pinned a message"),
      (#""action": "edit_group_title", "title": "Ridge walk""#, "Amir named the conversation “Ridge walk”"),
      (#""action": "remove_members", "members": ["Tove"]"#, "Amir removed Tove"),
      (#""action": "join_group_by_link", "inviter": "Mara""#, "Amir joined by Mara’s invitation link"),
      (#""action": "phone_call", "discard_reason": "missed""#, "Amir called; nobody answered"),
      (#""action": "group_call", "duration": 61"#, "Amir started a group call (1 min 1 s)"),
      (#""action": "set_messages_ttl", "period": 86400"#, "Amir set messages to vanish after 1 d"),
      (#""action": "phone_call", "discard_reason": "busy""#, "Amir called; the line was busy"),
      (#""action": "topic_created", "title": "Boots""#, "Amir created the topic “Boots”"),
      (#""action": "topic_edit", "new_title": "Shoes""#, "Amir named the topic “Shoes”"),
      (#""action": "topic_edit", "new_icon_emoji_id": 5"#, "Amir changed the topic"),
      (#""action": "boost_apply", "boosts": 3"#, "Amir boosted the group 3 times"),
      (#""action": "send_star_gift", "stars": 50"#, "Amir sent a gift: 50 stars"),
      (
        #""action": "send_star_gift", "stars": 15, "gift_text": [{"type": "plain", "text": "For the hut 🎂"}]"#,
        "Amir sent a gift: 15 stars, “For the hut 🎂”"
      ),
      (
        #""action": "send_ton_gift", "cost": " 1.50", "amount_whole": 1, "amount_nano": 500000000"#,
        "Amir sent a gift: 1.5 TON"
      ),
      (
        #""action": "send_ton_gift", "amount_whole": 2, "amount_nano": 7"#,
        "Amir sent a gift: 2.000000007 TON"
      ),
      (#""action": "send_premium_gift", "months": 3"#, "Amir sent a gift: a subscription of 3 months"),
      (
        #""action": "paid_messages_refund", "messages_count": 2, "stars_count": 20"#,
        "Amir returned 20 stars for 2 messages"
      ),
      (
        #""action": "paid_messages_price_change", "price_stars": 5"#,
        "Amir set the price of a message to 5 stars"
      ),
      (
        #""action": "todo_completions", "completed": [4], "incompleted": []"#,
        "Amir ticked task 4 in the checklist"
      ),
      (#""action": "todo_append_tasks", "items": []"#, "Amir added tasks to the checklist"),
      (#""action": "send_webview_data", "text": "data""#, "Data were sent to the bot “data”"),
      (#""action": "send_payment", "amount": 1250, "currency": "EUR""#, "A payment of 12.50 EUR was made"),
      (#""action": "send_payment", "amount": 900, "currency": "JPY""#, "A payment of 900 JPY was made"),
      (#""action": "refunded_payment", "amount": -1, "currency": "EUR""#, "A payment was refunded"),
      (#""action": "giveaway_results", "winners": 1"#, "The giveaway ended: 1 winner"),
      (
        #""action": "proximity_reached", "from": "Amir", "to": null, "distance": 80"#,
        "Amir came near Deleted account (80 m)"
      ),
      (#""information_text": "The bot says hello""#, "The bot says hello"),
      (#""action": "teleport_members", "title": "Mars""#, "Amir: teleport members “Mars”"),
      (#""action": 7"#, "Amir did something"),
    ])
  func sentences(fields: String, sentence: String) async throws {
    try bench.run(
      text: """
        {"name": "n", "type": "private_group", "id": 1, "messages": [{"id": 1, "type": "service", \
        "date_unixtime": "1709280000", "actor": "Amir", "actor_id": "user1", \(fields), "text": ""}]}
        """, named: "result.json")
    #expect(try await bench.archive.allMessages().map(\.text) == [sentence])
  }

  @Test("Events of a checklist name its tasks")
  func checklists() async throws {
    func service(_ id: Int, _ actor: String, _ members: String) -> String {
      #"{"id": \#(id), "type": "service", "date_unixtime": "1756713600", "actor": "\#(actor)", "actor_id": "user1", \#(members), "text": ""}"#
    }
    let list =
      #"{"id": 1, "type": "message", "date_unixtime": "1756713600", "from": "Mara", "from_id": "user2", "text": "", "#
      + #""todo_list": {"title": "Packing", "answers": [{"text": "Tea", "id": 1}, {"text": "Rope", "id": 2}]}}"#
    let other = list.replacing(#""id": 1, "type""#, with: #""id": 5, "type""#).replacing(
      "Packing", with: "Food")
    try bench.run(
      text: Self.export(
        list, service(2, "Jonas", #""action": "todo_append_tasks", "items": [{"text": "Map", "id": 3}]"#),
        service(3, "Jonas", #""action": "todo_completions", "completed": [1, 3], "incompleted": []"#),
        service(4, "Mara", #""action": "todo_completions", "completed": [2], "incompleted": [3, 9]"#), other,
        service(6, "Mara", #""action": "todo_completions", "reply_to_message_id": 1, "completed": [3]"#),
        service(7, "Mara", #""action": "todo_completions", "completed": [3]"#)), named: "result.json")
    #expect(
      try await bench.archive.allMessages().map(\.text) == [
        "Checklist: Packing\n• Tea\n• Rope", "Jonas added the task “Map” to “Packing”",
        "Jonas ticked “Tea” and “Map” in the checklist “Packing”",
        "Mara ticked “Rope” and unticked “Map” and task 9 in the checklist “Packing”",
        "Checklist: Food\n• Tea\n• Rope", "Mara ticked “Map” in the checklist “Packing”",
        "Mara ticked task 3 in the checklist “Food”",
      ])
  }

  @Test(
    "A message was edited only if that was after Telegram began",
    arguments: [
      (#""date": "2019-03-02T12:00:00", "edited": "1970-01-01T05:00:00""#, false),
      (#""date": "2019-03-02T12:00:00", "edited": "1969-12-31T19:00:00""#, false),
      (#""date_unixtime": "1551528000", "edited_unixtime": "0""#, false),
      (#""date_unixtime": "1551528000", "edited_unixtime": "50400""#, false),
      (#""date": "2019-03-02T12:00:00", "edited": "2019-03-02T12:00:05""#, true),
    ])
  func edits(times: String, isEdited: Bool) async throws {
    try bench.run(
      text: Self.export(
        #"{"id": 1, "type": "message", \#(times), "from": "Mara", "from_id": 1, "text": "one"}"#),
      named: "result.json")
    #expect(try await bench.archive.allMessages().map { $0.editedAt != nil } == [isEdited])
  }

  @Test("Votes that Telegram does not show are not 0", arguments: [(5, nil), (0, 0)] as [(Int, Int?)])
  func hiddenVotes(total: Int, votes: Int?) throws {
    let poll =
      #""poll": {"question": "Day?", "closed": false, "total_voters": \#(total), "answers": [{"text": "Sat", "voters": 0}]}"#
    let file = try bench.file(
      Self.export(Self.message(1, #""from": "a", "from_id": "user1", "text": "", \#(poll)"#)),
      named: "result.json")
    let content = try ReadExport(file).messages[0].details.content
    #expect(
      content == .poll(Poll(question: "Day?", options: [.init(text: "Sat", votes: votes)], voterCount: total))
    )
  }

  @Test("What WhatsApp Chat Exporter writes in Telegram's form is read as it was written")
  func whatsappChatExporter() async throws {
    func message(_ id: Int, _ from: String, _ user: String, _ text: String) -> String {
      #"{"id": \#(id), "type": "message", "date": "2024-03-01T09:01:00", "date_unixtime": \#(1_709_280_060 + id), "#
        + #""from": "\#(from)", "from_id": "user\#(user)", "reply_to_message_id": null, "text": "\#(text)", "#
        + #""text_entities": [{"type": "plain", "text": "\#(text)"}]}"#
    }
    let messages = [
      message(1, "4915550000002", "4915550000002", "Saturday?"),
      message(2, "Me", "00000", "Yes <br>at eight"),
      message(4, "4915550000002", "4915550000002", "Message deleted"),
      message(5, "4915550000002", "4915550000002", "Tea &amp; &lt;boots&gt;"),
      message(6, "Me", "00000", "WhatsApp/Media/WhatsApp Images/IMG-1-WA0001.jpg"),
      message(7, "Me", "00000", "The media is missing"),
    ]
    let report = try bench.run(
      text:
        #"{"name": "Mara Lind", "type": "personal_chat", "id": 4915550000002, "messages": [\#(messages.joined(separator: ","))]}"#,
      named: "4915550000002.json")
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.text) == ["Saturday?", "Yes\nat eight", "", "Tea & <boots>", "", ""])
    #expect(all.map(\.sender?.name) == ["Mara Lind", "Me", "Mara Lind", "Mara Lind", "Me", "Me"])
    #expect(all.map(\.isOwn) == [false, true, false, false, true, true] && all[2].kind == .deleted)
    #expect(all[4...].map(\.attachments.first?.kind) == [.photo, .file])
    #expect(report.problems.map(\.effect) == [.noted] && report.summary.skipped == 0)
    #expect(report.problems[0].reason.hasPrefix("WhatsApp Chat Exporter has written this"))
  }

  @Test("WhatsApp Chat Exporter's chats without a number are not one")
  func chatsWithoutNumbers() async throws {
    for name in ["WhatsApp Calls", "status@broadcast"] {
      let message =
        #"{"id": 1, "type": "message", "date_unixtime": 1709280060, "from": "Mara", "from_id": "userMara", "text": "a"}"#
      try bench.run(
        text: #"{"name": "\#(name)", "type": "private_group", "id": 0, "messages": [\#(message)]}"#,
        named: "\(name).json")
    }
    #expect(try await bench.archive.chats().map(\.messageCount) == [1, 1])
  }

  // Telegram Desktop before 2021 wrote the numbers of chats with their kind in the upper bits.
  @Test("Old numbers of people and chats are those of newer exports", arguments: [false, true])
  func oldNumbers(isShifted: Bool) async throws {
    func export(_ id: Int, _ members: (Int, Int) -> String) -> String {
      let list = (1...3).map { index in
        #"{"id": \#(index), "type": "message", "date": "2019-12-01T10:0\#(index):00", \#(members(index, index == 2 ? 7771 : 445049)), "#
          + #""from": "\#(index == 2 ? "Jonas" : "Mara")", "text": "hi"}"#
      }
      return
        #"{"name": "Mara", "type": "personal_chat", "id": \#(id), "messages": [\#(list.joined(separator: ","))]}"#
    }
    let shift = 1 << 32
    let old = export(shift + 445049) { #""from_id": \#($1 + (isShifted ? shift : 0))"# }
    let new = export(445049) { #""date_unixtime": "\#(1_575_194_400 + 60 * $0)", "from_id": "user\#($1)""# }
    for (index, text) in [old, new].enumerated() { try bench.run(text: text, named: "\(index)/result.json") }
    #expect(try await bench.archive.allMessages().map(\.isOwn) == [false, true, false])
    #expect(try await bench.archive.chats().count == 1)
  }

  /// A group with these messages, in Telegram's own form of lines.
  private static func export(_ messages: String...) -> String {
    "{\n \"name\": \"n\",\n \"type\": \"private_group\",\n \"id\": 1,\n \"messages\": [\n"
      + messages.joined(separator: ",\n") + "\n ]\n}"
  }

  private static func message(_ id: Int, _ members: String) -> String {
    "  {\n   \"id\": \(id),\n   \"type\": \"message\",\n   \"date_unixtime\": \"170928000\(id)\",\n   \(members)\n  }"
  }

  // Telegram Desktop 4.1.1: https://github.com/telegramdesktop/tdesktop/issues/24961
  @Test(
    "A value without quotation marks costs nothing of its message, and is reported once",
    arguments: [
      "video_files/sticker (2).webm", "stickers/a.tgs", "5427168083074628963x", "nan", "a\\b: c", "truely",
    ])
  func bareWord(word: String) async throws {
    let emoji = """
      "from_id": "user1", "text": [
        {
         "type": "custom_emoji",
         "text": "😮",
         "document_id": \(word)
        },
        " hello, ", {"type": "custom_emoji", "document_id": \(word), "text": "😁"}, {"x": [\(word), 1], "text": "!"}
       ]
      """
    let report = try bench.run(
      text: Self.export(Self.message(1, emoji), Self.message(2, emoji), Self.message(3, #""text": "end""#)),
      named: "result.json")
    #expect(try await bench.archive.allMessages().map(\.text) == ["😮 hello, 😁!", "😮 hello, 😁!", "end"])
    #expect(report.summary == ImportSummary(added: 3, conversations: [1], filesRead: 1))
    #expect(
      report.problems.map(\.reason) == [
        "value without quotation marks, read as text; further ones are not reported"
      ])
  }

  @Test("Messages that Telegram could not read stay in their place")
  func unsupported() async throws {
    func unsupported(_ id: Int) -> String { "  {\n   \"id\": \(id),\n   \"type\": \"unsupported\"\n  }" }
    let text = #""from": "Mara", "from_id": "user1", "text": "a""#
    let report = try bench.run(
      text: Self.export(
        unsupported(1), unsupported(2), Self.message(3, text), unsupported(4), Self.message(5, text)),
      named: "result.json")
    #expect(report.summary == ImportSummary(added: 5, conversations: [1], filesRead: 1))
    #expect(report.lines == [])
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.text) == ["", "", "a", "", "a"])
    #expect(all.map(\.kind) == [.unsupported, .unsupported, .normal, .unsupported, .normal])
    #expect(all.map(\.sentAt) == [3, 3, 3, 3, 5].map { 1_709_280_000_000 + $0 * 1000 })
    #expect(all[0].sender == nil)
  }

  @Test("Messages without a time in a chat in which none has one are reported")
  func undated() throws {
    let report = try bench.run(
      text: """
        {"chats": {"list": [
        {"name": "a", "type": "private_group", "id": 1, "messages": [{"id": 1, "type": "unsupported"}]},
        {"name": "b", "type": "private_group", "id": 2, "messages": [
        {"id": 1, "type": "message", "date_unixtime": "1709280000", "text": "x"}]},
        {"name": "c", "type": "private_group", "id": 3, "messages": [{"id": 1, "type": "unsupported"}
        """, named: "result.json")
    #expect(
      report.summary
        == ImportSummary(added: 1, skipped: 2, isIncomplete: true, conversations: [1], filesRead: 1))
    #expect(
      report.problems.filter { $0.effect == .skipped }.map(\.reason).allSatisfy {
        $0 == "message without a date"
      })
  }

  @Test("A sender without a name or a number is a deleted account, the same one in each message")
  func deletedAccount() async throws {
    try bench.run(
      text: Self.export(
        Self.message(1, #""from": null, "text": "a""#), Self.message(2, #""from": null, "text": "b""#),
        Self.message(3, #""from": null, "from_id": "user7", "text": "c""#)), named: "result.json")
    let senders = try await bench.archive.allMessages().compactMap(\.sender)
    #expect(senders.map(\.name) == ["Deleted account", "Deleted account", "Deleted account"])
    #expect(senders[0] == senders[1] && senders[1] != senders[2])
    #expect(senders[0].colorSeed == FNV1a.hash("telegram:name/Deleted account"))
  }

  @Test("An export's folder can be imported")
  func exportFolder() async throws {
    _ = try bench.file("not a chat", named: "export/photos/a.jpg")
    _ = try bench.file(Fixture.text(Fixture.group), named: "export/result.json")
    let report = bench.run(bench.folder.url.appendingPathComponent("export"))
    #expect(report.summary == ImportSummary(added: 18, conversations: [1], filesRead: 1))
    #expect(report.lines == [])
    // The files that people sent are no chats, other files beside the export can be.
    let chat =
      "01/03/2024, 10:00 - Mara: hi\n01/03/2024, 10:01 - Jonas: hello\n13/03/2024, 10:01 - Jonas: bye\n"
    for name in ["files/a/chat.txt", "WhatsApp Chat with Jonas.txt", "phone/_chat.txt"] {
      _ = try bench.file(chat, named: "export/\(name)")
    }
    #expect(bench.run(bench.folder.url.appendingPathComponent("export")).summary.filesRead == 3)
    // A file of another program has the name.
    _ = try bench.file("{}", named: "other/result.json")
    _ = try bench.file(chat.replacing("Jonas", with: "Tove"), named: "other/WhatsApp Chat with Tove.txt")
    let other = bench.folder.url.appendingPathComponent("other")
    #expect(Importer.recognises(other.path) && bench.run(other).summary.added == 3)
  }
}
