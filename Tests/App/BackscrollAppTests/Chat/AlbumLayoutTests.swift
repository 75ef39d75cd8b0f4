import Gtk
import Testing

@testable import BackscrollApp
@testable import MessageRow

@Suite("The cells of an album")
struct AlbumLayoutTests {
  private static let widths = [248.0, 273, 301.5, 360]

  @Test("Two to ten pictures have the rows of the design", arguments: 2...10)
  func rows(count: Int) {
    let expected: [Int: [Int]] = [
      2: [2], 3: [2, 1], 4: [2, 2], 5: [2, 3], 6: [3, 3], 7: [2, 3, 2], 8: [3, 2, 3], 9: [3, 3, 3],
      10: [3, 4, 3],
    ]
    let cells = AlbumLayout.cells(count, width: 360)
    #expect(cells.count == count)
    let tops = Dictionary(grouping: cells, by: \.y).sorted { $0.key < $1.key }.map(\.value.count)
    #expect(tops == expected[count])
  }

  @Test("Cells fill the width, two points apart, and cover nothing twice", arguments: 2...10)
  func cells(count: Int) {
    for width in Self.widths {
      let cells = AlbumLayout.cells(count, width: width)
      #expect(cells.allSatisfy { $0.width > 0 && $0.height > 0 })
      #expect(cells.map(\.x).min() == 0)
      #expect(abs((cells.map(\.maxX).max() ?? 0) - width) <= 0.5)
      for (index, cell) in cells.enumerated() {
        for other in cells[(index + 1)...] {
          let apart = max(other.x - cell.maxX, cell.x - other.maxX, other.y - cell.maxY, cell.y - other.maxY)
          #expect(apart >= AlbumLayout.gap)
        }
        // The next cell of the row begins where this one ends.
        let next = cells.filter { $0.y == cell.y && $0.x > cell.x }.map(\.x).min()
        if let next { #expect(next - cell.maxX == AlbumLayout.gap) }
      }
    }
  }

  @Test("Heights are shares of the width")
  func heights() {
    func heights(_ count: Int) -> [Double] {
      Dictionary(grouping: AlbumLayout.cells(count, width: 300), by: \.y).sorted { $0.key < $1.key }.map {
        $0.value[0].height
      }
    }
    #expect(heights(2) == [135])
    #expect(AlbumLayout.cells(3, width: 300).map(\.maxY).max() == 192)
    #expect(heights(4) == [105, 105])
    #expect(heights(5) == [108, 87])
    #expect(heights(7) == [108, 87, 87])
    #expect(heights(10) == [87, 75, 87])
  }
}
