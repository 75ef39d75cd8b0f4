import Chats
import Foundation
import Translation

/// Reads the HTML of DiscordChatExporter: a channel in one page or in partitions.
///
/// The pages have the numbers of messages and people, so that messages are those of the JSON. Discord's numbers contain
/// the time, and the times on a page, whose form depends on the language of the computer, are not needed.
struct DiscordHTMLReader: ImportSource {
  private let input: ImportInput
  private var part = 0
  private var isAtEnd = false
  private var offsetBefore: Int64 = 0
  private var page: DiscordPage
  private var due: [ImportItem] = []
  private(set) var failure: ImportError?
  /// The lines of the page's head: the server, the category with the channel, and the topic.
  private var entries: [String] = []
  /// The sender of the next messages of a group.
  private var author: DiscordPageAuthor?

  static var formats: [ImportFormat] { [.discordHTML] }

  init(_ input: ImportInput) throws(ImportError) {
    self.input = input
    page = DiscordPage(try input.bytes(of: input.parts[0]))
  }

  var offset: Int64 { offsetBefore + page.offset }
  var assumedZone: TimeZone? { nil }
  var questions: Set<ImportQuestion> { input.options.owner == nil ? [.owner] : [] }

  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard failure == nil else { return nil }
      switch page.next() {
      case .entry(let text): entries.append(text)
      case .group: author = nil
      case .author(let element): author = DiscordPageAuthor(in: element) ?? author
      case .message(let element, let place, let isWhole): read(element, at: place, isWhole: isWhole)
      case nil: guard endPart() else { return due.isEmpty ? nil : due.removeFirst() }
      }
    }
    return due.removeFirst()
  }

  /// Moves to the next page; returns false after the last one.
  private mutating func endPart() -> Bool {
    guard !isAtEnd else { return false }
    if let error = page.failure { failure = error }
    if page.hasInvalidText { report(TextRepair.Finding.replaced.reason, at: .file, .noted) }
    if failure == nil, !page.isWhole {
      report(tr("unexpected end of the file"), at: .byte(page.offset), .incomplete)
    }
    guard failure == nil, part + 1 < input.parts.count else {
      isAtEnd = true
      return !due.isEmpty
    }
    offsetBefore += page.offset
    part += 1
    do {
      page = DiscordPage(try input.bytes(of: input.parts[part]))
      (entries, author) = ([], nil)
      return true
    } catch {
      failure = error
      return false
    }
  }

  private mutating func report(
    _ reason: String, at place: ImportProblem.Place, _ effect: ImportProblem.Effect
  ) {
    due.append(
      .problem(ImportProblem(file: input.parts[part].url, place: place, reason: reason, effect: effect)))
  }

  // MARK: Messages

  private mutating func read(_ element: HTMLElement, at place: Int64, isWhole: Bool) {
    if !isWhole {
      report(tr("damaged HTML in a message; what could be read is kept"), at: .byte(place), .noted)
    }
    let message = DiscordPageMessage(element)
    if let found = DiscordPageAuthor(in: element) {
      author = found
    }
    guard let id = message.id else {
      report(tr("message without an ID"), at: .byte(place), .skipped)
      return
    }
    guard let sentAt = DiscordPageMessage.time(of: id) else {
      report(tr("invalid date"), at: .byte(place), .skipped)
      return
    }
    due.append(.message(imported(message, id: id, sentAt: sentAt)))
  }

  private func imported(_ message: DiscordPageMessage, id: String, sentAt: Int64) -> ImportedMessage {
    let sender = author?.sender ?? .init(key: "discord:unknown", name: tr("Unknown"))
    let isOwn =
      author.map { input.options.isOwner(key: $0.sender.key, names: $0.sender.name, $0.id) } ?? false
    let event = message.event(by: sender.name)
    let file = input.parts[part]
    let tree = input.tree
    let files = event == nil ? message.files { DiscordFiles.path($0, beside: file, in: tree) } : []
    let text = event == nil ? message.text : StyledText(event?.sentence ?? "")
    let isMissing = event == nil && text.isEmpty && files.isEmpty
    return ImportedMessage(
      conversationKey: conversationKey, conversationTitle: conversationTitle, sourceID: id, sender: sender,
      isOwn: isOwn, sentAt: sentAt, kind: event != nil ? .service : isMissing ? .unsupported : .normal,
      text: text.text, entities: text.entities, replyTo: event == nil ? message.replyTo : nil,
      attachments: files.map { sized($0) }, reactions: message.reactions,
      editedAt: message.isEdited ? sentAt : nil,
      details: Message.Details(
        forward: message.isForwarded ? Forward(name: "Another channel") : nil,
        content: event?.call.map { .call($0) }, unsupportedKind: isMissing ? message.missingKind : nil),
      orderKey: OrderKey.make(sentAt: sentAt, rank: Int64(id).map { ($0 & 0x3f_ffff) >> 2 } ?? 0))
  }

  private func sized(_ attachment: Attachment) -> Attachment {
    var attachment = attachment
    if let size = attachment.path.flatMap({ input.tree.byteCount(at: $0) }) { attachment.byteCount = size }
    return attachment
  }

  // MARK: The channel

  /// The key of the JSON's chat, if the name of the file has the number of the channel, as the exporter writes it.
  private var conversationKey: String {
    if let number = DiscordReader.channel(of: input.parts[part]).id { return "discord:\(number)" }
    return "discord:page/\(entries.prefix(2).joined(separator: "/"))"
  }

  /// As for the JSON: “ridge (Walkers)”, or the name of a direct conversation.
  private var conversationTitle: String {
    guard entries.count > 1 else { return entries.first ?? "Discord channel" }
    let path = entries[1].components(separatedBy: " / ")
    let name = path.count > 1 ? path.dropFirst().joined(separator: " / ") : entries[1]
    return entries[0] == "Direct Messages" ? name : "\(name) (\(entries[0]))"
  }
}

