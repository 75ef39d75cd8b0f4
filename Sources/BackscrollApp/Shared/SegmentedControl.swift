import Gtk

/// One choice among a few, as segments of a track of which one is raised.
final class SegmentedControl<Choice: Hashable>: Box {
  private var buttons: [(choice: Choice, button: ToggleButton)] = []

  /// A person has chosen.
  var onChoose: ((Choice) -> Void)?

  /// `name`: what is chosen here, for a screen reader: "Style Snap".
  init(_ choices: [(choice: Choice, title: String)], name: String) {
    super.init(.horizontal)
    addClass("bs-switcher")
    align(vertical: .center)
    setAccessibleRole(.group)
    setAccessibleLabel(name)
    for (choice, title) in choices {
      let button = ToggleButton(toggle: title)
      if let first = buttons.first?.button { button.setGroup(first) }
      button.setAccessibleLabel("\(name) \(title)")
      button.toggled.connect(weak: self) { [weak button] control in
        if button?.isOn == true, !control.isUpdating { control.onChoose?(choice) }
      }
      buttons.append((choice, button))
      append(button)
    }
  }

  private var isUpdating = false

  /// The segment that is raised; nobody is told when the program sets it.
  var choice: Choice? {
    get { buttons.first { $0.button.isOn }?.choice }
    set {
      isUpdating = true
      for (choice, button) in buttons { button.isOn = choice == newValue }
      isUpdating = false
    }
  }
}
