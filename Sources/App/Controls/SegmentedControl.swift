import Gtk

/// A choice among a few, as linked toggle buttons. It is one stop for Tab; inside, the arrow keys choose.
package final class SegmentedControl<Choice: Hashable>: Box {
  private var buttons: [(choice: Choice, button: ToggleButton)] = []
  private lazy var stop = SingleStop(in: self, along: .horizontal)

  /// The user has chosen.
  package var didChoose: ((Choice) -> Void)?

  /// `name` says to screen readers what is chosen: "Style" in "Style Snap".
  package init(_ choices: [(choice: Choice, title: String)], name: String) {
    super.init(.horizontal)
    addClass("bs-switcher")
    valign = .center
    // The segments share what it is given; by themselves they would make it expand.
    hexpand = false
    setAccessibleRole(.group)
    setAccessibleLabel(name)
    for (choice, title) in choices {
      let button = ToggleButton(toggleChild: SteadyLabel(title))
      if let first = buttons.first?.button { button.setGroup(first) }
      button.setAccessibleLabel("\(name) \(title)")
      button.hexpand = true
      button.toggled.connect(weak: self) { [weak button] control in
        guard button?.active == true else { return }
        control.stop.setCurrent(control.buttons.firstIndex { $0.choice == choice })
        if !control.isUpdating { control.didChoose?(choice) }
      }
      buttons.append((choice, button))
      append(button)
    }
    stop.set(buttons.map(\.button), current: nil)
    stop.didMove = { [weak self] in self?.buttons[$0].button.active = true }
  }

  /// Says under the pointer, and to screen readers, what each choice means.
  package func explain(_ words: (Choice) -> String) {
    for (choice, button) in buttons {
      button.tooltipText = words(choice)
      button.setAccessibleDescription(words(choice))
    }
  }

  /// Follows a key; returns whether it was handled.
  package func choose(by key: UInt32) -> Bool { stop.move(by: key) }

  private var isUpdating = false

  /// The chosen segment. Setting it does not call ``didChoose``.
  package var choice: Choice? {
    get { buttons.first { $0.button.active }?.choice }
    set {
      isUpdating = true
      for (choice, button) in buttons { button.active = choice == newValue }
      isUpdating = false
    }
  }
}
