import CGtk
import Dispatch
import Foundation

/// Collects the render nodes that a widget draws. Valid only within the call that passes it.
@MainActor
public struct Snapshot {
  let raw: OpaquePointer

  init(_ raw: OpaquePointer) { self.raw = raw }

  /// Draws a child at its allocation.
  public func add(_ child: Widget, of parent: Widget) {
    gtk_widget_snapshot_child(parent.widget, child.widget, raw)
  }

  /// Draws the last painted contents of a widget at its size, also those that a scrolled window hides.
  package func contents(of widget: Widget) {
    let paintable = gtk_widget_paintable_new(widget.widget)!
    gdk_paintable_snapshot(paintable, raw, Double(widget.width), Double(widget.height))
    g_object_unref(UnsafeMutableRawPointer(paintable))
  }

  // MARK: Shapes

  /// Fills a rectangle.
  public func fill(_ rect: Rect, _ color: Color) {
    var rgba = color.rgba
    var bounds = rect.graphene
    gtk_snapshot_append_color(raw, &rgba, &bounds)
  }

  /// Fills a rounded rectangle.
  public func fill(_ shape: RoundedRect, _ color: Color) {
    clipped(to: shape) { fill(shape.rect, color) }
  }

  /// Fills with a vertical gradient from the top edge to the bottom edge.
  public func fill(_ shape: RoundedRect, top: Color, bottom: Color) {
    gradient(
      shape, from: Point(x: shape.rect.x, y: shape.rect.y), to: Point(x: shape.rect.x, y: shape.rect.maxY),
      [(0, top), (1, bottom)])
  }

  /// Fills with a linear gradient. Stops are ascending offsets in 0…1 with their colours.
  public func gradient(_ shape: RoundedRect, from: Point, to: Point, _ stops: [(Double, Color)]) {
    clipped(to: shape) {
      var bounds = shape.rect.graphene
      var (start, end) = (from.graphene, to.graphene)
      let stops = stops.map { GskColorStop(offset: Float($0.0), color: $0.1.rgba) }
      gtk_snapshot_append_linear_gradient(raw, &bounds, &start, &end, stops, gsize(stops.count))
    }
  }

  /// Draws a line of `width` points along the inside of the shape's edge.
  public func stroke(_ shape: RoundedRect, width: Double, _ color: Color) {
    var outline = shape.gsk
    let widths = [Float](repeating: Float(width), count: 4)
    let colors = [GdkRGBA](repeating: color.rgba, count: 4)
    gtk_snapshot_append_border(raw, &outline, widths, colors)
  }

  /// Draws a shadow outside the shape; lengths in points.
  public func shadow(_ shape: RoundedRect, _ color: Color, dy: Double, spread: Double = 0, blur: Double) {
    var outline = shape.gsk
    var rgba = color.rgba
    gtk_snapshot_append_outset_shadow(raw, &outline, &rgba, 0, Float(dy), Float(spread), Float(blur))
  }

  /// Draws the shadow of a shape that lies one point above its ground. Draw the shape afterwards: it must be opaque.
  ///
  /// It consists of two fills. GTK 4.18 without GL omits a ``shadow(_:_:dy:spread:blur:)`` when only a part of the
  /// window beside the shape is drawn again.
  public func softShadow(_ shape: RoundedRect, _ color: Color) {
    translated(Point(x: 0, y: 1)) {
      fill(shape.grown(by: 1), color.faded(0.35))
      fill(shape, color.faded(0.5))
    }
  }

  /// Draws a focus outline of `width` points, `offset` points outside the shape.
  public func focusRing(_ shape: RoundedRect, width: Double = 2, offset: Double = 2, _ color: Color) {
    stroke(shape.grown(by: offset + width), width: width, color)
  }

  // MARK: Contents

  /// Draws text with its top left corner at `point`.
  public func text(_ layout: TextLayout, at point: Point, _ color: Color) {
    translated(Point(x: point.x - layout.left, y: point.y)) {
      var rgba = color.rgba
      gtk_snapshot_append_layout(raw, layout.raw, &rgba)
    }
  }

  /// Draws a texture, scaled to `rect`.
  public func texture(_ texture: Texture, in rect: Rect) {
    var bounds = rect.graphene
    gtk_snapshot_append_texture(raw, texture.raw, &bounds)
  }

