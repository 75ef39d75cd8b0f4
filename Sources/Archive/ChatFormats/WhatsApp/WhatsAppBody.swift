import Chats
import Foundation

/// The text of a message, which can also be a placeholder for files, polls and other content.
struct WhatsAppBody {
  private let text: String
  private let transcript: Transcript

  init(_ text: String, in transcript: Transcript) {
    self.text = text
    self.transcript = transcript
  }

  /// Whether WhatsApp itself has written the text: it writes a mark before its own words.
  static func isMarked(_ text: some StringProtocol) -> Bool { text.unicodeScalars.first == "\u{200e}" }

  /// Completes a message.
  func fill(_ message: inout TranscriptMessage) {
    var text = self.text.trimmedEnd
    if let before = Self.withoutEditedMark(text) {
      text = before
      message.isEdited = true
    }
    let phrase = WhatsAppWords.phrase(text)
    if fillAsFile(text, phrase, &message) || fillAsContent(text, &message) { return }
    let plain = text.withoutMarks
    if phrase.map(WhatsAppWords.isDeletion) ?? false {
      message.kind = .deleted
    } else if phrase.map({ WhatsAppWords.contains($0, in: .waiting) }) ?? false {
      (message.kind, message.unsupportedKind) = (.unsupported, "not decrypted")
    } else if message.kind == .service || message.sender == nil
      || message.sender == transcript.group && !transcript.marksEvents || Self.isMarked(text)
      || isOwnEvent(plain, of: message.sender)
    {
      message.kind = .service
      message.content = Self.call(plain).map(Message.Content.call)
      message.text = plain
    } else if plain.isEmpty {
      // A photo or video that can be viewed once leaves no text.
      (message.kind, message.unsupportedKind) = (.unsupported, "view once")
    } else {
      (message.text, message.entities) = Self.mentions(in: text)
    }
  }

  /// Whether the text is an event of its sender without the mark of one, which is lost if a text is copied.
  private func isOwnEvent(_ text: String, of sender: String?) -> Bool {
    guard transcript.hasSenders, let sender, text.hasPrefix("\(sender) ") else { return false }
    return WhatsAppWords.isEvent(text.dropFirst(sender.count + 1))
  }

  // MARK: Edits

  /// The text before the mark of an edited message; nil if there is no mark.
  private static func withoutEditedMark(_ text: String) -> String? {
    guard text.utf8.last == UInt8(ascii: ">"), let open = text.utf8.lastIndex(of: UInt8(ascii: "<")) else {
      return nil
    }
    let words = text[open...].dropFirst().dropLast()
    guard WhatsAppWords.contains(WhatsAppWords.folded(words), in: .edited) else { return nil }
    return String(text[..<open]).trimmedEnd
  }

  // MARK: Files

  private func fillAsFile(
    _ text: String, _ phrase: String?, _ message: inout TranscriptMessage
  ) -> Bool {
    guard let file = attached(text) ?? Self.attachedOnAndroid(text) ?? Self.omitted(text, phrase) else {
      return false
    }
    (message.text, message.entities) = Self.mentions(in: file.caption)
    guard let name = file.name, !file.isOmitted else {
      message.attachments = [
        Attachment(kind: file.kind ?? file.name.map(MediaName.kind) ?? .file, name: file.name)
      ]
      return true
    }
    let attachment = transcript.attachment(named: name, kind: file.kind)
    if name.lowercased().hasSuffix(".vcf") {
      message.content = .contact(Contact(name: Self.contactName(name), path: attachment.path))
    } else {
      message.attachments = [attachment]
    }
    return true
  }

  private struct File {
    var name: String?
    var kind: Attachment.Kind?
    var caption = ""
    var isOmitted = false
  }

  /// Reads `caption <attached: 00000012-PHOTO-2018-06-13-15-22-10.jpg>`, in any language.
  private func attached(_ text: String) -> File? {
    guard text.utf8.last == UInt8(ascii: ">"), let open = text.utf8.lastIndex(of: UInt8(ascii: "<")) else {
      return nil
    }
    let inside = text[open...].dropFirst().dropLast()
    guard let colon = inside.firstIndex(of: ":"), !inside.contains("\n") else { return nil }
    let word = WhatsAppWords.folded(inside[..<colon])
    let name = String(inside[inside.index(after: colon)...]).cleanName
    let before = text[..<open]
    let isKnown = WhatsAppWords.contains(word, in: .attached) || before.unicodeScalars.last == "\u{200e}"
    guard !name.isEmpty, isKnown, name.contains("."), !name.contains("/") else { return nil }
    return File(name: name, caption: Self.withoutPages(String(before), of: name))
  }

