import ChatStore
import Chats
@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import Reader

/// Known failures of other chat clients; the numbers are those of the cases.
final class ChatViewTests: XCTestCase {
  fileprivate struct Failure: Error, CustomStringConvertible { let description = "the disk is gone" }

  @MainActor
  private static func open(_ messages: Int, _ loading: OlderLoading = .auto, body: (ChatBench) -> Void) {
    let bench = ChatBench(messages: messages)
    bench.view.olderLoading = loading
    bench.open()
    body(bench)
    bench.close()
  }

  func testTheFirstRowCountsOlderMessagesAndLoadsThemInPlace() {
    onMainThread {
      ChatViewTests.open(2_000, .pull) { bench in
        let row = bench.view.olderRow
        bench.scrollToTop()
        for loaded in [60, 120, 180] {
          XCTAssertTrue(bench.list.isHeaderInView)
          let words = row.shownTexts
          XCTAssertTrue(words.contains(Counted.older(2_000 - loaded)), "\(words)")
          let first = bench.view.feed.model.messages[0].id
          let place = bench.top(first)
          XCTAssertEqual(place, Double(row.height))
          let start = bench.frames.count
          XCTAssertTrue(row.press("Load"))
          pump("a page") { bench.view.feed.model.count > loaded }
          pump("the load's end") { bench.view.older.state == .none }
          bench.frame(3)
          XCTAssertEqual(bench.drift(of: first, from: place, since: start), 0)
          XCTAssertFalse(bench.list.isHeaderInView)
          bench.scrollToTop()
        }
      }
    }
  }

  func testTheFirstRowIsThereOnlyWhileOlderMessagesAreLoadedByAPull() {
    onMainThread {
      ChatViewTests.open(100, .pull) { bench in
        let row = bench.view.olderRow
        XCTAssertTrue(row.visible)
        bench.view.olderLoading = .auto
        XCTAssertFalse(row.visible)
        bench.scrollToTop()
        pump("all") { bench.view.feed.model.count == 100 }
        bench.view.olderLoading = .pull
        XCTAssertFalse(row.visible, "nothing is left")
      }
    }
  }

  // The wheel ended at the first row, and the control that loads more was only in the header.
  func testTheReaderStaysWhenTheRowForOlderMessagesGoes() {
    onMainThread {
      ChatViewTests.open(2_000, .pull) { bench in
        bench.scrollToTop()
        XCTAssertTrue(bench.list.isHeaderInView)
        let first = bench.view.feed.model.messages[0].id
        let place = bench.top(first)
        let start = bench.frames.count
        let before = bench.view.feed.model.count
        bench.view.olderLoading = .auto
        pump("a page") { bench.view.feed.model.count > before }
        bench.frame(3)
        XCTAssertEqual(bench.drift(of: first, from: place, since: start), 0)
        bench.scroll(by: 60)
        XCTAssertFalse(bench.view.olderRow.visible)
      }
    }
  }

  func testAFailureIsSaidInTheFirstRowWhichTriesAgain() {
    onMainThread {
      ChatViewTests.open(2_000, .pull) { bench in
        let row = bench.view.olderRow
        bench.scrollToTop()
        let width = row.children[2].width
        bench.letPass(failing: Failure())
        XCTAssertTrue(row.press("Load"))
        bench.frame(2)
        XCTAssertEqual(row.children[2].width, width)
        pump("the failure") { row.shownTexts.contains("Retry") }
        XCTAssertFalse(bench.view.older.isIndicatorShown)
        bench.letPass()
        let before = bench.view.feed.model.count
        XCTAssertTrue(row.press("Retry"))
        pump("a page") { bench.view.feed.model.count > before }
        pump("the load's end") { bench.view.older.state == .none }
      }
    }
  }

