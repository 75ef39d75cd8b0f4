/// A text that is put together piece by piece, with the entities that go with the pieces.
struct StyledText: Sendable, Hashable {
  private(set) var text = ""
  private(set) var entities: [TextEntity] = []

  init() {}

  /// A plain text.
  init(_ text: String) {
    self.text = text
  }

  /// The parts, each on a line of its own.
  init(lines: [StyledText]) {
    for (index, line) in lines.enumerated() {
      if index > 0 { text += "\n" }
      append(line)
    }
  }

  var isEmpty: Bool { text.isEmpty }

  mutating func append(_ piece: some StringProtocol) {
    text += piece
  }

  /// Appends a piece that means something; without a meaning it is plain.
  mutating func append(_ piece: some StringProtocol, as kind: TextEntity.Kind?) {
    if let kind, !piece.isEmpty {
      entities.append(TextEntity(start: text.utf8.count, length: piece.utf8.count, kind: kind))
    }
    text += piece
  }

  mutating func append(_ other: StyledText) {
    let shift = text.utf8.count
    entities += other.entities.map { TextEntity(start: $0.start + shift, length: $0.length, kind: $0.kind) }
    text += other.text
  }
}
