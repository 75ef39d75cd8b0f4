import AppBase
import ArchiveWords
import ChatFormats
import ChatStore
import Chats
import Foundation
import Translation

/// The result of an import as a sentence and as an exit status.
struct ImportReport {
  let sentence: String
  private let summary: ImportSummary

  init(_ summary: ImportSummary, path: String) {
    self.summary = summary
    let parts =
      [tr("{messages} added to “{path}”", ["messages": Counted.messages(summary.added), "path": path])]
      + Self.rest(duplicates: summary.duplicates, skipped: summary.skipped)
      + Self.media(summary)
    sentence = parts.joined(separator: "; ") + "."
  }

  /// The part of an unfinished import that is kept; nil for a finished one.
  static func interruption(of summary: ImportSummary, path: String) -> String? {
    if summary.hasLostArchive {
      return tr(
        "It is unknown which messages “{path}” has kept. Run the same import again when it is in its place.",
        ["path": path])
    }
    guard summary.isCancelled else { return nil }
    return tr(
      "Interrupted. The {messages} added so far are kept in “{path}”; run the same import again for the rest.",
      ["messages": Counted.messages(summary.added), "path": path])
  }

  /// The counts, one a line. They add up to the total.
  func figures(after duration: Duration) -> [String] {
    ImportFigures(summary).rows.map { "  \($0.name): \(Counted.number($0.count))" }
      + ["  " + tr("Time: {time}", ["time": Counted.length(seconds: Int(duration.components.seconds))])]
  }

  /// Parts of a sentence about the records that were not added.
  static func rest(duplicates: Int, skipped: Int) -> [String] {
    var parts: [String] = []
    if duplicates > 0 {
      parts.append(trn("{count} existed already", "{count} existed already", duplicates))
    }
    if skipped > 0 {
      // Translators: a record is an entry of an imported file: a message, or something else.
      parts.append(trn("{count} record skipped", "{count} records skipped", skipped))
    }
    return parts
  }

  /// Parts of a sentence about pictures and files that were to be copied.
  private static func media(_ summary: ImportSummary) -> [String] {
    var parts: [String] = []
    if summary.mediaCopied > 0 {
      parts.append(trn("{count} file copied", "{count} files copied", summary.mediaCopied))
    }
    if summary.mediaMissing > 0 {
      parts.append(
        trn("{count} file not in the export", "{count} files not in the export", summary.mediaMissing))
    }
    return parts
  }

  /// 0 for success, 1 if records were skipped or something else is missing, 2 for a failure.
  static func status(of summary: ImportSummary) -> Int32 {
    if !summary.failures.isEmpty { return 2 }
    return summary.skipped > 0 || summary.isIncomplete ? 1 : 0
  }
}
