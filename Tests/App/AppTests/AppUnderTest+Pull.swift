import Foundation
import XCTest

@testable import AppTestSupport

/// Pulling, and its lines in the log.
extension AppUnderTest {
  /// The start of a pull at each edge: in the middle of the list, with room in both directions.
  static let middle: Hand.Place = (540, 380)

  /// Runs `body` with a window in which older messages load by a pull, at the end of its list.
  static func inPullMode(
    _ test: XCTestCase, _ contents: Contents, latency: Int = 0, _ body: (AppUnderTest) throws -> Void
  ) throws {
    let arguments = ["--load-older", "pull", "--latency", "\(latency)"]
    try AppUnderTest(contents, arguments).use(test) { app in
      try app.wait(for: "list: at-end value=true")
      try app.settledPicture()
      try body(app)
    }
  }

  /// The same as `inPullMode`, in a long conversation and at the top of the loaded messages.
  static func atTheTop(
    _ test: XCTestCase, latency: Int = 0, _ body: (AppUnderTest) throws -> Void
  ) throws {
    try inPullMode(test, .synthetic(2_000), latency: latency) { app in
      try app.goToTop()
      XCTAssertEqual(app.requests, [], "reaching the top loads nothing in Pull mode")
      try body(app)
    }
  }

  /// Moves the list's first row to the top edge.
  func goToTop() throws {
    try wheel(up: 320)
    // The keys arrive after the notches, so all notches are handled once the keys have had their effect. A busy program
    // can stop in the middle of the notches.
    for (key, tab) in [("alt+5", "picker"), ("alt+1", "chat")] {
      try self.key(key)
      try wait(for: "tabs: shown name=\(tab)")
    }
    try settledPicture()
  }

  /// Presses on the list and pulls until a release would load a page.
  func pullUntilReady(edge: String = "start") throws {
    let direction = edge == "start" ? 1 : -1
    try hand.press(at: Self.middle)
    try hand.move(60 * direction)
    try waitForPull("none", "pending", edge: edge)
    try hand.move(60 * direction)
    try waitForPull("pending", "ready", edge: edge)
  }

  /// Requests a page by key, at the reader's edge, which is the end everywhere except at the very top. The log is then
  /// complete, since all previous events have been handled.
  ///
  /// If one of them had started a load, the key would not start one. The wait then never ends, and the test fails.
  func loadByKey() throws {
    try key("F5")
    try wait(for: "pull: state from=none to=loading")
    try wait(for: "pull: state from=loading to=none")
  }
}
