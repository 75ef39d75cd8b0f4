import Gtk
import Translation

/// Toggles of which one is on, bound to what the window shows: the segmented control in the header, and the
/// bar at the bottom of a narrow window.
///
/// A choice among one is none: with a single tab the switcher stays away.
final class TabSwitcher: Box {
  enum Style { case segmented, bottomBar }

  private(set) var buttons: [Tab: ToggleButton] = [:]

  /// The person wants another tab.
  var onChoose: ((Tab) -> Void)?

  init(_ tabs: [Tab], style: Style) {
    super.init(.horizontal)
    addClass(style == .segmented ? "bs-switcher" : "bs-bottom-bar")
    isOffered = tabs.count > 1
    setAccessibleRole(.tabList)
    setAccessibleLabel(tr("Views"))
    align(vertical: style == .segmented ? .center : .fill)
    var first: ToggleButton?
    for (index, tab) in tabs.enumerated() {
      let button = ToggleButton(toggleChild: Self.content(of: tab, style: style))
      button.isHorizontallyExpanding = style == .bottomBar
      button.setAccessibleRole(.tab)
      button.setAccessibleLabel(tab.title)
      button.setAccessiblePosition(index + 1, of: tabs.count)
      button.setAccessibleSelected(false)
      if let first { button.setGroup(first) } else { first = button }
      button.toggled.connect(weak: self) { [weak button] switcher in
        guard let button else { return }
        button.setAccessibleSelected(button.isOn)
        if button.isOn { switcher.onChoose?(tab) }
      }
      buttons[tab] = button
      append(button)
    }
  }

  /// Whether there is anything to choose. The window shows one of its two switchers, if any.
  private(set) var isOffered = false

  var tab: Tab? {
    get { buttons.first { $0.value.isOn }?.key }
    set { if let newValue { buttons[newValue]?.isOn = true } }
  }

  /// Tells what the tabs show their pages in.
  func setPages(_ pages: Widget) {
    for button in buttons.values { button.setAccessibleControls(pages) }
  }

  private static func content(of tab: Tab, style: Style) -> Widget {
    switch style {
    case .segmented: return Label(tab.title)
    case .bottomBar:
      let box = Box(.vertical, spacing: 2)
      let label = Label(tab.title)
      label.ellipsize()
      box.append(SymbolIcon(tab.symbol), label)
      box.align(vertical: .center)
      return box
    }
  }
}
