import Foundation
import XCTest

@testable import AppTestSupport

extension AppUnderTest {
  /// Opens a menu with `open`, runs `body`, and waits until the menu has closed: GTK drops the keys for a menu while it
  /// closes. No entry may be below the pointer, since GTK would sooner or later continue from there.
  ///
  /// A menu is a separate window on the screen, which no screenshot shows.
  func withMenu(_ open: () throws -> Void, body: () throws -> Void) throws {
    let before = Set(try display.windowsInView())
    try open()
    var menu: Set<Substring> = []
    try wait(until: "a menu opens") {
      menu = Set(try display.windowsInView()).subtracting(before)
      return !menu.isEmpty
    }
    try body()
    try wait(until: "the menu closes") { try menu.isDisjoint(with: display.windowsInView()) }
  }

  /// Opens a menu with `open`, and closes it.
  func openAndCloseMenu(_ open: () throws -> Void) throws {
    try withMenu(open) { try key("Escape") }
  }

  /// Checks `condition` repeatedly until it holds. The time limit only catches a condition that never holds.
  func wait(until what: String, _ condition: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while try !condition() {
      guard deadline > Date() else { throw TestFault("It never came that \(what)") }
      try readWhatHasCome()
    }
  }
}
