import Gtk

/// Where things stand on an option picker; points from its top left corner, in reading order from left to right (a
/// mirrored picker is flipped by its caller).
struct PickerGeometry: Equatable {
  let width: Double
  let height: Double

  /// Points above the window, and below it, where the dots are.
  static let top = 22.0
  static let bottom = 44.0
  static let radius = 14.0
  /// By so much the window's middle lies above the picker's.
  static let lift = (bottom - top) / 2
  static let chevron = 16.0
  static let leastWindowHeight = 72.0

  private static let narrowBelow = 420.0

  private var isNarrow: Bool { width < Self.narrowBelow }

  /// The window that the options pass behind: half as wide as the picker.
  var window: Rect {
    let wide = (width / 2).rounded()
    return Rect(
      x: ((width - wide) / 2).rounded(), y: Self.top, width: wide,
      height: max(1, height - Self.top - Self.bottom))
  }

  /// The chevrons' middles stand this far from the edges.
  var chevronInset: Double { isNarrow ? 14 : 28 }

  /// Room for the text beside the window, between it and the chevron.
  var sideRoom: Double { max(0, sideEdge - width / 4 - 6) }

  /// The text's size beside the window, in points of type.
  var sideTextSize: Double { isNarrow ? 11 : 15 }

  /// From the middle to where the chevron's room begins.
  private var sideEdge: Double { width / 2 - chevronInset - Self.chevron / 2 - 6 }

  /// Points from the middle at which the text of an option stands that is `distance` options away: out from under the
  /// window, and on only a little beyond its place beside it, where it fades. So there is a text on each side at
  /// every position.
  func sideOffset(_ distance: Double) -> Double {
    let beside = (width / 4 + sideEdge) / 2
    let far = abs(distance)
    let offset = far <= 1 ? far * beside : beside + (far - 1) * width * 0.04
    return distance < 0 ? -offset : offset
  }

  /// Options away at which the text beside the window is gone.
  static let reach = 2.0

  /// How much of an option's text is seen beside the window, 0…1; the window hides what is nearer than it.
  func sideOpacity(_ distance: Double) -> Double {
    min(1, max(0, (Self.reach - abs(distance)) / (Self.reach - 1)))
  }
}
