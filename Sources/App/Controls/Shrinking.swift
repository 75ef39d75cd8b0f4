import Gtk

/// Shows a widget in full if there is room, and otherwise a part of it: the rest scrolls.
package final class Shrinking: CustomWidget {
  private let content: Widget
  private let scroller: ScrolledWindow

  /// Points: a line and its margins.
  private static let least = 34

  /// The content decides whether it is visible.
  package init(_ content: Widget) {
    self.content = content
    scroller = ScrolledWindow(child: content)
    super.init()
    addClass("bs-shrinking")
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    // The focus goes to the content.
    scroller.focusable = false
    scroller.setParent(self)
    content.notify("visible").connect(weak: self) { $0.update() }
    update()
  }

  /// Whether the widget keeps its present height, also if that is 0, so that widgets above it do not move.
  package var isHeld = false {
    didSet {
      guard isHeld != oldValue, !isHeld else { return }
      update()
      queueResize()
    }
  }

  private func update() {
    if !isHeld { visible = content.visible }
  }

  package override var requestMode: RequestMode { .heightForWidth }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // GTK stops propagating a resize request at a widget that has not been measured since the previous request.
    _ = scroller.measured(orientation)
    // The content gets the height that it needs, independent of the available one. GTK 4.18 measures the width at the least height.
    guard orientation == .vertical else { return content.measured(.horizontal) }
    let whole = content.measured(.vertical, for: size)
    let wanted = isHeld ? height : whole.minimum
    return Measure(minimum: min(wanted, Self.least), natural: wanted)
  }

  package override func allocate(width: Int, height: Int) {
    for orientation in [Orientation.horizontal, .vertical] { _ = scroller.measured(orientation) }
    scroller.place(leading: 0, top: 0, width: width, height: height)
  }

  /// Moves the focus within the content itself. A GtkScrolledWindow without focusable content reports that it has moved
  /// the focus, also if it cannot take it either, and Tab would get no further.
  package override func focus(_ direction: FocusDirection) -> Bool { content.moveFocus(direction) }

  package override func dispose() {
    scroller.unparent()
    super.dispose()
  }
}
