import Backscroll
import Gtk

/// Measures the first frame of a carousel and its animated page changes.
@MainActor
struct CarouselWork {
  let subject: CarouselSubject
  let started: Double
  let changes: Int

  func run() -> [Reading] {
    let stage = Stage(subject.widget, width: 900, height: 620)
    stage.open()
    stage.run(atMost: 100) { subject.widget.isMapped && subject.widget.width > 0 }
    let opened = (steadyTime() - started) * 1_000
    let memory = residentMemory()
    stage.settle()
    var wall = Figures()
    var cpu = Figures()
    for change in 1...changes {
      subject.go(to: change % 4 + change / 4 % max(1, subject.count - 4))
      for _ in 0..<20 {
        stage.run(frames: 1)
        wall.add(stage.costs.wall)
        cpu.add(stage.costs.all)
      }
    }
    return [
      Reading("start to first frame", .milliseconds, [opened]),
      Reading("resident memory", .megabytes, [memory]),
      Reading("frame of a page change, wall", .frames, wall.values),
      Reading("main-thread CPU", .frames, cpu.values),
    ]
  }
}

/// A carousel, ours or libadwaita's, with cheap cards or with pages of labels.
@MainActor
final class CarouselSubject {
  let widget: Widget
  let count: Int
  private let goTo: (Int) -> Void

  /// Returns nil when the widget's library is not installed.
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
      widget = carousel.widget
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

/// A card of 720 × 504 points at the cost of a poster: a gradient and a line of text.
private final class CardPage: CustomWidget {
  private lazy var layout = TextLayout(for: self)

  var number = -1 {
    didSet { if number != oldValue { layout.set("Film number \(number)") } }
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: orientation == .horizontal ? 720 : 504)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let rect = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let shade = Double(number & 7) / 10
    snapshot.fill(
      RoundedRect(rect, radius: 18), top: Color(red: shade, green: 0.4, blue: 0.8),
      bottom: Color(red: 0.2, green: shade, blue: 0.3))
    snapshot.text(layout, at: Point(x: 24, y: rect.height - 48), .white)
  }
}

/// A page of eight wrapped GtkLabels.
private final class LabelPage: Box {
  private var labels: [Label] = []

  init() {
    super.init(.vertical, spacing: 12)
    for _ in 0..<8 {
      let label = Label()
      label.wrap(maxCharacters: -1, isCentered: false)
      label.xalign = 0
      labels.append(label)
      append(label)
    }
    setMargins(start: 24, end: 24, top: 24, bottom: 24)
    setSizeRequest(width: 600)
  }

  var number = -1 {
    didSet {
      guard number != oldValue else { return }
      for (place, label) in labels.enumerated() {
        label.text = BenchMessage(number: number * labels.count + place).text
      }
    }
  }
}

/// libadwaita's carousel, if the library is installed.
@MainActor
private struct AdwaitaCarousel {
  private static let library: DynamicLibrary? = {
    let library = DynamicLibrary("libadwaita-1.so.0")
    library?.call("adw_init")
    return library
  }()

  let widget: Widget
  private let library: DynamicLibrary

  /// Nil if libadwaita is not installed.
  init?(pages: [Widget]) {
    guard let library = Self.library else { return nil }
    self.library = library
    widget = library.makeWidget("adw_carousel_new")
    for page in pages { library.call("adw_carousel_append", widget, page) }
  }

  /// Scrolls to a page with libadwaita's animation.
  func scroll(to page: Widget) { library.call("adw_carousel_scroll_to", widget, page, true) }
}
