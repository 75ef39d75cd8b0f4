import Foundation
import Gtk

/// Measures the costs of changes to a list.
@MainActor
struct ListWork {
  let subject: ListSubject
  let stage: Stage
  /// Repetitions of each measurement.
  let repeats: Int

  init(_ subject: ListSubject, repeats: Int) {
    self.subject = subject
    self.repeats = repeats
    stage = Stage(subject.scroller)
    stage.open()
    stage.settle()
  }

  /// Shows a row and waits until it is in view and at rest. Some lists need several attempts, because they estimate
  /// distant positions.
  func go(to number: Int) {
    for _ in 0..<5 {
      subject.show(number)
      stage.run(frames: 3)
      if let top = subject.top(of: number), top > -1, top < Double(subject.scroller.height) { break }
    }
    stage.settle()
  }

  // MARK: Prepending

  func prepend() {
    for rows in [30, 1_000] {
      for place in ["middle", "start"] {
        var layout = Figures()
        var frame = Figures()
        var after = Figures()
        if place == "middle" { go(to: subject.first + subject.count / 2) }
        for _ in 0..<(rows == 30 ? repeats : max(2, repeats / 2)) {
          if place == "start" { go(to: subject.first) }
          let before = threadCPUTime()
          subject.prepend(rows)
          let change = (threadCPUTime() - before) * 1_000
          stage.run(frames: 1)
          frame.add((threadCPUTime() - before) * 1_000)
          layout.add(change + stage.costs.layout)
          let painted = threadCPUTime()
          stage.run(frames: 30)
          after.add((threadCPUTime() - painted) * 1_000)
        }
        let name = "\(rows) rows, reading at the \(place)"
        Reading("\(name): change and layout, CPU", .milliseconds, layout.values).tell()
        Reading("\(name): until painted, CPU", .milliseconds, frame.values).tell()
        Reading("\(name): 30 frames after, CPU", .milliseconds, after.values).tell()
      }
    }
  }

  // MARK: Scrolling

  /// Scrolls from the start for at most `frames` and at most `seconds`.
  func scroll(frames: Int, seconds: Double) -> [Reading] {
    go(to: subject.first)
    let adjustment = subject.adjustment
    var wall = Figures()
    var cpu = Figures()
    var threads = Figures()
    stage.willLayOut = { adjustment.value += 40 }
    let end = steadyTime() + seconds
    stage.run(frames: 1)
    while wall.values.count < frames, steadyTime() < end {
      stage.run(frames: 1)
      wall.add(stage.costs.wall)
      cpu.add(stage.costs.all)
      threads.add(stage.costs.threads)
    }
    stage.willLayOut = nil
    return [
      Reading("frame, wall", .frames, wall.values), Reading("main-thread CPU", .frames, cpu.values),
      Reading("CPU of all threads", .frames, threads.values),
    ]
  }

  // MARK: Jumping

  func jump() -> [Reading] {
    var cpu = [Figures(), Figures()]
    go(to: subject.last)
    for _ in 0..<repeats {
      for (index, target) in [subject.first, subject.last].enumerated() {
        let before = threadCPUTime()
        subject.show(target)
        let arrived = stage.run(atMost: 20) {
          guard let top = subject.top(of: target) else { return false }
          // Try again when the first position was an estimate.
          let isThere = top > -1 && top < Double(subject.scroller.height)
          if !isThere { subject.show(target) }
          return isThere
        }
        cpu[index].add(arrived ? (threadCPUTime() - before) * 1_000 : .nan)
        stage.settle()
      }
    }
    return [
      Reading("end to start, CPU until painted", .milliseconds, cpu[0].values),
      Reading("start to end, CPU until painted", .milliseconds, cpu[1].values),
    ]
  }

  // MARK: Rewrapping

