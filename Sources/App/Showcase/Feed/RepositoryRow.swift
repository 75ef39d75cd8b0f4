import Controls
import Foundation
import Gtk
import SeededRandom
import StarredRepositories
import Translation

/// A repository as a card of the feed: a widget that lays out and draws its own text.
package final class RepositoryRow: CustomWidget {
  var repository: Repository? {
    didSet { if repository != oldValue { contentChanged() } }
  }
  /// The topic of the filter, whose chip is highlighted and gets room first.
  var topic: String? {
    didSet { if topic != oldValue { contentChanged() } }
  }
  var didActivate: ((Repository) -> Void)?
  /// Called when the chip of a topic was clicked.
  var didChooseTopic: ((String) -> Void)?
  /// Called when the row requests its menu, at a point in it. With the keyboard, topics are chosen by this menu.
  var didRequestMenu: ((RepositoryRow, Point) -> Void)?

  private lazy var name = TextLayout(for: self)
  private lazy var owner = TextLayout(for: self)
  private var hasOwner = true
  private lazy var about = TextLayout(for: self)
  private lazy var stars = TextLayout(for: self)
  private lazy var facts = TextLayout(for: self)
  private var chips: [(topic: String, layout: TextLayout)] = []
  private var isHovered = false {
    didSet { if isHovered != oldValue { queueDraw() } }
  }
  /// The topics of the chips below the pointer, and under the present press.
  private var hoveredTopic: String? {
    didSet { if hoveredTopic != oldValue { queueDraw() } }
  }
  private var pressedTopic: String?

  /// The largest width of a card, in points.
  static let column = 720

  // Points.
  private static let gap = 8.0
  private static let padding = (x: 16.0, y: 14.0)
  private static let textX = padding.x + RepositoryMark.size + 14
  private static let radius = 14.0
  private static let leastMetaHeight = 20.0
  /// The least width of a name beside its owner's.
  private static let leastName = 40.0
  /// Largest number of chips on a card.
  private static let chipLimit = 4
  // Points: the distance from a chip within which a press is on it, and the least width and height of that area.
  private static let chipSlop = 6.0
  private static let chipReach = 38.0

  override init() {
    super.init()
    focusable = true
    let click = GestureClick()
    click.button = 1
    click.pressed.connect(weak: self) { row, _, x, y in row.pressedTopic = row.topic(at: Point(x: x, y: y)) }
    click.released.connect(weak: self) { row, _, x, y in
      let topic = row.topic(at: Point(x: x, y: y))
      if let pressed = row.pressedTopic {
        if pressed == topic { row.didChooseTopic?(pressed) }
        return
      }
      // The gap above a card highlights it, so a click there opens it, too.
      let card = row.card(Double(row.width))
      if topic == nil, x >= card.x, x < card.maxX { row.activate() }
    }
    add(click)
    let menuClick = GestureClick()
    menuClick.button = 3
    menuClick.pressed.connect(weak: self) { row, _, x, y in row.didRequestMenu?(row, Point(x: x, y: y)) }
    add(menuClick)
    let hold = GestureLongPress()
    hold.pressed.connect(weak: self) { row, x, y in row.didRequestMenu?(row, Point(x: x, y: y)) }
    add(hold)
    let motion = MotionController()
    // Not on an enter event: GTK emits it for fingers too, and their leave event after they are lifted.
    motion.moved.connect(weak: self) { row, x, y in
      row.isHovered = true
      row.hoveredTopic = row.topic(at: Point(x: x, y: y))
    }
    motion.left.connect(weak: self) { row in
      row.isHovered = false
      row.hoveredTopic = nil
    }
    add(motion)
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { row, key, _, modifiers in
      switch Key.normal(key) {
      case Key.returnKey, Key.space: row.activate()
      case Key.menu: row.didRequestMenu?(row, row.menuPlace)
      case Key.f10 where modifiers.contains(.shift): row.didRequestMenu?(row, row.menuPlace)
      default: return false
      }
      return true
    }
    add(keys)
    let focus = FocusController()
    focus.entered.connect(weak: self) { $0.queueDraw() }
    focus.left.connect(weak: self) { $0.queueDraw() }
    add(focus)
    setCursor("pointer")
  }

  package override class var cssName: String { "repositoryrow" }
  package override class var accessibleRole: AccessibleRole { .listItem }
  package override var requestMode: RequestMode { .heightForWidth }

  private func activate() { if let repository { didActivate?(repository) } }

  private func contentChanged() {
    guard let repository else { return }
    owner.set("\(repository.owner) / ", [TextAttribute(.size(11))])
    setName(withOwner: true)
    about.set(repository.description ?? "", [TextAttribute(.size(11))])
    about.wrapWords()
    stars.set(
      "★ \(repository.stars.formatted(.number.locale(.desktop)))",
      [
        TextAttribute(.size(10)), TextAttribute(.weight(600)),
        TextAttribute(.color(star), 0..<"★".utf8.count),
      ])
    facts.set(
      [repository.language, repository.age].compactMap(\.self).joined(separator: "   "),
      [TextAttribute(.size(9)), TextAttribute(.weight(500))])
    chips = shownTopics(of: repository).map { topic in
      let layout = TextLayout(for: self)
      layout.set(topic, [TextAttribute(.size(9)), TextAttribute(.weight(500))])
      return (topic, layout)
    }
    setAccessibleLabel(repository.spoken)
    queueResize()
  }

  /// The topics of the chips. The filter's topic is the last one, which has room at any width, since the row is shown
  /// because of it.
  private func shownTopics(of repository: Repository) -> [String] {
    guard let topic, repository.topics.contains(topic) else {
      return Array(repository.topics.prefix(Self.chipLimit))
    }
    return repository.topics.filter { $0 != topic }.prefix(Self.chipLimit - 1) + [topic]
  }

  /// Sets the text of the first line, which ends with an ellipsis if it is too long. The owner is omitted in favour of the name.
  private func setName(withOwner hasOwner: Bool) {
    guard let repository else { return }
    self.hasOwner = hasOwner
    let owner = hasOwner ? "\(repository.owner) / " : ""
    name.set(
      owner + repository.name,
      [
        TextAttribute(.size(11)), TextAttribute(.color(dim), 0..<owner.utf8.count),
        TextAttribute(.weight(600), owner.utf8.count..<(owner + repository.name).utf8.count),
      ])
    name.ellipsize()
  }

  package override func styleChanged() { contentChanged() }

  private var dim: Color { color(named: "bs_dim") ?? foreground }
  private var star: Color { color(named: "bs_star") ?? foreground }

  // MARK: Layout

  func card(_ width: Double) -> Rect {
    let edge = width < 560 ? 10.0 : 18
    let wide = min(Double(Self.column), max(120, width - 2 * edge))
    return Rect(
      x: ((width - wide) / 2).rounded(), y: Self.gap, width: wide, height: max(0, Double(height) - Self.gap))
  }

  /// Height of the line with the language and the chips.
  private var metaHeight: Double { max(Self.leastMetaHeight, (facts.size.height + 4).rounded(.up)) }

  /// Wraps the texts for a width; returns the height of the description.
  private func wrap(_ width: Double) -> Double {
    let room = card(width).width - Self.textX - Self.padding.x
    let line = max(40, room - stars.size.width - 12)
    let fitsOwner = owner.size.width + Self.leastName <= line
    if fitsOwner != hasOwner { setName(withOwner: fitsOwner) }
    name.width = line
    about.width = max(40, room)
    return repository?.description?.isEmpty == false ? about.size.height.rounded(.up) + 4 : 0
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 200, natural: 600) }
    let about = wrap(Double(size < 0 ? 600 : size))
    let text = name.size.height.rounded(.up) + about + 4 + metaHeight
    return Measure(
      minimum: Int((Self.gap + 2 * Self.padding.y + max(text, RepositoryMark.size)).rounded(.up)))
  }

  // MARK: Drawing

  package override func snapshot(_ snapshot: Snapshot) {
    guard let repository else { return }
    let about = wrap(Double(width))
    let card = card(Double(width))
    let shape = RoundedRect(card, radius: Self.radius)
    func token(_ name: String) -> Color { color(named: "bs_\(name)") ?? foreground }
    if isHovered {
      snapshot.shadow(shape, token("shade"), dy: 3, blur: 12)
    } else {
      snapshot.softShadow(shape, token("shade_soft"))
    }
    snapshot.fill(shape, token("surface"))
    snapshot.stroke(shape, width: 1, token("line"))
    RepositoryMark.draw(
      repository, at: Point(x: x(card, Self.padding.x, RepositoryMark.size), y: card.y + Self.padding.y),
      on: snapshot)
    var y = card.y + Self.padding.y
    snapshot.text(name, at: Point(x: x(card, Self.textX, name.size.width), y: y), token("fg"))
    snapshot.text(
      stars, at: Point(x: x(card, card.width - Self.padding.x - stars.size.width, stars.size.width), y: y),
      token("fg"))
    y += name.size.height.rounded(.up)
    if about > 0 {
      snapshot.text(
        self.about, at: Point(x: x(card, Self.textX, self.about.size.width), y: y + 4), token("fg"))
      y += about
    }
    drawMeta(repository, in: card, y: y + 4, on: snapshot)
    if hasFocus, showsFocus { snapshot.focusRing(shape, width: 2, offset: 0, token("accent_fg")) }
  }

  /// The place at which a key opens a menu: the first chip, or without one the middle of the card.
  private var menuPlace: Point {
    let card = card(Double(width))
    guard let chip = placedChips(in: card, y: metaTop(card)).last?.place else {
      return Point(x: card.x + card.width / 2, y: card.y + card.height / 2)
    }
    return Point(x: chip.x + chip.width / 2, y: chip.maxY)
  }

  /// The topic whose chip is nearest to a point, if the point is on it or near enough for a finger.
  func topic(at point: Point) -> String? {
    let card = card(Double(width))
    func slop(_ length: Double) -> Double { max(Self.chipSlop, (Self.chipReach - length) / 2) }
    let near = placedChips(in: card, y: metaTop(card)).compactMap { chip -> (topic: String, away: Double)? in
      let (across, down) = (
        max(chip.place.x - point.x, point.x - chip.place.maxX, 0),
        max(chip.place.y - point.y, point.y - chip.place.maxY, 0)
      )
      guard across <= slop(chip.place.width), down <= slop(chip.place.height) else { return nil }
      return (chip.topic, across + down)
    }
    return near.min { $0.away < $1.away }?.topic
  }

  /// The place of a topic's chip; nil if it has no room.
  func place(ofTopic topic: String) -> Rect? {
    let card = card(Double(width))
    return placedChips(in: card, y: metaTop(card)).first { $0.topic == topic }?.place
  }

  /// The top of the line with the language and the chips.
  private func metaTop(_ card: Rect) -> Double {
    let about = wrap(Double(width))
    return card.y + Self.padding.y + name.size.height.rounded(.up) + about + 4
  }

  /// The chips that fit beside the facts, beginning at the end of the line.
  private func placedChips(in card: Rect, y: Double) -> [(topic: String, layout: TextLayout, place: Rect)] {
    var right = card.width - Self.padding.x
    let left = Self.textX + (repository?.language == nil ? 0 : 16) + facts.size.width + 12
    var placed: [(String, TextLayout, Rect)] = []
    for (topic, layout) in chips.reversed() {
      let wide = layout.size.width.rounded(.up) + 18
      guard right - wide >= left else { break }
      right -= wide
      placed.append((topic, layout, Rect(x: x(card, right, wide), y: y, width: wide, height: metaHeight)))
      right -= 6
    }
    return placed
  }

  private func drawMeta(_ repository: Repository, in card: Rect, y: Double, on snapshot: Snapshot) {
    func token(_ name: String) -> Color { color(named: "bs_\(name)") ?? foreground }
    func middle(_ tall: Double) -> Double { y + ((metaHeight - tall) / 2).rounded() }
    var start = Self.textX
    if let language = repository.language {
      let dot = Rect(x: x(card, start, 10), y: middle(10), width: 10, height: 10)
      snapshot.fill(
        RoundedRect(dot, radius: 5), Self.dotColor(of: language, on: token("surface"), token("fg")))
      start += 16
    }
    snapshot.text(
      facts, at: Point(x: x(card, start, facts.size.width), y: middle(facts.size.height)), token("dim"))
    for (topic, layout, pill) in placedChips(in: card, y: y) {
      let isMarked = topic == self.topic
      let shape = RoundedRect(pill, radius: metaHeight / 2)
      snapshot.fill(shape, token(isMarked ? "accent_wash" : "hover"))
      if topic == hoveredTopic { snapshot.fill(shape, token("hover")) }
      snapshot.text(
        layout, at: Point(x: pill.x + 9, y: middle(layout.size.height)), token(isMarked ? "accent_fg" : "dim")
      )
    }
  }

  /// The colour of a language, adjusted to contrast with the card.
  static func dotColor(of language: String, on surface: Color, _ ink: Color) -> Color {
    Color(hex: LanguageColor.rgb(of: language)).standingOut(from: surface, towards: ink, by: 3)
  }

  /// A horizontal place in the card, mirrored from right to left.
  private func x(_ card: Rect, _ x: Double, _ width: Double) -> Double {
    readingDirection.x(leading: x, width: width, in: card)
  }
}