  /// The caption without “report.pdf • 3 pages”, which precedes a document.
  private static func withoutPages(_ text: String, of name: String?) -> String {
    let text = text.trimmedEnd
    guard let dot = text.range(of: " • ", options: .backwards) else { return text == name ? "" : text }
    let start = text[..<dot.lowerBound].lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex
    guard text[start..<dot.lowerBound].contains("."), !text[dot.upperBound...].contains("\n") else {
      return text
    }
    return String(text[..<start]).trimmedEnd
  }

  /// Reads `IMG-20180613-WA0001.jpg (file attached)`, with a caption on the following lines.
  private static func attachedOnAndroid(_ text: String) -> File? {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    let first = text[..<end]
    guard first.hasSuffix(")") || first.hasSuffix("）"),
      let open = first.lastIndex(where: { $0 == "(" || $0 == "（" })
    else { return nil }
    let words = WhatsAppWords.folded(first[open...].dropFirst().dropLast())
    let name = String(first[..<open]).cleanName
    guard let dot = name.lastIndex(of: "."), name.distance(from: dot, to: name.endIndex) <= 6,
      !name.contains("/"),
      WhatsAppWords.contains(words, in: .fileAttached) || isMarked(text) || isPhoneName(name)
    else { return nil }
    return File(name: name, caption: String(text[end...].dropFirst()))
  }

  /// Whether this is a file name from Android's WhatsApp, such as “IMG-20180613-WA0001.jpg”.
  private static func isPhoneName(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    return parts.count == 3 && parts[0].count == 3 && parts[1].count == 8 && parts[1].allSatisfy(\.isNumber)
      && parts[2].hasPrefix("WA")
  }

  /// Reads “image omitted”, “<Media omitted>” or “report.pdf • 3 pages document omitted”.
  private static func omitted(_ text: String, _ phrase: String?) -> File? {
    if let kind = phrase.flatMap(WhatsAppWords.omitted) { return File(kind: kind, isOmitted: true) }
    // On Android, a caption follows on the next line.
    if text.utf8.first == UInt8(ascii: "<"), let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")),
      let kind = WhatsAppWords.phrase(text[..<end]).flatMap(WhatsAppWords.omitted)
    {
      return File(kind: kind, caption: String(text[end...].dropFirst()), isOmitted: true)
    }
    // After a caption, the words follow a mark.
    guard text.utf8.contains(0xe2), let mark = text.unicodeScalars.lastIndex(of: "\u{200e}"),
      mark > text.startIndex,
      let kind = WhatsAppWords.phrase(text[mark...]).flatMap(WhatsAppWords.omitted)
    else { return nil }
    let before = String(text[..<mark]).trimmedEnd
    guard kind == .file else { return File(kind: kind, caption: before, isOmitted: true) }
    let caption = withoutPages(before, of: nil)
    let line = before.dropFirst(caption.count).drop(while: \.isWhitespace)
    let name = line.split(separator: " • ", maxSplits: 1).first.map { String($0).cleanName }
    return File(name: name, kind: .file, caption: caption, isOmitted: true)
  }

  /// The name “Amir Haddad” in “00000045-Amir Haddad.vcf”.
  private static func contactName(_ name: String) -> String {
    var stem = name.dropLast(4)
    let number = stem.prefix { $0.isASCII && $0.isNumber }
    if number.count == 8, stem.dropFirst(8).first == "-" { stem = stem.dropFirst(9) }
    return stem.isEmpty ? name : String(stem)
  }

  // MARK: Polls and places

  private func fillAsContent(_ text: String, _ message: inout TranscriptMessage) -> Bool {
    guard
      let content = Self.poll(text).map(Message.Content.poll) ?? Self.place(text).map(Message.Content.place)
    else { return false }
    message.content = content
    return true
  }

