@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Showcase

/// The Picker tab in a window: its log, its strip and its title.
final class PickerTabTests: XCTestCase {
  @MainActor
  private static func run(_ body: (PickerTab, LoadGate) -> Void) {
    let gate = LoadGate(isOpen: false)
    let tab = PickerTab(latency: Latency(.seconds(1), sleep: { _ in try await gate.pass() }))
    let window = Window()
    window.decorated = false
    window.setDefaultSize(width: 900, height: 560)
    window.child = tab
    window.present()
    pump("the first call") { !tab.card.rows.isEmpty }
    body(tab, gate)
    gate.open()
    window.destroy()
    drain()
  }

  @MainActor
  private static func settle(_ tab: PickerTab) {
    pump("rest") {
      if tab.picker.isMoving { tab.queueDraw() }
      return !tab.picker.isMoving
    }
  }

  @MainActor
  private static func lines(_ tab: PickerTab) -> [String] {
    tab.card.log.entries.reversed().map { "\($0.kind) \($0.text)" }
  }

  func testEachCallIsShownAndTheUnseenJumpBesideThem() {
    onMainThread {
      Self.run { tab, _ in
        XCTAssertEqual(Self.lines(tab), ["layout selected: option one"])
        var titles: [String] = []
        tab.didChangeTitle = { [weak tab] in titles.append(tab?.pageTitle?.caption ?? "") }
        for _ in 0..<4 {
          tab.picker.advance()
          Self.settle(tab)
        }
        XCTAssertEqual(
          Self.lines(tab).dropFirst(),
          [
            "settle selected: option two", "settle selected: option three", "settle selected: option four",
            "jump tile 5 → tile 1, not seen", "settle selected: option one",
          ])
        XCTAssertEqual(tab.card.log.calls, 5)
        // The title said five, beside six rows.
        XCTAssertTrue(tab.card.shownTexts.contains("5 reports, 1 round"), "\(tab.card.shownTexts)")
        XCTAssertEqual(tab.card.rows.map(\.isNewest), [true, false, false, false, false, false])
        XCTAssertEqual(
          titles,
          [2, 3, 4, 1].map { "Selected: \(OptionName.option($0))" })
        XCTAssertEqual(tab.strip.layout.window, 1)
      }
    }
  }

  func testTheStripFollowsThePositionInEveryFrame() {
    onMainThread {
      Self.run { tab, _ in
        tab.picker.advance()
        var seen = Set<Double>()
        pump("rest") {
          XCTAssertEqual(tab.strip.layout.window, tab.picker.position + 1)
          seen.insert(tab.strip.position)
          if tab.picker.isMoving { tab.queueDraw() }
          return !tab.picker.isMoving
        }
        XCTAssertGreaterThan(seen.count, 4)
      }
    }
  }

  func testLateOptionsAreAwaitedAndTheChosenOneStaysInAnotherSet() {
    onMainThread {
      Self.run { tab, gate in
        tab.setLate()
        XCTAssertTrue(tab.isWaiting)
        XCTAssertNil(tab.picker.options)
        XCTAssertEqual(tab.pageTitle?.caption, "Waiting for the options")
        XCTAssertEqual(tab.strip.count, 0)
        pump("the load") { gate.waitingCount == 1 }
        XCTAssertEqual(tab.card.rows.count, 1)
        gate.open()
        pump("the layout") { tab.card.rows.count == 2 }
        XCTAssertFalse(tab.isWaiting)
        XCTAssertEqual(Self.lines(tab).last, "layout selected: option one")
        tab.picker.advance()
        Self.settle(tab)
        tab.set(.twelve)
        pump("the layout") { tab.card.rows.count == 4 }
        XCTAssertEqual(Self.lines(tab).last, "layout selected: option two")
        tab.set(.none)
        XCTAssertEqual(tab.pageTitle?.caption, "Nothing to select")
        tab.set(.one)
        pump("the layout") { tab.card.rows.count == 5 }
        XCTAssertEqual(Self.lines(tab).last, "layout selected: option one")
      }
    }
  }

  func testAnotherSetOrResetEndsTheWaiting() {
    onMainThread {
      Self.run { tab, gate in
        tab.setLate()
        pump("the load") { gate.waitingCount == 1 }
        tab.set(.two)
        XCTAssertFalse(tab.isWaiting)
        gate.open()
        pump("the layout") { tab.card.rows.count == 2 }
        drain()
        XCTAssertEqual(tab.picker.options?.count, 2)
        tab.picker.advance()
        Self.settle(tab)
        tab.reset()
        pump("the layout") { tab.card.rows.count == 1 }
        XCTAssertEqual(Self.lines(tab), ["layout selected: option one"])
        XCTAssertEqual(tab.card.log.calls, 1)
      }
    }
  }

  func testNothingIsLeftOfATabThatIsGoneWhileItWaits() {
    onMainThread {
      expectNothingLeft {
        Self.run { tab, gate in
          tab.setLate()
          pump("the load") { gate.waitingCount == 1 }
        }
      }
    }
  }
}
