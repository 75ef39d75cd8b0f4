/// Where a carousel stands and where it is going: every decision of it, without a widget.
///
/// The position is a real number in pages. In a ring it is kept within 0..<count: whenever the seam is crossed,
/// position, drag and spring are shifted together by a whole number of turns, also in mid-drag and mid-spring, so
/// there is no end to meet, no jump to wait for, and no drift after any number of turns.
public struct CarouselTrack: Sendable, Equatable {
  /// Why another page was chosen. The raw values are what logs show.
  public enum Reason: String, Sendable {
    case drag, wheel, key, tap, program
  }

  /// What a step has led to, in order.
  public enum Event: Sendable, Equatable {
    /// Another page is the one to come to rest at.
    case select(index: Int, reason: Reason)
    /// It has come to rest at another page than before.
    case settle(index: Int)

    /// The same of the page's new index; nil if it has none any more.
    public func moved(_ place: (Int) -> Int?) -> Event? {
      switch self {
      case .select(let index, let reason): place(index).map { .select(index: $0, reason: reason) }
      case .settle(let index): place(index).map { .settle(index: $0) }
      }
    }
  }

  /// What moves the position just now.
  public enum Motion: Sendable, Equatable {
    case none
    /// A hand. `travel` is its way in pages since it took hold at `start`; `interrupted` the slot that was being gone
    /// to then.
    case drag(start: Double, travel: Double, interrupted: Int?)
    /// A spring to a slot. `start` is the time it set out, nil until the first step.
    case spring(Spring, target: Int, start: Double?)
  }

  /// Pages; clamped to what there is in a row, but for the rubber band.
  public private(set) var position = 0.0
  public private(set) var motion = Motion.none
  /// The page to come to rest at; nil without pages.
  public private(set) var selected: Int?
  public private(set) var ring: Wraparound
  /// Times round a ring, forwards less backwards: it changes when the position is shifted across the seam.
  public private(set) var turns = 0
  public var allowsLongSwipes = false
  /// The viewport's extent in pages, for the resistance at the ends.
  public var viewport = 1.0

  private var wraps: Bool
  private var settled: Int?
  /// Asked for before there were pages.
  private var awaited: Int?

  /// √(stiffness 500 / mass 0.5), as in libadwaita's carousel: a page change is within 1 % after 210 ms.
  public static let springRate = 31.622_776_601_683_793
  /// Pages that an animation runs over at the most; what is farther off is approached from this near.
  public static let longestRun = 12.0
  /// Nearer than this, in pages, is there: a fiftieth of a point on a screen-wide page.
  static let restDistance = 1e-5

  public init(count: Int = 0, wraps: Bool = false) {
    self.wraps = wraps
    ring = Wraparound(count: count, wraps: wraps)
    selected = count > 0 ? 0 : nil
    settled = selected
  }

  public var count: Int { ring.count }
  public var isDragging: Bool { if case .drag = motion { true } else { false } }
  public var isMoving: Bool { motion != .none }
  /// Whether there is anywhere to go.
  public var canMove: Bool { count > 1 }

  /// Whether there is a page before or after the one it is at, or going to.
  public func canAdvance(by step: Int) -> Bool {
    guard canMove, let selected else { return false }
    return ring.isRing || (0..<count).contains(selected + step)
  }

  // MARK: Drags

  /// A hand takes hold, also of a page on its way.
  public mutating func beginDrag() {
    guard canMove else { return }
    var interrupted: Int?
    if case .spring(_, let target, _) = motion { interrupted = target }
    motion = .drag(start: position, travel: 0, interrupted: interrupted)
  }

  /// The hand has gone `travel` pages since it took hold, positive towards later pages.
  public mutating func drag(to travel: Double) {
    guard case .drag(let start, _, let interrupted) = motion, travel.isFinite else { return }
    motion = .drag(start: start, travel: travel, interrupted: interrupted)
    position = resisted(start + travel)
    rebase()
  }

  /// The hand lets go with a velocity in points a millisecond, positive towards later pages; a page is `extent`
  /// points.
  public mutating func endDrag(
    velocity: Double, extent: Double, device: SnapPoints.Device = .pointer, reason: Reason = .drag,
    animated: Bool = true
  ) -> [Event] {
    guard case .drag(let start, let travel, let interrupted) = motion else { return [] }
    motion = .none
    // Caught and let go without a movement, it goes on to where it was going.
    if let interrupted, travel == 0 {
      return head(to: interrupted, velocity: 0, reason: reason, animated: animated)
    }
    let snaps = SnapPoints(ring, allowsLongSwipes: allowsLongSwipes)
    let target = snaps.target(
      from: position, caught: interrupted.map { (start, $0) }, velocity: velocity, device: device)
    let pagesASecond = extent > 0 ? velocity * 1_000 / extent : 0
    return head(to: target, velocity: pagesASecond, reason: reason, animated: animated)
  }

