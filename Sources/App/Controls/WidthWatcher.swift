import Gtk

/// An invisible widget that reports its width, and so that of the column that contains it. It takes no space.
package final class WidthWatcher: CustomWidget {
  private let didChange: (Int) -> Void
  private var known = -1

  package init(_ didChange: @escaping (Int) -> Void) {
    self.didChange = didChange
    super.init()
  }

  package override class var cssName: String { "widthwatcher" }

  package override func allocate(width: Int, height: Int) {
    guard width != known else { return }
    known = width
    // Outside of layout, because the receiver changes the widgets that are laid out.
    MainLoop.soon { [weak self] in self?.didChange(width) }
  }
}
