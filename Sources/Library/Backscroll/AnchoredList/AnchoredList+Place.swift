import Gtk
import ScrollCore

/// Where the list is, and where it goes.
extension AnchoredList {
  // MARK: The place

  /// Whether a part of ``header`` is in view.
  package var isHeaderInView: Bool { headerInView != nil }

  /// Whether the reader is at the end, and stays there when rows are appended.
  public var isAtEnd: Bool { scrolling.layout.isAtEnd }

  /// The content before the viewport, in points; estimated where rows have not been measured.
  public var distanceToStart: Double { scrolling.distanceToStart }

  /// The content after the viewport, in points; estimated where rows have not been measured.
  public var distanceToEnd: Double { scrolling.distanceToEnd }

  /// The rows in view, if only in part, as of the latest layout; by their present indices.
  public var visibleRange: Range<Int> { scrolling.layout.frame.visible }

  /// Whether all of a row is in view, as of the latest layout. A row higher than the viewport counts if it fills it. A
  /// row under a heading that is stuck is not in view; see ``sectionHeading``.
  public func isInView(_ id: Model.ID) -> Bool {
    isLaidOut && !isJumping && model.index(of: id).map { scrolling.layout.isInView($0) } ?? false
  }

  /// Whether a layout followed the latest insertion or removal of rows. Until then the rows in view are unknown, and
  /// ``didChangeViewport`` is yet to be called.
  package var isLaidOut: Bool { scrolling.isLaidOut }

  /// The anchor that the latest layout holds in place.
  public var anchor: ScrollAnchor<Model.ID> { scrolling.layout.anchor }

  /// The widget of a row, if it has one at present.
  public func row(_ id: Model.ID) -> Row? { pool.widget(of: id) }

  /// The row at a point of the list, as of the latest layout; nil if there is none. A heading that is stuck covers the rows
  /// below it. For a context menu, for example.
  public func id(at point: Point) -> Model.ID? {
    guard point.x >= 0, point.x < Double(width), point.y >= 0, point.y < Double(height) else { return nil }
    return scrolling.layout.row(at: point.y).map { model.id(at: $0) }
  }

  // MARK: Scrolling to a place

  /// Whether an animated scroll is under way.
  var isJumping: Bool { scrolling.isJumping }

  /// Shows a row; does nothing if the model has none with this identity.
  ///
  /// The animation goes over one screen at most and follows the row wherever it moves meanwhile. There is none if the
  /// desktop's animations are off.
  public func scroll(to id: Model.ID, at place: RowPlace = .nearest, animated: Bool = true) {
    guard let index = model.index(of: id) else { return }
    scroll(to: .row(TrackedRow(index, id: id), place), animated)
  }

  /// Shows a row as ``scroll(to:at:animated:)`` does with an animation, and returns when it is there, or when the list
  /// went elsewhere or left the screen.
  public func scroll(to id: Model.ID, at place: RowPlace = .nearest) async {
    guard model.index(of: id) != nil else { return }
    scroll(to: id, at: place, animated: true)
    await arrival()
  }

  /// Goes to the end, and stays there if the list rests on its end.
  public func scrollToEnd(animated: Bool = true) {
    scroll(to: .end, animated)
  }

  /// Goes to the first row, with ``header`` above it.
  public func scrollToStart(animated: Bool = true) {
    guard model.count > 0 else { return }
    scroll(to: model.id(at: 0), at: .start, animated: animated)
  }

  /// Returns to an earlier value of ``anchor``, without animation; does nothing if its row is gone.
  public func restore(_ anchor: ScrollAnchor<Model.ID>) {
    switch anchor {
    case .end: scrollToEnd(animated: false)
    case .row(let id, let offset):
      guard let index = model.index(of: id) else { return }
      send { scrolling, _ in scrolling.hold(index, at: offset, id: id) }
    }
  }

  // MARK: A rail

  /// The reader's position, for a ``ScrollRail``; nil without rows, and if they all fit into the view.
  ///
  /// - Parameters:
  ///   - offset: The number of rows before the model's first one, if the model holds only some of the rows.
  ///   - count: The number of all rows; nil if the model has them all.
  /// - Complexity: O(k log n) for k rows in view.
  public func position(offset: Int = 0, count: Int? = nil) -> RailPosition? {
    RailPosition(
      scrolling.layout.visibleRows, offset: offset, count: count ?? model.count,
      viewport: scrolling.layout.frame.viewport)
  }

  /// Goes to a place of a rail, without animation.
  ///
  /// - Parameters:
  ///   - position: The place among all rows.
  ///   - offset: The number of rows before the model's first one.
  /// - Returns: False if the model does not have the row.
  @discardableResult
  public func scroll(to position: RailPosition, offset: Int = 0) -> Bool {
    let index = position.ordinal - offset
    guard index >= 0, index < model.count else { return false }
    send { $0.scroll(to: position, in: index, at: $1) }
    return true
  }

  /// Scrolls as a key does: by a page, with GTK's animation, or to an end. If the focus is in the list, or the window
  /// has none, it moves to the row in view next to the edge to which the list has scrolled. Otherwise it stays where it is.
  public func scroll(_ step: ScrolledWindow.ScrollStep) { _ = follow(step) }

  /// Scrolls by a distance in points, towards the end if it is positive. Over more than three viewports, the distance is
  /// as exact as the estimated heights of the rows between, which get no widgets.
  public func scroll(by distance: Double) { send { $0.scroll(by: distance, at: $1) } }

  private func scroll(to destination: ListScrolling<Model.ID>.Destination, _ animated: Bool) {
    let animated = animated && canAnimate
    send { $0.scroll(to: destination, animated: animated, at: $1) }
  }
}
