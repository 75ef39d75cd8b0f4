import Foundation
import XCTest

@testable import AppTestSupport

extension AppUnderTest {
  /// Has `open` open a menu, runs `body`, and waits until the menu has closed: GTK drops the keys that come for a menu while it
  /// closes it. No entry may be below the pointer: GTK would go on from there, sooner or later.
  ///
  /// A menu is a window of its own on the screen, which no picture of the screen shows.
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

  /// Has `open` open a menu, and closes it.
  func openAndCloseMenu(_ open: () throws -> Void) throws {
    try withMenu(open) { try key("Escape") }
  }

  /// Asks again and again whether `condition` holds; the bound only catches what never comes.
  func wait(until what: String, _ condition: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while try !condition() {
      guard deadline > Date() else { throw TestFault("It never came that \(what)") }
      try readWhatHasCome()
    }
  }
}
