import Foundation
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import ChatFormats
@testable import ChatStore
@testable import Chats
@testable import Controls
@_spi(Testing) @testable import Gtk
@testable import Importing
@testable import MessageRow

/// The page before an import: its content, and its required answers.
final class ImportPageTests: XCTestCase {
  @MainActor
  private static func with(
    _ survey: ImportSurvey..., width: Int = 700, height: Int = 760, isTypedIn: Bool = false,
    work: ImportWork = ScriptedWork().work,
    _ body: (ImportWindow, ImportPage) -> Void
  ) {
    let script = ScriptedSurvey()
    for each in survey { script.tell(each) }
    let window = ImportWindow(work: work, survey: script.work, width: width, height: height)
    window.lastInput = isTypedIn ? .keyboard : .pointer
    window.imports.take(["/nowhere/result.json"])
    let page = window.imports.page!
    pump("the survey") { page.form.survey == survey.last }
    drain()
    body(window, page)
    // Ends work that waits for another result.
    script.tell(ImportSurvey.made([]))
    window.finish()
    drain()
  }

  private static let two = ImportSurvey.made([("Ann", ["Ann", "Bo"])])
  private static let three = ImportSurvey.made([
    ("Ridge walk", ["Mara Lind", "Jonas", "Tove", "Ines"]), ("Ann", ["Ann", "Bo"]),
    ("Talks", ["Cy", "Di", "Ed"]),
  ])

  func testWhatWasFoundIsShownWithAPreview() {
    onMainThread {
      Self.with(Self.three) { window, page in
        let texts = page.shownTexts
        for text in [
          "Import", "Into “mine.sqlite” in \(window.archiveFolder)", "Telegram", "result.json · 38 MB",
          "3 chats, 18 messages", "14 March 2021", "From the file", "Preview", "8 of 18",
          "Your files are not changed.", "Cancel",
        ] where text != "Your files are not changed." {
          XCTAssertTrue(texts.contains(text), "\(text) in \(texts)")
        }
        XCTAssertEqual(page.preview.contents.count, 8)
        XCTAssertEqual(page.preview.contents.first?.day, "14 March 2021")
        XCTAssertTrue(page.hasAccessibleRole(.dialog))
      }
    }
  }

  func testAFileContinuesTheChatOfItsTitleIfItsSwitchIsOn() {
    onMainThread {
      let files = ["a", "b"].map { URL(fileURLWithPath: "/nowhere/\($0)/Mom.txt") }
      let survey = ImportSurvey.made([("Mom", ["Mom", "Ben"])]) {
        $0.strangers = files.map { .init(file: $0, chat: "test:Mom", title: "Mom", messageCount: 4) }
      }
      let script = ScriptedWork()
      Self.with(survey, work: script.work) { _, page in
        XCTAssertTrue(page.shownTexts.contains("Same chat?"))
        XCTAssertEqual(page.strangers.switches.map(\.active), [false, false])
        page.strangers.switches[1].active = true
        XCTAssertEqual(page.form.continued, [files[1]])
        page.accept()
        pump("the import") { script.orders.count == 1 }
        XCTAssertEqual(script.orders[0].options.continuations, .only([files[1]]))
      }
      Self.with(Self.two) { _, page in XCTAssertFalse(page.shownTexts.contains("Same chat?")) }
    }
  }

  // An account of 4,000 chats stopped the window for seconds.
  func testManyChatsAreCountedBesideTheWindow() {
    onMainThread {
      let script = ScriptedWork()
      let many = ImportSurvey.made((0..<600).map { ("Chat \($0)", ["Ann"]) })
      Self.with(many, work: script.work) { _, page in
        XCTAssertTrue(page.shownTexts.contains("600 chats, 1,200 messages"))
        page.changeChats { $0.leftOut = ["test:Chat 7"] }
        XCTAssertEqual(page.form.chosen.count, 600, "it is counted elsewhere")
        page.change { $0.keepsMedia = true }
        page.accept()
        pump("the import") { script.orders.count == 1 }
        XCTAssertEqual(script.orders[0].options.leftOut, ["test:Chat 7"])
        XCTAssertTrue(script.orders[0].options.keepsMedia)
      }
    }
  }

