import Controls
import Foundation
import Gtk
import Translation
import Watching

/// Asks whether the archive is kept up to date with the folder of an import, and with which folder.
final class KeepUpToDateField: Box {
  /// Called when another folder is to be chosen.
  var didRequestFolder: (() -> Void)?

  let toggle = Switch()
  let change = Button(tr("Change…"))
  private let note = Label(
    tr(
      "With this folder: new exports saved in it are imported on their own, with the answers above."))
  private let name = Label()
  private let path = Label()
  private let place = Box(.horizontal, spacing: 10)
  private let archivePath: String
  /// Absolute path; nil if there is none.
  private(set) var folder: String?

  /// The folder if the archive is to be kept up to date with it.
  var kept: String? { toggle.active && toggle.sensitive ? folder : nil }

  /// - Parameter archivePath: The path of the archive, whose own folders are not read.
  init(archivePath: String) {
    self.archivePath = archivePath
    super.init(.vertical, spacing: 8)
    note.addClass("bs-caption")
    note.wrap(maxCharacters: 44, isCentered: false)
    note.xalign = 0
    note.hexpand = true
    toggle.valign = .center
    toggle.setAccessibleLabel(tr("Keep up to date with this folder"))
    toggle.setAccessibleDescription(note.text)
    let head = Box(.horizontal, spacing: 12)
    head.append(note, toggle)
    name.addClass("bs-form-value")
    path.addClass("bs-caption")
    let lines = Box(.vertical)
    for label in [name, path] {
      label.xalign = 0
      lines.append(label)
    }
    name.ellipsize()
    // The beginning and the end of a path are its most informative parts.
    path.ellipsizeInMiddle()
    lines.hexpand = true
    lines.valign = .center
    change.addClass("bs-button")
    change.valign = .center
    change.setAccessibleLabel(tr("Choose Another Folder"))
    change.clicked.connect(weak: self) { $0.didRequestFolder?() }
    place.addClass("bs-folder")
    place.append(Image(iconName: "folder-symbolic", size: 16), lines, change)
    append(head, place)
    toggle.changed.connect(weak: self) { $0.update() }
    update()
  }

  /// Shows a folder; nil if the files have none.
  func show(_ folder: String?) {
    self.folder = folder
    let isTooWide = folder.map { FolderPlan.isTooWide($0, archive: archivePath) } ?? true
    toggle.sensitive = !isTooWide
    toggle.tooltipText = isTooWide ? tr("Choose a folder that holds only exports.") : nil
    toggle.setAccessibleDescription(isTooWide ? tr("Choose a folder that holds only exports.") : note.text)
    name.text = folder.map(FolderWords.name) ?? ""
    path.text = folder ?? ""
    path.tooltipText = folder
    update()
  }

  private func update() {
    if !toggle.active || folder == nil, change.containsFocus { window?.focusWidget = nil }
    // A folder that holds too much can be replaced.
    place.visible = folder != nil && (toggle.active || !toggle.sensitive)
  }
}
