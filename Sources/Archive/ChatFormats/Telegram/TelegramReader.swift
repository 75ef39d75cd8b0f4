import Chats
import Foundation
import Translation

/// Reads an export of Telegram Desktop, of one chat or of a whole account.
///
/// The reader passes through the file once, message by message. After damage, it continues at the next position that
/// looks like the beginning of a message or a chat.
struct TelegramReader: ImportSource {
  /// The object or array that contains the current position.
  private enum Place {
    /// The whole export, which is also the chat if only one was exported.
    case export
    /// `personal_information`
    case account
    /// `chats` or `left_chats`, and the list in it
    case chats, chatList
    case chat
    case messages
  }

  private struct Frame {
    let place: Place
    var isFirst = true
  }

  private var json: JSONStream
  private var frames: [Frame] = []
  private var hasBegun = false
  private var chat = TelegramChat()
  private var decoder: TelegramDecoder
  /// Number of message lists so far.
  private var listCount = 0
  /// The chats that a second pass has found, in the order of their message lists.
  private var foundChats: [TelegramChat]?
  /// The chats that have ended.
  private var endedChats: [TelegramChat] = []
  private let isSecondPass: Bool
  private var due: [ImportItem] = []
  private var sequence = TelegramSequence()
  private var hasNotedBareWord = false
  private var hasNotedLeftOutPath = false
  /// Bytes that may still be read twice after damage. Real damage needs few. Without a limit, a file that consists of
  /// beginnings of messages would be read once for each of them.
  private var rereadable: Int64 = 64 << 20

  private(set) var failure: ImportError?

  /// Bytes of the name, the type or the number of a chat. Names have at most 255 characters.
  private static let scalarLimit = 64 << 10

  static var formats: [ImportFormat] { [.telegram] }

  // Since 2021, exports tell the instants.
  var assumedZone: TimeZone? { nil }

  init(_ input: ImportInput) throws(ImportError) {
    self.init(
      try input.bytes(of: input.parts[0]), timeZone: input.options.timeZone,
      trustsPaths: input.options.trustsPaths)
  }

  /// - Parameter trustsPaths: See ``ImportOptions/trustsPaths``.
  init(_ reader: ByteReader, timeZone: TimeZone, trustsPaths: Bool = false) {
    self.init(reader, timeZone: timeZone, trustsPaths: trustsPaths, isSecondPass: false)
  }

  private init(_ reader: ByteReader, timeZone: TimeZone, trustsPaths: Bool, isSecondPass: Bool) {
    json = JSONStream(reader)
    decoder = TelegramDecoder(file: reader.file, timeZone: timeZone, trustsPaths: trustsPaths)
    self.isSecondPass = isSecondPass
  }

  var offset: Int64 { json.reader.offset }

  /// The next message or problem; nil at the end and after an error.
  mutating func next() -> ImportItem? {
    do {
      while due.isEmpty {
        guard failure == nil, try step() else { return end() }
      }
    } catch {
      guard json.reader.failure == nil else { return end() }
      due.append(.problem(recover(from: error)))
    }
    return due.count == 1 ? due.removeLast() : due.removeFirst()
  }

  private mutating func end() -> ImportItem? {
    failure = failure ?? json.reader.failure
    endMessages()
    guard due.isEmpty else { return due.removeFirst() }
    if failure == nil, listCount == 0 { failure = .noMessageList(path: json.reader.file.relativePath) }
    return nil
  }

  /// Passes one key or element; returns false at the end of the file.
  private mutating func step() throws(JSONStream.Fault) -> Bool {
    guard let frame = frames.last else { return try begin() }
    frames[frames.count - 1].isFirst = false
    switch frame.place {
    case .export, .account, .chats, .chat:
      if let key = try json.nextKey(isFirst: frame.isFirst) {
        try enter(key, in: frame.place)
      } else {
        leave()
      }
    case .chatList:
      if try !json.nextElement(isFirst: frame.isFirst) {
        leave()
      } else if json.open("{") {
        chat = TelegramChat()
        frames.append(Frame(place: .chat))
      } else {
        try json.skipValue()
      }
    case .messages:
      if try json.nextElement(isFirst: frame.isFirst) { try readMessage() } else { leave() }
    }
    return true
  }

