import Foundation
import GtkTestSupport
import Synchronization
import XCTest

@testable import BackscrollApp
@testable import ChatFormats
@testable import ChatStore
@testable import Chats
@_spi(Testing) @testable import Gtk
@testable import Importing

/// The actions in the report of an import: undoing it, and answering which people are the same.
final class ReportActionTests: XCTestCase {
  @MainActor
  private static func with(
    work: ImportWork = .real, undoWork: UndoWork = .real, _ body: (ImportWindow, Archive) -> Void
  ) {
    let window = ImportWindow(work: work, undoWork: undoWork)
    let archive = try! Archive(path: window.archivePath, mode: .existing)
    window.imports.archive = { archive }
    body(window, archive)
    window.finish()
    archive.close()
    drain()
  }

  /// Imports files in which the reader is not a participant.
  @MainActor
  private static func run(_ window: ImportWindow, _ files: [String], line: UInt = #line) {
    window.imports.queue.dismiss()
    window.imports.take(files)
    pump("the survey", line: line) { window.imports.page?.form.survey.isComplete == true }
    window.imports.page?.change { form in
      form.owner = .nobody
      form.continued = Set(form.strangers.map(\.file))
    }
    window.accept()
    pump("the end of the import", line: line) { window.isFinished }
    drain()
  }

  /// The facts about an archive, read while the main loop runs.
  @MainActor
  private static func facts(_ archive: Archive) -> (messages: [String: Int], imports: Int) {
    var found: (messages: [String: Int], imports: Int)?
    Task {
      let chats = try! await archive.chats()
      let imports = try! await archive.imports()
      found = (Dictionary(uniqueKeysWithValues: chats.map { ($0.title, $0.messageCount) }), imports.count)
    }
    pump("the facts") { found != nil }
    return found!
  }

  /// Waits until the archive has returned its questions about people, and they are shown.
  @MainActor
  private static func afterAsking(_ imports: WindowImports) {
    var isAnswered = false
    XCTAssertNotNil(imports.asking)
    Task {
      await imports.asking?.value
      isAnswered = true
    }
    pump("the questions") { isAnswered }
  }

  // MARK: Undo

  func testUndoTakesAllFilesOfTheImportBackAndNothingElse() {
    onMainThread {
      Self.with { window, archive in
        Self.run(window, [window.export("a.json", chat: 1, messages: 3)])
        Self.run(
          window,
          [
            window.export("b.json", chat: 2, messages: 4), window.export("c.json", chat: 3, messages: 2),
            // Some messages of the first chat are new.
            window.export("d.json", chat: 1, messages: 5),
          ])
        XCTAssertEqual(Self.facts(archive).messages, ["Chat 1": 5, "Chat 2": 4, "Chat 3": 2])
        XCTAssertTrue(window.imports.panel.press("Undo"))
        pump("the end") { window.isUndone }
        XCTAssertEqual(
          window.texts, ["The import was undone", "8 messages deleted. Your files are as they were."])
        XCTAssertTrue(window.announcer.text.hasPrefix("The import was undone"), window.announcer.text)
        XCTAssertEqual(Self.facts(archive).messages, ["Chat 1": 3])
        XCTAssertEqual(Self.facts(archive).imports, 1)
        XCTAssertEqual(window.changes.map(\.count), [3])
        XCTAssertEqual(window.outcomes.count, 2, "an import that is taken back is no new one")
        XCTAssertTrue(window.imports.escape())
        XCTAssertFalse(window.imports.panel.visible)
      }
    }
  }

  func testWhatACancelledImportHasWrittenIsTakenBack() {
    onMainThread {
      let records = Atomic(0)
      let work = ImportWork { request, observer in
        var observer = observer
        let stops = request.title == "half.json"
        observer.isCancelled = { stops && records.add(1, ordering: .relaxed).newValue > 1_500 }
        return ImportWork.real.run(request, observer)
      }
      Self.with(work: work) { window, archive in
        Self.run(window, [window.export("a.json", chat: 1, messages: 3)])
        Self.run(window, [window.export("half.json", chat: 2, messages: 3_000)])
        XCTAssertEqual(window.texts.first, "Import cancelled")
        let half = Self.facts(archive).messages["Chat 2"] ?? 0
        XCTAssertTrue((1..<3_000).contains(half), "\(half)")
        XCTAssertTrue(window.imports.panel.press("Undo"))
        pump("the end") { window.isUndone }
        XCTAssertEqual(Self.facts(archive).messages, ["Chat 1": 3])
      }
    }
  }