  // 11: day headers and groups that change when an older page is added above them.
  func testRowsAtTheSeamStayWhatTheyAreWhenAPageLandsAboveThem() {
    onMainThread {
      ChatViewTests.open(2_000, .pull) { bench in
        bench.scrollToTop()
        for _ in 0..<6 {
          let first = bench.view.feed.model.messages[0].id
          let place = bench.top(first)
          let height = bench.list.row(first)!.height
          let start = bench.frames.count
          let before = bench.view.feed.model.count
          bench.view.loadOlder()
          pump("a page") { bench.view.feed.model.count > before }
          bench.frame(3)
          XCTAssertEqual(bench.drift(of: first, from: place, since: start), 0)
          XCTAssertEqual(bench.list.row(first)!.height, height)
          pump("the pull's end") { bench.view.older.state == .none }
          bench.scrollToTop()
        }
      }
    }
  }

  // 12: a page that lands after a jump to the end moves the reader back.
  func testAJumpToTheEndWhileAPageIsOnItsWayStaysAtTheEnd() {
    onMainThread {
      ChatViewTests.open(2_000) { bench in
        bench.holdPages()
        bench.scrollToTop()
        pump("a request") { bench.count(.previous) == 1 }
        bench.view.places.jumpToEnd()
        pump("the end") {
          bench.frame()
          return bench.list.isAtEnd
        }
        let last = bench.view.feed.model.messages.last!.id
        let place = bench.top(last)
        let start = bench.frames.count
        let before = bench.view.feed.model.count
        bench.letPass()
        pump("the page") { bench.view.feed.model.count > before }
        bench.frame(5)
        XCTAssertEqual(bench.drift(of: last, from: place, since: start), 0)
        XCTAssertTrue(bench.list.isAtEnd)
      }
    }
  }

  // 13: a slow page is not announced, or the spinner itself moves the rows.
  func testASlowPageIsAnnouncedAtTheEdgeInBothModesAndMovesNothing() {
    onMainThread {
      for loading in OlderLoading.allCases {
        ChatViewTests.open(2_000, loading) { bench in
          bench.holdPages()
          bench.scrollToTop()
          if loading == .pull { bench.view.loadOlder() }
          pump("a request") { bench.count(.previous) == 1 }
          pump("the announcement") {
            bench.view.older.isIndicatorShown || bench.view.olderRow.isBusy && bench.list.isHeaderInView
          }
          let row = bench.readMessage
          let place = bench.top(row)
          var start = bench.frames.count
          bench.frame(10)
          XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
          // The reader may continue to scroll meanwhile.
          bench.scroll(by: 90)
          let moved = bench.top(row)
          XCTAssertEqual(moved, place - 90, accuracy: 1)
          start = bench.frames.count
          let before = bench.view.feed.model.count
          bench.letPass()
          pump("the page") { bench.view.feed.model.count > before }
          bench.frame(3)
          XCTAssertEqual(bench.drift(of: row, from: moved, since: start), 0)
        }
      }
    }
  }

  // 14: an instant answer starts the next load, and so on to the beginning of history.
  func testInstantPagesDoNotCascade() {
    onMainThread {
      ChatViewTests.open(2_000) { bench in
        let resting = bench.count(.previous)
        bench.frame(20)
        XCTAssertEqual(bench.count(.previous), resting, "at the end nothing is asked for")
        bench.scrollToTopOnce()
        pump("rest") {
          bench.frame()
          return bench.view.feed.state(.previous) == .idle
            && bench.list.distanceToStart > 2 * Double(bench.list.height)
        }
        let asked = bench.count(.previous)
        bench.frame(20)
        XCTAssertEqual(bench.count(.previous), asked)
        XCTAssertLessThanOrEqual(asked - resting, 2, "one entry into the band, and what fills it")
      }
    }
  }

  func testInPullModeNothingLoadsByItself() {
    onMainThread {
      ChatViewTests.open(2_000, .pull) { bench in
        bench.scrollToTop()
        bench.frame(20)
        XCTAssertEqual(bench.count(.previous), 0)
        bench.view.olderLoading = .auto
        pump("a page, now that they come by themselves") { bench.count(.previous) == 1 }
      }
    }
  }

