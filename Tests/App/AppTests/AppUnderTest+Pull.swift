import Foundation
import XCTest

@testable import AppTestSupport

/// Pulling, and what the log tells of it.
extension AppUnderTest {
  /// Where a pull at each edge begins: in the middle of the list, where there is room both ways.
  static let middle: Hand.Place = (540, 380)

  /// Runs `body` with a window in which older messages come by a pull, at the end of its list.
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

  /// As `inPullMode`, in a long conversation and at the top of what is loaded.
  static func atTheTop(
    _ test: XCTestCase, latency: Int = 0, _ body: (AppUnderTest) throws -> Void
  ) throws {
    try inPullMode(test, .synthetic(2_000), latency: latency) { app in
      try app.goToTop()
      XCTAssertEqual(app.requests, [], "reaching the top loads nothing in Pull mode")
      try body(app)
    }
  }

  /// Puts the list's first row to the top edge.
  func goToTop() throws {
    try wheel(up: 320)
    // Keys come after the notches: once they have done their work, all of those are handled. A busy program can stand
    // still in the middle of them.
    for (key, tab) in [("alt+5", "picker"), ("alt+1", "chat")] {
      try self.key(key)
      try wait(for: "tabs: shown name=\(tab)")
    }
    try settledPicture()
  }

  /// Presses at the list and pulls until a page is certain on release.
  func pullUntilReady(edge: String = "start") throws {
    let direction = edge == "start" ? 1 : -1
    try hand.press(at: Self.middle)
    try hand.move(60 * direction)
    try waitForPull("none", "pending", edge: edge)
    try hand.move(60 * direction)
    try waitForPull("pending", "ready", edge: edge)
  }

  /// Asks for a page by key, at the edge the reader is at, which is the end's everywhere but at the very top. It
  /// tells that all events before it have been handled: the log up to here is whole.
  ///
  /// Had one of them begun a load, the key would not: then this never ends, and the test fails.
  func loadByKey() throws {
    try key("F5")
    try wait(for: "pull: state from=none to=loading")
    try wait(for: "pull: state from=loading to=none")
  }
}
