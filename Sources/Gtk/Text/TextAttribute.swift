import CGtk

/// How a stretch of text looks. Ranges are UTF-8 bytes.
public struct TextAttribute: Sendable {
  public enum Style: Sendable {
    /// 400 is regular, 600 semi-bold, 700 bold.
    case weight(Int)
    case italic
    case underline
    case strikethrough
    case monospace
    /// Points of type; follows the desktop's text scale.
    case size(Double)
    case color(Color)
    case background(Color)
    /// OpenType features, e.g. "tnum".
    case features(String)
    /// Distance between baselines in points of layout.
    case lineHeight(Double)
  }

  public var style: Style
  public var range: Range<Int>

  /// A nil range covers all of the text.
  public init(_ style: Style, _ range: Range<Int>? = nil) {
    self.style = style
    self.range = range ?? 0..<Int(UInt32.max)
  }

  func makePango() -> UnsafeMutablePointer<PangoAttribute> {
    let attribute = makeBare()
    attribute.pointee.start_index = guint(range.lowerBound)
    attribute.pointee.end_index = guint(clamping: range.upperBound)
    return attribute
  }

  private func makeBare() -> UnsafeMutablePointer<PangoAttribute> {
    func part(_ value: Double) -> guint16 { guint16((max(0, min(1, value)) * 65535).rounded()) }
    switch style {
    case .weight(let weight): return pango_attr_weight_new(PangoWeight(UInt32(weight)))
    case .italic: return pango_attr_style_new(PANGO_STYLE_ITALIC)
    case .underline: return pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)
    case .strikethrough: return pango_attr_strikethrough_new(1)
    case .monospace: return pango_attr_family_new("monospace")
    case .size(let points): return pango_attr_size_new(gint(points * Double(PANGO_SCALE)))
    case .color(let c): return pango_attr_foreground_new(part(c.red), part(c.green), part(c.blue))
    case .background(let c): return pango_attr_background_new(part(c.red), part(c.green), part(c.blue))
    case .features(let features): return pango_attr_font_features_new(features)
    case .lineHeight(let points):
      return pango_attr_line_height_new_absolute(gint(points * Double(PANGO_SCALE)))
    }
  }
}
