import Gtk
import StarredRepositories

/// A repository's picture: a pattern of 5 × 5, the same left and right, from its name.
enum RepositoryMark {
  static let size = 44.0
  private static let radius = 11.0
  private static let cell = 6.0

  @MainActor
  static func draw(_ repository: Repository, at place: Point, size: Double = size, on snapshot: Snapshot) {
    let hash = seed(repository.fullName)
    let colors = ChatPalette.avatars[ChatPalette.index(of: hash)]
    let scale = size / Self.size
    let rect = Rect(x: place.x, y: place.y, width: size, height: size)
    snapshot.fill(RoundedRect(rect, radius: radius * scale), top: colors.top, bottom: colors.bottom)
    let margin = (size - 5 * cell * scale) / 2
    for (column, row) in cells(hash) {
      snapshot.fill(
        Rect(
          x: place.x + margin + Double(column) * cell * scale,
          y: place.y + margin + Double(row) * cell * scale,
          width: cell * scale, height: cell * scale), Color.white.faded(0.92))
    }
  }

  /// The cells that are set; the right half mirrors the left one. Never none.
  static func cells(_ hash: UInt64) -> [(column: Int, row: Int)] {
    var cells: [(Int, Int)] = []
    for row in 0..<5 {
      for column in 0..<3 where hash >> UInt64(8 + row * 3 + column) & 1 == 1 {
        cells.append((column, row))
        if column < 2 { cells.append((4 - column, row)) }
      }
    }
    return cells.isEmpty ? [(2, 2)] : cells
  }

  /// FNV-1a: the same picture on every machine.
  static func seed(_ name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
