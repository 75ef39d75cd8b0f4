import Gtk

/// Animated page changes of a carousel, after its first frame.
@MainActor
struct CarouselWork {
  let subject: CarouselSubject
  let started: Double
  let changes: Int

  func run() -> [Reading] {
    let stage = Stage(subject.widget, width: 900, height: 620)
    stage.open()
    stage.run(atMost: 100) { subject.widget.isMapped && subject.widget.width > 0 }
    let opened = (steadyTime() - started) * 1_000
    let memory = residentMemory()
    stage.settle()
    var wall = Figures()
    var cpu = Figures()
    for change in 1...changes {
      subject.go(to: change % 4 + change / 4 % max(1, subject.count - 4))
      for _ in 0..<20 {
        stage.run(frames: 1)
        wall.add(stage.costs.wall)
        cpu.add(stage.costs.all)
      }
    }
    return [
      Reading("start to first frame", .milliseconds, [opened]),
      Reading("resident memory", .megabytes, [memory]),
      Reading("frame of a page change, wall", .frames, wall.values),
      Reading("main-thread CPU", .frames, cpu.values),
    ]
  }
}
