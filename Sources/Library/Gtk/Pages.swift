import CGtk

/// The fonts of printed pages, without a display: one point is 1/72 inch, and glyphs are not moved to pixels. Not for
/// two threads at once.
package final class PageFonts {
  private let context: OpaquePointer

  /// The fonts of a language.
  ///
  /// - Parameters:
  ///   - language: A tag such as "ko", by which glyphs and line breaks are chosen.
  ///   - isRightToLeft: The direction of a text without a direction of its own.
  package init(language: String, isRightToLeft: Bool) {
    let map = pango_cairo_font_map_new()!
    pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
    context = pango_font_map_create_context(map)
    // The context keeps the map.
    g_object_unref(UnsafeMutableRawPointer(map))
    let font = pango_font_description_from_string("Sans")
    pango_context_set_font_description(context, font)
    pango_font_description_free(font)
    pango_context_set_language(context, pango_language_from_string(language))
    pango_context_set_base_dir(context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    pango_context_set_round_glyph_positions(context, 0)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

  /// An empty layout. Lines begin at the edge at which their own script begins.
  package func layout() -> TextLayout { TextLayout(context: context) }
}

extension TextLayout {
  /// A line of a layout. Valid until the layout changes.
  package struct Line {
    fileprivate let raw: UnsafeMutablePointer<PangoLayoutLine>
    /// The distance from the left edge of the layout.
    package let x: Double
    /// The distance from the top of the line to its baseline.
    package let baseline: Double
    /// The height of the line.
    package let height: Double
    /// The bytes of the text on the line.
    package let range: Range<Int>

    /// The places on the line that a range of bytes covers, from the left edge of the layout.
    package func spans(of range: Range<Int>) -> [(x: Double, width: Double)] {
      let part = range.clamped(to: self.range)
      guard !part.isEmpty else { return [] }
      var ranges: UnsafeMutablePointer<gint>?
      var count: gint = 0
      pango_layout_line_get_x_ranges(raw, gint(part.lowerBound), gint(part.upperBound), &ranges, &count)
      defer { g_free(ranges) }
      return (0..<Int(count)).map { index in
        let (left, right) = (ranges![2 * index], ranges![2 * index + 1])
        return (Double(left) / TextLayout.unitsPerPoint, Double(right - left) / TextLayout.unitsPerPoint)
      }
    }
  }

  /// The lines from top to bottom.
  package var lines: [Line] {
    var lines: [Line] = []
    let iter = pango_layout_get_iter(raw)!
    defer { pango_layout_iter_free(iter) }
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iter) else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iter, nil, &logical)
      var (top, bottom): (gint, gint) = (0, 0)
      pango_layout_iter_get_line_yrange(iter, &top, &bottom)
      let baseline = pango_layout_iter_get_baseline(iter)
      let start = Int(line.pointee.start_index)
      lines.append(
        Line(
          raw: line, x: Double(logical.x) / Self.unitsPerPoint,
          baseline: Double(baseline - top) / Self.unitsPerPoint,
          height: Double(bottom - top) / Self.unitsPerPoint,
          range: start..<start + Int(line.pointee.length)))
    } while pango_layout_iter_next_line(iter) != 0
    return lines
  }
}

extension CairoContext {
  /// Draws a whole layout with the top of its first line at a point. A layout without a colour of its own has the
  /// present one.
  package func text(_ layout: TextLayout, at point: Point) {
    cairo_move_to(raw, point.x - layout.left, point.y)
    pango_cairo_show_layout(raw, layout.raw)
  }

  /// Draws one line, with the top left corner of its layout's width at a point.
  package func text(_ line: TextLayout.Line, at point: Point) {
    cairo_move_to(raw, point.x + line.x, point.y + line.baseline)
    pango_cairo_show_layout_line(raw, line.raw)
  }

  /// Makes an area open an address, on a page that can have links; does nothing on others.
  package func link(_ rect: Rect, to address: String) {
    // Numbers in the form of C in every locale.
    let place = "\(rect.x) \(rect.y) \(rect.width) \(rect.height)"
    cairo_tag_begin(raw, "Link", "rect=[\(place)] uri='\(Self.escaped(address))'")
    cairo_tag_end(raw, "Link")
  }

  /// An address without signs that end a text in cairo's attributes or in a PDF file, into which cairo 1.16 writes it as
  /// it is.
  private static func escaped(_ address: String) -> String {
    address.utf8.map { byte in
      switch byte {
      case 0x21...0x7e where !"()<>'\"\\".utf8.contains(byte): String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// Draws a picture in the middle of a rectangle, as large as it fits.
  package func picture(_ picture: PagePicture, in rect: Rect) {
    let surface = picture.surface
    let (width, height) = (
      Double(cairo_image_surface_get_width(surface)), Double(cairo_image_surface_get_height(surface))
    )
    guard width > 0, height > 0 else { return }
    let scale = min(rect.width / width, rect.height / height)
    cairo_save(raw)
    cairo_translate(
      raw, rect.x + (rect.width - width * scale) / 2, rect.y + (rect.height - height * scale) / 2)
    cairo_scale(raw, scale, scale)
    cairo_set_source_surface(raw, surface, 0, 0)
    cairo_paint(raw)
    cairo_restore(raw)
  }
}

/// A picture for pages. An opaque one is kept as JPEG, too, which makes a document of photographs ten times smaller.
package final class PagePicture {
  fileprivate let surface: OpaquePointer

  /// The quality of JPEG, in 0…100: no trace of it is seen on paper.
  private static let quality = "85"

  /// A picture of a texture.
  package init(_ texture: Texture) {
    let (width, height) = (texture.width, texture.height)
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width), gint(height))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return }
    let pixels = texture.pixels
    let stride = Int(cairo_image_surface_get_stride(surface))
    cairo_surface_flush(surface)
    let bytes = UnsafeMutableRawPointer(cairo_image_surface_get_data(surface)!)
    pixels.withUnsafeBytes { pixels in
      for row in 0..<height {
        (bytes + row * stride).copyMemory(from: pixels.baseAddress! + row * width * 4, byteCount: width * 4)
      }
    }
    cairo_surface_mark_dirty(surface)
    if pixels.allSatisfy({ $0 >> 24 == 0xff }) { attachJPEG(pixels, width, height) }
  }