  func testImportsThatRanOneAfterTheOtherAreTakenBackTogether() {
    onMainThread {
      Self.with { window, archive in
        for (name, chat) in [("a", 1), ("b", 2)] {
          window.imports.queue.add(
            ImportRequest(
              [window.export("\(name).json", chat: chat, messages: chat)], from: .file(path: archive.path)))
        }
        pump("the end of both") { window.isFinished }
        XCTAssertEqual(Self.facts(archive).messages, ["Chat 1": 1, "Chat 2": 2])
        XCTAssertTrue(window.imports.panel.press("Undo"))
        pump("the end") { window.isUndone }
        XCTAssertEqual(Self.facts(archive).messages, [:])
        XCTAssertEqual(Self.facts(archive).imports, 0)
      }
    }
  }

  func testAnUndoThatFailsSaysSoAndCanBeTriedAgain() {
    onMainThread {
      let steps = ScriptedUndo()
      Self.with(undoWork: steps.work) { window, archive in
        Self.run(window, [window.export("a.json", chat: 1, messages: 3)])
        XCTAssertTrue(window.imports.panel.press("Undo"))
        pump("the beginning") { window.isUndoing }
        XCTAssertEqual(
          window.texts,
          [
            "Taking back 3 messages…",
            "What the import has added to 1 chat is being deleted. Your files stay as they are.", "0 %",
          ], "no button")
        XCTAssertTrue(window.announcer.text.contains("3 messages"), window.announcer.text)
        // Its signal can still be pending.
        window.imports.panel.didRequestUndo?()
        window.imports.queue.undo()
        XCTAssertTrue(window.imports.isBusy)
        let spoken = window.announcer.text
        steps.report(0.25)
        steps.report(0.5)
        pump("the bar") { window.texts.last == "50 %" }
        XCTAssertEqual(window.imports.panel.report.undoBar.fraction, 0.5)
        XCTAssertEqual(window.announcer.text, spoken, "only the bar has changed")
        XCTAssertTrue(window.imports.escape(), "the report is closed")
        XCTAssertFalse(window.imports.panel.visible)
        steps.report(0.75)
        pump("the report of a bar that is out of view") {
          if case .undoing(let status) = window.imports.queue.state { status.fraction == 0.75 } else { false }
        }
        XCTAssertFalse(window.imports.panel.visible)
        // Dismissing does not stop the undo.
        window.imports.queue.dismiss()
        steps.fail(.missing(path: archive.path))
        pump("the failure") { window.isFinished }
        XCTAssertTrue(window.imports.panel.visible, "its end is shown")
        XCTAssertEqual(steps.begun, 1, "once")
        XCTAssertTrue(
          window.texts.contains {
            $0.hasPrefix("The import was not undone: ") && $0.contains(archive.path)
          },
          "\(window.texts)")
        XCTAssertEqual(window.outcomes.count, 1)
        XCTAssertEqual(window.changes, [])
        XCTAssertTrue(window.imports.panel.press("Undo"))
        pump("the second beginning") { window.isUndoing }
        window.imports.queue.add(
          ImportRequest([window.export("b.json", chat: 2, messages: 2)], from: .file(path: archive.path)))
        drain()
        XCTAssertFalse(window.imports.queue.state.isRunning, "waits")
        steps.goOn()
        pump("the second import") { window.isFinished && window.outcomes.count == 2 }
        XCTAssertEqual(Self.facts(archive).messages, ["Chat 2": 2])
        XCTAssertEqual(window.changes.count, 1)
      }
    }
  }

