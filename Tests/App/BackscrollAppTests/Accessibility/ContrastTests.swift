import Gtk
import GtkTestSupport
import StarredRepositories
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Controls
@testable import Showcase

/// The contrast of every pair of text and background in the stylesheet, computed by WCAG: 4.5 for text (AA), 3 for
/// large text and for marks.
final class ContrastTests: XCTestCase {

  @MainActor
  private static func forEachLook(_ body: (String, (String) -> Color) -> Void) {
    let settings = DesktopSettings.current!
    let before = settings.themeName
    defer { settings.themeName = before }
    let label = Label("colours")
    let window = Window()
    window.child = label
    for isHighContrast in [false, true] {
      settings.themeName = isHighContrast ? "Default-hc" : "Default"
      for scheme in [ColorScheme.light, .dark] {
        let theme = Theme(scheme)
        let name = "\(scheme)\(isHighContrast ? ", high contrast" : "")"
        body(name) { token in
          guard let color = label.color(named: "bs_\(token)") else {
            XCTFail("\(name): no token \(token)")
            return .black
          }
          return color
        }
        theme.uninstall()
      }
    }
    window.destroy()
    drain()
  }

  /// A background is a token, or tokens over each other, the topmost first: "hover/surface".
  @MainActor
  private static func ground(_ path: String, _ token: (String) -> Color) -> Color {
    let layers = path.split(separator: "/").map { token(String($0)) }
    return layers.dropLast().reversed().reduce(layers.last!) { $1.over($0) }
  }

  private static let canvas = ["canvas_top", "canvas_bottom"]
  private static let surfaces = canvas + ["head", "surface"]

  private static let texts: [(text: String, grounds: [String])] =
    [
      ("fg", surfaces + surfaces.map { "hover/\($0)" } + ["raised", "hover/hover/head"]),
      ("fg", (1...3).map { "heat_\($0)/surface" }), ("heat_4_text", ["heat_4/surface"]),
      ("dim", surfaces + surfaces.map { "hover/\($0)" }),
      ("accent_fg", surfaces + surfaces.map { "accent_wash/\($0)" }),
      ("on_accent", ["accent", "accent_hover", "accent_press"]),
      ("good", ["surface", "good_wash/surface"]), ("bad", surfaces + ["bad_wash/surface", "bad_wash/head"]),
      ("warn", ["warn_wash/surface", "warn_wash/canvas_top"]),
      ("hit_text", ["hit"]), ("own_hit_text", ["own_hit"]), ("hit_now_text", ["hit_now"]),
    ] + (0..<8).map { ("sender_\($0)", ["surface", "quote_wash/surface"]) }

  func testText() {
    onMainThread {
      var weak: [String] = []
      ContrastTests.forEachLook { look, token in
        for (text, grounds) in ContrastTests.texts {
          for path in grounds {
            let ratio = token(text).contrast(on: ContrastTests.ground(path, token))
            if ratio < 4.5 { weak.append("\(look): \(text) on \(path) \(ratio)") }
          }
        }
        // Own bubbles have white text in every look, and the quote is on a darker part of them.
        for ground in ["own_top", "own_bottom", "own_quote/own_top", "own_quote/own_bottom"] {
          for text in [Color.white, ChatPalette.ownQuoteText] {
            let ratio = text.contrast(on: ContrastTests.ground(ground, token))
            if ratio < (text == .white || ground.contains("/") ? 4.5 : 0) {
              weak.append("\(look): \(text) on \(ground) \(ratio)")
            }
          }
        }
      }
      XCTAssertEqual(weak, [])
    }
  }

  func testWhatIsNoText() {
    onMainThread {
      var weak: [String] = []
      ContrastTests.forEachLook { look, token in
        // The focus ring, the star, the edge that identifies a field, a switch or a slider, the scrollbar.
        for mark in ["accent_fg", "star", "edge", "hit_ring", "hit_mark"] {
          for path in ContrastTests.surfaces {
            let ratio = token(mark).contrast(on: token(path))
            if ratio < 3 { weak.append("\(look): \(mark) on \(path) \(ratio)") }
          }
        }
        for language in [
          "C", "C++", "Swift", "Rust", "JavaScript", "Python", "Go", "Shell", "Lua", "Nobody’s",
        ] {
          let (surface, ink) = (token("surface"), token("fg"))
          let ratio = RepositoryRow.dotColor(of: language, on: surface, ink).contrast(on: surface)
          if ratio < 3 { weak.append("\(look): dot of \(language) \(ratio)") }
        }
      }
      XCTAssertEqual(weak, [])
    }
  }

  func testInitialsOnAvatars() {
    onMainThread {
      for (top, bottom) in ChatPalette.avatars {
        XCTAssertGreaterThanOrEqual(min(Color.white.contrast(on: top), Color.white.contrast(on: bottom)), 4.5)
      }
    }
  }

  func testTheRatioIsTheOneOfTheGuidelines() {
    XCTAssertEqual(Color.black.contrast(on: .white), 21, accuracy: 0.001)
    XCTAssertEqual(Color(hex: 0x777777).contrast(on: .white), 4.478, accuracy: 0.01)
    XCTAssertEqual(Color.white.contrast(on: .white), 1, accuracy: 0.001)
  }
}
