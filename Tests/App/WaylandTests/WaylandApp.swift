import Chats
import Foundation
import XCTest

@testable import AppTestSupport

/// The real program in a window that fills a Wayland compositor's screen.
final class WaylandApp: ProgramUnderTest, TestedProgram {
  let compositor: Compositor
  let hand: RemoteHand
  let screen: Screencast

  /// `scales` are those of the monitors. The window is on the first one, of which the screenshots are taken.
  init(
    _ contents: Contents, _ arguments: [String] = [], scales: [Double] = [1],
    size: (width: Int, height: Int) = Compositor.usualSize
  ) throws {
    // Programs inherit the priority of this process.
    Self.setPriority(0)
    compositor = try Compositor(scales: scales, size: size)
    (hand, screen) = try Self.session(of: compositor)
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-test-\(UUID().uuidString)")
    self.home = home
    try Self.writeSettings(in: home)
    try super.init(
      contents, arguments, home: home, opens: true, program: ProgramUnderTest.program,
      environment: compositor.environment)
    // The input has priority over the program.
    Self.setPriority(-10)
  }

  private let home: URL

  private static func setPriority(_ value: Int32) { setpriority(__priority_which_t(0), 0, value) }

  /// Joins the compositor's session like a remote desktop.
  private static func session(of compositor: Compositor) throws -> (RemoteHand, Screencast) {
    let bus = compositor.bus
    func target(_ service: String, _ path: String, _ interface: String = "") -> BusConnection.Target {
      BusConnection.Target(name: service, path: path, interface: service + interface)
    }
    let (remote, cast) = (RemoteHand.service, Screencast.service)
    let session = try bus.call(target(remote, "/org/gnome/Mutter/RemoteDesktop"), "CreateSession")
      .firstString()
    let id = try bus.call(
      BusConnection.Target(name: remote, path: session, interface: "org.freedesktop.DBus.Properties"), "Get",
      "('\(remote).Session', 'SessionId')"
    ).firstString()
    let recording = try bus.call(
      target(cast, "/org/gnome/Mutter/ScreenCast"), "CreateSession",
      "({'remote-desktop-session-id': <\(BusConnection.literal(id))>},)"
    ).firstString()
    // The pointer is part of the picture, so that moving it makes the compositor paint the screen.
    let stream = try bus.call(
      target(cast, recording, ".Session"), "RecordMonitor", "('Meta-0', {'cursor-mode': <uint32 1>})"
    ).firstString()
    let node = try bus.wait(for: "PipeWireStreamAdded", of: target(cast, stream, ".Stream")) {
      try bus.call(target(remote, session, ".Session"), "Start")
    }
    guard let number = node?.number else { throw TestFault("The screencast has no number") }
    let screen = try Screencast(
      node: number, width: compositor.size.width, height: compositor.size.height, compositor.toolEnvironment)
    return (try RemoteHand(bus, session: target(remote, session, ".Session"), stream: stream), screen)
  }

