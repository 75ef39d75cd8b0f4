import ArgumentParser
import ChatArchive
import Foundation
import Translation

/// `backscroll generate ARCHIVE --messages N`: writes the made-up conversation.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write a made-up conversation of any length into an archive.",
    discussion: "The same seed always gives the same conversation; writing it twice adds nothing.")

  @Argument(help: "The archive; created if it does not exist.", completion: .file())
  var archive: String

  @Option(help: ArgumentHelp("How many messages, 1 to 100000000.", valueName: "n"))
  var messages: Int

  @Option(help: ArgumentHelp("Which of the many possible conversations.", valueName: "s"))
  var seed: UInt64 = SyntheticConversation.usualSeed

  func validate() throws {
    guard (1...100_000_000).contains(messages) else {
      throw ValidationError(
        tr("--messages takes 1 to 100000000, not {number}.", ["number": "\(messages)"]))
    }
  }

  func run() throws {
    let archive = try Archive(path: archive, mode: .createIfMissing)
    let progress = ProgressLine()
    try SyntheticConversation.generate(into: archive, messages: messages, seed: seed) { done in
      progress.show(
        tr(
          "{count} of {messages}",
          ["count": done.formatted(.number.locale(.desktop)), "messages": Counted.messages(messages)]),
        fraction: Double(done) / Double(messages))
    }
    progress.clear()
    print(
      tr(
        "“{path}” has the {messages} of seed {seed}.",
        ["path": archive.path, "messages": Counted.messages(messages), "seed": "\(seed)"]))
  }
}

extension SyntheticConversation {
  /// The conversation everybody sees first.
  static var usualSeed: UInt64 { 1 }
}
