import ChatStore
import Chats
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import Controls
@testable import Finding
@testable import MessageRow
@testable import Reader

/// The search in a chat.
final class ChatSearchTests: XCTestCase {
  private static func boiler(_ number: Int) -> String { FindBench.text(number, in: "One") }

  func testTypingShowsTheNearestHitAndReturnGoesToOlderOnes() {
    onMainThread {
      FindBench.run { bench in
        let shown = bench.view.conversation.title
        bench.find("boiler")
        XCTAssertEqual(bench.words, "6 of 6")
        XCTAssertEqual(bench.finder.current?.message.text, FindBench.text(250, in: shown))
        let height = Double(bench.view.list.height - bench.view.list.bottomInset)
        let row = bench.row(ChatSearchTests.boiler(250))!
        XCTAssertEqual(
          bench.top(ChatSearchTests.boiler(250)) + Double(row.height) / 2, height * 0.4, accuracy: 2)
        bench.finding.bar!.field.didSubmit?(false)
        pump("the older one") { bench.words == "5 of 6" }
        bench.settle()
        XCTAssertTrue(bench.visibleTexts.contains(ChatSearchTests.boiler(200)))
        bench.finding.bar!.field.didSubmit?(true)
        pump("the newer one") { bench.words == "6 of 6" }
        XCTAssertFalse(bench.finding.bar!.newer.sensitive, "it is the newest")
        XCTAssertTrue(bench.finding.bar!.older.sensitive)
      }
    }
  }

  // "1 of 6" was the newest hit, and the down arrow counted down.
  func testHitsAreCountedInReadingOrderFromWhereTheReaderIs() {
    onMainThread {
      FindBench.run { bench in
        bench.find("\"number 220\"")
        bench.finding.end()
        pump("no bar") { bench.finding.bar?.isMapped == false }
        bench.find("boiler")
        XCTAssertEqual(bench.finder.current?.message.text.hasSuffix(" 200"), true)
        XCTAssertEqual(bench.words, "5 of 6", "200 is the fifth from the oldest")
        bench.tab.finding.step(isOlder: false)
        pump("down counts up") { bench.words == "6 of 6" && !bench.finder.isBusy }
        XCTAssertFalse(bench.finding.bar!.newer.sensitive)
        bench.tab.finding.step(isOlder: true)
        pump("up counts down") { bench.words == "5 of 6" }
      }
    }
  }

  func testStepsThatAreTakenFastAddUpAndEndAtTheOldest() {
    onMainThread {
      FindBench.run { bench in
        bench.find("boiler")
        for _ in 0..<3 { bench.finder.step(isOlder: true) }
        pump("three further") { bench.words == "3 of 6" && !bench.finder.isBusy }
        for _ in 0..<9 { bench.finder.step(isOlder: true) }
        pump("the oldest") { bench.words == "1 of 6" && !bench.finder.isBusy }
        bench.settle()
        XCTAssertFalse(bench.finding.bar!.older.sensitive)
        XCTAssertTrue(bench.visibleTexts.contains(ChatSearchTests.boiler(0)))
      }
    }
  }

  // A slow answer to an earlier text replaced the newer text's.
  func testOnlyTheAnswerToWhatWasTypedLastCounts() {
    onMainThread {
      FindBench.run { bench in
        bench.hold("boil")
        bench.finding.show("boil")
        pump("the question") { bench.asked.contains("boil") }
        XCTAssertEqual(bench.words, "… of …")
        bench.finding.bar!.field.query = "number 17"
        pump("the newer answer") { bench.finder.canStep }
        let hit = bench.finder.current?.id
        let words = bench.words
        XCTAssertNotNil(hit)
        bench.release("boil")
        bench.settle()
        XCTAssertEqual(bench.finder.current?.id, hit)
        XCTAssertEqual(bench.words, words)
        XCTAssertEqual(bench.finder.query?.text, "number 17")
      }
    }
  }

