import Gtk
import ScrollCore

/// The track of a rail with its ticks, labels and marks: a separate child, so that GTK keeps its drawing while the
/// thumb moves.
final class RailScaleView: CustomWidget {
  private weak var rail: ScrollRail?
  private var labels: [String: TextLayout] = [:]
  /// The ticks, marks and stars that fit, and the scale for which they were chosen.
  private var placed: (ticks: [RailTick.Placed], marks: [Int], stars: [Int], scale: RailScale)?
  private lazy var sample = text("0000")

  /// Distances from the outer edge and lengths, in points.
  private static let ticks = 16.0
  private static let narrowTicks = 13.0
  private static let labelGap = 3.0
  private static let monthLength = 5.0
  private static let yearLength = 8.0
  private static let markHeight = 2.0
  /// The size of a star, the least distance of two, its halo, and the distance of a press that goes to it.
  private static let star = (size: 11.0, distance: 12, halo: 2.5, reach: 6)
  /// The canvas under a rail that has grown over the content.
  private static let canvas = 92.0

  init(_ rail: ScrollRail) {
    self.rail = rail
    super.init()
    canTarget = false
    addClass("bs-railscale")
  }

  override class var cssName: String { "railscale" }
  override class var accessibleRole: AccessibleRole { .presentation }

  /// Call it when the count, the ticks, the marks or the width have changed.
  func invalidate() {
    placed = nil
    queueDraw()
  }

  override func styleChanged() { forgetTexts() }

  func forgetTexts() {
    labels = [:]
    sample = text("0000")
    invalidate()
  }

  private func text(_ words: String) -> TextLayout {
    let layout = TextLayout(for: self)
    layout.set(words, [.init(.size(9)), .init(.weight(500)), .init(.features("tnum"))])
    return layout
  }

  private func label(_ words: String) -> TextLayout {
    if let known = labels[words] { return known }
    let layout = text(words)
    labels[words] = layout
    return layout
  }

  /// The width of a column with labels, in points. It is larger with large text.
  var columnWidth: Int {
    let width = Self.ticks + Self.yearLength + Self.labelGap + sample.size.width + 2
    return max(RailMetrics.wide, Int(width.rounded(.up)))
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let rail else { return }
    let scale = rail.scale()
    if placed?.scale != scale {
      placed = (
        RailTick.placed(rail.ticks, on: scale, labelHeight: sample.size.height), scale.rows(of: rail.marks),
        Self.apart(scale.rows(of: rail.stars)), scale
      )
    }
    guard let placed else { return }
    let share = rail.share
    if rail.isNarrow, share > 0 { drawCanvas(rail, share, snapshot) }
    let track = rail.rect(RailMetrics.laneMiddle - 1, 0, width: 2, height: scale.height)
    snapshot.fill(track, rail.tone("bs_line"))
    let start = Self.narrowTicks + (Self.ticks - Self.narrowTicks) * share
    let (year, month) = (rail.tone("bs_dim"), rail.tone("bs_dim").faded(0.55))
    for tick in placed.ticks {
      let isYear = tick.rank == .year
      // A narrow column has room for shorter ones.
      let length = (isYear ? Self.yearLength : Self.monthLength) * (0.75 + 0.25 * share)
      snapshot.fill(
        rail.rect(start, (tick.y - 0.5).rounded(), width: length.rounded(), height: 1), isYear ? year : month)
      if let words = tick.label, share > 0 { draw(words, at: tick.y, rail, share, snapshot) }
    }
    let mark = rail.tone("bs_hit_mark")
    for y in placed.marks {
      let box = rail.rect(
        RailMetrics.laneMiddle - RailMetrics.lane / 2, Double(y) - Self.markHeight / 2,
        width: RailMetrics.lane, height: Self.markHeight)
      snapshot.fill(box, mark)
    }
    drawStars(placed.stars, rail, start, snapshot)
  }

  /// The places that are far enough below the one before.
  private static func apart(_ rows: [Int]) -> [Int] {
    var last = Int.min / 2
    return rows.filter { row in
      guard row - last >= star.distance else { return false }
      last = row
      return true
    }
  }

  private func drawStars(_ stars: [Int], _ rail: ScrollRail, _ start: Double, _ snapshot: Snapshot) {
    guard !stars.isEmpty else { return }
    let icon = IconPaintable(named: "starred-symbolic", size: Int(Self.star.size), for: self)
    let (halo, color) = (rail.tone("bs_canvas_top"), rail.tone("bs_star"))
    for y in stars {
      let box = rail.rect(
        start - 2, Double(y) - (Self.star.size / 2).rounded(), width: Self.star.size, height: Self.star.size)
      snapshot.fill(RoundedRect(box, radius: Self.star.size / 2).grown(by: Self.star.halo), halo)
      snapshot.icon(icon, in: box, color)
    }
  }

