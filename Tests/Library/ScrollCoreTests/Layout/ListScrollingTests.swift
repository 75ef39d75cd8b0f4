import Testing

@testable import ScrollCore

private typealias Bench = ScrollingBench

@Suite("The scrolling of a list: changes of the rows")
struct ListScrollingSpliceTests {
  @Test("A reader at rest near the end follows rows that are appended")
  func followsEnd() {
    for distance in [2.0, 60, 80] {
      var bench = Bench(scrolledBy: -distance)
      #expect(bench.splice(at: 200, inserting: 3) == [.stopFling, .layout])
      #expect(bench.scrolling.isJumping && bench.scrolling.needsFrames)
      bench.frame(after: 0.3)
      #expect(bench.isAtEnd && bench.top(202) == 550)
      #expect(bench.splice(at: 203, inserting: 1) == .layout, "the end is held")
      bench.lay()
      #expect(bench.isAtEnd && bench.top(203) == 550)
    }
    var still = Bench(scrolledBy: -60)
    #expect(still.splice(at: 200, inserting: 3, animated: false) == [.stopFling, .layout])
    still.lay()
    #expect(still.isAtEnd, "without animations")
  }

  @Test("No other reader, and no other change, leads to the end")
  func holdsPlace() {
    let append = Splice(at: 200, inserting: 3)
    let cases: [(name: String, splice: Splice, prepare: (inout Bench) -> Void)] = [
      (
        "farther away", append,
        {
          $0.scroll(by: -21)
          $0.rest()
        }
      ),
      ("just scrolled", append, { $0.time -= 0.9 }),
      ("a pressed row", append, { $0.press(at: 300) }),
      ("a held thumb", append, { _ = $0.scrolling.pressThumb() }),
      ("on the way elsewhere", append, { $0.jump(to: 3) }),
      ("newer rows are known", append, { $0.scrolling.layout.endIsLive = false }),
      ("the last row is replaced", Splice(at: 199, removing: 1, inserting: 2), { _ in }),
      ("rows before the last", Splice(at: 199, inserting: 2), { _ in }),
      ("nothing", Splice(at: 200), { _ in }),
    ]
    for (name, splice, prepare) in cases {
      var bench = Bench(scrolledBy: -60)
      prepare(&bench)
      bench.lay()
      let isJumping = bench.scrolling.isJumping
      let (row, top) = (bench.first, bench.top(bench.first))
      let effects = bench.splice(at: splice.index, removing: splice.removed, inserting: splice.inserted)
      bench.lay()
      #expect(effects == .layout, "\(name)")
      #expect(bench.scrolling.isJumping == isJumping, "\(name)")
      #expect(bench.top(row) == top, "\(name)")
    }
    var feed = Bench(restingEdge: .start, scrolledBy: 200 * 50 - 660)
    #expect(feed.splice(at: 200, inserting: 3) == .layout)
  }

  // 5: in other lists the overshoot becomes a place among the new rows.
  @Test("A fling that has reached the start ends before rows are prepended")
  func endsFling() {
    for (distance, removed, isEnded) in [(0.0, 0, true), (0.9, 0, true), (0, 1, true), (1.1, 0, false)] {
      var bench = Bench()
      bench.jump(to: 0, animated: false)
      bench.lay()
      bench.scroll(by: distance)
      bench.lay()
      let effects = bench.splice(at: 0, removing: removed, inserting: 30)
      #expect(effects == (isEnded ? [.stopFling, .forgetOvershoot, .layout] : .layout), "\(distance)")
    }
    var short = Bench(3)
    #expect(short.splice(at: 0, inserting: 1) == .layout, "there is nothing to fling at the end")
  }

  // 2: several wheel notches and inserted pages between two layouts. GtkListView scrolls far away here.
  @Test("A wheel burst with pages in it lands where single notches do", arguments: [1, 30, 1000])
  func burst(count: Int) {
    var bench = Bench(400, scrolledBy: -1_500)
    let (row, top) = (bench.first, bench.top(bench.first))
    for notch in 1...6 {
      _ = bench.scrolling.scroll(toValue: Double(notch) * -30, at: bench.time)
      if notch == 3 { bench.splice(at: 0, inserting: count) }
      if notch == 5 { bench.splice(at: bench.ids.count, inserting: count) }
    }
    bench.lay()
    #expect(bench.top(row) == top + 180)
  }

