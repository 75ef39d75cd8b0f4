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
  package init(lines: [StyledText]) {
    for (index, line) in lines.enumerated() {
      if index > 0 { text += "\n" }
      append(line)
    }
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
