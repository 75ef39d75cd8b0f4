import ArgumentParser
import ChatArchive
import Foundation

/// `backscroll info ARCHIVE`: what an archive holds.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tell what an archive holds, and whether it is sound.",
    discussion: "Exit status 2 if the archive is damaged.")

  @Argument(help: "The archive.", completion: .file())
  var archive: String

  func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    let info = try Blocking.wait { try await archive.info() }
    for (name, value) in InfoReport(info).lines {
      let label = name.isEmpty ? "" : name + ":"
      print(label.padding(toLength: InfoReport.nameWidth, withPad: " ", startingAt: 0) + value)
    }
    if case .damaged = info.integrity {
      throw CommandFailure(
        "“\(archive.path)” is damaged. Restore it from a backup, or import the chat again into a new archive."
      )
    }
  }
}

/// An archive's facts as lines of text.
struct InfoReport {
  static let nameWidth = 15
  /// People named one by one; the rest is counted.
  static let senderLimit = 10

  let lines: [(name: String, value: String)]

  init(_ info: ArchiveInfo) {
    var lines: [(name: String, value: String)] = [
      ("Conversations", info.conversationCount.formatted(.number.locale(.desktop))),
      ("Messages", info.messageCount.formatted(.number.locale(.desktop))),
      ("People", info.senders.count.formatted(.number.locale(.desktop))),
    ]
    for sender in info.senders.prefix(Self.senderLimit) {
      lines.append(("", "\(sender.messageCount.formatted(.number.locale(.desktop)))  \(sender.name)"))
    }
    let others = info.senders.count - Self.senderLimit
    if others > 0 { lines.append(("", "… and \(others.formatted(.number.locale(.desktop))) more")) }
    if let first = info.firstSentAt, let last = info.lastSentAt {
      lines.append(("First message", Self.date(first)))
      lines.append(("Last message", Self.date(last)))
    }
    lines.append(("Size", info.byteCount.formatted(.byteCount(style: .file).locale(.desktop))))
    lines.append(("Format", "\(info.schemaVersion)"))
    switch info.integrity {
    case .ok: lines.append(("Integrity", "sound"))
    case .damaged(let reasons): lines += reasons.map { ("Integrity", $0) }
    }
    self.lines = lines
  }

  private static func date(_ milliseconds: Int64) -> String {
    MessageDate(milliseconds).date.formatted(
      Date.FormatStyle(date: .long, time: .shortened, locale: .desktop))
  }
}