  func testTypingAsksOnceAfterAPause() {
    onMainThread {
      FindBench.run { bench in
        bench.finding.show()
        for text in ["b", "bo", "boi", "boil"] { bench.finding.bar!.field.query = text }
        pump("hits") { bench.finder.canStep }
        XCTAssertEqual(Set(bench.asked), ["boil"])
      }
    }
  }

  func testEscapeEndsTheSearchAndItsMarks() {
    onMainThread {
      FindBench.run { bench in
        bench.find("boiler")
        XCTAssertNotNil(bench.view.hitMarks.find)
        XCTAssertTrue(bench.finding.bar!.isMapped)
        bench.finding.bar!.field.didCancel?()
        XCTAssertNil(bench.view.hitMarks.find)
        XCTAssertNil(bench.view.hitMarks.current)
        XCTAssertFalse(bench.finding.isOn)
        pump("no bar") { !bench.finding.bar!.isMapped }
        XCTAssertFalse(bench.finding.end(), "there is nothing left to end")
        bench.find("boiler")
        XCTAssertEqual(bench.words.suffix(5), " of 6")
      }
    }
  }

  // Up had no effect then, since the field for messages had the focus.
  func testAtTheKeyboardTheMessageThatWasFoundHasTheFocus() {
    onMainThread {
      FindBench.run { bench in
        bench.window.lastInput = .keyboard
        bench.finding.show()
        bench.find("boiler")
        let hit = bench.finder.current!.id
        bench.finding.end()
        pump("the focus") { bench.tab.view?.list.row(hit)?.containsFocus == true }
        bench.window.lastInput = .pointer
        bench.finding.show()
        bench.finding.end()
        XCTAssertFalse(bench.tab.view?.list.row(hit)?.containsFocus == true, "others go on typing")
      }
    }
  }

  func testCtrlHomeGoesToTheFirstMessage() {
    onMainThread {
      FindBench.run { bench in
        let view = bench.tab.view!
        XCTAssertNotEqual(
          view.feed.model.messages.first?.text, FindBench.text(0, in: view.conversation.title))
        view.places.jumpToStart()
        pump("the first message") {
          view.visibleRows.first.map { view.feed.model.messages[$0].text }
            == FindBench.text(0, in: view.conversation.title)
        }
        pump("its focus") {
          (view.feed.model.messages.first?.id).map { view.list.row($0)?.containsFocus == true } == true
        }
      }
    }
  }

  func testASearchIsKeptWhenItsBarIsHidden() {
    onMainThread {
      FindBench.run { bench in
        bench.find("boiler")
        bench.tab.finding.toggle()
        pump("no bar") { !bench.finding.bar!.isMapped }
        XCTAssertTrue(bench.tab.finding.isSearching)
        XCTAssertNotNil(bench.view.hitMarks.find)
        bench.tab.finding.step(isOlder: true)
        pump("an older one") { bench.finder.place?.number == 5 }
        bench.tab.finding.toggle()
        pump("the bar") { bench.finding.bar!.isMapped }
        XCTAssertEqual(bench.finding.bar!.field.query, "boiler")
        XCTAssertTrue(bench.finding.bar!.field.containsFocus)
        XCTAssertEqual(bench.words, "5 of 6")
      }
    }
  }

