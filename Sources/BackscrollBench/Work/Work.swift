/// A kind of work that is measured; one child process does one work on one peer.
enum Work: String, CaseIterable, Codable, Sendable {
  case open, prepend, drift, scroll, jump, rewrap, wheel, carousel

  /// Seconds that it takes whoever does it: no bound is shorter.
  var length: Double { self == .wheel ? 90 : 0 }

  var title: String {
    switch self {
    case .open: "Opening at the end"
    case .prepend: "Prepending"
    case .drift: "Drift of the row that is read"
    case .scroll: "Scrolling 40 px a frame through fresh rows"
    case .jump: "Jumping from the start to the end, and back"
    case .rewrap: "A change of the window's width"
    case .wheel: "600 notches of the wheel, 16 ms apart"
    case .carousel: "Changing pages of a carousel"
    }
  }
}
