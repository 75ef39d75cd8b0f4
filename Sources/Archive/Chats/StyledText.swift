/// A text that is composed of pieces, with the entities of the pieces.
package struct StyledText: Sendable, Hashable {
  package private(set) var text = ""
  package private(set) var entities: [TextEntity] = []

  package init() {}

  /// A plain text.
  package init(_ text: String) {
    self.text = text
  }

  /// The parts, each on its own line.
  package init(lines: [StyledText]) { self.init(lines, separator: "\n") }

  /// The parts, with a plain text between them.
  package init(_ parts: [StyledText], separator: String) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      append(part)
    }
  }

  /// The bytes as text, with those parts of the entities that lie in them. Of overlapping entities, the first one counts.
  ///
  /// - Parameter entities: In ascending order, with positions in the whole array.
  package init(_ bytes: ArraySlice<UInt8>, _ entities: [TextEntity]) {
    var position = bytes.startIndex
    for entity in entities {
      let start = max(entity.start, position)
      let end = min(entity.start + entity.length, bytes.endIndex)
      guard start < end else { continue }
      append(String(decoding: bytes[position..<start], as: UTF8.self))
      append(String(decoding: bytes[start..<end], as: UTF8.self), as: entity.kind)
      position = end
    }
    append(String(decoding: bytes[position...], as: UTF8.self))
  }

  package var isEmpty: Bool { text.isEmpty }

  /// Appends a piece as an entity of this kind, or as plain text if `kind` is nil.
  package mutating func append(_ piece: some StringProtocol, as kind: TextEntity.Kind? = nil) {
    if let kind, !piece.isEmpty {
      entities.append(TextEntity(start: text.utf8.count, length: piece.utf8.count, kind: kind))
    }
    text += piece
  }

  package mutating func append(_ other: StyledText) {
    let shift = text.utf8.count
    entities += other.entities.map { TextEntity(start: $0.start + shift, length: $0.length, kind: $0.kind) }
    text += other.text
  }
}