extension DiscordHTMLReader {
  /// The styles at the beginning of a page can be longer than the part that is examined, and name all classes.
  static func format(of head: FileHead) -> ImportFormat? {
    head.isHTML && head.contains("chatlog__message-group") ? .discordHTML : nil
  }

  static func groups(of files: [ImportFile]) -> [[ImportFile]] { DiscordReader.groups(of: files) }
}

/// Reads a page message by message. A message begins with its tag, whatever was open before, so that damage in a message
/// affects no other one.
private struct DiscordPage {
  enum Item {
    case entry(String)
    case group
    /// The sender above the messages of a group, in pages before 2021.
    case author(HTMLElement)
    case message(HTMLElement, place: Int64, isWhole: Bool)
  }

  private var tokens: HTMLTokenizer<ByteReader>
  private var tree: HTMLTreeBuilder?
  private var place: Int64 = 0
  private var due: [Item] = []
  /// Whether the end tag of the whole page was read.
  private(set) var isWhole = false

  init(_ reader: ByteReader) { tokens = HTMLTokenizer(reader) }

  var offset: Int64 { tokens.source.offset }
  var failure: ImportError? { tokens.source.failure }
  var hasInvalidText: Bool { tokens.hasInvalidText }

  mutating func next() -> Item? {
    while due.isEmpty {
      let start = offset
      guard let token = tokens.next() else {
        finish(isWhole: false)
        break
      }
      read(token, from: start)
    }
    return due.isEmpty ? nil : due.removeFirst()
  }

  private mutating func read(_ token: HTMLTokenizer<ByteReader>.Token, from start: Int64) {
    switch token {
    case .start(let tag) where Self.isMessage(tag):
      finish(isWhole: false)
      (tree, place) = (HTMLTreeBuilder(tag), start)
    case .start(let tag) where tag.isOf(class: "chatlog__message-group"):
      finish(isWhole: false)
      due.append(.group)
    case .start(let tag) where tag.isOf(class: "postamble"): finish(isWhole: false)
    case .start(let tag) where tree == nil && Self.heads.contains { tag.isOf(class: $0) }:
      tree = HTMLTreeBuilder(tag)
    case .end("html"):
      isWhole = true
      finish(isWhole: false)
    default:
      tree?.add(token)
      if tree?.isComplete == true { finish(isWhole: true) }
    }
  }

  private static func isMessage(_ tag: HTMLTag) -> Bool {
    tag.attribute("data-message-id") != nil
      && (tag.isOf(class: "chatlog__message-container") || tag.isOf(class: "chatlog__message"))
  }

  private static let entryClasses = ["preamble__entry", "info__guild-name", "info__channel-name"]
  private static let heads = entryClasses + ["chatlog__author-name"]

  private mutating func finish(isWhole: Bool) {
    guard let element = tree?.element else { return }
    tree = nil
    if Self.isMessage(element.tag) {
      due.append(.message(element, place: place, isWhole: isWhole))
    } else if element.isOf(class: "chatlog__author-name") {
      due.append(.author(element))
    } else if let line = element.line {
      due.append(.entry(line))
    }
  }
}
