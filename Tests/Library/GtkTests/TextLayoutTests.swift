@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

final class TextLayoutTests: XCTestCase {
  func testWordsAreFoundInEveryScript() {
    onMainThread {
      let layout = TextLayout(for: Label())
      @MainActor func word(_ text: String, at needle: String) -> String {
        layout.set(text)
        let byte = text.utf8.distance(from: text.startIndex, to: text.firstRange(of: needle)!.lowerBound)
        let range = layout.word(around: byte)
        return String(decoding: Array(text.utf8)[range], as: UTF8.self)
      }
      XCTAssertEqual(word("one two three", at: "wo"), "two")
      XCTAssertEqual(word("one two three", at: "hree"), "three")
      XCTAssertEqual(word("저도 갈게요 내일", at: "게"), "갈게요")
      XCTAssertEqual(word("أنا جاهز الآن", at: "اهز"), "جاهز")
      layout.set("a  b")
      XCTAssertTrue(layout.word(around: 1).isEmpty, "between two words there is none")
    }
  }

  // A name can have a megabyte, of which the layout would take seconds.
  func testWidgetsCutTextsThatAreLongOrHaveManyLines() {
    onMainThread {
      let name = String(repeating: "a", count: 1_000_000)
      let label = Label("“\(name)” was deleted.")
      XCTAssertLessThan(label.text.utf8.count, 1_300)
      XCTAssertTrue(label.text.hasSuffix("” was deleted."))
      label.text = "Ann\nBob"
      XCTAssertEqual(label.text, "Ann\nBob")
      label.ellipsize()
      XCTAssertEqual(label.text, "Ann Bob")
      label.text = "Ann\nEve"
      XCTAssertEqual(label.text, "Ann Eve")
      label.text = name
      XCTAssertLessThan(label.text.utf8.count, 700)
      label.tooltipText = name
      XCTAssertLessThan(label.tooltipText!.utf8.count, 1_300)
      label.setAccessibleLabel("\(name), 18:30")
      XCTAssertLessThan(label.accessibleLabel!.utf8.count, 16_000)
      XCTAssertTrue(label.accessibleLabel!.hasSuffix(", 18:30"))
      XCTAssertLessThan(Button(name).label!.utf8.count, 700)
      let window = Window()
      window.title = name
      XCTAssertLessThan(window.title.utf8.count, 700)
      window.destroy()
      let menu = Menu()
      menu.append(name, action: "win.close")
      menu.append(name, action: "win.close", text: "x")
      menu.appendSubmenu(name, Menu())
      menu.appendSection(Menu(), label: name)
      XCTAssertEqual(menu.entries.map { $0.label.utf8.count < 700 }, [true, true, true])
      menu.append("my_chats", action: "win.close")
      XCTAssertEqual(menu.entries.last?.label, "my_chats")
      let layout = TextLayout(for: label)
      layout.setLine(name)
      XCTAssertLessThan(layout.text.utf8.count, 700)
      layout.set(name)
      XCTAssertEqual(layout.text, name, "the caller limits it")
    }
  }

  // The mark of a hit in the cut-off text covered the ellipsis.
  func testAnEllipsisBelongsToNoRangeOfTheText() {
    onMainThread {
      for (isRightToLeft, text) in [(false, "a word and another one"), (true, "كلمة وكلمة أخرى هنا")] {
        let label = Label()
        label.setRightToLeft(isRightToLeft)
        let layout = TextLayout(for: label)
        layout.set("…")
        let dots = layout.size.width
        layout.ellipsize()
        layout.set(text)
        let bytes = text.utf8.count
        let whole = layout.rects(of: 0..<bytes)
        XCTAssertEqual(whole.reduce(0) { $0 + $1.width }, layout.size.width, accuracy: 0.5, "nothing is cut")
        layout.width = layout.size.width * 0.7
        let cut = layout.rects(of: 0..<bytes).reduce(0) { $0 + $1.width }
        XCTAssertGreaterThan(cut, 0)
        XCTAssertLessThanOrEqual(cut, layout.size.width - dots + 0.5)
        XCTAssertEqual(layout.rects(of: bytes - 2..<bytes).reduce(0) { $0 + $1.width }, 0, "out of view")
      }
    }
  }

