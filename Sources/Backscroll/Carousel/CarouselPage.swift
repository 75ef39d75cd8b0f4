import Gtk

/// A page that looks different away from the middle; optional for pages of a ``Carousel``.
@MainActor
public protocol CarouselPage: Widget {
  /// The page stands `offset` pages from the middle: 0 there, negative before it. Called as it moves, outside of
  /// layout; it may draw anew, and should not ask for another size.
  func didMove(toOffset offset: Double)
}
