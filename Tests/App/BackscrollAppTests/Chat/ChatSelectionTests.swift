import ChatExport
import ChatStore
import Chats
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import MessageRow
@testable import Reader

/// The selection of several messages: by clicks, keys and the menu, and the actions on all of them.
final class ChatSelectionTests: XCTestCase {
  @MainActor
  private static func open(_ body: (ChatBench) -> Void) {
    let bench = ChatBench(messages: 300)
    bench.window.title = "selection"
    bench.open()
    bench.frame(3)
    body(bench)
    bench.close()
  }

  /// The messages in view that can be selected, the oldest first.
  @MainActor
  private static func rows(_ bench: ChatBench) -> [MessageRow] {
    bench.view.visibleRows.compactMap { bench.list.row(bench.view.feed.model.id(at: $0)) }.filter(
      \.isSelectable)
  }

  @MainActor
  private static func ids(_ rows: some Sequence<MessageRow>) -> Set<Message.ID> {
    Set(rows.compactMap { $0.content?.id })
  }

  /// Clicks beside the bubble of a row.
  @MainActor
  private static func click(_ row: MessageRow, _ bench: ChatBench, holding keys: [String] = []) {
    let place = row.convert(Point(x: 2, y: Double(row.height) - 4), to: bench.window)!
    RealPointer.click(over: "selection", x: Int(place.x), y: Int(place.y), holding: keys)
  }

  func testClicksSelectAndNothingMoves() {
    onMainThread {
      Self.open { bench in
        let messages = bench.view.selection.messages
        let rows = Array(Self.rows(bench).suffix(4))
        let ids = rows.map { $0.content!.id }
        Self.click(rows[2], bench)
        pump("the focus") { rows[2].hasFocus }
        XCTAssertFalse(messages.isActive, "a click alone selects nothing")
        Self.click(rows[3], bench, holding: ["ctrl"])
        pump("one message") { messages.ids == [ids[3]] }
        XCTAssertTrue(bench.view.selection.bar.isMapped)
        XCTAssertFalse(bench.view.writing.composer.isMapped)
        XCTAssertTrue(rows[3].isAccessibleSelected)
        bench.frame(2)
        let (start, places) = (bench.frames.count, ids.map(bench.top))
        // Without the program's style, the composer changes its height with the focus.
        let selection = bench.view.selection
        XCTAssertEqual(selection.foot.height, bench.view.writing.composer.measured(.vertical).natural)
        XCTAssertLessThanOrEqual(selection.bar.measured(.vertical).minimum, selection.foot.height)
        Self.click(rows[1], bench, holding: ["shift"])
        pump("a range") { messages.ids == Set(ids[1...]) }
        Self.click(rows[2], bench, holding: ["shift"])
        pump("a shorter range") { messages.ids == Set(ids[2...]) }
        Self.click(rows[0], bench)
        pump("a click adds") { messages.ids == [ids[0], ids[2], ids[3]] }
        Self.click(rows[2], bench)
        pump("a click takes out") { messages.ids == [ids[0], ids[3]] }
        XCTAssertFalse(rows[2].isAccessibleSelected)
        XCTAssertTrue(bench.view.selection.bar.shownTexts.contains("2 selected"))
        RealPointer.key("Escape")
        pump("the end") { !messages.isActive }
        XCTAssertTrue(bench.view.writing.composer.isMapped)
        bench.frame()
        for (id, place) in zip(ids, places) {
          XCTAssertEqual(bench.drift(of: id, from: place, since: start), 0, "the row of \(id)")
        }
        RealPointer.park()
      }
    }
  }

  func testKeysSelectAndMoveTheFocus() {
    onMainThread {
      Self.open { bench in
        let messages = bench.view.selection.messages
        let rows = Self.rows(bench)
        let last = rows[rows.count - 1]
        XCTAssertTrue(last.takeFocus())
        RealPointer.key("ctrl+space")
        pump("one message") { messages.ids == Self.ids([last]) }
        RealPointer.key("shift+Up")
        pump("two messages") { messages.ids == Self.ids(rows.suffix(2)) }
        pump("the focus") { rows[rows.count - 2].hasFocus }
        RealPointer.key("shift+Down")
        pump("one again") { messages.ids == Self.ids([last]) && last.hasFocus }
        RealPointer.key("ctrl+a")
        pump("all") { messages.ids.count > 250 }
        let kinds = bench.view.feed.model.messages.filter { messages.contains($0.id) }.map(\.kind)
        XCTAssertFalse(kinds.contains(.service))
        RealPointer.key("space")
        pump("all but one") { !messages.contains(last.content!.id) && messages.isActive }
        RealPointer.key("Escape")
        pump("the end") { !messages.isActive }
      }
    }
  }

