import ChatStore
import Chats
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import Commands
@testable import Finding
@testable import Reader

/// The list of bookmarks: removing one and undoing that, and another word.
final class BookmarkListTests: XCTestCase {
  /// Opens the list of eight bookmarks, of which every second one has a word.
  @MainActor
  private static func run(_ body: @escaping @MainActor (FindBench, ResultsPage, [SearchHit]) -> Void) {
    FindBench.run { bench in
      let hits = try! Blocking.wait {
        try await bench.archive.search(SearchQuery("boiler"), in: nil, limit: 8)
      }
      for (index, hit) in hits.enumerated() {
        _ = try! Blocking.wait {
          try await bench.archive.setBookmark(index % 2 == 0 ? "heat" : "", of: hit.id)
        }
      }
      bench.tab.finding.showBookmarks()
      let page = bench.tab.finding.results!
      pump("the bookmarks") { listed(page).count == 8 && page.model.count == 8 }
      pump("a row") { page.list.row(.hit(hits[0].id))?.starPlace != nil }
      body(bench, page, hits)
    }
  }

  @MainActor
  private static func listed(_ page: ResultsPage) -> [Message.ID] {
    page.model.store.items.compactMap { $0.hit?.id }
  }

  @MainActor
  private static func word(_ id: Message.ID, _ bench: FindBench) -> String? {
    try! Blocking.wait { try await bench.archive.message(id) }?.bookmark
  }

  func testTheStarRemovesABookmarkAndUndoListsItAgain() {
    onMainThread {
      Self.run { bench, page, hits in
        let rows = page.model.store.items
        let chip = { (label: String) in page.all(Button.self).contains { $0.accessibleLabel == label } }
        pump("the words") { chip("All, 8") && chip("heat, 4") && chip("No Word, 4") }
        for index in [0, 3, 7] {
          page.list.row(.hit(hits[index].id))?.didPressStar?()
          pump("none") { !Self.listed(page).contains(hits[index].id) && page.model.count == 7 }
          XCTAssertNil(Self.word(hits[index].id, bench))
          XCTAssertFalse(
            zip(page.model.store.items, page.model.store.items.dropFirst()).contains {
              $0.hit == nil && $1.hit == nil
            }, "a heading without a bookmark")
          pump("the words") { chip("All, 7") }
          let toast = bench.tab.finding.bookmarkList!.toast
          XCTAssertEqual(toast.text, index % 2 == 0 ? "Bookmark “heat” removed" : "Bookmark removed")
          XCTAssertTrue(toast.activateButton())
          pump("the bookmark") { page.model.count == 8 }
          XCTAssertEqual(page.model.store.items, rows, "at its place, with the numbers of the months")
          XCTAssertEqual(Self.word(hits[index].id, bench), index % 2 == 0 ? "heat" : "")
          pump("a row") { page.list.row(.hit(hits[7].id)) != nil }
        }
      }
    }
  }

  func testAClickOnTheStarDoesNotOpenTheMessage() {
    onMainThread {
      Self.run { bench, page, hits in
        let row = page.list.row(.hit(hits[0].id))!
        let star = row.starPlace!
        bench.window.title = "bookmarks"
        let place = row.convert(Point(x: star.x + 6, y: star.y + 6), to: bench.window)!
        RealPointer.click(over: "bookmarks", x: Int(place.x), y: Int(place.y))
        pump("none") { !Self.listed(page).contains(hits[0].id) }
        XCTAssertTrue(bench.tab.finding.isShowingResults)
      }
    }
  }

  func testKeysChangeTheWordAndRemove() {
    onMainThread {
      Self.run { bench, page, hits in
        let row = page.list.row(.hit(hits[1].id))!
        XCTAssertTrue(row.takeFocus())
        XCTAssertTrue(page.pressedInList(Key.f2))
        let list = bench.tab.finding.bookmarkList!
        pump("the panel") { list.panel?.isMapped == true }
        list.panel?.entry.text = "stove"
        _ = list.panel?.press("Done")
        pump("the word") { page.list.row(.hit(hits[1].id))?.line?.bookmark == "stove" }
        XCTAssertEqual(Self.word(hits[1].id, bench), "stove")
        pump("the focus") { page.list.row(.hit(hits[1].id))?.takeFocus() == true }
        XCTAssertTrue(page.pressedInList(Key.delete))
        pump("none") { !Self.listed(page).contains(hits[1].id) }
        // Of the listed word, another one disappears from the list.
        page.bookmarks.choose("heat")
        pump("those of the word") { Self.listed(page).count == 4 }
        pump("the focus") {
          page.list.row(.hit(hits[0].id))?.takeFocus() == true && page.focusedHit?.hit.id == hits[0].id
        }
        XCTAssertTrue(page.pressedInList(Key.f2))
        pump("the panel") { list.panel?.isMapped == true }
        list.panel?.entry.text = "other"
        _ = list.panel?.press("Done")
        pump("three") { Self.listed(page).count == 3 }
      }
    }
  }

  func testWithoutBookmarksThePageTellsHowToAddOne() {
    onMainThread {
      FindBench.run { bench in
        bench.tab.finding.showBookmarks(of: bench.view.conversation.id)
        let page = bench.tab.finding.results!
        pump("none") { page.shownTexts.contains("No bookmarks in this chat") }
        XCTAssertTrue(page.shownTexts.contains("Press the star beside the time of a message, or Ctrl+D."))
        XCTAssertTrue(page.press("Show All Chats"))
        pump("none at all") { page.shownTexts.contains("No bookmarks yet") }
        XCTAssertEqual(page.scope.choice, false)
      }
    }
  }
}
