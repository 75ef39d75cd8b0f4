import Gtk
import ScrollCore
import Translation

/// Picks one of a few options that follow each other in a ring: a tap anywhere advances to the next one, a swipe, the
/// wheel and the arrow keys turn pages.
///
///     let picker = OptionPicker()
///     picker.options = ["small", "medium", "large"]
///     picker.didSelect.connect { index, option in label.text = option }
///
/// The options may arrive late and may change: the selected one stays selected if it is still there, and the selection is
/// reported again. Below two options nothing moves. The options are pages of a ``Carousel``, half as wide as the picker;
/// they pass behind a window in the middle, and their neighbours stand beside it.
@MainActor
public final class OptionPicker: CustomWidget {
  /// The options; `nil` if they are not known yet. A text may occur more than once.
  public var options: [String]? {
    didSet { if options != oldValue { optionsChanged() } }
  }

  /// Called when an option has come to rest in the window: after the first layout of options, and after each change
  /// once the movement has ended, but not for options that only pass. The index is one of ``options``.
  public let didSelect = Callback<Int, String>()

  /// Called when the position has changed, in options: 0..<count.
  public let didMove = Callback<Double>()

  /// Called when the position passes from the last option to the first (`.forward`) or back (`.backward`), which is not
  /// visible; before ``didMove``.
  public let didWrap = Callback<Wraparound.Direction>()

  /// Whether a tap anywhere advances by one option. Otherwise a tap on a neighbour scrolls to it.
  public var tapAdvances = true {
    didSet { carousel.tapAdvances = tapAdvances }
  }

  /// A shorter text for an option that stands beside the window.
  public var sideText: (String) -> String = { $0 } {
    didSet { forgetSideTexts() }
  }

