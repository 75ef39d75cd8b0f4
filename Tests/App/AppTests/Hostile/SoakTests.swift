import Foundation
import XCTest

@testable import AppTestSupport

/// The options of `./meson-wrapper.sh soak`: `BACKSCROLL_SOAK` is the walk's length in seconds, `BACKSCROLL_SOAK_SEED`
/// its seed.
enum Soak {
  private static let environment = ProcessInfo.processInfo.environment

  static var seconds: Double? { environment["BACKSCROLL_SOAK"].flatMap(Double.init) }
  static var isAsked: Bool { seconds != nil }
  static var seed: UInt64? { environment["BACKSCROLL_SOAK_SEED"].flatMap(UInt64.init) }
}

/// Random walks through the real program, one after the other; see ``RandomWalk``.
final class SoakTests: XCTestCase {
  /// The distance between the seeds of two walks, so that the next seed given by a user leads to other walks.
  private static let stride: UInt64 = 10_000
  private static let enough = 5

  func testARandomWalkEndsTheProgramOnlyByQuitting() throws {
    guard let seconds = Soak.seconds else { throw XCTSkip("./meson-wrapper.sh soak runs it") }
    let end = Date(timeIntervalSinceNow: seconds)
    var seed = Soak.seed ?? .random(in: 0..<Self.stride)
    var (walks, acts, deaths) = (0, 0, 0)
    var seen: [String: Int] = [:]
    while Date() < end, deaths < Self.enough {
      Self.tell("walk seed=\(seed)")
      try inFolder { home in
        let bus = try AccessibilityBus()
        defer { bus.close() }
        var walk = try RandomWalk(seed: seed, home: home, bus: bus)
        // Not fatal, so that GTK's own criticals do not end the walk, which looks for other ones itself.
        let environment = bus.environment.merging(["HOME": home.path, "GTK_A11Y": "none", "G_DEBUG": ""]) {
          $1
        }
        try AppUnderTest(.synthetic(2_000), home: home, environment: environment).use(
          self, allowsWarnings: true
        ) { app in
          try app.wait(for: "window: first-frame")
          let fault = try walk.go(in: app, until: end)
          acts += walk.acts
          for kind in app.lines.compactMap(Self.kind) { seen[kind, default: 0] += 1 }
          guard let fault else { return }
          deaths += 1
          let reasons = app.lines.filter { $0.contains("Fatal error") || $0.contains("Crash:") }
          XCTFail(
            """
            \(fault) at act \(walk.acts). Again: ./meson-wrapper.sh soak 10 \(seed).
            \((reasons + app.lines.filter { Self.kind(of: $0) != nil }.suffix(5)).joined(separator: "\n"))
            The last lines:
            \(app.lines.suffix(10).joined(separator: "\n"))
            The last acts:
            \(walk.latest.joined(separator: "\n"))
            """)
        }
      }
      walks += 1
      seed += Self.stride
    }
    // The visited places, and the messages of GTK: anything that is missing here has not been tested.
    for (kind, count) in seen.sorted(by: { $0.key < $1.key }) { Self.tell("seen count=\(count) \(kind)") }
    Self.tell("walks=\(walks) acts=\(acts) deaths=\(deaths)")
  }

  private static func tell(_ text: String) {
    print("soak: \(text)")
    fflush(nil)
  }

  /// A line of the log or of a library, without the parts that vary; nil for any other line, such as those of a backtrace.
  private static func kind(of line: String) -> String? {
    if let logged = line.firstMatch(of: /^\(.*\): (\w+-\w+) \*\*: [0-9:.]+: (.*)/) {
      return "\(logged.1) \(logged.2.replacing(/0x[0-9a-f]+|-?[0-9]+/, with: "#"))"
    }
    return line.firstMatch(of: /^[a-z]+: [a-z-]+/).map { String($0.output) }
  }
}
