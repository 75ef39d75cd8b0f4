import Foundation

extension AppUnderTest {
  func wheel(up notches: Int) throws { try wheel(notches, button: 4) }
  func wheel(down notches: Int) throws { try wheel(notches, button: 5) }

  private func wheel(_ notches: Int, button: Int) throws {
    try hand.point(at: (500, 400))
    try display.run("xdotool", "click", "--repeat", "\(notches)", "--delay", "5", "\(button)")
  }

  func key(_ name: String) throws { try display.run("xdotool", "key", name) }
  func type(_ text: String) throws { try display.run("xdotool", "type", text) }

  /// Waits until the list stands still, and answers how the window looks.
  ///
  /// Still is what three pictures in a row agree on: two may have been taken within one slow frame.
  @discardableResult
  func settledPicture() throws -> Screenshot {
    var picture = try display.screenshot()
    var equal = 1
    let deadline = Date(timeIntervalSinceNow: 60)
    while equal < 3 {
      guard deadline > Date() else { throw TestFault("The list never stood still") }
      let next = try display.screenshot()
      equal = next.pixels(in: Self.quietPlace) == picture.pixels(in: Self.quietPlace) ? equal + 1 : 1
      picture = next
    }
    return picture
  }

  /// Where nothing but the list's rows is drawn: no pill turns there, no cursor blinks, no button fades, and
  /// the scrollbar is to its right. The window opens in the middle of the screen.
  static let quietPlace = Screenshot.Rectangle(x: 60..<930, y: 200..<620)
}

extension AppUnderTest {
  /// Gives the focus to the screen's root window; answers the program's own, to give it back.
  func takeFocusAway() throws -> String {
    func window(_ words: String...) throws -> String {
      String(decoding: try display.run(["xdotool"] + words), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let own = try window("getwindowfocus")
    try display.run("xdotool", "windowfocus", window("search", "--maxdepth", "0", "."))
    return own
  }
}
