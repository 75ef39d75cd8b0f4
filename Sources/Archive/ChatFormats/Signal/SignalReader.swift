import Chats
import Foundation
import Translation

/// Reads a conversation of Signal as written by sigtop: a list of the desktop program's messages.
struct SignalReader: JSONReader {
  var parts: JSONParts
  private let input: ImportInput
  var due: [ImportItem] = []
  private var keys = RepeatedKeys()
  private var ties = TieRanks()
  private let people: SignalPeople
  private let title: String

  static var formats: [ImportFormat] { [.signal] }

  init(_ input: ImportInput) throws(ImportError) {
    self.input = input
    let shape = JSONRecords.Shape(list: nil, isRecord: Self.isRecord)
    people = SignalPeople(try JSONParts(input, shape))
    title = SignalMessage.title(of: input.parts[0])
    parts = try JSONParts(input, shape)
  }

  @Sendable private static func isRecord(_ fields: JSONFields) -> Bool {
    fields.contains("conversationId") && (fields.contains("sent_at") || fields.contains("timestamp"))
      || isMoved(fields)
  }

  /// Whether Signal has moved the text, the time and the sender of a message to columns of its database, as versions
  /// from 7.42 on do. sigtop exports only the rest.
  private static func isMoved(_ fields: JSONFields) -> Bool {
    !fields.contains("conversationId") && !fields.contains("type") && !fields.contains("body")
      && fields.contains("errors")
      && (fields.contains("reactions") || fields.contains("preview") || fields.contains("bodyRanges"))
  }

  private static var movedReason: String {
    tr(
      "a message of Signal 7.42 or newer, which keeps texts and times elsewhere; use Signal’s own export, signal-export or sigtop’s text"
    )
  }

  mutating func read(_ fields: JSONFields, at place: Int64) {
    guard fields.contains("sent_at") || fields.contains("timestamp") else {
      return skip(Self.isMoved(fields) ? Self.movedReason : tr("message without a date"), at: place)
    }
    guard let sentAt = ExportTime.valid(fields.int64("sent_at") ?? fields.int64("timestamp")) else {
      return skip(tr("invalid date"), at: place)
    }
    let message = SignalMessage(
      fields, sentAt: sentAt, people: people, title: title, file: parts.file, input: input)
    guard var imported = message.imported else { return }
    imported.sourceID = keys.key(imported.sourceID)
    imported.orderKey = ties.orderKey(at: sentAt, of: imported.sourceID)
    due.append(.message(imported))
  }
}

extension SignalReader {
  static func format(of head: FileHead) -> ImportFormat? {
    guard let json = head.json else { return nil }
    let isWhole =
      json.has("[].conversationId", "[].sent_at") || json.has("[].conversationId", "[].received_at")
    // All messages can be newer than Signal 7.42.
    let isMoved = json.has("[].errors", "[].bodyRanges", "[].reactions", "[].preview")
    return isWhole || isMoved ? .signal : nil
  }
}

/// The people who write in a conversation besides the owner.
private struct SignalPeople {
  /// The identifiers in keys by all identifiers of the people.
  private var identifiers: [String: String] = [:]
  /// Whether more than one other person writes, or the group was changed. Only then are the people's names unknown.
  private(set) var isGroup = false
  /// The time of the first message.
  private var start = Int64.max
  /// The identifiers of the owner: those of the owner's messages, and of quoted people who do not write although their
  /// messages are in the file.
  private var own: Set<String> = []

  /// People who have reacted; three at most.
  private var reactors: Set<String> = []
  private static let two = 2

  /// The largest number of identifiers that are kept. Groups have at most a thousand people.
  private static let limit = 10_000

  /// Reads the file once.
  init(_ parts: JSONParts) {
    var parts = parts
    while let item = parts.next() {
      guard case .record(let value, _) = item, let fields = value.asObject else { continue }
      if fields.string("type")?.hasPrefix("group") == true { isGroup = true }
      for reaction in fields.objects("reactions") where reactors.count <= Self.two {
        if let id = reaction.key("fromId") { reactors.insert(id) }
      }
      if let sentAt = fields.int64("sent_at") ?? fields.int64("timestamp") { start = min(start, sentAt) }
      if let (author, sentAt) = SignalMessage.quoted(fields), let author, sentAt >= start {
        own.insert(author)
      }
      let type = fields.string("type")
      guard type == "incoming" || type == "outgoing", let id = SignalMessage.source(fields) else { continue }
      for other in ["sourceServiceId", "sourceUuid", "source"] as [StaticString] {
        guard let other = fields.key(other) else { continue }
        if type == "outgoing" {
          own.insert(other)
        } else if identifiers.count < Self.limit {
          identifiers[other] = id
        }
      }
    }
    own.subtract(identifiers.keys)
    isGroup = isGroup || Set(identifiers.values).count > 1
  }

