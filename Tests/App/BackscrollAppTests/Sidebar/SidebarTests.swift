import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import Controls
@testable import Finding
@testable import Reader

/// The chats beside a conversation, and as a sheet over it.
final class SidebarTests: XCTestCase {
  func testAChatIsChosenFromTheList() {
    onMainThread {
      SidebarBench.run { bench in
        XCTAssertEqual(bench.titles, (1...5).reversed().map(SidebarBench.title))
        XCTAssertEqual(bench.shown, "Chat 5")
        let item = bench.view.model.items.first { $0.chat?.title == "Chat 2" }!
        bench.view.list.didActivate(item)
        pump("the chat") { bench.shown == "Chat 2" }
        XCTAssertEqual(bench.view.model.items.filter(\.isCurrent).map(\.id), [item.id])
        bench.window.activateAction("win.next-chat")
        pump("the next one") { bench.shown == "Chat 1" }
        bench.window.activateAction("win.next-chat")
        bench.window.activateAction("win.previous-chat")
        pump("the one before") { bench.shown == "Chat 2" }
      }
    }
  }

  // The list waited for ever for the chats of a missing archive.
  func testTheListOfAWindowWithoutAnArchiveSaysThatThereAreNoChats() {
    onMainThread {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
        .path
      try! Data("This is no archive.".utf8).write(to: URL(fileURLWithPath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      SidebarBench.open(path) { window in
        let list = window.sidebar.view
        window.sidebar.toggleShown()
        pump("the sentence") { list.isMapped && list.shownTexts.contains("No chats yet") }
        XCTAssertTrue(list.shownTexts.contains("Import a chat export or a log."))
      }
    }
  }

  // On the rail the same keys moved by months, which now need Shift.
  func testTheKeysOfTheNextChatGoThereAlsoWithTheFocusOnTheRail() {
    onMainThread {
      SidebarBench.run(
        chats: 4,
        adding: { _ in
          // Some 70 months: a message each 16 hours.
          (0..<3_000).map { SidebarBench.message("Word \($0)", in: 5, $0) }
        }
      ) { bench in
        let chat = bench.tab
        pump("the rail") { chat.view?.rail.position != nil && chat.view?.rail.ticks.isEmpty == false }
        let (view, rail) = (chat.view!, chat.view!.rail)
        XCTAssertTrue(rail.takeFocus())
        XCTAssertTrue(rail.pressed(Key.pageUp, .shift))
        pump("the month") { rail.position?.ordinal == rail.ticks.last?.ordinal && !view.isSeekPending }
        XCTAssertTrue(chat.view === view)
        bench.window.activateAction("win.next-chat")
        pump("the next chat") { bench.shown == "Chat 4" }
      }
    }
  }

  func testTheFocusReturnsToWhereItWasBeforeTheSidebar() {
    onMainThread {
      SidebarBench.run(chats: 3, width: 500) { bench in
        let view = bench.tab.view!
        view.focusMessages()
        pump("the focus on a message") { view.list.containsFocus }
        let row = bench.window.focusWidget
        bench.window.activateAction("win.sidebar")
        XCTAssertFalse(view.list.containsFocus)
        bench.window.activateAction("win.sidebar")
        XCTAssertTrue(bench.window.focusWidget === row, "\(String(describing: bench.window.focusWidget))")
      }
    }
  }

  // The switcher moved with the title, the tools of a tab and the sidebar.
  func testTheSwitcherIsAtTheCentreOfTheWindowWhateverIsBesideIt() {
    onMainThread {
      SidebarBench.run(width: 1_180) { bench in
        let switcher = bench.all(TabSwitcher.self, in: bench.window)[0]
        for width in [1_180, 1_001, 940, 900, 780, 700] {
          bench.resize(width)
          guard switcher.isMapped else { return XCTFail("no switcher at \(width)") }
          // If the buttons at the end leave room for that.
          let center = width >= 780 ? Double((bench.window.width - switcher.width) / 2) : nil
          var places: [Double] = []
          for _ in 0..<2 {
            places.append(bench.x(switcher))
            bench.window.activateAction("win.sidebar")
            bench.paint()
          }
          if bench.window.sidebar.sheet.isOpen { bench.window.sidebar.toggleShown() }
          for tab in [Tab.lab, .feed, .chat] {
            bench.window.show(tab)
            bench.paint()
            places.append(bench.x(switcher))
          }
          if let center { XCTAssertEqual(places[0], center, accuracy: 0.5, "at \(width)") }
          XCTAssertEqual(Set(places).count, 1, "at \(width): \(places)")
        }
      }
    }
  }

  func testThePaneIsBesideTheChatInAWideWindowAndASheetInANarrowOne() {
    onMainThread {
      SidebarBench.run(width: 1_000) { bench in
        let sidebar = bench.window.sidebar
        XCTAssertTrue(sidebar.isShown && bench.view.isMapped)
        XCTAssertEqual(bench.view.width, 280)
        XCTAssertEqual(bench.x(bench.tab), 280)
        bench.window.activateAction("win.sidebar")
        bench.paint()
        XCTAssertFalse(bench.view.isMapped)
        XCTAssertEqual(bench.x(bench.tab), 0)
        XCTAssertEqual(Settings.load().sidebarIsOpen, false)
        bench.window.activateAction("win.sidebar")
        bench.resize(640)
        XCTAssertFalse(bench.view.isMapped, "folded")
        bench.window.activateAction("win.sidebar")
        bench.paint()
        XCTAssertTrue(sidebar.sheet.isOpen && bench.view.isMapped)
        XCTAssertEqual(bench.view.width, 312)
        XCTAssertEqual(bench.x(bench.tab), 0)
        XCTAssertTrue(bench.view.containsFocus)
        let item = bench.view.model.items.first { $0.chat?.title == "Chat 3" }!
        bench.view.list.didActivate(item)
        pump("the chat") { bench.shown == "Chat 3" }
        bench.paint()
        XCTAssertFalse(sidebar.sheet.isOpen || bench.view.isMapped)
        bench.resize(360)
        bench.window.activateAction("win.sidebar")
        bench.paint()
        XCTAssertEqual(bench.view.width, min(312, bench.window.width - 48))
        bench.resize(1_000)
        pump("the pane") { bench.view.isMapped && bench.x(bench.tab) == 280 }
        XCTAssertFalse(sidebar.sheet.isMapped)
      }
    }
  }

  // The results were shown below the list of chats, which kept the focus.
  func testTheSearchOfAllChatsClosesTheSheet() {
    onMainThread {
      SidebarBench.run(width: 400) { bench in
        bench.window.activateAction("win.sidebar")
        bench.paint()
        XCTAssertTrue(bench.window.sidebar.sheet.isOpen)
        bench.window.activateAction("win.find-everywhere")
        bench.paint()
        XCTAssertFalse(bench.window.sidebar.sheet.isOpen)
        XCTAssertTrue(bench.tab.finding.isShowingResults)
        XCTAssertEqual(bench.find(ResultsPage.self, in: bench.window)?.field.containsFocus, true)
      }
    }
  }

  // The button was over the window's own close button, and the second click of a double click closed the program.
  func testTheButtonThatClosesTheSheetIsNotOverTheHeader() {
    onMainThread {
      SidebarBench.run(width: 400) { bench in
        for (width, height) in [(360, 640), (640, 480)] {
          bench.resize(width, height)
          bench.window.activateAction("win.sidebar")
          bench.paint()
          let sheet = bench.window.sidebar.sheet
          guard let header = bench.find(HeaderFrame.self, in: bench.window),
            let button = bench.all(Button.self, in: sheet).first(where: { $0.parent === sheet })
          else { return XCTFail("no header or button") }
          let bottom = header.convert(Point(x: 0, y: Double(header.height)), to: bench.window)!.y
          let top = button.convert(Point(x: 0, y: 0), to: bench.window)!
          XCTAssertGreaterThan(bottom, 0)
          XCTAssertGreaterThan(top.y, bottom)
          XCTAssertGreaterThanOrEqual(top.x, Double(sheet.panel!.width), "in the scrim")
          sheet.didClose?()
          bench.paint()
          XCTAssertFalse(sheet.isOpen)
        }
      }
    }
  }

  // Every entry of the menu was disabled after the sidebar had moved from beside the chat to over it, and back.
  func testTheMenuOfOrdersCanBeUsedWhereverTheSidebarIs() {
    onMainThread {
      SidebarBench.run(width: 1_000) { bench in
        let (sidebar, sort) = (bench.window.sidebar, bench.view.sort)
        @MainActor func expectUsable(_ place: String) {
          pump("the sidebar \(place)") { bench.view.isMapped }
          sort.open()
          pump("the menu \(place)") { sort.isOpen && sort.shownTexts.contains("Most Messages") }
          let entries = bench.all(Widget.self, in: sort).filter { $0.shownTexts == ["Most Messages"] }
          XCTAssertFalse(entries.isEmpty)
          XCTAssertTrue(entries.allSatisfy(\.sensitive), place)
          sort.close()
          pump("the end of the menu \(place)") { !sort.isOpen }
        }
        if !bench.view.isMapped { sidebar.toggleShown() }
        expectUsable("beside the chat")
        bench.resize(700)
        sidebar.toggleShown()
        expectUsable("over the chat")
        sidebar.toggleShown()
        bench.resize(1_000)
        expectUsable("beside the chat again")
      }
    }
  }

  func testTheHeadingsOfTheMenuOfOrdersBeginWhereItsEntriesDo() {
    onMainThread {
      SidebarBench.run(width: 1_000) { bench in
        if !bench.view.isMapped { bench.window.sidebar.toggleShown() }
        let sort = bench.view.sort
        @MainActor func edges(_ node: String) -> [Double] {
          bench.all(Widget.self, in: sort).filter { $0.cssNodeName == node && $0.isMapped }.compactMap {
            $0.convert(Point(x: 0, y: 0), to: bench.window)?.x
          }
        }
        pump("the sidebar") { bench.view.isMapped }
        sort.open()
        pump("the menu") { sort.isOpen && !edges("radio").isEmpty && sort.shownTexts.contains("Sort") }
        bench.paint()
        let headings = bench.all(Widget.self, in: sort).filter {
          ["Sort", "Chats"].contains($0.shownTexts.first ?? "")
        }
        .filter { $0.cssNodeName == "label" }
        XCTAssertEqual(headings.count, 2)
        let radio = edges("radio").min() ?? .nan
        for heading in headings {
          let edge = heading.convert(Point(x: 0, y: 0), to: bench.window)?.x ?? .nan
          XCTAssertEqual(edge, radio, accuracy: 3, heading.shownTexts.first ?? "")
        }
        sort.close()
      }
    }
  }

  func testOtherTabsHaveNoSidebar() {
    onMainThread {
      SidebarBench.run(width: 1_000) { bench in
        bench.window.show(.lab)
        bench.paint()
        XCTAssertFalse(bench.view.isMapped)
        XCTAssertFalse(bench.window.sidebar.toggle.isMapped)
        bench.window.activateAction("win.sidebar")
        bench.window.show(.chat)
        bench.paint()
        XCTAssertTrue(bench.view.isMapped)
      }
    }
  }

  // Simulated messages were neither in the header's number nor in the list.
  func testSimulatedMessagesAreCountedUntilAnotherChatIsShown() {
    onMainThread {
      SidebarBench.run(chats: 3) { bench in
        let chat = bench.tab.view!.conversation.id
        let before = bench.window.sidebar.summary(chat)!
        @MainActor func caption() -> String {
          bench.find(TitleBlock.self, in: bench.window)?.shownTexts.last ?? ""
        }
        XCTAssertTrue(caption().hasSuffix(Counted.messages(before.messageCount)), caption())
        bench.tab.isSimulating = true
        pump("a message") { bench.tab.view!.arrivals.simulated.count >= 1 }
        bench.tab.isSimulating = false
        let (arrivals, view) = (bench.tab.view!.arrivals.simulated, bench.view)
        @MainActor func summary() -> ChatSummary { bench.window.sidebar.summary(chat)! }
        XCTAssertEqual(summary().messageCount, before.messageCount + arrivals.count)
        XCTAssertEqual(summary().last?.excerpt.isEmpty, false)
        XCTAssertNotEqual(summary().last, before.last)
        XCTAssertEqual(view.contents.chats.first?.id, chat, "it is the most recent one")
        pump("the number") { caption().hasSuffix(Counted.messages(before.messageCount + arrivals.count)) }
        // The archive does not contain them, so reading it again removes them.
        bench.window.sidebar.reload()
        bench.paint()
        XCTAssertEqual(summary().messageCount, before.messageCount + arrivals.count)
        bench.tab.open(.lastPlace(in: bench.tab.session.conversations.first { $0.id != chat }!.id))
        pump("the number of the archive") { summary().messageCount == before.messageCount }
        XCTAssertEqual(summary().last, before.last)
      }
    }
  }

  func testTheFilterFindsAChatAndSaysWhenThereIsNone() {
    onMainThread {
      SidebarBench.run(chats: 12) { bench in
        bench.window.activateAction("win.filter-chats")
        XCTAssertTrue(bench.view.filter.containsFocus)
        bench.view.filter.text = "CHAT 11"
        XCTAssertEqual(bench.titles, ["Chat 11"])
        bench.view.filter.text = "bob"
        pump("the people") { bench.titles.count == 12 }
        bench.view.filter.text = "zebra"
        bench.paint()
        XCTAssertTrue(bench.view.shownTexts.contains("No chat is called “zebra”"))
        XCTAssertTrue(bench.view.press("Show All Chats"))
        pump("all chats") { bench.titles.count == 12 }
        XCTAssertEqual(bench.view.filter.text, "")
      }
    }
  }

  func testFiveThousandChatsHaveWidgetsForThoseInViewOnly() {
    onMainThread {
      SidebarBench.run(chats: 5_000) { bench in
        XCTAssertEqual(bench.view.model.count, 5_000)
        @MainActor func rows() -> Int { bench.all(SidebarRow.self, in: bench.view).count }
        XCTAssertLessThan(rows(), 60)
        bench.view.list.scrollToEnd(animated: false)
        bench.paint()
        XCTAssertLessThan(rows(), 60)
        XCTAssertTrue(bench.view.list.visibleRange.contains(4_999))
        bench.view.filter.text = "chat 123"
        bench.paint()
        XCTAssertEqual(bench.titles.count, 11)
        XCTAssertEqual(bench.view.list.visibleRange.lowerBound, 0)
      }
    }
  }

  func testPinningRenamingAndReadingShowAtOnce() {
    onMainThread {
      SidebarBench.run { bench in
        let chat = bench.view.model.items.last!.chat!
        bench.view.didRequest?(.pin, chat.id)
        pump("the pin") { bench.view.model.items.map(\.id).prefix(2) == [.pinned, .chat(chat.id)] }
        bench.view.didRequest?(.unpin, chat.id)
        pump("no pin") { bench.view.model.count == 5 }
        bench.window.sidebar.change { try await $0.rename(chat.id, to: "Mine") }
        pump("the name") { bench.titles.contains("Mine") }
        let archive = bench.archive
        let context = ImportContext(id: try! archive.beginImport(of: "/later.json", at: 2))
        _ = try! archive.writeBatch([SidebarBench.message("Later", in: 1, 9)], context: context)
        bench.window.sidebar.reload()
        pump("what is unread") { bench.view.model.items.first?.chat?.unreadCount == 1 }
        bench.view.didRequest?(.markAsRead, chat.id)
        pump("nothing unread") { bench.view.model.items.allSatisfy { $0.chat?.unreadCount == 0 } }
        _ = try! archive.writeBatch([SidebarBench.message("Last", in: 1, 10)], context: context)
        bench.window.sidebar.reload()
        pump("what is unread") { bench.view.model.items.first?.chat?.unreadCount == 1 }
        bench.view.didChoose?(chat.id)
        pump("it is seen") { bench.view.model.items.allSatisfy { $0.chat?.unreadCount == 0 } }
        pump("it is stored") {
          (try? Blocking.wait { try await archive.chats().allSatisfy { $0.unreadCount == 0 } }) == true
        }
      }
    }
  }

  func testMergedChatsAreOneUntilThatIsUndone() {
    onMainThread {
      SidebarBench.run { bench in
        let (first, second) = (bench.view.model.items[0].chat!, bench.view.model.items[1].chat!)
        XCTAssertEqual(bench.shown, first.title)
        bench.view.didRequest?(.merge, first.id)
        let dialog = Window.all.lazy.compactMap { $0 as? ChooseWindow }.first!
        pump("the other chats") { dialog.search.isMapped }
        XCTAssertFalse(dialog.shownTexts.contains(first.title))
        dialog.search.text = second.title
        dialog.chooseFirst()
        pump("one chat less") { bench.titles.count == 4 }
        pump("the other one") {
          bench.shown == second.title && bench.tab.view?.feed.model.messages.count == 4
        }
        bench.paint()
        XCTAssertTrue(bench.view.press("Undo"))
        pump("both") { bench.titles.count == 5 && bench.tab.view?.feed.model.messages.count == 2 }
      }
    }
  }

  func testADeletedChatGoesWhenThatIsConfirmed() {
    onMainThread {
      SidebarBench.run { bench in
        let chat = bench.view.model.items[0].chat!
        let before = Window.all
        bench.view.didRequest?(.delete, chat.id)
        let dialog = Window.all.first { window in !before.contains { $0 === window } } as? Question
        guard let dialog else { return XCTFail("no question") }
        pump("the question") { dialog.isMapped }
        XCTAssertEqual(bench.titles.count, 5)
        XCTAssertTrue(dialog.acceptButton!.hasClass("destructive"))
        XCTAssertFalse(dialog.acceptButton!.hasClass("primary"))
        let texts = dialog.shownTexts.joined(separator: " ")
        XCTAssertTrue(texts.contains("will be deleted from the archive."), texts)
        XCTAssertTrue(texts.contains("The files that it was imported from stay as they are."), texts)
        XCTAssertFalse(texts.contains("note"), texts)
        dialog.accept()
        pump("the rest") { bench.titles == (1...4).reversed().map(SidebarBench.title) }
        pump("another chat") { bench.shown == "Chat 4" }
      }
    }
  }

  // The question mentioned only the messages, but the user's own notes were deleted too.
  func testTheQuestionBeforeADeletionNamesTheNotes() {
    onMainThread {
      SidebarBench.run { bench in
        let chat = bench.view.model.items[0].chat!.id
        let archive = bench.archive
        for text in ["One", "Two"] {
          _ = try! Blocking.wait {
            try await archive.addNote(text, in: chat, at: 1_800_000_000_000)
          }
        }
        bench.tab.noteChange(of: [chat])
        pump("the notes") { bench.view.contents.chats.first { $0.id == chat }?.noteCount == 2 }
        let before = Window.all
        bench.view.didRequest?(.delete, chat)
        let dialog = Window.all.first { window in !before.contains { $0 === window } } as? Question
        guard let dialog else { return XCTFail("no question") }
        pump("the question") { dialog.isMapped }
        let texts = dialog.shownTexts.joined(separator: " ")
        XCTAssertTrue(texts.contains("Your 2 notes in it are deleted too."), texts)
        dialog.close()
      }
    }
  }

  // The open chat was marked, and the one whose menu was open was not.
  func testTheRowWhoseMenuIsOpenIsMarkedUntilItCloses() {
    onMainThread {
      SidebarBench.run { bench in
        let row = bench.view.list.row(.chat(bench.view.model.items[2].chat!.id))!
        @MainActor func top() -> Color? {
          bench.paint()
          var picture: Texture?
          // There is no picture while the window has to be drawn again.
          pump("a picture") {
            picture = try? Renderer(.cairo).picture(of: bench.window)
            return picture != nil
          }
          guard let picture, let place = row.convert(Point(x: Double(row.width) / 2, y: 1), to: bench.window)
          else { return nil }
          return Color(hex: picture.pixels[Int(place.y) * picture.width + Int(place.x)] & 0xffffff)
        }
        let plain = top()
        XCTAssertNotNil(plain)
        row.didRequestMenu?(row, Point(x: 20, y: 20))
        XCTAssertTrue(row.isMenuOpen)
        XCTAssertNotEqual(top(), plain)
        ContextMenu.close(in: row) { _ in false }
        pump("the end of the menu") { !row.isMenuOpen }
        XCTAssertEqual(top(), plain)
      }
    }
  }

  // The question counted a note as a message, and nothing else did.
  func testTheQuestionCountsMessagesAsTheHeaderDoes() {
    onMainThread {
      SidebarBench.run { bench in
        let id = bench.view.model.items[0].chat!.id
        _ = try! Blocking.wait { [archive = bench.archive] in
          try await archive.addNote("mine", in: id, at: 1_800_000_000_000)
        }
        bench.window.sidebar.reload()
        pump("the note") { bench.window.sidebar.summary(id)?.noteCount == 1 }
        let before = Window.all
        bench.view.didRequest?(.delete, id)
        let dialog = Window.all.first { window in !before.contains { $0 === window } } as? Question
        guard let dialog else { return XCTFail("no question") }
        let texts = dialog.shownTexts.joined(separator: " ")
        XCTAssertTrue(texts.contains("with 2 messages will be deleted"), texts)
        dialog.close()
        drain()
      }
    }
  }

  func testTheArrowKeysPassHeadings() {
    onMainThread {
      SidebarBench.run { bench in
        let last = bench.view.model.items[3].chat!
        bench.view.didRequest?(.pin, last.id)
        pump("the headings") { bench.view.model.count == 7 }
        bench.paint()
        let list = bench.view.list
        XCTAssertTrue(list.row(.chat(last.id))!.takeFocus())
        _ = list.focus(.down)
        XCTAssertTrue(list.row(bench.view.model.id(at: 3))!.hasFocus)
        _ = list.focus(.up)
        XCTAssertTrue(list.row(.chat(last.id))!.hasFocus)
        XCTAssertEqual(list.row(.chat(last.id))!.accessibleLabel?.hasPrefix(last.title), true)
      }
    }
  }
}
