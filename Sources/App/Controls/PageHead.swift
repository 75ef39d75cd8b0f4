import Gtk
import Translation

/// The head of a page over the whole window: a button that goes back, a title with a caption, and a switcher, which has
/// a row of its own in a narrow window.
package final class PageHead<Part: Hashable>: Box {
  /// Called for the button that goes back.
  package var didGoBack: (() -> Void)?
  /// Called when the reader has chosen a part.
  package var didChoose: ((Part) -> Void)?
  /// Called with the width of the page, in points.
  package var didChangeWidth: ((_ width: Int, _ isNarrow: Bool) -> Void)?

  private let caption = Label()
  private let wideSwitcher: SegmentedControl<Part>
  private let narrowSwitcher: SegmentedControl<Part>
  private let narrowRow = Box(.horizontal)
  private let frame: HeaderFrame

  /// - Parameter makeSwitcher: Called twice, for a switcher in the title bar and one below it.
  package init(_ title: String, caption text: String, _ makeSwitcher: () -> SegmentedControl<Part>) {
    wideSwitcher = makeSwitcher()
    narrowSwitcher = makeSwitcher()
    let name = Label(title)
    let lines = Box(.vertical)
    frame = HeaderFrame(title: lines, switcher: wideSwitcher)
    super.init(.vertical)
    caption.text = text
    name.addClass("bs-heading")
    caption.addClass("bs-caption")
    lines.addClass("bs-title")
    lines.valign = .center
    for label in [name, caption] {
      label.ellipsize()
      label.xalign = 0
      lines.append(label)
    }
    let back = Button(iconName: "go-previous-symbolic")
    back.addClass("bs-flat")
    back.valign = .center
    back.tooltipText = tr("Back")
    back.setAccessibleLabel(tr("Back"))
    back.clicked.connect(weak: self) { $0.didGoBack?() }
    frame.add(atStart: back)
    narrowRow.addClass("bs-media-tools")
    narrowSwitcher.halign = .center
    narrowSwitcher.hexpand = true
    narrowRow.append(narrowSwitcher)
    for switcher in [wideSwitcher, narrowSwitcher] {
      switcher.didChoose = { [weak self] in self?.didChoose?($0) }
    }
    append(frame, narrowRow, WidthWatcher { [weak self] in self?.widthChanged($0) })
    widthChanged(AdaptiveRoot.wideFrom)
  }

  /// The line below the title.
  package var captionText: String {
    get { caption.text }
    set { caption.text = newValue }
  }

  /// The shown part.
  package var choice: Part? {
    get { wideSwitcher.choice }
    set { for switcher in [wideSwitcher, narrowSwitcher] { switcher.choice = newValue } }
  }

  /// Adds a button with the ways to save what the page shows.
  package func add(_ menu: Menu, named name: String) {
    let button = MenuButton(iconName: "document-save-symbolic", menu: menu)
    button.addClass("bs-flat")
    button.valign = .center
    button.tooltipText = name
    button.setAccessibleLabel(name)
    frame.add(atEnd: button)
  }

  /// Focuses the switcher.
  package func focusSwitcher() {
    _ = (wideSwitcher.visible ? wideSwitcher : narrowSwitcher).moveFocus(.forward)
  }

  private func widthChanged(_ width: Int) {
    let isNarrow = width < max(AdaptiveRoot.narrowBelow, frame.wideMinimum)
    // On a phone's screen, the button that closes the window would seem to close the page.
    frame.showTitleButtons = width >= AdaptiveRoot.narrowBelow
    wideSwitcher.visible = !isNarrow
    narrowRow.visible = isNarrow
    didChangeWidth?(width, isNarrow)
  }
}
