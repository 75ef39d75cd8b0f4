import CGtk

/// What pictures take beyond symbols: gradients, clips, coordinates of their own.
extension CairoContext {
  /// Paints from here on with colours that change along a line; stops are (0…1, colour), ascending.
  public func setGradient(from: Point, to: Point, _ stops: [(Double, Color)]) {
    set(cairo_pattern_create_linear(from.x, from.y, to.x, to.y), stops)
  }

  /// The same from a middle outwards.
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

  public func rectangle(_ rect: Rect) { cairo_rectangle(raw, rect.x, rect.y, rect.width, rect.height) }

  public func circle(center: Point, radius: Double) {
    cairo_new_sub_path(raw)
    cairo_arc(raw, center.x, center.y, radius, 0, 2 * .pi)
    cairo_close_path(raw)
  }

  /// Draws only inside the path from here on, until the ``saved(_:)`` around it ends.
  public func clip() { cairo_clip(raw) }

  /// Undoes what `body` does to colour, line, clip and coordinates.
  public func saved(_ body: () -> Void) {
    cairo_save(raw)
    body()
    cairo_restore(raw)
  }

  public func translate(by offset: Point) { cairo_translate(raw, offset.x, offset.y) }
  /// Factors must not be 0.
  public func scale(x: Double, y: Double) { cairo_scale(raw, x, y) }
  /// Clockwise, in radians.
  public func rotate(by angle: Double) { cairo_rotate(raw, angle) }
}
