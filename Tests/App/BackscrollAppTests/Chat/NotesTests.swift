import ChatStore
import Chats
@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Commands
@testable import Controls
@testable import MessageRow
@testable import Reader

/// Notes beside imported chats, and deleting messages that were written here.
final class NotesTests: XCTestCase {
  /// A chat of 400 imported messages with a note after the 200th, opened at the note.
  @MainActor
  private static func open(_ body: (ChatBench) -> Void) {
    let bench = ChatBench(messages: 400, importedWithNoteAfter: 200) { archive in
      try! Blocking.wait {
        try await archive.newest(in: 1, limit: .max).first { $0.kind == .note }!.id
      }
    }
    bench.open()
    bench.frame(3)
    body(bench)
    bench.close()
  }

  @MainActor
  private static func ask(_ activation: MessageActivation, _ message: Message, _ bench: ChatBench) {
    bench.list.row(bench.readMessage)!.didActivate!(activation, message)
  }

  /// Runs `body` with the note in view, above the view and below it, and expects that a row in view does not move in any frame.
  @MainActor
  private static func holding(
    _ distance: Double, _ bench: ChatBench, file: StaticString = #filePath, line: UInt = #line,
    _ body: () -> Void
  ) {
    bench.scroll(by: distance)
    bench.frame(5)
    let row = bench.readMessage
    let place = bench.top(row)
    let start = bench.frames.count
    body()
    bench.frame(5)
    XCTAssertEqual(bench.drift(of: row, from: place, since: start), 0, file: file, line: line)
  }

  func testAnImportedChatTakesNotesAndTheDemoMessages() {
    onMainThread {
      let demo = ChatBench(messages: 30)
      demo.open()
      XCTAssertEqual(demo.view.writing.composer.purpose, .message)
      let words = demo.view.writing.composer.words
      XCTAssertTrue(words.contains("Stays on this computer."), "\(words)")
      demo.view.draft = "sent"
      demo.view.writing.composer.send()
      pump("the message") { demo.view.feed.model.messages.last?.text == "sent" }
      demo.frame(3)
      let sent = demo.list.row(demo.view.feed.model.messages.last!.id)!
      XCTAssertEqual(sent.ground, .bubble)
      XCTAssertNotNil(sent.geometry?.tick)
      demo.close()

      NotesTests.open { bench in
        XCTAssertEqual(bench.view.writing.composer.purpose, .note(program: "Telegram"))
        let row = bench.list.row(bench.note.id)!
        XCTAssertEqual(row.ground, .note)
        XCTAssertNil(row.geometry?.tick, "nothing was delivered")
        XCTAssertNotNil(row.geometry?.forward, "it says that it is a note")
        XCTAssertTrue(row.content!.spoken.contains("Your note, only in Backscroll"), row.content!.spoken)
      }
    }
  }

  func testAnEmojiIsInsertedAtTheCursorAndItsChooserIsMadeWhenItOpens() {
    onMainThread {
      let bench = ChatBench(messages: 30)
      bench.open()
      let button = bench.view.writing.composer.emojiButton
      bench.view.draft = "good"
      XCTAssertNil(button.chooser, "it has a widget for each emoji")
      let inside = button.children[0]
      inside.set("active", true)
      pump("the chooser") { button.chooser?.isMapped == true }
      let chooser = button.chooser
      chooser?.emit("emoji-picked", "🌲")
      XCTAssertEqual(bench.view.draft, "good🌲")
      inside.set("active", false)
      pump("no chooser") { chooser?.isMapped == false }
      inside.set("active", true)
      pump("the same chooser") { button.chooser === chooser && chooser?.isMapped == true }
      bench.close()
    }
  }

  func testTheMenuOfANoteCopiesANote() {
    onMainThread {
      NotesTests.open { bench in
        let row = bench.list.row(bench.note.id)!
        XCTAssertTrue(RowMenu(of: row).open(at: Point(x: 20, y: 20)))
        @MainActor func texts(_ widget: Widget) -> [String] {
          widget.shownTexts + widget.children.flatMap { texts($0) }
        }
        pump("the menu") { texts(row).contains("Delete Note") }
        XCTAssertTrue(texts(row).contains("Copy Note"))
        XCTAssertTrue(texts(row).contains("Copy Link to Message"))
        XCTAssertFalse(texts(row).contains("Copy Message"))
        ContextMenu.close(in: row) { _ in false }
        drain()
      }
    }
  }

