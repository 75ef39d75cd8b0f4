import AppBase
import ChatExport
import ChatFiles
import Foundation
import Translation

/// Sentences about saved files.
package enum MediaWords {
  package static var nothing: String { tr("There is no file to save. Nothing was written.") }

  /// A sentence or several about the result.
  package static func done(_ saved: SavedMedia, folder: String) -> String {
    guard saved.total > 0 || saved.isCancelled else { return nothing }
    let size = saved.bytes.formatted(.byteCount(style: .file).locale(.desktop))
    let values = ["files": Counted.files(saved.count), "folder": folder, "size": size]
    let first =
      saved.count > 0 ? tr("{files} saved in “{folder}” ({size}).", values) : tr("No new file was saved.")
    return ([first] + details(of: saved)).joined(separator: " ")
  }

  /// The reasons for which files were not saved, each as a sentence.
  package static func details(of saved: SavedMedia) -> [String] {
    var sentences: [String] = []
    func add(_ count: Int, _ sentence: (Int) -> String) { if count > 0 { sentences.append(sentence(count)) } }
    if saved.isCancelled { sentences.append(tr("Cancelled.")) }
    add(saved.doubles) {
      trn("{count} duplicate was skipped.", "{count} duplicates were skipped.", $0)
    }
    add(saved.known) {
      trn("{count} file already existed.", "{count} files already existed.", $0)
    }
    add(saved.missing) {
      trn("{count} file is not in the export.", "{count} files are not in the export.", $0)
    }
    add(saved.failed) {
      trn("{count} file could not be saved.", "{count} files could not be saved.", $0)
    }
    if saved.lacksRoom { sentences.append(tr("There is not enough disk space.")) }
    return sentences
  }

  /// The reason for which a file was not saved.
  package static func reason(of error: MediaError) -> String {
    if case .noRoom = error { tr("There is not enough disk space.") } else { error.reason }
  }
}
