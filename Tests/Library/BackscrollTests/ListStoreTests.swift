import Backscroll
import GtkTestSupport
import ScrollCore
import XCTest

/// The changes that a store sends to its lists.
final class ListStoreTests: XCTestCase {
  func testItemsThatAreSetSendOnlyWhatDiffers() {
    onMainThread {
      let store = lines(6)
      var items = store.items
      items[1].lines = 4
      items.remove(at: 3)
      items.append(Line(id: 9, lines: 1))
      let sent = changes(of: store) { store.items = items }
      XCTAssertEqual(store.items, items)
      XCTAssertEqual(
        sent,
        [.splice(Splice(at: 3, removing: 1)), .splice(Splice(at: 5, inserting: 1)), .update(index: 1)])
    }
  }

  func testItemsThatAreSetToTheSameSendNothing() {
    onMainThread {
      let store = lines(6)
      XCTAssertEqual(changes(of: store) { store.items = store.items }, [])
    }
  }

  // The store cannot compare them.
  func testItemsWithoutEqualityAreAllUpdated() {
    onMainThread {
      let store = ListStore([Opaque(id: 0), Opaque(id: 1)])
      let sent = changes(of: store) { store.items = [Opaque(id: 0), Opaque(id: 1)] }
      XCTAssertEqual(sent, [.update(index: 0), .update(index: 1)])
    }
  }

  func testManyDifferencesAreSentAsOneSplice() {
    onMainThread {
      let store = lines(1_000)
      let sent = changes(of: store) { store.items = store.items.filter { !$0.id.isMultiple(of: 2) } }
      XCTAssertEqual(sent.count, 1)
      XCTAssertEqual(store.items.map(\.id), Array(stride(from: 1, to: 1_000, by: 2)))
    }
  }

  func testAnItemIsFoundByItsIdentityAfterAnyChange() {
    onMainThread {
      let store = lines(8)
      var next = 100
      func new(_ count: Int) -> [Line] {
        next += count
        return (next - count..<next).map { Line(id: $0, lines: 1) }
      }
      let changes: [() -> Void] = [
        { store.prepend(new(3)) }, { store.append(new(2)) }, { store.remove(id: 4) },
        { store.prepend(new(1)) },
        { store.insert(new(2), at: 5) }, { store.remove(0..<2) },
        { store.remove(store.count - 1..<store.count) }, { store.append(new(1)) },
        { store.move(from: 0, to: 6) }, { store.items = store.items.reversed() },
        { store.remove(0..<store.count) },
        { store.append(new(4)) }, { store.prepend(new(4)) },
      ]
      for change in changes {
        change()
        for (index, item) in store.items.enumerated() { XCTAssertEqual(store.index(of: item.id), index) }
        XCTAssertNil(store.index(of: 4 + next))
      }
    }
  }

  func testAMovedItemIsRemovedAndInserted() {
    onMainThread {
      let store = lines(5)
      let sent = changes(of: store) { store.move(from: 1, to: 3) }
      XCTAssertEqual(store.items.map(\.id), [0, 2, 3, 1, 4])
      XCTAssertEqual(sent, [.splice(Splice(at: 1, removing: 1)), .splice(Splice(at: 3, inserting: 1))])
    }
  }

  func testAnItemIsRemovedOrUpdatedByItsIdentity() {
    onMainThread {
      let store = lines(5)
      let sent = changes(of: store) {
        store.remove(id: 2)
        store.remove(id: 77)
        store.update(Line(id: 3, lines: 8))
        store.update(Line(id: 77, lines: 8))
        store[0] = Line(id: 50, lines: 1)
      }
      XCTAssertEqual(store.items.map(\.id), [50, 1, 3, 4])
      XCTAssertEqual(
        sent,
        [
          .splice(Splice(at: 2, removing: 1)), .update(index: 2),
          .splice(Splice(at: 0, removing: 1, inserting: 1)),
        ])
    }
  }
}

/// An item that is not `Equatable`.
private struct Opaque: Identifiable { let id: Int }

@MainActor private final class Recorder { var changes: [ListChange] = [] }

@MainActor
private func changes<Item, Kind>(
  of store: KindedListStore<Item, Kind>, _ body: () -> Void
) -> [ListChange] {
  let recorder = Recorder()
  store.changes.connect(weak: recorder) { $0.changes.append($1) }
  body()
  return recorder.changes
}

@MainActor
private func lines(_ count: Int) -> ListStore<Line> {
  ListStore((0..<count).map { Line(id: $0, lines: 1) })
}
