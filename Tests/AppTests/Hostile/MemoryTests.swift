import ChatArchive
import Foundation
import XCTest

/// The memory of the real program after much use. The allocator keeps some of what was freed, which grows for some tens
/// of rounds: what leaks grows on.
final class MemoryTests: XCTestCase {
  /// Kilobytes that may stay, however often something is done.
  private static let slack = 5_000

  private func open(_ body: (AppUnderTest, AccessibilityBus) throws -> Void) throws {
    let bus = try AccessibilityBus()
    defer { bus.close() }
    // One arena of the allocator: what it keeps in each thread's own looks like growth.
    let environment = bus.environment.merging(["GTK_A11Y": "none", "MALLOC_ARENA_MAX": "1"]) { $1 }
    try AppUnderTest(.talks(2, messages: 200), environment: environment).use(self) { try body($0, bus) }
  }

  // 0.18 MB for each switch: 156 MB became 349 MB in 1,000.
  func testConversationsThatWereLeftCostNothing() throws {
    try open { app, bus in
      let first = try app.wait(for: "archive: conversation id=")
      try app.wait(for: "window: first-frame")
      var shown = first.contains("id=1") ? 1 : 2
      func switchOver(_ times: Int) throws {
        for _ in 0..<times {
          shown = 3 - shown
          try bus.activate("show-conversation", with: "\(shown)", inWindow: true)
          try app.wait(for: "archive: conversation id=\(shown)")
          try app.wait(for: "list: at-end value=true")
        }
      }
      try switchOver(50)
      let before = try app.memory()
      try switchOver(100)
      XCTAssertLessThan(try app.memory() - before, Self.slack)
    }
  }

  // 0.28 MB for each window.
  func testWindowsThatWereClosedCostNothing() throws {
    try open { app, bus in
      try app.wait(for: "window: first-frame")
      let own = try app.window()
      let path = app.folder.appendingPathComponent("other.sqlite").path
      let archive = try Archive(path: path, mode: .createIfMissing)
      _ = try archive.writeBatch(Contents.messages(0..<200))
      func openAndClose(_ times: Int) throws {
        for _ in 0..<times {
          try bus.activate("open-archive", with: path)
          try app.wait(for: "window: first-frame")
          try app.display.run("xdotool", "search", "--sync", "--name", "^Lines", "windowactivate", "--sync")
          try app.key("alt+F4")
          let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
          while try app.window() != own {
            guard deadline > Date() else { throw TestFault("The window stays open") }
          }
          try app.readWhatHasCome()
        }
      }
      try openAndClose(50)
      let before = try app.memory()
      try openAndClose(30)
      XCTAssertLessThan(try app.memory() - before, Self.slack)
    }
  }
}
