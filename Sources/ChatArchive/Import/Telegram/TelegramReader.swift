import Foundation
import Translation

/// An export of Telegram Desktop as messages: of one chat, or of a whole account.
///
/// The file is gone through once, a message at a time. Where it is damaged, reading goes on at the next place that
/// looks like the beginning of a message or of a chat.
struct TelegramReader: ImportSource {
  /// What the object or array is in which the reader stands.
  enum Place {
    /// The whole export, which is the chat itself when only one was exported.
    case export
    /// `personal_information`
    case account
    /// `chats` or `left_chats`, with the list in them
    case chats, chatList
    case chat
    case messages
  }

  struct Frame {
    let place: Place
    var isFirst = true
  }

  private var json: JSONStream
  private var frames: [Frame] = []
  private var hasBegun = false
  private var chat = TelegramChat()
  private var decoder: TelegramDecoder
  /// Number of lists of messages that were met.
  private var listCount = 0
  /// What a second look over the file has found, in the order of the lists.
  private var foundChats: [TelegramChat]?
  /// The chats whose ends have been met.
  private var endedChats: [TelegramChat] = []
  private let isSecondLook: Bool
  private var due: [ImportItem] = []
  /// Bytes that may still be read a second time after damage. Real damage takes a few; without a bound, a file made
  /// of beginnings of messages would be gone through once for each of them.
  private var rereadable: Int64 = 64 << 20

  private(set) var failure: ImportError?

  init(_ reader: ByteReader, timeZone: TimeZone) {
    self.init(reader, timeZone: timeZone, isSecondLook: false)
  }

  private init(_ reader: ByteReader, timeZone: TimeZone, isSecondLook: Bool) {
    json = JSONStream(reader)
    decoder = TelegramDecoder(file: reader.file, timeZone: timeZone)
    self.isSecondLook = isSecondLook
  }

  var offset: Int64 { json.reader.offset }

  /// The next message or problem; nil at the end, and after a failure.
  mutating func next() -> ImportItem? {
    do {
      while due.isEmpty {
        guard failure == nil, try step() else { return end() }
      }
    } catch {
      guard json.reader.failure == nil else { return end() }
      due.append(.problem(recover(from: error)))
    }
    return due.removeFirst()
  }

  private mutating func end() -> ImportItem? {
    failure = failure ?? json.reader.failure
    if failure == nil, listCount == 0 { failure = .noMessageList(path: json.reader.file.relativePath) }
    return nil
  }

  /// Goes one key or element on; false at the end of the file.
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

  /// The file is one object, and nothing follows it.
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
    case (.account, "user_id"): decoder.owner = try scalar().map { "user\($0)" }
    default: try json.skipValue()
    }
  }

  private mutating func enter(_ place: Place, opening bracket: Character) throws(JSONStream.Fault) {
    if json.open(bracket) { frames.append(Frame(place: place)) } else { try json.skipValue() }
  }

  private mutating func scalar() throws(JSONStream.Fault) -> String? {
    try json.value().flatMap { decoder.scalar($0) }
  }
}

extension TelegramReader {
  /// Telegram writes what the chat is before its messages. Whoever does it the other way round costs a second look
  /// over the file.
  private mutating func beginMessages() {
    if !chat.isComplete, !isSecondLook {
      if foundChats == nil { foundChats = chatsBySecondLook() }
      if let found = foundChats, listCount < found.count { chat = found[listCount] }
    }
    listCount += 1
    decoder.chat = chat
  }

  private mutating func chatsBySecondLook() -> [TelegramChat] {
    do {
      var look = TelegramReader(
        try ByteReader(json.reader.file), timeZone: decoder.timeZone, isSecondLook: true)
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
    let bytes = try json.value()
    if isSecondLook { return }
    guard let bytes else {
      let reason = tr("a message of more than {size} MB", ["size": "\(ByteReader.captureLimit >> 20)"])
      due.append(.problem(problem(reason, at: start, .skipped)))
      return
    }
    let (valid, finding) = TextRepair.utf8(bytes)
    if let finding { due.append(.problem(problem(finding.reason, at: start, .noted))) }
    do {
      due.append(.message(try decoder.message(valid)))
    } catch {
      due.append(.problem(problem(error.reason, at: start, .skipped)))
    }
  }

  /// Goes to the next landmark, or to the end, and says what was the matter.
  private mutating func recover(from fault: JSONStream.Fault) -> ImportProblem {
    let messageStart = frames.last?.place == .messages ? json.reader.captureOrigin : nil
    let place = messageStart ?? offset
    goBack()
    let goesOn = goToLandmark()
    let what =
      switch (fault, goesOn) {
      case (.cutOff, false):
        messageStart == nil ? tr("the file ends too early") : tr("the file ends within a message")
      case (_, true):
        messageStart == nil
          ? tr("broken JSON; went on at byte {offset}", ["offset": "\(offset)"])
          : tr("broken JSON in a message")
      case (.broken, false): tr("broken JSON, and no message after it")
      }
    return problem(what, at: place, messageStart == nil ? .noted : .skipped)
  }

  /// Goes back to just after the beginning of what could not be read: it may have swallowed messages that can be.
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

  /// Takes up reading before an element of the messages or of the list of chats.
  private mutating func resume(in place: Place) -> Bool {
    hasBegun = true
    if place == .messages, let messages = frames.lastIndex(where: { $0.place == .messages }) {
      frames.removeSubrange(messages...)
    } else if place == .messages {
      // The beginning of the chat is lost, but for what was read of it.
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
