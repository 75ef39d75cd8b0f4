import Foundation
import Testing

@testable import ScrollCore

@Suite("Velocity, decay, spring and rubber band")
struct MotionTests {
  @Test("The velocity is that of the last 150 ms")
  func velocity() {
    var tracker = VelocityTracker()
    // Slow at first, then 1,000 points a second.
    for step in 0..<20 { tracker.add(Double(step), at: Double(step) * 0.01) }
    for step in 0..<20 { tracker.add(19 + Double(step) * 10, at: 0.2 + Double(step) * 0.01) }
    #expect(abs(tracker.velocity(at: 0.39) - 1_000) < 1)
    #expect(tracker.velocity(at: 1) == 0, "it has rested")
    tracker.reset()
    #expect(tracker.velocity(at: 1) == 0)
  }

  @Test("A pointer that pauses before it is let go flings less, then not at all")
  func pause() {
    var tracker = VelocityTracker()
    for step in 0...10 { tracker.add(Double(step) * 10, at: Double(step) * 0.01) }
    #expect(tracker.velocity(at: 0.1) > tracker.velocity(at: 0.15))
    #expect(tracker.velocity(at: 0.15) > 0)
    #expect(tracker.velocity(at: 0.3) == 0)
  }

  @Test(
    "A pointer that has rested and is flicked at once has a velocity",
    arguments: [[0, -100, -210], [-210.0]])
  func flickAfterARest(places: [Double]) {
    var tracker = VelocityTracker()
    tracker.add(60, at: 0)
    tracker.add(90, at: 0.01)
    // All places at one time, when the display server was blocked; or a single place, when the window was.
    for place in places { tracker.add(place, at: 5) }
    #expect(abs(tracker.velocity(at: 5) + 2_000) < 1e-6)
    for delay in [0.001, 0.019, 0.02, 0.1] { #expect(tracker.velocity(at: 5 + delay) <= -2_000 + 1e-6) }
    #expect(tracker.velocity(at: 5.16) == 0)
  }

  @Test("One sample, or several at one time, have no velocity")
  func degenerate() {
    var tracker = VelocityTracker()
    #expect(tracker.velocity(at: 0) == 0)
    tracker.add(5, at: 1)
    tracker.add(50, at: 1)
    #expect(tracker.velocity(at: 1) == 0)
  }

  @Test("A decay goes velocity / friction, and every frame rate sees the same way")
  func decay() {
    let decay = Decay(velocity: -1_200)
    #expect(decay.end == -300)
    #expect(abs(decay.offset(at: 10) + 300) < 1e-6)
    #expect(abs(decay.velocity(at: 0.25) + 1_200 * exp(-1)) < 1e-9)
    #expect(!decay.isAtRest(at: 1) && decay.isAtRest(at: 2))
    let steps = stride(from: 0.0, to: 2, by: 1.0 / 60).map { decay.offset(at: $0) }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test("The spring goes to rest without swinging over")
  func spring() {
    let spring = Spring(offset: 100)
    let places = stride(from: 0.0, through: 1, by: 0.01).map { spring.offset(at: $0) }
    #expect(places[0] == 100)
    #expect(places.allSatisfy { $0 >= 0 })
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(spring.offset(at: 0.34) < 1)
    #expect(spring.isAtRest(at: 0.6) && !spring.isAtRest(at: 0.1))
  }

  @Test("An overshoot of 2,000 points a second goes 37 points beyond")
  func impact() {
    let spring = Spring(offset: 0, velocity: 2_000)
    let farthest = stride(from: 0.0, through: 1, by: 0.001).map { spring.offset(at: $0) }.max()!
    #expect(abs(farthest - 36.8) < 0.1)
    #expect(!spring.isAtRest(at: 0), "it has no way yet, but velocity")
  }

  @Test(
    "An ease goes from 0 to 1 in its duration, at its velocity", arguments: [Ease.Shape.linear, .outCubic])
  func ease(_ shape: Ease.Shape) {
    let ease = Ease(duration: 0.5, shape: shape)
    #expect(ease.offset(at: 0) == 0 && ease.offset(at: 0.5) == 1 && ease.offset(at: 9) == 1)
    for time in [0.1, 0.25, 0.4] {
      let slope = (ease.offset(at: time + 1e-6) - ease.offset(at: time - 1e-6)) / 2e-6
      #expect(abs(ease.velocity(at: time) - slope) < 1e-4)
    }
    #expect(ease.velocity(at: 0.5) == 0 && ease.isAtRest(at: 0.5) && !ease.isAtRest(at: 0.49))
  }

  @Test("An edge stretches point for point at first, ever less, and never beyond 64 points")
  func edgeStretch() {
    let offsets = stride(from: 0.0, through: 2_000, by: 10).map(EdgeStretch.offset)
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 <= 10 })
    #expect(EdgeStretch.offset(1) > 0.99)
    #expect(EdgeStretch.offset(5_000) <= EdgeStretch.limit)
    #expect(EdgeStretch.offset(-30) == -EdgeStretch.offset(30))
    for travel in [-120.0, -8, 0, 3, 90] {
      #expect(abs(EdgeStretch.travel(EdgeStretch.offset(travel)) - travel) < 1e-6)
    }
  }

  @Test("The rubber band gives way by 0.55 at first, never beyond its dimension, and back again")
  func rubberBand() {
    let band = RubberBand(dimension: 600)
    #expect(band.offset(0) == 0)
    #expect(abs(band.offset(1) - 0.55) < 0.01)
    #expect(band.offset(1e9) < 600)
    #expect(band.offset(-80) == -band.offset(80))
    for travel in [-500.0, -3, 0, 1, 40, 90, 1_000] {
      #expect(abs(band.travel(band.offset(travel)) - travel) < 1e-6 * max(1, abs(travel)))
    }
    #expect(RubberBand(dimension: 0).offset(50) == 0 && RubberBand(dimension: 0).travel(50) == 0)
  }
}
