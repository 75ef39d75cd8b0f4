import Chats
import XCTest

@testable import AppTestSupport

/// The real program through the accessibility bus: by names, roles and actions.
final class ScreenReaderTests: XCTestCase {
  private static let messages = 40

  /// Runs the program on 40 messages, with all elements that a reader meets first.
  ///
  /// - Parameter archive: An archive to open in place of one with `contents`.
  private func withReader(
    _ contents: Contents = .lines(messages), of archive: String? = nil,
    _ body: (AppUnderTest, AccessibilityBus, Accessible) throws -> Void
  ) throws {
    let bus = try AccessibilityBus()
    defer { bus.close() }
    let app = try AppUnderTest(
      contents, ["--load-older", "pull"] + (archive.map { [$0] } ?? []), opens: archive == nil,
      environment: bus.environment)
    app.use(self) { app in
      try app.wait(for: "pager: loaded")
      try app.wait(for: "window: first-frame")
      try body(app, bus, try Self.program(on: bus))
    }
  }

  /// The program registers itself at its own time, so poll for it.
  private static func program(on bus: AccessibilityBus) throws -> Accessible {
    try wanted("the program") { try bus.programs().first }
  }

  private static func wanted<Thing>(_ what: String, _ look: () throws -> Thing?) throws -> Thing {
    let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
    while deadline > Date() { if let thing = try look() { return thing } }
    throw TestFault("\(what) never came")
  }

  func testTheChatIsAListReadInOrderWithSenderTimeAndText() throws {
    try withReader { _, bus, program in
      let list = try Self.wanted("the list") { try bus.find("list", named: "Messages", in: program) }
      let rows = try bus.children(of: list)
      XCTAssertGreaterThan(rows.count, 5)
      for row in rows { XCTAssertEqual(try bus.role(of: row), "list item") }
      let said = try rows.map { try bus.name(of: $0) }
      // A minute apart from 22:13 on, the newest last.
      let expected = (0..<Self.messages).suffix(said.count).map { number in
        let minute = 13 + number
        return "Ann, 22:\(minute): Message number \(number) of some length"
      }
      // The first of all rows begins with its day.
      XCTAssertEqual(said.last, expected.last)
      for (said, expected) in zip(said, expected) { XCTAssertTrue(said.hasSuffix(expected), said) }
    }
  }

  func testATabIsPressedAndTheCarouselSaysWhichFilmOfHowMany() throws {
    try withReader { app, bus, program in
      let tabs = try Self.wanted("the tabs") { try bus.find("tab list", named: "Views", in: program) }
      let buttons = try bus.children(of: tabs)
      XCTAssertEqual(
        try buttons.map { try bus.name(of: $0) }, ["Chat", "Lab", "Feed", "Carousel", "Picker"])
      for button in buttons { XCTAssertEqual(try bus.role(of: button), "tab") }
      XCTAssertEqual(try buttons.map { try bus.isIn(.selected, $0) }, [true, false, false, false, false])
      try bus.press(buttons[3])
      try app.wait(for: "tabs: shown name=carousel")
      XCTAssertEqual(try buttons.map { try bus.isIn(.selected, $0) }, [false, false, false, true, false])
      let place = try Self.wanted("the place") { try bus.find("label", named: "1 of 10", in: program) }
      let next = try Self.wanted("the button") { try bus.find("button", named: "Next Film", in: program) }
      try bus.press(next)
      try app.wait(for: "carousel: settle index=1")
      XCTAssertEqual(try bus.name(of: place), "2 of 10")
    }
  }

  func testATopicIsAButtonThatIsPressedAndAThreadAGroupWithItsMessages() throws {
    try withReader(.forum) { app, bus, program in
      // The role's name differs between releases of GTK.
      func button(_ name: String) throws -> Accessible? {
        try bus.find("button", named: name, in: program)
          ?? bus.find("toggle button", named: name, in: program)
      }
      let keys = try Self.wanted("the topic") { try button("Topic Keys") }
      XCTAssertFalse(try bus.isIn(.pressed, keys))
      try bus.press(keys)
      try app.wait(for: "archive: conversation id=-")
      XCTAssertTrue(try bus.isIn(.pressed, keys))
      let all = try Self.wanted("all") { try button("All Topics") }
      try bus.press(all)
      try app.wait(for: "archive: conversation id=1")
      XCTAssertFalse(try bus.isIn(.pressed, keys))
      try app.key("Up")
      try app.key("ctrl+shift+Return")
      try app.wait(for: "thread: open")
      let thread = try Self.wanted("the thread") {
        try bus.find("group", named: "Thread: Message number 36 of some length", in: program)
      }
      let list = try Self.wanted("its list") {
        try bus.find("list", named: "Messages of the Thread", in: thread)
      }
      XCTAssertEqual(
        try bus.children(of: list).map { try bus.name(of: $0) }.map { $0.suffix(32) },
        (36..<40).map { "Message number \($0) of some length"[...] })
      let back = try Self.wanted("the button") {
        try bus.find("button", named: "Close Thread", in: thread)
          ?? bus.find("button", named: "Back", in: thread)
      }
      try bus.press(back)
      try app.wait(for: "thread: close")
    }
  }

