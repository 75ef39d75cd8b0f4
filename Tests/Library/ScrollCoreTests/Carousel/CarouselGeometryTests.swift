import Testing

@testable import ScrollCore

@Suite("Where the pages of a carousel stand")
struct CarouselGeometryTests {
  private let snap = CarouselGeometry(.snap, width: 900, height: 620)
  private let paged = CarouselGeometry(.paged, width: 900, height: 620)
  private let drag = CarouselGeometry(.drag, width: 900, height: 620)

  private func edges(_ geometry: CarouselGeometry, _ slot: Int, _ position: Double) -> (
    left: Double, right: Double
  ) {
    let place = geometry.place(ofSlot: slot, at: position)
    let half = geometry.pageWidth * place.scale / 2
    return (place.center - half, place.center + half)
  }

  // D3, D5, D1.
  @Test("At rest the page in the middle is whole and the others as the style has them")
  func rest() {
    #expect(snap.place(ofSlot: 3, at: 3) == .init(center: 450, scale: 1))
    #expect(snap.place(ofSlot: 4, at: 3).scale == 0.9)
    #expect((snap.pageWidth, snap.pageHeight) == (300, 400))
    #expect((paged.pageWidth, paged.pageHeight) == (720, 504))
    #expect(edges(drag, 0, 0).left == 15)
    #expect(edges(drag, 0, 0).right == 800, "the next one peeks in by 85")
    #expect(edges(drag, 1, 0).left == 815)
  }

  @Test("Columns fill the width, at whole points", arguments: 700...1_200)
  func columns(width: Int) {
    let style = CarouselStyle(width: .columns(5, inset: 18), height: .allBut(16), spacing: 8, sideScale: 1)
    let geometry = CarouselGeometry(style, width: Double(width), height: 400)
    let edges = (0..<5).map { self.edges(geometry, $0, 2) }
    #expect(edges.allSatisfy { $0.left == $0.left.rounded() })
    #expect(edges[0].left >= 18 && edges[0].left < 18 + 7)
    #expect(edges[4].right == Double(width) - edges[0].left)
    #expect(geometry.pageHeight == 384)
  }

  @Test("The gap stays what it is at every position")
  func gaps() {
    for geometry in [snap, paged, drag] {
      for step in -30...30 {
        let position = 5 + Double(step) * 0.1
        for slot in 0..<10 {
          let gap = edges(geometry, slot + 1, position).left - edges(geometry, slot, position).right
          #expect(abs(gap - geometry.style.spacing) < 1e-9)
        }
      }
    }
  }

  @Test("The middle pair moves by one step a page, 1:1 under the hand")
  func steps() {
    for geometry in [snap, paged, drag] {
      for step in 0..<100 {
        let position = Double(step) * 0.01
        #expect(
          abs(geometry.place(ofSlot: 0, at: position).center - (geometry.origin - position * geometry.step))
            < 1e-9)
      }
      #expect(abs(geometry.place(ofSlot: 1, at: 1).center - geometry.origin) < 1e-9)
    }
  }

  @Test("Places are continuous where one pair hands over to the next")
  func continuous() {
    for geometry in [snap, paged, drag] {
      for slot in -3...3 {
        let before = geometry.place(ofSlot: slot, at: 1 - 1e-9)
        let after = geometry.place(ofSlot: slot, at: 1)
        #expect(abs(before.center - after.center) < 1e-5 && abs(before.scale - after.scale) < 1e-5)
      }
    }
  }

  @Test("What is within reach is all that shows")
  func reach() {
    for geometry in [snap, paged, drag, CarouselGeometry(.snap, width: 3_840, height: 2_000)] {
      for step in 0..<10 {
        let position = Double(step) * 0.1
        let shown = (-40...40).filter { geometry.shows(geometry.place(ofSlot: $0, at: position)) }
        let near = Wraparound(count: 3, wraps: true).pages(
          around: position, before: geometry.reach.before, after: geometry.reach.after)
        #expect(Set(near.map(\.slot)).isSuperset(of: shown))
      }
    }
  }

  @Test("A small window makes cards smaller in proportion, never nothing")
  func small() {
    let tight = CarouselGeometry(.snap, width: 260, height: 300)
    #expect(tight.pageHeight <= 300 && tight.pageWidth <= 260)
    #expect(abs(tight.pageWidth / tight.pageHeight - 0.75) < 0.01)
    for style in [CarouselStyle.snap, .paged, .drag] {
      let none = CarouselGeometry(style, width: 0, height: 0)
      #expect(none.pageWidth >= 1 && none.pageHeight >= 1 && none.step >= 1)
    }
  }

  // Case 19: the hit area follows the scale.
  @Test("A point is on a page as it is seen")
  func hits() {
    let side = snap.place(ofSlot: 1, at: 0)
    let half = 300 * 0.9 / 2
    #expect(snap.contains(side.center + half - 1, 310, place: side))
    #expect(!snap.contains(side.center + half + 1, 310, place: side))
    #expect(!snap.contains(side.center, 310 + 181, place: side))
    #expect(snap.contains(side.center, 310 + 179, place: side))
  }
}

