import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Chats
@testable import Commands
@testable import Controls
@testable import Importing
@testable import Reader

/// The question which of a chat's people the reader is, and the details in which that is changed.
final class OwnerTests: XCTestCase {
  func testAnImportThatCannotKnowAsksAndTheAnswerShows() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        var outcome = ImportOutcome(archivePath: bench.archive.path)
        outcome.conversations = Set(bench.view.contents.chats.map(\.id))
        outcome.figures.added = 4
        bench.window.showImported(outcome)
        pump("the question") { bench.window.owner.isMapped && bench.window.owner.question != nil }
        bench.paint()
        XCTAssertTrue(bench.window.owner.shownTexts.contains("Ann"))
        XCTAssertTrue(bench.window.owner.press("Bob"))
        pump("own messages") {
          bench.tab.view?.feed.model.messages.filter(\.isOwn).compactMap(\.sender?.name) == ["Bob"]
        }
        XCTAssertFalse(bench.window.owner.visible)
        bench.window.showImported(outcome)
        drain()
        XCTAssertFalse(bench.window.owner.visible, "asked once")
      }
    }
  }

  func testTheGuessComesFirstAndThereIsAListForMany() {
    let people = (1...6).map {
      OwnerQuestion.Candidate(id: $0, name: "P\($0)", colorSeed: 0, chatCount: 1, messageCount: 1)
    }
    let question = OwnerQuestion(chats: [1], candidates: people, guess: 3)
    onMainThread {
      XCTAssertEqual(OwnerPanel.offered(question).map(\.name), ["P3", "P1", "P2"])
      let few = OwnerQuestion(chats: [1], candidates: Array(people.prefix(5)), guess: 3)
      XCTAssertEqual(OwnerPanel.offered(few).count, 5)
      let panel = OwnerPanel()
      let window = Window()
      window.setDefaultSize(width: 600, height: 200)
      window.child = panel
      window.present()
      var answers: [Participant.ID?] = []
      panel.didAnswer = { answers.append($1) }
      panel.ask(question)
      pump("the question") { panel.shownTexts.contains("P3") }
      XCTAssertTrue(panel.shownTexts.contains("Someone Else…"))
      XCTAssertTrue(panel.press("None of These"))
      pump("the answer") { !answers.isEmpty }
      XCTAssertEqual(answers, [nil])
      XCTAssertFalse(panel.visible)
      window.destroy()
    }
  }

  // The media page of the same chat calls them videos.
  func testTheDetailsCountVideos() {
    onMainThread {
      let film = { (_: URL) in
        var message = SidebarBench.message("Look", in: 7, 1)
        message.attachments = [Attachment(kind: .video, name: "a.mp4")]
        return [message]
      }
      SidebarBench.run(chats: 1, adding: film) { bench in
        let chat = bench.view.contents.chats.first { $0.title == "Chat 7" }!.id
        let details = ChatDetailsWindow(bench.archive, chat)
        details.present(over: bench.window)
        pump("the facts") { details.facts != nil && details.isMapped }
        XCTAssertTrue(details.shownTexts.contains("Videos"), "\(details.shownTexts)")
        XCTAssertFalse(details.shownTexts.contains("Films"), "\(details.shownTexts)")
        details.destroy()
      }
    }
  }

  // People after the first 100 were left out without a note.
  func testTheDetailsReachAllPeopleAndImports() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let archive = bench.archive
        for number in 0..<130 {
          let context = ImportContext(id: try! archive.beginImport(of: "/later\(number).json", at: 2))
          var message = SidebarBench.message("Hello", in: 1, 10 + number)
          message.sender = .init(key: "person\(number)", name: "Person \(number)")
          _ = try! archive.writeBatch([message], context: context)
        }
        let details = ChatDetailsWindow(archive, bench.view.contents.chats[0].id)
        details.present(over: bench.window)
        pump("the facts") { details.facts?.people.count == 132 && details.isMapped && details.isActive }
        let lasts = [details.facts!.people.last!.name, details.facts!.imports.last!.path]
        let rests = ["32 more are not shown.", "31 more are not shown."]
        XCTAssertEqual(details.shownTexts.filter { lasts.contains($0) || rests.contains($0) }, rests)
        for last in lasts {
          details.all(Button.self).first { $0.label == "Show More" && $0.isMapped }?.takeFocus()
          XCTAssertTrue(details.press("Show More"))
          pump(last) { details.shownTexts.contains(last) }
          XCTAssertNotEqual(details.focusWidget?.isMapped, false)
        }
        XCTAssertFalse(details.shownTexts.contains("Show More"))
        details.setZone("Europe/Lisbon")
        pump("the zone") { details.shownTexts.contains("Europe/Lisbon") }
        XCTAssertEqual(details.shownTexts.filter(lasts.contains), lasts, "as many as before")
        details.destroy()
      }
    }
  }

  // Each failed change added a banner.
  func testTheDetailsHaveOneBannerWithTheLatestReason() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let details = ChatDetailsWindow(bench.archive, bench.view.contents.chats[0].id)
        details.present(over: bench.window)
        pump("the facts") { details.facts != nil && details.isMapped }
        @MainActor func reasons() -> [String] { details.all(Notice.self).compactMap(\.text) }
        XCTAssertEqual(reasons(), [])
        let path = bench.archive.path
        try! FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        details.setZone("Europe/Lisbon")
        pump("a reason") { !reasons().isEmpty }
        let first = reasons()
        try! Data("Another file".utf8).write(to: URL(fileURLWithPath: path))
        details.setZone("Europe/Rome")
        pump("another reason") { reasons() != first }
        XCTAssertEqual(reasons().count, 1, "\(reasons())")
        details.destroy()
      }
    }
  }

  func testAnAccountOfAnotherChatCanBeTheOwnersToo() {
    onMainThread {
      let account = ImportedMessage(
        conversationKey: "test:work", conversationTitle: "Work", sourceID: "1",
        sender: .init(key: "test:jw", name: "jw_work"), sentAt: 1, text: "Done")
      SidebarBench.run(chats: 1, adding: { _ in [account] }) { bench in
        let chats = bench.view.contents.chats
        let work = chats.first { $0.title == "Work" }!.id
        let details = ChatDetailsWindow(bench.archive, chats.first { $0.title != "Work" }!.id)
        details.present(over: bench.window)
        pump("the facts") { details.facts != nil && details.isMapped }
        let everybody = details.facts!.everybody
        XCTAssertGreaterThan(everybody.count, details.facts!.people.count)
        XCTAssertFalse(details.shownTexts.contains("Add Account…"), "nobody is the owner yet")
        let me = details.facts!.people[0]
        details.setOwner(me.id)
        pump("the button") { details.shownTexts.contains("Add Account…") }
        let here = Set(details.facts!.people.map(\.id))
        let other = everybody.first { !here.contains($0.id) }!
        details.addAccount(other.id, of: me.id)
        pump("the name of the account") { details.shownTexts.contains(other.name) }
        let owner = try! Blocking.wait { try await bench.archive.details(of: work)?.owner }
        XCTAssertEqual(owner?.person?.id, me.id)
        XCTAssertEqual(owner?.isKnown, true)
        details.destroy()
      }
    }
  }

  func testTheDetailsTellAndChangeTheOwnerThePeopleAndTheZone() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let chat = bench.view.contents.chats[0].id
        let details = ChatDetailsWindow(bench.archive, chat)
        details.present(over: bench.window)
        pump("the facts") { details.facts?.people.count == 2 && details.isMapped }
        XCTAssertEqual(details.facts?.imports.map(\.path), ["/export.json"])
        let people = details.facts!.people
        details.setOwner(people[0].id)
        pump("the owner") { details.facts?.details.owner.person?.id == people[0].id }
        XCTAssertFalse(details.shownTexts.contains("A guess"), "\(details.shownTexts)")
        details.merge(people[1].id, into: people[0].id)
        pump("one person") { details.facts?.people.map(\.messageCount) == [2] }
        details.setZone("Europe/Lisbon")
        pump("the zone") { details.facts?.details.timeZone == "Europe/Lisbon" }
        pump("its row") { details.shownTexts.contains("Europe/Lisbon") }
        details.destroy()
      }
    }
  }
}
