import Chats
import Foundation

/// The text that KakaoTalk writes for a chat on Android, or the table that it writes on macOS.
struct KakaoTalkExport: ExportWriter {
  enum Form {
    case android, macOS
  }

  let form: Form

  var name: String { "kakaotalk \(form)" }

  var holds: ExportFacts {
    let facts: ExportFacts = [.deletions, .events, .albums]
    return form == .macOS ? facts.union(.seconds) : facts
  }

  func name(of person: Int, in chat: RandomChat) -> String {
    let name = chat.people[person].name
    // “You” stands for the exporter in English, so that a person with this name is the exporter.
    return form == .android && (person == 0 || name == "You") ? "회원님" : name
  }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      guard message.invites != nil else { return shown }
      var shown = shown
      shown.sender = nil
      shown.text = event(message, chat)
      return shown
    }
  }

  private func event(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    "\(name(of: message.sender, in: chat))님이 \(name(of: message.invites ?? 0, in: chat))님을 초대했습니다."
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let records = chat.messages[range].flatMap { message in
      bodies(message, chat).map { (message: message, body: $0) }
    }
    var text: String
    let file: String
    switch form {
    case .android:
      file = "KakaoTalkChats.txt"
      text = "\(chat.title) 님과 카카오톡 대화\n저장한 날짜 : 2025년 3월 18일 오후 7:17\n\n"
      var day: CivilDate?
      for (message, body) in records {
        let time = WallTime(message.sentAt, in: chat.timeZone)
        let clock = "\(time.hour < 12 ? "오전" : "오후") \((time.hour + 11) % 12 + 1):\(time.two(time.minute))"
        let date = "\(time.day.year)년 \(time.day.month)월 \(time.day.day)일 \(clock)"
        if time.day != day { text += "\n\(date)\n" }
        day = time.day
        let name = message.invites == nil ? "\(name(of: message.sender, in: chat)) : " : ""
        text += "\(date), \(name)\(body)\n"
      }
    case .macOS:
      file = "KakaoTalk_Chat_\(chat.title)_2025-03-18-19-17-00.csv"
      text = "Date,User,Message\n"
      for (message, body) in records {
        let time = WallTime(message.sentAt, in: chat.timeZone)
        let name = name(of: message.sender, in: chat)
        text += "\(time.date) \(time.clock),\(quoted(name)),\(quoted(body))\n"
      }
    }
    try Data(text.utf8).write(to: folder.appendingPathComponent(file))
    return records.count
  }

  private func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }

  /// The texts of the records.
  private func bodies(_ message: RandomChat.Message, _ chat: RandomChat) -> [String] {
    if message.invites != nil { return [event(message, chat)] }
    if message.isDeleted { return Array(repeating: "삭제된 메시지입니다.", count: recordCount(of: message)) }
    let files: [String] =
      switch (message.files.first?.kind, message.files.count) {
      case (nil, _): []
      case (.photo, 1): ["사진"]
      case (.photo, let count): ["사진 \(count)장"]
      case (.voice, _): ["음성메시지"]
      default: ["파일: \(message.files[0].name).pdf"]
      }
    return files + (message.text.isEmpty ? [] : [message.text])
  }
}
