import Foundation
import SeededRandom
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing WhatsApp's exports", .dedicatedThreads)
struct ImportWhatsAppTests {
  @Test("Everything in an export of an iPhone is read")
  func whatsappIPhone() throws {
    let read = try ReadExport(Fixture.whatsappIPhone)
    #expect(
      read.lines == [
        "2024-03-13T18:05:10Z –: <service> Messages and calls are end-to-end encrypted. Only "
          + "people in this chat can read, listen to, or share them.",
        "2024-03-13T18:05:10Z –: <service> Mara Lind created this group",
        "2024-03-13T18:05:44Z –: <service> Jonas Weber added you",
        "2024-03-13T18:06:02Z Mara Lind: Saturday, the ridge?⏎⏎Bring tea.",
        "2024-03-13T18:06:30Z Tove: work: At eight: fine",
        "2024-03-13T18:07:00Z Tove: work: https://example.org/map_(north)",
        "2024-03-13T18:07:01Z Tove: work: sure",
        "2024-03-13T18:08:15Z Jonas Weber*: [photo 00000008-PHOTO-2024-03-13-18-08-15.jpg, 11 B]",
        "2024-03-13T18:09:00Z Jonas Weber*: The map [file 00000009-map.pdf, missing]",
        "2024-03-13T18:09:30Z Mara Lind: [file route.pdf, missing]",
        "2024-03-13T18:10:00Z Mara Lind: [photo missing]",
        "2024-03-13T18:10:05Z Mara Lind: [animation missing]",
        "2024-03-13T18:10:09Z Mara Lind: [sticker missing]",
        "2024-03-13T18:11:00Z Jonas Weber*: Half past eight (edited)",
        "2024-03-13T18:12:00Z Jonas Weber*: <deleted>",
        "2024-03-13T18:12:10Z Mara Lind: <deleted>",
        "2024-03-13T18:13:00Z Mara Lind: {Which day?? Saturday 4, Sunday (rain?) 0}",
        "2024-03-13T18:14:00Z Tove: work: {46.5 7.25 }",
        "2024-03-13T18:15:00Z Mara Lind: {Amir Haddad}",
        "2024-03-13T18:16:00Z Mara Lind: <service> Missed voice call. Tap to call back {missed }",
        "2024-03-13T18:16:30Z Mara Lind: <service> Video call, 3 min {ended 180 s}",
        "2024-03-13T18:17:00Z Mara Lind: Tom wrote:⏎[12.03.24, 09:00:00] Tom: Snow above 1800 "
          + "m⏎[12.03.24, 09:01:00] Mara Lind: How much?⏎[12/03/2024, 9:02 AM] Tom: A metre",
        "2024-03-13T18:18:00Z Jonas Weber*: @Mara Lind and @4917012345678 look → @Mara Lind, "
          + "@4917012345678",
        "2024-03-13T18:17:58Z Tove: work: A late one",
        "2024-03-13T18:17:58Z Mara Lind: A broken date",
        "2024-03-13T18:20:00Z +49 170 1234567: I am new here",
        "2024-03-13T18:21:00Z ~ Ana: Hi!",
        "2024-03-31T02:30:00Z Jonas Weber*: Good night",
        "2024-03-31T08:00:00Z Mara Lind: Grüße",
      ])
    #expect(
      read.remarks == [
        "_chat.txt:34: invalid date; the message has the time of the one before it",
        "_chat.txt:38: invalid UTF-8; read as Windows-1252",
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["whatsapp:Ridge walkers"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("Everything in an export of Android is read")
  func whatsappAndroid() throws {
    let read = try ReadExport(Fixture.whatsappAndroid)
    #expect(
      read.lines == [
        "2024-03-04T21:59:00Z –: <service> Messages and calls are end-to-end encrypted. No one "
          + "outside of this chat, not even WhatsApp, can read or listen to them. Tap to learn more.",
        "2024-03-04T21:59:00Z Mara Lind: Hello",
        "2024-03-04T22:00:00Z Jonas Weber*: The hut [photo IMG-20240304-WA0001.jpg, 5 B]",
        "2024-03-04T22:01:00Z Jonas Weber*: [file missing]",
        "2024-03-04T22:02:00Z Mara Lind: [voice PTT-20240304-WA0002.opus, missing]",
        "2024-03-04T22:03:00Z Mara Lind: [sticker STK-20240304-WA0003.webp, missing]",
        "2024-03-05T00:10:00Z Mara Lind: After midnight",
        "2024-03-05T12:10:00Z Mara Lind: After noon (edited)",
        "2024-03-05T12:11:00Z Jonas Weber*: <deleted>",
        "2024-03-05T12:12:00Z Jonas Weber*: <deleted>",
        "2024-03-05T12:13:00Z Mara Lind: {Tea or coffee?? Tea 2, Coffee 1}",
        "2024-03-05T12:14:00Z Mara Lind: {46.6 7.5 Hut Alp}",
        "2024-03-05T12:15:00Z Mara Lind: {Amir}",
        "2024-03-05T12:16:00Z –: <service> Missed voice call {missed }",
        "2024-03-05T12:17:00Z –: <service> Your security code with Mara Lind changed. Tap to "
          + "learn more.",
        "2024-03-05T12:18:00Z Mara Lind: <unsupported view once>",
        "2024-03-05T12:19:00Z Jonas Weber*: 2 < 3 (and more)",
        "2024-03-15T13:00:00Z Mara Lind: Bye",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["whatsapp:Mara Lind"])
    #expect(read.questions == [] && read.failure == nil)
  }

  // The person's messages became events.
  @Test("A chat of several that is called like one of them has that person's messages")
  func groupNamedAfterAPerson() throws {
    let bench = try ImportBench()
    let text = """
      12/03/2021, 18:42 - Ada: Hello
      13/03/2021, 18:43 - Ben: Hi
      14/03/2021, 18:44 - Cleo: Tea?

      """
    let read = try ReadExport(try bench.file(text, named: "WhatsApp Chat with Ada.txt"))
    #expect(
      read.lines.map { $0.drop { $0 != " " } } == [" Ada: Hello", " Ben: Hi", " Cleo: Tea?"])
  }

  // MARK: Dates

  /// Headers of 23 June 2018, 15:22, in the formats of phones in many languages.
  private static let headers: [String] = [
    "[23.06.18, 15:22:10] Mara: x",
    "[23/06/2018, 15:22:10] Mara: x",
    "[6/23/18, 3:22:10 PM] Mara: x",
    "[6/23/18, 3:22:10\u{202f}PM] Mara: x",
    "\u{200e}[23/06/18, 3:22:10 p. m.] Mara: x",
    "[23/6/2018, 3:22:10 p.m.] Mara: x",
    "[2018-06-23, 3:22:10 p.m.] Mara: x",
    "[2018-06-23 kl. 15:22:10] Mara: x",
    "[23.06.2018 kl. 15.22.10] Mara: x",
    "[23.6.2018 klo 15.22.10] Mara: x",
    "[2018. 6. 23. 오후 3:22:10] Mara: x",
    "[2018/06/23 15:22:10] Mara: x",
    "[2018/6/23 下午3:22:10] Mara: x",
    "[23/6/2561 15:22:10] Mara: x",
    "[23/6/61 15:22:10] Mara: x",
    "[23-06-18 15:22:10] Mara: x",
    "[23-06-2018 15:22:10] Mara: x",
    "[1397/4/2،\u{200f} 15:22:10] Mara: x",
    "[٢٣\u{200f}/٦\u{200f}/٢٠١٨، ٣:٢٢:١٠ م] Mara: x",
    "[15:22:10, 23/6/2018] Mara: x",
    "23.06.18 15:22:10: Mara: x",
    "06/23/18 15:22:10: Mara: x",
    "23/06/2018, 15:22 - Mara: x",
    "23/06/2018 15:22 - Mara: x",
    "6/23/18, 3:22 PM - Mara: x",
    "6/23/18, 3:22\u{202f}PM - Mara: x",
    "23/6/18 3:22 p. m. - Mara: x",
    "23/6/18, 3:22\u{a0}p.\u{a0}m. - Mara: x",
    "23.06.18, 15:22 - Mara: x",
    "23.6.2018 klo 15.22 - Mara: x",
    "2018-06-23 15:22 - Mara: x",
    "2018-06-23, 3:22 p.m. - Mara: x",
    "2018/06/23, 15:22 - Mara: x",
    "2018. 06. 23. 15:22 - Mara: x",
    "23. 6. 2018. 15:22 - Mara: x",
    "23. 06. 2018. u 15:22 - Mara: x",
    "2018년 6월 23일 오후 3:22 - Mara: x",
    "2018. 6. 23. 오후 3:22 - Mara: x",
    "2018/6/23 下午3:22 - Mara: x",
    "2018年6月23日 15:22 - Mara: x",
    "23.06.18 г., 15:22 ч. - Mara: x",
    "23-06-18 15:22 - Mara: x",
    "23/06/18 15.22 - Mara: x",
    "23.06.2018 ÖS 3:22 - Mara: x",
    "23/6/18, 3:22 अपराह्न - Mara: x",
    "२३/६/१८, ३:२२ अपराह्न - Mara: x",
    "২৩/৬/১৮, ৩:২২ PM - Mara: x",
    "23/6/2018 3:22 μ.μ. - Mara: x",
    "23.6.2018, 3:22 e pasdites - Mara: x",
    "15:22, 23/06/2018 - Mara: x",
    "23/06/2018 à 15:22 - Mara: x",
    "23/06/2018 à 15 h 22 - Mara: x",
    "23/06/18, 15:22 \u{2013} Mara: x",
  ]

  @Test("The header of any language is read", arguments: headers)
  func header(line: String) throws {
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file("\(line)\n", named: "WhatsApp Chat with Mara.txt"))
    let second =
      line.contains("10]") || line.contains("10 ") || line.contains("10:") || line.contains("10,")
        || line.contains("10\u{202f}") || line.contains("١٠") ? "10" : "00"
    #expect(read.lines == ["2018-06-23T15:22:\(second)Z Mara: x"], "\(line.debugDescription)")
    #expect(read.messages.first?.sequence == (second == "10" ? .seconds : .minutes))
    #expect(read.remarks == [])
  }