  func testTheMenuOfAMessageCopiesALinkToIt() {
    onMainThread {
      NotesTests.open { bench in
        let row = bench.list.row(bench.note.id)!
        let menu = RowMenu(of: row)
        withExtendedLifetime(menu) { XCTAssertTrue(row.activateAction("row.copy-message-link")) }
        let (window, text) = (Window(), TextView())
        window.child = text
        window.present()
        pump("the window") { window.isMapped }
        XCTAssertTrue(text.activateAction("clipboard.paste"))
        pump("the link") { !text.text.isEmpty }
        let link = MessageLink(text.text)
        XCTAssertEqual(link?.archivePath, bench.view.archive.path, text.text)
        XCTAssertEqual(link?.place, .message(bench.note.id, sentAt: bench.note.sentAt))
        window.destroy()
      }
    }
  }

  // The button took half of the row.
  func testTheFieldForNotesIsWideInANarrowWindow() {
    onMainThread {
      for (width, isShort) in [(360, true), (700, false)] {
        let bench = ChatBench(messages: 40, width: width, importedWithNoteAfter: 20)
        bench.open()
        let composer = bench.view.writing.composer
        let buttons = composer.buttons.filter(\.isMapped)
        XCTAssertEqual(buttons.count, 1, "one form of the button at \(width)")
        XCTAssertEqual(buttons.first?.label == nil, isShort, "at \(width)")
        XCTAssertGreaterThan(composer.fieldWidth, width * 6 / 10)
        bench.view.draft = "Ask about the hut"
        XCTAssertTrue(buttons.first?.sensitive == true)
        bench.close()
      }
    }
  }

  func testANoteThatIsAddedWhileReadingMovesNothingAndCanBeShown() {
    onMainThread {
      NotesTests.open { bench in
        NotesTests.holding(0, bench) {
          bench.view.draft = "Ask about the hut"
          bench.view.writing.composer.send()
          pump("the note") { bench.view.writing.toast.text != nil }
        }
        XCTAssertEqual(bench.view.draft, "")
        bench.view.places.jumpToEnd()
        pump("the offer to go, now that it is in view") {
          bench.frame()
          return bench.view.writing.toast.text == nil
        }
        XCTAssertEqual(bench.view.feed.model.messages.last?.text, "Ask about the hut")
        bench.view.places.open(.message(bench.view.feed.model.messages[0].id))
        pump("older messages") {
          bench.frame()
          return !bench.list.isAtEnd
        }
        bench.frame(20)
        NotesTests.holding(0, bench) {
          bench.view.draft = "Shown when asked for"
          bench.view.writing.composer.send()
          pump("the next note") { bench.view.writing.toast.text != nil }
        }
        bench.view.writing.toast.activateButton()
        pump("the end") {
          bench.frame()
          return bench.view.feed.model.messages.last?.text == "Shown when asked for"
            && bench.list.isInView(bench.view.feed.model.messages.last!.id)
        }
        XCTAssertNil(bench.view.writing.toast.text)
        bench.view.draft = "At the end"
        bench.view.places.jumpToEnd()
        pump("rest") {
          bench.frame()
          return bench.list.isAtEnd
        }
        bench.view.writing.composer.send()
        pump("the second note") {
          bench.frame()
          return bench.view.feed.model.messages.last?.text == "At the end" && bench.list.isAtEnd
        }
        XCTAssertNil(bench.view.writing.toast.text, "it is in view")
      }
    }
  }

