import ArgumentParser
import ChatArchive
import Dispatch
import Foundation
import Gtk
import Translation

/// `backscroll import FILE ... --into ARCHIVE`: imports chat exports into an archive.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import chat exports and logs into an archive.",
    discussion: """
      A folder stands for the files in it. Messages that are in the archive already are not added again. To complete \
      an interrupted import, or to add what is new in a log, import the same file again.

      Exit status: 0 for success; 1 if some records were skipped; 2 for a failure.
      """)

  @Argument(help: "Files and folders to read.", completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("The archive; created if it does not exist.", valueName: "archive"))
  var into: String

  @Flag(help: "Copy pictures and files beside the archive, into ARCHIVE.media.")
  var keepMedia = false

  @Option(help: "The format of the files. Default: detected from their contents.")
  var format: ImportFormat?

  @Flag(help: "Keep files outside of the folder of a Backscroll export. Only for exports of one's own.")
  var trustPaths = false

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
      try Program.output([tr("Nothing was imported, so no archive was created.")])
    } else {
      try Program.output([ImportReport(summary, path: path).sentence])
    }
    let status = ImportReport.status(of: summary)
    guard status == 0 else { throw ExitCode(status) }
  }

  /// Imports. Returns the summary and the path of the archive.
  private func fill() throws -> (ImportSummary, path: String) {
    let interrupt = Interrupt()
    let archive = try UpgradeLine.open(into, .createIfMissing)
    // Before an empty one is removed.
    defer { archive.close() }
    let line = ProgressLine()
    defer { line.clear() }
    let options = ImportOptions(
      format: format, timeZone: .current, keepsMedia: keepMedia, trustsPaths: trustPaths)
    let summary = Importer(into: archive, options: options).run(
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

  /// The error if none of the files exists. No archive is created then.
  private var nothingToRead: ImportError? {
    guard let first = files.first, !files.contains(where: FileManager.default.fileExists) else { return nil }
    return .missing(path: first)
  }
}

extension ImportFormat: ExpressibleByArgument {}

extension ImportProgress {
  /// The fraction of the bytes that were read, 0…1.
  var fraction: Double { totalBytes > 0 ? Double(bytesRead) / Double(totalBytes) : 1 }
}

/// The result of an import as a sentence and as an exit status.
struct ImportReport {
  let sentence: String

  init(_ summary: ImportSummary, path: String) {
    let parts =
      [tr("{messages} added to “{path}”", ["messages": Counted.messages(summary.added), "path": path])]
      + Self.rest(duplicates: summary.duplicates, skipped: summary.skipped)
      + Self.media(summary)
    sentence = parts.joined(separator: "; ") + "."
  }

  /// Parts of a sentence about the records that were not added.
  static func rest(duplicates: Int, skipped: Int) -> [String] {
    var parts: [String] = []
    if duplicates > 0 {
      parts.append(trn("{count} existed already", "{count} existed already", duplicates))
    }
    if skipped > 0 {
      // Translators: a record is an entry of an imported file: a message, or something else.
      parts.append(trn("{count} record skipped", "{count} records skipped", skipped))
    }
    return parts
  }

  /// Parts of a sentence about pictures and files that were to be copied.
  private static func media(_ summary: ImportSummary) -> [String] {
    var parts: [String] = []
    if summary.mediaCopied > 0 {
      parts.append(trn("{count} file copied", "{count} files copied", summary.mediaCopied))
    }
    if summary.mediaMissing > 0 {
      parts.append(
        trn("{count} file not in the export", "{count} files not in the export", summary.mediaMissing))
    }
    return parts
  }

  /// 0 for success, 1 if records were skipped, 2 for a failure.
  static func status(of summary: ImportSummary) -> Int32 {
    if !summary.failures.isEmpty { return 2 }
    return summary.skipped > 0 ? 1 : 0
  }
}

/// The progress of a command, as one line on standard error that is overwritten. Writes nothing unless standard error is
/// a terminal.
final class ProgressLine {
  private let isTerminal: Bool
  private let write: (String) -> Void
  private var shown = ""

  init(
    isTerminal: Bool = isatty(STDERR_FILENO) == 1,
    write: @escaping (String) -> Void = { try? StandardStream.error.write($0) }
  ) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Shows the completed fraction, 0…1, as a percentage, and `words` after it.
  func show(_ words: String, fraction: Double) {
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    let line = "\(percent) %  \(words)"
    guard isTerminal, line != shown else { return }
    shown = line
    // Returns to the start of the line and erases it.
    write("\r\u{1B}[2K\(line)")
  }

  /// Erases the line, so that other output can follow.
  func clear() {
    guard isTerminal, !shown.isEmpty else { return }
    shown = ""
    write("\r\u{1B}[2K")
  }
}

/// While it exists, the first Ctrl+C (SIGINT), SIGTERM or SIGHUP sets ``isRaised`` instead of ending the process. The second
/// one of a kind ends it. A signal that was ignored at the start stays ignored.
final class Interrupt {
  /// Raised by a signal; for work on other threads.
  let flag = StopFlag()
  private let sources: [(number: Int32, source: any DispatchSourceSignal)]

  init() {
    sources = [SIGINT, SIGTERM, SIGHUP].filter { !UnixSignal.isIgnored($0) }.map { number in
      signal(number, SIG_IGN)
      return (number, DispatchSource.makeSignalSource(signal: number, queue: .global()))
    }
    for (number, source) in sources {
      source.setEventHandler { [flag] in
        flag.raise()
        signal(number, SIG_DFL)
      }
      source.resume()
    }
  }

  deinit {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }

  var isRaised: Bool { flag.isRaised }
}
