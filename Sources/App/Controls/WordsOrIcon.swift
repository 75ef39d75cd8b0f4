import Gtk

/// The contents of a button: an icon, or words if the button is wide enough, such as in a ``ToolPanel``.
package final class WordsOrIcon: CustomWidget {
  private let words: Label
  private let icon: Image

  package init(_ words: String, iconName: String) {
    self.words = Label(words)
    icon = Image(iconName: iconName, size: 16)
    super.init()
    hexpand = true
    for child in [self.words, icon] { child.setParent(self) }
  }

  package override class var cssName: String { "wordsoricon" }

  // GTK centres it in a menu button.
  package override func rooted() { parent?.halign = .fill }

  /// Whether the words are shown.
  private(set) var showsWords = false

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let (first, second) = (icon.measured(orientation), words.measured(orientation))
    return orientation == .horizontal ? first : Measure(minimum: max(first.minimum, second.minimum))
  }

  package override func allocate(width: Int, height: Int) {
    showsWords = words.measured(.horizontal).natural <= width
    for (child, isShown) in [(words as Widget, showsWords), (icon, !showsWords)] {
      child.isChildVisible = isShown
      guard isShown else { continue }
      let (wide, tall) = (child.measured(.horizontal).natural, child.measured(.vertical).natural)
      child.place(leading: (width - wide) / 2, top: (height - tall) / 2, width: wide, height: tall)
    }
  }

  package override func dispose() {
    for child in [words, icon] { child.unparent() }
    super.dispose()
  }
}
