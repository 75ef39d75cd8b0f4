import Foundation

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// A temporary archive with one message of each kind, and exports of it.
struct ExportBench {
  let folder: TemporaryFolder
  let archive: Archive

  init(_ messages: [ImportedMessage] = ExportSamples.all) throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("archive"), mode: .createIfMissing)
    let context = ImportContext(
      id: try archive.beginImport(of: "/exports/walks", at: 1_700_000_000_000), timeZone: "Europe/Lisbon")
    _ = try archive.writeBatch(messages, context: context)
    try archive.endImport(into: [1])
  }

  var lisbon: TimeZone { TimeZone(identifier: "Europe/Lisbon") ?? .gmt }

  /// Exports to a file in the folder and returns its contents.
  @discardableResult
  func export(
    _ format: ExportFormat, chat: Conversation.ID = 1, span: ExportSpan = .all, renamesPeople: Bool = false,
    to name: String = "export"
  ) async throws -> String {
    let options = ExportOptions(
      format: format, span: span, timeZone: lisbon, renamesPeople: renamesPeople,
      locale: Locale(identifier: "en_GB"))
    _ = try await Exporter(archive, chat: chat, options: options).run(to: .file(url(name)))
    return try String(contentsOf: url(name), encoding: .utf8)
  }

  func url(_ name: String) -> URL { URL(fileURLWithPath: folder.path(name)) }

  /// Imports a file of the folder into a new archive.
  func imported(_ name: String = "export", trustsPaths: Bool = false) throws -> (Archive, ImportBench.Report)
  {
    let other = try Archive(path: folder.path("archive of \(name)"), mode: .createIfMissing)
    return (other, reimport(name, into: other, trustsPaths: trustsPaths))
  }

  @discardableResult
  func reimport(_ name: String, into archive: Archive, trustsPaths: Bool = false) -> ImportBench.Report {
    var report = ImportBench.Report(summary: ImportSummary(), problems: [], progress: [])
    report.summary = Importer(into: archive, timeZone: .gmt, trustsPaths: trustsPaths).run(
      [url(name)], observer: ImportObserver(problem: { report.problems.append($0) }))
    return report
  }

  /// All facts of an archive about a chat's messages, except its own numbers.
  static func facts(_ archive: Archive, chat: Conversation.ID = 1) async throws -> [MessageFacts] {
    let query = ExportQuery(archive: archive, chat: chat, span: .all, ids: nil, hasKeys: true, hasNotes: true)
    let keys = Dictionary(
      uniqueKeysWithValues: try await archive.whole(chat)?.origins.map { ($0.id, $0.key) } ?? [])
    var facts: [MessageFacts] = []
    try await query.eachMessage { message throws(ExportError) in
      facts.append(MessageFacts(message, key: keys[message.origin] ?? "?"))
    }
    return facts
  }
}

/// The facts that must be the same in two archives.
struct MessageFacts: Equatable {
  var conversation: String
  var source: String
  var sender: ImportedMessage.Sender?
  var color: UInt64?
  var isOwn: Bool
  var sentAt: Int64
  var orderKey: Int64
  var kind: Message.Kind
  var text: String
  var entities: [TextEntity]
  var replyTo: String?
  var quote: String?
  var attachments: [Attachment]
  var album: String?
  var albumParts: [String]
  var reactions: [ImportedMessage.ImportedReaction]
  var shownReactions: [String]
  var editedAt: Int64?
  var edits: [Edit]
  var topic: ImportedMessage.TopicKey?
  var details: Message.Details

  init(_ exported: WholeMessage, key: String) {
    let message = exported.message
    conversation = key
    source = exported.source
    sender = exported.sender
    color = message.sender?.colorSeed
    isOwn = message.isOwn
    (sentAt, orderKey) = (message.sentAt, message.orderKey)
    (kind, text, entities) = (message.kind, message.text, message.entities)
    replyTo = exported.replyTo
    quote = message.reply.map { "\($0.sender?.name ?? "nobody"): \($0.excerpt)" }
    attachments = message.attachments
    (album, albumParts) = (exported.album, exported.albumParts)
    reactions = exported.reactions
    shownReactions = message.reactions.map { "\($0.key) \($0.count) \($0.people.map(\.name)) \($0.isOwn)" }
    (editedAt, edits) = (message.editedAt, exported.edits)
    topic = exported.topic
    details = message.details
  }
}

