import XCTest

@testable import BackscrollApp

/// The window of shortcuts tells all keys of the program, and no others.
final class ShortcutTests: XCTestCase {
  private static var listed: Set<String> {
    MainActor.assumeIsolated {
      Set(HelpOverlay.groups.flatMap(\.shortcuts).flatMap { $0.keys.split(separator: " ").map(String.init) })
    }
  }

  func testEveryKeyOfTheProgramIsListed() {
    for (action, keys) in Shortcuts.all {
      for key in keys { XCTAssertTrue(Self.listed.contains(key), "\(key) for \(action)") }
    }
  }

  // Keys with Control or Alt are the program's own, or a text field's; a listed one that nothing answers would be a lie.
  func testEveryListedKeyIsAnswered() {
    let answered = Set(Shortcuts.all.flatMap(\.keys)).union(["<Control>c"])
    for key in Self.listed where key.hasPrefix("<Control>") || key.hasPrefix("<Alt>") {
      XCTAssertTrue(answered.contains(key), key)
    }
  }

  func testEveryTabHasItsKey() {
    XCTAssertEqual(Shortcuts.all.filter { $0.action.hasPrefix("win.show-tab::") }.count, Tab.allCases.count)
  }

  func testNoKeyDoesTwoThings() {
    let keys = Shortcuts.all.flatMap(\.keys)
    XCTAssertEqual(Set(keys).count, keys.count)
  }
}
