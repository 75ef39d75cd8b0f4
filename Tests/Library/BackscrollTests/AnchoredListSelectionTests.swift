import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// Activating and selecting rows.
final class AnchoredListSelectionTests: XCTestCase {
  /// A list of ten rows in view, and its callbacks.
  @MainActor private final class Bench {
    let list: ListBench
    var activated: [Int] = []
    var selections: [Set<Int>] = []

    init(_ mode: SelectionMode) {
      list = ListBench(rows: 10)
      list.list.selectionMode = mode
      list.list.didActivate.connect(weak: self) { $0.activated.append($1.id) }
      list.list.didChangeSelection.connect(weak: self) { $0.selections.append($1) }
      list.open()
    }

    func id(_ index: Int) -> Int { list.store.items[index].id }

    func click(_ index: Int, count: Int = 1, _ modifiers: Modifiers = []) {
      list.list.clicked(at: list.top(id(index)) + 5, count: count, modifiers)
    }

    func press(_ key: UInt32, _ modifiers: Modifiers = []) -> Bool {
      list.list.pressed(key, modifiers)
    }

    func focus(_ index: Int) { XCTAssertTrue(list.list.row(id(index))!.takeFocus()) }

    /// The indices of the rows that look selected.
    var selectedRows: [Int] {
      (0..<list.store.count).filter { list.list.row(id($0))?.isSelected ?? false }
    }
  }

  private static func run(_ mode: SelectionMode, _ body: @MainActor (Bench) -> Void) {
    onMainThread {
      let bench = Bench(mode)
      body(bench)
      bench.list.close()
    }
  }

  func testWithoutSelectionAClickOrReturnActivates() {
    Self.run(.none) { bench in
      bench.click(3)
      bench.click(3, count: 2)
      bench.focus(5)
      XCTAssertTrue(bench.press(Key.returnKey))
      XCTAssertFalse(bench.press(Key.space))
      XCTAssertFalse(bench.press(Key.a, .control))
      XCTAssertEqual(bench.activated, [bench.id(3), bench.id(5)])
      XCTAssertEqual(bench.selections, [])
    }
  }

  func testWithSelectionADoubleClickActivates() {
    Self.run(.single) { bench in
      bench.click(3)
      XCTAssertEqual(bench.activated, [])
      bench.click(3, count: 2)
      XCTAssertEqual(bench.activated, [bench.id(3)])
      XCTAssertEqual(bench.list.list.selection, [bench.id(3)])
    }
  }

  // The button that is released was among the modifiers.
  func testADoubleClickOfThePointerActivates() {
    Self.run(.multiple) { bench in
      bench.list.window.title = "selection"
      let y = Int(bench.list.top(bench.id(3))) + 5
      RealPointer.press(over: "selection", x: 100, y: y)
      RealPointer.release()
      pump("a click") { bench.selectedRows == [3] }
      XCTAssertEqual(bench.activated, [])
      RealPointer.press()
      RealPointer.release()
      pump("a double click") { bench.activated == [bench.id(3)] }
      RealPointer.park()
    }
  }

  // After a scroll, GTK delivers a press to the row that was under the pointer before.
  func testTheRowThatIsClickedHasTheFocus() {
    Self.run(.multiple) { bench in
      bench.focus(6)
      bench.click(3)
      XCTAssertEqual(bench.list.list.lastFocused, bench.id(3))
      XCTAssertTrue(bench.press(Key.down, .shift))
      XCTAssertEqual(bench.selectedRows, [3, 4])
    }
  }

  func testControlMovesTheFocusWithoutTheSelection() {
    Self.run(.multiple) { bench in
      bench.click(2)
      XCTAssertTrue(bench.press(Key.down, .control))
      XCTAssertTrue(bench.press(Key.down, .control))
      XCTAssertEqual(bench.list.list.lastFocused, bench.id(4))
      XCTAssertTrue(bench.press(Key.space, .control))
      XCTAssertEqual(bench.selectedRows, [2, 4])
      XCTAssertTrue(bench.press(Key.down, [.control, .shift]))
      XCTAssertEqual(bench.selectedRows, [2, 4, 5])
    }
  }

  func testAPointHasItsRow() {
    Self.run(.none) { bench in
      let list = bench.list.list
      let top = bench.list.top(bench.id(3))
      XCTAssertEqual(list.id(at: Point(x: 5, y: top)), bench.id(3))
      XCTAssertEqual(list.id(at: Point(x: 5, y: top - 1)), bench.id(2))
      XCTAssertNil(list.id(at: Point(x: -1, y: top)))
      XCTAssertNil(list.id(at: Point(x: 5, y: Double(list.height))))
    }
  }

  func testHeadingsOfSectionsAreNotSelectedOrActivated() {
    Self.run(.multiple) { bench in
      bench.list.list.sectionHeading = { $0 / 4 * 4 }
      bench.click(4)
      bench.click(4, count: 2)
      bench.focus(3)
      XCTAssertTrue(bench.press(Key.down))
      XCTAssertEqual(bench.selectedRows, [5], "the heading is passed over")
      XCTAssertTrue(bench.press(Key.up, .shift))
      XCTAssertEqual(bench.selectedRows, [3, 5])
      XCTAssertTrue(bench.press(Key.a, .control))
      XCTAssertEqual(bench.list.list.selection, Set([1, 2, 3, 5, 6, 7, 9].map(bench.id)))
      bench.focus(8)
      XCTAssertFalse(bench.press(Key.returnKey))
      XCTAssertFalse(bench.press(Key.space))
      XCTAssertEqual(bench.activated, [])
      bench.click(7)
      bench.list.list.sectionHeading = nil
      bench.click(4)
      XCTAssertEqual(bench.selectedRows, [4])
    }
  }

