/// What a subtree of rows adds up to, without saying what an unknown row counts for: that is multiplied in when
/// asked, so a changed estimate changes no node.
struct HeightSummary: Sendable {
  /// The number of rows.
  var count = 0
  /// The heights, in points, of the rows that have one, measured or stale.
  var known = 0.0
  /// The number of rows never measured, by kind.
  var unknown = SIMD8<Int32>.zero

  /// The height of the subtree in points, each unknown row counting with its kind's estimate.
  @inline(__always)
  func height(_ estimates: SIMD8<Double>) -> Double {
    known + (SIMD8<Double>(unknown) * estimates).sum()
  }

  static func += (sum: inout HeightSummary, other: HeightSummary) {
    sum.count += other.count
    sum.known += other.known
    sum.unknown &+= other.unknown
  }
}
