import Gtk
import Translation

/// A poster by itself, in the size it is given.
final class PosterView: CustomWidget {
  var film: Film? {
    didSet {
      poster = film.map(Poster.init(of:))
      setAccessibleLabel(film.map { tr("Poster of {film}", ["film": $0.title]) } ?? "")
      queueDraw()
    }
  }

  private var poster: Poster?

  /// Points; a poster's usual size beside its film's facts.
  static let naturalSize = (width: 330, height: 440)

  override class var cssName: String { "poster" }
  override class var accessibleRole: AccessibleRole { .image }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(
      minimum: 1, natural: orientation == .horizontal ? Self.naturalSize.width : Self.naturalSize.height)
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let poster, width > 0, height > 0 else { return }
    let rect = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    PosterPainter.castShadow(of: rect, strength: 1, on: snapshot)
    PosterPainter.draw(poster, in: rect, scale: scaleFactor, on: snapshot)
  }
}