  // Messages moved by the height of the bar, and by that of the sentence below it, everywhere but at the end.
  func testTheBarAndItsSentenceCoverMessagesAndMoveNone() {
    onMainThread {
      for width in [900, 360] {
        FindBench.run(width: width) { bench in
          for place in ["end", "middle", "start"] {
            let list = bench.view.list
            switch place {
            case "start":
              pump("the oldest") {
                list.scrollToStart(animated: false)
                return bench.view.feed.reachesStart && list.isLaidOut && list.distanceToStart == 0
              }
            case "middle":
              bench.view.places.open(.message(bench.view.feed.model.messages[20].id, at: .start))
            default: break
            }
            bench.settle()
            let rows = bench.view.visibleRows
            let text = bench.view.feed.model.messages[rows.lowerBound + rows.count / 2].text
            let height = list.height
            let name = "\(width), \(place)"
            @MainActor func stays(_ step: String, _ body: () -> Void) {
              let tops = Set(bench.places(of: text, while: body))
              XCTAssertEqual(tops.count, 1, "\(name), \(step): \(tops.sorted())")
            }
            let before = bench.places(of: text) {}
            stays("the bar") {
              bench.finding.toggle()
              pump("the bar") { bench.isBarOpen }
            }
            let open = list.height
            stays("the sentence") {
              bench.finding.bar!.field.query = "sledge"
              pump("the sentence") { bench.finding.notice!.visible && list.height < open }
            }
            stays("no sentence") {
              bench.finding.bar!.field.query = ""
              pump("no sentence") { list.height == open }
            }
            stays("no bar") {
              bench.finding.bar!.field.didCancel?()
              pump("no bar") { list.height == height }
            }
            XCTAssertEqual(bench.places(of: text) {}.last, before.last, name)
          }
        }
      }
    }
  }

  // Messages below the bar at the start of the chat can be scrolled into view.
  func testTheFirstMessageIsNotKeptBehindTheBar() {
    onMainThread {
      FindBench.run { bench in
        let list = bench.view.list
        pump("the oldest") {
          list.scrollToStart(animated: false)
          return bench.view.feed.reachesStart && list.isLaidOut && list.distanceToStart == 0
        }
        bench.settle()
        bench.finding.toggle()
        pump("the bar") { bench.isBarOpen }
        bench.settle()
        let first = bench.view.feed.model.messages[0].text
        XCTAssertLessThan(bench.top(first), 0, "it is covered")
        list.vadjustment!.value -= 500
        bench.settle()
        XCTAssertEqual(bench.top(first), 0)
      }
    }
  }

  func testAHitInViewIsMarkedAndMovesNothing() {
    onMainThread {
      FindBench.run { bench in
        bench.find("boiler")
        let text = ChatSearchTests.boiler(250)
        bench.finding.end()
        pump("no bar") { bench.finding.bar?.isMapped == false }
        bench.settle()
        bench.finding.toggle()
        pump("the bar") { bench.isBarOpen }
        // Any place other than that of a hit out of view.
        bench.view.list.vadjustment!.value -= 90
        bench.settle()
        let top = bench.top(text)
        bench.find("drips")
        XCTAssertEqual(bench.finder.current?.message.text, text)
        XCTAssertEqual(bench.top(text), top)
      }
    }
  }

  func testMarksAreDrawnAndMoveNoText() {
    onMainThread {
      // Without a theme, everything has one color.
      let theme = Theme(.light)
      defer { theme.uninstall() }
      FindBench.run { bench in
        bench.find("boiler")
        bench.finding.end()
        pump("no bar") { bench.finding.bar?.isMapped == false }
        bench.settle()
        let text = ChatSearchTests.boiler(250)
        pump("the end of the wash") { bench.row(text)!.highlight == 0 }
        @MainActor func geometry() -> String { "\(bench.row(text)!.geometry!) \(bench.row(text)!.height)" }
        let (plain, before) = (bench.picture(), geometry())
        bench.view.hitMarks.find = { SearchQuery("boiler").byteHits(in: $0) }
        bench.view.hitMarks.hits = nil
        bench.row(text)!.hitsChanged()
        bench.settle()
        let (marked, after) = (bench.picture(), geometry())
        bench.view.hitMarks.current = bench.row(text)!.content!.id
        bench.row(text)!.hitsChanged()
        bench.settle()
        let current = bench.picture()
        XCTAssertEqual(before, after)
        XCTAssertEqual(before, geometry())
        XCTAssertNotEqual(plain, marked)
        XCTAssertNotEqual(marked, current)
        bench.view.hitMarks.find = nil
        bench.row(text)!.hitsChanged()
        bench.settle()
        XCTAssertEqual(plain, bench.picture(), "and they leave nothing")
      }
    }
  }