  func testANoteThatGrowsOrGoesHoldsTheRowsAndUndoRestoresIt() {
    onMainThread {
      for distance in [1_000.0, -1_000] {
        NotesTests.open { bench in
          let note = bench.note
          let index = bench.view.feed.model.index(of: note.id)!
          let text = String(repeating: "A long line that wraps. ", count: 30).trimmingCharacters(
            in: .whitespaces)
          bench.scroll(by: distance)
          NotesTests.holding(0, bench) {
            NotesTests.ask(.editNote, note, bench)
            bench.view.draft = text
            bench.view.writing.composer.send()
            pump("the change") { bench.view.feed.model.messages[index].text == text }
          }
          XCTAssertNil(bench.view.writing.composer.editedNote)
          NotesTests.holding(0, bench) {
            NotesTests.ask(.delete, note, bench)
            pump("the deletion") { bench.view.writing.toast.text == "Note deleted" }
          }
          XCTAssertNil(bench.view.feed.model.index(of: note.id))
          NotesTests.holding(0, bench) {
            bench.view.writing.toast.activateButton()
            pump("the note again") { bench.view.feed.model.index(of: note.id) == index }
          }
          XCTAssertEqual(bench.view.feed.model.messages[index].text, text)
          XCTAssertEqual(bench.view.feed.model.messages[index].cursor, note.cursor)
        }
      }
    }
  }

  // The field had the focus after a change, and nothing had it after "Undo".
  func testTheKeysGoOnAtTheNoteThatWasChangedOrBroughtBack() {
    onMainThread {
      NotesTests.open { bench in
        let note = bench.note
        bench.list.row(note.id)!.takeFocus()
        NotesTests.ask(.editNote, note, bench)
        XCTAssertTrue(bench.view.writing.composer.containsFocus)
        bench.view.draft = "Another text"
        bench.view.writing.composer.send()
        pump("the change") { bench.note.text == "Another text" }
        XCTAssertTrue(bench.list.row(note.id)!.hasFocus)
        NotesTests.ask(.delete, bench.note, bench)
        pump("the deletion") { bench.view.writing.toast.text != nil }
        XCTAssertTrue(bench.list.containsFocus)
        bench.view.writing.toast.activateButton()
        pump("the note again") {
          bench.list.queueDraw()
          return bench.list.row(note.id)?.hasFocus == true
        }
      }
    }
  }

  func testTheRowsAboveADeletedNoteInViewStay() {
    onMainThread {
      NotesTests.open { bench in
        let note = bench.note
        // The reader is at the rows above it.
        bench.scroll(by: -Double(bench.list.height) * 0.4)
        bench.frame(5)
        let above = bench.view.feed.model.messages[bench.view.feed.model.index(of: note.id)! - 1].id
        let place = bench.top(above)
        let start = bench.frames.count
        NotesTests.ask(.delete, note, bench)
        pump("the deletion") { bench.view.writing.toast.text != nil }
        bench.frame(5)
        XCTAssertEqual(bench.drift(of: above, from: place, since: start), 0)
      }
    }
  }

  // Undo moved to the note, like the button of the toast.
  func testUndoDoesNothingWhereOnlyANoteWasAdded() {
    onMainThread {
      NotesTests.open { bench in
        bench.view.draft = "Ask about the hut"
        bench.view.writing.composer.send()
        pump("the offer to show it") { bench.view.writing.toast.text != nil }
        XCTAssertFalse(bench.view.writing.undo())
        XCTAssertNotNil(bench.view.writing.toast.text)
      }
    }
  }

  func testSeveralDeletionsAreTakenBackOneAfterTheOther() {
    onMainThread {
      let bench = ChatBench(messages: 40)
      bench.open()
      let texts = ["one", "two", "three"]
      for text in texts {
        bench.view.draft = text
        bench.view.writing.composer.send()
        pump(text) { bench.view.feed.model.messages.last?.text == text }
      }
      @MainActor func last(_ count: Int) -> [String] {
        bench.view.feed.model.messages.suffix(count).map(\.text)
      }
      let (toast, messages) = (bench.view.writing.toast, bench.view.feed.model.messages.suffix(3))
      for (count, message) in messages.enumerated() {
        NotesTests.ask(.delete, message, bench)
        let words = count == 0 ? "Message deleted" : "\(count + 1) messages deleted"
        pump(words) { toast.text == words }
      }
      XCTAssertTrue(toast.activateButton())
      XCTAssertEqual(toast.text, "2 messages deleted")
      pump("the last one") { last(1) == ["three"] }
      XCTAssertTrue(toast.activateButton())
      XCTAssertEqual(toast.text, "Message deleted")
      XCTAssertTrue(toast.activateButton())
      pump("all") { last(3) == texts }
      XCTAssertNil(toast.text)
      bench.close()
    }
  }

