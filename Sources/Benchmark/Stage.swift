import Foundation
import Gtk

/// A window with the measured widget, and the costs of its frames.
@MainActor
final class Stage {
  let window = Window()
  private let content: Widget
  /// Number of frames drawn.
  private(set) var frames = 0
  /// Costs of the newest frame.
  private(set) var costs = FrameCosts()
  /// Called at the end of each frame, when the positions of widgets are those on the screen.
  var didPaint: (() -> Void)?
  /// Called in each frame before the layout, like the step of a fling.
  var willLayOut: (() -> Void)? {
    didSet {
      guard willLayOut != nil, oldValue == nil else { return }
      content.addTickCallback { [weak self] _ in
        guard let body = self?.willLayOut else { return false }
        body()
        return true
      }
    }
  }

  /// The most expensive layout since this was set to 0, in milliseconds of the thread's CPU time.
  var peakLayout = 0.0

  private var frameStart = (wall: 0.0, cpu: 0.0)
  private var layoutEnd = 0.0
  private var lastEnd = (thread: 0.0, process: 0.0)

  init(_ content: Widget, width: Int = 480, height: Int = 720) {
    self.content = content
    window.title = "backscroll-bench"
    window.setDefaultSize(width: width, height: height)
    window.child = content
  }

  /// Shows the window; returns before the first frame.
  func open() {
    window.present()
    while window.frameClock == nil { MainLoop.iterate(mayBlock: true) }
    guard let clock = window.frameClock else { return }
    print("renderer\t\(window.rendererName ?? "none"), GTK \(gtkVersion)")
    clock.beforePaint.connect(weak: self) { $0.frameStart = (steadyTime(), threadCPUTime()) }
    // GTK connected earlier, so its layout is complete when this is called.
    clock.layout.connect(weak: self) { $0.layoutEnd = threadCPUTime() }
    clock.afterPaint.connect(weak: self) { $0.frameEnded() }
  }

  private func frameEnded() {
    let now = threadCPUTime()
    costs.wall = (steadyTime() - frameStart.wall) * 1_000
    costs.layout = max(0, layoutEnd - frameStart.cpu) * 1_000
    costs.frame = (now - frameStart.cpu) * 1_000
    costs.all = (now - lastEnd.thread) * 1_000
    let process = processCPUTime()
    costs.threads = (process - lastEnd.process) * 1_000
    peakLayout = max(peakLayout, costs.layout)
    lastEnd = (now, process)
    layoutEnd = 0
    frames += 1
    didPaint?()
  }

  /// Runs the main loop for `count` frames. A frame without changes draws nothing.
  func run(frames count: Int) {
    let goal = frames + count
    while frames < goal {
      window.frameClock?.requestFrame()
      MainLoop.iterate(mayBlock: true)
    }
  }

  /// Runs until `isDone` returns true, for at most `limit` frames; returns whether it did.
  @discardableResult
  func run(atMost limit: Int, until isDone: () -> Bool) -> Bool {
    let goal = frames + limit
    while !isDone() {
      guard frames < goal else { return false }
      run(frames: 1)
    }
    return true
  }

  /// Runs until the rows are measured and at rest.
  func settle() { run(frames: 20) }
}

/// Costs of a frame, in milliseconds.
struct FrameCosts {
  /// Wall time from the frame's first signal to its last.
  var wall = 0.0
  /// CPU time of the thread from the start of the frame to the end of the layout, and to the end of the frame.
  var layout = 0.0
  var frame = 0.0
  /// CPU time of the thread since the end of the previous frame, including events and idle work.
  var all = 0.0
  /// The same for all threads: GL without a graphics card draws in separate threads.
  var threads = 0.0
}

/// CPU time of this thread, in seconds.
func threadCPUTime() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

/// CPU time of all threads, in seconds.
func processCPUTime() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

/// Monotonic time in seconds, comparable between processes.
func steadyTime() -> Double { seconds(CLOCK_MONOTONIC) }

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Resident memory of a process in MB: this one, or that with an id.
func residentMemory(of process: String = "self") -> Double {
  let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
  return (kilobytes ?? .nan) / 1_000
}

extension Process {
  /// Starts a program from `PATH`.
  static func start(_ arguments: [String], output: FileHandle = .standardOutput) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    return process
  }

  /// Runs a program to its end and returns what it writes to standard error.
  static func errors(
    of program: String, _ arguments: [String], environment: [String: String]? = nil
  ) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
