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
    /// The extent of each page if this many pages fill the carousel one after the other, with the style's spacing
    /// between them and `inset` points at both ends; for widths, and in a vertical carousel for heights. Their edges are
    /// on whole points.
    case columns(Int, inset: Double)
    /// A share of the page's width; for heights only.
    case aspect(Double)
  }

  /// The place of the page at the position.
  public enum Alignment: Sendable, Equatable {
    /// In the middle of the carousel.
    case center
    /// At the start edge, which is the upper one in a vertical carousel, this many points from it.
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
  /// Pages of the full width and 80 % of the height, for a vertical carousel: the neighbours peek in above and below.
  public static let stacked = CarouselStyle(width: .allBut(0), height: .fraction(0.8))
  /// Cards of 300 × 400 points, the neighbours a tenth smaller.
  public static let snap = CarouselStyle(width: .fixed(300), height: .fixed(400))
  /// Cards of one size, beginning at the start edge, which follow a swipe by two thirds of its way.
  public static let drag = CarouselStyle(
    width: .allBut(115), height: .aspect(0.6), spacing: 15, sideScale: 1, alignment: .start(inset: 15),
    dragResistance: 1.5)
}

/// The places of the pages in a carousel of a given size, in points along the axis: from left to right, or from the top
/// down. The caller mirrors horizontal places for languages that are written from right to left.
public struct CarouselGeometry: Sendable, Equatable {
  /// The middle of a page, and its scale.
  public struct Place: Sendable, Equatable {
    /// Points along the axis from the carousel's left or upper edge. Across the axis, pages are in the middle.
    public var center: Double
    /// 1 at the position, and the style's `sideScale` from one page away on.
    public var scale: Double
  }

  /// The style that the sizes and places follow.
  public let style: CarouselStyle
  /// The axis along which the pages lie.
  public let axis: SwipeTracker.Axis
  /// The carousel's width.
  public let width: Double
  /// The carousel's height.
  public let height: Double
  /// The width of an unscaled page: whole points, at least 1.
  public let pageWidth: Double
  /// The height of an unscaled page: whole points, at least 1.
  public let pageHeight: Double

  /// Points along the axis that a card of fixed size leaves free in a small carousel.
  private static let fixedInset = 24.0

  /// `margin`: points kept free on both sides of the axis, for shadows: above and below, or left and right.
  public init(
    _ style: CarouselStyle, width: Double, height: Double, margin: Double = 0,
    axis: SwipeTracker.Axis = .horizontal
  ) {
    self.style = style
    self.axis = axis
    self.width = width
    self.height = height
    let isVertical = axis == .vertical
    let room = (
      wide: isVertical ? max(1, width - 2 * margin) : width,
      tall: isVertical ? height : max(1, height - 2 * margin)
    )
    var wide = Self.points(style.width, of: room.wide, page: room.wide)
    if isVertical {
      wide = min(room.wide, wide)
    } else if case .columns(let count, let inset) = style.width {
      wide = Self.share(of: width, count, inset: inset, spacing: style.spacing)
    }
    var tall = min(room.tall, Self.points(style.height, of: room.tall, page: wide))
    if isVertical, case .columns(let count, let inset) = style.height {
      tall = Self.share(of: height, count, inset: inset, spacing: style.spacing)
    }
    // In a small window a page of fixed size shrinks in both directions.
    if case .fixed(let wantedWidth) = style.width, case .fixed(let wantedHeight) = style.height,
      wantedWidth > 0, wantedHeight > 0
    {
      let fitting = (
        wide: isVertical ? room.wide : max(1, width - Self.fixedInset),
        tall: isVertical ? max(1, height - Self.fixedInset) : room.tall
      )
      let factor = min(1, fitting.tall / wantedHeight, fitting.wide / wantedWidth)
      wide = wantedWidth * factor
      tall = wantedHeight * factor
    }
    pageWidth = max(1, wide.rounded())
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

  /// The extent of each of `count` pages that fill `whole` points.
  private static func share(of whole: Double, _ count: Int, inset: Double, spacing: Double) -> Double {
    let count = Double(max(1, count))
    let page = ((whole - 2 * inset - (count - 1) * spacing) / count).rounded(.down)
    // A page in the middle begins at a whole point.
    return (whole - page).truncatingRemainder(dividingBy: 2) == 0 ? page : page - 1
  }

  /// The carousel's extent along the axis.
  public var extent: Double { axis == .horizontal ? width : height }
  /// The extent of an unscaled page along the axis.
  public var pageExtent: Double { axis == .horizontal ? pageWidth : pageHeight }

  /// Points from one page to the next. It is the same at every position, because the scales of the two pages around the
  /// middle always have the same sum.
  public var step: Double { max(1, pageExtent * (1 + style.sideScale) / 2 + style.spacing) }

  /// The middle of the page at the position.
  public var origin: Double {
    switch style.alignment {
    case .center: extent / 2
    case .start(let inset): inset + pageExtent / 2
    }
  }

  /// The number of pages before and after the position that may be in view.
  public var reach: (before: Double, after: Double) {
    let outer = max(1, pageExtent * style.sideScale + style.spacing)
    return (before: origin / outer + 1, after: (extent - origin) / outer + 1)
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
    let outer = pageExtent * style.sideScale + style.spacing
    switch offset {
    case 0: return Place(center: inner, scale: scale)
    case 1: return Place(center: inner + step, scale: scale)
    case 2...:
      let next = inner + step + pageExtent * (self.scale(1 - part) + style.sideScale) / 2 + style.spacing
      return Place(center: next + Double(offset - 2) * outer, scale: scale)
    default:
      let next = inner - pageExtent * (self.scale(part) + style.sideScale) / 2 - style.spacing
      return Place(center: next + Double(offset + 1) * outer, scale: scale)
    }
  }

  /// Whether a page at this place is in view, at least in part.
  public func shows(_ place: Place) -> Bool {
    let half = pageExtent * place.scale / 2
    return place.center + half > 0 && place.center - half < extent
  }

  /// Whether a point of the carousel is on a page at this place.
  public func contains(_ x: Double, _ y: Double, place: Place) -> Bool {
    let center = axis == .horizontal ? (x: place.center, y: height / 2) : (x: width / 2, y: place.center)
    return abs(x - center.x) <= pageWidth * place.scale / 2
      && abs(y - center.y) <= pageHeight * place.scale / 2
  }
}
