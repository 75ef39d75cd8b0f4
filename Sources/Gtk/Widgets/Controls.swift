import CGtk

/// A short text.
@MainActor
public final class Label: Widget {
  public init(_ text: String = "") { super.init(borrowed: gtk_label_new(text)) }

  public var text: String {
    get { String(cString: gtk_label_get_text(raw.opaque)) }
    set { if newValue != text { gtk_label_set_text(raw.opaque, newValue) } }
  }

  /// Shows an ellipsis for what does not fit.
  public func ellipsize() { gtk_label_set_ellipsize(raw.opaque, PANGO_ELLIPSIZE_END) }

  /// Breaks lines; asks for at most `characters` of width. The lines are centred, or begin at the start edge.
  public func wrap(maxCharacters characters: Int, isCentered: Bool = true) {
    gtk_label_set_wrap(raw.opaque, 1)
    gtk_label_set_wrap_mode(raw.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(raw.opaque, gint(characters))
    gtk_label_set_justify(raw.opaque, isCentered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
  }

  /// 0 puts the text at the start edge, 1 at the end edge.
  public func setHorizontalPlace(_ place: Double) { gtk_label_set_xalign(raw.opaque, Float(place)) }

  /// 0 puts the text at the top edge, 1 at the bottom edge.
  public func setVerticalPlace(_ place: Double) { gtk_label_set_yalign(raw.opaque, Float(place)) }

  /// Keeps room for this many characters, whatever the text.
  public func setWidth(characters: Int) { gtk_label_set_width_chars(raw.opaque, gint(characters)) }
}

/// A push button.
@MainActor
open class Button: Widget {
  init(borrowed button: UnsafeMutablePointer<GtkWidget>) {
    super.init(borrowed: UnsafeMutableRawPointer(button))
  }

  public init(_ label: String) { super.init(borrowed: gtk_button_new_with_label(label)) }

  public init(iconName: String) { super.init(borrowed: gtk_button_new_from_icon_name(iconName)) }

  public init(child: Widget) {
    super.init(borrowed: gtk_button_new())
    gtk_button_set_child(raw.typed(), child.widget)
  }

  public var clicked: Signal<> { Signal(self, "clicked") }

  /// Replaces the words on the button.
  public func setLabel(_ text: String) { gtk_button_set_label(raw.typed(), text) }

  /// Runs an action when clicked, and is insensitive when the action is off; a detailed name.
  public func setAction(_ detailedName: String) {
    gtk_actionable_set_detailed_action_name(raw.opaque, detailedName)
  }
}

/// A button that stays down; grouped ones let one be down at a time.
@MainActor
public final class ToggleButton: Button {
  public init(toggle label: String) {
    super.init(borrowed: gtk_toggle_button_new_with_label(label))
  }

  public init(toggleChild child: Widget) {
    super.init(borrowed: gtk_toggle_button_new())
    gtk_button_set_child(raw.typed(), child.widget)
  }

  public func setGroup(_ other: ToggleButton) { gtk_toggle_button_set_group(raw.typed(), other.raw.typed()) }

  public var isOn: Bool {
    get { gtk_toggle_button_get_active(raw.typed()) != 0 }
    set { gtk_toggle_button_set_active(raw.typed(), newValue ? 1 : 0) }
  }

  public var toggled: Signal<> { Signal(self, "toggled") }
}

/// A picture from the icon theme. What it stands for is said by what it stands on.
@MainActor
public final class Image: Widget {
  public init(iconName: String, size: Int? = nil) {
    super.init(borrowed: gtk_image_new_from_icon_name(iconName))
    setAccessibleRole(.presentation)
    if let size { gtk_image_set_pixel_size(raw.opaque, gint(size)) }
  }

  public func setIconName(_ name: String) { gtk_image_set_from_icon_name(raw.opaque, name) }
}

/// Turns while something is under way, and it is on the screen: GTK's own turns unseen too, for instance on a
/// hidden page of a stack, and keeps the frame clock running.
@MainActor
public final class Spinner: Widget {
  public init() {
    super.init(borrowed: gtk_spinner_new())
    let (map, unmap): (Signal<>, Signal<>) = (Signal(self, "map"), Signal(self, "unmap"))
    map.connect { [weak self] in self?.update() }
    unmap.connect { [weak self] in gtk_spinner_set_spinning(self?.raw.opaque, 0) }
  }

  public var isSpinning = false {
    didSet { update() }
  }

  private func update() { gtk_spinner_set_spinning(raw.opaque, isSpinning && isMapped ? 1 : 0) }
}

/// How much of something is done.
@MainActor
public final class ProgressBar: Widget {
  public init() { super.init(borrowed: gtk_progress_bar_new()) }

  /// 0…1.
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(raw.opaque) }
    set { gtk_progress_bar_set_fraction(raw.opaque, newValue) }
  }
}

/// A slider.
@MainActor
public final class Scale: Widget {
  /// Horizontal, from one bound to the other; keys go by `step`.
  public init(_ range: ClosedRange<Double>, step: Double) {
    super.init(
      borrowed: gtk_scale_new_with_range(
        GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
    gtk_scale_set_draw_value(raw.typed(), 0)
  }

  public var value: Double {
    get { gtk_range_get_value(raw.typed()) }
    set { gtk_range_set_value(raw.typed(), newValue) }
  }

  public var valueChanged: Signal<> { Signal(self, "value-changed") }
}

/// A window's title bar.
@MainActor
public final class HeaderBar: Widget {
  public init() { super.init(borrowed: gtk_header_bar_new()) }

  public func packStart(_ child: Widget) { gtk_header_bar_pack_start(raw.opaque, child.widget) }
  public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(raw.opaque, child.widget) }

  /// What stands in the middle, in place of the window's title.
  public func setTitleWidget(_ child: Widget?) { gtk_header_bar_set_title_widget(raw.opaque, child?.widget) }
}

/// A popover to choose an emoji from.
@MainActor
public final class EmojiButton: Widget {
  private let chooser: Widget

  /// `child` is what the button shows.
  public init(child: Widget) {
    chooser = Widget(borrowed: gtk_emoji_chooser_new())
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_child(raw.opaque, child.widget)
    gtk_menu_button_set_popover(raw.opaque, chooser.widget)
  }

  /// Emitted with the emoji's text.
  public var picked: Signal<String> { Signal(chooser, "emoji-picked") }
}
