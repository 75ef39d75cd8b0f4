import ChatStore
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Commands
@testable import Finding

/// The completions of a search field.
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

  func testWordsBeforeTheCursorAreReadFromTheLongestRunToTheLastOne() {
    func words(_ text: String, _ cursor: Int? = nil) -> [String] {
      let request = CompletionRequest(
        SearchQuery(text), cursor: cursor ?? text.unicodeScalars.count, readsWords: true)
      guard case .words(let words) = request?.subject else { return [] }
      return words.map(\.text)
    }
    XCTAssertEqual(words("17 August 2022"), ["17 August 2022", "August 2022", "2022"])
    XCTAssertEqual(words("hut anna "), ["hut anna", "anna"], "keyboards on screens add a blank")
    XCTAssertEqual(words("hut anna", 3), ["hut"])
    XCTAssertEqual(words("hut anna", 6), [], "in the middle of a word")
    XCTAssertEqual(words("from:Bob anna"), ["anna"])
    XCTAssertEqual(words("\"a hut\" anna"), ["anna"])
    XCTAssertEqual(words("hut -anna"), [])
    XCTAssertEqual(words("hut from:"), [])
    XCTAssertEqual(words(""), [])
    XCTAssertEqual(words("a b c d e f g").first, "c d e f g")
    let request = CompletionRequest(SearchQuery("hut é "), cursor: 6, readsWords: true)
    guard case .words(let words) = request?.subject else { return XCTFail("no words") }
    XCTAssertEqual(words.map(\.range), [0..<6, 4..<6])
  }

  // Names and dates were completed only after "from:" and similar filters, which a user has to know.
  func testNamesAndDatesAreOfferedWithoutAFilter() {
    onMainThread {
      FindBench.run(width: 360) { bench in
        bench.tab.finding.showResults()
        let page = bench.tab.finding.results!
        pump("the page") { page.isMapped && page.field.text.hasFocus }
        let list = page.completer!.list
        @MainActor func type(_ text: String, _ expected: [String], line: UInt = #line) {
          page.field.query = text
          page.completer!.update()
          pump("offers for \(text)", line: line) { list.visible && list.options.map(\.title) == expected }
        }
        type("an", ["Messages from Ann"])
        XCTAssertTrue(list.isMapped)
        XCTAssertNil(list.selected, "Return is for the words")
        XCTAssertFalse(page.field.didPress!(Key.returnKey, []))
        XCTAssertFalse(page.field.didPress!(Key.tab, []))
        XCTAssertEqual(list.options.first?.note, "400")
        let corner = list.convert(Point(x: Double(list.width), y: 0), to: page)!
        XCTAssertLessThanOrEqual(corner.x, Double(page.width), "whole in a narrow window")
        guard let option = list.options.first else { return XCTFail("no offer") }
        list.didChoose!(option)
        pump("the chip") { page.field.chips.map(\.words) == ["from:Ann"] && page.field.text.text.isEmpty }
        XCTAssertFalse(list.visible)
        pump("hits") { page.model.state == .found && page.model.count == 400 }

        page.field.query = ""
        type("drips two", ["Messages in Two"])
        XCTAssertTrue(page.field.didPress!(Key.down, []))
        XCTAssertTrue(page.field.didPress!(Key.tab, []))
        XCTAssertEqual(page.field.chips.map(\.words), ["in:Two"])
        XCTAssertEqual(page.field.text.text, "drips ")
        pump("hits") { page.model.state == .found && page.model.count == 6 }

        page.field.query = ""
        type("november 2023", ["Messages of November 2023"])
        type("2023", ["Messages of 2023"])
        type("16 November 2023", ["Messages of 16 Nov 2023"])
        XCTAssertTrue(page.field.didPress!(Key.down, []))
        XCTAssertTrue(page.field.didPress!(Key.returnKey, []))
        XCTAssertEqual(page.field.chips.map(\.words), ["on:\"16 Nov 2023\""])
        pump("hits") { page.model.state == .found && page.model.count == 48 }

        page.field.query = ""
        type("ann", ["Messages from Ann"])
        XCTAssertTrue(page.field.didPress!(Key.escape, []))
        page.completer!.update()
        XCTAssertFalse(list.visible, "closed for this word")
      }
    }
  }

  func testWordsThatMeanNothingElseOfferNothing() {
    onMainThread {
      FindBench.run { bench in
        let finder = SearchOfferFinder(source: SearchSource(bench.archive))
        for text in ["boiler", "a", "12", "august 1999", "18:30", "nobody"] {
          let words = TypedWords.all(SearchQuery(text), before: text.endIndex)
          XCTAssertFalse(words.isEmpty)
          let offers = try! Blocking.wait { try await finder.offers(for: words) }
          XCTAssertEqual(offers, [], text)
        }
      }
    }
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
          completer.list.options.map(\.title),
          ["from:", "in:", "topic:", "thread:", "before:", "after:", "on:", "has:"])
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
