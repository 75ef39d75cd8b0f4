import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Showcase

/// The Carousel tab in a separate window, without animations: requested changes happen at once.
@MainActor
final class CarouselTabBench {
  let gate = LoadGate(isOpen: false)
  let tab: CarouselTab
  let window = Window()

  private init(width: Int, height: Int) {
    let gate = gate
    tab = CarouselTab(latency: Latency(sleep: { _ in try await gate.pass() }))
    window.setDefaultSize(width: width, height: height)
    window.decorated = false
    window.child = tab
  }

  static func run(width: Int = 900, height: Int = 640, _ body: (CarouselTabBench) -> Void) {
    let settings = DesktopSettings.current
    let animated = settings?.enableAnimations ?? true
    settings?.enableAnimations = false
    defer { settings?.enableAnimations = animated }
    let bench = CarouselTabBench(width: width, height: height)
    bench.window.present()
    pump("the tab") { bench.tab.isMapped && bench.tab.width > 0 }
    bench.frame()
    body(bench)
    bench.gate.open()
    bench.window.destroy()
    drain()
  }

  /// Waits until a frame has been painted.
  func frame() {
    var painted = false
    let handle = window.frameClock?.afterPaint.connect(weak: self) { _ in painted = true }
    pump("a frame") {
      tab.queueDraw()
      return painted
    }
    handle?.disconnect()
    drain()
  }

  /// The film in the middle.
  var current: Film? { tab.carousel.selectedIndex.map { tab.shelf.films[$0] } }
}
