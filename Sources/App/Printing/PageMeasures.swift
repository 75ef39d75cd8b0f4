import Gtk

/// The places of the parts of a page, in points of 1/72 inch from its top left corner. Pages of right-to-left languages
/// are mirrored as a whole when they are drawn.
struct PageMeasures {
  static let millimeter = 72 / 25.4

  let width: Double
  let height: Double
  let columns: Int
  let isRightToLeft: Bool

  private static let side = 18 * millimeter
  private static let top = 21 * millimeter
  private static let bottom = 18 * millimeter
  private static let columnGap = 8 * millimeter
  /// The distances of the running head and of the foot from the edges of the paper.
  private static let head = 11 * millimeter
  private static let foot = 10 * millimeter

  init(_ options: PrintOptions, isRightToLeft: Bool) {
    (width, height) = options.paper.size
    columns = min(max(options.columns, 1), 2)
    self.isRightToLeft = isRightToLeft
  }

  /// The area of the text on a page.
  var body: Rect {
    Rect(
      x: Self.side, y: Self.top, width: width - 2 * Self.side, height: height - Self.top - Self.bottom)
  }

  /// The width of a column.
  var columnWidth: Double {
    (body.width - Double(columns - 1) * Self.columnGap) / Double(columns)
  }

  /// The leading edge of a column, from 0.
  func leading(_ column: Int) -> Double { body.x + Double(column) * (columnWidth + Self.columnGap) }

  /// The top of the running head.
  var headTop: Double { Self.head }
  /// The bottom of the foot.
  var footBottom: Double { height - Self.foot }

  /// The widest bubble. A time has room beside it, also on small paper.
  var bubbleWidth: Double { min(columnWidth * (columns == 1 ? 0.7 : 0.76), columnWidth - Self.sideWidth) }
  private static let sideWidth = 48.0
  /// A bubble that is higher than this can be broken.
  var breakableHeight: Double { body.height / 2 }

  /// The longest side of a picture.
  var pictureSide: Double {
    min((columns == 1 ? 72 : 60) * Self.millimeter, bubbleWidth - 2 * Bubble.padding.x, body.height / 3)
  }
  /// The longest side of a sticker.
  var stickerSide: Double { 30 * Self.millimeter }
}
