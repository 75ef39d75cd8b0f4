import AppBase
import Gtk

/// A part of a row with a look of its own: the pictures of an album, a file, a poll.
///
/// A part lays out its texts together with the row, and draws into the rectangle that the row's geometry gives it. Its
/// height depends only on the stored message, the width and the text scale: not on a decoded picture or on the
/// existence of a file.
@MainActor
protocol RowPart: AnyObject {
  /// The distance between the part and the edges of its bubble, in points.
  var inset: (x: Double, y: Double) { get }
  /// Lays out in at most `limit` points and returns the size.
  func layOut(limit: Double) -> RowGeometry.Extent
  /// The targets that can be activated if the part is in `rect`, in keyboard order.
  func targets(in rect: Rect) -> [RowTarget]
  func draw(in rect: Rect, on snapshot: Snapshot, by painter: inout MessagePainter)
  /// The position for a point on a time bar, 0…1; nil beside the bar.
  func share(at point: Point, in rect: Rect) -> Double?
  /// The accessible name of a target; nil if it does not belong to this part.
  func name(of action: RowTarget.Action) -> String?
}

extension RowPart {
  func targets(in rect: Rect) -> [RowTarget] { [] }
  func share(at point: Point, in rect: Rect) -> Double? { nil }
  func name(of action: RowTarget.Action) -> String? { nil }
}

/// A place in a row that the pointer and the keyboard can activate.
package struct RowTarget: Equatable {
  package enum Action: Hashable {
    case quote
    /// Links and spoilers of the text.
    case link(Int)
    case spoiler(Int)
    /// The lines of a quote that is shown in part, by its section of the text.
    case quotedLines(Int)
    /// "Show all" of a long message.
    case fold
    /// The words of a voice message, by its index.
    case transcript(Int)
    case edited
    case reaction(Int)
    /// Show a hidden picture, or load a failed one again.
    case reveal(Int)
    case retry(Int)
    case activate(MessageActivation)
  }

  /// A group of targets that is one stop for Tab; the arrow keys move inside.
  enum Stop: Hashable {
    case own(Action)
    case album(Int)
    case reactions
  }

  var action: Action
  var stop: Stop
  /// The rectangles in the row; several for a text of several lines.
  var rects: [Rect]
  var radius: Double
  /// Whether the target is over a picture, on which a ring of one color could be invisible.
  var isOnPicture = false
  /// Whether the row draws the target as hovered; false for texts.
  var showsHover = true

  init(_ action: Action, _ rects: [Rect], radius: Double, stop: Stop? = nil) {
    self.action = action
    self.rects = rects
    self.radius = radius
    self.stop = stop ?? .own(action)
  }

  func contains(_ point: Point) -> Bool { rects.contains { $0.contains(point) } }
}

/// Makes the text layouts of a row, and notes whether any of them has to wait for another frame.
@MainActor
final class RowTextMaker {
  /// The row, which owns this object.
  private unowned let widget: Widget
  /// Whether an ellipsis replaces each text of the archive.
  let isWaiting: Bool
  /// The desktop's text scale.
  private(set) lazy var scale = TextLayout(for: widget).scale
  /// Whether texts, or their ends, wait for another frame.
  private(set) var isIncomplete: Bool

  init(for widget: Widget, isWaiting: Bool) {
    self.widget = widget
    self.isWaiting = isWaiting
    isIncomplete = isWaiting
  }

  var direction: ReadingDirection { widget.readingDirection }

  func empty() -> TextLayout { TextLayout(for: widget) }

  /// The layout of a text in one line.
  func line(_ text: String, size: Double, weight: Int = 400, ellipsized: Bool = false) -> TextLayout {
    let layout = empty()
    layout.set(
      shown(LayoutCost.line(text), size: size, weight: weight),
      [TextAttribute(.size(size)), TextAttribute(.weight(weight)), TextAttribute(.features("tnum"))])
    if ellipsized { layout.ellipsize() }
    return layout
  }

  /// The layout of a text of the archive in several lines, cut after `byteLimit` bytes.
  func paragraph(_ text: String, size: Double, weight: Int = 400, byteLimit: Int = 2_000) -> TextLayout {
    let layout = empty()
    let bytes = LayoutCost.affordableBytes(of: text, byteLimit: byteLimit, limit: LayoutCost.limit / 4)
    let cut =
      bytes < text.utf8.count
      ? text[..<text.utf8.index(text.startIndex, offsetBy: bytes)] + "…" : text[...]
    layout.set(
      shown(String(cut), size: size, weight: weight),
      [TextAttribute(.size(size)), TextAttribute(.weight(weight)), TextAttribute(.lineHeight(20 * scale))])
    layout.wrapWords()
    layout.fillsWidth = true
    return layout
  }

  /// The part of a text that is laid out in this frame.
  func shown(_ text: String, size: Double, weight: Int = 400) -> String {
    if isWaiting { return "…" }
    let bytes = FrameBudget.shared.bytesToLayOut(
      of: text, in: FrameBudget.Font(size: size * scale, weight: weight),
      frame: widget.frameClock?.frameCounter)
    guard bytes < text.utf8.count else { return text }
    isIncomplete = true
    return text[..<text.utf8.index(text.startIndex, offsetBy: bytes)] + "…"
  }
}

extension TextLayout {
  /// The size in whole points.
  package var extent: RowGeometry.Extent {
    let size = size
    return RowGeometry.Extent(width: size.width.rounded(.up), height: size.height.rounded(.up))
  }
}