  /// The text in the window while there are no options.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { placeholderChanged() } }
  }

  let carousel: Carousel<PickerOption, OptionPage>
  private(set) var geometry = PickerGeometry(width: 1, height: 1)
  private let ground = Box(.horizontal)
  private let emptyLabel = Label()
  private let dots = PageIndicator()
  private let chevrons = (
    back: Image(iconName: "go-previous-symbolic", size: 16), on: Image(iconName: "go-next-symbolic", size: 16)
  )
  private let sideTexts = SideTexts()

  /// The progress of reporting the present options.
  private enum Report: Equatable {
    /// The options are being set: callbacks wait.
    case changing
    /// The options have not been laid out yet.
    case awaitsLayout
    /// The index of the latest ``didSelect``; `nil` before the first.
    case selected(Int?)
  }

  private var report = Report.selected(nil)
  private var turns = 0
  private lazy var reportLayout = Coalesced(.soon) { [weak self] in
    guard let self, case .selected = report, let selectedIndex else { return }
    select(selectedIndex)
  }

  public override init() {
    carousel = Carousel(makePage: OptionPage.init) { page, option in page.text = option.text }
    super.init()
    LibraryStyle.install()
    addClass("bs-picker")
    carousel.style = CarouselStyle(width: .fraction(0.5), height: .allBut(0), spacing: 0, sideScale: 1)
    carousel.shadowMargin = 0
    carousel.focusRadius = nil
    carousel.wraps = true
    carousel.tapAdvances = true
    carousel.didSettle.connect(weak: self) { $0.select($1) }
    carousel.didSelect.connect { [weak self] _, _ in self?.describe() }
    carousel.didMove.connect(weak: self) { $0.moved(to: $1) }
    ground.addClass("bs-picker-window")
    emptyLabel.ellipsize()
    emptyLabel.hexpand = true
    ground.append(emptyLabel)
    chevrons.back.addClass("bs-picker-chevron")
    chevrons.on.addClass("bs-picker-chevron")
    // All input goes to the carousel.
    for child in decorations { child.canTarget = false }
    for child in [carousel] + decorations { child.setParent(self) }
    setAccessibleRoleDescription(tr("option picker"))
    optionsChanged()
  }

  private var decorations: [Widget] { [ground, dots, chevrons.back, chevrons.on] }

  public override class var cssName: String { "optionpicker" }
  public override class var accessibleRole: AccessibleRole { .group }

  public override func dispose() {
    for child in [carousel] + decorations { child.unparent() }
    super.dispose()
  }

  /// Moves the focus to the options, which the arrow keys turn.
  public override func grabFocus() -> Bool { carousel.takeFocus() }

  // MARK: The choice

  /// The index of the option that is in the window or moves there; `nil` without options. Setting it before there are
  /// options selects the one they open at. An index beyond the last means the last.
  public var selectedIndex: Int? {
    get { carousel.selectedIndex }
    set { if let newValue { scroll(to: newValue, animated: false) } }
  }

  /// The text of the selected option.
  public var selectedOption: String? { selectedIndex.flatMap { options?[$0] } }

  /// Scrolls to an option, the shorter way round.
  public func scroll(to index: Int, animated: Bool = true) { carousel.scroll(to: index, animated: animated) }

  /// Scrolls `step` options on, from the last to the first; backward if negative.
  public func advance(by step: Int = 1, animated: Bool = true) {
    carousel.advance(by: step, animated: animated)
  }

  /// Whether there is another option `step` options on.
  public func canAdvance(by step: Int) -> Bool { carousel.canAdvance(by: step) }

  /// The position in options: 0..<count.
  public var position: Double { carousel.position }
  /// Whether the options are dragged or move by themselves.
  public var isMoving: Bool { carousel.isMoving }

  private var count: Int { options?.count ?? 0 }
  private var pages: Bool { count > 1 }

  private func optionsChanged() {
    report = .changing
    forgetSideTexts()
    carousel.items = PickerOption.list(options ?? [])
    carousel.focusable = count > 0
    dots.count = pages ? count : 0
    for child in [dots, chevrons.back, chevrons.on] { child.isChildVisible = pages }
    ground.setClass("empty", count == 0)
    placeholderChanged()
    describe()
    report = count > 0 ? .awaitsLayout : .selected(nil)
    turns = carousel.turns
    didMove(position)
    queueResize()
  }

  /// Reports an option that has come to rest, unless it was the latest one reported.
  private func select(_ index: Int) {
    guard case .selected(let reported) = report, reported != index, let option = options?[index] else {
      return
    }
    report = .selected(index)
    didSelect(index, option)
  }

  private func moved(to position: Double) {
    dots.position = position
    queueDraw()
    guard report != .changing else { return }
    if carousel.turns != turns {
      let isForward = carousel.turns > turns
      turns = carousel.turns
      didWrap(isForward ? .forward : .backward)
    }
    didMove(position)
  }

  private func placeholderChanged() {
    emptyLabel.text = placeholder
    emptyLabel.visible = count == 0 && !placeholder.isEmpty
    describe()
  }

  private func describe() {
    if let selectedIndex, let option = selectedOption {
      carousel.setAccessibleLabel(option)
      carousel.setAccessibleDescription(PageIndicator.words(selectedIndex + 1, count))
      carousel.setAccessiblePosition(selectedIndex + 1, of: count)
    } else {
      carousel.setAccessibleLabel(placeholder)
      carousel.setAccessibleDescription("")
    }
  }

  // MARK: Layout

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let least = Int(PickerGeometry.top + PickerGeometry.leastWindowHeight + PickerGeometry.bottom)
    return orientation == .horizontal
      ? Measure(minimum: 200, natural: 508) : Measure(minimum: least, natural: 182)
  }

  public override func allocate(width: Int, height: Int) {
    let new = PickerGeometry(width: Double(width), height: Double(height))
    if new != geometry { forgetSideTexts() }
    geometry = new
    let window = geometry.window
    for child in [carousel] + decorations {
      // GTK requires a measurement before an allocation.
      _ = child.measured(.horizontal)
      _ = child.measured(.vertical)
    }
    carousel.place(leading: 0, top: 0, width: width, height: height)
    ground.place(
      leading: Int(window.x), top: Int(window.y), width: Int(window.width), height: Int(window.height))
    if pages {
      let bottom = Int(PickerGeometry.bottom)
      let wide = min(width, dots.measured(.horizontal).natural)
      dots.place(leading: (width - wide) / 2, top: height - bottom, width: wide, height: bottom)
      place(chevrons.back, at: geometry.chevronInset)
      place(chevrons.on, at: geometry.width - geometry.chevronInset)
    }
    guard report == .awaitsLayout else { return }
    report = .selected(nil)
    // A callback may change the widgets that are being laid out, so it runs after the layout.
    reportLayout.schedule()
  }

  private func place(_ chevron: Image, at x: Double) {
    let window = geometry.window
    let center = Point(x: self.x(leading: x, width: 0), y: window.y + window.height / 2)
    chevron.place(
      width: Int(PickerGeometry.chevron), height: Int(PickerGeometry.chevron), center: center, scale: 1)
  }

  public override func directionChanged() {
    forgetSideTexts()
    queueAllocate()
  }

  public override func styleChanged() {
    forgetSideTexts()
    queueDraw()
  }

  // MARK: Drawing

  /// The texts beside the window and on their way there, including those that the window covers: the option's index, the
  /// text's middle, and its opacity.
  var sides: [(index: Int, x: Double, opacity: Double)] {
    guard pages else { return [] }
    let (position, reach) = (position, PickerGeometry.reach)
    return Wraparound(count: count, wraps: true).pages(around: position, before: reach, after: reach).map {
      let distance = Double($0.slot) - position
      let x = geometry.width / 2 + geometry.sideOffset(distance)
      return ($0.index, self.x(leading: x, width: 0), geometry.sideOpacity(distance))
    }
  }

  public override func snapshot(_ snapshot: Snapshot) {
    let window = RoundedRect(geometry.window, radius: PickerGeometry.radius)
    if pages {
      drawSides(snapshot)
      snapshot.add(chevrons.back, of: self)
      snapshot.add(chevrons.on, of: self)
      snapshot.add(dots, of: self)
    }
    snapshot.add(ground, of: self)
    snapshot.clipped(to: window) { snapshot.add(carousel, of: self) }
    if carousel.hasFocus, carousel.showsFocus {
      snapshot.focusRing(window, color(named: "bs_accent_fg") ?? foreground)
    }
  }

  private func drawSides(_ snapshot: Snapshot) {
    let middle = geometry.window.y + geometry.window.height / 2
    for side in sides where side.opacity > 0 {
      sideTexts.draw(
        sideText(options?[side.index] ?? ""), at: Point(x: side.x, y: middle), foreground.faded(side.opacity),
        on: snapshot, of: self)
    }
  }

  private func forgetSideTexts() {
    sideTexts.forget()
    queueDraw()
  }
}

