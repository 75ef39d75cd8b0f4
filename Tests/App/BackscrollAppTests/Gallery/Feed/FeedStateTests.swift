import Foundation
import GitHubServer
@_spi(Testing) import Gtk
import GtkTestSupport
import StarredRepositories
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Showcase

/// The Feed tab's content for a server on loopback with wrong answers, and after it has recovered.
final class FeedStateTests: XCTestCase {
  private nonisolated static let title = "The repositories could not be loaded"

  /// Expects that the first page fails in this way: there is only a page with a sentence and a button that loads the
  /// rows once the server has recovered. If the load is tried again automatically, there is no button, only a refresh.
  @MainActor
  private static func expectFailure(
    _ step: ServerRoom.Step, title: String = FeedStateTests.title, _ sentence: String, isWait: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    FeedBench.run {
      try await $0.set(total: 3, script: [step])
    } body: { bench, room in
      _ = bench.failure
      pump("the state", file: file, line: line) { bench.shows(title) }
      XCTAssertTrue(bench.shows(sentence), "\(bench.tab.shownTexts)", file: file, line: line)
      XCTAssertEqual(bench.feed.list.model.count, 0, "no rows", file: file, line: line)
      XCTAssertNotEqual(bench.tab.press("Try Again"), isWait, file: file, line: line)
      if isWait { bench.tab.refresh() }
      pump("the rows", file: file, line: line) { bench.feed.items.count == 3 }
      pump("the end of the state", file: file, line: line) { !bench.shows(title) }
      try FeedBench.finish {
        let pages = try await room.requests().map(\.page)
        XCTAssertEqual(pages, ["1", "1"], file: file, line: line)
      }
    }
  }