  /// The drag was taken away: back to the page that was chosen.
  public mutating func cancelDrag(animated: Bool = true) -> [Event] {
    guard isDragging, let selected else { return [] }
    motion = .none
    return head(to: ring.slot(of: selected, from: position), velocity: 0, reason: .drag, animated: animated)
  }

  /// Beyond the ends of a row the pages follow ever less.
  private func resisted(_ position: Double) -> Double {
    guard !ring.isRing else { return position }
    let last = Double(max(0, count - 1))
    let band = RubberBand(dimension: viewport)
    if position < 0 { return band.offset(position) }
    return position > last ? last + band.offset(position - last) : position
  }

  // MARK: Going somewhere

  /// Goes to a page; without pages yet, as soon as there are. An index beyond the last page means the last.
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

  /// Goes `step` pages on from the one it is going to; nowhere beyond the ends of a row.
  public mutating func advance(by step: Int, reason: Reason, animated: Bool = true) -> [Event] {
    guard canAdvance(by: step) else { return [] }
    let velocity = springVelocity
    let slot = targetSlot + step
    motion = .none
    return head(to: slot, velocity: velocity, reason: reason, animated: animated)
  }

  /// The slot it is going to, or is at.
  public var targetSlot: Int {
    if case .spring(_, let target, _) = motion { return target }
    guard isDragging, let selected else { return Int(position.rounded()) }
    return ring.slot(of: selected, from: position)
  }

  /// Pages a second that a running spring has as of its last step.
  private var springVelocity: Double {
    guard case .spring(let spring, _, let start?) = motion else { return 0 }
    return spring.velocity(at: lastStep - start)
  }

  private var lastStep = 0.0

  private mutating func head(to slot: Int, velocity: Double, reason: Reason, animated: Bool) -> [Event] {
    guard let index = ring.index(ofSlot: slot) else { return [] }
    // A spring that has no place would never come to rest.
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
    // From far away the run is a short one; nobody could follow it.
    let near = min(max(distance, -Self.longestRun), Self.longestRun)
    position = Double(slot) + near
    motion = .spring(
      Spring(offset: near, velocity: velocity, rate: Self.springRate, restDistance: 0.0005), target: slot,
      start: nil)
    rebase()
    return events
  }

  /// Goes on to a time in seconds; true as long as there is more to come.
  public mutating func step(to time: Double) -> [Event] {
    defer { lastStep = time }
    guard case .spring(let spring, let target, let begun) = motion else { return [] }
    let start = begun ?? time
    let offset = spring.offset(at: time - start)
    // A spring with a velocity towards its rest could swing over; a page does not.
    let swings = spring.offset != 0 && offset.sign != spring.offset.sign && begun != nil
    if swings || (begun != nil && spring.isAtRest(at: time - start)) {
      return arrive(at: target)
    }
    motion = .spring(spring, target: target, start: start)
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
    case .spring(let spring, let target, let start):
      motion = .spring(spring, target: target + pages, start: start)
    }
  }
}

// MARK: Changes of the data

extension CarouselTrack {
  /// Closes the row to a ring, or opens it. What it was going to, it is at.
  public mutating func setWraps(_ new: Bool) -> [Event] {
    guard new != wraps else { return [] }
    wraps = new
    ring = Wraparound(count: count, wraps: wraps)
    guard let selected else { return [] }
    motion = .none
    return arrive(at: selected)
  }

  /// The data has changed: there are `count` pages now, and page `i` of before stands at `place(i)`; nil: it is gone.
  ///
  /// The page in the middle stays in the middle, whatever moves; if it is gone, the next one takes its place, or
  /// the one before at the end.
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
      // A row that is no ring any more has ends: what lies beyond goes.
      motion = .drag(start: start + shift, travel: travel, interrupted: nil)
    case .spring(let spring, _, let start):
      let slot = Self.slot(newTarget, near: oldTarget + Int(shift), in: ring)
      // The spring keeps its distance and its velocity as of now, and goes to where the page is now.
      let elapsed = start.map { lastStep - $0 } ?? 0
      motion = .spring(
        Spring(
          offset: position - Double(slot), velocity: spring.velocity(at: elapsed), rate: Self.springRate,
          restDistance: 0.0005),
        target: slot, start: start == nil ? nil : lastStep)
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

  /// Where page `index` went, or the next one after it that is left, or else the last before it.
  private static func successor(of index: Int, among count: Int, _ place: (Int) -> Int?) -> Int? {
    for candidate in index..<count { if let found = place(candidate) { return found } }
    for candidate in stride(from: index - 1, through: 0, by: -1) {
      if let found = place(candidate) { return found }
    }
    return nil
  }

  private static func slot(_ index: Int, near slot: Int, in ring: Wraparound) -> Int {
    ring.slot(of: index, from: Double(slot))
  }
}
