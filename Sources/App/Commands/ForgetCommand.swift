import AppBase
import ArgumentParser
import ChatStore
import Chats
import Foundation
import GLib
import Translation

/// `backscroll forget ARCHIVE IMPORT`: removes an import.
package struct ForgetCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: tr("Undo an import, such as that of a wrong file."),
    discussion: [
      tr(
        "Messages that only this import had are deleted; messages that other imports also contain are restored from those imports. What you wrote, renamed and merged stays. “backscroll info” lists the imports with their numbers."
      ),
      tr("Exit status: 0 for success; 1 if the answer was no; 2 for a failure."),
    ].joined(separator: "\n\n"))

  package init() {}

  @Argument(help: ArgumentHelp(tr("The archive.")), completion: .file())
  package var archive: String

  @Argument(help: ArgumentHelp(tr("The number of the import."), valueName: "import"))
  package var number: ImportRecord.ID

  @Flag(help: ArgumentHelp(tr("Do not ask before messages are deleted.")))
  package var yes = false
  package func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    defer { archive.close() }
    if let obstacle = archive.writeObstacle { throw obstacle }
    let forecast = try Blocking.wait { [number] in try await archive.forgetting(number) }
    let imports = try Blocking.wait { try await archive.imports() }
    guard let forecast, let record = imports.first(where: { $0.id == number }) else {
      throw CommandFailure(
        tr(
          "“{path}” has no import {number}. “backscroll info” lists its imports.",
          ["path": archive.path, "number": "\(number)"]))
    }
    for sentence in Self.question(forecast, record) { Program.note(sentence) }
    guard try yes || isConfirmed() else {
      try Program.output([tr("Nothing was changed.")])
      throw ExitCode(1)
    }
    try undo(in: archive, forecast)
    try Program.output([
      tr(
        "Import {number} was undone: {messages} deleted from “{path}”.",
        ["number": "\(number)", "messages": Counted.messages(forecast.removed), "path": archive.path])
    ])
  }

  /// Undoes the import, with the progress on the terminal. An interruption leaves the archive as it was.
  private func undo(in archive: Archive, _ forecast: ForgottenImport) throws {
    let interrupt = Interrupt()
    let line = ProgressLine()
    defer { line.clear() }
    let (stop, words) = (interrupt.flag, Counted.messages(forecast.removed))
    try withExtendedLifetime(interrupt) {
      _ = try Blocking.wait { [number] in
        try await archive.forget(
          [number], progress: { line.show(words, fraction: $0) },
          isCancelled: { stop.isRaised })
      }
    }
  }

  /// The data that is removed, and the data that stays.
  package static func question(_ forecast: ForgottenImport, _ record: ImportRecord) -> [String] {
    var sentences = [
      tr(
        "Import {number} is that of “{path}”. It alone had {messages}, which will be deleted.",
        ["number": "\(record.id)", "path": record.path, "messages": Counted.messages(forecast.removed)])
    ]
    if forecast.kept > 0 {
      sentences.append(
        tr(
          "It had {messages} in common with other imports, which stay as those have them.",
          ["messages": Counted.messages(forecast.kept)]))
    }
    return sentences
  }

  /// Asks on the terminal. Without one, the question cannot be answered.
  private func isConfirmed() throws -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure(
        tr("Nothing was changed, because there is no terminal to ask on. Add --yes to delete without asking.")
      )
    }
    // Translators: the letters are what the answer begins with.
    try? StandardStream.error.write(tr("Undo this import? [y/N]") + " ")
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    // Translators: the letter of "yes", in lower case; "y" is taken as well.
    return answer.hasPrefix("y") || answer.hasPrefix(tr("y"))
  }
}
