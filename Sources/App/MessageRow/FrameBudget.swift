import AppBase
import Gtk

/// A limit on the texts that the rows of a window lay out and draw in one frame.
///
/// ``LayoutCost`` bounds one text. It does not bound a frame in which many rows are new and each of them is costly:
/// with words of a thousand letters, scripts whose fonts are not loaded yet, emoji whose pictures are not decoded yet.
/// Work that exceeds the frame waits for the next one: a row shows the beginnings of its texts, or an ellipsis in place
/// of each, until the rest is laid out, and texts are left out until their glyphs are loaded. Ordinary messages hardly
/// ever wait; a first screen with more than 300 different Chinese characters does, for a frame.
@MainActor
package final class FrameBudget {
  /// The font of a text. Each one has its own glyphs.
  struct Font: Hashable {
    /// Points times the text scale; for a text that is drawn, also times the scale of its window.
    var size: Double
    var weight = 400
  }

  /// The budget of the process, which has one main thread and one set of fonts.
  package static var shared = FrameBudget()

  /// The layout cost per frame: some 25 ms, in units of ``LayoutCost``.
  private static let layoutLimit = 6_000_000
  /// The cost of texts that one frame wraps again for another width: some 60 ms, since no glyph is new then.
  private static let rewrapLimit = 15_000_000
  /// New glyphs of the texts that one frame lays out, at up to 60 µs each for drawing them from outlines. An emoji
  /// counts for more: its picture is decoded in 0.7 ms to measure its extents.
  private static let glyphLimit = 300
  private static let emojiWeight = 12
  /// The weight of a sign without a script, such as an arrow: each block of signs may need a font of its own, which has
  /// to be loaded.
  private static let signWeight = 5
  /// New glyphs of the texts that one frame draws. For drawing, the picture of an emoji is decoded again and scaled, in 1 ms.
  private static let drawnGlyphLimit = 600
  private static let drawnEmojiWeight = 15
  /// The glyphs of one font that cairo keeps, in its pages of glyphs.
  private static let keptGlyphs = 8_000

  private var layout = Account(limit: layoutLimit)
  private var rewrap = Account(limit: rewrapLimit)
  private var newGlyphs = Account(limit: glyphLimit)
  private var newDrawnGlyphs = Account(limit: drawnGlyphLimit)
  private var scripts = LayoutCost.Seen()
  /// The glyphs that were laid out, and the glyphs that were drawn.
  private var measured: [Font: Set<Glyph>] = [:]
  private var drawn: [Font: Set<Glyph>] = [:]

  /// Whether the frame still has time to lay out the texts of a row. Outside of frames, where `frame` is nil, all texts
  /// are admitted.
  func admitsLayout(of texts: [String], frame: Int64?) -> Bool {
    admits(texts, frame, &layout)
  }

  /// Whether the frame still has time to wrap texts that were laid out before.
  func admitsRewrap(of texts: [String], frame: Int64?) -> Bool {
    admits(texts, frame, &rewrap)
  }

  private func admits(_ texts: [String], _ frame: Int64?, _ account: inout Account) -> Bool {
    guard let frame else { return true }
    let cost = texts.reduce(0) { $0 + LayoutCost.layout(of: $1, seen: &scripts) }
    let isAdmitted = account.admits(cost, in: frame)
    if isAdmitted { scripts.keep() } else { scripts.forget() }
    return isAdmitted
  }

  /// The number of the text's first bytes whose glyphs fit into the frame.
  func bytesToLayOut(of text: String, in font: Font, frame: Int64?) -> Int {
    guard let frame, !text.isASCII else { return text.utf8.count }
    // Remove the set, because a second reference would copy it at the first change.
    var known = measured.removeValue(forKey: font) ?? []
    defer { measured[font] = known }
    for (glyph, index) in glyphs(of: text) where !known.contains(glyph) {
      let weight = glyph.isEmoji ? Self.emojiWeight : glyph.isSign ? Self.signWeight : 1
      guard newGlyphs.admits(weight, in: frame) else {
        return text.utf8.distance(from: text.startIndex, to: index)
      }
      Self.keep(glyph, in: &known)
    }
    return text.utf8.count
  }

  /// Whether the frame still has time to draw a text; false if the text has too many glyphs that were not drawn before.
  func admitsDrawing(of text: String, in font: Font, frame: Int64?) -> Bool {
    guard let frame, !text.isASCII else { return true }
    var known = drawn.removeValue(forKey: font) ?? []
    defer { drawn[font] = known }
    var new: Set<Glyph> = []
    for (glyph, _) in glyphs(of: text) where !known.contains(glyph) { new.insert(glyph) }
    let cost = new.reduce(0) { $0 + ($1.isEmoji ? Self.drawnEmojiWeight : 1) }
    guard newDrawnGlyphs.admits(cost, in: frame) else { return false }
    for glyph in new { Self.keep(glyph, in: &known) }
    return true
  }

  private static func keep(_ glyph: Glyph, in known: inout Set<Glyph>) {
    if known.count >= keptGlyphs { known.removeAll(keepingCapacity: true) }
    known.insert(glyph)
  }

  /// The glyph of a character, or of an emoji that is joined from several.
  private struct Glyph: Hashable {
    /// A hash of the scalars.
    var scalars: Int
    var isEmoji: Bool
    var isSign: Bool
  }

  /// The glyphs of non-ASCII characters, each with the index of its last scalar. Each step of a joined emoji counts as a glyph.
  private func glyphs(of text: String) -> [(glyph: Glyph, index: String.Index)] {
    var glyphs: [(glyph: Glyph, index: String.Index)] = []
    var previous: Unicode.Scalar = "\0"
    var scalars = 0
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      let isPart = previous == "\u{200d}" || scalar.continuesEmoji
      scalars = isPart ? scalars &* 31 &+ Int(scalar.value) : Int(scalar.value)
      previous = scalar
      guard !scalar.isASCII else { continue }
      let isEmoji = isPart || scalar.properties.isEmoji
      // The number of the script "Common" is 0.
      glyphs.append((Glyph(scalars: scalars, isEmoji: isEmoji, isSign: scalar.scriptNumber == 0), index))
    }
    return glyphs
  }

  /// The cost spent in the latest frame.
  private struct Account {
    let limit: Int
    private var frame: Int64?
    private var spent = 0

    init(limit: Int) { self.limit = limit }

    /// Admits a cost if it fits. A cost that exceeds a whole frame is admitted as the first of its frame.
    mutating func admits(_ cost: Int, in frame: Int64) -> Bool {
      if frame != self.frame { (self.frame, spent) = (frame, 0) }
      guard cost == 0 || spent == 0 || spent + cost <= limit else { return false }
      spent += cost
      return true
    }
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension Unicode.Scalar {
  /// Whether the scalar gives an emoji a glyph of its own: a selector, a skin color, half a flag, a tag.
  fileprivate var continuesEmoji: Bool {
    switch value {
    case 0x200d, 0x20e3, 0xfe0f, 0x1_f1e6...0x1_f1ff, 0x1_f3fb...0x1_f3ff, 0xe_0020...0xe_007f: true
    default: false
    }
  }
}
