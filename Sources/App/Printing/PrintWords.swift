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
