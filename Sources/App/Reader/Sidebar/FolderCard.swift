import ArchiveWords
import Chats
import Controls
import Foundation
import Gtk
import Translation
import Watching

/// The state of a folder that an archive is kept up to date with, and what can be done about it.
package final class FolderCard: Box {
  /// What can be done about a folder.
  package enum Act: String, CaseIterable {
    case pause, resume, stop, retry, locate, answer
    case chooseFolder = "choose-folder"

    fileprivate var title: String {
      switch self {
      case .pause: tr("Pause")
      case .resume: tr("Resume")
      case .stop: tr("Stop")
      case .retry: tr("Try Again")
      case .locate: tr("Locate…")
      case .answer: tr("Answer…")
      case .chooseFolder: tr("Choose Folder…")
      }
    }
  }

  /// Called when a button was pressed.
  var didRequest: ((Act) -> Void)?

  private let icon = Image(iconName: "object-select-symbolic", size: 16)
  private let disc: Disc
  private let title = Label()
  private let note = Label()
  private let bar = ProgressBar()
  private let path = Label()
  private let foot = Box(.horizontal, spacing: 8)
  private var row: Box?
  private var acts: [Act] = []
  private(set) var buttons: [Act: Button] = [:]

  init() {
    disc = Disc(icon, cssClass: "bs-disc")
    super.init(.vertical)
    addClass("bs-card")
    setAccessibleRole(.group)
    let lines = Box(.vertical, spacing: 2)
    for label in [title, note] {
      label.wrap(maxCharacters: 44, isCentered: false, hyphenates: false)
      label.xalign = 0
      lines.append(label)
    }
    title.addClass("bs-heading")
    note.addClass("bs-caption")
    lines.hexpand = true
    lines.valign = .center
    let head = Box(.horizontal, spacing: 12)
    head.addClass("bs-kept-head")
    head.append(disc, lines)
    bar.addClass("bs-progress")
    bar.addClass("wide")
    bar.addClass("thin")
    bar.setMargins(start: 16, end: 16, bottom: 10)
    path.addClass("bs-caption")
    path.xalign = 0
    path.ellipsizeInMiddle()
    path.hexpand = true
    foot.addClass("bs-kept-foot")
    foot.append(path)
    append(head, bar, foot)
  }

  /// Shows a folder.
  ///
  /// - Parameters:
  ///   - kept: Nil for none.
  ///   - importedAt: When the chat was imported last, in milliseconds since 1970 UTC.
  func show(_ kept: KeptFolder?, importedAt: Int64?) {
    let words = FolderWords()
    if let kept {
      title.text = words.title(of: kept.status, kept.folder)
      note.text = words.note(of: kept.status, kept.folder)
    } else {
      title.text = tr("Not kept up to date")
      note.text = importedAt.map { tr("Read until {date}", ["date": words.caption($0)]) } ?? ""
    }
    note.visible = !note.text.isEmpty
    path.text = kept?.folder.path ?? ""
    path.tooltipText = kept?.folder.path
    setAccessibleLabel([title.text, note.text, path.text].filter { !$0.isEmpty }.joined(separator: ", "))
    dress(kept?.status)
    if case .importing(let progress?) = kept?.status {
      bar.visible = true
      bar.fraction = progress.fraction
    } else {
      bar.visible = false
    }
    offer(Self.acts(kept?.status))
  }

  private func dress(_ status: FolderStatus?) {
    let (name, mood): (String?, String) =
      switch status {
      case .upToDate: ("object-select-symbolic", "done")
      case .unknown, .waiting, .importing: ("folder-download-symbolic", "running")
      case .asking: ("dialog-question-symbolic", "running")
      case .elsewhere: ("folder-symbolic", "")
      case .paused: ("media-playback-pause-symbolic", "")
      case .missing, .unreadable, .failed, .blocked: ("dialog-warning-symbolic", "failed")
      case .stopped, nil: (nil, "")
      }
    disc.visible = name != nil
    if let name { icon.iconName = name }
    for each in ["done", "running", "failed"] { disc.setClass(each, each == mood) }
  }

  private static func acts(_ status: FolderStatus?) -> [Act] {
    switch status {
    case .unknown, .upToDate, .waiting, .importing, .elsewhere: [.pause, .stop]
    case .paused: [.resume, .stop]
    case .missing: [.locate, .stop]
    case .unreadable, .failed, .blocked: [.retry, .stop]
    case .asking: [.answer, .stop]
    case .stopped, nil: [.chooseFolder]
    }
  }

  private func offer(_ acts: [Act]) {
    guard acts != self.acts else { return }
    self.acts = acts
    // The focus stays in the card, on the button at the same place.
    let focused = self.buttons.first { $0.value.hasFocus } != nil
    if focused { window?.focusWidget = nil }
    if let row { foot.remove(row) }
    buttons = [:]
    let row = Box(.horizontal, spacing: 8)
    self.row = row
    row.valign = .center
    for act in acts {
      let button = Button(act.title)
      button.addClass("bs-button")
      button.setClass("primary", act == .resume || act == .answer)
      button.clicked.connect(weak: self) { $0.didRequest?(act) }
      buttons[act] = button
      row.append(button)
    }
    foot.append(row)
    if focused { buttons[acts[0]]?.takeFocus() }
  }
}
