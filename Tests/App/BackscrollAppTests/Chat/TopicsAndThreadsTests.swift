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
@testable import MessageRow
@testable import Reader

/// The topics above a chat, and a thread beside it.
final class TopicsAndThreadsTests: XCTestCase {
  private static func message(_ number: Int, replyTo: String? = nil) -> ImportedMessage {
    ImportedMessage(
      conversationKey: "forum", conversationTitle: "Hut keepers", sourceID: "\(number)",
      sender: number % 2 == 0 ? .init(key: "mara", name: "Mara") : .init(key: "jonas", name: "Jonas"),
      sentAt: 1_700_000_000_000 + Int64(number) * 600_000, text: "Message \(number)", replyTo: replyTo)
  }

  /// Messages in turn in "Keys" and "Stove", and in no topic.
  private static var forum: [ImportedMessage] {
    (0..<120).map { number in
      var message = message(number)
      if number % 3 > 0 {
        message.topic = .init(source: "t\(number % 3)", title: ["", "Keys", "Stove"][number % 3])
      }
      return message
    }
  }

  /// A chat with a thread of four replies to message 40.
  private static var threads: [ImportedMessage] {
    (0..<120).map { number in
      var message = message(number, replyTo: (41...44).contains(number) ? "40" : nil)
      if (41...44).contains(number) { message.topic = .thread("40") }
      return message
    }
  }

  @MainActor
  private final class Bench {
    let tab: ChatTab
    let window = Window()
    private let path: String
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-topics-\(UUID().uuidString)")

    init(_ messages: [ImportedMessage], width: Int) {
      try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appendingPathComponent("a.sqlite").path
      Self.write(messages, to: path)
      tab = ChatTab(
        source: .file(path: path), latency: Latency(), olderLoading: .pull, start: nil,
        places: PlaceStore(folder.appendingPathComponent("places.json")))
      window.setDefaultSize(width: width, height: 640)
      window.child = tab
      window.present()
      tab.session.open()
      awaitMessages()
    }

    private static func write(_ messages: [ImportedMessage], to path: String) {
      let archive = try! Archive(path: path, mode: .createIfMissing)
      let id = try! archive.beginImport(of: "/export", at: 1, format: "telegram")
      let result = try! archive.writeBatch(messages, context: ImportContext(id: id))
      try! archive.endImport(into: result.conversations)
      archive.close()
    }

    /// Imports messages into the chat that is shown.
    func importMore(_ messages: [ImportedMessage]) {
      Self.write(messages, to: path)
      tab.noteImport(into: [1])
    }

    func awaitMessages() {
      pump("the messages") { [tab] in
        tab.view?.feed.content == .items && tab.view?.visibleRows.isEmpty == false
          && tab.view?.places.isOnTheWay == false
      }
    }

    func close() {
      window.destroy()
      drain()
      try? FileManager.default.removeItem(at: folder)
    }

    var bar: TopicBar { find(TopicBar.self, in: tab)! }
    var texts: [String] { tab.view?.feed.model.messages.map(\.text) ?? [] }

    /// Waits for two painted frames.
    func paint() {
      var count = 0
      let handle = window.frameClock!.afterPaint.connect { count += 1 }
      pump("two frames") {
        self.tab.view?.list.queueDraw()
        return count > 1
      }
      handle.disconnect()
    }

    /// The messages in view and their places; empty at the end.
    var places: [Message.ID: Double] {
      Dictionary((tab.view?.places.inView ?? []).map { ($0.message.id, $0.top) }) { first, _ in first }
    }

    /// The first descendant of a type.
    func find<Found: Widget>(_ type: Found.Type, in widget: Widget) -> Found? {
      if let found = widget as? Found { return found }
      return widget.children.lazy.compactMap { self.find(type, in: $0) }.first
    }

    /// The row of the message with this text.
    func row(_ text: String, in view: ChatView) -> MessageRow? {
      view.feed.model.messages.first { $0.text == text }.flatMap { view.list.row($0.id) }
    }

