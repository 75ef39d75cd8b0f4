import Foundation
import GitHubServer
@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Showcase

/// The Feed tab's behaviour while a server demands a wait.
final class FeedPatienceTests: XCTestCase {
  /// A clock that follows the computer's until the test ends the wait.
  @MainActor
  private final class Clock {
    var isOver = false

    func makeWait() -> FeedWait {
      FeedWait(
        delay: { _ in try await Task.sleep(for: .milliseconds(10)) },
        now: { self.isOver ? .distantFuture : Date() })
    }
  }

  /// A wait that exceeds the longest one of the source.
  private static let refusal = ServerRoom.Step.status(429, headers: ["Retry-After": "600"])

  @MainActor
  private static func pages(_ room: ServerRoom) throws -> [String] {
    var pages: [String] = []
    try FeedBench.finish {
      let asked = try await room.requests().map(\.page)
      await MainActor.run { pages = asked }
    }
    return pages
  }

  // The banner promised another try, but there was none.
  func testARefreshThatIsRefusedIsTriedAgainAfterTheWait() {
    onMainThread {
      let clock = Clock()
      FeedBench.run(wait: clock.makeWait()) {
        try await $0.set(total: 90)
      } body: { bench, room in
        pump("the rows") { bench.feed.items.count == 30 }
        try FeedBench.finish { try await room.set(script: [FeedPatienceTests.refusal]) }
        bench.tab.refresh()
        pump("the promise") { bench.shows("Trying again at") }
        pump("the end of the refresh") { bench.feed.overlay.state == .none }
        clock.isOver = true
        pump("the second try") {
          bench.feed.pager.generation == 3 && bench.feed.pager.replacement == .idle
        }
        XCTAssertFalse(bench.shows("Trying again"))
        pump("its end") { bench.feed.overlay.state == .none }
        XCTAssertEqual(try FeedPatienceTests.pages(room), ["1", "1", "1"])
      }
    }
  }

  // The banner reduced the height of the view, so the reader left the band before the end and returned to it, and the
  // server got a request in the middle of the wait that it had demanded.
  func testWhoScrollsDuringAWaitAsksForNothing() {
    onMainThread {
      let clock = Clock()
      FeedBench.run(wait: clock.makeWait()) {
        try await $0.set(total: 90, script: [.list, FeedPatienceTests.refusal])
      } body: { bench, room in
        pump("the rows") { bench.feed.items.count == 30 }
        bench.scroll { bench.shows("More repositories at") }
        pump("the promise") { bench.shows("Trying again at") }
        XCTAssertFalse(bench.shows("Try Again"), "nothing to press for what happens by itself")
        for _ in 0..<3 {
          bench.feed.list.vadjustment?.value -= 1_500
          bench.rest()
          bench.scroll { bench.feed.itemsBelow == 0 }
          bench.rest()
        }
        XCTAssertEqual(try FeedPatienceTests.pages(room), ["1", "2"])
        clock.isOver = true
        pump("the page") { bench.feed.items.count == 60 }
        XCTAssertEqual(try FeedPatienceTests.pages(room), ["1", "2", "2"])
      }
    }
  }

  /// A limit that ends at the same time for every request, as GitHub's does.
  private static func limit() -> ServerRoom.Step {
    let end = Int(Date().timeIntervalSince1970) + 600
    return .status(403, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(end)"])
  }

  // The page and a banner above it said the same.
  func testALimitBeforeTheFirstPageIsToldByThePageAlone() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 90, script: [FeedPatienceTests.limit()])
      } body: { bench, room in
        _ = bench.failure
        pump("the state") { bench.shows("takes no more requests until") }
        bench.rest()
        XCTAssertFalse(bench.shows("Try Again"))
        let told = bench.tab.shownTexts.filter { $0.contains("requests") }
        XCTAssertEqual(told.count, 1, "\(told)")
        XCTAssertTrue(bench.tab.press("Show the Sample"))
        pump("the sample") { bench.feed.items.count == 30 }
        XCTAssertEqual(try FeedPatienceTests.pages(room), ["1"])
      }
    }
  }

  // Each refused try showed the banner again, also after it had been closed.
  func testALimitThatWasClosedIsNotToldAgainByTheNextTry() {
    onMainThread {
      let limit = FeedPatienceTests.limit()
      FeedBench.run(wait: Clock().makeWait()) {
        try await $0.set(total: 90)
      } body: { bench, room in
        pump("the rows") { bench.feed.items.count == 30 }
        try FeedBench.finish { try await room.set(script: [limit, limit]) }
        bench.tab.refresh()
        pump("the word") { bench.shows("Trying again at") }
        pump("the end of the refresh") { bench.feed.overlay.state == .none }
        bench.closeBanner()
        pump("the end of the word") { !bench.shows("Trying again at") }
        bench.tab.refresh()
        pump("the second refusal") {
          bench.feed.pager.generation == 3 && bench.feed.overlay.state == .none
        }
        bench.rest()
        XCTAssertFalse(bench.shows("Trying again at"))
        XCTAssertEqual(try FeedPatienceTests.pages(room), ["1", "1", "1"])
      }
    }
  }
}
