import Chats
import Foundation
import Translation

/// The content of a message in Signal's own export.
struct SignalBackupContent {
  private let item: JSONFields
  private let directory: SignalDirectory
  private let author: SignalDirectory.Person?
  private let partner: SignalDirectory.Person?
  private let file: ImportFile
  private let tree: ImportTree
  /// The rest of a long text, which is in a file.
  private let longText: LongText

  private enum LongText {
    case none, missing
    case text(String)
  }

  init(
    _ item: JSONFields, directory: SignalDirectory, author: SignalDirectory.Person?,
    chatPartner: SignalDirectory.Person?, file: ImportFile, tree: ImportTree
  ) {
    (self.item, self.directory, self.author) = (item, directory, author)
    (partner, self.file, self.tree) = (chatPartner, file, tree)
    longText = Self.longText(of: item, beside: file, in: tree)
  }

  /// Notes on what the export does not contain.
  var remarks: [String] {
    if case .missing = longText { [tr("the rest of a long text is not in the export")] } else { [] }
  }

  /// The time and the author of the quoted message.
  var quoted: (sentAt: Int64, author: String?)? {
    guard let quote = item.object("standardMessage")?.object("quote"),
      let sentAt = quote.int64OfText("targetSentTimestamp")
    else { return nil }
    return (sentAt, quote.key("authorId"))
  }

  func fill(_ message: inout ImportedMessage) {
    if let standard = item.object("standardMessage") {
      message.details.quotation = standard.object("quote").flatMap { quote in
        Quotation(
          name: directory.person(quote.key("authorId"))?.sender.name,
          text: quote.object("text").map { styled($0).text } ?? "")
      }
      let files = standard.objects("attachments")
      let captions = files.compactMap { $0.object("pointer")?.string("caption") }.map {
        StyledText($0).linked()
      }
      set(StyledText(lines: ([text(standard)] + captions).filter { !$0.isEmpty }), &message)
      message.attachments = files.map(attachment)
      message.reactions = reactions(standard)
    } else if let sticker = item.object("stickerMessage") {
      let data = sticker.object("sticker")?.object("data")
      message.attachments = [
        Attachment(
          kind: .sticker, width: data?.pixels("width"), height: data?.pixels("height"),
          name: sticker.object("sticker")?.line("emoji"), path: data.flatMap(path))
      ]
      message.reactions = reactions(sticker)
    } else if let contact = item.object("contactMessage") {
      message.details.content = contact.object("contact").map { .contact(Self.contact($0)) }
      message.reactions = reactions(contact)
    } else if let poll = item.object("poll") {
      message.details.content = .poll(self.poll(poll))
      message.reactions = reactions(poll)
    } else if let reply = item.object("directStoryReplyMessage") {
      set(reply.object("textReply").map(text) ?? StyledText(reply.line("emoji") ?? ""), &message)
      message.reactions = reactions(reply)
    } else if let payment = item.object("paymentNotification") {
      let amount = payment.line("amountMob").map { " of \($0) MOB" } ?? ""
      set(StyledText("Payment\(amount)\(payment.string("note").map { "\n\($0)" } ?? "")"), &message)
    } else if item.contains("giftBadge") {
      message.kind = .service
      message.text = "\(author?.sender.name ?? "Someone") gave a badge"
    } else if item.contains("remoteDeletedMessage") || item.contains("adminDeletedMessage") {
      message.kind = .deleted
    } else if let viewOnce = item.object("viewOnceMessage") {
      setUnsupported("view once", &message)
      message.reactions = reactions(viewOnce)
    } else if let update = item.object("updateMessage") {
      let event = SignalBackupEvent(update, directory: directory, author: author, partner: partner)
      message.kind = .service
      message.details.content = event.call.map { .call($0) }
      message.text = event.sentence
    }
    let isEmpty = message.text.isEmpty && message.attachments.isEmpty && message.details.content == nil
    if message.kind == .normal, isEmpty { setUnsupported(unknownKind, &message) }
  }

  private func set(_ text: StyledText, _ message: inout ImportedMessage) {
    (message.text, message.entities) = (text.text, text.entities)
  }

  private func setUnsupported(_ kind: String, _ message: inout ImportedMessage) {
    message.kind = .unsupported
    message.details.unsupportedKind = kind
  }

  /// The name of a content of a later version.
  private var unknownKind: String {
    item.keys.first { !Self.knownMembers.contains($0) }?.prefix(bytes: 64) ?? "message"
  }

  private static let knownMembers: Set<String> = [
    "chatId", "authorId", "dateSent", "expireStartDate", "expiresInMs", "revisions", "sms", "incoming",
    "outgoing", "directionless", "pinDetails",
  ]

  // MARK: Text

  /// The text of an earlier version of the message.
  func text(ofRevision revision: JSONFields) -> String {
    revision.object("standardMessage")?.object("text").map { styled($0).text } ?? ""
  }

  private func text(_ message: JSONFields) -> StyledText {
    let text = message.object("text")
    var body = text?.string("body") ?? ""
    // The body is the beginning of a long text.
    if case .text(let long) = longText, long.utf8.starts(with: body.utf8) { body = long }
    return styled(body, of: text)
  }

  private func styled(_ text: JSONFields) -> StyledText { styled(text.string("body") ?? "", of: text) }

