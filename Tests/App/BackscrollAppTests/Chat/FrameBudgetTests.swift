import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Chats
@testable import MessageRow

final class FrameBudgetTests: XCTestCase {
  /// Emoji that are not drawn in other tests, 60 for each number.
  @MainActor
  private static func emoji(_ number: Int) -> String {
    let all = (0x1_f300...0x1_f64f).compactMap(Unicode.Scalar.init).filter(\.properties.isEmojiPresentation)
    return String(String.UnicodeScalarView(all.dropFirst(60 * number).prefix(60)))
  }

  func testAFrameDrawsSoManyNewGlyphsAndTheNextOneTheRest() {
    onMainThread {
      let budget = FrameBudget()
      let font = FrameBudget.Font(size: 11)
      let texts = (0..<5).map(FrameBudgetTests.emoji)
      @MainActor func admitted(_ frame: Int64) -> [Bool] {
        texts.map { budget.admitsDrawing(of: $0, in: font, frame: frame) }
      }
      XCTAssertEqual(admitted(1), [true, false, false, false, false])
      XCTAssertEqual(admitted(5), [true, true, false, false, false])
      let large = FrameBudget.Font(size: 30)
      XCTAssertEqual(
        texts.map { budget.admitsDrawing(of: $0, in: large, frame: 6) }, [true, false, false, false, false],
        "another size has glyphs of its own")
    }
  }

  func testATextThatCostsMoreThanAFrameIsDrawnFirst() {
    onMainThread {
      let budget = FrameBudget()
      let font = FrameBudget.Font(size: 11)
      let all = (0..<5).map(FrameBudgetTests.emoji).joined()
      XCTAssertTrue(budget.admitsDrawing(of: "😀", in: font, frame: 1))
      XCTAssertFalse(budget.admitsDrawing(of: all, in: font, frame: 1))
      XCTAssertTrue(budget.admitsDrawing(of: "plain", in: font, frame: 1))
      XCTAssertTrue(budget.admitsDrawing(of: all, in: font, frame: 2))
    }
  }

  func testJoinedEmojiAreGlyphsOfTheirOwn() {
    onMainThread {
      let budget = FrameBudget()
      let font = FrameBudget.Font(size: 11)
      let people = ["👩", "👨", "👧", "👦", "🧑"]
      XCTAssertTrue(budget.admitsDrawing(of: people.joined(), in: font, frame: 1))
      let families = people.flatMap { one in
        people.flatMap { two in people.map { "\(one)\u{200d}\(two)\u{200d}\($0)" } }
      }
      XCTAssertTrue(budget.admitsDrawing(of: families.joined(), in: font, frame: 2))
      XCTAssertFalse(budget.admitsDrawing(of: "🚀", in: font, frame: 2), "they have used up the frame")
    }
  }

  func testAFrameLoadsSoManyScriptsAndTheNextOneTheRest() {
    onMainThread {
      let budget = FrameBudget()
      // Five new scripts each.
      let rows = stride(from: 0, to: 25, by: 5).map { FrameBudgetTests.letters[$0..<$0 + 5].map { "\($0)" } }
      @MainActor func admitted(_ frame: Int64) -> [Bool] {
        rows.map { budget.admitsLayout(of: $0, frame: frame) }
      }
      XCTAssertEqual(admitted(1), [true, true, false, false, false])
      XCTAssertEqual(admitted(2), [true, true, true, true, false])
    }
  }

  func testAFrameLaysOutTheBeginningOfATextOfManyEmoji() {
    onMainThread {
      let budget = FrameBudget()
      let font = FrameBudget.Font(size: 11)
      let text = "Hello " + FrameBudgetTests.emoji(0)
      @MainActor func bytes(_ text: String, frame: Int64?) -> Int {
        budget.bytesToLayOut(of: text, in: font, frame: frame)
      }
      XCTAssertEqual(bytes(text, frame: 1), 6 + 4 * 25)
      XCTAssertEqual(bytes("Hello 🚀", frame: 1), 6)
      XCTAssertEqual(bytes("Hello", frame: 1), 5)
      XCTAssertEqual(bytes(text, frame: 2), 6 + 4 * 50)
      XCTAssertEqual(bytes(text, frame: 3), 6 + 4 * 60)
      XCTAssertEqual(bytes(FrameBudgetTests.emoji(1), frame: nil), 4 * 60)
    }
  }