    /// Opens the thread of message 40, and waits for its messages.
    func openThread() {
      let root = tab.view!.feed.model.messages.first { $0.text == "Message 40" }
      if root == nil || tab.view!.list.row(root!.id) == nil {
        let id = try! Blocking.wait { [archive = tab.session.archive!] in
          try await archive.newest(in: 1, limit: 200).first { $0.text == "Message 40" }!.id
        }
        tab.open(.message(id, in: 1))
        pump("message 40") { self.row("Message 40", in: self.tab.view!)?.isMapped == true }
      }
      row("Message 40", in: tab.view!)!.activate(.activate(.thread))
      pump("the thread") {
        guard let view = self.tab.threads.pane?.view else { return false }
        return view.feed.content == .items && !view.visibleRows.isEmpty
      }
    }
  }

  func testATopicIsReadAloneAndItsPlaceIsKept() {
    onMainThread {
      let bench = Bench(Self.forum, width: 700)
      defer { bench.close() }
      XCTAssertTrue(bench.bar.visible)
      XCTAssertEqual(bench.bar.chips.map(\.topic).count, 4)
      XCTAssertEqual(bench.bar.shownTexts.filter { $0.count > 1 }, ["All", "Stove", "Keys", "General"])
      XCTAssertEqual(bench.texts.last, "Message 119")
      // In the list of all, a message names its topic.
      let last = bench.tab.view!.feed.model
      XCTAssertEqual(last[last.count - 1].topic, "Stove")
      XCTAssertTrue(last[last.count - 1].spoken.contains("in Stove"))
      bench.bar.chips[2].button.active = true
      bench.awaitMessages()
      XCTAssertEqual(bench.tab.view?.conversation.topic?.title, "Keys")
      XCTAssertEqual(bench.texts.last, "Message 118")
      XCTAssertTrue(bench.texts.allSatisfy { Int($0.dropFirst(8))! % 3 == 1 })
      let keys = bench.tab.view!.feed.model
      XCTAssertNil(keys[keys.count - 1].topic)
      XCTAssertEqual(bench.bar.chips.map(\.button.active), [false, false, true, false])
      // A topic that is pressed again leads back to all of them, whose chip stays pressed.
      bench.bar.chips[2].button.active = false
      bench.awaitMessages()
      XCTAssertNil(bench.tab.view?.conversation.topic)
      bench.bar.chips[0].button.active = false
      XCTAssertEqual(bench.bar.chips.map(\.button.active), [true, false, false, false])
      bench.bar.chips[2].button.active = true
      bench.awaitMessages()
      bench.tab.view!.list.scroll(by: -300)
      bench.paint()
      let kept = bench.places
      XCTAssertFalse(kept.isEmpty)
      bench.bar.chips[0].button.active = true
      bench.awaitMessages()
      XCTAssertEqual(bench.texts.last, "Message 119")
      bench.bar.chips[2].button.active = true
      bench.awaitMessages()
      pump("the kept place") { !bench.places.isEmpty }
      let both = bench.places.filter { kept[$0.key] != nil }
      XCTAssertGreaterThan(both.count, 3)
      for (id, top) in both { XCTAssertEqual(top, kept[id]!, accuracy: 1) }
      // Back leads to the topic, also from another place.
      bench.bar.chips[0].button.active = true
      bench.awaitMessages()
      bench.tab.goBack()
      pump("the topic") { bench.tab.view?.conversation.topic?.title == "Keys" }
      bench.awaitMessages()
      // Escape in the chips goes back to all.
      // Back has given the focus to the messages, which may happen later.
      pump("the focus") {
        bench.bar.chips[2].button.takeFocus()
        bench.paint()
        return bench.bar.chips[2].button.hasFocus
      }
      RealPointer.key("Escape")
      pump("all topics") { bench.tab.view?.conversation.topic == nil }
    }
  }

