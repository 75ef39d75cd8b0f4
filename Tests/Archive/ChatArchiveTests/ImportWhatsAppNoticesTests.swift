import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("The notices in WhatsApp's exports", .dedicatedThreads)
struct ImportWhatsAppNoticesTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// The lines that are read from a file, without their dates.
  private func lines(_ text: String, named name: String = "_chat.txt") throws -> [String] {
    let read = try ReadExport(try bench.file(text, named: name))
    #expect(read.remarks == [])
    return read.lines.map { String($0.dropFirst(11)) }
  }

  @Test("The notices of a second export in another language are no second events")
  func twoLanguages() async throws {
    let english = """
      3/1/24, 10:00 AM - Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them. Tap to learn more.
      3/1/24, 10:00 AM - Mara created group "Ridge"
      3/1/24, 10:02 AM - Mara: hello
      3/1/24, 10:03 AM - Mara: <Media omitted>
      3/1/24, 10:05 AM - Tove left
      3/13/24, 10:08 AM - Jonas: see you
      """
    let german = """
      01.03.24, 10:00 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand außerhalb dieses Chats kann sie lesen oder anhören, nicht einmal WhatsApp. Tippe, um mehr zu erfahren.
      01.03.24, 10:00 - Mara hat die Gruppe „Ridge“ erstellt.
      01.03.24, 10:02 - Mara: hello
      01.03.24, 10:03 - Mara: <Medien ausgeschlossen>
      01.03.24, 10:05 - Tove hat die Gruppe verlassen.
      13.03.24, 10:08 - Jonas: see you
      """
    let first = try bench.run(text: english, named: "WhatsApp Chat with Ridge.txt")
    #expect(first.summary.added == 6)
    let second = try bench.run(text: german, named: "WhatsApp Chat mit Ridge.txt")
    #expect(second.summary.added == 0 && second.summary.duplicates == 6)
  }

  // Three people had sentences for names.
  @Test("A colon in an event of Android ends no name")
  func colonInEvent() throws {
    let text = """
      14/03/2024, 09:00 - Mara Lind created group "Walks: all"
      14/03/2024, 09:01 - Mara Lind: Hello
      14/03/2024, 09:02 - Mara Lind changed the subject from "Walks" to "Walks: north"
      14/03/2024, 09:03 - Mara Lind changed the group description to: Boots: yes
      14/03/2024, 09:04 - Jonas Weber: Fine: "yes"
      14/03/2024, 09:05 - Jonas Weber changed the group name from “Walks: north” to “Walks: south: b”
      14/03/2024, 09:06 - Jonas Weber hat den Betreff von „Walks: a“ zu „Walks: b“ geändert
      14/03/2024, 09:07 - Jonas Weber a changé le sujet « Walks: a » en « Walks: b »
      14/03/2024, 09:08 - Tove: Is "Walks: south" the same?
      14/03/2024, 09:09 - Jonas Weber ändrade ämnet till ”Walks: c”
      14/03/2024, 09:10 - Jonas Weber ændrede emnet til »Walks: c«
      14/03/2024, 09:11 - Jonas Weberがグループ名を「Walks: c」に変更しました
      14/03/2024, 09:12 - Ana “Nana” Ruiz: hi
      """
    #expect(
      try lines(text, named: "WhatsApp Chat with Walks.txt") == [
        #"09:00:00Z –: <service> Mara Lind created group "Walks: all""#, "09:01:00Z Mara Lind: Hello",
        #"09:02:00Z –: <service> Mara Lind changed the subject from "Walks" to "Walks: north""#,
        "09:03:00Z –: <service> Mara Lind changed the group description to: Boots: yes",
        #"09:04:00Z Jonas Weber: Fine: "yes""#,
        "09:05:00Z –: <service> Jonas Weber changed the group name from “Walks: north” to “Walks: south: b”",
        "09:06:00Z –: <service> Jonas Weber hat den Betreff von „Walks: a“ zu „Walks: b“ geändert",
        "09:07:00Z –: <service> Jonas Weber a changé le sujet « Walks: a » en « Walks: b »",
        #"09:08:00Z Tove: Is "Walks: south" the same?"#,
        "09:09:00Z –: <service> Jonas Weber ändrade ämnet till ”Walks: c”",
        "09:10:00Z –: <service> Jonas Weber ændrede emnet til »Walks: c«",
        "09:11:00Z –: <service> Jonas Weberがグループ名を「Walks: c」に変更しました", "09:12:00Z Ana “Nana” Ruiz: hi",
      ])
  }

  // The notices were messages of people.
  @Test("Notices of an iPhone are events also without their marks")
  func withoutMarks() throws {
    let group = """
      [14.08.24, 21:00:10] Ridge: Messages and calls are end-to-end encrypted. No one outside of this chat can read them.
      [14.08.24, 21:00:10] Mara Lind: Mara Lind created group “Ridge”
      [14.08.24, 21:00:11] Ridge: Mara Lind added you
      [14.08.24, 21:00:12] Mara Lind: Mara Lind changed this group's icon
      [14.08.24, 21:00:13] Mara Lind: Mara Lind hat die Gruppe „Ridge“ erstellt
      [14.08.24, 21:00:14] Jonas: Jonas left
      [14.08.24, 21:01:57] Ridge: You're now an admin
      [14.08.24, 21:04:00] Jonas: Hello
      [14.08.24, 21:05:00] Mara Lind: Mara Lind is my name
      [14.08.24, 21:06:00] Mara Lind: Mara Lind leftovers

      """
    #expect(
      try lines(group, named: "WhatsApp Chat - Ridge/_chat.txt").map { $0.dropFirst(10) } == [
        "–: <service> Messages and calls are end-to-end encrypted. No one outside of this chat can read them.",
        "–: <service> Mara Lind created group “Ridge”", "–: <service> Mara Lind added you",
        "–: <service> Mara Lind changed this group's icon",
        "–: <service> Mara Lind hat die Gruppe „Ridge“ erstellt", "–: <service> Jonas left",
        "–: <service> You're now an admin", "Jonas: Hello", "Mara Lind: Mara Lind is my name",
        "Mara Lind: Mara Lind leftovers",
      ])
  }

  @Test(
    "The notice of encryption is an event also without its mark, in a chat of two",
    arguments: [
      "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Nur Personen in diesem Chat können sie lesen.",
      "Messages and calls are end-to-end encrypted. Learn more.",
      "Meddelelser og opkald er end-to-end-krypterede. Ingen uden for denne chat kan læse dem.",
      "Poruke i pozivi su šifrirani s kraja na kraj. Nitko izvan ovog razgovora ne može ih čitati.",
    ])
  func encryption(notice: String) throws {
    let text = """
      [16.09.25, 10:00:00] Mara Lind: \(notice)
      [16.09.25, 10:00:05] Mara Lind: Hallo
      [16.09.25, 10:01:00] Jonas Weber: \(notice)

      """
    #expect(
      try lines(text, named: "WhatsApp Chat - Mara Lind/_chat.txt") == [
        "10:00:00Z –: <service> \(notice)", "10:00:05Z Mara Lind: Hallo", "10:01:00Z Jonas Weber*: \(notice)",
      ])
  }

  // The lines of the second form were a part of the message before them.
  @Test("Two exports of phones with other dates, one after the other, are one chat")
  func twoForms() throws {
    let text = """
      1/30/24, 10:00 - Mara: one
      1/30/24, 10:01 - Jonas: two
      1/30/24, 10:02 - Mara: three
      29/1/2024, 10:02 - Jonas: pasted
      31/1/2024, 10:03 - Jonas: four
      31/1/2024, 10:04 - Mara: five
      31/1/2024, 10:05 - Zoe: new here
      31/1/2024, 10:06 - Mara: and
      30/1/2024, 09:00 - Jonas: pasted as well
      2/1/24, 10:07 - Mara: six

      """
    let read = try ReadExport(try bench.file(text, named: "WhatsApp Chat with Ridge.txt"))
    #expect(
      read.lines == [
        "2024-01-30T10:00:00Z Mara: one", "2024-01-30T10:01:00Z Jonas: two",
        "2024-01-30T10:02:00Z Mara: three⏎29/1/2024, 10:02 - Jonas: pasted",
        "2024-01-31T10:03:00Z Jonas: four",
        "2024-01-31T10:04:00Z Mara: five", "2024-01-31T10:05:00Z Zoe: new here",
        "2024-01-31T10:06:00Z Mara: and⏎30/1/2024, 09:00 - Jonas: pasted as well",
        "2024-02-01T10:07:00Z Mara: six",
      ])
  }

  // The days of a bot's log became chats that were called after their numbers.
  @Test(
    "The log of a bot with dates in brackets is no chat of WhatsApp",
    arguments: [
      """
      [2024-03-02 10:00:05] mara: hello
      [2024-03-02 10:00:09] jo: hi
      [2024-03-02 11:00:00] mara, quitting. (Leaving)
      """,
      """
      [2024-03-02 10:00:05] mara: hello
      [2024-03-02 10:00:09] jo_2: hi
      """,
      """
      [2024-03-02 10:00:05] Mara: hello
      [2024-03-02 10:00:09] Jo has joined.
      [2024-03-02 10:01:09] Jo: hi
      """,
    ])
  func botLog(text: String) throws {
    #expect(ImportFormat.detect(FileHead(Array(text.utf8)[...])) == nil)
  }

  @Test(
    "A chat with such dates is one of WhatsApp",
    arguments: [
      "[2024-03-02 10:00:05] Mara: hello\n[2024-03-02 10:00:09] jo: hi\n",
      "[2024-03-02 10:00:05] mara: \u{200e}Messages and calls are end-to-end encrypted.\n[2024-03-02 10:00:09] jo: hi\n",
      "[2024-03-02, 10:00:05] mara: hello\n[2024-03-02, 10:00:09] jo: hi\n",
      "[2024-03-02 10:00:05] +49 170 1234567: hello\n",
    ])
  func isoDates(text: String) {
    #expect(ImportFormat.detect(FileHead(Array(text.utf8)[...])) == .whatsapp)
  }

  // Her texts were events.
  @Test("A member can have the group's name")
  func memberWithGroupsName() throws {
    let mark = "\u{200e}"
    let text = """
      [01.03.24, 12:00:00] Oma: \(mark)Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them.
      [01.03.24, 12:01:00] Oma: Hallo ihr Lieben
      [01.03.24, 12:02:00] Mara: Hallo Oma
      [01.03.24, 12:03:00] Jonas: Kuchen?
      [01.03.24, 12:04:00] Oma: \(mark)Jonas changed this group's icon
      [01.03.24, 12:05:00] Oma: \(mark)image omitted
      """
    let read = try ReadExport(try bench.file(text, named: "WhatsApp Chat - Oma/_chat.txt"))
    #expect(read.messages.map(\.sender?.name) == [nil, "Oma", "Mara", "Jonas", nil, "Oma"])
    #expect(read.messages[1].text == "Hallo ihr Lieben")
  }

  // Both people were “Work”, and so was one of them whose name an event has.
  @Test("Names with a colon can begin alike, and an event does not shorten one")
  func namesThatBeginAlike() throws {
    let text = """
      13/03/2024, 12:00 - Work: Anna: one
      13/03/2024, 12:01 - Work: Anna: two
      13/03/2024, 12:02 - Mara: Tea?
      13/03/2024, 12:03 - Work: Ben: one
      13/03/2024, 12:04 - Work: Anna: three
      13/03/2024, 12:05 - Work: Ben: two
      13/03/2024, 12:06 - Work: Ben: three
      13/03/2024, 12:07 - Work: Anna changed this group's icon
      """
    let read = try ReadExport(try bench.file(text, named: "WhatsApp Chat with Walks.txt"))
    #expect(
      read.messages.map(\.sender?.name) == [
        "Work: Anna", "Work: Anna", "Mara", "Work: Ben", "Work: Anna", "Work: Ben", "Work: Ben", nil,
      ])
    #expect(read.messages.last?.kind == .service)
  }

  @Test("A bot that begins its texts with several words and a colon is one person")
  func bot() throws {
    let lines = (0..<9).map { "13/03/2024, 12:0\($0) - Alerts: \(["ERROR", "INFO", "WARN"][$0 % 3]): disk\n" }
    let read = try ReadExport(
      try bench.file(
        lines.joined() + "13/03/2024, 12:09 - Mara: ok\n", named: "WhatsApp Chat with Watch.txt"))
    #expect(Set(read.messages.map(\.sender?.name)) == ["Alerts", "Mara"])
  }

  @Test("A file that was left out on Android keeps its caption")
  func captionOfOmitted() throws {
    let read = try ReadExport(
      try bench.file(
        "01/03/2024, 12:01 - Jonas: <Media omitted>\nThe lake\nand the hut\n01/03/2024, 12:02 - Mara: <b>\nx\n",
        named: "WhatsApp Chat with Jonas.txt"))
    #expect(read.messages.map(\.text) == ["The lake\nand the hut", "<b>\nx"])
    #expect(read.messages.map(\.attachments.count) == [1, 0])
  }

  @Test("A call has the person of its line")
  func callers() throws {
    let text = """
      [16.09.25, 10:00:05] Mara Lind: Hallo
      [16.09.25, 10:01:00] Mara Lind: \u{200e}Missed voice call
      """
    #expect(
      try lines(text, named: "WhatsApp Chat - Mara Lind/_chat.txt") == [
        "10:00:05Z Mara Lind: Hallo", "10:01:00Z Mara Lind: <service> Missed voice call {missed }",
      ])
  }
}
