import Chats
import GRDB

/// The contents of the search index for a message.
struct SearchDocument: Equatable {
  private let conversation: Conversation.ID
  private let sender: Participant.ID?
  private let traits: Traits
  private let texts: [String]

  /// Creates the document of a message that is new in the archive.
  init(
    _ message: ImportedMessage, _ flags: MessageFlags, in conversation: Conversation.ID,
    from sender: Participant.ID?
  ) {
    self.init(
      conversation, sender, flags,
      message.attachments.map {
        File(kind: $0.kind, name: $0.name, transcript: $0.transcript?.text)
      },
      message.text,
      message.details)
  }

  private struct File {
    let kind: Attachment.Kind
    let name: String?
    let transcript: String?
  }

  private init(
    _ conversation: Conversation.ID, _ sender: Participant.ID?, _ flags: MessageFlags, _ files: [File],
    _ text: String, _ details: Message.Details, bookmark: String = ""
  ) {
    self.conversation = conversation
    self.sender = sender
    var texts = [text]
    for file in files {
      // The name of a sticker is its emoji.
      if file.kind != .sticker, let name = file.name { texts.append(name) }
      if let transcript = file.transcript { texts.append(transcript) }
    }
    if let content = details.content { texts += Self.texts(of: content) }
    if !bookmark.isEmpty { texts.append(bookmark) }
    traits = Traits(flags, files.lazy.map(\.kind))
    self.texts = texts
  }

  /// The properties that `has:` searches for.
  struct Traits: OptionSet, Hashable {
    let rawValue: Int

    static let photo = Self(rawValue: 1)
    static let video = Self(rawValue: 2)
    static let voice = Self(rawValue: 4)
    static let file = Self(rawValue: 8)
    static let link = Self(rawValue: 16)
    static let reaction = Self(rawValue: 32)
    static let bookmark = Self(rawValue: 64)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The traits of a new message.
    init(_ message: ImportedMessage, _ flags: MessageFlags) {
      self.init(flags, message.attachments.lazy.map(\.kind))
    }

    init(_ flags: MessageFlags, _ kinds: some Sequence<Attachment.Kind>) {
      self = []
      if flags.contains(.link) { insert(.link) }
      if flags.contains(.reactions) { insert(.reaction) }
      if flags.contains(.bookmark) { insert(.bookmark) }
      for kind in kinds { insert(Traits(kind)) }
    }

    init(_ kind: Attachment.Kind) {
      switch kind {
      case .photo: self = .photo
      case .video, .roundVideo, .animation: self = .video
      case .voice: self = .voice
      case .file, .audio: self = .file
      case .sticker: self = []
      }
    }

    init(_ trait: SearchQuery.Trait) {
      switch trait {
      case .photo: self = .photo
      case .video: self = .video
      case .voice: self = .voice
      case .file: self = .file
      case .link: self = .link
      case .reaction: self = .reaction
      case .bookmark: self = .bookmark
      }
    }
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

  /// A stored message, and its contents in the index.
  struct Stored {
    let id: Message.ID
    let orderKey: Int64
    let document: SearchDocument

    /// Its row in the index; nil if it cannot have one.
    var row: Int64? { SearchIndex.row(of: id, orderKey: orderKey) }
  }

  enum Column: Int, CaseIterable, CodingKey { case id, orderKey, conversation, sender, flags, text, details }

  /// SQL for the columns of `message m`.
  static let columns = "m.id, m.order_key AS orderKey, m.conversation, m.sender, m.flags, m.text, m.details"

