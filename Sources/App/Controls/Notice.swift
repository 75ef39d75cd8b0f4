import Gtk
import Translation

/// A text for the user, with a picture before it, a button that acts on it, and a button that closes it. If the text
/// would be narrow, the first button is below it.
package final class Notice: CustomWidget {
  package enum Kind {
    /// A failure: an alert with a warning sign.
    case banner
    /// A finished action, on one line over other widgets.
    case toast
    /// The outcome of an action or a search, in the page.
    case status
    /// The purpose of the page below.
    case tip(Symbol)
    /// The head of a panel about an operation, or a question in it. ``dress(_:_:)`` gives it a disc.
    case panel
  }

  /// The color of the disc of an operation that has ended.
  package enum Mood: String, CaseIterable { case done, failed }

  /// Called when the user has closed the notice. A banner, a toast and a status are already hidden then.
  package var didClose: (() -> Void)?
  package let label = Label()
  package let button = Button("")
  private let lines = Box(.vertical, spacing: 1)
  private let (icon, spinner) = (Image(iconName: "dialog-warning-symbolic", size: 16), Spinner())
  private let (picture, content, action, close): (Widget?, Widget, Widget, Widget?)
  /// Whether the picture and the buttons are at the top of a text of several lines, and not at its middle.
  private let alignsAtTop: Bool
  private var act: (() -> Void)?

  // Points: between two parts, between the lines, and the text height above which the other parts are aligned to the
  // top.
  private static let gap = 12
  private static let lineGap = 8
  private static let tallText = 60
  /// The least width of a text that has both buttons beside it, in heights of a line.
  private static let textWidth = 6
  private lazy var lineOfText = measureLine()

  /// - Parameters:
  ///   - content: A widget in place of the text.
  ///   - actions: A widget in place of the button that acts.
  ///   - words: The tooltip of the button that closes the notice; nil for no such button.
  package init(
    _ kind: Kind, content: Widget? = nil, actions: Widget? = nil, closing words: String? = tr("Close")
  ) {
    let close = words.map { Button(closing: $0) }
    let (role, style): (AccessibleRole?, String?)
    switch kind {
    case .banner: (picture, role, style) = (Disc(icon, spinner, cssClass: "bs-disc"), .alert, "bs-banner")
    case .toast: (picture, role, style) = (nil, .status, "bs-toast")
    case .status: (picture, role, style) = (nil, .status, "bs-status")
    case .tip(let symbol): (picture, role, style) = (Image(symbol), .group, "bs-sample")
    case .panel: (picture, role, style) = (Disc(icon, spinner, cssClass: "bs-disc"), nil, nil)
    }
    (self.content, action, self.close) = (content ?? lines, actions ?? button, close)
    alignsAtTop = role != .group
    super.init()
    if let role { setAccessibleRole(role) }
    if let style { addClass(style) }
    let appears = role == .alert || role == .status
    visible = !appears
    if case .toast = kind { label.ellipsize() } else { label.wrap(maxCharacters: 80, isCentered: false) }
    if case .panel = kind {
      label.addClass("bs-import-title")
      picture?.visible = false
    }
    label.xalign = 0
    lines.append(label)
    (spinner.visible, button.visible) = (false, false)
    button.addClass("bs-button")
    button.clicked.connect(weak: self) { $0.activate() }
    close?.clicked.connect(weak: self) { notice in
      if appears { notice.text = nil }
      notice.didClose?()
    }
    // In the order of the focus.
    for child in parts { child.setParent(self) }
  }

  private var parts: [Widget] { [picture, content, action, close].compactMap(\.self) }

  // MARK: Content

  /// The text. Nil hides the notice, and a new text is announced.
  package var text: String? {
    get { shown }
    set { if let newValue, newValue != shown { show(newValue) } else { update(newValue) } }
  }

  private var shown: String?

  /// Shows a text and announces it, also if it is already shown.
  package func show(_ text: String) {
    update(text)
    announce(text)
  }

  /// Sets the text without announcing it, as for each number of a countdown.
  package func update(_ text: String?) {
    shown = text
    label.text = text ?? ""
    visible = text != nil
    setAccessibleLabel(text ?? "")
  }

  /// Adds a line below the text.
  package func append(_ line: Label) {
    line.wrap(maxCharacters: 80, isCentered: false)
    line.xalign = 0
    lines.append(line)
  }

  /// Shows the button with a label; nil hides it. `act`: its effect, unless it has an action.
  package func offer(_ label: String?, _ act: (() -> Void)? = nil) {
    self.act = label == nil ? nil : act
    button.visible = label != nil
    if let label { button.label = label }
  }

  /// Calls the effect of the button; returns false if there is none.
  @discardableResult
  package func activate() -> Bool {
    guard let act else { return false }
    act()
    return true
  }

  /// Hides the notice, whose button then has no effect.
  package func hide() {
    offer(nil)
    update(nil)
  }

  /// Whether the button that closes the notice is visible.
  package var isClosable: Bool {
    get { close?.visible == true }
    set { close?.visible = newValue }
  }

  /// Sets the icon and the color of the disc; without an icon, a spinner turns there.
  package func dress(_ iconName: String?, _ mood: Mood? = nil) {
    picture?.visible = true
    icon.visible = iconName != nil
    spinner.visible = iconName == nil
    spinner.spinning = iconName == nil
    if let iconName { icon.iconName = iconName }
    for each in Mood.allCases { picture?.setClass(each.rawValue, each == mood) }
  }

  // MARK: Layout

  package override class var cssName: String { "notice" }
  package override var requestMode: RequestMode { .heightForWidth }

  package override func styleChanged() { lineOfText = measureLine() }

  private func measureLine() -> Int {
    let line = TextLayout(for: self)
    line.set("0")
    return Int(line.size.height.rounded(.up))
  }

  private func size(_ widget: Widget?, _ orientation: Orientation, for other: Int = -1) -> Int {
    guard let widget, widget.visible else { return 0 }
    return widget.measured(orientation, for: other).minimum
  }
  private func width(_ widget: Widget?) -> Int { size(widget, .horizontal) }
  private func height(_ widget: Widget?, in width: Int = -1) -> Int { size(widget, .vertical, for: width) }
  /// The width of a part and the gap before or after it.
  private func share(_ widget: Widget?) -> Int { widget?.visible == true ? width(widget) + Self.gap : 0 }

  /// The width of the text, and whether the first button is beside it.
  private func room(in width: Int) -> (text: Int, isOneLine: Bool) {
    let all = width - share(picture) - share(close)
    let beside = all - share(action)
    // A short text has room if it is whole.
    let least = min(Self.textWidth * lineOfText, content.measured(.horizontal).natural)
    return beside >= least || !action.visible ? (beside, true) : (all, false)
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let words = content.measured(.horizontal)
    guard orientation == .vertical else {
      let others = share(picture) + share(close)
      return Measure(
        minimum: max(others + words.minimum, width(action)), natural: others + share(action) + words.natural)
    }
    let room = room(in: size < 0 ? measure(.horizontal, for: -1).natural : size)
    let line = lineHeight(room)
    return Measure(minimum: room.isOneLine ? line : line + Self.lineGap + height(action))
  }

  private func lineHeight(_ room: (text: Int, isOneLine: Bool)) -> Int {
    let words = height(content, in: max(room.text, content.measured(.horizontal).minimum))
    return max(words, height(picture), height(close), room.isOneLine ? height(action) : 0)
  }

  package override func allocate(width: Int, height: Int) {
    let room = room(in: width)
    let line = room.isOneLine ? height : lineHeight(room)
    func put(_ widget: Widget?, x: Int, y: Int = 0, width wide: Int, in line: Int) {
      guard let widget, widget.visible else { return }
      let high = self.height(widget, in: wide)
      let top = widget !== content && alignsAtTop && line > Self.tallText ? 0 : (line - high) / 2
      widget.place(leading: x, top: y + top, width: wide, height: high)
    }
    put(picture, x: 0, width: self.width(picture), in: line)
    let wide = max(room.text, content.measured(.horizontal).minimum)
    put(content, x: share(picture), width: wide, in: line)
    let end = width - self.width(close)
    put(close, x: end, width: self.width(close), in: line)
    if room.isOneLine {
      put(action, x: width - share(close) - self.width(action), width: self.width(action), in: line)
    } else {
      let y = line + Self.lineGap
      put(action, x: width - self.width(action), y: y, width: self.width(action), in: height - y)
    }
  }

  package override func dispose() {
    for child in parts { child.unparent() }
    super.dispose()
  }
}
