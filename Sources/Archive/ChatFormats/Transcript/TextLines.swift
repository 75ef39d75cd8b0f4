import Chats
import Foundation

/// An encoding of transcripts.
enum TextEncoding: Sendable, Hashable {
  /// With repairs of bytes that are not UTF-8.
  case utf8
  /// Windows code page 949, a superset of EUC-KR.
  case korean

  /// The encoding of a text that begins with these bytes.
  ///
  /// - Parameter canBeKorean: Whether a text that is not UTF-8 can be in code page 949. Most byte sequences are valid
  ///   in it, so the answer must come from the format.
  init(of head: ArraySlice<UInt8>, canBeKorean: Bool = false) {
    self = canBeKorean && TextEncoding.isKorean(head) ? .korean : .utf8
  }

  /// Whether more lines are valid only in code page 949 than only in UTF-8.
  private static func isKorean(_ head: ArraySlice<UInt8>) -> Bool {
    var counts = (utf8: 0, korean: 0)
    for line in head.split(separator: LineReader.lineEnd(of: head)) where line.contains(where: { $0 >= 0x80 })
    {
      // The end of the head can truncate a character.
      if String(validating: line, as: UTF8.self) != nil {
        counts.utf8 += 1
      } else if TextEncoding.koreanText(Array(line)) != nil {
        counts.korean += 1
      }
    }
    return counts.korean > counts.utf8
  }

  /// Returns nil if the bytes are not valid in code page 949.
  private static func koreanText(_ bytes: [UInt8]) -> String? {
    String(data: Data(bytes), encoding: windows949)
  }

  /// `kCFStringEncodingDOSKorean`, in Foundation's numbering of Core Foundation's encodings.
  private static let windows949 = String.Encoding(rawValue: 0x8000_0000 | 0x0422)

  /// The text of a line without its end, and its repair.
  func text(of bytes: [UInt8]) -> (text: String, finding: TextRepair.Finding?) {
    switch self {
    case .utf8:
      if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
      let (valid, finding) = TextRepair.utf8(bytes)
      return (String(decoding: valid, as: UTF8.self), finding)
    case .korean:
      if let text = TextEncoding.koreanText(bytes) { return (text, nil) }
      return (String(decoding: bytes, as: UTF8.self), .replaced)
    }
  }
}

/// The lines of a text in any of the encodings, without their ends and without a byte order mark.
struct TextLines {
  struct Line {
    /// Counted from 1.
    let number: Int
    /// Nil if the line exceeds the capture limit.
    var text: String?
    /// The repair of the text; nil if it needed none.
    var finding: TextRepair.Finding?
  }

  private var lines: LineReader
  let encoding: TextEncoding

  init(_ reader: ByteReader, canBeKorean: Bool = false) {
    var reader = reader
    encoding = TextEncoding(of: reader.lookahead(FileHead.length), canBeKorean: canBeKorean)
    lines = LineReader(reader)
  }

  var offset: Int64 { lines.reader.offset }
  var failure: ImportError? { lines.reader.failure }

  /// The next line; nil at the end of the file.
  mutating func next() -> Line? {
    guard let line = lines.next() else { return nil }
    guard let bytes = line.bytes else { return Line(number: line.number, text: nil) }
    let (text, finding) = encoding.text(of: bytes)
    return Line(number: line.number, text: text.withoutLineEnd, finding: finding)
  }
}

extension String {
  /// The text without a byte order mark at the beginning and a carriage return at the end.
  fileprivate var withoutLineEnd: String {
    guard utf8.first == 0xef || utf8.last == UInt8(ascii: "\r") else { return self }
    var scalars = unicodeScalars[...]
    if scalars.first == "\u{feff}" { scalars.removeFirst() }
    if scalars.last == "\r" { scalars.removeLast() }
    return String(scalars)
  }
}

extension TextEncoding {
  /// The non-blank lines of a text that begins with this head. The last line is left out, because the end of the head
  /// may truncate it.
  static func lines(of head: ArraySlice<UInt8>) -> [String] {
    let encoding = TextEncoding(of: head, canBeKorean: true)
    let isWhole = head.count < FileHead.length
    let lines = head.split(separator: LineReader.lineEnd(of: head)).map {
      encoding.text(of: Array($0)).text.withoutLineEnd
    }
    return (isWhole || lines.count == 1 ? lines[...] : lines.dropLast()).filter { !$0.isBlank }
  }
}

extension String {
  /// Whether the text has no visible character.
  package var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isDirectionMark } }
}
