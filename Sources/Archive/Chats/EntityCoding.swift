import Foundation

/// The binary form in which the archive stores a message's entities.
///
/// Each entity is four numbers (bytes since the end of the previous entity, length, kind, bytes of the link's target)
/// followed by the target. Numbers are LEB128: seven bits per byte, lowest first; the top bit means that more follow.
package enum EntityCoding {
  /// The kinds without a target. Their order is part of the file format: only append.
  private static let plainKinds: [TextEntity.Kind] = [
    .bold, .italic, .underline, .strikethrough, .code, .pre, .spoiler, .mention, .hashtag, .quote,
    .expandableQuote,
    .customEmoji, .botCommand,
  ]
  /// The number of a link, which leaves room for more plain kinds.
  private static let linkNumber: UInt64 = 64

  /// The stored form, without entities that are out of order, overlap an earlier one, or do not start and end on scalar
  /// boundaries of the text. Nil if none is left.
  package static func encode(_ entities: [TextEntity], of text: String) -> Data? {
    guard !entities.isEmpty else { return nil }
    var bytes = Data()
    var end = 0
    for entity in entities where entity.start >= end && entity.isInside(text) {
      append(UInt64(entity.start - end), to: &bytes)
      append(UInt64(entity.length), to: &bytes)
      if case .link(let target) = entity.kind {
        append(linkNumber, to: &bytes)
        append(UInt64(target.utf8.count), to: &bytes)
        bytes.append(contentsOf: target.utf8)
      } else if let number = plainKinds.firstIndex(of: entity.kind) {
        append(UInt64(number), to: &bytes)
        append(0, to: &bytes)
      }
      end = entity.start + entity.length
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// The entities before the first invalid byte. Unknown kinds are dropped.
  package static func decode(_ bytes: Data) -> [TextEntity] {
    var rest = bytes[...]
    var entities: [TextEntity] = []
    var end = 0
    while !rest.isEmpty {
      guard let gap = number(from: &rest), let length = number(from: &rest), let kind = number(from: &rest),
        let targetLength = number(from: &rest), targetLength <= rest.count
      else { break }
      let target = String(decoding: rest.prefix(targetLength), as: UTF8.self)
      rest = rest.dropFirst(targetLength)
      if let kind = self.kind(number: kind, target: target) {
        entities.append(TextEntity(start: end + gap, length: length, kind: kind))
      }
      end += gap + length
    }
    return entities
  }

  private static func kind(number: Int, target: String) -> TextEntity.Kind? {
    if number == linkNumber { return .link(target: target) }
    return plainKinds.indices.contains(number) ? plainKinds[number] : nil
  }

  private static func append(_ number: UInt64, to bytes: inout Data) {
    var rest = number
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads a number; nil if the bytes end within it, or if it is larger than any text.
  private static func number(from bytes: inout Data.SubSequence) -> Int? {
    var number = 0
    // Five bytes hold 35 bits, which exceeds SQLite's largest text. The sum of two such numbers cannot overflow.
    for shift in stride(from: 0, to: 35, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      number |= Int(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}

extension TextEntity {
  /// Whether the range is not empty, lies in the text, and starts and ends on scalar boundaries.
  fileprivate func isInside(_ text: String) -> Bool {
    let bytes = text.utf8
    guard start >= 0, length > 0, length <= bytes.count, start <= bytes.count - length else { return false }
    let first = bytes.index(bytes.startIndex, offsetBy: start)
    let last = bytes.index(first, offsetBy: length)
    return first.samePosition(in: text.unicodeScalars) != nil
      && last.samePosition(in: text.unicodeScalars) != nil
  }
}
