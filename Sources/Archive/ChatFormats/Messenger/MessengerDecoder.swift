import Chats
import Foundation
import Translation

/// Decodes the messages of Messenger and Instagram.
struct MessengerDecoder {
  /// The reason why a record cannot be imported.
  struct Rejection: Error {
    let reason: String
  }

  /// The current file.
  var file: ImportFile
  let options: ImportOptions
  private let tree: ImportTree
  private var participants: [String] = []
  private var title: String?
  private var thread: String?
  private var isEncrypted = false
  private var ownName: String?
  /// Whether the export has a list of the people of the chat, so that it names the owner.
  private var namesPeople = true
  /// The name of an encrypted chat with its number, if another chat of the download has the same name.
  private var numberedName: String?

  init(_ input: ImportInput) {
    file = input.parts[0]
    tree = input.tree
    options = input.options
  }

  /// Begins a chat that is known from pages.
  ///
  /// - Parameter people: The people who write on them. Another export can have more.
  mutating func begin(title: String?, people: Set<String>, thread: String?) {
    (self.title, self.thread, namesPeople) = (title, thread, false)
    participants = people.sorted()
    findOwner()
  }

  /// Whether the chat is identified.
  var isComplete: Bool { !participants.isEmpty && title != nil && (thread != nil || isEncrypted) }

  /// Receives a member of the file other than the messages.
  mutating func take(_ key: String, _ value: JSONValue) {
    switch key {
    case "participants":
      participants = (value.asArray.map { Array($0.prefix(1000)) } ?? []).compactMap { person in
        (person.asString ?? person.asObject?.string("name")).map(Self.name)
      }
    case "title": title = value.asString.map(Self.name)
    case "threadName":
      // Files of encrypted chats are numbered.
      isEncrypted = true
      guard let name = value.asString.map(Self.name) else { break }
      title = MessengerNames.withoutNumber(name)
      // Two people of one name have files with different numbers.
      if let title, MessengerNames.hasNamesake(of: file, in: tree) {
        numberedName = name == title ? nil : name
      }
    case "thread_path": thread = value.asString?.split(separator: "/").last.map { String($0) }
    default: break
    }
    findOwner()
  }

  /// A chat of two people has the other person's name.
  private mutating func findOwner() {
    if participants.count == 2, let title, participants.contains(title) {
      ownName = participants.first { $0 != title }
    }
  }

  var isOwnerKnown: Bool { options.owner != nil || ownName != nil }

  /// The key, from the number of the thread, which follows its name: “jonasweber_10153”.
  private var conversationKey: String {
    if let thread {
      let number = thread.split(separator: "_").last.map { String($0) } ?? thread
      let isNumber = number.utf8.count >= 5 && number.utf8.allSatisfy(\.isDigit)
      return "messenger:\(isNumber ? number : Self.repaired(thread).prefix(bytes: JSONFields.lineLimit))"
    }
    return "messenger:name/\(numberedName ?? title ?? file.url.lastPathComponent)"
  }

  private var conversationTitle: String {
    if let title, !title.isEmpty { return title }
    let names = participants.filter { $0 != ownName }
    return names.isEmpty ? "Messenger chat" : names.prefix(5).joined(separator: ", ")
  }

  func message(_ value: JSONValue) throws(Rejection) -> ImportedMessage {
    guard let fields = value.asObject else { throw Rejection(reason: tr("not a message")) }
    guard fields.contains("timestamp_ms") || fields.contains("timestamp") else {
      throw Rejection(reason: tr("message without a date"))
    }
    guard let sentAt = ExportTime.valid(fields.int64("timestamp_ms") ?? fields.int64("timestamp")) else {
      throw Rejection(reason: tr("invalid date"))
    }
    var record = MessengerRecord(
      name: (fields.string("sender_name") ?? fields.string("senderName")).map(Self.name), sentAt: sentAt)
    record.call = call(fields)
    record.poll = Self.poll(fields)
    record.isUnsent = fields.bool("is_unsent") == true || fields.bool("isUnsent") == true
    record.isEvent = Self.services.contains(fields.string("type") ?? "")
    record.content = Self.repaired(fields.string("content") ?? fields.string("text") ?? "").withoutBlankEnds
    if let share = fields.object("share") {
      let link = share.string("link").flatMap { $0.utf8.count <= 4096 ? $0 : nil }
      record.shared = [share.string("share_text"), link].compactMap { $0.map(Self.repaired) }
    }
    record.files = files(of: fields)
    record.reactions = reactions(fields)
    return imported(record)
  }

  /// Converts a record of a download to a message of an archive.
  func imported(_ record: MessengerRecord) -> ImportedMessage {
    var record = record
    let sender = record.name.flatMap { $0.isEmpty ? nil : self.sender($0) }
    let isOwner = sender.map { options.isOwner(key: $0.key, names: $0.name) || isOwn($0.name) } ?? false
    record.interpret(isOwner: isOwnerKnown ? isOwner : nil)
    let (isUnsent, isService) = (record.isUnsent, record.isEvent || record.call != nil)
    let text = isUnsent ? StyledText() : record.text
    let files = isUnsent ? [] : record.files
    let isEmpty = text.isEmpty && files.isEmpty
    return ImportedMessage(
      conversationKey: conversationKey, conversationTitle: conversationTitle, sourceID: "",
      sender: isService ? nil : sender ?? self.sender(tr("Unknown")),
      isOwn: !isService && isOwner,
      owner: options.owner == nil && namesPeople ? ownName.map { self.sender($0) } : nil,
      sentAt: record.sentAt,
      kind: isUnsent ? .deleted : isService ? .service : isEmpty ? .unsupported : .normal,
      text: text.text, entities: text.entities, attachments: files, reactions: record.reactions,
      editedAt: record.isEdited ? record.sentAt : nil,
      details: Message.Details(
        content: record.call.map { .call($0) } ?? record.poll.map { .poll($0) },
        unsupportedKind: isEmpty && !isUnsent && !isService ? "message" : nil), sequence: record.resolution)
  }

