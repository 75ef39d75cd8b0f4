import Foundation
import XCTest

@testable import AppTestSupport

/// The real program in a real window on X11, driven by real events of a mouse and keyboard.
final class AppUnderTest: ProgramUnderTest, TestedProgram {
  let display: Display
  let hand: Hand
  /// Whether a window of the program has had the focus.
  var hadFocus = false

  /// Starts the program on an archive with `messages` synthetic messages.
  convenience init(messages: Int, _ arguments: String...) throws {
    try self.init(.synthetic(messages), arguments)
  }

  override init(
    _ contents: Contents, _ arguments: [String] = [], home: URL? = nil, opens: Bool = true,
    program: URL = ProgramUnderTest.program, environment: [String: String] = [:]
  ) throws {
    display = try Display.take()
    hand = Hand(display)
    try super.init(
      contents, arguments, home: home, opens: opens, program: program,
      environment: ["DISPLAY": display.name, "GDK_BACKEND": "x11"].merging(environment) { $1 })
  }

  override func close() {
    super.close()
    display.giveBack()
  }

  override func keepPicture(in folder: URL) {
    _ = try? display.run("xwd", "-root", "-silent", "-out", folder.appendingPathComponent("screen.xwd").path)
  }
}
