import GitHubServer
@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import Testing
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Showcase
@testable import StarredRepositories

/// The choices in the Feed tab's tool row, and their effects on the rest of the tab.
final class FeedChoiceTests: XCTestCase {
  // Each page sorted the chips again, away from the pointer and out of the focus.
  func testTopicsKeepTheirPlacesAsPagesCome() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 90)
      } body: { bench, _ in
        @MainActor func chips() -> [String] {
          bench.tab.controls.shownTexts.filter { $0 == "gtk" || $0.hasPrefix("topic-") }
        }
        pump("the rows") { bench.feed.items.count == 30 }
        pump("the topics") { chips().count == 4 }
        let before = chips()
        bench.scroll { bench.feed.items.count == 60 }
        drain()
        XCTAssertEqual(chips(), before)
      }
    }
  }

  func testLongTopicsLeaveRoomForTheOtherFilters() {
    let long = ["artificial-intelligence", "machine-learning", "developer-tools", "a"]
    var choices = FeedChoices()
    choices.learn(
      long.enumerated().flatMap { index, topic in
        (index..<long.count).map { other in
          var repository = Repository(id: Int64(index * long.count + other), owner: "o", name: "n")
          repository.topics = [topic]
          return repository
        }
      })
    XCTAssertEqual(choices.topics, long)
    XCTAssertEqual(choices.topics(with: nil), [long[0]])
    XCTAssertEqual(choices.topics(with: long[2]), [long[0], long[2]])
    XCTAssertEqual(choices.topics(with: "of the list"), ["of the list", long[0]])
  }

  // “John Doe” was treated as the user “JohnDoe”, who may be a different person.
  func testANameIsTakenAsItWasTyped() {
    onMainThread {
      let controls = FeedControls()
      var names: [String?] = []
      controls.didChooseUser = { names.append($0) }
      for text in [" ada ", "John Doe", "  ", ""] {
        controls.userName = text
        controls.submit()
      }
      XCTAssertEqual(names, ["ada", "John Doe", nil, nil])
    }
  }

  // Without a keyboard, the text in the field could not be submitted; the button to refresh loaded the sample again.
  func testANameThatIsTypedHasAButtonAndIsNotLeftOutByARefresh() {
    onMainThread {
      let controls = FeedControls()
      var names: [String?] = []
      controls.didChooseUser = { names.append($0) }
      XCTAssertFalse(controls.submitTypedName(), "the sample is shown")
      controls.type(" ada")
      XCTAssertTrue(controls.offersName)
      XCTAssertTrue(controls.submitTypedName())
      XCTAssertFalse(controls.offersName)
      XCTAssertFalse(controls.submitTypedName())
      controls.userName = "bob"
      XCTAssertFalse(controls.offersName, "what is shown")
      controls.type("")
      XCTAssertTrue(controls.submitTypedName(), "back to the sample")
      XCTAssertEqual(names, ["ada", nil])
    }
  }

  // The page said “0 repositories”, as for a user without any stars.
  func testNothingIsCountedBeforeItIsThere() {
    onMainThread {
      FeedBench.run {
        try await $0.set(total: 3, script: [.hold])
      } body: { bench, room in
        XCTAssertEqual(bench.tab.pageTitle?.caption, "Loading…")
        try FeedBench.finish { try await room.letGo() }
        pump("the rows") { bench.tab.pageTitle?.caption == "3 repositories" }
      }
    }
  }
}

@Suite("A filter that matches nothing")
struct FilterEndTests {
  /// Answers every request with the same page and a next one, but no more than a hundred times.
  private struct RoundSource: RepositorySource {
    func page(_ cursor: RepositoryCursor?, unreachable: UnreachablePolicy) async throws -> RepositoryPage {
      let number = cursor?.page ?? 1
      if number > 100 { throw CancellationError() }
      return RepositoryPage(
        items: [Repository(id: 1, owner: "ada", name: "one")], next: RepositoryCursor(page: number + 1))
    }
  }

  @Test("Ends where a server sends the same pages over and over")
  func round() async throws {
    let pages = RepositoryPages(
      source: RoundSource(), filter: FeedFilter(topic: "none"),
      conditions: RepositoryPages.Conditions(latency: Latency()), didLoadPage: { _, _ in })
    let page = try await pages.page(after: nil, limit: 30)
    #expect(page.items.isEmpty)
    #expect(page.next == nil)
  }
}
