import Foundation
import XCTest

@testable import AppTestSupport

/// The Feed tab on the sample, and its lines in the log.
extension AppUnderTest {
  /// "Try Again" in the footer, once the end is in view.
  static let footerRetry: Hand.Place = (603, 727)
  /// A row in the middle of the window, and the back button of the page that it opens.
  static let feedRow: Hand.Place = (500, 420)
  static let backButton: Hand.Place = (76, 67)
  /// The window's menu button.
  private static let menuButton: Hand.Place = (795, 67)
  /// The number of selectable entries before "Demo Tools" in the window's menu.
  private static let entriesBeforeTools = 4

  /// The entries of "Demo Tools", from the first.
  enum FeedOption: Int {
    case loadEarly, loadLate, failNext
  }

  /// Runs `body` in a window at the Feed tab, with the first page.
  static func atTheFeed(
    _ test: XCTestCase, latency: Int = 300, _ body: (AppUnderTest) throws -> Void
  ) throws {
    try AppUnderTest(.lines(3), ["--tab", "feed", "--latency", "\(latency)"]).use(test) { app in
      try app.wait(for: "feed: loaded page=1 count=30 total=30")
      try app.waitOnce(for: "window: first-frame")
      try app.feedPicture()
      try body(app)
    }
  }

  /// A screenshot of the feed at rest, with the pointer away.
  @discardableResult
  func feedPicture() throws -> Screenshot {
    try hand.point(at: Self.parkingPlace)
    return try settledPicture()
  }

  func choose(_ option: FeedOption) throws {
    try hand.click(at: Self.menuButton)
    for _ in 0..<Self.entriesBeforeTools { try key("Down") }
    try key("Return")
    // The first key moves from the heading to the first entry.
    for _ in 0...option.rawValue { try key("Down") }
    try key("Return")
  }

  /// Turns the wheel down, with a pause in milliseconds between notches, until a line of the log appears. With
  /// `resting`, the wheel stops while a page loads, however long that takes.
  func wheelDown(everyMilliseconds pause: Int, until text: String, resting: Bool = false) throws {
    try hand.point(at: Self.feedRow)
    // The limit applies to the next line: on a busy machine the total time is not bounded.
    var deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
    while deadline > Date() {
      let known = lines.count
      try display.run("xdotool", "click", "5", "sleep", "\(Double(pause) / 1_000)")
      try readWhatHasCome()
      if lines.count > known { deadline = Date(timeIntervalSinceNow: AppUnderTest.patience) }
      if resting, let load = lines[known...].lastIndex(where: { $0.hasPrefix("feed: loading") }),
        !lines[load...].contains(where: { $0.hasPrefix("feed: loaded") })
      {
        try wait(for: "feed: loaded")
      }
      if lines[known...].contains(where: { $0.hasPrefix(text) }) { return }
    }
    throw TestFault("“\(text)” never came; last: \(lines.suffix(4))")
  }
}
