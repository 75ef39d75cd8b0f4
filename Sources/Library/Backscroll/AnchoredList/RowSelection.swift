/// The number of rows of a list that can be selected.
public enum SelectionMode: Sendable {
  /// No row.
  case none
  /// At most one row.
  case single
  /// Any number of rows.
  case multiple
}

/// The selected rows of a list, and where a range of them began.
struct RowSelection<ID: Hashable> {
  var mode = SelectionMode.none {
    didSet { restrict() }
  }
  var rows: Set<ID> = [] {
    didSet { restrict() }
  }
  /// The row that was selected last without Shift.
  private(set) var origin: ID?
  /// The rows that Shift added to the selection before.
  private var range: Set<ID> = []

  mutating func select(_ id: ID) {
    rows = [id]
    (origin, range) = (id, [])
  }

  mutating func toggle(_ id: ID) {
    if rows.contains(id) {
      rows.remove(id)
    } else if mode == .multiple {
      rows.insert(id)
    } else {
      rows = [id]
    }
    (origin, range) = (id, [])
  }

  /// Selects a range in place of the one before it; the other rows stay if `keeping`.
  mutating func extend(to new: [ID], keeping: Bool) {
    let new = Set(new)
    rows = keeping ? rows.subtracting(range).union(new) : new
    range = new
  }

  private mutating func restrict() {
    switch mode {
    case .none: if !rows.isEmpty { rows = [] }
    case .single: if rows.count > 1 { rows = Set(rows.prefix(1)) }
    case .multiple: break
    }
  }
}
