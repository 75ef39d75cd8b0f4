import CGtk

/// Text that is laid out for drawing: a PangoLayout.
///
/// Laying text out dominates the cost of a frame, so keep a layout for as long as its text and width stay the same.
/// Byte offsets are UTF-8; lengths are in points. A layout for a widget stays on the main actor; one for `PageFonts`
/// stays with them, on any thread.
public final class TextLayout {
  let raw: OpaquePointer

  /// The text as it was set.
  public private(set) var text = ""

  /// An empty layout in the widget's font, language, direction and text scale.
  ///
  /// Each line begins at the edge at which its own script begins. Pango mirrors the alignment of a text whose direction
  /// differs from the widget's, so in a right-to-left widget the layout starts out aligned to the right, as in GtkLabel.
  @MainActor public init(for widget: Widget) {
    raw = gtk_widget_create_pango_layout(widget.widget, nil)
    if widget.isRightToLeft { pango_layout_set_alignment(raw, PANGO_ALIGN_RIGHT) }
  }

  /// An empty layout for pages.
  init(context: OpaquePointer) { raw = pango_layout_new(context) }

  /// A copy of a layout with other colours of the text in some ranges of bytes, over its present colours. The glyphs
  /// keep their places.
  public init(_ other: TextLayout, coloring ranges: [(range: Range<Int>, color: Color)]) {
    raw = pango_layout_copy(other.raw)
    text = other.text
    width = other.width
    fillsWidth = other.fillsWidth
    let list = pango_attr_list_copy(pango_layout_get_attributes(raw)) ?? pango_attr_list_new()!
    for (range, color) in ranges {
      pango_attr_list_change(list, TextAttribute(.color(color), range).makePango())
    }
    pango_layout_set_attributes(raw, list)
    pango_attr_list_unref(list)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }

