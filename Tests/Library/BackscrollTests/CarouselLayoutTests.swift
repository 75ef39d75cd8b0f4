import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// The phase of a frame in which a carousel binds its pages.
final class CarouselLayoutTests: XCTestCase {
  // GTK would leave the size request of a page that is bound in the middle of an allocation pending on its ancestors.
  func testNoPageIsBoundDuringAnAllocation() {
    onMainThread {
      let carousel = Carousel<Card, CardPage>((0..<10).map(Card.init), makePage: CardPage.init)
      carousel.style = .snap
      let frame = AllocatingFrame(carousel)
      var boundInside: [Int] = []
      var bound: Set<Int> = []
      carousel.bind = { [unowned frame] page, card in
        page.card = card
        bound.insert(card.id)
        if frame.isAllocating { boundInside.append(card.id) }
      }
      let window = Window()
      window.child = frame
      window.setDefaultSize(width: 300, height: 300)
      window.present()
      pump("the window") { carousel.isMapped && carousel.width == 300 && frame.frameClock != nil }
      var blank: [Int] = []
      frame.frameClock!.afterPaint.connect {
        for (entry, place) in carousel.shown where carousel.geometry.shows(place) {
          let page = carousel.page(for: Card(id: entry.index).id)
          if page?.isMapped != true || page?.width == 0 { blank.append(entry.index) }
        }
      }
      bound = []
      window.setDefaultSize(width: 1_200, height: 500)
      pump("pages that come into view") { carousel.width == 1_200 && bound.count > 1 }
      pump("a frame") { carousel.page(for: 2)?.isMapped == true && carousel.page(for: 2)!.width > 0 }
      XCTAssertEqual(boundInside, [])
      XCTAssertEqual(blank, [], "all pages in view are there in the first frame")
      window.destroy()
      drain()
    }
  }
}

/// A parent that knows when it allocates its child.
private final class AllocatingFrame: CustomWidget {
  private(set) var isAllocating = false
  private let child: Widget

  init(_ child: Widget) {
    self.child = child
    super.init()
    child.setParent(self)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure { child.measured(orientation) }

  override func allocate(width: Int, height: Int) {
    isAllocating = true
    defer { isAllocating = false }
    child.place(leading: 0, top: 0, width: width, height: height)
  }

  override func dispose() {
    child.unparent()
    super.dispose()
  }
}
