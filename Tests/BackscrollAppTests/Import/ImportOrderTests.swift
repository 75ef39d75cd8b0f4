import Foundation
import Testing

@testable import BackscrollApp
@testable import ChatArchive

@Suite("What is to be imported, and where to")
struct ImportOrderTests {
  @Test(
    "A new archive is named after the export",
    arguments: [
      ("/home/a/ChatExport_2024-03-14/result.json", "ChatExport_2024-03-14"),
      ("/home/a/ChatExport_2024-03-14", "ChatExport_2024-03-14"), ("/logs/#swift.weechatlog", "#swift"),
      ("/logs/.hidden.log", "hidden"), ("/result.json", "chats"), ("/x/demo.json", "demo-import"),
    ])
  func name(_ file: String, _ name: String) {
    let path = ImportOrder.newArchivePath(for: file, in: URL(fileURLWithPath: "/data"))
    #expect(path == "/data/backscroll/\(name).sqlite")
  }

  @Test("A window with an archive of one's own takes it")
  func own() {
    #expect(ImportOrder(["/a"], from: .file(path: "/b.sqlite")).archivePath == "/b.sqlite")
  }

  @Test("Of very many reports a few a second are let through, the first at once")
  func pace() {
    let pace = ImportPace()
    let start = ContinuousClock.now
    let passed = (0..<1000).filter { pace.isDue(at: start + .milliseconds($0)) }
    #expect(passed == [0, 250, 500, 750])
  }

  @Test("Many files that fail do not fill the window")
  func failures() {
    var outcome = ImportOutcome(archivePath: "/a")
    outcome.add(ImportSummary(failures: (0..<5).map { .missing(path: "/\($0)") }))
    #expect(outcome.isFailure)
    #expect(
      outcome.details == [
        "There is no file at “/0”. Check the path.", "There is no file at “/1”. Check the path.",
        "3 more files could not be imported.",
      ])
  }

  @Test("What was skipped is counted, and the first place named")
  func skipped() {
    var outcome = ImportOutcome(archivePath: "/a")
    let problem = ImportProblem(
      file: URL(fileURLWithPath: "/c.log"), place: .line(7), reason: "no time", effect: .skipped)
    outcome.add(ImportSummary(added: 1, skipped: 2, conversations: [1]), [problem, problem])
    #expect(outcome.title == "Imported 1 message from 1 conversation")
    #expect(outcome.details == ["2 records skipped.", "/c.log:7: no time; skipped."])
  }
}
