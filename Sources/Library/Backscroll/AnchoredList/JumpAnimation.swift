import Gtk
import ScrollCore

/// An animated scroll of a list to a row or to the end.
///
/// It goes over one screen at most, and follows the destination wherever it moves meanwhile. It moves nothing itself:
/// the list applies each ``Step`` to its layout.
@MainActor
final class JumpAnimation<Model: ListModel> {
  /// The destination of a scroll.
  enum Destination {
    /// The index is `nil` once the row has left the model; it may be back before the next frame.
    case row(Model.ID, at: Int?, RowPlace)
    case end
  }

  /// The effect of a frame of the scroll.
  enum Step {
    /// Holds the row at an index this many points below the viewport's top edge.
    case hold(Int, at: Double)
    /// Shows the row at an index at its place: the scroll is over.
    case arrive(Int, RowPlace)
    /// Goes to the end: the scroll is over.
    case arriveAtEnd
  }

  private let model: Model
  private let animation: Animation
  private var destination = Destination.end
  /// The part of the way that has been covered.
  private var covered = 0.0

  /// Makes an animation without a scroll, on the frame clock of `list`, which shows the rows of `model`.
  init(on list: Widget, of model: Model) {
    self.model = model
    animation = Animation(on: list)
  }

  /// Whether a scroll is under way.
  var isRunning: Bool { animation.isRunning }

  /// Begins a scroll, in place of one that is under way. `frame` is called once a frame with the part of the way to
  /// cover by then, and passes it to ``step(to:in:)``.
  func start(to destination: Destination, frame: @escaping (_ progress: Double) -> Void) {
    self.destination = destination
    covered = 0
    animation.start(Ease(duration: Metrics.duration, shape: .outCubic), step: frame)
  }

  /// Ends the scroll where it is.
  func cancel() { animation.cancel() }

  /// Follows a change of the model's rows.
  func follow(_ splice: Splice) {
    if case .row(let id, let index, let place) = destination {
      destination = .row(id, at: index.flatMap(splice.map), place)
    }
  }

  /// Covers the way up to `progress`. Returns the step that brings the destination that much nearer to its place. If
  /// the destination has left the model, ends the scroll and returns nil.
  func step(to progress: Double, in layout: AnchoredLayout<Model.ID>) -> Step? {
    let before = covered
    covered = progress
    let target: (index: Int?, place: RowPlace) =
      switch destination {
      case .end: (layout.count - 1, .end)
      case .row(let id, let index, let place): (index ?? model.index(of: id), place)
      }
    let place = target.place
    guard let index = target.index, index >= 0 else {
      cancel()
      return nil
    }
    if case .row(let id, nil, _) = destination { destination = .row(id, at: index, place) }
    let viewport = layout.frame.viewport
    let top = layout.top(of: index)
    let goal = layout.offset(
      of: index, at: place, height: layout.heights.height(at: index), viewport: viewport, current: top)
    if progress >= 1 || abs(top - goal) < Metrics.arrival {
      cancel()
      if case .end = destination { return .arriveAtEnd }
      return .arrive(index, place)
    }
    // A destination farther away than a screen is approached from the distance of one screen.
    let distance = before == 0 ? max(-viewport, min(viewport, top - goal)) : top - goal
    return .hold(index, at: goal + distance * (1 - progress) / (1 - before))
  }
}

private enum Metrics {
  /// Seconds.
  static let duration = 0.25
  /// A scroll ends when it is this near its place, in points.
  static let arrival = 0.5
}
