import Foundation
import XCTest

@testable import AppTestSupport

/// What a start finds of the one before.
final class NextStartTests: XCTestCase {
  func testTheArchiveTheTabAndTheSizeAreThoseOfTheLastTime() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    var size = ""
    try AppUnderTest(.synthetic(12), home: home).use(self) { app in
      try app.waitOnce(for: "app: recent count=1")
      try app.waitOnce(for: "window: first-frame")
      try app.settledPicture()
      try app.key("alt+4")
      try app.wait(for: "tabs: shown name=carousel")
      let before = try app.windowSize()
      let wide = try app.settledPicture()
      try app.display.run("xdotool", "windowsize", app.window(), "700", "600")
      try app.settledPicture(unlike: wide)
      size = try app.windowSize()
      XCTAssertNotEqual(size, before)
      try app.key("ctrl+q")
      XCTAssertEqual(try app.ended(), 0)
    }
    try AppUnderTest(.synthetic(12), home: home, opens: false).use(self) { app in
      try app.wait(for: "tabs: shown name=carousel")
      try app.wait(for: "archive: conversation id=1 messages=12")
      try app.wait(for: "window: first-frame")
      try app.settledPicture()
      XCTAssertEqual(try app.windowSize(), size)
    }
  }

  // A long one takes seconds, in which a terminal and an empty screen would say nothing.
  func testTheWindowUpgradesTheArchiveOfAnEarlierRelease() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let old = tests.appendingPathComponent("ChatArchiveTests/Fixtures/version1.backscroll")
    try AppUnderTest(.copy(of: old)).use(self) { app in
      try app.wait(for: "archive: working work=upgrading")
      try app.wait(for: "archive: opened conversations=3")
      try app.wait(for: "window: first-frame")
    }
  }
}
