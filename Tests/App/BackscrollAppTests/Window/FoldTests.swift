@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import Showcase

/// Tools that do not fit into one line are in the popover of a button.
final class FoldTests: XCTestCase {
  private static let tabs: [Tab] = [.lab, .feed, .carousel, .picker]

  // The carousel's tools took three rows at 360 × 480, and the filters 120 points.
  func testTheToolsOfANarrowWindowAreOneLine() {
    onMainThread {
      for isRightToLeft in [false, true] {
        Widget.setDefaultRightToLeft(isRightToLeft)
        SidebarBench.run(chats: 2, height: 480) { bench in
          for tab in Self.tabs {
            let row = Self.show(tab, in: bench)
            bench.resize(360, 480)
            XCTAssertTrue(row.flow.isFolded, "\(tab)")
            XCTAssertLessThanOrEqual(row.height, row.flow.lineHeight, "\(tab)")
            XCTAssertLessThanOrEqual(row.height, 58, "\(tab)")
            let places = row.flow.children.filter(\.isMapped).compactMap { $0.bounds(in: row) }
            XCTAssertEqual(places.map(\.x).min()!, 10, accuracy: 1, "\(tab)")
            XCTAssertEqual(places.map(\.maxX).max()!, Double(row.width) - 10, accuracy: 1, "\(tab)")
            bench.resize(1_300, 480)
            XCTAssertFalse(row.flow.isFolded, "\(tab)")
            XCTAssertEqual(row.flow.foldButton?.isMapped, false, "\(tab)")
            XCTAssertTrue(
              row.flow.children.allSatisfy { $0.isMapped || $0 === row.flow.foldButton || $0.width == 0 },
              "\(tab)")
          }
        }
      }
      Widget.setDefaultRightToLeft(false)
    }
  }

  func testTheFiltersOfTheFeedAreInTheRowOfAnOrdinaryWindow() {
    onMainThread {
      SidebarBench.run(chats: 2, height: 480) { bench in
        let row = Self.show(.feed, in: bench)
        let feed = bench.find(FeedTab.self, in: bench.window)!
        pump("the first page") { feed.feed.items.count == 30 }
        bench.resize(900, 480)
        XCTAssertFalse(row.flow.isFolded)
        let contents = bench.find(WordsOrIcon.self, in: feed.controls.topicButton)!
        XCTAssertFalse(contents.showsWords, "it has room for dots")
        bench.resize(360, 480)
        row.flow.foldButton?.open()
        pump("the words") { contents.isMapped && contents.showsWords }
      }
    }
  }

  // After a menu in the popover had closed, GTK no longer reported presses beside the popover: the window was locked.
  func testAChoiceInAMenuOfThePopoverClosesBoth() {
    onMainThread {
      SidebarBench.run(chats: 2, height: 480) { bench in
        let row = Self.show(.feed, in: bench)
        let feed = bench.find(FeedTab.self, in: bench.window)!
        pump("the first page") { feed.feed.items.count == 30 }
        bench.resize(360, 480)
        let (fold, topics) = (row.flow.foldButton!, feed.controls.topicButton)
        @MainActor func open() {
          fold.open()
          pump("the filters") { fold.isOpen && topics.isMapped }
        }
        open()
        topics.open()
        pump("the topics") { feed.controls.topicList.isMapped }
        feed.controls.topicList.move(by: 1)
        feed.controls.topicList.take()
        pump("the end of both") { !topics.isOpen && !fold.isOpen }
        XCTAssertNotNil(feed.filter.topic)
        open()
        XCTAssertTrue(feed.activateAction("feed.language", text: "Swift"))
        pump("the end of the filters") { !fold.isOpen }
      }
    }
  }

