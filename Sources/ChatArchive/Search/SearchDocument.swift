import GRDB

/// What the search index has of a message.
struct SearchDocument: Equatable {
  private let conversation: Conversation.ID
  private let sender: Participant.ID?
  private let flags: MessageFlags
  private let kinds: Set<Attachment.Kind>
  private let texts: [String]

  /// A message that is new in the archive.
  init(
    _ message: ImportedMessage, _ flags: MessageFlags, in conversation: Conversation.ID,
    from sender: Participant.ID?
  ) {
    let attachments = message.attachments.prefix(ImportedMessage.maximumAttachments)
    self.init(
      conversation, sender, flags, attachments.map { ($0.kind, $0.name) }, message.text, message.details)
  }

  private init(
    _ conversation: Conversation.ID, _ sender: Participant.ID?, _ flags: MessageFlags,
    _ attachments: [(kind: Attachment.Kind, name: String?)], _ text: String, _ details: Message.Details
  ) {
    self.conversation = conversation
    self.sender = sender
    self.flags = flags.intersection([.link, .reactions])
    kinds = Set(attachments.map(\.kind))
    // The name of a sticker is its emoji.
    let names = attachments.compactMap { $0.kind == .sticker ? nil : $0.name }
    texts = [text] + names + Self.texts(of: details.content)
  }

  static func texts(of content: Message.Content?) -> [String] {
    switch content {
    case .poll(let poll): [poll.question] + poll.options.map(\.text)
    case .place(let place): [place.name, place.address].compactMap(\.self)
    case .contact(let contact): [contact.name, contact.phone].compactMap(\.self)
    case .call, nil: []
    }
  }

  // MARK: Reading

  /// A stored message, and what the index has of it.
  struct Stored {
    let id: Message.ID
    let orderKey: Int64
    let document: SearchDocument

    /// Its row in the index; nil if it cannot have one.
    var row: Int64? { SearchIndex.row(of: id, orderKey: orderKey) }
  }

  /// The columns of `message m` in the order in which `stored` reads them.
  static let columns = "m.id, m.order_key, m.conversation, m.sender, m.flags, m.text, m.details"

  /// Reads the messages that a condition of SQL selects.
  static func fetch(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [Stored] {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM message m WHERE \(condition)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var found: [Stored] = []
    while let row = try rows.next() { found.append(try stored(row, db)) }
    return found
  }

  /// Reads ``columns`` from one on. Damaged values are left out.
  static func stored(_ row: Row, from column: Int = 0, _ db: Database) throws -> Stored {
    let id: Message.ID = try row.required(column)
    let flags = MessageFlags(rawValue: row.value(column + 4) ?? 0)
    var attachments: [(kind: Attachment.Kind, name: String?)] = []
    if flags.contains(.attachments) {
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT kind, name FROM attachment WHERE message = ? ORDER BY position
            LIMIT \(ImportedMessage.maximumAttachments)
            """), arguments: [id])
      while let row = try rows.next() {
        attachments.append((row.value(0).flatMap(Attachment.Kind.init(rawValue:)) ?? .file, row.value(1)))
      }
    }
    let details = row.value(column + 6).map(DetailsCoding.decode) ?? Message.Details()
    return Stored(
      id: id, orderKey: row.value(column + 1) ?? 0,
      document: SearchDocument(
        row.value(column + 2) ?? 0, row.value(column + 3), flags, attachments, row.value(column + 5) ?? "",
        details))
  }

  // MARK: Words

  // No word of a text begins with these signs, of which one costs two bytes.
  static let everyMessage = "§"
  /// Keeps phrases from going on in the next text.
  private static let gap = "¶"

  static func word(ofConversation id: Conversation.ID) -> String { "§c\(id)" }
  static func word(ofSender id: Participant.ID) -> String { "§s\(id)" }
  static func word(of trait: SearchQuery.Trait) -> String {
    switch trait {
    case .photo: "§p"
    case .video: "§v"
    case .voice: "§o"
    case .file: "§f"
    case .link: "§l"
    case .reaction: "§r"
    }
  }

  /// All words, parted by blanks, with those of filters first.
  var words: String { String(decoding: list(), as: UTF8.self) }

  /// The words, with a blank before each and after the last.
  func list() -> [UInt8] {
    var list: [UInt8] = [0x20]
    list.reserveCapacity(64 + (texts.first?.utf8.count ?? 0) * 3 / 2)
    func append(_ word: String) {
      list.append(contentsOf: word.utf8)
      list.append(0x20)
    }
    append(Self.everyMessage)
    append(Self.word(ofConversation: conversation))
    if let sender { append(Self.word(ofSender: sender)) }
    for trait in SearchQuery.Trait.allCases where has(trait) { append(Self.word(of: trait)) }
    for (index, text) in texts.enumerated() {
      if index > 0 { append(Self.gap) }
      SearchText.append(text, to: &list)
    }
    return list
  }

  private func has(_ trait: SearchQuery.Trait) -> Bool {
    switch trait {
    case .photo: kinds.contains(.photo)
    case .video: !kinds.isDisjoint(with: [.video, .roundVideo, .animation])
    case .voice: kinds.contains(.voice)
    case .file: !kinds.isDisjoint(with: [.file, .audio])
    case .link: flags.contains(.link)
    case .reaction: flags.contains(.reactions)
    }
  }
}
