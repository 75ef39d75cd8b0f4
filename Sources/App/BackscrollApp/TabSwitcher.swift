import AppBase
import Controls
import Gtk
import Translation

/// One toggle button for each tab: the segmented control in the header, or the bar at the bottom of a narrow window. It is one
/// stop for Tab; inside, the arrow keys choose the tab beside, Home and End the first and the last one.
final class TabSwitcher: Box {
  enum Style { case segmented, bottomBar }

  private(set) var buttons: [Tab: ToggleButton] = [:]
  private lazy var stop = SingleStop(in: self, along: .horizontal)

  /// A person, or the setter of ``tab``, has chosen a tab.
  var didChoose: ((Tab) -> Void)?

  init(_ tabs: [Tab], style: Style) {
    super.init(.horizontal)
    addClass(style == .segmented ? "bs-switcher" : "bs-bottom-bar")
    setAccessibleRole(.tabList)
    setAccessibleLabel(tr("Views"))
    valign = style == .segmented ? .center : .fill
    isHomogeneous = style == .bottomBar
    var first: ToggleButton?
    for (index, tab) in tabs.enumerated() {
      let button = ToggleButton(toggleChild: Self.content(of: tab, style: style))
      button.hexpand = style == .bottomBar
      button.setAccessibleRole(.tab)
      button.setAccessibleLabel(tab.title)
      button.setAccessibleDescription(tab.purpose)
      button.tooltipText = tab.purpose
      button.setAccessiblePosition(index + 1, of: tabs.count)
      button.setAccessibleSelected(false)
      if let first { button.setGroup(first) } else { first = button }
      button.toggled.connect(weak: self) { [weak button] switcher in
        guard let button else { return }
        button.setAccessibleSelected(button.active)
        guard button.active else { return }
        switcher.stop.setCurrent(index)
        switcher.didChoose?(tab)
      }
      buttons[tab] = button
      append(button)
    }
    stop.set(tabs.compactMap { buttons[$0] }, current: nil)
    stop.didMove = { [weak self] in self?.tab = tabs[$0] }
  }

  /// Follows a key; returns whether it was handled.
  func choose(by key: UInt32) -> Bool { stop.move(by: key) }

  var tab: Tab? {
    get { buttons.first { $0.value.active }?.key }
    set { if let newValue { buttons[newValue]?.active = true } }
  }

  /// Sets the widget that shows the tabs' pages, for assistive technology.
  func setPages(_ pages: Widget) {
    for button in buttons.values { button.setAccessibleControls(pages) }
  }

  private static func content(of tab: Tab, style: Style) -> Widget {
    switch style {
    case .segmented: return SteadyLabel(tab.title)
    case .bottomBar:
      let box = Box(.vertical, spacing: 2)
      let label = Label(tab.title)
      label.ellipsize()
      box.append(Image(tab.symbol), label)
      box.valign = .center
      return box
    }
  }
}
