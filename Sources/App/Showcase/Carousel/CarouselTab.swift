import AppBase
import Backscroll
import Controls
import Foundation
import Gtk
import Translation

/// The Carousel tab: films as cards, a tool row to change the carousel, and a page for each film.
package final class CarouselTab: Bin {
  package let carousel: Carousel<Film, FilmCard>
  private let stage: CarouselStage
  private let skeleton = CarouselSkeleton()
  private let cards = Stack()
  private let pages = Stack()
  package let controls = CarouselControls()
  private let filmPage = FilmPage()
  private let log = EventLog("carousel")
  private let latency: Latency
  private let loading = LatestTask()
  /// The number of cards in the running load.
  private var loadingCount = 0
  private var countAction: Action?
  private var insertAction: Action?
  /// The actions that need at least one film.
  private var changes: [Action] = []

  /// The films in the carousel.
  package private(set) var shelf = FilmShelf()

  /// Called when ``pageTitle`` has changed.
  package var didChangeTitle: (() -> Void)?

  /// Seconds from card to card.
  private static let autoplayInterval = 4.0
  /// Shortest duration of a late load, so that the empty carousel is noticeable.
  private static let leastLatency = Duration.milliseconds(900)
  private static let fade = 180

  private enum Page: String { case films, film }
  private enum Cards: String { case shown, loading, none }

  /// Makes the tab. A late load takes `latency`, but at least 0.9 s.
  package init(latency: Latency) {
    var latency = latency
    latency.duration = max(latency.duration, Self.leastLatency)
    self.latency = latency
    carousel = Carousel(makePage: { FilmCard() })
    stage = CarouselStage(carousel: carousel)
    super.init()
    cards.add(stage, name: Cards.shown.rawValue)
    cards.add(skeleton, name: Cards.loading.rawValue)
    cards.add(Self.makeEmptyPage(), name: Cards.none.rawValue)
    pages.add(ToolPage(cards, tools: controls, at: .bottom), name: Page.films.rawValue)
    pages.add(filmPage, name: Page.film.rawValue)
    for stack in [cards, pages] { stack.setCrossfade(milliseconds: Self.fade) }
    child = pages
    carousel.bind = { [weak self] card, film in
      card.film = film
      card.fadesCaption = self?.style.fadesCaption ?? false
    }
    connect()
    addActions()
    begin()
  }

  /// Sets the initial state. Property observers do not run in `init`.
  private func begin() {
    style = .paged
    wraps = true
    setCount(FilmShelf.usualCount)
  }

  package override class var cssName: String { "carouseltab" }

  // MARK: Pages

  /// The open film; otherwise the place in the carousel: "3 of 10".
  package var pageTitle: PageTitle? {
    if let film = openFilm {
      return PageTitle(film.title, caption: "\(film.year) · \(film.genre)", canGoBack: true)
    }
    if isLoading { return PageTitle(tr("Films"), caption: tr("Loading…")) }
    guard let index = carousel.selectedIndex, !shelf.films.isEmpty else {
      return PageTitle(tr("Films"), caption: trc("films", "None"))
    }
    return PageTitle(tr("Films"), caption: stage.indicator.text(index + 1, shelf.films.count))
  }

  /// The film whose page is open.
  private(set) var openFilm: Film? {
    didSet { if openFilm != oldValue { didChangeTitle?() } }
  }

  package func open(_ index: Int) {
    guard shelf.films.indices.contains(index), openFilm == nil else { return }
    let film = shelf.films[index]
    filmPage.film = film
    pages.visibleChildName = Page.film.rawValue
    filmPage.takeFocus()
    openFilm = film
  }

  /// Closes the film's page. The carousel is unchanged.
  package func goBack() {
    guard openFilm != nil else { return }
    pages.visibleChildName = Page.films.rawValue
    carousel.takeFocus()
    openFilm = nil
  }

  package func advance(by step: Int) {
    if openFilm == nil { carousel.advance(by: step) }
  }

  // MARK: Tools

  package var style: CarouselChoice = .paged {
    didSet {
      controls.choice = style
      stage.style = style.style
      skeleton.style = style.style
      for film in shelf.films { carousel.page(for: film.id)?.fadesCaption = style.fadesCaption }
    }
  }

  package var wraps = false {
    didSet {
      controls.wraps = wraps
      carousel.wraps = wraps
      stage.updateArrows()
    }
  }

  var autoplays = false {
    didSet {
      controls.autoplays = autoplays
      carousel.autoplayInterval = autoplays ? Self.autoplayInterval : nil
    }
  }

  func setCount(_ count: Int) {
    change { $0.setCount(count) }
  }

  func insertBefore() {
    let index = carousel.selectedIndex
    change { $0.insertBefore(index) }
  }

  func removeCurrent() {
    guard let index = carousel.selectedIndex else { return }
    change { $0.remove(at: index) }
  }

  func shuffle() {
    var generator = SystemRandomNumberGenerator()
    change { $0.shuffle(using: &generator) }
  }

  package var isLoading: Bool { loading.isRunning }

  /// Removes the cards and loads as many again after the latency.
  package func loadLate() {
    // During a load, the same load starts again.
    let there = isLoading ? loadingCount : shelf.films.count
    let count = there > 0 ? there : FilmShelf.usualCount
    loadingCount = count
    change { $0.removeAll() }
    loading.run { [latency] in
      try await latency.wait()
    } then: { [weak self] _ in
      self?.setCount(count)
      self?.announce(CarouselControls.words(count))
    }
    update()
  }

  private func change(_ body: (inout FilmShelf) -> Void) {
    loading.cancel()
    body(&shelf)
    carousel.items = shelf.films
    update()
  }

  /// Labels the carousel with the centred film, since the carousel itself has the focus and screen readers read its label.
  private func describe() {
    guard let index = carousel.selectedIndex, shelf.films.indices.contains(index) else {
      return carousel.setAccessibleLabel(tr("Films"))
    }
    carousel.setAccessibleLabel(shelf.films[index].spokenName)
    carousel.setAccessibleDescription(
      tr("{place} films", ["place": stage.indicator.text(index + 1, shelf.films.count)]))
    carousel.setAccessiblePosition(index + 1, of: shelf.films.count)
  }

  private func update() {
    describe()
    setAccessibleBusy(isLoading)
    let cards: Cards = isLoading ? .loading : shelf.films.isEmpty ? .none : .shown
    self.cards.visibleChildName = cards.rawValue
    let count = isLoading ? loadingCount : shelf.films.count
    controls.count = count
    countAction?.state = "\(count)"
    for action in changes { action.enabled = !shelf.films.isEmpty }
    insertAction?.enabled = !isLoading
    stage.updateArrows()
    didChangeTitle?()
  }

  private func connect() {
    carousel.didSelect.connect { [weak self] index, reason in
      self?.log.debug("select", ["index": index, "reason": reason.rawValue])
      self?.describe()
      self?.didChangeTitle?()
    }
    carousel.didSettle.connect(weak: self) { $0.log.debug("settle", ["index": $1]) }
    carousel.didActivate.connect(weak: self) { tab, _ in
      guard let index = tab.carousel.selectedIndex else { return }
      tab.log.debug("activate", ["index": index])
      tab.open(index)
    }
    controls.didChoose = { [weak self] in self?.style = $0 }
    controls.didChangeWrap = { [weak self] in if self?.wraps != $0 { self?.wraps = $0 } }
    controls.didChangeAutoplay = { [weak self] in if self?.autoplays != $0 { self?.autoplays = $0 } }
  }

  private func addActions() {
    let actions = ActionGroup()
    countAction = actions.addChoice("count", initial: "", weak: self) { tab, count in
      if let count = Int(count) { tab.setCount(count) }
    }
    actions.addAction("load-late", weak: self) { $0.loadLate() }
    insertAction = actions.addAction("insert", weak: self) { $0.insertBefore() }
    changes = [
      actions.addAction("remove", weak: self) { $0.removeCurrent() },
      actions.addAction("shuffle", weak: self) { $0.shuffle() },
    ]
    insert(actions, prefix: "films")
  }

  private static func makeEmptyPage() -> Widget {
    let button = Button(trn("Show {count} Film", "Show {count} Films", FilmShelf.usualCount))
    button.setDetailedActionName("films.count::\(FilmShelf.usualCount)")
    return StatusPage(
      .symbol(.carousel), title: tr("No films"),
      text: tr("Add a film, or start again with ten."),
      action: button)
  }
}

extension CarouselTab: TabPage {
  package static var actions: [TabAction] {
    [
      TabAction("carousel-next", actsWhileHidden: true) { (tab: CarouselTab) in tab.advance(by: 1) },
      TabAction("carousel-previous", actsWhileHidden: true) { (tab: CarouselTab) in tab.advance(by: -1) },
    ]
  }

  package static var menu: [MenuSection] {
    [
      MenuSection([
        .action(tr("Next Film"), "win.carousel-next"),
        .action(tr("Previous Film"), "win.carousel-previous"), .action(tr("Back"), "win.back"),
      ])
    ]
  }

  package func takeInitialFocus() { carousel.takeFocus() }
}
