import AppBase
import ChatExport
import Foundation
import Translation

/// Sentences about saved files.
package enum MediaWords {
  package static var nothing: String { tr("There is no file to save. Nothing was written.") }

  /// A sentence or several about the result.
  package static func done(_ saved: SavedMedia, folder: String) -> String {
    guard saved.total > 0 || saved.end != .complete else { return nothing }
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
    switch saved.end {
    case .complete: break
    case .cancelled: sentences.append(tr("Cancelled."))
    case .full: sentences.append(tr("The disk is full."))
    }
    add(saved.doubles) {
      trn("{count} double was left out.", "{count} doubles were left out.", $0)
    }
    add(saved.known) {
      trn("{count} file was there before.", "{count} files were there before.", $0)
    }
    add(saved.missing) {
      trn("{count} file is not in the export.", "{count} files are not in the export.", $0)
    }
    add(saved.failed) {
      trn("{count} file could not be saved.", "{count} files could not be saved.", $0)
    }
    return sentences
  }
}
