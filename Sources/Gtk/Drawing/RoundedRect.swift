import CGtk

/// A rectangle with a radius of its own at each corner.
public struct RoundedRect: Sendable, Equatable {
  public var rect: Rect
  public var topLeft: Double
  public var topRight: Double
  public var bottomRight: Double
  public var bottomLeft: Double

  public init(_ rect: Rect, topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.rect = rect
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  public init(_ rect: Rect, radius: Double) {
    self.init(rect, topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
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
