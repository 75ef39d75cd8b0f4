import ChatStore
import Chats
import Foundation
import SeededRandom

/// The names "Person 1", "Person 2" and so on, which replace those of a chat's people.
///
/// All names are recorded first, those who write most before the others; then messages are renamed. The replacements
/// are the same in every language, like all replacements of people's words.
struct Pseudonyms {
  /// The number of each name, by the name in lower case.
  private var numbers: [String: Int] = [:]
  /// The names whose words are also replaced individually.
  private var names: Set<String> = []
  private var count = 0
  private var finder = NameFinder([:])
  /// The prefix of keys, different for each export, so that people of two exports do not become one.
  private let prefix = "renamed:\(UUID().uuidString.lowercased())"

  /// The smallest number of letters of a word in a name that is replaced individually.
  private static let partLength = 3

  // MARK: Noting

  /// Records the names of one person.
  ///
  /// - Parameter hasWords: Whether a single word of a name can refer to the person, as a first name does. A word of a
  ///   channel's name cannot.
  mutating func note(_ names: [String], hasWords: Bool = true) {
    let keys = names.map(Self.key).filter { !$0.isEmpty }
    guard let first = keys.first else { return }
    let number = keys.lazy.compactMap { [numbers] in numbers[$0] }.first ?? next(first)
    for key in keys where numbers[key] == nil { numbers[key] = number }
    if hasWords { self.names.formUnion(keys) }
  }

  /// Records all names in a message apart from its text.
  mutating func note(_ message: WholeMessage) {
    let shown = message.message
    note([shown.sender?.name, message.sender?.name].compactMap(\.self))
    note([shown.reply?.sender?.name].compactMap(\.self))
    for reaction in shown.reactions { for person in reaction.people { note([person.name]) } }
    for reaction in message.reactions { for person in reaction.people { note([person.sender.name]) } }
    if let forward = shown.details.forward { note([forward.name], hasWords: false) }
    if let bot = shown.details.bot { note([bot], hasWords: false) }
    if shown.kind == .service { for name in EventText(shown.text).names ?? [] { note([name]) } }
    if case .contact(let contact)? = shown.details.content {
      // Entries of an address book can be sentences.
      let words = contact.name.split(whereSeparator: \.isWhitespace)
      note([contact.name], hasWords: words.allSatisfy { $0.first?.isLowercase == false })
    }
    for run in TextRuns(shown.text, shown.entities).runs where run.kind == .mention {
      note([String(run.text)], hasWords: false)
    }
  }

  private mutating func next(_ key: String) -> Int {
    count += 1
    numbers[key] = count
    return count
  }

  /// Prepares the names for finding them in texts.
  mutating func finish() {
    var replacements: [String: String] = [:]
    // 0 for a word that occurs in the names of several people.
    var parts: [String: Int] = [:]
    for (name, number) in numbers where names.contains(name) {
      for word in name.split(separator: " ").map(String.init)
      where word.count >= Self.partLength && word != name {
        if let known = parts[word], known != number { parts[word] = 0 } else { parts[word] = number }
      }
    }
    for (word, number) in parts { replacements[word] = number == 0 ? "Someone" : Self.name(number) }
    // A nickname such as "a" would be found in every other sentence.
    for (name, number) in numbers where name.utf8.count >= Self.partLength {
      replacements[name] = Self.name(number)
    }
    finder = NameFinder(replacements)
  }

  private static func name(_ number: Int) -> String { "Person \(number)" }