  /// Replaces the text and its attributes.
  public func set(_ text: String, _ attributes: [TextAttribute] = []) {
    self.text = text
    self.text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { pango_layout_set_text(raw, $0.baseAddress, gint($0.count)) }
    }
    let list = pango_attr_list_new()!
    for attribute in attributes { pango_attr_list_insert(list, attribute.makePango()) }
    // A word that is wider than its line breaks anywhere; the hyphen that Pango adds there is not part of the text.
    pango_attr_list_insert(list, pango_attr_insert_hyphens_new(0))
    pango_layout_set_attributes(raw, list)
    pango_attr_list_unref(list)
  }

  /// Replaces the text by one line of another, such as a name, of any length. A line that would take long to lay out is cut;
  /// ``text`` is what remains.
  package func setLine(_ text: String, _ attributes: [TextAttribute] = []) {
    set(LayoutCost.line(text), attributes)
  }

  // MARK: Lines

  /// The width at which lines wrap; nil for one line per paragraph.
  public var width: Double? {
    didSet {
      if width != oldValue { pango_layout_set_width(raw, width.map { gint($0 * Self.unitsPerPoint) } ?? -1) }
    }
  }

  /// Whether the layout is as wide as ``width``, so that lines can be centred in it or end at its far edge.
  /// Otherwise it is as wide as ``size``, and begins where its longest line does.
  public var fillsWidth = false

  /// Wraps between words, and inside a word that is wider than the line.
  public func wrapWords() { pango_layout_set_wrap(raw, PANGO_WRAP_WORD_CHAR) }

  /// Keeps the text on one line, and puts an ellipsis at its end if it exceeds ``width``. `inMiddle` is for texts whose
  /// end is as important as their beginning, such as a file's name.
  public func ellipsize(inMiddle: Bool = false) {
    pango_layout_set_single_paragraph_mode(raw, 1)
    pango_layout_set_ellipsize(raw, inMiddle ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END)
  }

  /// Centres the lines in ``width``.
  public func centerLines() {
    pango_layout_set_alignment(raw, PANGO_ALIGN_CENTER)
    fillsWidth = true
  }

  // MARK: Metrics

  /// The desktop's text scale: 1 at 96 dots per inch.
  public var scale: Double {
    let resolution = pango_cairo_context_get_resolution(pango_layout_get_context(raw))
    return resolution > 0 ? resolution / 96 : 1
  }

  /// The text's logical size.
  public var size: (width: Double, height: Double) {
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_size(raw, &width, &height)
    return (Double(width) / Self.unitsPerPoint, Double(height) / Self.unitsPerPoint)
  }

  /// The drawn area: its distance from the top, and its height.
  public var ink: (top: Double, height: Double) {
    var ink = PangoRectangle()
    pango_layout_get_extents(raw, &ink, nil)
    return (Double(ink.y) / Self.unitsPerPoint, Double(ink.height) / Self.unitsPerPoint)
  }

  /// The distance from the top to the first line's baseline.
  public var firstBaseline: Double { Double(pango_layout_get_baseline(raw)) / Self.unitsPerPoint }

  /// The number of lines, wrapped ones included.
  public var lineCount: Int { Int(pango_layout_get_line_count(raw)) }

  /// Whether the text's first strongly directional character reads from right to left. A text without one, such as a
  /// number, reads as the widget does.
  public var isRightToLeft: Bool {
    guard let line = pango_layout_get_line_readonly(raw, 0) else { return false }
    return pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
  }

  /// The x coordinate in Pango's layout at which this layout begins.
  var left: Double {
    guard width != nil, !fillsWidth else { return 0 }
    var logical = PangoRectangle()
    pango_layout_get_extents(raw, nil, &logical)
    return Double(logical.x) / Self.unitsPerPoint
  }

  // MARK: Places in the text

  /// The character at a point, or the nearest one if the point is outside the text.
  ///
  /// - Returns: the character's first byte, whether the point is on the character's trailing half, and whether the
  ///   point is inside the text.
  public func index(at point: Point) -> (byte: Int, isTrailing: Bool, isInside: Bool) {
    var index: gint = 0
    var trailing: gint = 0
    let inside = pango_layout_xy_to_index(
      raw, gint((point.x + left) * Self.unitsPerPoint), gint(point.y * Self.unitsPerPoint), &index, &trailing)
    return (Int(index), trailing > 0, inside != 0)
  }

  /// The byte at which the ellipsis at a line's end begins, or else the line.
  private static func end(of line: UnsafeMutablePointer<PangoLayoutLine>) -> Int {
    let end = line.pointee.start_index + line.pointee.length
    var run = line.pointee.runs
    while let each = run {
      let glyphs = each.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
      if let item = glyphs.pointee.item?.pointee, item.offset + item.length == end,
        item.analysis.flags & guint8(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0
      {
        return Int(item.offset)
      }
      run = each.pointee.next
    }
    return Int(end)
  }

  /// The rectangles that cover a range of bytes: one or more for each line that the range touches; none for an ellipsis
  /// at the end, nor for the text that it replaces.
  public func rects(of range: Range<Int>) -> [Rect] {
    let left = left
    var rects: [Rect] = []
    let iter = pango_layout_get_iter(raw)!
    defer { pango_layout_iter_free(iter) }
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iter) else { continue }
      let start = Int(line.pointee.start_index)
      let from = max(range.lowerBound, start)
      let to = min(range.upperBound, Self.end(of: line))
      let isEmptyLineInRange = line.pointee.length == 0 && from == to && range.contains(start)
      guard from < to || isEmptyLineInRange else { continue }
      var top: gint = 0
      var bottom: gint = 0
      pango_layout_iter_get_line_yrange(iter, &top, &bottom)
      var ranges: UnsafeMutablePointer<gint>?
      var count: gint = 0
      pango_layout_line_get_x_ranges(line, gint(from), gint(to), &ranges, &count)
      defer { g_free(ranges) }
      for i in 0..<Int(count) {
        let x = Double(ranges![2 * i]) / Self.unitsPerPoint - left
        let maxX = Double(ranges![2 * i + 1]) / Self.unitsPerPoint - left
        rects.append(
          Rect(
            x: x, y: Double(top) / Self.unitsPerPoint, width: maxX - x,
            height: Double(bottom - top) / Self.unitsPerPoint))
      }
    } while pango_layout_iter_next_line(iter) != 0
    return rects
  }

  /// The edges of a character, at which a caret before and after it would be.
  public struct Edges: Equatable {
    /// The x coordinate of the edge at which reading begins, and of the other one.
    public var leading: Double
    public var trailing: Double
    /// The top of the line.
    public var y: Double
    /// The height of the line.
    public var height: Double
    public var isRightToLeft: Bool { trailing < leading }

    /// The same at another place.
    public func moved(x: Double, y: Double) -> Edges {
      Edges(leading: leading + x, trailing: trailing + x, y: self.y + y, height: height)
    }
  }

  /// The edges of the character that begins at a byte.
  public func edges(of byte: Int) -> Edges {
    var place = PangoRectangle()
    pango_layout_index_to_pos(raw, gint(byte), &place)
    let leading = Double(place.x) / Self.unitsPerPoint - left
    return Edges(
      leading: leading, trailing: leading + Double(place.width) / Self.unitsPerPoint,
      y: Double(place.y) / Self.unitsPerPoint, height: Double(place.height) / Self.unitsPerPoint)
  }

  /// The word around a byte, by the rules of the text's language; empty between two words.
  public func word(around byte: Int) -> Range<Int> {
    var count: gint = 0
    guard let breaks = pango_layout_get_log_attrs_readonly(raw, &count), count > 1,
      let text = pango_layout_get_text(raw)
    else { return byte..<byte }
    let last = Int(count) - 1
    let position = min(Int(g_utf8_pointer_to_offset(text, text + byte)), last - 1)
    var start = position
    while start > 0 && breaks[start].is_word_start == 0 { start -= 1 }
    var end = start + 1
    while end < last && breaks[end].is_word_end == 0 { end += 1 }
    guard start <= position, position < end else { return byte..<byte }
    func bytes(_ offset: Int) -> Int { UnsafePointer(g_utf8_offset_to_pointer(text, glong(offset))) - text }
    return bytes(start)..<bytes(end)
  }

  /// Pango's units per point.
  static let unitsPerPoint = Double(PANGO_SCALE)
}

