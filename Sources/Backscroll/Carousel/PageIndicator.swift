import Foundation
import Gtk
import Translation

/// Where a carousel is, as a row of dots; with many pages in words, "3 of 1,000".
///
///     carousel.didMove = { indicator.position = $0 }
///     indicator.wraps = carousel.wraps
///     indicator.didSelect = { carousel.scroll(to: $0) }
///
/// The long dot's width and colour follow the position, not the index: between two pages both are half long. The
/// active dot has the style's `color`, the others the theme's foreground, faint.
@MainActor
public final class PageIndicator: CustomWidget {
  /// Number of pages.
  public var count = 0 {
    didSet { if count != oldValue { changed(resizes: true) } }
  }

  /// Real-valued, in pages; beyond the last it is on the way to the first of a ring.
  public var position = 0.0 {
    didSet { if position != oldValue { changed(resizes: false) } }
  }

  /// Whether the pages are a ring, where the way leads on from the last to the first. In a row what lies beyond the
  /// ends is a rubber band's, and belongs to the outer page.
  public var wraps = true {
    didSet { if wraps != oldValue { changed(resizes: false) } }
  }

  /// A dot was clicked.
  public var didSelect: ((Int) -> Void)?

  /// "3 of 1,000", from the page counted from 1 and the number of pages.
  public var text: (_ page: Int, _ count: Int) -> String = PageIndicator.words

  /// "3 of 1,000" in the person's language.
  nonisolated static func words(_ page: Int, _ count: Int) -> String {
    let numbers = ["page": page, "count": count].mapValues { $0.formatted(.number.locale(.desktop)) }
    // Translators: which of how many.
    return tr("{page} of {count}", numbers)
  }

  private lazy var label = TextLayout(for: self)
  private var told = 0

  /// More pages than these are told in words.
  private static let dotLimit = 12
  /// Points: a dot, the gap between two, the active one's length, the height one can hit.
  private static let dot = 8.0
  private static let gap = 7.0
  private static let longDot = 24.0
  private static let hitHeight = 44.0

  public override init() {
    super.init()
    LibraryStyle.install()
    addClass("bs-dots")
    align(horizontal: .center)
    let click = GestureClick()
    click.button = 1
    click.released.connect(weak: self) { indicator, _, x, _ in indicator.clicked(at: x) }
    add(click)
  }

  public override class var cssName: String { "pageindicator" }
  public override class var accessibleRole: AccessibleRole { .status }

  private var usesDots: Bool { count <= Self.dotLimit }

  /// The page it is nearest to, 0..<count.
  private var page: Int { count > 0 ? Int(place.rounded()) % count : 0 }

  /// The position, on the row or the ring.
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

  private var dotsWidth: Double {
    guard count > 0 else { return 0 }
    return Double(count - 1) * (Self.dot + Self.gap) + Self.longDot
  }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    if orientation == .vertical { return Measure(minimum: Int(Self.hitHeight)) }
    return Measure(minimum: Int((usesDots ? dotsWidth : label.size.width).rounded(.up)))
  }

  public override func styleChanged() { changed(resizes: true) }

  /// How much of the active dot dot `index` is, 0…1.
  private func share(_ index: Int) -> Double {
    var distance = abs(Double(index) - place)
    // From the last page of a ring the way leads to the first.
    if wraps, count > 1 { distance = min(distance, abs(Double(index) + Double(count) - place)) }
    return max(0, 1 - distance)
  }

  /// Left edge and width of each dot. What one loses in length another gains, so the row keeps its width.
  private var dots: [(x: Double, width: Double)] {
    var x = (Double(width) - dotsWidth) / 2
    let shares = (0..<count).map(share)
    let sum = shares.reduce(0, +)
    return shares.map { share in
      let width = Self.dot + (Self.longDot - Self.dot) * (sum > 0 ? share / sum : 0)
      defer { x += width + Self.gap }
      return (x, width)
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
      let x = isRightToLeft ? Double(width) - dot.x - dot.width : dot.x
      let rect = Rect(x: x, y: (Double(height) - Self.dot) / 2, width: dot.width, height: Self.dot)
      let shape = RoundedRect(rect, radius: Self.dot / 2)
      snapshot.fill(shape, plain.faded(0.5))
      snapshot.fill(shape, foreground.faded(share(index)))
    }
  }

  private func clicked(at x: Double) {
    guard usesDots, count > 0 else { return }
    let x = isRightToLeft ? Double(width) - x : x
    let nearest = dots.enumerated().min {
      abs($0.element.x + $0.element.width / 2 - x) < abs($1.element.x + $1.element.width / 2 - x)
    }
    if let nearest { didSelect?(nearest.offset) }
  }
}
