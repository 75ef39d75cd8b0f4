import Foundation
import Translation

/// Converts bytes to valid UTF-8.
package enum TextRepair {
  package enum Finding: Sendable, Hashable {
    case replaced, windows1252

    /// The repair, as the reason of an `ImportProblem`.
    package var reason: String {
      switch self {
      case .replaced: tr("invalid UTF-8; invalid bytes replaced with “{sign}”", ["sign": "\u{fffd}"])
      case .windows1252: tr("invalid UTF-8; read as Windows-1252")
      }
    }
  }

  /// The bytes as valid UTF-8, and how they were repaired; nil if they were valid.
  ///
  /// A text without any valid sequence beyond ASCII is most likely Windows-1252. A text with such a sequence is damaged
  /// UTF-8, for example cut off within a character by IRC's limit of 512 bytes.
  package static func utf8(_ bytes: [UInt8]) -> (bytes: [UInt8], finding: Finding?) {
    if (try? UTF8Span(validating: bytes.span)) != nil { return (bytes, nil) }
    let replaced = String(decoding: bytes, as: UTF8.self)
    let hasOtherCharacters = replaced.unicodeScalars.contains { $0.value >= 0x80 && $0 != "\u{fffd}" }
    if !hasOtherCharacters, let text = String(data: Data(bytes), encoding: .windowsCP1252) {
      return (Array(text.utf8), .windows1252)
    }
    return (Array(replaced.utf8), .replaced)
  }
}

/// Finds addresses in plain text.
package enum LinkDetector {
  /// A link for each address at the start of a word that begins with “https://”, “http://”, “ftp://” or “www.”, in the
  /// first 64 kB of the text.
  ///
  /// Punctuation at the end is not part of the address, nor is a closing bracket whose opening bracket precedes it.
  ///
  /// - Complexity: O(n) in the length of the text that is searched.
  package static func links(in text: String) -> [TextEntity] {
    guard mayHaveLink(text) else { return [] }
    let bytes = Array(text.utf8.prefix(searched))
    let isWhole = text.utf8.count == bytes.count
    var links: [TextEntity] = []
    var position = 0
    while position < bytes.count {
      guard mayBegin.contains(bytes[position]), isWordStart(position, in: bytes),
        let start = starts.first(where: { begins(bytes, at: position, $0) })
      else {
        position += 1
        continue
      }
      let run = endOfRun(at: position, in: bytes)
      // The rest of an address may follow the searched part.
      guard isWhole || run < bytes.count else { break }
      let end = run - position <= longest ? endOfAddress(bytes[position..<run]) : position
      if end > position + start.count,
        let target = LinkTarget.web(String(decoding: bytes[position..<end], as: UTF8.self))
      {
        links.append(TextEntity(start: position, length: end - position, kind: .link(target: target)))
      }
      position = run
    }
    return links
  }

  /// Whether the text has “//” or “w.”, of which each start of an address has one, and most texts have neither.
  private static func mayHaveLink(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    var last: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "/"): if last == byte { return true }
      case UInt8(ascii: "."): if last.lowercased == UInt8(ascii: "w") { return true }
      default: break
      }
      last = byte
    }
    return false
  }

  /// The links of ``links(in:)``, and one for each e-mail address beside them: for texts that are written in the
  /// archive, which have no other marks.
  package static func addresses(in text: String) -> [TextEntity] {
    let links = links(in: text)
    return (links + mails(in: text, beside: links)).sorted { $0.start < $1.start }
  }

  /// A link for each e-mail address outside of `marks`, in the first 64 kB of the text.
  ///
  /// - Parameter marks: Links, mentions and the like, in any order.
  static func mails(in text: String, beside marks: [TextEntity]) -> [TextEntity] {
    let bytes = Array(text.utf8.prefix(searched))
    let isWhole = text.utf8.count == bytes.count
    let taken = marks.filter { $0.length > 0 }.sorted { $0.start < $1.start }
    var mails: [TextEntity] = []
    var (rest, free) = (taken[...], 0)
    for sign in bytes.indices where bytes[sign] == UInt8(ascii: "@") {
      while let mark = rest.first, mark.start <= sign {
        free = max(free, mark.start + mark.length)
        rest.removeFirst()
      }
      guard sign >= free, let range = mail(around: sign, in: bytes, from: free),
        isWhole || range.upperBound < bytes.count, rest.first.map({ range.upperBound <= $0.start }) ?? true,
        let target = LinkTarget.mail(String(decoding: bytes[range], as: UTF8.self))
      else { continue }
      mails.append(TextEntity(start: range.lowerBound, length: range.count, kind: .link(target: target)))
      free = range.upperBound
    }
    return mails
  }

  /// The e-mail address around an @: a name, and a domain of several labels whose last one has letters only.
  private static func mail(around sign: Int, in bytes: [UInt8], from free: Int) -> Range<Int>? {
    var start = sign
    while start > free, sign - start < longestName, isOfName(bytes[start - 1]) { start -= 1 }
    while start < sign, !bytes[start].isLetterOrDigit { start += 1 }
    var (end, label, dots) = (sign + 1, sign + 1, 0)
    while end < bytes.count, end - sign < longestDomain {
      if bytes[end] == UInt8(ascii: "."), end > label, end + 1 < bytes.count, bytes[end + 1].isLetterOrDigit {
        (label, dots) = (end + 1, dots + 1)
      } else if !bytes[end].isLetterOrDigit && (bytes[end] != UInt8(ascii: "-") || end == label) {
        break
      }
      end += 1
    }
    let last = bytes[label..<end]
    guard start < sign, isWordStart(start, in: bytes), dots > 0, last.count >= 2,
      last.allSatisfy({ $0.isLetterOrDigit && !$0.isDigit })
    else { return nil }
    return start..<end
  }

  private static func isOfName(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || nameSigns.contains(byte) }

  private static let nameSigns = Set("._%+-".utf8)
  /// Bytes of both parts of an e-mail address, by RFC 5321.
  private static let longestName = 64
  private static let longestDomain = 255

  private static func isWordStart(_ position: Int, in bytes: [UInt8]) -> Bool {
    guard position > 0 else { return true }
    let before = bytes[position - 1]
    return !before.isLetterOrDigit && before < 0x80
  }

  private static func begins(_ bytes: [UInt8], at position: Int, _ start: [UInt8]) -> Bool {
    guard bytes.count - position >= start.count else { return false }
    for (index, byte) in start.enumerated() where bytes[position + index].lowercased != byte { return false }
    return true
  }

  /// The position of the next blank or quotation mark.
  private static func endOfRun(at start: Int, in bytes: [UInt8]) -> Int {
    bytes[start...].firstIndex { $0 <= 0x20 || excluded.contains($0) } ?? bytes.count
  }

  private static func endOfAddress(_ run: ArraySlice<UInt8>) -> Int {
    // The excess of closing over opening brackets before `end`, for each kind so far.
    var surplus: [UInt8: Int] = [:]
    var end = run.endIndex
    while end > run.startIndex {
      let last = run[end - 1]
      if let opening = brackets[last] {
        let address = run[..<end]
        let count =
          surplus[last] ?? address.count(where: { $0 == last }) - address.count(where: { $0 == opening })
        if count <= 0 { break }
        surplus[last] = count - 1
      } else if !trailing.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }

  /// Browsers and servers accept about 2,000 bytes. A much longer run is not an address.
  private static let longest = 4096
  /// Bytes of a text that are searched. A window shows less of it, and a text that consists of addresses would need
  /// many times its own size for them.
  private static let searched = 65_536

  private static let starts: [[UInt8]] = ["https://", "http://", "ftp://", "www."].map { Array($0.utf8) }
  private static let mayBegin = "hfwHFW".utf8.map { $0 }
  private static let excluded = Set("<>\"`".utf8)
  private static let trailing = Set(".,;:!?'*_~".utf8)
  private static let brackets: [UInt8: UInt8] = [
    UInt8(ascii: ")"): UInt8(ascii: "("), UInt8(ascii: "]"): UInt8(ascii: "["),
    UInt8(ascii: "}"): UInt8(ascii: "{"),
  ]
}