  private static func writeSettings(in home: URL) throws {
    let folder = home.appendingPathComponent("backscroll")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Tests point at places in the pages, so there must be no banners above them.
    try #"""
    {"windowSize": {"width": 900, "height": 720, "isMaximized": true},
    "knownTabs": ["lab", "feed", "carousel", "picker"]}
    """#.write(to: folder.appendingPathComponent("settings.json"), atomically: true, encoding: .utf8)
  }

  deinit { close() }

  override func close() {
    super.close()
    screen.close()
    compositor.close()
    try? FileManager.default.removeItem(at: home)
  }

  override func keepPicture(in folder: URL) {
    guard let picture = try? paintedPicture() else { return }
    // A Targa file has the same pixel order as the compositor, from the top left.
    let size = [picture.width & 255, picture.width >> 8, picture.height & 255, picture.height >> 8]
    let head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0] + size + [32, 0x28]
    try? (Data(head.map(UInt8.init)) + picture.data).write(to: folder.appendingPathComponent("screen.tga"))
  }

  // MARK: Pictures

  private var nudge = 0
  /// Whether a finger is down that the test has not lifted yet.
  var isTouched = false

  /// The next picture. The compositor paints one when the pointer moves, by a pixel in the window's corner.
  private func paintedPicture() throws -> Screenshot {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while deadline > Date() {
      nudge = 1 - nudge
      try hand.point(at: (compositor.size.width - 2 - nudge, 1))
      if let picture = screen.next() { return picture }
    }
    throw TestFault("The compositor paints nothing")
  }

  /// A screenshot that is taken while the program waits for something other than the processor, since a program that
  /// waits for the processor does not change its picture either.
  func nextPicture() throws -> Screenshot {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while deadline > Date() {
      let picture = try paintedPicture()
      if try isAsleep() { return picture }
    }
    throw TestFault("The program is never at rest")
  }

  /// The distance by which the rows have moved down between two pictures; nil if it cannot be determined.
  func travel(from before: Screenshot, to after: Screenshot) -> Int? {
    after.travel(since: before, in: Self.text)
  }

  /// A screenshot once the rows have moved down by a number of pixels since `before`. Fails if they never do.
  ///
  /// A busy program may pause on the way.
  @discardableResult
  func picture(
    movedBy way: Int, since before: Screenshot, in place: Screenshot.Rectangle = text, _ message: String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) throws -> Screenshot {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while true {
      let picture = try settledPicture(in: place)
      let travel = picture.travel(since: before, in: place)
      if travel == way { return picture }
      guard deadline > Date() else {
        let place = travel.map { "\($0)" } ?? "not to be seen how far"
        XCTFail("moved by \(place), not \(way) \(message)", file: file, line: line)
        return picture
      }
    }
  }

  /// Turns the wheel up to the first loaded row. A busy compositor skips some notches.
  func goToTop() throws {
    func turn() throws {
      try hand.point(at: Self.middle)
      try hand.spinWheel(-80)
    }
    let before = try settledPicture()
    try turn()
    var known = try settledPicture(unlike: before)
    while true {
      try turn()
      let next = try settledPicture()
      if next.shows(known, in: Self.quietPlace) { return }
      known = next
    }
  }

  /// The middle of the list, and of the carousel's card.
  static let middle: RemoteHand.Place = (450, 300)

  /// The bubbles, beside the date that appears and disappears above the list.
  static let quietPlace = Screenshot.Rectangle(x: 60..<270, y: 60..<640)
  /// Each screenshot is of a different frame of the compositor.
  static let stillness = 4
  /// A strip of the bubbles' text, on one color, beside the indicator of a pull.
  static let text = Screenshot.Rectangle(x: 190..<270, y: 60..<640)
  /// The same as `text`, below the first row of a chat whose older messages are not loaded. The text of that row
  /// changes with a load.
  static let textBelowOlder = Screenshot.Rectangle(x: 190..<270, y: 120..<640)
}

extension WaylandApp {
  /// Runs `body` with a window that has shown its first frame and is at rest. If no compositor can be started, the test
  /// is skipped; in CI it fails.
  static func run(
    _ test: XCTestCase, _ contents: Contents, _ arguments: String..., scales: [Double] = [1],
    size: (width: Int, height: Int) = Compositor.usualSize, body: (WaylandApp) throws -> Void
  ) throws {
    do {
      try WaylandApp(contents, arguments, scales: scales, size: size).use(test) { app in
        try app.wait(for: "window: first-frame")
        try app.settledPicture()
        try body(app)
      }
    } catch let error as Compositor.CannotStart {
      if ProcessInfo.processInfo.environment["CI"] != nil { throw error }
      throw XCTSkip("\(error)")
    }
  }

  /// The same as `run`, with a chat that loads older messages by a pull, at the top of the loaded messages.
  static func atTheTop(
    _ test: XCTestCase, latency: Int = 0, scales: [Double] = [1], body: (WaylandApp) throws -> Void
  ) throws {
    try run(test, .lines(400), "--load-older", "pull", "--latency", "\(latency)", scales: scales) { app in
      try app.goToTop()
      XCTAssertEqual(app.requests, [], "reaching the top loads nothing in Pull mode")
      try body(app)
    }
  }

  /// The same as `atTheTop`, after a pull whose page is delayed. If the page has landed before the preparations are
  /// complete, as a busy machine may be slower than a page, `body` returns false without any checks, and is tried again
  /// with a longer delay.
  static func whileAPageLoads(
    _ test: XCTestCase, scale: Double = 1, body: (WaylandApp) throws -> Bool
  ) throws {
    var isDone = false
    for latency in [3_000, 15_000, 45_000] where !isDone {
      try atTheTop(test, latency: latency, scales: [scale]) { app in
        try app.pullUntilReady(.start, at: scale)
        try app.hand.liftFinger()
        try app.waitForPull("ready", "loading")
        isDone = true
        isDone = try body(app)
      }
    }
    XCTAssertTrue(isDone, "each page landed too early")
  }

  /// Whether the requested page has not landed yet.
  func stillLoads() throws -> Bool {
    try readWhatHasCome()
    return pagesLanded == 0
  }
}