  /// The form in which names are compared, without "@".
  private static func key(_ name: String) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .trimmingCharacters(in: CharacterSet(charactersIn: "@"))
  }

  // MARK: Renaming

  /// Renames a whole name. Use ``text(_:)`` for a text that contains names.
  func renamed(_ name: String) -> String {
    numbers[Self.key(name)].map(Self.name) ?? text(name)
  }

  /// A text in which names that are whole words are replaced, and phone numbers are removed.
  func text(_ text: String) -> String { PhoneNumbers.removed(from: finder.replaced(text).text) }

  private func styled(_ text: String, _ entities: [TextEntity]) -> (text: String, entities: [TextEntity]) {
    // Before the text is divided, because only a part of a name can be styled.
    let found = finder.replaced(text, entities)
    var result = StyledText()
    for run in TextRuns(found.text, found.entities).runs {
      switch run.kind {
      case .mention?:
        let name = String(run.text)
        result.append(
          numbers[Self.key(name)].map(Self.name) ?? PhoneNumbers.removed(from: name), as: .mention)
      case .link(let target)?: appendLink(String(run.text), target, to: &result)
      case let kind: result.append(PhoneNumbers.removed(from: String(run.text)), as: kind)
      }
    }
    return (result.text, result.entities)
  }

  /// Appends a link. It is kept if its target has no name, no phone number and no address of a person.
  ///
  /// - Parameter text: The text of the link, in which names are replaced already.
  private func appendLink(_ text: String, _ target: String, to result: inout StyledText) {
    let scheme = target.prefix { $0 != ":" }.lowercased()
    if ["tel", "sms"].contains(scheme) { return result.append(PhoneNumbers.mark) }
    if scheme == "mailto" { return result.append("[e-mail address]") }
    let isPersonal = scheme == "tg" || scheme == "xmpp" || scheme == "matrix" || target.contains("t.me/")
    // An address can have the signs of a name in another form.
    let plain = target.removingPercentEncoding ?? target
    let isKept = !isPersonal && self.text(target) == target && self.text(plain) == plain
    result.append(
      isPersonal ? "[link]" : PhoneNumbers.removed(from: text), as: isKept ? .link(target: target) : nil)
  }

  /// The sentence of an event. One that may still contain a name is replaced as a whole.
  private func event(_ body: (text: String, entities: [TextEntity])) -> (text: String, entities: [TextEntity])
  {
    body.text.isEmpty || EventText(body.text).isNeutral ? body : (EventText.unknown, [])
  }

  /// The chat with a neutral title and neutral keys.
  func renamed(_ chat: WholeChat) -> WholeChat {
    var chat = chat
    // The title of a chat of two people is the other person's name, or a nickname.
    let isPerson = chat.isDirect && numbers[Self.key(chat.title)] == nil
    chat.title = isPerson ? "A chat of two" : renamed(chat.title)
    for index in chat.origins.indices {
      chat.origins[index].key = index == 0 ? "\(prefix)/chat" : "\(prefix)/chat/\(index)"
      chat.origins[index].title = chat.title
      chat.origins[index].owner = chat.origins[index].owner.map(renamed)
    }
    // All names of a person have one pseudonym.
    chat.samePeople = []
    return chat
  }

  private func renamed(_ sender: ImportedMessage.Sender) -> ImportedMessage.Sender {
    let number = numbers[Self.key(sender.name)] ?? 0
    return .init(key: "\(prefix)/\(number)", name: Self.name(number))
  }

  private func renamed(_ person: Participant) -> Participant {
    let number = numbers[Self.key(person.name)] ?? 0
    return Participant(id: Int64(number), name: Self.name(number), colorSeed: UInt64(number))
  }

  /// The message with other names, without keys, phone numbers and paths of files.
  func renamed(_ original: WholeMessage) -> WholeMessage {
    var found = original
    let marks = original.message.entities + original.message.unmarkedMailLinks
    let words = styled(original.message.text, marks.sorted { $0.start < $1.start })
    let body = original.message.kind == .service ? event(words) : words
    (found.message.text, found.message.entities) = body
    found.message.sender = original.message.sender.map(renamed)
    found.sender = original.sender.map(renamed)
    found.source = "\(original.message.id)"
    found.replyTo = original.message.reply?.id.map { "\($0)" }
    found.album = original.album.map { _ in "\(original.message.id)" }
    found.albumParts = []
    if found.message.reply?.id == nil { found.message.reply = nil }
    found.message.reply?.sender = original.message.reply?.sender.map(renamed)
    // Links and mentions in it are not marked, and it can end within a name.
    found.message.reply?.excerpt = ""
    found.message.bookmark = original.message.bookmark.map(text)
    found.topic = original.topic.map { topic in
      topic.isThread
        ? .thread(original.threadOpener.map { "\($0)" } ?? "thread \(topic.source.hashed)")
        : .init(source: "topic \(topic.title.hashed)", title: text(topic.title))
    }
    for index in found.message.attachments.indices {
      found.message.attachments[index].path = nil
      found.message.attachments[index].thumbnail = nil
      if let name = found.message.attachments[index].name {
        found.message.attachments[index].name = text(name)
      }
      if let transcript = found.message.attachments[index].transcript {
        found.message.attachments[index].transcript = .init(
          text(transcript.text), file: transcript.file.map(text))
      }
    }
    for index in found.message.reactions.indices {
      found.message.reactions[index].people = found.message.reactions[index].people.map(renamed)
    }
    for index in found.reactions.indices {
      found.reactions[index].people = found.reactions[index].people.map { person in
        .init(sender: renamed(person.sender), reactedAt: person.reactedAt)
      }
    }
    found.edits = original.edits.map { Edit(replacedAt: $0.replacedAt, text: text($0.text)) }
    found.message.details = renamed(original.message.details)
    return found
  }

  private func renamed(_ details: Message.Details) -> Message.Details {
    guard !details.isEmpty else { return details }
    var found = details
    found.forward?.key = nil
    if let name = details.forward?.name { found.forward?.name = renamed(name) }
    // It does not tell which of its words are names, as the mentions of a message do.
    found.quotation = nil
    found.gap?.token = nil
    found.bot = details.bot.map(renamed)
    // Such as “answer to /roll of Tove”.
    found.unsupportedKind = details.unsupportedKind.map(text)
    switch details.content {
    case .contact(let contact)?: found.content = .contact(Contact(name: renamed(contact.name)))
    case .poll(var poll)?:
      poll.question = text(poll.question)
      for index in poll.options.indices { poll.options[index].text = text(poll.options[index].text) }
      found.content = .poll(poll)
    case .place(var place)?:
      (place.name, place.address) = (nil, nil)
      found.content = .place(place)
    case .call?, nil: break
    }
    return found
  }
}

