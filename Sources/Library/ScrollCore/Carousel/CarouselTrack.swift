/// The position and the destination of a carousel: all its decisions, without a widget.
///
/// The position is a real number in pages. In a ring it stays within 0..<count: when it crosses the seam, position, drag
/// and spring shift together by a whole number of turns, also in mid-drag and mid-spring. So a ring has no end, and any
/// number of turns adds up to no drift.
public struct CarouselTrack: Sendable, Equatable {
  /// The reason for which another page was selected. The raw values appear in logs.
  public enum Reason: String, Sendable {
    /// `program` stands for the application's calls and for changes of the data.
    case drag, wheel, key, tap, program
  }

  /// A result of a change.
  public enum Event: Sendable, Equatable {
    /// Another page is selected: the track will come to rest at it.
    case select(index: Int, reason: Reason)
    /// The track has come to rest at another page than before.
    case settle(index: Int)

    /// The event with its page's new index; `nil` if the page is gone.
    public func moved(_ place: (Int) -> Int?) -> Event? {
      switch self {
      case .select(let index, let reason): place(index).map { .select(index: $0, reason: reason) }
      case .settle(let index): place(index).map { .settle(index: $0) }
      }
    }
  }

  /// The cause of a movement.
  public enum Motion: Sendable, Equatable {
    /// The position is at rest.
    case none
    /// A swipe that has moved by `travel` pages since it began at `start`. If the pages were moving then, they were on
    /// the way to slot `interrupted`.
    case drag(start: Double, travel: Double, interrupted: Int?)
    /// A spring to a slot, after `elapsed` seconds.
    case spring(Spring, target: Int, elapsed: Double)
  }

  /// The position in pages. In a row only the rubber band goes beyond the ends.
  public private(set) var position = 0.0
  /// The present movement.
  public private(set) var motion = Motion.none
  /// The page at which the track comes to rest; nil without pages.
  public private(set) var selected: Int?
  /// The mapping of slots to pages.
  public private(set) var ring: Wraparound
  /// Turns of a ring, forward minus backward. It changes when the position shifts across the seam.
  public private(set) var turns = 0
  /// Whether a flick may pass several pages.
  public var allowsLongSwipes = false
  /// The viewport's extent in pages, for the resistance at the ends.
  public var viewport = 1.0

  private var wraps: Bool
  private var settled: Int?
  /// The page to open at, requested before there were any.
  private var awaited: Int?

  /// √(stiffness 500 / mass 0.5), as in libadwaita's carousel: a page change is within 1 % after 210 ms.
  public static let springRate = 31.622_776_601_683_793
  /// The most pages that an animation passes. A longer way begins this far from its target.
  public static let longestRun = 12.0
  /// A target nearer than this, in pages, needs no animation: a fiftieth of a point on a screen-wide page.
  private static let restDistance = 1e-5
  /// A spring ends when it is nearer than this, in pages: half a point on a page of 1,000.
  private static let springRestDistance = 0.0005

  /// `count` pages, at rest on the first one. `wraps` closes the row to a ring.
  public init(count: Int = 0, wraps: Bool = false) {
    self.wraps = wraps
    ring = Wraparound(count: count, wraps: wraps)
    selected = count > 0 ? 0 : nil
    settled = selected
  }

  /// The number of pages.
  public var count: Int { ring.count }
  /// Whether a swipe moves the position.
  public var isDragging: Bool { if case .drag = motion { true } else { false } }
  /// Whether a swipe or a spring moves the position.
  public var isMoving: Bool { motion != .none }
  /// Whether there is another page.
  public var canMove: Bool { count > 1 }

  /// Whether there is a page `step` pages after the selected one; always in a ring.
  public func canAdvance(by step: Int) -> Bool {
    guard canMove, let selected else { return false }
    return ring.isRing || (0..<count).contains(selected + step)
  }

  // MARK: Drags

  /// Begins a swipe, which stops moving pages.
  public mutating func beginDrag() {
    guard canMove else { return }
    var interrupted: Int?
    if case .spring(_, let target, _) = motion { interrupted = target }
    motion = .drag(start: position, travel: 0, interrupted: interrupted)
  }

