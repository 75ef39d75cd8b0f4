import Foundation
import XCTest

@testable import AppTestSupport

/// A window as large as a phone's screen, used with fingers.
final class PhoneTests: XCTestCase {
  // The sample answers at once, and no reaction was visible.
  func testAPullOfTheFeedFollowsTheFingerAndSaysThatNothingIsNew() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "feed", size: Compositor.phoneSize) { app in
      try app.waitOnce(for: "feed: loaded page=1 count=30 total=30")
      let before = try app.settledPicture(in: Phone.rows)
      try app.hand.touch(at: (180, 250))
      try app.hand.moveFinger(from: (180, 250), to: (180, 310))
      let pulled = try app.settledPicture(unlike: before, in: Phone.rows)
      let first = try XCTUnwrap(pulled.travel(since: before, in: Phone.words))
      XCTAssertGreaterThan(first, 20)
      try app.hand.moveFinger(from: (180, 310), to: (180, 400))
      let ready = try app.settledPicture(unlike: pulled, in: Phone.rows)
      XCTAssertGreaterThan(try XCTUnwrap(ready.travel(since: before, in: Phone.words)), first)
      let frames = try app.screen.record(in: Phone.rows) {
        try app.hand.liftFinger()
        try app.wait(for: "feed: loading page=1 generation=2")
        try app.wait(for: "feed: loaded page=1 count=30 total=30")
        XCTAssertTrue(try app.comesToShow(before, in: Phone.rows))
      }
      // The rows have returned to their places, below a sentence that is still there.
      let rest = before.cropped(to: Phone.rows)
      let (result, others) = (
        Screenshot.Rectangle(x: 0..<Phone.rows.x.count, y: 0..<50),
        Screenshot.Rectangle(x: 0..<Phone.rows.x.count, y: 60..<Phone.rows.y.count)
      )
      XCTAssertTrue(frames.contains { $0.shows(rest, in: others) && !$0.shows(rest, in: result) })
    }
  }

  // The screen keyboard would open at each chat.
  func testAChatThatIsOpenedByTouchIsNotTypedIn() throws {
    try WaylandApp.run(self, .talks(3, messages: 40), size: Compositor.phoneSize) { app in
      let before = try app.settledPicture(in: Phone.list)
      try app.hand.tap(Phone.chats)
      try app.settledPicture(unlike: before, in: Phone.list)
      try app.hand.tap(Phone.secondChat)
      try app.waitOnce(for: "archive: conversation id=2")
      try app.settledPicture(in: Phone.list)
      // This key has no effect, and the next one is typed after the field was touched.
      try app.hand.keys(.v)
      try app.hand.tap(Phone.composer)
      try app.sendLetter()
      // After sending, the field keeps the focus.
      try app.hand.tap(Phone.send)
      try app.hand.keys(.q)
      try app.hand.tap(Phone.send)
      try app.wait(for: "chat: stored")
      try app.sendLetter()
    }
  }

  // A focused field opens the screen keyboard over the messages, without a request.
  func testAtTheStartNothingIsTypedIn() throws {
    try WaylandApp.run(self, .talks(1, messages: 40), size: Compositor.phoneSize) { app in
      try app.settledPicture(in: Phone.list)
      // This key has no effect.
      try app.hand.keys(.v)
      try app.hand.tap(Phone.composer)
      try app.sendLetter()
    }
  }

  func testATopicIsTappedAndAThreadTakesThePlaceOfTheChat() throws {
    try WaylandApp.run(self, .forum, size: Compositor.phoneSize) { app in
      let all = try app.settledPicture(in: Phone.text)
      try app.hand.tap(Phone.topic)
      try app.wait(for: "archive: conversation id=-")
      let topic = try app.settledPicture(unlike: all, in: Phone.text)
      try app.hand.tap(Phone.allTopics)
      try app.wait(for: "archive: conversation id=1")
      XCTAssertTrue(try app.comesToShow(all, in: Phone.text))
      try app.hand.tap(Phone.replies)
      try app.wait(for: "thread: open")
      let thread = try app.settledPicture(unlike: all, in: Phone.text)
      XCTAssertFalse(thread.shows(topic, in: Phone.text))
      try app.hand.tap(Phone.endThread)
      try app.wait(for: "thread: close")
      XCTAssertTrue(try app.comesToShow(all, in: Phone.text))
    }
  }

  func testATapOnTheTitleShowsTheDetailsOfTheChat() throws {
    try WaylandApp.run(self, .talks(1, messages: 40), size: Compositor.phoneSize) { app in
      let before = try app.settledPicture(in: Phone.list)
      try app.hand.tap(Phone.title)
      try app.settledPicture(unlike: before, in: Phone.list)
      try app.hand.keys(.escape)
      XCTAssertTrue(try app.comesToShow(before, in: Phone.list))
    }
  }

  // GTK showed only the handle of the cursor, and pasting was not possible.
  func testALongPressInTheEmptyComposerOpensTheMenuThatPastes() throws {
    try WaylandApp.run(self, .talks(1, messages: 40), size: Compositor.phoneSize) { app in
      let before = try app.settledPicture(in: Phone.bubbles)
      try app.hand.touch(at: Phone.composer)
      let menu = try app.settledPicture(unlike: before, in: Phone.bubbles)
      try app.hand.liftFinger()
      XCTAssertTrue(try app.comesToShow(menu, in: Phone.bubbles), "it stays open when the finger is lifted")
      try app.hand.keys(.escape)
      XCTAssertTrue(try app.comesToShow(before, in: Phone.bubbles))
    }
  }

  func testTextIsSelectedByTwoHandlesThatFingersDrag() throws {
    try WaylandApp.run(self, .lines(3), size: Compositor.phoneSize) { app in
      let before = try app.settledPicture(in: Phone.bubbles)
      func selectWord(_ place: RemoteHand.Place) throws -> Screenshot {
        let deadline = Date(timeIntervalSinceNow: ProgramUnderTest.patience)
        while true {
          for _ in 0..<2 { try app.hand.tap(place) }
          let picture = try app.settledPicture(in: Phone.bubbles)
          // A busy machine may be too slow for a double tap.
          if !picture.shows(before, in: Phone.bubbles) || deadline < Date() { return picture }
        }
      }
      func drag(from start: RemoteHand.Place, to end: RemoteHand.Place, _ known: Screenshot) throws
        -> Screenshot
      {
        try app.hand.touch(at: start)
        try app.hand.moveFinger(from: start, to: end)
        try app.hand.liftFingerAtRest()
        return try app.settledPicture(unlike: known, in: Phone.bubbles)
      }
      // In another message: a third tap on one would select all of it.
      _ = try selectWord(Phone.otherWord)
      try app.hand.tap((300, 200))
      XCTAssertTrue(try app.comesToShow(before, in: Phone.bubbles), "a tap elsewhere ends it")
      let word = try selectWord(Phone.word)
      // A distance that stays within the first line for each version of Pango.
      let more = try drag(from: Phone.upperHandle, to: (226, Phone.upperHandle.y), word)
      XCTAssertTrue(more.shows(before, in: Phone.nextMessage), "the list has not moved")
      // Over the other handle, to the beginning of the line.
      let crossed = try drag(from: (226, Phone.upperHandle.y), to: (77, Phone.upperHandle.y), more)
      XCTAssertTrue(crossed.shows(before, in: Phone.nextMessage), "the list has not moved")
      try app.hand.tap(Phone.copy)
      XCTAssertTrue(try app.comesToShow(before, in: Phone.bubbles), "what is copied is not selected any more")
      try app.hand.tap(Phone.composer)
      try app.hand.keys(.control, .v)
      // The text was copied from another window.
      try app.settledPicture(unlike: before, in: Phone.sendButton)
      try app.hand.keys(.returnKey)
      try app.wait(for: "chat: stored")
      XCTAssertEqual(try Contents.newestText(in: app.archivePath), "Message")
    }
  }

  func testAFingerFromTheEdgePullsTheChatsOverTheWindow() throws {
    try WaylandApp.run(self, .talks(3, messages: 400), size: Compositor.phoneSize) { app in
      let before = try app.settledPicture(in: Phone.list)
      // Not from the edge; and a downward drag scrolls.
      try app.hand.touch(at: (60, 300))
      try app.hand.moveFinger(from: (60, 300), to: (260, 300))
      try app.hand.liftFingerAtRest()
      XCTAssertTrue(try app.comesToShow(before, in: Phone.text))
      try app.hand.touch(at: (8, 300))
      try app.hand.moveFinger(from: (8, 300), to: (8, 400))
      let scrolled = try app.settledPicture(unlike: before, in: Phone.list)
      XCTAssertGreaterThan(try XCTUnwrap(scrolled.travel(since: before, in: Phone.text)), 50)
      try app.hand.moveFinger(from: (8, 400), to: (200, 400))
      try app.hand.liftFingerAtRest()
      XCTAssertTrue(try app.comesToShow(scrolled, in: Phone.text), "it goes on scrolling")
      // Less than half of the way.
      try app.hand.touch(at: (8, 300))
      try app.hand.moveFinger(from: (8, 300), to: (130, 300))
      let pulled = try app.settledPicture(unlike: scrolled, in: Phone.list)
      XCTAssertFalse(pulled.shows(scrolled, in: Screenshot.Rectangle(x: 0..<100, y: 60..<510)))
      try app.hand.liftFingerAtRest()
      XCTAssertTrue(try app.comesToShow(scrolled, in: Phone.text))
      // More than half.
      try app.hand.touch(at: (8, 300))
      try app.hand.moveFinger(from: (8, 300), to: (250, 300))
      try app.hand.liftFingerAtRest()
      try app.wait(for: "sidebar: shown value=true")
      let open = try app.settledPicture(unlike: scrolled, in: Phone.list)
      try app.hand.swipe(from: (250, 400), to: (150, 400))
      try app.wait(for: "sidebar: shown value=false")
      try app.settledPicture(unlike: open, in: Phone.list)
      // A tap there is for the content below, and a flick is enough.
      try app.hand.tap((14, Phone.chats.y))
      try app.wait(for: "sidebar: shown value=true")
      try app.settledPicture(in: Phone.list)
      try app.hand.swipe(from: (250, 400), to: (150, 400))
      try app.wait(for: "sidebar: shown value=false")
      try app.settledPicture(in: Phone.list)
      try app.hand.swipe(from: (8, 300), to: (100, 300))
      try app.wait(for: "sidebar: shown value=true")
    }
  }

  func testAFingerFromTheEdgeLeavesARepositorysPage() throws {
    try WaylandApp.run(self, .lines(3), "--tab", "feed", size: Compositor.phoneSize) { app in
      try app.waitOnce(for: "feed: loaded page=1 count=30 total=30")
      let before = try app.settledPicture(in: Phone.rows)
      try app.hand.tap((180, 250))
      try app.wait(for: "feed: detail")
      let page = try app.settledPicture(unlike: before, in: Phone.rows)
      try app.hand.touch(at: (8, 350))
      try app.hand.moveFinger(from: (8, 350), to: (60, 350))
      let pulled = try app.settledPicture(unlike: page, in: Phone.edge)
      try app.hand.liftFingerAtRest()
      try app.settledPicture(unlike: pulled, in: Phone.edge)
      try app.hand.swipe(from: (8, 350), to: (180, 350))
      try app.wait(for: "feed: back")
      XCTAssertTrue(try app.comesToShow(before, in: Phone.words))
    }
  }

  func testASentenceOverTheMessagesIsSwipedAway() throws {
    try WaylandApp.run(self, .talks(1, messages: 400), size: Compositor.phoneSize) { app in
      let before = try app.settledPicture(in: Phone.list)
      try app.hand.tap(Phone.composer)
      try app.hand.keys(.h)
      try app.hand.keys(.returnKey)
      try app.wait(for: "chat: stored")
      let sent = try app.settledPicture(unlike: before, in: Phone.list)
      try app.hand.tap((264, 492))
      try app.hand.keys(.delete)
      try app.wait(for: "chat: deleted")
      let shown = try app.settledPicture(unlike: sent, in: Phone.toast)
      // Not far enough, so it returns.
      try app.hand.touch(at: (60, 488))
      try app.hand.moveFinger(from: (60, 488), to: (110, 488))
      try app.settledPicture(unlike: shown, in: Phone.toast)
      try app.hand.liftFingerAtRest()
      XCTAssertTrue(try app.comesToShow(shown, in: Phone.toast))
      try app.hand.swipe(from: (60, 488), to: (220, 488))
      // Otherwise it disappears by itself, after a time.
      try app.wait(for: "toast: swiped-away")
      XCTAssertTrue(try app.comesToShow(before, in: Phone.toast))
    }
  }

  // Each archive had a window, which a phone shows above the other: × had to be pressed once for each.
  func testAnArchiveThatIsChosenTakesThePlaceOfTheOther() throws {
    try WaylandApp.run(self, .lines(3), size: Compositor.phoneSize) { app in
      try app.waitOnce(for: "app: recent count=1")
      let before = try app.settledPicture(in: Phone.list)
      func choose(_ entry: RemoteHand.Place, over shown: Screenshot) throws {
        try app.hand.tap(Phone.menu)
        let menu = try app.settledPicture(unlike: shown, in: Phone.list)
        try app.hand.tap(Phone.recent)
        try app.settledPicture(unlike: menu, in: Phone.list)
        try app.hand.tap(entry)
      }
      try choose(Phone.secondEntry, over: before)
      // The sample is generated first, with a page of its own.
      try app.wait(for: "pager: loaded direction=around count=60")
      let sample = try app.settledPicture(unlike: before, in: Phone.list)
      try choose(Phone.firstEntry, over: sample)
      XCTAssertTrue(try app.comesToShow(before, in: Phone.bubbles))
      try choose(Phone.secondEntry, over: before)
      XCTAssertTrue(try app.comesToShow(sample, in: Phone.sample))
      try app.readWhatHasCome()
      XCTAssertEqual(app.lines.filter { $0.hasPrefix("archive: opened") }.count, 4)
      try app.hand.tap(Phone.close)
      XCTAssertEqual(try app.ended(), 0, "there is no other window")
    }
  }

  // After a search that was closed by touch, such a popover of the composer kept all input.
  func testAPopoverThatATapOpensIsClosedByATapBesideIt() throws {
    var edited = Contents.messages(0..<40)
    edited[39].edits = [.init(replacedAt: edited[39].sentAt + 60_000, text: "An earlier text")]
    edited[39].editedAt = edited[39].sentAt + 60_000
    try WaylandApp.run(self, .messages(edited), size: Compositor.phoneSize) { app in
      let before = try app.settledPicture(in: Phone.list)
      func openAndClose() throws {
        try app.hand.tap(Phone.edited)
        try app.settledPicture(unlike: before, in: Phone.list)
        try app.hand.tap(Phone.beside)
        XCTAssertTrue(try app.comesToShow(before, in: Phone.bubbles), "a tap beside it closes it")
      }
      try openAndClose()
      try app.hand.tap(Phone.search)
      let searching = try app.settledPicture(unlike: before, in: Phone.list)
      try app.hand.tap(Phone.endSearch)
      try app.settledPicture(unlike: searching, in: Phone.list)
      try openAndClose()
      try app.hand.tap(Phone.search)
      try app.settledPicture(unlike: before, in: Phone.list)
      try app.hand.keys(.escape)
      XCTAssertTrue(try app.comesToShow(before, in: Phone.bubbles), "the window answers")
    }
  }

  private enum Phone {
    /// The messages below the sample's banner, without the parts that change with the focus.
    static let sample = Screenshot.Rectangle(x: 55..<250, y: 200..<510)
    static let menu: RemoteHand.Place = (289, 24)
    /// Chips above the messages, the replies below the message before the last three, and a thread's button back.
    static let allTopics: RemoteHand.Place = (24, 75)
    static let topic: RemoteHand.Place = (75, 75)
    static let replies: RemoteHand.Place = (120, 322)
    static let endThread: RemoteHand.Place = (38, 74)
    static let close: RemoteHand.Place = (337, 24)
    /// The menu's entry for the archives, and the first of these.
    static let recent: RemoteHand.Place = (330, 173)
    static let firstEntry: RemoteHand.Place = (63, 129)
    static let secondEntry: RemoteHand.Place = (63, 173)
    static let search: RemoteHand.Place = (255, 24)
    static let endSearch: RemoteHand.Place = (328, 72)
    /// The word beside the newest message's time, and an empty place.
    static let edited: RemoteHand.Place = (229, 492)
    static let beside: RemoteHand.Place = (320, 120)
    /// The sentence over the messages, below the middle of its lines.
    static let toast = Screenshot.Rectangle(x: 60..<240, y: 470..<510)
    /// The numbers in the messages' texts, below the date that appears and disappears.
    static let text = Screenshot.Rectangle(x: 150..<220, y: 110..<440)
    /// The place of a swipe's arrow.
    static let edge = Screenshot.Rectangle(x: 0..<60, y: 290..<350)
    static let list = Screenshot.Rectangle(x: 0..<345, y: 60..<510)
    /// The messages without their times, which a focused row shows, and which are nearer with GTK 4.18.
    static let bubbles = Screenshot.Rectangle(x: 55..<232, y: 60..<510)
    static let sendButton = Screenshot.Rectangle(x: 296..<324, y: 538..<564)
    static let rows = Screenshot.Rectangle(x: 10..<345, y: 112..<570)
    /// The names and texts of the feed's cards, below its pill.
    static let words = Screenshot.Rectangle(x: 84..<220, y: 170..<570)
    static let chats: RemoteHand.Place = (24, 24)
    static let title: RemoteHand.Place = (130, 24)
    static let secondChat: RemoteHand.Place = (150, 145)
    static let composer: RemoteHand.Place = (150, 551)
    static let send: RemoteHand.Place = (310, 551)
    /// The middle message of three: a word of its first line, the handle at the word's end, and the button of the bar
    /// if the beginning of that line is selected.
    static let word: RemoteHand.Place = (160, 414)
    static let otherWord: RemoteHand.Place = (160, 472)
    static let upperHandle: RemoteHand.Place = (198, 434)
    static let copy: RemoteHand.Place = (53, 371)
    static let nextMessage = Screenshot.Rectangle(x: 55..<320, y: 458..<510)
  }
}

extension WaylandApp {
  /// Sends an "h" from the focused field.
  fileprivate func sendLetter() throws {
    try hand.keys(.h)
    try hand.keys(.returnKey)
    try wait(for: "chat: stored")
    XCTAssertEqual(try Contents.newestText(in: archivePath), "h")
  }
}
