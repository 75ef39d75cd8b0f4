import Foundation
import Testing

@testable import ChatFormats

@Suite("Importing KakaoTalk's exports", .dedicatedThreads)
struct ImportKakaoTalkTests {
  @Test("Android in Korean")
  func kakaoAndroidKorean() throws {
    let read = try ReadExport(Fixture.kakaoAndroidKorean)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z 마라: 토요일에 능선 갈까?⏎⏎차 가져와",
        "2024-03-13T18:06:00Z 회원님*: [photo missing]",
        "2024-03-13T18:06:00Z 마라: [photo missing] [photo missing] [photo missing]",
        "2024-03-13T18:07:00Z 회원님*: [sticker missing]",
        "2024-03-13T18:08:00Z 마라: 톰이 썼어:⏎2024년 3월 12일 오전 9:00, 톰 : 눈이 왔대⏎[톰] [오전 9:01] 1미터",
        "2024-03-13T18:09:00Z 마라: [file 지도.pdf, missing]",
        "2024-03-13T18:10:00Z 마라: <service> 보이스톡 3:21 {ended 201 s}",
        "2024-03-13T18:11:00Z 회원님*: <deleted>",
        "2024-03-14T00:10:00Z 마라: 시간 10:30 : 정문",
        "2024-03-14T12:10:00Z 회원님*: https://example.org/",
        "2024-03-14T12:11:00Z –: <service> 마라님이 나갔습니다.",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["kakaotalk:마라"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("Android in English, with times that end in “p.m.”")
  func kakaoAndroidEnglish() throws {
    let read = try ReadExport(Fixture.kakaoAndroidEnglish)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z Mara Lind: Saturday?",
        "2024-03-13T18:06:00Z Jonas : north: [photo missing]",
        "2024-03-13T18:06:00Z Jonas : north: [sticker missing]",
        "2024-03-13T18:07:00Z Jonas : north: Yes⏎second line",
        "2024-03-14T00:01:00Z Mara Lind: [video missing]",
        "2024-03-14T00:02:00Z –: <service> Tove left this chatroom.",
        "2024-03-14T00:02:00Z Mara Lind: A broken date",
      ])
    #expect(
      read.remarks == [
        "android-en.txt:13: invalid date; the message has the time of the one before it"
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["kakaotalk:Ridge walkers"])
    #expect(read.questions == [.owner] && read.failure == nil)
  }

  @Test("An iPhone in Korean, in the new shape and the old one")
  func kakaoIPhoneKorean() throws {
    let read = try ReadExport(Fixture.kakaoIPhoneKorean)
    #expect(
      read.lines == [
        "2024-03-13T00:05:00Z 마라: 안녕",
        "2024-03-13T18:06:00Z 요나스: [video missing]",
        "2024-03-13T18:07:00Z 요나스: 차는?⏎커피는?",
        "2024-03-13T18:08:00Z –: <service> 토베님이 나갔습니다.",
        "2024-03-14T09:00:00Z 마라: Day 1 : https://example.org/one",
        "2024-03-14T10:22:00Z 요나스: 옛 모양",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["kakaotalk:산책 모임"])
    #expect(read.questions == [.owner] && read.failure == nil)
  }

  @Test("An iPhone in English")
  func kakaoIPhoneEnglish() throws {
    let read = try ReadExport(Fixture.kakaoIPhoneEnglish)
    #expect(
      read.lines == [
        "2024-03-13T19:12:00Z –: <service> Mara Lind invited Jonas .",
        "2024-03-13T19:12:00Z Mara Lind: hello⏎continued line",
        "2024-03-13T19:13:00Z Jonas: [photo missing]",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["kakaotalk:ios-en"])
    #expect(read.questions == [.owner] && read.failure == nil)
  }

