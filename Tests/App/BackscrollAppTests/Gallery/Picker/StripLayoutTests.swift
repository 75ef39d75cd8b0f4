import Testing

@testable import BackscrollApp
@testable import Showcase

/// The pages of the sentinel strip, and the place of its window.
struct StripLayoutTests {
  private func options(_ layout: StripLayout) -> [Int] { layout.cells.map(\.option) }

  @Test func fourOptionsAreSixPagesWithASentinelAtEachEnd() {
    let layout = StripLayout(count: 4, position: 1)
    #expect(options(layout) == [4, 1, 2, 3, 4, 1])
    #expect(layout.cells.map(\.isSentinel) == [true, false, false, false, false, true])
    #expect(layout.cells.map(\.page) == [0, 1, 2, 3, 4, 5])
    #expect(layout.cells.map(\.column) == [0, 1, 2, 3, 4, 5])
    #expect(layout.window == 2)
    #expect(layout.page == 2)
    #expect(layout.pages == 6)
  }

  @Test func theWindowSlidesWithThePosition() {
    for count in [2, 4, 6] {
      for position in stride(from: 0, to: Double(count), by: 0.25) {
        #expect(StripLayout(count: count, position: position).window == position + 1)
      }
    }
    #expect(StripLayout(count: 4, position: 3.99).page == 5)
  }

  @Test func twoOptionsStandOnBothSides() {
    #expect(options(StripLayout(count: 2, position: 0)) == [2, 1, 2, 1])
  }

  @Test func oneOptionHasNoSentinelsAndNoneHaveNoPages() {
    let one = StripLayout(count: 1, position: 0)
    #expect(options(one) == [1])
    #expect(one.cells.map(\.isSentinel) == [false])
    #expect(one.window == 0)
    let none = StripLayout(count: 0, position: 0)
    #expect(none.cells.isEmpty)
    #expect(none.window == nil && none.page == nil && none.pages == 0)
  }

  @Test func ofTwelveOptionsTheEndsAndFiveRoundTheWindowAreShown() {
    let atStart = StripLayout(count: 12, position: 0)
    #expect(options(atStart) == [12, 1, 2, 3, 4, 5, 1])
    #expect(atStart.cells.map(\.page) == [0, 1, 2, 3, 4, 5, 13])
    #expect(atStart.cells.map(\.column) == [0, 2, 3, 4, 5, 6, 8])
    #expect(atStart.window == 2)
    #expect(atStart.ellipses == (0, 1))
    let inMiddle = StripLayout(count: 12, position: 5)
    #expect(options(inMiddle) == [12, 4, 5, 6, 7, 8, 1])
    #expect(inMiddle.window == 4)
    #expect(inMiddle.ellipses == (1, 1))
    let atEnd = StripLayout(count: 12, position: 11)
    #expect(options(atEnd) == [12, 8, 9, 10, 11, 12, 1])
    #expect(atEnd.window == 6)
    #expect(atEnd.ellipses == (1, 0))
    #expect(atEnd.pages == 14)
  }

  @Test func ofManyOptionsNothingJumpsAsTheWindowMoves() {
    for count in [7, 8, 12, 40] {
      var before = StripLayout(count: count, position: 0)
      for step in 1..<(count * 50) {
        let layout = StripLayout(count: count, position: Double(step) / 50)
        #expect(abs(layout.window! - before.window!) <= 2.0 / 50 + 1e-9)
        for cell in layout.cells {
          guard let old = before.cells.first(where: { $0.page == cell.page }) else { continue }
          #expect(abs(old.column - cell.column) <= 1.0 / 50 + 1e-9)
        }
        before = layout
      }
      // The window ends over the last sentinel, which has the same content as the first page.
      #expect(abs(before.window! - 8) < 0.1)
    }
  }

  @Test func theWindowStandsOverThePageItIsAt() {
    for count in [2, 3, 6, 7, 12] {
      for index in 0..<count {
        let layout = StripLayout(count: count, position: Double(index))
        let cell = layout.cells.first { $0.column == layout.window }
        #expect(cell?.option == index + 1)
        #expect(cell?.isSentinel == false)
      }
    }
  }
}
