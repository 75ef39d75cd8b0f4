import Gtk

/// A window over the program's window that shows one page. The page scrolls, so the window fits every screen. Escape
/// closes it.
class PageWindow: Window {
  private let scroller: ScrolledWindow

  /// The page is at most `column` points wide.
  init(_ title: String, page: Widget, column: Int, width: Int, height: Int) {
    scroller = ScrolledWindow(child: Clamp(page, limit: column))
    super.init()
    addClass("backscroll")
    self.title = title
    setDefaultSize(width: width, height: height)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.setAccessibleLabel(title)
    setTitlebar(HeaderBar())
    child = scroller
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { window, key, _, _ in
      guard key == Key.escape else { return false }
      window.close()
      return true
    }
    add(keys)
  }
}
