import Chats
import Foundation
import Translation

/// Reads Signal's own export, `main.jsonl` beside a folder of files: a frame of a backup in each line.
///
/// The members have the names of Signal's `Backups.proto`. A frame follows those to which it refers.
struct SignalBackupReader: JSONReader {
  var parts: JSONParts
  var due: [ImportItem] = []
  private let input: ImportInput
  private var directory: SignalDirectory
  private var keys = RepeatedKeys()
  private var ties: [String: TieRanks] = [:]
  /// The original keys of messages whose time is that of their last edit, because quotes can have either time.
  private var originals: [String: String] = [:]
  private static let originalsLimit = 100_000

  static var formats: [ImportFormat] { [.signalBackup] }

  init(_ input: ImportInput) throws(ImportError) {
    self.input = input
    directory = SignalDirectory(ownName: input.options.owner)
    parts = try JSONParts(
      input,
      JSONRecords.Shape(linesOf: { fields in
        fields.contains("chatItem") || fields.contains("chat") || fields.contains("recipient")
          || fields.contains("account")
      }))
  }

  mutating func read(_ fields: JSONFields, at place: Int64) {
    if let account = fields.object("account") {
      directory.takeAccount(account)
    } else if let recipient = fields.object("recipient") {
      directory.takeRecipient(recipient)
    } else if let chat = fields.object("chat") {
      directory.takeChat(chat)
    } else if let item = fields.object("chatItem") {
      read(item: item, at: place)
    }
  }

  private mutating func read(item: JSONFields, at place: Int64) {
    // Numbers that are 0 are left out, so a 0 is a missing number.
    let told = item.int64OfText("dateSent").flatMap { $0 == 0 ? nil : $0 }
    guard let sentAt = time(told, at: place, ExportTime.valid) else { return }
    let chatID = item.key("chatId") ?? ""
    let chat = directory.chat(chatID, file: parts.file.url.lastPathComponent)
    let author = directory.person(item.key("authorId"))
    let revisions = item.objects("revisions")
    let times = revisions.compactMap { ExportTime.valid($0.int64OfText("dateSent")) }
    let key = SignalDirectory.key(times.first ?? sentAt, by: author)
    if !times.isEmpty, originals.count < Self.originalsLimit {
      for time in times.dropFirst() + [sentAt] {
        originals["\(chatID) \(SignalDirectory.key(time, by: author))"] = key
      }
    }
    let source = keys.key(key, in: chatID)
    var message = ImportedMessage(
      conversationKey: chat.key, conversationTitle: chat.title, sourceID: source,
      sender: author?.sender, isOwn: author?.isOwner == true, owner: directory.owner, sentAt: sentAt,
      text: "",
      // The time is that of the last edit, but the message keeps its place.
      orderKey: ties[chatID, default: TieRanks()].orderKey(at: times.first ?? sentAt, of: source))
    let content = SignalBackupContent(
      item, directory: directory, author: author, chatPartner: chat.partner, file: parts.file,
      tree: input.tree)
    content.fill(&message)
    if !times.isEmpty {
      message.editedAt = sentAt
      message.edits = zip(revisions, times.dropFirst() + [sentAt]).map { revision, replacedAt in
        Edit(replacedAt: replacedAt, text: content.text(ofRevision: revision))
      }
    }
    if let (quoted, author) = content.quoted {
      let key = SignalDirectory.key(quoted, by: directory.person(author))
      message.replyTo = originals["\(chatID) \(key)"] ?? key
    }
    due += content.remarks.map { parts.problem($0, at: place, .noted) }
    due.append(.message(message))
  }
}

extension SignalBackupReader {
  static func format(of head: FileHead) -> ImportFormat? {
    guard let json = head.json else { return nil }
    // The second form is that of a file whose beginning is lost.
    return json.has("backupTimeMs", "version") || json.has("chatItem.chatId", "chatItem.dateSent")
      ? .signalBackup : nil
  }
}

/// The people and chats of Signal's export, by the numbers that they have only in this export.
struct SignalDirectory {
  struct Person {
    let sender: ImportedMessage.Sender
    /// The key without the name of the program, as in the keys of messages.
    let id: String
    var isOwner = false
  }

  struct Chat {
    let key: String
    let title: String
    /// The other person in a chat of two.
    var partner: Person?
  }

  private enum Recipient {
    case person(Person)
    case chat(Chat)
  }

  private(set) var owner: ImportedMessage.Sender
  private let ownName: String?
  private var recipients: [String: Recipient] = [:]
  private var recipientsOfChats: [String: String] = [:]
  /// The people by their identifiers in groups and mentions.
  private var people: [String: Person] = [:]
  /// The keys of people who have only names.
  private var names = RepeatedKeys()
  /// The identifiers of the groups' members.
  private var members: Set<String> = []

  /// The largest number of recipients and of chats that are kept.
  private static let limit = 200_000

