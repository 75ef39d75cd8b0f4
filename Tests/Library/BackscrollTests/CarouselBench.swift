import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// A card of the test's: its number, and whether it was drawn.
struct Card: Identifiable, Equatable {
  let id: Int
}

/// A page that needs no font and records its calls.
final class CardPage: CustomWidget, CarouselPage {
  var card = Card(id: -1)
  var offset = Double.nan

  func didMove(toOffset offset: Double) { self.offset = offset }

  override func snapshot(_ snapshot: Snapshot) {
    let shade = Double(card.id & 7) / 10 + 0.2
    snapshot.fill(
      Rect(x: 0, y: 0, width: Double(width), height: Double(height)),
      Color(red: shade, green: 0.5, blue: 1 - shade))
  }
}

/// A carousel in a window, its callbacks, and the places of its pages in each painted frame.
@MainActor
final class CarouselBench {
  let carousel: Carousel<Card, CardPage>
  let window = Window()
  private(set) var made = 0
  var selects: [Int] = []
  var reasons: [CarouselTrack.Reason] = []
  var settles: [Int] = []
  var activations: [Int] = []
  var positions: [Double] = []
  /// The middle of each item's widget along the carousel's orientation, by painted frame.
  private(set) var frames: [[Int: Double]] = []

  init(
    _ count: Int, wraps: Bool = false, style: CarouselStyle = .paged, orientation: Orientation = .horizontal,
    width: Int = 600, height: Int = 400
  ) {
    final class Counter { var count = 0 }
    let counter = Counter()
    carousel = Carousel(
      makePage: {
        counter.count += 1
        return CardPage()
      }, bind: { page, card in page.card = card })
    countMade = { counter.count }
    carousel.style = style
    carousel.wraps = wraps
    carousel.orientation = orientation
    carousel.items = (0..<count).map(Card.init)
    carousel.didSelect.connect { [weak self] in
      self?.selects.append($0)
      self?.reasons.append($1)
    }
    carousel.didSettle.connect(weak: self) { $0.settles.append($1) }
    carousel.didActivate.connect(weak: self) { $0.activations.append($1.id) }
    carousel.didMove.connect(weak: self) { $0.positions.append($1) }
    window.decorated = false
    window.setDefaultSize(width: width, height: height)
    window.child = carousel
  }

  /// Runs `body` with a carousel of `count` pages in an open window.
  static func open(
    _ count: Int, wraps: Bool = false, style: CarouselStyle = .paged, orientation: Orientation = .horizontal,
    body: (CarouselBench) -> Void
  ) {
    let bench = CarouselBench(count, wraps: wraps, style: style, orientation: orientation)
    bench.open()
    body(bench)
    bench.close()
  }

  private let countMade: () -> Int
  var pagesMade: Int { countMade() }

  func open() {
    window.present()
    pump("a first frame") { self.window.frameClock != nil && self.carousel.isMapped }
    window.frameClock!.afterPaint.connect(weak: self) { $0.record() }
    frame(3)
  }

  func close() {
    window.destroy()
    drain()
  }

  private func record() {
    var places: [Int: Double] = [:]
    for card in carousel.items.prefix(64) {
      guard let page = carousel.page(for: card.id), page.isMapped else { continue }
      let middle = Point(x: Double(page.width) / 2, y: Double(page.height) / 2)
      if let point = page.convert(middle, to: carousel) {
        places[card.id] = carousel.orientation == .horizontal ? point.x : point.y
      }
    }
    frames.append(places)
  }

  func frame(_ count: Int = 1) {
    let goal = frames.count + count
    pump("\(count) frames") {
      if self.frames.count < goal { self.carousel.queueDraw() }
      return self.frames.count >= goal
    }
  }

  func settle(file: StaticString = #filePath, line: UInt = #line, eachFrame: () -> Void = {}) {
    pump("rest", file: file, line: line) {
      guard self.carousel.isMoving else { return true }
      self.frame()
      eachFrame()
      return false
    }
    frame()
  }

  /// The middle of the carousel along its orientation.
  var middle: Double {
    Double(carousel.orientation == .horizontal ? carousel.width : carousel.height) / 2
  }

  /// The item whose widget was in the middle when it was last painted.
  var centred: Int? { frames.last?.first { abs($0.value - middle) < 1 }?.key }

  /// Drags by `way` points in steps, a frame each, and releases with a velocity of `speed` points a step of 10 ms.
  func drag(by way: Double, speed: Double = 0) {
    carousel.began()
    let sign = way < 0 ? -1.0 : 1
    var now = 0.0
    var time = 0.0
    while abs(now) < abs(way) {
      now += sign * min(20, abs(way) - abs(now))
      carousel.moved(to: now, at: time)
      time += 0.001
      frame()
    }
    time += 1
    for step in 0..<16 {
      carousel.moved(to: way - sign * speed * Double(15 - step), at: time + Double(step) * 0.01)
    }
    carousel.released(at: time + 0.15)
  }

  /// The way of exactly one page.
  var page: Double { carousel.geometry.step * carousel.style.dragResistance }
}

extension Carousel {
  /// A press with the mouse, beside all children that have drags of their own.
  func began(at time: Double = 0) { swipe.press(at: Point(x: 1, y: 1), time: time) }
  /// Moves the pointer to `way` points to the right of the press, or below it.
  func moved(to way: Double, at time: Double) {
    let offset = orientation == .horizontal ? Point(x: way, y: 0) : Point(x: 0, y: way)
    swipe.move(to: offset, at: time)
  }
  func released(at time: Double) { swipe.release(at: time) }
}
