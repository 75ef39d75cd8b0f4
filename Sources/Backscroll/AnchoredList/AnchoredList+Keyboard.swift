import Gtk
import ScrollCore

extension AnchoredList {
  /// The row the focus is in.
  var focusedIndex: Int? {
    guard containsFocus else { return nil }
    return pool.bound.first { $0.value.row.containsFocus }?.key
  }

  func addKeys() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { list, key, _, modifiers in
      guard modifiers.isDisjoint(with: [.shift, .control, .alt]) else { return false }
      switch Key.normal(key) {
      case Key.home: list.scrollToStart()
      case Key.end: list.scrollToEnd()
      default: return false
      }
      return true
    }
    add(keys)
  }

  func moveRowFocus(_ direction: FocusDirection) -> Bool {
    guard layout.count > 0 else { return false }
    guard let focused = focusedIndex else { return enterFocus(direction) }
    switch direction {
    case .forward, .backward, .left, .right: return pool[focused]?.moveFocus(direction) ?? false
    case .up: return moveFocus(from: focused, by: -1)
    case .down: return moveFocus(from: focused, by: 1)
    }
  }

  private func enterFocus(_ direction: FocusDirection) -> Bool {
    let visible = layout.frame.visible
    guard !visible.isEmpty else { return false }
    func isWhole(_ index: Int) -> Bool {
      let top = layout.top(of: index)
      return top >= -1 && top + layout.heights.height(at: index) <= layout.frame.viewport + 1
    }
    // The row that is wholly in view nearest to where reading begins: of a chat the newest, of a feed the first.
    let index =
      layout.restingEdge == .start
      ? visible.first(where: isWhole) ?? visible.lowerBound
      : visible.last(where: isWhole) ?? visible.upperBound - 1
    return pool[index]?.takeFocus() ?? false
  }

  private func moveFocus(from focused: Int, by step: Int) -> Bool {
    let visible = layout.frame.visible
    guard visible.contains(focused) else {
      // The content was scrolled away from under the focus: go on from what is in view.
      guard !visible.isEmpty else { return true }
      return focusRow(step > 0 ? visible.lowerBound : visible.upperBound - 1)
    }
    let top = layout.top(of: focused)
    let hidden =
      step > 0 ? top + layout.heights.height(at: focused) - layout.frame.viewport : -top
    if hidden > 1, layout.heights.height(at: focused) > layout.frame.viewport {
      // A row higher than the viewport is read to its end first.
      layout.scroll(by: Double(step) * min(Self.step * 2, hidden))
      queueLayout()
      return true
    }
    let next = focused + step
    guard next >= 0, next < layout.count else { return true }
    return focusRow(next)
  }

  private func focusRow(_ index: Int) -> Bool {
    guard let row = pool[index], row.takeFocus() else { return true }
    scroll(to: model.id(at: index), at: .nearest)
    return true
  }
}