  func testTheToolsWorkInThePopoverAndTheFocusReturnsToTheButton() {
    onMainThread {
      SidebarBench.run(chats: 2, height: 480) { bench in
        let row = Self.show(.carousel, in: bench)
        bench.resize(360, 480)
        let button = row.flow.foldButton!
        let tab = bench.find(CarouselTab.self, in: bench.window)!
        XCTAssertTrue(tab.wraps)
        button.takeFocus()
        button.open()
        pump("the popover") { button.isOpen }
        let wrap = bench.all(Switch.self, in: button).first!
        pump("the focus in the first control") { bench.window.focusWidget === wrap }
        wrap.active = false
        XCTAssertFalse(tab.wraps)
        XCTAssertTrue(button.press("Load with Delay"), "what the tab's actions do")
        pump("the load") { tab.isLoading }
        button.close()
        pump("the end of the popover") { !button.isOpen }
        drain()
        XCTAssertTrue(bench.window.focusWidget.map { button.isAncestor(of: $0) || button === $0 } ?? false)
        bench.resize(1_300, 480)
        XCTAssertFalse(wrap.active)
        XCTAssertTrue(wrap.isMapped)
      }
    }
  }

  // With a hidden active filter, rows would be missing without a visible reason.
  func testTheButtonTellsTheFiltersThatAreHidden() {
    onMainThread {
      SidebarBench.run(chats: 2, height: 480) { bench in
        let row = Self.show(.feed, in: bench)
        let feed = bench.find(FeedTab.self, in: bench.window)!
        pump("the first page") { feed.feed.items.count == 30 }
        bench.resize(360, 480)
        let button = row.flow.foldButton!
        XCTAssertEqual(button.shownTexts, ["Filters"])
        let topic = feed.feed.items.lazy.compactMap(\.topics.first).first!
        feed.setFilter(FeedFilter(topic: topic))
        XCTAssertEqual(button.shownTexts, ["Filters · 1"])
        feed.setFilter(FeedFilter(language: "Swift", topic: topic))
        bench.paint()
        XCTAssertEqual(button.shownTexts, ["Filters · 2"])
        XCTAssertTrue(row.flow.isFolded)
        button.open()
        pump("the popover") { button.isOpen }
        XCTAssertTrue(button.shownTexts.contains(topic))
        XCTAssertTrue(button.shownTexts.contains("Swift"))
        feed.setFilter(FeedFilter())
        XCTAssertTrue(button.isOpen)
        XCTAssertTrue(button.shownTexts.contains("Filters"))
        button.close()
      }
    }
  }

  func testAWindowThatWidensWhileThePopoverIsOpenClosesIt() {
    onMainThread {
      SidebarBench.run(chats: 2, height: 480) { bench in
        for tab in Self.tabs {
          let row = Self.show(tab, in: bench)
          let button = row.flow.foldButton!
          for _ in 0..<2 {
            bench.resize(360, 480)
            button.open()
            pump("the popover of the \(tab)") { button.isOpen }
            bench.paint()
            let focus = bench.window.focusWidget
            XCTAssertTrue(focus.map { button.isAncestor(of: $0) } ?? false, "\(tab)")
            bench.resize(1_300, 480)
            XCTAssertFalse(button.isOpen, "\(tab)")
            XCTAssertFalse(row.flow.isFolded, "\(tab)")
            XCTAssertTrue(bench.window.focusWidget === focus, "\(tab): the same tool has the focus")
          }
          bench.resize(360, 480)
          XCTAssertTrue(bench.window.focusWidget.map { button.isAncestor(of: $0) } ?? false, "\(tab)")
        }
      }
    }
  }

  func testTheWindowMayBeClosedWithThePopoverOpen() {
    onMainThread {
      SidebarBench.run(chats: 2, height: 480) { bench in
        let row = Self.show(.feed, in: bench)
        bench.resize(360, 480)
        row.flow.foldButton!.open()
        pump("the popover") { row.flow.foldButton!.isOpen }
      }
    }
  }

  @MainActor
  private static func show(_ tab: Tab, in bench: SidebarBench) -> ToolRow {
    bench.window.show(tab)
    bench.paint()
    return bench.all(ToolRow.self, in: bench.window).first { $0.isMapped }!
  }
}
