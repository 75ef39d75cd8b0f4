import ScrollCore
import Translation

/// The carousel's three shapes that one can choose from.
enum CarouselChoice: String, CaseIterable, Sendable {
  case drag, snap, paged

  var title: String {
    switch self {
    case .drag: tr("Drag")
    case .snap: tr("Snap")
    case .paged: tr("Paged")
    }
  }

  var style: CarouselStyle {
    switch self {
    case .drag: .drag
    case .snap: .snap
    case .paged: .paged
    }
  }

  /// Only where a page is nearly as wide as the window does the next one's title get in the way.
  var fadesCaption: Bool { self == .paged }
}
