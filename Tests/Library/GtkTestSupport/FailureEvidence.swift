import Foundation
@_spi(Testing) import Gtk
import XCTest

/// Draws the open windows into `.test-failures/<test>/` at the moment a test fails.
final class FailureEvidence: NSObject, XCTestObservation {
  @MainActor private static var isCollecting = false

  /// Starts to observe tests. Further calls do nothing.
  @MainActor static func collect() {
    guard !isCollecting else { return }
    isCollecting = true
    XCTestObservationCenter.shared.addTestObserver(FailureEvidence())
  }

  func testCase(
    _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    guard Thread.isMainThread else { return }
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      .appendingPathComponent(".test-failures").appendingPathComponent(testCase.name)
    MainActor.assumeIsolated {
      for (number, window) in Window.all.enumerated() where window.isMapped {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("line-\(lineNumber)-window-\(number + 1).png")
        if window.savePicture(to: file.path) { print("The window as it failed: \(file.path)") }
      }
    }
  }
}