  /// Reads the messages that an SQL condition selects.
  static func fetch(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [Stored] {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM message m WHERE \(condition)")
    let columns = ColumnIndexes<Column>(of: statement)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var found: [Stored] = []
    while let row = try rows.next() { found.append(try stored(row, columns, db)) }
    return found
  }

  /// Reads ``columns``. Damaged values are left out.
  static func stored(_ row: Row, _ columns: ColumnIndexes<Column>, _ db: Database) throws -> Stored {
    let id: Message.ID = try row.required(columns[.id])
    let flags = MessageFlags(rawValue: row.value(columns[.flags]) ?? 0)
    var files: [File] = []
    if flags.contains(.attachments) {
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT kind, name, transcript FROM attachment WHERE message = ? ORDER BY position
            LIMIT \(ImportedMessage.maximumAttachments)
            """), arguments: [id])
      while let row = try rows.next() {
        let kind = row.value("kind").flatMap(Attachment.Kind.init(rawValue:)) ?? .file
        files.append(File(kind: kind, name: row.value("name"), transcript: row.value("transcript")))
      }
    }
    let details = row.value(columns[.details]).map(DetailsCoding.decode) ?? Message.Details()
    return Stored(
      id: id, orderKey: row.value(columns[.orderKey]) ?? 0,
      document: SearchDocument(
        row.value(columns[.conversation]) ?? 0, row.value(columns[.sender]), flags, files,
        row.value(columns[.text]) ?? "", details,
        bookmark: flags.contains(.bookmark) ? try Bookmarks(db).word(of: id) ?? "" : ""))
  }

  // MARK: Words

  // No word of a text begins with these signs, each of which takes two bytes.
  static let everyMessage = "§"
  private static let conversationSign = "§c"
  private static let senderSign = "§s"

  static func word(ofConversation id: Conversation.ID) -> String { "\(conversationSign)\(id)" }
  static func word(ofSender id: Participant.ID) -> String { "\(senderSign)\(id)" }
  static func word(of trait: SearchQuery.Trait) -> String {
    switch trait {
    case .photo: "§p"
    case .video: "§v"
    case .voice: "§o"
    case .file: "§f"
    case .link: "§l"
    case .reaction: "§r"
    case .bookmark: "§b"
    }
  }

  /// All words, those of filters first, with a blank before each word and one after the last.
  func list() -> [UInt8] {
    var list: [UInt8] = []
    list.reserveCapacity(64 + texts[0].utf8.count * 3 / 2)
    Self.append(conversation, sender, traits, to: &list)
    Self.append(texts, to: &list)
    return list
  }

  /// Appends the words of a new message's texts, which are all except those of filters. Texts can be cut into words
  /// before the archive assigns numbers to the conversation and the sender.
  static func appendTextWords(of message: ImportedMessage, to list: inout [UInt8]) {
    SearchText.append(message.text, to: &list)
    if !message.attachments.isEmpty || message.details.content != nil {
      let texts = SearchDocument(message, [], in: 0, from: nil).texts
      append([""] + texts.dropFirst(), to: &list)
    }
  }

  /// The words of a message's filters. Followed by the words of its texts, they are its ``list()``.
  static func filterWords(
    _ traits: Traits, in conversation: Conversation.ID, from sender: Participant.ID?
  ) -> [UInt8] {
    var list: [UInt8] = []
    append(conversation, sender, traits, to: &list)
    return list
  }

  private static func append(
    _ conversation: Conversation.ID, _ sender: Participant.ID?, _ traits: Traits, to list: inout [UInt8]
  ) {
    func append(_ word: String) {
      list.append(contentsOf: word.utf8)
      list.append(0x20)
    }
    list.append(0x20)
    append(everyMessage)
    append(word(ofConversation: conversation))
    if let sender { append(word(ofSender: sender)) }
    guard !traits.isEmpty else { return }
    for trait in SearchQuery.Trait.allCases where traits.contains(Traits(trait)) { append(word(of: trait)) }
  }

  private static func append(_ texts: [String], to list: inout [UInt8]) {
    SearchText.append(texts[0], to: &list)
    for text in texts.dropFirst() {
      // Keeps phrases from continuing into the next text.
      list.append(contentsOf: SearchText.gap.utf8)
      list.append(0x20)
      SearchText.append(text, to: &list)
    }
  }
}
