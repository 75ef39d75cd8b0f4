import Foundation
import Testing

@testable import Chats

@Suite("Importing LINE's chat history", .dedicatedThreads)
struct ImportLINETests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  @Test("English, whose days have the month first")
  func lineEnglish() throws {
    let read = try ReadExport(Fixture.lineEnglish)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z Mara Lind: Saturday?",
        "2024-03-13T18:06:00Z Jonas*: Yes⏎and⏎⏎tea",
        "2024-03-13T18:07:00Z Mara Lind: [photo missing]",
        "2024-03-13T18:07:00Z Mara Lind: [sticker missing]",
        "2024-03-13T18:08:00Z Jonas*: <service> ☎ Call time 1:23 {ended 83 s}",
        "2024-03-13T18:09:00Z Mara Lind: <deleted>",
        "2024-03-13T18:10:00Z Mara Lind: Tom wrote:⏎09:00\tTom\tsnow",
        "2024-03-13T18:10:00Z Mara Lind: A broken time",
        "2024-04-05T00:10:00Z Mara Lind: After midnight",
        "2024-04-05T00:11:00Z –: <service> Tove joined the chat.",
      ])
    #expect(
      read.remarks == [
        "en.txt:16: invalid date; the message has the time of the one before it"
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["line:Mara Lind"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("Japanese")
  func lineJapanese() throws {
    let read = try ReadExport(Fixture.lineJapanese)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z 真理: 土曜日?",
        "2024-03-13T18:06:00Z 健: はい⏎お茶",
        "2024-03-13T18:07:00Z 真理: [sticker missing]",
        "2024-03-13T18:08:00Z –: <service> 健が参加しました",
        "2024-03-13T19:30:00Z 健: <service> ☎ 不在着信 {missed }",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["line:山歩き"])
    #expect(read.questions == [.owner] && read.failure == nil)
  }

  @Test("Korean")
  func lineKorean() throws {
    let read = try ReadExport(Fixture.lineKorean)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z 마라: 토요일?",
        "2024-03-13T18:06:00Z 요나스*: [photo missing]",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["line:마라"])
    #expect(read.questions == [] && read.failure == nil)
  }

  // KakaoTalk writes the same second line, and nothing was read.
  @Test(
    "The Korean heading of a history is not KakaoTalk's, also if its title was cut off",
    arguments: ["[LINE] 마라님과의 대화\n", "마라님과의 대화\n", ""])
  func lineKoreanHeading(_ title: String) throws {
    let text = "\(title)저장한 날짜: 2024/03/05 12:00\n\n2024/03/02(토)\n09:12\t마라\t안녕\n"
    let read = try ReadExport(try bench.file(text, named: "line.txt"))
    #expect(read.lines == ["2024-03-02T09:12:00Z 마라: 안녕"])
    #expect(read.remarks == [])
  }

  @Test("Chinese")
  func lineChinese() throws {
    let read = try ReadExport(Fixture.lineChinese)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z 真理: 星期六?",
        "2024-03-13T18:06:00Z 健*: [sticker missing]",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["line:真理"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("Thai, with Buddhist years")
  func lineThai() throws {
    let read = try ReadExport(Fixture.lineThai)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z มารา: วันเสาร์?",
        "2024-03-13T18:06:00Z โจนัส*: [photo missing]",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["line:มารา"])
    #expect(read.questions == [] && read.failure == nil)
  }

  /// A file that LINE for computers has saved.
  private func computer(_ text: String, named name: String = "[LINE]Mara.txt") throws -> ReadExport {
    try ReadExport(try bench.file(text, named: name))
  }

  // The file was in no supported format.
  @Test("LINE for computers writes blanks between time, name and text")
  func computer() throws {
    let read = try computer(
      """
      2024.01.02 Tuesday
      10:00 Mara hello
      10:01 Jonas Weber Good morning
      10:02 Mara [Photo]
      10:03 Mara two
      lines
      10:04 Jonas Weber unsent a message.
      10:05 Tove joined the group.
      2024.01.03 Wednesday
      09:00 Mara Stickers
      09:01 Jonas Weber See https://example.org/a b
      09:02 Jonas Meier hello
      09:03 Jonas Meier See you
      09:04 Jonas Meier 10:00 it is
      09:05 Mara ☎ Call time 1:23

      """)
    #expect(
      read.lines == [
        "2024-01-02T10:00:00Z Mara: hello", "2024-01-02T10:01:00Z Jonas Weber: Good morning",
        "2024-01-02T10:02:00Z Mara: [photo missing]", "2024-01-02T10:03:00Z Mara: two⏎lines",
        "2024-01-02T10:04:00Z Jonas Weber: <deleted>",
        "2024-01-02T10:05:00Z –: <service> Tove joined the group.",
        "2024-01-03T09:00:00Z Mara: [sticker missing]",
        "2024-01-03T09:01:00Z Jonas Weber: See https://example.org/a b",
        "2024-01-03T09:02:00Z Jonas Meier: hello", "2024-01-03T09:03:00Z Jonas Meier: See you",
        "2024-01-03T09:04:00Z Jonas Meier: 10:00 it is",
        "2024-01-03T09:05:00Z Mara: <service> ☎ Call time 1:23 {ended 83 s}",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["line:Mara"])
    #expect(!read.questions.contains(.dayOrder))
  }

  // They were messages, on the pasted day, and so were those after them.
  @Test("On computers, a day that goes back is that of a pasted chat")
  func pastedDay() throws {
    let read = try computer(
      "2024.03.02 Saturday\n09:12 Jo Morning\n09:13 Mara look:\n2024.02.01 Thursday\n10:00 Jo yes\n10:01 Mara good\n"
        + "09:14 Jo did I?\n2024.03.03 Sunday\n08:00 Jo home\n")
    #expect(
      read.lines == [
        "2024-03-02T09:12:00Z Jo*: Morning",
        "2024-03-02T09:13:00Z Mara: look:⏎2024.02.01 Thursday⏎10:00 Jo yes⏎10:01 Mara good",
        "2024-03-02T09:14:00Z Jo*: did I?", "2024-03-03T08:00:00Z Jo*: home",
      ])
  }

  // The day changed, and the line after it was lost.
  @Test("On computers, a day with other lines behind it is text")
  func daysInTexts() throws {
    let read = try computer(
      "2024.01.02 Tuesday\n10:00 Mara plan:\n2024.01.05 Friday\nmeet at nine\n10:01 Jo ok\n\n"
        + "2024.01.03 Wednesday\n\n09:00 Mara hi\n2024.01.04 Thursday\n")
    #expect(
      read.lines == [
        "2024-01-02T10:00:00Z Mara: plan:⏎2024.01.05 Friday⏎meet at nine", "2024-01-02T10:01:00Z Jo*: ok",
        "2024-01-03T09:00:00Z Mara: hi",
      ])
    #expect(read.remarks == [])
  }

  // Each of them was a person.
  @Test(
    "An event of a group on a computer is nobody's message",
    arguments: [
      "Maraがグループ名を「夏 旅行」に変更しました。", "Maraがアルバム「夏」を作成しました", "グループ通話が開始されました。",
      "Mara changed the group name to \"Trip\".", "Group call started.",
    ])
  func groupEvents(_ event: String) throws {
    let read = try computer("2024.01.02 Tuesday\n10:00 Mara hello\n10:01 \(event)\n10:02 Jo 了解しました。\n")
    #expect(
      read.lines == [
        "2024-01-02T10:00:00Z Mara: hello", "2024-01-02T10:01:00Z –: <service> \(event)",
        "2024-01-02T10:02:00Z Jo*: 了解しました。",
      ])
  }

  // The person was "Mara", and all texts began with "Lind".
  @Test(
    "An event that follows a name with blanks directly is none of the person's texts",
    arguments: [
      ("Mara Lindがメッセージの送信を取り消しました", true), ("Mara Lind已收回訊息", true), ("Mara Lind已加入群組。", false),
      ("Mara Lindがグループのアイコンを変更しました。", false), ("Tove Berg已退出群組。", false),
      ("太郎がMara Lindをグループから削除しました。", false), ("太郎邀請Tove Berg加入群組。", false),
    ])
  func eventAfterName(_ event: String, isUnsent: Bool) throws {
    let read = try computer(
      "2024.01.10 水曜日\n10:00 Mara Lind こんにちは\n10:01 太郎 やあ\n10:02 Mara Lind 元気\n10:03 Mara Lind はい\n"
        + "10:04 \(event)\n10:05 太郎 私が連絡しました。\n", named: "グループ.txt")
    #expect(
      read.lines.map { $0.dropFirst(11) } == [
        "10:00:00Z Mara Lind: こんにちは", "10:01:00Z 太郎: やあ", "10:02:00Z Mara Lind: 元気",
        "10:03:00Z Mara Lind: はい",
        isUnsent ? "10:04:00Z Mara Lind: <deleted>" : "10:04:00Z –: <service> \(event)",
        "10:05:00Z 太郎: 私が連絡しました。",
      ])
  }

  @Test("Words of an event after a name and a blank are the person's, and an event tells two names apart")
  func eventWordsInTexts() throws {
    let read = try computer(
      "2024.01.10 星期三\n10:00 小明 嗨\n10:01 小明 我已退出群組。\n10:02 Mara Lind hi\n10:03 Mara Weber ok\n"
        + "10:04 Mara Lind已收回訊息\n10:05 Mara Weber已加入群組。\n", named: "群組.txt")
    #expect(
      read.lines.map { $0.dropFirst(11) } == [
        "10:00:00Z 小明: 嗨", "10:01:00Z 小明: 我已退出群組。", "10:02:00Z Mara Lind: hi", "10:03:00Z Mara Weber: ok",
        "10:04:00Z Mara Lind: <deleted>", "10:05:00Z –: <service> Mara Weber已加入群組。",
      ])
  }

  // It was a person with an empty text.
  @Test(
    "A line of one word after the time is an event",
    arguments: ["Jonas已退出群組。", "小明離開聊天", "小明邀請Jonas加入", "小美已將群組名稱變更為「旅行」", "花子が退会しました。"])
  func oneWord(_ event: String) throws {
    let read = try computer("2024.01.10 星期三\n10:00 小明 嗨\n10:01 \(event)\n", named: "群組.txt")
    #expect(read.lines.map { $0.dropFirst(11) } == ["10:00:00Z 小明: 嗨", "10:01:00Z –: <service> \(event)"])
  }

  // It was a message of a person "您", or an event.
  @Test(
    "What the exporter has unsent is the exporter's deleted message",
    arguments: ["您已收回訊息", "メッセージの送信を取り消しました", "You unsent a message."])
  func ownUnsent(_ text: String) throws {
    let file = try bench.file(
      "[LINE] Jo的聊天記錄\n儲存日期： 2024/03/02 10:00\n\n2024/03/02（六）\n10:00\tJo\t你好\n10:01\tMara\t嗨\n"
        + "10:02\t\t\(text)\n", named: "line.txt")
    let read = try ReadExport(file)
    #expect(read.lines[2] == "2024-03-02T10:02:00Z Mara*: <deleted>")
    let group = try phone("2024/03/02(土)", "10:00\tMara\thi", "10:01\tJo\thi", "10:02\t\t\(text)")
    #expect(group.lines[2] == "2024-03-02T10:02:00Z You*: <deleted>")
  }

  // The last letters of the name stood before the text.
  @Test("Another blank before the name changes nothing")
  func computerBlanks() throws {
    let read = try computer("2024.01.02 Tuesday\n10:00  Mara See you\n10:01 Jo Hi\n10:02   Mara Bye\n")
    #expect(read.messages.map(\.text) == ["See you", "Hi", "Bye"])
    #expect(read.messages.map(\.sender?.name) == ["Mara", "Jo", "Mara"])
  }

  @Test("LINE for computers in Japanese, and a chat whose other person has a name of two words")
  func computerInJapanese() throws {
    let read = try computer(
      """
      2024.03.02 土曜日
      16:10 mara こんにちは
      16:11 jo スタンプ
      16:12 mara 一行目
      二行目
      16:13 jo joがメッセージの送信を取り消しました
      16:14 maraがメッセージの送信を取り消しました
      2024.03.03 日曜日
      09:00 jo おはよう

      """, named: "[LINE]mara.txt")
    #expect(
      read.lines == [
        "2024-03-02T16:10:00Z mara: こんにちは", "2024-03-02T16:11:00Z jo*: [sticker missing]",
        "2024-03-02T16:12:00Z mara: 一行目⏎二行目", "2024-03-02T16:13:00Z jo*: <deleted>",
        "2024-03-02T16:14:00Z mara: <deleted>", "2024-03-03T09:00:00Z jo*: おはよう",
      ])
    let other = try computer(
      "2024.03.02 Saturday\n16:10 Mara Lind Hello\n16:11 Jo Hi\n", named: "[LINE]Mara Lind.txt")
    #expect(other.lines == ["2024-03-02T16:10:00Z Mara Lind: Hello", "2024-03-02T16:11:00Z Jo*: Hi"])
    let chinese = try computer(
      "2024.03.02 星期六\n16:10 小明 你好\n16:11 小明已收回訊息\n", named: "[LINE]與小明的聊天.txt")
    #expect(chinese.lines == ["2024-03-02T16:10:00Z 小明: 你好", "2024-03-02T16:11:00Z 小明: <deleted>"])
    #expect(Set(chinese.messages.map(\.conversationTitle)) == ["小明"])
  }

  @Test(
    "LINE for computers with a clock of twelve hours",
    arguments: [
      ("03:22 PM", "12:05 AM", "11:07 AM"), ("오후 3:22", "오전 12:05", "오전 11:07"),
      ("午後3:22", "午前0:05", "午前11:07"), ("下午 3:22", "上午 12:05", "上午 11:07"),
    ])
  func twelveHours(afternoon: String, night: String, morning: String) throws {
    let read = try computer(
      """
      2024.01.02 Tuesday
      \(afternoon) Mara hello
      \(afternoon) Jo two
      lines
      2024.01.03 Wednesday
      \(night) Mara late
      \(morning) Jo hi
      \(morning) Jo well

      """)
    #expect(
      read.lines == [
        "2024-01-02T15:22:00Z Mara: hello", "2024-01-02T15:22:00Z Jo*: two⏎lines",
        "2024-01-03T00:05:00Z Mara: late", "2024-01-03T11:07:00Z Jo*: hi", "2024-01-03T11:07:00Z Jo*: well",
      ])
    #expect(read.remarks == [])
  }

  // It was a quarter past midnight.
  @Test("The hours of a Japanese half of the day begin with 0", arguments: ["午後0:13", "午後12:13", "12:13"])
  func noonOfHalves(_ time: String) throws {
    let read = try phone("2024/03/02(土)", "午前11:58\tヨナス\tそろそろ", "\(time)\tマラ\tラーメン", "午後1:05\tヨナス\tうまい")
    #expect(
      read.lines == [
        "2024-03-02T11:58:00Z ヨナス: そろそろ", "2024-03-02T12:13:00Z マラ: ラーメン", "2024-03-02T13:05:00Z ヨナス: うまい",
      ])
  }

  @Test("A name that is the word for a half of the day does not make a clock of twelve hours")
  func nameLikePeriod() throws {
    let read = try computer(
      "2024.01.02 Tuesday\n10:00 Am hello\n10:01 Am hi\n15:01 Jo look\n15:02 Jo AM\n오전 3:00 it is\n")
    #expect(
      read.lines == [
        "2024-01-02T10:00:00Z Am: hello", "2024-01-02T10:01:00Z Am: hi", "2024-01-02T15:01:00Z Jo: look",
        "2024-01-02T15:02:00Z Jo: AM⏎오전 3:00 it is",
      ])
  }

  /// A phone's history with these lines after its heading.
  private func phone(_ lines: String...) throws -> ReadExport {
    let heading = ["[LINE] Ridgeとのトーク履歴", "保存日時：2024/04/30 15:00", ""]
    return try ReadExport(
      try bench.file((heading + lines).joined(separator: "\n") + "\n", named: "line.txt"))
  }

  // The date began a day, and the dinner was an event.
  @Test(
    "A date and a line with a time are text between quotation marks",
    arguments: ["2024/04/05(金)", "2024/03/30(土)", "20:30\tdinner", "20:30\tthe \"\"Ridge\"\""])
  func quotedHeaders(_ line: String) throws {
    let read = try phone(
      "2024/03/29(金)", "20:00\tMara\t\"予定です", line, "駅に10時\"", "20:01\tJonas\tok", "2024/03/30(土)",
      "09:00\tMara\t\"one", "two", line + "\"", "09:01\tJonas\tbye")
    let shown = line.replacing("\"\"", with: "\"")
    #expect(
      read.messages.map(\.text)
        == ["予定です\n\(shown)\n駅に10時", "ok", "one\ntwo\n\(shown)", "bye"])
    #expect(
      read.lines.map { $0.prefix(16) } == [
        "2024-03-29T20:00", "2024-03-29T20:01", "2024-03-30T09:00", "2024-03-30T09:01",
      ])
    #expect(read.remarks == [])
  }

  @Test(
    "A quotation mark that is not closed before the next message does not make days and events text",
    arguments: ["\"hello", "\"hello\" he said", "\""])
  func openQuotation(_ text: String) throws {
    let read = try phone(
      "2024/03/29(金)", "20:00\tMara\t\(text)", "20:30\tTove renamed it to \"Ridge\"", "2024/03/30(土)",
      "20:01\tJonas\tone", "2024/03/31(日)", "20:02\tMara\t\"two", "lines\"", "2024/04/01(月)",
      "20:03\tJonas\t\(text)", "2024/04/02(火)", "20:04\tTove joined the chat.")
    #expect(
      read.lines == [
        "2024-03-29T20:00:00Z Mara: \(text)",
        "2024-03-29T20:30:00Z –: <service> Tove renamed it to \"Ridge\"",
        "2024-03-30T20:01:00Z Jonas: one", "2024-03-31T20:02:00Z Mara: two⏎lines",
        "2024-04-01T20:03:00Z Jonas: \(text)", "2024-04-02T20:04:00Z –: <service> Tove joined the chat.",
      ])
    #expect(read.remarks == [])
  }

  // The first call was a missed one, and neither had a person.
  @Test("A call has its duration, also directly after a word, and the person of its line")
  func calls() throws {
    let text = """
      [LINE] 與Jo的聊天記錄
      儲存日期： 2024/03/02 10:00

      2024/03/02（六）
      10:00\tJo\t你好
      10:05\tJo\t☎ 通話時間0:53
      10:06\tJo\t☎ 通話時間1:02:03
      10:09\tMara\t☎ 未接來電
      """
    let read = try ReadExport(try bench.file(text, named: "line.txt"))
    #expect(
      read.lines.map { $0.dropFirst(11) } == [
        "10:00:00Z Jo: 你好", "10:05:00Z Jo: <service> ☎ 通話時間0:53 {ended 53 s}",
        "10:06:00Z Jo: <service> ☎ 通話時間1:02:03 {ended 3723 s}",
        "10:09:00Z Mara*: <service> ☎ 未接來電 {missed }",
      ])
  }
}
