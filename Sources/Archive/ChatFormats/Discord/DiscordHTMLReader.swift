import Chats
import Foundation
import Translation

/// Reads the HTML of DiscordChatExporter: a channel in one page or in partitions.
///
/// The pages have the numbers of messages and people, so that messages are those of the JSON. Discord's numbers contain
/// the time, and the times on a page, whose form depends on the language of the computer, are not needed.
struct DiscordHTMLReader: ImportSource {
  private let input: ImportInput
  private var pages: HTMLParts
  private var due: [ImportItem] = []
  /// The lines of the page's head: the server, the category with the channel, and the topic.
  private var entries: [String] = []
  /// The sender of the next messages of a group.
  private var author: DiscordPageAuthor?

  static var formats: [ImportFormat] { [.discordHTML] }

  init(_ input: ImportInput) throws(ImportError) {
    self.input = input
    pages = try HTMLParts(input.parts, of: input, role: Self.role)
  }

  var offset: Int64 { pages.offset }
  var failure: ImportError? { pages.failure }
  var assumedZone: TimeZone? { nil }
  var questions: Set<ImportQuestion> { input.options.owner == nil ? [.owner] : [] }

  mutating func next() -> ImportItem? {
    while due.isEmpty {
      switch pages.next() {
      case .record(let record): read(record)
      case .page: (entries, author) = ([], nil)
      case .problem(let problem): return problem
      case nil: return nil
      }
    }
    return due.removeFirst()
  }

  // MARK: Pages

  private static func role(of tag: HTMLTag) -> HTMLRecords.Role? {
    if isMessage(tag) { return .record }
    if marks.contains(where: tag.isOf) { return .mark }
    return heads.contains(where: tag.isOf) ? .head : nil
  }

  private static func isMessage(_ tag: HTMLTag) -> Bool {
    tag.attribute("data-message-id") != nil
      && (tag.isOf(class: "chatlog__message-container") || tag.isOf(class: "chatlog__message"))
  }

  private static let group = "chatlog__message-group"
  private static let marks = [group, "postamble"]
  /// The sender above the messages of a group, in pages before 2021.
  private static let author = "chatlog__author-name"
  private static let heads = ["preamble__entry", "info__guild-name", "info__channel-name", author]

  private mutating func read(_ record: HTMLRecords.Record) {
    let element = record.element
    if Self.isMessage(element.tag) {
      readMessage(record)
    } else if element.isOf(class: Self.group) {
      author = nil
    } else if element.isOf(class: Self.author) {
      author = DiscordPageAuthor(in: element) ?? author
    } else if let line = element.line {
      entries.append(line)
    }
  }

  // MARK: Messages

  private mutating func readMessage(_ record: HTMLRecords.Record) {
    let (element, place) = (record.element, record.place)
    let message = DiscordPageMessage(element)
    if record.isShifted { due.append(pages.problem(HTMLRecords.Record.shiftedReason, at: place, .noted)) }
    author = DiscordPageAuthor(in: element) ?? author
    guard let id = message.id else {
      due.append(pages.problem(tr("message without an ID"), at: place, .skipped))
      return
    }
    guard let sentAt = DiscordNumber.time(of: id) else {
      due.append(pages.problem(tr("invalid date"), at: place, .skipped))
      return
    }
    if message.isJoined {
      due.append(pages.problem(HTMLRecords.Record.joinedReason, at: place, .incomplete))
    } else if !record.isWhole {
      due.append(pages.problem(HTMLRecords.Record.damagedReason, at: place, .noted))
    }
    due.append(.message(imported(message, id: id, sentAt: sentAt)))
  }

  private func imported(_ message: DiscordPageMessage, id: String, sentAt: Int64) -> ImportedMessage {
    let sender = author?.sender ?? .init(key: "discord:unknown", name: tr("Unknown"))
    let isOwn =
      author.map { input.options.isOwner(key: $0.sender.key, names: $0.sender.name, $0.id) } ?? false
    let event = message.event(by: sender.name)
    let file = pages.file
    let tree = input.tree
    let files = event == nil ? message.files { DiscordFiles.path($0, beside: file, in: tree) } : []
    let text = event == nil ? message.text : StyledText(event?.sentence ?? "")
    let isMissing = event == nil && text.isEmpty && files.isEmpty
    return ImportedMessage(
      conversationKey: conversationKey, conversationTitle: conversationTitle, sourceID: id, sender: sender,
      isOwn: isOwn, sentAt: sentAt, kind: event != nil ? .service : isMissing ? .unsupported : .normal,
      text: text.text, entities: text.entities, replyTo: event == nil ? message.replyTo : nil,
      attachments: files.map { tree.sized($0) }, reactions: message.reactions,
      editedAt: message.isEdited ? sentAt : nil,
      details: Message.Details(
        forward: message.isForwarded ? Forward(name: "Another channel") : nil,
        quotation: event == nil ? message.quotation : nil, content: event?.call.map { .call($0) },
        unsupportedKind: isMissing ? message.missingKind : nil),
      orderKey: DiscordNumber.orderKey(of: id, at: sentAt))
  }

  // MARK: The channel

  /// The key of the JSON's chat, if the name of the file has the number of the channel, as the exporter writes it.
  private var conversationKey: String {
    if let number = DiscordReader.channel(of: pages.file).id { return "discord:\(number)" }
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
