import CResources

/// The texts that Messenger and Instagram write into downloads: `Resources/words/messenger.txt`, which is compiled in.
enum MessengerWords {
  enum Section: String, WordSection {
    case edited, unsent, notice, event
    case ownShare = "own-share"
    case ownUnsent = "own-unsent"
    case ownEvent = "own-event"
  }

  static let table = WordTable<Section>(String(cString: backscroll_words_messenger.bytes))
  private static let phrases = table.texts.mapValues { $0.map { WhatsAppWords.folded($0) } }

  /// The size in bytes of the longest text that is compared.
  private static let longest = 600

  private static func contains(_ text: some StringProtocol, in section: Section) -> Bool {
    text.utf8.count <= longest && phrases[section]?.contains(WhatsAppWords.folded(text)) ?? false
  }

  /// The text before “ (edited)”; nil if a text does not end with such a mark.
  static func withoutEditedMark(_ text: String) -> String? {
    guard text.utf8.last == UInt8(ascii: ")"), let open = text.utf8.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let before = text[..<open]
    guard before.last == " ", contains(text[open...].dropFirst().dropLast(), in: .edited) else { return nil }
    let plain = String(before).trimmedEnd
    return plain.isEmpty ? nil : plain
  }

  /// Whether a text is only Messenger's sentence about a link that a person has shared.
  ///
  /// It begins with the name in most languages, and is one sentence.
  static func isShare(_ text: String, by name: String) -> Bool {
    guard text.utf8.count <= longest, !text.utf8.contains(UInt8(ascii: "\n")) else { return false }
    if contains(text, in: .ownShare) { return true }
    guard !name.isEmpty, text.hasPrefix(name), let last = text.last, ".。।".contains(last) else {
      return false
    }
    let rest = text.dropFirst(name.count).dropLast()
    return !rest.isEmpty && !rest.contains { ".!?。".contains($0) }
  }

  /// Whether the text says that a message was removed.
  static func isUnsent(_ text: String, by name: String) -> Bool {
    contains(text, in: .ownUnsent)
      || text.hasPrefix("\(name) ") && contains(text.dropFirst(name.count + 1), in: .unsent)
  }

  /// The sentence of an event that a person's record has in place of a text; nil for a text.
  ///
  /// - Parameter isOwner: Whether the person is the exporter; nil if that is unknown.
  static func event(_ text: String, by name: String, isOwner: Bool?) -> String? {
    guard text.utf8.count <= longest, !text.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    let folded = WhatsAppWords.folded(text)
    if phrases[.notice]?.contains(where: { begins(folded, with: $0) && isNotice(folded, $0) }) ?? false {
      return "\(name) \(text.prefix(1).lowercased())\(text.dropFirst())"
    }
    if isOwner != false, text.last == ".", isOwnEvent(folded) { return text }
    guard text.hasPrefix("\(name) ") else { return nil }
    let rest = WhatsAppWords.folded(text.dropFirst(name.count + 1))
    return phrases[.event]?.contains { begins(rest, with: $0) } ?? false ? text : nil
  }

  /// Whether a text is the whole sentence of an event of the exporter, in which “…” can be any words.
  private static func isOwnEvent(_ text: String) -> Bool {
    phrases[.ownEvent]?.contains { phrase in
      guard let gap = phrase.firstIndex(of: "…") else { return text == phrase }
      let (start, end) = (phrase[..<gap], phrase[phrase.index(after: gap)...])
      return text.utf8.count > start.utf8.count + end.utf8.count && text.hasPrefix(start)
        && text.hasSuffix(end)
    } ?? false
  }

  private static func begins(_ text: String, with phrase: String) -> Bool {
    text.hasPrefix(phrase) && (text.count == phrase.count || text.dropFirst(phrase.count).first == " ")
  }

  /// A reaction has an emoji after its first words; other notices are whole texts.
  private static func isNotice(_ text: String, _ phrase: String) -> Bool {
    guard text != phrase else { return !isReaction(phrase) }
    guard isReaction(phrase) else { return false }
    let emoji = text.dropFirst(phrase.count).first { $0 != " " }
    return emoji?.unicodeScalars.contains { $0.properties.isEmoji && $0.value >= 0x80 } ?? false
  }

  private static func isReaction(_ phrase: String) -> Bool {
    ["reacted", "reaccionó con", "reagiu com", "a réagi"].contains(phrase)
  }
}