  func testAnImportIsTakenBackAlsoIfTheWindowGoesMeanwhile() {
    onMainThread {
      let steps = ScriptedUndo()
      expectNothingLeft {
        let window = ImportWindow(undoWork: steps.work)
        var archive: Archive? = try! Archive(path: window.archivePath, mode: .existing)
        window.imports.archive = { [weak archive] in archive }
        Self.run(window, [window.export("a.json", chat: 1, messages: 3)])
        Self.run(window, [window.export("b.json", chat: 2, messages: 2)])
        XCTAssertTrue(window.imports.panel.press("Undo"))
        pump("the beginning") { window.isUndoing }
        window.imports.stop()
        window.destroy()
        drain()
        let before = steps.ended
        steps.goOn()
        pump("the end") { steps.ended > before }
        XCTAssertEqual(Self.facts(archive!).messages, ["Chat 1": 3])
        XCTAssertEqual(Self.facts(archive!).imports, 1)
        archive?.close()
        archive = nil
        window.finish()
        drain()
      }
    }
  }

  func testNothingThatWasReadIsNothingToTakeBack() {
    onMainThread {
      Self.with { window, archive in
        window.imports.queue.add(ImportRequest(["/gone.json"], from: .file(path: archive.path)))
        pump("the end") { window.isFinished }
        XCTAssertFalse(window.texts.contains("Undo"), "\(window.texts)")
      }
    }
  }

  // The question was shown although the archive keeps its answer: no name was marked, and a choice had no effect. The
  // report then offered an Undo without an effect.
  func testTheSameFilesAgainAskNothingAndLeaveNothingToUndo() {
    onMainThread {
      Self.with { window, archive in
        let file = window.transcript(minutes: 0..<6, in: "a")
        @MainActor func ask() -> ImportPage? {
          window.imports.queue.dismiss()
          window.imports.take([file])
          pump("the survey") { window.imports.page?.form.survey.isComplete == true }
          return window.imports.page
        }
        @MainActor func sides(_ page: ImportPage) -> [Bool] { page.preview.contents.map(\.message.isOwn) }
        guard let first = ask(), let jonas = first.form.candidates.first(where: { $0.name == "Jonas" }) else {
          return XCTFail("no page")
        }
        XCTAssertTrue(first.shownTexts.contains("Which one are you?"), "\(first.shownTexts)")
        first.change { $0.owner = .person(jonas.id) }
        let told = sides(first)
        XCTAssertEqual(Set(told), [true, false])
        window.accept()
        pump("the end of the import") { window.isFinished }
        XCTAssertTrue(window.texts.contains("Undo"), "\(window.texts)")
        guard let second = ask() else { return XCTFail("no page") }
        pump("what the archive knows") { !second.form.knownOwners.isEmpty }
        XCTAssertFalse(second.shownTexts.contains("Which one are you?"), "\(second.shownTexts)")
        XCTAssertEqual(sides(second), told)
        window.accept()
        pump("the end of the second import") { window.isFinished }
        XCTAssertEqual(window.texts.first, "Nothing new to import")
        XCTAssertFalse(window.texts.contains("Undo"), "\(window.texts)")
      }
    }
  }

  // MARK: People

  private static let number = "+49 170 1234567"

  func testOnePersonUnderTwoNamesIsAskedOnce() {
    onMainThread {
      Self.with { window, archive in
        Self.run(window, [window.transcript(minutes: 0..<20, in: "a")])
        XCTAssertEqual(window.imports.panel.report.questions.questions, [])
        XCTAssertFalse(window.texts.contains("Different People"))
        Self.run(window, [window.transcript(mara: Self.number, minutes: 0..<20, in: "b")])
        pump("the question") { window.texts.contains("Different People") }
        let at = window.texts.firstIndex(of: "One person under two names?")!
        XCTAssertEqual(
          Array(window.texts[at...].prefix(5)),
          [
            "One person under two names?", "Mara and \(Self.number)",
            "10 messages with the same words at the same times, in “Walks”.", "Same Person",
            "Different People",
          ])
        XCTAssertTrue(window.announcer.text.hasPrefix("One person under two names?"), window.announcer.text)
        XCTAssertTrue(window.imports.panel.press("Different People"))
        pump("the answer") { !window.texts.contains("Different People") }
        XCTAssertEqual(Self.facts(archive).messages, ["Walks": 30])
        XCTAssertEqual(window.changes, [], "nothing has changed")
        // Both names occur again.
        Self.run(window, [window.transcript(minutes: 20..<40, in: "c")])
        Self.run(window, [window.transcript(mara: Self.number, minutes: 20..<40, in: "d")])
        XCTAssertEqual(Self.facts(archive).messages, ["Walks": 60])
        Self.afterAsking(window.imports)
        XCTAssertFalse(window.texts.contains("Different People"), "asked once: \(window.texts)")
      }
    }
  }

