import CGtk

/// What a widget draws on: a list of render nodes in the making. Valid only within the call that hands it out.
@MainActor
public struct Snapshot {
  let raw: OpaquePointer

  init(_ raw: OpaquePointer) { self.raw = raw }

  /// Draws a child in its place; the child must have been placed before.
  public func add(_ child: Widget, of parent: Widget) {
    gtk_widget_snapshot_child(parent.widget, child.widget, raw)
  }

  public func fill(_ rect: Rect, _ color: Color) {
    var rgba = color.rgba
    var bounds = rect.graphene
    gtk_snapshot_append_color(raw, &rgba, &bounds)
  }

  public func fill(_ shape: RoundedRect, _ color: Color) {
    clipped(to: shape) { fill(shape.rect, color) }
  }

  /// Fills from the top edge's colour to the bottom edge's.
  public func fill(_ shape: RoundedRect, top: Color, bottom: Color) {
    gradient(
      shape, from: Point(x: shape.rect.x, y: shape.rect.y), to: Point(x: shape.rect.x, y: shape.rect.maxY),
      [(0, top), (1, bottom)])
  }

  /// Fills with a linear gradient; stops are (0…1, colour), ascending.
  public func gradient(_ shape: RoundedRect, from: Point, to: Point, _ stops: [(Double, Color)]) {
    clipped(to: shape) {
      var bounds = shape.rect.graphene
      var start = graphene_point_t(x: Float(from.x), y: Float(from.y))
      var end = graphene_point_t(x: Float(to.x), y: Float(to.y))
      let stops = stops.map { GskColorStop(offset: Float($0.0), color: $0.1.rgba) }
      gtk_snapshot_append_linear_gradient(raw, &bounds, &start, &end, stops, gsize(stops.count))
    }
  }

  /// A line of `width` inside the shape's edge.
  public func stroke(_ shape: RoundedRect, width: Double, _ color: Color) {
    var outline = shape.gsk
    let widths = [Float](repeating: Float(width), count: 4)
    let colors = [GdkRGBA](repeating: color.rgba, count: 4)
    gtk_snapshot_append_border(raw, &outline, widths, colors)
  }

  /// A shadow outside the shape.
  public func shadow(_ shape: RoundedRect, _ color: Color, dy: Double, spread: Double = 0, blur: Double) {
    var outline = shape.gsk
    var rgba = color.rgba
    gtk_snapshot_append_outset_shadow(raw, &outline, &rgba, 0, Float(dy), Float(spread), Float(blur))
  }

  public func text(_ layout: TextLayout, at point: Point, _ color: Color) {
    translated(Point(x: point.x - layout.left, y: point.y)) {
      var rgba = color.rgba
      gtk_snapshot_append_layout(raw, layout.raw, &rgba)
    }
  }

  public func texture(_ texture: Texture, in rect: Rect) {
    var bounds = rect.graphene
    gtk_snapshot_append_texture(raw, texture.raw, &bounds)
  }

  /// The icon, drawn in `color` if it is a symbolic one.
  public func icon(_ icon: IconPaintable, in rect: Rect, _ color: Color) {
    translated(Point(x: rect.x, y: rect.y)) {
      let colors = [GdkRGBA](repeating: color.rgba, count: 4)
      gtk_symbolic_paintable_snapshot_symbolic(icon.raw, raw, rect.width, rect.height, colors, 4)
    }
  }

  /// Draws with cairo into `rect`, for what render nodes cannot say; costs an upload.
  public func cairo(_ rect: Rect, _ body: (CairoContext) -> Void) {
    var bounds = rect.graphene
    guard let context = gtk_snapshot_append_cairo(raw, &bounds) else { return }
    body(CairoContext(context))
    cairo_destroy(context)
  }

  /// The CSS focus outline around a box of the widget's style.
  public func focusRing(_ shape: RoundedRect, width: Double = 2, offset: Double = 2, _ color: Color) {
    let grown = shape.rect.inset(x: -offset - width, y: -offset - width)
    func radius(_ r: Double) -> Double { r + offset + width }
    stroke(
      RoundedRect(
        grown, topLeft: radius(shape.topLeft), topRight: radius(shape.topRight),
        bottomRight: radius(shape.bottomRight), bottomLeft: radius(shape.bottomLeft)), width: width, color)
  }

  public func translated(_ by: Point, _ body: () -> Void) {
    gtk_snapshot_save(raw)
    var offset = graphene_point_t(x: Float(by.x), y: Float(by.y))
    gtk_snapshot_translate(raw, &offset)
    body()
    gtk_snapshot_restore(raw)
  }

  /// Draws `body` as if what is about `from` stood about `to`, scaled about it.
  public func moved(from: Point, to: Point, scale: Double, _ body: () -> Void) {
    gtk_snapshot_save(raw)
    var offset = graphene_point_t(x: Float(to.x), y: Float(to.y))
    gtk_snapshot_translate(raw, &offset)
    gtk_snapshot_scale(raw, Float(scale), Float(scale))
    offset = graphene_point_t(x: -Float(from.x), y: -Float(from.y))
    gtk_snapshot_translate(raw, &offset)
    body()
    gtk_snapshot_restore(raw)
  }

  public func clipped(to shape: RoundedRect, _ body: () -> Void) {
    var outline = shape.gsk
    gtk_snapshot_push_rounded_clip(raw, &outline)
    body()
    gtk_snapshot_pop(raw)
  }

  public func clipped(to rect: Rect, _ body: () -> Void) {
    var bounds = rect.graphene
    gtk_snapshot_push_clip(raw, &bounds)
    body()
    gtk_snapshot_pop(raw)
  }

  /// Draws `body` at `opacity` (0…1) as one picture.
  public func faded(_ opacity: Double, _ body: () -> Void) {
    guard opacity < 1 else { return body() }
    gtk_snapshot_push_opacity(raw, opacity)
    body()
    gtk_snapshot_pop(raw)
  }
}
