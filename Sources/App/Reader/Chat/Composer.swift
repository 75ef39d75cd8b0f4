import Chats
import Controls
import Gtk
import Translation

/// The entry below the messages: a field that grows with its text, and a button. In an imported chat it takes notes,
/// and states that nothing is sent.
final class Composer: Bin {
  /// The kind of the written texts.
  enum Purpose: Equatable {
    case message
    /// A note beside a chat from a program; nil if the program is unknown.
    case note(program: String?)

    init(_ origin: Conversation.Origin) {
      switch origin {
      case .here: self = .message
      case .imported(let program): self = .note(program: program)
      }
    }
  }

  private let field = TextView()
  private let hint = FieldHint()
  private let sendButton = Button(child: Image(.send))
  let emojiButton = EmojiButton(child: Image(.emoji))
  private let noteSign = Disc(Image(iconName: "user-bookmarks-symbolic", size: 16), cssClass: "bs-note-sign")
  private let cancelButton = Button(closing: tr("Cancel"), style: .round)
  private let noteButton = Button(tr("Add Note"))
  /// Replaces `noteButton` if the field needs its space.
  private let shortNoteButton = Button(iconName: "bookmark-new-symbolic")
  private let entry: Overlay
  /// Whether an input method is composing text, so that Return belongs to it.
  private var isComposing = false
  /// The note that is being changed, its stored text, and the previous content of the field.
  private var editing: (id: Message.ID, stored: String, draft: String)?

  /// Called when the user sends a text, or saves a note. It stays in the field until ``clear(sent:)``.
  var didSend: ((String) -> Void)?
  /// Called for Page Up and Page Down, which scroll the messages, since the field has few lines.
  var didRequestPage: ((ScrolledWindow.ScrollStep) -> Void)?
  /// Called when Up was pressed in the empty field, since the messages are above it.
  var didRequestMessages: (() -> Void)?
  /// Called when a picture or files were pasted, which cannot become a message.
  var didPasteFile: ((ClipboardContents) -> Void)?
  /// Called when the text has changed.
  var didChangeText: (() -> Void)?
  /// Called when the change of a note was cancelled.
  var didCancelEditing: ((Message.ID) -> Void)?

  /// Heights of the field in points: one line, and the height from which it scrolls.
  static let fieldHeights = 40...160
  /// Points above and below the text.
  private static let padding = 10

  init() {
    let scroller = ScrolledWindow(child: field)
    entry = Overlay(child: scroller)
    super.init()
    addClass("bs-composer")
    field.setInsets(horizontal: 16, vertical: 0)
    buildEntry(scroller)
    child = ComposerRow(
      [emojiButton, noteSign, cancelButton, entry, sendButton, noteButton, shortNoteButton], field: entry,
      choice: (noteButton, shortNoteButton))
    buildButtons()
    field.textChanged.connect(weak: self) { composer in
      composer.update()
      composer.didChangeText?()
    }
    field.composingChanged.connect(weak: self) { composer, text in
      composer.isComposing = !text.isEmpty
      composer.update()
    }
    field.pasting.connect(weak: self) { composer in
      let contents = Desktop.clipboardContents(of: composer.field)
      if contents != .other { composer.didPasteFile?(contents) }
    }
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { $0.keyPressed($1, $3) }
    field.add(keys)
    purposeChanged()
  }

  /// The purpose of the composer. A change keeps the text in the field.
  var purpose = Purpose.message {
    didSet {
      guard purpose != oldValue else { return }
      if purpose == .message { endEditing() }
      purposeChanged()
    }
  }

  /// Whether a message is being stored. Meanwhile no other one can be sent.
  var isSending = false {
    didSet { if isSending != oldValue { update() } }
  }

  /// The text that was not sent.
  var text: String {
    get { editing?.draft ?? field.text }
    set { field.text = newValue }
  }

  /// Clears the field if its text is still the one that was sent, and ends the change of a note.
  func clear(sent text: String) {
    guard Self.message(from: field.text) == text else { return }
    if editing == nil { field.text = "" } else { endEditing() }
  }

  func focusField() { field.takeFocus() }

  /// Focuses the field unless fingers are used. Returns whether it did.
  func focusFieldToType() -> Bool { field.takeFocusToType() }