  @Test(
    "Midnight and noon are told by words",
    arguments: [
      ("12:05 AM", "00:05"), ("12:05 PM", "12:05"), ("11:59 p. m.", "23:59"), ("오전 12:05", "00:05"),
      ("下午12:05", "12:05"),
      ("凌晨1:05", "01:05"), ("中午12:05", "12:05"), ("晚上9:05", "21:05"), ("ÖÖ 12:05", "00:05"),
      ("15:05 PM", "15:05"),
    ])
  func midnight(written: String, time: String) throws {
    let bench = try ImportBench()
    let text = "23/06/2018, \(written) - Mara: x\n"
    let read = try ReadExport(try bench.file(text, named: "a.txt"))
    #expect(read.lines == ["2018-06-23T\(time):00Z Mara: x"])
  }

  /// Lines with these dates, a message each.
  private func dates(_ dates: [String], _ order: ImportOptions.DayOrder? = nil) throws -> ReadExport {
    let bench = try ImportBench()
    let text = dates.map { "\($0), 15:22 - Mara: x\n" }.joined()
    var options = ImportOptions(timeZone: .gmt)
    options.dayOrder = order
    return try ReadExport(try bench.file(text, named: "a.txt"), options: options)
  }

  @Test("The order of day and month is that of the whole file")
  func dayOrder() throws {
    func days(_ read: ReadExport) -> [String] { read.lines.map { String($0.prefix(10)) } }
    // A number above 12, at the end.
    let late = try dates(["03/04/2024", "03/05/2024", "03/14/2024"])
    #expect(days(late) == ["2024-03-04", "2024-03-05", "2024-03-14"])
    #expect(!late.questions.contains(.dayOrder))
    // Dates that would decrease.
    let falling = try dates(["05/01/2024", "01/02/2024", "03/02/2024"])
    #expect(days(falling) == ["2024-01-05", "2024-02-01", "2024-02-03"])
    #expect(!falling.questions.contains(.dayOrder))
    // Unambiguous dates override the answer.
    #expect(days(try dates(["13/04/2024", "01/05/2024"], .monthFirst)) == ["2024-04-13", "2024-05-01"])
    // Years of two digits, first or last.
    #expect(days(try dates(["21/1/15", "21/1/16", "21/2/1"])) == ["2021-01-15", "2021-01-16", "2021-02-01"])
    #expect(days(try dates(["15/1/21", "16/1/21", "1/2/21"])) == ["2021-01-15", "2021-01-16", "2021-02-01"])
  }

