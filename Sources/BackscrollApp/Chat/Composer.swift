import ChatArchive
import Gtk
import Translation

/// The entry below the messages: a field that grows with its text, and a button. In an imported chat it takes notes, and says
/// that nothing is sent.
final class Composer: Box {
  /// What is written.
  enum Purpose: Equatable {
    case message
    /// A note beside a chat that comes from a program; nil if that is not known.
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
  private let emojiButton = EmojiButton(child: Image(.emoji))
  private let noteSign = Disc(Image(iconName: "user-bookmarks-symbolic", size: 16), cssClass: "bs-note-sign")
  private let cancelButton = Button(iconName: "window-close-symbolic")
  private let noteButton = Button(tr("Add Note"))
  /// An input method is composing text, so Return belongs to it.
  private var isComposing = false
  /// The note that is changed, and what the field contained before.
  private var editing: (id: Message.ID, draft: String)?

  /// The user sends a text, or saves a note. It stays in the field until ``clear(sent:)``.
  var didSend: ((String) -> Void)?
  /// Page Up or Page Down was pressed, which scrolls the messages: the field has few lines.
  var didRequestPage: ((ScrolledWindow.ScrollStep) -> Void)?
  /// What is written has changed.
  var didChangeText: (() -> Void)?
  /// The change of a note was given up.
  var didCancelEditing: ((Message.ID) -> Void)?

  /// Heights of the field in points: one line, and the height from which it scrolls.
  static let fieldHeights = 40...160
  /// Points above and below the text.
  private static let padding = 10

  init() {
    super.init(.horizontal, spacing: 8)
    addClass("bs-composer")
    field.setInsets(horizontal: 16, vertical: 0)
    append(emojiButton, noteSign, cancelButton, makeEntry(), sendButton, noteButton)
    buildButtons()
    field.textChanged.connect(weak: self) { composer in
      composer.update()
      composer.didChangeText?()
    }
    field.composingChanged.connect(weak: self) { composer, text in
      composer.isComposing = !text.isEmpty
      composer.update()
    }
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { $0.keyPressed($1, $3) }
    field.add(keys)
    purposeChanged()
  }

  /// What is written here. Text that is in the field stays.
  var purpose = Purpose.message {
    didSet {
      guard purpose != oldValue else { return }
      if purpose == .message { endEditing() }
      purposeChanged()
    }
  }

  /// A message is being stored; no other one can be sent.
  var isSending = false {
    didSet { if isSending != oldValue { update() } }
  }

  /// What was written and not sent.
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

  /// Puts a note's text into the field, to be changed. What was in the field comes back afterwards.
  func edit(_ note: Message.ID, text: String) {
    editing = (note, self.text)
    field.text = text
    purposeChanged()
    field.takeFocus()
    // GTK lays out a text that is set at the width before, and the buttons beside the field are others now.
    MainLoop.whenIdle { [weak self] in self?.field.queueResize() }
  }

  /// Gives up the change of a note.
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
    if Key.normal(key) == Key.escape, !isComposing { return escape() }
    guard Key.normal(key) == Key.returnKey, !isComposing, modifiers.isDisjoint(with: [.shift, .alt]) else {
      return false
    }
    send()
    return true
  }

  /// Gives up what is changed, or a note that is not added yet. Ctrl+Z brings the latter back.
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
    noteButton.label = editing == nil ? tr("Add Note") : tr("Save")
    switch purpose {
    case .message:
      hint.show(tr("Message"), note: nil)
      field.setAccessibleLabel(tr("Message"))
    case .note(let program):
      let origin =
        program.map { tr("Imported from {program}. Nothing is sent.", ["program": $0]) }
        ?? tr("Imported. Nothing is sent.")
      hint.show(tr("Add a note to yourself"), note: origin)
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
  }

  private func makeEntry() -> Widget {
    let scroller = ScrolledWindow(child: field)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    // Its child is focusable.
    scroller.focusable = false
    // Around what scrolls, so that a text of many lines keeps it.
    scroller.setMargins(top: Self.padding, bottom: Self.padding)
    scroller.maxContentHeight = Self.fieldHeights.upperBound - 2 * Self.padding
    scroller.setSizeRequest(height: Self.fieldHeights.lowerBound - 2 * Self.padding)
    hint.canTarget = false
    hint.valign = .start
    hint.setMargins(start: 16, end: 16, top: Self.padding)
    let entry = Overlay(child: scroller)
    entry.addOverlay(hint)
    entry.addClass("bs-entry")
    entry.overflow = .hidden
    entry.hexpand = true
    let click = GestureClick()
    click.button = 1
    click.released.connect(weak: self) { composer, _, _, _ in composer.focusField() }
    entry.add(click)
    return entry
  }

  private func buildButtons() {
    for button in [emojiButton, sendButton, cancelButton] as [Widget] {
      button.addClass("bs-round")
      button.valign = .end
    }
    sendButton.addClass("send")
    sendButton.tooltipText = tr("Send")
    sendButton.setAccessibleLabel(tr("Send"))
    emojiButton.tooltipText = tr("Insert Emoji")
    emojiButton.setAccessibleLabel(tr("Insert Emoji"))
    cancelButton.tooltipText = tr("Cancel")
    cancelButton.setAccessibleLabel(tr("Cancel"))
    noteSign.valign = .end
    noteButton.addClass("bs-button")
    noteButton.valign = .end
    sendButton.clicked.connect(weak: self) { $0.send() }
    noteButton.clicked.connect(weak: self) { $0.send() }
    cancelButton.clicked.connect(weak: self) { $0.cancelEditing() }
    emojiButton.picked.connect(weak: self) { composer, emoji in
      composer.field.insertAtCursor(emoji)
      composer.field.takeFocus()
    }
  }
}

/// What an empty field says: what it is for, and at its end what happens with it, where there is room for both.
private final class FieldHint: CustomWidget {
  private let words = Label()
  private let note = Box(.horizontal, spacing: 8)
  private let noteWords = Label()

  // Points: between both, and the least width for both.
  private static let gap = 18
  private static let roomForBoth = 380

  override init() {
    super.init()
    words.addClass("bs-placeholder")
    words.ellipsize()
    words.xalign = 0
    noteWords.addClass("bs-caption")
    note.append(Image(iconName: "changes-prevent-symbolic", size: 12), noteWords)
    note.addClass("bs-dim")
    for child in [words, note] { child.setParent(self) }
  }

  func show(_ text: String, note: String?) {
    words.text = text
    noteWords.text = note ?? ""
    self.note.visible = note != nil
    queueResize()
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let (first, second) = (words.measured(orientation), note.measured(orientation))
    guard orientation == .vertical else {
      return Measure(minimum: first.minimum, natural: first.natural + Self.gap + second.natural)
    }
    return Measure(minimum: max(first.minimum, second.minimum))
  }

  override func allocate(width: Int, height: Int) {
    let (first, second) = (words.measured(.horizontal), note.measured(.horizontal))
    _ = words.measured(.vertical)
    _ = note.measured(.vertical)
    let hasRoom =
      note.visible && width >= Self.roomForBoth && width >= first.natural + Self.gap + second.natural
    note.opacity = hasRoom ? 1 : 0
    let room = hasRoom ? width - Self.gap - second.natural : width
    words.place(x: isRightToLeft ? width - room : 0, y: 0, width: room, height: height)
    guard note.visible else { return }
    note.place(
      x: isRightToLeft ? 0 : width - second.natural, y: 0, width: max(second.natural, second.minimum),
      height: height)
  }

  override func dispose() {
    for child in [words, note] { child.unparent() }
    super.dispose()
  }
}
