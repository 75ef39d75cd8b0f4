import ChatStore
import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import Synchronization
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import MessageRow
@testable import Reader

/// Kept places and texts, and the ways back and forward.
final class KeptPlaceTests: XCTestCase {
  /// An archive of two chats, and the file of its places, which outlive the windows on it.
  @MainActor
  private final class Home {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-kept-\(UUID().uuidString)")
    var path: String { folder.appendingPathComponent("a.sqlite").path }
    var places: URL { folder.appendingPathComponent("places.json") }

    init() {
      try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      fill(path)
    }

    func fill(_ path: String, years: Int64 = 0) {
      let archive = try! Archive(path: path, mode: .createIfMissing)
      for chat in ["One", "Two"] {
        _ = try! archive.writeBatch(
          (0..<300).map { number in
            ImportedMessage(
              conversationKey: chat, conversationTitle: chat, sourceID: "\(number)",
              sender: .init(key: "ann", name: "Ann"), isOwn: false,
              sentAt: 1_600_000_000_000 + years * 31_000_000_000 + Int64(number) * 3_600_000,
              text: KeptPlaceTests.text(number, in: chat))
          })
      }
      archive.close()
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  private static func text(_ number: Int, in chat: String) -> String {
    "Message number \(number) in \(chat)" + String(repeating: " and more", count: number % 7 * 9)
  }

  /// A window on the archive, and the places of its rows in each painted frame.
  @MainActor
  private final class Start {
    let tab: ChatTab
    let window = Window()
    private let store: PlaceStore
    private(set) var frames: [[String: Double]] = []

    init(_ home: Home, at start: PlaceRequest? = nil, width: Int = 700, store: PlaceStore? = nil) {
      // Like in a new process.
      self.store = store ?? PlaceStore(home.places)
      tab = ChatTab(
        source: .file(path: home.path), latency: Latency(), olderLoading: .auto, start: start,
        places: self.store)
      window.decorated = false
      window.setDefaultSize(width: width, height: 600)
      window.child = tab
      window.present()
      pump("a first frame") { self.window.frameClock != nil && self.tab.isMapped }
      window.frameClock!.afterPaint.connect(weak: self) { $0.record() }
      tab.session.open()
      settle()
    }

    var view: ChatView { tab.view! }
    /// The texts of the rows in the latest frame with their places in the window.
    var rows: [String: Double] { frames.last ?? [:] }

    private func record() {
      guard let view = tab.view, view.isMapped else { return }
      var rows: [String: Double] = [:]
      for index in view.visibleRows {
        let message = view.feed.model.messages[index]
        if let row = view.list.row(message.id), row.isMapped,
          let y = row.convert(Point(x: 0, y: 0), to: tab)?.y
        {
          rows[message.text] = y
        }
      }
      if !rows.isEmpty { frames.append(rows) }
    }

    func settle() {
      pump("the messages") {
        self.tab.view?.feed.content == .items && self.tab.view?.feed.isReplacing == false
      }
      for _ in 0..<3 {
        let goal = frames.count + 1
        pump("a frame") {
          self.window.queueDraw()
          return self.frames.count >= goal && !self.view.list.isJumping
        }
      }
    }

    /// Goes to a chat; returns the rows of the first frame that shows it.
    func go(to id: Conversation.ID) -> [String: Double] {
      let start = frames.count
      tab.open(.lastPlace(in: id))
      settle()
      return frames[start]
    }

    func scroll(to number: Int, in chat: String, offset: Double) {
      let archive = view.archive
      let id = view.conversation.id
      let message = try! Blocking.wait {
        try await archive.firstMessage(in: id, atOrAfter: 1_600_000_000_000 + Int64(number) * 3_600_000)!
      }
      view.places.open(.message(message.id, at: .start), reason: .other)
      settle()
      view.list.vadjustment!.value += offset
      settle()
      XCTAssertNotNil(rows[KeptPlaceTests.text(number, in: chat)])
    }

    func waitUntilWritten() { store.waitUntilWritten(atMost: 60) }

    func close() {
      tab.keepPlace()
      window.destroy()
      drain()
      waitUntilWritten()
    }
  }

  func testAChatOpensWhereTheReaderWasAlsoInTheNextWindow() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let first = Start(home)
      let chats = first.tab.session.conversations
      XCTAssertTrue(first.view.isAtNewest)
      let other = chats.first { $0.id != first.view.conversation.id }!
      _ = first.go(to: other.id)
      first.scroll(to: 120, in: other.title, offset: 37)
      let place = first.rows
      first.close()

      let second = Start(home)
      XCTAssertEqual(second.view.conversation.id, other.id)
      XCTAssertEqual(second.rows, place)
      XCTAssertEqual(Set(second.frames.map { $0[KeptPlaceTests.text(121, in: other.title)] }).count, 1)
      second.close()
    }
  }