  /// Draws an icon, in `color` if it is symbolic.
  public func icon(_ icon: IconPaintable, in rect: Rect, _ color: Color) {
    translated(Point(x: rect.x, y: rect.y)) {
      let colors = [GdkRGBA](repeating: color.rgba, count: 4)
      gtk_symbolic_paintable_snapshot_symbolic(icon.raw, raw, rect.width, rect.height, colors, 4)
    }
  }

  /// Draws into `rect` with cairo, for shapes that render nodes do not have. Costs a texture upload.
  public func cairo(_ rect: Rect, _ body: (CairoContext) -> Void) {
    var bounds = rect.graphene
    guard let context = gtk_snapshot_append_cairo(raw, &bounds) else { return }
    body(CairoContext(context))
    cairo_destroy(context)
  }

  // MARK: Around a drawing

  /// Draws `body` displaced by an offset.
  public func translated(_ offset: Point, _ body: () -> Void) {
    gtk_snapshot_save(raw)
    var offset = offset.graphene
    gtk_snapshot_translate(raw, &offset)
    body()
    gtk_snapshot_restore(raw)
  }

  /// Draws `body` so that the point `from` lands on `to`, scaled around it.
  public func moved(from: Point, to: Point, scale: Double, _ body: () -> Void) {
    translated(to) {
      gtk_snapshot_scale(raw, Float(scale), Float(scale))
      var offset = Point(x: -from.x, y: -from.y).graphene
      gtk_snapshot_translate(raw, &offset)
      body()
    }
  }

  /// Draws the part of `body` that is inside a rounded rectangle.
  public func clipped(to shape: RoundedRect, _ body: () -> Void) {
    var outline = shape.gsk
    gtk_snapshot_push_rounded_clip(raw, &outline)
    body()
    gtk_snapshot_pop(raw)
  }

  /// Draws the part of `body` that is inside a rectangle.
  public func clipped(to rect: Rect, _ body: () -> Void) {
    var bounds = rect.graphene
    gtk_snapshot_push_clip(raw, &bounds)
    body()
    gtk_snapshot_pop(raw)
  }

  /// Draws `body` as one group at an opacity in 0…1.
  public func faded(_ opacity: Double, _ body: () -> Void) {
    guard opacity < 1 else { return body() }
    gtk_snapshot_push_opacity(raw, opacity)
    body()
    gtk_snapshot_pop(raw)
  }
}

/// A cairo drawing context. Valid only within the call that passes it, or while the page exists that it draws on. Lengths
/// are in points.
public struct CairoContext {
  let raw: OpaquePointer

  init(_ raw: OpaquePointer) { self.raw = raw }

  // MARK: Paint

  /// Sets the colour that drawing uses from here on.
  public func setColor(_ color: Color) {
    cairo_set_source_rgba(raw, color.red, color.green, color.blue, color.alpha)
  }

  /// Paints with a linear gradient from here on. Stops are ascending offsets in 0…1 with their colours.
  public func setGradient(from: Point, to: Point, _ stops: [(Double, Color)]) {
    set(cairo_pattern_create_linear(from.x, from.y, to.x, to.y), stops)
  }

