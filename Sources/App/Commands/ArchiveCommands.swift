import AppBase
import ArgumentParser
import ChatStore
import Chats
import Foundation
import SampleChat
import Translation

/// `backscroll generate ARCHIVE --messages N`: writes a generated conversation.
package struct GenerateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: tr("Write a generated conversation of any length into an archive."),
    discussion: tr("The same seed always gives the same conversation. Writing it twice adds nothing."))

  package init() {}

  @Argument(help: ArgumentHelp(tr("The archive; created if it does not exist.")), completion: .file())
  package var archive: String

  @Option(help: ArgumentHelp(tr("The number of messages, 1 to 100000000."), valueName: "n"))
  package var messages: Int

  @Option(help: ArgumentHelp(tr("The seed of the conversation."), valueName: "s"))
  package var seed: UInt64 = SyntheticConversation.usualSeed
  package func validate() throws {
    guard (1...100_000_000).contains(messages) else {
      throw ValidationError(
        tr("--messages takes 1 to 100000000, not {number}.", ["number": "\(messages)"]))
    }
  }

  package func run() throws {
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
    try Program.output([
      tr(
        "“{path}” has the {messages} of seed {seed}.",
        ["path": archive.path, "messages": Counted.messages(messages), "seed": "\(seed)"])
    ])
  }
}

/// `backscroll info ARCHIVE`: prints facts about an archive.
package struct InfoCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: tr("Print what an archive contains, and check its integrity."),
    discussion: tr("The exit status is 2 if the archive is damaged, and 0 if only its search index is."))

  package init() {}

  @Argument(help: ArgumentHelp(tr("The archive.")), completion: .file())
  package var archive: String
  package func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    let info = try Blocking.wait { try await archive.info() }
    let isIndexSound = try Blocking.wait { try await archive.searchIndexIsSound() }
    // If the archive is too damaged to list the imports, the other facts are still useful.
    let imports = (try? Blocking.wait { try await archive.imports() }) ?? []
    try Program.output(InfoReport(info, isIndexSound: isIndexSound, imports: imports).text)
    if case .damaged = info.integrity {
      throw CommandFailure(
        tr(
          "“{path}” is damaged. Restore it from a backup, or import the chat again into a new archive.",
          ["path": archive.path])
      )
    }
  }
}

/// Facts about an archive as lines of text.
struct InfoReport {
  private static let leastNameWidth = 15
  /// The most people that are listed. The others are counted.
  static let senderLimit = 10
  /// The most imports that are listed, the latest ones. The others are counted.
  static let importLimit = 20

  let lines: [(name: String, value: String)]

  init(_ info: ArchiveInfo, isIndexSound: Bool, imports: [ImportRecord] = []) {
    var lines: [(name: String, value: String)] = [
      (tr("Chats"), info.conversationCount.formatted(.number.locale(.desktop))),
      (tr("Messages"), (info.messageCount - info.noteCount).formatted(.number.locale(.desktop))),
      (tr("Notes"), info.noteCount.formatted(.number.locale(.desktop))),
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
    lines += Self.lines(of: imports)
    lines.append((tr("Size"), info.byteCount.formatted(.byteCount(style: .file).locale(.desktop))))
    lines.append((tr("Format"), "\(info.schemaVersion)"))
    switch info.integrity {
    case .ok: lines.append((tr("Integrity"), tr("sound")))
    case .damaged(let reasons): lines += reasons.map { (tr("Integrity"), $0) }
    }
    lines.append((tr("Search index"), Self.index(info, isSound: isIndexSound)))
    self.lines = lines
  }

  /// The imports with their numbers, which are the arguments of “backscroll forget”.
  private static func lines(of imports: [ImportRecord]) -> [(name: String, value: String)] {
    guard !imports.isEmpty else { return [] }
    var lines = [(name: tr("Imports"), value: imports.count.formatted(.number.locale(.desktop)))]
    for record in imports.prefix(importLimit) {
      let parts = [
        "\(record.id)", date(record.importedAt), record.format,
        Counted.conversations(record.conversationCount), Counted.messages(record.messageCount), record.path,
      ]
      lines.append(("", parts.compactMap(\.self).joined(separator: "  ")))
    }
    let others = imports.count - importLimit
    if others > 0 { lines.append(("", trn("… and {count} more", "… and {count} more", others))) }
    return lines
  }

  private static func index(_ info: ArchiveInfo, isSound: Bool) -> String {
    guard isSound, let version = info.searchIndex.version else {
      return tr("missing or damaged; “backscroll index --rebuild” rebuilds it")
    }
    let size = info.searchIndexByteCount.formatted(.byteCount(style: .file).locale(.desktop))
    let values = [
      "version": "\(version)", "size": size,
      "percent": info.searchIndex.fraction.formatted(.percent.precision(.fractionLength(0)).locale(.desktop)),
    ]
    return info.searchIndex.isComplete
      ? tr("version {version}, {size}, sound", values)
      : tr("version {version}, {size}, sound, {percent} complete", values)
  }

  /// One fact on each line, with the values aligned.
  var text: [String] {
    let names = lines.map { $0.name.isEmpty ? "" : $0.name + ":" }
    let width = max(Self.leastNameWidth, (names.map(\.terminalWidth).max() ?? 0) + 1)
    return zip(names, lines).map { name, line in
      name + String(repeating: " ", count: width - name.terminalWidth) + line.value
    }
  }

  /// The date in the format of the window.
  private static func date(_ milliseconds: Int64) -> String {
    MessageTimeFormatter().moment(of: milliseconds)
  }
}
