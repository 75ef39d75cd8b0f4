import AppBase
import Controls
import Gtk
import Translation

/// The tabs of a window: in its header, or along the bottom edge if it is narrow.
typealias TabSwitcher = SegmentedControl<Tab>

extension SegmentedControl where Choice == Tab {
  convenience init(_ tabs: [Tab], _ kind: Kind) {
    self.init(tabs.map { ($0, $0.title) }, name: tr("Views"), kind: kind) {
      kind == .bottomTabs ? Self.icon(of: $0) : nil
    }
    explain(\.purpose)
  }

  /// Sets the widget that shows the tabs' pages, for assistive technology.
  func setPages(_ pages: Widget) {
    for tab in Tab.allCases { button(for: tab)?.setAccessibleControls(pages) }
  }

  /// The icon of a tab above its title.
  private static func icon(of tab: Tab) -> Widget {
    let box = Box(.vertical, spacing: 2)
    let label = Label(tab.title)
    label.ellipsize()
    box.append(Image(tab.symbol), label)
    box.valign = .center
    return box
  }
}
