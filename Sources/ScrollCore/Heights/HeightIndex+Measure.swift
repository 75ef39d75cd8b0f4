/// Learning heights, and unlearning them.
extension HeightIndex {
  /// Stores the height of a row as measured at the current width, and teaches it to the row's kind.
  ///
  /// - Parameters:
  ///   - height: in points, finite, not negative; kept as a `Float`, so whole points are exact up to 16,777,216.
  ///   - index: `0..<count`.
  /// - Complexity: O(log n)
  public mutating func setHeight(_ height: Double, at index: Int) {
    let height = Float(height)
    precondition(height >= 0 && height.isFinite, "A height is finite and not negative.")
    write(index) { [generation] leaf, row, estimates in
      leaf.setHeight(height, at: row, in: generation)
      estimates.record(Double(height), kind: leaf.kind(at: row))
    }
  }

  /// Makes a row one of another kind (or anew of the same), never measured.
  ///
  /// - Complexity: O(log n)
  public mutating func setKind(_ kind: Kind, at index: Int) {
    write(index) { leaf, row, _ in leaf.setKind(kind, at: row) }
  }

  /// Says that the content of a row changed: its height stays as the estimate until it is measured again.
  ///
  /// - Complexity: O(log n)
  public mutating func forgetHeight(at index: Int) {
    write(index) { leaf, row, _ in leaf.forgetHeight(at: row) }
  }

  /// Says that the width changed: no row counts as measured any more, and each keeps its height as its estimate.
  ///
  /// A kind's running mean stays until a row of the kind is measured at the new width, then it starts afresh.
  ///
  /// - Complexity: O(1)
  public mutating func widthChanged() {
    generation += 1
    estimates.startOver()
  }

  /// Sets the height at which unknown rows of a kind count until one of them is measured, in points.
  ///
  /// - Complexity: O(1)
  public mutating func setEstimate(_ height: Double, for kind: Kind) {
    precondition(height >= 0 && height.isFinite, "An estimate is finite and not negative.")
    estimates.setInitial(height, kind: kind)
  }

  /// The kind of a row.
  ///
  /// - Complexity: O(log n)
  public func kind(at index: Int) -> Kind { root.read(checked(index)) { leaf, row in leaf.kind(at: row) } }

  /// Whether the row was measured at the current width and its content did not change since.
  ///
  /// - Complexity: O(log n)
  public func isMeasured(_ index: Int) -> Bool {
    root.read(checked(index)) { leaf, row in leaf.measuredHeight(at: row, in: generation) != nil }
  }

  /// The height at which rows of a kind that were never measured count, in points: the mean of what was measured at
  /// the current width; before there is any, the mean at the width before; before that, the default.
  ///
  /// - Complexity: O(1)
  public func estimate(for kind: Kind) -> Double {
    estimates.values[kind]
  }

  /// Changes one row, after taking its measured height out of the mean, so that no row counts twice in it.
  private mutating func write(
    _ index: Int, _ change: (inout HeightLeaf, Int, inout KindEstimates) -> Void
  ) {
    let generation = generation
    var estimates = estimates
    root.update(checked(index)) { leaf, row in
      if let height = leaf.measuredHeight(at: row, in: generation) {
        estimates.withdraw(height, kind: leaf.kind(at: row))
      }
      change(&leaf, row, &estimates)
    }
    self.estimates = estimates
  }

  func checked(_ index: Int) -> Int {
    precondition((0..<count).contains(index), "There is no such row.")
    return index
  }
}
