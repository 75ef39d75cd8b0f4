/// What is known of one row's height; 8 bytes.
struct HeightRow: Sendable {
  /// In points; not a number while unknown.
  var height: Float = .nan
  /// The generation of widths it was measured in; 0: none.
  var stamp: UInt16 = 0
  var kind: UInt8

  var isKnown: Bool { !height.isNaN }
}

/// Sums over a run of rows.
struct HeightSummary: Sendable {
  var count = 0
  /// Sum of the known heights.
  var known = 0.0
  /// Rows of unknown height, by kind.
  var unknown = SIMD8<Int32>()

  mutating func add(_ row: HeightRow) {
    count += 1
    if row.isKnown { known += Double(row.height) } else { unknown[Int(row.kind)] += 1 }
  }

  static func + (a: Self, b: Self) -> Self {
    Self(count: a.count + b.count, known: a.known + b.known, unknown: a.unknown &+ b.unknown)
  }

  func total(_ estimates: SIMD8<Double>) -> Double {
    unknown == .zero ? known : known + (SIMD8<Double>(unknown) * estimates).sum()
  }
}
