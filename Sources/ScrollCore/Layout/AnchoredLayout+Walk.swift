extension AnchoredLayout {
  /// A run of rows that grows outwards from one of them, measuring as it goes.
  struct Walk {
    /// What is to be filled: the viewport with its overscan.
    let stretch: Range<Double>
    let measure: (Int) -> Double
    private(set) var rows = 0..<0
    private(set) var top = 0.0
    private(set) var bottom = 0.0

    init(stretch: Range<Double>, measure: @escaping (Int) -> Double) {
      self.stretch = stretch
      self.measure = measure
    }

    func height(of index: Int, in heights: inout HeightIndex) -> Double {
      let height = measure(index)
      if !heights.isMeasured(index) || heights.height(at: index) != height {
        heights.setHeight(height, at: index)
      }
      return height
    }

    /// Measures a row only if it is in the stretch or never was measured: a walk that starts far away
    /// need not build what it passes.
    private func height(of index: Int, isInStretch: Bool, in heights: inout HeightIndex) -> Double {
      isInStretch || !heights.isMeasured(index) ? height(of: index, in: &heights) : heights.height(at: index)
    }

    mutating func start(at index: Int, top: Double, in heights: inout HeightIndex) {
      rows = index..<index + 1
      self.top = top
      bottom = top + height(of: index, in: &heights)
    }

    mutating func start(at index: Int, bottom: Double, in heights: inout HeightIndex) {
      rows = index..<index + 1
      self.bottom = bottom
      top = bottom - height(of: index, in: &heights)
    }

    mutating func shift(by distance: Double) {
      top += distance
      bottom += distance
    }

    /// Adds rows at both ends until they reach out of the stretch, or there are no more.
    mutating func fill(_ heights: inout HeightIndex) {
      while rows.lowerBound > 0, top > stretch.lowerBound {
        let index = rows.lowerBound - 1
        top -= height(of: index, isInStretch: top < stretch.upperBound, in: &heights)
        rows = index..<rows.upperBound
      }
      while rows.upperBound < heights.count, bottom < stretch.upperBound {
        let index = rows.upperBound
        bottom += height(of: index, isInStretch: bottom > stretch.lowerBound, in: &heights)
        rows = rows.lowerBound..<index + 1
      }
    }

    /// Drops the rows beyond the stretch that the walk only passed through; one stays at the least.
    mutating func trim(_ heights: HeightIndex) {
      while rows.count > 1 {
        let height = heights.height(at: rows.lowerBound)
        guard top + height <= stretch.lowerBound else { break }
        top += height
        rows = rows.lowerBound + 1..<rows.upperBound
      }
      while rows.count > 1 {
        let height = heights.height(at: rows.upperBound - 1)
        guard bottom - height >= stretch.upperBound else { break }
        bottom -= height
        rows = rows.lowerBound..<rows.upperBound - 1
      }
    }
  }
}