  func testATopicIsMarkedAsReadAlone() {
    onMainThread {
      let bench = Bench(Self.forum, width: 700)
      defer { bench.close() }
      var marked: Set<Conversation.ID> = []
      // As the window does.
      bench.tab.didReadToEnd = { [weak tab = bench.tab] number, end in
        guard let archive = tab?.archive, number < 0 else { return }
        marked.insert(number)
        try! Blocking.wait { try await archive.markAsRead(number, upTo: end) }
        tab?.readTopics()
      }
      bench.importMore(
        (120..<130).map { number in
          var message = Self.message(number)
          message.topic = .init(source: "t\(1 + number % 2)", title: ["Keys", "Stove"][number % 2])
          return message
        })
      @MainActor func badges() -> [String: String] {
        Dictionary(
          bench.bar.chips.map { chip in
            let texts = chip.button.shownTexts.filter { $0.count > 1 || Int($0) != nil }
            return (texts[0], texts.count > 1 ? texts[1] : "")
          }, uniquingKeysWith: { first, _ in first })
      }
      pump("the badges") { badges() == ["All": "10", "Keys": "5", "Stove": "5", "General": ""] }
      let keys = bench.bar.chips.first { $0.button.shownTexts.contains("Keys") }!
      keys.button.active = true
      bench.awaitMessages()
      bench.tab.view!.places.jumpToEnd()
      pump("no badge") { badges() == ["All": "5", "Keys": "", "Stove": "5", "General": ""] }
      XCTAssertEqual(marked, [Topic.part(keys.topic!)])
    }
  }

  func testTheChosenChipIsInViewAtTheStartAndTheWheelScrollsTheChips() {
    onMainThread {
      let topics = (0..<12).map { number in
        var message = Self.message(number)
        message.topic = .init(source: "t\(number)", title: "A topic with the number \(number)")
        return message
      }
      let bench = Bench(topics, width: 420)
      defer { bench.close() }
      // A bar that is given its chips and the chosen one before it was ever laid out.
      let bar = TopicBar()
      let shown = bench.tab.session.topics(of: 1)
      bar.show(shown, chosen: shown[10].id)
      bar.visible = true
      let window = Window()
      defer { window.destroy() }
      window.title = "chips"
      window.setDefaultSize(width: 420, height: 100)
      window.child = bar
      window.present()
      let scroller = bench.find(ScrolledWindow.self, in: bar)!
      @MainActor func isInView(_ index: Int = 11) -> Bool {
        let chip = bar.chips[index].button
        guard let start = chip.convert(Point(x: 0, y: 0), to: scroller)?.x else { return false }
        return chip.width > 0 && start >= 0 && start + Double(chip.width) <= Double(scroller.width)
      }
      pump("the chosen chip") { isInView() }
      window.setDefaultSize(width: 280, height: 100)
      pump("a narrow line") { scroller.width < 280 }
      pump("the chosen chip in a narrow line") { isInView() }
      let before = scroller.hadjustment.value
      RealPointer.wheel(-1, over: window.title, x: 100, y: 20, on: scroller)
      pump("the wheel") { scroller.hadjustment.value < before }
      // A double click chooses a topic, and does not lead back.
      var choices: [Topic.ID?] = []
      bar.didChoose = { [weak bar] in
        choices.append($0)
        bar?.show(shown, chosen: $0)
      }
      bar.show(shown, chosen: nil)
      pump("all topics") { isInView(0) }
      let chip = bar.chips[0].button
      let place = chip.convert(Point(x: Double(chip.width) + 20, y: 10), to: window)!
      RealPointer.click(over: "chips", x: Int(place.x), y: Int(place.y), count: 2)
      pump("a choice") { !choices.isEmpty }
      // A later click comes after what the double click has caused.
      RealPointer.click(over: "chips", x: 5, y: 2)
      drain()
      XCTAssertEqual(choices, [shown[0].id])
    }
  }

  func testAChatWithoutTopicsHasNoBar() {
    onMainThread {
      let bench = Bench((0..<20).map { Self.message($0) }, width: 700)
      defer { bench.close() }
      XCTAssertFalse(bench.bar.visible)
    }
  }

  func testANoteInATopicIsShownThere() {
    onMainThread {
      let bench = Bench(Self.forum, width: 700)
      defer { bench.close() }
      bench.bar.chips[1].button.active = true
      bench.awaitMessages()
      let part = bench.tab.view!.conversation.id
      XCTAssertLessThan(part, 0)
      let note = try! Blocking.wait { [archive = bench.tab.session.archive!] in
        try await archive.addNote("A note", in: part, at: 1)
      }
      XCTAssertTrue(note.isIn(part))
      bench.tab.noteChange(of: [1])
      pump("the note") { bench.texts.last == "A note" }
      XCTAssertEqual(bench.tab.view?.conversation.id, part)
    }
  }

