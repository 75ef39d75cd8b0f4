@testable import AppTestSupport

extension Screenshot {
  /// The widest run of pixel columns in which only the light background of the page is visible.
  ///
  /// Objects on the background must be higher than `rectangle` and nowhere light over their whole height.
  func widestBlank(in rectangle: Rectangle) -> Int {
    // A few rows are enough: no card is as light as the background in all of them.
    let rows = stride(from: rectangle.y.lowerBound, to: rectangle.y.upperBound, by: 24).map {
      [UInt8](pixels(x: rectangle.x, y: $0..<($0 + 1))[0])
    }
    var (run, widest) = (0, 0)
    for x in 0..<rectangle.x.count {
      run = rows.allSatisfy { Self.isGround($0, x, of: rectangle.x.count) } ? run + 1 : 0
      widest = max(widest, run)
    }
    return widest
  }

  private static func isGround(_ row: [UInt8], _ x: Int, of width: Int) -> Bool {
    let size = row.count / width
    let color = row[(x * size)..<(x * size + 3)]
    // A card's shadow is a part of the background as well.
    guard let least = color.min(), let most = color.max() else { return false }
    return least > 0xA0 && most - least < 0x14
  }
}
