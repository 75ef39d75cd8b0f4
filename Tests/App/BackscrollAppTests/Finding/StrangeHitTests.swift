import Chats
import GtkTestSupport
import XCTest

@testable import BackscrollApp
@testable import Commands
@testable import Finding

/// Hits of the search in all chats whose chats differ from those that the window has read.
final class StrangeHitTests: XCTestCase {
  @MainActor
  private static func search(_ text: String, _ bench: FindBench) -> ResultsPage {
    bench.tab.finding.showResults(text)
    let page = bench.tab.finding.results!
    pump("an answer") { page.model.query?.text == text && page.model.state != .searching }
    return page
  }

  // Another program imports such a chat. Formerly the hit led to the chat that was already shown.
  func testAHitInAChatThatIsNewOpensThere() {
    onMainThread {
      FindBench.run { bench in
        _ = try! bench.archive.writeBatch([
          ImportedMessage(
            conversationKey: "zoe", conversationTitle: "Zoe", sourceID: "1",
            sender: .init(key: "z", name: "Zoe"),
            sentAt: 1_700_000_000_000, text: "a xylophone")
        ])
        let page = Self.search("xylophone", bench)
        pump("the hit") { page.model.store.items.contains { $0.hit != nil } }
        page.list.didActivate(page.model.store.items.first { $0.hit != nil }!)
        pump("its chat") { bench.tab.view?.conversation.title == "Zoe" }
        XCTAssertFalse(bench.tab.finding.isShowingResults)
      }
    }
  }

  func testTheHitsOfAChatThatIsDeletedGo() {
    onMainThread {
      FindBench.run { bench in
        let page = Self.search("boiler", bench)
        pump("the hits") { page.model.store.items.compactMap(\.hit).count == 12 }
        let other = bench.tab.session.conversations.first { $0.id != bench.view.conversation.id }!
        try! Blocking.wait { [archive = bench.archive] in try await archive.delete(other.id) }
        bench.tab.noteChange(of: [other.id])
        pump("the hits that are left") { page.model.store.items.compactMap(\.hit).count == 6 }
      }
    }
  }
}
