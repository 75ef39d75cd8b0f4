import AppBase
import ChatExport
import Translation

/// Texts about pages.
package enum PrintWords {
  /// "page 15 of 24".
  package static func progress(_ progress: ExportProgress) -> String {
    tr(
      "page {page} of {count}",
      ["page": Counted.number(progress.messages), "count": Counted.number(progress.total)])
  }

  /// "24 pages".
  package static func pages(_ count: Int) -> String { trn("{count} page", "{count} pages", count) }
}

extension PrintWords {
  /// "12 pictures, first frames of 2 videos".
  package static func pictures(_ counts: PrintedChat.Counts) -> String {
    let parts = [
      counts.pictures > 0 ? trn("{count} picture", "{count} pictures", counts.pictures) : nil,
      counts.films > 0
        ? trn("first frame of {count} video", "first frames of {count} videos", counts.films) : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? tr("No pictures") : parts.joined(separator: ", ")
  }
}