  /// The message without blank lines around it; nil if the text is blank.
  nonisolated static func message(from text: String) -> String? {
    let trimmed = text.drop { $0.isNewline }
    let message = String(trimmed.reversed().drop { $0.isWhitespace }.reversed())
    return message.allSatisfy(\.isWhitespace) ? nil : message
  }

  /// Sends the text unless it is blank or another message is being stored.
  func send() {
    guard !isSending, let message = Self.message(from: field.text) else { return }
    didSend?(message)
    field.takeFocus()
  }

  // MARK: Changing a note

  /// The note whose text is in the field.
  var editedNote: Message.ID? { editing?.id }

  /// The note that is being changed and its new text; nil if the text is unchanged or blank.
  var unsavedChange: (note: Message.ID, text: String)? {
    guard let editing, let text = Self.message(from: field.text), text != editing.stored else { return nil }
    return (editing.id, text)
  }

  /// Puts a note's text into the field, for changing it. The previous content of the field returns afterwards.
  func edit(_ note: Message.ID, text: String) {
    editing = (note, text, self.text)
    field.text = text
    purposeChanged()
    field.takeFocus()
    // GTK lays out a text that is set at the previous width, although the buttons beside the field have changed.
    MainLoop.whenIdle { [weak self] in self?.field.queueResize() }
  }

  /// Cancels the change of a note.
  func cancelEditing() {
    guard let id = editing?.id else { return }
    endEditing()
    didCancelEditing?(id)
  }

  private func endEditing() {
    guard let editing else { return }
    self.editing = nil
    field.text = editing.draft
    purposeChanged()
  }

  // MARK: Keys