  func testASingleSelectionHasOneRowAtMost() {
    Self.run(.single) { bench in
      bench.click(3)
      bench.click(5, .control)
      bench.click(7, .shift)
      XCTAssertEqual(bench.selections, [[bench.id(3)], [bench.id(5)], [bench.id(7)]])
      XCTAssertEqual(bench.selectedRows, [7])
      bench.click(7, .control)
      XCTAssertEqual(bench.selectedRows, [])
      XCTAssertFalse(bench.press(Key.a, .control))
    }
  }

  func testControlAddsRowsAndShiftExtendsToARange() {
    Self.run(.multiple) { bench in
      bench.click(2)
      bench.click(4, .control)
      XCTAssertEqual(bench.selectedRows, [2, 4])
      bench.click(7, .shift)
      XCTAssertEqual(bench.selectedRows, [4, 5, 6, 7])
      bench.click(3, .shift)
      XCTAssertEqual(bench.selectedRows, [3, 4], "the range turns round where it began")
      bench.click(8, .control)
      bench.click(9, [.shift, .control])
      XCTAssertEqual(bench.selectedRows, [3, 4, 8, 9])
      bench.click(5)
      XCTAssertEqual(bench.selectedRows, [5])
    }
  }

  func testTheKeyboardSelects() {
    Self.run(.multiple) { bench in
      bench.focus(4)
      XCTAssertTrue(bench.press(Key.space))
      XCTAssertEqual(bench.selectedRows, [4])
      XCTAssertTrue(bench.press(Key.down))
      XCTAssertEqual(bench.selectedRows, [5])
      XCTAssertTrue(bench.press(Key.up, .shift))
      XCTAssertTrue(bench.press(Key.up, .shift))
      XCTAssertEqual(bench.selectedRows, [3, 4, 5])
      XCTAssertTrue(bench.press(Key.space, .control))
      XCTAssertEqual(bench.selectedRows, [4, 5])
      XCTAssertTrue(bench.press(Key.a, .control))
      XCTAssertEqual(bench.list.list.selection.count, 10)
    }
  }

  func testTheSelectionFollowsItsRowsAndForgetsThoseThatAreRemoved() {
    Self.run(.multiple) { bench in
      bench.list.list.selection = [bench.id(2), bench.id(4)]
      bench.list.store.move(from: 2, to: 6)
      bench.list.paint()
      XCTAssertEqual(bench.selectedRows, [3, 6])
      bench.list.store.remove(3..<4)
      bench.list.paint()
      XCTAssertEqual(bench.selectedRows, [5])
      XCTAssertEqual(bench.selections.last, [bench.id(5)])
    }
  }

  // The widget of a selected row is bound to another row.
  func testAReusedWidgetLooksSelectedOnlyIfItsNewRowIs() {
    Self.run(.multiple) { bench in
      bench.list.append(400)
      bench.list.settle()
      bench.list.list.selection = Set(bench.list.list.visibleRange.map { bench.id($0) })
      bench.list.list.scrollToStart(animated: false)
      bench.list.settle()
      XCTAssertEqual(bench.selectedRows, [])
      bench.list.list.selectionMode = .none
      XCTAssertEqual(bench.list.list.selection, [])
    }
  }

  // With any widget in the rows: the first sample of the README.
  func testRowsAroundAnyWidgetTakeTheFocusAndAreSelectedByKeysAndClicks() {
    onMainThread {
      struct Item: Identifiable { let id: Int }
      let store = ListStore((0..<10).map(Item.init))
      let list = AnchoredList(store, makeContent: { Label() }) { label, item in label.text = "Row \(item.id)"
      }
      list.selectionMode = .multiple
      var activated: [Int] = []
      list.didActivate.connect { activated.append($0.id) }
      let window = Window()
      window.decorated = false
      window.setDefaultSize(width: 300, height: 400)
      window.child = ScrolledWindow(child: list)
      window.present()
      pump("the rows") { list.row(9)?.isMapped ?? false }
      let row = list.row(4)!
      XCTAssertEqual(row.content.text, "Row 4")
      XCTAssertEqual(ListRow<Label>.accessibleRole, .listItem)
      XCTAssertTrue(row.takeFocus())
      XCTAssertTrue(list.pressed(Key.down, []))
      XCTAssertTrue(list.row(5)!.hasFocus)
      XCTAssertTrue(list.pressed(Key.down, .shift))
      XCTAssertEqual(list.selection, [5, 6])
      XCTAssertTrue(list.row(6)!.isSelected)
      XCTAssertTrue(list.pressed(Key.space, .control))
      XCTAssertEqual(list.selection, [5])
      XCTAssertTrue(list.pressed(Key.returnKey, []))
      XCTAssertEqual(activated, [6])

      window.title = "rows-around-labels"
      RealPointer.press(over: "rows-around-labels", x: 100, y: Int(list.height) - 5)
      let last = list.row(9)!
      pump("the press") { last.showsPress }
      RealPointer.release()
      pump("the release") { !last.showsPress && list.selection == [9] }
      XCTAssertTrue(last.hasFocus)
      RealPointer.park()
      window.close()
    }
  }

  func testARowThatIsRemovedInTheCallbackLeavesTheSelectionToo() {
    Self.run(.multiple) { bench in
      bench.click(2)
      bench.click(4, .control)
      let (first, second) = (bench.id(2), bench.id(4))
      bench.list.list.didChangeSelection.connect { [weak bench] _ in bench?.list.store.remove(id: second) }
      bench.list.store.remove(id: first)
      pump("the changes of the selection") {
        bench.list.paint()
        return bench.list.list.selection.isEmpty
      }
      XCTAssertEqual(bench.selections.suffix(2), [[second], []])
    }
  }
}
