import Foundation
import Gtk

/// From the start of the process to the first painted frame that shows the last row, and memory then.
@MainActor
struct OpenWork {
  /// When the process was started, on the steady clock.
  let started: Double

  func run(_ subject: ListSubject) -> [Reading] {
    let stage = Stage(subject.scroller)
    // What can be asked before the first layout is asked; what cannot, after each until it comes true.
    subject.show(subject.last)
    stage.open()
    var painted = Double.nan
    stage.onFrame = {
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

  /// A window with nothing in it.
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

/// What this process holds in memory, in MB.
func residentMemory() -> Double {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
  return (kilobytes ?? .nan) / 1_000
}