  // A message that was deleted by mistake could not be restored after the toast had closed, and Ctrl+Z reported nothing.
  func testDeletionsAreTakenBackAlsoAfterTheOfferHasGone() {
    onMainThread {
      let bench = ChatBench(messages: 40)
      bench.open()
      for text in ["one", "two"] {
        bench.view.draft = text
        bench.view.writing.composer.send()
        pump(text) { bench.view.feed.model.messages.last?.text == text }
      }
      let (toast, writing) = (bench.view.writing.toast, bench.view.writing)
      for message in bench.view.feed.model.messages.suffix(2) {
        NotesTests.ask(.delete, message, bench)
        pump("the deletion") { bench.view.feed.model.index(of: message.id) == nil }
        XCTAssertEqual(toast.text, "Message deleted", "the one before is not offered any more")
        toast.didDismiss?()
        toast.hide()
      }
      XCTAssertTrue(writing.undo())
      pump("the last one") { bench.view.feed.model.messages.last?.text == "two" }
      bench.view.draft = "three"
      writing.composer.send()
      pump("another one") { bench.view.feed.model.messages.last?.text == "three" }
      XCTAssertTrue(writing.undo())
      pump("the first one") {
        bench.view.feed.model.messages.suffix(3).map(\.text) == ["one", "two", "three"]
      }
      XCTAssertNil(toast.text)
      XCTAssertFalse(writing.undo())
      XCTAssertEqual(toast.text, "Nothing to undo")
      XCTAssertFalse(toast.activateButton())
      bench.close()
    }
  }

  func testWhatComesBackOutOfViewCanBeShown() {
    onMainThread {
      NotesTests.open { bench in
        let (note, toast) = (bench.note, bench.view.writing.toast)
        NotesTests.ask(.delete, note, bench)
        pump("the deletion") { bench.view.feed.model.index(of: note.id) == nil }
        toast.didDismiss?()
        toast.hide()
        NotesTests.holding(2_000, bench) {
          XCTAssertTrue(bench.view.writing.undo())
          pump("the note again") { toast.text == "Note brought back" }
        }
        XCTAssertTrue(toast.activateButton())
        pump("the note") {
          bench.frame()
          return bench.list.isInView(note.id)
        }
        XCTAssertNil(toast.text)
        // If its place is not loaded.
        NotesTests.ask(.delete, note, bench)
        pump("the deletion") { bench.view.feed.model.index(of: note.id) == nil }
        toast.didDismiss?()
        toast.hide()
        bench.view.feed.loadNewest()
        pump("the end") {
          bench.frame()
          return bench.view.isAtNewest && bench.view.feed.model.messages[0].cursor > note.cursor
        }
        XCTAssertTrue(bench.view.writing.undo())
        pump("the offer") { toast.text == "Note brought back" }
      }
    }
  }

  // A pasted picture had no effect, and a pasted file became the text of its path.
  func testAPastedPictureIsRefusedInASentence() {
    onMainThread {
      let bench = ChatBench(messages: 40)
      bench.open()
      let (toast, composer) = (bench.view.writing.toast, bench.view.writing.composer)
      Desktop.copy(Texture(width: 8, height: 8) { _ in }, from: composer)
      XCTAssertTrue(composer.paste())
      XCTAssertEqual(toast.text, "A picture cannot be added to a chat")
      XCTAssertFalse(toast.activateButton(), "there is nothing to do about it")
      toast.hide()
      Desktop.copy("a text", from: composer)
      XCTAssertTrue(composer.paste())
      pump("the text") { bench.view.draft == "a text" }
      XCTAssertNil(toast.text)
      bench.close()
    }
  }

  // The sign is at the place of another chat's button, and a click on it had no effect.
  func testAClickOnTheSignBesideTheFieldForNotesGoesToTheField() {
    onMainThread {
      NotesTests.open { bench in
        bench.window.title = "Sign"
        let composer = bench.view.writing.composer
        bench.view.focusMessages()
        pump("the focus") { bench.list.containsFocus }
        let sign = composer.all(Disc.self).first { $0.isMapped }!.bounds(in: bench.window)!
        RealPointer.press(over: "Sign", x: Int(sign.x + sign.width / 2), y: Int(sign.y + sign.height / 2))
        RealPointer.release()
        pump("the focus in the field") { composer.containsFocus }
        RealPointer.park()
      }
    }
  }