/// A style for a range of text.
public struct TextAttribute: Sendable {
  /// One property of the text's look.
  public enum Style: Sendable {
    /// 400 is regular, 600 semi-bold, 700 bold.
    case weight(Int)
    /// The font's italic variant.
    case italic
    /// One line below the text.
    case underline
    /// One line through the text.
    case strikethrough
    /// The font family "monospace", which Fontconfig resolves.
    case monospace
    /// Type size in typographic points; scales with the desktop's text scale.
    case size(Double)
    /// The colour of the text; its alpha has no effect.
    case color(Color)
    /// The colour behind the text; its alpha has no effect.
    case background(Color)
    /// The text takes its place but is not drawn. Some renderers draw colour emoji nevertheless.
    case invisible
    /// OpenType features, such as "tnum".
    case features(String)
    /// Distance between baselines in layout points.
    case lineHeight(Double)
  }

  /// The look of the range.
  public var style: Style
  /// UTF-8 bytes.
  public var range: Range<Int>

  /// Styles the whole text if `range` is nil.
  public init(_ style: Style, _ range: Range<Int>? = nil) {
    self.style = style
    self.range = range ?? 0..<Int(UInt32.max)
  }

  fileprivate func makePango() -> UnsafeMutablePointer<PangoAttribute> {
    let attribute = makeStyle()
    attribute.pointee.start_index = guint(range.lowerBound)
    attribute.pointee.end_index = guint(clamping: range.upperBound)
    return attribute
  }

  private func makeStyle() -> UnsafeMutablePointer<PangoAttribute> {
    func part(_ value: Double) -> guint16 { guint16((max(0, min(1, value)) * 65535).rounded()) }
    return switch style {
    case .weight(let weight): pango_attr_weight_new(PangoWeight(UInt32(weight)))
    case .italic: pango_attr_style_new(PANGO_STYLE_ITALIC)
    case .underline: pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)
    case .strikethrough: pango_attr_strikethrough_new(1)
    case .monospace: pango_attr_family_new("monospace")
    case .size(let points): pango_attr_size_new(gint(points * TextLayout.unitsPerPoint))
    case .color(let c): pango_attr_foreground_new(part(c.red), part(c.green), part(c.blue))
    case .background(let c): pango_attr_background_new(part(c.red), part(c.green), part(c.blue))
    // 0 would count as unset.
    case .invisible: pango_attr_foreground_alpha_new(1)
    case .features(let features): pango_attr_font_features_new(features)
    case .lineHeight(let points): pango_attr_line_height_new_absolute(gint(points * TextLayout.unitsPerPoint))
    }
  }
}
