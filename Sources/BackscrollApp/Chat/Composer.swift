import Gtk
import Translation

/// The entry for messages: an emoji button, a field that grows with its text, and the send button.
final class Composer: Box {
  private let field = TextView()
  private let placeholder = Label(tr("Message"))
  private let sendButton = Button(child: Image(.send))
  /// An input method is composing text, so Return belongs to it.
  private var isComposing = false

  /// The user sends a text. It stays in the field until ``clear(sent:)``.
  var didSend: ((String) -> Void)?
  /// Page Up or Page Down was pressed, which scrolls the messages: the field has few lines.
  var didRequestPage: ((ScrolledWindow.ScrollStep) -> Void)?

  /// Heights of the field in points: one line, and the height from which it scrolls.
  static let fieldHeights = 40...160

  init() {
    super.init(.horizontal, spacing: 8)
    addClass("bs-composer")
    field.setInsets(horizontal: 16, vertical: 10)
    field.setAccessibleLabel(tr("Message"))
    append(makeEmojiButton(), makeEntry(), sendButton)
    sendButton.addClass("bs-round")
    sendButton.addClass("send")
    sendButton.valign = .end
    sendButton.tooltipText = tr("Send")
    sendButton.setAccessibleLabel(tr("Send"))
    sendButton.clicked.connect(weak: self) { $0.send() }
    field.textChanged.connect(weak: self) { $0.update() }
    field.composingChanged.connect(weak: self) { composer, text in
      composer.isComposing = !text.isEmpty
      composer.update()
    }
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { $0.keyPressed($1, $3) }
    field.add(keys)
    update()
  }

  /// A message is being stored; no other one can be sent.
  var isSending = false {
    didSet { if isSending != oldValue { update() } }
  }

  /// The text in the field.
  var text: String {
    get { field.text }
    set { field.text = newValue }
  }

  /// Clears the field if its text is still the one that was sent.
  func clear(sent text: String) { if Self.message(from: field.text) == text { field.text = "" } }

  func focusField() { field.takeFocus() }

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

  private func keyPressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if let didRequestPage, let step = Self.page(Key.normal(key)),
      modifiers.isDisjoint(with: [.shift, .control, .alt])
    {
      didRequestPage(step)
      return true
    }
    guard Key.normal(key) == Key.returnKey, !isComposing, modifiers.isDisjoint(with: [.shift, .alt]) else {
      return false
    }
    send()
    return true
  }

  private static func page(_ key: UInt32) -> ScrolledWindow.ScrollStep? {
    switch key {
    case Key.pageUp: .pageUp
    case Key.pageDown: .pageDown
    default: nil
    }
  }

  private func update() {
    let text = field.text
    placeholder.visible = text.isEmpty && !isComposing
    sendButton.sensitive = !isSending && Self.message(from: text) != nil
  }

  private func makeEntry() -> Widget {
    let scroller = ScrolledWindow(child: field)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    // Its child is focusable.
    scroller.focusable = false
    scroller.maxContentHeight = Self.fieldHeights.upperBound
    scroller.setSizeRequest(height: Self.fieldHeights.lowerBound)
    placeholder.addClass("bs-placeholder")
    placeholder.canTarget = false
    placeholder.halign = .start
    placeholder.valign = .start
    placeholder.setMargins(start: 16, end: 16, top: 10)
    placeholder.ellipsize()
    let entry = Overlay(child: scroller)
    entry.addOverlay(placeholder)
    entry.addClass("bs-entry")
    entry.overflow = .hidden
    entry.hexpand = true
    return entry
  }

  private func makeEmojiButton() -> Widget {
    let button = EmojiButton(child: Image(.emoji))
    button.addClass("bs-round")
    button.valign = .end
    button.tooltipText = tr("Insert emoji")
    button.setAccessibleLabel(tr("Insert emoji"))
    button.picked.connect(weak: self) { composer, emoji in
      composer.field.insertAtCursor(emoji)
      composer.field.takeFocus()
    }
    return button
  }
}
