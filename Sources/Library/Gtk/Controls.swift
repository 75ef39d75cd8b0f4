import CGtk

/// Shows a short text.
@MainActor
public final class Label: Widget {
  private var isOneLine = false

  /// A label that does not wrap its text; see ``wrap(maxCharacters:isCentered:hyphenates:)``.
  public init(_ text: String = "") { super.init(borrowed: gtk_label_new(LayoutCost.sentence(text))) }

  /// A label that shows all of a long text. The caller limits the cost of its layout.
  package init(whole text: String) { super.init(borrowed: gtk_label_new(text)) }

  /// The text, without markup. Setting an equal text does nothing.
  ///
  /// A text of more than 1,200 bytes, or one that would take long to lay out, loses its middle.
  public var text: String {
    get { String(cString: gtk_label_get_text(raw.opaque)) }
    set {
      let shown = isOneLine ? LayoutCost.line(newValue) : LayoutCost.sentence(newValue)
      if shown != text { gtk_label_set_text(raw.opaque, shown) }
    }
  }

  /// Shows the text in one line, and ends it with an ellipsis if it exceeds the label.
  public func ellipsize() {
    gtk_label_set_ellipsize(raw.opaque, PANGO_ELLIPSIZE_END)
    isOneLine = true
    text = text
  }

  /// Shortens a text that does not fit in its middle, as of a path.
  package func ellipsizeInMiddle() {
    ellipsize()
    gtk_label_set_ellipsize(raw.opaque, PANGO_ELLIPSIZE_MIDDLE)
  }

  /// Wraps lines, and limits the natural width to `characters` (−1: no limit). The lines are centred, or begin at the
  /// start edge. `hyphenates`: broken words get a hyphen, which would look like a part of a name.
  public func wrap(maxCharacters characters: Int, isCentered: Bool = true, hyphenates: Bool = true) {
    if !hyphenates {
      let attributes = pango_attr_list_new()
      pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
      gtk_label_set_attributes(raw.opaque, attributes)
      pango_attr_list_unref(attributes)
    }
    gtk_label_set_wrap(raw.opaque, 1)
    gtk_label_set_wrap_mode(raw.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(raw.opaque, gint(characters))
    gtk_label_set_justify(raw.opaque, isCentered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
  }

  /// The text's place in a larger allocation, from 0 (start edge) to 1 (end edge).
  public var xalign: Double {
    get { Double(gtk_label_get_xalign(raw.opaque)) }
    set { gtk_label_set_xalign(raw.opaque, Float(newValue)) }
  }

  /// The text's place in a larger allocation, from 0 (top edge) to 1 (bottom edge).
  public var yalign: Double {
    get { Double(gtk_label_get_yalign(raw.opaque)) }
    set { gtk_label_set_yalign(raw.opaque, Float(newValue)) }
  }

  /// The number of characters for which the label requests space, whatever its text; −1 for the text's own width.
  public var widthChars: Int {
    get { Int(gtk_label_get_width_chars(raw.opaque)) }
    set { gtk_label_set_width_chars(raw.opaque, gint(newValue)) }
  }
}

/// Shows an icon of the icon theme. Assistive technology skips it: label the widget that contains it instead.
@MainActor
public final class Image: Widget {
  /// `size` is in points; nil for the size that the style sets.
  public init(iconName: String, size: Int? = nil) {
    super.init(borrowed: gtk_image_new_from_icon_name(iconName))
    setAccessibleRole(.presentation)
    if let size { gtk_image_set_pixel_size(raw.opaque, gint(size)) }
  }

  /// The icon's name in the theme.
  public var iconName: String {
    get { gtk_image_get_icon_name(raw.opaque).map { String(cString: $0) } ?? "" }
    set { gtk_image_set_from_icon_name(raw.opaque, newValue) }
  }
}

/// Turns while something is in progress.
///
/// A GtkSpinner keeps the frame clock running even on a hidden page of a stack. This one turns only while it is mapped.
@MainActor
public final class Spinner: Widget {
  /// A spinner that does not turn.
  public init() {
    super.init(borrowed: gtk_spinner_new())
    let (map, unmap): (Signal<>, Signal<>) = (Signal(self, "map"), Signal(self, "unmap"))
    map.connect { [weak self] in self?.update() }
    unmap.connect { [weak self] in gtk_spinner_set_spinning(self?.raw.opaque, 0) }
  }

  /// Whether the spinner turns while it is mapped.
  public var spinning = false {
    didSet { update() }
  }

  private func update() { gtk_spinner_set_spinning(raw.opaque, spinning && isMapped ? 1 : 0) }
}

/// Shows the progress of work.
@MainActor
public final class ProgressBar: Widget {
  /// A bar at 0.
  public init() { super.init(borrowed: gtk_progress_bar_new()) }

  /// The finished part of the work, 0…1.
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(raw.opaque) }
    set { gtk_progress_bar_set_fraction(raw.opaque, newValue) }
  }
}

