import Gtk

/// The outline of a symbol, as read from the path data of an SVG: moves, lines and Bézier curves.
struct SymbolPath: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close
  }

  /// In the SVG's own coordinates, here 0…16.
  private(set) var steps: [Step] = []

  /// Reads the path data of the first `d` attribute of an SVG; nil when there is none or it cannot be read.
  init?(svg: String) {
    guard let start = svg.range(of: " d=\""), let end = svg[start.upperBound...].firstIndex(of: "\"") else {
      return nil
    }
    self.init(data: svg[start.upperBound..<end])
  }

  /// Reads path data with the commands M L H V C S A Z, absolute or relative; nil for any other.
  init?(data: some StringProtocol) {
    var reader = Reader(data)
    guard reader.readAll() else { return nil }
    steps = reader.steps
  }

  private struct Reader {
    var steps: [Step] = []
    private var scanner: PathScanner
    private var current = Point(x: 0, y: 0)
    private var start = Point(x: 0, y: 0)
    /// The second control point of the curve before, which S reflects.
    private var lastControl: Point?

    init(_ data: some StringProtocol) { scanner = PathScanner(data) }

    mutating func readAll() -> Bool {
      var command: Character?
      while !scanner.isAtEnd {
        if let letter = scanner.letter() { command = letter } else if command == nil { return false }
        guard let letter = command, read(letter) else { return false }
        // Further numbers after a move are lines.
        if letter == "M" { command = "L" } else if letter == "m" { command = "l" }
        if letter == "Z" || letter == "z" { command = nil }
      }
      return true
    }

    private mutating func read(_ letter: Character) -> Bool {
      let isRelative = letter.isLowercase
      var control: Point?
      switch letter.uppercased() {
      case "Z":
        steps.append(.close)
        current = start
      case "M":
        guard let point = point(isRelative) else { return false }
        steps.append(.move(point))
        (current, start) = (point, point)
      case "L":
        guard let point = point(isRelative) else { return false }
        line(to: point)
      case "H":
        guard let x = scanner.number() else { return false }
        line(to: Point(x: isRelative ? current.x + x : x, y: current.y))
      case "V":
        guard let y = scanner.number() else { return false }
        line(to: Point(x: current.x, y: isRelative ? current.y + y : y))
      case "C":
        guard let a = point(isRelative), let b = point(isRelative), let end = point(isRelative) else {
          return false
        }
        curve(a, b, end)
        control = b
      case "S":
        guard let b = point(isRelative), let end = point(isRelative) else { return false }
        let a = lastControl.map { Point(x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
        curve(a, b, end)
        control = b
      case "A":
        guard let arc = arc(isRelative) else { return false }
        for (a, b, end) in arc.curves { curve(a, b, end) }
      default: return false
      }
      lastControl = control
      return true
    }

    private mutating func point(_ isRelative: Bool) -> Point? {
      guard let x = scanner.number(), let y = scanner.number() else { return nil }
      return isRelative ? Point(x: current.x + x, y: current.y + y) : Point(x: x, y: y)
    }

    private mutating func arc(_ isRelative: Bool) -> CircleArc? {
      guard let radius = scanner.number(), scanner.number() != nil, scanner.number() != nil,
        let isLarge = scanner.number(), let isClockwise = scanner.number(), let end = point(isRelative)
      else { return nil }
      return CircleArc(
        from: current, to: end, radius: radius, isLarge: isLarge != 0, isClockwise: isClockwise != 0)
    }

    private mutating func line(to point: Point) {
      steps.append(.line(point))
      current = point
    }

    private mutating func curve(_ a: Point, _ b: Point, _ end: Point) {
      steps.append(.curve(a, b, end))
      current = end
    }
  }
}