  func testChatsThatAreSwitchedKeepTheirPlaceAndTheirText() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let start = Start(home)
      let (first, second) = (start.tab.session.conversations[0], start.tab.session.conversations[1])
      start.scroll(to: 90, in: first.title, offset: 21)
      start.view.draft = "For the first"
      let place = start.rows
      _ = start.go(to: second.id)
      XCTAssertTrue(start.view.isAtNewest)
      XCTAssertEqual(start.view.draft, "")
      start.view.draft = "For the second"
      XCTAssertEqual(start.go(to: first.id), place)
      XCTAssertEqual(start.view.draft, "For the first")
      start.view.draft = ""
      _ = start.go(to: second.id)
      XCTAssertTrue(start.view.isAtNewest)
      XCTAssertEqual(start.view.draft, "For the second")
      start.close()
      let next = Start(home)
      XCTAssertEqual(next.view.conversation.id, second.id)
      XCTAssertEqual(next.view.draft, "For the second")
      _ = next.go(to: first.id)
      XCTAssertEqual(next.view.draft, "")
      next.close()
    }
  }

  func testAPlaceThatIsAskedForWinsOverTheOneThatWasKept() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let first = Start(home)
      let chat = first.view.conversation
      first.scroll(to: 90, in: chat.title, offset: 21)
      let target = first.view.feed.model.messages.last!
      first.close()
      let second = Start(home, at: .message(target.id))
      XCTAssertNotNil(second.rows[target.text])
      XCTAssertNil(second.rows[KeptPlaceTests.text(90, in: chat.title)])
      second.tab.showImported([chat.id], by: [])
      pump("the chat at its end") { second.view.isAtNewest }
      second.close()
    }
  }

  func testTheNearestMessageStandsWhereOneStoodThatIsGone() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let first = Start(home)
      let chat = first.view.conversation
      first.scroll(to: 90, in: chat.title, offset: 21)
      let messages = first.view.feed.model.messages
      first.close()
      var (top, next) = (0.0, "")
      try! SavedPlaces.update(home.places) { places in
        let place = places[home.path][chat.id].place!
        top = place.top
        next = messages[messages.firstIndex { $0.id == place.message }! + 1].text
        // No message has this number, and its time is between those of two others.
        places[home.path][chat.id].place!.message = 999_999
        places[home.path][chat.id].place!.order! += 1
      }
      let second = Start(home)
      XCTAssertNil(second.view.banner.text)
      let row = second.view.feed.model.messages.first { $0.text == next }.flatMap {
        second.view.list.row($0.id)
      }
      XCTAssertEqual(row?.convert(Point(x: 0, y: 0), to: second.view.list)?.y ?? .nan, top, accuracy: 0.5)
      second.close()
    }
  }

  func testAnotherArchiveAtTheSamePathHasNoPlacesAndNoTexts() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let first = Start(home)
      let chat = first.view.conversation
      first.scroll(to: 90, in: chat.title, offset: 21)
      first.view.draft = "Not for others"
      let place = first.rows
      first.close()
      // A restored copy is the same archive.
      let copy = home.path + "-copy"
      try! FileManager.default.copyItem(atPath: home.path, toPath: copy)
      XCTAssertEqual(rename(copy, home.path), 0)
      let second = Start(home)
      XCTAssertEqual(second.rows, place)
      XCTAssertEqual(second.view.draft, "Not for others")
      second.close()
      home.fill(copy, years: 1)
      XCTAssertEqual(rename(copy, home.path), 0)
      let third = Start(home)
      XCTAssertTrue(third.view.isAtNewest)
      XCTAssertEqual(third.view.draft, "")
      third.close()
    }
  }

  func testNothingIsKeptOfAChatThatIsGone() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let start = Start(home)
      let (first, second) = (start.tab.session.conversations[0], start.tab.session.conversations[1])
      start.view.draft = "For the first"
      _ = start.go(to: second.id)
      start.waitUntilWritten()
      XCTAssertEqual(SavedPlaces.load(from: home.places)[home.path][first.id].text, "For the first")
      let archive = start.view.archive
      try! Blocking.wait { try await archive.delete(first.id) }
      start.tab.noteChange(of: [first.id])
      pump("the deletion") { start.tab.session.conversations.count == 1 }
      start.close()
      XCTAssertTrue(SavedPlaces.load(from: home.places)[home.path][first.id].isUsual)
    }
  }

  // The whole file was decoded, encoded and synced in the middle of a scroll.
  func testPlacesAreReadOnceAndWrittenOffTheMainThread() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let file = PlaceStore.Disk.file(home.places)
      let uses = Mutex<[(what: String, isOnMain: Bool)]>([])
      @Sendable func note(_ what: String) { uses.withLock { $0.append((what, Thread.isMainThread)) } }
      let store = PlaceStore(
        PlaceStore.Disk(
          version: {
            note("version")
            return file.version()
          },
          read: {
            note("read")
            return file.read()
          },
          write: {
            note("write")
            return try file.write($0)
          }))
      let start = Start(home, store: store)
      let (first, second) = (start.tab.session.conversations[0], start.tab.session.conversations[1])
      for number in [90, 120] {
        start.scroll(to: number, in: first.title, offset: 21)
        start.tab.keepPlace()
      }
      _ = start.go(to: second.id)
      start.scroll(to: 60, in: second.title, offset: 0)
      start.close()
      let places = SavedPlaces.load(from: home.places)[home.path]
      XCTAssertNotNil(places[first.id].place)
      XCTAssertNotNil(places[second.id].place)
      let all = uses.withLock { $0 }
      XCTAssertEqual(all.filter(\.isOnMain).map(\.what), [])
      XCTAssertEqual(all.filter { $0.what == "read" }.count, 1)
      XCTAssertTrue(all.contains { $0.what == "write" })
    }
  }

  func testTheJumpButtonGoesToTheUnreadLineFirstAndThenToTheEnd() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let start = Start(home)
      let view = start.view
      view.list.scroll(by: -300)
      start.settle()
      view.arrivals.sender.didChangeTyping?(true)
      for _ in 0..<30 { view.arrivals.sender.didSend?("Something new") }
      start.settle()
      let line = view.feed.model.messages.first { $0.text == "Something new" }!.id
      XCTAssertTrue(view.jumpButton.leadsToUnread)
      XCTAssertFalse(view.isReading(line))
      view.places.jumpOnward()
      start.settle()
      XCTAssertTrue(view.isReading(line))
      XCTAssertFalse(view.isAtNewest)
      XCTAssertFalse(view.jumpButton.leadsToUnread)
      view.places.jumpOnward()
      start.settle()
      XCTAssertTrue(view.isAtNewest)
      start.close()
    }
  }

  func testImportedMessagesAreUnreadWhileTheReaderIsElsewhere() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let first = Start(home)
      let chat = first.view.conversation
      first.scroll(to: 90, in: chat.title, offset: 0)
      let place = first.rows
      first.close()
      let archive = try! Archive(path: home.path, mode: .existing)
      let context = ImportContext(id: try! archive.beginImport(of: "/a.json", at: 1, format: "telegram"))
      let new = (0..<50).map { number in
        ImportedMessage(
          conversationKey: chat.title, conversationTitle: chat.title, sourceID: "new \(number)",
          sender: .init(key: "ann", name: "Ann"), isOwn: false,
          sentAt: 1_600_000_000_000 + Int64(1_000 + number) * 3_600_000, text: "New \(number)")
      }
      let result = try! archive.writeBatch(new, context: context)
      try! archive.endImport(into: result.conversations)
      archive.close()

      let second = Start(home)
      XCTAssertEqual(second.rows, place)
      let view = second.view
      pump("the number") { view.jumpButton.unread == 50 && view.jumpButton.leadsToUnread }
      XCTAssertNil(view.feed.model.messages.first { $0.text == "New 0" }, "it is not loaded")
      view.places.jumpOnward()
      second.settle()
      XCTAssertNotNil(second.rows["New 0"])
      let index = view.feed.model.messages.firstIndex { $0.text == "New 0" }!
      XCTAssertEqual(view.feed.model.content(at: index).unread, "50 unread messages")
      XCTAssertFalse(view.isAtNewest)
      view.places.jumpOnward()
      second.settle()
      XCTAssertTrue(view.isAtNewest)
      pump("nothing unread") { view.jumpButton.unread == 0 }
      second.close()
    }
  }

  func testBackIsOfferedAfterAJumpUntilTheReaderIsBack() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let start = Start(home)
      let view = start.view
      XCTAssertFalse(view.backButton.isShown)
      view.places.open(.message(view.feed.model.messages[2].id))
      start.settle()
      XCTAssertTrue(view.backButton.isShown)
      XCTAssertTrue(view.backButton.canTarget)
      // A toast is beside both buttons, and above them if it is too wide.
      let toast = view.writing.toast
      toast.show("Done", button: "Undo") {}
      start.settle()
      let place = toast.card.bounds(in: view)!
      for button in [view.backButton, view.jumpButton] {
        XCTAssertLessThan(place.maxX, button.bounds(in: view)!.x)
      }
      XCTAssertEqual(place.maxY, view.jumpButton.bounds(in: view)!.maxY, accuracy: 1)
      toast.show(String(repeating: "Done ", count: 80), button: "Undo") {}
      start.settle()
      XCTAssertLessThan(toast.card.bounds(in: view)!.maxY, view.backButton.bounds(in: view)!.y)
      toast.hide()
      start.tab.finding.goBack()
      start.settle()
      XCTAssertTrue(view.isAtNewest)
      XCTAssertFalse(view.backButton.isShown)
      // A jump by the button that leads to the end offers no way back.
      view.places.open(.message(view.feed.model.messages[2].id))
      start.settle()
      view.places.jumpOnward()
      start.settle()
      XCTAssertFalse(view.backButton.isShown)
      let other = start.tab.session.conversations.first { $0.id != view.conversation.id }!
      _ = start.go(to: other.id)
      XCTAssertFalse(start.view.backButton.isShown)
      start.close()
    }
  }

  // The back button stayed disabled.
  func testWhereAMessageWasSentFromIsAPlaceToComeBackTo() {
    onMainThread {
      let home = Home()
      defer { home.remove() }
      let start = Start(home)
      let (view, composer) = (start.view, start.view.writing.composer)
      XCTAssertEqual(composer.purpose, .message)
      @MainActor func send(_ text: String) {
        view.draft = text
        composer.send()
        pump(text) { view.feed.model.messages.last?.text == text && view.isAtNewest }
        start.settle()
      }
      send("from the end")
      XCTAssertFalse(view.backButton.isShown)
      XCTAssertFalse(start.tab.finding.canGoBack)
      for distance in [900.0, 3_000] {
        view.list.vadjustment!.value -= distance
        start.settle()
        let place = start.rows
        send("from above \(distance)")
        XCTAssertTrue(view.backButton.isShown)
        XCTAssertTrue(start.tab.finding.canGoBack)
        start.tab.finding.goBack()
        start.settle()
        XCTAssertEqual(start.rows, place, "at \(distance)")
        view.places.jumpToEnd()
        start.settle()
      }
      start.close()
    }
  }

  func testTheBeginningIsMarkedAndNeverBesideTheOlderRow() {
    onMainThread {
      for loading in OlderLoading.allCases {
        let bench = ChatBench(messages: 130)
        bench.view.olderLoading = loading
        bench.open()
        let words = "Beginning of this chat"
        @MainActor func marked() -> [Int] {
          bench.view.feed.model.decorations.indices.filter {
            bench.view.feed.model.content(at: $0).beginning != nil
          }
        }
        if loading == .pull {
          XCTAssertEqual(marked(), [])
          XCTAssertTrue(bench.view.olderRow.visible)
        }
        pump("all") {
          bench.scrollToTop()
          if loading == .pull, bench.view.older.state == .none { bench.view.loadOlder() }
          return bench.view.feed.model.count == 130
        }
        pump("the load's end") { bench.view.older.state == .none }
        // The latest rows are laid out first.
        bench.frame(3)
        bench.scrollToTop()
        XCTAssertEqual(marked(), [0])
        XCTAssertFalse(bench.view.olderRow.visible)
        @MainActor func row() -> MessageRow? { bench.list.row(bench.view.feed.model.id(at: 0)) }
        pump("the mark") { row()?.geometry?.beginning != nil }
        XCTAssertTrue(bench.view.feed.model.content(at: 0).spoken.hasPrefix(words))
        let (mark, day) = (row()!.geometry!.beginning!, row()!.geometry!.day!)
        XCTAssertGreaterThan(mark.y, 0)
        XCTAssertGreaterThanOrEqual(day.y, mark.maxY)
        bench.close()
      }
    }
  }

  func testAddressesInWhatTheReaderWritesAreLinks() {
    onMainThread {
      let bench = ChatBench(messages: 20)
      bench.open()
      bench.view.draft = "See https://example.org/a and ann@example.org."
      bench.view.writing.composer.send()
      pump("the message") { bench.view.feed.model.messages.last?.text.hasPrefix("See") == true }
      bench.frame(3)
      let message = bench.view.feed.model.messages.last!
      XCTAssertTrue(message.isOnOwnBubble)
      XCTAssertEqual(
        MessageText(message).links.map(\.target), ["https://example.org/a", "mailto:ann@example.org"])
      XCTAssertEqual(bench.list.row(message.id)!.text.links.count, 2)
      bench.close()
    }
  }
}