  // The page suggested that the computer was offline, and offered the same request again.
  func testAnUnknownUserIsToldWithTheFieldReadyForAnotherName() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 3, script: [.body(#"{"message": "Not Found"}"#, status: 404)])
      } body: { bench, _ in
        _ = bench.failure
        pump("the state") { bench.shows("There is no user “ada”") }
        XCTAssertTrue(bench.shows("Check the spelling of the name."))
        XCTAssertFalse(bench.tab.press("Try Again"))
        XCTAssertNotNil(bench.focus?.ancestor(FeedControls.self), "\(String(describing: bench.focus))")
        bench.tab.controls.submit()
        pump("the rows") { bench.feed.items.count == 3 }
        pump("the end of the state") { !bench.shows("There is no user") }
      }
    }
  }

  // The rows below the page handled the keys.
  func testTabReachesTheButtonsOfAFailure() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 3, script: [.status(500)])
      } body: { bench, _ in
        _ = bench.failure
        pump("the page") { bench.tab.shownTexts.contains("Try Again") }
        bench.tab.controls.focusUser()
        var names: [String] = []
        for _ in 0..<8 where bench.window.moveFocus(.forward) {
          names += bench.focus?.shownTexts ?? []
        }
        XCTAssertTrue(names.contains("Try Again"), "\(names)")
        XCTAssertTrue(names.contains("Show the Sample"), "\(names)")
      }
    }
  }

  func testOnlyWhatIsNotReachedLooksDisconnected() {
    let until = Date(timeIntervalSinceNow: 600)
    let icons: [(FeedError, FeedFailure.Icon)] = [
      (.connection(.offline, host: "api.github.com"), .disconnected),
      (.notFound(user: "x"), .person), (.rateLimited(host: "api.github.com", until: until), .clock),
      (.server(host: "api.github.com", status: 500), .warning),
      (.server(host: "api.github.com", status: 404), .warning),
    ]
    for (error, icon) in icons { XCTAssertEqual(FeedFailure(error).icon, icon, "\(error)") }
    XCTAssertEqual(
      FeedFailure(FeedError.server(host: "api.github.com", status: 500)).title,
      "GitHub reported an error (500)")
  }

  func testAServerInTrouble() {
    onMainThread {
      FeedStateTests.expectFailure(.status(500), title: "reported an error (500)", "Try again later.")
    }
  }

  func testAWebPageInPlaceOfData() {
    onMainThread { FeedStateTests.expectFailure(.html, "A web page came from") }
  }

  func testACutConnection() {
    onMainThread { FeedStateTests.expectFailure(.cut, "broke in the middle of the response") }
  }

  func testWhatIsNoList() {
    onMainThread {
      FeedStateTests.expectFailure(.body(#"[{"id": 1"#), "is not a list of repositories")
      FeedStateTests.expectFailure(.body("42"), "is not a list of repositories")
    }
  }

  func testALongLimitSaysUntilWhen() {
    onMainThread {
      FeedStateTests.expectFailure(
        .status(429, headers: ["Retry-After": "1800"]), title: "takes no more requests until",
        "Wait until then, or set", isWait: true)
    }
  }

  func testAShortLimitIsToldWaitedForAndOver() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 3, script: [.status(429, headers: ["Retry-After": "1"])])
      } body: { bench, _ in
        pump("the word of the wait") { bench.shows("Trying again") }
        XCTAssertEqual(bench.feed.content, .loading)
        pump("the rows") { bench.feed.items.count == 3 }
        pump("the end of the word") { !bench.shows("Trying again") }
      }
    }
  }

  // A name that does not exist, a port that is not served, and a server without TLS.
  func testAServerThatCannotBeAskedOffersTheSample() throws {
    let secure = try ServerRoom().origin.replacingOccurrences(of: "http://", with: "https://")
    onMainThread {
      let ways = [
        ("http://name.invalid", ["“name.invalid” cannot be found", "This computer is offline"]),
        ("http://127.0.0.1:1", ["“127.0.0.1:1” does not respond", "This computer is offline"]),
        (secure, ["No secure connection to “127.0.0.1"]),
      ]
      for (address, sentences) in ways {
        FeedBench.visit(FeedOrigin(user: "ada", apiBase: address)) { bench in
          XCTAssertTrue(sentences.contains { bench.failure.contains($0) }, bench.failure)
          pump("the state") { sentences.contains { bench.shows($0) } }
          XCTAssertTrue(bench.tab.press("Try Again"))
          pump("the second try") { bench.feed.pager.generation == 2 }
          XCTAssertTrue(sentences.contains { bench.failure.contains($0) }, bench.failure)
          pump("the state again") { sentences.contains { bench.shows($0) } }
          XCTAssertTrue(bench.tab.press("Show the Sample"))
          pump("the sample") { bench.feed.items.count == 30 }
          pump("the end of the state") { !bench.shows("Show the Sample") }
          XCTAssertEqual(bench.tab.controls.userName, "")
          pump("the focus in its rows") { bench.focus is RepositoryRow }
        }
      }
    }
  }

  func testNothingStarredSaysSo() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 0)
      } body: { bench, _ in
        pump("an end") { bench.feed.content == .empty }
        pump("the state") {
          bench.shows("No repositories") && bench.shows("ada has not starred anything yet.")
        }
        XCTAssertEqual(bench.feed.list.model.count, 0)
      }
    }
  }

  func testOneIsOneRowAndTheEnd() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 1)
      } body: { bench, _ in
        pump("the row") { bench.feed.items.count == 1 }
        pump("the end") { bench.shows("That is all: 1 repository") }
        XCTAssertEqual(bench.feed.items.first.flatMap { bench.place(of: $0.id) }, 0)
      }
    }
  }

  // One in five has no description, one in six no language, one in four no topics.
  func testARowWithoutDescriptionOrLanguageIsARowAndOpens() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 30)
      } body: { bench, _ in
        pump("the rows") { bench.feed.items.count == 30 }
        let bare = bench.feed.items.first { $0.description == nil && $0.language == nil }
        guard let bare else { return XCTFail("the server has one of them") }
        bench.scroll { bench.feed.visibleItems.contains(bench.feed.items.firstIndex(of: bare)!) }
        drain()
        XCTAssertGreaterThan(bench.feed.list.row(.item(bare.id))?.height ?? 0, 40)
        bench.tab.open(bare)
        pump("its page") { bench.shows("No description.") }
        bench.tab.goBack()
      }
    }
  }

  func testTenThousandComeOnceEachDownToTheEnd() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 10_000, size: 100)
      } body: { bench, room in
        pump("the first page") { bench.feed.items.count == 100 }
        bench.scroll(by: 4_000) { bench.feed.pager.state(.next) == .end }
        XCTAssertEqual(bench.feed.items.count, 10_000)
        XCTAssertEqual(Set(bench.feed.items.map(\.id)).count, 10_000)
        let rows = (0..<10_000).filter { bench.feed.list.row(.item(bench.feed.items[$0].id)) != nil }
        XCTAssertLessThan(rows.count, 100, "widgets, however many items there are")
        try FeedBench.finish {
          let pages = try await room.requests().map(\.page)
          XCTAssertEqual(pages, (1...100).map { "\($0)" })
        }
      }
    }
  }

  // MARK: Stored pages

  /// A second start with the pages that a first one has stored; `script` contains the server's responses.
  @MainActor
  private static func startAgain(
    _ script: [ServerRoom.Step], body: (FeedBench, ServerRoom) throws -> Void
  ) {
    do {
      let cache = try TemporaryFolder()
      FeedBench.run(cache: cache) {
        try await $0.set(total: 40)
      } body: { first, room in
        pump("the rows") { first.feed.items.count == 30 }
        first.scroll { first.feed.items.count == 40 }
        try FeedBench.finish { try await room.set(script: script) }
        try FeedBench.open(first.tab.origin, cache: cache) { try body($0, room) }
      }
    } catch { XCTFail("\(error)") }
  }

  func testWhatHasNotChangedComesFromWhatWasKept() {
    onMainThread {
      FeedStateTests.startAgain([]) { bench, room in
        pump("the rows") { bench.feed.items.count == 30 }
        XCTAssertFalse(bench.shows("Showing saved content."))
        try FeedBench.finish {
          let last = try await room.requests().last
          XCTAssertNotNil(last?.headers["if-none-match"])
        }
      }
    }
  }

  func testOfflineItOpensWithWhatWasKeptSaysSoAndIsMendedByARefresh() {
    onMainThread {
      FeedStateTests.startAgain([.drop, .drop]) { bench, _ in
        pump("the rows") { bench.feed.items.count == 30 }
        pump("the word") { bench.shows("Showing saved content.") }
        // A failed refresh changes none of that.
        bench.tab.refresh()
        pump("the refresh to fail") { bench.feed.overlay.state == .none && bench.feed.pager.generation == 2 }
        XCTAssertEqual(bench.feed.items.count, 30)
        XCTAssertTrue(bench.shows("Showing saved content."))
        bench.tab.refresh()
        pump("the end of the word") { !bench.shows("Showing saved content.") }
        XCTAssertEqual(bench.feed.items.count, 30)
      }
    }
  }

  // The filter's first page was requested like a refresh, and the stored pages were ignored.
  func testOfflineWhatWasKeptCanBeFiltered() {
    onMainThread {
      FeedStateTests.startAgain(Array(repeating: .drop, count: 9)) { bench, _ in
        pump("the rows") { bench.feed.items.count == 30 }
        bench.tab.setFilter(FeedFilter(language: "Swift"))
        pump("an end") { bench.feed.content != .loading }
        XCTAssertEqual(bench.feed.content, .items)
        XCTAssertEqual(Set(bench.feed.items.map(\.language)), ["Swift"])
      }
    }
  }

  // MARK: New ones on top

  func testNewOnesOnTopAreToldOfMoveNobodyAndAClickLeadsThere() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 90)
      } body: { bench, room in
        pump("the rows") { bench.feed.items.count == 30 }
        bench.rest()
        bench.scroll(by: 100) { bench.feed.visibleItems.lowerBound >= 8 }
        bench.rest()
        let read = bench.feed.items[bench.feed.visibleItems.lowerBound + 1]
        let places = bench.watch(read.id)
        XCTAssertNotNil(bench.place(of: read.id))
        try FeedBench.finish {
          try await room.replace(
            0, by: #"{"id": 9, "name": "new", "full_name": "ada/new", "owner": {"login": "ada"}}"#)
        }
        let before = bench.place(of: read.id)
        bench.tab.refresh()
        pump("the new one") { bench.feed.items.first?.id == 9 }
        pump("its pill") { bench.shows("1 new") }
        pump("the end of the refresh") { bench.feed.overlay.state == .none }
        drain()
        XCTAssertGreaterThan(places.values.count, 2, "painted frames")
        XCTAssertEqual(Set(places.values.map { $0 ?? .infinity }), [before ?? .nan])
        XCTAssertTrue(bench.tab.press("1 new"))
        pump("the start") { bench.feed.visibleItems.lowerBound == 0 && bench.place(of: 9) == 0 }
        pump("the end of the pill") { !bench.shows("1 new") }
      }
    }
  }

  // MARK: Later pages

  func testALaterPageThatFailsIsTriedAgainFromTheFooter() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 60, script: [.list, .status(503)])
      } body: { bench, room in
        pump("the rows") { bench.feed.items.count == 30 }
        bench.scroll { bench.shows("Could not load more repositories") }
        XCTAssertEqual(bench.feed.items.count, 30)
        XCTAssertTrue(bench.tab.press("Try Again"))
        pump("the page") { bench.feed.items.count == 60 }
        try FeedBench.finish {
          let pages = try await room.requests().map(\.page)
          XCTAssertEqual(pages, ["1", "2", "2"])
        }
      }
    }
  }
}
