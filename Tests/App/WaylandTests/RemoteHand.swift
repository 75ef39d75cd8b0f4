import Foundation

@testable import AppTestSupport

/// Input of the compositor's pointer, touchpad, touchscreen and keyboard.
///
/// A test has to wait itself until the program has handled the input.
final class RemoteHand {
  /// A place on the screen, in pixels.
  typealias Place = (x: Int, y: Int)

  static let service = "org.gnome.Mutter.RemoteDesktop"

  private let bus: BusConnection
  private let session: BusConnection.Target
  /// The screencast to whose picture the places belong.
  private let stream: String

  /// Milliseconds between two steps of a movement, and the longest step in points, since a device reports every few.
  private static let pace: UInt32 = 8
  private static let stepLength = 8
  /// Microseconds for which a finger rests before it moves.
  private static let pauseOfTouch: UInt32 = 40_000

  /// `session` is a started remote desktop session of the compositor.
  init(_ bus: BusConnection, session: BusConnection.Target, stream: String) throws {
    (self.bus, self.session, self.stream) = (bus, session, stream)
    // The first touch and the first key make the touchscreen and the keyboard appear, which programs notice afterwards.
    try touch(at: (1, 1))
    try liftFinger()
    try keys(.shift)
  }

  // MARK: Touch

  /// Puts a finger down, which rests for a moment like a real one. A busy compositor reports a touch at the finger's
  /// place at the time of processing: a drag would begin a step late, and a swipe would be a tap.
  func touch(at place: Place, finger: Int = 0) throws {
    try notify("TouchDown", "\(quotedStream), uint32 \(finger), \(Double(place.x)), \(Double(place.y))")
    usleep(Self.pauseOfTouch)
  }

  func moveFinger(to place: Place, finger: Int = 0) throws {
    try notify("TouchMotion", "\(quotedStream), uint32 \(finger), \(Double(place.x)), \(Double(place.y))")
  }

  func liftFinger(_ finger: Int = 0) throws { try notify("TouchUp", "uint32 \(finger),") }

  /// Lifts a finger without a velocity: it stays at its place for longer than the 150 ms that GTK takes into account.
  /// Counting screenshots would not work, since a fast machine takes several in that time.
  func liftFingerAtRest() throws {
    usleep(250_000)
    try liftFinger()
  }

  func tap(_ place: Place) throws {
    try touch(at: place)
    try liftFinger()
  }

  /// Moves a touching finger in steps.
  func moveFinger(from start: Place, to end: Place, finger: Int = 0, milliseconds pace: UInt32 = pace) throws
  {
    try steps(from: start, to: end, milliseconds: pace) { try moveFinger(to: $0, finger: finger) }
  }

  private func steps(
    from start: Place, to end: Place, milliseconds pace: UInt32 = pace, _ step: (Place) throws -> Void
  ) throws {
    let length = max(abs(end.x - start.x), abs(end.y - start.y))
    let count = max(1, (length + Self.stepLength - 1) / Self.stepLength)
    for number in 1...count {
      usleep(pace * 1_000)
      try step(
        (start.x + (end.x - start.x) * number / count, start.y + (end.y - start.y) * number / count))
    }
  }

  /// Touches, moves, and lifts the finger during the movement.
  func swipe(from start: Place, to end: Place) throws {
    try touch(at: start)
    try moveFinger(from: start, to: end, milliseconds: Self.pace / 2)
    try liftFinger()
  }

  // MARK: Touchpad and wheel

  /// The source of a scroll, in the compositor's numbers.
  private enum AxisFlags: Int {
    case finish = 1
    case wheel = 2
    case finger = 4
  }

  /// Moves the content by a number of points with two fingers: positive values lead down and to the right.
  func scroll(x: Int = 0, y: Int = 0, milliseconds pace: UInt32 = pace) throws {
    let steps = max(1, (max(abs(x), abs(y)) + Self.stepLength - 1) / Self.stepLength)
    for step in 1...steps {
      usleep(pace * 1_000)
      let part = (x * step / steps - x * (step - 1) / steps, y * step / steps - y * (step - 1) / steps)
      try axis(Double(part.0), Double(part.1), .finger)
    }
  }

  /// Lifts the two fingers. mutter 43 does not pass this on.
  func endScroll() throws { try axis(0, 0, .finger, .finish) }

  /// Turns the wheel: positive numbers lead down.
  func turnWheel(_ notches: Int) throws {
    for _ in 0..<abs(notches) {
      usleep(Self.pace * 1_000)
      try notify("PointerAxisDiscrete", "uint32 0, \(notches.signum())")
    }
  }

  /// Turns the wheel by that many notches at once, unlike a real finger.
  func spinWheel(_ notches: Int) throws { try notify("PointerAxisDiscrete", "uint32 0, \(notches)") }

  private func axis(_ x: Double, _ y: Double, _ flags: AxisFlags...) throws {
    try notify("PointerAxis", "\(x), \(y), uint32 \(flags.reduce(0) { $0 | $1.rawValue })")
  }

  // MARK: Pointer and keys

  func point(at place: Place) throws {
    try notify("PointerMotionAbsolute", "\(quotedStream), \(Double(place.x)), \(Double(place.y))")
  }

  enum Button: Int {
    case primary = 0x110
    case secondary = 0x111
  }

  func press(_ button: Button = .primary) throws { try notify("PointerButton", "\(button.rawValue), true") }
  func release(_ button: Button = .primary) throws {
    try notify("PointerButton", "\(button.rawValue), false")
  }

  /// Moves the pointer in steps, with the pressed buttons.
  func movePointer(from start: Place, to end: Place) throws {
    try steps(from: start, to: end) { try point(at: $0) }
  }

  func click(_ place: Place, _ button: Button = .primary) throws {
    try point(at: place)
    try press(button)
    try release(button)
  }

  /// Keys by X11's numbers.
  enum Key: Int {
    case escape = 0xff1b
    case left = 0xff51
    case right = 0xff53
    case down = 0xff54
    case returnKey = 0xff0d
    case f5 = 0xffc2
    case control = 0xffe3
    case shift = 0xffe1
    case alt = 0xffe9
    case superKey = 0xffeb
    case delete = 0xffff
    case h = 0x68
    case q = 0x71
    case v = 0x76
    case one = 0x31
    case two, three, four, five
  }

  /// Presses keys one by one, and releases them in the opposite order.
  func keys(_ keys: Key...) throws {
    for key in keys { try notify("KeyboardKeysym", "uint32 \(key.rawValue), true") }
    for key in keys.reversed() { try notify("KeyboardKeysym", "uint32 \(key.rawValue), false") }
  }

  private var quotedStream: String { BusConnection.literal(stream) }

  private func notify(_ event: String, _ arguments: String) throws {
    try bus.call(session, "Notify\(event)", "(\(arguments))")
  }
}
