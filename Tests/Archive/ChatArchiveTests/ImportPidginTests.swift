import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing Pidgin's logs", .dedicatedThreads)
struct ImportPidginTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private static let folder = "logs/jabber/mara@example.org/jonas@example.org"
  private static let heading =
    "Conversation with jonas@example.org at Fri 01 Mar 2024 11:58:00 PM CET on mara@example.org/home (jabber)"

  private func read(_ lines: String, named name: String) throws -> ReadExport {
    let isHTML = name.hasSuffix("html")
    let text =
      isHTML
      ? "<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=UTF-8\"><title>\(Self.heading)</title>"
        + "</head><body><h3>\(Self.heading)</h3>\n\(lines)</body></html>\n"
      : "\(Self.heading)\n\(lines)"
    return try ReadExport(try bench.file(text, named: "\(Self.folder)/\(name)"))
  }

  @Test("Text: times with the offset of the file's name, over midnight, and events without a name")
  func text() throws {
    let read = try read(
      """
      (11:58:05 PM) jonas@example.org/work: hello
      and another line: yes
      (11:59:00 PM) Mara Lind: hi
      (12:01:00 AM) ***Jonas waves
      (12:02:00 AM) jonas@example.org/work logged out.
      (12:03:00 AM) The topic for #walks is: Saturday
      (12:04:00 AM) Jonas <AUTO-REPLY>: I am away

      """, named: "2024-03-01.235800+0100CET.txt")
    #expect(
      read.lines == [
        "2024-03-01T22:58:05Z jonas@example.org/work: hello⏎and another line: yes",
        "2024-03-01T22:59:00Z Mara Lind: hi",
        "2024-03-01T23:01:00Z Jonas: <action> waves",
        "2024-03-01T23:02:00Z –: <service> jonas@example.org/work logged out.",
        "2024-03-01T23:03:00Z –: <service> The topic for #walks is: Saturday",
        "2024-03-01T23:04:00Z Jonas: I am away",
      ])
    #expect(read.remarks == [] && Set(read.messages.map(\.conversationTitle)) == ["jonas@example.org"])
  }

  // The sender was "Mara", and the action "Lind waves".
  @Test("An action of a person with a blank in the name, who also writes")
  func actionOfTwoWords() throws {
    let read = try read(
      "(08:00:00) ***Mara Lind waves\n(08:00:05) Mara Lind: hi\n(08:00:10) ***Jo Lind waves\n(08:00:15) ***Mara Lindt x\n",
      named: "2024-03-01.080000+0000UTC.txt")
    #expect(
      read.lines.map { $0.dropFirst("2024-03-01T08:00:00Z ".count) } == [
        "Mara Lind: <action> waves", "Mara Lind: hi", "Jo: <action> Lind waves", "Mara: <action> Lindt x",
      ])
  }

  // They were other people.
  @Test("Answers of a program and topics in other languages, and the sentences of OTR")
  func languages() throws {
    let replies = ["<Automatisch antworten>:", "<Réponse automatique>\u{a0}:", "<RESPUESTA AUTOMÁTICA>:"]
    let events = [
      "Das Thema für #swift ist: Huts", "Benutzer auf #swift: mara jonas", "Users on #swift: mara jonas",
      "Le sujet de #swift est\u{a0}: Huts", "tove hat das Thema geändert zu: Huts", "OTR Error: x",
      "The following message received from jonas@example.org was not encrypted: [hi]",
    ]
    let lines = replies.map { "(08:00:00) mara \($0) away\n" } + events.map { "(08:00:00) \($0)\n" }
    let read = try read(
      lines.joined() + "(08:00:00) Jo <Work>: hi\n", named: "2024-03-01.080000+0000UTC.txt")
    let time = "2024-03-01T08:00:00Z"
    #expect(
      read.lines == replies.map { _ in "\(time) mara*: away" }
        + events.map { "\(time) –: <service> \($0)" } + ["\(time) Jo <Work>: hi"])
  }

  @Test("HTML: the colours tell whose message it is, and the styles are kept")
  func html() throws {
    let read = try read(
      """
      <font color="#A82F2F"><font size="2">(23:58:05)</font> <b>Jonas:</b></font> see <a href="https://example.org/">this</a><br>or <b>not</b> &lt;3<br/>
      <font color="#16569E"><font size="2">(23:59:00)</font> <b>Mara:</b></font> yes: no<br/>
      <font color="#062585"><font size="2">(00:01:00)</font> <b>***Jonas</b></font> waves<br/>
      <font size="2">(00:02:00)</font><b> Jonas: has left the conversation.</b><br/>
      <font color="#FF0000"><font size="2">(00:03:00)</font><b> Unable to send message: too large</b></font><br/>

      """, named: "2024-03-01.235800+0100CET.html")
    #expect(
      read.lines == [
        "2024-03-01T22:58:05Z Jonas: see this⏎or not <3", "2024-03-01T22:59:00Z Mara*: yes: no",
        "2024-03-01T23:01:00Z Jonas: <action> waves",
        "2024-03-01T23:02:00Z –: <service> Jonas: has left the conversation.",
        "2024-03-01T23:03:00Z –: <service> Unable to send message: too large",
      ])
    #expect(read.messages[0].entities.map(\.kind) == [.link(target: "https://example.org/"), .bold])
    #expect(read.remarks == [] && read.questions == [])
  }

  // The program writes the end tags when it closes the conversation.
  @Test(
    "HTML without its end, in which nothing is lost",
    arguments: ["", "\n", "<br/>\n", "<br/>\n</body>", "<br/>\n</bod"])
  func cutOff(end: String) throws {
    let log = (0..<3).map {
      "<font color=\"#A82F2F\"><font size=\"2\">(23:58:0\($0))</font> <b>Jonas:</b></font> m\($0) <i>x</i>"
    }.joined(separator: "<br/>\n")
    let text = "<html><head><title>\(Self.heading)</title></head><body><h3>\(Self.heading)</h3>\n\(log)\(end)"
    let read = try ReadExport(
      try bench.file(text, named: "\(Self.folder)/2024-03-01.235800+0100CET.html"))
    #expect(read.messages.map(\.text) == ["m0 x", "m1 x", "m2 x"] && read.failure == nil)
    let whole = bench.run(bench.folder.url.appendingPathComponent(Self.folder))
    #expect(whole.summary.added == 3 && whole.summary.skipped == 0 && whole.lines == [])
  }

  @Test("A log in HTML that was cut off within a message keeps what is there")
  func cutWithin() throws {
    let line =
      "<font color=\"#A82F2F\"><font size=\"2\">(23:58:05)</font> <b>Jonas:</b></font> see <a href=\"https://example.org/"
    let text = "<html><head><title>\(Self.heading)</title></head><body><h3>\(Self.heading)</h3>\n\(line)"
    for count in 1...line.utf8.count {
      let cut = String(text.dropLast(line.utf8.count - count))
      let read = try ReadExport(try bench.file(cut, named: "\(Self.folder)/2024-03-01.235800+0100CET.html"))
      #expect(
        read.messages.count + read.problems.count >= (cut.hasSuffix("(") || cut.contains("(2") ? 1 : 0),
        "\(cut.suffix(40))")
    }
  }

  @Test("A file under another name begins at the time of its heading")
  func heading() throws {
    let read = try read("(11:58:05 PM) Jonas: hello\n(12:01:00 AM) Jonas: bye\n", named: "copy.txt")
    #expect(read.lines == ["2024-03-01T23:58:05Z Jonas: hello", "2024-03-02T00:01:00Z Jonas: bye"])
    let dated = try self.read(
      "(03/02/2024 12:01:00 AM) Jonas: late\n(00:05:00) Jonas: more\n", named: "old.txt")
    #expect(dated.lines == ["2024-03-02T00:01:00Z Jonas: late", "2024-03-02T00:05:00Z Jonas: more"])
  }

  @Test("A pasted conversation stays in its message")
  func pasted() throws {
    let read = try read(
      "(23:58:05) Jonas: look\n(12:00:00) Zoe: old\n(12:01:00) Zoe: older\n(23:59:00) Mara: well\n",
      named: "2024-03-01.235800+0100CET.txt")
    #expect(
      read.lines == [
        "2024-03-01T22:58:05Z Jonas: look⏎(12:00:00) Zoe: old⏎(12:01:00) Zoe: older",
        "2024-03-01T22:59:00Z Mara: well",
      ])
  }

  @Test("Conversations of one contact are one chat, as text and as HTML")
  func together() async throws {
    for (name, hour) in [("2024-03-01.080000+0000UTC.txt", "08"), ("2024-03-02.090000+0000UTC.txt", "09")] {
      _ = try read("(\(hour):00:05) Jonas: hello\n", named: name)
    }
    _ = try read(
      "<font color=\"#A82F2F\"><font size=\"2\">(08:00:05)</font> <b>Jonas:</b></font> hello<br/>\n",
      named: "2024-03-01.080000+0000UTC.html")
    let report = bench.run(bench.folder.url.appendingPathComponent("logs"))
    #expect(report.summary == ImportSummary(added: 2, duplicates: 1, conversations: [1], filesRead: 3))
    #expect(report.lines == [])
    #expect(try await bench.archive.onlyConversation().title == "jonas@example.org")
  }

  @Test("All conversations with a contact are one chat, without common messages and from any device")
  func days() async throws {
    let devices = [
      ("jonas@example.org/phone", "home"), ("jonas@example.org/desk", "work"), ("jonas@example.org", ""),
    ]
    for (day, (contact, device)) in zip(1..., devices) {
      let account = device.isEmpty ? "mara@example.org" : "mara@example.org/\(device)"
      _ = try bench.file(
        "Conversation with \(contact) at Fri 0\(day) Mar 2024 08:00:00 AM UTC on \(account) (jabber)\n"
          + "(08:00:05 AM) Jonas: day \(day)\n",
        named: "\(Self.folder)/2024-03-0\(day).080000+0000UTC.txt")
    }
    let report = bench.run(bench.folder.url.appendingPathComponent("logs"))
    #expect(report.summary == ImportSummary(added: 3, conversations: [1], filesRead: 3) && report.lines == [])
    #expect(try await bench.archive.onlyConversation().title == "jonas@example.org")
    #expect(try await bench.archive.allMessages().map(\.text) == ["day 1", "day 2", "day 3"])
  }
}
