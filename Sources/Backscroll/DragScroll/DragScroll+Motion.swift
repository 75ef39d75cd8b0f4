import Gtk
import ScrollCore

/// How the content moves on after a drag.
struct DragMotion {
  enum Course {
    /// It flies, and friction slows it down. `way` is what it has gone already.
    case fling(Decay, way: Double)
    /// It returns from beyond an edge.
    case spring(Spring)
  }

  var course: Course
  /// Frame time at which it set out.
  var start: Double
  /// No frame of it has been drawn yet.
  var isFirst = true
}

extension DragScroll {
  /// Slower than this, in points a second, nothing flies: the hand has put the content down.
  private static var minimumVelocity: Double { 60 }
  /// What is left of a fling at an edge, in points a second: it makes the content overshoot by 37 points at most.
  private static var maximumImpact: Double { 2_000 }
  /// The time from the last frame to the first of a motion is not longer than this, in seconds, however long
  /// nothing was drawn.
  private static var maximumFirstStep: Double { 1.0 / 30 }

  /// Whether the content moves by itself.
  public var isMoving: Bool { motion != nil }

  /// The content moves on with `velocity`, in points a second, positive downwards.
  func fling(_ velocity: Double) {
    guard abs(velocity) >= Self.minimumVelocity else { return }
    start(.fling(Decay(velocity: velocity), way: 0))
  }

  /// Ends a fling where it is. Content beyond an edge still returns.
  func stopFling() {
    if case .fling = motion?.course { motion = nil }
  }

  func springBack(_ velocity: Double = 0) {
    guard DesktopSettings.current?.animates ?? false, isMapped else {
      overshoot = 0
      motion = nil
      return
    }
    start(.spring(Spring(offset: overshoot, velocity: velocity)))
  }

  private func start(_ course: DragMotion.Course) {
    motion = DragMotion(course: course, start: frameClock?.frameTime ?? 0)
    guard !isTicking else { return }
    isTicking = true
    onTick { [weak self] time in
      guard let self else { return false }
      if motion != nil { step(to: time) }
      isTicking = motion != nil
      return isTicking
    }
  }

  private func step(to now: Double) {
    guard var motion else { return }
    // The first step is one frame's, however long nothing was drawn before.
    if motion.isFirst { motion.start = max(motion.start, now - Self.maximumFirstStep) }
    motion.isFirst = false
    let time = now - motion.start
    switch motion.course {
    case .fling(let decay, let way):
      let reached = decay.offset(at: time)
      let room = room
      let scrolled = min(max(reached - way, -room.after), room.before)
      motion.course = .fling(decay, way: reached)
      self.motion = decay.isAtRest(at: time) ? nil : motion
      scroll(scrolled)
      // What scrolls may have been asked to rest meanwhile.
      if self.motion != nil, abs(reached - way - scrolled) > 0.01 {
        springBack(min(max(decay.velocity(at: time), -Self.maximumImpact), Self.maximumImpact))
      }
    case .spring(let spring):
      let isAtRest = spring.isAtRest(at: time)
      self.motion = isAtRest ? nil : motion
      overshoot = isAtRest ? 0 : spring.offset(at: time)
    }
  }
}
