import Backscroll
import Gtk
import ScrollCore

/// A message as a pure function of its number, so that all peers show the same ones.
struct BenchMessage: Equatable {
  let number: Int

  /// A hash of the number, not negative.
  private var hash: Int {
    var bits = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits >> 29
    bits &*= 0xBF58_476D_1CE4_E5B9
    return Int((bits ^ bits >> 32) & 0x7FFF_FFFF)
  }

  private static let names = [
    "Ada Novak", "Ben Okoro", "Chiara Lind", "Daniel Ruiz", "Elif Demir", "Farid Amini", "Grete Holm",
  ]
  private static let words = [
    "the", "ridge", "walk", "starts", "early", "tomorrow", "and", "somebody", "brings", "coffee", "while",
    "we",
    "wait", "for", "rain", "to", "pass", "over", "quiet", "hills", "then", "evening", "light", "returns",
    "again",
  ]

  var name: String { Self.names[hash % Self.names.count] }
  var initial: String { String(name.prefix(1)) }
  /// Index of the sender's colour, 0..<4.
  var shade: Int { hash % 4 }

  var time: String {
    let minutes = hash / 7 % 1440
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// One to eight lines in a window 480 points wide.
  var text: String {
    let lines = 1 + hash / 11 % 8
    var text = ""
    var index = hash
    while text.utf8.count < lines * 47 - 12 {
      if !text.isEmpty { text += " " }
      index = (index &* 31 &+ 17) & 0xFF_FFFF
      text += Self.words[index % Self.words.count]
    }
    return text
  }
}

/// A widget that shows a message and can be reused for another.
@MainActor
protocol MessageView: Widget {
  init()
  /// `extra` is the height in points of a picture below the text.
  func show(_ message: BenchMessage, extra: Int)
}

/// A message as one widget that draws its own text, like the rows of `backscroll`.
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

/// A message made of GTK's boxes and labels, with a round avatar by CSS.
final class StockRow: Box, MessageView {
  private let avatar = Label()
  private let name = Label()
  private let time = Label()
  private let text = Label()
  private var shade = 0

  init() {
    super.init(.horizontal, spacing: 12)
    let head = Box(.horizontal, spacing: 12)
    let column = Box(.vertical, spacing: 2)
    avatar.addClass("bench-avatar")
    avatar.addClass("bench-shade-0")
    avatar.valign = .start
    name.addClass("bench-name")
    name.xalign = 0
    name.hexpand = true
    name.ellipsize()
    time.addClass("bench-time")
    text.wrap(maxCharacters: -1, isCentered: false)
    text.xalign = 0
    column.hexpand = true
    head.append(name, time)
    column.append(head, text)
    append(avatar, column)
    setMargins(start: 12, end: 12, top: 6, bottom: 6)
  }

  func show(_ message: BenchMessage, extra: Int) {
    avatar.text = message.initial
    name.text = message.name
    time.text = message.time
    text.text = message.text
    setMargins(start: 12, end: 12, top: 6, bottom: 6 + extra)
    guard shade != message.shade else { return }
    avatar.removeClass("bench-shade-\(shade)")
    shade = message.shade
    avatar.addClass("bench-shade-\(shade)")
  }

  /// Installs the CSS of the rows, once and before the first row.
  static func installStyle() {
    let sheet = StyleSheet()
    sheet.load(
      """
      .bench-avatar { min-width: 36px; min-height: 36px; border-radius: 18px; color: white; font-weight: 600; }
      .bench-shade-0 { background-color: #3584e4; } .bench-shade-1 { background-color: #2ec27e; }
      .bench-shade-2 { background-color: #e66100; } .bench-shade-3 { background-color: #9141ac; }
      .bench-name { font-weight: 600; } .bench-time { font-size: 9pt; opacity: 0.6; }
      """)
    sheet.install(.application)
  }
}

/// A model of row numbers only: the cost of a model that has not loaded its rows.
@MainActor
final class CountedRows: ListModel {
  private(set) var count: Int
  private var first = 0
  let changes = ListChanges()

  init(count: Int) { self.count = count }

  subscript(index: Int) -> Int { first + index }
  func id(at index: Int) -> Int { first + index }
  func index(of id: Int) -> Int? { (0..<count).contains(id - first) ? id - first : nil }

  func prepend(_ rows: Int) {
    first -= rows
    count += rows
    changes(.splice(Splice(at: 0, inserting: rows)))
  }

  func update(_ id: Int) {
    if let index = index(of: id) { changes(.update(index: index)) }
  }
}
