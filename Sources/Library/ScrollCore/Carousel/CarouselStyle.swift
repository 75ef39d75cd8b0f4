/// The size and the places of a carousel's pages.
public struct CarouselStyle: Sendable, Equatable {
  /// The width or the height of a page.
  public enum Extent: Sendable, Equatable {
    /// A share of the carousel's extent.
    case fraction(Double)
    /// Points.
    case fixed(Double)
    /// The carousel's extent less this many points.
    case allBut(Double)
    /// The width of each page if this many pages fill the carousel side by side, with the style's spacing between them
    /// and `inset` points at both sides; for widths only. Their edges are on whole points.
    case columns(Int, inset: Double)
    /// A share of the page's width; for heights only.
    case aspect(Double)
  }

  /// The place of the page at the position.
  public enum Alignment: Sendable, Equatable {
    /// In the middle of the carousel.
    case center
    /// At the start edge, this many points from it.
    case start(inset: Double)
  }

  /// The width of a page.
  public var width: Extent
  /// The height of a page.
  public var height: Extent
  /// Points between two pages after scaling, at every position.
  public var spacing: Double
  /// The scale of the pages beside the one in the middle. It follows the position continuously.
  public var sideScale: Double
  /// The place of the page at the position.
  public var alignment: Alignment
  /// Points that the pointer moves for one point of the pages.
  public var dragResistance: Double

  /// Makes a style. By default, pages have 80 % of the width and the full height, and shrink to 90 % at the sides.
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

  /// Centred pages of 80 % of the width, so that the neighbours peek in.
  public static let paged = CarouselStyle(width: .fraction(0.8), height: .aspect(0.7))
  /// Cards of 300 × 400 points, the neighbours a tenth smaller.
  public static let snap = CarouselStyle(width: .fixed(300), height: .fixed(400))
  /// Cards of one size, beginning at the start edge, which follow a swipe by two thirds of its way.
  public static let drag = CarouselStyle(
    width: .allBut(115), height: .aspect(0.6), spacing: 15, sideScale: 1, alignment: .start(inset: 15),
    dragResistance: 1.5)
}

/// The places of the pages in a carousel of a given size, in points from left to right. The caller mirrors them for
/// languages that are written from right to left.
public struct CarouselGeometry: Sendable, Equatable {
  /// The middle of a page, and its scale.
  public struct Place: Sendable, Equatable {
    /// Points from the carousel's left edge.
    public var centerX: Double
    /// 1 at the position, and the style's `sideScale` from one page away on.
    public var scale: Double
  }

  /// The style that the sizes and places follow.
  public let style: CarouselStyle
  /// The carousel's width.
  public let width: Double
  /// The carousel's height, margins included.
  public let height: Double
  /// The width of an unscaled page: whole points, at least 1.
  public let pageWidth: Double
  /// The height of an unscaled page: whole points, at least 1.
  public let pageHeight: Double

  /// `margin`: points kept free above and below, for shadows.
  public init(_ style: CarouselStyle, width: Double, height: Double, margin: Double = 0) {
    self.style = style
    self.width = width
    self.height = height
    let room = max(1, height - 2 * margin)
    var page = Self.points(style.width, of: width, page: width)
    if case .columns(let count, let inset) = style.width {
      let count = Double(max(1, count))
      page = ((width - 2 * inset - (count - 1) * style.spacing) / count).rounded(.down)
      // A page in the middle begins at a whole point.
      if (width - page).truncatingRemainder(dividingBy: 2) != 0 { page -= 1 }
    }
    var tall = min(room, Self.points(style.height, of: room, page: page))
    // In a small window a page of fixed size shrinks in both directions.
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
    case .columns: whole
    case .aspect(let ratio): page * ratio
    }
  }

  /// Points from one page to the next. It is the same at every position, because the scales of the two pages around the
  /// middle always have the same sum.
  public var step: Double { max(1, pageWidth * (1 + style.sideScale) / 2 + style.spacing) }

  /// The middle of the page at the position.
  public var origin: Double {
    switch style.alignment {
    case .center: width / 2
    case .start(let inset): inset + pageWidth / 2
    }
  }

  /// The number of pages before and after the position that may be in view.
  public var reach: (before: Double, after: Double) {
    let outer = max(1, pageWidth * style.sideScale + style.spacing)
    return (before: origin / outer + 1, after: (width - origin) / outer + 1)
  }

  /// The scale of a page `distance` pages away.
  public func scale(_ distance: Double) -> Double { 1 - (1 - style.sideScale) * min(1, abs(distance)) }

  /// The place of a slot. The gaps between pages are the style's at every scale.
  public func place(ofSlot slot: Int, at position: Double) -> Place {
    let base = position.rounded(.down)
    let part = position - base
    let offset = slot - Int(base)
    let scale = scale(Double(offset) - part)
    // All pages beyond the two around the middle have the side scale.
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

  /// Whether a page at this place is in view, at least in part.
  public func shows(_ place: Place) -> Bool {
    let half = pageWidth * place.scale / 2
    return place.centerX + half > 0 && place.centerX - half < width
  }

  /// Whether a point of the carousel is on a page at this place.
  public func contains(_ x: Double, _ y: Double, place: Place) -> Bool {
    abs(x - place.centerX) <= pageWidth * place.scale / 2
      && abs(y - height / 2) <= pageHeight * place.scale / 2
  }
}
