import Foundation
import SeededRandom
import XCTest

/// A random walk through the real program: keys, clicks, drags, wheels and windows, in an order that the seed determines.
///
/// Only `./meson-wrapper.sh soak` runs it: `BACKSCROLL_SOAK` is its length in seconds, `BACKSCROLL_SOAK_SEED` its seed.
final class SoakTests: XCTestCase {
  /// Criticals of GTK's own, which docs/GTK.md describes. They end the program only because tests make all
  /// criticals fatal.
  private static let known = [
    "gdk_monitor_get_geometry: assertion", "gtk_widget_is_ancestor: assertion", "gtk_tree_sortable_",
  ]

  func testARandomWalkEndsTheProgramOnlyByQuitting() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let seconds = environment["BACKSCROLL_SOAK"].flatMap(Double.init) else {
      throw XCTSkip("./meson-wrapper.sh soak runs it")
    }
    let seed = environment["BACKSCROLL_SOAK_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<10_000)
    let end = Date(timeIntervalSinceNow: seconds)
    var walk = Walk(seed: seed)
    var deaths: [String] = []
    print("soak: seed=\(seed) seconds=\(Int(seconds))")
    while Date() < end, deaths.count < 5 {
      try AppUnderTest(messages: 2_000).use(self) { app in
        try app.wait(for: "window: first-frame")
        try walk.go(in: app, until: end)
        guard !app.isRunning, try app.ended() != 0 else { return }
        let last = app.lines.suffix(8)
        guard !last.contains(where: { line in Self.known.contains(where: line.contains) }) else {
          return print("soak: died act=\(walk.acts) of a known critical of GTK's own: \(last.last ?? "")")
        }
        deaths.append("seed \(seed), act \(walk.acts): \(walk.latest.suffix(12)); \(last)")
      }
    }
    print("soak: acts=\(walk.acts) deaths=\(deaths.count)")
    XCTAssertEqual(deaths, [])
  }
}

/// One act after the other.
private struct Walk {
  private var random: SplitMix64
  private(set) var acts = 0
  private(set) var latest: [String] = []

  private static let keys =
    ["Tab", "Tab", "Tab", "shift+Tab", "Return", "space", "Escape", "Escape", "Up", "Down", "Left", "Right"]
    + ["Page_Up", "Page_Down", "Home", "End", "ctrl+End", "F5", "F10", "shift+F10", "Menu", "alt+Left"]
    + ["alt+1", "alt+2", "alt+3", "alt+4", "alt+5", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+z", "BackSpace"]
    + ["ctrl+question", "a", "é", "shift+Return", "plus", "minus"]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Acts until the program ends or the time is over. A window that waits for an answer does not quit.
  mutating func go(in app: AppUnderTest, until end: Date) throws {
    while Date() < end {
      try app.readWhatHasCome()
      guard app.isRunning else { return }
      acts += 1
      let words = next()
      latest = latest.suffix(30) + [words.joined(separator: " ")]
      // A window that has just gone has no number.
      do { try app.display.run(["xdotool"] + words) } catch is TestFault {}
    }
  }

  private mutating func next() -> [String] {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<35: return ["key", Self.keys.randomElement(using: &random)!]
    case ..<40:
      return [
        "type", "--delay", "1", String((0..<6).map { _ in "abc xyz\n".randomElement(using: &random)! }),
      ]
    case ..<58: return place() + ["click", button()]
    case ..<62: return place() + ["click", "--repeat", "2", "--delay", "20", "1"]
    case ..<74:
      return place() + [
        "click", "--repeat", "\(Int.random(in: 1...30, using: &random))", "--delay", "3", wheel(),
      ]
    case ..<92:
      let held = button()
      return place() + ["mousedown", held]
        + (0..<Int.random(in: 1...8, using: &random)).flatMap { _ in
          ["sleep", "0.004"] + place()
        } + (Int.random(in: 0..<8, using: &random) == 0 ? [] : ["mouseup", held])
    case ..<94: return ["mouseup", "1", "mouseup", "3"]
    case ..<97:
      let size = ["360", "480", "700", "900", "1000"]
      return [
        "getactivewindow", "windowsize", size.randomElement(using: &random)!,
        size.randomElement(using: &random)!,
      ]
    case ..<98: return ["getactivewindow", "windowminimize", "sleep", "0.1", "windowactivate"]
    case ..<99:
      return ["getactivewindow", "windowmove", "\(Int.random(in: -300...600, using: &random))", "40"]
    default: return ["key", Bool.random(using: &random) ? "ctrl+q" : "alt+F4"]
    }
  }

  private mutating func place() -> [String] {
    [
      "mousemove", "\(Int.random(in: 0..<1_000, using: &random))",
      "\(Int.random(in: 0..<800, using: &random))",
    ]
  }

  private mutating func button() -> String { Int.random(in: 0..<4, using: &random) == 0 ? "3" : "1" }
  private mutating func wheel() -> String { ["4", "5", "6", "7"].randomElement(using: &random)! }
}
