import XCTest

@testable import AppTestSupport

/// The manual, as the real program opens it.
final class HelpTests: XCTestCase {
  // The built program has no manual beside it.
  func testF1SaysThatTheManualIsMissingIfItWasNotInstalled() throws {
    try AppUnderTest(.lines(40)).use(self) { app in
      try app.wait(for: "window: first-frame")
      try app.key("F1")
      try app.wait(for: "app: manual page=none")
      try app.display.run(
        "xdotool", "search", "--sync", "--onlyvisible", "--name", "^The manual is missing$")
      try app.key("Escape")
      try app.key("alt+2")
      try app.wait(for: "tabs: shown name=lab")
    }
  }
}
