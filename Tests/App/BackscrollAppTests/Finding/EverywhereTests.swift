@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import ChatStore
@testable import Chats
@testable import Commands
@testable import Finding
@testable import MessageRow
@testable import Reader

/// The search in all chats, and the way back.
final class EverywhereTests: XCTestCase {
  @MainActor
  private static func search(_ text: String, _ bench: FindBench) -> ResultsPage {
    bench.tab.finding.showResults(text)
    let page = bench.tab.finding.results!
    pump("hits") { page.model.state == .found && page.model.count != nil }
    pump("the rows") { !page.list.visibleRange.isEmpty && page.list.isLaidOut }
    return page
  }

  @MainActor
  private static func headings(_ page: ResultsPage) -> [String] {
    page.model.store.items.compactMap { item in
      if case .heading(let title, let count, _) = item.content { "\(title) \(count)" } else { nil }
    }
  }

  func testHitsOfAllChatsAreListedByMonthTheNewestFirst() {
    onMainThread {
      FindBench.run { bench in
        let page = EverywhereTests.search("boiler", bench)
        XCTAssertFalse(bench.view.isMapped)
        let hits = page.model.store.items.compactMap(\.hit)
        XCTAssertEqual(hits.count, 12)
        XCTAssertEqual(hits.map(\.message.sentAt), hits.map(\.message.sentAt).sorted(by: >))
        XCTAssertEqual(bench.tab.pageTitle?.caption, "12 messages in 2 chats")
        XCTAssertEqual(EverywhereTests.headings(page), ["November 2023 12"])
        page.order.didChoose?(.chat)
        pump("the hits by chat") { EverywhereTests.headings(page).count == 2 && page.model.store.count == 14 }
        XCTAssertEqual(Set(EverywhereTests.headings(page)), ["One 6", "Two 6"])
        let row = page.list.row(.hit(hits[0].id))!
        XCTAssertTrue(row.line!.snippet.hasPrefix("The boiler drips"))
        XCTAssertEqual(row.line!.hits, [4..<10])
      }
    }
  }

  func testPagesAreReadAsOneScrolls() {
    onMainThread {
      FindBench.run { bench in
        let page = EverywhereTests.search("number", bench)
        XCTAssertLessThan(page.model.store.count, 200)
        for _ in 0..<40 where page.model.store.items.compactMap(\.hit).count < 588 {
          let before = page.model.store.count
          page.list.scrollToEnd(animated: false)
          pump("more") {
            page.model.store.count > before || page.model.store.items.compactMap(\.hit).count == 588
          }
        }
        let ids = page.model.store.items.map(\.id)
        XCTAssertEqual(ids.count, Set(ids).count)
        XCTAssertEqual(page.model.store.items.compactMap(\.hit).count, 588)
      }
    }
  }