  // The answer disappeared before it could be read, and did not say where there is nothing newer.
  func testThatThereIsNothingNewerIsSaidLongEnoughToBeRead() {
    onMainThread {
      ChatViewTests.open(130, .pull) { bench in
        bench.view.loadNewer()
        pump("the load") { bench.view.newer.state == .loading }
        pump("its end") { bench.view.newer.state == .none }
        XCTAssertEqual(bench.view.newer.doneText, "No newer messages in the archive")
        XCTAssertGreaterThanOrEqual(bench.view.newer.doneTime, 5)
        XCTAssertTrue(bench.view.newer.isIndicatorShown)
      }
    }
  }

  // 14, 16: B2. One request at a time down to the first message, and none beyond it.
  func testHistoryEndsAndSaysSo() {
    onMainThread {
      ChatViewTests.open(130, .pull) { bench in
        for expected in [60, 10, 0] {
          bench.scrollToTop()
          bench.view.loadOlder()
          bench.view.loadOlder()
          pump("the load") { bench.view.older.state == .loading }
          pump("its end") { bench.view.older.state == .none }
          XCTAssertEqual(
            bench.view.older.doneText, expected > 0 ? Counted.older(expected) : "No older messages")
        }
        XCTAssertEqual(bench.count(.previous), 3, "the last of them asked whether anything had come since")
        XCTAssertEqual(bench.view.feed.model.count, 130)
      }
    }
  }

  // 16: a lock that is held after a failure, and no way to try again.
  func testAFailedPageIsToldWithItsReasonAndCanBeRetried() {
    onMainThread {
      for loading in OlderLoading.allCases {
        ChatViewTests.open(2_000, loading) { bench in
          bench.letPass(failing: Failure())
          let row = { bench.view.feed.model.messages[1].id }()
          bench.scrollToTop()
          if loading == .pull { bench.view.loadOlder() }
          pump("the failure") { bench.view.feed.state(.previous) == .failed(Failure()) }
          pump("the announcement") {
            bench.view.older.state == .none
              && (bench.view.older.isIndicatorShown || bench.view.olderRow.shownTexts.contains("Retry"))
          }
          let asked = bench.count(.previous)
          let place = bench.top(row)
          let start = bench.frames.count
          bench.frame(10)
          XCTAssertEqual(bench.count(.previous), asked, "no storm of retries")
          bench.letPass()
          bench.view.loadOlder()
          pump("the page") { bench.view.feed.model.count == 120 }
          bench.frame(2)
          XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        }
      }
    }
  }

  // 16: a late answer for messages that are no longer shown.
  func testALateAnswerAfterAJumpElsewhereIsDropped() {
    onMainThread {
      ChatViewTests.open(2_000, .pull) { bench in
        bench.scrollToTop()
        bench.holdPages()
        bench.view.loadOlder()
        pump("a request") { bench.count(.previous) == 1 }
        let target = {
          try! Blocking.wait { [archive = bench.archive, id = bench.conversation.id] in
            try await archive.firstMessage(in: id, atOrAfter: 0)!.id
          }
        }()
        bench.view.places.open(.message(target))
        pump("the jump's request") { bench.count(nil) == 2 }
        bench.letPass()
        pump("the jump") {
          bench.frame()
          return bench.frames.last?[target] != nil
        }
        pump("the pull's end") { bench.view.older.state == .none }
        let ids = bench.view.feed.model.messages.map(\.id)
        XCTAssertEqual(ids.first, target)
        XCTAssertEqual(ids, ids.sorted(), "nothing of the other page is among them")
        XCTAssertFalse(bench.list.isAtEnd)
      }
    }
  }

  // The latest jump counts: the answer to an older one moved the reader away from the newer place.
  func testAJumpWhileAnotherIsOnItsWayIsTheOneThatCounts() {
    onMainThread {
      ChatViewTests.open(2_000, .pull) { bench in
        let far = try! Blocking.wait { [archive = bench.archive, id = bench.conversation.id] in
          try await archive.firstMessage(in: id, atOrAfter: 0)!.id
        }
        let loaded = bench.view.feed.model.id(at: 30)
        for isToTheEnd in [true, false] {
          bench.holdPages()
          let asked = bench.count(nil)
          bench.view.places.open(.message(far))
          pump("the first request") { bench.count(nil) == asked + 1 }
          if isToTheEnd { bench.view.places.jumpToEnd() } else { bench.view.places.open(.message(loaded)) }
          bench.letPass()
          pump("the end of loading") { !bench.view.feed.isReplacing }
          bench.frame(30)
          XCTAssertNil(bench.view.feed.model.index(of: far))
          XCTAssertEqual(bench.list.isAtEnd, isToTheEnd)
          if !isToTheEnd { XCTAssertNotNil(bench.frames.last?[loaded]) }
        }
      }
    }
  }

