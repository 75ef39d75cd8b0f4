import ScrollCore

/// The carousel's three shapes that one can choose from.
enum CarouselChoice: String, CaseIterable, Sendable {
  case drag, snap, paged

  var title: String {
    switch self {
    case .drag: "Drag"
    case .snap: "Snap"
    case .paged: "Paged"
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
