import ChatStore
import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import Reader

/// The rail of a conversation with a few loaded pages.
final class ChatRailTests: XCTestCase {
  @MainActor
  private static func open(
    _ messages: Int = 3_000, _ loading: OlderLoading = .auto, width: Int = 700,
    start: ((Archive) -> Message.ID)? = nil, body: (ChatBench) -> Void
  ) {
    let bench = ChatBench(messages: messages, width: width, start: start)
    bench.view.olderLoading = loading
    bench.open()
    pump("the rail") { bench.rail.position != nil && !bench.rail.ticks.isEmpty }
    body(bench)
    bench.close()
  }

  // MARK: Places

  func testTheThumbIsAtTheNumberOfTheMessageOutOfAll() {
    onMainThread {
      ChatRailTests.open { bench in
        XCTAssertEqual(bench.rail.position, RailPosition(fraction: 1, of: 3_000))
        for ordinal in [0, 1, 700, 1_499, 2_345, 2_999] {
          bench.seek(ordinal)
          XCTAssertEqual(bench.ordinal(ofIndex: bench.rowAtThumb), ordinal)
          XCTAssertEqual(
            bench.rail.position?.fraction ?? .nan, RailPosition(ordinal: ordinal, of: 3_000).fraction,
            accuracy: 1e-5)
        }
        XCTAssertTrue(bench.list.isAtEnd, "the last message, and the end of it")
      }
    }
  }

  // The scrollbar of a list that loads pages creeps, and jumps with each page.
  func testTheThumbDoesNotMoveByItself() {
    onMainThread {
      for loading in OlderLoading.allCases {
        ChatRailTests.open(3_000, loading) { bench in
          for ordinal in [40, 1_200, 2_950] {
            bench.seek(ordinal)
            let place = bench.rail.position!.fraction
            let rows = bench.frames.last!
            pump("rest") {
              bench.list.queueDraw()
              return bench.list.isSettled && bench.view.feed.state(.next) != .loading
                && bench.view.feed.state(.previous) != .loading
            }
            bench.frame(5)
            drain()
            XCTAssertEqual(bench.rail.position!.fraction, place, accuracy: 1e-5)
            XCTAssertEqual(bench.frames.last!, rows)
          }
        }
      }
    }
  }

  func testTheThumbFollowsTheReaderThroughPages() {
    onMainThread {
      ChatRailTests.open { bench in
        var last = 1.0
        for _ in 0..<60 {
          bench.scroll(by: -300)
          drain()
          let position = bench.rail.position!
          XCTAssertLessThan(position.fraction, last)
          XCTAssertEqual(bench.ordinal(ofIndex: bench.rowAtThumb), position.ordinal)
          last = position.fraction
        }
        XCTAssertGreaterThan(bench.count(.previous), 1, "pages came")
      }
    }
  }

  func testWhatArrivesAndWhatIsSentCounts() {
    onMainThread {
      ChatRailTests.open(500) { bench in
        bench.arrive()
        bench.frame(2)
        pump("the count") { bench.rail.position?.count == 501 }
        XCTAssertEqual(bench.rail.position?.fraction, 1, "the reader was at the end")
      }
      ChatRailTests.open(500) { bench in
        bench.view.draft = "One more"
        bench.view.writing.composer.send()
        pump("the count") { bench.rail.position?.count == 501 && bench.rail.position?.fraction == 1 }
      }
    }
  }

  // An import adds messages before the loaded ones.
  func testMessagesBeforeTheLoadedOnesAreCountedWithTheNextFacts() {
    onMainThread {
      ChatRailTests.open(500) { bench in
        let first = bench.view.feed.model.messages[0]
        let title = bench.conversation.title
        let key = try! Blocking.wait { [archive = bench.archive] in
          try await archive.messages(in: first.conversation, before: first.cursor, limit: 1)[0].sentAt
        }
        let old = (0..<7).map { number in
          ImportedMessage(
            conversationKey: "synthetic:3", conversationTitle: title, sourceID: "old-\(number)",
            sender: .init(key: "ann", name: "Ann"), isOwn: false, sentAt: key - 1, text: "Old")
        }
        let result = try! bench.archive.writeBatch(old)
        XCTAssertEqual(result.conversations, [bench.conversation.id])
        bench.view.readFacts()
        pump("the count") { bench.view.feed.total == 507 }
        bench.seek(100)
        XCTAssertEqual(bench.ordinal(ofIndex: bench.rowAtThumb), 100)
      }
    }
  }