/// Messages of each kind, with all possible details.
enum ExportSamples {
  static let mara = ImportedMessage.Sender(key: "telegram:user11", name: "Mara Lind")
  static let jonas = ImportedMessage.Sender(key: "telegram:user12", name: "Jonas Weber")
  /// Another person of the same name.
  static let otherJonas = ImportedMessage.Sender(key: "telegram:user13", name: "Jonas Weber")
  static let gone = ImportedMessage.Sender(key: "telegram:user14", name: "Deleted account")
  static let nameOnly = ImportedMessage.Sender(key: "telegram:name/Tove", name: "Tove")
  static let phone = ImportedMessage.Sender(key: "whatsapp:+4915112345678", name: "마라")
  static let people = [mara, jonas, otherJonas, gone, nameOnly, phone]

  /// 5 March 2024, 10:00 UTC.
  static let start: Int64 = 1_709_632_800_000

  static func message(
    _ source: String, _ minutes: Int64 = 0, _ text: String = "", from sender: ImportedMessage.Sender? = mara,
    kind: Message.Kind = .normal, entities: [TextEntity] = [],
    _ change: (inout ImportedMessage) -> Void = { _ in }
  ) -> ImportedMessage {
    var message = ImportedMessage(
      conversationKey: "telegram:channel77", conversationTitle: "Walks & <talks>", sourceID: source,
      sender: sender, isOwn: sender == mara, owner: mara, sentAt: start + minutes * 60_000, kind: kind,
      text: text, entities: entities)
    change(&message)
    return message
  }

  static let all: [ImportedMessage] =
    texts + relations + media + contents + rest

  /// A text of two lines with each kind of entity.
  static let styled: (text: String, entities: [TextEntity]) = {
    var styled = StyledText("All kinds: ")
    let kinds: [TextEntity.Kind] = [
      .bold, .italic, .underline, .strikethrough, .code, .pre, .spoiler, .mention, .hashtag, .quote,
      .expandableQuote, .customEmoji, .botCommand, .link(target: "https://example.org/a?b=c&d=\"e\""),
      .link(target: "mailto:mara@example.org"), .link(target: "tel:+4930123456"),
      .link(target: "tg://user?id=1"),
    ]
    for (index, kind) in kinds.enumerated() {
      styled.append("word \(index) é한😀", as: kind)
      styled.append(index % 3 == 0 ? "\n" : " ")
    }
    return (styled.text, styled.entities)
  }()

  private static let texts: [ImportedMessage] = [
    message("1", 0, "Good morning"),
    message("2", 1, styled.text, from: jonas, entities: styled.entities),
    message(
      "3", 2, "Quotes \" and \\ backslashes, \u{1b} control, \t tab\r\nline\u{2028}end", from: otherJonas),
    message("4", 3, "שלום עולם <b>not bold</b> 你好 &amp;", from: gone),
    message("5", 4, "waves", from: nameOnly, kind: .action),
    message("6", 5, "안녕하세요", from: phone),
    message("sent:6F0A", 6, "Written in the archive") { $0.owner = mara },
    message("7", 7, "A channel's post", from: nil),
    message("irc:2024/abc", 8, "Half a second") { $0.sentAt += 500 },
    message("007", 8, "A number that is written in another way") {
      $0.orderKey = OrderKey.make(sentAt: $0.sentAt, rank: 7)
    },
    message("8", 9, "Mara Lind invited Jonas Weber", kind: .service),
    message("9", 10, "The channel was created", from: nil, kind: .service),
    message("10", 11, "", from: jonas, kind: .deleted),
    message("11", 12, "", from: jonas, kind: .unsupported) { $0.details.unsupportedKind = "story" },
    message("sent:note", 12, "Ask about the hut", from: nil, kind: .note) { $0.isOwn = true },
    message("12", 13, "", from: nil, kind: .gap) {
      $0.details.gap = Gap(token: "t47-1_2", count: 40, isExact: false)
    },
  ]