  func rewrap() -> [Reading] {
    go(to: subject.first + subject.count / 2)
    var layout = Figures()
    var all = Figures()
    for change in 0..<repeats {
      // New widths every time: GTK caches size requests of the last few.
      let width = (change % 2 == 0 ? 400 : 480) + change * 3
      stage.peakLayout = 0
      let before = threadCPUTime()
      stage.window.setDefaultSize(width: width, height: 720)
      guard stage.run(atMost: 60, until: { subject.scroller.width == width }) else { continue }
      layout.add(stage.peakLayout)
      all.add((threadCPUTime() - before) * 1_000)
      stage.settle()
    }
    return [
      Reading("layout at the new width, CPU", .milliseconds, layout.values),
      Reading("until painted, CPU", .milliseconds, all.values),
    ]
  }
}

/// Measures the time from the start of the process to the first painted frame with the last row, and the memory at that time.
@MainActor
struct OpenWork {
  /// Start of the process on the monotonic clock, in seconds.
  let started: Double

  func run(_ subject: ListSubject) -> [Reading] {
    let stage = Stage(subject.scroller)
    // Some lists accept this before the first layout. For the others, repeat it after each frame until it succeeds.
    subject.show(subject.last)
    stage.open()
    var painted = Double.nan
    stage.didPaint = {
      guard painted.isNaN else { return }
      guard let top = subject.top(of: subject.last), top < Double(subject.scroller.height) else {
        MainLoop.soon { subject.show(subject.last) }
        return
      }
      painted = steadyTime()
    }
    stage.run(atMost: 100) { !painted.isNaN }
    return [
      Reading("start to first frame", .milliseconds, [(painted - started) * 1_000]),
      Reading("resident memory", .megabytes, [residentMemory()]),
    ]
  }

  /// Measures an empty window.
  func runEmpty() -> [Reading] {
    let stage = Stage(Box(.vertical))
    stage.open()
    stage.run(frames: 1)
    let time = (steadyTime() - started) * 1_000
    return [
      Reading("start to first frame", .milliseconds, [time]),
      Reading("resident memory", .megabytes, [residentMemory()]),
    ]
  }
}

/// Measures whether the reader's row stays in place, by the position of its widget in every painted frame.
@MainActor
struct DriftWork {
  /// Number of changes in each case.
  let batches: Int
  /// Frames between two changes.
  private let pause = 9

  private enum Place: String, CaseIterable {
    case top = "first row at the top edge"
    case below = "300 px below the start"
    case middle
  }

  private let work: ListWork

  init(_ subject: ListSubject, batches: Int) {
    self.batches = batches
    work = ListWork(subject, repeats: 1)
  }

  private var subject: ListSubject { work.subject }
  private var stage: Stage { work.stage }

  func run() {
    for scrolls in [false, true] {
      for place in Place.allCases {
        go(to: place)
        watch("prepend 30, \(place.rawValue), \(scrolls ? "scrolling ±4 px" : "at rest")", scrolls: scrolls) {
          _, _ in subject.prepend(30)
        }
      }
    }
    go(to: .middle)
    watch("a row above grows") { read, batch in subject.grow(read - 4 - batch % 8, by: 30) }
    go(to: .middle)
    watch("a row below grows") { read, batch in subject.grow(read + 1 + batch % 8, by: 30) }
    go(to: .middle)
    watch("the width changes") { _, batch in
      stage.window.setDefaultSize(width: 360 + batch * 72 % 240, height: 720)
    }
  }

  private func go(to place: Place) {
    switch place {
    case .top: work.go(to: subject.first)
    case .below:
      work.go(to: subject.first)
      for _ in 0..<20 {
        subject.adjustment.value += 15
        stage.run(frames: 1)
      }
      stage.settle()
    case .middle:
      work.go(to: subject.first + subject.count / 2)
      // Scroll a little, like a reader: the anchor after a jump may be another row.
      for step in [-30.0, -30, 5] {
        subject.adjustment.value += step
        stage.run(frames: 2)
      }
      stage.settle()
    }
  }

