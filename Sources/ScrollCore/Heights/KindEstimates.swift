/// For each kind of row the running mean of the heights measured at the current width.
struct KindEstimates: Sendable {
  /// The estimate for each kind: the mean, or the last known mean while nothing is measured.
  ///
  /// In whole points, as heights usually are: sums of whole numbers are exact, so content far away cannot
  /// move the rows on the screen by a rounding error.
  private(set) var values: SIMD8<Double>
  private var sums = SIMD8<Double>.zero
  private var counts = SIMD8<Double>.zero
  /// The kinds of which a row has been measured at any width.
  private var known = SIMDMask<SIMD8<Int64>>()

  init(initial: Double) {
    values = SIMD8(repeating: initial)
  }

  /// Sets the estimate for a kind of which no row has been measured yet; otherwise the mean stays.
  mutating func setInitial(_ height: Double, kind: Int) {
    if !known[kind] { values[kind] = height }
  }

  /// Counts one more measured row.
  mutating func record(_ height: Double, kind: Int) {
    sums[kind] += height
    counts[kind] += 1
    known[kind] = true
    values[kind] = (sums[kind] / counts[kind]).rounded()
  }

  /// Takes back what `record` counted; with no measured row left the last mean stays as the estimate.
  mutating func withdraw(_ height: Double, kind: Int) {
    counts[kind] -= 1
    guard counts[kind] > 0 else {
      sums[kind] = 0
      return
    }
    sums[kind] -= height
    values[kind] = (sums[kind] / counts[kind]).rounded()
  }

  /// Starts a new mean at a new width; the old one serves until the first row is measured.
  mutating func startOver() {
    sums = .zero
    counts = .zero
  }
}