  private func styled(_ body: String, of text: JSONFields?) -> StyledText {
    SignalBody.styled(body, text?.objects("bodyRanges").compactMap(range) ?? [])
  }

  /// The start is left out if it is 0.
  private func range(_ range: JSONFields) -> SignalBody.Range? {
    guard let length = range.int("length") else { return nil }
    let meaning: SignalBody.Range.Meaning =
      range.key("mentionAci").map { .mention(directory.memberName($0)) }
      ?? .style(range.string("style").flatMap { Self.styles[$0] })
    return SignalBody.Range(start: range.int("start") ?? 0, length: length, meaning: meaning)
  }

  private static let styles: [String: TextEntity.Kind] = [
    "BOLD": .bold, "ITALIC": .italic, "SPOILER": .spoiler, "STRIKETHROUGH": .strikethrough,
    "MONOSPACE": .code,
  ]

  /// The largest size of a long text, of which Signal allows 64 kB.
  private static let longTextLimit = 1 << 20

  private static func longText(of item: JSONFields, beside file: ImportFile, in tree: ImportTree) -> LongText
  {
    let holder = item.object("standardMessage") ?? item.object("directStoryReplyMessage")?.object("textReply")
    guard let pointer = holder?.object("longText") else { return .none }
    guard let name = fileName(of: pointer), let found = tree.file(name, beside: file),
      let stream = try? found.stream()
    else { return .missing }
    var bytes: [UInt8] = []
    while bytes.count < longTextLimit, let more = try? stream.bytes(upTo: 64 << 10), !more.isEmpty {
      bytes += more
    }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: Contents

  private func reactions(_ holder: JSONFields) -> [ImportedMessage.ImportedReaction] {
    var tally = ReactionTally()
    for reaction in holder.objects("reactions") {
      guard let key = reaction.line("emoji", limit: 64) else { continue }
      let person = directory.person(reaction.key("authorId")).map {
        ImportedMessage.ImportedReaction.Person(
          sender: $0.sender, reactedAt: ExportTime.valid(reaction.int64OfText("sentTimestamp")))
      }
      tally.add(key, by: person)
    }
    return tally.reactions
  }

  private func poll(_ poll: JSONFields) -> Poll {
    var voters: Set<String> = []
    let options = poll.objects("options").map { option in
      let ids = option.objects("votes").compactMap { $0.key("voterId") }
      voters.formUnion(ids)
      return Poll.Option(
        text: option.line("option") ?? "", votes: Set(ids).count,
        isChosen: ids.contains { directory.person($0)?.isOwner == true })
    }
    return Poll(
      question: poll.line("question") ?? "", options: options, voterCount: voters.count,
      isClosed: poll.bool("hasEnded") == true)
  }

  private static func contact(_ contact: JSONFields) -> Contact {
    let phone = contact.objects("number").first?.line("value")
    let name = contact.object("name")
    let shown =
      name.flatMap { SignalDirectory.name($0, "givenName", "familyName") ?? $0.line("nickname") }
      ?? contact.line("organization")
    return Contact(name: shown ?? phone ?? "Contact", phone: phone)
  }

  // MARK: Files

  private func attachment(_ attachment: JSONFields) -> Attachment {
    guard let pointer = attachment.object("pointer") else { return Attachment(kind: .file) }
    let name = pointer.line("fileName")
    let kind: Attachment.Kind =
      switch attachment.string("flag") {
      case "VOICE_MESSAGE": .voice
      case "GIF": .animation
      default: Attachment.Kind(type: pointer.string("contentType"), name: name)
      }
    return Attachment(
      kind: kind, width: pointer.pixels("width"), height: pointer.pixels("height"),
      byteCount: pointer.object("locatorInfo")?.byteCount("size"), name: name, path: path(pointer))
  }

  private func path(_ pointer: JSONFields) -> String? {
    guard let name = Self.fileName(of: pointer), let path = tree.path(name, beside: file), tree.exists(path)
    else {
      return nil
    }
    return path
  }

  /// The path of a file in the export: a hash of its own hash and its key, with an extension.
  private static func fileName(of pointer: JSONFields) -> String? {
    guard let info = pointer.object("locatorInfo"),
      let hash = info.key("plaintextHash").flatMap({ Data(base64Encoded: $0) }),
      let key = info.key("localKey").flatMap({ Data(base64Encoded: $0) })
    else { return nil }
    let name = SHA256.hex(Array(hash) + Array(key))
    return "files/\(name.prefix(2))/\(name)\(suffix(of: pointer).map { ".\($0)" } ?? "")"
  }

  /// The extension of a file's name, or else the one that Signal derives from the type of its contents.
  private static func suffix(of pointer: JSONFields) -> String? {
    if let name = pointer.string("fileName"), let dot = name.lastIndex(of: "."), dot > name.startIndex {
      let suffix = name[name.index(after: dot)...]
      if !suffix.isEmpty, !suffix.contains("/") { return String(suffix) }
    }
    guard let type = pointer.line("contentType"), let slash = type.firstIndex(of: "/") else { return nil }
    if type == "text/x-signal-plain" { return "txt" }
    let (group, name) = (type[..<slash], type[type.index(after: slash)...])
    switch group {
    case "application": return String(name.hasPrefix("x-") ? name.dropFirst(2) : name)
    case "audio", "image", "video": return String(name)
    case "text" where name.hasPrefix("x-"): return String(name.dropFirst(2))
    default: return nil
    }
  }
}