  private static let relations: [ImportedMessage] = [
    message("20", 20, "A reply", from: jonas) { $0.replyTo = "2" },
    message("21", 21, "A reply to what is in an album") { $0.replyTo = "32" },
    message("22", 22, "A reply to what is missing") { $0.replyTo = "999999" },
    message("23", 23, "A reply to another kind of key") { $0.replyTo = "irc:2024/abc" },
    message("24", 24, "Boots", kind: .service) { $0.opensTopic = "Boots and socks" },
    message("25", 25, "In the topic", from: jonas) { $0.replyTo = "24" },
    message("26", 26, "A reply in the topic") { $0.replyTo = "25" },
    message("27", 27, "Snow above 1800 m") {
      $0.details.forward = Forward(name: "Weather desk", key: "telegram:channel5", sentAt: start - 86_400_000)
      $0.details.bot = "weatherbot"
    },
    message("28", 28, "Forwarded from elsewhere") { $0.details.forward = Forward(name: "Somebody") },
    message("29", 29, "The last text", from: jonas) {
      $0.editedAt = start + 40 * 60_000 + 250
      $0.edits = [
        Edit(replacedAt: start + 30 * 60_000, text: "The first text"),
        Edit(replacedAt: start + 40 * 60_000 + 250, text: "The second text\nof two lines"),
      ]
      $0.reactions = [
        .init(
          key: "👍", count: 4,
          people: [
            .init(sender: jonas, reactedAt: start + 31 * 60_000),
            .init(sender: mara, reactedAt: start + 32 * 60_001),
            .init(sender: phone),
          ]),
        .init(key: "Custom emoji", count: 2), .init(key: "⭐", count: 25),
      ]
    },
  ]

  private static func file(_ source: String, _ minute: Int64, _ attachments: Attachment...) -> ImportedMessage
  {
    message(source, minute, "", from: jonas) { $0.attachments = attachments }
  }

  private static func part(_ source: String, _ text: String, _ attachment: Attachment) -> ImportedMessage {
    message(source, 51, text, from: jonas) {
      $0.attachments = [attachment]
      $0.album = "31"
    }
  }

  private static let media: [ImportedMessage] = [
    part("31", "Three of an album", Attachment(kind: .photo, width: 1280, height: 960, byteCount: 1000)),
    part("32", "", Attachment(kind: .photo, width: 960, height: 1280, isSpoiler: true)),
    part("100", "", Attachment(kind: .video, duration: 12_345, name: "c.mp4")),
    file(
      "33", 52, Attachment(kind: .video, width: 640, height: 480, byteCount: 0, duration: 1, name: "film.mp4")
    ),
    file("34", 53, Attachment(kind: .audio, duration: 200_000, name: "Performer – Title")),
    file("35", 54, Attachment(kind: .file, byteCount: 1 << 40, name: "a \"b\" <c>.pdf")),
    file("36", 55, Attachment(kind: .sticker, width: 512, height: 512, name: "🦊")),
    file(
      "37", 56, Attachment(kind: .voice, duration: 61_500, transcript: .init("Said by\nMara", file: "37.vtt"))
    ),
    file("38", 57, Attachment(kind: .roundVideo, width: 384, height: 384, duration: 9_000)),
    file("39", 58, Attachment(kind: .animation, name: "cat.gif.mp4", path: "synthetic:17")),
    file("40", 59, Attachment(kind: .file, name: "one"), Attachment(kind: .photo, width: 10, height: 10)),
  ]

  private static func content(_ source: String, _ minute: Int64, _ content: Message.Content?)
    -> ImportedMessage
  {
    message(source, minute, "", from: jonas) { $0.details.content = content }
  }

  private static let contents: [ImportedMessage] = [
    content(
      "50", 70,
      .poll(
        Poll(
          question: "Which day?",
          options: [.init(text: "Saturday", votes: 4, isChosen: true), .init(text: "Sun ☀️")], voterCount: 4,
          isClosed: true))),
    content("51", 71, .poll(Poll(question: "Open?", options: []))),
    content(
      "52", 72,
      Place(latitude: 46.55, longitude: -7.987654321, name: "Hut", address: "Ridge 1").map { .place($0) }),
    content("53", 73, Place(latitude: 0.1, longitude: 0.2, isLive: true).map { .place($0) }),
    content("54", 74, .contact(Contact(name: "Amir Haddad", phone: "+49 30 1234567"))),
    content("55", 75, .contact(Contact(name: "Without a number"))),
    message("56", 76, "Jonas Weber called (3 min)", from: jonas, kind: .service) {
      $0.details.content = .call(Call(outcome: .ended, duration: 180))
    },
    message("57", 77, "Jonas Weber called; nobody answered", from: jonas, kind: .service) {
      $0.details.content = .call(Call(outcome: .missed, isGroup: true))
    },
  ]

  private static let rest: [ImportedMessage] = [
    // The night when the clocks of Lisbon go forward, and a day of another month.
    message("60", 0, "Before") { $0.sentAt = 1_711_846_799_000 },
    message("61", 0, "After", from: jonas) { $0.sentAt = 1_711_846_800_000 },
    message("62", 0, "April", from: jonas) { $0.sentAt = 1_712_000_000_000 },
  ]
}