  // While a page is inserted, the rows in view are read, to keep those loaded.
  @Test("The rows in view are the same before the next layout, by their new indices")
  func rowsInView() {
    var bench = Bench(scrolledBy: -900)
    let seen = bench.visible
    bench.splice(at: 0, inserting: 60)
    bench.splice(at: 260, inserting: 60)
    bench.splice(at: 0, removing: 90)
    #expect(bench.visible == seen)
    bench.splice(at: bench.ids.firstIndex(of: seen[0])! - 1, removing: 3)
    #expect(bench.visible == Array(seen.dropFirst(2)))
  }
}

@Suite("The scrolling of a list: scrolls")
struct ListScrollingMotionTests {
  @Test("A scroll of over three viewports skips the rows between")
  func leap() {
    for (distance, skips) in [(-600.0, false), (-1_800, false), (-1_801, true), (-5_000, true)] {
      var bench = Bench(1_000)
      #expect(bench.scroll(by: distance) == .layout)
      bench.lay()
      #expect(abs(bench.top(999) - (550 - distance)) < 1)
      #expect(bench.scrolling.overscan == (skips ? 0 : 0.5))
      #expect(bench.measured.count <= (skips ? 14 : 62))
    }
    var bench = Bench(1_000)
    for leaps in [3, 1] {
      for _ in 0..<leaps { bench.scroll(by: -5_000) }
      bench.lay()
    }
    #expect(abs(bench.top(999) - 20_550) < 1, "several before a layout")
  }

  @Test("The adjustment's bounds follow the content, and its value does not")
  func adjustment() {
    var bench = Bench()
    #expect(bench.scrolling.bounds(around: 40) == -9_360...640)
    #expect(bench.scrolling.scroll(toValue: 40 + 1e-9, at: bench.time) == [], "a rounding error")
    #expect(bench.scrolling.scroll(toValue: -60, at: bench.time) == .layout)
    bench.lay()
    #expect(bench.scrolling.bounds(around: -60) == -9_360...640)
    bench.splice(at: 0, inserting: 10)
    bench.lay()
    #expect(bench.scrolling.bounds(around: -60) == -9_860...640)
  }

  // 4: a page was inserted while the thumb was held, and the content leapt at the next motion of the pointer.
  @Test("The same place of a held thumb shows the same row, whatever is inserted", arguments: [1, 30, 1000])
  func thumb(count: Int) {
    var bench = Bench(1_000)
    let bounds = bench.scrolling.bounds(around: 0)!
    _ = bench.scrolling.pressThumb()
    #expect(bench.scrolling.isThumbHeld && !bench.scrolling.isAtRest(at: bench.time))
    func move(to value: Double) {
      _ = bench.scrolling.scroll(toValue: value, at: bench.time)
      bench.lay()
    }
    let middle = (bounds.lowerBound + bounds.upperBound - bench.viewport) / 2
    move(to: middle)
    let (row, top) = (bench.first, bench.top(bench.first))
    bench.splice(at: 0, inserting: count)
    bench.lay()
    #expect(bench.top(row) == top)
    #expect(bench.scrolling.bounds(around: middle) == nil)
    move(to: middle - 700)
    move(to: middle)
    #expect(abs(bench.top(row) - top) < 0.01)
    for (value, id, place) in [
      (bounds.lowerBound, 0, 0.0), (bounds.upperBound - 600, 999, 550), (bounds.upperBound - 600.5, 999, 550),
    ] {
      move(to: middle)
      move(to: value)
      #expect(bench.top(id) == place)
    }
    #expect(bench.scrolling.releaseThumb() == .layout)
    #expect(bench.scrolling.releaseThumb() == [], "once")
    #expect(!bench.scrolling.isAtRest(at: bench.time))
    bench.lay()
    #expect(bench.scrolling.bounds(around: 0) != bounds)
  }