  /// - Parameter ownName: The owner's name, if it was given.
  init(ownName: String?) {
    self.ownName = ownName
    owner = .init(key: "signal:\(SignalDirectory.own)", name: ownName ?? "You")
  }

  /// The sender of the owner's messages in keys, as for sigtop.
  private static let own = "me"

  /// The key of a message.
  static func key(_ sentAt: Int64, by author: Person?) -> String {
    author.map { "\(sentAt)/\($0.id)" } ?? "\(sentAt)"
  }

  // MARK: Frames

  mutating func takeAccount(_ account: JSONFields) {
    let name = Self.name(account, "givenName", "familyName") ?? account.line("username")
    owner.name = ownName ?? name ?? owner.name
  }

  mutating func takeRecipient(_ recipient: JSONFields) {
    guard let id = recipient.key("id"), recipients.count < Self.limit else { return }
    if recipient.contains("self") {
      recipients[id] = .person(ownPerson)
    } else if let contact = recipient.object("contact") {
      let person = person(contact, isNew: recipients[id] == nil)
      recipients[id] = .person(person)
      for identifier in [contact.key("aci"), contact.key("pni")].compactMap(\.self) {
        people[identifier] = person
      }
    } else if let group = recipient.object("group") {
      let title = group.object("snapshot")?.object("title")?.line("title") ?? "Signal group"
      for member in group.object("snapshot")?.objects("members") ?? [] where members.count < Self.limit {
        member.key("userId").map { _ = members.insert($0) }
      }
      // Everyone with the master key can read the group, so only its hash is kept.
      let key = group.key("masterKey").map { SHA256.hex(Array($0.utf8)).prefix(32) } ?? "\(id)"
      recipients[id] = .chat(Chat(key: "signal:group/\(key)", title: title))
    } else if recipient.contains("releaseNotes") {
      let sender = ImportedMessage.Sender(key: "signal:release-notes", name: "Signal")
      recipients[id] = .person(Person(sender: sender, id: "release-notes"))
    }
  }

  mutating func takeChat(_ chat: JSONFields) {
    guard let id = chat.key("id"), recipientsOfChats.count < Self.limit else { return }
    recipientsOfChats[id] = chat.key("recipientId")
  }

  // MARK: Look-ups

  private var ownPerson: Person { Person(sender: owner, id: Self.own, isOwner: true) }

  /// A person by the number in the export; nil if it is unknown.
  func person(_ id: String?) -> Person? {
    guard let id, case .person(let person) = recipients[id] else { return nil }
    return person.isOwner ? ownPerson : person
  }

  /// The name of a person who is or was in a group. All other members have a frame, so an unknown member is the owner.
  func memberName(_ identifier: String) -> String {
    if let person = people[identifier] { return person.sender.name }
    return members.isEmpty || members.contains(identifier) ? owner.name : tr("Unknown")
  }

  func chat(_ id: String, file: String) -> Chat {
    switch recipientsOfChats[id].flatMap({ recipients[$0] }) {
    case .chat(let chat): return chat
    case .person(let person) where person.isOwner:
      return Chat(key: "signal:note-to-self", title: "Note to Self", partner: ownPerson)
    case .person(let person):
      return Chat(key: "signal:\(person.id)", title: person.sender.name, partner: person)
    case nil: return Chat(key: "signal:file/\(file)/\(id)", title: "Signal chat")
    }
  }

  // MARK: Names

  /// - Parameter isNew: Whether the export has not described the person before.
  private mutating func person(_ contact: JSONFields, isNew: Bool) -> Person {
    let number = contact.key("e164").map { "+\($0)" }
    let aci = contact.key("aci").flatMap(Self.uuid)
    let identifier = aci ?? number ?? contact.key("pni").flatMap(Self.uuid).map { "PNI:\($0)" }
    let nickname = contact.object("nickname")
    // The order in which Signal prefers names.
    let name =
      nickname.flatMap { Self.name($0, "given", "family") }
      ?? Self.name(contact, "systemGivenName", "systemFamilyName")
      ?? contact.line("systemNickname") ?? Self.name(contact, "profileGivenName", "profileFamilyName")
      ?? number ?? contact.line("username")
    let shown = name ?? tr("Unknown")
    // Several people can have a name and nothing else.
    let id = identifier ?? (isNew ? names.key("name/\(shown)") : "name/\(shown)")
    return Person(sender: .init(key: "signal:\(id)", name: shown), id: id)
  }

  static func name(_ fields: JSONFields, _ given: StaticString, _ family: StaticString) -> String? {
    let parts = [fields.line(given), fields.line(family)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The usual form of an identifier, as sigtop writes it.
  private static func uuid(_ base64: String) -> String? {
    guard let bytes = Data(base64Encoded: base64)?.suffix(16), bytes.count == 16 else { return nil }
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { digits[$0].joined() }.joined(separator: "-")
  }
}

extension JSONFields {
  /// A number, which the export writes as text if it can have 64 bits.
  func int64OfText(_ key: StaticString) -> Int64? { text(key).flatMap { Int64($0) } }
}
