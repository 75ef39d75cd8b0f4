import Controls
import Gtk
import Translation

/// The page of one film: poster, plot and facts.
final class FilmPage: Bin {
  var film: Film? {
    didSet { if let film { show(film) } }
  }

  private let poster = PosterView()
  private let text = Box(.vertical)
  private let scroller: ScrolledWindow
  private var content: [Widget] = []

  init() {
    scroller = ScrolledWindow(child: FilmPageLayout(poster: poster, text: text))
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    super.init()
    child = scroller
  }

  override class var cssName: String { "filmpage" }
  override class var accessibleRole: AccessibleRole { .group }

  /// Focuses the scroller, so that the keys scroll the page.
  override func grabFocus() -> Bool { scroller.takeFocus() }

  private func show(_ film: Film) {
    poster.film = film
    for widget in [self, scroller] { widget.setAccessibleLabel(film.spokenName) }
    for widget in content { text.remove(widget) }
    content = [Self.title(film), Self.chips(film), Self.plot(film), Self.facts(film)]
    for widget in content { text.append(widget) }
    scroller.vadjustment.value = 0
  }

  private static func title(_ film: Film) -> Widget {
    let label = Label(film.title)
    label.addClass("bs-film-title")
    label.wrap(maxCharacters: 20, isCentered: false)
    label.xalign = 0
    return label
  }

  private static func chips(_ film: Film) -> Widget {
    let rating = Label("★ \(film.ratingText)")
    rating.addClass("rating")
    rating.setAccessibleLabel(tr("Rated {rating}", ["rating": film.ratingText]))
    let chips = [rating, Label("\(film.year)"), Label(film.lengthText), Label(film.genre)]
    for chip in chips { chip.addClass("bs-chip") }
    let row = FlowRow(chips, margin: .none)
    row.setMargins(top: 8)
    return row
  }

  private static func plot(_ film: Film) -> Widget {
    let label = Label(film.plot)
    label.addClass("bs-film-plot")
    label.wrap(maxCharacters: 30, isCentered: false)
    label.xalign = 0
    label.setMargins(top: 18)
    return label
  }

  private static func facts(_ film: Film) -> Widget {
    let card = FactCard([
      (tr("Year"), "\(film.year)"), (tr("Length"), film.lengthText), (tr("Genre"), film.genre),
      (tr("Directed by"), film.director),
      (film.languages.count > 1 ? tr("Languages") : tr("Language"), film.languages.joined(separator: ", ")),
    ])
    card.setMargins(start: 1, end: 1, top: 18)
    return card
  }
}

/// Places poster and text side by side if there is room, otherwise one above the other; centred.
private final class FilmPageLayout: CustomWidget {
  private let poster: Widget
  private let text: Widget

  // Points.
  private static let gap = 36
  private static let margin = (wide: 56, narrow: 18)
  private static let textWidth = 394
  /// Width of a poster above the text, small enough that the text begins in view.
  private static let narrowPoster = 240
  /// Least width for placing the two side by side.
  private static let wideFrom = 620

  init(poster: Widget, text: Widget) {
    self.poster = poster
    self.text = text
    super.init()
    for child in [poster, text] { child.setParent(self) }
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      return Measure(minimum: text.measured(.horizontal).minimum + 2 * Self.margin.narrow)
    }
    let places = places(in: size < 0 ? Self.wideFrom : size)
    return Measure(minimum: max(places.poster.bottom, places.text.bottom) + margin(size))
  }

  override func allocate(width: Int, height: Int) {
    let places = places(in: width)
    for (child, place) in [(poster, places.poster), (text, places.text)] {
      child.place(leading: place.x, top: place.y, width: place.width, height: place.height)
    }
  }

  override func dispose() {
    for child in [poster, text] { child.unparent() }
    super.dispose()
  }

  private struct Place {
    let x, y, width, height: Int
    var bottom: Int { y + height }
  }

  private func margin(_ width: Int) -> Int { width >= Self.wideFrom ? Self.margin.wide : Self.margin.narrow }

  private func places(in width: Int) -> (poster: Place, text: Place) {
    let natural = PosterView.naturalSize
    let margin = margin(width)
    guard width >= Self.wideFrom else {
      let room = max(1, width - 2 * margin)
      let wide = min(Self.narrowPoster, room)
      let tall = wide * natural.height / natural.width
      let textTop = margin + tall + Self.gap * 2 / 3
      return (
        Place(x: (width - wide) / 2, y: margin, width: wide, height: tall),
        Place(x: margin, y: textTop, width: room, height: height(of: text, in: room))
      )
    }
    // With less room than wanted, both shrink in proportion.
    let wanted = natural.width + Self.textWidth
    let room = min(wanted, width - 2 * margin - Self.gap)
    let wide = natural.width * room / wanted
    let start = (width - room - Self.gap) / 2
    let textWidth = room - wide
    return (
      Place(x: start, y: margin, width: wide, height: wide * natural.height / natural.width),
      Place(x: start + wide + Self.gap, y: margin, width: textWidth, height: height(of: text, in: textWidth))
    )
  }

  private func height(of child: Widget, in width: Int) -> Int {
    child.measured(.vertical, for: width).natural
  }
}

/// A poster that fills its allocation.
private final class PosterView: CustomWidget {
  var film: Film? {
    didSet {
      poster = film.map(Poster.init(of:))
      setAccessibleLabel(film.map { tr("Poster of {film}", ["film": $0.title]) } ?? "")
      queueDraw()
    }
  }

  private var poster: Poster?

  /// Size in points beside the text.
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