  @Test("Of two people who have exported their chat, one is the owner", arguments: [true, false])
  func twoExporters(isInOrder: Bool) async throws {
    let bench = try ImportBench()
    for person in isInOrder ? ["Mara", "Jonas"] : ["Jonas", "Mara"] {
      let lines = ["Mara", "Jonas", "Tove"].enumerated().map { index, name in
        let text = name == person ? "You deleted this message" : "hello \(name)"
        return "13/06/2018, 15:2\(index) - \(name): \(text)\n"
      }
      try bench.run(text: lines.joined(), named: "\(person)/WhatsApp Chat with Ridge.txt")
    }
    let own = try await bench.archive.allMessages().filter(\.isOwn).compactMap(\.sender?.name)
    #expect(Set(own) == ["Jonas"])
  }

  @Test(
    "Without evidence the month is first only as in American English",
    arguments: [
      ("3:22 PM", "03-06"), ("3:22\u{202f}PM", "03-06"), ("3:22 pm", "06-03"), ("3:22 p. m.", "06-03"),
      ("3:22 μ.μ.", "06-03"), ("15:22", "06-03"),
    ])
  func guessedOrder(time: String, day: String) throws {
    let bench = try ImportBench()
    let file = try bench.file("3/6/18, \(time) - Mara: a\n4/6/18, \(time) - Jonas: b\n", named: "a.txt")
    #expect(try ReadExport(file).lines.first?.prefix(10) == "2018-\(day)")
  }

