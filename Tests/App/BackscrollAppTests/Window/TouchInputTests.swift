@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Controls
@testable import Reader

/// The differences while fingers are used.
final class TouchInputTests: XCTestCase {
  // The screen keyboard would open, and cover half of the window.
  func testAfterATouchNoFieldTakesTheFocusOfAChatOrTheSidebar() {
    onMainThread {
      SidebarBench.run(width: 640) { bench in
        @MainActor func choose(_ title: String) {
          bench.window.activateAction("win.sidebar")
          bench.paint()
          XCTAssertFalse(bench.window.lastInput == .touch && bench.view.filter.isFocusOfWindow)
          bench.view.list.didActivate(bench.view.model.items.first { $0.chat?.title == title }!)
          pump("the chat") { bench.shown == title && bench.tab.view?.feed.content == .items }
        }
        bench.window.lastInput = .touch
        choose("Chat 3")
        pump("the focus of the messages") { bench.tab.view!.list.isFocusOfWindow }
        bench.window.lastInput = .keyboard
        choose("Chat 2")
        XCTAssertTrue(bench.tab.view!.writing.composer.isFocusOfWindow)
        bench.window.lastInput = .pointer
        choose("Chat 4")
        XCTAssertTrue(bench.tab.view!.writing.composer.isFocusOfWindow)
        // A user who is writing keeps the field.
        bench.window.lastInput = .touch
        bench.tab.view!.draft = "On my way"
        bench.tab.view!.writing.composer.send()
        XCTAssertTrue(bench.tab.view!.writing.composer.isFocusOfWindow)
      }
    }
  }

  @MainActor
  private static func question(_ text: String) -> Question {
    let question = Question("Delete Chat?", text: text, over: nil)
    question.ask("Delete", isDestructive: true)
    return question
  }

  func testAWindowOverATouchedOneFocusesAFieldOnlyToTypeInIt() {
    onMainThread {
      SidebarBench.run { bench in
        @MainActor func focus(of window: Window) -> Widget? {
          window.present(over: bench.window)
          pump("the window") { window.isMapped }
          let focus = window.focusWidget
          window.destroy()
          drain()
          return focus
        }
        bench.window.lastInput = .touch
        XCTAssertNil(focus(of: ChooseWindow("Choose", [])))
        XCTAssertNotNil(focus(of: Question.title(of: bench.view.contents.chats[0], over: nil) { _ in }))
        bench.window.lastInput = .pointer
        XCTAssertNotNil(focus(of: ChooseWindow("Choose", [])))
      }
    }
  }

  // The title bar repeated the heading below it.
  func testADialogSaysItsTitleOnce() {
    onMainThread {
      SidebarBench.run { bench in
        let dialogs: [Window] = [
          Question.title(of: bench.view.contents.chats[0], over: nil) { _ in },
          Self.question("It cannot be undone."),
          Question("Not in the export", text: "The export does not contain it.", over: bench.window),
          ChatDetailsWindow(bench.archive, bench.view.contents.chats[0].id),
        ]
        for dialog in dialogs {
          dialog.present(over: bench.window)
          @MainActor func titles() -> [String] { dialog.shownTexts.filter { $0 == dialog.title } }
          pump("the heading of “\(dialog.title)”") { dialog.isMapped && titles().count > 0 }
          XCTAssertEqual(titles().count, 1, dialog.title)
          dialog.destroy()
          drain()
        }
      }
    }
  }

  func testEntriesOfMenusAreAsHighAsAFingerWhileFingersAreUsed() {
    onMainThread {
      SidebarBench.run { bench in
        /// The heights of a menu's entries.
        @MainActor func menu() -> [Int] {
          let chat = bench.view.contents.chats[0]
          let row = bench.all(SidebarRow.self, in: bench.view)[0]
          let popover = ContextMenu.open(
            ChatSidebar.menu(of: chat, canMerge: true), at: Point(x: 20, y: 20), in: row)
          @MainActor func heights() -> [Int] {
            popover.all(Widget.self).filter { $0.cssNodeName == "modelbutton" }.map(\.height)
          }
          pump("the menu") { !heights().isEmpty && heights().allSatisfy { $0 > 0 } }
          let found = heights()
          ContextMenu.close(in: row) { _ in false }
          drain()
          return found
        }
        bench.window.lastInput = .pointer
        let small = menu()
        XCTAssertGreaterThan(small.count, 3)
        XCTAssertTrue(small.allSatisfy { $0 < 44 }, "\(small)")
        bench.window.lastInput = .touch
        bench.window.lastInput = .keyboard
        let large = menu()
        XCTAssertEqual(large.count, small.count)
        XCTAssertTrue(large.allSatisfy { $0 >= 44 }, "\(large): a screen's keyboard is used by fingers, too")
      }
    }
  }

