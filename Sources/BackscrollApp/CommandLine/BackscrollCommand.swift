import ArgumentParser

/// `backscroll`, of which the other commands are parts.
///
/// Opening is the default and has a name too. A word that is a command's name is that command: an archive
/// called "import" is opened as "./import".
struct BackscrollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: "Read a chat archive of any size, with scrolling that never jumps.",
    usage: """
      backscroll [ARCHIVE] [OPTIONS]
      backscroll import FILE ... --into ARCHIVE [--format NAME]
      backscroll generate ARCHIVE --messages N [--seed S]
      backscroll info ARCHIVE
      """,
    discussion: """
      Without an ARCHIVE, a made-up conversation of 10,000 messages is shown. “backscroll help open” lists \
      the options of the window.

      Exit status: 0 done; 1 done, but some records were skipped; 2 failed.
      """,
    version: "\(Program.name) \(Program.version)",
    subcommands: [OpenCommand.self, ImportCommand.self, GenerateCommand.self, InfoCommand.self],
    defaultSubcommand: OpenCommand.self)
}