extension Message {
  /// A link for each e-mail address of the text outside of the message's entities. Exports in plain text mark none.
  ///
  /// - Complexity: O(n) in the length of the text, of which the first 64 kB are searched.
  public var unmarkedMailLinks: [TextEntity] {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let marks = entities.filter {
      switch $0.kind {
      case .link, .mention, .hashtag, .botCommand, .code, .pre, .customEmoji, .spoiler: true
      default: false
      }
    }
    return LinkDetector.mails(in: text, beside: marks)
  }
}

/// The targets that a link in a message may have.
public enum LinkTarget {
  /// Schemes of the network and of communication programs. Other people write the messages of a chat, so a link must
  /// never open a local file or run a script.
  private static let schemes: Set<String> = [
    "http", "https", "ftp", "ftps", "mailto", "tel", "sms", "tg", "irc", "ircs", "xmpp", "matrix", "geo",
    "magnet",
  ]

  /// Whether a link to this target may be opened.
  ///
  /// Check this before opening each link of an archive, not only when a message is imported: archives can come from anyone.
  public static func isAllowed(_ target: String) -> Bool {
    guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return schemes.contains(target[..<colon].lowercased())
      && target.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// The schemes that are opened without a question: the web, and programs for messages.
  private static let direct: Set<String> = [
    "http", "https", "mailto", "tg", "xmpp", "matrix", "magnet",
  ]

  /// Whether an allowed target may be opened as soon as the link is clicked. Otherwise ask first, and show the whole target.
  public static func opensDirectly(_ target: String) -> Bool {
    guard isAllowed(target), let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return direct.contains(target[..<colon].lowercased())
  }

  /// The target for an address, with “https” as the default scheme; nil if it is empty or its scheme is not allowed.
  package static func web(_ address: String) -> String? {
    let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !address.isEmpty else { return nil }
    guard let scheme = scheme(of: address) else { return "https://\(address)" }
    return schemes.contains(scheme) ? address : nil
  }

  /// The target for an e-mail address.
  package static func mail(_ address: String) -> String? {
    address.lowercased().hasPrefix("mailto:") ? address : "mailto:\(address)"
  }

  /// The target for a phone number, reduced to digits and plus signs; nil if it has no digit.
  package static func phone(_ number: String) -> String? {
    let dialled = number.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
    return dialled.contains(where: \.isNumber) ? "tel:\(dialled)" : nil
  }

  /// The text before the colon; nil for “example.org:8080/x”, where a port follows the colon.
  private static func scheme(of address: String) -> String? {
    guard let colon = address.firstIndex(of: ":"), let first = address.first, first.isASCII, first.isLetter
    else { return nil }
    let name = address[..<colon]
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else {
      return nil
    }
    let port = address[address.index(after: colon)...].prefix { $0 != "/" }
    if name.contains("."), !port.isEmpty, port.allSatisfy(\.isNumber) { return nil }
    return name.lowercased()
  }
}

extension String {
  /// The string; nil if it is empty or only whitespace.
  package var nonBlank: String? {
    contains { !$0.isWhitespace } ? self : nil
  }

  /// The beginning of at most `limit` bytes, which ends between two scalars.
  package func prefix(bytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
