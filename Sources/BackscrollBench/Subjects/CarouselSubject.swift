import Backscroll
import Gtk

/// A carousel, ours or libadwaita's, with cards that are cheap to draw or with pages of labels.
@MainActor
final class CarouselSubject {
  let widget: Widget
  let count: Int
  private let goTo: (Int) -> Void

  /// Nil where the widget is not to be had.
  init?(_ peer: Peer, pages count: Int) {
    self.count = count
    switch peer {
    case .carousel:
      let carousel = Carousel(makePage: CardPage.init) { (page: CardPage, item: Item) in page.number = item.id
      }
      (widget, goTo) = Self.ours(carousel, count)
    case .carouselLabels:
      let carousel = Carousel(makePage: LabelPage.init) { (page: LabelPage, item: Item) in
        page.number = item.id
      }
      (widget, goTo) = Self.ours(carousel, count)
    case .adwaita, .adwaitaLabels:
      let pages: [Widget] = (0..<count).map { number in
        if peer == .adwaita {
          let page = CardPage()
          page.number = number
          return page
        }
        let page = LabelPage()
        page.number = number
        return page
      }
      guard let carousel = AdwaitaCarousel(pages: pages) else { return nil }
      widget = carousel
      goTo = { carousel.scroll(to: pages[$0]) }
    default: return nil
    }
  }

  private static func ours<Page: Widget>(_ carousel: Carousel<Item, Page>, _ count: Int) -> (
    Widget, (Int) -> Void
  ) {
    carousel.items = (0..<count).map(Item.init)
    return (carousel, { carousel.scroll(to: $0) })
  }

  func go(to index: Int) { goTo(index) }

  struct Item: Identifiable {
    let id: Int
  }
}
