import ChatStore
import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import Importing
@testable import Reader

/// An archive of two conversations, and switching between them.
final class ChatTabTests: XCTestCase {
  /// A message of Ann's, `minute` minutes after the earliest ones.
  private static func message(
    _ text: String, in conversation: String, _ minute: Int = 0
  ) -> ImportedMessage {
    ImportedMessage(
      conversationKey: conversation, conversationTitle: conversation, sourceID: "\(minute)",
      sender: .init(key: "ann", name: "Ann"), isOwn: false,
      sentAt: 1_700_000_000_000 + Int64(minute) * 60_000, text: text)
  }

  @MainActor
  private static func open(
    _ names: [String] = ["One", "Two"], adding extra: [ImportedMessage] = [],
    at start: PlaceRequest? = nil,
    width: Int = 700, _ body: (ChatTab, [Conversation]) -> Void
  ) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-tab-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.sqlite").path
    let archive = try! Archive(path: path, mode: .createIfMissing)
    for name in names {
      _ = try! archive.writeBatch(
        (0..<100).map { number in
          message("Message number \(number)", in: name, number)
        })
    }
    if !extra.isEmpty { _ = try! archive.writeBatch(extra) }
    let tab = ChatTab(
      source: .file(path: path), latency: Latency(), olderLoading: .pull, start: start,
      places: PlaceStore(folder.appendingPathComponent("places.json")))
    var conversations: [Conversation]?
    tab.didChangeConversations = { [weak tab] in conversations = tab?.session.conversations }
    let window = Window()
    window.setDefaultSize(width: width, height: 600)
    window.child = tab
    window.present()
    tab.session.open()
    pump("the archive") { conversations != nil }
    body(tab, conversations ?? [])
    tab.didChangeConversations = nil
    window.destroy()
    drain()
  }

  // At 360 points, only "…" was left of the sentence.
  func testTheBannersSentenceIsWholeOrNotThere() {
    onMainThread {
      for (width, isShown) in [(360, false), (900, true)] {
        ChatTabTests.open(width: width) { tab, _ in
          tab.showSampleBanner()
          let banner = tab.sampleBanner!
          pump("the banner") { banner.height > 0 }
          pump("the sentence") {
            isShown == banner.shownTexts.contains { $0.hasPrefix("Import your own chats") }
          }
          XCTAssertTrue(banner.shownTexts.contains("Sample conversation."), "\(width)")
        }
      }
    }
  }

  func testTheBannerAboveTheSampleMovesNoMessage() {
    onMainThread {
      ChatTabTests.open { tab, _ in
        tab.showSampleBanner()
        pump("the messages") { tab.view?.feed.content == .items && tab.view?.visibleRows.isEmpty == false }
        let view = tab.view!
        view.list.scroll(by: -400)
        let id = view.feed.model.messages[view.feed.model.count - 12].id
        var tops: [Double] = []
        let handle = tab.window!.frameClock!.afterPaint.connect(weak: view) { view in
          let point = view.list.row(id).flatMap { $0.convert(Point(x: 0, y: 0), to: tab) }
          tops.append(point?.y ?? .nan)
        }
        @MainActor func frames(_ count: Int) {
          let goal = tops.count + count
          pump("frames") {
            view.list.queueDraw()
            return tops.count >= goal
          }
        }
        frames(3)
        let banner = tab.sampleBanner!
        XCTAssertGreaterThan(banner.height, 0)
        tops = []
        frames(1)
        var closed = false
        tab.didCloseSample = { closed = true }
        banner.didClose?()
        frames(4)
        XCTAssertTrue(closed)
        XCTAssertFalse(tab.children.contains { $0 === banner })
        tab.showSampleBanner()
        frames(4)
        XCTAssertEqual(Set(tops).count, 1, "\(tops)")
        handle.disconnect()
      }
    }
  }

  func testAStrangersFileSaysWhatCanBeOpened() {
    onMainThread {
      let window = Window()
      for error in [ArchiveError.notSQLite(path: "/a/photo.jpg"), .foreign(path: "/a/photo.jpg")] {
        let page = WhatCanBeOpened.page(for: error)!
        window.child = page
        XCTAssertTrue(page.words.contains("Telegram"), page.words)
      }
      XCTAssertNil(WhatCanBeOpened.page(for: ArchiveError.missing(path: "/a/b.sqlite")))
      window.destroy()
    }
  }

  // The new text was lost with F2 on another note, and when the chat was left.
  func testAChangedNoteIsStoredBeforeAnotherAndWhenTheChatIsLeft() {
    onMainThread {
      ChatTabTests.open { tab, conversations in
        pump("the messages") { tab.view?.feed.content == .items }
        let view = tab.view!
        let archive = try! Archive(path: tab.session.archive!.path, mode: .existing)
        let notes = ["First", "Second"].map { text in
          let id = view.conversation.id
          return try! Blocking.wait { try await archive.addNote(text, in: id, at: 1_700_100_000_000) }
        }
        func text(_ note: Message) -> String? {
          try! Blocking.wait { try await archive.message(note.id) }?.text
        }
        view.writing.edit(notes[0])
        view.draft = "First, changed"
        view.writing.edit(notes[0])
        XCTAssertEqual(view.writing.composer.unsavedChange?.text, "First, changed", "the same note")
        view.writing.edit(notes[1])
        XCTAssertEqual(view.writing.composer.editedNote, notes[1].id)
        pump("the first change") { text(notes[0]) == "First, changed" }
        view.draft = "Second, changed"
        tab.open(.lastPlace(in: conversations.first { $0.id != view.conversation.id }!.id))
        pump("the second change") { text(notes[1]) == "Second, changed" }
      }
    }
  }

  // "Ann is typing…" stayed in the other conversation until a message arrived there, or for ever.
  func testWhoeverWasWritingIsForgottenWithTheConversation() {
    onMainThread {
      ChatTabTests.open { tab, conversations in
        var typist: String?
        tab.didChangeTypist = { typist = $0 }
        tab.isSimulating = true
        pump("somebody who writes") { typist != nil }
        tab.open(.lastPlace(in: conversations[1].id))
        XCTAssertNil(typist)
        tab.isSimulating = false
      }
    }
  }

  func testWhatWasImportedIsListedAtOnceAndShownWhenAskedFor() {
    onMainThread {
      ChatTabTests.open { tab, conversations in
        pump("the messages") { tab.view?.feed.content == .items }
        let shown = tab.view
        let title = shown?.conversation.title ?? ""
        let archive = try! Archive(path: tab.session.archive!.path, mode: .existing)
        let result = try! archive.writeBatch(
          [title, "Three"].map { ChatTabTests.message("New in \($0)", in: $0, 1_000) })
        var listed: [Conversation] = []
        tab.didChangeConversations = { [weak tab] in listed = tab?.session.conversations ?? [] }
        tab.noteImport(into: result.conversations)
        pump("the list") { listed.count == 3 }
        XCTAssertTrue(tab.view === shown, "what one reads stays")
        tab.showImported(Set(listed.filter { $0.title == title }.map(\.id)), by: [])
        pump("the conversation, with what is new") {
          tab.view !== shown && tab.view?.feed.model.messages.last?.text == "New in \(title)"
        }
      }
    }
  }

  // Messages were written into a removed file, and its log into the new one.
  func testAReplacedArchiveIsAnnouncedAndReopenedWithTheDraft() {
    onMainThread {
      ChatTabTests.open { tab, _ in
        pump("the messages") { tab.view?.feed.content == .items }
        let path = tab.session.archive!.path
        let left = tab.view
        left?.draft = "Half a thought"
        let new = try! Archive(path: path + "-new", mode: .createIfMissing)
        _ = try! new.writeBatch([
          ChatTabTests.message("Elsewhere", in: "Three")
        ])
        new.close()
        let bytes = try! Data(contentsOf: URL(fileURLWithPath: path + "-new"))
        XCTAssertEqual(rename(path + "-new", path), 0)
        pump("the sentence") { left?.banner.text == "\(ArchiveError.replaced(path: path))" }
        XCTAssertEqual(left?.banner.shownTexts.last, "Open It")
        pump("the log to go") { !FileManager.default.fileExists(atPath: path + "-wal") }
        XCTAssertEqual(try! Data(contentsOf: URL(fileURLWithPath: path)), bytes)
        tab.session.open()
        pump("the new archive") {
          tab.view !== left && tab.view?.feed.model.messages.map(\.text) == ["Elsewhere"]
        }
        XCTAssertEqual(tab.view?.draft, "Half a thought")
      }
    }
  }

  func testAMessageForADeletedArchiveStaysInTheComposer() {
    onMainThread {
      ChatTabTests.open { tab, _ in
        pump("the messages") { tab.view?.feed.content == .items }
        let path = tab.session.archive!.path
        try! FileManager.default.removeItem(atPath: path)
        pump("the sentence") { tab.view?.banner.text == "\(ArchiveError.removed(path: path))" }
        XCTAssertEqual(tab.view?.banner.button.visible, false)
        tab.view?.draft = "Hello"
        tab.view?.writing.composer.send()
        pump("the refusal") { tab.view?.banner.text?.hasPrefix("Your message was not sent.") == true }
        XCTAssertEqual(tab.view?.draft, "Hello")
      }
    }
  }

  func testAnEmptyArchiveExplainsAMissingPlaceAndFindsItLater() {
    onMainThread {
      ChatTabTests.open([], at: .message(4711)) { tab, _ in
        var openings = 0
        tab.didOpen = { _ in openings += 1 }
        var isSettled = false
        tab.whenSettled { isSettled = true }
        pump("a page") { isSettled }
        XCTAssertTrue(tab.shownTexts.contains { $0.contains("4711") }, "\(tab.shownTexts)")
        XCTAssertEqual(openings, 0, "it is open already")
        let archive = try! Archive(path: tab.session.archive!.path, mode: .existing)
        _ = try! archive.writeBatch([
          ChatTabTests.message("Late", in: "Three")
        ])
        tab.refresh()
        pump("the message") { tab.view?.feed.model.messages.map(\.text) == ["Late"] }
        XCTAssertEqual(openings, 0)
      }
    }
  }

  func testAnUnknownConversationChangesNothing() {
    onMainThread {
      ChatTabTests.open { tab, conversations in
        pump("the messages") { tab.view?.feed.content == .items }
        let view = tab.view
        let first = view?.feed.model.messages.first?.id
        tab.open(.message(1, in: 4711))
        tab.open(.lastPlace(in: 4711))
        drain()
        XCTAssertTrue(tab.view === view)
        XCTAssertEqual(view?.feed.model.messages.first?.id, first)
        XCTAssertNil(view?.banner.text)
      }
    }
  }

  func testAConversationOfAnArchiveThatWasReplacedSaysSoToo() {
    onMainThread {
      ChatTabTests.open { tab, conversations in
        pump("the messages") { tab.view?.feed.content == .items }
        let path = tab.session.archive!.path
        try! FileManager.default.removeItem(atPath: path)
        pump("the sentence") { tab.view?.banner.text == "\(ArchiveError.removed(path: path))" }
        let left = tab.view
        tab.open(
          .lastPlace(
            in:
              conversations[1].id == left?.conversation.id ? conversations[0].id : conversations[1].id))
        XCTAssertFalse(tab.view === left)
        XCTAssertEqual(tab.view?.banner.text, "\(ArchiveError.removed(path: path))")
      }
    }
  }

  func testAConversationThatWasLeftGoesUnderAHandAndDuringALoad() {
    onMainThread {
      ChatTabTests.open { tab, conversations in
        for next in [1, 0, 1] {
          pump("the messages") { tab.view?.feed.content == .items && tab.view?.isMapped == true }
          weak let left = tab.view
          left?.older.drag.swipe.press(at: Point(x: 10, y: 300), time: 0)
          left?.older.drag.swipe.move(to: Point(x: 0, y: 60), at: 1)
          left?.loadOlder()
          tab.isSimulating.toggle()
          tab.open(.lastPlace(in: conversations[next].id))
          pump("the other one to go") { left == nil }
        }
      }
    }
  }

  // Each row was retained by its own texts: every conversation that was left kept a screen of rows, 0.18 MB.
  func testConversationsThatWereLeftKeepNoRows() {
    onMainThread {
      let only = ChatTabTests.message("The only one", in: "Three", -1)
      ChatTabTests.open(adding: [only]) { tab, conversations in
        @MainActor func goToAndFro(_ times: Int) {
          var left = Departing()
          for place in 0..<2 * times {
            tab.open(.lastPlace(in: conversations[(place + 1) % 2].id))
            pump("the rows") { tab.view.map { $0.isMapped && !$0.list.visibleRange.isEmpty } == true }
            left.watch(tab.view)
          }
          // It has one message. The number of rows that a longer one has made depends on the time that it had.
          tab.open(.lastPlace(in: conversations[2].id))
          pump("all rows") { tab.view.map { $0.isMapped && $0.list.isSettled } == true }
          pump("what was left to go") { left.areGone }
          drain()
        }
        pump("the rows") { tab.view.map { $0.isMapped && !$0.list.visibleRange.isEmpty } == true }
        goToAndFro(5)
        let (objects, closures) = (Object.liveCount, liveClosureCount)
        goToAndFro(5)
        pump("what belonged to them to go") {
          Object.liveCount <= objects && liveClosureCount <= closures
        }
      }
    }
  }
}
