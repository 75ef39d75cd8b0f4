/// Where in the viewport a jump puts its row.
public enum RowPlace: Sendable {
  /// Top edge on top edge.
  case start
  /// In the middle; a row higher than the viewport shows its start.
  case center
  /// Bottom edge on bottom edge.
  case end
  /// The least motion that shows all of it; none when it shows already.
  case nearest

  /// The row's top edge below the viewport's, in points, for a row now at `current`.
  public func offset(rowHeight: Double, viewport: Double, current: Double) -> Double {
    switch self {
    case .start: 0
    case .center: max(0, ((viewport - rowHeight) / 2).rounded())
    case .end: viewport - rowHeight
    case .nearest:
      if current < 0 || rowHeight > viewport {
        // A row higher than the viewport is left alone as long as it fills the viewport.
        rowHeight > viewport ? min(0, max(current, viewport - rowHeight)) : 0
      } else {
        min(current, viewport - rowHeight)
      }
    }
  }
}