  // A phone's tooltips mentioned Shift+Ctrl+F.
  func testNoKeysAreToldOfWhileFingersAreUsed() {
    onMainThread {
      SidebarBench.run(width: 1_000) { bench in
        if !bench.view.isMapped { bench.window.sidebar.toggleShown() }
        pump("the sidebar") { bench.view.isMapped }
        let keys = Accelerator.label("<Control><Shift>f")
        XCTAssertTrue(bench.view.shownTexts.contains(keys))
        bench.window.lastInput = .touch
        pump("no keys") { !bench.view.shownTexts.contains(keys) }
        bench.window.lastInput = .keyboard
        XCTAssertFalse(bench.view.shownTexts.contains(keys), "a screen's keyboard is used by fingers, too")
        bench.window.lastInput = .pointer
        pump("the keys") { bench.view.shownTexts.contains(keys) }
        bench.window.lastInput = .touch
        bench.window.activateAction("win.find")
        let finding = bench.tab.view!.finding
        pump("the bar") { finding.bar?.isMapped == true }
        finding.bar!.field.replace(0..<0, with: "from:")
        pump("the people") { finding.completer!.list.isMapped }
        XCTAssertFalse(finding.completer!.list.shownTexts.contains("insert"))
      }
    }
  }

  // At the first touch, the tools became higher, and the widgets below them moved under the finger.
  func testTheFirstTouchMovesNothingBelowTheTools() {
    onMainThread {
      for width in [1_000, 400] {
        SidebarBench.run(width: width) { bench in
          for tab in [Tab.lab, .feed, .carousel, .picker] {
            bench.window.lastInput = .pointer
            bench.window.show(tab)
            bench.paint()
            let row = bench.all(ToolRow.self, in: bench.window).first(where: \.isMapped)!
            let before = row.height
            bench.window.lastInput = .touch
            bench.paint()
            XCTAssertEqual(row.height, before, "\(tab), \(width) points")
          }
        }
      }
    }
  }

  // "About" also opened without a ring by the keyboard.
  func testAboutStartsWithARingByKeyboardOnly() {
    onMainThread {
      SidebarBench.run { bench in
        for input in [InputKind.keyboard, .pointer, .touch] {
          bench.window.lastInput = input
          let about = AboutWindow()
          about.present(over: bench.window)
          pump("the window") { about.isMapped && about.height > 1 }
          drain()
          XCTAssertEqual(about.scroller.hasFocus && about.scroller.showsFocus, input == .keyboard, "\(input)")
          if input != .keyboard { XCTAssertNil(about.focusWidget, "\(input)") }
          about.destroy()
          drain()
        }
      }
    }
  }

  func testADialogIsAsHighAsItsPageAndCoversANarrowWindow() {
    onMainThread {
      SidebarBench.run(width: 1_000) { bench in
        @MainActor func show(_ dialog: PageWindow, _ body: (ScrolledWindow) -> Void) {
          dialog.present(over: bench.window)
          pump("the dialog") { dialog.isMapped && dialog.height > 1 }
          body(dialog.scroller)
          dialog.destroy()
          drain()
        }
        let export = { ExportDialog("Ridge walk", timeZone: .gmt) }
        let dialog = export()
        show(dialog) { scroller in
          pump("a layout") { scroller.vadjustment.upper > 0 }
          XCTAssertLessThanOrEqual(scroller.vadjustment.upper, scroller.vadjustment.pageSize)
          XCTAssertLessThan(dialog.height, bench.window.height)
        }
        bench.resize(360, 480)
        let narrow = export()
        show(narrow) { _ in
          XCTAssertEqual(narrow.width, bench.window.width)
          XCTAssertEqual(narrow.height, bench.window.height)
        }
        let question = Self.question("It cannot be undone.")
        show(question) { scroller in
          XCTAssertLessThan(question.width, bench.window.width)
          XCTAssertLessThan(question.height, bench.window.height)
          XCTAssertLessThanOrEqual(scroller.vadjustment.upper, scroller.vadjustment.pageSize)
        }
      }
    }
  }

  // The question had the height of its widest form, so its buttons were cut off in a narrow window.
  func testAQuestionIsWholeInEveryWidth() {
    onMainThread {
      SidebarBench.run { bench in
        let text = Array(repeating: "“Walks” with 6,063 messages will be deleted.", count: 4)
        for width in [360, 420, 480, 900] {
          bench.resize(width, 640)
          let questions = [
            Self.question(text.joined(separator: " ")),
            Question.title(of: bench.view.contents.chats[0], over: nil) { _ in },
          ]
          for question in questions {
            question.present(over: bench.window)
            pump("a layout") { question.isMapped && question.scroller.vadjustment.upper > 1 }
            bench.paint()
            let place = question.scroller.vadjustment
            XCTAssertLessThanOrEqual(place.upper, place.pageSize, "\(question.title), \(width) points")
            XCTAssertLessThan(question.height, bench.window.height)
            question.destroy()
            drain()
          }
        }
      }
    }
  }
}

extension Widget {
  /// Whether the widget, or a child of it, has the focus of its window, which may not have the keyboard.
  @MainActor
  fileprivate var isFocusOfWindow: Bool {
    guard let focus = window?.focusWidget else { return false }
    return focus === self || isAncestor(of: focus)
  }
}
