import Gtk
import Translation

/// The Picker's tool row: which options there are, and how they come.
final class PickerControls: Box {
  /// The set that is on.
  var choice: PickerChoice {
    didSet { if choice != oldValue { update() } }
  }
  var onChoose: ((PickerChoice) -> Void)?

  private var buttons: [PickerChoice: ToggleButton] = [:]
  private var isUpdating = false

  init(_ choice: PickerChoice) {
    self.choice = choice
    super.init(.vertical)
    append(FlowRow([makeSets()], end: Self.makeEnd()))
    update()
  }

  private func makeSets() -> Widget {
    let group = Box(.horizontal, spacing: 8)
    let name = Label(tr("Options"))
    group.setAccessibleRole(.group)
    group.setAccessibleLabel(tr("Options"))
    name.addClass("bs-picker-label")
    let track = Box(.horizontal)
    track.addClass("bs-switcher")
    track.align(vertical: .center)
    var first: ToggleButton?
    for choice in PickerChoice.allCases {
      let button = ToggleButton(toggle: choice.rawValue)
      if let first { button.setGroup(first) } else { first = button }
      button.setAccessibleLabel(tr("Options: {choice}", ["choice": choice.rawValue]))
      button.toggled.connect(weak: self) { [weak button] controls in
        if button?.isOn == true { controls.chose(choice) }
      }
      buttons[choice] = button
      track.append(button)
    }
    group.append(name, track)
    return group
  }

  private static func makeEnd() -> Widget {
    let late = Button(tr("Set late"))
    late.setTooltip(tr("Takes the options away and sets them again after the latency"))
    late.setAction("win.picker-late")
    let content = Box(.horizontal, spacing: 8)
    content.append(Image(iconName: "view-refresh-symbolic", size: 16), Label(tr("Reset")))
    let reset = Button(child: content)
    reset.setAccessibleLabel(tr("Reset"))
    reset.setAction("win.picker-reset")
    let group = Box(.horizontal, spacing: 10)
    for button in [late, reset] {
      button.addClass("bs-button")
      button.align(vertical: .center)
      group.append(button)
    }
    return group
  }

  private func chose(_ new: PickerChoice) {
    guard !isUpdating, new != choice else { return }
    choice = new
    onChoose?(new)
  }

  private func update() {
    isUpdating = true
    buttons[choice]?.isOn = true
    isUpdating = false
  }
}