  /// Paints with a radial gradient from here on, from the centre outwards.
  public func setGradient(center: Point, radius: Double, _ stops: [(Double, Color)]) {
    set(cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius), stops)
  }

  private func set(_ pattern: OpaquePointer, _ stops: [(Double, Color)]) {
    for (offset, color) in stops {
      cairo_pattern_add_color_stop_rgba(pattern, offset, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(raw, pattern)
    cairo_pattern_destroy(pattern)
  }

  /// Sets the width of lines; their ends and joins are round.
  public func setLine(width: Double) {
    cairo_set_line_width(raw, width)
    cairo_set_line_cap(raw, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(raw, CAIRO_LINE_JOIN_ROUND)
  }

  /// Breaks lines into dashes from here on.
  public func setDash(on: Double, off: Double) { cairo_set_dash(raw, [on, off], 2, 0) }

  // MARK: Path

  /// Begins a new subpath.
  public func move(to p: Point) { cairo_move_to(raw, p.x, p.y) }
  /// Adds a straight line.
  public func line(to p: Point) { cairo_line_to(raw, p.x, p.y) }
  /// Adds a cubic Bézier curve with the control points `a` and `b`.
  public func curve(_ a: Point, _ b: Point, to p: Point) { cairo_curve_to(raw, a.x, a.y, b.x, b.y, p.x, p.y) }
  /// Joins the subpath's end to its beginning.
  public func closePath() { cairo_close_path(raw) }

  /// Adds an arc as a subpath. Angles are in radians, clockwise from the right.
  public func arc(center: Point, radius: Double, start: Double, end: Double) {
    cairo_new_sub_path(raw)
    cairo_arc(raw, center.x, center.y, radius, start, end)
  }

  /// Adds a circle as a closed subpath.
  public func circle(center: Point, radius: Double) {
    arc(center: center, radius: radius, start: 0, end: 2 * .pi)
    closePath()
  }

  /// Adds a rectangle as a closed subpath.
  public func rectangle(_ rect: Rect) { cairo_rectangle(raw, rect.x, rect.y, rect.width, rect.height) }

  /// Adds a rectangle with round corners as a closed subpath.
  public func roundedRect(_ rect: Rect, radius: Double) {
    let (left, right) = (rect.x + radius, rect.maxX - radius)
    let (top, bottom) = (rect.y + radius, rect.maxY - radius)
    cairo_new_sub_path(raw)
    cairo_arc(raw, right, top, radius, -.pi / 2, 0)
    cairo_arc(raw, right, bottom, radius, 0, .pi / 2)
    cairo_arc(raw, left, bottom, radius, .pi / 2, .pi)
    cairo_arc(raw, left, top, radius, .pi, .pi * 3 / 2)
    closePath()
  }

  // MARK: Drawing

  /// Fills the path and clears it. With `evenOdd`, areas that the path covers twice stay empty.
  public func fill(evenOdd: Bool = false) {
    cairo_set_fill_rule(raw, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(raw)
  }

  /// Draws a line along the path and clears it.
  public func stroke() { cairo_stroke(raw) }

  /// Paints the whole clip.
  public func paint() { cairo_paint(raw) }

  // MARK: State

  /// Restores colour, line, clip and coordinates after `body`.
  public func saved(_ body: () -> Void) {
    cairo_save(raw)
    body()
    cairo_restore(raw)
  }

  /// Restricts drawing to the path, until the surrounding ``saved(_:)`` ends.
  public func clip() { cairo_clip(raw) }

  /// Moves the origin.
  public func translate(by offset: Point) { cairo_translate(raw, offset.x, offset.y) }
  /// Scales the coordinates. Factors must not be 0.
  public func scale(x: Double, y: Double) { cairo_scale(raw, x, y) }
  /// Rotates the coordinates clockwise, in radians.
  public func rotate(by angle: Double) { cairo_rotate(raw, angle) }
}

/// A picture's pixels. Immutable.
///
/// `@unchecked Sendable` holds: GdkTexture does not change after construction, and its reference count is atomic.
public final class Texture: @unchecked Sendable {
  let raw: OpaquePointer

  /// The size of the picture in its file, in pixels, which may be larger than the texture's; nil without a file.
  public let sourceSize: (width: Int, height: Int)?

  /// Takes over a reference to a GdkTexture.
  init(owned raw: OpaquePointer, sourceSize: (width: Int, height: Int)? = nil) {
    self.raw = raw
    self.sourceSize = sourceSize
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }

  /// Width in pixels.
  public var width: Int { Int(gdk_texture_get_width(raw)) }
  /// Height in pixels.
  public var height: Int { Int(gdk_texture_get_height(raw)) }

  /// Draws a picture with cairo, on any thread. The size is in pixels.
  public convenience init(width: Int, height: Int, draw: (CairoContext) -> Void) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width), gint(height))!
    let context = cairo_create(surface)!
    draw(CairoContext(context))
    cairo_destroy(context)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let bytes = g_bytes_new(cairo_image_surface_get_data(surface), gsize(stride * height))!
    cairo_surface_destroy(surface)
    self.init(consuming: bytes, width, height, stride: stride)
  }

  /// A picture from the bytes of ``serialized``; nil for other bytes.
  public convenience init?(serialized: Data) {
    guard serialized.count > Self.headSize else { return nil }
    let head = serialized.withUnsafeBytes { bytes in
      [0, 4].map { Int(bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)) }
    }
    let (width, height) = (head[0], head[1])
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
      serialized.count == Self.serializedSize(width: width, height: height)
    else { return nil }
    let pixels = serialized.dropFirst(Self.headSize)
    let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }!
    self.init(consuming: bytes, width, height, stride: width * 4)
  }

  /// The picture as bytes, for another process on this machine: the width, the height and ``pixels``, as four bytes each.
  public var serialized: Data {
    ([UInt32(width), UInt32(height)] + pixels).withUnsafeBytes { Data($0) }
  }

  /// The number of bytes of ``serialized``. The size is in pixels.
  public static func serializedSize(width: Int, height: Int) -> Int { headSize + 4 * width * height }

  private static let headSize = 8
  private static let longestSide = 16_384

  /// Takes over pixels in the memory layout of cairo's ARGB32 on a little-endian machine.
  private convenience init(consuming bytes: OpaquePointer, _ width: Int, _ height: Int, stride: Int) {
    let texture = gdk_memory_texture_new(
      gint(width), gint(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(stride))!
    g_bytes_unref(bytes)
    self.init(owned: texture)
  }

  /// The pixels row by row, as premultiplied ARGB.
  public var pixels: [UInt32] {
    [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      // GTK writes exactly `stride` bytes for each row, which fills the buffer.
      gdk_texture_download(
        raw, UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: guchar.self),
        gsize(width * 4))
      count = width * height
    }
  }
}

