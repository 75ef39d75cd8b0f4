@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Controls
@testable import Reader
@testable import Showcase

/// An audit of each tab for assistive technology: every focusable widget has a role and a name.
final class AuditTests: XCTestCase {
  /// Parts of GTK's own that can have the focus, and that their parent represents.
  private static let partsOfGTK: Set<String> = ["GtkText", "GtkStack"]
  private static let noRole: Set<String> = ["widget", "generic", "none", "presentation"]

  /// The faults below a widget, and the number of widgets that can have the focus.
  @MainActor
  static func faults(in widget: Widget) -> (faults: [String], looked: Int) {
    let all = widget.auditedFocusables.filter { !partsOfGTK.contains($0.type) }
    let faults = all.filter { $0.name.isEmpty || noRole.contains($0.role) }
    return (faults.map(\.description), all.count)
  }

  @MainActor
  private static func expectNoFaults(
    in widget: Widget, atLeast count: Int, file: StaticString = #filePath, line: UInt = #line
  ) {
    let (faults, looked) = faults(in: widget)
    XCTAssertEqual(faults, [], file: file, line: line)
    XCTAssertGreaterThanOrEqual(looked, count, "widgets the focus can come to", file: file, line: line)
  }

  // Tests the audit itself: it finds a button without a name.
  func testTheAuditFindsWhatHasNoName() {
    onMainThread {
      let (named, nameless) = (Button(iconName: "go-down-symbolic"), Button(iconName: "go-up-symbolic"))
      named.setAccessibleLabel("Down")
      let box = Box(.vertical)
      box.append(named, nameless, Button("Words"))
      AuditTests.show(box) {
        let (faults, looked) = AuditTests.faults(in: box)
        XCTAssertEqual(faults.count, 1, "\(faults)")
        XCTAssertEqual(looked, 3)
      }
    }
  }

  func testChat() {
    onMainThread {
      let bench = ChatBench(messages: 400)
      bench.open()
      bench.frame()
      AuditTests.expectNoFaults(in: bench.view, atLeast: 8)
      bench.view.notice = .noSuchPlace(AuditFailure())
      bench.frame()
      AuditTests.expectNoFaults(in: bench.view.banner, atLeast: 1)
      XCTAssertTrue(bench.view.banner.hasAccessibleRole(.alert))
      XCTAssertEqual(bench.view.banner.accessibleLabel, "Something went wrong")
      bench.close()
    }
  }

  func testFeed() {
    onMainThread {
      let tab = FeedTab(origin: FeedOrigin(), latency: Latency())
      AuditTests.show(tab) {
        tab.start()
        pump("the first page") { tab.feed.items.count == 30 && tab.feed.visibleItems.count > 2 }
        AuditTests.expectNoFaults(in: tab, atLeast: 6)
        tab.open(tab.feed.items[0])
        pump("the repository") { tab.openRepository != nil && !tab.feed.isMapped }
        AuditTests.expectNoFaults(in: tab, atLeast: 2)
      }
    }
  }

  func testCarousel() {
    onMainThread {
      CarouselTabBench.run { bench in
        AuditTests.expectNoFaults(in: bench.tab, atLeast: 10)
        bench.tab.open(0)
        bench.frame()
        AuditTests.expectNoFaults(in: bench.tab, atLeast: 1)
        bench.tab.goBack()
        bench.tab.setCount(0)
        bench.frame()
        AuditTests.expectNoFaults(in: bench.tab, atLeast: 8)
      }
    }
  }

  func testPicker() {
    onMainThread {
      let tab = PickerTab(latency: Latency())
      AuditTests.show(tab) {
        pump("the first call") { !tab.card.rows.isEmpty }
        AuditTests.expectNoFaults(in: tab, atLeast: 5)
      }
    }
  }

  func testLab() {
    onMainThread {
      let tab = LabTab(latency: Latency())
      AuditTests.show(tab) { AuditTests.expectNoFaults(in: tab, atLeast: 6) }
    }
  }

  func testWindowParts() {
    onMainThread {
      let (title, older, tabs) = (
        TitleBlock(), OlderMenu(.pull), TabSwitcher(Tab.allCases, .tabs)
      )
      title.page = PageTitle("Films", canGoBack: true)
      title.page = nil
      let retry = Button("Try Again")
      let failure = StatusPage(.symbol(.chat), title: "Failed", text: "Why", isFailure: true, action: retry)
      let box = Box(.vertical)
      box.append(title, older, tabs, failure)
      AuditTests.show(box) {
        AuditTests.expectNoFaults(in: box, atLeast: 3)
        XCTAssertTrue(failure.hasAccessibleRole(.alert))
        XCTAssertEqual(failure.accessibleLabel, "Failed")
        XCTAssertEqual(failure.accessibleDescription, "Why")
        XCTAssertTrue(tabs.hasAccessibleRole(.tabList))
      }
    }
  }

  @MainActor
  static func show(_ widget: Widget, width: Int = 900, height: Int = 700, _ body: () -> Void) {
    let window = Window()
    window.decorated = false
    window.setDefaultSize(width: width, height: height)
    window.child = widget
    window.present()
    pump("the window") { widget.isMapped && widget.width > 0 }
    body()
    window.destroy()
    drain()
  }
}

private struct AuditFailure: Error, CustomStringConvertible {
  let description = "Something went wrong"
}
