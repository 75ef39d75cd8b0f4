import Chats
import Foundation
import Translation

typealias LINEReader = TranscriptReader<LINETranscript>

/// LINE's chat history in Japanese, English, Korean, Chinese and Thai: lines with time, name and text between tabs,
/// after a line with the day. A text of several lines is in quotation marks.
struct LINETranscript: TranscriptFormat {
  static var formats: [ImportFormat] { [.line] }

  private static let fileName = ChatFileName(
    prefixes: ["[LINE] Chat with ", "[LINE] Chat history with ", "[LINE]", "LINE_"],
    suffixes: ["とのトーク", "的聊天"],
    generic: ["line", "chat"])

  private let people: Set<String>
  private var pasted: PasteGuard
  private var likeness = HeaderLikeness()
  private let order: ImportOptions.DayOrder
  private let isOrderCertain: Bool
  private let hasOwner: Bool
  private var day: CivilDate?

  init(_ input: ImportInput, _ transcript: inout Transcript) throws(ImportError) {
    var lines = TextLines(try input.bytes(of: input.parts[0]))
    var survey = NameSurvey()
    var title: String?
    var days = LINEDayOrder()
    var latest = 0
    while let line = lines.next() {
      guard let text = line.text else { continue }
      switch LINELine(text) {
      case .title(let found) where line.number <= 2: title = found
      case .day(let day):
        days.add(day)
        latest = 0
      case .message(let clock, let name?, _):
        survey.add(name, longer: nil, goesOn: clock.second >= latest)
        latest = max(latest, clock.second)
      default: break
      }
    }
    (order, isOrderCertain) = days.order(asked: input.options.dayOrder)
    people = survey.names(known: []).people
    pasted = PasteGuard(people: people)
    transcript.source = "line"
    transcript.title = title ?? Self.fileName.title(of: input.parts[0].url) ?? "LINE"
    transcript.owner = Transcript.owner(ofChat: title, people)
    hasOwner = transcript.owner != nil || !people.isDisjoint(with: Self.selves)
  }

  var questions: Set<ImportQuestion> {
    Set([hasOwner ? nil : ImportQuestion.owner, isOrderCertain ? nil : .dayOrder].compactMap(\.self))
  }

  static func format(of lines: [String]) -> ImportFormat? {
    guard let first = lines.first else { return nil }
    if case .title = LINELine(first),
      lines.dropFirst().prefix(3).contains(where: { LINELine($0)?.isHeading ?? false })
    {
      return .line
    }
    guard let heading = LINELine(first) else { return nil }
    return (heading.isHeading || isHeader(first)) && lines.prefix(20).contains(where: isHeader) ? .line : nil
  }

  static func isHeader(_ line: String) -> Bool {
    if case .message = LINELine(line) { return true }
    return false
  }

  mutating func read(_ line: String, _ number: Int, _ transcript: inout Transcript) {
    switch LINELine(line) {
    case .title where day == nil && !transcript.isOpen, .saved where day == nil && !transcript.isOpen: break
    case .day(let written):
      guard let date = written.date(order),
        day.map({ date.dayNumber >= $0.dayNumber }) ?? true || !Self.isQuoted(transcript.open?.text)
      else {
        transcript.append(line, number)
        return
      }
      transcript.close()
      day = date
    case .message(let clock, let name, let text):
      guard let day else {
        transcript.report(tr("message without a date"), at: number, .skipped)
        return
      }
      let local = day.start + Int64(clock.second)
      if transcript.isOpen, pasted.isPasted(name, at: local) {
        transcript.append(line, number)
        return
      }
      if !transcript.isOpen { _ = pasted.isPasted(nil, at: local) }
      likeness.note(line.prefix { $0 != "\t" })
      transcript.begin(
        TranscriptMessage(local: local, resolution: clock.resolution, sender: name), text, at: number)
    default:
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(
        String.init)
      if let message = transcript.open?.message, fields.count == 3, people.contains(fields[1].cleanName),
        likeness.isLike(fields[0])
      {
        transcript.reportBrokenHeader(at: number)
        transcript.begin(
          TranscriptMessage(
            local: message.local, resolution: message.resolution, sender: fields[1].cleanName),
          fields[2], at: number)
      } else {
        transcript.append(line, number)
      }
    }
  }

  /// Whether the text begins with a quotation mark that is still open.
  private static func isQuoted(_ text: String?) -> Bool {
    guard let text else { return false }
    return text.hasPrefix("\"") && !(text.count > 1 && text.hasSuffix("\""))
  }