  @Test("A place of a rail is shown at once if the list has its row, and is reported if nothing moves")
  func rail() {
    var bench = Bench()
    _ = bench.scrolling.report()
    #expect(
      bench.scrolling.scroll(to: RailPosition(ordinal: 10, of: 400), in: 0, at: bench.time) == [
        .stopFling, .layout,
      ])
    bench.lay()
    _ = bench.scrolling.report()
    for _ in 0..<2 {
      // A row was appended since the rail has counted them.
      let end = RailPosition(fraction: 1, of: 199)
      #expect(bench.scrolling.scroll(to: end, in: 198, at: bench.time) == [.stopFling, .layout])
      #expect(bench.lay().contains(.report))
      #expect(bench.isAtEnd && bench.scrolling.report().showsOtherRows)
    }
    bench.scrolling.layout.endIsLive = false
    _ = bench.scrolling.scroll(to: RailPosition(fraction: 1, of: 200), in: 199, at: bench.time)
    bench.lay()
    #expect(!bench.isAtEnd && bench.top(199) == 550)
  }

  // 22: a jump from far away that passed all rows, or was deflected by a page inserted on its way.
  @Test(
    "An animated scroll covers one screen at most, never turns back, and arrives", arguments: [1, 30, 1000])
  func jump(count: Int) {
    var bench = Bench(4_000)
    #expect(bench.jump(to: 500) == [.stopFling, .layout])
    var places: [Double] = []
    for frame in 1...8 {
      #expect(bench.scrolling.isJumping)
      bench.frame(after: 1 / 32)
      places.append(bench.top(500))
      if frame == 4 { bench.splice(at: 0, inserting: count) }
    }
    #expect(!bench.scrolling.isJumping && places.last == 0)
    #expect(places == places.sorted() && places[0] >= -600 && abs(places[3] + 75) < 0.01)
    #expect(bench.scrolling.isAtRest(at: bench.time + 0.25), "the rows there wait for nothing")
    bench.go(to: .end, animated: true)
    bench.frame(after: 0.1)
    bench.splice(at: bench.ids.count, inserting: count)
    bench.frame(after: 0.1)
    bench.frame(after: 0.1)
    #expect(bench.isAtEnd)
  }

  // 22: reduced motion.
  @Test("Without an animation the next layout is at the place")
  func atOnce() {
    var bench = Bench(4_000)
    #expect(bench.jump(to: 500, animated: false) == [.stopFling, .layout])
    #expect(!bench.scrolling.isJumping)
    bench.lay()
    #expect(bench.top(500) == 0 && bench.measured.count <= 14)
    #expect(bench.go(to: .end, animated: false) == [.stopFling, .layout])
    bench.lay()
    #expect(bench.isAtEnd)
    let ids = bench.ids
    #expect(bench.scrolling.hold(300, at: 20, id: ids[300]) == .layout)
    bench.lay()
    #expect(bench.top(300) == 20)
    var empty = Bench(0)
    #expect(empty.scrolling.scroll(to: .end, animated: true, at: 0) == [.stopFling, .layout])
  }

  @Test("An animated scroll ends where it is when the reader moves the content or the list leaves the screen")
  func interrupted() {
    let cases: [(name: String, distance: Double, interrupt: (inout Bench) -> Void)] = [
      ("a scroll", -30, { $0.scroll(by: 30) }),
      ("the adjustment", -30, { _ = $0.scrolling.scroll(toValue: 30, at: $0.time) }),
      ("the screen", 0, { $0.scrolling.leaveScreen() }),
    ]
    for (name, distance, interrupt) in cases {
      var bench = Bench(4_000)
      bench.jump(to: 0)
      bench.frame(after: 0.1)
      let (row, top) = (bench.first, bench.top(bench.first))
      interrupt(&bench)
      #expect(!bench.scrolling.isJumping, "\(name)")
      #expect(bench.frame(after: 0.1) == [], "\(name)")
      #expect(bench.top(row) == top + distance, "\(name)")
    }
  }

  @Test("An animated scroll ends if its row is gone in the next frame, and goes on if it is back by then")
  func destinationGone() {
    for isBack in [true, false] {
      var bench = Bench(4_000)
      bench.jump(to: 500)
      bench.frame(after: 0.1)
      bench.splice(at: 500, removing: 1)
      if isBack { bench.splice(at: 510, identities: [500]) }
      #expect(bench.frame(after: 0.1) == .layout)
      #expect(bench.scrolling.isJumping == isBack)
      guard isBack else { continue }
      bench.frame(after: 0.3)
      #expect(bench.top(500) == 0)
    }
  }
}

@Suite("The scrolling of a list: rest, presses and focus")
struct ListScrollingRestTests {
  @Test("Rows are laid out ahead while nothing moves, a little each time")
  func growth() {
    var bench = Bench()
    var steps = 0
    while bench.lay().contains(.grow), steps < 100 {
      #expect(!bench.scrolling.isSettled(at: bench.time))
      #expect(bench.scrolling.grow(at: bench.time) == .layout)
      steps += 1
    }
    #expect(steps == 12 && bench.scrolling.overscan == 1.5)
    #expect(bench.scrolling.isSettled(at: bench.time))
    #expect(bench.scrolling.grow(at: bench.time) == [])
    bench.scroll(by: -10)
    #expect(bench.scrolling.grow(at: bench.time + 0.1) == .growLater)
    #expect(bench.scrolling.grow(at: bench.time + 0.2) == .layout)
  }

