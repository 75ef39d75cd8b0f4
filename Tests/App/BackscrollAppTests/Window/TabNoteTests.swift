import Backscroll
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Controls

/// The notes above the pages that do not show chats.
final class TabNoteTests: XCTestCase {
  override func tearDown() {
    Settings.update { $0.knownTabs = nil }
    super.tearDown()
  }

  @MainActor
  private static func notes(in bench: SidebarBench) -> [Notice] {
    bench.all(Notice.self, in: bench.window).filter { $0.hasClass("bs-sample") }
  }

  // A phone has no tooltip that explains the carousel in a chat reader.
  func testEachTabButTheChatSaysWhatItIsForUntilThatIsClosed() {
    onMainThread {
      for width in [360, 900] {
        for isKnown in [false, true] {
          SidebarBench.run(chats: 1, width: width) { bench in
            XCTAssertEqual(Self.notes(in: bench).count, 0)
            for tab in Tab.allCases where tab != .chat {
              bench.window.show(tab)
              let note = Self.notes(in: bench).first(where: \.isMapped)
              guard !isKnown else {
                XCTAssertNil(note, "\(tab)")
                continue
              }
              pump("the note") { note!.height > 0 && note!.shownTexts.contains { $0.contains(tab.purpose) } }
              XCTAssertFalse(note!.containsFocus, "\(tab)")
              if tab == .lab { XCTAssertEqual(bench.window.focusWidget?.shownTexts, ["Load 30 Older"]) }
              bench.all(Button.self, in: note!).first!.takeFocus()
              note!.didClose?()
              pump("its end") { !note!.isMapped }
              pump("the focus") { bench.window.focusWidget != nil }
            }
          }
        }
        Settings.update {
          XCTAssertEqual(Set($0.knownTabs ?? []), Set(Tab.allCases).subtracting([.chat]))
          $0.knownTabs = nil
        }
      }
    }
  }

  func testAShortWindowHasNone() {
    onMainThread {
      SidebarBench.run(chats: 1, height: 400) { bench in
        bench.window.show(.picker)
        let note = Self.notes(in: bench).first!
        pump("the room") { !note.isMapped }
        bench.window.setDefaultSize(width: 1_000, height: 640)
        pump("the note") { note.isMapped }
      }
    }
  }
}
