import Chats
import Foundation
import XCTest

@testable import AppBase
@testable import AppTestSupport

/// The compositor's handling of the window and its popups.
final class WindowTests: XCTestCase {
  // A menu that opens at the edge of the screen is moved, not cut.
  func testAMenuAtTheEdgeIsWhole() throws {
    // Without the composer, whose caret blinks.
    let bubbles = Screenshot.Rectangle(x: 300..<Compositor.usualSize.width, y: 60..<655)
    try WaylandApp.run(self, .lines(3)) { app in
      let unsent = try app.settledPicture()
      for _ in 0..<40 { try app.hand.keys(.h) }
      try app.hand.keys(.returnKey)
      try app.wait(for: "chat: stored")
      let before = try app.settledPicture(unlike: unsent)
      func size(of place: RemoteHand.Place) throws -> [Int] {
        try app.hand.click(place, .secondary)
        let menu = try app.settledPicture(unlike: before, in: bubbles)
        let found = try XCTUnwrap(
          menu.cropped(to: bubbles).difference(from: before.cropped(to: bubbles)))
        try app.hand.keys(.escape)
        XCTAssertTrue(try app.comesToShow(before))
        return [found.x.count, found.y.count]
      }
      let whole = try size(of: (600, 630))
      XCTAssertGreaterThan(whole[0], 60)
      XCTAssertEqual(try size(of: (800, 630)), whole)
    }
  }

  func testAFileOfAnotherProgramIsDroppedOnTheWindow() throws {
    try WaylandApp.run(self, .lines(40)) { app in
      let file = app.folder.appendingPathComponent("result.json")
      try """
      {"name": "A", "type": "personal_chat", "id": 1, "messages": [{"id": 1, "type": "message", \
      "date_unixtime": "1800000000", "from": "A", "from_id": "user1", "text": "Dropped"}]}
      """.write(to: file, atomically: true, encoding: .utf8)
      let before = try app.settledPicture(in: WaylandApp.content)
      let source = Process()
      try source.start(
        [
          ProgramUnderTest.program.deletingLastPathComponent().appendingPathComponent("DragSource").path,
          file.path,
        ], app.compositor.environment.merging(["GSK_RENDERER": "cairo"]) { $1 })
      defer { source.end() }
      let both = try app.settledPicture(unlike: before, in: WaylandApp.content)
      let window = try XCTUnwrap(
        both.cropped(to: WaylandApp.content).difference(from: before.cropped(to: WaylandApp.content)))
      let start = (
        (window.x.lowerBound + window.x.upperBound) / 2,
        WaylandApp.content.y.lowerBound + window.y.upperBound - 40
      )
      try app.hand.point(at: start)
      try app.hand.press()
      try app.hand.movePointer(from: start, to: (120, 600))
      try app.wait(for: "import: hovering files=1")
      try app.hand.release()
      try app.wait(for: "import: surveyed chats=1 messages=1")
      try app.settledPicture(in: WaylandApp.content)
      // The window of the drag source, which may be in the middle, may still have the keyboard.
      try app.hand.click(
        (
          (WaylandApp.content.x.lowerBound + WaylandApp.content.x.upperBound) / 2,
          WaylandApp.content.y.upperBound - 60
        ))
      try app.hand.keys(.returnKey)
      try app.wait(for: "import: begin file=\(file.path)")
      try app.wait(for: "import: done messages=1 conversations=1")
      XCTAssertEqual(try Contents.newestText(in: app.archivePath), "Dropped")
    }
  }

  // GTK 4.8 does not follow the desktop's preference, which is sent over the bus.
  func testTheWindowFollowsTheDesktopIntoTheDark() throws {
    try WaylandApp.run(self, .lines(40), "--color-scheme", "system") { app in
      let portal = BusConnection.Target(
        name: "", path: "/org/freedesktop/portal/desktop", interface: "org.freedesktop.portal.Settings")
      func wish(_ scheme: Int) throws {
        try app.compositor.bus.emit(
          "SettingChanged", of: portal, "('org.freedesktop.appearance', 'color-scheme', <uint32 \(scheme)>)")
      }
      let light = try app.settledPicture()
      try wish(1)
      try app.wait(for: "theme: shown dark=true")
      let dark = try app.settledPicture(unlike: light)
      let place = WaylandApp.quietPlace
      XCTAssertLessThan(dark.brightness(in: place), light.brightness(in: place) / 2)
      try wish(0)
      try app.wait(for: "theme: shown dark=false")
      XCTAssertTrue(try app.comesToShow(light))
    }
  }

  // The skeleton's shimmer is drawn while it is visible.
  func testAWindowThatIsPutAwayPaintsAndBurnsNothing() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "feed", "--latency", "60000") { app in
      let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
      let before = try app.nextPicture()
      while try app.nextPicture().shows(before, in: WaylandApp.content) {
        guard deadline > Date() else { return XCTFail("the shimmer is not drawn") }
      }
      try app.hand.keys(.superKey, .h)
      var frames: [Screenshot] = []
      var pauses = 0
      repeat {
        guard deadline > Date() else { return XCTFail("it wakes up \(pauses) times a second") }
        let start = try app.pauses()
        frames = try app.screen.record(in: WaylandApp.content) {
          for _ in 0..<Self.second { _ = try app.nextPicture() }
        }
        pauses = try app.pauses() - start
      } while pauses > 0
      XCTAssertTrue(frames.dropFirst().allSatisfy { $0.shows(frames[0], in: $0.bounds) })
    }
  }

  /// The compositor's frames in a second, in which the shimmer takes several steps.
  private static let second = 60
}

extension WaylandApp {
  /// The window without its header, which contains the pointer, and without the composer, whose caret blinks.
  static let content = Screenshot.Rectangle(x: 0..<Compositor.usualSize.width, y: 48..<655)
}