  // MARK: Drags

  func testRowsFollowADragAcrossEverything() {
    onMainThread {
      for loading in OlderLoading.allCases {
        ChatRailTests.open(20_000, loading) { bench in
          let scale = bench.rail.scale()
          bench.rail.begin(at: scale.height - 14, by: .pointer)
          XCTAssertTrue(bench.rail.isDragging)
          var seen: Set<Message.ID> = []
          let steps = 40
          for step in 1...steps {
            bench.rail.move(by: -(scale.height - 28) * Double(step) / Double(steps))
            bench.frame()
            seen.formUnion(bench.frames.last!.keys)
          }
          pump("the first message") {
            bench.list.queueDraw()
            return bench.frames.last![bench.id(ofOrdinal: 0)] != nil
          }
          XCTAssertGreaterThan(seen.count, 40, "rows on the way")
          bench.rail.end(isCancelled: false)
          bench.frame(2)
          drain()
          XCTAssertEqual(bench.rail.position?.fraction, 0)
          XCTAssertFalse(bench.view.feed.reachesEnd)
        }
      }
    }
  }

  func testTheBubbleTellsDateAndNumberAndTheFloatingDateIsHidden() {
    onMainThread {
      ChatRailTests.open { bench in
        bench.rail.begin(at: 200, by: .pointer)
        pump("the rows") { bench.hasSettled }
        let ordinal = bench.rail.shownPosition!.ordinal
        let message = try! Blocking.wait { [archive = bench.archive, id = bench.conversation.id] in
          let cursor = try await archive.cursor(at: ordinal, in: id)!
          return try await archive.message(cursor.id)!
        }
        XCTAssertEqual(bench.rail.caption.title, bench.view.feed.model.clock.fullDate(of: message.sentAt))
        XCTAssertEqual(bench.rail.caption.detail, "message \(Counted.number(ordinal + 1)) of 3,000")
        XCTAssertNil(bench.view.floatingDate.shownDay)
        XCTAssertTrue(bench.rail.caption.spoken.hasSuffix(bench.rail.caption.detail))
        bench.rail.end(isCancelled: false)
      }
    }
  }

  func testEscapeGoesBackToTheVeryRowAndToTheEnd() {
    onMainThread {
      ChatRailTests.open { bench in
        bench.rail.begin(at: 100, by: .pointer)
        pump("other rows") { bench.hasSettled && !bench.view.feed.reachesEnd }
        bench.rail.end(isCancelled: true)
        pump("the end") {
          bench.list.queueDraw()
          return bench.list.isAtEnd && bench.view.feed.reachesEnd && bench.hasSettled
        }
        XCTAssertEqual(bench.rail.position?.fraction, 1)
        bench.seek(1_000)
        bench.scroll(by: -37)
        drain()
        let (rows, place) = (bench.frames.last!, bench.rail.position!)
        bench.rail.begin(at: bench.scale.y(ofFraction: place.fraction), by: .pointer)
        bench.rail.move(by: 150)
        pump("other rows") { bench.hasSettled && bench.frames.last!.keys.allSatisfy { rows[$0] == nil } }
        bench.rail.end(isCancelled: true)
        pump("the rows from before") {
          bench.list.queueDraw()
          return bench.frames.last! == rows
        }
        drain()
        XCTAssertEqual(bench.rail.position!.fraction, place.fraction, accuracy: 1e-5)
      }
    }
  }

