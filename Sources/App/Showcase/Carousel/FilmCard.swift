import Backscroll
import Gtk

/// A film as a carousel card: the poster, and over its lower part a scrim with the title and the main facts.
package final class FilmCard: CustomWidget, CarouselPage {
  var film: Film? {
    didSet { if film != oldValue { filmChanged() } }
  }

  /// Whether title and scrim fade out with the distance from the centre. Otherwise they are always opaque.
  var fadesCaption = false {
    didSet { if fadesCaption != oldValue { queueDraw() } }
  }

  private var poster: Poster?
  private var offset = 0.0
  private lazy var title = TextLayout(for: self)
  private lazy var facts = TextLayout(for: self)
  private var isTitleLarge: Bool?

  /// On the scrim, in the light and the dark theme alike.
  private static let ratingColor = Color(hex: 0xffd978)
  private static let scrimColor = Color(hex: 0x0a0716)
  /// Smallest share of the card's height that the scrim covers.
  private static let scrimShare = 0.46
  /// The least distance of the caption from the card's top, in points.
  private static let captionTop = 4.0
  /// Card width in points from which the title is larger and the margins are wider.
  private static let largeWidth = 420.0

  package override class var cssName: String { "filmcard" }
  package override class var accessibleRole: AccessibleRole { .group }

  package func didMove(toOffset offset: Double) {
    guard offset != self.offset else { return }
    self.offset = offset
    queueDraw()
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: 1, natural: orientation == .horizontal ? 300 : 400)
  }

  package override func styleChanged() {
    isTitleLarge = nil
    queueDraw()
  }

  package override func snapshot(_ snapshot: Snapshot) {
    guard let poster, width > 0, height > 0 else { return }
    let rect = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let nearness = max(0, 1 - abs(offset))
    PosterPainter.castShadow(of: rect, strength: 0.3 + 0.7 * nearness, on: snapshot)
    PosterPainter.draw(poster, in: rect, scale: scaleFactor, on: snapshot)
    let opacity = fadesCaption ? nearness : 1
    if opacity > 0 { snapshot.faded(opacity) { drawCaption(snapshot, in: rect) } }
  }

  // MARK: Caption

  private func filmChanged() {
    poster = film.map(Poster.init(of:))
    isTitleLarge = nil
    setAccessibleLabel(film?.spokenName ?? "")
    queueDraw()
  }

  private func drawCaption(_ snapshot: Snapshot, in rect: Rect) {
    let isLarge = rect.width >= Self.largeWidth
    setTexts(isLarge: isLarge)
    let margin = isLarge ? 28.0 : min(18, (rect.width * 0.06).rounded())
    for layout in [title, facts] { layout.width = max(1, rect.width - 2 * margin) }
    let (titleSize, factsSize) = (title.size, facts.size)
    let bottom = rect.height - (isLarge ? 22 : min(18, (rect.height * 0.05).rounded()))
    let factsTop = (bottom - factsSize.height).rounded()
    // A low card has room for the title alone.
    let hasFacts = factsTop - titleSize.height - 1 >= Self.captionTop
    let titleTop = ((hasFacts ? factsTop - 1 : bottom) - titleSize.height).rounded()
    drawScrim(snapshot, in: rect, from: min(rect.height * (1 - Self.scrimShare), titleTop - 40))
    func x(_ width: Double) -> Double { readingDirection.x(leading: margin, width: width, in: rect) }
    snapshot.text(title, at: Point(x: x(titleSize.width), y: titleTop), .white)
    if hasFacts { snapshot.text(facts, at: Point(x: x(factsSize.width), y: factsTop), .white) }
  }

  private func drawScrim(_ snapshot: Snapshot, in rect: Rect, from top: Double) {
    let shape = RoundedRect(rect, radius: PosterPainter.radius)
    let start = max(0, top) / max(1, rect.height)
    snapshot.gradient(
      shape, from: Point(x: 0, y: 0), to: Point(x: 0, y: rect.height),
      [
        (start, Self.scrimColor.faded(0)), (start + (1 - start) * 0.52, Self.scrimColor.faded(0.62)),
        (1, Self.scrimColor.faded(0.86)),
      ])
  }

  private func setTexts(isLarge: Bool) {
    guard let film, isTitleLarge != isLarge else { return }
    isTitleLarge = isLarge
    title.set(film.title, [TextAttribute(.size(isLarge ? 20 : 15)), TextAttribute(.weight(700))])
    let start = "\(film.year)  ·  \(film.genre)  ·  "
    let rating = "★ \(film.ratingText)"
    let range = start.utf8.count..<start.utf8.count + rating.utf8.count
    facts.set(
      start + rating,
      [
        TextAttribute(.size(10)), TextAttribute(.weight(500)), TextAttribute(.weight(600), range),
        TextAttribute(.color(Self.ratingColor), range),
      ])
    for layout in [title, facts] { layout.ellipsize() }
  }
}