  /// Reads `POLL:`, the question, and a line `OPTION: Saturday (4 votes)` for each answer, in any language.
  private static func poll(_ text: String) -> Poll? {
    guard text.utf8.count <= longestContent, text.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true).map { String($0).withoutMarks }
    guard lines.count >= 3, heading(lines[0])?.isEmpty == true else { return nil }
    lines.removeFirst()
    var options: [Poll.Option] = []
    while let line = lines.last, let option = option(line) {
      options.insert(option, at: 0)
      lines.removeLast()
    }
    guard !options.isEmpty, !lines.isEmpty else { return nil }
    return Poll(question: lines.joined(separator: "\n"), options: options)
  }

  /// The size in bytes of the longest poll or place.
  private static let longestContent = 64 << 10

  /// The text after a word in capitals and a colon.
  private static func heading(_ line: String) -> Substring? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let word = line[..<colon]
    guard !word.isEmpty, word.count <= 24, word == word.uppercased(), word.contains(where: \.isLetter) else {
      return nil
    }
    return line[line.index(after: colon)...].drop(while: \.isWhitespace)
  }

  private static func option(_ line: String) -> Poll.Option? {
    guard let rest = heading(line), rest.hasSuffix(")"), let open = rest.lastIndex(of: "(") else {
      return nil
    }
    let digits = rest[open...].unicodeScalars.compactMap(\.digit)
    guard !digits.isEmpty, digits.count <= 6 else { return nil }
    return Poll.Option(
      text: String(rest[..<open]).trimmedEnd, votes: digits.reduce(0) { $0 * 10 + $1 })
  }

  /// Reads `location: https://maps.google.com/?q=46.5,7.25`, with the name of the place before or after it.
  private static func place(_ text: String) -> Place? {
    // The address ends with its coordinates.
    guard let last = text.utf8.last, last.isDigit || last >= 0x80, text.utf8.count <= longestContent else {
      return nil
    }
    let text = text.withoutMarks
    guard let address = text.range(of: "https://maps.google.com/?q=") else { return nil }
    let numbers = text[address.upperBound...].prefix { !$0.isWhitespace }.split(separator: ",")
    let rest = text[address.upperBound...].drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
    guard numbers.count == 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]),
      rest.isEmpty
    else {
      return nil
    }
    var label = String(text[..<address.lowerBound]).trimmedEnd
    guard label.isEmpty || label.hasSuffix(":") || label.hasSuffix("：") else { return nil }
    label = String(label.dropLast()).trimmedEnd
    let lines = label.split { $0 == "\n" || $0 == ":" }.map { String($0).cleanName }
      .filter { !$0.isEmpty && !WhatsAppWords.contains(WhatsAppWords.folded($0), in: .location) }
    guard lines.count <= 2 else { return nil }
    return Place(
      latitude: latitude, longitude: longitude, name: lines.first, address: lines.count > 1 ? lines[1] : nil)
  }

  // MARK: Calls

  /// Reads “Missed voice call” or “Voice call, 3 min”.
  private static func call(_ text: String) -> Call? {
    let parts = text.split(maxSplits: 1) { $0 == "," || $0 == "." }
    guard let first = parts.first, text.utf8.count <= 160 else { return nil }
    let words = WhatsAppWords.folded(first)
    if WhatsAppWords.contains(words, in: .missedCall)
      || WhatsAppWords.contains(WhatsAppWords.folded(text), in: .missedCall)
    {
      return Call(outcome: .missed, isGroup: words.contains("group"))
    }
    guard WhatsAppWords.contains(words, in: .call) else { return nil }
    let rest = parts.count > 1 ? parts[1].lowercased() : ""
    let duration = duration(rest)
    return Call(outcome: duration == nil && parts.count > 1 ? .missed : .ended, duration: duration)
  }

  /// The seconds of “3 min”, “1 hr 2 min” or “45 sec”.
  private static func duration(_ text: String) -> Int? {
    var total: Int?
    var number: Int?
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let value = Int(word), value < 100_000 {
        number = value
      } else if let value = number, let unit = word.first {
        let factor =
          unit == "h" || unit == "시"
          ? 3600 : unit == "m" || unit == "분" ? 60 : unit == "s" || unit == "초" ? 1 : nil
        if let factor { total = (total ?? 0) + value * factor }
        number = nil
      }
    }
    return total
  }

  // MARK: Mentions

  /// The text without marks, and the ranges of mentioned people: “@” and a name between isolating marks, or a number.
  static func mentions(in text: String) -> (text: String, mentions: [TextEntity]) {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return (text.withoutMarks, []) }
    var plain = String.UnicodeScalarView()
    var length = 0
    var mentions: [TextEntity] = []
    /// The position of the “@”, and whether a mark has begun the name.
    var start: Int?
    var isIsolated = false
    func isNumber(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.digit != nil }
    for scalar in text.unicodeScalars {
      if let begin = start {
        if scalar.value == 0x2068, length == begin + 1 {
          isIsolated = true
        } else if isIsolated ? scalar.value == 0x2069 || scalar == "\n" : !isNumber(scalar) {
          if isIsolated ? length > begin + 1 : length - begin >= 8 {
            mentions.append(TextEntity(start: begin, length: length - begin, kind: .mention))
          }
          start = nil
          isIsolated = false
        }
      }
      if scalar.isDirectionMark { continue }
      if scalar == "@", start == nil { start = length }
      plain.append(scalar)
      length += UTF8.width(scalar)
    }
    if let begin = start, !isIsolated, length - begin >= 8 {
      mentions.append(TextEntity(start: begin, length: length - begin, kind: .mention))
    }
    return (String(plain), mentions)
  }
}