  func testASlowSourceShowsTheBubbleAtOnceAndSkeletonsLater() {
    onMainThread {
      ChatRailTests.open { bench in
        bench.holdPages()
        // From the bottom, where the list is: the composer may grow a little when it has the focus.
        @MainActor func rows() -> [Message.ID: Double] {
          bench.frame(3)
          return bench.frames.last!.mapValues { Double(bench.list.height) - $0 }
        }
        let before = rows()
        bench.rail.begin(at: 150, by: .pointer)
        XCTAssertEqual(bench.rail.caption.detail, bench.detail(bench.rail.shownPosition!))
        pump("its date") { bench.rail.caption.title != "" && bench.count(nil) > 1 }
        XCTAssertFalse(bench.view.skeleton.visible)
        pump("skeletons") { bench.view.skeleton.visible }
        bench.rail.move(by: 60)
        bench.rail.move(by: 90)
        XCTAssertEqual(bench.rail.caption.detail, bench.detail(bench.rail.shownPosition!))
        bench.rail.end(isCancelled: false)
        let place = bench.rail.position!
        let held = rows()
        XCTAssertEqual(bench.rail.position, place, "the thumb waits there")
        // A row at the top can be out of view in one of the two.
        let common = Set(held.keys).intersection(before.keys)
        XCTAssertGreaterThan(common.count, 5)
        for id in common { XCTAssertEqual(held[id], before[id]) }
        bench.letPass()
        pump("the rows") { bench.hasSettled }
        XCTAssertFalse(bench.view.skeleton.visible)
        XCTAssertEqual(bench.ordinal(ofIndex: bench.rowAtThumb), place.ordinal)
        XCTAssertEqual(bench.rail.position!.fraction, place.fraction, accuracy: 1e-5)
      }
    }
  }

  func testAnUnreadablePlaceIsReportedAndTheThumbReturns() {
    onMainThread {
      ChatRailTests.open { bench in
        struct Failure: Error, CustomStringConvertible { let description = "the disk is gone" }
        bench.letPass(failing: Failure())
        bench.rail.begin(at: 150, by: .pointer)
        bench.rail.end(isCancelled: false)
        pump("the sentence") { bench.view.banner.text?.contains("the disk is gone") == true }
        pump("the thumb") { bench.rail.position?.fraction == 1 }
        XCTAssertFalse(bench.view.skeleton.visible)
      }
    }
  }

  func testAJumpInTheMiddleOfASeekWins() {
    onMainThread {
      ChatRailTests.open { bench in
        bench.holdPages()
        bench.rail.begin(at: 150, by: .pointer)
        bench.rail.end(isCancelled: false)
        bench.view.places.jumpToEnd()
        bench.letPass()
        pump("the end") {
          bench.list.queueDraw()
          return bench.list.isAtEnd && bench.view.feed.reachesEnd && bench.hasSettled
        }
        // The rows of the seek may be counted only then.
        pump("the thumb") { bench.rail.position?.fraction == 1 }
        bench.frame(3)
        drain()
        XCTAssertEqual(bench.rail.position?.fraction, 1)
      }
    }
  }

  // MARK: Keys, shapes

  func testKeysGoThroughTheArchive() {
    onMainThread {
      ChatRailTests.open { bench in
        @MainActor func expect(_ ordinal: Int, after key: UInt32, _ modifiers: Modifiers = []) {
          XCTAssertTrue(bench.rail.pressed(key, modifiers))
          // The rows of the previous place are at rest, too.
          pump("row \(ordinal)") { bench.hasSettled && bench.ordinal(ofIndex: bench.rowAtThumb) == ordinal }
        }
        expect(0, after: Key.home)
        expect(1, after: Key.down)
        let month = bench.rail.ticks[1].ordinal
        expect(month, after: Key.pageDown, .shift)
        expect(0, after: Key.pageUp, .shift)
        expect(2_999, after: Key.end)
        expect(2_998, after: Key.up)
        XCTAssertTrue(bench.rail.takeFocus())
        XCTAssertTrue(bench.rail.hasFocus)
      }
    }
  }