  func testPointsAndBytesAgree() {
    onMainThread {
      let layout = TextLayout(for: Label())
      let text = "first line\nsecond 김 line"
      layout.set(text)
      let range = text.utf8.count - 4..<text.utf8.count
      let rects = layout.rects(of: range)
      XCTAssertEqual(rects.count, 1)
      let middle = Point(x: rects[0].x + 1, y: rects[0].y + rects[0].height / 2)
      XCTAssertEqual(layout.index(at: middle).byte, range.lowerBound)
      XCTAssertTrue(layout.index(at: middle).isInside)
      XCTAssertFalse(layout.index(at: Point(x: 9999, y: 1)).isInside)
      XCTAssertEqual(Set(layout.rects(of: 0..<text.utf8.count).map(\.y)).count, 2, "two lines")
    }
  }

  func testATextBeginsWhereItIsDrawnWhicheverWayItReads() {
    onMainThread {
      for isRightToLeft in [false, true] {
        let label = Label()
        label.setRightToLeft(isRightToLeft)
        let layout = TextLayout(for: label)
        layout.wrapWords()
        for text in ["short", "قصير"] {
          layout.set(text)
          layout.width = 400
          let end = layout.size.width
          let rects = layout.rects(of: 0..<text.utf8.count)
          XCTAssertEqual(rects.map(\.x).min() ?? -1, 0, accuracy: 0.5, text)
          XCTAssertEqual(rects.map(\.maxX).max() ?? -1, end, accuracy: 0.5, text)
          XCTAssertTrue(layout.index(at: Point(x: 2, y: 4)).isInside, text)
          XCTAssertFalse(layout.index(at: Point(x: end + 9, y: 4)).isInside, text)
        }
        layout.fillsWidth = true
        let arabic = layout.rects(of: 0..<8)
        XCTAssertEqual(arabic.map(\.maxX).max() ?? 0, 400, accuracy: 0.5, "at the far edge")
        layout.set("short")
        XCTAssertEqual(layout.rects(of: 0..<5).first?.x ?? -1, 0, accuracy: 0.5, "at the near edge")
      }
    }
  }

  // Pango sets a number in a right-to-left paragraph from left to right, and aligns its line to the right all the same.
  func testANumberReadsAsItsWidgetDoes() {
    onMainThread {
      for isRightToLeft in [false, true] {
        let label = Label()
        label.setRightToLeft(isRightToLeft)
        let layout = TextLayout(for: label)
        for (text, reads) in [("22", isRightToLeft), ("22 short", false), ("22 قصير", true)] {
          layout.set(text)
          XCTAssertEqual(layout.isRightToLeft, reads, text)
        }
      }
    }
  }

  func testAnEmptyTextHasAHeightAndNoRects() {
    onMainThread {
      let layout = TextLayout(for: Label())
      layout.set("")
      XCTAssertGreaterThan(layout.size.height, 0)
      XCTAssertTrue(layout.rects(of: 0..<0).isEmpty)
      XCTAssertEqual(layout.word(around: 0), 0..<0)
    }
  }

  func testATextureIsDrawnOnAnotherThread() {
    onMainThread {
      var texture: Texture?
      Task {
        texture = await Task.detached {
          Texture(width: 40, height: 20) { context in
            context.setColor(.black)
            context.paint()
          }
        }.value
      }
      pump("the texture") { texture != nil }
      XCTAssertEqual(texture?.width, 40)
      XCTAssertEqual(texture?.height, 20)
    }
  }

  func testAFileThatIsNoPictureSaysSo() {
    XCTAssertThrowsError(try Texture(file: "/proc/self/status", maxWidth: 10, maxHeight: 10)) {
      XCTAssertTrue("\($0)".contains("/proc/self/status"))
    }
  }

  // Long addresses contained hyphens that were not part of them.
  func testAWordThatIsWiderThanItsLineIsBrokenWithoutAHyphen() {
    onMainThread {
      let layout = TextLayout(for: Label())
      layout.wrapWords()
      layout.set(String(repeating: "on", count: 60))
      let whole = layout.size.width
      layout.width = 100
      XCTAssertGreaterThan(layout.lineCount, 1)
      // The lines' parts are together as wide as the word; a hyphen on each line would add to that.
      let parts = layout.rects(of: 0..<120).reduce(0) { $0 + $1.width }
      XCTAssertEqual(parts, whole, accuracy: 1)
    }
  }
}
