import Foundation
import Testing

@testable import ChatArchive

@Suite("Cancelling an import, and looking before one", .dedicatedThreads)
struct ImportCancelTests {
  private static func log(_ lines: Int) -> String {
    (0..<lines).map { "2024-01-02 12:00:\(String(format: "%02d", $0 % 60))\tann\tline \($0)" }.joined(
      separator: "\n")
  }

  @Test("What was read is in the archive, the summary says so, and the same import again brings the rest")
  func cancelled() async throws {
    let bench = try ImportBench()
    let file = try bench.file(Self.log(5_000), named: "a.weechatlog")
    var asked = 0
    let summary = Importer(into: bench.archive, timeZone: ImportBench.utc).run(
      [file, file], progress: { _ in }, problem: { _ in },
      isCancelled: {
        asked += 1
        return asked > 2_500
      })
    #expect(summary.isCancelled)
    #expect(summary.failures == [])
    #expect(summary.added > 2_000 && summary.added < 2_600)
    #expect(try await bench.archive.conversations().map(\.messageCount) == [summary.added])
    let rest = bench.run(file).summary
    #expect(!rest.isCancelled)
    #expect(rest.added == 5_000 - summary.added)
    #expect(rest.duplicates == summary.added)
  }

  @Test("An import that is cancelled before it begins reads nothing and finds no fault")
  func never() throws {
    let bench = try ImportBench()
    let folder = try bench.file("x", named: "folder/a.txt").deletingLastPathComponent()
    for file in [folder, try bench.file(Self.log(10), named: "a.weechatlog")] {
      let summary = Importer(into: bench.archive, timeZone: ImportBench.utc).run(
        [file], progress: { _ in }, problem: { _ in }, isCancelled: { true })
      #expect(summary.isCancelled)
      #expect(summary.added == 0 && summary.filesRead == 0 && summary.failures == [])
    }
  }

  @Test("An import that has read everything by then is not called cancelled")
  func late() throws {
    let bench = try ImportBench()
    let file = try bench.file(Self.log(10), named: "a.weechatlog")
    var isLate = false
    let summary = Importer(into: bench.archive, timeZone: ImportBench.utc).run(
      [file], progress: { _ in isLate = true }, problem: { _ in }, isCancelled: { isLate })
    #expect(summary.added == 10 && !summary.isCancelled)
  }

  @Test("Progress names the file that is read, and conversations that gain are counted")
  func progress() throws {
    let bench = try ImportBench()
    let files = try ["#a", "#b"].map { try bench.file(Self.log(10), named: "\($0).weechatlog") }
    let report = bench.run(files)
    #expect(report.progress.last?.file?.lastPathComponent == "#b.weechatlog")
    #expect(report.summary.conversations.count == 2)
    #expect(bench.run(files).summary.conversations == [])
  }

  @Test("What can be imported is told from its contents, and an archive by its head")
  func looking() throws {
    let bench = try ImportBench()
    let log = try bench.file(Self.log(3), named: "logs/a.txt")
    let picture = try bench.file(Data([0x89, 0x50, 0x4e, 0x47]), named: "pictures/a.png")
    #expect(Importer.recognises(log.path))
    #expect(Importer.recognises(log.deletingLastPathComponent().path))
    #expect(Importer.recognises(Fixture.group.path))
    #expect(!Importer.recognises(picture.path))
    #expect(!Importer.recognises(picture.deletingLastPathComponent().path))
    #expect(!Importer.recognises(bench.folder.url.appendingPathComponent("nothing").path))
    #expect(!Importer.recognises(bench.archive.path))
    #expect(Archive.isArchive(at: bench.archive.path))
    #expect(!Archive.isArchive(at: log.path))
    #expect(!Archive.isArchive(at: bench.folder.url.path))
    // Both would wait for a writer who never comes.
    let pipe = bench.folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(!Importer.recognises(pipe.path) && !Archive.isArchive(at: pipe.path))
  }
}