  @Test("The rows laid out ahead are fewer after a change that costs time")
  func overscan() {
    let changes: [(name: String, overscan: Double, change: (inout Bench) -> Void)] = [
      ("a scroll", 0.5, { $0.scroll(by: -10) }),
      ("a leap", 0, { $0.scroll(by: -5_000) }),
      ("a place", 0, { $0.jump(to: 5, animated: false) }),
      ("another width", 0, { $0.scrolling.widthChanged() }),
      ("rows in view at rest", 0, { $0.splice(at: 195, inserting: 1) }),
      (
        "rows in view after a scroll", 0.5,
        {
          $0.scroll(by: -10)
          $0.splice(at: 195, inserting: 1)
        }
      ),
      ("rows elsewhere", 1.5, { $0.splice(at: 0, inserting: 30) }),
    ]
    for (name, overscan, change) in changes {
      var bench = Bench()
      while bench.scrolling.grow(at: bench.time) == .layout { bench.lay() }
      change(&bench)
      #expect(bench.scrolling.overscan == overscan, "\(name)")
    }
  }

  @Test("The content is at rest a while after the latest scroll, and not while it is held")
  func rest() {
    var bench = Bench()
    #expect(bench.scrolling.isAtRest(at: bench.time))
    bench.scroll(by: -10)
    #expect(
      !bench.scrolling.isAtRest(at: bench.time + 0.14) && bench.scrolling.isAtRest(at: bench.time + 0.16))
    bench.rest()
    bench.press(at: 10)
    #expect(!bench.scrolling.isAtRest(at: bench.time))
    _ = bench.scrolling.releaseRow()
    #expect(bench.scrolling.isAtRest(at: bench.time))
    _ = bench.scrolling.pressThumb()
    _ = bench.scrolling.releaseRow()
    #expect(bench.scrolling.isThumbHeld && bench.scrolling.isSettled(at: bench.time))
    bench.scrolling.leaveScreen()
    #expect(bench.scrolling.isAtRest(at: bench.time))
    bench.jump(to: 3)
    #expect(!bench.scrolling.isAtRest(at: bench.time + 9) && !bench.scrolling.isSettled(at: bench.time + 9))
  }

  @Test("The row under a held pointer is held before the one with the focus, wherever it moves")
  func preferred() {
    var bench = Bench(scrolledBy: -1_000)
    #expect(bench.scrolling.preferredRow(focused: 7) == 7)
    bench.press(at: 310)
    bench.lay()
    let index = bench.scrolling.preferredRow(focused: 7)!
    let held = bench.ids[index]
    #expect(index == bench.scrolling.layout.row(at: 310))
    bench.splice(at: 0, inserting: 30)
    #expect(bench.scrolling.preferredRow(focused: 7) == index + 30)
    let top = bench.top(held)
    bench.heights[bench.ids[index + 28]] = 90
    bench.scrolling.layout.update(index + 28, kind: 0)
    bench.lay(focused: index + 25)
    #expect(bench.top(held) == top)
    bench.splice(at: index + 30, removing: 1)
    #expect(bench.scrolling.preferredRow(focused: 7) == nil)
    bench.splice(at: 0, identities: [held])
    #expect(bench.scrolling.preferredRow(focused: 7) == 0)
    _ = bench.scrolling.releaseRow()
    #expect(bench.scrolling.preferredRow(focused: 7) == 7)
    bench.press(at: 310)
    bench.press(at: 9_000)
    #expect(bench.scrolling.preferredRow(focused: 7) == 7, "no row is there")
  }

  @Test("Only what has changed is reported, once")
  func report() {
    var bench = Bench()
    let steps: [(String, report: (Bool, Bool?, Bool), change: (inout Bench) -> Void)] = [
      ("opened", (false, true, true), { _ in }),
      ("nothing", (false, nil, false), { _ in }),
      ("an append at the end", (true, nil, true), { $0.splice(at: 200, inserting: 1) }),
      ("away from the end", (false, false, true), { $0.scroll(by: -500) }),
      ("a scroll", (false, nil, true), { $0.scroll(by: -50) }),
      ("an empty change", (true, nil, true), { $0.splice(at: 3) }),
      ("the end", (false, true, true), { $0.go(to: .end) }),
    ]
    for (name, report, change) in steps {
      change(&bench)
      #expect(bench.scrolling.isLaidOut == !report.0, "\(name)")
      #expect(bench.lay().contains(.report) == report.2, "\(name)")
      #expect(bench.scrolling.isLaidOut, "\(name)")
      #expect(bench.scrolling.report() == report, "\(name)")
    }
  }

  /// Rows 100…112 are in view, the first and the last of them in part.
  private func scrolled() -> Bench {
    var bench = Bench()
    _ = bench.scrolling.hold(100, at: -20, id: 100)
    bench.lay()
    return bench
  }

  @Test("After a key the focus waits for the content to rest, and goes to the row at the edge")
  func travel() {
    for (edge, rows) in [(ScrollEdge.start, Array(101...112)), (.end, (100...111).reversed())] {
      var bench = scrolled()
      #expect(bench.scrolling.arrivals == [] && !bench.scrolling.needsFrames)
      _ = bench.scrolling.travel(to: edge, at: bench.time)
      #expect(bench.scrolling.arrivals == rows && bench.scrolling.needsFrames)
      for (wait, effects) in [(0.1, []), (0.1, .focusRow), (1, .focusRow)] as [(Double, ListEffects)] {
        bench.time += wait
        #expect(bench.frame(after: wait) == effects)
      }
      _ = bench.scrolling.endTravel()
      #expect(bench.scrolling.arrivals == [] && !bench.scrolling.needsFrames)
      #expect(bench.frame(after: 1) == [])
      _ = bench.scrolling.travel(to: edge, at: bench.time)
      bench.scrolling.leaveScreen()
      #expect(bench.scrolling.arrivals == [])
    }
    var bench = scrolled()
    bench.jump(to: 0)
    _ = bench.scrolling.travel(to: .start, at: bench.time)
    bench.time += 0.2
    #expect(bench.frame(after: 0.2) == .layout, "an animated scroll is under way")
    #expect(bench.frame(after: 0.2) == [.layout, .focusRow])
  }

  @Test("The focus enters at the row that had it, or next to it; else where reading begins")
  func entrances() {
    let bench = scrolled()
    for (last, rows) in [
      (nil, (100...111).reversed()), (105, [105] + Array(101...112)), (7, Array(101...112)),
      (150, (100...111).reversed()),
    ] as [(Int?, [Int])] {
      #expect(bench.scrolling.entrances(lastFocused: last) == rows)
    }
    #expect(Bench(restingEdge: .start).scrolling.entrances(lastFocused: nil) == Array(0...11))
    #expect(Bench(0).scrolling.entrances(lastFocused: nil) == [])
    var tall = Bench()
    tall.heights[100] = 900
    _ = tall.scrolling.hold(100, at: -20, id: 100)
    tall.lay()
    #expect(tall.scrolling.entrances(lastFocused: 3) == [100], "no row is completely in view")
    #expect(tall.scrolling.entrances(lastFocused: 150) == [100])
  }

  @Test("An arrow key moves the focus on, scrolls within a high row, or continues from the rows in view")
  func arrows() {
    var bench = scrolled()
    for (focused, step, effect) in [
      (105, 1, .move(to: 106)), (105, -1, .move(to: 104)), (100, -1, .move(to: 99)), (7, 1, .move(to: 100)),
      (150, -1, .move(to: 112)),
    ] as [(Int, Int, ListScrolling<Int>.FocusStep)] {
      #expect(bench.scrolling.focusStep(from: focused, by: step) == effect)
    }
    bench.heights[100] = 700
    for (top, step, effect) in [
      (0.0, 1, .scroll(by: 80)), (0, -1, .move(to: 99)), (-60, 1, .scroll(by: 40)),
      (-60, -1, .scroll(by: -60)),
      (-99.5, 1, .move(to: 101)),
    ] as [(Double, Int, ListScrolling<Int>.FocusStep)] {
      _ = bench.scrolling.hold(100, at: top, id: 100)
      bench.lay()
      #expect(bench.scrolling.focusStep(from: 100, by: step) == effect, "\(top)")
    }
    #expect(Bench(0).scrolling.focusStep(from: 0, by: 1) == nil)
  }
}
