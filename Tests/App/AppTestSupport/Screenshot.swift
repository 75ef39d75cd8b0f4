import Foundation

/// A screenshot.
struct Screenshot {
  let data: Data
  let width: Int
  let height: Int
  private let stride: Int
  private let start: Int
  /// Bytes a pixel: 3 or 4 at the same depth, as chosen by the server.
  private let pixelSize: Int

  /// Four bytes for each pixel, row by row.
  init(pixels: Data, width: Int, height: Int) {
    (data, self.width, self.height) = (pixels, width, height)
    (pixelSize, stride, start) = (4, 4 * width, 0)
  }

  /// The X window dump format: a header of big-endian words, a colour map, rows of pixels.
  init(xwd data: Data) throws {
    func word(_ index: Int) -> Int { data[(4 * index)..<(4 * index + 4)].reduce(0) { $0 << 8 | Int($1) } }
    guard data.count > 100, word(1) == 7 else { throw TestFault("This is no picture of the screen") }
    self.data = data
    width = word(4)
    height = word(5)
    pixelSize = word(11) / 8
    stride = word(12)
    start = word(0) + word(19) * 12
  }

  /// A part of the screenshot as a separate one. Needs four bytes for each pixel.
  func cropped(to rectangle: Rectangle) -> Screenshot {
    Screenshot(
      pixels: pixels(in: rectangle).reduce(into: Data()) { $0 += $1 }, width: rectangle.x.count,
      height: rectangle.y.count)
  }

  /// The bounds of the whole screenshot.
  var bounds: Rectangle { Rectangle(x: 0..<width, y: 0..<height) }

  /// The bytes of a rectangle, row by row.
  func pixels(x: Range<Int>, y: Range<Int>) -> [Data] {
    y.map {
      let row = start + $0 * stride
      return data[(row + pixelSize * x.lowerBound)..<(row + pixelSize * x.upperBound)]
    }
  }
}