extension String {
  /// A short text that replaces this one.
  fileprivate var hashed: String { String(FNV1a.hash(self), radix: 16) }
}

/// Numbers that look like phone numbers.
enum PhoneNumbers {
  static var mark: String { "[phone number]" }

  /// The number of digits in a phone number. International numbers have at most 15.
  private static let digits = 7...15

  /// The text with a mark in place of each number that begins with “+” or “00”. Blanks, dots, dashes and brackets can
  /// be between the digits.
  ///
  /// - Complexity: O(n) in the bytes of the text.
  static func removed(from text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var (position, copied) = (0, 0)
    while position < bytes.count {
      guard isStart(position, in: bytes), let end = end(of: position, in: bytes) else {
        position += 1
        continue
      }
      result += bytes[copied..<position]
      result.append(mark)
      (position, copied) = (end, end)
    }
    guard copied > 0 else { return text }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  private static func isStart(_ position: Int, in bytes: [UInt8]) -> Bool {
    if position > 0, bytes[position - 1].isDigit || bytes[position - 1] == UInt8(ascii: ".") { return false }
    if bytes[position] == UInt8(ascii: "+") { return true }
    return bytes[position...].starts(with: [UInt8(ascii: "0"), UInt8(ascii: "0")])
  }

  /// The end of the number; nil if there are too few digits, or too many.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
    var (position, count, end) = (start + 1, 0, start)
    if bytes[start].isDigit { count = 1 }
    while position < bytes.count, bytes[position].isDigit || separators.contains(bytes[position]) {
      if bytes[position].isDigit { (count, end) = (count + 1, position + 1) }
      position += 1
    }
    return digits.contains(count) ? end : nil
  }

  private static let separators = Set(" .-/()".utf8)
}
