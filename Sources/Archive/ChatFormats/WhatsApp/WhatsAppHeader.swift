import Foundation

/// The beginning of a line with which WhatsApp begins a message: “[13.06.18, 15:22:10] Name: text” on an iPhone,
/// “13/06/2018, 15:22 - Name: text” on Android, “13.06.12 15:22:10: Name: text” in old exports.
struct WhatsAppHeader: Sendable, Hashable {
  /// What all headers of an export have in common.
  struct Shape: Sendable, Hashable {
    enum Border: Sendable, Hashable {
      case brackets, dash, colon
    }

    var border: Border
    var time: String
  }

  let time: WrittenTime
  let shape: Shape
  /// What follows: the name and the text, or an event.
  let rest: Substring
}

extension WhatsAppHeader {
  /// Whether what follows can be of WhatsApp. Logs of IRC with dates in brackets look alike up to there.
  var isMessage: Bool {
    !["<", "*", "=", "-"].contains { rest.hasPrefix($0) }
      && (shape.border == .dash || WhatsAppLine(rest).name != nil)
  }

  /// Nil for all lines that are not of any of the shapes.
  ///
  /// - Complexity: O(1). Of most lines that are no header, only the first byte is looked at.
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

  /// Where the time ends.
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

/// What follows the time in a line.
struct WhatsAppLine {
  /// Nil for an event.
  var name: String?
  var text: Substring

  /// A line whose parts are known.
  init(name: String, text: Substring) {
    (self.name, self.text) = (name, text)
  }

  /// Splits a line at the first colon, or at a later one if `isName` knows a name with colons.
  ///
  /// The colon of an event is not the end of a name: “Mara changed the subject to “Walks: north””.
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
    }
    let name = String(rest[..<end.lowerBound]).cleanName
    guard !name.isEmpty, name.utf8.count <= WhatsAppLine.longestName else {
      (self.name, text) = (nil, rest)
      return
    }
    (self.name, text) = (name, rest[end.upperBound...])
  }

  /// Names have at most 100 characters, those of groups included.
  private static let longestName = 400

  /// The next colon that a blank, a mark or the end of the line follows.
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
