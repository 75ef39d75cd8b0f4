import Foundation
import Gtk
import Testing

@testable import BackscrollApp

@Suite("Symbols from path data")
struct SymbolPathTests {
  @Test("Numbers end wherever the next can begin")
  func numbers() {
    var scanner = PathScanner("1-2.5.5,-.25 7")
    var found: [Double] = []
    while let number = scanner.number() { found.append(number) }
    #expect(found == [1, -2.5, 0.5, -0.25, 7])
    let isAtEnd = scanner.isAtEnd
    #expect(isAtEnd)
  }

  @Test("Relative steps, horizontal and vertical ones, and repeated numbers are followed")
  func lines() throws {
    let path = try #require(SymbolPath(data: "m1 1 2 3h4v-2H0z"))
    let points = [(3.0, 4.0), (7, 4), (7, 2), (0, 2)].map { SymbolPath.Step.line(Point(x: $0.0, y: $0.1)) }
    #expect(path.steps == [.move(Point(x: 1, y: 1))] + points + [.close])
  }

  @Test("A smooth curve reflects the control point before it")
  func smooth() throws {
    let path = try #require(SymbolPath(data: "M0 0C0 1 1 2 2 2s2-1 2-2"))
    #expect(path.steps.last == .curve(Point(x: 3, y: 2), Point(x: 4, y: 1), Point(x: 4, y: 0)))
  }

  @Test(
    "Arcs keep to their circle, whichever way round",
    arguments: [(false, false), (false, true), (true, false), (true, true)])
  func arcs(isLarge: Bool, isClockwise: Bool) {
    let (from, to) = (Point(x: 3.5, y: 2), Point(x: 1, y: 4.5))
    let arc = CircleArc(from: from, to: to, radius: 2.5, isLarge: isLarge, isClockwise: isClockwise)
    // The short way anticlockwise turns round (3.5, 4.5), the short way clockwise round (1, 2).
    let centre = isLarge == isClockwise ? Point(x: 3.5, y: 4.5) : Point(x: 1, y: 2)
    #expect(arc.curves.count == (isLarge ? 3 : 1))
    var start = from
    for (a, b, end) in arc.curves {
      // A Bézier curve's middle.
      let x = (start.x + 3 * a.x + 3 * b.x + end.x) / 8
      let y = (start.y + 3 * a.y + 3 * b.y + end.y) / 8
      #expect(abs(hypot(x - centre.x, y - centre.y) - 2.5) < 0.001)
      start = end
    }
    #expect(start == to)
  }

  @Test("What is no path data is refused", arguments: ["1 2", "M1", "M1 2Q3 4 5 6", "MM"])
  func nonsense(data: String) {
    #expect(SymbolPath(data: data) == nil)
  }

  @Test("The app's symbols can be read and stay on their grid")
  func symbols() {
    for symbol in [Symbol.send, .chat, .lab, .emoji] {
      #expect(symbol.path.steps.count > 4)
      for case .line(let point) in symbol.path.steps {
        #expect((0...Symbol.grid).contains(point.x) && (0...Symbol.grid).contains(point.y))
      }
    }
  }
}