extension Repository {
  /// Time since the last change: "2 days ago"; nil when it is unknown.
  var age: String? {
    updatedAt.map { $0.formatted(.relative(presentation: .named).locale(.desktop)) }
  }

  /// The accessible label of the card.
  package var spoken: String {
    [
      fullName, description, language, trn("{count} star", "{count} stars", stars),
      topics.isEmpty ? nil : tr("tagged {topics}", ["topics": topics.joined(separator: ", ")]),
    ].compactMap(\.self).joined(separator: ", ")
  }
}

/// The placeholder of a repository: the shape of its card without text.
final class FeedSkeletonRow: CustomWidget {
  override class var cssName: String { "repositoryrow" }
  override class var accessibleRole: AccessibleRole { .presentation }

  private let sheen: Sheen

  /// Rows with the same `sheen` pulse together.
  init(sheen: Sheen = Sheen()) {
    self.sheen = sheen
    super.init()
  }

  override func mapped() { sheen.start(self) }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: orientation == .horizontal ? 200 : 106)
  }

  override func snapshot(_ snapshot: Snapshot) {
    func token(_ name: String) -> Color { color(named: "bs_\(name)") ?? foreground }
    let edge = width < 560 ? 10.0 : 18
    let wide = min(Double(RepositoryRow.column), max(120, Double(width) - 2 * edge))
    let card = Rect(x: ((Double(width) - wide) / 2).rounded(), y: 8, width: wide, height: Double(height) - 8)
    let shape = RoundedRect(card, radius: 14)
    snapshot.fill(shape, token("surface"))
    snapshot.stroke(shape, width: 1, token("line"))
    func bar(_ x: Double, _ y: Double, _ share: Double, _ tall: Double, radius: Double) {
      let length = tall > 20 ? tall : (card.width - 90) * share
      let rect = Rect(
        x: readingDirection.x(leading: x, width: length, in: card), y: card.y + y, width: length, height: tall
      )
      let shape = RoundedRect(rect, radius: radius)
      snapshot.fill(shape, token("sunken"))
      sheen.draw(snapshot, shape, of: self)
    }
    bar(16, 14, 0, 44, radius: 11)
    bar(74, 16, 0.35, 14, radius: 7)
    bar(74, 40, 0.8, 12, radius: 6)
    bar(74, 68, 0.25, 12, radius: 6)
  }
}

/// The picture of a repository: a symmetric pattern of 5 × 5 cells, derived from its name.
enum RepositoryMark {
  static let size = 44.0
  private static let radius = 11.0
  private static let cell = 6.0

  @MainActor
  static func draw(_ repository: Repository, at place: Point, size: Double = size, on snapshot: Snapshot) {
    let hash = FNV1a.hash(repository.fullName)
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

  /// The filled cells, at least one. The right half mirrors the left.
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
}
