import Backscroll
import Gtk

/// Logs how long the rail's places take until they are painted, and what the frames of a drag cost: the benchmark reads it.
@MainActor
final class RailMeter {
  struct Frames {
    var count = 0
    /// Frames that took longer than 16.7 ms.
    var late = 0
    /// Milliseconds.
    var longest = 0.0
    /// Places that were shown.
    var shown = 0
  }

  private let log = EventLog("rail")
  private var handles: [SignalHandle] = []
  private weak var list: Widget?
  private weak var rail: ScrollRail?
  private var began = ContinuousClock.now
  private var isPending = false
  private var hasArrived = false
  /// Whether the list was told to show a place since it was painted, wanted still or not.
  private var isNew = false
  private var frameBegan: ContinuousClock.Instant?
  private var frames: Frames?

  private static let late = 1_000.0 / 60

  isolated deinit { disconnect() }

  private func disconnect() {
    for handle in handles { handle.disconnect() }
    handles = []
    frameBegan = nil
  }

  private func connect(_ list: Widget, _ rail: ScrollRail) {
    guard handles.isEmpty, let clock = list.frameClock else { return }
    (self.list, self.rail) = (list, rail)
    handles = [
      clock.beforePaint.connect(weak: self) { $0.frameBegan = .now },
      clock.afterPaint.connect(weak: self) { $0.painted() },
    ]
  }

  /// A place is wanted.
  func began(on list: Widget, _ rail: ScrollRail) {
    if !isPending { began = .now }
    isPending = true
    hasArrived = false
    connect(list, rail)
  }

  /// The list was told to show it.
  func arrived() {
    hasArrived = true
    isNew = true
  }

  func dragBegan(on list: Widget, _ rail: ScrollRail) {
    frames = Frames()
    connect(list, rail)
  }

  func dragEnded() -> Frames? {
    defer { frames = nil }
    return frames
  }

  private func painted() {
    let now = ContinuousClock.now
    if let frameBegan, var frames {
      let cost = ((now - frameBegan) / .milliseconds(1) * 10).rounded() / 10
      frames.count += 1
      if cost > Self.late { frames.late += 1 }
      frames.longest = max(frames.longest, cost)
      if isNew { frames.shown += 1 }
      self.frames = frames
    }
    isNew = false
    if isPending, hasArrived {
      isPending = false
      let time = ((now - began) / .milliseconds(1) * 10).rounded() / 10
      log.debug("painted", ["ordinal": rail?.shownPosition?.ordinal ?? -1, "ms": time])
    }
    if !isPending, frames == nil { disconnect() }
  }
}