  /// Whether these are two people at most.
  var areTwo: Bool { !isGroup && reactors.count <= Self.two }

  /// The identifier in keys of the only other person; nil if that person writes nothing.
  var partner: String? { areTwo ? identifiers.values.first : nil }

  /// Whether this is one of the other person's identifiers.
  func isPartner(_ id: String) -> Bool { identifiers[id] != nil }

  func isOwn(_ id: String) -> Bool { own.contains(id) }

  func hasReacted(_ id: String) -> Bool { reactors.contains(id) }

  /// The sender in the key of a quoted message; nil if it is not known.
  ///
  /// A quoted person who does not write in the file is the owner, unless a group's file begins after the quoted message.
  /// Such a person can only be told from the owner by the owner's identifiers, which older versions do not export.
  func sender(_ author: String?, at sentAt: Int64) -> String? {
    if let known = author.flatMap({ identifiers[$0] }) { return known }
    guard isGroup, sentAt < start, let author, !own.contains(author) else { return SignalMessage.own }
    return own.isEmpty ? nil : author
  }
}

/// Converts a message of Signal's desktop program to a message of an archive.
private struct SignalMessage {
  private let fields: JSONFields
  private let sentAt: Int64
  private let people: SignalPeople
  private let title: String
  private let file: ImportFile
  private let tree: ImportTree
  private let options: ImportOptions

  init(
    _ fields: JSONFields, sentAt: Int64, people: SignalPeople, title: String, file: ImportFile,
    input: ImportInput
  ) {
    self.fields = fields
    self.sentAt = sentAt
    self.people = people
    self.title = title
    self.file = file
    tree = input.tree
    options = input.options
  }

  /// Nil for a record that the program does not show.
  var imported: ImportedMessage? {
    let type = fields.string("type") ?? ""
    if Self.unseen.contains(type) { return nil }
    let isDeleted = fields.bool("deletedForEveryone") == true || fields.bool("isErased") == true
    let sentence = isDeleted ? nil : service(type)
    let body = isDeleted || sentence != nil ? StyledText() : text
    let files = isDeleted ? [] : attachments
    let contact = contact
    let isEmpty = body.isEmpty && files.isEmpty && contact == nil
    return ImportedMessage(
      conversationKey: "signal:\(fields.key("conversationId") ?? "file/\(file.url.lastPathComponent)")",
      conversationTitle: title,
      sourceID: Self.key(sentAt, by: isOwn ? Self.own : Self.source(fields)), sender: sender, isOwn: isOwn,
      owner: Self.owner(options), sentAt: sentAt,
      kind: isDeleted ? .deleted : sentence != nil ? .service : isEmpty ? .unsupported : .normal,
      text: sentence ?? body.text, entities: body.entities,
      replyTo: quoted, attachments: files,
      reactions: reactions, editedAt: edits.times.last, edits: edits.earlier,
      details: Message.Details(
        quotation: isDeleted ? nil : quotation,
        content: call.map { .call($0) } ?? contact.map { .contact($0) },
        unsupportedKind: isEmpty && sentence == nil && !isDeleted
          ? (type.isEmpty ? "message" : type.prefix(bytes: 64)) : nil))
  }

  /// The sender of the owner's messages in keys.
  static let own = "me"

  /// The key of a message. People can send messages in the same millisecond.
  private static func key(_ sentAt: Int64, by sender: String?) -> String {
    sender.map { "\(sentAt)/\($0)" } ?? "\(sentAt)"
  }

  /// The author and the time of the message that a message quotes.
  static func quoted(_ fields: JSONFields) -> (author: String?, sentAt: Int64)? {
    guard let quote = fields.object("quote"), let sentAt = quote.text("id").flatMap({ Int64($0) }) else {
      return nil
    }
    return (quote.key("authorAci") ?? quote.key("authorUuid") ?? quote.key("author"), sentAt)
  }

  /// The key of the message that this one quotes.
  private var quoted: String? {
    guard let (author, sentAt) = Self.quoted(fields) else { return nil }
    return people.sender(author, at: sentAt).map { Self.key(sentAt, by: $0) }
  }

