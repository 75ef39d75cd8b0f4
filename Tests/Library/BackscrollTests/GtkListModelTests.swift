import CGtk
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// A GListModel as the model of a list.
final class GtkListModelTests: XCTestCase {
  private typealias Rows = GtkListModel<String, OneKind>

  @MainActor
  private final class Bench {
    let rows: Rows
    let list: AnchoredList<Rows, ListRow<Label>>
    let window = Window()

    init(_ rows: Rows) {
      self.rows = rows
      list = AnchoredList(
        rows, restingEdge: .start, makeContent: { Label() }, bind: { label, text in label.text = text })
      window.setDefaultSize(width: 300, height: 400)
      window.child = ScrolledWindow(child: list)
      window.present()
      pump("the list") { self.list.isMapped && self.isSettled }
    }

    private var isSettled: Bool { !list.isLayoutNeeded && (!list.visibleRange.isEmpty || rows.count == 0) }

    /// Where a row is in the list, and what it shows.
    func place(_ index: Int) -> (y: Double, text: String)? {
      guard let row = list.row(rows.id(at: index)), row.isMapped else { return nil }
      return row.convert(Point(x: 0, y: 0), to: list).map { ($0.y, row.content.text) }
    }

    func settle() {
      var isPainted = false
      let handle = window.frameClock?.afterPaint.connect { isPainted = true }
      pump("a layout") {
        self.window.queueDraw()
        return isPainted && self.isSettled
      }
      handle?.disconnect()
    }

    func close() {
      window.destroy()
      drain()
    }
  }

  /// A GtkStringList of "0", "1" and so on, with a reference that the caller owns.
  private static func strings(_ numbers: Range<Int>) -> OpaquePointer {
    let list = gtk_string_list_new(nil)!
    for number in numbers { gtk_string_list_append(list, "\(number)") }
    return list
  }

  private static func text(_ object: UnsafeMutableRawPointer) -> String {
    String(cString: gtk_string_object_get_string(OpaquePointer(object)))
  }

