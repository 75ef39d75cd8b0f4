import Backscroll
import Controls
import Gtk
import ScrollCore

/// The cards of the Lab below a line with their verdicts: side by side as long as all fit, and otherwise one at a time on a
/// ``Carousel``, with dots.
///
/// They are the pages of the same carousel in both forms, and never leave it, since a list that is moved in the widget
/// tree is reset.
package final class LabStage: Bin {
  let carousel: Carousel<LabStrategy, Bin>
  let indicator: PageIndicator
  let summary = LabSummary()

  /// Called before the cards change between side by side and one at a time.
  var willChangeForm: (() -> Void)?

  private let cards: [(strategy: LabStrategy, card: LabCard)]
  private let deck: LabDeck
  private let head = Box(.horizontal, spacing: 12)
  private let scroller: ScrolledWindow
  /// The visible page while the cards are shown one at a time.
  private var page = 0

  /// Height of the view in points below which a list would fill it.
  private static let lowBelow = 240.0
  /// Points: above and below the verdicts.
  private static let headMargin = (top: 2, bottom: 8)

  init(_ cards: [(strategy: LabStrategy, card: LabCard)]) {
    self.cards = cards
    carousel = Carousel(cards.map(\.strategy)) {
      Bin()
    } bind: { page, strategy in
      page.child = cards.first { $0.strategy == strategy }?.card
    }
    indicator = PageIndicator(for: carousel)
    deck = LabDeck(carousel, cards.map(\.card))
    scroller = ScrolledWindow(child: deck)
    super.init()
    carousel.shadowMargin = 0
    carousel.focusRadius = 14
    carousel.turnsWithVerticalWheel = false
    carousel.reserve = cards.count
    summary.hexpand = true
    summary.valign = .center
    head.append(summary, indicator)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    // Focus goes to the content.
    scroller.focusable = false
    scroller.vexpand = true
    let column = Box(.vertical)
    column.append(Shrinking(head), scroller)
    child = column
    connect()
    show(deck.form)
    tally()
  }

  package override class var cssName: String { "labstage" }

  /// Whether the cards are shown one at a time.
  var isPaged: Bool { !carousel.allPagesTakeInput }

  private func connect() {
    carousel.didSelect.connect { [weak self] index, _ in
      guard let self, isPaged else { return }
      page = index
      describe()
    }
    deck.didChangeForm = { [weak self] in
      guard let self else { return }
      willChangeForm?()
      show($0)
    }
    for (_, card) in cards { card.readOut.didChangeVerdict = { [weak self] in self?.tally() } }
    // The signal is emitted during layout, and the receiver changes the widgets that are laid out.
    scroller.vadjustment.changed.connect(weak: self) { stage in
      MainLoop.soon { [weak stage] in
        guard let stage else { return }
        stage.setLow()
      }
    }
  }

  private func setLow() {
    let isLow = isPaged || scroller.vadjustment.pageSize < Self.lowBelow
    for (_, card) in cards { card.isLow = isLow }
  }

  private func tally() { summary.tally = LabTally(cards.map(\.card.readOut.verdict)) }

  private func show(_ form: LabDeck.Form) {
    let isPaged = form.isPaged
    carousel.isInteractive = isPaged
    carousel.focusable = isPaged
    carousel.allPagesTakeInput = !isPaged
    carousel.wraps = isPaged
    carousel.style = form.style(cards.count)
    indicator.visible = isPaged
    let margin = form.margin
    head.setMargins(
      start: margin, end: margin, top: Self.headMargin.top, bottom: isPaged ? 0 : Self.headMargin.bottom)
    // Side by side, the carousel stays at the middle card.
    carousel.scroll(to: isPaged ? page : cards.count / 2, animated: false)
    for (_, card) in cards { card.isAlone = isPaged }
    setLow()
    describe()
  }

  /// Labels the carousel with its page, since it has the focus and screen readers read its label.
  private func describe() {
    guard isPaged, cards.indices.contains(page) else {
      return carousel.setAccessibleLabel(summary.tally.sentence)
    }
    carousel.setAccessibleLabel(cards[page].strategy.title)
    carousel.setAccessibleDescription(indicator.text(page + 1, cards.count))
  }
}