  // According to the list of shortcuts, Up moves to a message, but in the field it had no effect.
  func testUpInTheEmptyFieldGoesToTheMessages() {
    onMainThread {
      NotesTests.open { bench in
        let composer = bench.view.writing.composer
        composer.text = "Two"
        composer.focusField()
        pump("the keyboard") { composer.containsFocus && bench.window.isActive }
        RealPointer.key("Up")
        RealPointer.key("End")
        RealPointer.type("!")
        pump("the letter") { composer.text == "Two!" }
        XCTAssertTrue(composer.containsFocus, "what is written is not left")
        composer.text = ""
        RealPointer.key("Up")
        pump("the focus of a message") { bench.list.containsFocus }
      }
    }
  }

  // The rail and the choice of a date counted notes as messages, but the header did not.
  func testNotesAreCountedAsMessagesNowhere() {
    onMainThread {
      NotesTests.open { bench in
        let (feed, rail, chat) = (bench.view.feed, bench.view.rail, bench.view.conversation.id)
        pump("the notes") {
          bench.frame()
          return feed.messages(amongFirst: 401) == 400
        }
        let index = feed.model.index(of: bench.note.id)!
        XCTAssertEqual(feed.loadedOrdinals!.lowerBound + index, 200)
        XCTAssertEqual(feed.messages(amongFirst: 200), 200)
        XCTAssertEqual(feed.messages(amongFirst: 201), 200, "a note has the number of the message before")
        bench.view.places.jumpToEnd()
        pump("the end") {
          bench.frame()
          return bench.view.isAtNewest && rail.caption.detail == "message 400 of 400"
        }
        bench.view.draft = "Another note"
        bench.view.writing.composer.send()
        pump("the second note") { feed.total == 402 && feed.messages(amongFirst: 402) == 400 }
        pump("its words") { rail.caption.detail == "message 400 of 400" }
        let archive = bench.view.archive
        let years = try! Blocking.wait {
          try await archive.yearsWithMessages(in: chat, DayCalendar(timeZone: .gmt))
        }
        XCTAssertEqual(years.map(\.count).reduce(0, +), 400)
        XCTAssertEqual(years.map(\.notes).reduce(0, +), 2)
        XCTAssertFalse(years.contains(where: \.isEmpty))
        XCTAssertEqual(Counted.messages(MessageCount(span: 0..<1, count: 0, notes: 2)), "2 notes")
        let last = try! Blocking.wait { try await archive.newest(in: chat, limit: 1)[0] }
        XCTAssertEqual(last.kind, .note)
        let ends = try! Blocking.wait { try await archive.ends(of: chat) }
        XCTAssertLessThan(ends!.last.sentAt, last.sentAt, "the last message is a message")
        let facts = try! Blocking.wait { try await archive.conversations()[0] }
        XCTAssertEqual(facts.messageCount - facts.noteCount, 400)
      }
    }
  }

  func testEarlierDeletionsAreForgotten() {
    onMainThread {
      NotesTests.open { bench in
        let (archive, deletions) = (bench.view.archive, Deletions())
        for number in 0...Deletions.limit {
          let deleted = try! Blocking.wait {
            let note = try await archive.addNote("\(number)", in: 1, at: 4_000_000_000_000)
            return try await archive.deleteWritten(note.id)
          }
          deletions.add(deleted)
        }
        XCTAssertEqual(deletions.latest(.max, in: 1).map(\.message.text).first, "1")
        XCTAssertEqual(deletions.latest(.max, in: 2), [])
        XCTAssertNil(deletions.takeLatest(in: 2))
        XCTAssertEqual(deletions.takeLatest(in: 1)?.message.text, "\(Deletions.limit)")
      }
    }
  }

  func testTheSearchCountsWrittenAndDeletedNotesAndNothingMoves() {
    onMainThread {
      NotesTests.open { bench in
        let note = bench.note
        bench.view.finding.show("note between")
        let finder = bench.view.finding.finder
        pump("the hit") { finder.state == .found(1) && finder.current?.id == note.id }
        bench.frame(5)
        NotesTests.holding(-300, bench) {
          NotesTests.ask(.delete, note, bench)
          pump("no hit") { if case .nothing = finder.state { true } else { false } }
        }
        XCTAssertNil(finder.current)
        NotesTests.holding(0, bench) {
          bench.view.writing.toast.activateButton()
          pump("the hit again") { finder.state == .found(1) && finder.place?.number == 1 }
        }
      }
    }
  }

