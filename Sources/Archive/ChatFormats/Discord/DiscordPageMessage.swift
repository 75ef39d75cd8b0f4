import Chats
import Foundation

/// The sender of a message in DiscordChatExporter's HTML.
struct DiscordPageAuthor {
  let id: String?
  let sender: ImportedMessage.Sender

  private static let classes = [
    "chatlog__author", "chatlog__author-name", "chatlog__system-notification-author",
  ]

  /// The sender in a message, which only the first one of a group has, or above the messages of a group.
  init?(in element: HTMLElement) {
    let found = Self.classes.contains(where: element.isOf) ? element : element.first(ofClasses: Self.classes)
    guard let found, let name = found.line else { return nil }
    let id = found.tag.attribute("data-user-id").flatMap { DiscordNumber.isValid($0) ? $0 : nil }
    let isBot =
      element.first(class: "chatlog__author-tag") != nil || element.first(class: "chatlog__bot-tag") != nil
    // A webhook writes under many names. An account of a bot has a number after its name, or the color of a role.
    let isWebhook =
      isBot && found.tag.attribute("title") == name && found.tag.attribute("style")?.contains("color") != true
    let key = id ?? "name/\(name)"
    self.id = id
    sender = .init(key: "discord:\(isWebhook ? "\(key)/\(name)" : key)", name: name)
  }
}

/// A message in DiscordChatExporter's HTML.
struct DiscordPageMessage {
  private let element: HTMLElement

  init(_ element: HTMLElement) { self.element = element }

  // MARK: Number

  var id: String? {
    element.tag.attribute("data-message-id").flatMap { DiscordNumber.isValid($0) ? $0 : nil }
  }

  // MARK: Damage

  /// Whether it has parts of another message, because a part of the page between them is missing.
  var isJoined: Bool {
    var parts = Parts()
    parts.add(element)
    return parts.isOfSeveral
  }

  /// The parts that a message has once, and the numbers in its links to itself.
  private struct Parts {
    private static let single = [
      "chatlog__message", "chatlog__message-aside", "chatlog__message-primary", "chatlog__header",
      "chatlog__content",
    ]
    private static let anchor = "chatlog__message-container-"

    private var found: Set<String> = []
    private var numbers: Set<Substring> = []
    private var hasRepeated = false

    var isOfSeveral: Bool { hasRepeated || numbers.count > 1 }

    mutating func add(_ element: HTMLElement) {
      if let place = element.tag.attribute("id"), place.hasPrefix(Self.anchor) {
        numbers.insert(place.dropFirst(Self.anchor.count))
        if let number = element.tag.attribute("data-message-id") { numbers.insert(number[...]) }
      }
      if element.name == "a", let target = element.tag.attribute("href"), target.hasPrefix("#\(Self.anchor)")
      {
        numbers.insert(target.dropFirst(Self.anchor.count + 1))
      }
      if let part = Self.single.first(where: element.isOf), !found.insert(part).inserted {
        hasRepeated = true
      }
      for inner in element.elements where !DiscordPageMessage.isForeign(inner) { add(inner) }
    }
  }

  // MARK: Relations

  /// The number of the message that this one replies to.
  var replyTo: String? {
    guard let link = element.first(ofClasses: ["chatlog__reply-link", "chatlog__reference-link"]),
      let script = link.tag.attribute("onclick")
    else { return nil }
    return script.split { !$0.isASCII || !$0.isNumber }.first(where: DiscordNumber.isValid).map(String.init)
  }

  /// The author and the words of that message, as far as the page has them.
  var quotation: Quotation? {
    guard replyTo != nil, let words = element.first(class: "chatlog__reply-content")?.line else { return nil }
    return Quotation(name: element.first(class: "chatlog__reply-author")?.line, text: words)
  }

  private var forwarded: HTMLElement? { element.first(class: "chatlog__forwarded") }
  var isForwarded: Bool { forwarded != nil }
  var isEdited: Bool { element.first(class: "chatlog__edited-timestamp", isClosed: Self.isForeign) != nil }