  /// The quoted words. In a group, the file does not have the name of their author.
  private var quotation: Quotation? {
    guard let quote = fields.object("quote"), let body = quote.string("text"),
      let (author, sentAt) = Self.quoted(fields)
    else {
      return nil
    }
    let name = people.sender(author, at: sentAt) == Self.own ? Self.owner(options).name : title
    let text = Self.styled(body, of: quote).text
    return Quotation(name: people.isGroup ? nil : name, text: text)
  }

  /// The types of the program's own notes.
  private static let unseen: Set<String> = [
    "conversation-merge", "universal-timer-notification", "contact-removed-notification",
  ]

  // MARK: Conversation and people

  /// The title of the conversation in a file: the file name without the number after it, as in “Jonas Weber (+49170).json”.
  static func title(of file: ImportFile) -> String {
    let name = file.url.deletingPathExtension().lastPathComponent
    let isPlain = name == "messages" || name == "export"
    let folder = file.url.deletingLastPathComponent().lastPathComponent
    let chosen = isPlain && !folder.isEmpty ? folder : name
    guard chosen.hasSuffix(")"), let start = chosen.range(of: " (", options: .backwards) else {
      return chosen
    }
    let title = String(chosen[..<start.lowerBound])
    return title.isEmpty ? chosen : title
  }

  private var isOwn: Bool { fields.string("type") == "outgoing" }

  private static func owner(_ options: ImportOptions) -> ImportedMessage.Sender {
    .init(key: "signal:\(own)", name: options.owner ?? "You")
  }

  private var sender: ImportedMessage.Sender? {
    if isOwn { return Self.owner(options) }
    if let id = Self.source(fields) {
      // In a conversation of two people, the file has the other person's name.
      return .init(key: "signal:\(id)", name: people.isGroup ? fields.line("source") ?? id : title)
    }
    return fields.string("type") == "incoming" ? .init(key: "signal:name/\(title)", name: title) : nil
  }

  /// The sender of a message.
  static func source(_ fields: JSONFields) -> String? {
    fields.key("sourceServiceId") ?? fields.key("sourceUuid") ?? fields.key("source")
  }

  // MARK: Text

  private var text: StyledText {
    Self.styled(fields.string("body") ?? "", of: fields)
  }

  private static func styled(_ body: String, of record: JSONFields) -> StyledText {
    SignalBody.styled(body, record.objects("bodyRanges").compactMap(range))
  }

  private static func range(_ range: JSONFields) -> SignalBody.Range? {
    guard let start = range.int("start"), let length = range.int("length") else { return nil }
    let isMention = range.contains("mentionUuid") || range.contains("mentionAci")
    let name = range.line("replacementText") ?? range.line("mentionAci") ?? range.line("mentionUuid") ?? ""
    let kinds: [TextEntity.Kind] = [.bold, .italic, .spoiler, .strikethrough, .code]
    let style = range.int("style") ?? 0
    return SignalBody.Range(
      start: start, length: length,
      meaning: isMention ? .mention(name) : .style((1...kinds.count).contains(style) ? kinds[style - 1] : nil)
    )
  }

  /// The earlier texts. The program lists the newest first, including the current one.
  private var edits: (earlier: [Edit], times: [Int64]) {
    let history = fields.objects("editHistory").compactMap { edit in
      ExportTime.valid(edit.int64("timestamp")).map {
        (time: $0, text: Self.styled(edit.string("body") ?? "", of: edit).text)
      }
    }.sorted { $0.time < $1.time }
    let times = history.dropFirst().map(\.time)
    let told = ExportTime.edited(fields.int64("editMessageTimestamp"))
    let earlier = zip(history, times).map { Edit(replacedAt: $1, text: $0.text) }
    return (earlier, times.isEmpty ? [told].compactMap(\.self) : Array(times))
  }

  // MARK: Service messages

  private var call: Call? {
    guard fields.string("type") == "call-history" else { return nil }
    let details = fields.object("callHistoryDetails")
    let start = details?.int64("acceptedTime") ?? 0
    let end = details?.int64("endedTime") ?? 0
    let (length, isInvalid) = end.subtractingReportingOverflow(start)
    let seconds = isInvalid ? 0 : Int(clamping: length / 1000)
    let isAnswered = start > 0 && (1...TelegramLimit.seconds).contains(seconds)
    let isDeclined = details?.bool("wasDeclined") == true
    return Call(
      outcome: isAnswered
        ? .ended
        : isDeclined ? .busy : start == 0 && details?.contains("acceptedTime") == true ? .missed : .ended,
      duration: isAnswered ? seconds : nil, isGroup: details?.string("callMode") == "Group")
  }

