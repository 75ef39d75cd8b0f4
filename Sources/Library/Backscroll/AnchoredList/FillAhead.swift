import Gtk

/// The distance beyond the viewport at which a list still lays out rows.
///
/// It is zero in the frame of a jump or of a change of the rows in view, because all of those are new. While nothing
/// moves, the list lays out a few more rows whenever it is idle, so that a scroll finds them measured.
@MainActor
final class FillAhead {
  /// Viewports on each side.
  private(set) var factor = Metrics.afterChange

  private weak var list: Widget?
  private let restAfter: Double
  private let isAtRest: () -> Bool
  private let didGrow: () -> Void
  private lazy var idle = Coalesced(.idle) { [weak self] in self?.grow() }
  private lazy var later = Coalesced(.after(seconds: restAfter)) { [weak self] in self?.idle.schedule() }

  /// Makes the distance for `list`. It grows while `isAtRest` returns true, and otherwise asks again after `restAfter`
  /// seconds. `didGrow` requests the layout that follows.
  init(of list: Widget, restAfter: Double, isAtRest: @escaping () -> Bool, didGrow: @escaping () -> Void) {
    (self.list, self.restAfter, self.isAtRest, self.didGrow) = (list, restAfter, isAtRest, didGrow)
  }

  /// Whether the distance has reached its maximum.
  var isComplete: Bool { factor >= Metrics.atRest }

  /// Follows a change after which all rows in view are new.
  func reset() { factor = Metrics.afterChange }

  /// Follows a scroll that is shorter than a jump.
  func scrolled() { factor = Metrics.whileScrolling }

  /// Follows a change of rows in view or next to it.
  func rowsChanged() { factor = isAtRest() ? Metrics.afterChange : min(factor, Metrics.whileScrolling) }

  /// Grows when the list is idle next.
  func schedule() {
    if !isComplete, !later.isScheduled { idle.schedule() }
  }

  private func grow() {
    guard let list, list.isMapped, !isComplete else { return }
    guard isAtRest() else { return later.schedule() }
    factor = min(Metrics.atRest, factor + Metrics.step)
    didGrow()
  }
}

private enum Metrics {
  /// Viewports. After a jump, a change of width or a change of the rows in view all rows are new, at some 0.25 ms each.
  static let afterChange = 0.0
  static let whileScrolling = 0.5
  static let atRest = 1.5
  /// The growth in each idle callback, in viewports.
  static let step = 0.125
}
