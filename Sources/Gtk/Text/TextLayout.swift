import CGtk

/// A laid-out stretch of text: PangoLayout. Making one is what a frame costs, so rows keep theirs.
@MainActor
public final class TextLayout {
  let raw: OpaquePointer

  /// An empty layout in the widget's font, language, direction and text scale.
  ///
  /// Lines begin at the edge where their own script begins. Pango turns the alignment round for a text that reads
  /// against its widget, so it is turned beforehand where the widget reads from right to left, as GtkLabel does.
  public init(for widget: Widget) {
    raw = gtk_widget_create_pango_layout(widget.widget, nil)
    if widget.isRightToLeft { pango_layout_set_alignment(raw, PANGO_ALIGN_RIGHT) }
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }

  /// Sets the text with its attributes; ranges are UTF-8 bytes.
  public func set(_ text: String, _ attributes: [TextAttribute] = []) {
    var text = text
    text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { pango_layout_set_text(raw, $0.baseAddress, gint($0.count)) }
    }
    let list = pango_attr_list_new()!
    for attribute in attributes { pango_attr_list_insert(list, attribute.makePango()) }
    // Where a word is wider than a line it is broken anywhere, and a hyphen there is one that nobody wrote.
    pango_attr_list_insert(list, pango_attr_insert_hyphens_new(0))
    pango_layout_set_attributes(raw, list)
    pango_attr_list_unref(list)
  }

  /// Wrapping width in points; nil: one line a paragraph.
  public var width: Double? {
    didSet {
      if width != oldValue { pango_layout_set_width(raw, width.map { gint($0 * Double(PANGO_SCALE)) } ?? -1) }
    }
  }

  /// Breaks between words, or inside one that is wider than a line.
  public func wrapWords() { pango_layout_set_wrap(raw, PANGO_WRAP_WORD_CHAR) }

  /// Shows one line and an ellipsis for what does not fit ``width``.
  public func ellipsize() {
    pango_layout_set_single_paragraph_mode(raw, 1)
    pango_layout_set_ellipsize(raw, PANGO_ELLIPSIZE_END)
  }

  public func centerLines() {
    pango_layout_set_alignment(raw, PANGO_ALIGN_CENTER)
    fillsWidth = true
  }

  /// Whether the layout is as wide as ``width`` says, and lines may stand at its far edge or in its middle. If not, it
  /// is as wide as ``size`` says and begins where its text does.
  public var fillsWidth = false

  /// Points from where Pango begins to where the layout does.
  var left: Double {
    // Without a width to fill the text begins at once.
    guard width != nil, !fillsWidth else { return 0 }
    var logical = PangoRectangle()
    pango_layout_get_extents(raw, nil, &logical)
    return Double(logical.x) / Double(PANGO_SCALE)
  }

  /// Least distance from one baseline to the next, as a factor of the font's own line.
  public func setLineSpacing(_ factor: Double) { pango_layout_set_line_spacing(raw, Float(factor)) }

  /// The desktop's text scale: 1 at 96 dots an inch.
  public var scale: Double {
    let resolution = pango_cairo_context_get_resolution(pango_layout_get_context(raw))
    return resolution > 0 ? resolution / 96 : 1
  }

  /// Logical size in points.
  public var size: (width: Double, height: Double) {
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_size(raw, &width, &height)
    return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
  }

  /// From the top to the first line's baseline, in points.
  public var firstBaseline: Double { Double(pango_layout_get_baseline(raw)) / Double(PANGO_SCALE) }

  /// From the top to the last line's baseline, in points.
  public var lastBaseline: Double {
    let iter = pango_layout_get_iter(raw)!
    defer { pango_layout_iter_free(iter) }
    while pango_layout_iter_next_line(iter) != 0 {}
    return Double(pango_layout_iter_get_baseline(iter)) / Double(PANGO_SCALE)
  }

  public var lineCount: Int { Int(pango_layout_get_line_count(raw)) }

  /// The byte at a point, with 1 in `trailing` when the point is on its grapheme's far half; nil outside the text.
  public func index(at point: Point) -> (byte: Int, isTrailing: Bool, isInside: Bool) {
    var index: gint = 0
    var trailing: gint = 0
    let inside = pango_layout_xy_to_index(
      raw, gint((point.x + left) * Double(PANGO_SCALE)), gint(point.y * Double(PANGO_SCALE)), &index,
      &trailing)
    return (Int(index), trailing > 0, inside != 0)
  }

  /// Boxes that cover a byte range, line by line, in points.
  public func rects(of range: Range<Int>) -> [Rect] {
    let scale = Double(PANGO_SCALE)
    let left = left
    var rects: [Rect] = []
    let iter = pango_layout_get_iter(raw)!
    defer { pango_layout_iter_free(iter) }
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iter) else { continue }
      let start = Int(line.pointee.start_index)
      let end = start + Int(line.pointee.length)
      let from = max(range.lowerBound, start)
      let to = min(range.upperBound, end)
      guard from < to || (from == to && from == start && range.contains(start) && line.pointee.length == 0)
      else {
        continue
      }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iter, nil, &logical)
      var y0: gint = 0
      var y1: gint = 0
      pango_layout_iter_get_line_yrange(iter, &y0, &y1)
      var ranges: UnsafeMutablePointer<gint>?
      var count: gint = 0
      pango_layout_line_get_x_ranges(line, gint(from), gint(to), &ranges, &count)
      defer { g_free(ranges) }
      for i in 0..<Int(count) {
        let x0 = Double(ranges![2 * i]) / scale - left
        let x1 = Double(ranges![2 * i + 1]) / scale - left
        rects.append(Rect(x: x0, y: Double(y0) / scale, width: x1 - x0, height: Double(y1 - y0) / scale))
      }
    } while pango_layout_iter_next_line(iter) != 0
    return rects
  }

  /// The word around a byte, by the text's own language rules; empty between two words.
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

  /// True when the first strong character reads from right to left.
  public var isRightToLeft: Bool { pango_layout_get_direction(raw, 0) == PANGO_DIRECTION_RTL }
}
