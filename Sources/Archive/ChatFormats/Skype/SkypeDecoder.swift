import Chats
import Foundation
import Translation

/// Decodes the messages of Skype, whose contents are a kind of HTML.
struct SkypeDecoder {
  var chat = SkypeChat()
  /// The identifier of the person who exported the account.
  var userID: String?
  /// The names of people by their identifiers. Most messages of the exporter have none.
  private var names: [String: String] = [:]

  private let file: ImportFile
  private let tree: ImportTree
  private let options: ImportOptions

  /// The largest number of people whose names are kept.
  private static let peopleLimit = 100_000

  init(_ input: ImportInput) {
    file = input.parts[0]
    tree = input.tree
    options = input.options
  }

  /// The identifier of a person or a chat without one.
  private static let unknown = "unknown"

  var isOwnerKnown: Bool { userID != nil || options.owner != nil }

  /// The identifier of a person in an address: “https://…/contacts/8:live:mara” becomes “8:live:mara”.
  static func identity(_ address: String) -> String {
    let last = address.split(separator: "/").last.map(String.init) ?? address
    return last.prefix(bytes: JSONFields.lineLimit)
  }

  mutating func message(_ fields: JSONFields, id: String, sentAt: Int64) -> ImportedMessage {
    let chatID = chat.id ?? fields.key("conversationid") ?? Self.unknown
    let from = sender(of: fields)
    let type = fields.line("messagetype") ?? "Text"
    let sender = sender(from)
    var message = ImportedMessage(
      conversationKey: "skype:\(chatID)", conversationTitle: chat.name ?? name(of: chatID), sourceID: id,
      sender: sender, isOwn: isOwner(from, sender.name), sentAt: sentAt, text: "",
      // The numbers of messages grow with the time at which they arrived.
      orderKey: OrderKey.make(sentAt: sentAt, rank: Int64(id).map { $0 & (OrderKey.ranks - 1) } ?? 0))
    let content = fields.value("content")
    let words = content?.asText ?? ""
    if let content, content.asText == nil, !content.isNull {
      (message.kind, message.details.unsupportedKind) = (.unsupported, type)
    } else if words.isEmpty, !type.hasPrefix("ThreadActivity/"), !type.hasPrefix("Event/") {
      // Of a deleted message, nothing is left but its kind.
      message.kind = .deleted
    } else if type == "Text" {
      fill(&message, StyledText(words).linked())
    } else if !Self.texts.contains(type), let card = SkypeCard(json: words) {
      fill(&message, card, type)
    } else {
      fill(&message, with: HTMLElement(parsing: words), type: type, chatID: chatID)
    }
    message.reactions = reactions(fields)
    let isEmpty = message.text.isEmpty && message.attachments.isEmpty && message.details.content == nil
    if message.kind == .normal, isEmpty { message.kind = .deleted }
    return message
  }

  private func sender(of fields: JSONFields) -> String {
    fields.line("from").map(Self.identity) ?? Self.unknown
  }

  /// Records the name of a message's sender.
  mutating func noteSender(of fields: JSONFields) {
    let from = sender(of: fields)
    if let name = fields.line("displayName") { note(name, of: from) }
  }

  /// Records the name of the conversation, which is that of the other person in a conversation of two.
  mutating func noteChat() {
    if let name = chat.name, let id = chat.id { note(name, of: id) }
  }

  private mutating func note(_ name: String, of id: String) {
    // The newest message is first.
    if names[id] == nil, names.count < Self.peopleLimit { names[id] = name }
  }

  private func isOwner(_ id: String, _ name: String) -> Bool {
    options.owner == nil ? id == userID : options.isOwner(key: "skype:\(id)", names: name, id)
  }

  private func sender(_ id: String) -> ImportedMessage.Sender {
    .init(key: "skype:\(id)", name: name(of: id))
  }