  // 17.
  func testAShortConversationRestsAtTheBottomAndPullsAtBothEnds() {
    onMainThread {
      ChatViewTests.open(3, .pull) { bench in
        XCTAssertTrue(bench.list.isAtEnd)
        let drag = bench.view.older.drag
        for (way, overlay) in [(120.0, bench.view.older), (-120.0, bench.view.newer)] {
          let before = bench.requests.count
          drag.swipe.press(at: Point(x: 10, y: 300), time: 0)
          drag.swipe.move(to: Point(x: 0, y: way / 2), at: 0)
          drag.swipe.move(to: Point(x: 0, y: way), at: 0.1)
          XCTAssertEqual(overlay.state, .ready)
          drag.swipe.release(at: 9)
          pump("the load's end") { overlay.state == .none }
          XCTAssertEqual(bench.requests.count, before + 1)
        }
      }
    }
  }

  // 19: a place in mid-history, where the list moves to the end by itself.
  func testAPlaceInMidHistoryOpensThereAndPagesComeAtBothEnds() {
    onMainThread {
      let bench = ChatBench(messages: 2_000) { archive in
        try! Blocking.wait {
          let id = try await archive.conversations()[0].id
          return try await archive.newest(in: id, limit: 1_000)[0].id
        }
      }
      let target = {
        try! Blocking.wait { [archive = bench.archive, id = bench.conversation.id] in
          try await archive.newest(in: id, limit: 1_000)[0].id
        }
      }()
      bench.open()
      XCTAssertNotNil(bench.frames.last![target], "it is in view in the first frames")
      XCTAssertFalse(bench.list.isAtEnd)
      XCTAssertFalse(bench.view.feed.reachesEnd)
      let place = bench.top(target)
      let start = bench.frames.count
      bench.frame(30)
      XCTAssertEqual(bench.drift(of: target, from: place, since: start), 0)
      let asked = bench.count(.next)
      for _ in 0..<200 where bench.count(.next) < asked + 3 { bench.scroll(by: 400) }
      XCTAssertGreaterThanOrEqual(bench.count(.next), asked + 3)
      XCTAssertFalse(bench.list.isAtEnd, "the reader is led, not dragged along")
      for _ in 0..<200 where bench.count(.previous) < 3 { bench.scroll(by: -400) }
      XCTAssertGreaterThanOrEqual(bench.count(.previous), 3)
      bench.close()
    }
  }