  private static func object(_ text: String) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(gtk_string_object_new(text))
  }

  /// Inserts objects into a GListStore, without keeping a reference.
  private static func insert(_ texts: [String], into store: OpaquePointer, at index: Int) {
    var objects: [gpointer?] = texts.map { object($0) }
    g_list_store_splice(store, guint(index), 0, &objects, guint(objects.count))
    for object in objects { g_object_unref(object) }
  }

  func testObjectsAreReadWhenTheirRowsAreNeededAndKeepTheirPlace() {
    onMainThread {
      let strings = Self.strings(0..<10_000)
      var reads = 0
      let bench = Bench(
        GtkListModel(unsafeOwning: UnsafeMutableRawPointer(strings)) { object in
          reads += 1
          return Self.text(object)
        })
      XCTAssertEqual(bench.rows.count, 10_000)
      XCTAssertLessThan(reads, 300)
      bench.list.scroll(to: bench.rows.id(at: 5_000), animated: false)
      bench.settle()
      let before = bench.place(5_000)
      XCTAssertEqual(before?.text, "5000")
      // 30 rows before it come, and 10 go.
      let added: [UnsafePointer<CChar>?] = (0..<30).map { _ in UnsafePointer(strdup("new")) }
      (added + [nil]).withUnsafeBufferPointer {
        gtk_string_list_splice(strings, 100, 10, $0.baseAddress)
      }
      for text in added { free(UnsafeMutablePointer(mutating: text)) }
      bench.settle()
      XCTAssertEqual(bench.rows[5_020], "5000")
      XCTAssertEqual(bench.place(5_020)?.text, "5000")
      XCTAssertEqual(bench.place(5_020)?.y, before?.y)
      bench.close()
    }
  }

  // A search model removes and adds everything between the first and the last difference.
  func testAnObjectThatAnotherModelMovesKeepsItsRowAndItsIdentity() {
    onMainThread {
      let strings = Self.strings(0..<200)
      let expression = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
      let sorter = gtk_string_sorter_new(expression)!
      let sorted = gtk_sort_list_model_new(strings, UnsafeMutableRawPointer(sorter).typed())!
      let bench = Bench(GtkListModel(unsafeOwning: UnsafeMutableRawPointer(sorted), read: Self.text))
      XCTAssertEqual((0..<4).map { bench.rows[$0] }, ["0", "1", "10", "100"])
      let id = bench.rows.id(at: 2)
      let row = bench.list.row(id)
      XCTAssertNotNil(row)
      gtk_sort_list_model_set_sorter(sorted, nil)
      XCTAssertEqual(bench.rows.index(of: id), 10)
      XCTAssertEqual(bench.rows[10], "10")
      bench.settle()
      XCTAssertTrue(bench.list.row(id) === row)
      bench.close()
    }
  }

  func testTheAddressOfARemovedObjectIsNotTakenForAnotherOne() {
    onMainThread {
      let store = g_list_store_new(gtk_string_object_get_type())!
      Self.insert((0..<100).map(String.init), into: store, at: 0)
      let rows = GtkListModel(unsafeOwning: UnsafeMutableRawPointer(store), read: Self.text)
      let ids = (0..<100).map { rows.id(at: $0) }
      XCTAssertEqual(ids.map { rows.index(of: $0) }, Array(0..<100))
      g_list_store_remove_all(store)
      Self.insert((0..<100).map(String.init), into: store, at: 0)
      XCTAssertEqual(ids.compactMap { rows.index(of: $0) }, [])
      XCTAssertTrue(Set(ids).isDisjoint(with: (0..<100).map { rows.id(at: $0) }))
      XCTAssertEqual(rows.index(of: Rows.ID(unsafeOf: rows.id(at: 70).unsafePointer)), 70)
    }
  }

  func testAModelThatMakesObjectsOnDemandHasStableIdentitiesWhileTheyAreKnown() {
    onMainThread {
      let mapped = gtk_map_list_model_new(
        Self.strings(0..<50),
        { object, _ in
          defer { g_object_unref(object) }
          return UnsafeMutableRawPointer(
            gtk_string_object_new("mapped " + GtkListModelTests.text(object!)))
        }, nil, nil)!
      let bench = Bench(GtkListModel(unsafeOwning: UnsafeMutableRawPointer(mapped), read: Self.text))
      let id = bench.rows.id(at: 3)
      XCTAssertEqual(bench.rows[3], "mapped 3")
      XCTAssertEqual(bench.rows.id(at: 3), id)
      XCTAssertNotNil(bench.list.row(id))
      bench.close()
    }
  }

  func testAnObjectThatIsInTheModelTwiceHasTwoRows() {
    onMainThread {
      let store = g_list_store_new(gtk_string_object_get_type())!
      Self.insert((0..<6).map(String.init), into: store, at: 0)
      let twice = Self.object("twice")
      g_list_store_insert(store, 1, twice)
      g_list_store_insert(store, 6, twice)
      g_object_unref(twice)
      let bench = Bench(GtkListModel(unsafeOwning: UnsafeMutableRawPointer(store), read: Self.text))
      bench.list.selectionMode = .multiple
      @MainActor func shown() -> [String] {
        bench.list.children.filter(\.isChildVisible).compactMap { ($0 as? ListRow<Label>)?.content.text }
      }
      XCTAssertEqual(shown(), ["0", "twice", "1", "2", "3", "4", "twice", "5"])
      XCTAssertEqual(bench.rows.index(of: bench.rows.id(at: 1)), 1)
      XCTAssertEqual(bench.rows.index(of: bench.rows.id(at: 6)), 6)
      bench.list.selection = [bench.rows.id(at: 6)]
      XCTAssertEqual(bench.list.children.filter(\.isSelected).count, 2)
      g_list_store_remove(store, 1)
      bench.settle()
      XCTAssertEqual(shown().count { $0 == "twice" }, 1)
      XCTAssertEqual(bench.rows.index(of: bench.rows.id(at: 5)), 5)
      bench.close()
    }
  }

  func testRowsHaveKinds() {
    onMainThread {
      let strings = Self.strings(0..<4)
      let rows = GtkListModel(
        unsafeBorrowing: UnsafeMutableRawPointer(strings), read: { Int(Self.text($0))! },
        kind: { $0.isMultiple(of: 2) })
      let others = GtkListModel(
        unsafeOwning: UnsafeMutableRawPointer(strings), read: { Int(Self.text($0))! }, kind: { $0 < 2 })
      XCTAssertEqual((0..<4).map { rows.kind(at: $0) }, [true, false, true, false])
      XCTAssertEqual((0..<4).map { others.kind(at: $0) }, [true, true, false, false])
    }
  }

  // MARK: Selection

  func testASelectionModelAndTheListSelectTheSameRows() {
    onMainThread {
      let selection = gtk_multi_selection_new(Self.strings(0..<20))!
      let bench = Bench(GtkListModel(unsafeOwning: UnsafeMutableRawPointer(selection), read: Self.text))
      func model() -> [Int] { (0..<20).filter { gtk_selection_model_is_selected(selection, guint($0)) != 0 } }
      @MainActor func list() -> [Int] {
        bench.list.selection.compactMap { bench.rows.index(of: $0) }.sorted()
      }
      gtk_selection_model_select_item(selection, 3, 1)
      bench.rows.shareSelection(with: bench.list)
      XCTAssertEqual(bench.list.selectionMode, .multiple)
      XCTAssertEqual(list(), [3])
      gtk_selection_model_select_item(selection, 5, 0)
      XCTAssertEqual(list(), [3, 5])
      bench.list.selection.remove(bench.rows.id(at: 3))
      bench.list.selection.insert(bench.rows.id(at: 7))
      XCTAssertEqual(model(), [5, 7])
      let strings = gtk_multi_selection_get_model(selection)!
      gtk_string_list_remove(strings, 0)
      XCTAssertEqual(model(), [4, 6])
      XCTAssertEqual(list(), [4, 6])
      gtk_string_list_remove(strings, 4)
      bench.settle()
      XCTAssertEqual(model(), [5])
      XCTAssertEqual(list(), [5])
      XCTAssertEqual(bench.place(5)?.text, "7")
      XCTAssertTrue(bench.list.row(bench.rows.id(at: 5))?.isSelected == true)
      gtk_selection_model_unselect_all(selection)
      XCTAssertEqual(list(), [])
      bench.close()
    }
  }

  func testWhatASelectionModelRefusesIsNotSelectedInTheList() {
    onMainThread {
      let single = gtk_single_selection_new(Self.strings(0..<20))!
      let bench = Bench(GtkListModel(unsafeOwning: UnsafeMutableRawPointer(single), read: Self.text))
      bench.rows.shareSelection(with: bench.list)
      XCTAssertEqual(bench.list.selectionMode, .single)
      XCTAssertEqual(
        bench.list.selection, [bench.rows.id(at: 0)], "the model selects its first object by itself")
      bench.list.selection = [bench.rows.id(at: 9)]
      XCTAssertEqual(gtk_single_selection_get_selected(single), 9)
      bench.list.selection = []
      XCTAssertEqual(bench.list.selection, [bench.rows.id(at: 9)], "one object is always selected")
      // The model selects another object, and reports only that objects have changed.
      let strings = gtk_single_selection_get_model(single)!
      let old = bench.rows.id(at: 9)
      gtk_string_list_splice(strings, 9, 1, nil)
      XCTAssertFalse(bench.list.selection.contains(old))
      XCTAssertEqual(
        bench.list.selection, [bench.rows.id(at: Int(gtk_single_selection_get_selected(single)))])
      gtk_single_selection_set_autoselect(single, 0)
      gtk_single_selection_set_can_unselect(single, 1)
      bench.list.selection = []
      XCTAssertEqual(gtk_single_selection_get_selected(single), GTK_INVALID_LIST_POSITION)
      XCTAssertEqual(bench.list.selection, [])
      gtk_single_selection_set_selected(single, 2)
      XCTAssertEqual(bench.list.selection, [bench.rows.id(at: 2)])
      bench.close()

      let none = gtk_no_selection_new(Self.strings(0..<3))!
      let plain = Bench(GtkListModel(unsafeOwning: UnsafeMutableRawPointer(none), read: Self.text))
      plain.list.selectionMode = .multiple
      plain.rows.shareSelection(with: plain.list)
      XCTAssertEqual(plain.list.selectionMode, .none)
      plain.close()
    }
  }

  // MARK: Life

  func testNothingIsLeftOfAModelAndItsObjects() {
    onMainThread {
      final class Counter { var freed = 0 }
      let counter = Counter()
      expectNothingLeft(times: 2) {
        counter.freed = 0
        let store = g_list_store_new(gtk_string_object_get_type())!
        for number in 0..<40 {
          let object = Self.object("\(number)")
          g_object_weak_ref(
            object.typed(),
            { data, _ in Unmanaged<Counter>.fromOpaque(data!).takeUnretainedValue().freed += 1 },
            Unmanaged.passUnretained(counter).toOpaque())
          g_list_store_append(store, object)
          g_object_unref(object)
        }
        let selection = gtk_multi_selection_new(store)!
        do {
          let bench = Bench(GtkListModel(unsafeOwning: UnsafeMutableRawPointer(selection), read: Self.text))
          bench.rows.shareSelection(with: bench.list)
          bench.list.selection = [bench.rows.id(at: 2), bench.rows.id(at: 4)]
          g_list_store_remove(store, 2)
          bench.settle()
          drain()
          XCTAssertEqual(counter.freed, 1, "a removed object is freed after the next layout")
          XCTAssertTrue(gtk_selection_model_is_selected(selection, 3) != 0)
          bench.close()
        }
        drain()
        XCTAssertEqual(counter.freed, 40)
      }
    }
  }

  func testTwoListsOfOneModelGetEachChange() {
    onMainThread {
      let strings = UnsafeMutableRawPointer(Self.strings(0..<10))
      var one: Rows? = GtkListModel(unsafeBorrowing: strings, read: Self.text)
      let other = GtkListModel(unsafeOwning: strings, read: Self.text)
      var changes: [ListChange] = []
      for rows in [one!, other] { rows.changes.connect { changes.append($0) } }
      gtk_string_list_remove(strings.opaque, 2)
      XCTAssertEqual(changes, Array(repeating: .splice(Splice(at: 2, removing: 1)), count: 2))
      one = nil
      gtk_string_list_remove(strings.opaque, 2)
      XCTAssertEqual(changes.count, 3)
    }
  }
}
