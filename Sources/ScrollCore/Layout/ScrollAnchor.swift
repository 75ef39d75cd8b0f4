/// What stays where it is on the screen while rows come, go or change height.
///
/// Nothing else about the position is stored: layout derives all the rest, so there is one writer
/// and no race between writers.
public enum ScrollAnchor<ID: Hashable>: Equatable {
  /// Pinned to the end: the last row's bottom edge stands on the viewport's bottom edge.
  case end
  /// The top edge of row `id` stands `offset` points below the viewport's top edge (negative: above it).
  case row(id: ID, offset: Double)
}

extension ScrollAnchor: Sendable where ID: Sendable {}
