/// When to ask for the next page at one end: as soon as the reader is within a band before it.
///
/// A page that leaves the reader within the band is followed by another, until the viewport and the band are
/// full or the end is reached. A failed page is not asked for again by itself until the reader has left the
/// band and come back.
public struct LoadTrigger: Sendable {
  /// How far ahead of the end pages are asked for.
  public enum Band: Sendable, Equatable {
    /// In heights of the viewport.
    case viewports(Double)
    /// In rows.
    case rows(Int)
  }

  public let band: Band
  private var wasInside = false

  /// Two viewports ahead is what clients with the least waiting do.
  public init(_ band: Band = .viewports(2)) { self.band = band }

  /// Whether to load now. To be called whenever the reader has moved, the content's extent or the viewport
  /// has changed, or a load has ended.
  ///
  /// The caller's load must make `state` `.loading` at once; that is what keeps a burst of calls from loading
  /// twice.
  ///
  /// - Parameters:
  ///   - distance: Content between the viewport and the end, in points.
  ///   - rows: Rows between the viewport and the end.
  ///   - viewport: Its height in points; nothing is loaded for one that has no height yet.
  ///   - rowCount: All rows there are; the first page is nobody's to trigger.
  ///   - state: What the load at this end is doing.
  public mutating func update(
    distance: Double, rows: Int = .max, viewport: Double, rowCount: Int, state: LoadState
  ) -> Bool {
    guard viewport > 0, rowCount > 0 else { return false }
    let isInside =
      switch band {
      case .viewports(let factor): distance < factor * viewport
      case .rows(let count): rows < count
      }
    defer { wasInside = isInside }
    guard isInside else { return false }
    return switch state {
    case .idle: true
    case .failed: !wasInside
    case .loading, .end: false
    }
  }
}
