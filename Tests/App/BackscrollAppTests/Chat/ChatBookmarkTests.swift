import ChatStore
import Chats
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import MessageRow
@testable import Reader

/// Bookmarks in a conversation: the star, the panel for its word, the steps from one to the next, and the rail.
final class ChatBookmarkTests: XCTestCase {
  @MainActor
  private static func open(width: Int = 700, _ body: (ChatBench) -> Void) {
    let bench = ChatBench(messages: 300, width: width)
    bench.open()
    bench.frame(3)
    body(bench)
    bench.close()
  }

  /// The last message of a person.
  @MainActor
  private static func message(_ bench: ChatBench) -> Message {
    bench.view.feed.model.messages.last { $0.kind == .normal && bench.list.row($0.id)?.isMapped == true }!
  }

  @MainActor
  private static func stored(_ id: Message.ID, _ bench: ChatBench) -> Message? {
    try! Blocking.wait { try await bench.archive.message(id) }
  }

  func testTheStarSavesAtOnceAndThePanelKeepsItsWord() {
    onMainThread {
      Self.open { bench in
        let id = Self.message(bench).id
        let row = bench.list.row(id)!
        let before = row.geometry
        XCTAssertTrue(row.takeFocus())
        row.send(.bookmark)
        pump("the panel") { bench.view.bookmarks.panel?.isMapped == true }
        XCTAssertEqual(Self.stored(id, bench)?.bookmark, "", "saved before the panel closes")
        XCTAssertEqual(row.geometry, before, "nothing moves")
        bench.view.bookmarks.panel?.entry.text = "hut"
        ContextMenu.close(in: row) { _ in false }
        pump("the word") { bench.view.feed.model.messages.first { $0.id == id }?.bookmark == "hut" }
        XCTAssertEqual(Self.stored(id, bench)?.bookmark, "hut")
        pump("the words of the row") { row.content!.spoken.contains("Bookmark: hut") }
        pump("the star on the rail") { bench.view.rail.stars.count == 1 }
      }
    }
  }

  func testARemovedBookmarkComesBackWithItsWord() {
    onMainThread {
      Self.open { bench in
        let id = Self.message(bench).id
        _ = try! Blocking.wait { try await bench.archive.setBookmark("hut", of: id) }
        bench.view.feed.update(Self.stored(id, bench)!)
        let row = bench.list.row(id)!
        row.send(.bookmark)
        pump("the panel") { bench.view.bookmarks.panel?.isMapped == true }
        XCTAssertEqual(bench.view.bookmarks.panel?.entry.text, "hut")
        XCTAssertTrue(bench.view.bookmarks.panel!.press("Remove"))
        pump("no bookmark") { Self.stored(id, bench)?.bookmark == nil }
        let toast = bench.view.writing.toast
        pump("the offer") { toast.text == "Bookmark “hut” removed" }
        toast.activateButton()
        pump("the bookmark") { Self.stored(id, bench)?.bookmark == "hut" }
      }
    }
  }

  func testInANarrowWindowTheRowHasARoomForTheStar() {
    onMainThread {
      for width in [360, 700] {
        Self.open(width: width) { bench in
          var count = 0
          for index in bench.view.visibleRows {
            let row = bench.list.row(bench.view.feed.model.id(at: index))!
            guard row.canBeBookmarked, let star = row.geometry?.star, let bubble = row.geometry?.bubble?.rect
            else { continue }
            count += 1
            XCTAssertGreaterThanOrEqual(star.x, 0)
            XCTAssertLessThanOrEqual(star.maxX, Double(row.width))
            XCTAssertTrue(star.maxX <= bubble.x || star.x >= bubble.maxX, "\(star) in \(bubble)")
          }
          XCTAssertGreaterThan(count, 0, "rows with a star at \(width)")
        }
      }
    }
  }

  func testStepsGoFromOneBookmarkToTheNextAndTellTheEnd() {
    onMainThread {
      Self.open { bench in
        let all = try! Blocking.wait {
          try await bench.archive.newest(in: bench.conversation.id, limit: .max)
        }
        let marked = [all[20], all[150], all[151]].map(\.id)
        for id in marked { _ = try! Blocking.wait { try await bench.archive.setBookmark("", of: id) } }
        let bookmarks = bench.view.bookmarks
        for id in marked.reversed() {
          bookmarks.go(isOlder: true)
          pump("bookmark \(id)") { bench.view.isReading(id) && bench.list.row(id)?.hasFocus == true }
        }
        bookmarks.go(isOlder: true)
        pump("the end") { bench.view.writing.toast.text == "No older bookmark" }
        bookmarks.go(isOlder: false)
        pump("back") { bench.view.isReading(marked[1]) }
      }
    }
  }
}
