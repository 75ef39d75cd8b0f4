import SeededRandom
import Testing

@testable import ScrollCore

/// A track by reference, with the events that it has returned.
private final class Subject {
  var track: CarouselTrack
  var events: [CarouselTrack.Event] = []

  init(_ count: Int, wraps: Bool = false) { track = CarouselTrack(count: count, wraps: wraps) }

  var position: Double { track.position }

  func scroll(to index: Int, _ direction: Wraparound.Direction = .shortest, animated: Bool = true) {
    events += track.scroll(to: index, direction, animated: animated)
  }

  func advance(_ step: Int) { events += track.advance(by: step, reason: .key) }

  /// Swipes by `pages`, and releases with a velocity in points per second.
  func swipe(_ pages: Double, velocity: Double = 0, steps: Int = 8) {
    track.beginDrag()
    for step in 1...steps { track.drag(to: pages * Double(step) / Double(steps)) }
    events += track.endDrag(velocity: velocity, extent: 400)
  }

  func step(_ count: Int = 1) {
    for _ in 0..<count { events += track.step(by: 1.0 / 60) }
  }

  func settle() {
    var steps = 0
    while track.isMoving, steps < 1_000 {
      step()
      steps += 1
    }
  }

  func reindex(_ count: Int, _ place: (Int) -> Int?) { events += track.reindex(count: count, place: place) }

  var selects: [Int] { events.compactMap { if case .select(let index, _) = $0 { index } else { nil } } }
  var settles: [Int] { events.compactMap { if case .settle(let index) = $0 { index } else { nil } } }
}

@Suite("The position of a carousel")
struct CarouselTrackTests {
  // Case 23: an offset of 1.8 million after a day of autoplay.
  @Test("Ten thousand turns add up to no drift", arguments: [2, 3, 4, 10, 10_000])
  func noDrift(count: Int) {
    let subject = Subject(count, wraps: true)
    for turn in 0..<10_000 {
      subject.swipe(0.3, velocity: 800)
      if turn % 3 != 0 { subject.step(3) } else { subject.settle() }
    }
    subject.settle()
    #expect(subject.position == Double(10_000 % count), "to the last bit")
    #expect(subject.selects.count == 10_000)
  }

  @Test("Backwards as well, and both ways cancel out")
  func bothWays() {
    let subject = Subject(3, wraps: true)
    for step in 0..<3_000 {
      subject.swipe(step % 2 == 0 ? -0.7 : 0.7, steps: 3)
      subject.settle()
    }
    subject.settle()
    #expect(subject.position == 0)
    for _ in 0..<10_000 { subject.swipe(-0.2, velocity: -800, steps: 3) }
    subject.settle()
    #expect(subject.track.selected == (3 - 10_000 % 3) % 3)
  }

  // Case 7: the drag's origin and the spring's velocity across the seam.
  @Test("A drag over the seam is one smooth way", arguments: [2, 3, 4, 10])
  func dragOverTheSeam(count: Int) {
    let subject = Subject(count, wraps: true)
    subject.scroll(to: count - 1, animated: false)
    subject.track.beginDrag()
    var before = subject.position
    for step in 1...400 {
      subject.track.drag(to: Double(step) * 0.01)
      var way = subject.position - before
      if way < 0 { way += Double(count) }
      // A hundredth of a point of a page of 400.
      #expect(abs(way - 0.01) < 0.01 / 400)
      #expect((0..<Double(count)).contains(subject.position))
      before = subject.position
    }
  }

  @Test("A spring over the seam is one smooth way, forwards and backwards")
  func springOverTheSeam() {
    for sign in [1, -1] {
      let ring = Subject(3, wraps: true)
      let row = Subject(100)
      ring.scroll(to: sign > 0 ? 2 : 0, animated: false)
      row.scroll(to: 50, animated: false)
      let start = ring.position
      ring.advance(sign)
      row.advance(sign)
      for _ in 0..<30 {
        ring.step()
        row.step()
        var way = ring.position - start
        if sign > 0, way < -1 { way += 3 }
        if sign < 0, way > 1 { way -= 3 }
        #expect(abs(way - (row.position - 50)) < 0.01 / 400)
      }
    }
  }