  func testTheActionsActOnAllSelectedMessages() {
    onMainThread {
      Self.open { bench in
        let selection = bench.view.selection
        let rows = Array(Self.rows(bench).suffix(3))
        let ids = rows.map { $0.content!.id }
        var exported: [Message.ID] = []
        selection.didRequestExport = { exported = $0 }
        // In any order of selection.
        for row in [rows[2], rows[0], rows[1]] { row.toggleSelected() }
        selection.bar.didChoose?(.export)
        pump("the export") { exported == ids }
        XCTAssertTrue(selection.messages.isActive, "the dialog may be cancelled")
        selection.bar.didChoose?(.bookmark)
        let toast = bench.view.writing.toast
        pump("the bookmarks") { toast.text == "3 messages bookmarked" }
        XCTAssertFalse(selection.messages.isActive)
        func marked() -> Int {
          try! Blocking.wait { try await bench.archive.messages(ids) }.count { $0.bookmark != nil }
        }
        XCTAssertEqual(marked(), 3)
        pump("the stars") { rows.allSatisfy { $0.content?.message.bookmark != nil } }
        toast.activateButton()
        pump("none again") { marked() == 0 && rows.allSatisfy { $0.content?.message.bookmark == nil } }
        for row in rows { row.toggleSelected() }
        selection.bar.didChoose?(.copy)
        pump("the copy") { toast.text == "3 messages copied" }
        let options = ExportOptions(format: .txt, messages: ids, timeZone: .gmt)
        let text = try! Blocking.wait { [id = bench.conversation.id, archive = bench.archive] in
          try await Exporter(archive, chat: id, options: options).copiedText()
        }
        XCTAssertTrue(text.hasPrefix("[20"), "no heading")
        XCTAssertEqual(text.split(separator: "\n").count { $0.hasPrefix("[20") }, 3)
      }
    }
  }

  func testTheSelectionEndsWhereItsMessagesOrItsBarGo() {
    onMainThread {
      Self.open { bench in
        let (view, messages) = (bench.view, bench.view.selection.messages)
        let row = Self.rows(bench).last!
        row.toggleSelected()
        messages.didRequestRange?(.init(orderKey: .min, id: .min), .init(orderKey: .max, id: .max))
        messages.end()
        // Later than the answer would come.
        _ = try! Blocking.wait { [archive = bench.archive] in try await archive.newest(in: 1, limit: .max) }
        bench.frame(3)
        XCTAssertFalse(messages.isActive, "a late range does not begin it again")
        row.toggleSelected()
        view.focusComposer()
        XCTAssertFalse(messages.isActive, "the composer is shown for its focus")
        view.writing.composer.text = "On my way"
        view.writing.composer.send()
        pump("the message") { view.feed.model.messages.last?.text == "On my way" && view.isAtNewest }
        let own = view.feed.model.messages.last!
        bench.frame(2)
        bench.list.row(own.id)!.toggleSelected()
        XCTAssertEqual(messages.ids, [own.id])
        view.writing.delete(own)
        pump("the end") { !messages.isActive }
      }
    }
  }

  func testNoMoreIsSelectedThanCanBeKept() {
    onMainThread {
      Self.open { bench in
        let messages = bench.view.selection.messages
        let row = Self.rows(bench).last!
        row.toggleSelected()
        messages.select((0..<ChatSelection.limit).lazy.map { -Int64($0) - 1 })
        row.toggleSelected()
        messages.didRequestRange?(.init(orderKey: .min, id: .min), .init(orderKey: .max, id: .max))
        pump("the sentence") {
          bench.view.writing.toast.text == "At most 100,000 messages can be selected"
        }
        XCTAssertEqual(messages.ids.count, ChatSelection.limit)
      }
    }
  }
}