  /// A name for contents that are not on the page, as for the JSON.
  var missingKind: String {
    if isForwarded { return "forwarded message" }
    guard let answer = element.first(class: "chatlog__reply-content")?.line, answer.hasPrefix("used /") else {
      return "message"
    }
    let user = element.first(class: "chatlog__reply-author")?.line
    let command = answer.dropFirst("used /".count)
    return "answer to /\(command)\(user.map { " of \($0)" } ?? "")".prefix(bytes: 256)
  }

  // MARK: Events

  /// The sentence of an event, and the call if it is one; nil for a message of a person.
  func event(by actor: String) -> (sentence: String, call: Call?)? {
    guard let content = element.first(class: "chatlog__system-notification-content") else { return nil }
    let words = content.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let range = words.range(of: "started a call that lasted ") {
      let number = words[range.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "," }
      let minutes = Double(number.replacing(",", with: "."))
      let seconds = minutes.flatMap { Int(exactly: ($0 * 60).rounded()) } ?? 0
      let call = Call(
        outcome: .ended, duration: (1...TelegramLimit.seconds).contains(seconds) ? seconds : nil)
      return (TelegramService.sentence(of: call, by: actor), call)
    }
    return (DiscordEvent.sentence(words, by: actor), nil)
  }

  // MARK: Text

  var text: StyledText {
    let content = element.first(class: "chatlog__content", isClosed: Self.isForeign)
    var lines = [content.map(Self.styled) ?? StyledText()]
    let cards = element.all(class: "chatlog__embed")
    // To search the text for the address of each of many cards would take quadratic time.
    let words = cards.isEmpty || cards.count > 100 ? "" : content?.text ?? ""
    lines += cards.flatMap { Self.lines(of: $0, below: words) }
    if let forwarded = forwarded?.first(class: "chatlog__forwarded-content") {
      lines.append(Self.styled(forwarded))
    }
    return StyledText(lines: lines.filter { !$0.isEmpty })
  }

  /// Whether an element contains the words of another message.
  private static func isForeign(_ element: HTMLElement) -> Bool {
    element.isOf(class: "chatlog__forwarded") || element.isOf(class: "chatlog__reply")
      || element.isOf(class: "chatlog__reference") || element.isOf(class: "chatlog__embed")
  }

  private static func styled(_ element: HTMLElement) -> StyledText {
    let names = ["chatlog__markdown-preserve", "preserve-whitespace"]
    let marked = names.contains(where: element.isOf) ? element : element.first(ofClasses: names)
    return HTMLText.styled(marked ?? element, collapses: marked == nil, effect: effect).linked()
  }

  private static func effect(_ element: HTMLElement) -> HTMLText.Effect {
    for (name, effect) in classEffects where element.isOf(class: name) { return effect }
    switch element.name {
    case "h1", "h2", "h3": return .block(.bold)
    case "li": return .block(nil)
    case "img": return emoji(element).map { .replaced(by: $0.text, $0.kind) } ?? .none
    default: return .markup(element)
    }
  }

  /// The classes of versions since 2019.
  private static let classEffects: [(String, HTMLText.Effect)] = [
    ("chatlog__edited-timestamp", .replaced(by: "", nil)),
    ("chatlog__markdown-pre--multiline", .kind(.pre)), ("pre--multiline", .kind(.pre)),
    ("chatlog__markdown-pre--inline", .kind(.code)), ("pre--inline", .kind(.code)),
    ("chatlog__markdown-spoiler", .kind(.spoiler)), ("spoiler-text", .kind(.spoiler)),
    ("chatlog__markdown-mention", .kind(.mention)), ("mention", .kind(.mention)),
    ("chatlog__markdown-quote", .block(.quote)), ("quote", .block(.quote)),
  ]

  /// An emoji, or the name of a picture that stands for one.
  private static func emoji(_ element: HTMLElement) -> (text: String, kind: TextEntity.Kind?)? {
    guard let name = element.tag.attribute("alt"), !name.isEmpty,
      element.isOf(class: "chatlog__emoji") || element.isOf(class: "emoji")
    else { return nil }
    return name.utf8.allSatisfy({ $0 < 0x80 }) ? (":\(name):", .customEmoji) : (name, nil)
  }