  // Case 6.
  @Test("A second drag before the first has settled goes on from where the page is")
  func caught() {
    let subject = Subject(10)
    subject.swipe(0.3, velocity: 1_000)
    subject.step(4)
    let caught = subject.position
    #expect(caught > 0.3 && caught < 1)
    subject.track.beginDrag()
    #expect(subject.position == caught)
    subject.track.drag(to: 0.1)
    #expect(abs(subject.position - caught - 0.1) < 1e-12)
    subject.events += subject.track.endDrag(velocity: 1_000, extent: 400)
    subject.settle()
    #expect(subject.track.selected == 2)
  }

  @Test("Five fast swipes move five pages", arguments: [false, true])
  func five(wraps: Bool) {
    for sign in [1.0, -1] {
      let subject = Subject(10, wraps: wraps)
      if !wraps, sign < 0 { subject.scroll(to: 9, animated: false) }
      for _ in 0..<5 {
        subject.swipe(0.15 * sign, velocity: 1_200 * sign)
        subject.step(2)
      }
      subject.settle()
      #expect(subject.track.selected == (sign > 0 ? 5 : wraps ? 5 : 4))
    }
  }

  // Case 8: libadwaita reports the same page again and again.
  @Test("One select and one settle for a change, none without one")
  func events() {
    let subject = Subject(3)
    subject.swipe(0.2)
    subject.settle()
    #expect(subject.events == [])
    subject.swipe(0.7)
    #expect(subject.events == [.select(index: 1, reason: .drag)])
    subject.settle()
    #expect(subject.events == [.select(index: 1, reason: .drag), .settle(index: 1)])
    subject.events = []
    subject.scroll(to: 1)
    subject.settle()
    #expect(subject.events == [])
    subject.scroll(to: 2)
    subject.step(2)
    subject.scroll(to: 1)
    subject.settle()
    #expect(subject.selects == [2, 1])
    #expect(subject.settles == [], "it came to rest where it was at rest")
  }

  // Case 9: an option passed on the way is not chosen.
  @Test("What is only passed is neither selected nor settled at")
  func passed() {
    let subject = Subject(10)
    subject.scroll(to: 7)
    subject.settle()
    #expect(subject.events == [.select(index: 7, reason: .program), .settle(index: 7)])
  }

  // Cases 1 and 2.
  @Test("Without pages, and with one, nothing moves and nothing is told", arguments: [0, 1])
  func inert(count: Int) {
    let subject = Subject(count, wraps: true)
    subject.swipe(0.8, velocity: 3_000)
    subject.advance(1)
    subject.advance(-1)
    subject.settle()
    #expect(subject.events == [])
    #expect(subject.position == 0)
    #expect(!subject.track.canAdvance(by: 1) && !subject.track.canAdvance(by: -1))
  }

  // Case 3.
  @Test("Of two pages forward from the last goes forward")
  func forward() {
    let subject = Subject(2, wraps: true)
    subject.scroll(to: 1, animated: false)
    subject.scroll(to: 0, .forward)
    subject.step(3)
    #expect(subject.position > 1, "not back through the middle")
    subject.settle()
    #expect(subject.position == 0)
  }

  // Case 4: a fast double advance over the seam turned back.
  @Test("Two quick steps over the seam both go forward", arguments: [2, 3, 4])
  func doubleAdvance(count: Int) {
    let subject = Subject(count, wraps: true)
    subject.scroll(to: count - 1, animated: false)
    subject.advance(1)
    subject.step(3)
    var before = subject.position
    subject.advance(1)
    var way = 0.0
    for _ in 0..<60 {
      subject.step()
      var step = subject.position - before
      if step < -Double(count) / 2 { step += Double(count) }
      #expect(step > -1e-9)
      way += step
      before = subject.position
    }
    #expect(subject.track.selected == 1 % count)
  }

  // Case 10.
  @Test("Going somewhere in mid-drag ends the drag; in mid-spring the velocity goes over")
  func goMidway() {
    let subject = Subject(10)
    subject.track.beginDrag()
    subject.track.drag(to: 0.4)
    subject.scroll(to: 3)
    #expect(!subject.track.isDragging)
    subject.track.drag(to: 5)
    subject.step()
    subject.step()
    #expect(subject.position < 3)
    subject.step(3)
    let (a, b) = (
      subject.position,
      {
        subject.step()
        return subject.position
      }()
    )
    subject.scroll(to: 5)
    subject.step(2)
    let step = (subject.position - b) / 2
    #expect(step > (b - a) * 0.5, "no standstill: \(b - a), then \(step)")
    subject.settle()
    #expect(subject.settles == [5])
  }

