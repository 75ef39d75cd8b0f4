import AppBase
import ArgumentParser
import ChatStore
import Commands
import Foundation
import Gtk
import Translation

/// Arguments in, exit status out.
///
/// Exit status: 0 for success; 1 if records were skipped, or nothing was found; 2 for a failure, with the reason on standard error.
extension Program {
  /// Runs the command that the arguments name, and returns the exit status. Afterwards all archives have to be closed.
  static func run(_ arguments: [String]) -> Int32 {
    var command: any ParsableCommand
    do {
      command = try BackscrollCommand.parseAsRoot(arguments)
    } catch {
      return reportParsing(error)
    }
    do {
      try command.run()
      return 0
    } catch let end as EndedBySignal {
      Archive.closeAll()
      // The process ends as the sender expects: by the signal.
      signal(end.number, SIG_DFL)
      raise(end.number)
      return 128 + end.number
    } catch let status as ExitCode {
      return status.rawValue
    } catch  where BackscrollCommand.exitCode(for: error) == .success {
      return reportParsing(error)  // The command “help” throws its output.
    } catch {
      complain("\(error)")
      return 2
    }
  }

  /// Prints help and version to standard output with success. Any other error is an invalid argument.
  private static func reportParsing(_ error: any Error) -> Int32 {
    let lines = BackscrollCommand.fullMessage(for: error)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard BackscrollCommand.exitCode(for: error) == .success else {
      for line in lines { note(String(line)) }
      return 2
    }
    do {
      try output(lines)
      return 0
    } catch {
      complain("\(error)")
      return 2
    }
  }
}

/// `backscroll`, the root of the other commands.
///
/// `open` is the default command. A first argument that is the name of a command is that command: an archive named
/// "import" is opened as "./import".
struct BackscrollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: tr("Read a chat archive of any size, with scrolling that never jumps."),
    usage: """
      backscroll [ARCHIVE] [OPTIONS]
      backscroll import FILE ... --into ARCHIVE [OPTIONS]
      backscroll generate ARCHIVE --messages N [--seed S]
      backscroll info ARCHIVE
      backscroll forget ARCHIVE IMPORT [--yes]
      backscroll search ARCHIVE QUERY [--limit N] [--json]
      backscroll stats ARCHIVE [--chat NAME] [--from DATE] [--to DATE] [--json]
      backscroll index ARCHIVE [--rebuild]
      backscroll export ARCHIVE --chat NAME --format html|json|txt [--from DATE] [--to DATE] [--rename-people] [--output FILE]
      backscroll media ARCHIVE FOLDER [--chat NAME] [--search QUERY] [--kind pictures|videos|files] [--from DATE] [--to DATE]
      """,
    discussion: [
      tr("Without an archive, the last one opened is shown, or a sample conversation of 10,000 messages."),
      tr("“backscroll help open” lists the options of the window."),
      tr(
        "Exit status: 0 for success; 1 if some records were skipped or a search or an export found nothing; 2 for a failure."
      ),
    ].joined(separator: "\n\n"),
    version: "\(Program.name) \(Program.version)",
    subcommands: [
      OpenCommand.self, ImportCommand.self, GenerateCommand.self, InfoCommand.self,
      ForgetCommand.self, SearchCommand.self, StatsCommand.self, IndexCommand.self, ExportCommand.self,
      MediaCommand.self, RenderPictureCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)
}
