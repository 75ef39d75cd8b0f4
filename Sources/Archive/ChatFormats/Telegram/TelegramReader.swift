import Chats
import Foundation
import Translation

/// Reads an export of Telegram Desktop, of one chat or of a whole account.
///
/// The reader passes through the file once, message by message. After damage, it continues at the next position that
/// looks like the beginning of a message or a chat.
struct TelegramReader: ImportSource {
  private var records: JSONRecords
  private var chat = TelegramChat()
  private var decoder: TelegramDecoder
  /// The number of message lists so far.
  private var listCount = 0
  /// The chats found in a second pass, in the order of their message lists.
  private var foundChats: [TelegramChat]?
  private var due: [ImportItem] = []
  private var sequence = TelegramSequence()
  private var hasNotedBareWord = false
  private var hasNotedLeftOutPath = false
  private var hasNotedWhatsApp = false

  private(set) var failure: ImportError?

  static var formats: [ImportFormat] { [.telegram] }

  /// Nil for exports since 2021, which contain instants.
  let assumedZone: TimeZone?
  var questions: Set<ImportQuestion> { assumedZone == nil ? [] : [.timeZone] }

  /// A chat is either the whole export, or an element of its lists.
  private static let shape: JSONRecords.Shape = {
    let chat: [String: JSONRecords.Structure] = [
      "id": .member, "name": .member, "type": .member, "backscroll": .member, "messages": .records,
    ]
    let chats = JSONRecords.Structure.object(["list": .list(of: .object(chat))])
    let account: [String: JSONRecords.Structure] = [
      "personal_information": .object(["user_id": .member, "first_name": .member, "last_name": .member]),
      "chats": chats, "left_chats": chats,
    ]
    return JSONRecords.Shape(
      root: .object(chat.merging(account) { $1 }),
      landmark: .path(reach: TelegramLandmark.reach) { TelegramLandmark($0)?.path }, rereadable: 64 << 20)
  }()

  init(_ input: ImportInput) throws(ImportError) {
    self.init(
      try input.bytes(of: input.parts[0]), timeZone: input.options.timeZone,
      trustsPaths: input.options.trustsPaths)
  }

  /// - Parameter trustsPaths: See ``ImportOptions/trustsPaths``.
  init(_ reader: ByteReader, timeZone: TimeZone, trustsPaths: Bool = false) {
    decoder = TelegramDecoder(file: reader.file, timeZone: timeZone, trustsPaths: trustsPaths)
    records = JSONRecords(reader, Self.shape)
    assumedZone = Self.hasLocalTimes(records) ? timeZone : nil
  }

  /// Whether the first message has only a local time.
  private static func hasLocalTimes(_ records: JSONRecords) -> Bool {
    guard var look = (try? records.bytesAgain()).map({ JSONRecords($0, shape) }) else { return false }
    while let item = look.next() {
      guard case .record(let value, _) = item, let fields = value.asObject else { continue }
      guard case .local? = fields.time("date_unixtime", "date") else { return false }
      return !fields.contains("backscroll")
    }
    return false
  }

  var offset: Int64 { records.offset }

  /// The next message or problem; nil at the end and after an error.
  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard failure == nil, let item = records.next() else { return end() }
      take(item)
    }
    return due.count == 1 ? due.removeLast() : due.removeFirst()
  }

  private mutating func end() -> ImportItem? {
    failure = failure ?? records.failure
    endMessages()
    guard due.isEmpty else { return due.removeFirst() }
    if failure == nil, listCount == 0 { failure = .noMessageList(path: records.source.url.relativePath) }
    return nil
  }

  private mutating func take(_ item: JSONRecords.Item) {
    switch item {
    case .begin("messages"): beginMessages()
    case .end("messages"): endMessages()
    case .begin, .end: chat.take(item)
    case .member(let key, let value):
      chat.take(item)
      decoder.owner.take(key, value)
    case .problem(let problem): due.append(.problem(problem))
    case .record(let value, let place): read(value, from: place)
    }
  }

  /// Prepares for the messages of a list. Telegram writes a chat's members before its messages. A file with another
  /// order needs a second pass.
  private mutating func beginMessages() {
    if !chat.isComplete {
      let found = foundChats ?? chatsOfSecondPass()
      foundChats = found
      if listCount < found.count { chat = found[listCount] }
    }
    listCount += 1
    if assumedZone != nil, let old = chat.id.flatMap(OldTelegramNumber.init) { chat.id = "\(old.number)" }
    endMessages()
    decoder.chat = chat
  }

  /// Reports the messages of the last list that have no time.
  private mutating func endMessages() {
    for undated in sequence.remaining { note(tr("message without a date"), at: undated.byte, .skipped) }
    sequence = TelegramSequence()
  }

  private mutating func chatsOfSecondPass() -> [TelegramChat] {
    do {
      var look = JSONRecords(try records.bytesAgain(), Self.shape)
      var chat = TelegramChat()
      var found: [TelegramChat] = []
      while let item = look.next() {
        chat.take(item)
        switch item {
        case .member(let key, let value): decoder.owner.take(key, value)
        case .end(""), .end("list"): found.append(chat)
        default: break
        }
      }
      return found
    } catch {
      failure = error
      return []
    }
  }

  private mutating func read(_ value: JSONValue, from start: Int64) {
    if let finding = value.document.repair { note(finding.reason, at: start, .noted) }
    do {
      add(try decoder.message(value), from: start)
    } catch {
      note(error.reason, at: start, .skipped)
    }
    // Report it once, because an export can have it in every other message.
    if decoder.hasReadBareWord, !hasNotedBareWord {
      hasNotedBareWord = true
      note(
        tr("value without quotation marks, read as text; further ones are not reported"), at: start, .noted)
    }
    if decoder.hasReadFromWhatsApp, !hasNotedWhatsApp {
      hasNotedWhatsApp = true
      note(
        tr(
          "WhatsApp Chat Exporter has written this in the form of Telegram; it contains no files and events"),
        at: start, .noted)
    }
    if decoder.hasLeftOutPath, !hasNotedLeftOutPath {
      hasNotedLeftOutPath = true
      note(
        tr("file outside of the folder of the export, left out; further ones are not reported"), at: start,
        .noted)
    }
  }

  private mutating func add(_ found: consuming TelegramDecoder.Found, from start: Int64) {
    if found.isOwnExport {
      if let people = decoder.chat.own?.samePeople, !people.isEmpty {
        found.message.samePeople = people
        decoder.chat.own?.samePeople = []
      }
      due.append(.message(found.message))
    } else if found.isDated {
      sequence.add(found.message, to: &due)
    } else if sequence.isFull {
      note(tr("message without a date"), at: start, .skipped)
    } else if let message = sequence.add(undated: .init(message: found.message, byte: start)) {
      due.append(.message(message))
    }
  }

  private mutating func note(_ reason: String, at byte: Int64, _ effect: ImportProblem.Effect) {
    due.append(.problem(records.problem(reason, at: .byte(byte), effect)))
  }
}