  static func complete(_ message: inout TranscriptMessage, _ text: String, in transcript: Transcript) {
    LINEText(text).fill(&message)
  }
}

/// A line of LINE's chat history.
enum LINELine: Sendable, Hashable {
  case title(String)
  case saved
  case day(WrittenDay)
  /// Events have no name.
  case message(ClockTime, name: String?, text: String)

  var isHeading: Bool {
    switch self {
    case .saved, .day: true
    default: false
    }
  }

  init?(_ line: String) {
    if line.utf8.contains(UInt8(ascii: "\t")) {
      guard let message = LINELine.message(line) else { return nil }
      self = message
    } else if let title = LINELine.title(of: line) {
      self = .title(title)
    } else if LINELine.savedWords.contains(where: { line.begins(with: $0) }) {
      self = .saved
    } else if let day = WrittenDay(line) {
      self = .day(day)
    } else {
      return nil
    }
  }

  /// Reads `12:34⇥Mara⇥Hello` or `午後3:22⇥⇥event`.
  private static func message(_ line: String) -> LINELine? {
    let fields = line.utf8.split(
      separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false
    )
    .map { Substring($0) }
    var scanner = ReadableTimeScanner(fields[0])
    guard let clock = scanner.time(), scanner.isAtEnd else { return nil }
    if fields.count == 2 { return .message(clock, name: nil, text: String(fields[1])) }
    let name = String(fields[1]).cleanName
    return .message(clock, name: name.isEmpty ? nil : name, text: String(fields[2]))
  }

  private static func title(of line: String) -> String? {
    guard line.utf8.count < 600 else { return nil }
    let isMarked = line.hasPrefix("[LINE]")
    let text = isMarked ? String(line.dropFirst(6)).cleanName : line.cleanName
    for (prefix, suffix) in titles where text.begins(with: prefix) && text.ends(with: suffix) {
      let title = String(text.dropFirst(prefix.count).dropLast(suffix.count)).cleanName
      if !title.isEmpty { return title }
    }
    return isMarked && !text.isEmpty ? text : nil
  }

  /// The words around the name of a chat, the longer ones first.
  private static let titles = [
    ("Chat history with ", ""), ("Chat history in ", ""), ("", "とのトーク履歴"), ("", "のトーク履歴"), ("", "님과의 대화"),
    ("", "님과 주고받은 대화"), ("", "와의 대화"), ("", "과의 대화"), ("", "의 대화"), ("與", "的聊天記錄"), ("与", "的聊天记录"),
    ("", "的聊天記錄"), ("", "的聊天记录"), ("ประวัติการแชทกับ ", ""), ("ประวัติการแชทใน ", ""), ("ประวัติการสนทนากับ ", ""),
  ]

  private static let savedWords = [
    "Saved on:", "Saved on：", "保存日時", "저장 일시", "저장한 날짜:", "저장일시", "儲存日期", "保存日期", "บันทึกเมื่อ", "วันที่บันทึก",
  ]
}

/// A day on a separate line: “2024/01/15(Mon)”, “Mon, 1/15/2024”, “2024年1月15日 星期一”, “2024년 1월 15일 월요일”.
struct WrittenDay: Sendable, Hashable {
  let numbers: [WrittenNumber]
  /// From 0 for Monday to 6 for Sunday; nil if the line does not contain it in English.
  let weekday: Int?

  init?(_ line: String) {
    guard line.utf8.count <= 64 else { return nil }
    var numbers: [WrittenNumber] = []
    var words = ""
    var isInNumber = false
    for scalar in line.unicodeScalars where !scalar.isDirectionMark {
      if let digit = scalar.digit {
        if !isInNumber { numbers.append(WrittenNumber(value: 0, digits: 0)) }
        guard numbers.count <= 3, let last = numbers.indices.last, numbers[last].digits < 4 else {
          return nil
        }
        numbers[last].value = numbers[last].value * 10 + digit
        numbers[last].digits += 1
        isInNumber = true
      } else {
        isInNumber = false
        guard
          scalar.properties.isAlphabetic || scalar.properties.isWhitespace
            || scalar.properties.generalCategory == .nonspacingMark
            || "/.-,()（）".unicodeScalars.contains(scalar)
        else { return nil }
        if scalar.properties.isAlphabetic { words.unicodeScalars.append(scalar) }
      }
    }
    let separators = line.unicodeScalars.filter { "/.-年년".unicodeScalars.contains($0) }
    guard numbers.count == 3, !separators.isEmpty, numbers[0].digits == 4 || numbers[2].digits == 4,
      numbers[1].digits <= 2, words.unicodeScalars.count <= 16,
      line.unicodeScalars.first?.digit != nil || line.contains(",") || line.contains(".")
    else { return nil }
    self.numbers = numbers
    let name = words.lowercased().prefix(3)
    weekday = WrittenDay.weekdays.firstIndex { $0 == name }
  }

  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  func date(_ order: ImportOptions.DayOrder) -> CivilDate? {
    if numbers[0].digits == 4 {
      return CivilDate(writtenYear: numbers[0], month: numbers[1].value, day: numbers[2].value)
    }
    let (day, month) = order == .monthFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    return CivilDate(writtenYear: numbers[2], month: month.value, day: day.value)
  }
}