  /// The name of a person; the identifier without its prefixes, such as “8:live:”, if the name is unknown.
  private func name(of id: String) -> String {
    if let name = names[id] { return name }
    if id == Self.unknown { return tr("Unknown") }
    var rest = id[...]
    if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy(\.isNumber) {
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("live:") { rest = rest.dropFirst(5) }
    return rest.isEmpty ? id : String(rest)
  }

  private func reactions(_ fields: JSONFields) -> [ImportedMessage.ImportedReaction] {
    // Some versions write the list as a text.
    let properties = fields.object("properties")
    let list =
      properties?.array("emotions")
      ?? properties?.string("emotions").flatMap { JSONValue(parsing: Array($0.utf8)) }?.asArray
    guard let list else { return [] }
    return list.compactMap { value in
      guard let emotion = value.asObject, let key = emotion.line("key") else { return nil }
      let users = emotion.objects("users")
      let people = users.compactMap { user in
        user.key("mri").map {
          ImportedMessage.ImportedReaction.Person(
            sender: sender(Self.identity($0)), reactedAt: ExportTime.valid(user.int64("time")))
        }
      }
      guard !users.isEmpty else { return nil }
      return .init(key: Self.emoji[key] ?? "(\(key))", count: users.count, people: people)
    }
  }

  /// The names of the reactions in Skype's menu.
  private static let emoji = [
    "like": "👍", "heart": "❤️", "laugh": "😆", "surprised": "😮", "sad": "😢", "angry": "😠", "yes": "👍",
  ]

  // MARK: Contents

  private func fill(_ message: inout ImportedMessage, _ styled: StyledText) {
    message.text = styled.text
    message.entities = styled.entities
  }

  private func fill(_ message: inout ImportedMessage, _ card: SkypeCard, _ kind: String) {
    fill(&message, StyledText(lines: card.lines.map { StyledText($0) }).linked())
    if card.lines.isEmpty { (message.kind, message.details.unsupportedKind) = (.unsupported, kind) }
  }

  private mutating func fill(
    _ message: inout ImportedMessage, with content: HTMLElement, type: String, chatID: String
  ) {
    // A quoted picture is not one of this message.
    let own = HTMLElement(tag: content.tag, children: content.children.filter { !$0.isElement("quote") })
    if let shared = own.first(named: "uriobject") {
      if type.hasSuffix("Card") || shared.tag.attribute("type")?.hasPrefix("SWIFT") == true {
        fill(&message, SkypeCard(shared), "card")
      } else {
        message.attachments = [attachment(shared)]
      }
    } else if SkypeCard.types.contains(type) {
      fill(&message, SkypeCard(content), type)
    } else if let calls = own.first(named: "partlist") {
      fill(&message, withCall: calls)
    } else if type.hasPrefix("ThreadActivity/") {
      event(&message, content, String(type.dropFirst("ThreadActivity/".count)))
    } else if let place = own.first(named: "location").flatMap(Self.place) {
      message.details.content = .place(place)
    } else if let contact = own.first(named: "contacts")?.first(named: "c") {
      let name = ["f", "s"].lazy.compactMap { contact.tag.attribute($0) }.first { !$0.isEmpty }
      message.details.content = .contact(Contact(name: name ?? "Contact"))
    } else {
      let quote = content.first(named: "quote")
      let edit = content.first(named: "e_m")
      message.editedAt = edit.flatMap(Self.editTime)
      let content = edit == nil ? content : Self.withoutEditWords(content)
      fill(&message, styled(content, withoutQuote: false))
      if let quote, let replyTo = Self.reply(quote, in: chatID) {
        let answer = styled(content, withoutQuote: true)
        // A message of nothing but a quotation passes it on.
        if !answer.text.isBlank {
          (message.replyTo, message.details.quotation) = (replyTo, Self.quotation(quote))
          fill(&message, answer)
        }
      }
      if !Self.texts.contains(type) { (message.kind, message.details.unsupportedKind) = (.unsupported, type) }
    }
  }

  private static let texts: Set<String> = ["RichText", "RichText/Html", "Text", "RichText/Sms"]

  /// The number of a quoted message of this conversation; nil if the quotation does not contain it.
  private static func reply(_ quote: HTMLElement, in chatID: String) -> String? {
    guard let id = quote.tag.attribute("messageid"), !id.isEmpty, id.utf8.count <= 256 else { return nil }
    let other = quote.tag.attribute("conversation").map(identity)
    return other == nil || other == chatID ? id : nil
  }

  private static func quotation(_ quote: HTMLElement) -> Quotation? {
    Quotation(name: quote.tag.attribute("authorname"), text: words(quote))
  }

  /// The quoted words without the author and the time, which are marked for older programs, and without what they quote
  /// themselves, unless they are nothing else.
  private static func words(_ quote: HTMLElement) -> String {
    let own = quote.children.filter { !$0.isElement("legacyquote") && !$0.isElement("quote") }
    let words = HTMLElement(tag: HTMLTag(name: ""), children: own).text.withoutBlankEnds
    guard words.isEmpty else { return words }
    for case .element(let inner) in quote.children where inner.name == "quote" { return Self.words(inner) }
    return ""
  }

  /// The content without the words that say to older programs that it is an edit.
  private static func withoutEditWords(_ content: HTMLElement) -> HTMLElement {
    let words = "Edited previous message: "
    guard case .text(let text)? = content.children.first, text.hasPrefix(words) else { return content }
    let rest = [.text(String(text.dropFirst(words.count)))] + content.children.dropFirst()
    return HTMLElement(tag: content.tag, children: rest)
  }

  private static func editTime(_ mark: HTMLElement) -> Int64? {
    let milliseconds = mark.tag.attribute("ts_ms").flatMap { Int64($0) }
    return ExportTime.valid(milliseconds)
      ?? mark.tag.attribute("ts").flatMap { Int64($0) }.flatMap {
        ExportTime.valid($0.multipliedReportingOverflow(by: 1000).partialValue)
      }
  }

  /// - Parameter withoutQuote: Whether to leave out the first quotation, which is the message that this one answers.
  private func styled(_ content: HTMLElement, withoutQuote: Bool) -> StyledText {
    var leavesOut = withoutQuote
    return HTMLText.styled(content, collapses: false) { element in
      switch element.name {
      case "pre": return .kind(.code)
      case "at": return .kind(.mention)
      // The picture of an emoticon, if the export names it.
      case "ss": return element.tag.attribute("utf").map { .replaced(by: $0, nil) } ?? .none
      case "e_m", "legacyquote": return .replaced(by: "", nil)
      case "quote":
        if leavesOut {
          leavesOut = false
          return .replaced(by: "", nil)
        }
        let author = element.tag.attribute("authorname").map { "\($0): " } ?? ""
        return .replaced(by: "\(author)\(Self.words(element))\n", .quote)
      default: return .markup(element)
      }
    }.linked()
  }

  // MARK: Files, calls and places

  /// A shared file. The text beside it is the exporter's: where to view it.
  private func attachment(_ shared: HTMLElement) -> Attachment {
    let tag = shared.tag
    let name = shared.first(named: "originalname")?.tag.attribute("v").flatMap { $0.isEmpty ? nil : $0 }
    let type = (tag.attribute("type") ?? "").prefix { $0 != "." }
    let kind: Attachment.Kind =
      switch type {
      case "Picture": .photo
      case "Video": tag.attribute("type")?.contains("Flik") == true ? .animation : .video
      case "Audio": .voice
      case "Sticker": .sticker
      default: Attachment.Kind(type: nil, name: name)
      }
    func number(_ text: String?, _ limit: Int64) -> Int64? {
      text.flatMap { Int64($0) }.flatMap { (1...limit).contains($0) ? $0 : nil }
    }
    return Attachment(
      kind: kind, width: number(tag.attribute("width"), 100_000).map { Int($0) },
      height: number(tag.attribute("height"), 100_000).map { Int($0) },
      byteCount: number(shared.first(named: "filesize")?.tag.attribute("v"), 1 << 50),
      name: name?.prefix(bytes: JSONFields.lineLimit), path: path(of: shared, name))
  }

  /// The path of the file, if the part of the export with media is beside the messages: “media/0-weu-d3-….1.png”.
  private func path(of shared: HTMLElement, _ name: String?) -> String? {
    let address = shared.tag.attribute("doc_id") ?? shared.tag.attribute("uri") ?? ""
    guard let id = address.split(separator: "/").last, id.utf8.count <= 256 else { return nil }
    let ending = name?.split(separator: ".").last.map { $0.lowercased() }
    return [ending, "jpeg", "jpg", "png", "mp4"].lazy.compactMap(\.self).compactMap { ending in
      tree.file("media/\(id).1.\(ending)", beside: file)?.url.path
    }.first
  }

  private mutating func fill(_ message: inout ImportedMessage, withCall list: HTMLElement) {
    let parts = list.elements.filter { $0.name == "part" }
    for part in parts.prefix(100) {
      if let id = part.tag.attribute("identity"), let name = part.first(named: "name")?.line {
        note(name, of: Self.identity(id))
      }
    }
    let seconds = parts.compactMap { part in
      part.first(named: "duration")?.line.flatMap(Double.init).flatMap {
        $0 > 0 && $0 < 1e9 ? Int($0.rounded()) : nil
      }
    }.max()
    let state = list.tag.attribute("type") ?? "ended"
    let call = Call(
      outcome: state == "missed" || state == "noAnswer" ? .missed : state == "busy" ? .busy : .ended,
      duration: seconds.flatMap { $0 > 0 ? $0 : nil }, isGroup: parts.count > 2)
    message.kind = .service
    let actor = message.sender.map { name(of: String($0.key.dropFirst("skype:".count))) } ?? "Someone"
    // The end of a call is another message.
    if state == "started" {
      message.text = "\(actor) started a call"
    } else {
      message.details.content = .call(call)
      message.text = TelegramService.sentence(of: call, by: actor)
    }
  }

  private static func place(_ element: HTMLElement) -> Place? {
    func degrees(_ name: String) -> Double? {
      element.tag.attribute(name).flatMap(Double.init).map { $0 / 1_000_000 }
    }
    guard let latitude = degrees("latitude"), let longitude = degrees("longitude") else { return nil }
    return Place(
      latitude: latitude, longitude: longitude, address: element.tag.attribute("address") ?? element.line)
  }

  // MARK: Events

  private func event(_ message: inout ImportedMessage, _ content: HTMLElement, _ type: String) {
    message.kind = .service
    let root = content.elements.first { _ in true } ?? content
    func text(_ name: String) -> String? { root.first(named: name)?.line }
    let initiator = text("initiator").map(Self.identity)
    if let initiator { message.sender = sender(initiator) }
    let targets = root.elements.filter { $0.name == "target" }.compactMap(\.line).map(
      Self.identity)
    let actor = initiator.map(name) ?? message.sender?.name ?? "Someone"
    let people = targets.map(name).joined(separator: ", ")
    let value = text("value") ?? ""
    message.isOwn = initiator.map { isOwner($0, actor) } ?? message.isOwn
    message.text =
      switch type {
      case "AddMember" where targets == [initiator]: "\(actor) joined"
      case "AddMember": "\(actor) added \(people)"
      case "DeleteMember" where targets == [initiator]: "\(actor) left"
      case "DeleteMember": "\(actor) removed \(people)"
      case "TopicUpdate":
        value.isEmpty ? "\(actor) removed the title" : "\(actor) changed the title to “\(value)”"
      case "PictureUpdate": "\(actor) changed the picture"
      case "RoleUpdate": "\(actor) changed the role of \(people.isEmpty ? "a person" : people)"
      case "JoiningEnabledUpdate": "\(actor) changed who can join"
      case "HistoryDisclosedUpdate": "\(actor) changed who can see earlier messages"
      default: "\(actor): \(type)"
      }
  }
}

extension HTMLElement.Node {
  /// The words around a quotation for programs that do not show it as one.
  fileprivate func isElement(_ name: String) -> Bool {
    if case .element(let element) = self { element.name == name } else { false }
  }
}