  @Test("Windows in Korean, in code page 949")
  func kakaoWindowsKorean() throws {
    let read = try ReadExport(Fixture.kakaoWindowsKorean)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z 마라: 토요일?⏎이어지는 줄⏎⏎마지막 줄",
        "2024-03-13T18:06:00Z 요나스 [산책]*: 그래",
        "2024-03-13T18:07:00Z 마라: 톰이 그러는데⏎[톰] [오전 9:00] 눈이 와⏎[톰] [오전 9:01] 많이",
        "2024-03-13T18:08:00Z 요나스 [산책]*: [voice missing]",
        "2024-03-13T18:08:00Z –: <service> 토베님이 들어왔습니다.",
        "2024-03-14T00:10:00Z 마라: 똠방각하",
        "2024-03-14T00:11:00Z –: <service> 알림",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["kakaotalk:마라"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("Windows in English, in UTF-16")
  func kakaoWindowsEnglish() throws {
    let read = try ReadExport(Fixture.kakaoWindowsEnglish)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z Mara Lind: Saturday?",
        "2024-03-13T18:06:00Z Jonas*: 차",
        "2024-03-14T00:10:00Z Mara Lind: Night",
      ])
    #expect(read.remarks == [])
    #expect(Set(read.messages.map(\.conversationKey)) == ["kakaotalk:Mara Lind"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("The table of macOS")
  func kakaoMac() throws {
    let read = try ReadExport(Fixture.kakaoMac)
    #expect(
      read.lines == [
        "2024-03-13T18:05:10Z 마라: 토요일?⏎\"능선\" 말이야",
        "2024-03-13T18:05:40Z 나*: [photo missing]",
        "2024-03-13T18:06:00Z 마라: 차, 커피",
        "2024-03-13T18:06:30Z –: <service> 요나스님이 나갔습니다.",
        "2024-03-13T18:07:00Z 마라: open",
        "2024-03-13T18:08:00Z 나*: 끝",
      ])
    #expect(
      read.remarks == [
        "mac.csv:7: not a message in the kakaotalk format; skipped",
        "mac.csv:8: the text has no end: the file may have been cut off",
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["kakaotalk:mac"])
    #expect(read.questions == [] && read.failure == nil)
  }

