import ArgumentParser
import ChatArchive
import Foundation
import Gtk
import Translation

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
    print(InfoReport(info).text)
    if case .damaged = info.integrity {
      throw CommandFailure(
        tr(
          "“{path}” is damaged. Restore it from a backup, or import the chat again into a new archive.",
          ["path": archive.path])
      )
    }
  }
}

/// An archive's facts as lines of text.
struct InfoReport {
  private static let leastNameWidth = 15
  /// People named one by one; the rest is counted.
  static let senderLimit = 10

  let lines: [(name: String, value: String)]

  init(_ info: ArchiveInfo) {
    var lines: [(name: String, value: String)] = [
      (tr("Conversations"), info.conversationCount.formatted(.number.locale(.desktop))),
      (tr("Messages"), info.messageCount.formatted(.number.locale(.desktop))),
      (tr("People"), info.senders.count.formatted(.number.locale(.desktop))),
    ]
    for sender in info.senders.prefix(Self.senderLimit) {
      lines.append(("", "\(sender.messageCount.formatted(.number.locale(.desktop)))  \(sender.name)"))
    }
    let others = info.senders.count - Self.senderLimit
    if others > 0 { lines.append(("", trn("… and {count} more", "… and {count} more", others))) }
    if let first = info.firstSentAt, let last = info.lastSentAt {
      lines.append((tr("First message"), Self.date(first)))
      lines.append((tr("Last message"), Self.date(last)))
    }
    lines.append((tr("Size"), info.byteCount.formatted(.byteCount(style: .file).locale(.desktop))))
    lines.append((tr("Format"), "\(info.schemaVersion)"))
    switch info.integrity {
    case .ok: lines.append((tr("Integrity"), tr("sound")))
    case .damaged(let reasons): lines += reasons.map { (tr("Integrity"), $0) }
    }
    self.lines = lines
  }

  /// One fact a line, the values below one another.
  var text: String {
    let names = lines.map { $0.name.isEmpty ? "" : $0.name + ":" }
    let width = max(Self.leastNameWidth, (names.map(\.terminalWidth).max() ?? 0) + 1)
    return zip(names, lines).map { name, line in
      name + String(repeating: " ", count: width - name.terminalWidth) + line.value
    }.joined(separator: "\n")
  }

  private static func date(_ milliseconds: Int64) -> String {
    MessageDate(milliseconds).date.formatted(
      Date.FormatStyle(date: .long, time: .shortened, locale: .desktop))
  }
}
