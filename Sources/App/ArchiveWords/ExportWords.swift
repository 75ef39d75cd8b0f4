import AppBase
import ChatExport
import Foundation
import Translation

/// Sentences about exports.
package enum ExportWords {
  package static var nothing: String { tr("The chat has no messages in that span. Nothing was written.") }

  package static func done(_ summary: ExportSummary, path: String) -> String {
    let size = summary.bytes.formatted(.byteCount(style: .file).locale(.desktop))
    let values = ["messages": Counted.messages(summary.messages), "path": path, "size": size]
    return tr("{messages} written to “{path}” ({size}).", values)
  }
}

extension ExportProgress {
  /// The fraction of the messages that is written, 0…1.
  package var fraction: Double { total > 0 ? Double(messages) / Double(total) : 0 }
}