  // "hut" was marked in messages of others, and beside "from:Mara".
  func testOnlyHitsAreMarked() {
    onMainThread {
      FindBench.run { bench in
        bench.find("from:Bob \"for the time\"")
        pump("the marks") { bench.view.hitMarks.hits?.isEmpty == false }
        let hits = bench.view.feed.model.messages.filter { $0.text.hasPrefix("The boiler") }
        XCTAssertFalse(hits.isEmpty)
        for message in hits {
          XCTAssertEqual(
            bench.view.hitMarks.hits!.contains(message.id), message.sender?.name == "Bob", message.text)
        }
        bench.view.places.jumpToEnd()
        bench.settle()
        bench.view.places.open(.message(bench.finder.current!.id))
        bench.settle()
        pump("the marks again") { bench.view.hitMarks.hits?.contains(bench.finder.current!.id) == true }
      }
    }
  }

  // "1,002 of 1,000+", and the mark of another hit; later no place at all.
  func testAmongUncountedHitsOneNearTheEndsHasAPlaceAndAMark() {
    onMainThread {
      let more = (0..<1_900).map { FindBench.message("Message more \($0)", in: "One", 1_000 + $0) }
      FindBench.run(adding: more) { bench in
        let chat = bench.tab.session.conversations.first { $0.title == "One" }!.id
        let archive = bench.archive
        let first = try! Blocking.wait {
          try await archive.search(
            SearchQuery("message"), in: chat, after: MessageCursor(orderKey: .min, id: .min), limit: 1_200)
        }
        var source = SearchSource(archive)
        source.countLimit = 1_000
        let finder = ChatFinder(source, in: chat)
        finder.origin = { first[1].cursor }
        finder.search(SearchQuery("message"), atOnce: true)
        pump("the hit") { finder.current?.id == first[1].id && !finder.marks.isEmpty }
        XCTAssertEqual(finder.place, .fromOldest(2))
        XCTAssertEqual(finder.marks.count, SearchSource.markLimit)
        XCTAssertEqual(finder.currentMark, 2, "a message without a hit is the first one")
        XCTAssertFalse(finder.isLast(isOlder: false))
        XCTAssertFalse(finder.isLast(isOlder: true))
        finder.step(isOlder: true)
        pump("the oldest") { finder.current?.id == first[0].id && !finder.isBusy }
        XCTAssertEqual(finder.place, .fromOldest(1))
        XCTAssertTrue(finder.isLast(isOlder: true))
        XCTAssertFalse(finder.isLast(isOlder: false))
        XCTAssertEqual(finder.currentMark, 1)
        finder.step(isOlder: false)
        pump("a newer one") { finder.current?.id == first[1].id && !finder.isBusy }
        XCTAssertFalse(finder.isLast(isOlder: true))
        finder.end()
        finder.origin = nil
        finder.search(SearchQuery("message"), atOnce: true)
        pump("the newest") { finder.current?.message.text == "Message more 1899" && !finder.isBusy }
        XCTAssertEqual(finder.place, .fromNewest(1))
        XCTAssertTrue(finder.isLast(isOlder: false))
        XCTAssertFalse(finder.isLast(isOlder: true))
        // There are as many newer hits as older ones, so neither are counted.
        finder.end()
        finder.origin = { first[1_096].cursor }
        finder.search(SearchQuery("message"), atOnce: true)
        pump("one in the middle") { finder.current?.id == first[1_096].id && !finder.isBusy }
        XCTAssertNil(finder.place)
        XCTAssertFalse(finder.isLast(isOlder: false))
        XCTAssertFalse(finder.isLast(isOlder: true))
      }
    }
  }

