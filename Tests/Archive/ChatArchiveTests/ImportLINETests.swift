import Foundation
import Testing

@testable import Chats

@Suite("Importing LINE's chat history", .dedicatedThreads)
struct ImportLINETests {
  @Test("English, whose days have the month first")
  func lineEnglish() throws {
    let read = try ReadExport(Fixture.lineEnglish)
    #expect(
      read.lines == [
        "2024-03-13T18:05:00Z Mara Lind: Saturday?",
        "2024-03-13T18:06:00Z Jonas*: Yes⏎and⏎⏎tea",
        "2024-03-13T18:07:00Z Mara Lind: [photo missing]",
        "2024-03-13T18:07:00Z Mara Lind: [sticker missing]",
        "2024-03-13T18:08:00Z Jonas: <service> ☎ Call time 1:23 {ended 83 s}",
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

  // EXTRA
}
