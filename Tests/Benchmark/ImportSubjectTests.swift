import ChatFormats
import ChatStore
import Foundation
import Testing

@testable import BackscrollBench

struct ImportSubjectTests {
  private static let byteCount = 150_000

  @Test(arguments: ImportSubject.all.map(\.name))
  func aGeneratedExportIsReadWhole(_ name: String) throws {
    try withExport(of: name) { _, export, folder in
      let survey = ImportSurvey.of([export.url], options: ImportOptions(timeZone: .gmt))
      let subject = try #require(ImportSubject.all.first { $0.name == name })
      #expect(survey.found.map(\.format) == [subject.format])
      #expect(survey.chats.map(\.messageCount) == [export.messageCount])

      let archive = try Archive(path: folder.appendingPathComponent("archive").path, mode: .createIfMissing)
      var problems: [ImportProblem] = []
      let summary = Importer(into: archive, timeZone: .gmt).run(
        [export.url], observer: ImportObserver(problem: { problems.append($0) }))
      archive.close()
      #expect(summary.added == export.messageCount)
      #expect(summary.duplicates == 0)
      #expect(summary.failures.isEmpty)
      #expect(problems.isEmpty)
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")),
    arguments: ImportSubject.all.map(\.name))
  func pythonFindsTheSameMessages(_ name: String) throws {
    try withExport(of: name) { subject, export, folder in
      let runner = ImportRunner(subject: subject, export: export, folder: folder)
      // Throws if there are more or fewer.
      let run = try runner.python(isIndexed: true)
      #expect(run.messages == export.messageCount)
    }
  }

  @Test func anExportIsAboutAsLargeAsWasAskedFor() throws {
    for subject in ImportSubject.all {
      try withExport(of: subject.name) { _, export, _ in
        #expect(abs(export.byteCount - Self.byteCount) < 20_000, "\(subject.name)")
        #expect(export.messageCount > 100, "\(subject.name)")
      }
    }
  }

  /// Writes a small export, in several parts if the format has them.
  private func withExport(
    of name: String, _ body: (ImportSubject, ImportSubject.Export, _ folder: URL) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var subject = try #require(ImportSubject.all.first { $0.name == name })
    if case .parts(_, let path) = subject.layout { subject.layout = .parts(messages: 100, path: path) }
    let export = try subject.write(into: folder.appendingPathComponent("export"), byteCount: Self.byteCount)
    try body(subject, export, folder)
  }
}
