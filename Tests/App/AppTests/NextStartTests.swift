import Foundation
import XCTest

@testable import AppTestSupport

/// The state that a start takes over from the previous one.
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

  func testDemoTabsThatWereHiddenShowOnlyWhereTheCommandLineAsksForOne() throws {
    let bus = try AccessibilityBus()
    defer { bus.close() }
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    func settings() throws -> [String: Any] {
      let data = try Data(contentsOf: home.appendingPathComponent("backscroll/settings.json"))
      return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
    func quit(_ app: AppUnderTest) throws {
      try app.key("ctrl+q")
      XCTAssertEqual(try app.ended(), 0)
    }
    try AppUnderTest(.synthetic(12), ["--tab", "lab"], home: home, environment: bus.environment).use(self) {
      app in
      try app.wait(for: "tabs: shown name=lab")
      try app.waitOnce(for: "window: first-frame")
      try bus.activate("demo-tabs")
      try app.wait(for: "tabs: shown name=chat")
      try app.wait(for: "tabs: offered demo=false")
      try quit(app)
    }
    XCTAssertEqual(try settings()["showsDemoTabs"] as? Bool, false)
    try AppUnderTest(.synthetic(12), ["--tab", "lab"], home: home).use(self) { app in
      try app.wait(for: "tabs: shown name=lab")
      try app.waitOnce(for: "window: first-frame")
      try quit(app)
    }
    XCTAssertEqual(try settings()["showsDemoTabs"] as? Bool, false)
    XCTAssertEqual(try settings()["tab"] as? String, "lab")
    try AppUnderTest(.synthetic(12), home: home, opens: false).use(self) { app in
      try app.wait(for: "tabs: shown name=chat")
      try app.waitOnce(for: "window: first-frame")
      try quit(app)
    }
  }

  func testAnArchiveThatIsChosenTakesThePlaceOfTheOther() throws {
    let bus = try AccessibilityBus()
    defer { bus.close() }
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    try AppUnderTest(.synthetic(12), home: home, environment: bus.environment).use(self) { app in
      try app.waitOnce(for: "app: recent count=1")
      try app.waitOnce(for: "window: first-frame")
      try app.key("alt+3")
      try app.wait(for: "tabs: shown name=feed")
      let own = try app.windows(1)
      try bus.activate("open-demo")
      try app.wait(for: "archive: opened conversations=1")
      let sample = try app.windows(1, without: own)
      // An archive that cannot be opened replaces nothing.
      let missing = app.folder.appendingPathComponent("missing.sqlite").path
      try bus.activate("open-archive", with: missing)
      try app.wait(for: "archive: failed")
      XCTAssertTrue(try Set(app.windows(2)).isSuperset(of: sample))
      try app.key("alt+F4")
      XCTAssertEqual(try app.windows(1), sample)
      // The button that leads back.
      try app.wait(until: "the button in the line above the sample") {
        guard let program = try bus.programs().first,
          let button = try bus.find("button", named: "Your Chats", in: program)
        else { return false }
        try bus.press(button)
        return true
      }
      try app.wait(for: "archive: opened conversations=1 path=\(app.archivePath)")
      try app.windows(1, without: sample)
      try bus.activate("open-demo")
      try app.wait(for: "archive: opened conversations=1")
      try app.key("ctrl+q")
      XCTAssertEqual(try app.ended(), 0)
    }
    // The next start opens the user's own chats, not the sample that was viewed last.
    try AppUnderTest(.synthetic(12), home: home, opens: false).use(self) { app in
      try app.wait(for: "archive: conversation id=1 messages=12")
    }
  }
}
