import Foundation
import XCTest

@testable import AppTestSupport

/// The real window drawn by GTK's default renderer, for which most machines have a software implementation.
final class RendererTests: XCTestCase {
  // GL may redraw only a part of a window.
  func testAScrolledChatLooksWithGLAsWithCairo() throws {
    var expected: [Screenshot] = []
    try visit("cairo") { app, _ in expected.append(try app.settledPicture()) }
    var name: String?
    try visit("opengl") { app, line in
      name = line
      guard !expected.isEmpty else { throw TestFault("there is no picture by cairo") }
      let picture = expected.removeFirst()
      let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
      var differences: [String]
      repeat {
        differences = try app.settledPicture().differences(from: picture, in: AppUnderTest.quietPlace)
      } while !differences.isEmpty && deadline > Date()
      XCTAssertEqual(differences, [])
    }
    if let name, name.contains("renderer=GskCairo") { throw XCTSkip("GTK cannot draw windows with GL here") }
  }

  /// Calls `body` with the chat at its end and after scrolling, and with the log's line about the first frame.
  private func visit(_ renderer: String, _ body: (AppUnderTest, String) throws -> Void) throws {
    try AppUnderTest(
      .synthetic(400), ["--load-older", "pull"], environment: ["GSK_RENDERER": renderer]
    ).use(self) { app in
      let line = try app.wait(for: "window: first-frame")
      try app.hand.point(at: AppUnderTest.parkingPlace)
      try body(app, line)
      try app.wheel(up: 7)
      try app.hand.point(at: AppUnderTest.parkingPlace)
      try app.wait(for: "picture: loaded")
      try body(app, line)
    }
  }
}