  // The arrows moved away from the pointer as results arrived, and with each step to longer numbers.
  func testTheArrowsStayInPlaceWhateverTheCountSays() {
    onMainThread {
      let more = ["One", "Two"].flatMap { chat in
        (0..<1_200).map { FindBench.message("Message more \($0)", in: chat, 1_000 + $0) }
      }
      FindBench.run(adding: more) { bench in
        bench.find("boiler")
        let bar = bench.finding.bar!
        @MainActor func places() -> [Double] {
          paint(bench.window)
          return [bar.field, bar.older, bar.newer].map {
            $0.convert(Point(x: Double($0.width), y: 0), to: bar)?.x ?? .nan
          }
        }
        XCTAssertEqual(bench.words, "6 of 6")
        let before = places()
        bench.find("message")
        XCTAssertEqual(bench.words, "1,494 of 1,494")
        XCTAssertEqual(places(), before)
        bar.count.text = ""
        XCTAssertEqual(places(), before)
        bar.count.text = "1,000 of 10,000+"
        XCTAssertEqual(places(), before)
        XCTAssertLessThanOrEqual(
          bar.count.convert(Point(x: Double(bar.count.measured(.horizontal).natural), y: 0), to: bar)!.x,
          bar.older.convert(Point(x: 0, y: 0), to: bar)!.x)
      }
    }
  }

  // "1,000+" gave no hint about the other hits.
  func testThousandsOfHitsAreCountedExactly() {
    onMainThread {
      let more = (0..<1_200).map { FindBench.message("Message more \($0)", in: "One", 1_000 + $0) }
      FindBench.run(adding: more) { bench in
        bench.find("message")
        XCTAssertEqual(bench.words, "1,494 of 1,494")
        XCTAssertEqual(SearchWords.place(3, of: SearchWords.number(10_000)), "3 of 10,000")
        XCTAssertEqual(SearchWords.place(3, of: SearchWords.number(10_001)), "3 of 10,000+")
      }
    }
  }

  // No message explained why "oiler" does not find a boiler.
  func testTheSentenceSaysThatWordsAreFoundByTheirBeginnings() {
    onMainThread {
      FindBench.run { bench in
        for (text, sentence) in [
          (
            "oiler",
            "No messages with “oiler”. Search looks at the beginnings of words: “oiler” inside a longer word is not found."
          ),
          (
            "boil drips",
            "No messages with “boil drips”. Search looks at whole words, and at the beginning of the last one."
          ), ("보일러", "No messages with “보일러”."),
        ] {
          bench.finding.show(text)
          pump("“\(sentence)”, not “\(bench.finding.notice?.label.text ?? "")”") {
            bench.finding.notice?.visible == true && bench.finding.notice?.label.text == sentence
          }
        }
      }
    }
  }

  // The marks would reveal the words of a spoiler.
  func testNothingIsMarkedInHiddenWords() {
    onMainThread {
      let row = MessageRow()
      let marks = HitMarks()
      marks.find = { SearchQuery("boiler").byteHits(in: $0) }
      row.hits.marks = marks
      let layout = TextLayout(for: row)
      layout.set("A boiler and a boiler")
      @MainActor func found(hidden: [Range<Int>]) -> [Range<Int>] {
        row.hits.forget()
        return row.hits.found(in: layout, hidden: hidden, isFirst: false) { _ in .black }?.ranges ?? []
      }
      XCTAssertEqual(found(hidden: []), [2..<8, 15..<21])
      XCTAssertEqual(found(hidden: [0..<10]), [15..<21])
      XCTAssertEqual(found(hidden: [0..<21]), [])
    }
  }

  func testTheSentenceNamesTheFilterThatLeavesNothingAndRemovesIt() {
    onMainThread {
      FindBench.run { bench in
        bench.finding.show("from:Bob \"for the time 200\"")
        pump("the sentence") { bench.finding.notice?.visible == true }
        let shown = bench.finding.notice!.label.text
        XCTAssertTrue(shown.contains("from: Bob is on. Without it: 1 result."), shown)
        XCTAssertEqual(bench.words, "0 results")
        XCTAssertFalse(bench.finding.bar!.older.sensitive)
        XCTAssertTrue(bench.finding.notice!.press("Remove from:"))
        pump("the hit") { bench.words == "1 of 1" }
        XCTAssertFalse(bench.finding.notice!.visible)
      }
    }
  }