  func testChangesMadeElsewhereAreShownAndTheReaderStays() {
    onMainThread {
      NotesTests.open { bench in
        let (note, path) = (bench.note, bench.view.archive.path)
        let other = try! Archive(path: path, mode: .existing)
        @MainActor func elsewhere(_ body: @escaping @Sendable (Archive) async throws -> Void) {
          try! Blocking.wait { try await body(other) }
          bench.view.writing.follow()
        }
        NotesTests.holding(300, bench) {
          elsewhere {
            _ = try await $0.editNote(note.id, to: "Changed elsewhere, in so many words that it wraps")
          }
          pump("the change") { bench.note.text.hasPrefix("Changed") }
        }
        NotesTests.holding(0, bench) {
          elsewhere { _ = try await $0.deleteWritten(note.id) }
          pump("the deletion") { bench.view.feed.model.index(of: note.id) == nil }
        }
        bench.view.places.jumpToEnd()
        pump("the end") {
          bench.frame()
          return bench.view.feed.reachesEnd && bench.list.isAtEnd
        }
        bench.scroll(by: -400)
        bench.frame(5)
        NotesTests.holding(0, bench) {
          elsewhere { _ = try await $0.addNote("From the other window", in: 1, at: 4_000_000_000_000) }
          pump("the note") { bench.view.feed.model.messages.last?.text == "From the other window" }
        }
        let count = bench.view.feed.model.count
        bench.view.writing.follow()
        bench.frame(5)
        XCTAssertEqual(bench.view.feed.model.count, count)
        other.close()
      }
    }
  }

  func testWhatWasImportedIsNotDeleted() {
    onMainThread {
      NotesTests.open { bench in
        let message = bench.view.feed.model.messages.first { $0.kind == .normal }!
        XCTAssertFalse(message.isWrittenHere)
        NotesTests.ask(.delete, message, bench)
        pump("the reason") { bench.view.notice != nil }
        XCTAssertNotNil(bench.view.feed.model.index(of: message.id))
        XCTAssertNil(bench.view.writing.toast.text)
      }
    }
  }

  func testGivingUpAChangeBringsTheDraftBack() {
    onMainThread {
      NotesTests.open { bench in
        bench.view.draft = "a draft"
        NotesTests.ask(.editNote, bench.note, bench)
        XCTAssertEqual(bench.view.writing.composer.editedNote, bench.note.id)
        XCTAssertEqual(bench.view.draft, "a draft")
        bench.view.writing.composer.cancelEditing()
        XCTAssertNil(bench.view.writing.composer.editedNote)
        XCTAssertEqual(bench.view.draft, "a draft")
        XCTAssertEqual(bench.note.text, "The note between")
      }
    }
  }

  func testADeletedMessageOfTheDemoComesBackAtItsPlace() {
    onMainThread {
      let bench = ChatBench(messages: 40)
      bench.open()
      for text in ["one", "two"] {
        bench.view.draft = text
        bench.view.writing.composer.send()
        pump(text) { bench.view.feed.model.messages.last?.text == text }
      }
      let one = bench.view.feed.model.messages.dropLast().last!
      NotesTests.ask(.delete, one, bench)
      pump("the deletion") { bench.view.writing.toast.text == "Message deleted" }
      XCTAssertEqual(bench.view.feed.model.messages.suffix(2).map(\.text).last, "two")
      XCTAssertNil(bench.view.feed.model.index(of: one.id))
      bench.view.writing.toast.activateButton()
      pump("the message again") { bench.view.feed.model.messages.suffix(2).map(\.text) == ["one", "two"] }
      bench.close()
    }
  }
}

extension Composer {
  fileprivate var buttons: [Button] { all(Button.self) }
  fileprivate var words: [String] { all(Label.self).filter(\.isMapped).map(\.text) }
  fileprivate func paste() -> Bool {
    all(TextView.self).first?.activateAction("clipboard.paste") ?? false
  }
  fileprivate var fieldWidth: Int { all(TextView.self).first?.width ?? 0 }
}
