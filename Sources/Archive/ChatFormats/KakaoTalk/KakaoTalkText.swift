import Chats
import Foundation

/// The text of a message, which can also be a placeholder for pictures, calls and other content that is missing in the export.
struct KakaoTalkText {
  private let text: String
  private let transcript: Transcript

  init(_ text: String, in transcript: Transcript) {
    self.text = text.trimmedEnd
    self.transcript = transcript
  }

  /// Completes a message.
  func fill(_ message: inout TranscriptMessage) {
    if let kinds = Self.omitted(text) {
      message.attachments = kinds.map { Attachment(kind: $0) }
    } else if Self.isDeletion(text) {
      message.kind = .deleted
    } else if let file = file {
      message.attachments = [file]
    } else if let call = Self.call(text) {
      message.kind = .service
      message.content = .call(call)
      message.text = text
    } else {
      message.text = text
    }
  }

  // MARK: Files

  /// The kinds of the files that a placeholder represents: “사진”, “사진 3장”, “3 photos”.
  private static func omitted(_ text: String) -> [Attachment.Kind]? {
    guard text.utf8.count <= 40 else { return nil }
    if let kind = words[text.lowercased()] { return [kind] }
    let digits = String(decoding: text.utf8.filter(\.isDigit), as: UTF8.self)
    guard let count = Int(digits), (1...maximumPhotos).contains(count),
      text == "사진 \(count)장" || text.lowercased() == "\(count) photos"
        || text.lowercased() == "photo \(count)"
    else { return nil }
    return Array(repeating: .photo, count: count)
  }

  /// The largest number of photos in one message. KakaoTalk allows 30.
  private static let maximumPhotos = 10_000

  private static let words: [String: Attachment.Kind] = [
    "사진": .photo, "photo": .photo, "picture": .photo, "<사진 읽지 않음>": .photo, "(사진)": .photo,
    "동영상": .video, "video": .video, "(동영상)": .video,
    "이모티콘": .sticker, "(이모티콘)": .sticker, "emoticon": .sticker, "emoticons": .sticker, "(emoticon)": .sticker,
    "sticker": .sticker, "스티커": .sticker,
    "음성메시지": .voice, "음성 메시지": .voice, "voice message": .voice, "voice note": .voice, "audio": .voice,
    "연락처": .file, "contact": .file,
  ]

  /// Whether the text replaces that of a deleted message.
  static func isDeletion(_ text: String) -> Bool { deleted.contains(text) }

  private static let deleted: Set<String> = [
    "삭제된 메시지입니다.", "삭제된 메시지입니다", "메시지가 삭제되었습니다.", "This message was deleted.", "Deleted message.",
    "This message has been deleted.", "The message has been deleted.", "Message deleted.",
  ]

  /// The file in “파일: report.pdf”, or the file beside the export with this name.
  private var file: Attachment? {
    guard text.utf8.count <= 512, !text.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    for prefix in ["파일: ", "File: "] where text.begins(with: prefix) {
      let name = String(text.dropFirst(prefix.count)).cleanName
      guard !name.isEmpty else { return nil }
      return transcript.attachment(named: name)
    }
    guard text.utf8.contains(UInt8(ascii: ".")), !text.utf8.contains(where: \.isSpace),
      !text.contains(where: \.isWhitespace), MediaName.kind(of: text) != .file,
      transcript.input.tree.file(text, beside: transcript.file) != nil
    else { return nil }
    return transcript.attachment(named: text)
  }

  // MARK: Calls

  /// Reads “보이스톡 3:21”, “페이스톡 부재중” or “Voice Call 3:21”.
  private static func call(_ text: String) -> Call? {
    guard text.utf8.count <= 60, let word = callWords.first(where: { text.begins(with: $0) }) else {
      return nil
    }
    let rest = text.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
    let isGroup = word.contains("그룹") || word.contains("Group")
    switch rest {
    case "해요", "": return Call(outcome: .ended, isGroup: isGroup)
    case "부재중", "취소", "Missed", "Canceled", "Cancelled", "No Answer":
      return Call(outcome: .missed, isGroup: isGroup)
    default: break
    }
    return Call.seconds(rest).map { Call(outcome: .ended, duration: $0, isGroup: isGroup) }
  }

  private static let callWords = ["보이스톡", "페이스톡", "그룹콜", "Group Call", "Voice Call", "Video Call"]
}