  func testAThreadOpensBesideTheChatWhichKeepsItsRow() {
    onMainThread {
      let bench = Bench(Self.threads, width: 1000)
      defer { bench.close() }
      XCTAssertFalse(bench.bar.visible)
      bench.openThread()
      let pane = bench.tab.threads.pane!
      XCTAssertFalse(pane.coversChat)
      XCTAssertTrue((320...400).contains(pane.width), "\(pane.width)")
      XCTAssertEqual(pane.view.feed.model.messages.map(\.text), (40...44).map { "Message \($0)" })
      XCTAssertTrue(pane.shownTexts.contains("4 replies · Hut keepers"))
      // The first message has no button there, and its replies do not quote it.
      let thread = pane.view.feed.model
      XCTAssertNil(thread[0].message.replies)
      XCTAssertNil(thread[1].message.reply)
      XCTAssertEqual(thread[1].unread, "4 replies")
      let chat = bench.tab.view!.feed.model
      let root = chat.messages.firstIndex { $0.text == "Message 40" }!
      XCTAssertTrue(chat[root].isThreadOpen)
      // Below the first message, it is clear to what the others reply.
      XCTAssertNil(chat[root + 1].message.reply)
      XCTAssertNotNil(chat.messages[root + 1].reply)
      // A star in the thread is one in the chat, too.
      let reply = pane.view.feed.model.messages[2].id
      pane.view.bookmarks.add(to: [reply]) {}
      pump("both stars") {
        [pane.view, bench.tab.view!].allSatisfy { view in
          view.feed.model.messages.first { $0.id == reply }?.bookmark != nil
        }
      }
      // Escape closes it, and the focus returns to the message.
      XCTAssertTrue(
        bench.tab.escape()
          || {
            pane.view.focusMessages()
            return bench.tab.escape()
          }())
      XCTAssertNil(bench.tab.threads.pane)
      XCTAssertFalse(chat[root].isThreadOpen)
    }
  }

  func testInANarrowWindowAThreadTakesThePlaceOfTheChat() {
    onMainThread {
      let bench = Bench(Self.threads, width: 420)
      defer { bench.close() }
      bench.openThread()
      pump("its place") { bench.tab.threads.coversChat && bench.tab.view?.visible == false }
      XCTAssertTrue(bench.tab.escape())
      pump("the chat") { bench.tab.view?.isMapped == true }
      XCTAssertNotNil(bench.row("Message 40", in: bench.tab.view!))
    }
  }

  func testEachControlHasANameAndARole() {
    onMainThread {
      for (messages, hasThread) in [(Self.forum, false), (Self.threads, true)] {
        let bench = Bench(messages, width: 1000)
        defer { bench.close() }
        if hasThread { bench.openThread() }
        bench.paint()
        let (faults, looked) = AuditTests.faults(in: bench.tab)
        XCTAssertEqual(faults, [])

        XCTAssertGreaterThan(looked, 1)
      }
    }
  }

  func testTheButtonBelowAMessageNamesItsReplies() {
    onMainThread {
      let bench = Bench(Self.threads, width: 1000)
      defer { bench.close() }
      bench.openThread()
      let row = bench.row("Message 40", in: bench.tab.view!)!
      XCTAssertEqual(row.name(of: .activate(.thread)), "4 replies by Jonas, Mara")
      XCTAssertNotNil(row.geometry?.replies)
      XCTAssertTrue(row.targets.contains { $0.action == .activate(.thread) })
      // The button is a part of the row from the first frame.
      XCTAssertEqual(row.geometry?.replies.map { $0.maxY }, row.geometry?.height)
    }
  }

  func testAnImportOpensTheThreadAnew() {
    onMainThread {
      let bench = Bench(Self.threads, width: 1000)
      defer { bench.close() }
      bench.openThread()
      // After an import it is opened again, without taking the focus.
      let first = bench.tab.threads.pane
      bench.tab.noteChange(of: [1])
      pump("the thread anew") { bench.tab.threads.pane != nil && bench.tab.threads.pane !== first }
      XCTAssertFalse(bench.tab.threads.pane!.containsFocus)
    }
  }
}
