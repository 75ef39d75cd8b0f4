import Testing

@testable import ScrollCore

@Suite("Where a release comes to rest")
struct SnapPointsTests {
  private let ring = SnapPoints(Wraparound(count: 10, wraps: true))
  private let row = SnapPoints(Wraparound(count: 10, wraps: false))

  // D4: the second version in the article could stop between two cards.
  @Test("Slowly: at the nearest page")
  func slowly() {
    #expect(row.target(from: 3.49, velocity: 0) == 3)
    #expect(row.target(from: 3.51, velocity: 0) == 4)
    #expect(row.target(from: 3.2, velocity: 290) == 3)
  }

  @Test("A flick goes on to the next page, however little it has moved")
  func flick() {
    #expect(row.target(from: 3.05, velocity: 300) == 4)
    #expect(row.target(from: 3.95, velocity: -300) == 3)
    #expect(row.target(from: 2.95, velocity: 500) == 3, "back over the page it came from")
    #expect(row.target(from: 3.05, velocity: 40_000) == 4, "one page, however fast")
  }

  // Case 22: a touchpad's inertia.
  @Test("Fingers on a touchpad have to be twice as fast")
  func touchpad() {
    #expect(row.target(from: 3.1, velocity: 500, device: .touchpad) == 3)
    #expect(row.target(from: 3.1, velocity: 700, device: .touchpad) == 4)
  }

  // Half of quick swipes were cancelled in libadwaita once.
  @Test("A flick that catches the pages on their way goes one farther than they were going")
  func caught() {
    #expect(row.target(from: 3.1, caught: (3, 4), velocity: 1_000) == 5)
    #expect(row.target(from: 4.9, caught: (5, 4), velocity: -1_000) == 3)
    #expect(row.target(from: 3.4, caught: (3.6, 4), velocity: -1_000) == 3, "back, from a way forward")
    #expect(row.target(from: 3.6, caught: (3.5, 4), velocity: 0) == 4)
    #expect(
      row.target(from: 1.3, caught: (3.1, 4), velocity: 1_000) == 2, "dragged far back, then a flick forward")
    #expect(row.target(from: 0.85, caught: (0.7, 5), velocity: 1_000) == 6, "quick ones add up")
  }

  @Test("Long swipes go as far as they were thrown")
  func long() {
    var long = row
    long.allowsLongSwipes = true
    #expect(long.target(from: 1, velocity: 3_000) == 3)
    #expect(long.target(from: 1, velocity: 5_000) == 7)
    #expect(long.target(from: 1, velocity: 100_000) == 9)
    #expect(long.target(from: 1, velocity: 400) == 2)
    #expect(long.target(from: 8, velocity: -5_000) == 2)
    #expect(long.target(from: 1, velocity: .infinity) == 9)
  }

  // At 2,000 points per second the distance leapt from 1.0 to 1.4 pages.
  @Test(
    "The distance of a flick grows with its velocity, without a leap",
    arguments: [SwipeTracker.Device.mouse, .touchpad])
  func continuous(device: SwipeTracker.Device) {
    let distances = (0...6_000).map { SnapPoints.projection(Double($0), device) }
    let slopes = zip(distances, distances.dropFirst()).map { $1 - $0 }
    #expect(slopes.allSatisfy { $0 > 0 }, "faster goes farther")
    #expect(
      zip(slopes, slopes.dropFirst()).allSatisfy { abs($1 - $0) < 2e-6 }, "the slope does not leap either")
    #expect(SnapPoints.projection(-3_000, device) == -SnapPoints.projection(3_000, device))
  }

  @Test("A row has ends, a ring has none, and nothing has nowhere to go")
  func ends() {
    #expect(row.target(from: 9.3, velocity: 2_000) == 9)
    #expect(row.target(from: -0.3, velocity: -2_000) == 0)
    #expect(ring.target(from: 9.3, velocity: 2_000) == 10)
    #expect(ring.target(from: -0.3, velocity: -2_000) == -1)
    #expect(SnapPoints(Wraparound(count: 0, wraps: true)).target(from: 0, velocity: 5_000) == 0)
  }
}
