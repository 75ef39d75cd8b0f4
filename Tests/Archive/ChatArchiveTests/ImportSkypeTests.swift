import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing Skype's export", .dedicatedThreads)
struct ImportSkypeTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// A message from Jonas, or from the owner, who has no name.
  private func message(
    _ id: Int, _ content: String, type: String = "RichText", from: String = "8:live:jonas", more: String = ""
  ) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
    let name = from == "8:live:jonas" ? "\"Jonas Weber\"" : "null"
    return """
      {"id":"\(id)","displayName":\(name),"originalarrivaltime":"2020-07-11T11:16:\(id).392Z","messagetype":"\(type)",\
      "version":1,"content":\(text),"conversationid":"8:live:jonas","from":"\(from)"\(more)}
      """
  }

  private func read(_ messages: [String], name: String? = nil) throws -> ReadExport {
    let text = """
      {"userId":"8:mara","exportDate":"2020-08-01T00:00","conversations":[{"id":"8:live:jonas","displayName":\
      \(name.map { "\"\($0)\"" } ?? "null"),"version":1,"properties":{"conversationblocked":false},"threadProperties":null,\
      "MessageList":[\(messages.joined(separator: ","))]}]}
      """
    return try ReadExport(try bench.file(text, named: "messages.json"))
  }

  private func lines(_ messages: [String]) throws -> [String] {
    try read(messages).lines.map { String($0.dropFirst("2020-07-11T11:16:10Z+392 ".count)) }
  }

  @Test("A sender whose account is empty is unknown, and not the owner of an export without an account")
  func emptySender() throws {
    let text = """
      {"userId":"","exportDate":"2020-08-01T00:00","conversations":[{"id":"8:live:jonas","displayName":null,"version":1,\
      "MessageList":[\(try message(15, "hello", from: ""))]}]}
      """
    let found = try ReadExport(try bench.file(text, named: "messages.json")).messages
    #expect(found.map(\.text) == ["hello"] && !found[0].isOwn)
    #expect(found[0].sender.map { !$0.name.isEmpty } ?? true)
  }

  @Test("Texts: styles, mentions, emoticons, edits, deletions, and plain texts")
  func texts() throws {
    let found = try read([
      message(16, #"Edited previous message: new<e_m a="jonas" ts_ms="1594466190000" t="61"/>"#),
      message(15, "", more: #","properties":{"deletetime":"1594466200000"}"#),
      message(14, "a <b>&lt;tag&gt;", type: "Text"),
      message(13, #"better<e_m a="jonas" ts_ms="1594466190000" ts="1594466190" t="61"></e_m>"#),
      message(12, #"<ss type="smile">:)</ss> <ss type="hi" utf="👋">(wave)</ss>"#, from: "8:mara"),
      message(
        11,
        #"I&apos;m <b raw_pre="*" raw_post="*">bold</b>, see <a href="https://example.org/?a=1&amp;b=2">it</a> <at id="8:mara">Mara</at>"#
      ),
    ])
    #expect(
      found.lines == [
        "2020-07-11T11:16:16Z+392 Jonas Weber: new (edited)",
        "2020-07-11T11:16:15Z+392 Jonas Weber: <deleted>",
        "2020-07-11T11:16:14Z+392 Jonas Weber: a <b>&lt;tag&gt;",
        "2020-07-11T11:16:13Z+392 Jonas Weber: better (edited)", "2020-07-11T11:16:12Z+392 mara*: :) 👋",
        "2020-07-11T11:16:11Z+392 Jonas Weber: I'm bold, see it Mara → Mara",
      ])
    #expect(
      found.messages[5].entities.map(\.kind) == [
        .bold, .link(target: "https://example.org/?a=1&b=2"), .mention,
      ])
    #expect(found.messages[3].editedAt == 1_594_466_190_000)
    #expect(Set(found.messages.map(\.conversationKey)) == ["skype:8:live:jonas"])
    #expect(found.messages[0].conversationTitle == "Jonas Weber" && found.questions == [])
  }

  @Test("A quotation with a number answers that message; any other one is a part of the text")
  func quotes() throws {
    let quote = """
      <quote author="jonas" authorname="Jonas" timestamp="1594466160" conversation="8:live:jonas" messageid="10" cuid="7">\
      <legacyquote>[1594466160] Jonas: </legacyquote>the ridge<legacyquote>

      &lt;&lt;&lt; </legacyquote></quote>yes
      """
    let found = try read([
      message(11, quote), message(12, quote.replacing(#" messageid="10""#, with: "")),
      message(13, quote.replacing("8:live:jonas", with: "19:other@thread.skype")),
    ])
    #expect(found.messages.map(\.text) == ["yes", "Jonas: the ridge\nyes", "Jonas: the ridge\nyes"])
    #expect(found.messages.map(\.replyTo) == ["10", nil, nil])
    let picture =
      #"<URIObject uri="https://api.asm.skype.com/v1/objects/0-weu" type="Picture.1">pic</URIObject>"#
    let others = try read([
      message(14, quote + quote), message(15, quote.replacing("the ridge", with: picture)),
    ])
    #expect(others.messages.map(\.text) == ["yesJonas: the ridge\nyes", "yes"])
    #expect(others.messages.allSatisfy { $0.attachments.isEmpty && $0.replyTo == "10" })
    let nested = quote.replacing("the ridge", with: quote.replacing("yes", with: "") + "the valley")
    #expect(try read([message(17, nested)]).messages[0].details.quotation?.text == "the valley")
    let alone = try read([message(16, String(quote.dropLast(3)))])
    #expect(alone.messages.map(\.text) == ["Jonas: the ridge"] && alone.messages[0].kind == .normal)
    #expect(alone.messages[0].replyTo == nil && alone.messages[0].details.quotation == nil)
    let quotation = Quotation(name: "Jonas", text: "the ridge")
    #expect(found.messages.map(\.details.quotation) == [quotation, nil, nil])
  }

  @Test("Files, calls, contacts and places are themselves; the words beside them are the exporter's")
  func contents() throws {
    let file = """
      <URIObject uri="https://api.asm.skype.com/v1/objects/0-weu-d3-ab" url_thumbnail="x" type="Picture.1" doc_id="0-weu-d3-ab" \
      width="1191" height="619">To view this shared photo, go to: <a href="https://login.skype.com/x">https://login.skype.com/x</a>\
      <OriginalName v="f.png"></OriginalName><FileSize v="108188"></FileSize><meta type="photo" originalName="f.png"></meta></URIObject>
      """
    func call(_ type: String, _ duration: String) -> String {
      """
      <partlist type="\(type)" alt="" callId="1"><part identity="8:mara"><name>Mara Lind</name>\(duration)</part>\
      <part identity="8:live:jonas"><name>Jonas Weber</name>\(duration)</part></partlist>
      """
    }
    try bench.file(Data([0x89]), named: "media/0-weu-d3-ab.1.png")
    let found = try lines([
      message(11, file, type: "RichText/UriObject"),
      message(12, call("ended", "<duration>84.82</duration>"), type: "Event/Call"),
      message(13, call("missed", ""), type: "Event/Call"),
      message(14, call("started", ""), type: "Event/Call"),
      message(15, #"<contacts><c t="s" s="tove" f="Tove Berg"></c></contacts>"#, type: "RichText/Contacts"),
      message(
        16,
        #"<location latitude="59436810" longitude="24740695" address="Tallinn"><a href="https://x">Tallinn</a></location>"#,
        type: "RichText/Location"),
      message(17, "?", type: "Unheard"),
    ])
    #expect(
      found == [
        "Jonas Weber: [photo f.png, 108188 B]",
        "Jonas Weber: <service> Jonas Weber called (1 min 25 s) {ended 85 s}",
        "Jonas Weber: <service> Jonas Weber called; nobody answered {missed }",
        "Jonas Weber: <service> Jonas Weber started a call", "Jonas Weber: {Tove Berg}",
        "Jonas Weber: {59.43681 24.740695 Tallinn}", "Jonas Weber: <unsupported Unheard> ?",
      ])
  }

  @Test("Cards and polls are shown with their texts, in all forms that are known")
  func cards() throws {
    let card =
      #"{"type":"message/card","attachments":[{"contentType":"application/vnd.microsoft.card.hero","content":"#
      + #"{"title":"Hut","subtitle":"2 beds","images":[{"url":"x"}],"buttons":[{"type":"openUrl","title":"Book","value":"y"}]}}]}"#
    let bot =
      "<URIObject type=\"SWIFT.1\" url_thumbnail=\"x\">Card - access it on <a href=\"https://go.skype.com/cards.unsupported\">"
      + "https://go.skype.com/cards.unsupported</a>.<Title>Fallback</Title><Description>words</Description>"
    let coded = Data(card.utf8).base64EncodedString()
    #expect(
      try lines([
        message(11, "\(bot)<Swift b64=\"\(coded)\"></Swift></URIObject>", type: "RichText/Media_Card"),
        message(12, "\(bot)<Swift b64=\"&&\"></Swift></URIObject>", type: "RichText/Media_Card"),
        message(
          13, "<URIObject type=\"SWIFT.1\"><Swift b64=\"\"></Swift></URIObject>", type: "RichText/Media_Card"),
        message(
          14, #"{"pollQuestion":"When?","options":["Saturday",{"text":"Sunday"}],"id":"7"}"#, type: "Poll"),
        message(15, "<pollquestion>When?</pollquestion><polloption>Saturday</polloption>", type: "Poll"),
        message(16, #"[{"title":"News","more":{"text":"Skype ends"}}]"#, type: "PopCard"),
        message(17, #"{"text":"mine"}"#),
      ]) == [
        "Jonas Weber: Hut⏎2 beds⏎Book", "Jonas Weber: Fallback⏎words", "Jonas Weber: <unsupported card>",
        "Jonas Weber: When?⏎• Saturday⏎Sunday", "Jonas Weber: When?⏎Saturday", "Jonas Weber: News⏎Skype ends",
        #"Jonas Weber: {"text":"mine"}"#,
      ])
  }

  @Test("A message without a sender has an unknown one")
  func unknownSender() throws {
    let record = try message(11, "x").replacing(#""from":"8:live:jonas""#, with: #""from":null"#)
    #expect(
      try lines([record.replacing(#""displayName":"Jonas Weber""#, with: #""displayName":null"#)]) == [
        "Unknown: x"
      ])
  }

  @Test("Events of a group name the people")
  func events() throws {
    func event(_ name: String, _ inner: String) -> String {
      "<\(name)><eventtime>1594467205492</eventtime><initiator>8:live:jonas</initiator>\(inner)</\(name)>"
    }
    #expect(
      try lines([
        message(10, "hi"),
        message(
          11, event("addmember", "<target>8:mara</target><target>8:tove</target>"),
          type: "ThreadActivity/AddMember"),
        message(
          12, event("deletemember", "<target>8:live:jonas</target>"), type: "ThreadActivity/DeleteMember"),
        message(
          13, event("topicupdate", "<value>Walks</value>"), type: "ThreadActivity/TopicUpdate", from: "19:x"),
        message(14, event("other", ""), type: "ThreadActivity/E2EEHandshakeInvite"),
        message(
          15, "ok",
          more:
            #","properties":{"emotions":[{"key":"heart","users":[{"mri":"8:live:jonas","time":1594467205492}]}]}"#
        ),
      ]) == [
        "Jonas Weber: hi", "Jonas Weber: <service> Jonas Weber added mara, tove",
        "Jonas Weber: <service> Jonas Weber left",
        "Jonas Weber: <service> Jonas Weber changed the title to “Walks”",
        "Jonas Weber: <service> Jonas Weber: E2EEHandshakeInvite", "Jonas Weber: ok ❤️×1 Jonas Weber",
      ])
  }

  @Test("Damage in a message costs only that message, and a record without a time is named")
  func damage() throws {
    let found = try read([
      message(11, "one"), "{\"id\":\"12\",\"displayName\":\"\u{1}\",,}", message(13, "three"),
      #"{"id":"14","displayName":null,"content":"four"}"#, message(15, "five"),
    ])
    #expect(found.messages.map(\.text) == ["one", "three", "five"])
    #expect(found.remarks.count == 2 && found.failure == nil)
  }

  @Test("A tar file is refused with the advice to extract it")
  func tar() throws {
    var bytes = Data(count: 512)
    bytes.replaceSubrange(257..<262, with: Data("ustar".utf8))
    let file = try bench.file(bytes, named: "8_live_mara_export.tar")
    #expect(
      bench.run(file).summary.failures.map(\.description) == [
        "“\(file.path)” is not a supported format. It is a tar file. Extract it, then import the extracted files."
      ])
  }

  @Test("The order of the members does not matter")
  func order() throws {
    func chat(_ id: String, _ name: String, _ time: Int) -> String {
      """
      {"MessageList":[{"content":"to \(name)","from":"8:mara","id":"\(time)","messagetype":"Text",\
      "originalarrivaltime":"2020-07-11T11:16:\(time).000Z"}],"displayName":"\(name)","id":"\(id)"}
      """
    }
    let text = """
      {"conversations":[\(chat("8:jonas", "Jonas", 11)),\(chat("8:tove", "Tove", 12))],"userId":"8:mara"}
      """
    let read = try ReadExport(try bench.file(text, named: "messages.json"))
    #expect(read.messages.map(\.conversationKey) == ["skype:8:jonas", "skype:8:tove"])
    #expect(read.messages.map(\.conversationTitle) == ["Jonas", "Tove"])
    #expect(read.messages.allSatisfy { $0.isOwn } && read.questions == [])
  }

  @Test("A content that is no text is not a deleted message")
  func otherValues() throws {
    func record(_ content: String) throws -> String {
      try message(11, "x").replacing("\"content\":\"x\"", with: "\"content\":\(content)")
    }
    #expect(try lines([record("5")]) == ["Jonas Weber: 5"])
    #expect(try lines([record("{\"a\":1}")]) == ["Jonas Weber: <unsupported RichText>"])
    #expect(try lines([record("null")]) == ["Jonas Weber: <deleted>"])
  }

  @Test("A text with more tags than are kept loses only their styles")
  func manyTags() throws {
    let read = try read([message(11, String(repeating: "<b>a</b>", count: 60_000))])
    #expect(read.messages[0].text.utf8.count == 60_000 && read.remarks == [])
  }
}
