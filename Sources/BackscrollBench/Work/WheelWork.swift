import Foundation
import Gtk

/// Whether many notches at once lead to where as many single ones lead.
@MainActor
struct WheelWork {
  let work: ListWork
  let notches: Int

  private var subject: ListSubject { work.subject }
  private var stage: Stage { work.stage }

  /// Where a run of the wheel has ended: the first row in view and its top edge.
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

  /// Points between two places of the content.
  private func distance(from: Place, to: Place) -> Double {
    // Far apart it does not matter by how much exactly: rows count as high as those in view.
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
      // Each when the one before has been drawn.
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

  /// Puts the pointer over the list.
  private func point() throws {
    let search = try xdotool([
      "search", "--sync", "--onlyvisible", "--name", "^backscroll-bench$", "mousemove", "--window", "%1",
      "200", "400",
    ])
    while search.isRunning { stage.run(frames: 1) }
    stage.run(frames: 10)
  }

  private func xdotool(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdotool"] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }
}