  // Case 25.
  @Test("Without animation going somewhere is done at once, select before settle")
  func unanimated() {
    let subject = Subject(10)
    subject.scroll(to: 4, animated: false)
    #expect(subject.events == [.select(index: 4, reason: .program), .settle(index: 4)])
    #expect(subject.position == 4 && !subject.track.isMoving)
    subject.track.beginDrag()
    subject.track.drag(to: 0.6)
    subject.events += subject.track.endDrag(velocity: 0, extent: 400, animated: false)
    #expect(subject.position == 5)
  }

  @Test("The ends of a row give way, and never more than a viewport")
  func resistance() {
    let subject = Subject(3)
    subject.track.beginDrag()
    subject.track.drag(to: -0.5)
    #expect(subject.position < 0 && subject.position > -0.3)
    subject.track.drag(to: -1_000)
    #expect(subject.position > -1)
    subject.events += subject.track.endDrag(velocity: -5_000, extent: 400)
    subject.settle()
    #expect(subject.position == 0 && subject.events == [])
  }

  @Test("A drag that is taken away goes back to its page")
  func cancelled() {
    let subject = Subject(5)
    subject.track.beginDrag()
    subject.track.drag(to: 0.9)
    subject.events += subject.track.cancelDrag()
    subject.settle()
    #expect(subject.position == 0 && subject.events == [])
    #expect(subject.track.cancelDrag() == [])
  }

  @Test("A spring never passes the page it is going to")
  func noSwing() {
    for velocity in [0.0, 500, 3_000, 12_000] {
      let subject = Subject(10)
      subject.swipe(0.9, velocity: velocity)
      var last = subject.position
      for _ in 0..<600 where subject.track.isMoving {
        subject.step()
        #expect(subject.position >= last - 1e-9 && subject.position <= 1 + 1e-9)
        last = subject.position
      }
      #expect(!subject.track.isMoving)
    }
  }
}

@Suite("A carousel whose data changes")
struct CarouselDataTests {
  // Case 12: also mid-drag and mid-spring.
  @Test("Pages put in before the one in the middle leave it in the middle", arguments: [false, true])
  func inserted(wraps: Bool) {
    for phase in 0..<3 {
      let subject = Subject(10, wraps: wraps)
      subject.scroll(to: 4, animated: false)
      subject.events = []
      if phase == 1 {
        subject.track.beginDrag()
        subject.track.drag(to: 0.3)
      }
      if phase == 2 {
        subject.advance(1)
        subject.step(3)
      }
      let rest = subject.position - 4
      let selected = subject.track.selected!
      let events = subject.events
      subject.reindex(13) { $0 + 3 }
      #expect(abs(subject.position - 7 - rest) < 1e-12)
      #expect(subject.track.selected == selected + 3)
      #expect(subject.events == events, "the same page is no news")
      if phase == 1 {
        subject.track.drag(to: 0.4)
        #expect(abs(subject.position - 7.4) < 1e-12, "the drag goes on")
        subject.events += subject.track.cancelDrag()
      }
      subject.settle()
      #expect(subject.position == Double(phase == 2 ? 8 : 7))
    }
  }

  // Case 13.
  @Test("When the page in the middle goes, the next takes its place; at the end the one before")
  func removed() {
    let subject = Subject(5)
    subject.scroll(to: 2, animated: false)
    subject.events = []
    subject.reindex(4) { $0 == 2 ? nil : $0 > 2 ? $0 - 1 : $0 }
    #expect(subject.position == 2)
    #expect(subject.events == [.select(index: 2, reason: .program), .settle(index: 2)])
    subject.scroll(to: 3, animated: false)
    subject.events = []
    subject.reindex(3) { $0 == 3 ? nil : $0 }
    #expect(subject.position == 2)
    #expect(subject.events == [.select(index: 2, reason: .program), .settle(index: 2)])
  }

