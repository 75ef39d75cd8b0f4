import Testing

@testable import ScrollCore

@Suite("Where a release comes to rest")
struct SnapPointsTests {
  private let ring = SnapPoints(Wraparound(count: 10, wraps: true))
  private let row = SnapPoints(Wraparound(count: 10, wraps: false))

  // D4: the article's second version could stop between two cards.
  @Test("Slowly: at the nearest page")
  func slowly() {
    #expect(row.target(from: 3.49, velocity: 0) == 3)
    #expect(row.target(from: 3.51, velocity: 0) == 4)
    #expect(row.target(from: 3.2, velocity: 0.29) == 3)
  }

  @Test("A flick goes on to the next page, however little it has moved")
  func flick() {
    #expect(row.target(from: 3.05, velocity: 0.3) == 4)
    #expect(row.target(from: 3.95, velocity: -0.3) == 3)
    #expect(row.target(from: 2.95, velocity: 0.5) == 3, "back over the page it came from")
    #expect(row.target(from: 3.05, velocity: 40) == 4, "one page, however fast")
  }

  // Case 22: a touchpad's inertia.
  @Test("Fingers on a touchpad have to be twice as fast")
  func touchpad() {
    #expect(row.target(from: 3.1, velocity: 0.5, device: .touchpad) == 3)
    #expect(row.target(from: 3.1, velocity: 0.7, device: .touchpad) == 4)
  }

  // Half of quick swipes were cancelled in libadwaita once.
  @Test("A flick that catches the pages on their way goes one farther than they were going")
  func caught() {
    #expect(row.target(from: 3.1, caught: (3, 4), velocity: 1) == 5)
    #expect(row.target(from: 4.9, caught: (5, 4), velocity: -1) == 3)
    #expect(row.target(from: 3.4, caught: (3.6, 4), velocity: -1) == 3, "back, from a way forward")
    #expect(row.target(from: 3.6, caught: (3.5, 4), velocity: 0) == 4)
    #expect(
      row.target(from: 1.3, caught: (3.1, 4), velocity: 1) == 2, "dragged far back, then a flick forward")
    #expect(row.target(from: 0.85, caught: (0.7, 5), velocity: 1) == 6, "quick ones add up")
  }

  @Test("Long swipes go as far as they were thrown")
  func long() {
    var long = row
    long.allowsLongSwipes = true
    #expect(long.target(from: 1, velocity: 3) == 3)
    #expect(long.target(from: 1, velocity: 5) == 7)
    #expect(long.target(from: 1, velocity: 100) == 9)
    #expect(long.target(from: 1, velocity: 0.4) == 2)
    #expect(long.target(from: 8, velocity: -5) == 2)
    #expect(long.target(from: 1, velocity: .infinity) == 9)
  }

  // At 2 points per millisecond the way leapt from 1.0 to 1.4 pages.
  @Test(
    "The way of a flick grows with its velocity, without a leap",
    arguments: [SwipeTracker.Device.mouse, .touchpad])
  func continuous(device: SwipeTracker.Device) {
    let step = 0.001
    let ways = (0...6_000).map { SnapPoints.projection(Double($0) * step, device) }
    let slopes = zip(ways, ways.dropFirst()).map { ($1 - $0) / step }
    #expect(slopes.allSatisfy { $0 > 0 }, "faster goes farther")
    #expect(
      zip(slopes, slopes.dropFirst()).allSatisfy { abs($1 - $0) < 0.002 }, "the slope does not leap either")
    #expect(SnapPoints.projection(-3, device) == -SnapPoints.projection(3, device))
  }

  @Test("A row has ends, a ring has none, and nothing has nowhere to go")
  func ends() {
    #expect(row.target(from: 9.3, velocity: 2) == 9)
    #expect(row.target(from: -0.3, velocity: -2) == 0)
    #expect(ring.target(from: 9.3, velocity: 2) == 10)
    #expect(ring.target(from: -0.3, velocity: -2) == -1)
    #expect(SnapPoints(Wraparound(count: 0, wraps: true)).target(from: 0, velocity: 5) == 0)
  }
}
