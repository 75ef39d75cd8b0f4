@testable import AppTestSupport

/// The hand on a display's mouse: it presses, moves in steps like a hand, and releases.
///
/// Each call is one `xdotool` process, so the steps of a stroke have the requested pace under any load. The hand only
/// moves the pointer: a test has to wait until the program has handled that.
final class Hand {
  /// A place on the screen, in pixels.
  typealias Place = (x: Int, y: Int)

  private let display: Display
  private(set) var place: Place = (0, 0)

  /// The longest step, since a real mouse reports every few pixels.
  private static let stepLength = 8

  init(_ display: Display) { self.display = display }

  /// Milliseconds between two steps. The slow pace is that of a careful hand, the quick one throws.
  enum Pace: Int {
    case slow = 12
    case quick = 4
  }

  /// Moves the pointer to a place without a button.
  func point(at place: Place) throws {
    try run(moveWords(to: place))
  }

  func press(at place: Place, button: Int = 1) throws {
    try run(moveWords(to: place) + ["mousedown", "\(button)"])
  }

  func press(button: Int = 1) throws { try run(["mousedown", "\(button)"]) }
  func release(button: Int = 1) throws { try run(["mouseup", "\(button)"]) }

  func click(at place: Place, button: Int = 1) throws {
    try run(moveWords(to: place) + ["click", "\(button)"])
  }

  /// Moves in steps, with the buttons that are held.
  func move(by travel: Place, _ pace: Pace = .slow) throws { try run(stroke(by: travel, pace)) }

  /// Moves down by a number of pixels; negative: up.
  func move(_ down: Int, _ pace: Pace = .slow) throws { try move(by: (0, down), pace) }

  /// Presses, moves down by a number of pixels and releases, without a pause before the release.
  func drag(from start: Place, _ down: Int, _ pace: Pace = .slow) throws {
    let press = moveWords(to: start) + ["mousedown", "1"]
    try run(press + stroke(by: (0, down), pace) + ["mouseup", "1"])
  }

  /// Moves the held pointer quickly and releases it in a single call, since a pause before the release would end the flick.
  func flick(by travel: Place) throws { try run(stroke(by: travel, .quick) + ["mouseup", "1"]) }

  /// Throws and catches: the button is pressed again at the place of its release.
  func dragAndCatch(from start: Place, _ down: Int, afterMilliseconds pause: Int) throws {
    let press = moveWords(to: start) + ["mousedown", "1"]
    try run(
      press + stroke(by: (0, down), .slow) + ["mouseup", "1", "sleep", "\(Double(pause) / 1_000)"]
        + ["mousedown", "1"])
  }

  /// Presses, moves and releases, `count` times at the same place, with so short a pause that the thrown content is
  /// still moving.
  func swipe(from start: Place, by travel: Place, times count: Int = 1, restMilliseconds rest: Int = 20)
    throws
  {
    try run((0..<count).flatMap { _ in swipeWords(from: start, by: travel, rest: rest) })
  }

  /// Swipes, and catches the moving content.
  func swipeAndCatch(from start: Place, by travel: Place, afterMilliseconds pause: Int) throws {
    let swipe = swipeWords(from: start, by: travel, rest: pause)
    try run(swipe + moveWords(to: start) + ["mousedown", "1"])
  }

  private func swipeWords(from start: Place, by travel: Place, rest: Int) -> [String] {
    let press = moveWords(to: start) + ["mousedown", "1"]
    return press + stroke(by: travel, .quick) + ["mouseup", "1", "sleep", "\(Double(rest) / 1_000)"]
  }

  func keyDown(_ name: String) throws { try run(["keydown", name]) }
  func keyUp(_ name: String) throws { try run(["keyup", name]) }

  private func stroke(by travel: Place, _ pace: Pace) -> [String] {
    let start = place
    let length = max(abs(travel.x), abs(travel.y))
    let steps = max(1, (length + Self.stepLength - 1) / Self.stepLength)
    var words: [String] = []
    for step in 1...steps {
      words += ["sleep", "\(Double(pace.rawValue) / 1_000)"]
      words += moveWords(to: (start.x + travel.x * step / steps, start.y + travel.y * step / steps))
    }
    return words
  }

  private func moveWords(to place: Place) -> [String] {
    self.place = place
    return ["mousemove", "\(place.x)", "\(place.y)"]
  }

  private func run(_ words: [String]) throws { try display.run(["xdotool"] + words) }
}
