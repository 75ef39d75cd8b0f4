import AppBase
import ArchiveWords
import ArgumentParser
import ChatExport
import ChatStore
import FilePaths
import Foundation
import GLib
import Translation

/// `backscroll export ARCHIVE --chat NAME --format html|json|txt`: writes a chat to a file or to standard output.
package struct ExportCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: tr("Export a chat as a web page, as Telegram’s JSON or as plain text."),
    discussion: [
      tr(
        "A page needs nothing else and can be printed. JSON has all of a chat: “backscroll import” reads it back. Days are those of the chat’s time zone, written 2021, 2021-03 or 2021-03-14; the last one is included."
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

  @Option(help: ArgumentHelp(tr("The format of the export.")))
  package var format: ExportFormat

  @Option(help: ArgumentHelp(tr("The first day. Default: that of the first message."), valueName: "date"))
  package var from: String?

  @Option(help: ArgumentHelp(tr("The last day. Default: that of the newest message."), valueName: "date"))
  package var to: String?

  @Flag(
    help: ArgumentHelp(
      tr("Rename people to “Person 1”, “Person 2” and so on, and leave out numbers and files.")))
  var renamePeople = false

  @Option(
    help: ArgumentHelp(tr("The file to write. Default, and for “-”: standard output."), valueName: "file"),
    completion: .file()
  )
  package var output: String?

  /// The path of the file; nil for standard output.
  private var file: String? { output == "-" ? nil : output }

  package func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    defer { archive.close() }
    let found = try Blocking.wait { [chat] in try await archive.chat(named: chat) }
    let zone = found.timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    let options = ExportOptions(
      format: format, span: try ExportSpan(from: from, to: to, in: zone), timeZone: zone,
      renamesPeople: renamePeople)
    let summary = try write(Exporter(archive, chat: found.id, options: options))
    guard summary.messages > 0 else {
      Program.note(ExportWords.nothing)
      throw ExitCode(1)
    }
    guard let file else { return }
    // Standard output is reserved for the export.
    Program.note(ExportWords.done(summary, path: file))
  }

  private func write(_ exporter: Exporter) throws -> ExportSummary {
    let interrupt = Interrupt()
    let line = ProgressLine()
    defer { line.clear() }
    let destination: ExportDestination
    if let file {
      guard FilePath.isUTF8(file) else {
        throw CommandFailure(tr("The path “{path}” is not in UTF-8. Choose another one.", ["path": file]))
      }
      destination = .file(URL(fileURLWithPath: file))
    } else {
      let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
      destination = .stream(folder: folder) { bytes in
        do throws(StandardStream.Failure) {
          try StandardStream.output.write(String(decoding: bytes, as: UTF8.self))
        } catch {
          throw POSIXError(POSIXErrorCode(rawValue: error.code) ?? .EIO)
        }
      }
    }
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

extension ExportFormat: ExpressibleByArgument {}
