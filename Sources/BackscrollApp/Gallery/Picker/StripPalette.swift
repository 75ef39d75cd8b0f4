import Gtk

/// The strip's colours, from the stylesheet's tokens.
struct StripPalette {
  let foreground, dim, surface, line, edge, hatch, wash, accentForeground, accentTop, accentBottom,
    onAccent: Color

  @MainActor init(of widget: Widget) {
    func token(_ name: String) -> Color { widget.color(named: "bs_\(name)") ?? widget.foreground }
    foreground = token("fg")
    dim = token("dim")
    surface = token("surface")
    line = token("line")
    edge = token("edge")
    hatch = token("hover")
    wash = token("accent_wash")
    accentForeground = token("accent_fg")
    accentTop = token("accent_hover")
    accentBottom = token("accent")
    onAccent = token("on_accent")
  }
}