  /// Enters the object that the file consists of. Nothing may follow it.
  private mutating func begin() throws(JSONStream.Fault) -> Bool {
    guard json.token() != nil else {
      if hasBegun { return false }
      throw .cutOff
    }
    guard !hasBegun, json.open("{") else { throw .broken }
    hasBegun = true
    frames = [Frame(place: .export)]
    return true
  }

  private mutating func leave() {
    let place = frames.removeLast().place
    if place == .messages { endMessages() }
    if place == .chat || place == .export { endedChats.append(chat) }
  }

  private mutating func enter(_ key: String, in place: Place) throws(JSONStream.Fault) {
    switch (place, key) {
    case (.export, "personal_information"): try enter(.account, opening: "{")
    case (.export, "chats"), (.export, "left_chats"): try enter(.chats, opening: "{")
    case (.chats, "list"): try enter(.chatList, opening: "[")
    case (.export, "messages"), (.chat, "messages"):
      try enter(.messages, opening: "[")
      if frames.last?.place == .messages { beginMessages() }
    case (.export, "id"), (.chat, "id"): chat.id = try scalar()
    case (.export, "name"), (.chat, "name"): chat.name = try scalar()
    case (.export, "type"), (.chat, "type"): chat.type = try scalar()
    case (.export, "backscroll"), (.chat, "backscroll"): chat.own = try ownChat()
    case (.account, "user_id"): decoder.owner.id = try scalar().map { "user\($0)" }
    case (.account, "first_name"): decoder.owner.firstName = try scalar()
    case (.account, "last_name"): decoder.owner.lastName = try scalar()
    default: try json.skipValue()
    }
  }

  private mutating func enter(_ place: Place, opening bracket: Character) throws(JSONStream.Fault) {
    if json.open(bracket) { frames.append(Frame(place: place)) } else { try json.skipValue() }
  }

  /// Nil if the value is none that this program has written.
  private mutating func ownChat() throws(JSONStream.Fault) -> TelegramOwnChat? {
    guard case .value(let value) = try json.value() else { return nil }
    return value.asObject.flatMap(TelegramOwnChat.init)
  }

  private mutating func scalar() throws(JSONStream.Fault) -> String? {
    guard case .value(let value) = try json.value(), value.byteCount <= TelegramReader.scalarLimit else {
      return nil
    }
    return value.asText
  }

  /// Telegram writes a chat's members before its messages. A file with another order needs a second pass.
  private mutating func beginMessages() {
    if !chat.isComplete, !isSecondPass {
      if foundChats == nil { foundChats = chatsOfSecondPass() }
      if let found = foundChats, listCount < found.count { chat = found[listCount] }
    }
    listCount += 1
    endMessages()
    decoder.chat = chat
  }

  /// Reports the messages of the last list for which no time was found.
  private mutating func endMessages() {
    for undated in sequence.remaining {
      due.append(.problem(problem(tr("message without a date"), at: undated.byte, .skipped)))
    }
    sequence = TelegramSequence()
  }

  private mutating func chatsOfSecondPass() -> [TelegramChat] {
    do {
      var look = TelegramReader(
        try ByteReader(json.reader.source), timeZone: decoder.timeZone, trustsPaths: false, isSecondPass: true
      )
      while look.next() != nil {}
      return look.endedChats
    } catch {
      failure = error
      return []
    }
  }

  private mutating func readMessage() throws(JSONStream.Fault) {
    _ = json.token()
    let start = offset
    let passed = try json.value()
    if isSecondPass { return }
    guard case .value(let value) = passed else {
      if case .excess(let excess) = passed {
        due.append(.problem(problem(excess.reason, at: start, .skipped)))
      }
      return
    }
    if let finding = value.document.repair {
      due.append(.problem(problem(finding.reason, at: start, .noted)))
    }
    do {
      add(try decoder.message(value), from: start)
    } catch {
      due.append(.problem(problem(error.reason, at: start, .skipped)))
    }
    // Once: an export can have it in every other message.
    if decoder.hasReadBareWord, !hasNotedBareWord {
      hasNotedBareWord = true
      let reason = tr("value without quotation marks, read as text; further ones are not reported")
      due.append(.problem(problem(reason, at: start, .noted)))
    }
    if decoder.hasLeftOutPath, !hasNotedLeftOutPath {
      hasNotedLeftOutPath = true
      let reason = tr("file outside of the folder of the export, left out; further ones are not reported")
      due.append(.problem(problem(reason, at: start, .noted)))
    }
  }