  /// Moves the swipe to `travel` pages from its beginning, positive towards later pages.
  public mutating func drag(to travel: Double) {
    guard case .drag(let start, _, let interrupted) = motion, travel.isFinite else { return }
    motion = .drag(start: start, travel: travel, interrupted: interrupted)
    position = resisted(start + travel)
    rebase()
  }

  /// Ends the swipe with a velocity in points per second, positive towards later pages; a page is `extent` points.
  public mutating func endDrag(
    velocity: Double, extent: Double, device: SwipeTracker.Device = .mouse, animated: Bool = true
  ) -> [Event] {
    guard case .drag(let start, let travel, let interrupted) = motion else { return [] }
    motion = .none
    // After a press that only stopped the pages, they continue.
    if let interrupted, travel == 0 {
      return head(to: interrupted, velocity: 0, reason: .drag, animated: animated)
    }
    let snaps = SnapPoints(ring, allowsLongSwipes: allowsLongSwipes)
    let target = snaps.target(
      from: position, caught: interrupted.map { (start, $0) }, velocity: velocity, device: device)
    let pagesPerSecond = extent > 0 ? velocity / extent : 0
    return head(to: target, velocity: pagesPerSecond, reason: .drag, animated: animated)
  }

  /// Cancels the swipe: the track returns to the selected page.
  public mutating func cancelDrag(animated: Bool = true) -> [Event] {
    guard isDragging, let selected else { return [] }
    motion = .none
    return head(to: ring.slot(of: selected, from: position), velocity: 0, reason: .drag, animated: animated)
  }

  /// The position of a swipe, which a rubber band holds back beyond the ends of a row.
  private func resisted(_ position: Double) -> Double {
    guard !ring.isRing else { return position }
    let last = Double(max(0, count - 1))
    let band = RubberBand(dimension: viewport)
    if position < 0 { return band.offset(position) }
    return position > last ? last + band.offset(position - last) : position
  }

  // MARK: Scrolling

  /// Scrolls to a page; without pages, as soon as there are any. An index beyond the last page means the last.
  public mutating func scroll(
    to index: Int, _ direction: Wraparound.Direction = .shortest, reason: Reason = .program,
    animated: Bool = true
  ) -> [Event] {
    guard count > 0 else {
      awaited = max(0, index)
      return []
    }
    let index = min(max(index, 0), count - 1)
    let slot = ring.slot(of: index, from: position, direction)
    let velocity = springVelocity
    motion = .none
    return head(to: slot, velocity: velocity, reason: reason, animated: animated)
  }

  /// Scrolls `step` pages on from the selected one. Does nothing if there is no such page.
  public mutating func advance(by step: Int, reason: Reason, animated: Bool = true) -> [Event] {
    guard canAdvance(by: step) else { return [] }
    let velocity = springVelocity
    let slot = targetSlot + step
    motion = .none
    return head(to: slot, velocity: velocity, reason: reason, animated: animated)
  }

  /// The slot of the selected page: where the track is or scrolls to.
  public var targetSlot: Int {
    if case .spring(_, let target, _) = motion { return target }
    guard isDragging, let selected else { return Int(position.rounded()) }
    return ring.slot(of: selected, from: position)
  }

  /// The running spring's velocity in pages per second.
  private var springVelocity: Double {
    guard case .spring(let spring, _, let elapsed) = motion else { return 0 }
    return spring.velocity(at: elapsed)
  }

  private mutating func head(to slot: Int, velocity: Double, reason: Reason, animated: Bool) -> [Event] {
    guard let index = ring.index(ofSlot: slot) else { return [] }
    // A spring with an infinite velocity would never come to rest.
    let velocity = velocity.isFinite ? velocity : 0
    var events: [Event] = []
    if index != selected {
      selected = index
      events.append(.select(index: index, reason: reason))
    }
    let distance = position - Double(slot)
    guard animated, abs(distance) > Self.restDistance || abs(velocity) > Self.restDistance * Self.springRate
    else {
      return events + arrive(at: slot)
    }
    let near = min(max(distance, -Self.longestRun), Self.longestRun)
    position = Double(slot) + near
    motion = .spring(Self.spring(from: near, velocity: velocity), target: slot, elapsed: 0)
    rebase()
    return events
  }

