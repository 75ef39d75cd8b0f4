import Foundation

/// The header of a message of WhatsApp: “[13.06.18, 15:22:10] Name: text” on an iPhone, “13/06/2018, 15:22 - Name:
/// text” on Android, “13.06.12 15:22:10: Name: text” in old exports.
struct WhatsAppHeader: Sendable, Hashable {
  /// The common form of all headers of an export.
  struct Shape: Sendable, Hashable {
    enum Border: Sendable, Hashable {
      case brackets, dash, colon
    }

    var border: Border
    var time: String

    /// Whether many bots write the same form: “[2024-03-02 10:00:05] ”.
    var isLog: Bool { border == .brackets && time == "0-0-00:0:0Y" }
  }

  let time: WrittenTime
  let shape: Shape
  /// The rest of the line: the name and the text, or an event.
  let rest: Substring
}

extension WhatsAppHeader {
  /// Whether the rest of the line can be WhatsApp's. IRC logs with dates in brackets have the same beginning.
  var isMessage: Bool {
    !["<", "*", "=", "-"].contains { rest.hasPrefix($0) }
      && (shape.border == .dash || WhatsAppLine(rest).name != nil)
  }

  /// Fails for all lines that have none of the shapes.
  ///
  /// - Complexity: O(1). For most lines that are not headers, only the first byte is examined.
  init?(_ line: String) {
    guard let first = line.utf8.first, first >= 0x80 || first.isDigit || first == UInt8(ascii: "[") else {
      return nil
    }
    if let plain = PlainHeader(line) {
      self.init(
        time: plain.time, shape: Shape(border: plain.border, time: plain.time.shape), rest: plain.rest)
    } else {
      self.init(anyScript: line)
    }
  }

  /// Reads a header with words and digits of any script.
  init?(anyScript line: String) {
    let scalars = line.unicodeScalars
    var start = scalars.startIndex
    while start < scalars.endIndex, scalars[start].isDirectionMark { scalars.formIndex(after: &start) }
    guard start < scalars.endIndex else { return nil }
    let isBracketed = scalars[start] == "["
    if isBracketed { scalars.formIndex(after: &start) }
    guard isBracketed || scalars[start].digit != nil,
      let end = WhatsAppHeader.end(of: scalars, from: start, isBracketed: isBracketed),
      let time = WrittenTime(line[start..<end.time])
    else { return nil }
    self.time = time
    shape = Shape(border: end.border, time: time.shape)
    rest = line[end.rest...]
  }

  private struct End {
    var time: String.Index
    var border: Shape.Border
    var rest: String.Index
  }

  /// The end of the time.
  private static func end<Scalars: BidirectionalCollection<Unicode.Scalar>>(
    of scalars: Scalars, from start: String.Index, isBracketed: Bool
  ) -> End? where Scalars.Index == String.Index {
    var index = start
    var numbers = 0
    var isInNumber = false
    var length = 0
    while index < scalars.endIndex, length < WrittenTime.longest {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      let isDigit = scalar.digit != nil
      if isDigit, !isInNumber { numbers += 1 }
      let followsBlank = index > start && scalars[scalars.index(before: index)].properties.isWhitespace
      let precedesBlank = next < scalars.endIndex && scalars[next].properties.isWhitespace
      if isBracketed {
        if scalar == "]" {
          guard precedesBlank || next == scalars.endIndex else { return nil }
          let rest = precedesBlank ? scalars.index(after: next) : next
          return End(time: index, border: .brackets, rest: rest)
        }
      } else if numbers >= 5, scalar == "-" || scalar == "–", followsBlank, precedesBlank {
        return End(time: index, border: .dash, rest: scalars.index(after: next))
      } else if numbers == 6, isInNumber, scalar == ":", precedesBlank {
        return End(time: index, border: .colon, rest: scalars.index(after: next))
      }
      isInNumber = isDigit
      index = next
      length += 1
    }
    return nil
  }
}

/// The part of a line after the time.
struct WhatsAppLine {
  /// Nil for an event.
  var name: String?
  var text: Substring

  /// Creates a line from its parts.
  init(name: String, text: Substring) {
    (self.name, self.text) = (name, text)
  }

  /// Splits a line at the first colon, or at a later one if `isName` knows a name with colons.
  ///
  /// The colon in the text of an event does not end a name: “Mara changed the subject to “Walks: north””.
  init(_ rest: Substring, isName: ((String) -> Bool)? = nil) {
    guard let first = WhatsAppLine.colon(in: rest, from: rest.startIndex) else {
      (name, text) = (nil, rest)
      return
    }
    var end = first
    if let isName, let second = WhatsAppLine.colon(in: rest, from: first.upperBound),
      isName(String(rest[..<second.lowerBound]).cleanName)
    {
      end = second
    } else if let isName, WhatsAppLine.isEvent(rest, from: first.upperBound, of: isName) {
      (name, text) = (nil, rest)
      return
    }
    let name = String(rest[..<end.lowerBound]).cleanName
    guard !name.isEmpty, name.utf8.count <= WhatsAppLine.longestName, !WhatsAppLine.isEvent(name) else {
      (self.name, text) = (nil, rest)
      return
    }
    (self.name, text) = (name, rest[end.upperBound...])
  }

  /// Whether an event follows a name that contains the colon before `start`: “Work: Anna left”.
  private static func isEvent(
    _ rest: Substring, from start: Substring.Index, of isName: (String) -> Bool
  ) -> Bool {
    var end = start
    for _ in 0..<mostWords {
      guard let blank = rest[end...].firstIndex(of: " ") else { return false }
      end = rest.index(after: blank)
      if isName(String(rest[..<blank]).cleanName), WhatsAppWords.isEvent(rest[end...]) { return true }
    }
    return false
  }

  /// The most words of a name after its colon.
  private static let mostWords = 6

  /// Whether the text before a colon is the beginning of an event, because it has an open quotation mark or the words of
  /// one.
  private static func isEvent(_ text: String) -> Bool {
    // Most names are short.
    guard text.utf8.count >= shortestEvent, text.utf8.contains(UInt8(ascii: " ")) else { return false }
    var (isOpen, isStraightOpen) = (false, false)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "„", "「", "『": isOpen = true
      case "」", "』": isOpen = false
      // These begin a quotation in some languages, and end it in others.
      case "“", "”", "«", "»": isOpen.toggle()
      case "\"": isStraightOpen.toggle()
      default: break
      }
    }
    return isOpen || isStraightOpen || WhatsAppWords.isEventBeginning(text[...])
  }

  /// The size in bytes of the shortest text that is searched for the words of an event.
  private static let shortestEvent = 16

  /// The longest name in bytes. Names have at most 100 characters, including those of groups.
  private static let longestName = 400

  /// The next colon that is followed by a blank, a mark or the end of the line.
  private static func colon(in rest: Substring, from start: String.Index) -> Range<String.Index>? {
    let (bytes, scalars) = (rest.utf8, rest.unicodeScalars)
    var start = start
    while let index = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
      let next = bytes.index(after: index)
      guard next < scalars.endIndex else { return index..<next }
      if scalars[next] == " " || scalars[next] == "\u{a0}" { return index..<scalars.index(after: next) }
      if scalars[next].isDirectionMark { return index..<next }
      start = next
    }
    return nil
  }
}
