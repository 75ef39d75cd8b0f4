import Gtk

/// The colors of messages, read from the style sheet once for all rows.
package struct ChatPalette: Equatable {
  package var foreground, dim, line, hover, accent, accentForeground, accentWash: Color
  package var surface, quoteWash, ownQuote, ownTop, ownBottom, shade, sunken: Color
  package var bad, mediaChip, place, placeLine, placeWater: Color
  package var star: Color
  package var hit, hitText, ownHit, ownHitText, currentHit, currentHitText, hitRing, hitMark: Color
  package var senders: [Color]
  /// Whether high contrast is on: outlines replace tinted backgrounds.
  package var isHighContrast: Bool
  /// White initials are readable on all of them, so they are the same in light and dark.
  package static let avatars: [(top: Color, bottom: Color)] = [
    (0xc2413a, 0x9e2f3c), (0x956000, 0x7a4508), (0x397629, 0x28622f), (0x0f7c78, 0x0d5d6b),
    (0x216f9f, 0x235a93), (0x7a4bc4, 0x5b389f), (0xb0368a, 0x8a2a80), (0x566178, 0x414a60),
  ].map { (Color(hex: $0.0), Color(hex: $0.1)) }

  /// The text of a quote on a bubble of the archive's owner.
  package static let ownQuoteText = Color(hex: 0xe6f0fd)

  package static func index(of seed: UInt64) -> Int { Int(seed % UInt64(avatars.count)) }

  @MainActor private static var shared: ChatPalette?

  /// The palette of the widget's style. Reads all colors only if one of two has changed.
  @MainActor package static func current(for widget: Widget) -> ChatPalette {
    func token(_ name: String) -> Color { widget.color(named: "bs_\(name)") ?? widget.foreground }
    if let shared, shared.foreground == token("fg"), shared.surface == token("surface") { return shared }
    let palette = ChatPalette(
      foreground: token("fg"), dim: token("dim"), line: token("line"), hover: token("hover"),
      accent: token("accent"),
      accentForeground: token("accent_fg"), accentWash: token("accent_wash"), surface: token("surface"),
      quoteWash: token("quote_wash"), ownQuote: token("own_quote"), ownTop: token("own_top"),
      ownBottom: token("own_bottom"), shade: token("shade_soft"), sunken: token("sunken"),
      bad: token("bad"), mediaChip: token("media_chip"), place: token("place"),
      placeLine: token("place_line"), placeWater: token("place_water"),
      star: token("star"), hit: token("hit"), hitText: token("hit_text"), ownHit: token("own_hit"),
      ownHitText: token("own_hit_text"), currentHit: token("hit_now"), currentHitText: token("hit_now_text"),
      hitRing: token("hit_ring"), hitMark: token("hit_mark"),
      senders: (0..<8).map { token("sender_\($0)") }, isHighContrast: token("line").alpha == 1)
    shared = palette
    return palette
  }
}
