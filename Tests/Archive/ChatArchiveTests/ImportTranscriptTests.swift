import ExportWriters
import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing the text of Signal and iMessage", .dedicatedThreads)
struct ImportTranscriptTests {
  @Test("Everything that signal-export writes is read")
  func signalExport() throws {
    let read = try ReadExport(Fixture.signalExport)
    #expect(
      read.lines == [
        "2024-03-13T18:05:10Z Me*: Saturday?",
        "2024-03-13T18:05:40Z Mara Lind: Yes⏎⏎and tea 👍×2 Me, Jonas ❤️×1 Tove",
        "2024-03-13T18:06:00Z Mara Lind: [photo hut.jpg, 7 B] [file map one.pdf, missing]",
        "2024-03-13T18:07:00Z Jonas: Saturday?⏎At eight?⏎Fine",
        "2024-03-13T18:08:00Z Jonas: [sticker 😀, missing]",
        "2024-03-13T18:09:00Z Tove: <deleted>",
        "2024-03-13T18:10:00Z Me*: <service> Me called (3 min 2 s) {ended 182 s}",
        "2024-03-13T18:11:00Z Mara Lind: Tom wrote:⏎[2024-03-12 09:00:00] Tom: snow",
        "2024-03-13T18:12:00Z –: <service> Jonas left the group",
        "2024-03-13T18:12:00Z Tove: a broken date",
      ])
    #expect(
      read.remarks == [
        "chat.md:20: invalid date; the message has the time of the one before it"
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["signal:Ridge walkers"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("In signal-export's text, names have colons, and a person can be called You")
  func signalExportNames() throws {
    let text =
      "[2024-03-01 20:05:00] Tove:work: a: b  \n[2024-03-01 20:06:00] You: c  \n[2024-03-01 20:07:00] Me:\n"
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "Walks/chat.md"))
    #expect(
      read.lines == [
        "2024-03-01T20:05:00Z Tove:work: a: b", "2024-03-01T20:06:00Z You: c", "2024-03-01T20:07:00Z Me*:",
      ])
  }

  @Test("A reply to a message before a file's first one names its sender only if the owner is known")
  func signalReplies() throws {
    func message(_ sentAt: Int, _ sender: String?, quoting quoted: (Int, String)?) -> JSON {
      var record: JSON = [
        "type": sender == nil ? "outgoing" : "incoming", "conversationId": "c", "sent_at": .number(sentAt),
        "body": "b",
      ]
      if let sender { record.add("sourceServiceId", .string(sender)) }
      if let (id, author) = quoted {
        record.add("quote", ["id": .number(id), "authorAci": .string(author)])
      }
      return record
    }
    let records = [
      message(1_700_000_000_000, "mara", quoting: (1_600_000_000_000, "tove")),
      message(1_700_000_001_000, "jonas", quoting: (1_600_000_000_000, "own")),
      message(1_700_000_002_000, nil, quoting: (1_700_000_001_000, "jonas")),
      message(1_700_000_003_000, "mara", quoting: (1_700_000_002_000, "own")),
    ]
    let bench = try ImportBench()
    let file = try bench.file(JSON.array(records).text, named: "Walks.json")
    #expect(
      try ReadExport(file).messages.map(\.replyTo)
        == ["1600000000000/tove", "1600000000000/me", "1700000001000/jonas", "1700000002000/me"])
    // Without the quote that tells the owner, the first two can be the owner's.
    let file2 = try bench.file(JSON.array(Array(records.prefix(3))).text, named: "Walks 2.json")
    #expect(try ReadExport(file2).messages.map(\.replyTo) == [nil, nil, "1700000001000/jonas"])
  }

  @Test("signal-export of 2026 writes calls, files that were left out, stickers, and names with commas")
  func signalExport2026() throws {
    let bench = try ImportBench()
    let text = """
      [2026-07-01 18:00:00] Lind, Mara: Here is the route  
      (- Me: 👍, Lind, Mara: ❤️, Tove: 😀 -)

      [2026-07-01 18:01:00] Me:   (media not exported)  

      [2026-07-01 18:02:00] Lind, Mara: 

      > Photo

      Nice one  

      [2026-07-01 18:03:00] Me:   [😀](../exported_stickers/a1b2c3/3.webp)  

      [2026-07-01 18:04:00] Lind, Mara: Missed voice call  

      [2026-07-01 18:05:00] Me: Outgoing video call (unanswered)  

      [2026-07-01 18:06:00] Tove: (This message was deleted)

      [2026-07-01 18:07:00] Tove: The plan  (attachment not exported)  (media not exported)  

      [2026-07-01 18:08:00] Lind, Mara: I wrote (media not exported)  

      """
    _ = try bench.file(text, named: "out/Ridge walkers/chat.md")
    let data = #"{"date": "2026-07-01T18:00:00", "sender": "Me", "body": "x", "quote": "", "sticker": null}"#
    _ = try bench.file(data, named: "out/Ridge walkers/data.json")
    _ = try bench.file("<!DOCTYPE html><html><body></body></html>", named: "out/Ridge walkers/index.html")
    _ = try bench.file(Data([0x52]), named: "out/exported_stickers/a1b2c3/3.webp")
    let read = try ReadExport(bench.folder.url.appendingPathComponent("out"))
    #expect(
      read.lines == [
        "2026-07-01T18:00:00Z Lind, Mara: Here is the route 👍×1 Me ❤️×1 Lind, Mara 😀×1 Tove",
        "2026-07-01T18:01:00Z Me*: [photo missing]",
        "2026-07-01T18:02:00Z Lind, Mara: Photo⏎Nice one",
        "2026-07-01T18:03:00Z Me*: [sticker 😀,1 B]".replacing(",1", with: ", 1"),
        "2026-07-01T18:04:00Z Lind, Mara: <service> Lind, Mara called; nobody answered {missed }",
        "2026-07-01T18:05:00Z Me*: <service> Me called; nobody answered {missed }",
        "2026-07-01T18:06:00Z Tove: <deleted>",
        "2026-07-01T18:07:00Z Tove: The plan [file missing] [photo missing]",
        "2026-07-01T18:08:00Z Lind, Mara: I wrote (media not exported)",
      ])
    let report = bench.run(bench.folder.url.appendingPathComponent("out"))
    #expect(report.summary.added == 9 && report.summary.failures.isEmpty && report.summary.skipped == 0)
    let alone = bench.run(bench.folder.url.appendingPathComponent("out/Ridge walkers/data.json"))
    #expect(
      alone.summary.failures.map(\.description).first?.hasSuffix("Choose the folder, or chat.md in it.")
        == true)
  }

  @Test("In signal-export's text, a name can contain a colon and a blank")
  func signalExportColons() throws {
    let lines = (0..<3).map {
      "[2024-03-01 20:05:0\($0)] Tove: work: a: b  \n[2024-03-01 20:05:0\($0)] Me: c: d  \n"
    }
    let bench = try ImportBench()
    let read = try ReadExport(
      try bench.file(
        lines.joined() + "[2024-03-01 20:06:00] Me: e\n(- Tove: work: 👍, Me: :hut: -)", named: "W/chat.md"))
    #expect(Set(read.messages.compactMap(\.sender?.name)) == ["Tove: work", "Me"])
    #expect(read.messages.map(\.text).prefix(2) == ["a: b", "c: d"])
    #expect(read.messages.last?.reactions.flatMap(\.people).map(\.sender.name) == ["Tove: work", "Me"])
  }

  @Test("In signal-export's text, only what the program writes about a call is a call")
  func signalExportCalls() throws {
    let texts = [
      "Missed your call", "Missed all of it, see call (sorry)",
      "Outgoing team call is at nine (see call list)",
      "missed call",
    ]
    let calls = ["Missed voice call", "Incoming call", "Outgoing video call (accepted, 1m 2s)"]
    let lines = (texts + calls).enumerated().map { "[2024-03-01 12:00:0\($0)] Mara: \($1)  \n" }
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(lines.joined(), named: "Walks/chat.md"))
    #expect(read.messages.prefix(texts.count).map(\.text) == texts)
    #expect(read.messages.map(\.kind) == texts.map { _ in .normal } + calls.map { _ in .service })
  }

  // The reply was a part of the text, and the second line of a reply a part of the message before it.
  @Test("A reply of iMessage can follow without an empty line, and only its first line be indented")
  func imessageReplies() throws {
    let text = """
      Mar 01, 2024 12:00:00 PM
      Me
      look
          Mar 01, 2024 12:01:00 PM
          Mara Lind
          a reply
      of two lines


      Mar 01, 2024 12:01:00 PM
      Mara Lind
      a reply
      of two lines
      This message responded to an earlier message.

      """
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "Mara Lind.txt"))
    #expect(read.messages.map(\.text) == ["look", "a reply\nof two lines"])
  }

  // The second paragraph was a part of the message before the reply.
  @Test("A reply of iMessage can have empty lines, but the parts of a message with files go on after a reply")
  func imessageReplyParagraphs() throws {
    let header = "Mar 01, 2024 12:00:00 PM"
    func texts(_ original: String, after: String) throws -> [String] {
      let reply = "    Mar 01, 2024 12:01:00 PM\n    Mara Lind\n    first paragraph\n"
      let bench = try ImportBench()
      let text = "\(header)\nMe\n\(original)\n\(reply)\n\(after)\n\n\(header)\nMe\nok\n"
      return try ReadExport(try bench.file(text, named: "Mara Lind.txt")).messages.map(\.text)
    }
    #expect(try texts("look", after: "second paragraph") == ["look", "ok"])
    #expect(try texts("attachments/1/hut.heic", after: "the hut") == ["the hut", "ok"])
    // A damaged header does not belong to the reply.
    #expect(try texts("look", after: "Mrr 01, 2024 12:00:00 PM\nMe\nlost").first?.hasSuffix("lost") == true)
  }

  @Test("An indented date in a text of iMessage is text")
  func imessageIndentedDate() throws {
    let text = """
      Mar 01, 2024 12:00:00 PM
      Me
      see the log:
          Mar 01, 2024 12:01:00 PM
      crashed

      Mar 01, 2024 12:01:00 PM
      Me
      They deleted a message.

      """
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "Mara Lind.txt"))
    #expect(
      read.messages.map(\.text) == [
        "see the log:\n    Mar 01, 2024 12:01:00 PM\ncrashed", "They deleted a message.",
      ])
    let cut = "Mar 01, 2024 12:00:00 PM\nMe\nsee the log:\n    Mar 01, 2024 12:01:00 PM"
    let last = try ReadExport(try bench.file(cut, named: "Tove.txt"))
    #expect(last.messages.map(\.text) == ["see the log:\n    Mar 01, 2024 12:01:00 PM"])
  }

  @Test("In a chat of two people, sigtop's reactions are those of the two")
  func signalReactions() throws {
    let text = """
      [{"id": "a1", "type": "outgoing", "conversationId": "c1", "sent_at": 1709294400000, "body": "one",
      "reactions": [{"emoji": "👍", "fromId": "c1", "timestamp": 1709294401500}]},
      {"id": "a2", "type": "incoming", "conversationId": "c1", "sent_at": 1709294402000, "sourceServiceId": "u-2",
      "body": "two", "reactions": [{"emoji": "🎉", "fromId": "ours", "timestamp": 1709294403000}]}]
      """
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "Mara Lind (+4915550000002).json"))
    let senders = read.messages.map { $0.reactions.flatMap(\.people).map(\.sender) }
    #expect(senders == [read.messages[1], read.messages[0]].map { [$0.sender].compactMap(\.self) })
    // A group's number belongs to no person.
    let group = try ReadExport(
      try bench.file(
        text.replacing(#""conversationId": "c1""#, with: #""conversationId": "g1""#), named: "Hut.json"))
    #expect(group.messages.map { $0.reactions.flatMap(\.people).map(\.sender.name) } == [["c1"], ["ours"]])
  }

  @Test("Effects, withdrawn parts, stickers and events of iMessage are no texts")
  func imessage2026() throws {
    let text = """
      Aug 02, 2026  9:40:00 PM (Read by you after 3 seconds)
      Mara Lind
      Happy birthday!
      Sent with Confetti

      Aug 02, 2026  9:41:10 PM (Read by them after 4 seconds)
      Me
      Thank you
      Sent with Slam
      Tapbacks:
          Loved by Mara Lind
          Sticker from Mara Lind: attachments/12/wave.heic (App: Hut Stickers) from Mara Lind
          Sticker from Jonas Weber not found!

      Aug 02, 2026  9:43:20 PM (Read by them after 4 seconds)
      Me
      You unsent this message part 3 seconds after sending!

      Aug 02, 2026  9:44:10 PM
      Me
      You deleted a message.

      Aug 02, 2026  9:44:30 PM
      Me
      First part
      attachments/12/hut.heic
      You unsent this message part 1 minute after sending!

      Aug 02, 2026  9:44:50 PM
      Mara Lind
      This message was deleted from the conversation!
      I had thrown this away

      Aug 02, 2026  9:45:00 PM
      Me
      Aug 02, 2026  9:45:00 PM At eigth
      Edited 5 seconds later: At eight
      Edited 1 minute, 2 seconds later: At half past eight

      Aug 02, 2026  9:46:00 PM Mara Lind renamed the conversation to Ridge

      Aug 02, 2026  9:46:30 PM
      Me
      Started sharing location!

      Aug 02, 2026  9:46:50 PM
      Mara Lind
      Attachment missing!

      """
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "Mara Lind.txt"))
    #expect(
      read.lines == [
        "2026-08-02T21:40:00Z Mara Lind: Happy birthday!",
        "2026-08-02T21:41:10Z Me*: Thank you ❤️×1 Mara Lind Sticker×2 Mara Lind, Jonas Weber",
        "2026-08-02T21:43:20Z Me*: <deleted>", "2026-08-02T21:44:10Z Me*: <deleted>",
        "2026-08-02T21:44:30Z Me*: First part [photo hut.heic, missing]",
        "2026-08-02T21:44:50Z Mara Lind: I had thrown this away",
        "2026-08-02T21:45:00Z Me*: At half past eight (edited)",
        "2026-08-02T21:46:00Z –: <service> Mara Lind renamed the conversation to Ridge",
        "2026-08-02T21:46:30Z –: <service> Me started sharing their location",
        "2026-08-02T21:46:50Z Mara Lind: [file missing]",
      ])
  }

  @Test("Everything that imessage-exporter writes is read")
  func imessage() throws {
    let read = try ReadExport(Fixture.imessage)
    #expect(
      read.lines == [
        "2022-05-17T17:29:42Z Mara Lind: Saturday?⏎⏎On the ridge ❤️×1 Me 🎉×1 Jonas Weber",
        "2022-05-17T17:40:00Z Me*: A reply",
        "2022-05-17T17:41:00Z Me*: The hut [photo hut.heic, 5 B]",
        "2022-05-17T17:42:00Z Mara Lind: At eight (edited)",
        "2022-05-17T17:42:30Z Jonas Weber: <deleted>",
        "2022-05-17T17:43:00Z –: <service> You named the conversation Ridge walkers",
        "2022-05-18T00:01:02Z Mara Lind: Good night⏎⏎Mai 18, 2022 12:02:00 AM⏎Mara Lind⏎damaged "
          + "header",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["imessage:Mara Lind"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test(
    "A text that mentions a file or an edit is a text",
    arguments: [
      ("look at cdn.example.org/pics/cat.jpg", "look at cdn.example.org/pics/cat.jpg"),
      ("cdn.example.org/pics/cat.jpg", "cdn.example.org/pics/cat.jpg"),
      ("my attachments/notes.txt", "my attachments/notes.txt"),
      ("Edited the list, see you later: bye", "Edited the list, see you later: bye"),
      ("Edited later: bye", "Edited later: bye"),
      ("Edited 2 days later: bye", "bye (edited)"), ("Edited  later: bye", "bye (edited)"),
      ("Edited 1 hour, 1 second later: bye", "bye (edited)"),
      ("attachments/1/IMG 1.jpg", "[photo IMG 1.jpg, missing]"),
      ("/Users/mara/Library/Messages/Attachments/a/b/plan.key", "[file plan.key, missing]"),
      ("Sticker from Mara: attachments/1/s.png", "[sticker s.png, missing]"),
      ("Outline Sticker from Mara: attachments/1/s.png (App: Hut Stickers)", "[sticker s.png, missing]"),
      ("Attachment missing!", "[file missing]"),
      ("Sent with Confetti", "Sent with Confetti"), ("x\nSent with Confetti", "x"),
      ("x\nSent with Love and more", "x⏎Sent with Love and more"),
      ("Mara unsent this message part!", "<deleted>"), ("Mara unsent a message.", "<deleted>"),
      ("Mara unsent this message part 1 hour, 2 seconds after sending!", "<deleted>"),
      ("They deleted a message.", "<deleted>"),
      ("Jonas unsent this message part!", "Jonas unsent this message part!"),
      (
        "Mara unsent this message part of the plan after sending!",
        "Mara unsent this message part of the plan after sending!"
      ),
      ("a\nMay 17, 2022  5:29:42 PM b\nEdited 5 seconds later: c", "a⏎c (edited)"),
      ("May 17, 2022  5:29:42 PM b", "May 17, 2022  5:29:42 PM b"),
      ("SharePlay Message\nEnded", "<service> Mara ended SharePlay"),
      ("~/Library/Messages/Attachments/a/cat.jpg", "[photo cat.jpg, missing]"),
    ])
  func imessageTexts(line: String, expected: String) throws {
    let text = "May 17, 2022  5:29:42 PM\nMara\n\(line)\n\nMay 17, 2022  5:30:42 PM\nMe\nok\n"
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "Mara.txt"))
    // An event has no sender.
    let sender = expected.hasPrefix("<service>") ? "–" : "Mara"
    #expect(read.lines.first == "2022-05-17T17:29:42Z \(sender): \(expected)")
  }

  @Test(
    "A message that was delivered late is a message of its own, in any format",
    arguments: [
      (
        "chat.md",
        "[2024-03-01 20:05:00] Bob: a  \n[2024-03-02 08:00:00] Bob: b\n[2024-03-01 23:10:00] Anna: c\n"
      ),
      (
        "KakaoTalk_1.txt",
        "KakaoTalk Chat with Walks\nDate Saved : Mar 3, 2024 at 10:00\n\nMar 1, 2024 at 20:05, Bob : a\n"
          + "Mar 2, 2024 at 08:00, Bob : b\nMar 1, 2024 at 23:10, Anna : c\n"
      ),
      (
        "line.txt",
        "[LINE] Walks\nSaved on: 2024/03/03 10:00\n\n2024/03/01(Fri)\n20:05\tBob\ta\n23:12\tBob\tb\n21:10\tAnna\tc\n"
      ),
    ])
  func late(name: String, text: String) throws {
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: name))
    #expect(read.messages.map(\.sender?.name) == ["Bob", "Bob", "Anna"])
    #expect(read.messages.map(\.text) == ["a", "b", "c"])
  }

  @Test("Of a message that is too large the rest is left out, which is reported once, in any format")
  func tooLarge() throws {
    let file = ImportFile(url: URL(fileURLWithPath: "/chat.txt"), byteCount: 0, folder: nil)
    let input = ImportInput(
      parts: [file], format: .line, tree: ImportTree(at: file.url, [file]),
      options: ImportOptions(timeZone: .gmt), chunkSize: 4096)
    var transcript = Transcript(input, LINETranscript.self)
    transcript.begin(TranscriptMessage(local: 0, resolution: .minutes, sender: "Mara"), "Map:", at: 1)
    let half = String(repeating: "x", count: ByteReader.captureLimit / 2)
    for (index, line) in [half, half, half, "after it"].enumerated() { transcript.append(line, index + 2) }
    #expect(transcript.open?.text.utf8.count == "Map:\n".utf8.count + half.utf8.count)
    guard case .problem(let problem) = transcript.nextItem() else {
      Issue.record("nothing is reported")
      return
    }
    #expect(problem.place == .line(3) && problem.effect == .incomplete)
    #expect(transcript.nextItem() == nil)
  }
}
