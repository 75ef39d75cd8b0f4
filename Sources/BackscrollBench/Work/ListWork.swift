import Gtk

/// The costs of what is done to a list, one subject after the other in a process of its own.
@MainActor
struct ListWork {
  let subject: ListSubject
  let stage: Stage
  /// Times each thing is done.
  let repeats: Int

  init(_ subject: ListSubject, repeats: Int) {
    self.subject = subject
    self.repeats = repeats
    stage = Stage(subject.scroller)
    stage.open()
    stage.settle()
  }

  /// Shows a row and waits until it is there and all is quiet. Some need to be told more than once, since places far
  /// away are estimates to them.
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

  /// From the start on, at most `frames` and at most `seconds`.
  func scroll(frames: Int, seconds: Double) -> [Reading] {
    go(to: subject.first)
    let adjustment = subject.adjustment
    var wall = Figures()
    var cpu = Figures()
    stage.onUpdate = { adjustment.value += 40 }
    let end = steadyTime() + seconds
    stage.run(frames: 1)
    while wall.values.count < frames, steadyTime() < end {
      stage.run(frames: 1)
      wall.add(stage.costs.wall)
      cpu.add(stage.costs.all)
    }
    stage.onUpdate = nil
    return [
      Reading("frame, wall", .frames, wall.values), Reading("main-thread CPU", .frames, cpu.values),
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
          // Asked again where the first answer was an estimate.
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
      // Widths that were never there before: GTK remembers what widgets asked for at the last few.
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
