import Gtk

/// The same message as one widget that draws its own texts, as the rows of the program do.
final class RichRow: CustomWidget, MessageView {
  private static let side = 36
  private static let shades = [
    Color(red: 0.21, green: 0.52, blue: 0.89), Color(red: 0.18, green: 0.76, blue: 0.49),
    Color(red: 0.9, green: 0.38, blue: 0), Color(red: 0.57, green: 0.25, blue: 0.67),
  ]

  private lazy var initial = TextLayout(for: self)
  private lazy var name = TextLayout(for: self)
  private lazy var time = TextLayout(for: self)
  private lazy var text = TextLayout(for: self)
  private var message: BenchMessage?
  private var extra = 0

  override init() {
    super.init()
    text.wrapWords()
    name.ellipsize()
  }

  func show(_ message: BenchMessage, extra: Int) {
    guard message != self.message || extra != self.extra else { return }
    if message != self.message {
      initial.set(message.initial, [TextAttribute(.weight(600))])
      name.set(message.name, [TextAttribute(.weight(600))])
      time.set(message.time, [TextAttribute(.size(9))])
      text.set(message.text)
    }
    self.message = message
    self.extra = extra
    queueResize()
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 120, natural: 400) }
    let room = Double(max(size, 120) - Self.side - 36)
    text.width = room
    let lines = name.size.height + 2 + text.size.height
    return Measure(minimum: max(Self.side, Int(lines.rounded(.up))) + 12 + extra)
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let message else { return }
    let side = Double(Self.side)
    snapshot.fill(
      RoundedRect(Rect(x: 12, y: 6, width: side, height: side), radius: side / 2), Self.shades[message.shade])
    let letter = initial.size
    snapshot.text(
      initial, at: Point(x: 12 + (side - letter.width) / 2, y: 6 + (side - letter.height) / 2), .white)
    let color = foreground
    let timeWidth = time.size.width
    let start = 24 + side
    name.width = max(0, Double(width) - start - 24 - timeWidth)
    snapshot.text(name, at: Point(x: start, y: 6), color)
    snapshot.text(time, at: Point(x: Double(width) - 12 - timeWidth, y: 8), color.faded(0.6))
    snapshot.text(text, at: Point(x: start, y: 8 + name.size.height), color)
  }
}
