import Foundation
import XCTest

@testable import AppTestSupport

extension AppUnderTest {
  /// Has `open` open a menu over `entry`. The pointer is there then.
  ///
  /// A menu is a window of its own on the screen, which no picture of the screen shows.
  func openMenu(over entry: Hand.Place, _ open: () throws -> Void) throws {
    try hand.point(at: entry)
    let window = try windowUnderPointer()
    try open()
    try hand.point(at: entry)
    try wait(until: "a menu opens") { try windowUnderPointer() != window }
  }

  /// Has `open` open a menu over `entry`, and closes it.
  func openAndCloseMenu(over entry: Hand.Place, _ open: () throws -> Void) throws {
    try hand.point(at: entry)
    let window = try windowUnderPointer()
    try openMenu(over: entry, open)
    try key("Escape")
    try wait(until: "the menu closes") { try windowUnderPointer() == window }
  }

  private func windowUnderPointer() throws -> String {
    let answer = try display.run("xdotool", "getmouselocation", "--shell")
    let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("WINDOW=") }.map(String.init) ?? ""
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
