/// The scale of a picture on a stage, and the place of its middle.
///
/// A picture that is smaller than the stage lies in the middle; a larger one covers the stage, and can be moved as far as
/// its edges. A change of the scale keeps the point of the picture under the pointer where it is, as far as that allows.
public struct PictureZoom: Sendable, Equatable {
  /// The rule for the scale.
  public enum Mode: Sendable, Equatable {
    /// The whole picture is in view, and never enlarged.
    case fit
    /// Points for one pixel of the picture.
    case scale(Double)
  }

  /// A point or a distance on the stage, in points from its middle.
  public struct Offset: Sendable, Equatable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The size of the picture in pixels, at least 1.
  public let width: Double
  public let height: Double
  /// The size of the stage in points, at least 1.
  public private(set) var stageWidth: Double
  public private(set) var stageHeight: Double
  /// Pixels of the screen for one point.
  public private(set) var density: Double
  public private(set) var mode = Mode.fit
  /// The middle of the picture.
  public private(set) var center = Offset(x: 0, y: 0)

  /// The smallest and the largest scale, for pixels of the screen.
  public static let limits = 0.1...8.0
  /// The factor of one step of a key or a button.
  public static let step = 1.25

  /// Makes the zoom of a picture that fits.
  public init(width: Double, height: Double, stageWidth: Double, stageHeight: Double, density: Double = 1) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.stageWidth = max(1, stageWidth)
    self.stageHeight = max(1, stageHeight)
    self.density = max(1, density)
  }

  /// Points for one pixel of the picture at which all of it is in view: at most one pixel of the screen.
  public var fitScale: Double { min(1 / density, stageWidth / width, stageHeight / height) }

  /// Points for one pixel of the picture.
  public var scale: Double { if case .scale(let scale) = mode { scale } else { fitScale } }

  /// Pixels of the screen for one of the picture, in percent.
  public var percent: Int { Int((scale * density * 100).rounded()) }

  /// Whether part of the picture is out of view.
  public var canPan: Bool { reach(width, stageWidth) > 0 || reach(height, stageHeight) > 0 }

  /// The greatest distance of the middle from the stage's.
  private func reach(_ extent: Double, _ stage: Double) -> Double { max(0, (extent * scale - stage) / 2) }

  /// Keeps the mode, and the point of the picture in the middle.
  public mutating func resize(stageWidth: Double, stageHeight: Double, density: Double) {
    self.stageWidth = max(1, stageWidth)
    self.stageHeight = max(1, stageHeight)
    self.density = max(1, density)
    if scale <= fitScale { fit() } else { clamp() }
  }

  /// Shows all of the picture.
  public mutating func fit() {
    mode = .fit
    center = Offset(x: 0, y: 0)
  }

  /// Sets the scale so that the point of the picture at `point` stays there. A scale at which the whole picture is in
  /// view becomes that of ``Mode/fit``.
  public mutating func zoom(to wanted: Double, about point: Offset) {
    let old = scale
    let new = min(max(wanted, Self.limits.lowerBound / density), Self.limits.upperBound / density)
    guard new > fitScale else { return fit() }
    mode = .scale(new)
    let ratio = new / old
    center = Offset(
      x: point.x - (point.x - center.x) * ratio, y: point.y - (point.y - center.y) * ratio)
    clamp()
  }

  /// Multiplies the scale; see ``zoom(to:about:)``.
  public mutating func zoom(by factor: Double, about point: Offset) { zoom(to: scale * factor, about: point) }

  /// Goes from fit to one pixel of the screen for each of the picture, or back. A picture that fits at that scale is
  /// enlarged to twice it.
  public mutating func toggle(about point: Offset) {
    guard mode == .fit else { return fit() }
    zoom(to: (fitScale < 1 / density ? 1 : 2) / density, about: point)
  }

  /// Moves the picture as far as its edges. Returns how far it has moved.
  @discardableResult
  public mutating func pan(by offset: Offset) -> Offset {
    let before = center
    center = Offset(x: center.x + offset.x, y: center.y + offset.y)
    clamp()
    return Offset(x: center.x - before.x, y: center.y - before.y)
  }

  private mutating func clamp() {
    let (x, y) = (reach(width, stageWidth), reach(height, stageHeight))
    center = Offset(x: min(max(center.x, -x), x), y: min(max(center.y, -y), y))
  }
}