  @Test("All gone, and others come")
  func emptied() {
    let subject = Subject(5, wraps: true)
    subject.advance(1)
    subject.step(2)
    subject.reindex(0) { _ in nil }
    #expect(subject.track.selected == nil && !subject.track.isMoving && subject.position == 0)
    subject.events = []
    subject.step(5)
    subject.reindex(3) { _ in nil }
    #expect(subject.events == [.select(index: 0, reason: .program), .settle(index: 0)])
    #expect(subject.track.ring.isRing)
  }

  // Case 14.
  @Test("Other data, and fewer than where one was")
  func shorter() {
    let subject = Subject(10)
    subject.scroll(to: 8)
    subject.step(2)
    subject.reindex(3) { _ in nil }
    subject.settle()
    #expect((0...2).contains(subject.position))
    #expect(subject.track.selected.map(Double.init) == subject.position)
  }

  // Case 15.
  @Test("A page asked for before there are any is gone to when they come")
  func late() {
    let subject = Subject(0)
    subject.scroll(to: 4)
    #expect(subject.events == [])
    subject.reindex(10) { _ in nil }
    #expect(subject.position == 4)
    #expect(subject.events == [.select(index: 4, reason: .program), .settle(index: 4)])
    let short = Subject(0)
    short.scroll(to: 40)
    short.reindex(3) { _ in nil }
    #expect(short.position == 2)
  }

  // D6.
  @Test("Shuffled, the page in the middle stays there", arguments: [false, true])
  func shuffled(wraps: Bool) {
    let subject = Subject(10, wraps: wraps)
    subject.scroll(to: 3, animated: false)
    subject.events = []
    subject.reindex(10) { 9 - $0 }
    #expect(subject.position == 6 && subject.track.selected == 6 && subject.events == [])
  }

  @Test("Wrap on and off keeps the page")
  func wrapping() {
    let subject = Subject(5)
    subject.scroll(to: 4, animated: false)
    subject.events = []
    subject.events += subject.track.setWraps(true)
    subject.advance(1)
    subject.settle()
    #expect(subject.track.selected == 0)
    subject.advance(-1)
    subject.step(2)
    subject.events += subject.track.setWraps(false)
    #expect(subject.position == 4 && !subject.track.isMoving)
  }

  @Test(
    "Ten thousand random events keep the position, the page and the events in order",
    arguments: [false, true])
  func random(wraps: Bool) {
    var generator = SplitMix64(seed: wraps ? 5 : 6)
    let subject = Subject(5, wraps: wraps)
    var selected = subject.track.selected
    for _ in 0..<10_000 {
      subject.events = []
      let count = subject.track.count
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: subject.track.beginDrag()
      case 1, 2: subject.track.drag(to: .random(in: -3...3, using: &generator))
      case 3:
        subject.events += subject.track.endDrag(
          velocity: .random(in: -2_000...2_000, using: &generator), extent: 300)
      case 4:
        subject.scroll(to: .random(in: 0..<8, using: &generator), animated: Bool.random(using: &generator))
      case 5: subject.advance(Bool.random(using: &generator) ? 1 : -1)
      case 6:
        let new = Int.random(in: 0...7, using: &generator)
        var kept = Array(0..<max(count, new)).shuffled(using: &generator)
        kept = Array(kept.prefix(count))
        subject.reindex(new) { kept[$0] < new ? kept[$0] : nil }
      default: subject.step(Int.random(in: 1...20, using: &generator))
      }
      let track = subject.track
      #expect(track.position.isFinite)
      if track.ring.isRing { #expect((0..<Double(track.count)).contains(track.position)) }
      #expect((track.selected == nil) == (track.count == 0))
      if let index = track.selected { #expect((0..<track.count).contains(index)) }
      if !track.isMoving, let index = track.selected { #expect(track.position == Double(index)) }
      for event in subject.events { if case .select(let index, _) = event { selected = index } }
      _ = selected
      if let last = subject.selects.last { #expect(last == track.selected) }
    }
  }

  @Test("A velocity that is no number leads to rest all the same")
  func noVelocity() {
    for velocity in [Double.nan, .infinity, -.infinity] {
      var track = CarouselTrack(count: 5, wraps: true)
      track.beginDrag()
      track.drag(to: 0.3)
      _ = track.endDrag(velocity: velocity, extent: 300)
      for _ in 0..<200 {
        _ = track.step(by: 1.0 / 60)
        #expect(track.position.isFinite)
      }
      #expect(!track.isMoving)
    }
  }
}