/// Gives the carousel the height that the tallest card needs, and chooses the form of the cards.
private final class LabDeck: CustomWidget {
  /// The placement of the cards.
  enum Form: Equatable {
    /// One at a time, in a ring; `isWide`: half of each neighbour is visible.
    case paged(isWide: Bool)
    /// Side by side; `isWide`: with the usual gaps.
    case columns(isWide: Bool)

    // Points of the neighbours that are visible at both sides of a single card.
    private static let peek = 26.0
    /// Points above and below the cards together, for shadows and focus rings.
    static let shadow = 16.0

    var isPaged: Bool { if case .paged = self { true } else { false } }

    /// Points between the cards.
    var gap: Double { self == .columns(isWide: false) ? 8 : 12 }

    /// Points at both sides of the cards and of the widgets above them.
    var margin: Int {
      switch self {
      case .paged(let isWide): isWide ? 18 : 10
      case .columns: 18
      }
    }

    func style(_ count: Int) -> CarouselStyle {
      switch self {
      case .paged(let isWide):
        CarouselStyle(
          width: isWide ? .columns(2, inset: Double(margin)) : .allBut(2 * Self.peek),
          height: .allBut(Self.shadow), spacing: gap, sideScale: 0.95)
      case .columns:
        CarouselStyle(
          width: .columns(count, inset: Double(margin)), height: .allBut(Self.shadow), spacing: gap,
          sideScale: 1)
      }
    }
  }

  /// Called outside of layout when another form fits.
  var didChangeForm: ((Form) -> Void)?
  private(set) var form = Form.columns(isWide: true)
  /// Whether a frame was laid out.
  private var hasBegun = false

  private let carousel: Carousel<LabStrategy, Bin>
  private let cards: [LabCard]

  /// The least width of a card with the usual gaps, in points.
  private static let usualWidth = 216

  init(_ carousel: Carousel<LabStrategy, Bin>, _ cards: [LabCard]) {
    (self.carousel, self.cards) = (carousel, cards)
    super.init()
    carousel.setParent(self)
  }

  override class var cssName: String { "labdeck" }
  override var requestMode: RequestMode { .heightForWidth }

  private var leastCard: Int { cards.map { $0.measured(.horizontal).minimum }.max() ?? 0 }

  private func form(in width: Int) -> Form {
    func fits(_ form: Form, _ card: Int) -> Bool {
      let gaps = Int(form.gap) * (cards.count - 1) + 2 * form.margin
      return width >= cards.count * card + gaps
    }
    if fits(.columns(isWide: true), max(Self.usualWidth, leastCard)) { return .columns(isWide: true) }
    // A page has an even number of points fewer than the carousel.
    return fits(.columns(isWide: false), leastCard + 1)
      ? .columns(isWide: false)
      : .paged(isWide: width >= AdaptiveRoot.narrowBelow && width >= 2 * leastCard + 60)
  }

  private func cardWidth(_ form: Form, in width: Int) -> Int {
    let high = Double(carousel.height)
    return Int(CarouselGeometry(form.style(cards.count), width: Double(width), height: high).pageWidth)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // GTK stops propagating a resize request at a widget that has not been measured since the previous request.
    _ = carousel.measured(orientation)
    guard orientation == .vertical else {
      let paged = CarouselGeometry(Form.paged(isWide: false).style(cards.count), width: 1_000, height: 1)
      return Measure(minimum: leastCard + 1_000 - Int(paged.pageWidth), natural: 1_200)
    }
    let width = size < 0 ? 1_200 : size
    let each = max(leastCard, cardWidth(form(in: width), in: width))
    let tallest = cards.map { $0.measured(.vertical, for: each).minimum }.max() ?? 0
    return Measure(minimum: tallest + Int(Form.shadow))
  }

  override func allocate(width: Int, height: Int) {
    let wanted = form(in: width)
    if wanted != form {
      form = wanted
      // Otherwise the cards would be shown for a frame, which can be long, in their initial form: five columns on a phone.
      if !hasBegun { carousel.opacity = 0 }
      // Outside of layout, since the form changes the widgets that are laid out.
      MainLoop.soon { [weak self] in
        guard let self else { return }
        didChangeForm?(form)
        carousel.opacity = 1
      }
    }
    hasBegun = true
    _ = carousel.measured(.horizontal)
    _ = carousel.measured(.vertical)
    carousel.place(leading: 0, top: 0, width: width, height: height)
  }

  override func dispose() {
    carousel.unparent()
    super.dispose()
  }
}

extension LabStrategy: Identifiable {
  var id: Self { self }
}