  func testTheChartsOfTheStatisticsSayWhatTheyShow() throws {
    try withReader { app, bus, program in
      try app.key("ctrl+shift+t")
      let page = try Self.wanted("the page") { try bus.find("group", named: "Statistics", in: program) }
      func find(_ role: String, _ name: String) throws -> Accessible {
        try Self.wanted(name) { try bus.find(role, named: name, in: page) }
      }
      _ = try find("group", "Messages, 40, 40 a day")
      for chart in ["Messages over time", "Days of a year", "Week by hour"] { _ = try find("slider", chart) }
      _ = try find("button", "Busiest day: 14 Nov 2023, 40 messages")
      try app.key("ctrl+t")
      XCTAssertEqual(try Self.unnamed(in: find("table", "Messages over time"), on: bus), [])
      try app.key("ctrl+2")
      _ = try find("button", "Ann, 40 messages, 100%, 240 words, 0 pictures and files")
      _ = try find("image", "2023: Ann 100%")
      try app.key("ctrl+3")
      _ = try find("button", "length, 40")
      XCTAssertEqual(try Self.unnamed(in: page, on: bus), [])
    }
  }

  func testABookmarkAndTheControlsOfThePrintDialogHaveNames() throws {
    try withReader { app, bus, program in
      try app.key("Up")
      try app.key("ctrl+d")
      try app.wait(for: "bookmark: opened")
      try app.key("Escape")
      try app.key("ctrl+b")
      let page = try Self.wanted("the bookmarks") { try bus.find("group", named: "Bookmarks", in: program) }
      let list = try Self.wanted("the list") { try bus.find("list", named: "Bookmarks", in: page) }
      _ = try Self.wanted("the bookmark") {
        try bus.children(of: list).first {
          try bus.name(of: $0)
            == "Ann in Lines, 14 November 2023, 22:52, Message number 39 of some length, Bookmarked"
        }
      }
      XCTAssertEqual(try Self.unnamed(in: page, on: bus), [])
      try app.key("Escape")
      try app.key("ctrl+p")
      let window = try Self.wanted("the dialog") {
        try bus.children(of: program).first { try bus.name(of: $0) == "Print Chat" }
      }
      _ = try Self.wanted("the pages") {
        try bus.find("image", in: window).flatMap { try bus.name(of: $0).hasPrefix("1 of ") ? $0 : nil }
      }
      XCTAssertEqual(try Self.unnamed(in: window, on: bus), [])
    }
  }

  func testSelectedMessagesAndTheTextOfAVoiceMessageAreSpoken() throws {
    var messages = Contents.messages(0..<4)
    messages[3].text = ""
    messages[3].attachments = [
      Attachment(kind: .voice, duration: 42_000, transcript: .init("The key lies under the stone."))
    ]
    try withReader(.messages(messages)) { app, bus, program in
      let list = try Self.wanted("the list") { try bus.find("list", named: "Messages", in: program) }
      let row = try Self.wanted("the voice message") { try bus.children(of: list).last }
      let name = try bus.name(of: row)
      XCTAssertTrue(name.hasSuffix("Text: The key lies under the stone."), name)
      XCTAssertFalse(try bus.isIn(.selected, row))
      try app.key("Up")
      try app.key("ctrl+space")
      let bar = try Self.wanted("the bar") { try bus.find("group", named: "1 selected", in: program) }
      XCTAssertTrue(try bus.isIn(.selected, row))
      for name in ["End Selection", "Copy", "Bookmark", "Save Media…", "Export…"] {
        XCTAssertNotNil(try bus.find("button", named: name, in: bar), name)
      }
      XCTAssertEqual(try Self.unnamed(in: bar, on: bus), [])
    }
  }

  func testAFolderThatIsKeptUpToDateTellsItsStateAndWhatCanBeDone() throws {
    try inFolder { folder in
      let logs = folder.appendingPathComponent("logs")
      try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: false)
      try "2024-01-02 12:00:00\tann\thello\n".write(
        to: logs.appendingPathComponent("irc.libera.#walks.weechatlog"), atomically: true, encoding: .utf8)
      let archive = folder.appendingPathComponent("a.sqlite").path
      let command = try LongCommand(["import", logs.path, "--into", archive, "--watch", "--yes"])
      _ = try command.line()
      // A signal ends it at once, unless it has begun to wait for changes.
      _ = command.end(SIGTERM)
      try withReader(of: archive) { app, bus, program in
        try bus.activate("chat-details", inWindow: true)
        let window = try Self.wanted("the details") {
          try bus.children(of: program).dropFirst().first
        }
        let card = try Self.wanted("the folder") {
          try bus.find("group", in: window) { $0.hasPrefix("logs, Up to date, ") && $0.hasSuffix(logs.path) }
        }
        for name in ["Pause", "Stop"] { XCTAssertNotNil(try bus.find("button", named: name, in: card), name) }
        XCTAssertEqual(try Self.unnamed(in: window, on: bus), [])
      }
    }
  }

  /// The roles of the controls below an object that have no name.
  private static func unnamed(in parent: Accessible, on bus: AccessibilityBus) throws -> [String] {
    try bus.children(of: parent).flatMap { child in
      let role = try bus.role(of: child)
      let isNameless = try controls.contains(role) && bus.name(of: child).isEmpty
      return try (isNameless ? [role] : []) + unnamed(in: child, on: bus)
    }
  }

  private static let controls: Set = [
    "button", "toggle button", "switch", "slider", "text box", "search box", "check box", "table", "list",
    "list item", "image", "tab",
  ]

  func testWhatALoadHasComeToIsAnnounced() throws {
    try withReader { app, bus, program in
      let window = try bus.children(of: program)[0]
      let announcer = try Self.wanted("the announcer") {
        try bus.children(of: window).first { try bus.role(of: $0) == "alert" }
      }
      try app.key("F5")
      try app.wait(for: "pull: state from=loading to=none")
      let said = try Self.wanted("what is said") {
        let name = try bus.name(of: announcer)
        return name.isEmpty ? nil : name
      }
      XCTAssertEqual(said, "No newer messages in the archive")
    }
  }
}