  private static func spring(from offset: Double, velocity: Double) -> Spring {
    Spring(offset: offset, velocity: velocity, rate: springRate, restDistance: springRestDistance)
  }

  /// Moves a running spring on by `delta` seconds; without one, does nothing.
  public mutating func step(by delta: Double) -> [Event] {
    guard case .spring(let spring, let target, let before) = motion else { return [] }
    let elapsed = before + delta
    let offset = spring.offset(at: elapsed)
    // A velocity towards the target can carry a spring past it. A page must not pass its place.
    let swingsOver = spring.offset != 0 && offset.sign != spring.offset.sign
    if swingsOver || spring.isAtRest(at: elapsed) { return arrive(at: target) }
    motion = .spring(spring, target: target, elapsed: elapsed)
    position = Double(target) + offset
    rebase()
    return []
  }

  private mutating func arrive(at slot: Int) -> [Event] {
    motion = .none
    position = Double(slot)
    rebase()
    guard let index = ring.index(ofSlot: slot), index != settled else { return [] }
    settled = index
    return [.settle(index: index)]
  }

  /// Shifts everything by whole turns so that the position is within 0..<count.
  private mutating func rebase() { shift(by: ring.shift(for: position)) }

  private mutating func shift(by pages: Int) {
    guard pages != 0 else { return }
    position += Double(pages)
    turns -= pages / ring.count
    switch motion {
    case .none: break
    case .drag(let start, let travel, let interrupted):
      motion = .drag(
        start: start + Double(pages), travel: travel, interrupted: interrupted.map { $0 + pages })
    case .spring(let spring, let target, let elapsed):
      motion = .spring(spring, target: target + pages, elapsed: elapsed)
    }
  }
}

// MARK: Changes of the data

extension CarouselTrack {
  /// Closes the row to a ring, or opens it. A movement ends at its target.
  public mutating func setWraps(_ new: Bool) -> [Event] {
    guard new != wraps else { return [] }
    wraps = new
    ring = Wraparound(count: count, wraps: wraps)
    guard let selected else { return [] }
    motion = .none
    return arrive(at: selected)
  }

  /// Follows a change of the data: there are `count` pages now, and the page that was at index `i` is at `place(i)`, or
  /// removed if that is `nil`.
  ///
  /// The page in the middle stays in the middle, also during a swipe or a spring. If it was removed, the next page
  /// takes its place; at the end, the one before.
  public mutating func reindex(count: Int, place: (Int) -> Int?) -> [Event] {
    let old = ring
    ring = Wraparound(count: count, wraps: wraps)
    guard count > 0 else {
      self = CarouselTrack(count: 0, wraps: wraps, like: self)
      return []
    }
    guard old.count > 0, let oldSelected = selected else {
      let first = min(awaited ?? 0, count - 1)
      awaited = nil
      motion = .none
      selected = first
      return [.select(index: first, reason: .program)] + arrive(at: first)
    }
    let centreSlot = min(
      max(Int(position.rounded()), old.isRing ? .min : 0), old.isRing ? .max : old.count - 1)
    let centre = old.index(ofSlot: centreSlot) ?? oldSelected
    let newCentre = Self.successor(of: centre, among: old.count, place) ?? min(centre, count - 1)
    var shift = Double(newCentre - centreSlot)
    let newSelected = place(oldSelected)
    let newTarget = newSelected ?? Self.successor(of: oldSelected, among: old.count, place) ?? newCentre
    let oldTarget = targetSlot
    position += shift
    switch motion {
    case .none: position = Double(newCentre)
    case .drag(let start, let travel, _):
      motion = .drag(start: start + shift, travel: travel, interrupted: nil)
    case .spring(let spring, _, let elapsed):
      let slot = ring.slot(of: newTarget, from: Double(oldTarget + Int(shift)))
      // The spring keeps its place and velocity, and goes to where the page is now.
      let velocity = spring.velocity(at: elapsed)
      motion = .spring(
        Self.spring(from: position - Double(slot), velocity: velocity), target: slot, elapsed: 0)
    }
    shift = Double(ring.shift(for: position))
    if shift != 0 { self.shift(by: Int(shift)) }
    settled = settled.flatMap(place)
    selected = newTarget
    var events: [Event] = newSelected == nil ? [.select(index: newTarget, reason: .program)] : []
    if motion == .none {
      if settled == nil || settled != newTarget { events += arrive(at: newTarget) }
    } else if !canMove {
      motion = .none
      events += arrive(at: newTarget)
    }
    return events
  }

