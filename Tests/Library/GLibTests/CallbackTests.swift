import GLib
import XCTest

/// Events of Swift objects.
final class CallbackTests: XCTestCase {
  @MainActor private final class Listener {
    var heard: [Int] = []
  }

  func testAllListenersAreCalledInOrderWhileTheirOwnersLive() {
    onMainLoop {
      let event = Callback<Int>()
      var order: [String] = []
      let first = Listener()
      var second: Listener? = Listener()
      event.connect(weak: first) {
        $0.heard.append($1)
        order.append("first")
      }
      event.connect(weak: second!) { _, _ in order.append("second") }
      event.connect { order.append("\($0)") }
      event(7)
      second = nil
      event(8)
      XCTAssertEqual(first.heard, [7, 8])
      XCTAssertEqual(order, ["first", "second", "7", "first", "8"])
    }
  }

  func testAListenerThatIsConnectedDuringAnEventHearsTheNext() {
    onMainLoop {
      let event: Callback<> = Callback()
      var late = 0
      var isConnected = false
      event.connect {
        guard !isConnected else { return }
        isConnected = true
        event.connect { late += 1 }
        event()
      }
      event()
      XCTAssertEqual(late, 1)
    }
  }
}
