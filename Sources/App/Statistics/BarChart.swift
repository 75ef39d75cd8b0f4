import AppBase
import Controls
import Gtk
import Translation

/// Numbers of messages over time, as bars from zero.
final class BarChart: ChartWidget {
  /// The words below the bars, each at the beginning of a bar.
  private var labels: [(index: Int, words: String)] = []

  // Points.
  private static let plotHeight = 168.0
  private static let top = 8.0
  private static let foot = 20.0
  private static let labelWidth = 42.0
  private static let widest = 40.0

  override class var cssName: String { "barchart" }

  func show(_ marks: [Mark], labels: [(index: Int, words: String)]) {
    self.labels = labels
    show(marks)
    queueDraw()
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == .vertical
      ? Measure(minimum: Int(Self.top + Self.plotHeight + Self.foot)) : Measure(minimum: 160, natural: 600)
  }

  private var plot: Rect {
    let x = isRightToLeft ? 0 : Self.labelWidth
    return Rect(x: x, y: Self.top, width: max(1, Double(width) - Self.labelWidth), height: Self.plotHeight)
  }

  /// The largest value of the scale, and the step of its lines: 1, 2 or 5 times a power of ten, for at most three lines.
  private var scale: (most: Int, step: Int) {
    let most = max(1, marks.map(\.value).max() ?? 1)
    var unit = 1
    while true {
      for step in [unit, 2 * unit, 5 * unit] where most <= 3 * step { return (most, step) }
      unit *= 10
    }
  }

  private var slot: Double { plot.width / Double(max(1, marks.count)) }

  override func rect(of index: Int) -> Rect? {
    guard marks.indices.contains(index) else { return nil }
    let plot = plot
    let gap = slot < 6 ? 1.0 : 2.0
    let wide = max(1, min(slot - gap, Self.widest))
    let place = Double(index) * slot + (slot - wide) / 2
    let high = max(
      marks[index].value > 0 ? 2 : 0,
      (plot.height * Double(marks[index].value) / Double(scale.most)).rounded())
    return Rect(
      x: isRightToLeft ? plot.maxX - place - wide : plot.x + place, y: plot.maxY - high, width: wide,
      height: high)
  }

  override func index(at point: Point) -> Int? {
    let plot = plot
    guard plot.contains(point), !marks.isEmpty else { return nil }
    let place = isRightToLeft ? plot.maxX - point.x : point.x - plot.x
    let index = min(max(Int(place / slot), 0), marks.count - 1)
    return marks[index].value > 0 ? index : nil
  }

  override func draw(on snapshot: Snapshot, _ palette: ChartPalette) {
    let plot = plot
    let (most, step) = scale
    for value in stride(from: 0, through: most, by: step) {
      let y = (plot.maxY - plot.height * Double(value) / Double(most)).rounded()
      snapshot.fill(
        Rect(x: plot.x, y: y, width: plot.width, height: 1),
        palette.chat.isHighContrast ? palette.chat.foreground.faded(0.5) : palette.chat.line)
      let words = caption(Counted.number(value), palette)
      let size = words.size
      let x = isRightToLeft ? plot.maxX + 6 : plot.x - 6 - size.width
      snapshot.text(words, at: Point(x: x, y: max(0, y - size.height / 2)), palette.chat.dim)
    }
    for index in marks.indices {
      guard let bar = rect(of: index), bar.height > 0 else { continue }
      snapshot.fill(
        RoundedRect(bar, radius: min(2, bar.width / 2)),
        index == shown ? palette.chat.accentForeground : palette.bar)
    }
    var free = -Double.infinity
    for (index, words) in labels {
      let layout = caption(words, palette)
      let start = Double(index) * slot
      guard start >= free, start + layout.size.width <= plot.width else { continue }
      free = start + layout.size.width + 12
      let x = isRightToLeft ? plot.maxX - start - layout.size.width : plot.x + start
      snapshot.text(layout, at: Point(x: x, y: plot.maxY + 4), palette.chat.dim)
    }
  }
}
