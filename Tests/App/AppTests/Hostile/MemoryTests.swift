import ChatStore
import Foundation
import XCTest

@testable import AppTestSupport

/// The memory of the real program after much use. The allocator keeps some of the freed memory, which grows for some
/// tens of rounds; a leak continues to grow.
///
/// `./meson-wrapper.sh soak` repeats each act as often as a user does in months; the other tests are shorter.
final class MemoryTests: XCTestCase {
  /// Kilobytes of growth that are allowed for any number of acts.
  private static let slack = 5_000
  /// Rounds after which the allocator's own memory is stable.
  private static let warmUp = 50
  /// The number of times that ten more rounds follow while the memory grows, except in a soak.
  private static let moreWarmUps = 3

  /// The number of measured rounds: `many` in a soak.
  private static func rounds(_ few: Int, many: Int) -> Int { Soak.isAsked ? many - warmUp : few }

  private func open(_ body: (AppUnderTest, AccessibilityBus) throws -> Void) throws {
    let bus = try AccessibilityBus()
    defer { bus.close() }
    // One arena of the allocator, and fixed thresholds: otherwise the memory that it keeps looks like growth.
    let environment = bus.environment.merging([
      "GTK_A11Y": "none", "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "131072",
      "MALLOC_TRIM_THRESHOLD_": "131072",
    ]) { $1 }
    try AppUnderTest(.talks(2, messages: 200), environment: environment).use(self) { try body($0, bus) }
  }

  /// Repeats `act` until the allocator's own memory is stable, then that many times. The program's own memory must not grow.
  private func expectNoGrowth(
    in app: AppUnderTest, times: Int, of what: String, _ act: () throws -> Void
  ) throws {
    // Memory that is freed later, such as pages of messages, varies from act to act. A leak raises the minimum.
    func least(after acts: Int) throws -> Int {
      for _ in 10..<acts { try act() }
      return try (0..<10).reduce(Int.max) { least, _ in
        try act()
        return min(least, try app.memory())
      }
    }
    var before = try least(after: Self.warmUp)
    // On a busy machine, idle work of the program runs late. A leak continues to grow after this.
    for _ in 0..<(Soak.isAsked ? 0 : Self.moreWarmUps) {
      let next = try least(after: 10)
      defer { before = next }
      if next - before < Self.slack / 10 { break }
    }
    let after = try least(after: times)
    print("memory: \(what)=\(Self.warmUp)..\(Self.warmUp + times) before=\(before) after=\(after) kB")
    fflush(nil)
    XCTAssertLessThan(after - before, Self.slack, "kB after \(times) \(what)")
  }

  // 0.18 MB for each switch: 156 MB became 349 MB in 1,000.
  func testConversationsThatWereLeftCostNothing() throws {
    try open { app, bus in
      let first = try app.wait(for: "archive: conversation id=")
      try app.wait(for: "window: first-frame")
      var shown = first.contains("id=1") ? 1 : 2
      try expectNoGrowth(in: app, times: Self.rounds(100, many: 1_000), of: "switches") {
        shown = 3 - shown
        try bus.activate("show-conversation", with: "\(shown)", inWindow: true)
        try app.wait(for: "archive: conversation id=\(shown)")
        try app.wait(for: "list: at-end value=true")
      }
    }
  }

  // 0.28 MB for each window.
  func testWindowsThatWereClosedCostNothing() throws {
    try open { app, bus in
      try app.wait(for: "window: first-frame")
      let path = app.folder.appendingPathComponent("other.sqlite").path
      let archive = try Archive(path: path, mode: .createIfMissing)
      _ = try archive.writeBatch(Contents.messages(0..<200))
      // Each replaces the other.
      var isOther = false
      try expectNoGrowth(in: app, times: Self.rounds(30, many: 200), of: "windows") {
        let own = try app.windows(1)
        isOther.toggle()
        try bus.activate("open-archive", with: isOther ? path : app.archivePath)
        try app.wait(for: "window: first-frame")
        try app.windows(1, without: own)
      }
    }
  }

  // 0.08 MB for each menu.
  func testContextMenusThatWereClosedCostNothing() throws {
    try open { app, _ in
      try app.wait(for: "window: first-frame")
      try app.wait(for: "list: at-end value=true")
      try app.settledPicture()
      try expectNoGrowth(in: app, times: Self.rounds(60, many: 1_000), of: "menus") {
        try app.openAndCloseMenu { try app.hand.click(at: (200, 500), button: 3) }
      }
    }
  }

  // A menu of GTK's own.
  func testContextMenusOfTheTextFieldCostNothing() throws {
    try open { app, _ in
      try app.wait(for: "window: first-frame")
      try app.settledPicture()
      try app.hand.click(at: (200, 726))
      try expectNoGrowth(in: app, times: Self.rounds(60, many: 300), of: "menus of the text field") {
        try app.openAndCloseMenu { try app.key("shift+F10") }
      }
    }
  }
}
