import Gtk

/// A round ground with a picture in its middle, or several of which one shows.
final class Disc: Box {
  /// `cssClass` gives size and colour.
  init(_ pictures: Widget..., cssClass: String) {
    super.init(.horizontal)
    addClass(cssClass)
    align(vertical: .center)
    for picture in pictures {
      picture.isHorizontallyExpanding = true
      picture.align(horizontal: .center, vertical: .center)
      append(picture)
    }
    // Or the picture's wish for room would become the disc's, and stretch it.
    isHorizontallyExpanding = false
  }
}
