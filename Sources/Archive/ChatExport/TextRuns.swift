import Chats

/// A text as pieces, each with one meaning.
package struct TextRuns {
  /// A piece, with its meaning; nil for plain text.
  package struct Run: Equatable {
    package var text: Substring
    package var kind: TextEntity.Kind?
  }

  /// The pieces in order. Together they are the text.
  package private(set) var runs: [Run] = []

  /// - Parameter entities: Entities that overlap an earlier one, or do not lie on the boundaries of scalars, count as
  ///   plain text.
  package init(_ text: String, _ entities: [TextEntity]) {
    let bytes = text.utf8
    var position = bytes.startIndex
    var offset = 0
    for entity in entities {
      guard entity.start >= offset, entity.length > 0, entity.length <= bytes.count,
        entity.start <= bytes.count - entity.length
      else { continue }
      let start = bytes.index(position, offsetBy: entity.start - offset)
      let end = bytes.index(start, offsetBy: entity.length)
      guard start.samePosition(in: text.unicodeScalars) != nil,
        end.samePosition(in: text.unicodeScalars) != nil
      else { continue }
      if start > position { runs.append(Run(text: text[position..<start], kind: nil)) }
      runs.append(Run(text: text[start..<end], kind: entity.kind))
      (position, offset) = (end, entity.start + entity.length)
    }
    if position < bytes.endIndex { runs.append(Run(text: text[position...], kind: nil)) }
  }

  /// Whether a range has a meaning.
  var isStyled: Bool { runs.contains { $0.kind != nil } }
}