  /// An embedded card as text; none for the preview of an address in the text.
  private static func lines(of embed: HTMLElement, below words: String) -> [StyledText] {
    let link = embed.first(class: "chatlog__embed-title-link")?.tag.attribute("href")
    if let link, !link.isEmpty, words.contains(link) { return [] }
    var lines: [StyledText] = []
    if let author = embed.first(class: "chatlog__embed-author")?.line { lines.append(StyledText(author)) }
    if let title = embed.first(class: "chatlog__embed-title")?.line {
      lines.append(StyledText(title: title, address: link))
    }
    if let text = embed.first(class: "chatlog__embed-description") { lines.append(styled(text)) }
    for field in embed.all(class: "chatlog__embed-field") {
      let name = field.first(class: "chatlog__embed-field-name")?.line ?? ""
      lines.append(StyledText(title: name, address: nil))
      if let value = field.first(class: "chatlog__embed-field-value") { lines.append(styled(value)) }
    }
    if let footer = embed.first(class: "chatlog__embed-footer-text")?.line {
      lines.append(StyledText(footer))
    }
    return lines.filter { !$0.isEmpty }
  }

  // MARK: Files and reactions

  func files(_ resolve: (String) -> String?) -> [Attachment] {
    let own = element.all(class: "chatlog__attachment")
    var files = own.compactMap { Self.file($0, resolve) }
    let others = forwarded?.first(class: "chatlog__forwarded-attachments")
    files += others?.elements.compactMap { Self.file($0, resolve) } ?? []
    for sticker in element.all(class: "chatlog__sticker") {
      let source = sticker.first(named: "img")?.tag.attribute("src")
      files.append(
        Attachment(
          kind: .sticker, name: sticker.tag.attribute("title")?.prefix(bytes: JSONFields.lineLimit),
          path: source.flatMap(resolve)))
    }
    return files
  }

  /// A picture, film or sound has a title such as “Image: hut.jpg (1.2 KB)”; of others, the link has the name.
  private static func file(_ element: HTMLElement, _ resolve: (String) -> String?) -> Attachment? {
    let link = element.name == "a" ? element : element.first(named: "a")
    let media = element.first(named: "source") ?? element.first(named: "img")
    guard let address = media?.tag.attribute("src") ?? link?.tag.attribute("href") else { return nil }
    var name = media == nil ? link?.line : nil
    if let title = media?.tag.attribute("title"), let colon = title.range(of: ": ") {
      let rest = title[colon.upperBound...]
      name = String(rest.range(of: " (", options: .backwards).map { rest[..<$0.lowerBound] } ?? rest)
    }
    let last = address.prefix { $0 != "?" }.split(separator: "/").last.map(String.init)
    let shown = (name ?? last)?.prefix(bytes: JSONFields.lineLimit)
    return Attachment(
      kind: Attachment.Kind(type: nil, name: shown), name: shown, path: resolve(address),
      isSpoiler: element.isOf(class: "chatlog__attachment--hidden"))
  }

  var reactions: [ImportedMessage.ImportedReaction] {
    element.all(class: "chatlog__reaction").compactMap { reaction in
      guard let key = reaction.first(named: "img").flatMap(Self.emoji)?.text else { return nil }
      let count = reaction.first(class: "chatlog__reaction-count")?.line.flatMap { Int($0) } ?? 1
      return .init(key: key.prefix(bytes: 64), count: min(max(count, 1), TelegramLimit.count))
    }
  }
}

/// The events that the exporter writes without their person: “Pinned a message.”
enum DiscordEvent {
  /// A sentence such as “Mara Lind pinned a message”.
  static func sentence(_ words: some StringProtocol, by actor: String) -> String {
    let words = words.hasSuffix(".") ? words.dropLast() : words[...]
    return "\(actor) \(words.prefix(1).lowercased())\(words.dropFirst())"
  }
}