  func testBookmarksAreListedOfAllChatsOfOneAndByTheirWords() {
    onMainThread {
      FindBench.run { bench in
        let chat = bench.view.conversation.id
        bench.tab.finding.showBookmarks()
        let page = bench.tab.finding.results!
        pump("no bookmark") { page.shownTexts.contains("No bookmarks yet") }
        bench.tab.finding.goBack()
        let hits = try! Blocking.wait {
          try await bench.archive.search(SearchQuery("boiler"), in: nil, limit: 12)
        }
        for (index, hit) in hits.enumerated() {
          let word = index % 2 == 0 ? "heat" : ""
          _ = try! Blocking.wait { try await bench.archive.setBookmark(word, of: hit.id) }
        }
        @MainActor func shown() -> Set<Message.ID> { Set(page.model.store.items.compactMap(\.hit?.id)) }
        bench.tab.finding.showBookmarks()
        page.searchAgain()
        pump("all bookmarks") { shown() == Set(hits.map(\.id)) }
        XCTAssertEqual(bench.tab.pageTitle?.heading, "Bookmarks")
        pump("the rows") { page.list.row(.hit(hits[0].id)) != nil }
        let row = page.list.row(.hit(hits[0].id))!
        XCTAssertEqual(row.line?.bookmark, "heat")
        XCTAssertTrue(row.line!.spoken.hasSuffix("Bookmark: heat"), row.line!.spoken)
        pump("the words") { page.all(Button.self).contains { $0.accessibleLabel == "heat, 6" } }
        let chip = { (label: String) in page.all(Button.self).first { $0.accessibleLabel == label }! }
        chip("heat, 6").emit("clicked")
        let heated = hits.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.id)
        pump("those of the word") { shown() == Set(heated) }
        chip("No Word, 6").emit("clicked")
        pump("those without a word") { shown() == Set(hits.map(\.id)).subtracting(heated) }
        page.field.query = "nothing of that kind"
        pump("nothing") { page.shownTexts.contains("No bookmarks with “nothing of that kind”") }
        XCTAssertTrue(page.press("Show All Bookmarks"))
        pump("all bookmarks") { shown() == Set(hits.map(\.id)) }
        XCTAssertEqual(page.field.query, "")
        page.scope.button(for: true)?.active = true
        pump("those of the chat") {
          shown() == Set(hits.filter { $0.message.conversation == chat }.map(\.id))
            && page.model.chatCount == 1
        }
        XCTAssertEqual(
          bench.tab.pageTitle?.caption, "\(page.model.count!) in \(bench.view.conversation.title)")
        bench.tab.finding.showResults("boiler")
        pump("hits of all chats") { page.model.count == 12 && page.model.chatCount == 2 }
        XCTAssertFalse(page.bookmarks.visible)
      }
    }
  }

  // The hits that were read seemed to be all hits.
  func testAPageThatFailedIsReadAgainByItsButton() {
    onMainThread {
      FindBench.run { bench in
        let page = EverywhereTests.search("number", bench)
        let before = page.model.store.count
        bench.fail("number", with: ArchiveError.locked(path: bench.archive.path))
        page.list.scrollToEnd(animated: false)
        pump("the failure") { page.shownTexts.contains("Could not load more") }
        XCTAssertEqual(page.model.store.count, before)
        bench.fail("number", with: nil)
        XCTAssertTrue(page.press("Try Again"))
        pump("the next page") { page.model.store.count > before }
        XCTAssertFalse(page.shownTexts.contains("Could not load more"))
      }
    }
  }

  func testAHitOpensInItsChatWithItsWordsMarkedAndBackReturns() {
    onMainThread {
      FindBench.run { bench in
        let start = bench.view.conversation.id
        let page = EverywhereTests.search("boiler", bench)
        let other = page.model.store.items.first {
          $0.hit.map { $0.message.conversation != start && $0.message.text.hasSuffix(" 100") } ?? false
        }!
        page.list.didActivate(other)
        pump("the other chat") { bench.view.conversation.id == other.hit!.message.conversation }
        bench.settle()
        XCTAssertTrue(bench.visibleTexts.contains(other.hit!.message.text))
        pump("its place among the hits") { bench.finder.place?.number == 3 }
        XCTAssertEqual(bench.view.hitMarks.current, other.hit!.id)
        XCTAssertFalse(bench.finding.isShown, "its bar is hidden")
        XCTAssertTrue(bench.tab.finding.isSearching)
        bench.tab.finding.goBack()
        XCTAssertTrue(bench.tab.finding.isShowingResults && page.isMapped)
        XCTAssertEqual(page.model.store.items.compactMap(\.hit).count, 12)
        bench.tab.finding.goBack()
        pump("the first chat") { !bench.tab.finding.isShowingResults && bench.view.conversation.id == start }
        bench.settle()
        XCTAssertTrue(bench.view.list.isAtEnd)
        XCTAssertFalse(bench.tab.finding.canGoBack)
        bench.tab.finding.goForward()
        XCTAssertTrue(bench.tab.finding.isShowingResults)
        bench.tab.finding.goForward()
        pump("the hit") { bench.view.conversation.id != start && !bench.tab.finding.isShowingResults }
        bench.settle()
        XCTAssertTrue(bench.visibleTexts.contains(other.hit!.message.text))
        XCTAssertFalse(bench.tab.finding.canGoForward)
      }
    }
  }

  // The search of the results stayed in their chat, and its button was active.
  func testTheSearchEndsWithTheVisitFromTheResults() {
    onMainThread {
      FindBench.run { bench in
        let start = bench.view.conversation.id
        let page = EverywhereTests.search("boiler", bench)
        let hit = page.model.store.items.first { $0.hit?.message.conversation == start }!
        page.list.didActivate(hit)
        pump("the hit") { !bench.tab.finding.isShowingResults && bench.finder.current?.id == hit.hit!.id }
        XCTAssertTrue(bench.tab.finding.isSearching)
        bench.tab.finding.goBack()
        XCTAssertTrue(bench.tab.finding.isShowingResults)
        XCTAssertFalse(bench.tab.finding.isSearching)
        bench.tab.finding.goBack()
        pump("the chat") { !bench.tab.finding.isShowingResults }
        bench.settle()
        XCTAssertFalse(bench.tab.finding.isSearching)
        XCTAssertNil(bench.view.hitMarks.find)
      }
    }
  }

  func testBackGoesToTheVeryPlaceOfAJump() {
    onMainThread {
      FindBench.run { bench in
        bench.view.places.open(.message(bench.view.feed.model.messages[20].id, at: .start))
        bench.settle()
        bench.view.list.vadjustment!.value += 33
        bench.settle()
        let text = bench.view.feed.model.messages[bench.view.visibleRows.lowerBound + 1].text
        let top = bench.top(text)
        bench.find("\"the time 0\"")
        XCTAssertTrue(bench.visibleTexts.contains(FindBench.text(0, in: "One")))
        bench.finding.end()
        pump("no bar") { bench.finding.bar?.isMapped == false }
        bench.tab.finding.goBack()
        pump("the place") {
          bench.settle()
          return bench.visibleTexts.contains(text)
        }
        XCTAssertEqual(bench.top(text), top, accuracy: 1)
      }
    }
  }

  // The composer had the focus after each step.
  func testBackAndForwardFocusTheMessageThatWasLeft() {
    onMainThread {
      FindBench.run { bench in
        let messages = bench.view.feed.model.messages
        let far = messages[messages.count - 20]
        @MainActor func expect(_ id: Message.ID, _ place: String, line: UInt = #line) {
          pump(place, line: line) {
            bench.settle()
            return (bench.window.focusWidget as? MessageRow)?.content?.message.id == id
              && bench.view.list.isInView(id)
          }
        }
        bench.view.places.open(.message(messages[10].id))
        bench.settle()
        let (left, text) = { ($0.id, $0.text) }(
          bench.view.feed.model.messages[bench.view.visibleRows.lowerBound + 3])
        bench.view.list.row(left)!.takeFocus()
        let top = bench.top(text)
        bench.view.places.open(.message(far.id))
        expect(far.id, "the focus goes to what is shown")
        bench.view.focusComposer()
        bench.tab.finding.goBack()
        expect(left, "back")
        XCTAssertEqual(bench.top(text), top, accuracy: 1)
        bench.view.focusComposer()
        bench.tab.finding.goForward()
        expect(far.id, "forward")
        // From another chat.
        bench.tab.open(
          .lastPlace(in: bench.tab.session.conversations.first { $0.id != bench.view.conversation.id }!.id))
        bench.settle()
        bench.tab.finding.goBack()
        pump("the chat before") { bench.view.conversation.id == messages[0].conversation }
        expect(far.id, "back from another chat")
        bench.view.places.jumpToEnd()
        bench.settle()
        bench.view.places.open(.message(messages[10].id))
        bench.settle()
        bench.view.focusComposer()
        bench.tab.finding.goBack()
        expect(messages.last!.id, "back to the end")
      }
    }
  }

  func testStepsThroughHitsAreOneJump() {
    onMainThread {
      FindBench.run { bench in
        bench.find("boiler")
        for number in (2...5).reversed() {
          bench.finder.step(isOlder: true)
          pump("hit \(number)") { bench.finder.place?.number == number && !bench.finder.isBusy }
          bench.settle()
        }
        XCTAssertEqual(bench.tab.finding.history.back.count, 1)
        bench.tab.finding.goBack()
        pump("the end") {
          bench.settle()
          return bench.view.list.isAtEnd
        }
      }
    }
  }

  func testAPlaceWhoseMessageIsGoneIsPassedOver() {
    onMainThread {
      FindBench.run { bench in
        let (first, second) = (bench.tab.session.conversations[0].id, bench.tab.session.conversations[1].id)
        bench.tab.open(.lastPlace(in: second))
        pump("the rows") { bench.isLaidOut }
        bench.view.places.open(.message(bench.view.feed.model.messages[20].id, at: .start))
        bench.settle()
        bench.tab.open(.lastPlace(in: first))
        pump("the rows") { bench.isLaidOut }
        let archive = bench.archive
        try! Blocking.wait { try await archive.delete(second) }
        bench.tab.noteChange(of: [second])
        pump("the deletion") { bench.tab.session.conversations.count == 1 }
        bench.tab.finding.goBack()
        pump("the place before") {
          bench.tab.view?.conversation.id == first && !bench.tab.finding.canGoBack
        }
      }
    }
  }

  func testTheSentenceAndItsButton() {
    onMainThread {
      FindBench.run { bench in
        bench.tab.finding.showResults()
        let page = bench.tab.finding.results!
        pump("the page") { page.isMapped }
        XCTAssertTrue(page.shownTexts.contains("Search 2 chats"), "\(page.shownTexts)")
        XCTAssertTrue(page.press("has:"))
        pump("the filter") { page.field.text.text == "has:" }
        page.field.query = "from:Bob \"for the time 200\""
        pump("the sentence") { if case .nothing = page.model.state { true } else { false } }
        XCTAssertTrue(
          page.shownTexts.contains("No messages with “\"for the time 200\"”"), "\(page.shownTexts)")
        XCTAssertTrue(
          page.shownTexts.contains("from: Bob is on. Without it: 2 results."), "\(page.shownTexts)")
        XCTAssertTrue(page.press("Remove from:"))
        pump("the hits") { page.model.state == .found && page.model.count == 2 }
        page.field.query = "sledge"
        pump("nothing") { page.shownTexts.contains("No messages with “sledge”") }
        XCTAssertTrue(
          page.shownTexts.contains(
            "Search looks at the beginnings of words: “sledge” inside a longer word is not found."),
          "\(page.shownTexts)")
        XCTAssertTrue(page.press("Clear"))
        pump("an empty field") { page.model.state == .idle }
      }
    }
  }

  // After typing a sender's name, and then a month, the page only explained the beginnings of words.
  func testWhereWordsFindNothingTheirPersonOrDateIsOffered() {
    onMainThread {
      FindBench.run { bench in
        bench.tab.finding.showResults("bob")
        let page = bench.tab.finding.results!
        pump("the sentence") { page.shownTexts.contains("No messages with “bob”") }
        XCTAssertTrue(page.press("Messages from Bob"))
        pump("the hits") { page.model.state == .found && page.model.count == 200 }
        XCTAssertEqual(page.field.chips.map(\.words), ["from:Bob"])
        page.field.query = "drips november 2023"
        pump("the date") { page.shownTexts.contains("Messages of November 2023") }
        XCTAssertTrue(page.press("Messages of November 2023"))
        pump("the hits") { page.model.state == .found && page.model.count == 12 }
        XCTAssertEqual(page.field.query, "on:\"November 2023\" drips")
        // With a filter that the words alone would not need.
        page.field.query = "from:Bob november 2023"
        pump("the date") { page.shownTexts.contains("Messages of November 2023") }
        // Words without hits in any form.
        page.field.query = "sledge ann"
        pump("nothing") { page.shownTexts.contains("No messages with “sledge ann”") }
        XCTAssertFalse(page.shownTexts.contains { $0.hasPrefix("Messages from") }, "\(page.shownTexts)")
        XCTAssertTrue(page.press("Clear"))
        pump("an empty field") { page.model.state == .idle }
      }
    }
  }

  // At 360 points the number of chats was cut off.
  func testTheCaptionIsWholeInANarrowWindow() {
    onMainThread {
      let many = { (_: URL) in (2..<1_300).map { SidebarBench.message("Lots", in: 2 + $0 % 2, $0) } }
      SidebarBench.run(chats: 1, adding: many, width: 360) { bench in
        bench.window.activateAction("win.find-everywhere")
        let page = bench.tab.finding.results!
        page.field.query = "lots"
        pump("the hits") { page.model.count == 1_298 }
        let title = bench.all(TitleBlock.self, in: bench.window).first { $0.isMapped }!
        let caption = bench.all(Label.self, in: title).first { $0.hasClass("bs-caption") }!
        pump("the caption") { caption.text == "1,298 in 2 chats" }
        // A phone has no buttons of the window.
        let buttons = bench.all(Widget.self, in: bench.window).filter {
          $0.isMapped && $0.cssNodeName == "windowcontrols"
        }
        let room = buttons.reduce(caption.width) { $0 + $1.width }
        XCTAssertLessThanOrEqual(caption.measured(.horizontal).natural, room)
        XCTAssertEqual(page.caption, "1,298 messages in 2 chats")
      }
    }
  }

  // The title said "1,000+", and the headings of its two chats 1,298.
  func testTheTitleAndTheChatsTellTheSameNumber() {
    onMainThread {
      let many = { (_: URL) in (2..<1_300).map { SidebarBench.message("Lots", in: 2 + $0 % 2, $0) } }
      SidebarBench.run(chats: 1, adding: many) { bench in
        bench.window.activateAction("win.find-everywhere")
        let page = bench.tab.finding.results!
        page.model.order = .chat
        page.field.query = "lots"
        pump("the count") { page.caption == "1,298 messages in 2 chats" }
        XCTAssertEqual(page.narrowCaption, "1,298 in 2 chats")
        let counts = page.model.store.items.compactMap { item in
          if case .heading(_, let count, _) = item.content { count } else { nil }
        }
        XCTAssertEqual(counts, ["649"], "the first of two equal halves")
      }
    }
  }

  func testOnlyTheAnswerToWhatWasTypedLastCounts() {
    onMainThread {
      FindBench.run { bench in
        bench.hold("boil")
        bench.tab.finding.showResults("boil")
        let page = bench.tab.finding.results!
        pump("the question") { bench.asked.contains("boil") }
        page.field.query = "\"number 17\""
        pump("the newer answer") { page.model.state == .found && page.model.count != nil }
        bench.release("boil")
        let archive = bench.archive
        for _ in 0..<5 {
          // The same query runs here after the remaining queries of the held answer.
          _ = try! Blocking.wait { try await archive.searchCounts(SearchQuery("boil"), limit: 10_000) }
          drain()
        }
        XCTAssertEqual(page.model.query?.text, "\"number 17\"")
        let texts = page.model.store.items.compactMap(\.hit?.message.text)
        XCTAssertEqual(texts.count, 2)
        XCTAssertTrue(texts.allSatisfy { $0.contains("number 17 ") }, "\(texts)")
      }
    }
  }

  // A page of the newer search, starting at the end of the older one's list, was added to that list.
  func testNothingIsAddedToAListThatIsToBeReplaced() {
    onMainThread {
      FindBench.run { bench in
        let page = EverywhereTests.search("number", bench)
        let before = page.model.store.items.map(\.id)
        bench.hold("message")
        page.field.query = "message"
        page.model.loadMore()
        pump("the question") { bench.asked.contains("message") }
        page.model.loadMore()
        let archive = bench.archive
        for _ in 0..<5 {
          // A query that was sent by mistake runs before this one.
          _ = try! Blocking.wait { try await archive.search(SearchQuery("message"), in: nil, limit: 200) }
          drain()
        }
        XCTAssertEqual(page.model.store.items.map(\.id), before)
        bench.release("message")
        pump("all hits") {
          page.model.loadMore()
          return page.model.store.items.compactMap(\.hit).count == 588
        }
        let times = page.model.store.items.compactMap(\.hit?.message.sentAt)
        XCTAssertEqual(times, times.sorted(by: >))
      }
    }
  }

  // The hits of the previous search stayed, as if they belonged to the failed one.
  func testASearchThatFailsShowsNoHitsOfAnother() {
    onMainThread {
      FindBench.run { bench in
        let page = EverywhereTests.search("boiler", bench)
        bench.fail("drips", with: TestFailure(description: "no disk"))
        page.field.query = "drips"
        pump("the failure") { page.model.state == .failed("no disk") }
        XCTAssertEqual(page.model.store.count, 0)
        XCTAssertTrue(page.shownTexts.contains("no disk"), "\(page.shownTexts)")
        page.field.query = "boiler"
        pump("hits") { page.model.state == .found && page.model.count == 12 }
      }
    }
  }

  func testCountsThatFailEndNoPaging() {
    onMainThread {
      FindBench.run { bench in
        bench.hold("number")
        bench.tab.finding.showResults("number")
        let page = bench.tab.finding.results!
        pump("the question") { bench.asked.contains("number") }
        // The first answer, which is held, succeeds; the count fails.
        bench.fail("number", with: TestFailure(description: "no disk"))
        bench.release("number")
        pump("the count") { bench.asked.filter { $0 == "number" }.count == 2 }
        drain()
        XCTAssertEqual(page.model.state, .found)
        // Pages are requested as well.
        bench.fail("number", with: nil)
        pump("all hits") {
          page.model.loadMore()
          return page.model.store.items.compactMap(\.hit).count == 588
        }
        XCTAssertNil(page.model.count)
      }
    }
  }

  func testChatsAreNotClaimedToBeAllIfOnlyTheNewestHitsWereCounted() {
    onMainThread {
      FindBench.run { bench in
        bench.tab.finding.showResults()
        let page = bench.tab.finding.results!
        page.model.chatLimit = 5
        page.field.query = "boiler"
        pump("hits") { page.model.state == .found && page.model.count != nil }
        XCTAssertEqual(page.caption, "5+ messages in 2+ chats")
        page.order.didChoose?(.chat)
        pump("the hits by chat") { EverywhereTests.headings(page).count == 2 && page.model.store.count == 14 }
        XCTAssertEqual(
          Set(EverywhereTests.headings(page).map { String($0.suffix(2)) }), ["3+", "2+"])
        pump("the count") { page.caption == "5+ messages in 2+ chats" }
      }
    }
  }

  func testADamagedIndexIsSaidAndRebuilt() {
    onMainThread {
      FindBench.run { bench in
        pump("the index") { bench.tab.finding.index?.state == .complete }
        bench.failAsDamaged("boiler")
        bench.tab.finding.showResults("boiler")
        let page = bench.tab.finding.results!
        pump("the sentence") { page.shownTexts.contains("The search index is damaged") }
        bench.fail("boiler", with: nil)
        XCTAssertTrue(page.press("Rebuild"))
        pump("the hits") { page.model.state == .found && page.index.state == .complete }
        pump("their number") { page.model.count == 12 }
      }
    }
  }

  func testAnIndexThatIsMissingIsBuiltInTheBackground() {
    onMainThread {
      FindBench.run { bench in
        let archive = bench.archive
        try! Blocking.wait { try await archive.resetSearchIndex() }
        let builder = IndexBuilder(archive)
        var states: [IndexBuilder.State] = []
        builder.didChange = { [weak builder] in if let builder { states.append(builder.state) } }
        var isComplete = false
        builder.didComplete = { isComplete = true }
        builder.start()
        pump("the index") { isComplete }
        XCTAssertEqual(states.last, .complete)
        let strip = IndexStrip()
        strip.show(.building(0.62), words: "Indexing, 62%", messages: 184_302)
        AuditTests.show(strip) {
          XCTAssertEqual(strip.shownTexts.prefix(2), ["Indexing, 62%", "114,267 of 184,302 can be found"])
        }
      }
    }
  }

  func testKeysGoBetweenTheFieldAndTheHits() {
    onMainThread {
      FindBench.run { bench in
        let page = EverywhereTests.search("boiler", bench)
        XCTAssertTrue(page.field.containsFocus)
        XCTAssertTrue(page.field.didMoveDown!())
        XCTAssertTrue(page.list.containsFocus)
        XCTAssertFalse(page.field.containsFocus)
        XCTAssertEqual(AuditTests.faults(in: page).faults, [])
        XCTAssertTrue(bench.tab.finding.escape())
        XCTAssertFalse(bench.tab.finding.isShowingResults)
        XCTAssertTrue(bench.view.isMapped)
      }
    }
  }

  func testSnippetsShowTheFirstHitNearTheirBeginning() {
    let long = String(repeating: "word ", count: 100) + "the boiler " + String(repeating: "tail ", count: 100)
    var message = Message(id: 1, conversation: 1, sender: nil, isOwn: false, sentAt: 0, text: long)
    let query = SearchQuery("boiler")
    let snippet = ResultLineMaker.snippet(of: message, query)
    XCTAssertTrue(snippet.hasPrefix("… "), snippet)
    XCTAssertLessThan(query.byteHits(in: snippet)[0].lowerBound, 30)
    message.text = "Nothing here"
    message.attachments = [Attachment(kind: .file, name: "boiler-manual.pdf")]
    XCTAssertEqual(ResultLineMaker.snippet(of: message, query), "boiler-manual.pdf")
    message.attachments = []
    XCTAssertEqual(ResultLineMaker.snippet(of: message, query), "Nothing here")
    message.text = "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦boiler"
    XCTAssertTrue(ResultLineMaker.snippet(of: message, query).hasSuffix("boiler"))
  }

  // Rows lost the beginning of their text although more than half of their width was empty.
  func testARowIsFilledBeforeItsTextLosesItsBeginning() {
    let query = SearchQuery("coffee")
    func line(_ text: String) -> ResultLine {
      let message = Message(id: 1, conversation: 1, sender: nil, isOwn: false, sentAt: 0, text: text)
      return ResultLineMaker().line(SearchHit(message: message, chatTitle: "One"), of: query)
    }
    // Each character is one point wide.
    func part(_ text: String, _ width: Double) -> String {
      let part = line(text).part(in: width) { Double($0.count) }
      for hit in part.hits {
        XCTAssertEqual(String(decoding: Array(part.text.utf8)[hit], as: UTF8.self), "coffee", part.text)
      }
      XCTAssertEqual(part.hits.count, query.byteHits(in: part.text).count)
      return part.text
    }
    let short = "We could meet tomorrow unless coffee eight thanks home"
    XCTAssertEqual(part(short, 80), short)
    XCTAssertEqual(part(short, 54), short)
    XCTAssertEqual(
      part(short, 50),
      "… could meet tomorrow unless coffee eight thanks home".replacingOccurrences(of: "could ", with: ""))
    let end = String(repeating: "word ", count: 20) + "coffee"
    XCTAssertEqual(part(end, 28), "… " + String(repeating: "word ", count: 4) + "coffee")
    let middle = String(repeating: "word ", count: 20) + "coffee " + String(repeating: "tail ", count: 30)
    XCTAssertTrue(part(middle, 50).hasPrefix("… word word word coffee tail"), part(middle, 50))
    let early = "A coffee " + String(repeating: "tail ", count: 30)
    XCTAssertTrue(part(early, 50).hasPrefix("A coffee"))
    let unbroken = String(repeating: "커", count: 40) + "coffee"
    XCTAssertEqual(part(unbroken, 20), "… " + String(repeating: "커", count: 12) + "coffee")
    XCTAssertTrue(part(unbroken, 1).contains("coffee"))
  }

  func testTheRowShowsAsMuchAsItHasRoomFor() {
    onMainThread {
      let text = "We could of course meet tomorrow at noon unless coffee eight thanks home"
      FindBench.run(adding: [FindBench.message(text, in: "Three", -1)]) { bench in
        let page = EverywhereTests.search("coffee", bench)
        let hit = page.model.store.items.first { $0.hit != nil }!
        pump("the row") { page.list.row(hit.id)?.shown != nil }
        XCTAssertEqual(page.list.row(hit.id)?.shown?.text, text)
        XCTAssertEqual(page.list.row(hit.id)?.shown?.hits.count, 1)
      }
    }
  }

  // The counter and the mark of the rail stayed at the hit that was opened, and the hit in view was not the current one.
  func testBackMakesTheHitInViewTheCurrentOne() {
    onMainThread {
      FindBench.run { bench in
        bench.find("boiler")
        for _ in 0..<3 { bench.finder.step(isOlder: true) }
        pump("three further") { bench.words == "3 of 6" && !bench.finder.isBusy }
        bench.settle()
        let id = bench.view.conversation.id
        let first = bench.finder.current!.id
        let page = EverywhereTests.search("boiler", bench)
        let other = page.model.store.items.first {
          $0.hit.map { $0.message.conversation == id && $0.message.text.hasSuffix(" 250") } ?? false
        }!
        page.list.didActivate(other)
        pump("the other hit") { bench.finder.place?.number == 6 && !bench.finder.isBusy }
        bench.settle()
        bench.tab.finding.goBack()
        bench.tab.finding.goBack()
        pump("the first hit") { bench.finder.place?.number == 3 }
        bench.settle()
        XCTAssertEqual(bench.words, "3 of 6")
        XCTAssertEqual(bench.finder.current?.id, first)
        XCTAssertEqual(bench.view.hitMarks.current, first)
        XCTAssertEqual(bench.view.rail.currentMark, bench.finder.currentMark)
        XCTAssertEqual(bench.finder.currentMark, 100)
        XCTAssertTrue(bench.visibleTexts.contains { $0.hasSuffix(" 100") }, "nothing moves")
        bench.finder.step(isOlder: true)
        pump("the next older one") { bench.words == "2 of 6" && !bench.finder.isBusy }
        bench.tab.finding.goBack()
        pump("back at the end") { bench.view.isAtNewest && bench.words == "6 of 6" }
      }
    }
  }

  func testNothingIsLeftOfTheResults() {
    onMainThread {
      FindBench.run(adding: [FindBench.onlyMessage]) { bench in
        let chats = bench.tab.session.conversations.map(\.id)
        @MainActor func search(_ times: Int) {
          var left = Departing()
          for place in 0..<2 * times {
            let page = EverywhereTests.search(place % 2 == 0 ? "boiler" : "drips", bench)
            pump("all rows of hits") { page.list.isSettled }
            page.list.didActivate(page.model.store.items.first { $0.hit != nil }!)
            pump("the hit") { bench.isLaidOut && !bench.tab.finding.isShowingResults }
            left.watch(bench.view)
            bench.tab.open(.lastPlace(in: chats[place % 2]))
            pump("the rows") { bench.isLaidOut }
            left.watch(bench.view)
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

  // Above a phone's keyboard, the tabs, the order and the heading left no space for the results.
  func testInAShortWindowASearchHasTheRoom() {
    onMainThread {
      SidebarBench.run(chats: 3, width: 360, height: 640) { bench in
        let tabs = bench.all(TabSwitcher.self, in: bench.window)
        @MainActor func resize(_ height: Int) {
          bench.window.setDefaultSize(width: 360, height: height)
          pump("the height") { abs(bench.window.height - height) < 40 }
          bench.paint()
        }
        bench.window.activateAction("win.find")
        pump("the bar") { bench.tab.view?.finding.bar?.isMapped == true }
        let bar = bench.tab.view!.finding.bar!
        pump("two lines") { bar.height >= 80 }
        bar.field.query = "word"
        pump("hits") { bench.tab.view!.finding.finder.canStep }
        XCTAssertTrue(tabs.contains(where: \.isMapped))
        resize(330)
        pump("one line") { bar.height < 60 && !bar.everywhere.isMapped }
        XCTAssertTrue([bar.field, bar.count, bar.older, bar.newer, bar.close].allSatisfy(\.isMapped))
        XCTAssertGreaterThanOrEqual(bar.field.width, 100)
        XCTAssertFalse(tabs.contains(where: \.isMapped), "they give their room")
        bench.window.activateAction("win.find-everywhere")
        let page = bench.tab.finding.results!
        pump("the page") { page.isMapped && !page.order.isMapped }
        XCTAssertFalse(tabs.contains(where: \.isMapped))
        page.field.query = ""
        pump("the filters") {
          page.shownTexts.contains("from:") && !page.shownTexts.contains("Search 3 chats")
        }
        resize(640)
        pump("all of it") { page.order.isMapped && page.shownTexts.contains("Search 3 chats") }
        XCTAssertTrue(tabs.contains(where: \.isMapped))
        bench.tab.finding.closeResults()
        pump("two lines again") { bar.height >= 80 && bar.everywhere.isMapped }
        // Without a search, the tabs stay in a short window.
        bench.tab.view!.finding.end()
        resize(330)
        pump("the tabs") { tabs.contains(where: \.isMapped) }
      }
    }
  }
}