  func testAnOpenQuestionKeepsTheButtonFromActing() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(Self.three, work: script.work) { window, page in
        XCTAssertFalse(page.importButton.sensitive)
        XCTAssertEqual(page.importButton.tooltipText, "Choose which one you are, or “None of These”.")
        page.accept()
        XCTAssertTrue(window.imports.sheet.isOpen)
        XCTAssertTrue(page.press("More…"))
        page.change { $0.owner = .person("test:Tove") }
        XCTAssertTrue(page.importButton.sensitive)
        XCTAssertNil(page.importButton.tooltipText)
        XCTAssertTrue(page.press("Import 3 Chats"))
        pump("the import") { script.orders.count == 1 }
        XCTAssertFalse(window.imports.sheet.isOpen)
        XCTAssertEqual(
          script.orders[0].options.owners["test:Ridge walk"],
          .person(.init(key: "test:Tove", name: "Tove")))
        XCTAssertEqual(script.orders[0].options.owners["test:Ann"], .nobody)
        script.tell(.end(ImportSummary(added: 1, conversations: [1])))
        pump("the end") { if case .finished = window.imports.queue.state { true } else { false } }
      }
    }
  }

  func testTheSidesOfThePreviewFollowTheChoiceAndNothingMoves() {
    onMainThread {
      Self.with(Self.two) { window, page in
        @MainActor func sides() -> [Bool] { page.preview.contents.map(\.message.isOwn) }
        XCTAssertEqual(sides(), [false, true, false, true], "Bo, as the chat is named after Ann")
        XCTAssertTrue(page.chipButtons[0].active)
        @MainActor func heights() -> [Int] { page.preview.all(MessageRow.self).map(\.height) }
        pump("the layout") { heights().allSatisfy { $0 > 0 } }
        let before = heights()
        XCTAssertEqual(Set(before.dropFirst()).count, 1, "rows of one line are equally high: \(before)")
        page.chipButtons[1].active = true
        pump("the choice") { sides() == [true, false, true, false] }
        drain()
        XCTAssertEqual(page.chipButtons.map(\.active), [false, true, false])
        XCTAssertEqual(heights(), before)
        page.chipButtons[2].active = true
        pump("nobody") { sides() == [false, false, false, false] }
        XCTAssertEqual(page.form.owner, .nobody)
      }
    }
  }

  func testReturnOnThePersonWhoIsChosenImports() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(Self.three, work: script.work) { window, page in
        page.chipButtons[0].takeFocus()
        XCTAssertFalse(page.handleBeforeButtons(Key.returnKey, []), "it chooses the person")
        page.chipButtons[0].active = true
        pump("the choice") { page.form.owner != nil && page.chipButtons[0].hasFocus }
        XCTAssertTrue(page.handleBeforeButtons(Key.returnKey, []))
        pump("the import") { script.orders.count == 1 }
        script.tell(.end(ImportSummary(added: 1, conversations: [1])))
        pump("the end") { if case .finished = window.imports.queue.state { true } else { false } }
      }
    }
  }

  func testCountingMovesNoPersonUnderThePointer() {
    onMainThread {
      let names = ["Cy", "Di", "Ed", "Flo"]
      let first = ImportSurvey.made([("Talks", Array(names.prefix(2)))], isComplete: false)
      var second = ImportSurvey.made([("Talks", names)], isComplete: false)
      second.chats[0].people[3].messageCount = 9
      var whole = second
      whole.isComplete = true
      let script = ScriptedSurvey()
      let window = ImportWindow(survey: script.work)
      window.imports.take(["/nowhere/result.json"])
      let page = window.imports.page!
      @MainActor func places() -> [String: Double] {
        let buttons = page.chipButtons as [Button] + [page.moreButton].compactMap(\.self)
        return Dictionary(
          uniqueKeysWithValues: buttons.map {
            ($0.tooltipText ?? "", $0.convert(Point(x: 0, y: 0), to: page)?.x ?? .nan)
          })
      }
      script.tell(first)
      pump("the first people") { page.chipButtons.count == 3 && page.chipButtons.allSatisfy { $0.width > 0 } }
      drain()
      let before = places()
      XCTAssertEqual(page.chipButtons.map(\.tooltipText), ["Cy", "Di", "None of These"])
      // The user is about to answer.
      XCTAssertTrue(page.chipButtons[0].takeFocus())
      script.tell(second)
      pump("more people") { page.form.candidates.first?.name == "Flo" }
      drain()
      XCTAssertEqual(places(), before)
      script.tell(whole)
      pump("all people") { page.chipButtons.count == 5 && page.chipButtons.allSatisfy { $0.width > 0 } }
      drain()
      XCTAssertEqual(
        page.chipButtons.map(\.tooltipText), ["Cy", "Di", "None of These", "Flo", "Ed"],
        "those that came last are behind")
      for name in ["Cy", "Di", "None of These"] { XCTAssertEqual(places()[name], before[name], name) }
      XCTAssertNil(page.moreButton)
      window.finish()
      drain()
    }
  }

  func testAllOfAFewPeopleAndNobodyCanBeChosenAtOnceAtEveryWidth() {
    onMainThread {
      for width in [360, 900] {
        Self.with(.made([("Talks", ["Cy", "Di", "Ed"])]), width: width) { window, page in
          XCTAssertEqual(page.chipButtons.map(\.tooltipText), ["Cy", "Di", "Ed", "None of These"])
          XCTAssertNil(page.moreButton)
          pump("the layout") { page.chipButtons.allSatisfy { $0.width > 0 } }
          for button in page.chipButtons {
            let end = button.convert(Point(x: Double(button.width), y: 0), to: page)?.x ?? .infinity
            XCTAssertLessThanOrEqual(end, Double(page.width), button.tooltipText ?? "")
          }
        }
      }
      Self.with(Self.three) { window, page in
        XCTAssertEqual(page.chipButtons.count, 4, "three of nine, and nobody")
        XCTAssertNotNil(page.moreButton)
      }
    }
  }

  func testWhatWasFoundIsWholeAlsoInANarrowWindow() {
    onMainThread {
      for width in [360, 900] {
        let survey = ImportSurvey.made([("Ann", ["Ann", "Bo"])], format: .whatsapp) {
          $0.found[0].file = URL(fileURLWithPath: "/nowhere/WhatsApp Chat with the whole of Jonas Weber.txt")
        }
        Self.with(survey, width: width) { window, page in
          let row = page.all(FormRow.self)[0]
          pump("the layout") { row.width > 0 && row.height > 0 }
          let labels = row.all(Label.self).filter { $0.tooltipText != nil }
          XCTAssertEqual(labels.count, 2)
          for label in labels {
            XCTAssertEqual(label.tooltipText, survey.found[0].file.path)
            let line = label.measured(.vertical, for: 10_000).natural
            XCTAssertTrue(
              2 * label.height > 3 * line || label.measured(.horizontal).natural <= label.width,
              "\(width): \(label.text)")
          }
        }
      }
    }
  }

  func testThePageHasTheKeysAlsoWhereAnAnswerIsOpen() {
    onMainThread {
      let found = ImportSurvey.made([], isComplete: false)
      let guessed = ImportSurvey.made([("Ann", ["Ann", "Bo"])], isComplete: false)
      for half in [found, guessed] {
        Self.with(half, Self.three) { window, page in
          XCTAssertFalse(page.importButton.sensitive)
          XCTAssertTrue(window.focusWidget === page, "\(String(describing: window.focusWidget))")
        }
      }
      Self.with(found) { window, page in
        XCTAssertFalse(page.importButton.sensitive, "nothing is known to be imported")
      }
      Self.with(guessed) { window, page in XCTAssertTrue(page.importButton.hasFocus) }
    }
  }

  // The page itself had the focus, without a ring.
  func testByKeyboardAnOpenQuestionHasTheFocus() {
    onMainThread {
      Self.with(Self.three, isTypedIn: true) { _, page in
        XCTAssertFalse(page.importButton.sensitive)
        XCTAssertTrue(page.chipButtons[0].hasFocus)
        XCTAssertTrue(page.chipButtons[0].showsFocus)
      }
      Self.with(Self.three) { window, page in
        XCTAssertTrue(window.focusWidget === page, "by the mouse nothing has a ring")
      }
    }
  }

  func testWhereNothingWasFoundThePageIsClosed() {
    onMainThread {
      var nothing = ImportSurvey()
      nothing.isComplete = true
      nothing.failures = [.unreadable(path: "/nowhere/result.json")]
      Self.with(nothing) { window, page in
        XCTAssertTrue(
          page.shownTexts.contains { $0.hasSuffix("Slack, Signal, iMessage, Skype, Element, Pidgin, IRC.") },
          "\(page.shownTexts)")
        XCTAssertFalse(page.shownTexts.contains("Your files are not changed."))
        XCTAssertTrue(page.press("Close"))
        pump("the end") { !window.imports.sheet.isOpen }
      }
    }
  }

  func testReturnInASearchForAPersonChoosesTheFirst() {
    onMainThread {
      let people = ["Mara", "Tove", "Ines"].enumerated()
      let dialog = ChooseWindow(
        "Who?", people.map { .init(id: Int64($0.offset), name: $0.element, note: "") })
      var chosen: [Int64?] = []
      dialog.didChoose = { chosen.append($0) }
      dialog.present()
      dialog.chooseFirst()
      XCTAssertEqual(chosen, [], "nothing is searched for")
      dialog.search.text = "to"
      pump("the search") { !dialog.shownTexts.contains("Mara") }
      dialog.chooseFirst()
      XCTAssertEqual(chosen, [1])
      drain()
    }
  }

  func testAPictureIsShownInThePreviewBesideItsWords() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.png").path
    onMainThread {
      let drawn = Texture(width: 64, height: 48) { context in
        context.setColor(Color(hex: 0x2270d4))
        context.paint()
      }
      XCTAssertTrue(drawn.save(to: path))
      for isRightToLeft in [false, true] {
        Widget.setDefaultRightToLeft(isRightToLeft)
        defer { Widget.setDefaultRightToLeft(false) }
        let survey = ImportSurvey.made([("Ann", ["Ann", "Bo"])]) {
          $0.chats[0].preview[0].text = ""
          $0.chats[0].preview[0].attachments = [Attachment(kind: .photo, name: "1.png", path: path)]
        }
        Self.with(survey) { window, page in
          let rows = page.preview.all(MessageRow.self)
          pump("the picture") { if case .loaded = rows[0].pictures[0] { true } else { false } }
          let parts = rows[0].geometry
          XCTAssertEqual(parts?.blocks.count, 1)
          guard let picture = parts?.blocks.first, let text = parts?.text else { return }
          XCTAssertEqual(picture.width, 32)
          XCTAssertTrue(isRightToLeft ? text.x < picture.x : text.x >= picture.maxX, "\(picture), \(text)")
          XCTAssertEqual(parts?.bubble?.rect.contains(Point(x: picture.x, y: picture.y)), true)
          XCTAssertEqual(rows[1].geometry?.blocks.count, 0)
          XCTAssertEqual(rows[0].texts?.compactLine?.text, "Photo")
          XCTAssertEqual(rows[0].height - rows[2].height, rows[0].geometry.map { Int($0.day?.maxY ?? 0) })
        }
      }
    }
  }

  func testChatsAreLeftOut() {
    onMainThread {
      Self.with(Self.three) { window, page in
        let dialog = ImportChatsWindow(page.form.survey.chats, leftOut: [], zone: .gmt)
        dialog.didChange = { leftOut in page.change { $0.leftOut = leftOut } }
        dialog.present(over: window)
        pump("the list") { dialog.shownTexts.contains("Ridge walk") }
        XCTAssertTrue(dialog.press("None"))
        pump("none") { page.form.chosen.isEmpty }
        XCTAssertEqual(page.importButton.tooltipText, "Choose at least one chat.")
        let boxes = dialog.all(CheckButton.self)
        XCTAssertEqual(boxes.count, 3)
        boxes[1].active = true
        XCTAssertEqual(page.form.chosen.map(\.title), ["Ann"])
        XCTAssertTrue(page.shownTexts.contains("1 of 3, 4 messages"), "\(page.shownTexts)")
        XCTAssertEqual(page.importButton.label, "Import 1 Chat")
        // GTK treated the arrow as a choice, and removed the chat from the import.
        pump("the keyboard") { dialog.isActive }
        boxes[0].takeFocus()
        RealPointer.key("Down")
        pump("the next chat") { boxes[1].hasFocus }
        RealPointer.key("Up")
        pump("the chat before") { boxes[0].hasFocus }
        // Tab stayed in the list.
        XCTAssertTrue(dialog.moveFocus(.forward))
        XCTAssertFalse(boxes.contains(where: \.hasFocus))
        XCTAssertEqual(page.form.chosen.map(\.title), ["Ann"])
        dialog.close()
        drain()
      }
    }
  }

  // The list ended at 200 chats.
  func testAllChatsOfALongListAreReachable() {
    onMainThread {
      Self.with(ImportSurvey.made((1...450).map { ("Chat \($0)", ["Ann"]) })) { window, page in
        let chats = page.form.survey.chats
        let dialog = ImportChatsWindow(chats, leftOut: [], zone: .gmt)
        dialog.present(over: window)
        @MainActor func boxes() -> [CheckButton] { dialog.all(CheckButton.self) }
        pump("the list") { dialog.isActive && boxes().count == 200 && boxes()[0].isMapped }
        XCTAssertTrue(dialog.shownTexts.contains("250 more are not shown."))
        boxes()[0].takeFocus()
        XCTAssertTrue(dialog.moveFocus(.forward))
        XCTAssertEqual((dialog.focusWidget as? Button)?.label, "Show More")
        RealPointer.key("space")
        pump("more chats with the focus on the first of them") {
          boxes().count == 400 && boxes()[200].hasFocus
        }
        XCTAssertTrue(dialog.shownTexts.contains("50 more are not shown."))
        XCTAssertTrue(dialog.press("None"))
        pump("none of as many") { boxes().count == 400 && boxes().allSatisfy { !$0.active } }
        XCTAssertTrue(dialog.press("Show More"))
        pump("all chats") { boxes().count == 450 }
        XCTAssertFalse(dialog.shownTexts.contains("Show More"))
        boxes().last?.active = true
        XCTAssertEqual(dialog.leftOut, Set(chats.dropLast().map(\.id)))
        dialog.search.text = "Chat 45"
        XCTAssertEqual(boxes().map(\.active), [false, true], "Chat 45 and Chat 450")
        dialog.close()
        drain()
      }
    }
  }

  func testAZoneIsAskedForOnlyWhereTheFilesTellNone() {
    onMainThread {
      let log = ImportSurvey.made([("Ann", ["Ann", "Bo"])], format: .irssi) { $0.assumedZone = .gmt }
      Self.with(log) { window, page in
        page.change { $0.timeZone = TimeZone(identifier: "Europe/Rome")! }
        XCTAssertTrue(page.shownTexts.contains("Rome (UTC+1, +2 in summer)"), "\(page.shownTexts)")
        XCTAssertEqual(page.form.options(isSeen: true).timeZone.identifier, "Europe/Rome")
        let note = "Choose where the phone or computer was that exported it."
        XCTAssertTrue(page.shownTexts.contains { $0.contains(note) }, "\(page.shownTexts)")
        XCTAssertEqual(
          page.preview.contents.first?.time, MessageTimeFormatter(timeZone: .gmt).time(of: 1_615_700_000_000))
        let row = page.preview.first(MessageRow.self)!
        pump("a row") { row.geometry != nil }
        let (bubble, time) = (row.geometry!.bubble!.rect, row.geometry!.time)
        XCTAssertGreaterThan(time.x, bubble.maxX, "the time is beside its message")
        XCTAssertLessThan(time.x, Double(row.width))
        XCTAssertTrue(bubble.y...bubble.maxY ~= time.y)
        page.show(ImportSurvey.made([("Ann", ["Ann", "Bo"])]))
        XCTAssertFalse(page.shownTexts.contains { $0.contains(note) }, "\(page.shownTexts)")
      }
    }
  }

  func testMediaAreKeptWhereThereIsRoom() {
    onMainThread {
      let survey = ImportSurvey.made([("Ann", ["Ann", "Bo"])]) {
        $0.chats[0].media = .init(count: 1_221, foundCount: 1_204, byteCount: 2_100_000_000)
      }
      Self.with(survey) { window, page in
        page.change { $0.freeBytes = 3_000_000_000 }
        page.mediaSwitch.active = true
        XCTAssertTrue(page.form.keepsMedia)
        XCTAssertTrue(
          page.shownTexts.contains(
            "Copies 1,204 files, 2.1 GB; 17 are not in the export, beside the archive"), "\(page.shownTexts)")
        page.change { $0.freeBytes = 2_000_000_000 }
        XCTAssertTrue(page.shownTexts.contains("There is no room for 2.1 GB."), "\(page.shownTexts)")
        XCTAssertFalse(page.importButton.sensitive)
        page.mediaSwitch.active = false
        XCTAssertTrue(page.importButton.sensitive)
      }
    }
  }

  func testTheRowOfMediaFollowsTheChosenChats() {
    onMainThread {
      let survey = ImportSurvey.made([("Walks", ["Ann", "Bo"]), ("Ann", ["Ann", "Bo"])]) {
        $0.chats[0].media = .init(count: 9, foundCount: 8, byteCount: 2_000_000)
      }
      Self.with(survey) { window, page in
        page.change {
          $0.owner = .nobody
          $0.freeBytes = 1_000
        }
        page.mediaSwitch.active = true
        XCTAssertTrue(page.shownTexts.contains("There is no room for 2.0 MB."), "\(page.shownTexts)")
        XCTAssertFalse(page.importButton.sensitive)
        page.change { $0.leftOut = ["test:Walks"] }
        XCTAssertTrue(page.importButton.sensitive)
        XCTAssertFalse(page.mediaSwitch.isMapped, "the other chat has no media")
        page.change { $0.leftOut = ["test:Ann"] }
        XCTAssertTrue(page.mediaSwitch.isMapped)
        XCTAssertFalse(page.importButton.sensitive)
      }
    }
  }

  func testWithoutAChoiceThereIsNoControlForOne() {
    onMainThread {
      let survey = ImportSurvey.made([("Ann", ["Ann", "Bo"])]) {
        $0.chats[0].media = .init(count: 62, foundCount: 0, byteCount: 0)
      }
      Self.with(survey) { window, page in
        let texts = page.shownTexts
        for text in ["Pictures and files", "62 are not in the export", "From the file", "Other Format…"] {
          XCTAssertTrue(texts.contains(text), "\(text) in \(texts)")
        }
        for text in ["Keep media", "Choose…"] { XCTAssertFalse(texts.contains(text), text) }
        XCTAssertFalse(page.mediaSwitch.visible)
        for button in page.all(Button.self) where button.isMapped && button !== page.importButton {
          XCTAssertTrue(button.sensitive, button.label ?? button.tooltipText ?? "a button")
        }
      }
      Self.with(Self.three) { window, page in XCTAssertTrue(page.shownTexts.contains("Choose…")) }
    }
  }

  func testUntouchedPeopleStandInOrderHoweverFarTheCountIs() {
    onMainThread {
      let first = ImportSurvey.made([("Talks", ["Cy", "Di"])], isComplete: false)
      let whole = ImportSurvey.made([("Talks", ["Cy", "Di", "Ed"])]) {
        $0.chats[0].people[2].messageCount = 9
      }
      Self.with(first, whole) { window, page in
        XCTAssertEqual(page.chipButtons.map(\.tooltipText), ["Ed", "Cy", "Di", "None of These"])
      }
    }
  }

  func testTheDialogForFilesOpensInAFolder() {
    onMainThread {
      let window = Window()
      let folder = FileManager.default.temporaryDirectory.path
      let dialog = OpenDialog(
        title: "Files", accept: "Choose", over: window, kind: "Logs", suffixes: ["log"], others: "All",
        folder: folder)
      // GTK reads the folder first.
      pump("the folder") { dialog.folder == folder }
      window.destroy()
    }
  }

  func testAnOpenOrderOfDatesIsAskedForAndReadsTheFilesAgain() {
    onMainThread {
      let survey = ImportSurvey.made([("Ann", ["Ann", "Bo"])]) {
        $0.questions = [.dayOrder]
        $0.found[0].certainty = .likely
      }
      Self.with(survey) { window, page in
        XCTAssertTrue(page.shownTexts.contains("Probably Telegram"), "\(page.shownTexts)")
        var asked = 0
        page.didRequestSurvey = { asked += 1 }
        XCTAssertTrue(page.press("Month first"))
        pump("the answer") { asked == 1 }
        XCTAssertEqual(page.form.surveyOptions.dayOrder, .monthFirst)
      }
    }
  }

  func testWhatIsKnownSoFarIsShownAndCanBeImported() {
    onMainThread {
      Self.with(.made([("Ann", ["Ann", "Bo"])], isComplete: false)) { window, page in
        XCTAssertTrue(page.shownTexts.contains("Counting, 50 %"), "\(page.shownTexts)")
        XCTAssertTrue(page.importButton.sensitive)
      }
    }
  }

  func testFilesThatAreDroppedMeanwhileAreAskedAboutAfterwards() {
    onMainThread {
      Self.with(Self.two) { window, page in
        window.imports.take(["/nowhere/b.json"])
        XCTAssertTrue(
          page.shownTexts.contains("Into “mine.sqlite” in \(window.archiveFolder) · 1 more waiting"),
          "\(page.shownTexts)")
        XCTAssertTrue(window.imports.escape())
        XCTAssertTrue(window.imports.sheet.isOpen)
        XCTAssertFalse(window.imports.page === page)
        XCTAssertTrue(window.imports.escape())
        XCTAssertFalse(window.imports.sheet.isOpen)
      }
    }
  }

  func testInANarrowWindowThePageFillsIt() {
    onMainThread {
      Self.with(Self.three, width: 360, height: 640) { window, page in
        pump("the layout") { page.width > 0 }
        XCTAssertEqual(page.width, window.imports.sheet.width)
        XCTAssertEqual(page.height, window.imports.sheet.height)
        // A list within the page showed less than two messages, and the page itself did not scroll.
        let scroller = page.all(ScrolledWindow.self)[0]
        XCTAssertEqual(page.preview.all(ScrolledWindow.self).count, 0)
        let rows = page.preview.all(MessageRow.self)
        XCTAssertEqual(rows.count, page.preview.contents.count)
        XCTAssertGreaterThanOrEqual(page.preview.height, rows.reduce(0) { $0 + $1.height })
        XCTAssertTrue(page.handle(Key.end, []))
        pump("the last message, above the button") {
          guard let last = rows.last?.bounds(in: page), let view = scroller.bounds(in: page) else {
            return false
          }
          return last.maxY <= view.maxY && view.maxY <= page.importButton.bounds(in: page)!.y
        }
      }
      Self.with(Self.three) { window, page in
        pump("the layout") { page.width > 0 }
        XCTAssertEqual(page.width, 560)
        XCTAssertEqual(page.height, 700)
      }
    }
  }

  func testFromRightToLeftThePageIsMirrored() {
    onMainThread {
      Widget.setDefaultRightToLeft(true)
      defer { Widget.setDefaultRightToLeft(false) }
      Self.with(Self.two) { window, page in
        let row = page.all(FormRow.self)[0]
        pump("the layout") { row.width > 0 }
        let start = row.children.compactMap { $0.convert(Point(x: 0, y: 0), to: row)?.x }
        XCTAssertGreaterThan(start[0], start[1], "the heading is at the right")
      }
    }
  }

  func testAWindowThatGoesDuringASurveyLeavesNothing() {
    onMainThread {
      expectNothingLeft {
        Self.with(.made([("Ann", ["Ann", "Bo"])], isComplete: false)) { window, page in
          XCTAssertTrue(window.imports.sheet.isOpen)
          window.imports.stop()
        }
        drain()
      }
    }
  }

  func testTheReportListsWhatWasLeftOutAndIsCopiedWhole() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(Self.two, work: script.work) { window, page in
        window.accept()
        pump("the import") { script.orders.count == 1 }
        for number in 1...500 {
          script.tell(
            .problem(
              ImportProblem(
                file: URL(fileURLWithPath: "/nowhere/result.json"), place: .line(number), reason: "no date",
                effect: .skipped)))
        }
        script.tell(.end(ImportSummary(added: 48_171, duplicates: 27, skipped: 500, conversations: [1])))
        pump("the end") { if case .finished = window.imports.queue.state { true } else { false } }
        let report = window.imports.panel.report
        pump("the list") { report.shownTexts.contains { $0.contains("result.json:1: no date; skipped") } }
        XCTAssertTrue(report.shownTexts.contains("500 left out"), "\(report.shownTexts.prefix(20))")
        XCTAssertTrue(report.shownTexts.contains("48,698"), "read = new + same + unreadable")
        XCTAssertLessThan(report.shownTexts.count, 400, "only rows that are in view")
        XCTAssertEqual(report.outcome?.text.split(separator: "\n").count, 505)
        XCTAssertFalse(report.shownTexts.contains("Undo"), "nothing takes it back yet")
        let list = report.all(ListView.self)
        XCTAssertEqual(list.first?.takeFocus(), true)
        XCTAssertFalse(report.leaveLosses(Key.down))
        XCTAssertTrue(report.leaveLosses(Key.tab))
        XCTAssertEqual((window.focusWidget as? Button)?.label, "Copy Report", "not one of 500 rows")
        XCTAssertTrue(report.leaveLosses(Key.leftTab))
        XCTAssertEqual(window.focusWidget?.tooltipText, "Close")
        XCTAssertTrue(report.press("Copy Report"))
      }
    }
  }

  func testAFieldThatHasNoRoomBesideItsHeadingIsBelowIt() {
    onMainThread {
      let settings = DesktopSettings.current!
      let before = settings.fontResolution
      defer { settings.fontResolution = before }
      for (least, textScale, isBelow) in [(100, 1.0, false), (420, 1, true), (100, 2, true)] {
        settings.fontResolution = 96 * textScale
        let field = Box(.horizontal)
        field.setSizeRequest(width: least, height: 20)
        let row = FormRow("Days", field)
        let window = Window()
        window.setDefaultSize(width: 500, height: 200)
        window.child = row
        window.present()
        pump("the row") { row.isMapped && row.width > 440 && field.width > 0 }
        let heading = row.children.first { $0 !== field }!
        let (start, end) = (
          field.convert(Point(x: 0, y: 0), to: row),
          field.convert(Point(x: Double(field.width), y: 0), to: row)
        )
        let title = heading.convert(Point(x: 0, y: 0), to: row)
        XCTAssertEqual(start?.x == title?.x, isBelow, "\(least)")
        XCTAssertLessThanOrEqual(end?.x ?? .infinity, Double(row.width), "\(least)")
        XCTAssertEqual((start?.y ?? 0) >= (title?.y ?? 0) + Double(heading.height), isBelow, "\(least)")
        window.destroy()
        drain()
      }
    }
  }

  func testAFileThatIsCutIsNoSuccessAndTheKeysComeToTheQuestions() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(Self.two, work: script.work) { window, page in
        window.accept()
        pump("the import") { script.orders.count == 1 }
        script.tell(
          .problem(
            ImportProblem(
              file: URL(fileURLWithPath: "/nowhere/result.json"), place: .file, reason: "cut off",
              effect: .incomplete)))
        var summary = ImportSummary(added: 48, conversations: [1])
        summary.isIncomplete = true
        script.tell(.end(summary))
        pump("the end") { if case .finished = window.imports.queue.state { true } else { false } }
        let report = window.imports.panel.report
        XCTAssertTrue(report.shownTexts.contains("Something is missing"), "\(report.shownTexts)")
        XCTAssertEqual(report.outcome?.hasLosses, true)

        report.questions.show([
          PeopleQuestion(
            id: PeoplePair(1, 2), name: "Mara", otherName: "Mara Lind", messageCount: 3, chats: [1],
            chatTitle: "Walks")
        ])
        pump("the question") { report.questions.isMapped }
        let list = report.all(ListView.self)
        XCTAssertEqual(list.first?.takeFocus(), true)
        XCTAssertTrue(report.leaveLosses(Key.tab))
        XCTAssertTrue(report.questions.containsFocus)
      }
    }
  }
}
