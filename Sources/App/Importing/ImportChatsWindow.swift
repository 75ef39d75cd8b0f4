import AppBase
import ArchiveWords
import ChatFormats
import Controls
import Foundation
import Gtk
import Translation

/// A window for choosing which chats of an export are imported. The list is one stop for Tab; inside, the arrow keys
/// move from chat to chat.
final class ImportChatsWindow: PageWindow {
  /// Called when the keys of the excluded chats have changed.
  var didChange: ((Set<String>) -> Void)?
  private let chats: [ImportSurvey.Chat]
  private(set) var leftOut: Set<String>
  var search: Entry { list.search }
  private let list: SearchList
  private let zone: TimeZone

  /// The number of chats that are shown at first, and that the button below them adds.
  private static let step = 200

  init(_ chats: [ImportSurvey.Chat], leftOut: Set<String>, zone: TimeZone) {
    (self.chats, self.leftOut, self.zone) = (chats, leftOut, zone)
    list = SearchList(
      tr("Chats to Import"), chats.map(\.title), search: tr("Search chats"), role: .group, step: Self.step)
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 12, end: 12, top: 12, bottom: 18)
    super.init(tr("Chats to Import"), page: page, column: 480, width: 420, height: .usual(560))
    search.hexpand = true
    let (all, none) = (Button(tr("All")), Button(tr("None")))
    for button in [all, none] { button.addClass("bs-button") }
    all.clicked.connect(weak: self) { $0.choose([]) }
    none.clicked.connect(weak: self) { $0.choose(Set($0.chats.map(\.id))) }
    let top = Box(.horizontal, spacing: 8)
    top.append(search, all, none)
    page.append(top, list)
    list.makeRow = { [weak self] in self?.row(chats[$0]) ?? Box(.vertical) }
    list.reload()
  }

  private func choose(_ leftOut: Set<String>) {
    self.leftOut = leftOut
    list.reload()
    didChange?(leftOut)
  }

  private func row(_ chat: ImportSurvey.Chat) -> Widget {
    let (name, note) = (Label(chat.title), Label(Counted.messages(chat.messageCount)))
    name.ellipsize()
    name.xalign = 0
    note.addClass("bs-caption")
    note.xalign = 0
    note.text += " · " + ImportWords.span(chat.firstSentAt...chat.lastSentAt, in: zone)
    note.ellipsize()
    let lines = Box(.vertical, spacing: 1)
    lines.append(name, note)
    let check = CheckButton(child: lines)
    check.addClass("bs-person")
    check.active = !leftOut.contains(chat.id)
    check.setAccessibleLabel([name.text, note.text].joined(separator: ", "))
    check.toggled.connect(weak: self) { [weak check] window in
      guard let check else { return }
      if check.active { window.leftOut.remove(chat.id) } else { window.leftOut.insert(chat.id) }
      window.didChange?(window.leftOut)
    }
    return check
  }
}
