import CGtk

/// A direction in which things extend.
public enum Orientation: Sendable {
  case horizontal, vertical

  init(_ c: GtkOrientation) { self = c == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical }
  var cValue: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}

/// How much room a widget wants along one direction, in points.
public struct Measure: Sendable, Equatable {
  public var minimum: Int
  public var natural: Int

  /// `natural` is never below `minimum`.
  public init(minimum: Int, natural: Int? = nil) {
    self.minimum = minimum
    self.natural = max(minimum, natural ?? minimum)
  }
}

/// Which of a widget's extents depends on the other.
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

/// A place, in points.
public struct Point: Sendable, Equatable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle, in points.
public struct Rect: Sendable, Equatable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }

  /// Left and top edges belong to the rectangle, right and bottom ones do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Smaller by the given amounts on both sides; larger for negative ones.
  public func inset(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  var graphene: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

/// Where the focus is asked to go.
public enum FocusDirection: Sendable {
  case forward, backward, up, down, left, right

  init(_ c: GtkDirectionType) {
    switch c {
    case GTK_DIR_TAB_FORWARD: self = .forward
    case GTK_DIR_TAB_BACKWARD: self = .backward
    case GTK_DIR_UP: self = .up
    case GTK_DIR_DOWN: self = .down
    case GTK_DIR_LEFT: self = .left
    default: self = .right
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
