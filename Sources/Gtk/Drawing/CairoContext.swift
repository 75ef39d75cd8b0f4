import CGtk

/// A cairo drawing context, for shapes that render nodes have no word for. Valid only within the call that
/// hands it out.
public struct CairoContext {
  let raw: OpaquePointer

  init(_ raw: OpaquePointer) { self.raw = raw }

  public func setColor(_ color: Color) {
    cairo_set_source_rgba(raw, color.red, color.green, color.blue, color.alpha)
  }
  public func setLine(width: Double) {
    cairo_set_line_width(raw, width)
    cairo_set_line_cap(raw, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(raw, CAIRO_LINE_JOIN_ROUND)
  }
  /// Breaks the lines from here on into dashes, in points.
  public func setDash(on: Double, off: Double) { cairo_set_dash(raw, [on, off], 2, 0) }
  public func move(to p: Point) { cairo_move_to(raw, p.x, p.y) }
  public func line(to p: Point) { cairo_line_to(raw, p.x, p.y) }
  public func curve(_ a: Point, _ b: Point, to p: Point) { cairo_curve_to(raw, a.x, a.y, b.x, b.y, p.x, p.y) }
  /// An arc from `start` to `end` (radians, clockwise from the right).
  public func arc(center: Point, radius: Double, start: Double, end: Double) {
    cairo_new_sub_path(raw)
    cairo_arc(raw, center.x, center.y, radius, start, end)
  }
  /// A closed rectangle with round corners.
  public func roundedRect(_ rect: Rect, radius: Double) {
    cairo_new_sub_path(raw)
    let (left, right) = (rect.x + radius, rect.maxX - radius)
    let (top, bottom) = (rect.y + radius, rect.maxY - radius)
    cairo_arc(raw, right, top, radius, -.pi / 2, 0)
    cairo_arc(raw, right, bottom, radius, 0, .pi / 2)
    cairo_arc(raw, left, bottom, radius, .pi / 2, .pi)
    cairo_arc(raw, left, top, radius, .pi, .pi * 3 / 2)
    cairo_close_path(raw)
  }
  public func closePath() { cairo_close_path(raw) }
  /// Fills the path; where it covers a place twice, `evenOdd` leaves a hole.
  public func fill(evenOdd: Bool = false) {
    cairo_set_fill_rule(raw, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(raw)
  }
  public func stroke() { cairo_stroke(raw) }
  public func paint() { cairo_paint(raw) }
}