  private init(count: Int, wraps: Bool, like other: CarouselTrack) {
    self.init(count: count, wraps: wraps)
    allowsLongSwipes = other.allowsLongSwipes
    viewport = other.viewport
  }

  /// The new index of page `index`, or of the next page that is left, or of the last one before it.
  private static func successor(of index: Int, among count: Int, _ place: (Int) -> Int?) -> Int? {
    for candidate in index..<count { if let found = place(candidate) { return found } }
    for candidate in stride(from: index - 1, through: 0, by: -1) {
      if let found = place(candidate) { return found }
    }
    return nil
  }
}

/// The slots at which swipes come to rest: a slow swipe at the nearest page, a flick at its destination.
///
/// Positions are in pages. The thresholds and the projection are those of libadwaita's swipe tracker.
public struct SnapPoints: Sendable, Equatable {
  /// The pages and their slots.
  public let ring: Wraparound
  /// Whether a flick may pass several pages. Otherwise it goes to the next page from where it was released.
  public var allowsLongSwipes: Bool

  /// Makes the snap points of a ring or a row.
  public init(_ ring: Wraparound, allowsLongSwipes: Bool = false) {
    self.ring = ring
    self.allowsLongSwipes = allowsLongSwipes
  }

  /// Returns the slot at which a swipe comes to rest.
  ///
  /// - Parameters:
  ///   - position: The position at the release.
  ///   - caught: The position at which the swipe stopped moving pages, and the slot to which they were moving. A flick
  ///     in
  ///     the same direction goes one slot farther. Otherwise every second of several quick swipes would be lost.
  ///   - velocity: Points per second, positive towards later pages.
  ///   - device: The device of the swipe.
  public func target(
    from position: Double, caught: (position: Double, target: Int)? = nil, velocity: Double,
    device: SwipeTracker.Device = .mouse
  ) -> Int {
    guard ring.count > 0 else { return 0 }
    let nearest = Int(position.rounded())
    guard abs(velocity) >= device.flickVelocity else { return clamped(nearest) }
    let isForward = velocity > 0
    // A flick always reaches the next page, however short its projection.
    var target = isForward ? Int(position.rounded(.down)) + 1 : Int(position.rounded(.up)) - 1
    if allowsLongSwipes {
      let projected = position + Self.projection(velocity, device)
      let slot = Int(min(max(projected, position - Self.farthest), position + Self.farthest).rounded())
      target = isForward ? max(target, slot) : min(target, slot)
    }
    if let caught, (position - caught.position) * velocity >= 0 {
      if isForward, Double(caught.target) > position - 0.5 { target = max(target, caught.target + 1) }
      if !isForward, Double(caught.target) < position + 0.5 { target = min(target, caught.target - 1) }
    }
    return clamped(target)
  }

  /// The number of pages by which a flick of `velocity` points per second continues after the release, with its sign.
  ///
  /// Up to 2,000 points per second it is proportional to the velocity; above, a parabola is added. The parabola begins
  /// at 0 with slope 0, so neither the distance nor its slope jumps.
  static func projection(_ velocity: Double, _ device: SwipeTracker.Device) -> Double {
    let speed = abs(velocity)
    let excess = max(0, speed - parabolaStart)
    let distance = slope(device) * speed + parabolaFactor * excess * excess
    return velocity < 0 ? -distance : distance
  }

  /// Points per second above which the parabola adds to the projection, and its factor for their square.
  private static let parabolaStart = 2_000.0
  private static let parabolaFactor = 0.35e-6
  /// The most pages that a flick passes. It keeps the velocity of an invalid event within the range of integers.
  private static let farthest = 10_000.0

  /// Pages for each point per second: d / (1 − d) / 10⁶ with a deceleration d of 0.998, and 0.997 on a touchpad.
  private static func slope(_ device: SwipeTracker.Device) -> Double {
    device == .touchpad ? 332.333e-6 : 499e-6
  }

  private func clamped(_ slot: Int) -> Int { ring.isRing ? slot : min(max(slot, 0), ring.count - 1) }
}