  private func keyPressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if let didRequestPage, let step = ScrolledWindow.ScrollStep(key: Key.normal(key)), step.isPage,
      modifiers.isDisjoint(with: [.shift, .control, .alt])
    {
      didRequestPage(step)
      return true
    }
    if let didRequestMessages, Key.normal(key) == Key.up, field.text.isEmpty, !isComposing, editing == nil,
      modifiers.isDisjoint(with: [.shift, .control, .alt])
    {
      didRequestMessages()
      return true
    }
    if Key.normal(key) == Key.escape, !isComposing { return escape() }
    guard Key.normal(key) == Key.returnKey, !isComposing, modifiers.isDisjoint(with: [.shift, .alt]) else {
      return false
    }
    send()
    return true
  }

  /// Cancels a change, or clears a note that is not added yet. Ctrl+Z restores the latter.
  private func escape() -> Bool {
    if editing != nil {
      cancelEditing()
      return true
    }
    guard purpose != .message, !field.text.isEmpty else { return false }
    field.clear()
    return true
  }

  // MARK: Content

  private func purposeChanged() {
    let isNote = purpose != .message
    setClass("note", isNote)
    emojiButton.visible = !isNote
    sendButton.visible = !isNote
    noteSign.visible = isNote && editing == nil
    cancelButton.visible = editing != nil
    noteButton.visible = isNote
    shortNoteButton.visible = isNote
    let action = editing == nil ? tr("Add Note") : tr("Save")
    noteButton.label = action
    shortNoteButton.iconName = editing == nil ? "bookmark-new-symbolic" : "object-select-symbolic"
    shortNoteButton.tooltipText = action
    shortNoteButton.setAccessibleLabel(action)
    switch purpose {
    case .message:
      let place = tr("Stays on this computer.")
      hint.show(tr("Message"), note: place, hasLock: false)
      entry.tooltipText = place
      field.setAccessibleLabel(tr("Message"))
    case .note(let program):
      let origin =
        program.map { tr("Imported from {program}. Nothing is sent.", ["program": $0]) }
        ?? tr("Imported. Nothing is sent.")
      hint.show(tr("Add a note to yourself"), note: origin, hasLock: true)
      entry.tooltipText = origin
      field.setAccessibleLabel(
        editing == nil ? tr("Note to yourself, nothing is sent") : tr("Change your note"))
    }
    update()
  }

  private func update() {
    let text = field.text
    hint.visible = text.isEmpty && !isComposing
    let canSend = !isSending && Self.message(from: text) != nil
    sendButton.sensitive = canSend
    noteButton.sensitive = canSend
    shortNoteButton.sensitive = canSend
  }

  private func buildEntry(_ scroller: ScrolledWindow) {
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    // Its child is focusable.
    scroller.focusable = false
    scroller.vadjustment.valueChanged.connect(weak: self) { [weak scroller] composer in
      if let scroller { composer.showWhole(scroller) }
    }
    // Around the scrolling part, so that a text of many lines keeps the padding.
    scroller.setMargins(top: Self.padding, bottom: Self.padding)
    scroller.maxContentHeight = Self.fieldHeights.upperBound - 2 * Self.padding
    scroller.setSizeRequest(height: Self.fieldHeights.lowerBound - 2 * Self.padding)
    hint.canTarget = false
    hint.valign = .start
    hint.setMargins(start: 16, end: 16, top: Self.padding)
    entry.addOverlay(hint)
    entry.addClass("bs-entry")
    entry.overflow = .hidden
    let click = GestureClick()
    click.button = 1
    click.released.connect(weak: self) { composer, _, _, _ in composer.focusField() }
    entry.add(click)
    let hold = GestureLongPress()
    hold.propagationPhase = .capture
    hold.pressed.connect(weak: self) { [weak hold] composer, _, _ in
      if composer.offerToPaste() { hold?.set(.claimed) }
    }
    entry.add(hold)
  }

  /// Opens the menu of an empty field, since GTK shows only the cursor's handle for touch. Returns whether it did.
  private func offerToPaste() -> Bool {
    guard field.text.isEmpty else { return false }
    field.takeFocus()
    return field.activateAction("menu.popup")
  }

  /// Scrolls back to the start of a text that fits. GTK scrolls to the cursor with an animation, which continues after
  /// the field has grown, and would leave the first line out of view.
  private func showWhole(_ scroller: ScrolledWindow) {
    let adjustment = scroller.vadjustment
    guard adjustment.value > 0, adjustment.upper <= Double(scroller.height) else { return }
    adjustment.value = 0
    // The scroller has its height before the field.
    MainLoop.soon { [weak self] in self?.field.queueResize() }
  }

  private func buildButtons() {
    for button in [emojiButton, sendButton, shortNoteButton] as [Widget] { button.addClass("bs-round") }
    for button in [emojiButton, sendButton, cancelButton, shortNoteButton] as [Widget] {
      button.valign = .end
    }
    for button in [sendButton, shortNoteButton] { button.addClass("send") }
    sendButton.tooltipText = tr("Send")
    sendButton.setAccessibleLabel(tr("Send"))
    emojiButton.tooltipText = tr("Insert Emoji")
    emojiButton.setAccessibleLabel(tr("Insert Emoji"))
    noteSign.valign = .end
    // The sign belongs to the field, although it is at the place of another chat's button.
    noteSign.setCursor("text")
    let click = GestureClick()
    click.button = 1
    click.released.connect(weak: self) { composer, _, _, _ in composer.focusField() }
    noteSign.add(click)
    noteButton.addClass("bs-button")
    noteButton.valign = .end
    sendButton.clicked.connect(weak: self) { $0.send() }
    for button in [noteButton, shortNoteButton] { button.clicked.connect(weak: self) { $0.send() } }
    cancelButton.clicked.connect(weak: self) { $0.cancelEditing() }
    emojiButton.didPick.connect(weak: self) { composer, emoji in
      composer.field.insertAtCursor(emoji)
      composer.field.takeFocus()
    }
  }
}

/// The field of the composer between its buttons. One of them has a short form, to leave space for the field's placeholder.
private final class ComposerRow: CustomWidget {
  private let children: [Widget]
  private let field: Widget
  private let choice: (long: Widget, short: Widget)

  // Points: between two children, and the width of the field below which the button becomes short.
  private static let gap = 8
  private static let fieldRoom = 240

  /// `children` are in visual order, which is also the focus order.
  init(_ children: [Widget], field: Widget, choice: (long: Widget, short: Widget)) {
    (self.children, self.field, self.choice) = (children, field, choice)
    super.init()
    for child in children { child.setParent(self) }
  }

  override class var cssName: String { "composerrow" }
  override var requestMode: RequestMode { .heightForWidth }

  /// The visible children with one form of the button, and the widths that they need.
  private func parts(short: Bool) -> [(widget: Widget, width: Int)] {
    let hidden = short ? choice.long : choice.short
    return children.filter { $0.visible && $0 !== hidden }.map { child in
      (child, child === field ? child.measured(.horizontal).minimum : child.measured(.horizontal).natural)
    }
  }

  private func room(_ parts: [(widget: Widget, width: Int)], in width: Int) -> Int {
    width - parts.reduce(0) { $1.widget === field ? $0 : $0 + $1.width } - Self.gap * (parts.count - 1)
  }