  func testRowsThatCostMuchAreLaidOutInFramesOfTheirOwn() {
    onMainThread {
      let budget = FrameBudget()
      let rows = (0..<3).map { number in
        [String(repeating: String(repeating: "\(number)", count: 1_000) + " ", count: 2)]
      }
      @MainActor func admitted(_ frame: Int64) -> [Bool] {
        rows.map { budget.admitsLayout(of: $0, frame: frame) }
      }
      XCTAssertEqual(admitted(1), [true, false, false])
      XCTAssertTrue(budget.admitsLayout(of: ["Hello", "Ann"], frame: 1))
      XCTAssertEqual(admitted(2), [true, false, false])
    }
  }

  func testOutsideOfFramesNothingWaits() {
    onMainThread {
      let budget = FrameBudget()
      for number in 0..<5 {
        let text = FrameBudgetTests.emoji(number)
        XCTAssertTrue(budget.admitsDrawing(of: text, in: FrameBudget.Font(size: 11), frame: nil))
        XCTAssertTrue(budget.admitsLayout(of: [text], frame: nil))
      }
    }
  }

  // 400 ms for the frame in which such rows were first drawn.
  func testRowsThatWaitAreCompletedByTheFollowingFrames() {
    onMainThread {
      FrameBudget.shared = FrameBudget()
      for texts in [(0..<8).map(FrameBudgetTests.emoji), FrameBudgetTests.scripts] {
        let counts = FrameBudgetTests.incompleteRows(texts)
        XCTAssertGreaterThan(Set(counts).count, 2, "step by step")
        XCTAssertEqual(counts.last, 0)
      }
    }
  }

  // Six rows of joined emoji took 150 ms in each frame in which the window's width changed.
  func testRowsThatCostMuchAreWrappedAgainInFramesOfTheirOwn() {
    onMainThread {
      FrameBudget.shared = FrameBudget()
      let texts = (0..<8).map { _ in String(repeating: "👨‍👩‍👧‍👦", count: 100) }
      FrameBudgetTests.open(texts) { scroller, counts in
        pump("complete rows") { counts().last == 0 }
        let before = counts().count
        scroller.setMargins(end: 200)
        pump("complete rows of the other width") {
          let counts = counts()[before...]
          return counts.contains { $0 > 0 } && counts.last == 0
        }
      }
    }
  }

  /// A letter of each script.
  private static let letters: [Unicode.Scalar] = {
    var seen: Set<Int> = []
    return (0x80...0x1_ffff).compactMap(Unicode.Scalar.init).filter {
      $0.properties.isAlphabetic && seen.insert($0.scriptNumber).inserted
    }
  }()

  /// Texts with six scripts each.
  private static let scripts = stride(from: 0, to: 60, by: 6).map { start in
    letters[start..<start + 6].map { "\($0)" }.joined(separator: " ")
  }

  /// The number of rows with a waiting text, in each painted frame until there is none.
  @MainActor
  private static func incompleteRows(_ texts: [String]) -> [Int] {
    var incomplete: [Int] = []
    open(texts) { _, counts in
      pump("complete rows") { counts().last == 0 }
      incomplete = counts()
    }
    return incomplete
  }

  /// Rows in a list, with the number of those in view with a waiting text, in each painted frame since the first of them.
  @MainActor
  private static func open(_ texts: [String], _ body: (_ scroller: Widget, _ counts: () -> [Int]) -> Void) {
    let contents = texts.enumerated().map { index, text in
      let message = Message(
        id: Message.ID(index), conversation: 1, sender: nil, isOwn: true, sentAt: 0, kind: .normal,
        text: text,
        entities: [], reply: nil)
      return ChatRowContent(message: message, time: "12:00")
    }
    let list = AnchoredList(
      ListStore(contents), makeRow: { _ in MessageRow() }, bind: { row, content in row.bind(content) })
    let window = Window()
    let scroller = ScrolledWindow(child: list)
    window.child = scroller
    window.setDefaultSize(width: 640, height: 800)
    window.present()
    var counts: [Int] = []
    let handle = list.frameClock?.afterPaint.connect(weak: list) { list in
      counts.append(list.visibleRange.count { list.row(contents[$0].id)?.isIncomplete == true })
    }
    pump("waiting rows") { (counts.last ?? 0) > 0 }
    body(scroller) { counts }
    handle?.disconnect()
    window.destroy()
    drain()
  }
}