  // A phone can be set to another form than that of its language.
  @Test(
    "Ambiguous dates are asked about, with any separator and any length of the year",
    arguments: ["/", "-", "."], ["2021", "21"])
  func ambiguousDates(separator: String, year: String) throws {
    func read(_ written: [String], _ order: ImportOptions.DayOrder? = nil) throws -> ReadExport {
      try dates(written.map { $0.replacing("/", with: separator) + separator + year }, order)
    }
    func days(_ read: ReadExport) -> [String] { read.lines.map { String($0.prefix(10)) } }
    let open = try read(["03/04", "04/05"])
    #expect(days(open) == ["2021-04-03", "2021-05-04"])
    #expect(open.questions.contains(.dayOrder))
    let told = try read(["03/04", "04/05"], .monthFirst)
    #expect(days(told) == ["2021-03-04", "2021-04-05"])
    #expect(!told.questions.contains(.dayOrder))
    let late = try read(["03/04", "03/05", "03/14"])
    #expect(days(late) == ["2021-03-04", "2021-03-05", "2021-03-14"])
    #expect(!late.questions.contains(.dayOrder))
  }

  // MARK: Texts

  @Test(
    "A pasted chat decides neither on the order of dates nor on whether there is a group",
    arguments: [("13.01.16", "2016-01-13"), ("06.06.19", "2019-06-06")])
  func pastedDate(date: String, day: String) throws {
    let text = """
      [\(date), 18:29:14] Mara: one
      [\(date), 19:05:50] Jonas: Zoe wrote:
      [13.06.10, 15:22:49] Zoe: hello
      [\(date), 19:11:34] Mara: two
      """
    let bench = try ImportBench()
    let file = try bench.file(text, named: "WhatsApp Chat - Mara/_chat.txt")
    #expect(
      try ReadExport(file).lines == [
        "\(day)T18:29:14Z Mara: one",
        "\(day)T19:05:50Z Jonas*: Zoe wrote:⏎[13.06.10, 15:22:49] Zoe: hello",
        "\(day)T19:11:34Z Mara: two",
      ])
  }

  @Test(
    "A dotted date ends with the year, also if only a pasted date differs, and a Korean one begins with it")
  func dottedDates() throws {
    let bench = try ImportBench()
    func days(_ dates: [String]) throws -> [String] {
      let text = dates.map { "[\($0), 15:22:10] Mara: x\n" }.joined()
      return try ReadExport(try bench.file(text, named: "\(dates[0])/_chat.txt")).lines.map {
        String($0.prefix(10))
      }
    }
    #expect(try days(["13.01.15", "13.06.10"]).first == "2015-01-13")
    #expect(try days(["24. 3. 1.", "24. 3. 2."]) == ["2024-03-01", "2024-03-02"])
  }

  @Test("A pasted chat stays in the message, whoever wrote it")
  func pasted() throws {
    let bench = try ImportBench()
    let text = """
      [23.06.18, 15:22:10] Mara: Look:
      [22.06.18, 09:00:00] Jonas: old
      [22.06.18, 09:00:05] Mara: older
      6/22/18, 9:01 AM - Jonas: of another phone
      12:00 <tom> of IRC
      [23.06.18, 15:23:00] Jonas: [22.06.18, 09:00:00] Mara: at once
      [22.06.18, 09:00:05] Jonas: and on
      [23.06.18, 15:24:00] Mara: end
      [23.06.18, 15:23:50] Jonas: sent a little before
      [23.06.18, 15:20:00] Tom: nobody of this chat
      [23.06.18, 15:25:00] Jonas: bye
      """
    let read = try ReadExport(try bench.file(text, named: "a.txt"))
    #expect(
      read.lines == [
        "2018-06-23T15:22:10Z Mara: Look:⏎[22.06.18, 09:00:00] Jonas: old⏎[22.06.18, 09:00:05] Mara: older"
          + "⏎6/22/18, 9:01 AM - Jonas: of another phone⏎12:00 <tom> of IRC",
        "2018-06-23T15:23:00Z Jonas: [22.06.18, 09:00:00] Mara: at once⏎[22.06.18, 09:00:05] Jonas: and on",
        "2018-06-23T15:24:00Z Mara: end",
        "2018-06-23T15:23:50Z Jonas: sent a little before⏎[23.06.18, 15:20:00] Tom: nobody of this chat",
        "2018-06-23T15:25:00Z Jonas: bye",
      ])
  }

  @Test(
    "A message that was delivered late is a message of its own",
    arguments: [("[01.03.24, ", "[02.03.24, ", ":00] "), ("01/03/2024, ", "02/03/2024, ", " - ")])
  func late(first: String, second: String, end: String) throws {
    let bench = try ImportBench()
    let head = """
      \(first)20:05\(end)Bob: good night
      \(second)08:00\(end)Bob: morning
      \(first)23:10\(end)Anna: on the train
      \(second)01:30\(end)Anna: home

      """
    let late = [
      "20:05 Bob: good night", "08:00 Bob: morning", "23:10 Anna: on the train", "01:30 Anna: home",
    ]
    func read(_ rest: [String]) throws -> [String] {
      let text = head + rest.map { "\(second)\($0.replacing(" ", with: end, maxReplacements: 1))\n" }.joined()
      return try ReadExport(try bench.file(text, named: "_chat.txt")).lines.map { line in
        "\(line.dropFirst(11).prefix(5)) \(line.dropFirst(21))"
      }
    }
    for rest in [
      [], ["09:00 Bob: there?"], ["09:00 Bob: there?", "09:01 Anna: yes"],
      // A third person, whose only message is a little late, and a phone with a wrong clock.
      ["09:00 Bob: there?", "09:01 Anna: yes", "09:00 Cleo: too"],
      ["15:00 Bob: now", "10:02 Anna: a", "10:03 Bob: b", "10:04 Anna: c", "15:30 Anna: d"],
    ] {
      #expect(try read(rest) == late + rest)
    }
    // Copies of messages stay in the message.
    let copy = "\(first)23:10\(end)Anna: on the train"
    for copies in [[copy], [copy, "\(second)01:30\(end)Anna: home"], ["\(second)01:30\(end)Anna: home"]] {
      let text =
        head + "\(second)09:00\(end)Bob: you said\n\(copies.joined(separator: "\n"))\n"
        + "\(second)09:05\(end)Bob: so"
      let found = try ReadExport(try bench.file(text, named: "_chat.txt")).messages.map(\.text)
      #expect(found.suffix(2) == ["you said\n\(copies.joined(separator: "\n"))", "so"])
    }
  }

  // It was text of the message before it.
  @Test("A message at noon, which is 0 in the Japanese afternoon, is a message of its own")
  func noonInJapanese() throws {
    let bench = try ImportBench()
    let text = """
      [2024/03/02 午前11:58:00] ヨナス: そろそろ
      [2024/03/02 午後0:13:05] マラ: 正午
      [2024/03/02 午後1:05:00] ヨナス: うん

      """
    let read = try ReadExport(try bench.file(text, named: "_chat.txt"))
    #expect(
      read.lines.map { $0.dropFirst(11) } == [
        "11:58:00Z ヨナス: そろそろ", "12:13:05Z マラ: 正午", "13:05:00Z ヨナス: うん",
      ])
  }

  @Test("A time that is far too late does not swallow the messages after it")
  func wrongYear() throws {
    let bench = try ImportBench()
    let lines = (10...40).map { "[23.06.18, 15:\($0):10] \($0 % 2 == 0 ? "Mara" : "Jonas"): \($0)" }
    let text = lines.joined(separator: "\n").replacing("18, 15:15", with: "48, 15:15")
    let read = try ReadExport(try bench.file(text, named: "a.txt"))
    #expect(read.messages.map(\.text) == (10...40).map(String.init))
  }

  @Test("A file whose times only fall is read in one go")
  func falling() throws {
    let bench = try ImportBench()
    let text = (0..<6000).map { index in
      let (day, month) = (28 - index % 28, 12 - index / 28 % 12)
      return "[\(twoDigits(day)).\(twoDigits(month)).\(40 - index / 336), 15:22:10] Mara: \(index)\n"
    }
    let read = try ReadExport(try bench.file(text.joined(), named: "a.txt"))
    #expect(read.messages.map(\.text).joined(separator: "\n").count { $0 == "\n" } >= 5990)
  }

  @Test("An export after another one in the same file is read")
  func joined() throws {
    let bench = try ImportBench()
    let one =
      "[23.06.18, 15:22:10] Walks: \u{200e}Messages and calls are end-to-end encrypted.\n[23.06.18, 15:22:10] Mara: a\n"
    let other =
      "[23.05.18, 15:22:10] Walks: \u{200e}Messages and calls are end-to-end encrypted.\n[23.05.18, 15:22:10] Mara: b\n"
    let read = try ReadExport(try bench.file(one + other, named: "a.txt"))
    #expect(read.messages.filter { $0.kind == .normal }.map(\.text) == ["a", "b"])
  }

  @Test(
    "A file that a phone leaves out has its kind, in any language",
    arguments: [
      ("<Media omitted>", Chats.Attachment.Kind.file), ("<Medien ausgeschlossen>", .file),
      ("<Multimedia omitido>", .file),
      ("<Médias omis>", .file), ("<Без медиафайлов>", .file), ("<미디어 파일 제외됨>", .file), ("<メディアなし>", .file),
      ("<מדיה הושמטה>", .file), ("<تم استبعاد الوسائط>", .file), ("<Bỏ qua Media>", .file),
      ("<Medya dahil edilmedi>", .file),
      ("\u{200e}image omitted", .photo), ("\u{200e}Bild weggelassen", .photo),
      ("\u{200e}imagen omitida", .photo),
      ("\u{200e}video omitted", .video), ("\u{200e}vidéo absente", .video), ("\u{200e}audio omitido", .voice),
      ("\u{200e}GIF omitted", .animation), ("\u{200e}sticker omitted", .sticker),
      ("\u{200e}document omitted", .file),
      ("\u{200e}사진 생략됨".replacing("사진", with: "이미지"), .photo), ("<View once voice message omitted>", .voice),
    ])
  func omitted(text: String, kind: Chats.Attachment.Kind) throws {
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file("23/06/2018, 15:22 - Mara: \(text)\n", named: "a.txt"))
    #expect(read.messages.map(\.attachments) == [[Chats.Attachment(kind: kind)]])
    #expect(read.messages.map(\.text) == [""])
    // A caption before it, in the format of iPhones.
    let caption =
      "[23.06.18, 15:22:10] Mara: The hut \(text.hasPrefix("\u{200e}") ? text : "\u{200e}\(text)")\n"
    let second = try ReadExport(try bench.file(caption, named: "b.txt"))
    #expect(second.messages.map(\.text) == ["The hut"])
    #expect(second.messages.first?.attachments.map(\.kind) == [kind])
  }

  @Test("A message that a phone could not decrypt keeps its sender, and is the one that another phone shows")
  func waiting() async throws {
    let waiting = "\u{200e}Waiting for this message. This may take a while."
    for texts in [[waiting, "The hut"], ["The hut", waiting]] {
      let bench = try ImportBench()
      for (number, text) in texts.enumerated() {
        let lines = ["hello", text, "good"].enumerated().map { "[23.06.18, 15:22:1\($0)] Mara: \($1)\n" }
        try bench.run(text: lines.joined(), named: "\(number)/WhatsApp Chat with Ridge.txt")
        let messages = try await bench.archive.allMessages()
        #expect(messages.map(\.sender?.name) == ["Mara", "Mara", "Mara"])
        #expect(messages.dropFirst().first?.kind == (number == 0 && text == waiting ? .unsupported : .normal))
      }
      #expect(try await bench.archive.allMessages().map(\.text) == ["hello", "The hut", "good"])
    }
  }

  @Test("Words of WhatsApp are a person's own words without its marks and brackets")
  func ownWords() throws {
    let bench = try ImportBench()
    let texts = [
      "media omitted", "<3", "a (file attached)", "POLL:", "I like end-to-end encryption", "Video call",
    ]
    let text = texts.map { "23/06/2018, 15:22 - Mara: \($0)\n" }.joined()
    let read = try ReadExport(try bench.file(text, named: "a.txt"))
    #expect(read.messages.map(\.text) == texts)
    #expect(read.messages.allSatisfy { $0.kind == .normal && $0.attachments.isEmpty && $0.details.isEmpty })
  }

  @Test(
    "The kind of a file is told by its name",
    arguments: [
      ("IMG-20180623-WA0001.jpg", Chats.Attachment.Kind.photo), ("VID-20180623-WA0001.mp4", .video),
      ("PTT-20180623-WA0001.opus", .voice), ("AUD-20180623-WA0001.m4a", .audio),
      ("STK-20180623-WA0001.webp", .sticker),
      ("00000012-AUDIO-2018-06-23-15-22-10.opus", .voice),
      ("00000012-GIF-2018-06-23-15-22-10.mp4", .animation),
      ("00000012-PHOTO-2018-06-23-15-22-10.jpg", .photo), ("PTV-20180623-WA0001.mp4", .roundVideo),
      ("DOC-20180623-WA0001.pdf", .file), ("audio guide.pdf", .file), ("Sticker.png", .sticker),
    ])
  func kinds(name: String, kind: Chats.Attachment.Kind) {
    #expect(MediaName.kind(of: name) == kind)
  }

  // A scan from Discord was a file, one from WhatsApp a picture.
  @Test(
    "The kind of a file without a media type is told by its extension",
    arguments: [
      ("scan.tif", Chats.Attachment.Kind.photo), ("Scan.TIFF", .photo), ("clip.3gp", .video),
      ("note.amr", .audio),
      ("wave.webp", .photo), ("cat.gif", .photo), ("note.opus", .audio), ("jpg", .file), ("a.tar.gz", .file),
    ])
  func kindsByExtension(name: String, kind: Chats.Attachment.Kind) {
    #expect(Chats.Attachment.Kind(type: nil, name: name) == kind)
  }

  // MARK: Names

  @Test(
    "The chat has the same key whatever its file is called",
    arguments: [
      "WhatsApp Chat with Mara Lind.txt", "WhatsApp Chat - Mara Lind/_chat.txt",
      "WhatsApp Chat with Mara Lind (2).txt",
      "WhatsApp Chat mit Mara Lind.txt", "Chat de WhatsApp con Mara Lind.txt",
      "Conversa do WhatsApp com Mara Lind.txt",
      "Discussion WhatsApp avec Mara Lind.txt", "WhatsApp-chat met Mara Lind.txt",
      "Чат WhatsApp с Mara Lind.txt",
      "Mara Lind님과의 WhatsApp 대화.txt", "WhatsApp_Chat_with_Mara_Lind.txt",
      "WhatsApp Chat - Mara Lind.zip/_chat.txt",
      "Mara Lind.txt",
    ])
  func key(name: String) throws {
    let bench = try ImportBench()
    let file = try bench.file("23/06/2018, 15:22 - Mara Lind: x\n23/06/2018, 15:23 - Jonas: y\n", named: name)
    let read = try ReadExport(file)
    #expect(Set(read.messages.map(\.conversationKey)) == ["whatsapp:Mara Lind"])
    // In a chat of two, the exporter is the one who is not the other person.
    #expect(read.messages.map(\.isOwn) == [false, true] && read.questions == [])
    var options = ImportOptions(timeZone: .gmt)
    options.owner = "whatsapp:Mara Lind"
    #expect(try ReadExport(file, options: options).messages.map(\.isOwn) == [true, false])
  }

  @Test("Times are those of the zone that was told, and a doubled hour goes on")
  func zone() throws {
    let bench = try ImportBench()
    let text = ["02:10", "02:50", "02:10", "03:10"].map { "28/10/2018, \($0) - Mara: x\n" }.joined()
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let read = try ReadExport(try bench.file(text, named: "a.txt"), options: ImportOptions(timeZone: zone))
    #expect(read.lines.map { $0.prefix(16).suffix(5) } == ["00:10", "00:50", "01:10", "02:10"])
  }

  @Test("Text before the first message is reported once")
  func lead() throws {
    let bench = try ImportBench()
    let text = "cut\noff\n" + (1...9).map { "23/06/2018, 15:2\($0) - Mara: x\n" }.joined()
    let read = try ReadExport(try bench.file(text, named: "a.txt"))
    #expect(read.messages.count == 9)
    #expect(read.remarks == ["a.txt:1: text before the first message; skipped"])
  }

  // MARK: Headers

  @Test("Headers of ASCII mean the same in the fast and in the general way", arguments: ["/", ".", "-"])
  func plainHeaders(sign: String) {
    var plain = 0
    for (first, third) in [
      ("13", "18"), ("6", "2018"), ("2018", "13"), ("1", "8"), ("2018", "2018"), ("123", "18"),
    ] {
      for gap in [", ", " ", ",", "  ", ""] {
        for clock in [
          "15:22", "3:22", "15:22:10", "15:22:1", "15:22:", "03:22 PM", "3:22:10 am", "3:22 xm", "115:22",
          "3:22\u{202f}PM", "3:22:10\u{202f}am", "3:22\u{202f}xm", "3:22\u{a0}PM",
        ] {
          let time = "\(first)\(sign)6\(sign)\(third)\(gap)\(clock)"
          for line in [
            "[\(time)] Mara: hello", "[\(time)]", "\(time) - Mara: hello", "\(time): Mara: hello",
            "\(time) -",
            "\(time) Mara", "[\(time)]Mara", "[\(time) Mara", "\(time) – Mara", "[\(time)]\u{a0}Mara: x",
          ] {
            #expect(WhatsAppHeader(line) == WhatsAppHeader(anyScript: line), "\(line)")
            if PlainHeader(line) != nil { plain += 1 }
          }
        }
      }
    }
    #expect(plain > 100)
    #expect(PlainHeader("6\(sign)13\(sign)23, 3:22\u{202f}PM - Mara: hello")?.time.period == .afternoon)
  }

  @Test("A first date that does not exist costs that message only")
  func impossibleFirstDate() throws {
    let bench = try ImportBench()
    let lines = ["32.13.2020"] + (1...9).map { "0\($0).05.2020" }
    for form in [("[", ", 10:00:00] "), ("", ", 10:00 - ")] {
      let text = lines.enumerated().map { "\(form.0)\($1)\(form.1)Mara: m\($0)\n" }.joined()
      let read = try ReadExport(try bench.file(text, named: "_chat.txt"))
      #expect(read.messages.map(\.text) == (1...9).map { "m\($0)" })
      #expect(read.problems.count == 1)
    }
  }

  @Test("Where times go back again and again, every header is a message")
  func jumbledTimes() throws {
    let bench = try ImportBench()
    var random = SplitMix64(seed: 3)
    let lines = (0..<600).map { number in
      let (day, hour) = (1 + random.below(28), 10 + random.below(10))
      return
        "[\(day < 10 ? "0" : "")\(day).05.20, \(hour):00:00] \(number % 2 == 0 ? "Mara" : "Tove"): m\(number)\n"
    }
    let read = try ReadExport(try bench.file(lines.joined(), named: "_chat.txt"))
    #expect(read.messages.map(\.text) == (0..<600).map { "m\($0)" })
  }

  @Test("A long chat that was pasted is part of one message, which a note tells")
  func longPaste() throws {
    let bench = try ImportBench()
    let chat = (1...9).map { "[0\($0).05.20, 10:00:00] Mara: m\($0)\n" }
    let pasted = (10...40).map { "[01.04.20, 10:00:\($0)] Tove: old\($0)\n" }
    let text = (chat[..<8] + ["[08.05.20, 11:00:00] Tove: look\n"] + pasted + [chat[8]]).joined()
    let read = try ReadExport(try bench.file(text, named: "_chat.txt"))
    #expect(read.messages.count == 10)
    #expect(
      read.remarks == [
        "_chat.txt:9: 31 lines that look like messages, with earlier times, are part of the text of this one"
      ])
  }

  @Test(
    "Who only sends files, places or polls has no colon in the name",
    arguments: [
      "<attached: a.jpg>", "\u{200e}<attached: a.jpg>", "location: https://maps.google.com/?q=46.5,7.25",
      "POLL:\nWhich day?\nOPTION: Saturday (4 votes)",
    ])
  func onlyFiles(text: String) throws {
    let bench = try ImportBench()
    let lines = (1...9).map { "[0\($0).05.20, 10:00:00] Mara: \(text)\n" }
    let read = try ReadExport(try bench.file(lines.joined(), named: "_chat.txt"))
    #expect(Set(read.messages.map(\.sender?.name)) == ["Mara"])
    #expect(read.messages.count == 9)
  }

  @Test("Each line of the table of words has its form, and each section has texts")
  func words() {
    #expect(WhatsAppWords.table.faults == [])
    for section in WhatsAppSection.allCases {
      #expect(WhatsAppWords.table.texts[section]?.isEmpty == false, "\(section)")
    }
    #expect(WhatsAppWords.table.texts.values.joined().allSatisfy { WhatsAppWords.phrase($0) != nil })
  }

  @Test(
    "A line that has not the table's form is found, and left out",
    arguments: [
      "[edits]", "[call", "[call]", "deleted", "de Anruf", "deu: Anruf", "de:Anruf", "DE: Anruf", "de: ",
      "de: Anruf | ", "de: Anruf|Videoanruf", "de: Anruf  | Videoanruf",
    ])
  func malformedWords(line: String) {
    let table = WhatsAppTable("# Words\n\n[call]\nen: Voice call | Video call\n\(line)\n")
    #expect(table.faults == [5])
    #expect(table.texts == [.call: ["Voice call", "Video call"]])
    #expect(WhatsAppTable("en: Voice call\n").faults == [1], "before the first section")
  }

  @Test("The name of a chat is on one side of the words of a file's name")
  func malformedFileNames() {
    let lines = [
      "en: {name}", "en: Chat with", "en: Chat {name} in it", "tr: {name} Sohbeti", "de: Chat mit {name}",
    ]
    let table = WhatsAppTable((["[file-name]"] + lines).joined(separator: "\n"))
    #expect(table.faults == [2, 3, 4])
    #expect(table.fileNames == (["Chat mit "], [" Sohbeti"]))
  }
}
