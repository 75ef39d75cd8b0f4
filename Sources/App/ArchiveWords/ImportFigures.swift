import ChatFormats
import Translation

/// The figures of a report. Those of messages add up: each message that was read is new, was already present, or could
/// not be read.
package struct ImportFigures: Equatable {
  package struct Row: Equatable {
    package var name: String
    package var count: Int
    package var isBad = false
  }

  package var added = 0
  package var duplicates = 0
  package var unreadable = 0
  /// The copied and missing pictures and files; nil if none were to be copied, or the number is unknown.
  package var mediaCopied: Int?
  package var mediaMissing: Int?

  package init(_ summary: ImportSummary) {
    added = summary.added
    duplicates = summary.duplicates
    unreadable = summary.skipped
  }

  package init(added: Int = 0, duplicates: Int = 0, unreadable: Int = 0) {
    (self.added, self.duplicates, self.unreadable) = (added, duplicates, unreadable)
  }

  package var rows: [Row] {
    let media = [
      mediaCopied.map { Row(name: tr("Media copied"), count: $0) },
      mediaMissing.map { Row(name: tr("Media not in the export"), count: $0) },
    ].compactMap(\.self)
    let messages = [
      Row(name: tr("Messages read"), count: added + duplicates + unreadable),
      Row(name: tr("New"), count: added), Row(name: tr("Already in the archive"), count: duplicates),
      Row(name: tr("Could not be read"), count: unreadable, isBad: unreadable > 0),
    ]
    return messages + media
  }
}
