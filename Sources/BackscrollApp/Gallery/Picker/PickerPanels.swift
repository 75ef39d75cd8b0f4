import Gtk

/// The tab's cards: in a wide window the log stands beside the other two, in a narrow one below them.
final class PickerPanels: CustomWidget {
  private let picker: Widget
  private let strip: Widget
  private let log: Widget

  /// Points: round all of them and between two, the width from which the log stands beside them, its share of it,
  /// and the picker's least height and
  /// what it grows by at most, and the log's least height.
  private static let margin = (x: 18, narrowX: 10, top: 4, bottom: 18)
  private static let gap = (x: 18, y: 14)
  private static let wideFrom = 720
  private static let leftShare = 0.6
  private static let pickerHeight = 182
  private static let pickerGrowth = 118
  private static let leastLogHeight = 260

  init(picker: Widget, strip: Widget, log: Widget) {
    self.picker = picker
    self.strip = strip
    self.log = log
    super.init()
    for card in [picker, strip, log] { card.setParent(self) }
  }

  override var requestMode: RequestMode { .heightForWidth }

  /// With large text the log needs more.
  private func isWide(_ width: Int) -> Bool {
    let beside = Int(Double(width - 2 * Self.margin.x) * (1 - Self.leftShare)) - Self.gap.x
    return width >= Self.wideFrom && beside >= log.measured(.horizontal).minimum
  }

  /// Left edge and width of the first column, or of the only one.
  private func column(_ width: Int) -> (x: Int, width: Int) {
    guard isWide(width) else {
      let margin = width < AdaptiveRoot.narrowBelow ? Self.margin.narrowX : Self.margin.x
      return (margin, max(0, width - 2 * margin))
    }
    let room = width - 2 * Self.margin.x
    return (Self.margin.x, Int(Double(room) * Self.leftShare))
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      let widest = [picker, strip, log].map { $0.measured(.horizontal).minimum }.max() ?? 0
      return Measure(minimum: widest + 2 * Self.margin.narrowX, natural: 900)
    }
    let width = size < 0 ? 900 : size
    let left = Self.pickerHeight + Self.gap.y + strip.measured(.vertical, for: column(width).width).minimum
    let all = isWide(width) ? max(left, Self.leastLogHeight) : left + Self.gap.y + Self.leastLogHeight
    return Measure(minimum: all + Self.margin.top + Self.margin.bottom)
  }

  override func allocate(width: Int, height: Int) {
    for card in [picker, strip, log] { _ = card.measured(.horizontal) }
    let (x, wide) = column(width)
    let bottom = height - Self.margin.bottom
    var y = Self.margin.top
    let least = strip.measured(.vertical, for: wide).minimum
    // Room to spare is shared: with the strip where it stands above nothing, else with the log.
    let below = isWide(width) ? least : least + Self.gap.y + Self.leastLogHeight
    let spare = bottom - y - Self.pickerHeight - Self.gap.y - below
    let high = Self.pickerHeight + min(Self.pickerGrowth, max(0, spare / 2))
    put(picker, x, y, wide, high, in: width)
    y += high + Self.gap.y
    if isWide(width) {
      put(strip, x, y, wide, max(least, bottom - y), in: width)
      let logX = x + wide + Self.gap.x
      put(
        log, logX, Self.margin.top, width - logX - Self.margin.x, max(0, bottom - Self.margin.top), in: width)
    } else {
      put(strip, x, y, wide, least, in: width)
      y += least + Self.gap.y
      put(log, x, y, wide, max(Self.leastLogHeight, bottom - y), in: width)
    }
  }

  private func put(_ card: Widget, _ x: Int, _ y: Int, _ wide: Int, _ high: Int, in width: Int) {
    _ = card.measured(.vertical, for: wide)
    card.place(x: isRightToLeft ? width - x - wide : x, y: y, width: wide, height: high)
  }

  override func dispose() {
    for card in [picker, strip, log] { card.unparent() }
    super.dispose()
  }
}