/// The order of day and month in the days of a chat history, most of which include the weekday.
struct LINEDayOrder {
  private var matches: [ImportOptions.DayOrder: Int] = [:]
  private var isAmbiguous = false
  private var hasWeekday = false

  mutating func add(_ day: WrittenDay) {
    guard day.numbers[0].digits != 4 else { return }
    isAmbiguous = true
    for order in [ImportOptions.DayOrder.dayFirst, .monthFirst] {
      guard let date = day.date(order) else { continue }
      hasWeekday = hasWeekday || day.weekday != nil
      // 1970-01-01 was a Thursday.
      let isMatch = day.weekday.map { $0 == (date.dayNumber + 3) % 7 } ?? true
      matches[order, default: 0] += isMatch ? 1 : 0
    }
  }

  func order(asked: ImportOptions.DayOrder?) -> (order: ImportOptions.DayOrder, isCertain: Bool) {
    guard isAmbiguous else { return (.dayFirst, true) }
    let counts = (day: matches[.dayFirst, default: 0], month: matches[.monthFirst, default: 0])
    if counts.day != counts.month { return (counts.day > counts.month ? .dayFirst : .monthFirst, true) }
    if let asked, asked != .yearFirst { return (asked, true) }
    return (hasWeekday ? .monthFirst : .dayFirst, false)
  }
}

/// The text of a message, which can also be a placeholder for pictures, calls and other content that is missing in the
/// history.
struct LINEText {
  private let text: String

  init(_ text: String) {
    var text = text.trimmedEnd
    if text.begins(with: "\""), text.ends(with: "\""), text.utf8.contains(UInt8(ascii: "\n")) {
      text = String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
    self.text = text
  }

  func fill(_ message: inout TranscriptMessage) {
    if let call = Self.call(text) {
      message.kind = .service
      message.content = .call(call)
      message.text = text
    } else if message.sender == nil {
      message.kind = .service
      message.text = text
      guard let end = Self.unsent.first(where: { text.ends(with: $0) }) else { return }
      let name = String(text.dropLast(end.count)).cleanName
      message.kind = .deleted
      message.sender = name.isEmpty ? nil : name
      message.text = ""
    } else if Self.unsent.contains(where: {
      text.ends(with: $0) && text.count < 120 && text != $0 && isUnsent
    }
    ) {
      message.kind = .deleted
    } else if text.begins(with: "["), let kind = Self.words[text.lowercased()] {
      message.attachments = [Attachment(kind: kind)]
    } else {
      message.text = text
    }
  }

  /// Whether the whole text says that its sender has unsent a message.
  private var isUnsent: Bool { !text.contains("\n") && !text.contains(". ") }

  private static let unsent = [
    " unsent a message.", " unsent a message", "がメッセージの送信を取り消しました", "님이 메시지를 보낸 것을 취소했습니다.",
    "님이 메시지 전송을 취소했습니다.", "已收回訊息", "撤回了一条消息", "已收回消息", " ยกเลิกข้อความ", " ได้ยกเลิกข้อความ",
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
    let time = text.split(whereSeparator: \.isWhitespace).last { $0.contains(":") }
    let parts = time.map { $0.split(separator: ":").map { Int($0) } } ?? []
    guard parts.count >= 2, parts.count <= 3,
      parts.allSatisfy({ $0.map { (0..<1000).contains($0) } ?? false })
    else {
      return Call(outcome: isGroup ? .ended : .missed, isGroup: isGroup)
    }
    return Call(outcome: .ended, duration: parts.reduce(0) { $0 * 60 + ($1 ?? 0) }, isGroup: isGroup)
  }
}
