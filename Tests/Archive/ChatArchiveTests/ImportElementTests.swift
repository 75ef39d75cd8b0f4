import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing Element", .dedicatedThreads)
struct ImportElementTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// The messages by the numbers of their events.
  private func messages() async throws -> [Int: Message] {
    let report = bench.run(Fixture.elementFolder)
    #expect(
      report.problems.filter { $0.effect == .skipped }.map(\.reason) == [
        "invalid JSON in a message", "message without an ID", "invalid date",
      ])
    let all = try await bench.archive.allMessages()
    #expect(try await bench.archive.onlyConversation().title == "Ridge walk")
    return Dictionary(uniqueKeysWithValues: all.map { (Int($0.sentAt - 1_709_280_000_000) / 1000, $0) })
  }

  @Test("Each event of people is a message, and others only change those")
  func events() async throws {
    let all = try await messages()
    #expect(
      all.keys.sorted() == [
        1, 2, 3, 4, 5, 6, 7, 15, 17, 18, 19, 20, 21, 26, 27, 28, 29, 30, 31, 33, 36,
      ])
    #expect(
      [1, 2, 3, 4, 30, 31, 36].map { all[$0]?.text } == [
        "Mara Lind created the room", "Mara Lind joined the room", "Mara Lind invited Jonas",
        "Jonas joined the room",
        "Mara Lind named the room “Ridge walk”", "Mara Lind set the topic: Boots", "Jonas left the room",
      ])
    #expect([1, 2, 3, 4, 30, 31, 36].allSatisfy { all[$0]?.kind == .service })
    #expect(all[15]?.kind == .deleted && all[26]?.kind == .action)
    #expect(
      [27, 28].allSatisfy { all[$0]?.kind == .unsupported && all[$0]?.details.unsupportedKind == "encrypted" }
    )
    #expect(all[5]?.isOwn == true && all[6]?.isOwn == false)
    #expect(all[6]?.sender?.name == "Jonas")
    #expect(bench.run(Fixture.elementFolder).summary.added == 0)
  }

  @Test("HTML becomes text with ranges, without the quote that stands for the answered message")
  func html() async throws {
    let all = try await messages()
    #expect(all[6]?.details.quotation == Quotation(name: "Mara Lind", text: "Grüße"))
    #expect(
      all[6]?.text
        == "Hi <b> bold it u s c\nMara Lind here hidden :sock:\nlet a\n  = 1\nquoted\n• one\n• two")
    #expect(
      all[6]?.stretches == [
        "bold", "it", "u", "s", "c", "Mara Lind", "here", "hidden", ":sock:", "let a\n  = 1", "quoted",
      ])
    #expect(
      all[6]?.entities.map(\.kind) == [
        .bold, .italic, .underline, .strikethrough, .code, .mention, .link(target: "https://example.org/y"),
        .spoiler, .customEmoji, .pre, .quote,
      ])
    #expect(all[6]?.reply?.id == all[5]?.id)
    #expect(all[29]?.reply?.id == all[7]?.id)
    #expect(all[5]?.entities.map(\.kind) == [.link(target: "https://example.org/x")])
  }

  @Test("Edits by the sender, reactions that were not removed, and votes belong to their messages")
  func relations() async throws {
    let all = try await messages()
    let edited = try #require(all[7])
    #expect(edited.text == "third text" && edited.editedAt == 1_709_280_009_000)
    #expect(
      try await bench.archive.edits(of: edited.id) == [
        Edit(replacedAt: 1_709_280_008_000, text: "first text"),
        Edit(replacedAt: 1_709_280_009_000, text: "second text"),
      ])
    #expect(all[5]?.reactions.map(\.key) == ["👍"] && all[5]?.reactions.map(\.count) == [2])
    #expect(all[5]?.reactions.first?.isOwn == true)
    #expect(
      all[21]?.details.content
        == .poll(
          Poll(
            question: "Which day?",
            options: [.init(text: "Saturday", votes: 2, isChosen: true), .init(text: "Sunday", votes: 0)],
            voterCount: 2, isClosed: true)))
  }

  // The numbers were lost, and the cells were one word.
  @Test("Lists have their numbers and bullets, and tables have tabs between their cells")
  func lists() async throws {
    let html = [
      "<ol start='3'>\\n<li>soup</li>\\n<li><p>salad</p>\\n<ul>\\n<li>green <b>one</b></li>\\n</ul></li>\\n</ol>",
      "<table><thead><tr>\\n<th>a</th>\\n<th>b</th></tr></thead><tr><td>c1</td><td>c2</td></tr></table>",
      "<p>two: </p><ul><li>x</li></ul><li>y</li>",
    ]
    let events = html.enumerated().map { index, html in
      #"{"event_id":"$\#(index)","origin_server_ts":\#(1_709_280_000_000 + index),"type":"m.room.message","#
        + #""sender":"@mara:example.org","content":{"msgtype":"m.text","body":"x","#
        + #""format":"org.matrix.custom.html","formatted_body":"\#(html)"}}"#
    }
    try bench.run(
      text: #"{"room_name":"R","exported_by":"M","messages":[\#(events.joined(separator: ","))]}"#,
      named: "export.json")
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.text) == ["3. soup\n4. salad\n  • green one", "a\tb\nc1\tc2", "two:\n• x\ny"])
    #expect(all[0].stretches == ["one"])
  }

  // The poll had the first question, and votes for the new answers were lost.
  @Test(
    "An edited poll has the last question and answers, also without the first ones", arguments: [true, false])
  func editedPoll(isWhole: Bool) async throws {
    func event(_ number: Int, _ type: String, _ content: String) -> String {
      #"{"event_id":"$\#(number)","origin_server_ts":\#(1_709_280_000_000 + number),"type":"m.poll.\#(type)","#
        + #""sender":"@mara:example.org","content":{\#(content)}}"#
    }
    func start(_ question: String, _ answers: String...) -> String {
      let list = answers.map { #"{"m.id":"\#($0)","m.text":[{"body":"\#($0)"}]}"# }.joined(separator: ",")
      return #""m.poll":{"question":{"m.text":[{"body":"\#(question)"}]},"answers":[\#(list)]}"#
    }
    let first = event(1, "start", start("Which day?", "Saturday"))
    let later = [
      event(
        2, "start",
        #""m.new_content":{\#(start("When?", "June", "July"))},"m.relates_to":{"rel_type":"m.replace","event_id":"$1"}"#
      ),
      event(
        3, "response",
        #""m.selections":["July"],"m.relates_to":{"rel_type":"m.reference","event_id":"$1"}"#),
    ]
    let events = (isWhole ? [first] : []) + later
    try bench.run(
      text: #"{"room_name":"R","exported_by":"M","messages":[\#(events.joined(separator: ","))]}"#,
      named: "export.json")
    let all = try await bench.archive.allMessages()
    #expect(
      all.map(\.details.content) == [
        .poll(
          Poll(
            question: "When?", options: [.init(text: "June", votes: 0), .init(text: "July", votes: 1)],
            voterCount: 1, isClosed: false))
      ])
    #expect(all[0].text == "" && all[0].editedAt == 1_709_280_000_002)
    #expect(
      try await bench.archive.edits(of: all[0].id).map(\.text) == (isWhole ? ["Which day?\nSaturday"] : []))
  }

  // Votes after the end were counted, and anybody could end a poll.
  @Test(
    "Who started a poll or a moderator ends it, and later votes do not count", arguments: ["a", "m", "x"])
  func endedPoll(by person: String) async throws {
    var count = 0
    func event(_ sender: String, _ type: String, _ content: String) -> String {
      count += 1
      return
        #"{"event_id":"$\#(count)","origin_server_ts":\#(1_709_280_000_000 + count),"type":"m.\#(type)","#
        + #""state_key":"","sender":"@\#(sender):e","content":{\#(content)}}"#
    }
    let relation = #""m.relates_to":{"rel_type":"m.reference","event_id":"$1"}"#
    func vote(_ sender: String, _ answer: String) -> String {
      event(sender, "poll.response", #""m.selections":["\#(answer)"],\#(relation)"#)
    }
    let answers = ["Sat", "Sun"].map { #"{"m.id":"\#($0)","m.text":[{"body":"\#($0)"}]}"# }
    let events = [
      event(
        "a", "poll.start",
        #""m.poll":{"question":{"m.text":[{"body":"When?"}]},"answers":[\#(answers.joined(separator: ","))]}"#
      ),
      event("a", "room.power_levels", #""users":{"@m:e":50,"@x:e":49}"#),
      vote("b", "Sat"), event(person, "poll.end", relation), vote("b", "Sun"), vote("c", "Sun"),
    ]
    try bench.run(
      text: #"{"room_name":"R","exported_by":"M","messages":[\#(events.joined(separator: ","))]}"#,
      named: "export.json")
    let isClosed = person != "x"
    #expect(
      try await bench.archive.allMessages().map(\.details.content) == [
        .poll(
          Poll(
            question: "When?",
            options: [
              .init(text: "Sat", votes: isClosed ? 1 : 0), .init(text: "Sun", votes: isClosed ? 0 : 2),
            ],
            voterCount: isClosed ? 1 : 2, isClosed: isClosed))
      ])
  }

  @Test("A reply without the quoted message keeps a quotation of its own")
  func ownQuotation() async throws {
    let events = ["> two for one\\n\\nno", "> <@mara:example.org> one\\n> two\\n\\nyes"].enumerated().map {
      index, body in
      #"{"event_id":"$\#(index)","origin_server_ts":\#(1_709_280_000_000 + index),"type":"m.room.message","#
        + #""sender":"@mara:example.org","content":{"msgtype":"m.text","body":"\#(body)","#
        + #""m.relates_to":{"m.in_reply_to":{"event_id":"$9"}}}}"#
    }
    bench.run(
      try bench.file(
        #"{"room_name":"R","exported_by":"M","messages":[\#(events.joined(separator: ","))]}"#,
        named: "export.json"))
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.text) == ["> two for one\n\nno", "yes"])
    #expect(all.map(\.reply?.excerpt) == [nil, "one"])
  }

  // Element can export the last messages only.
  @Test(
    "Edits whose original is not in the file are the message, and those of one that could not be decrypted its text"
  )
  func editsWithoutOriginal() async throws {
    func event(_ id: String, _ second: Int, _ content: String) -> String {
      #"{"event_id":"\#(id)","origin_server_ts":\#(1_709_280_000_000 + second * 1000),"type":"m.room.message","#
        + #""sender":"@mara:example.org","content":\#(content)}"#
    }
    func edit(_ of: String, _ text: String) -> String {
      #"{"msgtype":"m.text","body":"* x","m.new_content":{"msgtype":"m.text","body":"\#(text)"},"#
        + #""m.relates_to":{"rel_type":"m.replace","event_id":"\#(of)"}}"#
    }
    func file(_ events: String...) throws -> URL {
      try bench.file(
        #"{"room_name":"R","exported_by":"M","messages":[\#(events.joined(separator: ","))]}"#,
        named: "export.json")
    }
    let last = [event("$2", 20, edit("$1", "two")), event("$3", 30, edit("$1", "three"))]
    let lost = event("$4", 40, #"{"msgtype":"m.bad.encrypted","body":"** Unable to decrypt **"}"#)
    bench.run(try file(last[0], last[1], lost, event("$5", 50, edit("$4", "read"))))
    var all = try await bench.archive.allMessages()
    #expect(all.map(\.text) == ["three", "read"] && all.allSatisfy { $0.editedAt != nil })
    #expect(all.map(\.kind) == [.normal, .normal])
    bench.run(try file(event("$1", 10, #"{"msgtype":"m.text","body":"one"}"#), last[0], last[1]))
    all = try await bench.archive.allMessages()
    #expect(all.map(\.text) == ["three", "read"])
    #expect(all[0].sentAt == 1_709_280_010_000)
  }

  @Test("Files are found by their names")
  func files() async throws {
    let all = try await messages()
    let folder = Fixture.elementFolder.standardizedFileURL.path
    #expect(
      [17, 18, 19, 33].flatMap { all[$0]?.attachments ?? [] } == [
        Attachment(
          kind: .photo, width: 640, height: 480, byteCount: 4, name: "hut.jpg",
          path: "\(folder)/images/hut-1-3-2024 at 09-00-17.jpg"),
        Attachment(kind: .voice, byteCount: 9, duration: 7000, name: "v.ogg"),
        Attachment(kind: .sticker, width: 128, height: 128, name: "Wave"),
        Attachment(
          kind: .file, byteCount: 6, name: "route.gpx", path: "\(folder)/files/route-1-3-2024 at 09-00-33.gpx"
        ),
      ])
    #expect(all[33]?.text == "With words")
    #expect(all[20]?.details.content == Place(latitude: 46.5, longitude: 7.25).map { .place($0) })
  }

  // The time grew with the square of the number: 100,000 reactions took 37 s.
  @Test("Tens of thousands of reactions to one message count, without the removed ones and repetitions")
  func manyReactions() async throws {
    func event(_ number: Int, _ type: String, _ sender: String, _ content: String) -> String {
      """
      {"type":"\(type)","sender":"\(sender)","event_id":"$\(number)","origin_server_ts":\(1_709_280_000_000 + number),\
      "room_id":"!r:x","content":\(content)}
      """
    }
    let like = #"{"m.relates_to":{"rel_type":"m.annotation","event_id":"$1","key":"👍"}}"#
    var events = [event(1, "m.room.message", "@m:x", #"{"msgtype":"m.text","body":"hi"}"#)]
    for number in 2..<30_002 { events.append(event(number, "m.reaction", "@u\(number):x", like)) }
    events.append(event(40_000, "m.reaction", "@u2:x", like))
    for number in 0..<10_000 {
      events.append(event(50_000 + number, "m.room.redaction", "@m:x", #"{"redacts":"$\#(number + 3)"}"#))
    }
    try bench.run(
      text: "{\"room_name\":\"R\",\"exported_by\":\"M\",\"messages\":[\(events.joined(separator: ","))]}",
      named: "export.json")
    #expect(try await bench.archive.allMessages().map { $0.reactions.map(\.count) } == [[20_000]])
  }
}

@Suite("The bound of Element's changes to messages", .dedicatedThreads)
struct ElementBoundTests {
  @Test("Changes beyond the bound are left out, which a line reports", arguments: [1, 2, 3])
  func bound(limit: Int) throws {
    let bench = try ImportBench()
    let events = (0..<6).map { number in
      let content =
        number < 3
        ? #""type": "m.room.message", "content": {"msgtype": "m.text", "body": "x"}"#
        : #""type": "m.reaction", "content": {"m.relates_to": {"rel_type": "m.annotation", "key": "👍", "#
          + #""event_id": "$\#(number - 3)"}}"#
      return #"{"event_id": "$\#(number)", "origin_server_ts": \#(1_709_280_000_000 + number), "#
        + #""sender": "@mara:example.org", \#(content)}"#
    }
    let file = try bench.file(
      #"{"room_name": "Walks", "exported_by": "mara", "messages": [\#(events.joined(separator: ","))]}"#,
      named: "export.json")
    let found = ImportListing(of: [file]).files
    var reader = try ElementReader(
      ImportInput(
        parts: found, format: .element, tree: ImportTree(at: file, found),
        options: ImportOptions(timeZone: .gmt), chunkSize: 64), relations: MatrixRelations(limit: limit))
    var reactions = 0
    var problems: [ImportProblem] = []
    while let item = reader.next() {
      switch item {
      case .message(let message): reactions += message.reactions.count
      case .problem(let problem): problems.append(problem)
      }
    }
    #expect(reactions == limit)
    #expect(problems.map(\.effect) == (limit < 3 ? [.incomplete] : []))
    #expect(problems.first?.reason.contains("\(3 - limit) ") ?? (limit == 3))
  }
}

@Suite("Importing Signal", .dedicatedThreads)
struct ImportSignalTests {
  @Test("The messages of sigtop have their texts, times, quotes, edits, files and reactions")
  func messages() async throws {
    let bench = try ImportBench()
    let report = bench.run(Fixture.signal)
    #expect(report.problems.map(\.reason) == ["invalid JSON in a message", "invalid date"])
    #expect(try await bench.archive.onlyConversation().title == "Jonas Weber")
    let all = try await bench.archive.allMessages()
    #expect(
      all.map(\.text) == [
        "Grüße 👋 bold @Mara https://example.org/x", "An answer", "third", "", "Pictures", "",
        "Jonas Weber called (1 min 5 s)", "The safety number of Jonas Weber has changed", "",
        "Messages vanish after 3600 seconds", "same time", "same time, another one", "",
      ])
    #expect(all[0].stretches == ["bold", "@Mara", "https://example.org/x"])
    #expect(all[0].entities.map(\.kind) == [.bold, .mention, .link(target: "https://example.org/x")])
    #expect(all[0].reactions.map(\.key) == ["👍", "❤️"] && all[0].reactions.map(\.count) == [2, 1])
    #expect(all[1].reply?.id == all[0].id && all[1].isOwn && !all[0].isOwn)
    #expect(all[0].sender?.name == "Jonas Weber" && all[1].sender?.name == "You")
    #expect(all[2].editedAt == 1_709_280_005_000)
    #expect(
      try await bench.archive.edits(of: all[2].id) == [
        Edit(replacedAt: 1_709_280_004_000, text: "first"),
        Edit(replacedAt: 1_709_280_005_000, text: "second"),
      ])
    #expect(
      all.map(\.kind) == [
        .normal, .normal, .normal, .deleted, .normal, .normal, .service, .service, .normal, .service, .normal,
        .normal, .unsupported,
      ])
    #expect(
      all[4].attachments == [
        Attachment(kind: .photo, width: 640, height: 480, byteCount: 1234, name: "hut.jpg"),
        Attachment(kind: .voice, byteCount: 5), Attachment(kind: .animation),
      ])
    #expect(all[5].attachments == [Attachment(kind: .sticker, width: 512, height: 512, name: "🥾")])
    #expect(all[6].details.content == .call(Call(outcome: .ended, duration: 65)))
    #expect(all[8].details.content == .contact(Contact(name: "Amir Haddad", phone: "+49 1")))
    #expect(bench.run(Fixture.signal).summary.added == 0)
  }

  @Test("In a group, people are not named after it")
  func group() async throws {
    let bench = try ImportBench()
    let messages = [("aci-a", "+491"), ("aci-b", "+492")].enumerated().map { index, person in
      #"{"id": "\#(index)", "type": "incoming", "conversationId": "g", "sent_at": \#(1_709_280_000_000 + index), "#
        + #""sourceServiceId": "\#(person.0)", "source": "\#(person.1)", "body": "x"}"#
    }
    try bench.run(text: "[\(messages.joined(separator: ","))]", named: "Walkers.json")
    #expect(try await bench.archive.onlyConversation().title == "Walkers")
    #expect(try await bench.archive.allMessages().map(\.sender?.name) == ["+491", "+492"])
  }

  @Test(
    "Messages that two people send in the same millisecond are two, in any export, and quotes name their sender"
  )
  func sameTime() async throws {
    let bench = try ImportBench()
    let own =
      #"{"id": "1", "type": "outgoing", "conversationId": "g", "sent_at": 1709280000000, "body": "mine"}"#
    let other =
      #"{"id": "2", "type": "incoming", "conversationId": "g", "sent_at": 1709280000000, "#
      + #""sourceServiceId": "aci-a", "source": "+491", "body": "theirs"}"#
    let quotes = ["aci-a", "+491", "aci-me"].enumerated().map { index, author in
      #"{"id": "q", "type": "outgoing", "conversationId": "g", "sent_at": \#(1_709_280_000_001 + index), "#
        + #""quote": {"id": 1709280000000, "author": "\#(author)"}, "body": "\#(author)"}"#
    }
    let counts = try [[own], [other] + quotes, [own, other] + quotes].map { records in
      try bench.run(text: "[\(records.joined(separator: ","))]", named: "Walkers.json").summary.added
    }
    #expect(counts == [1, 4, 0])
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.text) == ["mine", "theirs", "aci-a", "+491", "aci-me"])
    #expect(all.dropFirst(2).map(\.reply?.id) == [all[1].id, all[1].id, all[0].id])
  }

  // The 66th message had the key of the first one, and was lost as a duplicate.
  @Test("Any number of messages of one millisecond are all kept, and known again")
  func oneMillisecond() throws {
    let bench = try ImportBench()
    let records = (0..<200).map {
      #"{"id":"\#($0)","type":"outgoing","conversationId":"c","sent_at":1709280000000,"body":"m\#($0)"}"#
    }
    let text = "[\(records.joined(separator: ","))]"
    #expect(try bench.run(text: text, named: "Mara.json").summary.added == 200)
    #expect(try bench.run(text: text, named: "Mara.json").summary.duplicates == 200)
  }
}