/// An option, identified by its text and its number among those with the same text, so that it keeps its identity when
/// others are added or removed.
struct PickerOption: Identifiable, Equatable {
  struct ID: Hashable {
    let text: String
    let occurrence: Int
  }

  let id: ID
  var text: String { id.text }

  static func list(_ texts: [String]) -> [PickerOption] {
    var seen: [String: Int] = [:]
    return texts.map { text in
      let occurrence = seen[text, default: 0]
      seen[text] = occurrence + 1
      return PickerOption(id: ID(text: text, occurrence: occurrence))
    }
  }
}

/// An option that passes behind the picker's window: its text in the largest size that fits, in two lines if none does.
final class OptionPage: CustomWidget {
  var text = "" {
    didSet {
      guard text != oldValue else { return }
      setAccessibleLabel(text)
      fitted = nil
      queueDraw()
    }
  }

  private var fitted: (layout: TextLayout, width: Int, height: Int)?

  /// The font sizes in points, of which the first that fits is used, and the margin at each side in points.
  private static let sizes = [20.0, 15, 11]
  private static let margin = 12.0

  override init() {
    super.init()
    addClass("bs-picker-option")
  }

  override class var cssName: String { "pickeroption" }
  override class var accessibleRole: AccessibleRole { .label }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure { Measure(minimum: 1) }

  override func styleChanged() {
    fitted = nil
    queueDraw()
  }

  private func layout() -> TextLayout {
    if let fitted, (fitted.width, fitted.height) == (width, height) { return fitted.layout }
    let room = (
      width: max(1, Double(width) - 2 * Self.margin),
      height: Double(height) - PickerGeometry.top - PickerGeometry.bottom
    )
    var layout = Self.sizes.lazy.map(makeLayout).first { $0.size.width <= room.width } ?? makeLayout()
    if layout.size.width > room.width {
      layout.wrapWords()
      layout.centerLines()
      layout.width = room.width
      if layout.lineCount > 2 || layout.size.height > room.height {
        layout = makeLayout()
        layout.ellipsize()
        layout.width = room.width
      }
    }
    fitted = (layout, width, height)
    return layout
  }

