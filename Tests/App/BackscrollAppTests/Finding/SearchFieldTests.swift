import ChatStore
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp
@testable import Finding

/// The field of a search, with its chips.
final class SearchFieldTests: XCTestCase {
  @MainActor
  private static func open(_ body: (SearchField) -> Void) {
    let field = SearchField(name: "Search", placeholder: "Words")
    AuditTests.show(field, width: 400, height: 60) { body(field) }
  }

  /// Types letter by letter, like a user.
  @MainActor
  private static func type(_ text: String, in field: SearchField) {
    for scalar in text.unicodeScalars { field.text.insertAtCursor(String(scalar)) }
  }

  func testAFilterBecomesAChipAtASpaceIfItsValueMakesSense() {
    onMainThread {
      SearchFieldTests.open { field in
        field.query = "from:Mara before:2025 hut has:photo"
        XCTAssertEqual(field.chips.map(\.words), ["from:Mara", "before:2025", "has:photo"])
        XCTAssertEqual(field.text.text, "hut")
        XCTAssertEqual(field.query, "from:Mara before:2025 has:photo hut")
        field.query = "before:never has:boots from: hut"
        XCTAssertEqual(field.chips.map(\.words), [])
        XCTAssertEqual(field.query, "before:never has:boots from: hut")
        field.query = "from:\"Tove Åkesson\" -in:Bakery"
        XCTAssertEqual(field.chips.map(\.words), ["from:\"Tove Åkesson\"", "-in:Bakery"])
        XCTAssertEqual(field.chips.map { SearchWords.parts($0.words).value }, ["Tove Åkesson", "Bakery"])
        field.query = ""
        XCTAssertTrue(field.isEmpty && field.chips.isEmpty)
      }
    }
  }

  // GTK reports a typed letter before it moves the cursor.
  func testAChipIsThereAtTheSpaceAndNotAtTheNextLetter() {
    onMainThread {
      SearchFieldTests.open { field in
        var changes: [String] = []
        field.didChange = { changes.append(field.query) }
        Self.type("before:2021 ", in: field)
        XCTAssertEqual(field.chips.map(\.words), ["before:2021"])
        XCTAssertEqual(field.text.text, "")
        XCTAssertEqual(changes.last, "before:2021")
      }
    }
  }

  func testTheFilterBeforeTheCursorIsTakenOutOfTheText() {
    func take(_ text: String, _ cursor: Int) -> String? {
      SearchWords.filter(endingAt: cursor, of: SearchQuery(text)).map {
        "\($0.words)|\($0.rest)|\($0.cursor)"
      }
    }
    XCTAssertEqual(take("from:Mara ", 10), "from:Mara||0")
    XCTAssertEqual(take("hut has:photo now", 14), "has:photo|hut now|4")
    XCTAssertEqual(take("from:\"Tove Åkesson\" x", 20), "from:\"Tove Åkesson\"|x|0")
    XCTAssertNil(take("from:\"Tove ", 11), "the quotes are not closed")
    XCTAssertNil(take("from:Mara ", 9))
    XCTAssertNil(take("before:never ", 13))
    XCTAssertNil(take("hut ", 4))
    XCTAssertNil(take("", 0))
    XCTAssertNil(take(" ", 99))
  }

  func testChipsAreRemovedAndTurnedBackIntoText() {
    onMainThread {
      SearchFieldTests.open { field in
        var changes = 0
        field.didChange = { changes += 1 }
        field.query = "from:Mara has:photo hut"
        XCTAssertEqual(changes, 1)
        field.chips[0].didRemove?()
        XCTAssertEqual(field.query, "has:photo hut")
        field.chips[0].didEdit?()
        XCTAssertEqual(field.chips.count, 0)
        XCTAssertEqual(field.text.text, "has:photo hut")
        XCTAssertEqual(field.text.cursor, 9)
        XCTAssertEqual(changes, 3)
      }
    }
  }

  func testEveryPartHasANameAndARole() {
    onMainThread {
      SearchFieldTests.open { field in
        field.query = "from:Mara hut"
        drain()
        XCTAssertEqual(AuditTests.faults(in: field).faults, [])
        XCTAssertTrue(field.text.hasAccessibleRole(.searchBox))
      }
    }
  }

  func testAValueWithBlanksIsQuoted() {
    XCTAssertEqual(SearchWords.filter("from", "Mara"), "from:Mara")
    XCTAssertEqual(SearchWords.filter("from", "Tove Åkesson"), "from:\"Tove Åkesson\"")
    XCTAssertEqual(SearchWords.filter("in", "a \"b\""), "in:\"a b\"")
    for name in ["Tove Åkesson", "O'Neil", "a:b", "-x", "“q”"] {
      let token = SearchQuery(SearchWords.filter("from", name)).tokens.first
      XCTAssertEqual(token?.kind, .filter(.from), name)
      XCTAssertEqual(token?.isValid, true, name)
    }
  }
}