  // 20.
  func testLeavingAndComingBackKeepsTheRowAndItsOffset() {
    onMainThread {
      ChatViewTests.open(2_000) { bench in
        bench.scroll(by: -1_337)
        pump("rest") {
          bench.frame()
          return bench.view.feed.state(.previous) != .loading
        }
        let row = bench.readMessage
        let place = bench.top(row)
        let asked = bench.requests.count
        bench.view.visible = false
        pump("the unmapping") { !bench.view.isMapped }
        bench.view.visible = true
        pump("the mapping") { bench.view.isMapped }
        let start = bench.frames.count
        bench.frame(5)
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.requests.count, asked)
      }
    }
  }

  // 23: the removal of distant pages is visible, or they are requested again at once.
  func testFarPagesAreDroppedUnseenAndNotAskedForAgain() {
    onMainThread {
      ChatViewTests.open(3_000) { bench in
        var dropped = false
        for _ in 0..<400 where !dropped {
          let before = bench.view.feed.model.messages.last!.id
          let (row, place) = bench.frames.last!.min { abs($0.value - 60) < abs($1.value - 60) }!
          let step = max(40, min(300, Double(bench.list.height) - place - 60))
          bench.scroll(by: -step)
          dropped = bench.view.feed.model.messages.last!.id != before
          XCTAssertEqual(bench.top(row), place + step, accuracy: 1)
        }
        XCTAssertTrue(dropped)
        XCTAssertLessThanOrEqual(bench.view.feed.model.count, 600)
        bench.frame(20)
        XCTAssertEqual(bench.count(.next), 0, "hysteresis")
        XCTAssertFalse(bench.view.feed.reachesEnd)
        for _ in 0..<400 where bench.count(.next) == 0 { bench.scroll(by: 300) }
        XCTAssertEqual(bench.count(.next), 1, "and back again, when the reader comes near")
      }
    }
  }

  // Before they were first shown, the buttons took the focus as soon as their action was enabled, without a visible sign.
  func testButtonsThatAreNotShownTakeNoFocus() {
    onMainThread {
      ChatViewTests.open(200) { bench in
        for button in [bench.view.jumpButton, bench.view.backButton] as [CornerButton] {
          XCTAssertFalse(button.isShown)
          XCTAssertFalse(button.children.contains { $0.children.contains(where: \.focusable) })
          XCTAssertFalse(button.canTarget)
        }
      }
    }
  }

  func testTheKeysGoOnInTheMessagesWhenTheJumpButtonHides() {
    onMainThread {
      ChatViewTests.open(2_000) { bench in
        for _ in 0..<40 { bench.scroll(by: -120) }
        let button = bench.view.jumpButton
        XCTAssertTrue(button.moveFocus(.forward))
        XCTAssertTrue(button.containsFocus)
        bench.view.places.jumpToEnd()
        pump("the end") {
          bench.frame()
          return bench.list.isAtEnd
        }
        // The list reports it after the frame.
        pump("the button to hide") { !button.isShown }
        XCTAssertTrue(bench.list.containsFocus)
      }
    }
  }

  // 24: the button flickers while rows are laid out or pages land.
  func testTheJumpButtonChangesOnlyWithTheReader() {
    onMainThread {
      ChatViewTests.open(2_000) { bench in
        var changes: [Bool] = []
        let watch = {
          if changes.last != bench.view.jumpButton.isShown { changes.append(bench.view.jumpButton.isShown) }
        }
        @MainActor func frames(_ count: Int) {
          for _ in 0..<count {
            bench.frame()
            watch()
          }
        }
        watch()
        frames(10)
        for _ in 0..<40 {
          bench.list.vadjustment!.value -= 120
          frames(1)
        }
        frames(20)
        bench.view.places.jumpToEnd()
        pump("the end") {
          bench.frame()
          watch()
          return bench.list.isAtEnd
        }
        frames(10)
        XCTAssertEqual(changes, [false, true, false])
      }
    }
  }

  func testTheFloatingDateIsTheTopmostDayUnlessTheListSaysIt() {
    onMainThread {
      ChatViewTests.open(2_000) { bench in
        XCTAssertNil(bench.view.floatingDate.shownDay)
        var seen: Set<String?> = []
        for _ in 0..<400 where seen.count < 3 {
          bench.scroll(by: -60)
          let first = bench.view.visibleRows.first!
          let day = bench.view.feed.model.dayName(at: first)
          let shown = bench.view.floatingDate.shownDay
          XCTAssertTrue(shown == nil || shown == day, "\(shown ?? "") for \(day)")
          seen.insert(shown)
        }
        XCTAssertGreaterThanOrEqual(seen.count, 3, "two days, and none where a day's pill is: \(seen)")
        pump("the date to go") { bench.view.floatingDate.shownDay == nil }
      }
    }
  }

  // 6, 18: the counter counts the messages that arrived while the reader was elsewhere.
  func testWhatArrivesWhileTheReaderIsElsewhereIsCountedAndMarked() {
    onMainThread {
      ChatViewTests.open(500) { bench in
        bench.arrive()
        bench.frame(2)
        XCTAssertEqual(bench.view.jumpButton.unread, 0, "the reader was there")
        XCTAssertNil(bench.view.feed.model.unreadMarker)
        bench.scroll(by: -900)
        let row = bench.readMessage
        let place = bench.top(row)
        let start = bench.frames.count
        for _ in 0..<40 { bench.arrive() }
        bench.frame(3)
        XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0)
        XCTAssertEqual(bench.view.jumpButton.unread, 40)
        XCTAssertEqual(bench.view.feed.model.unreadMarker, UnreadCounter.Marker(id: -2, count: 40))
        bench.view.places.jumpToEnd()
        pump("the end") {
          bench.frame()
          return bench.list.isAtEnd
        }
        // The list reports it after the frame.
        pump("the count to go") { bench.view.jumpButton.unread == 0 }
        XCTAssertNotNil(bench.view.feed.model.unreadMarker, "the line stays, to be found")
        bench.view.arrivals.clear()
        XCTAssertNil(bench.view.feed.model.unreadMarker)
      }
    }
  }

  // Simulated messages disappeared when the rail had replaced the loaded ones.
  func testSimulatedMessagesReturnAfterAllWereReplaced() {
    onMainThread {
      ChatViewTests.open(2_000) { bench in
        let (view, feed) = (bench.view, bench.view.feed)
        let count = feed.total ?? 0
        bench.scroll(by: -900)
        for _ in 0..<5 { bench.arrive() }
        view.timeline.rail.step(.start)
        pump("the first message") { feed.reachesStart && !feed.isReplacing && !view.timeline.isSeeking }
        bench.frame(2)
        XCTAssertFalse(feed.reachesEnd)
        XCTAssertEqual(feed.total, count + 5, "they are in the number of all messages")
        // Another message arrives while the end is not loaded.
        bench.arrive()
        XCTAssertEqual(view.jumpButton.unread, 6)
        pump("the number") { feed.total == count + 6 }
        let simulated: [Message.ID] = [-1, -2, -3, -4, -5, -6]
        view.places.jumpToEnd()
        pump("the end") {
          bench.frame()
          return view.isAtNewest
        }
        bench.frame(2)
        XCTAssertEqual(feed.model.messages.suffix(6).map(\.id), simulated)
        XCTAssertEqual(feed.loadedOrdinals?.upperBound, count + 6)
        let rows = bench.frames.last!
        let tops = simulated.compactMap { rows[$0] }
        XCTAssertGreaterThan(tops.count, 1)
        XCTAssertEqual(tops, tops.sorted())
        // F5 does not load it a second time.
        var pulled: Int?
        Task { pulled = try? await feed.pull(.next) }
        pump("the answer") { pulled != nil }
        XCTAssertEqual(pulled, 0)
        // The rail leads to them, too.
        for ordinal in [0, count + 3] {
          view.timeline.rail.didSeek(RailPosition(ordinal: ordinal, of: count + 6))
          pump("the place \(ordinal)") {
            bench.frame()
            return !feed.isReplacing && !view.timeline.isSeeking
          }
        }
        XCTAssertEqual(feed.model.messages.suffix(6).map(\.id), simulated)
      }
    }
  }

  func testTheWordsOfAVoiceMessageUnfoldBelowItsTopEdge() {
    onMainThread {
      let bench = ChatBench(messages: 1_400, height: 700) { archive in
        try! Blocking.wait {
          try await archive.search(SearchQuery("trough"), in: nil, limit: 1)[0].message.id
        }
      }
      bench.open()
      let id = bench.view.feed.model.messages.first { $0.attachments.first?.transcript != nil && $0.isOwn }!
        .id
      let row = bench.list.row(id)!
      let (top, height) = (bench.top(id), row.height)
      let first = bench.frames.count
      row.activate(.transcript(0))
      pump("all words") { row.height > height }
      bench.frame(5)
      row.activate(.transcript(0))
      pump("one line") { row.height == height }
      bench.frame(5)
      for frame in bench.frames[first...] { XCTAssertEqual(frame[id] ?? .nan, top, accuracy: 0.5) }
      bench.close()
    }
  }
}

extension ChatBench {
  func arrive() {
    view.arrivals.sender.didChangeTyping?(true)
    view.arrivals.sender.didSend?("Somebody says this.")
  }

  /// One movement to the oldest loaded message, without waiting for further pages.
  func scrollToTopOnce() { list.vadjustment!.value -= list.distanceToStart }
}
