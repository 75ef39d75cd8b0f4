import AppBase
import ArchiveWords
import ArgumentParser
import ChatExport
import ChatStore
import Chats
import FilePaths
import Foundation
import GLib
import Printing
import Translation

/// `backscroll export ARCHIVE --chat NAME --format html|json|txt|pdf`: writes a chat to a file or to standard output.
package struct ExportCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: tr("Export a chat as a web page, as Telegram’s JSON, as plain text or as a PDF document."),
    discussion: [
      tr(
        "A page needs nothing else. JSON has all of a chat: “backscroll import” reads it back. Days are those of the chat’s time zone, written 2021, 2021-03 or 2021-03-14; the last one is included."
      ),
      tr(
        "Exit status: 0 for success; 1 if the chat has no messages in that span; 2 for a failure. A file is replaced once the export is complete, otherwise it is left as it was."
      ),
    ].joined(separator: "\n\n"))

  package init() {}

  @Argument(help: ArgumentHelp(tr("The archive.")), completion: .file())
  package var archive: String

  @Option(help: ArgumentHelp(tr("The title of the chat, a part of it, or its number."), valueName: "name"))
  package var chat: String

  @Option(
    help: ArgumentHelp(tr("A topic of the chat: its title, a part of it, or its number."), valueName: "name"))
  package var topic: String?

  @Option(help: ArgumentHelp(tr("The format of the export.")))
  package var format: Format

  @Option(help: ArgumentHelp(tr("The first day. Default: that of the first message."), valueName: "date"))
  package var from: String?

  @Option(help: ArgumentHelp(tr("The last day. Default: that of the newest message."), valueName: "date"))
  package var to: String?

  @Flag(
    help: ArgumentHelp(
      tr("Rename people to “Person 1”, “Person 2” and so on, and leave out numbers and files.")))
  var renamePeople = false

  @Option(help: ArgumentHelp(tr("The paper of a PDF document. Default: that of the region.")))
  package var paper: PrintOptions.Paper?

  @Option(help: ArgumentHelp(tr("The columns of a page of a PDF document, 1 or 2."), valueName: "number"))
  package var columns: Int?

  @Flag(help: ArgumentHelp(tr("Leave the pictures out of a PDF document.")))
  package var noPictures = false

  @Option(
    help: ArgumentHelp(tr("The file to write. Default, and for “-”: standard output."), valueName: "file"),
    completion: .file()
  )
  package var output: String?

  /// The path of the file; nil for standard output.
  private var file: String? { output == "-" ? nil : output }

  /// The formats of exports, and PDF.
  package enum Format: String, CaseIterable, ExpressibleByArgument {
    case html, json, txt, pdf

    /// Nil for PDF.
    fileprivate var exported: ExportFormat? { ExportFormat(rawValue: rawValue) }
  }

  /// The options that only pages have.
  private static let pageOptions = ["--paper", "--columns", "--no-pictures"]

  package func validate() throws {
    let isForPages = paper != nil || columns != nil || noPictures
    guard format == .pdf || !isForPages else {
      throw ValidationError(
        // Translators: the options are “--paper”, “--columns” and “--no-pictures”.
        tr("{options} are only for the format pdf.", ["options": Self.pageOptions.joined(separator: ", ")]))
    }
    guard (1...2).contains(columns ?? 1) else {
      throw ValidationError(tr("The number of columns is 1 or 2."))
    }
  }

  package func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    defer { archive.close() }
    let found = try Blocking.wait { [chat, topic] in try await archive.chat(named: chat, topic: topic) }
    let zone = found.timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    let span = try ExportSpan(from: from, to: to, in: zone)
    let summary =
      if let format = format.exported {
        try write(
          Exporter(
            archive, chat: found.id,
            options: ExportOptions(format: format, span: span, timeZone: zone, renamesPeople: renamePeople)))
      } else {
        try writePages(of: found, in: archive, span, zone)
      }
    guard summary.messages > 0 else {
      Program.note(ExportWords.nothing)
      throw ExitCode(1)
    }
    guard let file else { return }
    // Standard output is reserved for the export.
    Program.note(ExportWords.done(summary, path: file))
  }

  private func writePages(
    of chat: Conversation, in archive: Archive, _ span: ExportSpan, _ zone: TimeZone
  ) throws -> ExportSummary {
    let destination = try destination
    var options = PrintOptions(timeZone: zone)
    options.span = span
    options.renamesPeople = renamePeople
    // A picture can show a person.
    options.showsPictures = !noPictures && !renamePeople
    options.columns = columns ?? 1
    if let paper { options.paper = paper }
    let interrupt = Interrupt()
    let line = ProgressLine()
    defer { line.clear() }
    let stop = interrupt.flag
    return try withExtendedLifetime(interrupt) {
      try Blocking.wait { [options] in
        let printed = try await PrintedChat.divide(
          archive, chat.id, options,
          progress: { line.show(tr("Counting the pages"), fraction: $0.fraction) },
          isCancelled: { stop.isRaised })
        guard let printed else { return ExportSummary(messages: 0, bytes: 0) }
        return try await printed.writePDF(
          to: destination, progress: { line.show(PrintWords.progress($0), fraction: $0.fraction) },
          isCancelled: { stop.isRaised })
      }
    }
  }

  private var destination: ExportDestination {
    get throws {
      if let file {
        guard FilePath.isUTF8(file) else {
          throw CommandFailure(tr("The path “{path}” is not in UTF-8. Choose another one.", ["path": file]))
        }
        return .file(URL(fileURLWithPath: file))
      } else {
        let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        return .stream(folder: folder) { bytes in
          do throws(StandardStream.Failure) {
            try StandardStream.output.write(bytes)
          } catch {
            throw POSIXError(POSIXErrorCode(rawValue: error.code) ?? .EIO)
          }
        }
      }
    }
  }

  private func write(_ exporter: Exporter) throws -> ExportSummary {
    let destination = try destination
    let interrupt = Interrupt()
    let line = ProgressLine()
    defer { line.clear() }
    let stop = interrupt.flag
    return try withExtendedLifetime(interrupt) {
      try Blocking.wait {
        try await exporter.run(
          to: destination,
          progress: { line.show(Counted.messages($0.messages), fraction: $0.fraction) },
          isCancelled: { stop.isRaised })
      }
    }
  }
}

extension PrintOptions.Paper: ExpressibleByArgument {}
