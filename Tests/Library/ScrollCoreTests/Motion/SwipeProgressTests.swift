import Testing

@testable import ScrollCore

@Suite("A swipe between places")
struct SwipeProgressTests {
  @Test("The progress is the way in extents, and stays within its range")
  func follows() {
    var swipe = SwipeProgress(from: 0, extent: 200)
    swipe.move(by: 50)
    #expect(swipe.value == 0.25)
    swipe.move(by: 500)
    #expect(swipe.value == 1)
    // A movement back takes effect at once.
    swipe.move(by: -50)
    #expect(swipe.value == 0.75)
    #expect(swipe.start == 0)
    var both = SwipeProgress(from: 0, extent: 100, within: -1...1)
    both.move(by: -30)
    #expect(both.value == -0.3)
  }

  @Test("A slow release goes to the nearest place", arguments: [(0.4, 0.0), (0.6, 1.0)])
  func slow(value: Double, end: Double) {
    let swipe = SwipeProgress(from: value, extent: 200)
    for velocity in [-299.0, 0, 299] { #expect(swipe.end(velocity: velocity, on: .touch) == end) }
  }

  @Test("A flick goes on to the next place", arguments: [0.0, 0.1, 0.9, 1.0])
  func flick(value: Double) {
    let swipe = SwipeProgress(from: value, extent: 200)
    #expect(swipe.end(velocity: 300, on: .touch) == 1)
    #expect(swipe.end(velocity: -300, on: .touch) == 0)
    let both = SwipeProgress(from: value, extent: 200, within: -1...1)
    #expect(both.end(velocity: -300, on: .touch) == (value == 0 ? -1 : 0))
  }

  @Test("A flick of fingers on a touchpad is faster")
  func touchpad() {
    let swipe = SwipeProgress(from: 0.1, extent: 200)
    #expect(swipe.end(velocity: 599, on: .touchpad) == 0)
    #expect(swipe.end(velocity: 600, on: .touchpad) == 1)
  }

  @Test("The strip is at the edge where lines begin")
  func zone() {
    #expect(EdgeZone.contains(0, width: 360, isRightToLeft: false))
    #expect(EdgeZone.contains(23, width: 360, isRightToLeft: false))
    #expect(!EdgeZone.contains(24, width: 360, isRightToLeft: false))
    #expect(!EdgeZone.contains(359, width: 360, isRightToLeft: false))
    #expect(EdgeZone.contains(340, width: 360, isRightToLeft: true))
    #expect(!EdgeZone.contains(336, width: 360, isRightToLeft: true))
  }
}