  /// The place of the star that a press at a place means, and the rows that the drawn star stands for; nil if there is
  /// none so near.
  func stars(near y: Double) -> (y: Double, rows: [Int])? {
    guard let rail, !rail.stars.isEmpty else { return nil }
    let scale = rail.scale()
    var found: (y: Double, rows: [Int])?
    var (group, top): ([Int], Double) = ([], -.infinity)
    func distance(_ place: Double) -> Double { abs(place - y) }
    // Rows in ascending order, of which those just below a drawn star have none of their own.
    for row in rail.stars {
      let place = scale.y(of: row)
      if place.rounded() - top >= Double(Self.star.distance) { (group, top) = ([], place.rounded()) }
      group.append(row)
      let isNear = distance(place) <= Double(Self.star.reach)
      if isNear, found.map({ distance(place) < distance($0.y) }) ?? true {
        found = (place, group)
      } else if let last = found?.rows.last, group.count > 1, group.dropLast().last == last {
        found?.rows = group
      }
    }
    return found
  }

  private func draw(_ words: String, at y: Double, _ rail: ScrollRail, _ share: Double, _ snapshot: Snapshot)
  {
    let layout = label(words)
    let (width, height) = layout.size
    let top = min(max(y - height / 2, 0), max(0, Double(self.height) - height))
    let box = rail.rect(
      Self.ticks + Self.yearLength + Self.labelGap, top.rounded(), width: width, height: height)
    snapshot.text(layout, at: Point(x: box.x, y: box.y), rail.tone("bs_dim").faded(share))
  }

  /// Draws the canvas into which the content fades under the rail.
  private func drawCanvas(_ rail: ScrollRail, _ share: Double, _ snapshot: Snapshot) {
    let box = rail.rect(0, 0, width: Self.canvas, height: Double(height))
    let color = rail.tone("bs_canvas_top").faded(share)
    let (inner, outer) = rail.isRightToLeft ? (box.maxX, box.x) : (box.x, box.maxX)
    snapshot.gradient(
      RoundedRect(box, radius: 0), from: Point(x: inner, y: 0), to: Point(x: outer, y: 0),
      [(0, color.faded(0)), (0.5, color), (1, color)])
  }
}

/// The bubble beside a dragged thumb, and the label of the tick under the pointer.
final class RailBubbleView: CustomWidget {
  private lazy var title = TextLayout(for: self)
  private lazy var detail = TextLayout(for: self)
  private var words = (title: "", detail: "", isLarge: false)
  private(set) var isShown = false

  private static let padding = (x: 14.0, y: 7.0)

  override init() {
    super.init()
    canTarget = false
    addClass("bs-railbubble")
    setAccessibleHidden(true)
  }

  override class var cssName: String { "railbubble" }
  override class var accessibleRole: AccessibleRole { .presentation }

  /// The texts that are shown; empty while the bubble is hidden.
  var texts: [String] { isShown ? [words.title, words.detail].filter { !$0.isEmpty } : [] }

  func show(title: String, detail: String, isLarge: Bool) {
    // Do not show an empty bubble.
    guard !title.isEmpty || !detail.isEmpty else { return hide() }
    if words != (title, detail, isLarge) {
      words = (title, detail, isLarge)
      layOut()
      queueDraw()
    }
    isShown = true
    setClass("shown", true)
  }

  func hide() {
    isShown = false
    setClass("shown", false)
  }

  override func styleChanged() { forgetTexts() }

  func forgetTexts() {
    title = TextLayout(for: self)
    detail = TextLayout(for: self)
    layOut()
    queueDraw()
  }

  private func layOut() {
    let isLabel = words.detail.isEmpty
    title.set(
      words.title,
      [
        .init(.size(words.isLarge ? 11 : isLabel ? 9 : 10)), .init(.weight(600)), .init(.features("tnum")),
      ])
    detail.set(words.detail, [.init(.size(9)), .init(.features("tnum"))])
  }

  /// Its size with its padding, in whole points.
  var size: (width: Int, height: Int) {
    let width = max(title.size.width, words.detail.isEmpty ? 0 : detail.size.width)
    let height = title.size.height + (words.detail.isEmpty ? 0 : detail.size.height)
    return (
      Int((width + 2 * Self.padding.x).rounded(.up)), Int((height + 2 * Self.padding.y).rounded(.up))
    )
  }

  override func snapshot(_ snapshot: Snapshot) {
    let ink = color(named: "bs_fg") ?? foreground
    func x(_ layout: TextLayout) -> Double {
      self.x(leading: Self.padding.x, width: layout.size.width)
    }
    snapshot.text(title, at: Point(x: x(title), y: Self.padding.y), ink)
    guard !words.detail.isEmpty else { return }
    snapshot.text(
      detail, at: Point(x: x(detail), y: Self.padding.y + title.size.height),
      color(named: "bs_dim") ?? ink.faded(0.65))
  }
}