  private mutating func add(_ found: consuming TelegramDecoder.Found, from start: Int64) {
    if found.isOwnExport {
      due.append(.message(found.message))
    } else if found.isDated {
      sequence.add(found.message, to: &due)
    } else if sequence.isFull {
      due.append(.problem(problem(tr("message without a date"), at: start, .skipped)))
    } else if let message = sequence.add(undated: .init(message: found.message, byte: start)) {
      due.append(.message(message))
    }
  }

  // MARK: Damage

  /// Moves to the next landmark or to the end, and returns a description of the damage.
  private mutating func recover(from fault: JSONStream.Fault) -> ImportProblem {
    let messageStart = frames.last?.place == .messages ? json.reader.captureOrigin : nil
    let place = messageStart ?? offset
    // What follows the end is none of the export.
    let isInside = !frames.isEmpty
    goBack()
    let goesOn = goToLandmark()
    let what =
      switch (fault, goesOn) {
      case (.cutOff, false):
        messageStart == nil ? tr("unexpected end of the file") : tr("the file ends within a message")
      case (_, true):
        messageStart == nil
          ? tr("invalid JSON; reading continued at byte {offset}", ["offset": "\(offset)"])
          : tr("invalid JSON in a message")
      case (.broken, false): tr("invalid JSON, and no message after it")
      }
    return problem(
      what, at: place, messageStart != nil ? .skipped : isInside && !goesOn ? .incomplete : .noted)
  }

  /// Moves back to just after the beginning of the unreadable value, which may contain readable messages.
  private mutating func goBack() {
    let length = json.reader.captureOrigin.map { offset - $0 } ?? 0
    if length <= rereadable {
      rereadable -= length
      json.reader.rewindIntoCapture()
    } else {
      _ = json.reader.endCapture()
    }
  }

  private mutating func goToLandmark() -> Bool {
    while true {
      json.reader.skip { $0 != UInt8(ascii: "{") }
      guard json.reader.peek() != nil else { break }
      switch TelegramLandmark(json.reader.lookahead(TelegramLandmark.reach)) {
      case .message: return resume(in: .messages)
      case .chat: return resume(in: .chatList)
      case nil: json.reader.advance()
      }
    }
    hasBegun = true
    frames = []
    return false
  }

  /// Continues reading before an element of the messages or of the list of chats.
  private mutating func resume(in place: Place) -> Bool {
    hasBegun = true
    if place == .messages, let messages = frames.lastIndex(where: { $0.place == .messages }) {
      frames.removeSubrange(messages...)
    } else if place == .messages {
      // The beginning of the chat is lost, except for the members that were read.
      frames = [Frame(place: .export)]
      beginMessages()
    } else {
      frames = [Frame(place: .export, isFirst: false), Frame(place: .chats, isFirst: false)]
    }
    frames.append(Frame(place: place))
    return true
  }

  private func problem(
    _ reason: String, at byte: Int64, _ effect: ImportProblem.Effect
  ) -> ImportProblem {
    ImportProblem(file: json.reader.file, place: .byte(byte), reason: reason, effect: effect)
  }
}

/// A position in Telegram's JSON that is recognized by its first bytes, where reading can continue after damage.
///
/// JSON escapes quotation marks in strings, so the text of a message cannot contain a landmark.
enum TelegramLandmark {
  /// A message: `{"id": 17, "type": "message",`.
  case message
  /// A chat of a full export: `{"name": "Mara", "type": "personal_chat", "id": 5, "messages": [`.
  case chat

  /// Bytes that are enough to recognize a landmark; a name has at most 255 characters.
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
  fileprivate mutating func skipSign(_ sign: String) -> Bool {
    skip(while: \.isSpace)
    guard skip(sign) else { return false }
    skip(while: \.isSpace)
    return true
  }

  fileprivate mutating func skipKey(_ key: String) -> Bool {
    skip(while: \.isSpace)
    return skip("\"\(key)\"") && skipSign(":")
  }

  fileprivate mutating func skipNumber(after key: String) -> Bool {
    guard skipKey(key) else { return false }
    _ = skip("-")
    return skip(while: \.isDigit)
  }

  fileprivate mutating func skipString() -> Bool {
    guard skip("\"") else { return false }
    while true {
      skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      if skip("\"") { return true }
      guard skip("\\"), !isAtEnd, skip(rest[rest.startIndex]) else { return false }
    }
  }
}
