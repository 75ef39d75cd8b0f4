import CGtk
import Foundation

/// A point or an offset, in points.
public struct Point: Sendable, Equatable {
  /// Increases to the right.
  public var x: Double
  /// Increases downwards.
  public var y: Double

  /// The point at (`x`, `y`).
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var graphene: graphene_point_t { graphene_point_t(x: Float(x), y: Float(y)) }
}

/// A rectangle, in points. `x` and `y` are its top left corner.
public struct Rect: Sendable, Equatable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The distance from the left to the right edge.
  public var width: Double
  /// The distance from the top to the bottom edge.
  public var height: Double

  /// A rectangle by its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }

  /// Whether a point is in the rectangle, which includes its left and top edges but not its right and bottom edges.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Moves each edge inwards by the given distance; outwards if it is negative.
  public func inset(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  var graphene: graphene_rect_t {
    graphene_rect_t(
      origin: Point(x: x, y: y).graphene, size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

/// The direction in which a line is read, from the leading edge to the trailing one.
public enum ReadingDirection: Sendable {
  case leftToRight, rightToLeft

  /// The left edge of an area `width` points wide whose leading edge is `leading` points inside that of `rect`.
  public func x(leading: Double, width: Double, in rect: Rect) -> Double {
    self == .rightToLeft ? rect.maxX - leading - width : rect.x + leading
  }

  /// The left edge of an area `width` points wide whose trailing edge is `trailing` points inside that of `rect`.
  public func x(trailing: Double, width: Double, in rect: Rect) -> Double {
    self == .rightToLeft ? rect.x + trailing : rect.maxX - trailing - width
  }
}

/// A rectangle with a radius for each corner, in points.
public struct RoundedRect: Sendable, Equatable {
  /// The rectangle before its corners are rounded.
  public var rect: Rect
  /// The radius of the top left corner.
  public var topLeft: Double
  /// The radius of the top right corner.
  public var topRight: Double
  /// The radius of the bottom right corner.
  public var bottomRight: Double
  /// The radius of the bottom left corner.
  public var bottomLeft: Double

  /// A rectangle with a radius for each corner, clockwise.
  public init(_ rect: Rect, topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.rect = rect
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// A rectangle with the same radius at all corners.
  public init(_ rect: Rect, radius: Double) {
    self.init(rect, topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// Moves each edge outwards by `distance`, and enlarges the radii to match.
  public func grown(by distance: Double) -> RoundedRect {
    RoundedRect(
      rect.inset(x: -distance, y: -distance), topLeft: topLeft + distance, topRight: topRight + distance,
      bottomRight: bottomRight + distance, bottomLeft: bottomLeft + distance)
  }

  var gsk: GskRoundedRect {
    func size(_ radius: Double) -> graphene_size_t {
      graphene_size_t(width: Float(radius), height: Float(radius))
    }
    var result = GskRoundedRect()
    result.bounds = rect.graphene
    result.corner = (size(topLeft), size(topRight), size(bottomRight), size(bottomLeft))
    return result
  }
}

/// A direction in which widgets extend.
public enum Orientation: Sendable {
  case horizontal, vertical

  init(_ c: GtkOrientation) { self = c == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical }
  var opposite: Orientation { self == .horizontal ? .vertical : .horizontal }
  var cValue: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}

/// The size that a widget requests along one orientation, in points.
public struct Measure: Sendable, Equatable {
  /// The smallest size: GTK never allocates less.
  public var minimum: Int
  /// The size that the widget gets if there is room; at least ``minimum``.
  public var natural: Int

  /// Makes a request. A natural size below the minimum is raised to it.
  public init(minimum: Int, natural: Int? = nil) {
    self.minimum = minimum
    self.natural = max(minimum, natural ?? minimum)
  }
}

/// The extent of a widget that depends on the other.
public enum RequestMode: Sendable {
  case heightForWidth, widthForHeight, constantSize

  var cValue: GtkSizeRequestMode {
    switch self {
    case .heightForWidth: GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
    case .widthForHeight: GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT
    case .constantSize: GTK_SIZE_REQUEST_CONSTANT_SIZE
    }
  }
}

/// The direction of a movement of the focus.
public enum FocusDirection: Sendable {
  /// Tab and Shift+Tab.
  case forward, backward
  /// The arrow keys.
  case up, down, left, right

  init(_ c: GtkDirectionType) {
    self =
      switch c {
      case GTK_DIR_TAB_FORWARD: .forward
      case GTK_DIR_TAB_BACKWARD: .backward
      case GTK_DIR_UP: .up
      case GTK_DIR_DOWN: .down
      case GTK_DIR_LEFT: .left
      default: .right
      }
  }

  var cValue: GtkDirectionType {
    switch self {
    case .forward: GTK_DIR_TAB_FORWARD
    case .backward: GTK_DIR_TAB_BACKWARD
    case .up: GTK_DIR_UP
    case .down: GTK_DIR_DOWN
    case .left: GTK_DIR_LEFT
    case .right: GTK_DIR_RIGHT
    }
  }
}

/// A colour in sRGB. All components are in 0…1.
public struct Color: Sendable, Hashable {
  /// The red component, not multiplied by alpha.
  public var red: Double
  /// The green component, not multiplied by alpha.
  public var green: Double
  /// The blue component, not multiplied by alpha.
  public var blue: Double
  /// The opacity: 0 is transparent, 1 opaque.
  public var alpha: Double

  /// A colour by its components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour from 0xRRGGBB.
  public init(hex: UInt32, alpha: Double = 1) {
    func component(_ shift: UInt32) -> Double { Double(hex >> shift & 0xff) / 255 }
    self.init(red: component(16), green: component(8), blue: component(0), alpha: alpha)
  }

  init(_ c: GdkRGBA) {
    self.init(red: Double(c.red), green: Double(c.green), blue: Double(c.blue), alpha: Double(c.alpha))
  }

  var rgba: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha)) }

  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)

  /// The same colour with its alpha multiplied by `factor`.
  public func faded(_ factor: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  /// The colour that results from drawing this one over an opaque one.
  public func over(_ ground: Color) -> Color {
    func mixed(_ component: KeyPath<Color, Double>) -> Double {
      self[keyPath: component] * alpha + ground[keyPath: component] * (1 - alpha)
    }
    return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
  }

  /// Relative luminance by WCAG 2: 0 for black, 1 for white.
  public var luminance: Double {
    func linear(_ component: Double) -> Double {
      component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Contrast ratio by WCAG 2, from 1 (equal colours) to 21 (black on white).
  public func contrast(on ground: Color) -> Double {
    let (one, other) = (over(ground).luminance, ground.luminance)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// Mixes in just enough of `ink` for the contrast with the ground to reach `ratio`; `ink` if no mixture does.
  public func standingOut(from ground: Color, towards ink: Color, by ratio: Double) -> Color {
    let steps = 20
    for step in 0...steps {
      let mixed = ink.faded(Double(step) / Double(steps)).over(self)
      if mixed.contrast(on: ground) >= ratio { return mixed }
    }
    return ink
  }
}
