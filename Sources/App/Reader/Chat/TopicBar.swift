import AppBase
import Chats
import Controls
import Gtk
import SeededRandom
import Translation

/// The topics of the shown chat in one line above its messages, all together first, and a button for the list of all.
final class TopicBar: Box {
  /// Called when a topic, or all of them (nil), was chosen.
  var didChoose: ((Topic.ID?) -> Void)?
  private(set) var hasTopics = false
  private(set) var chips: [Chip] = []
  private var topics: [Topic] = []
  private var chosen: Topic.ID?
  private let row = Box(.horizontal, spacing: 6)
  private let scroller: ScrolledWindow
  private let list: MenuButton
  /// The contents of the list's popover.
  private let panel = Box(.vertical)
  private var shownList: Widget?
  /// The chip that is scrolled into view once it has a place.
  private var awaited: Int?
  private var shownWidth = 0.0
  private lazy var stop = SingleStop(in: row, along: .horizontal)

  /// A topic, or all of them, in the line.
  @MainActor
  struct Chip {
    /// Nil for all topics.
    let topic: Topic.ID?
    let button: ToggleButton
    /// The number of unread messages.
    fileprivate let badge: Label
    /// Shows that the topic is left when it is pressed again.
    fileprivate let cross = Image(iconName: "window-close-symbolic", size: 10)
  }

  /// The most chips. The others are in the list.
  private static let limit = 30
  /// The most characters of a title on a chip.
  private static let longestTitle = 28
  /// Apart from the topics of repositories, which other languages call otherwise.
  private let allTopics = trc("chat", "All Topics")

  /// The index of the chip that was pressed last.
  private var lastPressed: Int?

  init() {
    scroller = ScrolledWindow(child: row)
    list = MenuButton(child: Image(iconName: "pan-down-symbolic", size: 16), content: panel)
    super.init(.horizontal, spacing: 6)
    addClass("bs-topic-bar")
    setAccessibleRole(.group)
    setAccessibleLabel(tr("Topics"))
    scroller.setPolicy(horizontal: .external, vertical: .never)
    scroller.hexpand = true
    // The chips are focusable.
    scroller.focusable = false
    scroller.followWheel(over: self)
    scroller.hadjustment.changed.connect(weak: self) { $0.sizeChanged() }
    list.addClass("bs-choice")
    list.popover?.addClass("bs-panel")
    list.valign = .center
    list.tooltipText = tr("Topics")
    list.setAccessibleLabel(tr("Topics"))
    append(scroller, list)
    visible = false
    stop.didMove = { [weak self] in self?.reveal($0) }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { bar, key, _, modifiers in
      guard [Key.escape, Key.delete].contains(Key.normal(key)), bar.chosen != nil,
        modifiers.isDisjoint(with: [.control, .alt, .shift])
      else { return false }
      bar.didChoose?(nil)
      return true
    }
    row.add(keys)
    // The second press of a double click would lead back from the topic that the first one has chosen.
    let presses = GestureClick()
    presses.propagationPhase = .capture
    presses.pressed.connect(weak: self) { [weak presses] bar, count, x, _ in
      // GTK also counts a quick press on the chip beside.
      let chip = bar.chip(at: x)
      if count > 1, chip == bar.lastPressed { presses?.set(.claimed) }
      bar.lastPressed = chip
    }
    row.add(presses)
  }

  /// The index of the chip at a place in the row.
  private func chip(at x: Double) -> Int? {
    chips.firstIndex { chip in
      guard let start = chip.button.convert(Point(x: 0, y: 0), to: row)?.x else { return false }
      return x >= start && x < start + Double(chip.button.width)
    }
  }

  /// Shows the topics, which are none or several, and which one is chosen; nil: all.
  func show(_ topics: [Topic], chosen: Topic.ID?) {
    hasTopics = !topics.isEmpty
    guard topics != self.topics || chosen != self.chosen else { return }
    let isSame = topics.map(\.id) == self.topics.map(\.id) && topics.map(\.title) == self.topics.map(\.title)
    (self.topics, self.chosen) = (topics, chosen)
    if !isSame || !chips.contains(where: { $0.topic == chosen }) { makeChips() }
    for chip in chips {
      chip.button.active = chip.topic == chosen
      chip.cross.visible = chip.topic == chosen && chosen != nil
    }
    countUnread()
    let index = chips.firstIndex { $0.topic == chosen }
    stop.setCurrent(index)
    if let index { reveal(index) }
    if let shownList { panel.remove(shownList) }
    shownList = hasTopics ? makeList() : nil
    if let shownList { panel.append(shownList) }
  }

  private func makeChips() {
    for chip in chips { row.remove(chip.button) }
    var shown = Array(topics.prefix(Self.limit))
    if let chosen, !shown.contains(where: { $0.id == chosen }) {
      shown += topics.filter { $0.id == chosen }
    }
    chips = [chip(tr("All"), of: nil)] + shown.map { chip($0.title, of: $0) }
    for chip in chips { row.append(chip.button) }
    stop.set(chips.map(\.button), current: 0)
  }

