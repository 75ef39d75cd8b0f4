import CResources
import Gtk

/// The library's own look, in the theme's colours. It lies below the theme, so any stylesheet of an application
/// overrules it.
@MainActor
enum LibraryStyle {
  private static var sheet: StyleSheet?

  /// Applies it to the display; once is enough, more does no harm.
  static func install() {
    guard sheet == nil else { return }
    let new = StyleSheet()
    new.load(backscroll_css_library.bytes)
    new.install(.fallback)
    sheet = new
  }
}
