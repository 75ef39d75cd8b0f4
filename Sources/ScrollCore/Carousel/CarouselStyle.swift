/// The shape of a carousel: how large its pages are and where they stand.
public struct CarouselStyle: Sendable, Equatable {
  /// An extent of a page.
  public enum Extent: Sendable, Equatable {
    /// A share of the carousel's width.
    case fraction(Double)
    /// Points.
    case fixed(Double)
    /// All but this many points.
    case allBut(Double)
    /// A share of the page's own width; for heights.
    case aspect(Double)
  }

  /// Where the page stands that the carousel is at.
  public enum Alignment: Sendable, Equatable {
    case center
    /// At the start edge, this many points from it.
    case start(inset: Double)
  }

  public var width: Extent
  public var height: Extent
  /// Points between two pages as they are seen, at every position.
  public var spacing: Double
  /// Scale of the pages beside the middle one; it follows the position, not the index.
  public var sideScale: Double
  public var alignment: Alignment
  /// The pointer's way for one point of the pages'.
  public var dragResistance: Double

  public init(
    width: Extent = .fraction(0.8), height: Extent = .allBut(0), spacing: Double = 12,
    sideScale: Double = 0.9,
    alignment: Alignment = .center, dragResistance: Double = 1
  ) {
    self.width = width
    self.height = height
    self.spacing = spacing
    self.sideScale = sideScale
    self.alignment = alignment
    self.dragResistance = dragResistance
  }

  /// Pages of 80 % of the width in the middle, the neighbours peeking in.
  public static let paged = CarouselStyle(width: .fraction(0.8), height: .aspect(0.7))
  /// Cards of 300 × 400, those beside the middle one a tenth smaller.
  public static let snap = CarouselStyle(width: .fixed(300), height: .fixed(400))
  /// Cards from the start edge on, all of a size, heavier than the hand.
  public static let drag = CarouselStyle(
    width: .allBut(115), height: .aspect(0.6), spacing: 15, sideScale: 1, alignment: .start(inset: 15),
    dragResistance: 1.5)
}

/// Where pages stand in a carousel of a certain size; points, from left to right (a mirrored carousel is flipped by
/// its caller).
public struct CarouselGeometry: Sendable, Equatable {
  /// A page's place: its middle, and by how much it is scaled about it.
  public struct Place: Sendable, Equatable {
    public var centerX: Double
    public var scale: Double
  }

  public let style: CarouselStyle
  /// The carousel's own size.
  public let width: Double
  public let height: Double
  /// A page's size, unscaled: whole points, at least one.
  public let pageWidth: Double
  public let pageHeight: Double

  /// `margin`: points kept free above and below, for shadows.
  public init(_ style: CarouselStyle, width: Double, height: Double, margin: Double = 0) {
    self.style = style
    self.width = width
    self.height = height
    let room = max(1, height - 2 * margin)
    var page = Self.points(style.width, of: width, page: width)
    var tall = min(room, Self.points(style.height, of: room, page: page))
    // A card of fixed size gives way to a small window as a whole, not in one direction.
    if case .fixed = style.width, case .fixed(let wanted) = style.height, wanted > 0 {
      let factor = min(1, room / wanted, max(1, width - 24) / page)
      page *= factor
      tall = wanted * factor
    }
    pageWidth = max(1, page.rounded())
    pageHeight = max(1, tall.rounded())
  }

  private static func points(_ extent: CarouselStyle.Extent, of whole: Double, page: Double) -> Double {
    switch extent {
    case .fraction(let share): whole * share
    case .fixed(let points): points
    case .allBut(let points): whole - points
    case .aspect(let ratio): page * ratio
    }
  }

  /// Points from one page to the next: by so much the pages move when the position changes by 1. The scales of the
  /// two pages in the middle add up to the same at every position, so it is constant.
  public var step: Double { max(1, pageWidth * (1 + style.sideScale) / 2 + style.spacing) }

  /// The middle of the page the carousel is at.
  public var origin: Double {
    switch style.alignment {
    case .center: width / 2
    case .start(let inset): inset + pageWidth / 2
    }
  }

  /// Pages before and after the position of which something may be in view.
  public var reach: (before: Double, after: Double) {
    let outer = max(1, pageWidth * style.sideScale + style.spacing)
    return (before: origin / outer + 1, after: (width - origin) / outer + 1)
  }

  /// The scale of a page `distance` pages away.
  public func scale(_ distance: Double) -> Double { 1 - (1 - style.sideScale) * min(1, abs(distance)) }

  /// The place of a slot. The gaps between pages are the style's, whatever their scales.
  public func place(ofSlot slot: Int, at position: Double) -> Place {
    let base = position.rounded(.down)
    let part = position - base
    let offset = slot - Int(base)
    let scale = scale(Double(offset) - part)
    // From the pair in the middle outwards; beyond it all pages are of the side's scale.
    let inner = origin - part * step
    let outer = pageWidth * style.sideScale + style.spacing
    switch offset {
    case 0: return Place(centerX: inner, scale: scale)
    case 1: return Place(centerX: inner + step, scale: scale)
    case 2...:
      let next = inner + step + pageWidth * (self.scale(1 - part) + style.sideScale) / 2 + style.spacing
      return Place(centerX: next + Double(offset - 2) * outer, scale: scale)
    default:
      let next = inner - pageWidth * (self.scale(part) + style.sideScale) / 2 - style.spacing
      return Place(centerX: next + Double(offset + 1) * outer, scale: scale)
    }
  }

  /// Whether anything of a page at this place is in view.
  public func shows(_ place: Place) -> Bool {
    let half = pageWidth * place.scale / 2
    return place.centerX + half > 0 && place.centerX - half < width
  }

  /// Whether a point is on a page at this place; points below and right of the carousel's corner.
  public func contains(_ x: Double, _ y: Double, place: Place) -> Bool {
    abs(x - place.centerX) <= pageWidth * place.scale / 2
      && abs(y - height / 2) <= pageHeight * place.scale / 2
  }
}
