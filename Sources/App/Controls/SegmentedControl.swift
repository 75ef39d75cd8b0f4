import Gtk

/// A choice among a few values, as linked toggle buttons. It is one stop for Tab; inside, the arrow keys choose the
/// next segment, Home and End the first and the last one.
package final class SegmentedControl<Choice: Hashable>: Box {
  package enum Kind {
    /// The values of a setting, whose name screen readers speak before each: "Style Snap".
    case values
    /// Choices whose titles are enough.
    case choices
    /// The pages of a view.
    case tabs
    /// The pages of a view, along the bottom edge of a window: flat segments of one width.
    case bottomTabs

    fileprivate var isTabs: Bool { self == .tabs || self == .bottomTabs }
  }

  private var buttons: [(choice: Choice, button: ToggleButton)] = []
  private lazy var stop = SingleStop(in: self, along: .horizontal)

  /// Called when the user has chosen a segment.
  package var didChoose: ((Choice) -> Void)?

  /// - Parameters:
  ///   - name: The name of the choice for screen readers.
  ///   - content: Makes the content of a segment; nil: its title, which keeps its width while it is chosen.
  package init(
    _ choices: [(choice: Choice, title: String)], name: String, kind: Kind = .values,
    content: (Choice) -> Widget? = { _ in nil }
  ) {
    super.init(.horizontal)
    addClass(kind == .bottomTabs ? "bs-bottom-bar" : "bs-switcher")
    valign = kind == .bottomTabs ? .fill : .center
    homogeneous = kind == .bottomTabs
    // The segments share the control's width. Without this, their own expansion would make it expand.
    hexpand = false
    setAccessibleRole(kind.isTabs ? .tabList : .group)
    setAccessibleLabel(name)
    for (index, (choice, title)) in choices.enumerated() {
      let button = ToggleButton(toggleChild: content(choice) ?? SteadyLabel(title))
      if let first = buttons.first?.button { button.setGroup(first) }
      button.setAccessibleLabel(kind == .values ? "\(name) \(title)" : title)
      button.hexpand = true
      if kind.isTabs {
        button.setAccessibleRole(.tab)
        button.setAccessiblePosition(index + 1, of: choices.count)
        button.setAccessibleSelected(false)
      }
      button.toggled.connect(weak: self) { [weak button] control in
        guard let button else { return }
        if kind.isTabs { button.setAccessibleSelected(button.active) }
        guard button.active else { return }
        control.stop.setCurrent(index)
        if !control.isUpdating { control.didChoose?(choice) }
      }
      buttons.append((choice, button))
      append(button)
    }
    stop.set(buttons.map(\.button), current: nil)
    stop.didMove = { [weak self] in self?.buttons[$0].button.active = true }
  }

  /// The segment of a choice; nil if it is not offered.
  package func button(for choice: Choice) -> ToggleButton? { buttons.first { $0.choice == choice }?.button }

  /// Sets the explanation of each choice, as a tooltip and for screen readers.
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
