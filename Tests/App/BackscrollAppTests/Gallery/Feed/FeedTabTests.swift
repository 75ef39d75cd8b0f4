import Foundation
import Gtk
import GtkTestSupport
import ScrollCore
import SeededRandom
import StarredRepositories
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Showcase

/// The Feed tab on the sample, in a window.
final class FeedTabTests: XCTestCase {
  @MainActor
  private static func open(
    _ origin: FeedOrigin = FeedOrigin(), latency: Duration = .zero, delay: @escaping Latency.Sleep = { _ in },
    body: (FeedTab, Window) -> Void
  ) {
    let tab = FeedTab(origin: origin, latency: Latency(latency, sleep: delay))
    let window = Window()
    window.setDefaultSize(width: 700, height: 640)
    window.child = tab
    window.present()
    tab.start()
    body(tab, window)
    window.destroy()
    drain()
  }

  /// Scrolls until `condition` holds.
  @MainActor
  private static func scroll(_ tab: FeedTab, until condition: () -> Bool) {
    for _ in 0..<2_000 where !(tab.feed.list.isLaidOut && condition()) {
      tab.feed.list.vadjustment!.value += 200
      tab.feed.list.queueDraw()
      MainLoop.iterate(mayBlock: true)
    }
  }

  // The sample answers at once with the same content, and no reaction was visible.
  func testARefreshThatBringsNothingSaysWhenTheFeedWasUpToDate() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        bench.window.show(.feed)
        let tab = bench.find(FeedTab.self, in: bench.window)!
        pump("the first page") { tab.feed.items.count == 30 }
        var said: [String] = []
        tab.feed.overlay.didFinish.connect { said.append($0) }
        bench.window.activateAction("win.refresh")
        pump("the refresh") { !said.isEmpty }
        XCTAssertTrue(said[0].hasPrefix("Up to date, ") && said[0].contains(/\d/), said[0])
      }
    }
  }

  func testTheSampleComesPageByPageDownToItsEnd() {
    onMainThread {
      FeedTabTests.open { tab, _ in
        pump("the first page") { tab.feed.items.count == 30 }
        FeedTabTests.scroll(tab) { tab.feed.pager.state(.next) == .end }
        XCTAssertEqual(tab.feed.items.count, 300)
        XCTAssertEqual(Set(tab.feed.items.map(\.id)).count, 300)
        XCTAssertEqual(tab.pageTitle?.heading, "Sample stars")
        XCTAssertLessThanOrEqual(tab.measured(.horizontal).minimum, 360)
      }
    }
  }

  func testAFilterShowsItsRepositoriesAndNoOthersAndBack() {
    onMainThread {
      FeedTabTests.open { tab, _ in
        pump("the first page") { tab.feed.items.count == 30 }
        let language = tab.feed.items.compactMap(\.language).first!
        tab.setFilter(FeedFilter(language: language))
        pump("the filtered page") { tab.feed.content == .items }
        FeedTabTests.scroll(tab) { tab.feed.pager.state(.next) == .end }
        XCTAssertFalse(tab.feed.items.isEmpty)
        XCTAssertTrue(tab.feed.items.allSatisfy { $0.language == language })
        tab.setFilter(FeedFilter(topic: "there is no such topic"))
        pump("nothing") { tab.feed.content == .empty }
        tab.setFilter(FeedFilter())
        pump("all again") {
          tab.feed.items.count >= 30 && tab.feed.items.contains { $0.language != language }
        }
      }
    }
  }

  func testTheDetailPageAndBackAsksForNothingAndMovesNothing() {
    onMainThread {
      FeedTabTests.open { tab, window in
        pump("the first page") { tab.feed.items.count == 30 }
        FeedTabTests.scroll(tab) { tab.feed.visibleItems.lowerBound > 5 }
        pump("rest") { tab.feed.pager.state(.next) != .loading }
        drain()
        let repository = tab.feed.items[tab.feed.visibleItems.lowerBound + 1]
        let row = FeedModel<RepositoryPages>.ID.item(repository.id)
        @MainActor func place() -> Double? {
          tab.feed.list.row(row)?.convert(Point(x: 0, y: 0), to: tab.feed)?.y
        }
        let before = place()
        XCTAssertNotNil(before)
        let generation = tab.feed.pager.generation
        let count = tab.feed.items.count
        tab.open(repository)
        XCTAssertEqual(tab.pageTitle?.canGoBack, true)
        pump("the detail page") { !tab.feed.isMapped }
        tab.goBack()
        pump("the feed") { tab.feed.isMapped }
        drain()
        XCTAssertEqual(place(), before)
        XCTAssertEqual(tab.feed.pager.generation, generation)
        XCTAssertEqual(tab.feed.items.count, count)
      }
    }
  }

  func testAPageThatIsMadeToFailSaysSoAndIsTriedAgain() {
    onMainThread {
      FeedTabTests.open { tab, _ in
        pump("the first page") { tab.feed.items.count == 30 }
        tab.failNext()
        tab.refresh()
        pump("the refresh to fail") { tab.feed.overlay.state == .none }
        XCTAssertEqual(tab.feed.items.count, 30)
        tab.failNext()
        FeedTabTests.scroll(tab) { if case .failed = tab.feed.pager.state(.next) { true } else { false } }
        tab.feed.retry()
        pump("the page") { tab.feed.items.count == 60 }
      }
    }
  }

  func testWhatCannotBeAUserIsAStateWithASentence() {
    onMainThread {
      FeedTabTests.open(FeedOrigin(user: "no such/user", apiBase: "http://127.0.0.1:9")) { tab, _ in
        pump("the failure") { if case .failed = tab.feed.content { true } else { false } }
        guard case .failed(let error) = tab.feed.content else { return }
        XCTAssertTrue("\(error)".contains("no such/user"), "\(error)")
        tab.show(user: nil)
        pump("the sample") { tab.feed.items.count == 30 }
      }
    }
  }

  func testThePatternOfARepositoryIsTheSameLeftAndRight() {
    for name in ["a/b", "octavia/paperboat", ""] {
      let cells = RepositoryMark.cells(FNV1a.hash(name))
      XCTAssertFalse(cells.isEmpty)
      for (column, row) in cells { XCTAssertTrue(cells.contains { $0 == (4 - column, row) }) }
    }
  }

  func testNothingIsLeftOfTheTab() {
    onMainThread {
      expectNothingLeft {
        FeedTabTests.open { tab, _ in
          pump("the first page") { tab.feed.items.count == 30 }
          tab.open(tab.feed.items[0])
          tab.goBack()
          drain()
        }
      }
    }
  }

  // The menu's choice applies from the next page on, also for another user's stars.
  func testALatencyThatIsChosenCountsFromTheNextPageOn() {
    onMainThread {
      var delays: [Duration] = []
      FeedTabTests.open(delay: { delays.append($0) }) { tab, _ in
        pump("the first page") { tab.feed.items.count == 30 }
        XCTAssertEqual(delays, [])
        tab.setLatency(milliseconds: 300)
        FeedTabTests.scroll(tab) { tab.feed.items.count == 60 }
        XCTAssertEqual(delays, [.milliseconds(300)])
        tab.show(user: nil)
        pump("the first page again") { tab.feed.items.count == 30 && delays.count == 2 }
        tab.setLatency(milliseconds: 0)
        FeedTabTests.scroll(tab) { tab.feed.items.count == 60 }
        XCTAssertEqual(delays.count, 2)
      }
    }
  }
}
