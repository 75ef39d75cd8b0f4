import AppBase
import ArchiveWords
import ChatFormats
import Controls
import Foundation
import Gtk
import Translation

/// Asks which files continue the chat of their title in the archive, with which they have no message in common.
final class StrangerChoices: Box {
  /// Called when a switch was moved.
  var didChange: ((_ file: URL, _ continues: Bool) -> Void)?

  private let note = Label()
  private var rows: Box?
  private(set) var switches: [Switch] = []
  private var shown: [ImportSurvey.Stranger] = []

  /// The number of files with a switch. Others are stored as chats of their own.
  private static let limit = 20

  init() {
    super.init(.vertical, spacing: 8)
    note.addClass("bs-caption")
    note.wrap(maxCharacters: 44, isCentered: false)
    note.xalign = 0
    append(note)
  }

  func show(_ strangers: [ImportSurvey.Stranger], continued: Set<URL>) {
    if strangers != shown { build(strangers) }
    for (control, stranger) in zip(switches, strangers) {
      control.active = continued.contains(stranger.file)
    }
  }

  private func build(_ strangers: [ImportSurvey.Stranger]) {
    if let rows { remove(rows) }
    let rows = Box(.vertical, spacing: 6)
    self.rows = rows
    append(rows)
    shown = strangers
    switches = []
    let rest = max(0, strangers.count - Self.limit)
    note.text = [
      tr(
        "A chat of the archive has the same name, but no message in common. Turn on the files that continue it."
      ),
      rest > 0 ? trn("{count} more is kept apart.", "{count} more are kept apart.", rest) : "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
    for stranger in strangers.prefix(Self.limit) {
      let name = Label(
        tr(
          "{chat}: {messages}",
          ["chat": stranger.title, "messages": Counted.messages(stranger.messageCount)]))
      name.ellipsize()
      name.xalign = 0
      name.hexpand = true
      name.tooltipText = stranger.file.path
      let control = Switch()
      control.valign = .center
      control.setAccessibleLabel(name.text)
      control.setAccessibleDescription(note.text)
      control.changed.connect(weak: self) { [weak control] choices in
        guard let control else { return }
        choices.didChange?(stranger.file, control.active)
      }
      switches.append(control)
      let row = Box(.horizontal, spacing: 12)
      row.append(name, control)
      rows.append(row)
    }
  }
}
