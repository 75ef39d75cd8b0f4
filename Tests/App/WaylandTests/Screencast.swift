import Dispatch
import Foundation
import Synchronization

@testable import AppTestSupport

/// All pictures that the compositor paints of a monitor, while the object exists.
final class Screencast: Sendable {
  static let service = "org.gnome.Mutter.ScreenCast"

  private struct State {
    var latest: Screenshot?
    /// The place that ``record(in:_:)`` watches, and its frames.
    var recorded: (place: Screenshot.Rectangle, frames: [Screenshot])?
  }

  private let state = Mutex(State())
  private let arrived = DispatchSemaphore(value: 0)
  private let reader: Process

  /// Records a stream of the compositor, by its number in PipeWire.
  init(node: Int, width: Int, height: Int, _ environment: [String: String]) throws {
    let output = Pipe()
    reader = Process()
    try reader.start(
      [
        "gst-launch-1.0", "-q", "pipewiresrc", "path=\(node)", "always-copy=true", "!",
        "video/x-raw,format=BGRx,width=\(width),height=\(height)", "!", "fdsink", "fd=1", "sync=false",
      ], environment, output: output)
    let pipe = output.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      let count = 4 * width * height
      while let pixels = try? pipe.read(upToCount: count), pixels.count == count {
        guard let self else { return }
        take(Screenshot(pixels: pixels, width: width, height: height))
      }
    }
  }

  func close() { reader.end() }

  private func take(_ frame: Screenshot) {
    state.withLock {
      $0.latest = frame
      if let place = $0.recorded?.place { $0.recorded?.frames.append(frame.cropped(to: place)) }
    }
    arrived.signal()
  }

  /// Waits for the next frame. Nil if none is painted for some time, which means that nothing changes.
  func next() -> Screenshot? {
    while arrived.wait(timeout: .now()) == .success {}
    guard arrived.wait(timeout: .now() + .milliseconds(Self.milliseconds)) == .success else { return nil }
    return state.withLock { $0.latest }
  }

  private static let milliseconds = 250

  /// The look of `place` in each frame that is painted during `body`.
  func record(in place: Screenshot.Rectangle, _ body: () throws -> Void) rethrows -> [Screenshot] {
    state.withLock { $0.recorded = (place, []) }
    defer { state.withLock { $0.recorded = nil } }
    try body()
    return state.withLock { $0.recorded?.frames ?? [] }
  }
}
