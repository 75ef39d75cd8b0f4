import ArgumentParser
import ChatArchive
import Foundation
import Translation

/// `backscroll import FILE ... --into ARCHIVE`: brings chat exports into an archive.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring chat exports and logs into an archive.",
    discussion: """
      A folder stands for the files in it. What is in the archive already is not added again, so an import that \
      was cut short, or a log that has grown, is completed by importing it again.

      Exit status: 0 done; 1 done, but some records were skipped; 2 failed.
      """)

  @Argument(help: "Files and folders to read.", completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("The archive; created if it does not exist.", valueName: "archive"))
  var into: String

  @Option(help: "The files' format; told from what is in them unless given.")
  var format: ImportFormat?

  func run() throws {
    if let failure = nothingToRead { throw failure }
    let isNew = !FileManager.default.fileExists(atPath: into)
    let (summary, path) = try fill()
    for failure in summary.failures { Program.complain(failure.description) }
    if summary.isCancelled {
      throw CommandFailure(
        tr(
          "Interrupted. The {messages} added so far are kept in “{path}”; run the same import again for the rest.",
          ["messages": Counted.messages(summary.added), "path": path]))
    }
    if isNew, summary.added == 0, summary.duplicates == 0, Archive.removeIfEmpty(at: path) {
      print(tr("Nothing was imported, so no archive was made."))
    } else {
      print(ImportReport(summary, path: path).sentence)
    }
    let status = ImportReport.status(of: summary)
    guard status == 0 else { throw ExitCode(status) }
  }

  /// What came of it, and the archive's path.
  private func fill() throws -> (ImportSummary, path: String) {
    let interrupt = Interrupt()
    let archive = try Archive(path: into, mode: .createIfMissing)
    let line = ProgressLine()
    defer { line.clear() }
    let summary = Importer(into: archive, format: format, timeZone: .current).run(
      files.map { URL(fileURLWithPath: $0) },
      progress: { progress in
        line.show(Counted.messages(progress.messages), fraction: progress.fraction)
      },
      problem: { problem in
        line.clear()
        Program.note(problem.description)
      }, isCancelled: { interrupt.isRaised })
    return (summary, archive.path)
  }

  /// Why an archive should not even be created: none of the files is there.
  private var nothingToRead: ImportError? {
    guard let first = files.first, !files.contains(where: FileManager.default.fileExists) else { return nil }
    return .missing(path: first)
  }
}

extension ImportFormat: ExpressibleByArgument {}

extension ImportProgress {
  /// Share of the bytes that are read, 0…1.
  var fraction: Double { totalBytes > 0 ? Double(bytesRead) / Double(totalBytes) : 1 }
}

/// What an import came to, in a sentence and as an exit status.
struct ImportReport {
  let sentence: String

  init(_ summary: ImportSummary, path: String) {
    let parts =
      [tr("{messages} added to “{path}”", ["messages": Counted.messages(summary.added), "path": path])]
      + Self.rest(duplicates: summary.duplicates, skipped: summary.skipped)
    sentence = parts.joined(separator: "; ") + "."
  }

  /// What was read and is not among the messages added, in parts of a sentence.
  static func rest(duplicates: Int, skipped: Int) -> [String] {
    var parts: [String] = []
    if duplicates > 0 {
      parts.append(trn("{count} was there already", "{count} were there already", duplicates))
    }
    if skipped > 0 {
      // Translators: a record is an entry of a file that is imported: a message, or something else.
      parts.append(trn("{count} record skipped", "{count} records skipped", skipped))
    }
    return parts
  }

  /// 0 done, 1 done but for skipped records, 2 failed.
  static func status(of summary: ImportSummary) -> Int32 {
    if !summary.failures.isEmpty { return 2 }
    return summary.skipped > 0 ? 1 : 0
  }
}
