import Foundation
import Gtk
import Translation

/// The position of a carousel as a row or a column of dots; with many pages as a text, "3 of 1,000".
///
///     let indicator = PageIndicator(for: carousel)
///
/// The long dot's length and colour follow the position continuously: between two pages, both dots are half long. The
/// active dot has the style's `color`, and the others have the theme's foreground colour with a low opacity.
@MainActor
public final class PageIndicator: CustomWidget {
  /// Number of pages.
  public var count = 0 {
    didSet { if count != oldValue { changed(resizes: true) } }
  }

  /// The position in pages. A position beyond the last page of a ring lies between the last page and the first one.
  public var position = 0.0 {
    didSet { if position != oldValue { changed(resizes: false) } }
  }

  /// Whether the first page follows the last. In a row, a position beyond an end is a rubber band's and counts as the
  /// outer page.
  public var wraps = true {
    didSet { if wraps != oldValue { changed(resizes: false) } }
  }

  /// Whether the dots lie side by side, or one below the other. A text stays horizontal. Setting it centres the indicator
  /// along the dots.
  public var orientation = Orientation.horizontal {
    didSet { if orientation != oldValue { showOrientation() } }
  }

  /// Called when a dot is clicked.
  public let didSelect = Callback<Int>()

  /// The text for a page, counted from 1, and the number of pages: "3 of 1,000".
  public var text: (_ page: Int, _ count: Int) -> String = PageIndicator.words

  /// "3 of 1,000" in the user's language.
  nonisolated static func words(_ page: Int, _ count: Int) -> String {
    let numbers = ["page": page, "count": count].mapValues { $0.formatted(.number.locale(.desktop)) }
    // Translators: which of how many.
    return tr("{page} of {count}", numbers)
  }

  private lazy var label = TextLayout(for: self)
  private var told = 0

  /// More pages than these are shown as a text.
  private static let dotLimit = 12
  /// Points: a dot, the gap between two, the active dot's length, and the extent across the dots for clicks.
  private static let dot = 8.0
  private static let gap = 7.0
  private static let longDot = 24.0
  private static let hitExtent = 44.0

  /// Makes an indicator that follows a carousel, also its orientation, and scrolls it to the page whose dot is clicked.
  public convenience init<Item, Page>(for carousel: Carousel<Item, Page>) {
    self.init()
    follow(carousel)
    carousel.didChangePages.connect(weak: self) { [unowned carousel] in $0.follow(carousel) }
    carousel.didMove.connect(weak: self) { $0.position = $1 }
    didSelect.connect(weak: carousel) { $0.scroll(to: $1) }
  }

  private func follow<Item, Page>(_ carousel: Carousel<Item, Page>) {
    (count, wraps, position) = (carousel.items.count, carousel.wraps, carousel.position)
    orientation = carousel.orientation
  }

  /// Makes an indicator of no pages, whose properties the program sets.
  public override init() {
    super.init()
    LibraryStyle.install()
    addClass("bs-dots")
    showOrientation()
    let click = GestureClick()
    click.button = 1
    click.released.connect(weak: self) { indicator, _, x, y in indicator.clicked(at: Point(x: x, y: y)) }
    add(click)
  }

  public override class var cssName: String { "pageindicator" }
  // Not a status: with GTK 4.18 the role does not allow a name.
  public override class var accessibleRole: AccessibleRole { .label }

  private var usesDots: Bool { count <= Self.dotLimit }

  /// The page nearest to the position, 0..<count.
  private var page: Int { count > 0 ? Int(place.rounded()) % count : 0 }

  /// The position within the row or the ring.
  private var place: Double { min(max(position, 0), Double(wraps ? count : max(0, count - 1))) }

  private func changed(resizes: Bool) {
    if page + 1 != told || resizes {
      told = page + 1
      let words = count > 0 ? text(told, count) : ""
      setAccessibleLabel(words)
      label.set(words, [TextAttribute(.features("tnum"))])
      if !usesDots { queueResize() }
    }
    if resizes { queueResize() }
    queueDraw()
  }

  private func showOrientation() {
    (halign, valign) = orientation == .horizontal ? (.center, .fill) : (.fill, .center)
    setClass("horizontal", orientation == .horizontal)
    setClass("vertical", orientation == .vertical)
    setAccessibleOrientation(orientation)
    queueResize()
  }

  private var dotsLength: Double {
    guard count > 0 else { return 0 }
    return Double(count - 1) * (Self.dot + Self.gap) + Self.longDot
  }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let text = orientation == .horizontal ? label.size.width : label.size.height
    let extent =
      if orientation == self.orientation {
        usesDots ? dotsLength : text
      } else {
        usesDots ? Self.hitExtent : max(Self.hitExtent, text)
      }
    return Measure(minimum: Int(extent.rounded(.up)))
  }

  public override func styleChanged() { changed(resizes: true) }

  /// The degree to which dot `index` is active, 0…1.
  private func share(_ index: Int) -> Double {
    var distance = abs(Double(index) - place)
    // In a ring, the first page also follows the last.
    if wraps, count > 1 { distance = min(distance, abs(Double(index) + Double(count) - place)) }
    return max(0, 1 - distance)
  }

  /// The left or upper edge and the length of each dot. The row keeps its length: one dot gains what another loses.
  private var dots: [(start: Double, length: Double)] {
    var start = (Double(orientation == .horizontal ? width : height) - dotsLength) / 2
    let shares = (0..<count).map(share)
    let sum = shares.reduce(0, +)
    return shares.map { share in
      let length = Self.dot + (Self.longDot - Self.dot) * (sum > 0 ? share / sum : 0)
      defer { start += length + Self.gap }
      return (start, length)
    }
  }

  private func rect(_ dot: (start: Double, length: Double)) -> Rect {
    switch orientation {
    case .horizontal:
      Rect(
        x: x(leading: dot.start, width: dot.length), y: (Double(height) - Self.dot) / 2, width: dot.length,
        height: Self.dot)
    case .vertical:
      Rect(x: (Double(width) - Self.dot) / 2, y: dot.start, width: Self.dot, height: dot.length)
    }
  }

  public override func snapshot(_ snapshot: Snapshot) {
    guard count > 0 else { return }
    let plain = (color(named: "bs_fg") ?? color(named: "theme_fg_color") ?? foreground)
    guard usesDots else {
      let size = label.size
      let place = Point(x: (Double(width) - size.width) / 2, y: (Double(height) - size.height) / 2)
      return snapshot.text(label, at: place, plain)
    }
    for (index, dot) in dots.enumerated() {
      let shape = RoundedRect(rect(dot), radius: Self.dot / 2)
      snapshot.fill(shape, plain.faded(0.5))
      snapshot.fill(shape, foreground.faded(share(index)))
    }
  }

  func clicked(at point: Point) {
    guard usesDots, count > 0 else { return }
    let place = orientation == .horizontal ? x(leading: point.x, width: 0) : point.y
    let distance = { (dot: (start: Double, length: Double)) in abs(dot.start + dot.length / 2 - place) }
    let nearest = dots.enumerated().min { distance($0.element) < distance($1.element) }
    if let nearest { didSelect(nearest.offset) }
  }
}
