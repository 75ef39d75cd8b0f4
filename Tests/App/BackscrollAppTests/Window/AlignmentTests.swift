@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import MessageRow
@testable import Reader
@testable import Showcase

/// The widgets above and below the content end where its column ends.
final class AlignmentTests: XCTestCase {
  private static let widths = [1_241, 1_100, 900, 740, 660, 580, 540, 360]

  func testTheComposerEndsWhereTheColumnOfTheMessagesEnds() {
    onMainThread {
      for isRightToLeft in [false, true] {
        Widget.setDefaultRightToLeft(isRightToLeft)
        SidebarBench.run(chats: 2, height: 400) { bench in
          for width in Self.widths {
            bench.resize(width, 400)
            let view = bench.tab.view!
            let row = bench.all(MessageRow.self, in: view.list).first!
            let column = RowGeometry.column(in: Double(row.width))
            let start = bench.x(row) + column.x
            let send = bench.all(Button.self, in: bench.find(Composer.self, in: view)!).last(
              where: \.isMapped)!
            let bounds = send.bounds(in: bench.window)!
            if isRightToLeft {
              XCTAssertEqual(bounds.x, start, accuracy: 0.5, "at \(width)")
            } else {
              XCTAssertEqual(bounds.maxX, start + column.width, accuracy: 0.5, "at \(width)")
            }
          }
        }
      }
      Widget.setDefaultRightToLeft(false)
    }
  }

  func testTheFiltersStandAboveTheColumnOfTheRepositories() {
    onMainThread {
      SidebarBench.run(chats: 2, height: 640) { bench in
        bench.window.show(.feed)
        let feed = bench.find(FeedTab.self, in: bench.window)!
        pump("the first page") { feed.feed.items.count == 30 }
        for width in Self.widths {
          bench.resize(width)
          let row = bench.all(RepositoryRow.self, in: feed).first!
          let card = row.card(Double(row.width))
          let flow = bench.find(FlowRow.self, in: feed.controls)!
          let tools = flow.children.filter(\.isMapped).compactMap { $0.bounds(in: bench.window) }
          XCTAssertEqual(tools.map(\.x).min()!, bench.x(row) + card.x, accuracy: 0.5, "at \(width)")
          XCTAssertLessThanOrEqual(
            tools.map(\.maxX).max()!, bench.x(row) + card.maxX + 0.5, "at \(width)")
          // Wrapped lines end where their last tool ends; the language is always at the end.
          if tools.count == 3 {
            XCTAssertEqual(tools.map(\.maxX).max()!, bench.x(row) + card.maxX, accuracy: 0.5, "at \(width)")
          }
        }
      }
    }
  }

  func testTheComposersTextKeepsItsPaddingWithTenLines() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        let view = bench.tab.view!
        let composer = bench.find(Composer.self, in: view)!
        @MainActor func expectPadding(_ lines: Int) {
          composer.text = Array(repeating: "A line", count: lines).joined(separator: "\n")
          bench.paint()
          let scroller = bench.find(ScrolledWindow.self, in: composer)!
          let entry = composer.children.first { child in bench.find(ScrolledWindow.self, in: child) != nil }!
          let top = scroller.convert(Point(x: 0, y: 0), to: entry)!.y
          XCTAssertEqual(top, 10, "\(lines) lines")
          XCTAssertEqual(Double(entry.height - scroller.height) - top, 10, "\(lines) lines")
          XCTAssertTrue(Composer.fieldHeights.contains(entry.height), "\(entry.height) points")
        }
        expectPadding(1)
        expectPadding(10)
        expectPadding(30)
      }
    }
  }

  // GTK scrolls a text to its cursor with an animation before the field has grown: the first line stayed out of view,
  // and the last line of the field was empty.
  func testAFieldThatGrowsWhileOneTypesShowsAllOfTheText() {
    onMainThread {
      SidebarBench.run(chats: 2, width: 400, animated: true) { bench in
        let composer = bench.find(Composer.self, in: bench.tab.view!)!
        let scroller = bench.find(ScrolledWindow.self, in: composer)!
        composer.focusField()
        pump("the window's focus") { bench.window.isActive }
        let text = "a text that is longer than a line of the field and is broken into three or four of them"
        RealPointer.type(text)
        pump("the text") { composer.text == text }
        pump("the animation") { scroller.vadjustment.value == 0 && scroller.height >= 60 }
        bench.paint()
        XCTAssertEqual(scroller.vadjustment.value, 0)
        XCTAssertEqual(scroller.vadjustment.upper, Double(scroller.height), "and no more than the text")
        XCTAssertEqual(scroller.vadjustment.pageSize, Double(scroller.height))
      }
    }
  }
}
