import ArgumentParser
import Foundation

/// Measures jumps to random places by the rail, and drags across the whole rail in two seconds.
struct RailBench {
  var messages = 1_000_000
  var seeks = 40
  var drags = 4

  /// Seconds of a drag, and its steps a second.
  private static let length = 2.0
  private static let pace = 60.0
  /// Milliseconds between two movements above which a frame was omitted between them.
  private static let late = 2_000 / pace
  /// Pixels: the distance of the thumb's lane from the window's right edge, and the spaces above and below the rail.
  private static let lane = 13
  private static let (above, below) = (64, 84)

  func run() throws {
    let app = try AppRun(archive: try BenchArchive.path(messages: messages))
    defer { app.end() }
    // The ticks are read before the first frame or after it.
    let ticks = try app.wait(for: "rail: ticks")
    let window = try Self.window()
    print("rail of \(messages) messages\tmedian (least … most)")
    print(
      "ticks of \(Int(ticks["months"] ?? 0)) months\t\(Figures([ticks["ms"] ?? .nan]).described("ms", digits: 0))"
    )
    try measureSeeks(app, window)
    try measureDrags(app, window)
  }

  private func measureSeeks(_ app: AppRun, _ window: Window) throws {
    var times = Figures()
    var wrong = 0
    for round in 0...seeks {
      // All over the rail, and never near the previous place, since a press on the thumb only grabs it.
      let y =
        window.rail.lowerBound
        + Int(Double(window.rail.count) * (Double(round + 1) * 0.618).truncatingRemainder(dividingBy: 1))
      let hand = try Self.hand(["mousemove", "\(window.x)", "\(y)", "click", "1"])
      let sought = try app.wait(for: "rail: seek")
      let begun = ContinuousClock.now
      let shown = try app.wait(for: "rail: shown")
      let time = (ContinuousClock.now - begun) / .milliseconds(1)
      hand.waitUntilExit()
      if sought["ordinal"] != shown["ordinal"] { wrong += 1 }
      // The first one has cold caches.
      if round > 0 { times.add(time) }
    }
    print("a random place, until the list shows it\t\(times.described("ms", digits: 1))")
    print("the same, 95 of 100\t\(String(format: "%.1f", times.percentile(95))) ms")
    print("other messages than asked for\t\(wrong) of \(seeks + 1)")
  }

  /// GTK delivers one movement of the pointer in each frame, so the times between seeks are those between frames.
  private func measureDrags(_ app: AppRun, _ window: Window) throws {
    var (longest, late, moves, shown) = (Figures(), Figures(), Figures(), Figures())
    for drag in 0..<drags {
      let isDown = drag % 2 == 1
      let (start, end) =
        isDown
        ? (window.rail.lowerBound, window.rail.upperBound) : (window.rail.upperBound, window.rail.lowerBound)
      let steps = Int(Self.length * Self.pace)
      var words = ["mousemove", "\(window.x)", "\(start)", "mousedown", "1"]
      for step in 1...steps {
        words += ["mousemove", "\(window.x)", "\(start + (end - start) * step / steps)"]
        words += ["sleep", String(format: "%.4f", 1 / Self.pace)]
      }
      let hand = try Self.hand(words + ["sleep", "0.3", "mouseup", "1"])
      var gaps: [Double] = []
      var places = 0
      var last: ContinuousClock.Instant?
      while let line = app.nextLine(), !line.hasPrefix("rail: drag-end") {
        if line.hasPrefix("rail: shown") { places += 1 }
        guard line.hasPrefix("rail: seek") else { continue }
        let now = ContinuousClock.now
        if let last { gaps.append((now - last) / .milliseconds(1)) }
        last = now
      }
      hand.waitUntilExit()
      longest.add(gaps.max() ?? .nan)
      late.add(Double(gaps.count { $0 > Self.late }))
      moves.add(Double(gaps.count))
      shown.add(Double(places))
    }
    print("a drag across everything, longest time between frames\t\(longest.described("ms", digits: 1))")
    print("the same, frames left out\t\(late.described("of \(Int(moves.median))", digits: 0))")
    print("the same, places whose rows were shown\t\(shown.described("", digits: 0))")
  }

  // MARK: The hand

  private struct Window {
    /// The lane of the thumb, in pixels of the screen.
    var x: Int
    var rail: ClosedRange<Int>
  }

  /// The window, in the size of the measurement.
  private static func window() throws -> Window {
    let output = Pipe()
    let process = try Process.start(
      [
        "xdotool", "search", "--sync", "--onlyvisible", "--class", "backscroll", "windowsize", "1180", "760",
        "sleep", "1", "getwindowgeometry",
        "--shell",
      ],
      output: output.fileHandleForWriting)
    process.waitUntilExit()
    try output.fileHandleForWriting.close()
    var values: [String: Int] = [:]
    for line in String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(
      separator: "\n")
    {
      let parts = line.split(separator: "=")
      if parts.count == 2, let value = Int(parts[1]) { values[String(parts[0])] = value }
    }
    guard let x = values["X"], let y = values["Y"], let width = values["WIDTH"], let height = values["HEIGHT"]
    else { throw ValidationError("xdotool found no window. Is it installed?") }
    return Window(x: x + width - lane, rail: y + above...y + height - below)
  }

  /// Starts to move the pointer. The log is read meanwhile, because its lines have no times.
  private static func hand(_ words: [String]) throws -> Process { try Process.start(["xdotool"] + words) }
}
