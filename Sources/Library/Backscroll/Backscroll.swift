import CResources
import Gtk
// The widgets take and report values of these modules, so `import Backscroll` brings them along.
@_exported import Paging
@_exported import ScrollCore

/// The library's style sheet, in the theme's colours. It has a lower priority than the theme, so that any style sheet of
/// an application overrides it.
@MainActor
enum LibraryStyle {
  private static var sheet: StyleSheet?

  /// Applies the style sheet to the display. Further calls do nothing.
  static func install() {
    guard sheet == nil else { return }
    let new = StyleSheet()
    new.load(backscroll_css_library.bytes)
    new.install(.fallback)
    sheet = new
  }
}