  private func isOwn(_ name: String) -> Bool { options.owner == nil && name == ownName }

  private func sender(_ name: String) -> ImportedMessage.Sender {
    .init(key: "messenger:\(name == title ? numberedName ?? name : name)", name: name)
  }

  // MARK: Text

  private static let services: Set<String> = ["Subscribe", "Unsubscribe", "Payment", "system", "call"]

  /// Repairs a text whose UTF-8 bytes were written as characters of Latin-1.
  ///
  /// Not all exports have this error: the text is not changed unless the bytes are valid UTF-8.
  static func repaired(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isASCII = true
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return text }
      if byte >= 0x80 { isASCII = false }
      bytes.append(byte)
    }
    return isASCII ? text : String(validating: bytes, as: UTF8.self) ?? text
  }

  static func name(_ text: String) -> String {
    repaired(text).withoutBlankEnds.prefix(bytes: JSONFields.lineLimit)
  }

  // MARK: Calls, polls and reactions

  private func call(_ fields: JSONFields) -> Call? {
    guard fields.string("type") == "Call" || fields.contains("call_duration") else { return nil }
    let duration = fields.count("call_duration", limit: TelegramLimit.seconds)
    let isMissed = fields.bool("missed") == true || duration == nil
    return Call(
      outcome: isMissed ? .missed : .ended, duration: duration, isGroup: participants.count > 2)
  }

  private static func poll(_ fields: JSONFields) -> Poll? {
    guard let poll = fields.object("poll"), let question = poll.line("question") else { return nil }
    let options = poll.objects("options").map { option in
      Poll.Option(
        text: repaired(option.line("option") ?? option.line("text") ?? ""),
        votes: option.array("voters").map { $0.reduce(0) { count, _ in count + 1 } } ?? option.int("votes"))
    }
    return Poll(question: repaired(question), options: options)
  }

  private func reactions(_ fields: JSONFields) -> [ImportedMessage.ImportedReaction] {
    reactions(
      fields.objects("reactions").compactMap { reaction in
        reaction.string("reaction").map { key in
          let time = reaction.int64("timestamp").map { $0.magnitude < 100_000_000_000 ? $0 * 1000 : $0 }
          return (Self.repaired(key), reaction.string("actor").map(Self.name), ExportTime.valid(time))
        }
      })
  }

  /// The reactions of single people, by emoji.
  func reactions(
    _ items: [(emoji: String, name: String?, time: Int64?)]
  ) -> [ImportedMessage.ImportedReaction] {
    var tally = ReactionTally()
    for item in items {
      tally.add(
        item.emoji.prefix(bytes: 64),
        by: item.name.map { .init(sender: sender($0), reactedAt: item.time) })
    }
    return tally.reactions
  }

  // MARK: Files

  private func files(of fields: JSONFields) -> [Attachment] {
    var found: [Attachment] = []
    for (key, kind) in Self.fileKinds {
      for file in fields.objects(key) {
        guard let uri = file.string("uri") else { continue }
        var attachment = attachment(uri, kind: kind)
        if let thumbnail = file.object("thumbnail")?.string("uri") { attachment.thumbnail = path(thumbnail) }
        found.append(attachment)
      }
    }
    if let uri = fields.object("sticker")?.string("uri") { found.append(attachment(uri, kind: .sticker)) }
    for file in fields.objects("media") {
      guard let uri = file.string("uri") else { continue }
      found.append(attachment(uri, kind: Attachment.Kind(type: nil, name: uri)))
    }
    return found
  }

  private static let fileKinds: [(StaticString, Attachment.Kind)] = [
    ("photos", .photo), ("videos", .video), ("audio_files", .voice), ("gifs", .animation), ("files", .file),
  ]

  func attachment(_ uri: String, kind: Attachment.Kind) -> Attachment {
    let uri = Self.repaired(uri)
    let name = uri.split(separator: "/").last.map { String($0).prefix(bytes: JSONFields.lineLimit) }
    let path = path(uri)
    return Attachment(
      kind: kind, byteCount: path.flatMap { tree.byteCount(at: $0) },
      name: kind == .photo || kind == .sticker ? nil : name, path: path)
  }

  /// The path of a file. It is relative to the folder of the whole download, which can be up to five above that of the
  /// chat, or elsewhere if only the chat was copied.
  private func path(_ uri: String) -> String? {
    let uri = Self.repaired(uri)
    guard !uri.contains("://") else { return nil }
    if let path = tree.path(uri, beside: file, above: 6), tree.exists(path) { return path }
    let tail = uri.split(separator: "/").suffix(2).joined(separator: "/")
    return tree.path(tail, beside: file)
  }
}