  private func makeLayout(_ size: Double = OptionPage.sizes.last!) -> TextLayout {
    let layout = TextLayout(for: self)
    layout.set(text, [TextAttribute(.size(size)), TextAttribute(.weight(700))])
    return layout
  }

  override func snapshot(_ snapshot: Snapshot) {
    let layout = layout()
    let size = layout.size
    // The page is as high as the picker, so that a tap anywhere hits it. The window is lower.
    let middle = Double(height) / 2 - PickerGeometry.lift
    // Two lines are centred in the whole room.
    let wide = layout.lineCount > 1 ? Double(width) - 2 * Self.margin : size.width
    snapshot.text(layout, at: Point(x: (Double(width) - wide) / 2, y: middle - size.height / 2), foreground)
  }
}

/// The places of an option picker's parts, in points from its top left corner. The caller mirrors them for languages that
/// are written from right to left.
struct PickerGeometry: Equatable {
  let width: Double
  let height: Double

  /// Points above the window, and below it for the dots.
  static let top = 22.0
  static let bottom = 44.0
  static let radius = 14.0
  /// Points by which the window's middle lies above the picker's.
  static let lift = (bottom - top) / 2
  static let chevron = 16.0
  static let leastWindowHeight = 72.0

  private static let narrowBelow = 420.0

  private var isNarrow: Bool { width < Self.narrowBelow }

  /// The window, half as wide as the picker.
  var window: Rect {
    let wide = (width / 2).rounded()
    return Rect(
      x: ((width - wide) / 2).rounded(), y: Self.top, width: wide,
      height: max(1, height - Self.top - Self.bottom))
  }

  /// The distance of the chevrons' middles from the edges.
  var chevronInset: Double { isNarrow ? 14 : 28 }

  /// The width of a text between the window and a chevron.
  var sideRoom: Double { max(0, sideEdge - width / 4 - 6) }

  /// The font size of a text beside the window, in points.
  var sideTextSize: Double { isNarrow ? 11 : 15 }

  /// The distance from the middle to the space of a chevron.
  private var sideEdge: Double { width / 2 - chevronInset - Self.chevron / 2 - 6 }

  /// The distance from the middle of the text of an option that is `distance` options away. The text comes out from
  /// under the window, and moves only a little beyond its place beside it while it fades. So there is a text on each
  /// side at every position.
  func sideOffset(_ distance: Double) -> Double {
    let beside = (width / 4 + sideEdge) / 2
    let far = abs(distance)
    let offset = far <= 1 ? far * beside : beside + (far - 1) * width * 0.04
    return distance < 0 ? -offset : offset
  }

  /// The distance in options at which a text is invisible.
  static let reach = 2.0

  /// The opacity of an option's text beside the window.
  func sideOpacity(_ distance: Double) -> Double {
    min(1, max(0, (Self.reach - abs(distance)) / (Self.reach - 1)))
  }
}

/// The layouts of the texts beside an option picker's window, each made once.
@MainActor
private final class SideTexts {
  private var layouts: [String: TextLayout] = [:]

  /// The font size in points of a text that does not fit otherwise.
  private static let leastSize = 9.0
  /// The most layouts kept; a few are in view at a time.
  private static let limit = 32

  /// Drops the layouts after a change of style, size or text.
  func forget() { layouts = [:] }

  /// Draws a text with its middle at `middle`.
  func draw(
    _ text: String, at middle: Point, _ color: Color, on snapshot: Snapshot, of picker: OptionPicker
  ) {
    let layout = layout(text, for: picker)
    let size = layout.size
    snapshot.text(layout, at: Point(x: middle.x - size.width / 2, y: middle.y - size.height / 2), color)
  }

  private func layout(_ text: String, for picker: OptionPicker) -> TextLayout {
    if let known = layouts[text] { return known }
    if layouts.count >= Self.limit { forget() }
    let layout = TextLayout(for: picker)
    let geometry = picker.geometry
    for size in [geometry.sideTextSize, Self.leastSize] {
      layout.set(text, [TextAttribute(.size(size)), TextAttribute(.weight(600))])
      if layout.size.width <= geometry.sideRoom { break }
    }
    if layout.size.width > geometry.sideRoom {
      layout.ellipsize()
      layout.width = geometry.sideRoom
    }
    layouts[text] = layout
    return layout
  }
}