@Suite("The order of messages of one time", .dedicatedThreads)
struct ImportTieTests {
  private static let telegram: @Sendable ([Int]) -> String = { ids in
    let messages = ids.map {
      #"{"id": \#($0), "type": "message", "date_unixtime": "1709280000", "from": "a", "from_id": "user1", "text": "\#($0)"}"#
    }
    return
      #"{"name": "n", "type": "private_group", "id": 1, "messages": [\#(messages.joined(separator: ","))]}"#
  }
  private static let discord: @Sendable ([Int]) -> String = { ids in
    let messages = ids.map {
      #"{"id": "\#((309_280_000_000 << 22) | $0 << 2)", "type": "Default", "timestamp": "2024-03-01T09:00:00.500+00:00", "#
        + #""content": "\#($0)", "author": {"id": "1", "name": "a", "isBot": false}}"#
    }
    return
      #"{"guild": {"id": "1", "name": "g"}, "channel": {"id": "2", "type": "GuildTextChat", "name": "c"}, "#
      + #""messages": [\#(messages.joined(separator: ","))]}"#
  }

  @Test("It is that of the numbers, whichever export is the first", arguments: [telegram, discord])
  func numbers(export: @Sendable ([Int]) -> String) async throws {
    for parts in [[[1, 2], [3, 4]], [[3, 4], [1, 2]], [[2, 4], [1, 3]]] {
      let bench = try ImportBench()
      for part in parts { try bench.run(text: export(part), named: "result.json") }
      #expect(try await bench.archive.allMessages().map(\.text) == ["1", "2", "3", "4"])
    }
  }