  func testTheSamePersonIsOneAndTheChatsAreShownAnew() {
    onMainThread {
      Self.with { window, archive in
        Self.run(window, [window.transcript(minutes: 0..<20, in: "a")])
        Self.run(window, [window.transcript(mara: Self.number, minutes: 0..<20, in: "b")])
        pump("the question") { window.texts.contains("Same Person") }
        XCTAssertEqual(Self.facts(archive).messages, ["Walks": 30])
        XCTAssertTrue(window.imports.panel.press("Same Person"))
        pump("the change") { window.changes.count == 1 }
        XCTAssertEqual(Self.facts(archive).messages, ["Walks": 20])
        XCTAssertFalse(window.texts.contains("Same Person"))
        // The subject of the question disappears with the import.
        XCTAssertTrue(window.imports.panel.press("Undo"))
        pump("the end") { window.isUndone }
        XCTAssertEqual(Self.facts(archive).messages, ["Walks": 20])
        XCTAssertEqual(Self.facts(archive).imports, 1)
      }
    }
  }

  /// Imports like the command line without a terminal, which leaves the questions open.
  @MainActor
  private static func importElsewhere(_ files: [String], into path: String) {
    let archive = try! Archive(path: path, mode: .existing)
    for file in files {
      let summary = Importer(into: archive, timeZone: .gmt).run(
        [URL(fileURLWithPath: file)])
      XCTAssertEqual(summary.failures, [])
    }
    archive.close()
  }

  func testAQuestionOfTheCommandLineIsAskedUntilItIsDismissed() {
    onMainThread {
      Self.with { window, archive in
        window.imports.askAboutPeople()
        Self.afterAsking(window.imports)
        XCTAssertFalse(window.imports.panel.visible, "there is nothing to ask")
        Self.importElsewhere(
          [
            window.transcript(minutes: 0..<20, in: "a"),
            window.transcript(mara: Self.number, minutes: 0..<20, in: "b"),
          ], into: archive.path)
        window.imports.askAboutPeople()
        pump("the question") { window.texts.contains("Same Person") }
        XCTAssertEqual(
          window.texts,
          [
            "Questions from an earlier import", "One person under two names?", "Mara and \(Self.number)",
            "10 messages with the same words at the same times, in “Walks”.", "Same Person",
            "Different People",
          ])
        XCTAssertEqual(window.outcomes, [])
        XCTAssertTrue(window.imports.escape())
        XCTAssertFalse(window.imports.panel.visible)
        // Like a window that is opened later.
        let later = WindowImports(into: .file(path: archive.path))
        later.archive = { archive }
        later.dismissals = window.imports.dismissals
        for imports in [window.imports, later] {
          imports.askAboutPeople()
          Self.afterAsking(imports)
          XCTAssertFalse(imports.panel.visible)
          XCTAssertEqual(imports.queue.state, .idle)
        }
        // Like another run of the program.
        later.dismissals = PeopleDismissals()
        later.askAboutPeople()
        Self.afterAsking(later)
        XCTAssertEqual(later.queue.state, .asking)
        XCTAssertEqual(later.panel.report.questions.questions.count, 1)
        // A report always asks.
        Self.run(window, [window.export("a.json", chat: 1, messages: 3)])
        pump("the question") { window.texts.contains("Different People") }
        XCTAssertTrue(window.texts.contains("Undo"))
      }
    }
  }

  func testAQuestionAsTheArchiveOpensIsAnsweredWithoutAReport() {
    onMainThread {
      Self.with { window, archive in
        Self.importElsewhere(
          [
            window.transcript(minutes: 0..<20, in: "a"),
            window.transcript(mara: Self.number, minutes: 0..<20, in: "b"),
          ], into: archive.path)
        window.imports.askAboutPeople()
        pump("the question") { window.texts.contains("Same Person") }
        XCTAssertTrue(window.imports.panel.press("Same Person"))
        pump("the change") { window.changes.count == 1 }
        XCTAssertEqual(Self.facts(archive).messages, ["Walks": 20])
        pump("the end") { window.imports.queue.state == .idle }
        XCTAssertFalse(window.imports.panel.visible)
      }
    }
  }

