import Chats
import Foundation
import Translation

/// The names in a history of LINE for computers, which has blanks between a name and a text. They are the words that
/// messages begin with again and again.
struct LINENames: Sendable {
  /// The form of the times before the names.
  var clockForm = LINELine.ClockForm.plain
  private let chat: String?
  /// The beginnings of the messages, by their first word.
  private var beginnings: [Substring: [[Substring]]] = [:]
  private var count = 0
  /// The possible names with blanks before the words of events that follow a name without a blank.
  private var subjects: Set<Substring> = []
  private var names: [Substring: [String]] = [:]

  /// The largest number of words of a name, and of messages of a person that are compared.
  private static let mostWords = 6
  private static let mostMessages = 200
  /// The largest number of messages that are compared.
  private static let limit = 100_000
  /// The largest number of different first words.
  private static let mostPeople = 10_000

  /// - Parameter chat: The name of the chat, which is often a person's.
  init(chat: String?) { self.chat = chat }

  /// Adds the text of a message after the time.
  mutating func add(_ text: Substring) {
    // A single word is an event, or a name without a text.
    guard text.contains(" "), !text.contains(" \(LINEText.rename)") else { return }
    if let subject = LINEText.subject(of: text), !Self.isTwice(subject) {
      if subject.contains(" "), subjects.count < Self.mostPeople {
        subjects.insert(Substring(String(subject)))
      }
      return
    }
    guard !LINEText.isEvent(text) else { return }
    let words = Self.words(LINEText.withBlank(text))
    guard let first = words.first else { return }
    let key = Substring(String(first))
    guard beginnings[key] != nil || beginnings.count < Self.mostPeople,
      beginnings[key]?.count ?? 0 < Self.mostMessages, count < Self.limit
    else { return }
    count += 1
    beginnings[key, default: []].append(words.map { Substring(String($0)) })
  }

  /// Whether the words are the same ones twice, as in “jo joが…”: the name, and a text that begins with it.
  private static func isTwice(_ words: Substring) -> Bool {
    let words = words.split(separator: " ")
    return words.count.isMultiple(of: 2) && words.prefix(words.count / 2) == words.suffix(words.count / 2)
  }

  /// The words of a text that can belong to a name, and the one after them.
  private static func words(_ text: Substring) -> [Substring] {
    let text = text.prefix { $0 != "\n" }
    return Array(
      text.split(separator: " ", maxSplits: mostWords, omittingEmptySubsequences: false).prefix(mostWords + 1)
    )
  }

  /// Finds out the names, after all messages were added.
  mutating func conclude() {
    for (first, lines) in beginnings { names[first] = Self.names(lines, depth: 1) }
    for subject in subjects { add(subject: subject) }
    (beginnings, subjects) = ([:], [])
    guard let chat, let first = chat.split(separator: " ").first else { return }
    names[first, default: []].append(chat)
    names[first]?.sort { $0.utf8.count > $1.utf8.count }
  }

  /// Adds the words before those of an event if they are a name: if messages begin with them.
  private mutating func add(subject: Substring) {
    let words = Self.words(subject)
    guard words.count <= Self.mostWords, let lines = beginnings[words[0]],
      names[words[0]]?.contains(String(subject)) != true
    else { return }
    let own = lines.count { $0.count > words.count && $0.starts(with: words) }
    if own == lines.count {
      names[words[0]] = [String(subject)]
    } else if own > 0, words.dropFirst().allSatisfy({ $0.first?.isUppercase == true }) {
      names[words[0], default: []].append(String(subject))
      names[words[0]]?.sort { $0.utf8.count > $1.utf8.count }
    }
  }

  /// The names that the lines begin with, whose first words are the same. The longest one comes first.
  ///
  /// A name goes on if all its messages go on with a few words that occur again: a text begins with any word.
  private static func names(_ lines: [[Substring]], depth: Int) -> [String] {
    let own = [lines[0].prefix(depth).joined(separator: " ")]
    // A message has at least one word of text.
    guard depth < mostWords, lines.count > 1, lines.allSatisfy({ $0.count > depth + 1 }) else { return own }
    let next = Dictionary(grouping: lines) { $0[depth] }
    let isName = next.allSatisfy { word, lines in
      lines.count > 2 || lines.count == 2 && word.first?.isUppercase == true
    }
    guard isName else { return own }
    return next.values.flatMap { names($0, depth: depth + 1) }.sorted { $0.utf8.count > $1.utf8.count }
  }

  /// Whether a line is an event, which begins with no name or continues it without a blank.
  func isEvent(_ line: Substring) -> Bool {
    guard line.contains(" ") else { return !isName(line) }
    if let subject = LINEText.subject(of: line) { return isName(subject) || !isSaid(line) }
    return LINEText.isEvent(line) || LINEText.actors(of: line).contains(where: isName)
  }

  /// Whether the words are the name of a person.
  private func isName(_ words: Substring) -> Bool {
    words.split(separator: " ", maxSplits: 1).first.flatMap { names[$0] }?.contains { $0 == words } ?? false
  }

