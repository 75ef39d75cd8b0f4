import Gtk
import Translation

/// All there is to know of one film.
final class FilmPage: CustomWidget {
  var film: Film? {
    didSet { if let film { show(film) } }
  }

  private let poster = PosterView()
  private let text = Box(.vertical)
  private let scroller: ScrolledWindow
  private var content: [Widget] = []

  override init() {
    scroller = ScrolledWindow(child: FilmPageLayout(poster: poster, text: text))
    scroller.setBars(horizontal: .never, vertical: .automatic)
    super.init()
    scroller.setParent(self)
  }

  override class var cssName: String { "filmpage" }
  override class var accessibleRole: AccessibleRole { .group }
  override var requestMode: RequestMode { .heightForWidth }

  /// The keys scroll it.
  override func grabFocus() -> Bool { scroller.takeFocus() }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    scroller.measured(orientation, for: size)
  }

  override func allocate(width: Int, height: Int) { scroller.place(x: 0, y: 0, width: width, height: height) }

  override func dispose() {
    scroller.unparent()
    super.dispose()
  }

  private func show(_ film: Film) {
    poster.film = film
    for widget in [self, scroller] { widget.setAccessibleLabel(film.spokenName) }
    for widget in content { text.remove(widget) }
    content = [Self.title(film), Self.chips(film), Self.plot(film), Self.facts(film)]
    for widget in content { text.append(widget) }
    scroller.verticalAdjustment.value = 0
  }

  private static func title(_ film: Film) -> Widget {
    let label = Label(film.title)
    label.addClass("bs-film-title")
    label.wrap(maxCharacters: 20, isCentered: false)
    label.setHorizontalPlace(0)
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
    label.setHorizontalPlace(0)
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
