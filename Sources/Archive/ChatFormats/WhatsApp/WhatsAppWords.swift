import CResources
import Chats

/// The texts that WhatsApp writes into exports: `Resources/words/whatsapp.txt`, which is compiled in.
enum WhatsAppWords {
  static let table = WhatsAppTable(String(cString: backscroll_words_whatsapp.bytes))
  private static let phrases = table.texts.mapValues { Set($0.map { folded($0) }) }

  /// The words around the name of a chat in its file name.
  static let fileName = ChatFileName(
    prefixes: table.fileNames.prefixes, suffixes: table.fileNames.suffixes,
    generic: ["_chat", "chat", "whatsapp chat", "whatsapp"])

  /// A text in lower case, without direction marks, and without surrounding blanks, full stops and exclamation marks.
  static func folded(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return foldedASCII(Array(text.utf8)) }
    var scalars = text.lowercased().unicodeScalars
    let isFixedBlank: (Unicode.Scalar) -> Bool = { $0 == "\u{a0}" || $0 == "\u{202f}" }
    // Most texts contain neither, and are not copied.
    if scalars.contains(where: { $0.isDirectionMark || isFixedBlank($0) }) {
      let kept = scalars.filter { !$0.isDirectionMark }.map { isFixedBlank($0) ? " " : $0 }
      scalars = String.UnicodeScalarView(kept)
    }
    let isInner: (Unicode.Scalar) -> Bool = {
      !$0.properties.isWhitespace && !".。!".unicodeScalars.contains($0)
    }
    guard let first = scalars.firstIndex(where: isInner), let last = scalars.lastIndex(where: isInner) else {
      return ""
    }
    return String(scalars[first...last])
  }

  private static func foldedASCII(_ bytes: [UInt8]) -> String {
    func isOuter(_ byte: UInt8) -> Bool {
      byte == 0x20 || 0x09...0x0d ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!")
    }
    let start = bytes.firstIndex { !isOuter($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isOuter($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end].map(\.lowercased), as: UTF8.self)
  }

  /// An upper bound of the size in bytes of the table's texts.
  private static let longest = 200

  /// The text in the form in which the table's texts are compared; nil if it is longer than all of them.
  static func phrase(_ text: some StringProtocol) -> String? {
    text.utf8.count <= longest ? folded(text) : nil
  }

  /// Whether a section of the table contains the phrase.
  static func contains(_ phrase: String, in section: WhatsAppSection) -> Bool {
    phrases[section]?.contains(phrase) ?? false
  }

  /// Whether this is the notice at the beginning of each chat.
  static func isEncryptionNotice(_ text: String) -> Bool {
    guard text.utf8.count < 1000 else { return false }
    let text = folded(text)
    return phrases[.encryption]?.contains { text.contains($0) } ?? false
  }

  /// The texts of events after a name, by their first word.
  private static let events = Dictionary(grouping: phrases[.event] ?? []) { $0.prefix { $0 != " " } }

  /// Whether a text goes on as events do after the name of a person, such as “created group “Ridge””.
  static func isEvent(_ text: Substring) -> Bool {
    let text = text.prefix(eventLength).lowercased()
    return events[text.prefix { $0 != " " }]?.contains { event in
      // “left” is a whole text, but not the beginning of “left it there”.
      event.contains(" ")
        ? text.hasPrefix(event) : text == event || isNamed(event) && text.hasPrefix(event + " ")
    } ?? false
  }

  /// Whether a name can follow a single word: “added Tove”.
  private static func isNamed(_ event: String) -> Bool { event == "added" || event == "removed" }

  /// The number of characters of a text that are compared with those of events.
  private static let eventLength = 60

  /// Whether a text ends with an event, after some words, which may be a part of a name: “Anna left”.
  static func endsWithEvent(_ text: Substring) -> Bool {
    var rest = text
    while let blank = rest.firstIndex(of: " ") {
      rest = rest[rest.index(after: blank)...]
      if isEvent(rest) { return true }
    }
    return false
  }

  /// Whether a text is the beginning of an event: “Mara changed the group description to”.
  static func isEventBeginning(_ text: Substring) -> Bool {
    var rest = text
    while let blank = rest.firstIndex(of: " ") {
      rest = rest[rest.index(after: blank)...]
      guard let found = events[rest.prefix { $0 != " " }.lowercased()[...]] else { continue }
      let folded = rest.lowercased()
      if found.contains(where: { $0.contains(" ") && folded.hasPrefix($0) }) { return true }
    }
    return false
  }

  static func isDeletion(_ phrase: String) -> Bool {
    contains(phrase, in: .deleted) || contains(phrase, in: .ownDeleted)
      || phrase.hasPrefix("this message was deleted by admin")
  }

  /// Whether the text says that the exporter deleted a message of their own.
  static func isOwnDeletion(_ text: Substring) -> Bool {
    phrase(text).map { contains($0, in: .ownDeleted) } ?? false
  }

  /// The kind of a file that is missing in the export; nil if the phrase is not a placeholder for a file.
  static func omitted(_ phrase: String) -> Attachment.Kind? {
    guard phrase.hasPrefix("<"), phrase.hasSuffix(">") else { return kinds[phrase] }
    let inside = folded(phrase.dropFirst().dropLast())
    return contains(inside, in: .mediaOmitted) ? .file : kinds[inside]
  }

  private static let kinds: [String: Attachment.Kind] = {
    let sections: [(WhatsAppSection, Attachment.Kind)] = [
      (.photoOmitted, .photo), (.videoOmitted, .video), (.roundVideoOmitted, .roundVideo),
      (.voiceOmitted, .voice), (.animationOmitted, .animation), (.stickerOmitted, .sticker),
      (.fileOmitted, .file),
    ]
    return sections.reduce(into: [:]) { kinds, item in
      for phrase in phrases[item.0] ?? [] { kinds[phrase] = item.1 }
    }
  }()
}