  /// Whether a line begins with a name and a blank.
  private func isSaid(_ line: Substring) -> Bool {
    let line = line.drop { $0 == " " }
    guard let first = line.split(separator: " ", maxSplits: 1).first else { return false }
    return names[first]?.contains { line.hasPrefix($0 + " ") } ?? false
  }

  /// The name and the text of a message.
  func split(_ line: Substring) -> (name: String?, text: Substring) {
    let line = line.drop { $0 == " " }
    guard let first = line.split(separator: " ", maxSplits: 1).first else { return (nil, line) }
    for name in names[first] ?? [] where line.hasPrefix(name + " ") || line == name {
      return (name, line.dropFirst(name.count).drop { $0 == " " })
    }
    return (String(first), line.dropFirst(first.count).drop { $0 == " " })
  }
}

/// The text of a message, which can also be a placeholder for pictures, calls and other content that is missing in the
/// history.
struct LINEText {
  private let text: String
  /// Whether placeholders have no brackets, as in histories of computers.
  private let isBare: Bool

  init(_ text: String, isBare: Bool = false) {
    self.isBare = isBare
    var text = text.trimmedEnd
    if text.begins(with: "\""), text.ends(with: "\""), text.utf8.contains(UInt8(ascii: "\n")) {
      text = String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
    self.text = text
  }

  /// - Parameter owner: The exporter; nil if unknown.
  func fill(_ message: inout TranscriptMessage, owner: String?) {
    if let call = Self.call(text) {
      message.kind = .service
      message.content = .call(call)
      message.text = text
    } else if message.sender == nil {
      if Self.ownUnsent.contains(text) {
        message.kind = .deleted
        message.sender = owner ?? "You"
        return
      }
      message.kind = .service
      message.text = text
      guard let end = Self.unsent.first(where: { text.ends(with: $0) }) else { return }
      let name = String(text.dropLast(end.count)).cleanName
      message.kind = .deleted
      message.sender = name.isEmpty ? nil : name
      message.text = ""
    } else if Self.unsent.contains(where: {
      text.ends(with: $0) && text.count < 120 && text != $0 && isUnsent
        || isBare && text == $0.drop { $0 == " " }
    }
    ) {
      message.kind = .deleted
    } else if let kind = placeholder {
      message.attachments = [Attachment(kind: kind)]
    } else {
      message.text = text
    }
  }

  /// The kind of the file that the text represents.
  private var placeholder: Attachment.Kind? {
    guard text.utf8.count <= 64 else { return nil }
    let folded = text.lowercased()
    if folded.begins(with: "[") { return Self.words[folded] }
    // English histories have the plural: “Stickers”.
    return isBare
      ? Self.words["[\(folded)]"] ?? (folded.hasSuffix("s") ? Self.words["[\(folded.dropLast())]"] : nil)
      : nil
  }

  /// Whether a line of a history with blanks is an event, whatever the names are.
  static func isEvent(_ line: Substring) -> Bool {
    let words = withoutStop(line)
    return line.utf8.count <= longestEvent
      && (eventEnds.contains { words.ends(with: $0) } || closeEnds.contains { words.ends(with: $0) }
        || events.contains(String(line)) || isSentence(line))
  }

  private static let longestEvent = 400

  /// Chinese and Japanese events have a full stop in some versions only.
  private static func withoutStop(_ line: Substring) -> Substring {
    line.last == "。" ? line.dropLast() : line
  }

  /// The words before those of an event that follow a name without a blank; nil if there are none.
  ///
  /// A message of a person can end with them, too.
  static func subject(of line: Substring) -> Substring? {
    let words = withoutStop(line)
    guard line.utf8.count <= longestEvent,
      let end = (closeEnds + unsent).first(where: { $0.first != " " && words.ends(with: $0) })
    else { return nil }
    let subject = words.dropLast(end.count)
    guard !subject.isEmpty, subject.last != " " else { return nil }
    // Another person can follow: “Mara Lindが太郎を招待しました”.
    return ["が", "님이 "].compactMap { subject.range(of: $0) }.map { subject[..<$0.lowerBound] }.first
      ?? subject
  }

  /// What can be the name in a sentence about what somebody did, in which names of other people, groups and albums can have
  /// blanks: the words before each sign that directly follows the name.
  static func actors(of line: Substring) -> [Substring] {
    let words = withoutStop(line)
    guard line.utf8.count <= longestEvent,
      let signs = deeds.first(where: { $0.ends.contains { words.ends(with: $0) } })?.signs
    else { return [] }
    return signs.flatMap { sign in line.ranges(of: sign).map { line[..<$0.lowerBound] } }
  }

  /// The line with a blank after the name in a sentence about what somebody did, where a blank precedes the sign: another
  /// line can have the name.
  static func withBlank(_ line: Substring) -> Substring {
    guard let actor = actors(of: line).first(where: { $0.contains(" ") && $0.last != " " }) else {
      return line
    }
    return "\(actor) \(line[actor.endIndex...])"[...]
  }

  /// The ends of sentences about what somebody did, and the signs between them and the person's name.
  private static let deeds = [
    (ends: ["しました"], signs: ["が"]),
    (
      ends: ["加入", "加入群組", "加入群组", "退出群組", "退出群组", "」"],
      signs: ["邀請", "邀请", "已將", "已将"]
    ),
  ]

  private static let events: Set = ["Group call started.", "Group call ended."]

  /// Whether a line is a Japanese sentence about what somebody did, without the blank that follows a name. The names of
  /// groups and albums in it can have blanks.
  private static func isSentence(_ line: Substring) -> Bool {
    let words = line.last == "。" ? line.dropLast() : line
    guard words.hasSuffix("しました") || words.hasSuffix("されました") else { return false }
    guard let open = line.firstIndex(of: "「"), let close = line.lastIndex(of: "」"), open < close else {
      return !line.contains(" ")
    }
    return !line[..<open].contains(" ") && !line[close...].contains(" ")
  }

  /// The words before the new name of a group.
  static let rename = "changed the group name to \""

  /// Whether the text after a name is the event of a new name for the group.
  static func isRename(_ text: Substring) -> Bool {
    text.utf8.count <= 400 && text.hasPrefix(rename) && text.hasSuffix("\".")
  }

  private static let eventEnds = [
    " joined the group.", " left the group.", " joined the chat.", " left the chat.", " to the group.",
    " to the chat.",
  ]

  /// The ends of events that follow a name without a blank.
  private static let closeEnds = [
    "がグループに参加しました", "が参加しました", "が退出しました", "がグループを退会しました", "を招待しました", "をグループから削除しました",
    "님이 들어왔습니다.", "님이 나갔습니다.", "님을 초대했습니다.", "已加入群組", "已加入群组", "已退出群組", "已退出群组",
    "加入聊天", "退出聊天", "離開聊天", "离开聊天", "ได้เข้าร่วมกลุ่ม", "ออกจากกลุ่ม",
  ]

  /// Whether the whole text says that its sender has unsent a message.
  private var isUnsent: Bool { !text.contains("\n") && !text.contains(". ") }

  private static let unsent = [
    " unsent a message.", " unsent a message", "がメッセージの送信を取り消しました", "님이 메시지를 보낸 것을 취소했습니다.",
    "님이 메시지 전송을 취소했습니다.", "已收回訊息", "撤回了一条消息", "已收回消息", " ยกเลิกข้อความ", " ได้ยกเลิกข้อความ",
  ]

  /// The whole texts about a message that the exporter has unsent.
  private static let ownUnsent: Set = [
    "You unsent a message.", "メッセージの送信を取り消しました", "您已收回訊息", "你已收回訊息", "您已收回消息", "你撤回了一条消息", "您撤回了一条消息",
  ]

  private static let words: [String: Attachment.Kind] = [
    "[photo]": .photo, "[写真]": .photo, "[画像]": .photo, "[사진]": .photo, "[照片]": .photo, "[圖片]": .photo,
    "[图片]": .photo, "[รูป]": .photo, "[รูปภาพ]": .photo, "[album]": .photo, "[アルバム]": .photo, "[相簿]": .photo,
    "[앨범]": .photo,
    "[video]": .video, "[動画]": .video, "[동영상]": .video, "[影片]": .video, "[视频]": .video, "[วิดีโอ]": .video,
    "[sticker]": .sticker, "[スタンプ]": .sticker, "[스티커]": .sticker, "[貼圖]": .sticker, "[贴图]": .sticker,
    "[สติกเกอร์]": .sticker, "[สติ๊กเกอร์]": .sticker,
    "[file]": .file, "[ファイル]": .file, "[파일]": .file, "[檔案]": .file, "[文件]": .file, "[ไฟล์]": .file,
    "[contact]": .file, "[連絡先]": .file, "[연락처]": .file, "[聯絡資訊]": .file, "[联系人]": .file,
    "[voice message]": .voice, "[ボイスメッセージ]": .voice, "[음성 메시지]": .voice, "[음성메시지]": .voice,
    "[語音訊息]": .voice, "[语音信息]": .voice, "[ข้อความเสียง]": .voice,
  ]

  /// Reads “☎ Call time 1:23” or “☎ Missed call”.
  private static func call(_ text: String) -> Call? {
    guard text.begins(with: "☎"), text.utf8.count <= 120 else { return nil }
    let isGroup = ["group", "グループ", "그룹", "群組", "กลุ่ม"].contains { text.lowercased().contains($0) }
    // Chinese and Japanese have no blank before the duration.
    let time = text.utf8.reversed().prefix { $0.isDigit || $0 == UInt8(ascii: ":") }.reversed()
    guard
      let duration = Call.seconds(
        String(decoding: Array(time.drop { $0 == UInt8(ascii: ":") }), as: UTF8.self))
    else {
      return Call(outcome: isGroup ? .ended : .missed, isGroup: isGroup)
    }
    return Call(outcome: .ended, duration: duration, isGroup: isGroup)
  }
}
