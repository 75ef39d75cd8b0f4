import AppBase
import Chats
import Gtk
import Translation

/// The context menu of a row, and the actions of its entries.
@MainActor
final class RowMenu {
  private unowned let row: MessageRow

  init(of row: MessageRow) {
    self.row = row
    addActions()
  }

  private func addActions() {
    let actions = ActionGroup()
    actions.addAction("copy", weak: self) { $0.row.selection.copy() }
    actions.addAction("select-text", weak: self) { $0.selectText() }
    actions.addAction("copy-message", weak: self) { menu in
      Desktop.copy(menu.row.content?.message.text ?? "", from: menu.row)
    }
    actions.addAction("copy-transcript", weak: self) { (menu: RowMenu) in
      if let words = menu.transcript { Desktop.copy(words.text, from: menu.row) }
    }
    actions.addAction("thread", weak: self) { $0.row.send(.thread) }
    actions.addAction("copy-message-link", weak: self) { $0.row.send(.copyLink) }
    actions.addAction("bookmark", weak: self) { (menu: RowMenu) in
      // Once the menu has closed, which returns the focus.
      MainLoop.next { [weak row = menu.row] in row?.send(.bookmark) }
    }
    actions.addAction("select", weak: self) { (menu: RowMenu) in
      // Once the menu has closed, which returns the focus.
      MainLoop.next { [weak row = menu.row] in
        row?.toggleSelected()
        row?.takeFocus()
      }
    }
    actions.addAction("copy-link", weak: self) { (menu: RowMenu) in
      if let link = menu.link { Desktop.copy(menu.row.text.links[link].target, from: menu.row) }
    }
    actions.addAction("open-picture", weak: self) { (menu: RowMenu) in
      if let index = menu.picture { menu.row.activateAttachment(index) }
    }
    actions.addAction("save-file", weak: self) { (menu: RowMenu) in
      if let index = menu.file { menu.row.send(.saveAttachment(index)) }
    }
    actions.addAction("locate", weak: self) { (menu: RowMenu) in
      if let index = menu.missing { menu.row.send(.locate(index)) }
    }
    actions.addAction("copy-phone", weak: self) { $0.row.send(.copyPhone) }
    actions.addAction("edit-note", weak: self) { $0.row.send(.editNote) }
    actions.addAction("delete", weak: self) { $0.row.send(.delete) }
    actions.addAction("open-link", weak: self) { (menu: RowMenu) in
      if let link = menu.link { menu.row.open(link) }
    }
    row.insert(actions, prefix: "row")
  }

  private func selectText() {
    row.selection.selectAll()
    // Take the focus for Ctrl+C, but only once the menu has closed: until then the focus stays where it was before the menu.
    MainLoop.next { [weak row] in row?.takeFocus() }
  }

  // MARK: What the entries act on

  /// The link that the menu's entries act on: the focused one, which a right click sets, or the only one.
  private var link: Int? {
    if case .link(let link)? = row.focusedAction, row.text.links.indices.contains(link) { return link }
    return row.text.links.count == 1 ? 0 : nil
  }

  /// The attachment that the menu's entries act on: the focused one, which a right click sets, or the only one.
  private var attachment: Int? {
    switch row.focusedAction {
    case .activate(.attachment(let index))?, .activate(.locate(let index))?, .transcript(let index)?:
      return index
    default: break
    }
    return row.content?.message.attachments.count == 1 ? 0 : nil
  }

  /// An attachment that is too large to show, and can be opened elsewhere.
  private var picture: Int? { attachment.flatMap { row.pictures.note($0)?.offer == nil ? nil : $0 } }

  /// An attachment with a file that can be saved.
  private var file: Int? {
    guard let index = attachment, let attachments = row.content?.message.attachments,
      attachments.indices.contains(index), let path = attachments[index].path, !path.hasPrefix("synthetic:"),
      !row.missing.contains(index)
    else { return nil }
    if case .missing = row.pictures[index] { return nil }
    if attachments[index].isSpoiler, !row.choices.shownPictures.contains(index) { return nil }
    return index
  }

  /// An attachment whose file is no longer at its path.
  private var missing: Int? {
    guard row.didActivate != nil, let index = attachment, row.missing.contains(index),
      row.content?.message.attachments[index].path != nil
    else { return nil }
    return index
  }

  /// Whether the message was written here, in a row that can edit or delete it.
  var canDelete: Bool { row.didActivate != nil && row.content?.message.isWrittenHere == true }
  var canEdit: Bool { canDelete && isNote }

  private var isNote: Bool { row.content?.message.kind == .note }

  /// Whether the message is in an archive. Simulated messages have negative numbers.
  private var isStored: Bool { row.didActivate != nil && (row.content?.message.id ?? 0) > 0 }

  private var transcript: Attachment.Transcript? {
    guard let attachments = row.content?.message.attachments, let index = attachment,
      attachments.indices.contains(index)
    else { return nil }
    return attachments[index].transcript
  }

  private var phone: String? {
    if case .contact(let contact)? = row.content?.message.details.content { contact.phone } else { nil }
  }

  // MARK: The menu

  /// Opens the menu. Returns whether it has entries.
  func open(at point: Point) -> Bool {
    let hasText = row.content?.message.text.isEmpty == false
    guard
      hasText || transcript != nil || picture != nil || file != nil || missing != nil || link != nil
        || phone != nil || isStored
        || canDelete
    else { return false }
    let menu = Menu()
    let copying = Menu()
    if row.selection.text != nil { copying.append(tr("Copy"), action: "row.copy") }
    if hasText {
      copying.append(isNote ? tr("Copy Note") : tr("Copy Message"), action: "row.copy-message")
      copying.append(tr("Select Text"), action: "row.select-text")
    }
    if transcript != nil {
      copying.append(tr("Copy Text of Voice Message"), action: "row.copy-transcript")
    }
    if isStored { copying.append(tr("Copy Link to Message"), action: "row.copy-message-link") }
    menu.appendSection(copying)
    if isStored, row.content?.message.isInThread == true {
      copying.append(tr("Open Thread"), action: "row.thread")
    }
    if phone != nil { copying.append(tr("Copy Number"), action: "row.copy-phone") }
    if picture != nil { copying.append(tr("Open Picture in Another Program"), action: "row.open-picture") }
    if file != nil, row.didActivate != nil { copying.append(tr("Save As…"), action: "row.save-file") }
    if missing != nil { copying.append(tr("Locate…"), action: "row.locate") }
    if row.canBeBookmarked {
      let marks = Menu()
      let isSet = row.content?.message.bookmark != nil
      marks.append(isSet ? tr("Edit Bookmark…") : tr("Bookmark…"), action: "row.bookmark")
      if row.isSelectable {
        marks.append(row.isInSelection ? tr("Deselect") : tr("Select"), action: "row.select")
      }
      menu.appendSection(marks)
    }
    if link != nil {
      let links = Menu()
      links.append(tr("Open Link"), action: "row.open-link")
      links.append(tr("Copy Link"), action: "row.copy-link")
      menu.appendSection(links)
    }
    if canDelete {
      let written = Menu()
      if canEdit { written.append(tr("Edit Note"), action: "row.edit-note") }
      written.append(canEdit ? tr("Delete Note") : tr("Delete Message"), action: "row.delete")
      menu.appendSection(written)
    }
    ContextMenu.open(menu, at: point, in: row)
    return true
  }
}