  // A deleted message was skipped, and events were messages of people.
  @Test("The events and deleted messages of macOS in English")
  func kakaoMacEvents() throws {
    let text = """
      Date,User,Message
      ,"","The message has been deleted."
      2026-05-08 19:12:00,"마라","토요일에
      ""능선"" 어때?"
      ,"","The message has been deleted."
      ,"","삭제된 메시지입니다."
      2026-05-08 19:13:00,"나","좋아"
      2026-05-08 19:13:30,"","공지가 등록되었습니다."
      2026-05-08 19:14:00,"마라","마라 invited 나 and 요나스."
      2026-05-08 19:15:00,"요나스","요나스님이 나갔습니다."
      2026-05-08 19:16:00,"토베","토베 left this chatroom."
      2026-05-08 19:16:45,"나","아미르 has been removed from this chatroom."
      2026-05-08 19:17:00,"마라","I invited 나 and 요나스."
      2026-05-09 07:30:00,"마라","출발!"

      """
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "KakaoTalk_Chat_능선_2026-05-09-18-00-00.csv"))
    #expect(
      read.lines == [
        "2026-05-08T19:12:00Z 마라: 토요일에⏎\"능선\" 어때?", "2026-05-08T19:12:00Z –: <deleted>",
        "2026-05-08T19:12:00Z –: <deleted>", "2026-05-08T19:13:00Z 나*: 좋아",
        "2026-05-08T19:13:30Z –: <service> 공지가 등록되었습니다.",
        "2026-05-08T19:14:00Z –: <service> 마라 invited 나 and 요나스.",
        "2026-05-08T19:15:00Z –: <service> 요나스님이 나갔습니다.",
        "2026-05-08T19:16:00Z –: <service> 토베 left this chatroom.",
        "2026-05-08T19:16:45Z –: <service> 아미르 has been removed from this chatroom.",
        "2026-05-08T19:17:00Z 마라: I invited 나 and 요나스.", "2026-05-09T07:30:00Z 마라: 출발!",
      ])
    #expect(read.remarks == ["KakaoTalk_Chat_능선_2026-05-09-18-00-00.csv:2: message without a date; skipped"])
    #expect(Set(read.messages.map(\.conversationKey)) == ["kakaotalk:능선"])
  }

  @Test("A long message of the table is read as a whole, and the rest of one that is too long is reported")
  func kakaoLongMessage() throws {
    let bench = try ImportBench()
    let long = (1...20_000).map { "\($0) " + String(repeating: "글", count: 20) }.joined(separator: "\n")
    let text =
      "Date,User,Message\n2024-03-13 18:05:10,\"마라\",\"\(long)\"\n2024-03-13 18:05:40,\"나\",\"\"\"끝\"\"\"\n"
    let read = try ReadExport(try bench.file(text, named: "mac.csv"))
    expectSame(read.messages.map(\.text), [long, "\"끝\""])
    #expect(read.remarks == [])

    var records = CSVRecords(limit: 30)
    let lines = ["1,\"마라\",\"one", "two", String(repeating: "x", count: 30), "three\"", "2,나,\"four\""]
    let found = lines.enumerated().compactMap { records.add($1, $0 + 1) }
    #expect(found.map(\.fields) == [["1", "마라", "one\ntwo"], ["2", "나", "four"]])
    #expect(found.map(\.cut) == [3, nil])
  }

  @Test(
    "A table that ends within a text is named, and messages of a phone without a readable date count as skipped"
  )
  func kakaoCutOff() throws {
    let bench = try ImportBench()
    let table = try ReadExport(
      try bench.file("Date,User,Message\n2024-03-13 18:05:10,\"마라\",\"one and ", named: "mac.csv"))
    #expect(table.messages.map(\.text) == ["one and"] && table.problems.map(\.effect) == [.incomplete])
    let phone = try ReadExport(
      try bench.file(
        """
        마라 님과 카카오톡 대화
        저장한 날짜 : 2024년 3월 14일 오후 6:05

        9999년 3월 13일 오후 6:05, 마라 : 하나
        2024년 3월 13일 오후 6:06, 마라 : 둘

        """, named: "KakaoTalkChats.txt"))
    #expect(phone.messages.map(\.text) == ["둘"] && phone.problems.map(\.effect) == [.skipped])
  }

  // It was noted only, so that nothing was lost in an import of nothing.
  @Test("A file in which no message is found is a loss")
  func kakaoNothing() throws {
    let bench = try ImportBench()
    let text = "저장한 날짜 : 2024년 3월 14일 오후 6:05\n\nsomething else\n"
    let read = try ReadExport(try bench.file(text, named: "KakaoTalkChats.txt"))
    #expect(read.messages.isEmpty && read.problems.map(\.effect) == [.skipped])
  }

  // It was the text of the person who had joined.
  @Test("The warning after a person who has joined belongs to the event, but not to a text about it")
  func kakaoWarnings() throws {
    let bench = try ImportBench()
    let text = """
      Date,User,Message
      2026-05-08 19:12:00,"대성","대성님이 들어왔습니다.
      타인, 기관 등의 사칭에 유의해주세요."
      2026-05-08 19:13:00,"나","대성님이 들어왔습니다.
      안녕"
      2026-05-08 19:14:00,"대성","대성님이 나갔습니다.
      라고?"

      """
    let read = try ReadExport(try bench.file(text, named: "mac.csv"))
    #expect(
      read.lines == [
        "2026-05-08T19:12:00Z –: <service> 대성님이 들어왔습니다.⏎타인, 기관 등의 사칭에 유의해주세요.",
        "2026-05-08T19:13:00Z 나*: 대성님이 들어왔습니다.⏎안녕", "2026-05-08T19:14:00Z 대성: 대성님이 나갔습니다.⏎라고?",
      ])
  }

  /// An export of Windows with these lines after its heading.
  private func windows(_ lines: String...) throws -> ReadExport {
    let heading = ["마라 님과 카카오톡 대화", "저장한 날짜 : 2024-03-05 12:00:00", ""]
    let bench = try ImportBench()
    return try ReadExport(
      try bench.file((heading + lines).joined(separator: "\n") + "\n", named: "KakaoTalkChats.txt"))
  }

  // They were messages, once more or on another day.
  @Test("On Windows, days and times that go back are those of a pasted chat")
  func kakaoPastedRuns() throws {
    let (first, day) = (
      "--------------- 2024년 2월 1일 목요일 ---------------", "--------------- 2024년 3월 2일 토요일 ---------------"
    )
    let read = try windows(
      day, "[나] [오전 8:00] 꼭 갈게", "[마라] [오전 9:13] 봐:", first, "[나] [오전 10:00] 갈게", "[마라] [오전 10:01] 좋아",
      "[나] [오전 9:14] 내가?", "[마라] [오후 1:00] 봐:", "[나] [오전 8:00] 꼭 갈게", "[나] [오후 1:01] 응")
    #expect(
      read.lines == [
        "2024-03-02T08:00:00Z 나*: 꼭 갈게",
        "2024-03-02T09:13:00Z 마라: 봐:⏎\(first)⏎[나] [오전 10:00] 갈게⏎[마라] [오전 10:01] 좋아",
        "2024-03-02T09:14:00Z 나*: 내가?", "2024-03-02T13:00:00Z 마라: 봐:⏎[나] [오전 8:00] 꼭 갈게",
        "2024-03-02T13:01:00Z 나*: 응",
      ])
    let long = String(repeating: "글", count: 20_000)
    let second = try windows(
      day, "[마라] [오전 9:13] one", first, "[나] [오전 9:00] \(long)", "[나] [오전 9:01] two", day,
      "[나] [오전 9:14] three")
    #expect(second.messages.count == 4 && second.lines[2] == "2024-02-01T09:01:00Z 나*: two")
  }

  // It was a line of the text before it, or lost.
  @Test("On Windows in English, an invitation by a person of the chat is an event")
  func kakaoInvitation() throws {
    let day = "--------------- Wednesday, January 10, 2024 ---------------"
    let read = try windows(
      day, "Mara invited Jim.", "[Mara] [8:37 PM] Hello", "Mara invited Jim.", "[Jim] [8:38 PM] They",
      "have invited us.", "[Mara] [8:39 PM] bye")
    #expect(
      read.lines.map { $0.dropFirst(11) }
        == [
          "00:00:00Z –: <service> Mara invited Jim.", "20:37:00Z Mara: Hello",
          "20:37:00Z –: <service> Mara invited Jim.", "20:38:00Z Jim: They⏎have invited us.",
          "20:39:00Z Mara: bye",
        ].map { $0[...] })
    #expect(read.remarks == [])
  }

  @Test("On Windows, a day counts although an unknown line of the program follows it")
  func kakaoUnknownLine() throws {
    let read = try windows(
      "--------------- 2024년 3월 2일 토요일 ---------------", "[마라] [오후 10:00] one",
      "--------------- 2024년 3월 3일 일요일 ---------------", "방장이 변경되었습니다", "[나] [오전 9:00] two",
      "[마라] [오후 10:30] three")
    #expect(
      read.lines.filter { $0.contains("Z 나") || $0.contains("three") } == [
        "2024-03-03T09:00:00Z 나*: two", "2024-03-03T22:30:00Z 마라: three",
      ])
  }

  // The lines after the event and after the day were lost.
  @Test("On Windows, an event and a day with lines of a text behind them are text, but for a warning")
  func kakaoLinesAfterEvents() throws {
    let read = try windows(
      "--------------- 2024년 3월 2일 토요일 ---------------", "[마라] [오후 8:37] 이렇게 떴어", "김철수님이 나갔습니다.",
      "왜 나갔지?", "[나] [오후 8:38] 몰라", "--------------- 2024년 3월 4일 월요일 ---------------", "이 날", "토베님이 나갔습니다.",
      "박영희님이 들어왔습니다.", "주의해 주시기 바랍니다.", "--------------- 2024년 3월 3일 일요일 ---------------",
      "토베님이 나갔습니다.", "[나] [오전 8:39] 응", "", "--------------- 2024년 3월 4일 월요일 ---------------")
    #expect(
      read.lines == [
        "2024-03-02T20:37:00Z 마라: 이렇게 떴어⏎김철수님이 나갔습니다.⏎왜 나갔지?",
        "2024-03-02T20:38:00Z 나*: 몰라⏎--------------- 2024년 3월 4일 월요일 ---------------⏎이 날",
        "2024-03-04T00:00:00Z –: <service> 토베님이 나갔습니다.",
        "2024-03-04T00:00:00Z –: <service> 박영희님이 들어왔습니다.⏎주의해 주시기 바랍니다.",
        "2024-03-03T00:00:00Z –: <service> 토베님이 나갔습니다.", "2024-03-03T08:39:00Z 나*: 응",
      ])
    #expect(read.remarks == [])
  }

  /// A phone's export with these lines after its heading.
  private func phone(_ lines: String...) throws -> ReadExport {
    let heading = ["능선 님과 카카오톡 대화", "저장한 날짜 : 2024년 4월 30일 오후 3:00", ""]
    let text = (heading + lines).joined(separator: "\n") + "\n"
    let bench = try ImportBench()
    return try ReadExport(try bench.file(text, named: "KakaoTalkChats.txt"))
  }

  // The date was deleted, and the messages after it were on its day.
  @Test(
    "A date in a text of a phone is text if days have another form",
    arguments: ["2024년 4월 5일", "2024-04-05", "April 5, 2024", "2024년 4월 5일 오후 8:00"])
  func kakaoDateInText(_ date: String) throws {
    let read = try phone(
      "2024년 3월 29일 금요일", "오후 8:36, Mara : 회식 날짜", date, "오후 8:37, Jonas : ok", "오후 8:38, Mara : bye",
      "", "2024년 3월 30일 토요일", "오전 9:00, Mara : hi")
    #expect(
      read.lines == [
        "2024-03-29T20:36:00Z Mara: 회식 날짜⏎\(date)", "2024-03-29T20:37:00Z Jonas: ok",
        "2024-03-29T20:38:00Z Mara: bye", "2024-03-30T09:00:00Z Mara: hi",
      ])
    #expect(read.remarks == [])
  }

  // A phone that writes bare dates as days still has days.
  @Test("The days of a phone have the form of the first one")
  func kakaoBareDays() throws {
    let read = try phone(
      "2024년 3월 29일", "오후 8:36, Mara : one", "2024년 4월 5일 금요일", "2024년 3월 30일", "오후 8:37, Jonas : two")
    #expect(
      read.lines == [
        "2024-03-29T20:36:00Z Mara: one⏎2024년 4월 5일 금요일", "2024-03-30T20:37:00Z Jonas: two",
      ])
  }

  // The date was deleted.
  @Test(
    "Where headers have dates, a date is text unless it is a day's line before a message of that day",
    arguments: [
      "2024년 4월 5일", "2024-04-05", "April 5, 2024", "2024년 4월 5일 금요일", "2024년 4월 5일 오후 8:00",
    ], ["2024년 3월 29일 금요일", "2024년 3월 29일 오후 8:36", ""])
  func kakaoDateAmongDates(_ date: String, _ day: String) throws {
    let read = try phone(
      day, "2024년 3월 29일 오후 8:36, Mara : 회식 날짜", date, "2024년 3월 29일 오후 8:37, Jonas : ok", date, "",
      "see you", "", day.replacing("29일", with: "30일").replacing("금", with: "토"),
      "2024년 3월 30일 오전 9:00, Mara : hi")
    #expect(
      read.lines == [
        "2024-03-29T20:36:00Z Mara: 회식 날짜⏎\(date)", "2024-03-29T20:37:00Z Jonas: ok⏎\(date)⏎⏎see you",
        "2024-03-30T09:00:00Z Mara: hi",
      ])
    #expect(read.remarks == [])
  }

  // It was a message of a person "저녁".
  @Test("A header without a date is text if headers have dates")
  func kakaoHeaderWithoutDate() throws {
    let read = try phone(
      "2024년 3월 29일 오후 8:36, Mara : 일정", "오후 9:00, 저녁 : 밥", "오후 9:30, Mara : 집",
      "오후 9:40, 토베님이 나갔습니다.", "2024년 3월 29일 오후 8:37, Jonas : ok")
    #expect(
      read.lines == [
        "2024-03-29T20:36:00Z Mara: 일정⏎오후 9:00, 저녁 : 밥⏎오후 9:30, Mara : 집⏎오후 9:40, 토베님이 나갔습니다.",
        "2024-03-29T20:37:00Z Jonas: ok",
      ])
    #expect(read.remarks == [])
  }

  // They were messages.
  @Test("A header with a date is text if headers have none, unless a person of the chat goes on with it")
  func kakaoHeaderWithDate() throws {
    let read = try phone(
      "2024년 3월 29일 금요일", "오후 8:36, Mara : 일정", "2024년 4월 5일 오후 9:00, 저녁 : 밥",
      "2024년 4월 5일 오후 9:30, 집", "2024년 3월 28일 오후 9:00, Jonas : 어제", "오후 8:37, Jonas : ok",
      "2024. 3. 30. 오전 9:00, Mara : hi")
    #expect(
      read.lines == [
        "2024-03-29T20:36:00Z Mara: 일정⏎2024년 4월 5일 오후 9:00, 저녁 : 밥⏎2024년 4월 5일 오후 9:30, 집"
          + "⏎2024년 3월 28일 오후 9:00, Jonas : 어제",
        "2024-03-29T20:37:00Z Jonas: ok", "2024-03-30T09:00:00Z Mara: hi",
      ])
    #expect(read.remarks == [])
  }

  // The second part was the text of the last message before it.
  @Test("Two exports of a phone in one file can have headers of two forms")
  func kakaoTwoParts() throws {
    let read = try phone(
      "2024년 3월 29일 금요일", "2024년 3월 29일 오후 8:36, Mara : one", "2024년 3월 30일 토요일", "오전 9:00, Mara : hi",
      "오전 9:01, Tove : hello", "2024년 3월 31일 일요일", "오전 9:02, Tove : bye",
      "2024년 4월 1일 오후 8:36, Mara : four", "2024년 4월 1일 오후 8:37, Jonas : five")
    #expect(
      read.lines == [
        "2024-03-29T20:36:00Z Mara: one", "2024-03-30T09:00:00Z Mara: hi", "2024-03-30T09:01:00Z Tove: hello",
        "2024-03-31T09:02:00Z Tove: bye", "2024-04-01T20:36:00Z Mara: four",
        "2024-04-01T20:37:00Z Jonas: five",
      ])
    #expect(read.remarks == [])
  }

  @Test("A day in a text is text in an export without days")
  func kakaoNoDays() throws {
    let read = try phone(
      "2024년 4월 4일 오후 11:00, Mara : 회식", "2024년 4월 5일 금요일", "2024년 4월 5일 오전 9:00, Jonas : ok")
    #expect(
      read.lines == ["2024-04-04T23:00:00Z Mara: 회식⏎2024년 4월 5일 금요일", "2024-04-05T09:00:00Z Jonas: ok"])
  }

  @Test(
    "A message that ends like the title of a chat is a message",
    arguments: [
      ("[마라] [오후 6:05] 어제 카카오톡 대화", KakaoTalkLine.Shape.windows),
      ("2024년 3월 13일 오후 6:05, 마라 : 어제 카카오톡 대화", .phone),
    ])
  func kakaoMessageLikeTitle(_ line: String, _ shape: KakaoTalkLine.Shape) {
    guard case .message(_, "마라", let text) = KakaoTalkLine(line, shape: shape) else {
      Issue.record("not a message")
      return
    }
    #expect(text == "어제 카카오톡 대화")
  }
}
