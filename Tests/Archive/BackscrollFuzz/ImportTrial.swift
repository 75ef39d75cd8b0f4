import ChatFormats
import Chats
import Foundation

/// An import into nothing, with all that it delivered and reported.
struct ImportTrial {
  private let place: URL
  private let summary: ImportSummary
  private let messages: [ImportedMessage]
  private let problems: [ImportProblem]
  private let progress: ImportProgress?

  init(of place: URL, _ options: ImportOptions, chunkSize: Int = 256 << 10) {
    self.place = place
    let archive = RecordingArchive()
    var problems: [ImportProblem] = []
    var progress: ImportProgress?
    let importer = Importer(into: archive, options: options, chunkSize: chunkSize)
    summary = importer.run(
      [place], observer: ImportObserver(progress: { progress = $0 }, problem: { problems.append($0) }))
    messages = archive.messages
    (self.problems, self.progress) = (problems, progress)
  }

  // MARK: Laws

  func check() throws(Finding) {
    try checkSum()
    for message in messages { try Self.check(message) }
    for problem in problems { try check(problem) }
    for failure in summary.failures {
      let text = failure.description
      try Finding.unless(text.hasSuffix("."), "a failure is no sentence: \(text)")
    }
  }

  /// Each record counts: as a message, as left out, or in a sentence about the whole file.
  private func checkSum() throws(Finding) {
    try Finding.unless(
      summary.added == messages.count && summary.duplicates == 0,
      "\(messages.count) messages were delivered, but \(summary.added) counted")
    let leftOut = problems.count { $0.effect == .skipped }
    try Finding.unless(
      summary.skipped == leftOut,
      "\(leftOut) records were reported as left out, but \(summary.skipped) counted")
    let isIncomplete = problems.contains { $0.effect == .incomplete }
    try Finding.unless(summary.isIncomplete == isIncomplete, "incomplete: \(summary.isIncomplete)")
    try Finding.unless(
      !summary.failures.contains { if case .miscounted = $0 { true } else { false } }, "\(summary.failures)")
    try Finding.unless(
      !messages.isEmpty || !problems.isEmpty || !summary.failures.isEmpty, "nothing was read, without a word")
    try Finding.unless(
      progress?.bytesRead == progress?.totalBytes,
      "\(progress?.bytesRead ?? 0) of \(progress?.totalBytes ?? 0) bytes were read")
  }

  private func check(_ problem: ImportProblem) throws(Finding) {
    try Finding.unless(
      !problem.reason.isEmpty && !problem.reason.hasSuffix("."), "a reason: \(problem.reason)")
    let size = (try? problem.file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
    switch problem.place {
    case .line(let line): try Finding.unless(line >= 1, "line \(line) of \(problem)")
    case .byte(let byte): try Finding.unless(byte >= 0 && byte <= size ?? .max, "byte \(byte) of \(problem)")
    case .file: break
    }
  }

  /// The largest text of a message, in bytes: a file of the same size, in which each byte becomes at most a “�”.
  private static let longestText = 4 * (64 << 10)
  /// The largest name of a person, a chat or a file, in bytes: the longest path of a file.
  private static let longestName = 4096
  /// The times that messages can have, in milliseconds since 1970 UTC: up to the year 2199.
  private static let times: Range<Int64> = 0..<7_258_118_400_000

  static func check(_ message: ImportedMessage) throws(Finding) {
    try Finding.unless(
      !message.conversationKey.isEmpty && !message.conversationTitle.isEmpty, "a chat without a name")
    try Finding.unless(message.sequence != nil || !message.sourceID.isEmpty, "a message without a key")
    try Finding.unless(
      message.text.utf8.count <= longestText, "a text of \(message.text.utf8.count) bytes")
    let people = message.reactions.flatMap(\.people)
    let senders = [message.sender, message.owner].compactMap(\.self) + people.map(\.sender)
    try Finding.unless(senders.allSatisfy { !$0.key.isEmpty }, "a person without a key")
    let names =
      [message.conversationTitle] + senders.map(\.name) + message.reactions.map(\.key)
      + message.attachments.compactMap(\.name)
    for name in names {
      try Finding.unless(
        name.utf8.count <= longestName, "a name of \(name.utf8.count) bytes: \(name.prefix(80))")
    }
    let times =
      [message.sentAt] + [message.editedAt].compactMap(\.self) + message.edits.map(\.replacedAt)
      + people.compactMap(\.reactedAt)
    for time in times { try Finding.unless(Self.times.contains(time), "the time \(time)") }
    try check(message.entities, of: message.text)
    try checkParts(of: message)
  }

  private static func checkParts(of message: ImportedMessage) throws(Finding) {
    try Finding.unless(
      message.attachments.count <= ImportedMessage.maximumAttachments
        && message.edits.count <= ImportedMessage.maximumEdits
        && message.reactions.count <= ImportedMessage.maximumReactions, "more parts than an archive stores")
    for reaction in message.reactions {
      try Finding.unless(
        reaction.count >= reaction.people.count,
        "\(reaction.count) reactions of \(reaction.people.count) people")
    }
    for attachment in message.attachments {
      let sizes = [attachment.width, attachment.height].map { Int64($0 ?? 0) }
      let numbers = sizes + [attachment.byteCount ?? 0, attachment.duration ?? 0]
      try Finding.unless(numbers.allSatisfy { $0 >= 0 }, "the sizes \(numbers)")
      guard let path = attachment.path else { continue }
      let isInside =
        path.hasPrefix(Scratch.shared.root.path + "/") && !path.split(separator: "/").contains("..")
      try Finding.unless(isInside, "a file outside of the export: \(path)")
    }
  }

  private static func check(_ entities: [TextEntity], of text: String) throws(Finding) {
    let bytes = Array(text.utf8)
    var end = 0
    for entity in entities {
      let isInside =
        entity.start >= end && entity.length >= 0 && entity.start <= bytes.count
        && entity.length <= bytes.count - entity.start
      try Finding.unless(isInside, "\(entity) of \(bytes.count) bytes after \(end)")
      end = entity.start + entity.length
      for place in [entity.start, end] where place < bytes.count {
        try Finding.unless(bytes[place] & 0xc0 != 0x80, "\(entity) divides a character")
      }
    }
  }

  // MARK: Comparisons

  /// Expects an import of the same files, read in other pieces, to be the same.
  func expectSame(_ other: ImportTrial) throws(Finding) {
    for (first, second) in zip(messages, other.messages) where first != second {
      throw Finding("read in other pieces, a message differs:\n\(first)\n\(second)")
    }
    try Finding.unless(
      messages.count == other.messages.count,
      "read in other pieces, there are \(other.messages.count) messages instead of \(messages.count)")
    for (first, second) in zip(problems, other.problems) where first != second {
      throw Finding("read in other pieces, a problem differs:\n\(first)\n\(second)")
    }
    try Finding.unless(
      problems.count == other.problems.count && summary == other.summary,
      "read in other pieces, the report differs:\n\(problems) \(summary)\n\(other.problems) \(other.summary)")
  }

  /// Expects a survey of the same files to announce what the import delivered.
  func expectSame(_ survey: ImportSurvey) throws(Finding) {
    let count = survey.chats.reduce(0) { $0 + $1.messageCount }
    try Finding.unless(
      count == messages.count, "the survey counts \(count) messages, and the import \(messages.count)")
    let chats = Set(survey.chats.map(\.id))
    try Finding.unless(chats == Set(messages.map(\.conversationKey)), "the survey has other chats: \(chats)")
    try Finding.unless(survey.bytesRead == survey.totalBytes, "the survey read \(survey.bytesRead) bytes")
  }
}