  /// The visible children at a width, with all the remaining width for the field.
  private func parts(in width: Int) -> [(widget: Widget, width: Int)] {
    let long = parts(short: false)
    let chosen = room(long, in: width) >= Self.fieldRoom ? long : parts(short: true)
    let rest = room(chosen, in: width)
    return chosen.map { $0.widget === field ? ($0.widget, max($0.width, rest)) : $0 }
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      let (short, long) = (parts(short: true), parts(short: false))
      let least = short.reduce(Self.gap * (short.count - 1)) { $0 + $1.width }
      let natural = field.measured(.horizontal).natural
      return Measure(
        minimum: least,
        natural: long.reduce(Self.gap * (long.count - 1)) {
          $0 + ($1.widget === field ? max(natural, Self.fieldRoom) : $1.width)
        })
    }
    let shown = size < 0 ? parts(short: false) : parts(in: size)
    let heights = shown.map { $0.widget.measured(.vertical, for: size < 0 ? -1 : $0.width) }
    return Measure(
      minimum: heights.map(\.minimum).max() ?? 0, natural: heights.map(\.natural).max() ?? 0)
  }

  override func allocate(width: Int, height: Int) {
    let shown = parts(in: width)
    for child in [choice.long, choice.short] {
      child.isChildVisible = shown.contains { $0.widget === child }
    }
    var x = 0
    for (widget, wide) in shown {
      _ = widget.measured(.vertical, for: wide)
      widget.place(leading: x, top: 0, width: wide, height: height)
      x += wide + Self.gap
    }
  }

  override func dispose() {
    for child in children { child.unparent() }
    super.dispose()
  }
}

/// The placeholder of an empty field: the field's purpose, and at its end a sentence about what happens with the text.
/// Without room for both, a lock replaces the sentence, or the sentence is shown alone.
private final class FieldHint: CustomWidget {
  private let words = Label()
  private let lock = Image(iconName: "changes-prevent-symbolic", size: 12)
  private let note = Label()

  // Points: between the sentences, between the lock and its sentence, and the least width for both.
  private static let gap = 18
  private static let lockGap = 8
  private static let roomForBoth = 380

  override init() {
    super.init()
    words.addClass("bs-placeholder")
    words.ellipsize()
    words.xalign = 0
    note.addClass("bs-caption")
    note.ellipsize()
    note.xalign = 0
    for child in [lock, note] { child.addClass("bs-dim") }
    for child in [words, lock, note] { child.setParent(self) }
  }

  func show(_ text: String, note: String, hasLock: Bool) {
    words.text = text
    self.note.text = note
    lock.visible = hasLock
    queueResize()
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let (first, second) = (words.measured(orientation), note.measured(orientation))
    let sign = lock.visible ? lock.measured(orientation).natural + Self.lockGap : 0
    guard orientation == .vertical else {
      return Measure(
        minimum: first.minimum,
        natural: first.natural + Self.gap + sign + second.natural)
    }
    return Measure(minimum: max(first.minimum, second.minimum))
  }

  override func allocate(width: Int, height: Int) {
    let (first, second) = (words.measured(.horizontal), note.measured(.horizontal))
    let sign = lock.visible ? lock.measured(.horizontal).natural : 0
    for child in [words, lock, note] { _ = child.measured(.vertical) }
    let whole = (sign > 0 ? sign + Self.lockGap : 0) + second.natural
    let hasRoom = width >= Self.roomForBoth && width >= first.natural + Self.gap + whole
    let isAlone = sign == 0 && !hasRoom
    words.opacity = isAlone ? 0 : 1
    note.opacity = hasRoom || isAlone ? 1 : 0
    guard !isAlone else {
      // GTK also needs the places of invisible children.
      for child in [words, note] { child.place(leading: 0, top: 0, width: width, height: height) }
      return
    }
    let end = hasRoom ? whole : sign
    words.place(
      leading: 0, top: 0, width: max(0, width - end - (hasRoom ? Self.gap : Self.lockGap)), height: height)
    if sign > 0 { lock.place(leading: width - end, top: 0, width: sign, height: height) }
    note.place(
      leading: width - second.natural, top: 0, width: max(second.natural, second.minimum), height: height)
  }

  override func dispose() {
    for child in [words, lock, note] { child.unparent() }
    super.dispose()
  }
}
