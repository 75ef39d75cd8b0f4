import ScrollCore
import Testing

@Suite("What a layout holds")
struct HoldTests {
  private let above = PlacedRow(index: 9, top: -90, bottom: -50)
  /// A row that crosses the top edge.
  private let crossing = PlacedRow(index: 10, top: -50, bottom: 10)
  private let first = PlacedRow(index: 11, top: 10, bottom: 60)
  private let second = PlacedRow(index: 12, top: 60, bottom: 200)

  private func choose(
    _ rows: [PlacedRow], preferred: Int? = nil, previous: Int? = nil, isAtEnd: Bool = false
  ) -> Hold {
    Hold.choose(in: rows, outOfView: above, preferred: preferred, previous: previous, isAtEnd: isAtEnd)
  }

  @Test("The first row that begins in view is held, not the one that crosses the top edge")
  func firstInView() {
    #expect(choose([crossing, first, second]) == .firstInView(first))
  }

  @Test("A row half a point above the top edge begins in view, since a fling stops at fractions")
  func grace() {
    let row = PlacedRow(index: 10, top: -0.5, bottom: 10)
    #expect(choose([row, first]) == .firstInView(row))
    let higher = PlacedRow(index: 10, top: -0.6, bottom: 10)
    #expect(choose([higher, first]) == .firstInView(first))
  }

  @Test("A row that fills the view is held though it crosses the top edge")
  func crossingOnly() {
    #expect(choose([crossing]) == .crossing(crossing))
  }

  @Test("The row held before is held again while the reader does not move")
  func previous() {
    #expect(choose([crossing, first, second], previous: 12) == .previous(second))
    #expect(choose([crossing, first, second], previous: 10) == .previous(crossing))
  }

  @Test("A row held before that has left the view is not held")
  func previousOutOfView() {
    #expect(choose([crossing, first], previous: 12) == .firstInView(first))
  }

  @Test("The preferred row is held while it is in view, whatever was held before")
  func preferred() {
    #expect(choose([crossing, first, second], preferred: 12, previous: 10) == .preferred(second))
    #expect(choose([crossing, first, second], preferred: 10, previous: 12) == .preferred(crossing))
    #expect(choose([crossing, first, second], preferred: 40, previous: 12) == .previous(second))
  }

  @Test("At the end the end is held, with a row for the time after it")
  func end() {
    let hold = choose([crossing, first, second], isAtEnd: true)
    #expect(hold == .end(first))
    #expect(hold.isEnd && hold.row == first)
    #expect(choose([crossing, first], preferred: 10, isAtEnd: true) == .end(crossing))
  }

  @Test("Without a row in view some row is held")
  func nothingInView() {
    #expect(choose([]) == .outOfView(above))
    #expect(choose([], preferred: 10, previous: 11) == .outOfView(above))
  }
}