  deinit { cairo_surface_destroy(surface) }

  private func attachJPEG(_ pixels: [UInt32], _ width: Int, _ height: Int) {
    var colors: [UInt8] = []
    colors.reserveCapacity(pixels.count * 3)
    for pixel in pixels {
      colors.append(UInt8(truncatingIfNeeded: pixel >> 16))
      colors.append(UInt8(truncatingIfNeeded: pixel >> 8))
      colors.append(UInt8(truncatingIfNeeded: pixel))
    }
    let bytes = g_bytes_new(colors, gsize(colors.count))!
    defer { g_bytes_unref(bytes) }
    let pixbuf = gdk_pixbuf_new_from_bytes(
      bytes, GDK_COLORSPACE_RGB, 0, 8, gint(width), gint(height), gint(width * 3))!
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    var buffer: UnsafeMutablePointer<gchar>?
    var size: gsize = 0
    let isSaved = "quality".withCString { key in
      Self.quality.withCString { value in
        var keys: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: key), nil]
        var values: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: value), nil]
        return gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &size, "jpeg", &keys, &values, nil)
      }
    }
    guard isSaved != 0, let buffer else { return }
    let status = buffer.withMemoryRebound(to: UInt8.self, capacity: Int(size)) {
      cairo_surface_set_mime_data(surface, CAIRO_MIME_TYPE_JPEG, $0, gulong(size), { g_free($0) }, buffer)
    }
    if status != CAIRO_STATUS_SUCCESS { g_free(buffer) }
  }
}

/// A PDF document that is written page by page. Not for two threads at once.
package final class PDFDocument {
  private let surface: OpaquePointer
  private let writer: Writer
  /// The context of the page that is being drawn. Lengths are in points of 1/72 inch.
  package let context: CairoContext
  /// The number of the page that is being drawn, from 1.
  private var page = 1

  private final class Writer {
    private let write: ([UInt8]) -> Bool
    /// Whether bytes are dropped, since some could not be written.
    var hasEnded = false
    private var piece: [UInt8] = []

    /// Cairo writes some ninety bytes at once.
    private static let pieceBytes = 64 << 10

    init(_ write: @escaping ([UInt8]) -> Bool) { self.write = write }

    func add(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard !hasEnded else { return }
      piece += bytes
      if piece.count >= Self.pieceBytes { flush() }
    }

    func flush() {
      if !hasEnded, !piece.isEmpty, !write(piece) { hasEnded = true }
      piece.removeAll(keepingCapacity: true)
    }
  }

  /// Begins a document.
  ///
  /// - Parameters:
  ///   - width: The width of the pages, in points.
  ///   - height: The height of the pages, in points.
  ///   - title: The title that viewers show.
  ///   - write: Receives the bytes in order; returns false if they cannot be kept, which ends the document.
  package init(
    width: Double, height: Double, title: String, write: @escaping ([UInt8]) -> Bool
  ) {
    writer = Writer(write)
    surface = cairo_pdf_surface_create_for_stream(
      { closure, bytes, count in
        Unmanaged<Writer>.fromOpaque(closure!).takeUnretainedValue()
          .add(UnsafeBufferPointer(start: bytes, count: Int(count)))
        // After an error before the first page, cairo 1.16 crashes when the document is released.
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(writer).toOpaque(), width, height)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Backscroll")
    context = CairoContext(cairo_create(surface))
  }

  deinit {
    // Of a document that is not finished, cairo writes the end now.
    writer.hasEnded = true
    cairo_destroy(context.raw)
    cairo_surface_destroy(surface)
  }

  /// Adds an entry to the outline, which leads to a height of the page that is being drawn.
  package func addOutline(_ title: String, y: Double) {
    cairo_pdf_surface_add_outline(
      surface, CAIRO_PDF_OUTLINE_ROOT, title, "page=\(page) pos=[0 \(y)]", cairo_pdf_outline_flags_t(0))
  }

  /// Ends the page. Returns false if bytes could not be written.
  package func endPage() -> Bool {
    cairo_show_page(context.raw)
    page += 1
    return isSound
  }

  /// Ends the document. Returns false if bytes could not be written.
  package func finish() -> Bool {
    cairo_surface_finish(surface)
    writer.flush()
    return isSound
  }

  private var isSound: Bool {
    !writer.hasEnded && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
      && cairo_status(context.raw) == CAIRO_STATUS_SUCCESS
  }
}
