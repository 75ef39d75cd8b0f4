import Foundation
import XCTest

@testable import AppTestSupport

/// Pictures that are made to cost gigabytes or minutes, in the real window.
final class HostilePictureTests: XCTestCase {
  /// The most kilobytes that the pictures of a chat may cost.
  private static let bound = 200_000

  /// A window on a chat with one message for each file, shown one after the other.
  private func show(_ files: [URL], _ body: (AppUnderTest) throws -> Void) throws {
    try AppUnderTest(.pictures(files)).use(self) { app in
      try app.wait(for: "window: first-frame")
      try app.hand.point(at: (500, 400))
      let deadline = Date(timeIntervalSinceNow: 4 * AppUnderTest.patience)
      while pictures(app).count < files.count {
        guard deadline > Date() else { throw TestFault("Some pictures never came: \(pictures(app))") }
        try app.display.run("xdotool", "click", "4")
        try app.readWhatHasCome()
        guard app.isRunning else { throw TestFault("The program ended: \(app.lines.suffix(4))") }
      }
      try body(app)
    }
  }

  /// The results of the pictures, in the order in which they became known.
  private func pictures(_ app: AppUnderTest) -> [String] {
    app.lines.filter { $0.hasPrefix("picture: ") }.map { String($0.dropFirst("picture: ".count)) }
  }

  /// The peak of a window without pictures, in kilobytes.
  private func plainPeak() throws -> Int {
    var peak = 0
    try show([]) { app in
      try app.settledPicture()
      peak = try app.peakMemory()
    }
    XCTAssertGreaterThan(peak, 0)
    return peak
  }

  func testPicturesThatCostTooMuchAreNotDecoded() throws {
    try inFolder { folder in
      func write(_ name: String, _ data: Data) throws -> URL {
        let file = folder.appendingPathComponent(name)
        try data.write(to: file)
        return file
      }
      let tiff = folder.appendingPathComponent("a.tiff")
      try HostilePictures.writeTIFF(side: 28_000, to: tiff)
      let files = [
        try write("a.png", HostilePictures.png(side: 30_000)),
        try write("a.gif", HostilePictures.gif(side: 20_000)),
        try write("progressive.jpg", HostilePictures.jpeg(width: 14_000, height: 11_000, .progressive)),
        try write("colors.jpg", HostilePictures.jpeg(width: 14_000, height: 11_000, .byColor)),
        try write("a.svg", HostilePictures.svg(blurs: 30_000)),
        tiff,
      ]
      let plain = try plainPeak()
      try show(files) { app in
        XCTAssertEqual(pictures(app), Array(repeating: "failed too-large=true", count: files.count))
        XCTAssertLessThan(try app.peakMemory() - plain, Self.bound)
      }
    }
  }

  // The cost of a drawing is not bounded, so it is drawn in a separate process.
  func testAnHonestDrawingIsShownAndADrawingWithoutEndIsGivenUp() throws {
    try inFolder { folder in
      let files = [(1, "honest.svg"), (30_000, "blurs.svg"), (2, "next.svg")].map { blurs, name in
        (HostilePictures.svg(blurs: blurs), folder.appendingPathComponent(name))
      }
      for (data, file) in files { try data.write(to: file) }
      try show(files.map(\.1)) { app in
        XCTAssertEqual(
          pictures(app).sorted(),
          ["failed too-large=true", "loaded width=360 height=360", "loaded width=360 height=360"])
        XCTAssertEqual(try app.children(), [])
      }
    }
  }

  // 38 s.
  func testTheWindowStaysUsableWhileADrawingIsDrawn() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("blurs.svg")
      try HostilePictures.svg(blurs: 30_000).write(to: file)
      try AppUnderTest(.pictures([file])).use(self) { app in
        try app.wait(for: "window: first-frame")
        let deadline = Date(timeIntervalSinceNow: AppUnderTest.patience)
        while try app.children().isEmpty {
          guard deadline > Date() else { throw TestFault("Nothing draws: \(app.lines.suffix(4))") }
        }
        try app.type("Meanwhile")
        try app.key("Return")
        try app.wait(for: "chat: stored")
        XCTAssertEqual(pictures(app), [])
        try app.key("ctrl+q")
        XCTAssertEqual(try app.ended(), 0)
      }
    }
  }

  // 475 MB.
  func testAnHonestPhotographIsShownWithinTheBound() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a.jpg")
      try HostilePictures.jpeg(width: 12_000, height: 9_000, .sequential).write(to: file)
      let plain = try plainPeak()
      try show([file]) { app in
        XCTAssertEqual(pictures(app), ["loaded width=360 height=270"])
        XCTAssertLessThan(try app.peakMemory() - plain, Self.bound)
      }
    }
  }
}
