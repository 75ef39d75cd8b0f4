import Chats
import Gtk
import Translation

/// The small pictures around the shown one, in one row. A click on one shows it.
final class ThumbStrip: CustomWidget {
  /// Called when an item was clicked.
  var didChoose: ((MediaItem.ID) -> Void)?

  /// Whether an item's picture is a spoiler that was not revealed.
  var isHidden: (MediaItem) -> Bool = { _ in false }

  private var items: [MediaItem] = []
  private var index = 0
  private let pictures = StagePictures(byteLimit: 4_000_000)

  /// Points.
  private static let (cell, current, gap, high) = (44.0, 72.0, 4.0, 56)
  /// Pixels of a small picture for each pixel of the screen.
  private static let box = 112

  override init() {
    super.init()
    overflow = .hidden
    hexpand = true
    setAccessibleHidden(true)
    pictures.didLoad = { [weak self] _ in self?.queueDraw() }
    let click = GestureClick()
    click.button = 1
    click.released.connect(weak: self) { strip, _, x, _ in strip.clicked(at: x) }
    add(click)
  }

  override class var cssName: String { "thumbstrip" }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == .vertical ? Measure(minimum: Self.high) : Measure(minimum: 0, natural: 560)
  }

  /// The number of items on each side of the current one that fit.
  private var reach: Int { max(0, Int(((Double(width) - Self.current) / 2 - 8) / (Self.cell + Self.gap))) }

  private var shown: Range<Int> {
    max(0, index - reach)..<min(items.count, index + reach + 1)
  }

  func show(_ items: [MediaItem], at index: Int) {
    (self.items, self.index) = (items, index)
    queueDraw()
  }

  /// Loads missing pictures again.
  func retry() { pictures.retry() }

  /// Decodes the visible pictures, the nearest first. Call it after starting more important ones.
  func load() {
    guard isMapped, items.indices.contains(index) else { return }
    let nearest = shown.sorted { abs($0 - index) < abs($1 - index) }
    pictures.want(nearest.map { items[$0] }.filter { !isHidden($0) }, box: Self.box * scaleFactor)
  }

  override func allocate(width: Int, height: Int) {
    MainLoop.soon { [weak self] in self?.load() }
  }

  private func rect(at index: Int) -> Rect {
    let distance = index - self.index
    let step = Self.cell + Self.gap
    let wide = distance == 0 ? Self.current : Self.cell
    var x = (Double(width) - Self.current) / 2
    if distance < 0 { x += Double(distance) * step }
    if distance > 0 { x += Self.current + Self.gap + Double(distance - 1) * step }
    return Rect(x: self.x(leading: x, width: wide), y: 3, width: wide, height: Double(height - 6))
  }

  override func snapshot(_ snapshot: Snapshot) {
    for index in shown {
      let shape = RoundedRect(rect(at: index), radius: 6)
      snapshot.clipped(to: shape) {
        snapshot.fill(shape.rect, Color(hex: 0x2a2a32))
        if !isHidden(items[index]), case .loaded(let texture) = pictures.state(of: items[index]) {
          snapshot.texture(texture, in: texture.covering(shape.rect))
        }
      }
      if index == self.index {
        snapshot.stroke(shape.grownBy(1), width: 1, Color(hex: 0x121216))
        snapshot.stroke(shape.grownBy(3), width: 2, .white)
      }
    }
  }

  private func clicked(at x: Double) {
    guard let index = shown.first(where: { rect(at: $0).x <= x && x < rect(at: $0).maxX }) else { return }
    didChoose?(items[index].id)
  }
}

extension Texture {
  /// The rectangle of the picture when it covers another one, centred.
  func covering(_ rect: Rect) -> Rect {
    let scale = max(rect.width / Double(max(1, width)), rect.height / Double(max(1, height)))
    let (wide, high) = (Double(width) * scale, Double(height) * scale)
    return Rect(
      x: rect.x + (rect.width - wide) / 2, y: rect.y + (rect.height - high) / 2, width: wide, height: high)
  }
}

extension RoundedRect {
  fileprivate func grownBy(_ distance: Double) -> RoundedRect {
    RoundedRect(rect.inset(x: -distance, y: -distance), radius: topLeft + distance)
  }
}
