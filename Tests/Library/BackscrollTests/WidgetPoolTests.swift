@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import SeededRandom
import XCTest

@testable import Backscroll

/// Widgets that show items, compared with an array of those items.
final class WidgetPoolTests: XCTestCase {
  /// A widget that records its item.
  private final class Cell: CustomWidget {
    var shown: Int?
  }

  @MainActor
  private final class Subject {
    let parent = CustomWidget()
    let pool = WidgetPool<Int, Bool, Cell>(spareLimit: 48)
    var items: [Int]
    var made = 0

    init(_ count: Int) { items = Array(0..<count) }

    func show(_ range: Range<Int>) {
      pool.recycle { index, _ in range.contains(index) }
      for index in range {
        let widget = pool.widget(
          for: items[index], kind: items[index] % 7 == 0, at: index, in: parent,
          make: {
            made += 1
            return Cell()
          }, bind: { $0.shown = items[index] })
        XCTAssertEqual(widget.shown, items[index])
      }
    }

    /// The items of the visible children, in the order of the focus.
    var children: [Int?] { parent.children.filter(\.isChildVisible).map { ($0 as? Cell)?.shown } }
  }

  func testAfterAnyChangeEachItemHasItsWidgetAndTheyAreInOrder() {
    onMainThread {
      for seed in 0..<20 {
        var random = SplitMix64(seed: UInt64(seed))
        let subject = Subject(60)
        var next = 1_000
        for _ in 0..<100 {
          let start = Int.random(in: 0...subject.items.count, using: &random)
          let removed = Int.random(in: 0...min(4, subject.items.count - start), using: &random)
          let new = (0..<Int.random(in: 0...4, using: &random)).map { next + $0 }
          next += 10
          switch Int.random(in: 0..<3, using: &random) {
          case 0:
            subject.items.replaceSubrange(start..<start + removed, with: new)
            subject.pool.apply(Splice(at: start, removing: removed, inserting: new.count))
          case 1 where !subject.items.isEmpty:
            // An item that moves keeps its widget.
            let from = Int.random(in: subject.items.indices, using: &random)
            let item = subject.items.remove(at: from)
            let widget = subject.pool.widget(of: item)
            subject.pool.apply(Splice(at: from, removing: 1, inserting: 0))
            let to = Int.random(in: 0...subject.items.count, using: &random)
            subject.items.insert(item, at: to)
            subject.pool.apply(Splice(at: to, removing: 0, inserting: 1))
            XCTAssert(subject.pool.widget(of: item) === widget)
          default:
            let old = subject.items
            subject.items.shuffle(using: &random)
            subject.pool.apply { subject.items.firstIndex(of: old[$0]) }
          }
          let first = Int.random(in: 0...subject.items.count, using: &random)
          let range = first..<min(first + 12, subject.items.count)
          subject.show(range)
          subject.pool.raise(nil, before: nil, in: subject.parent)
          XCTAssertEqual(subject.pool.shown.map(\.index), Array(range))
          XCTAssertEqual(subject.children, subject.items[range].map { $0 })
          for index in range {
            XCTAssertEqual(subject.pool.widget(at: index)?.shown, subject.items[index])
            XCTAssert(subject.pool.widget(at: index) === subject.pool.widget(of: subject.items[index]))
          }
          XCTAssertNil(subject.pool.widget(at: range.upperBound))
          guard range.count > 2 else { continue }
          // One widget is over some of the others until the next change.
          let raised = Int.random(in: range.lowerBound..<range.upperBound - 1, using: &random)
          let over = Int.random(in: raised + 1..<range.upperBound, using: &random)
          subject.pool.raise(raised, before: over, in: subject.parent)
          let order =
            Array(range.lowerBound..<raised) + (raised + 1..<over) + [raised] + (over..<range.upperBound)
          XCTAssertEqual(subject.children, order.map { subject.items[$0] })
        }
        XCTAssertLessThan(subject.made, 40, "they are used again")
        subject.pool.removeAll()
      }
    }
  }
}