extension TelegramChat {
  /// Updates the current chat with an item.
  fileprivate mutating func take(_ item: JSONRecords.Item) {
    switch item {
    case .begin("list"): self = TelegramChat()
    // Of several members with one name, the first one counts.
    case .member("id", let value): id = id ?? value.scalar
    case .member("name", let value): name = name ?? value.scalar
    case .member("type", let value): type = type ?? value.scalar
    case .member("backscroll", let value): own = value.asObject.flatMap(TelegramOwnChat.init)
    default: break
    }
  }
}

extension TelegramOwner {
  fileprivate mutating func take(_ key: String, _ value: JSONValue) {
    switch key {
    case "user_id": id = value.scalar.map { "user\($0)" }
    case "first_name": firstName = value.scalar
    case "last_name": lastName = value.scalar
    default: break
    }
  }
}

extension JSONValue {
  /// The name, the type or the number of a chat; nil for a value that is too large for these. Names have at most 255
  /// characters.
  fileprivate var scalar: String? { byteCount <= 64 << 10 ? asText : nil }
}

/// A position in Telegram's JSON that is recognized by its first bytes, where reading can continue after damage.
///
/// JSON escapes quotation marks in strings, so the text of a message cannot contain a landmark.
enum TelegramLandmark {
  /// A message: `{"id": 17, "type": "message",`.
  case message
  /// A chat of a full export: `{"name": "Mara", "type": "personal_chat", "id": 5, "messages": [`.
  case chat

  /// The members that lead to the list around it.
  var path: [String] {
    switch self {
    case .message: ["messages"]
    case .chat: ["chats", "list"]
    }
  }

  /// The number of bytes that suffice to recognize a landmark; a name has at most 255 characters.
  static let reach = 4096

  /// The landmark at the first byte, if there is one.
  init?(_ bytes: ArraySlice<UInt8>) {
    if TelegramLandmark.beginsMessage(bytes) {
      self = .message
    } else if TelegramLandmark.beginsChat(bytes) {
      self = .chat
    } else {
      return nil
    }
  }

  static func beginsMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    return cursor.skip("{") && cursor.skipNumber(after: "id") && cursor.skipSign(",")
      && cursor.skipKey("type")
      && (cursor.skip("\"message\"") || cursor.skip("\"service\"") || cursor.skip("\"unsupported\""))
  }

  private static func beginsChat(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    guard cursor.skip("{") else { return false }
    // Saved Messages has no name; a deleted account has a null name.
    if cursor.skipKey("name") {
      guard cursor.skip("null") || cursor.skipString(), cursor.skipSign(",") else { return false }
    }
    return cursor.skipKey("type") && cursor.skipString() && cursor.skipSign(",")
      && cursor.skipNumber(after: "id") && cursor.skipSign(",") && cursor.skipKey("messages")
      && cursor.skip("[")
  }
}

extension ByteCursor {
  /// Passes a comma or a colon and the whitespace around it.
  mutating func skipSign(_ sign: String) -> Bool {
    skip(while: \.isSpace)
    guard skip(sign) else { return false }
    skip(while: \.isSpace)
    return true
  }

  mutating func skipKey(_ key: String) -> Bool {
    skip(while: \.isSpace)
    return skip("\"\(key)\"") && skipSign(":")
  }

  fileprivate mutating func skipNumber(after key: String) -> Bool {
    guard skipKey(key) else { return false }
    _ = skip("-")
    return skip(while: \.isDigit)
  }

  mutating func skipString() -> Bool {
    guard skip("\"") else { return false }
    while true {
      skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      if skip("\"") { return true }
      guard skip("\\"), !isAtEnd, skip(rest[rest.startIndex]) else { return false }
    }
  }
}
