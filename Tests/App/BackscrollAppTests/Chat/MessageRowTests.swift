import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Chats
@testable import MessageRow

final class MessageRowTests: XCTestCase {
  @MainActor
  private static func content(_ id: Message.ID) -> ChatRowContent {
    ChatRowContent(
      message: Message(
        id: id, conversation: 1, sender: nil, isOwn: true, sentAt: 0, kind: .normal, text: "Message \(id)",
        entities: [], reply: nil),
      time: "12:00")
  }

  /// A row in a window, with the highlight of each painted frame.
  @MainActor
  private static func open(_ body: (MessageRow, _ highlights: () -> [Double]) -> Void) {
    let row = MessageRow()
    row.bind(content(1))
    let window = Window()
    window.child = row
    window.present()
    pump("the window") { row.isMapped && row.frameClock != nil }
    var highlights: [Double] = []
    let handle = row.frameClock?.afterPaint.connect(weak: row) { highlights.append($0.highlight) }
    body(row) { highlights }
    handle?.disconnect()
    window.destroy()
    drain()
  }

  func testTheLettersOfASmallAvatarAreWholeAndInItsMiddle() {
    onMainThread {
      for size in [7.0, 9, 10] {
        for name in ["TO", "AB", "김"] {
          let letters = TextLayout(for: Label(""))
          letters.set(name, [TextAttribute(.size(size)), TextAttribute(.weight(700))])
          for side in [22.0, 36] {
            let rect = Rect(x: 3, y: 11, width: side, height: side)
            let place = Initials.place(of: letters, in: rect)
            let baseline = place.y + letters.firstBaseline
            XCTAssertEqual(baseline, baseline.rounded(), accuracy: 0.001, "it would cut rows of \(name) off")
            let middle = place.y + letters.ink.top + letters.ink.height / 2
            XCTAssertEqual(middle, rect.y + side / 2, accuracy: 0.501, name)
          }
        }
      }
    }
  }

  func testMailAddressesThatAnExportHasNotMarkedAreLinks() {
    func targets(_ text: String, _ entities: [TextEntity] = []) -> [String] {
      MessageText(
        Message(
          id: 1, conversation: 1, sender: nil, isOwn: false, sentAt: 0, kind: .normal, text: text,
          entities: entities, reply: nil)
      ).links.map(\.target)
    }
    let text = "Ask ann@a.org or see b.org/c"
    let link = TextEntity(start: 21, length: 7, kind: .link(target: "https://b.org/c"))
    XCTAssertEqual(targets(text, [link]), ["mailto:ann@a.org", "https://b.org/c"])
    XCTAssertTrue(LinkTarget.isAllowed("mailto:ann@a.org"), "it opens as the other links do")
    let marked = TextEntity(start: 4, length: 9, kind: .link(target: "mailto:x@a.org"))
    XCTAssertEqual(targets(text, [marked]), ["mailto:x@a.org"], "once")
    XCTAssertEqual(targets(text, [TextEntity(start: 0, length: 14, kind: .code)]), [])
    XCTAssertEqual(targets(text, [TextEntity(start: 0, length: 14, kind: .bold)]), ["mailto:ann@a.org"])
    XCTAssertEqual(targets("No address: @ann"), [])
  }

  func testAFlashFadesAndEnds() {
    onMainThread {
      MessageRowTests.open { row, highlights in
        row.flash()
        XCTAssertEqual(row.highlight, 1)
        pump("the end of the flash") { row.highlight == 0 }
        XCTAssertGreaterThan(highlights().count, 1, "the highlight fades")
      }
    }
  }

  // The animation of the flash continued in the row and highlighted the next message.
  func testAFlashEndsWhenTheRowIsBoundToAnotherMessage() {
    onMainThread {
      MessageRowTests.open { row, highlights in
        row.flash()
        pump("a highlighted frame") { highlights().contains { $0 > 0 } }
        row.bind(MessageRowTests.content(2))
        XCTAssertEqual(row.highlight, 0)
        let before = highlights().count
        pump("frames of the other message") {
          row.queueDraw()
          return highlights().count > before + 2
        }
        XCTAssertEqual(highlights()[before...].max(), 0)
      }
    }
  }
}