@Suite("Where the pages of a vertical carousel stand")
struct VerticalCarouselGeometryTests {
  @Test("A column is a row turned by 90 degrees, for every style whose extents are turned too")
  func turned() {
    let styles: [(row: CarouselStyle, column: CarouselStyle)] = [
      (.init(width: .fraction(0.8), height: .allBut(0)), .init(width: .allBut(0), height: .fraction(0.8))),
      (.init(width: .fixed(300), height: .fixed(400)), .init(width: .fixed(400), height: .fixed(300))),
      (
        .init(
          width: .allBut(115), height: .fraction(0.5), spacing: 15, sideScale: 1, alignment: .start(inset: 15)
        ),
        .init(
          width: .fraction(0.5), height: .allBut(115), spacing: 15, sideScale: 1, alignment: .start(inset: 15)
        )
      ),
      (
        .init(width: .columns(5, inset: 18), height: .allBut(16), spacing: 8, sideScale: 1),
        .init(width: .allBut(16), height: .columns(5, inset: 18), spacing: 8, sideScale: 1)
      ),
    ]
    for (row, column) in styles {
      for (width, height) in [(900.0, 620.0), (200, 200), (0, 0)] {
        let one = CarouselGeometry(row, width: width, height: height, margin: 10)
        let other = CarouselGeometry(column, width: height, height: width, margin: 10, axis: .vertical)
        #expect((one.pageWidth, one.pageHeight) == (other.pageHeight, other.pageWidth))
        #expect((one.step, one.origin, one.extent) == (other.step, other.origin, other.extent))
        #expect(one.reach == other.reach)
        for slot in -3...3 {
          let place = one.place(ofSlot: slot, at: 0.3)
          #expect(place == other.place(ofSlot: slot, at: 0.3))
          #expect(one.shows(place) == other.shows(place))
          for (x, y) in [(10.0, 300.0), (450, 310), (820, 40)] {
            #expect(one.contains(x, y, place: place) == other.contains(y, x, place: place))
          }
        }
      }
    }
  }

  @Test("A stacked page leaves room for its neighbours, and for shadows at both sides")
  func stacked() {
    let geometry = CarouselGeometry(.stacked, width: 400, height: 700, margin: 30, axis: .vertical)
    #expect((geometry.pageWidth, geometry.pageHeight) == (340, 560))
    #expect(geometry.place(ofSlot: 3, at: 3) == .init(center: 350, scale: 1))
    #expect(
      geometry.shows(geometry.place(ofSlot: 4, at: 3)) && geometry.shows(geometry.place(ofSlot: 2, at: 3)))
  }

  @Test("A page is never taller than the column")
  func aspect() {
    let geometry = CarouselGeometry(.paged, width: 2_000, height: 600, axis: .vertical)
    #expect(geometry.pageHeight == 600)
  }
}
