import ChatArchive
import Foundation
import Translation

/// What the imports of one stretch came to, for the person at the screen.
struct ImportOutcome: Equatable, Sendable {
  let archivePath: String
  var added = 0
  var duplicates = 0
  var skipped = 0
  var conversations: Set<Conversation.ID> = []
  /// Sentences about files that were not read, or not to their end.
  var failures: [String] = []
  /// The first records that were passed over, or taken with a change, as lines.
  var problems: [String] = []
  var isCancelled = false

  init(archivePath: String) { self.archivePath = archivePath }

  mutating func add(_ summary: ImportSummary, _ problems: [ImportProblem] = []) {
    added += summary.added
    duplicates += summary.duplicates
    skipped += summary.skipped
    conversations.formUnion(summary.conversations)
    failures += summary.failures.map(\.description)
    isCancelled = isCancelled || summary.isCancelled
    self.problems += problems.map(\.description)
  }

  /// Nothing at all has come of it.
  var isFailure: Bool { !failures.isEmpty && added == 0 && duplicates == 0 }

  /// "Imported 3,000 messages from 2 conversations".
  var title: String {
    if isFailure { return tr("Nothing could be imported") }
    if isCancelled { return tr("Import cancelled") }
    if added == 0, duplicates > 0 { return tr("Nothing new to import") }
    return tr(
      "Imported {messages} from {conversations}",
      [
        "messages": Counted.messages(added), "conversations": Counted.conversations(conversations.count),
      ])
  }

  /// What else should be known, a sentence for each; empty if there is nothing.
  var details: [String] {
    var sentences: [String] = []
    if isCancelled {
      sentences.append(
        added > 0
          ? tr(
            "The {messages} added so far are kept. Import the same files again for the rest.",
            ["messages": Counted.messages(added)])
          : tr("Nothing was added."))
    }
    let rest = ImportReport.rest(duplicates: duplicates, skipped: skipped).joined(separator: "; ")
    if !rest.isEmpty { sentences.append("\(rest).") }
    sentences += problems.prefix(1).map { "\($0)." }
    sentences += failures.prefix(Self.failureLimit)
    if failures.count > Self.failureLimit {
      sentences.append(
        trn(
          "{count} more file could not be imported.", "{count} more files could not be imported.",
          failures.count - Self.failureLimit))
    }
    return sentences
  }

  private static let failureLimit = 2
}
