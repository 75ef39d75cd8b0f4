import Gtk
import ScrollCore
import Translation

/// Picks one of a few options, round and round: a tap anywhere goes on to the next, from the last to the first as from
/// any to the next; a drag pages, as do the wheel and the arrow keys.
///
///     let picker = OptionPicker()
///     picker.options = ["small", "medium", "large"]
///     picker.didSelect = { index, option in label.text = option }
///
/// The options may come late, and may change: they are laid out anew, the chosen one stays chosen if it is still
/// there, and the selection is told again. With none (nil or empty) or one nothing moves. The pages, half as wide as
/// the picker, are a ``Carousel``'s; behind the window they pass, beside it the neighbours wait.
@MainActor
public final class OptionPicker: CustomWidget {
  /// What there is to choose from; nil: it is not known yet. Texts may occur more than once.
  public var options: [String]? {
    didSet { if options != oldValue { optionsChanged() } }
  }

  /// An option has come to rest in the window: with the first layout of options, and after each change once nothing
  /// moves any more, not for options that only pass. The index is that of ``options``.
  public var didSelect: ((_ index: Int, _ option: String) -> Void)?

  /// The position has changed, real-valued, in options: 0..<count.
  public var didMove: ((_ position: Double) -> Void)?

  /// The position was re-based across the seam, which nobody sees: forwards from where the first option stands
  /// behind the last to where it stands first, or backwards the other way. Told before ``didMove``.
  public var didWrap: ((_ direction: Wraparound.Direction) -> Void)?

  /// A tap anywhere goes on by one option; off, a tap on a neighbour goes to that one.
  public var tapAdvances = true {
    didSet { carousel.tapAdvances = tapAdvances }
  }

  /// What of an option shows beside the window, where there is less room.
  public var sideText: (String) -> String = { $0 } {
    didSet { forgetSideTexts() }
  }

  /// Shows in the window while there are no options.
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

  /// The options have not been laid out, or their selection not told since.
  private var awaitsLayout = false
  /// The index last told of these options.
  private var told: Int?
  private var turns = 0
  private var isChangingOptions = false

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
    carousel.didSettle = { [weak self] in self?.settled($0) }
    carousel.didSelect = { [weak self] _, _ in self?.describe() }
    carousel.didMove = { [weak self] in self?.moved(to: $0) }
    ground.addClass("bs-picker-window")
    emptyLabel.ellipsize()
    emptyLabel.isHorizontallyExpanding = true
    ground.append(emptyLabel)
    chevrons.back.addClass("bs-picker-chevron")
    chevrons.on.addClass("bs-picker-chevron")
    // The carousel is all of the picker to the hand.
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

  // MARK: The choice

  /// The option chosen, which is in the window or on its way there; nil without options. Set before there are any, it
  /// is the one they open at; an index beyond the last means the last.
  public var selectedIndex: Int? {
    get { carousel.selectedIndex }
    set { if let newValue { scroll(to: newValue, animated: false) } }
  }

  public var selectedOption: String? { selectedIndex.flatMap { options?[$0] } }

  /// Goes to an option, the shorter way round.
  public func scroll(to index: Int, animated: Bool = true) { carousel.scroll(to: index, animated: animated) }

  /// Goes `step` options on, or back; from the last to the first.
  public func advance(by step: Int = 1, animated: Bool = true) {
    carousel.advance(by: step, animated: animated)
  }

  /// Where it stands, in options: 0..<count.
  public var position: Double { carousel.position }
  public var isMoving: Bool { carousel.isMoving }

  private var count: Int { options?.count ?? 0 }
  private var pages: Bool { count > 1 }

  private func optionsChanged() {
    isChangingOptions = true
    told = nil
    awaitsLayout = count > 0
    forgetSideTexts()
    carousel.items = PickerOption.list(options ?? [])
    carousel.isFocusable = count > 0
    dots.count = pages ? count : 0
    for child in [dots, chevrons.back, chevrons.on] { child.isChildVisible = pages }
    ground.setClass("empty", count == 0)
    placeholderChanged()
    describe()
    isChangingOptions = false
    turns = carousel.turns
    didMove?(position)
    queueResize()
  }

  private func settled(_ index: Int) {
    // Before they are laid out nobody can have seen the choice; the layout will tell it.
    guard !awaitsLayout, !isChangingOptions else { return }
    tell(index)
  }

  private func tell(_ index: Int) {
    guard told != index, let option = options?[index] else { return }
    told = index
    didSelect?(index, option)
  }

  private func tellLayout() {
    guard awaitsLayout else { return }
    awaitsLayout = false
    // Outside of layout: whoever is told will change what is laid out.
    MainLoop.soon { [weak self] in
      guard let self, !awaitsLayout, let selectedIndex else { return }
      tell(selectedIndex)
    }
  }

  private func moved(to position: Double) {
    dots.position = position
    queueDraw()
    guard !isChangingOptions else { return }
    if carousel.turns != turns {
      let isForward = carousel.turns > turns
      turns = carousel.turns
      didWrap?(isForward ? .forward : .backward)
    }
    didMove?(position)
  }

  private func placeholderChanged() {
    emptyLabel.text = placeholder
    emptyLabel.isVisible = count == 0 && !placeholder.isEmpty
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
      // GTK wants to be asked before it is told.
      _ = child.measured(.horizontal)
      _ = child.measured(.vertical)
    }
    carousel.place(x: 0, y: 0, width: width, height: height)
    ground.place(x: Int(window.x), y: Int(window.y), width: Int(window.width), height: Int(window.height))
    if pages {
      let bottom = Int(PickerGeometry.bottom)
      let wide = min(width, dots.measured(.horizontal).natural)
      dots.place(x: (width - wide) / 2, y: height - bottom, width: wide, height: bottom)
      place(chevrons.back, at: geometry.chevronInset)
      place(chevrons.on, at: geometry.width - geometry.chevronInset)
    }
    tellLayout()
  }

  private func place(_ chevron: Image, at x: Double) {
    let window = geometry.window
    let center = Point(x: mirrored(x), y: window.y + window.height / 2)
    chevron.place(
      width: Int(PickerGeometry.chevron), height: Int(PickerGeometry.chevron), center: center, scale: 1)
  }

  private func mirrored(_ x: Double) -> Double { isRightToLeft ? geometry.width - x : x }

  public override func directionChanged() {
    forgetSideTexts()
    queueAllocate()
  }

  public override func styleChanged() {
    forgetSideTexts()
    queueDraw()
  }

  // MARK: Drawing

  /// What stands beside the window, or goes there or away: the option's index, its text's middle, and how much of it
  /// is seen, 0…1. What the window covers is among them.
  var sides: [(index: Int, x: Double, opacity: Double)] {
    guard pages else { return [] }
    let (position, reach) = (position, PickerGeometry.reach)
    return Wraparound(count: count, wraps: true).pages(around: position, before: reach, after: reach).map {
      let distance = Double($0.slot) - position
      let x = geometry.width / 2 + geometry.sideOffset(distance)
      return ($0.index, mirrored(x), geometry.sideOpacity(distance))
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