  @Test("It is that of the file where keys have no order")
  func files() throws {
    let bench = try ImportBench()
    let signal = ["b", "a", "c"].map {
      #"{"id": "1", "type": "incoming", "conversationId": "g", "sent_at": 1709280000000, "source": "\#($0)", "body": "\#($0)"}"#
    }
    let element = ["b", "a", "c"].map {
      #"{"event_id": "\#($0)", "origin_server_ts": 1709280000000, "sender": "@m:x", "type": "m.room.message", "#
        + #""content": {"msgtype": "m.text", "body": "\#($0)"}}"#
    }
    let log = (0..<1200).map { "[10:00:00] <m> \($0)\n" }.joined()
    for (name, text) in [
      ("Walkers.json", "[\(signal.joined(separator: ","))]"),
      (
        "export.json",
        #"{"room_name": "w", "exported_by": "m", "messages": [\#(element.joined(separator: ","))]}"#
      ),
      ("#walks-2024-03-30.log", log),
    ] {
      let messages = try ReadExport(try bench.file(text, named: name)).messages
      #expect(messages.count > 2)
      let keys = messages.map { $0.orderKey ?? 0 }
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(name)")
    }
  }

  @Test("Files are found by the beginning of their paths, in whatever order they were listed")
  func prefixes() {
    let names = ["b/2", "a/1", "b/1", "ab", "b"]
    let files = names.map { ImportFile(url: URL(fileURLWithPath: "/x/\($0)"), byteCount: 0, folder: nil) }
    let tree = ImportTree(at: URL(fileURLWithPath: "/x"), files)
    #expect(tree.files(withPrefix: "/x/b/").map(\.url.path) == ["/x/b/1", "/x/b/2"])
    #expect(tree.files(withPrefix: "/x/c").map(\.url.path) == [])
  }
}
