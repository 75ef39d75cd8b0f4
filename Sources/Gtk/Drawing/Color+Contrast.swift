import Foundation

/// How well one colour stands out from another, as the Web Content Accessibility Guidelines reckon it.
extension Color {
  /// What one sees where this colour lies over an opaque one.
  public func over(_ ground: Color) -> Color {
    func mixed(_ part: KeyPath<Color, Double>) -> Double {
      self[keyPath: part] * alpha + ground[keyPath: part] * (1 - alpha)
    }
    return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
  }

  /// 0 for black, 1 for white.
  public var luminance: Double {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// From 1, the same, to 21, black on white.
  public func contrast(on ground: Color) -> Double {
    let (one, other) = (over(ground).luminance, ground.luminance)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// This colour, or the nearest to it on the way to `ink` that stands out from the ground by `ratio`.
  public func standingOut(from ground: Color, towards ink: Color, by ratio: Double) -> Color {
    let steps = 20
    for step in 0...steps {
      let mixed = ink.faded(Double(step) / Double(steps)).over(self)
      if mixed.contrast(on: ground) >= ratio { return mixed }
    }
    return ink
  }
}