extension Widget {
  /// A picture of what `body` draws; nil if the widget is not in a shown window.
  ///
  /// - Parameters:
  ///   - width: Points.
  ///   - height: Points.
  ///   - scale: Pixels of a point. A picture of more than ``largestPicture`` pixels in a direction has a smaller one.
  package func picture(
    width: Double, height: Double, scale: Double, _ body: (Snapshot) -> Void
  ) -> Texture? {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native) else {
      return nil
    }
    let scale = min(scale, Self.largestPicture / max(1, width, height))
    let canvas = gtk_snapshot_new()!
    gtk_snapshot_scale(canvas, Float(scale), Float(scale))
    body(Snapshot(canvas))
    guard let node = gtk_snapshot_free_to_node(canvas) else { return nil }
    defer { gsk_render_node_unref(node) }
    var bounds = Rect(
      x: 0, y: 0, width: (width * scale).rounded(.up), height: (height * scale).rounded(.up)
    ).graphene
    return Texture(owned: gsk_renderer_render_texture(renderer, node, &bounds))
  }

  /// Pixels that all renderers can draw.
  private static var largestPicture: Double { 8_192 }
}

extension Texture {
  /// Writes a PNG file; returns whether it could. An existing file is replaced by a complete one only. Blocks for as long
  /// as the disk takes, and runs on any thread.
  public func save(to path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let draft = folder.appendingPathComponent(".\(UUID().uuidString).part").path
    if gdk_texture_save_to_png(raw, draft) != 0, rename(draft, path) == 0 { return true }
    unlink(draft)
    return false
  }
}

/// An icon of the icon theme at one size.
@MainActor
public final class IconPaintable {
  fileprivate let raw: OpaquePointer

  /// Looks an icon up for the widget's display, scale and direction, as its symbolic variant if it has one.
  /// `size` is in points. A name that the theme does not have gives the theme's "missing image".
  public init(named name: String, size: Int, for widget: Widget) {
    raw = gtk_icon_theme_lookup_icon(
      IconTheme.ofDisplay(of: widget), name, nil, gint(size), gint(widget.scaleFactor),
      widget.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR, GTK_ICON_LOOKUP_FORCE_SYMBOLIC)
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }
}

/// Finds icons by name.
@MainActor
public struct IconTheme {
  private let raw: OpaquePointer

  /// The icon theme of the default display; nil without one.
  public static var current: IconTheme? {
    gdk_display_get_default().map { IconTheme(raw: gtk_icon_theme_get_for_display($0)) }
  }

  fileprivate static func ofDisplay(of widget: Widget) -> OpaquePointer {
    gtk_icon_theme_get_for_display(gtk_widget_get_display(widget.widget))
  }

  /// Adds a folder that holds icon themes, such as `…/share/icons`; does nothing if it has been added.
  ///
  /// Symbolic icons in `hicolor/symbolic/apps/NAME-symbolic.svg` are then found as "NAME-symbolic", and take
  /// the text colour of the widget that shows them.
  public func add(searchPath: String) {
    let known = gtk_icon_theme_get_search_path(raw)
    defer { g_strfreev(known) }
    var index = 0
    while let path = known?[index] {
      if String(cString: path) == searchPath { return }
      index += 1
    }
    gtk_icon_theme_add_search_path(raw, searchPath)
  }

  /// Whether the theme, or an added folder, has an icon of this name.
  public func hasIcon(_ name: String) -> Bool { gtk_icon_theme_has_icon(raw, name) != 0 }
}
