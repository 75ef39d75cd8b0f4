import Gtk

/// Makes the controls of a container one stop for Tab. Inside, the arrow keys move from control to control, Home and
/// End to the first and the last one. The stop is the current control, or else the first sensitive one.
@MainActor
package final class SingleStop {
  package enum Axis { case horizontal, vertical }

  /// Called when a key has moved the focus to a control.
  package var didMove: ((Int) -> Void)?

  /// The container owns it.
  private unowned let container: Widget
  private let axis: Axis
  private var controls: [Widget] = []
  private var current: Int?

  package init(in container: Widget, along axis: Axis) {
    (self.container, self.axis) = (container, axis)
    let keys = KeyController()
    keys.keyPressed.connect(weak: container) { [weak self] _, key, _, modifiers in
      guard let self, modifiers.isDisjoint(with: [.control, .alt, .shift]) else { return false }
      return move(by: Key.normal(key))
    }
    container.add(keys)
    // A press moves the focus to the pressed control.
    let press = GestureClick()
    press.propagationPhase = .capture
    press.pressed.connect(weak: container) { [weak self] _, _, _, _ in
      for control in self?.controls ?? [] { Self.set(control, isReachable: true) }
    }
    press.released.connect(weak: container) { [weak self] _, _, _, _ in
      MainLoop.next { [weak self] in self?.limit() }
    }
    press.cancelled.connect(weak: container) { [weak self] _, _ in self?.limit() }
    container.add(press)
  }

  /// Sets the controls in the order of the keys, and the one that Tab reaches; nil: the first one.
  package func set(_ controls: [Widget], current: Int?) {
    self.controls = controls
    // A control that has the focus stays current.
    self.current = controls.firstIndex(where: \.containsFocus) ?? current
    limit()
  }

  /// The control that Tab reaches; nil if none is sensitive.
  package var stop: Widget? {
    if let current, controls.indices.contains(current), controls[current].sensitive {
      return controls[current]
    }
    return controls.first(where: \.sensitive)
  }

  /// Sets the control that Tab reaches. If one of the controls has the focus, it moves there.
  package func setCurrent(_ index: Int?) {
    let hadFocus = controls.contains(where: \.containsFocus)
    current = index
    if let stop { Self.set(stop, isReachable: true) }
    if hadFocus { stop?.takeFocus() }
    limit()
  }

  private func limit() {
    let stop = stop
    for control in controls { Self.set(control, isReachable: control === stop) }
  }

  private static func set(_ control: Widget, isReachable: Bool) {
    control.focusable = isReachable
    // A GtkCheckButton that is not focusable keeps Tab from the widgets after it.
    control.canFocus = isReachable
  }

  /// Follows a key; returns whether it was one of the container's.
  package func move(by key: UInt32) -> Bool {
    let isMirrored = axis == .horizontal && container.isRightToLeft
    let (back, onward) = axis == .horizontal ? (Key.left, Key.right) : (Key.up, Key.down)
    let start = controls.firstIndex(where: \.containsFocus) ?? controls.firstIndex { $0 === stop }
    guard let start else { return false }
    let (before, after) = (controls[..<start].indices, controls[(start + 1)...].indices)
    let order: [Int]
    switch key {
    case back: order = isMirrored ? Array(after) : before.reversed()
    case onward: order = isMirrored ? before.reversed() : Array(after)
    case Key.home: order = Array(before)
    case Key.end: order = after.reversed()
    default: return false
    }
    // At the ends the focus stays in the container.
    guard let next = order.first(where: { controls[$0].sensitive && controls[$0].visible }) else {
      return true
    }
    current = next
    Self.set(controls[next], isReachable: true)
    controls[next].takeFocus()
    limit()
    didMove?(next)
    return true
  }
}
