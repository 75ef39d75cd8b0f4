import CGtk
import Foundation

/// libadwaita's carousel, where that library is on the machine: something to measure against. Looked up as the
/// program runs, so nothing depends on it.
@MainActor
public final class AdwaitaCarousel: Widget {
  private typealias Make = @convention(c) () -> UnsafeMutableRawPointer?
  private typealias Append = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  private typealias ScrollTo =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, gboolean) -> Void
  private typealias Initialise = @convention(c) () -> Void

  /// The functions that are used. Signatures are those of libadwaita 1.0 and later.
  private struct Library {
    let make: Make
    let append: Append
    let scrollTo: ScrollTo

    /// Nil where the library is not installed.
    init?() {
      guard let handle = dlopen("libadwaita-1.so.0", RTLD_NOW | RTLD_LOCAL),
        let initialise = dlsym(handle, "adw_init"), let make = dlsym(handle, "adw_carousel_new"),
        let append = dlsym(handle, "adw_carousel_append"),
        let scrollTo = dlsym(handle, "adw_carousel_scroll_to")
      else { return nil }
      unsafeBitCast(initialise, to: Initialise.self)()
      self.make = unsafeBitCast(make, to: Make.self)
      self.append = unsafeBitCast(append, to: Append.self)
      self.scrollTo = unsafeBitCast(scrollTo, to: ScrollTo.self)
    }
  }

  private static let library = Library()
  private let library: Library

  /// Nil where libadwaita is not installed.
  public init?(pages: [Widget]) {
    guard let library = Self.library, let raw = library.make() else { return nil }
    self.library = library
    super.init(borrowed: raw)
    for page in pages { library.append(raw, page.raw) }
  }

  /// Goes to a page with the library's own animation.
  public func scroll(to page: Widget) { library.scrollTo(raw, page.raw, 1) }
}