  // With the focus on a message, the keys of the rail had no effect.
  func testTheKeysForMonthsActFromAMessage() {
    onMainThread {
      ChatRailTests.open { bench in
        let months = bench.rail.ticks.suffix(2).map(\.ordinal)
        pump("the window's focus") { bench.window.isActive }
        bench.view.focusMessages()
        for month in months.reversed() {
          pump("the focus on a message") { bench.list.containsFocus }
          let (id, start) = (bench.id(ofOrdinal: month), bench.frames.count)
          RealPointer.key("shift+Prior")
          pump("the month") { bench.hasSettled && bench.ordinal(ofIndex: bench.rowAtThumb) == month }
          bench.frame(5)
          let line = bench.rail.shownPosition!.fraction * bench.list.scrolling.layout.frame.viewport
          let tops = bench.frames[start...].compactMap { $0[id] }
          XCTAssertEqual(Set(tops).count, 1, "it comes to its place at once, and stays: \(tops)")
          XCTAssertEqual(
            tops.last ?? .nan, line, accuracy: Double(bench.list.row(id)?.height ?? 0), "at the thumb")
        }
      }
    }
  }

  func testTicksAreTheFirstMessagesOfTheirMonths() {
    onMainThread {
      ChatRailTests.open { bench in
        let all = try! Blocking.wait { [archive = bench.archive, id = bench.conversation.id] in
          try await archive.newest(in: id, limit: .max)
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let months = all.map {
          calendar.dateComponents([.year, .month], from: MessageDate($0.sentAt).date)
        }
        let starts = months.indices.filter { $0 == 0 || months[$0] != months[$0 - 1] }
        XCTAssertEqual(bench.rail.ticks.map(\.ordinal), starts)
        XCTAssertEqual(bench.rail.ticks[0].rank, .year)
        XCTAssertEqual(
          bench.rail.ticks.filter { $0.rank == .year }.map(\.label),
          Set(months.map { "\($0.year!)" }).sorted())
      }
    }
  }

  func testANarrowChatHasANarrowRailAndShortOnesAnEmptyOne() {
    onMainThread {
      ChatRailTests.open(3_000, width: 380) { bench in
        XCTAssertEqual(bench.rail.width, 20)
        XCTAssertEqual(bench.list.width, 360)
      }
      let bench = ChatBench(messages: 2)
      bench.open()
      pump("the places") { bench.view.feed.total == 2 }
      bench.frame(2)
      drain()
      XCTAssertNil(bench.rail.position)
      XCTAssertEqual(bench.rail.width, 60)
      bench.close()
    }
  }

  func testAConversationThatWasLeftInTheMiddleOfADragGoes() {
    onMainThread {
      weak var left: ChatView?
      ChatRailTests.open { bench in
        left = bench.view
        bench.holdPages()
        bench.rail.begin(at: 150, by: .pointer)
        pump("a read") { bench.count(nil) > 1 }
      }
      pump("the view to go") { left == nil }
    }
  }
}

extension ChatBench {
  var rail: ScrollRail { view.rail }
  var scale: RailScale { rail.scale() }

  /// Whether the rail is idle, and the requested rows are painted.
  var hasSettled: Bool {
    list.queueDraw()
    drain()
    return !view.feed.isReplacing && !list.isLayoutNeeded && list.isLaidOut && rail.position != nil
      && !view.isSeekPending && frames.last?.keys.contains(view.feed.model.id(at: rowAtThumb)) == true
  }

  /// Goes to a message by its number.
  func seek(_ ordinal: Int) {
    rail.position = RailPosition(ordinal: ordinal, of: view.feed.total!)
    rail.didSeek(rail.position!)
    pump("message \(ordinal)") { hasSettled }
  }

  /// The row at the thumb's height in the viewport.
  var rowAtThumb: Int {
    let fraction = rail.shownPosition?.fraction ?? 0
    let line = fraction * list.scrolling.layout.frame.viewport
    let rows = list.scrolling.layout.visibleRows
    return (rows.first { $0.bottom > line + 0.01 } ?? rows.last)?.index ?? 0
  }

  func ordinal(ofIndex index: Int) -> Int { (view.feed.loadedOrdinals?.lowerBound ?? -1) + index }

  func id(ofOrdinal ordinal: Int) -> Message.ID {
    try! Blocking.wait { [archive, id = conversation.id] in
      try await archive.cursor(at: ordinal, in: id)!.id
    }
  }

  func detail(_ position: RailPosition) -> String {
    "message \(Counted.number(position.ordinal + 1)) of \(Counted.number(position.count))"
  }
}
