import ChatArchive
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp

/// What a search field offers to complete.
final class CompletionTests: XCTestCase {
  func testTheWordAtTheCursorIsCompleted() {
    func subject(_ text: String, _ cursor: Int? = nil, isAsked: Bool = false) -> CompletionRequest.Subject? {
      CompletionRequest(
        SearchQuery(text), cursor: cursor ?? text.unicodeScalars.count, isAsked: isAsked)?.subject
    }
    XCTAssertEqual(subject("hut from:t"), .people("t"))
    XCTAssertEqual(subject("from:"), .people(""))
    XCTAssertEqual(subject("from:\"Tove Å"), .people("Tove Å"))
    XCTAssertNil(subject("from:\"Tove Å\""), "it is whole")
    XCTAssertEqual(subject("-in:rid"), .chats("rid"))
    XCTAssertEqual(subject("has:PH"), .traits("ph"))
    XCTAssertNil(subject("before:20"))
    XCTAssertNil(subject("hut"))
    XCTAssertNil(subject(""))
    XCTAssertNil(subject("from:t hut", 3), "in the middle of a word")
    XCTAssertEqual(subject("fr", isAsked: true), .filters("fr"))
    XCTAssertEqual(subject("", isAsked: true), .filters(""))
    XCTAssertNil(subject("hut", 99, isAsked: true))
    let request = CompletionRequest(SearchQuery("é -from:ma"), cursor: 10)
    XCTAssertEqual(request?.range, 2..<10)
    XCTAssertEqual(request?.prefix, "-from:")
  }

  func testPeopleAreOfferedAndTaken() {
    onMainThread {
      FindBench.run { bench in
        bench.finding.show()
        pump("the bar") { bench.finding.bar!.isMapped }
        let (field, completer) = (bench.finding.bar!.field, bench.finding.completer!)
        field.replace(0..<0, with: "from:")
        pump("the people") {
          completer.list.visible && completer.list.options.map(\.title) == ["Ann", "Bob"]
        }
        XCTAssertTrue(completer.list.isMapped)
        XCTAssertTrue(field.didPress!(Key.down, []))
        XCTAssertEqual(completer.list.selected?.title, "Bob")
        XCTAssertTrue(field.didPress!(Key.tab, []))
        XCTAssertFalse(completer.list.visible)
        XCTAssertEqual(field.chips.map(\.words), ["from:Bob"])
        XCTAssertEqual(field.text.text, "")
        pump("the hits") { bench.words == "100 of 100" }
        field.replace(0..<0, with: "has:p")
        pump("what there can be") { completer.list.options.map(\.title) == ["photo"] }
        XCTAssertTrue(field.didPress!(Key.escape, []))
        XCTAssertFalse(completer.list.visible)
        XCTAssertTrue(bench.finding.isShown, "Escape has closed the list only")
        XCTAssertTrue(field.didPress!(Key.space, .control))
        XCTAssertFalse(field.didPress!(Key.down, .shift))
        field.query = ""
        XCTAssertTrue(field.didPress!(Key.space, .control))
        XCTAssertEqual(
          completer.list.options.map(\.title), ["from:", "in:", "before:", "after:", "on:", "has:"])
        XCTAssertEqual(AuditTests.faults(in: completer.list).faults, [])
        bench.finding.end()
        XCTAssertFalse(completer.list.visible)
      }
    }
  }

  func testChatsAreOfferedInTheSearchOfAll() {
    onMainThread {
      FindBench.run { bench in
        bench.tab.finding.showResults()
        let page = bench.tab.finding.results!
        pump("the page") { page.isMapped && page.field.text.hasFocus }
        page.field.replace(0..<0, with: "in:t")
        pump("the chat") {
          page.completer?.list.options.map(\.title) == ["Two"] && page.completer!.list.visible
        }
        XCTAssertTrue(page.field.didPress!(Key.returnKey, []))
        XCTAssertEqual(page.field.chips.map(\.words), ["in:Two"])
        pump("the hits") { page.model.state == .found && page.model.chatCount == 1 }
      }
    }
  }
}
