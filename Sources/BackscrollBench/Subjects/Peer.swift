/// What is compared. The first is the one all others are told in ratios of.
enum Peer: String, CaseIterable, Codable, Sendable {
  case ours = "AnchoredList"
  case oursStock = "AnchoredList, stock row"
  case listView = "GtkListView"
  case listViewRich = "GtkListView, our row"
  case listBox = "GtkListBox"
  case listBoxRich = "GtkListBox, our row"
  case qml = "QML ListView"
  case window = "empty window"
  case carousel = "Carousel"
  case carouselLabels = "Carousel, page of labels"
  case adwaita = "AdwCarousel"
  case adwaitaLabels = "AdwCarousel, page of labels"

  var isListBox: Bool { self == .listBox || self == .listBoxRich }

  /// What the ratios of this one's figures refer to: the same contents in ours.
  var reference: Peer {
    switch self {
    case .carousel, .adwaita: .carousel
    case .carouselLabels, .adwaitaLabels: .carouselLabels
    default: .ours
    }
  }
}
