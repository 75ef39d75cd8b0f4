import Chats
import Foundation

/// Converts a message of a page to a message of an archive.
///
/// Telegram's pages are in English, regardless of the program's language.
struct TelegramPageMessage {
  let element: HTMLElement
  /// The element with the contents: the forwarded part of a message has its own element.
  private let body: HTMLElement

  init(_ element: HTMLElement) {
    self.element = element
    let main = element.elements.first { $0.isOf(class: "body") } ?? element
    body = main.elements.first { $0.isOf(class: "forwarded") && $0.isOf(class: "body") } ?? main
    self.main = main
  }

  private let main: HTMLElement

  var isService: Bool { element.isOf(class: "service") }
  /// Whether sender and origin are the same as those of the previous message.
  var isJoined: Bool { element.isOf(class: "joined") }

  /// Whether a part of the page is missing between this message and another one.
  var hasPartsOfAnother: Bool {
    element.elements.count { $0.isOf(class: "body") } > 1
      || main.elements.count { $0.isOf(class: "date") } > 1
  }

  // MARK: Sender and time

  /// The name of the sender, and of the bot that helped to write the message.
  struct Author: Hashable {
    var name: String
    var bot: String?

    init(_ line: String) {
      if let range = line.range(of: " via @", options: .backwards) {
        let bot = line[range.upperBound...]
        if !bot.isEmpty, bot.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) {
          name = String(line[..<range.lowerBound])
          self.bot = String(bot)
          return
        }
      }
      name = line
    }
  }

  var author: Author? {
    main.elements.first { $0.isOf(class: "from_name") }?.ownLine.map { Author($0) }
  }

  var time: TelegramPage.Time? {
    main.elements.first { $0.isOf(class: "date") }?.tag.attribute("title").flatMap { .init($0) }
  }

  /// Whether the message has a time, readable or not.
  var hasTime: Bool { main.elements.contains { $0.isOf(class: "date") } }

  // MARK: Relations

  var isForwarded: Bool { body.isOf(class: "forwarded") }

  /// The author and the time of the original. Messages that follow one with the same origin do not repeat it.
  var origin: (author: Author, time: TelegramPage.Time?)? {
    guard isForwarded, let name = body.elements.first(where: { $0.isOf(class: "from_name") }),
      let line = name.ownLine
    else { return nil }
    return (Author(line), name.first(class: "date")?.tag.attribute("title").flatMap { .init($0) })
  }

  /// The number of the message that this one replies to, if it is in the same chat.
  var replyTo: String? {
    guard let link = body.first(class: "reply_to")?.first(named: "a")?.tag.attribute("href") else {
      return nil
    }
    return Self.target(of: link)
  }

  /// The number in “messages2.html#go_to_message123”.
  private static func target(of link: String) -> String? {
    guard let range = link.range(of: "#go_to_message") else { return nil }
    return TelegramPage.number(String(link[range.upperBound...]))
  }

  // MARK: Text

  var text: StyledText {
    guard let text = body.elements.first(where: { $0.isOf(class: "text") }) else { return StyledText() }
    return Self.styled(text)
  }

  private static func styled(_ element: HTMLElement) -> StyledText {
    // Telegram writes line ends as tags, and blanks unchanged.
    HTMLText.styled(element, collapses: false) { element in
      switch element.name {
      case "blockquote":
        .kind(element.tag.attribute("class")?.contains("collapsed") == true ? .expandableQuote : .quote)
      case "span" where element.isOf(class: "spoiler"): .kind(.spoiler)
      case "a": link(element).map { .kind($0) } ?? .none
      default: .markup(element)
      }
    }
  }

  private static func link(_ element: HTMLElement) -> TextEntity.Kind? {
    let script = element.tag.attribute("onclick") ?? ""
    if script.contains("Hashtag") || script.contains("Cashtag") { return .hashtag }
    if script.contains("BotCommand") { return .botCommand }
    if script.contains("MentionName") { return .mention }
    if script.contains("Emoji") { return .customEmoji }
    let text = element.text
    guard let address = element.tag.attribute("href"), !address.isEmpty,
      address.utf8.count <= TelegramLimit.path
    else { return nil }
    if address.hasPrefix("https://t.me/"), text.hasPrefix("@"), address.hasSuffix("/\(text.dropFirst())") {
      return .mention
    }
    if address.hasPrefix("tel:") { return LinkTarget.phone(text).map { .link(target: $0) } }
    if address.hasPrefix("mailto:") { return .link(target: address) }
    // The picture of an emoji is a file of the export.
    let isFile = address.hasPrefix("../") || address.hasPrefix("stickers/") || address.hasPrefix("chats/")
    if isFile { return .customEmoji }
    return .web(address)
  }

  // MARK: Service messages

  /// The sentence of a service message.
  var sentence: String { element.first(class: "body")?.line ?? element.line ?? "" }

  /// The title of the topic that begins with this service message.
  var opensTopic: String? {
    guard let range = sentence.range(of: " created topic «"), sentence.hasSuffix("»") else { return nil }
    return String(sentence[range.upperBound...].dropLast())
  }

  /// Whether the program that made the export could not show the message.
  var isUnsupported: Bool {
    sentence.hasPrefix("This message is not supported by this version of Telegram Desktop")
  }

  // MARK: Reactions

  /// - Parameter sender: The person with a name.
  func reactions(_ sender: (String) -> ImportedMessage.Sender) -> [ImportedMessage.ImportedReaction] {
    var tally = ReactionTally()
    for reaction in element.all(class: "reaction") {
      guard let emoji = reaction.first(class: "emoji") else { continue }
      let isPicture = emoji.first(named: "a") != nil
      guard let key = isPicture ? "Custom emoji" : emoji.line?.prefix(bytes: TelegramLimit.id) else {
        continue
      }
      let people = reaction.all(class: "userpic").compactMap {
        pic in pic.tag.attribute("title") ?? pic.first(class: "initials")?.tag.attribute("title")
      }.map { ImportedMessage.ImportedReaction.Person(sender: sender($0.prefix(bytes: TelegramLimit.line))) }
      let told = reaction.first(class: "count")?.line.flatMap { Int($0) } ?? 0
      let count = max(min(told, TelegramLimit.count), people.count, 1)
      tally.add(key, count: count, people: people)
    }
    return tally.reactions
  }

  // MARK: Media

  /// The part with a picture, a file, a poll or similar.
  var media: TelegramPageMedia? {
    body.elements.first { $0.isOf(class: "media_wrap") }.map { TelegramPageMedia($0) }
  }

  /// Whether the message has no content that an archive can store.
  var isEmpty: Bool { text.isEmpty && media == nil }
}