// MARK: - Buttons

/// A button that is clicked.
@MainActor
open class Button: Widget {
  fileprivate override init(borrowed raw: UnsafeMutableRawPointer) { super.init(borrowed: raw) }

  /// A button with a text.
  public init(_ label: String) { super.init(borrowed: gtk_button_new_with_label(LayoutCost.line(label))) }

  /// A button with an icon of the theme. Give it an accessible label.
  public init(iconName: String) { super.init(borrowed: gtk_button_new_from_icon_name(iconName)) }

  /// A button that shows another widget.
  public init(child: Widget) {
    super.init(borrowed: gtk_button_new())
    gtk_button_set_child(raw.typed(), child.widget)
  }

  /// Emitted on a click, and on Space or Return.
  public var clicked: Signal<> { Signal(self, "clicked") }

  /// The icon of the theme on the button; nil if it shows another widget.
  public var iconName: String? {
    get { gtk_button_get_icon_name(raw.typed()).map { String(cString: $0) } }
    set { gtk_button_set_icon_name(raw.typed(), newValue ?? "") }
  }

  /// The text on the button; nil if it shows another widget.
  public var label: String? {
    get { gtk_button_get_label(raw.typed()).map { String(cString: $0) } }
    set { gtk_button_set_label(raw.typed(), LayoutCost.line(newValue ?? "")) }
  }

  /// Activates an action on a click, such as "win.show-tab::chat". The button is insensitive while the action is
  /// disabled.
  public func setDetailedActionName(_ name: String) {
    gtk_actionable_set_detailed_action_name(raw.opaque, name)
  }
}

/// A button that stays pressed. At most one button of a group is pressed.
@MainActor
public final class ToggleButton: Button {
  /// A button with a text.
  public init(toggle label: String) {
    super.init(borrowed: gtk_toggle_button_new_with_label(label))
  }

  /// A button that shows another widget.
  public init(toggleChild child: Widget) {
    super.init(borrowed: gtk_toggle_button_new())
    gtk_button_set_child(raw.typed(), child.widget)
  }

  /// Joins the group of another button.
  public func setGroup(_ other: ToggleButton) { gtk_toggle_button_set_group(raw.typed(), other.raw.typed()) }

  /// Whether the button is pressed.
  public var active: Bool {
    get { gtk_toggle_button_get_active(raw.typed()) != 0 }
    set { gtk_toggle_button_set_active(raw.typed(), newValue ? 1 : 0) }
  }

  /// Emitted when ``active`` has changed.
  public var toggled: Signal<> { Signal(self, "toggled") }
}

/// A box that is checked or not, beside another widget.
@MainActor
public final class CheckButton: Widget {
  /// A box that is not checked, with `child` beside it.
  public init(child: Widget) {
    super.init(borrowed: gtk_check_button_new())
    gtk_check_button_set_child(raw.typed(), child.widget)
  }

  /// Whether the box is checked.
  public var active: Bool {
    get { gtk_check_button_get_active(raw.typed()) != 0 }
    set { gtk_check_button_set_active(raw.typed(), newValue ? 1 : 0) }
  }

  /// Emitted when ``active`` has changed.
  public var toggled: Signal<> { Signal(self, "toggled") }
}

/// A switch between on and off.
@MainActor
public final class Switch: Widget {
  /// A switch that is off.
  public init() { super.init(borrowed: gtk_switch_new()) }

  /// Whether the switch is on.
  public var active: Bool {
    get { gtk_switch_get_active(raw.opaque) != 0 }
    set { gtk_switch_set_active(raw.opaque, newValue ? 1 : 0) }
  }

  /// Emitted when ``active`` has changed.
  public var changed: Signal<> { notify("active") }
}

/// A button that opens a popover with emoji.
@MainActor
public final class EmojiButton: Widget {
  /// Called with the chosen emoji's text.
  public let didPick = Callback<String>()

