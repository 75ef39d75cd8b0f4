import Foundation

@testable import AppTestSupport

extension AppUnderTest {
  func wheel(up notches: Int, at place: Hand.Place = (500, 400)) throws {
    try wheel(notches, button: 4, at: place)
  }
  func wheel(down notches: Int, at place: Hand.Place = (500, 400)) throws {
    try wheel(notches, button: 5, at: place)
  }

  private func wheel(_ notches: Int, button: Int, at place: Hand.Place = (500, 400)) throws {
    try hand.point(at: place)
    try display.run("xdotool", "click", "--repeat", "\(notches)", "--delay", "2", "\(button)")
  }

  func key(_ name: String) throws {
    try waitForFocus()
    try display.run("xdotool", "key", name)
  }

  func type(_ text: String) throws {
    try waitForFocus()
    try display.run("xdotool", "type", text)
  }

  /// Waits until the window manager has given a window the focus. Earlier keys are lost, and a screen without a window
  /// is also at rest.
  private func waitForFocus() throws {
    guard !hadFocus else { return }
    _ = try window()
    hadFocus = true
  }

  func nextPicture() throws -> Screenshot { try display.screenshot() }

  /// An area in which only the list's rows are drawn: it contains no day pill, no blinking cursor and no fading button,
  /// and the rail is to its right. The window opens in the middle of the screen.
  static let quietPlace = Screenshot.Rectangle(x: 60..<880, y: 200..<620)
}

extension AppUnderTest {
  /// The number of the focused window; waits until there is one.
  func window() throws -> String {
    var window: String?
    try wait(until: "a window has the focus") {
      window = try display.focusedWindow()
      return window != nil
    }
    return window ?? ""
  }

  /// Waits until the program has `count` visible windows, all of them other than `gone`, and returns their numbers.
  @discardableResult
  func windows(_ count: Int, without gone: [String] = []) throws -> [String] {
    var windows: [String] = []
    try wait(until: "there are \(count) windows without \(gone)") {
      // The tool fails also if a window is destroyed while it searches.
      guard let found = try? display.run("xdotool", "search", "--onlyvisible", "--name", "Backscroll$")
      else { return false }
      windows = String(decoding: found, as: UTF8.self).split(separator: "\n").map(String.init)
      return windows.count == count && !windows.contains(where: gone.contains)
    }
    return windows
  }

  /// The width and height of the window, as text.
  func windowSize() throws -> String {
    try geometry(of: window()).filter { ["WIDTH", "HEIGHT"].contains($0.key) }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// The place of the floating date while it is visible.
  func floatingDatePlace() throws -> Hand.Place {
    let values = try geometry(of: window())
    return ((values["X"] ?? 0) + (values["WIDTH"] ?? 0) / 2, (values["Y"] ?? 0) + 75)
  }

  /// Clicks at a distance from the lower right corner of a window.
  func clickInCorner(of window: String, _ x: Int, _ y: Int) throws {
    let values = try geometry(of: window)
    let place = [(values["WIDTH"] ?? 0) + x, (values["HEIGHT"] ?? 0) + y].map(String.init)
    try display.run(["xdotool", "mousemove", "--window", window] + place + ["click", "1"])
  }

  /// The geometry as counted by xdotool: the place is wrong if the window manager draws a frame.
  private func geometry(of window: String) throws -> [String: Int] {
    try answer("getwindowgeometry", "--shell", window).split(separator: "\n").reduce(into: [:]) {
      let parts = $1.split(separator: "=").map(String.init)
      if parts.count == 2 { $0[parts[0]] = Int(parts[1]) }
    }
  }

  /// Minimizes the window, like its button.
  func minimize(_ window: String) throws { try display.run("xdotool", "windowminimize", window) }

  /// Restores the window with the focus, and waits until it is at rest.
  func bringBack(_ window: String) throws {
    try display.run("xdotool", "windowactivate", "--sync", window)
    try settledPicture()
  }

  /// Runs `body` while another program's window has the focus.
  func withAnotherWindow(_ body: () throws -> Void) throws {
    let own = try window()
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    other.arguments = ["xlogo", "-geometry", "40x40+0+0"]
    other.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display.name]) { $1 }
    try other.run()
    defer { other.end() }
    try display.run("xdotool", "search", "--sync", "--class", "XLogo", "windowactivate", "--sync")
    try body()
    try bringBack(own)
  }

  private func answer(_ words: String...) throws -> String {
    String(decoding: try display.run(["xdotool"] + words), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
