@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Controls

/// The states that change during use: the tab, the middle film, running operations, and their results.
final class SpokenStateTests: XCTestCase {
  func testARowSaysItsSenderItsTimeAndItsText() {
    onMainThread {
      let bench = ChatBench(messages: 200)
      bench.open()
      bench.frame()
      let index = bench.list.visibleRange.upperBound - 1
      let content = bench.view.feed.model.content(at: index)
      let row = bench.list.row(content.id)!
      let said = row.accessibleLabel ?? ""
      XCTAssertTrue(row.hasAccessibleRole(.listItem))
      XCTAssertTrue(said.contains(content.message.isOwn ? "You" : content.message.sender!.name), said)
      XCTAssertTrue(said.contains(content.time), said)
      XCTAssertTrue(said.hasSuffix(String(content.message.text.prefix(2_000))), said)
      pump("its place among those loaded") {
        row.hasAccessiblePosition(index + 1, of: bench.view.feed.model.count)
      }
      XCTAssertTrue(bench.list.hasAccessibleRole(.list))
      XCTAssertEqual(bench.list.accessibleLabel, "Messages")
      bench.close()
    }
  }

  func testALoadIsBusyAndItsOutcomeIsTold() {
    onMainThread {
      let bench = ChatBench(messages: 2_000)
      bench.view.olderLoading = .pull
      bench.open()
      bench.scrollToTop()
      var told: [String] = []
      bench.view.older.didFinish.connect { told.append($0) }
      bench.holdPages()
      bench.view.loadOlder()
      pump("a request") { bench.count(.previous) == 1 }
      XCTAssertTrue(bench.view.older.isAccessibleBusy)
      bench.letPass()
      pump("the outcome") { !told.isEmpty }
      XCTAssertFalse(bench.view.older.isAccessibleBusy)
      XCTAssertTrue(told[0].hasSuffix("older messages"), told[0])
      bench.close()
    }
  }

  func testTheTabThatShowsIsTheOneSelected() {
    onMainThread {
      let tabs = TabSwitcher(Tab.allCases, .tabs)
      AuditTests.show(tabs) {
        for tab in [Tab.feed, .lab] {
          tabs.choice = tab
          let selected = Tab.allCases.filter { tabs.button(for: $0)!.isAccessibleSelected }
          XCTAssertEqual(selected, [tab])
          XCTAssertEqual(tabs.button(for: tab)?.hasAccessibleRole(.tab), true)
        }
      }
    }
  }

  func testTheCarouselSaysWhichFilmOfHowMany() {
    onMainThread {
      CarouselTabBench.run { bench in
        let carousel = bench.tab.carousel
        for step in [0, 1, 3, -2] {
          bench.tab.advance(by: step)
          bench.frame()
          let (film, index) = (bench.current!, carousel.selectedIndex!)
          let count = bench.tab.shelf.films.count
          XCTAssertEqual(carousel.accessibleLabel, film.spokenName)
          XCTAssertEqual(carousel.accessibleDescription, "\(index + 1) of \(count) films")
          let page = carousel.page(for: film.id)!
          XCTAssertTrue(page.hasAccessiblePosition(index + 1, of: count))
          let selected = bench.tab.shelf.films.filter {
            carousel.page(for: $0.id)?.isAccessibleSelected == true
          }
          XCTAssertEqual(selected.map(\.id), [film.id])
        }
        bench.tab.loadLate()
        XCTAssertTrue(bench.tab.isAccessibleBusy)
        bench.gate.open()
        pump("the films") { !bench.tab.isLoading }
        XCTAssertFalse(bench.tab.isAccessibleBusy)
      }
    }
  }

  func testTheAnnouncerIsAnAlertThatSaysTheLast() {
    onMainThread {
      let announcer = Announcer()
      AuditTests.show(announcer) {
        announcer.say("30 older messages")
        XCTAssertTrue(announcer.hasAccessibleRole(.alert))
        XCTAssertEqual(announcer.accessibleLabel, "30 older messages")
        announcer.say("")
        XCTAssertEqual(announcer.accessibleLabel, "30 older messages", "nothing is no news")
      }
    }
  }

  // The pill of a failed refresh covered the rows permanently.
  func testAFailureCanBePutAway() {
    onMainThread {
      struct Offline: Error, CustomStringConvertible { let description = "offline" }
      let scroller = ScrolledWindow(child: Label("content"))
      scroller.setAccessibleLabel("Content")
      let overlay = RefreshOverlay(scroller)
      overlay.refresh = { throw Offline() }
      AuditTests.show(overlay) {
        var told: [String] = []
        overlay.didFinish.connect { told.append($0) }
        overlay.begin()
        pump("the failure") { told == ["Could not load. offline"] }
        XCTAssertTrue(overlay.isIndicatorShown)
        XCTAssertEqual(AuditTests.faults(in: overlay).faults, [])
        XCTAssertTrue(overlay.dismiss())
        XCTAssertFalse(overlay.isIndicatorShown)
        XCTAssertFalse(overlay.dismiss())
      }
    }
  }
}