  /// The button shows `child`.
  public init(child: Widget) {
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_child(raw.opaque, child.widget)
    nameButtonInside()
    // Only when it opens: the popover makes a widget for each emoji.
    fillWhenOpened()
  }

  /// The popover; nil until the button was opened.
  package var chooser: Widget? {
    gtk_menu_button_get_popover(raw.opaque).map { Widget.wrap(UnsafeMutableRawPointer($0).typed()) }
  }
}

extension EmojiButton: FilledWhenOpened {
  func fill() {
    guard chooser == nil else { return }
    let chooser = Widget(borrowed: gtk_emoji_chooser_new())
    let picked: Signal<String> = Signal(chooser, "emoji-picked")
    picked.connect(weak: self) { $0.didPick($1) }
    gtk_menu_button_set_popover(raw.opaque, chooser.widget)
  }
}

// MARK: - Input

/// A horizontal slider.
@MainActor
public final class Scale: Widget {
  /// Arrow keys move the value by `step`.
  public init(_ range: ClosedRange<Double>, step: Double) {
    super.init(
      borrowed: gtk_scale_new_with_range(
        GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
    gtk_scale_set_draw_value(raw.typed(), 0)
  }

  /// The slider's value. Set values are clamped to the range.
  public var value: Double {
    get { gtk_range_get_value(raw.typed()) }
    set { gtk_range_set_value(raw.typed(), newValue) }
  }

  /// Emitted when ``value`` has changed.
  public var valueChanged: Signal<> { Signal(self, "value-changed") }
}

/// A text field of one line.
@MainActor
public final class Entry: Widget {
  /// An empty field.
  public init() {
    super.init(borrowed: gtk_entry_new())
  }

  /// The text. Setting an equal text does nothing, so the cursor keeps its place.
  public var text: String {
    get { String(cString: gtk_editable_get_text(raw.opaque)) }
    set { if newValue != text { gtk_editable_set_text(raw.opaque, newValue) } }
  }

  /// The text that an empty entry shows.
  public var placeholderText: String {
    get { gtk_entry_get_placeholder_text(raw.typed()).map { String(cString: $0) } ?? "" }
    set { gtk_entry_set_placeholder_text(raw.typed(), newValue) }
  }

  /// The icon at the start edge; nil for none.
  public var primaryIconName: String? {
    get { gtk_entry_get_icon_name(raw.typed(), GTK_ENTRY_ICON_PRIMARY).map { String(cString: $0) } }
    set {
      gtk_entry_set_icon_from_icon_name(raw.typed(), GTK_ENTRY_ICON_PRIMARY, newValue)
      // Not without an icon: after this call GTK reserves room for one.
      if newValue != nil { gtk_entry_set_icon_activatable(raw.typed(), GTK_ENTRY_ICON_PRIMARY, 0) }
    }
  }

  /// The icon at the end edge; nil for none.
  public var secondaryIconName: String? {
    gtk_entry_get_icon_name(raw.typed(), GTK_ENTRY_ICON_SECONDARY).map { String(cString: $0) }
  }

  /// Shows a button with an icon at the end edge, or none. `tooltip` describes its action.
  public func setSecondaryIcon(_ name: String?, tooltip: String? = nil) {
    gtk_entry_set_icon_from_icon_name(raw.typed(), GTK_ENTRY_ICON_SECONDARY, name)
    gtk_entry_set_icon_tooltip_text(raw.typed(), GTK_ENTRY_ICON_SECONDARY, tooltip)
  }

  /// Emitted when the icon at the end edge is pressed. The icon at the start edge cannot be pressed.
  public var iconPressed: Signal<> { Signal(self, "icon-press") }

  /// The number of characters for which the entry requests space.
  public var widthChars: Int {
    get { Int(gtk_editable_get_width_chars(raw.opaque)) }
    set { gtk_editable_set_width_chars(raw.opaque, gint(newValue)) }
  }

  /// The most characters for which the entry requests space; −1 for at least 150 points.
  public var maxWidthChars: Int {
    get { Int(gtk_editable_get_max_width_chars(raw.opaque)) }
    set { gtk_editable_set_max_width_chars(raw.opaque, gint(newValue)) }
  }

  /// Emitted on Return.
  public var activated: Signal<> { Signal(self, "activate") }

  /// Emitted after each change of the text.
  public var textChanged: Signal<> { Signal(self, "changed") }
}

/// A text field of one line without a frame or icons, for fields that are made of several parts.
@MainActor
public final class TextField: Widget {
  /// An empty field. Its role is that of a search box if `isSearch` is set.
  public init(isSearch: Bool = false) {
    super.init(borrowed: gtk_text_new())
    if isSearch { setAccessibleRole(.searchBox) }
  }

  /// The text. Setting an equal text does nothing, so the cursor keeps its place.
  public var text: String {
    get { String(cString: gtk_editable_get_text(raw.opaque)) }
    set { if newValue != text { gtk_editable_set_text(raw.opaque, newValue) } }
  }

  /// The text that an empty field shows.
  public var placeholderText: String {
    get { gtk_text_get_placeholder_text(raw.typed()).map { String(cString: $0) } ?? "" }
    set { gtk_text_set_placeholder_text(raw.typed(), newValue) }
  }

  /// Inserts text at the cursor, as typing does. The cursor moves behind the text after ``textChanged`` is emitted.
  public func insertAtCursor(_ text: String) {
    var position = gint(cursor)
    gtk_editable_insert_text(raw.opaque, text, -1, &position)
    gtk_editable_set_position(raw.opaque, position)
  }

  /// The cursor's place, in Unicode scalars from the start of the text. Setting it selects nothing.
  public var cursor: Int {
    get { Int(gtk_editable_get_position(raw.opaque)) }
    set { gtk_editable_set_position(raw.opaque, gint(newValue)) }
  }

  /// Whether a part of the text is selected.
  public var hasSelection: Bool { gtk_editable_get_selection_bounds(raw.opaque, nil, nil) != 0 }

  /// Selects the whole text.
  public func selectAll() { gtk_editable_select_region(raw.opaque, 0, -1) }

  /// Takes the focus, without selecting the text or moving the cursor. Returns whether the field accepted the focus.
  @discardableResult
  public func takeFocusWithoutSelecting() -> Bool { gtk_text_grab_focus_without_selecting(raw.typed()) != 0 }

  /// Emitted on Return.
  public var activated: Signal<> { Signal(self, "activate") }

  /// Emitted after each change of the text.
  public var textChanged: Signal<> { Signal(self, "changed") }

  /// Emitted when the cursor has moved.
  public var cursorChanged: Signal<> { notify("cursor-position") }
}

/// A text field of several lines. Tab moves the focus out of it.
@MainActor
public final class TextView: Widget {
  /// An empty field that wraps at words, and inside a word only if it exceeds a line.
  public init() {
    super.init(borrowed: gtk_text_view_new())
    gtk_text_view_set_wrap_mode(raw.typed(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(raw.typed(), 0)
  }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(raw.typed()) }

  /// The whole text, with its line breaks.
  public var text: String {
    get {
      var start = GtkTextIter()
      var end = GtkTextIter()
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      return String(owned: gtk_text_buffer_get_text(buffer, &start, &end, 0)) ?? ""
    }
    set { gtk_text_buffer_set_text(buffer, newValue, -1) }
  }

  /// Deletes the whole text in a way that the user can undo. Setting ``text`` cannot be undone.
  public func clear() {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_begin_user_action(buffer)
    gtk_text_buffer_delete(buffer, &start, &end)
    gtk_text_buffer_end_user_action(buffer)
  }

  /// Inserts text at the cursor.
  public func insertAtCursor(_ text: String) { gtk_text_buffer_insert_at_cursor(buffer, text, -1) }

  /// Emitted after each change of the text.
  public var textChanged: Signal<> {
    Signal(Object.peer(of: UnsafeMutableRawPointer(buffer)) { Object(borrowed: $0) }, "changed")
  }

  /// Emitted before the clipboard's text is inserted, by a key or the menu; also if the clipboard has no text.
  public var pasting: Signal<> { Signal(self, "paste-clipboard") }

  /// Emitted with the text that an input method is composing; empty when it is done.
  public var composingChanged: Signal<String> { Signal(self, "preedit-changed") }

  /// Sets the space between the edges and the text, in points.
  public func setInsets(horizontal: Int, vertical: Int) {
    gtk_text_view_set_left_margin(raw.typed(), gint(horizontal))
    gtk_text_view_set_right_margin(raw.typed(), gint(horizontal))
    gtk_text_view_set_top_margin(raw.typed(), gint(vertical))
    gtk_text_view_set_bottom_margin(raw.typed(), gint(vertical))
  }
}