  /// A sentence for an event; nil for a message of a person.
  private func service(_ type: String) -> String? {
    let actor = sender?.name ?? title
    switch type {
    case "incoming", "outgoing", "story", "": return expiration
    case "call-history":
      let caller =
        fields.object("callHistoryDetails")?.bool("wasIncoming") == false ? Self.owner(options).name : title
      return call.map { TelegramService.sentence(of: $0, by: caller) }
    case "group-v2-change", "group-v1-migration": return "The group was changed"
    case "keychange": return "The safety number of \(actor) has changed"
    case "verified-change": return "The safety number was marked"
    case "timer-notification": return expiration ?? "The time after which messages vanish was changed"
    case "profile-change":
      let change = fields.object("profileChange")
      guard let name = change?.line("newName") else { return "\(title) changed their profile" }
      return "\(change?.line("oldName") ?? title) is now \(name)"
    case "change-number-notification": return "\(actor) changed their number"
    case "delivery-issue": return "A message of \(actor) could not be delivered"
    case "joined-signal-notification": return "\(title) joined Signal"
    default:
      return type.contains("notification") || type.contains("change")
        ? type.replacing("-", with: " ").prefix(bytes: 100) : nil
    }
  }

  private var expiration: String? {
    guard let update = fields.object("expirationTimerUpdate") else { return nil }
    guard let seconds = update.count("expireTimer") else { return "Messages stay for ever" }
    return "Messages vanish after \(seconds) seconds"
  }

  // MARK: Files, contacts and reactions

  private var attachments: [Attachment] {
    var found = fields.objects("attachments").map { item in
      let type = item.string("contentType")
      let name = item.line("fileName")
      var kind = Attachment.Kind(type: type, name: name)
      // Signal's flags: 1 is a voice message, 8 a looping video.
      let flags = item.int("flags") ?? 0
      if flags & 1 != 0 { kind = .voice } else if flags & 8 != 0 { kind = .animation }
      return Attachment(
        kind: kind, width: item.pixels("width"), height: item.pixels("height"),
        byteCount: item.byteCount("size"),
        name: name, path: path(item.string("path")))
    }
    if let sticker = fields.object("sticker") {
      let data = sticker.object("data")
      found.append(
        Attachment(
          kind: .sticker, width: data?.pixels("width"), height: data?.pixels("height"),
          name: sticker.line("emoji"),
          path: path(data?.string("path"))))
    }
    return found
  }

  /// The path at which sigtop has stored a file. Paths in the program's own folder lead to encrypted files.
  private func path(_ path: String?) -> String? {
    guard let path, !path.isEmpty else { return nil }
    let plain = path.replacing("\\", with: "/")
    guard let found = tree.path(plain, beside: file, above: 2), tree.exists(found) else { return nil }
    return found
  }

  private var contact: Contact? {
    guard let contact = fields.objects("contact").first else { return nil }
    let name = contact.object("name")
    let full = [name?.line("givenName"), name?.line("familyName")].compactMap(\.self).joined(separator: " ")
    let phone = contact.objects("number").first?.line("value")
    let shown = name?.line("displayName") ?? name?.line("nickname") ?? (full.isEmpty ? phone : full)
    return Contact(name: shown ?? "Contact", phone: phone)
  }

  /// The person with a number that the program gives to conversations. The number of a conversation of two people is
  /// also the other person's, and the owner has another one. A group's number belongs to no person.
  private func reactor(_ id: String) -> ImportedMessage.Sender {
    let conversation = fields.key("conversationId")
    if people.areTwo, id == conversation || people.isPartner(id) {
      return .init(key: "signal:\(people.partner ?? "name/\(title)")", name: title)
    }
    let isOwner = people.isOwn(id) || people.areTwo && conversation.map(people.hasReacted) ?? false
    return isOwner ? Self.owner(options) : .init(key: "signal:\(id)", name: id)
  }

  private var reactions: [ImportedMessage.ImportedReaction] {
    var tally = ReactionTally()
    for reaction in fields.objects("reactions") {
      guard let key = reaction.line("emoji", limit: 64) else { continue }
      let person = reaction.key("fromId").map { id in
        ImportedMessage.ImportedReaction.Person(
          sender: reaction.line("fromName").map { .init(key: "signal:\(id)", name: $0) } ?? reactor(id),
          reactedAt: ExportTime.valid(reaction.int64("timestamp")))
      }
      tally.add(key, by: person)
    }
    return tally.reactions
  }
}