  func testAnAnswerThatCannotBeStoredCanBeGivenAgain() {
    onMainThread {
      Self.with { window, archive in
        Self.run(window, [window.transcript(minutes: 0..<20, in: "a")])
        Self.run(window, [window.transcript(mara: Self.number, minutes: 0..<20, in: "b")])
        pump("the question") { window.texts.contains("Same Person") }
        // Nothing is written to an archive whose file is missing.
        let aside = archive.path + ".aside"
        XCTAssertEqual(rename(archive.path, aside), 0)
        XCTAssertTrue(window.imports.panel.press("Same Person"))
        pump("the reason") { window.texts.contains { $0.contains(archive.path) } }
        XCTAssertTrue(window.texts.contains("Same Person"), "\(window.texts)")
        XCTAssertEqual(window.imports.panel.report.questions.questions.count, 1)
        XCTAssertEqual(window.changes, [], "nothing has changed")
        XCTAssertEqual(rename(aside, archive.path), 0)
        XCTAssertTrue(window.imports.panel.press("Same Person"))
        pump("the change") { window.changes.count == 1 }
        XCTAssertFalse(window.texts.contains("Same Person"))
      }
    }
  }

  func testSeveralPairsAreAListAndEachIsAnsweredOnItsOwn() {
    onMainThread {
      let questions = (1...5).map { number in
        PeopleQuestion(
          id: PeoplePair(Int64(number), Int64(number + 10)), name: "Person \(number)",
          otherName: "+49 \(number)", messageCount: number + 3, chats: [1], chatTitle: "Walks")
      }
      let view = PeopleQuestionsView()
      let window = Window()
      window.setDefaultSize(width: 600, height: 400)
      window.child = view
      window.present()
      var answers: [Int64: Bool] = [:]
      view.didAnswer = { question, areSame in
        answers[question.id.person] = areSame
        view.show(view.questions.filter { $0 != question })
      }
      view.show(questions)
      pump("the list") { view.shownTexts.contains("Person 5 and +49 5") }
      XCTAssertEqual(view.shownTexts.first, "5 people under two names each?")
      for (index, words) in ["Same Person", "Different People", "Same Person", "Same Person"].enumerated() {
        XCTAssertTrue(view.press(words), "the first one that is left")
        pump("the answer") { answers.count == index + 1 }
      }
      XCTAssertEqual(answers, [1: true, 2: false, 3: true, 4: true])
      XCTAssertEqual(view.shownTexts.first, "One person under two names?")
      XCTAssertTrue(view.press("Different People"))
      pump("the end") { !view.visible }
      window.destroy()
    }
  }
}

extension ImportWindow {
  fileprivate var isFinished: Bool { if case .finished = imports.queue.state { true } else { false } }
  fileprivate var isUndoing: Bool { if case .undoing = imports.queue.state { true } else { false } }
  fileprivate var isUndone: Bool { if case .undone = imports.queue.state { true } else { false } }
}

/// An undo whose progress a test controls.
private final class ScriptedUndo: Sendable {
  private enum Step {
    case fail(ArchiveError)
    case report(Double)
    case goOn
  }

  private let steps: AsyncStream<Step>
  private let continuation: AsyncStream<Step>.Continuation
  private let beginnings = Atomic(0)
  private let ends = Atomic(0)

  /// The number of times that it has started, and has ended.
  var begun: Int { beginnings.load(ordering: .relaxed) }
  var ended: Int { ends.load(ordering: .relaxed) }

  init() { (steps, continuation) = AsyncStream.makeStream() }

  func fail(_ error: ArchiveError) { continuation.yield(.fail(error)) }
  func report(_ fraction: Double) { continuation.yield(.report(fraction)) }
  func goOn() { continuation.yield(.goOn) }

  var work: UndoWork {
    UndoWork { [self] outcome, progress in
      beginnings.add(1, ordering: .relaxed)
      defer { self.ends.add(1, ordering: .relaxed) }
      for await step in steps {
        switch step {
        case .fail(let error): return .failure(error)
        case .report(let fraction): progress(fraction)
        case .goOn: return await UndoWork.real.run(outcome, progress)
        }
      }
      return .success([])
    }
  }
}