  /// Makes changes and counts the frames in which the row is off its place. While scrolling, the row is one far enough
  /// from the edges to stay in view.
  private func watch(_ name: String, scrolls: Bool = false, _ change: (_ read: Int, _ batch: Int) -> Void) {
    guard let read = subject.firstRow(below: scrolls ? 150 : 0), let start = subject.top(of: read) else {
      return Reading(name, .drift, []).tell()
    }
    let adjustment = subject.adjustment
    var painted = 0
    var wrong = 0
    var largest = 0.0
    var scrolled = 0.0
    var step = 0
    stage.didPaint = {
      painted += 1
      // A row without a widget is off by at least a viewport.
      let off = subject.top(of: read).map { abs($0 - (start - scrolled)) } ?? Double(subject.scroller.height)
      if off > 0.5 { wrong += 1 }
      largest = max(largest, off)
    }
    if scrolls {
      stage.willLayOut = {
        let before = adjustment.value
        adjustment.value += step / 25 % 2 == 0 ? 4 : -4
        scrolled += adjustment.value - before
        step += 1
      }
    }
    for batch in 0..<batches {
      change(read, batch)
      stage.run(frames: pause)
    }
    stage.didPaint = nil
    stage.willLayOut = nil
    Reading(name, .drift, [Double(wrong), Double(painted), largest]).tell()
  }
}

/// Measures whether a burst of wheel notches ends at the same place as single notches.
@MainActor
struct WheelWork {
  let work: ListWork
  let notches: Int

  private var subject: ListSubject { work.subject }
  private var stage: Stage { work.stage }

  /// The end of a scroll: the first row in view and its top edge.
  private typealias Place = (number: Int, top: Double)

  func run() throws -> [Reading] {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/xdotool") else {
      throw Absent(what: "xdotool")
    }
    work.go(to: subject.first + subject.count / 2)
    try point()
    guard let burst = try land(every: 16) else { return [] }
    work.go(to: subject.first + subject.count / 2)
    guard let single = try land(every: nil) else { return [] }
    return [
      Reading("burst against single notches", .points, [abs(distance(from: single, to: burst))]),
      Reading("burst against single notches, rows", .rows, [Double(abs(burst.number - single.number))]),
    ]
  }

  /// Distance of two places of the content, in points.
  private func distance(from: Place, to: Place) -> Double {
    // Estimate distant places: each row counts as high as those in view.
    guard from.number != to.number else { return to.top - from.top }
    return Double(from.number - to.number) * averageHeight + to.top - from.top
  }

  private var averageHeight: Double {
    let tops = subject.visible().map(\.top)
    guard let first = tops.first, let last = tops.last, tops.count > 1 else { return 0 }
    return (last - first) / Double(tops.count - 1)
  }

  private func land(every milliseconds: Int?) throws -> Place? {
    if let milliseconds {
      let wheel = try xdotool([
        "click", "--repeat", "\(notches)", "--delay", "\(milliseconds)", "5",
      ])
      while wheel.isRunning { stage.run(frames: 1) }
    } else {
      // Each notch follows the frame of the one before.
      for _ in 0..<notches {
        let before = subject.adjustment.value
        _ = try xdotool(["click", "5"])
        stage.run(atMost: 20) { subject.adjustment.value != before }
        stage.run(frames: 1)
      }
    }
    stage.settle()
    return subject.visible().first
  }

  /// Moves the pointer over the list.
  private func point() throws {
    let search = try xdotool([
      "search", "--sync", "--onlyvisible", "--name", "^backscroll-bench$", "mousemove", "--window", "%1",
      "200", "400",
    ])
    while search.isRunning { stage.run(frames: 1) }
    stage.run(frames: 10)
  }

  private func xdotool(_ arguments: [String]) throws -> Process {
    try Process.start(["xdotool"] + arguments, output: FileHandle.nullDevice)
  }
}