  private func chip(_ title: String, of topic: Topic?) -> Chip {
    let content = Box(.horizontal, spacing: 7)
    if let topic { content.append(Self.tile(of: topic)) }
    // In a scrolled line, a label that can be cut would be.
    let isLong = title.count > Self.longestTitle
    content.append(Label(LayoutCost.line(isLong ? "\(title.prefix(Self.longestTitle - 1))…" : title)))
    let chip = Chip(topic: topic?.id, button: ToggleButton(toggleChild: content), badge: Self.badge())
    content.append(chip.badge, chip.cross)
    chip.button.addClass("bs-filter")
    chip.button.valign = .center
    chip.button.toggled.connect(weak: self) { [id = chip.topic, weak button = chip.button] bar in
      guard let button, button.active != (bar.chosen == id) else { return }
      // A topic that is pressed again leads back to all of them.
      if bar.chosen != id || id != nil { bar.didChoose?(button.active ? id : nil) }
      // The chip of all topics stays pressed, and one whose topic is gone is not.
      button.active = bar.chosen == id
    }
    return chip
  }

  private static func badge() -> Label {
    let badge = Label()
    badge.addClass("bs-count")
    badge.valign = .center
    return badge
  }

  /// Shows the numbers of unread messages on the chips, and names the chips.
  private func countUnread() {
    for chip in chips {
      let topic = topics.first { $0.id == chip.topic }
      let unread = topic?.unreadCount ?? unreadInAll
      chip.badge.text = Counted.badge(unread)
      chip.badge.visible = unread > 0
      chip.button.setAccessibleLabel(
        Self.spoken(topic.map { tr("Topic {topic}", ["topic": $0.title]) } ?? allTopics, unread))
    }
  }

  private var unreadInAll: Int { topics.reduce(0) { $0 + $1.unreadCount } }

  private static func spoken(_ name: String, _ unread: Int) -> String {
    unread > 0 ? "\(name), \(Counted.unread(unread))" : name
  }

  /// The first letter of a topic on a colour of its own.
  static func tile(of topic: Topic) -> Label {
    let tile = Label(String(Initials.of(topic.title).prefix(1)))
    for name in ["bs-avatar", "small", "bs-topic-tile"] { tile.addClass(name) }
    tile.addClass("c\(ChatPalette.index(of: FNV1a.hash(topic.title)))")
    tile.valign = .center
    return tile
  }

  /// Scrolls a chip into view, once it has a place.
  private func reveal(_ index: Int) {
    awaited = index
    revealAwaited()
  }

  /// Follows a change of the line or of its visible part, in which the chosen chip stays if it was there.
  private func sizeChanged() {
    let view = scroller.hadjustment
    if view.pageSize != shownWidth, awaited == nil,
      let index = chips.firstIndex(where: { $0.topic == chosen }),
      let place = place(of: index), place.start >= view.value, place.end <= view.value + shownWidth
    {
      awaited = index
    }
    shownWidth = view.pageSize
    revealAwaited()
  }

  /// The edges of a chip in the line; nil before it has a place.
  private func place(of index: Int) -> (start: Double, end: Double)? {
    let button = chips[index].button
    guard button.width > 0, let start = button.convert(Point(x: 0, y: 0), to: row)?.x else { return nil }
    return (start, start + Double(button.width))
  }

  private func revealAwaited() {
    guard awaited != nil else { return }
    // The line changes its size before the chips have their places.
    MainLoop.soon { [weak self] in
      guard let self, let index = awaited, chips.indices.contains(index), let place = place(of: index)
      else { return }
      awaited = nil
      let view = scroller.hadjustment
      if place.start < view.value { view.value = place.start }
      if place.end > view.value + view.pageSize { view.value = place.end - view.pageSize }
    }
  }

  // MARK: The list

  /// Opens the list of all topics.
  func openList() { if visible { list.open() } }

  private func makeList() -> Widget {
    let titles = [allTopics] + topics.map(\.title)
    let found = SearchList(
      tr("Topics"), titles, search: trn("Search {count} topic", "Search {count} topics", topics.count),
      role: .list, step: Self.listStep)
    found.makeRow = { [weak self] in self?.row(at: $0, titled: titles[$0]) ?? Box(.vertical) }
    found.reload()
    let column = Box(.vertical, spacing: 8)
    column.append(found.search, found)
    let scroller = ScrolledWindow(child: column)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.maxContentHeight = 420
    scroller.setSizeRequest(width: 280)
    return scroller
  }

  /// The number of topics that the list shows at first.
  private static let listStep = 100

  private func row(at index: Int, titled title: String) -> Widget {
    let topic = index > 0 ? topics[index - 1] : nil
    let content = Box(.horizontal, spacing: 10)
    if let topic {
      content.append(Self.tile(of: topic))
    } else {
      content.append(Image(iconName: "view-list-symbolic", size: 16))
    }
    let words = Label(LayoutCost.line(title))
    words.ellipsize()
    words.xalign = 0
    words.hexpand = true
    let number = topic?.messageCount ?? topics.reduce(0) { $0 + $1.messageCount }
    let count = Label(Counted.number(number))
    count.addClass("bs-caption")
    let unread = topic?.unreadCount ?? unreadInAll
    let badge = Self.badge()
    badge.text = Counted.badge(unread)
    badge.visible = unread > 0
    content.append(words, count, badge)
    let button = Button(child: content)
    button.addClass("bs-countrow")
    button.setClass("chosen", topic?.id == chosen)
    button.setAccessibleLabel(Self.spoken("\(title), \(Counted.messages(number))", unread))
    button.clicked.connect(weak: self) { bar in
      bar.list.close()
      if topic?.id != bar.chosen { bar.didChoose?(topic?.id) }
    }
    return button
  }
}