  func testWhateverIsTypedIsASearch() {
    onMainThread {
      FindBench.run { bench in
        bench.finding.show()
        let field = bench.finding.bar!.field
        for text in [
          "\"", "-", "--", ":", "from:", "before:never", "((((", "AND OR NOT *", "\"\" \"\"", "👍🏽", "\u{0}",
          "은", "  ",
          String(repeating: "ab ", count: 4_000), String(repeating: "\"", count: 999), "has:boiler",
          "-boiler",
        ] {
          field.query = text
          pump("an answer to \(text.prefix(20))") {
            if case .searching = bench.finder.state { false } else { true }
          }
          if case .failed(let reason) = bench.finder.state { XCTFail("\(text.prefix(20)): \(reason)") }
        }
        field.query = ""
        XCTAssertEqual(bench.finder.state, .idle)
        XCTAssertEqual(bench.words, "")
      }
    }
  }

  func testAFailureIsSaidAndTheNextSearchIsUnharmed() {
    onMainThread {
      FindBench.run { bench in
        bench.fail("boiler", with: TestFailure(description: "the disk is gone"))
        bench.finding.show("boiler")
        pump("the sentence") { bench.finding.notice?.label.text == "the disk is gone" }
        bench.find("drips")
        XCTAssertEqual(bench.words, "6 of 6")
        XCTAssertFalse(bench.finding.notice!.visible)
      }
    }
  }

  func testADamagedIndexIsRebuiltFromTheBar() {
    onMainThread {
      FindBench.run { bench in
        pump("the index") { bench.tab.finding.index?.state == .complete }
        bench.failAsDamaged("boiler")
        bench.finding.show("boiler")
        pump("the sentence") { bench.finding.notice?.visible == true }
        bench.fail("boiler", with: nil)
        XCTAssertTrue(bench.finding.notice!.press("Rebuild"))
        pump("the hits") { bench.words == "6 of 6" }
      }
    }
  }

  func testAnotherChatHasNoSearchAndTheOneThatWasLeftGoes() {
    onMainThread {
      FindBench.run { bench in
        bench.find("boiler")
        bench.hold("drips")
        bench.finding.bar!.field.query = "drips"
        pump("the question") { bench.asked.contains("drips") }
        weak let left = bench.tab.view
        let other = bench.tab.session.conversations.first { $0.id != bench.view.conversation.id }!
        bench.tab.open(.lastPlace(in: other.id))
        XCTAssertFalse(bench.tab.finding.isSearching)
        XCTAssertNil(bench.view.hitMarks.find)
        bench.release("drips")
        pump("the other one to go") { left == nil }
      }
    }
  }

  func testNothingIsLeftOfASearch() {
    onMainThread {
      FindBench.run(adding: [FindBench.onlyMessage]) { bench in
        let chats = bench.tab.session.conversations.map(\.id)
        @MainActor func search(_ times: Int) {
          var left = Departing()
          for place in 0..<2 * times {
            bench.tab.open(.lastPlace(in: chats[(place + 1) % 2]))
            pump("the rows") { bench.isLaidOut }
            left.watch(bench.view)
            bench.find("boiler from:Ann")
          }
          bench.showOnlyMessage()
          pump("what was left to go") { left.areGone }
          bench.settle()
        }
        search(3)
        let (objects, closures) = (Object.liveCount, liveClosureCount)
        search(3)
        pump("what belonged to it to go") {
          Object.liveCount <= objects && liveClosureCount <= closures
        }
      }
    }
  }

  func testTheMarksOfTheRailAreThoseOfTheHits() {
    onMainThread {
      FindBench.run { bench in
        bench.find("boiler")
        let rail = bench.view.rail
        pump("the marks") { rail.marks == [0, 50, 100, 150, 200, 250] && rail.currentMark == 250 }
        bench.finder.step(isOlder: true)
        pump("the older one's") { rail.currentMark == 200 }
        bench.finding.end()
        XCTAssertEqual(rail.marks, [])
        XCTAssertNil(rail.currentMark)
      }
    }
  }
}
