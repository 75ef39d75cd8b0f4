import AppBase
import Backscroll
import Controls
import Foundation
import Gtk
import Translation

/// The Picker tab: an endless option picker, the pages of its wrap-around, and a log of its callbacks.
package final class PickerTab: Bin {
  package let picker = OptionPicker()
  package let strip = SentinelStrip()
  package let card = CallbackCard()

  /// Called when ``pageTitle`` has changed.
  package var didChangeTitle: (() -> Void)?

  /// The header's text while the tab is shown.
  package var pageTitle: PageTitle? { PageTitle(tr("Option picker"), caption: caption) }

  private let controls: PickerControls
  private let waiting = Box(.horizontal, spacing: 9)
  private let spinner = Spinner()
  private let log = EventLog("picker")
  private let latency: Latency
  private let lateLoad = LatestTask()
  /// Whether the next callback is caused by a layout.
  private var awaitsLayout = false

  private static let firstChoice = PickerChoice.four

  /// Shortest wait for late options, so that it is noticeable.
  private static let leastLatency = Duration.milliseconds(900)

  /// Makes the tab. Late options take `latency`, but at least 0.9 s.
  package init(latency: Latency) {
    var latency = latency
    latency.duration = max(latency.duration, Self.leastLatency)
    self.latency = latency
    controls = PickerControls(Self.firstChoice)
    super.init()
    picker.sideText = OptionName.short
    picker.didSelect.connect(weak: self) { $0.optionChanged($1, $2) }
    picker.didMove.connect(weak: self) { $0.strip.position = $1 }
    picker.didWrap.connect(weak: self) { $0.jumped(isForward: $1 == .forward) }
    let scroller = ScrolledWindow(child: PickerPanels(picker: makePickerCard(), strip: strip, log: card))
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    // Focus goes to the content.
    scroller.focusable = false
    child = ToolPage(scroller, tools: controls, at: .top)
    controls.didChoose = { [weak self] in self?.set($0) }
    set(Self.firstChoice)
  }

  package override class var cssName: String { "pickertab" }

  private func makePickerCard() -> Widget {
    let area = Overlay(child: picker)
    let words = Label(tr("Loading options…"))
    waiting.addClass("bs-picker-waiting")
    waiting.append(spinner, words)
    waiting.halign = .center
    waiting.valign = .center
    // Centred on the picker's window, which is above the centre of the card.
    waiting.setMargins(bottom: 22)
    waiting.canTarget = false
    area.addOverlay(waiting)
    area.addClass("bs-card")
    return area
  }

  private var caption: String {
    if isWaiting { return tr("Waiting for the options") }
    return picker.selectedOption.map { tr("Selected: {option}", ["option": $0]) } ?? tr("Nothing to select")
  }

  // MARK: Options

  package var choice: PickerChoice { controls.choice }
  package var isWaiting: Bool { lateLoad.isRunning }

  /// Shows another set of options. The selected option stays selected if the set contains it.
  package func set(_ choice: PickerChoice) {
    lateLoad.cancel()
    controls.choice = choice
    show(choice.options)
  }

  /// Removes the options and sets them again after the latency.
  func setLate() {
    let options = (choice.options ?? Self.firstChoice.options)
    if choice.options == nil { controls.choice = Self.firstChoice }
    lateLoad.run { [latency] in
      try await latency.wait()
    } then: { [weak self] _ in
      guard let self else { return }
      lateLoad.cancel()
      show(options)
      announce(caption)
    }
    show(nil)
    log.debug("waiting")
  }

  /// Selects the first option and clears the log.
  package func reset() {
    lateLoad.cancel()
    card.clear()
    show(nil)
    show(choice.options)
  }

  private func show(_ options: [String]?) {
    picker.placeholder = options == nil && !isWaiting ? tr("no options") : ""
    waiting.visible = isWaiting
    spinner.spinning = isWaiting
    picker.setAccessibleBusy(isWaiting)
    awaitsLayout = awaitsLayout || options != picker.options
    picker.options = options
    strip.count = options?.count ?? 0
    strip.position = picker.position
    didChangeTitle?()
  }

  // MARK: Callbacks

  private func optionChanged(_ index: Int, _ option: String) {
    let entry: CallbackEntry = awaitsLayout ? .layout(option, at: Date()) : .settle(option, at: Date())
    awaitsLayout = false
    card.add(entry)
    log.debug(entry.kind.rawValue, ["index": index, "option": option])
    didChangeTitle?()
  }

  private func jumped(isForward: Bool) {
    card.add(.jump(count: picker.options?.count ?? 0, isForward: isForward, at: Date()))
  }
}

extension PickerTab: TabPage {
  package static var actions: [TabAction] {
    [
      TabAction("picker-late", actsWhileHidden: true) { (tab: PickerTab) in tab.setLate() },
      TabAction("picker-reset", actsWhileHidden: true) { (tab: PickerTab) in tab.reset() },
    ]
  }

  package static var menu: [MenuSection] {
    [
      MenuSection([
        .action(tr("Set with Delay"), "win.picker-late"), .action(tr("Reset"), "win.picker-reset"),
      ])
    ]
  }

  package func takeInitialFocus() { picker.takeFocus() }
}

/// The sets of options that the Picker tab offers: unknown options, or a number of them.
package enum PickerChoice: String, CaseIterable {
  case none = "nil"
  case one = "1"
  case two = "2"
  case four = "4"
  case twelve = "12"

  var name: String { self == .none ? tr("None") : rawValue }

  /// The options; nil when they are unknown.
  var options: [String]? { Int(rawValue).map { (1...$0).map(OptionName.option) } }
}

/// The texts of the options: "option one" to "option twelve".
enum OptionName {
  private static let numbers = [
    tr("one"), tr("two"), tr("three"), tr("four"), tr("five"), tr("six"), tr("seven"), tr("eight"),
    tr("nine"), tr("ten"), tr("eleven"), tr("twelve"),
  ]

  /// Number of options whose number is written as a word.
  static let limit = numbers.count

  /// The number as a word from 1 to ``limit``, otherwise in digits.
  static func number(_ number: Int) -> String {
    (1...limit).contains(number) ? numbers[number - 1] : "\(number)"
  }

  static func option(_ number: Int) -> String {
    // Translators: an option's name, with its number in words: "option three".
    tr("option {number}", ["number": Self.number(number)])
  }

  /// The number word of an option's text; other texts unchanged.
  static func short(_ option: String) -> String {
    (1...limit).first { Self.option($0) == option }.map(number) ?? option
  }
}

/// The tool row of the Picker: the set of options, and actions on it.
private final class PickerControls: Box {
  var didChoose: ((PickerChoice) -> Void)?

  private let sets = SegmentedControl(
    PickerChoice.allCases.map { ($0, $0.name) }, name: tr("Options"))

  init(_ choice: PickerChoice) {
    super.init(.vertical)
    let label = Label(tr("Options"))
    label.addClass("bs-picker-label")
    append(
      ToolRow(
        [FlowRow([label, sets], margin: .none)], end: Self.makeEnd(), fold: FlowRow.Fold(name: tr("Tools"))))
    self.choice = choice
    sets.didChoose = { [weak self] in self?.didChoose?($0) }
  }

  /// The selected set.
  var choice: PickerChoice {
    get { sets.choice ?? PickerChoice.none }
    set { sets.choice = newValue }
  }

  private static func makeEnd() -> Widget {
    let late = Button(tr("Set with Delay"))
    late.tooltipText = tr("Remove the options and set them again after a delay")
    late.setDetailedActionName("win.picker-late")
    let content = Box(.horizontal, spacing: 8)
    content.append(Image(iconName: "view-refresh-symbolic", size: 16), Label(tr("Reset")))
    let reset = Button(child: content)
    reset.setAccessibleLabel(tr("Reset"))
    reset.setDetailedActionName("win.picker-reset")
    let group = Box(.horizontal, spacing: 10)
    for button in [late, reset] {
      button.addClass("bs-button")
      button.valign = .center
      button.hexpand = true
      group.append(button)
    }
    return group
  }
}

/// Places the cards of the tab: the log beside the other two in a wide window, below them in a narrow one.
private final class PickerPanels: CustomWidget {
  private let picker: Widget
  private let strip: Widget
  private let log: Widget

  // Points: the margin around the cards, the gaps between them, the least width for two columns, the share of the left
  // column, the least height of the picker, its largest growth, and the least height of the log.
  private static let margin = (x: 18, narrowX: 10, top: 4, bottom: 18)
  private static let gap = (x: 18, y: 14)
  private static let wideFrom = 720
  private static let leftShare = 0.6
  private static let pickerHeight = 182
  private static let pickerGrowth = 118
  private static let leastLogHeight = 260

  init(picker: Widget, strip: Widget, log: Widget) {
    self.picker = picker
    self.strip = strip
    self.log = log
    super.init()
    for card in [picker, strip, log] { card.setParent(self) }
  }

  override var requestMode: RequestMode { .heightForWidth }

  /// Whether there is room for two columns, also with large text.
  private func isWide(_ width: Int) -> Bool {
    let beside = Int(Double(width - 2 * Self.margin.x) * (1 - Self.leftShare)) - Self.gap.x
    return width >= Self.wideFrom && beside >= log.measured(.horizontal).minimum
  }

  /// Left edge and width of the first or only column.
  private func column(_ width: Int) -> (x: Int, width: Int) {
    guard isWide(width) else {
      let margin = width < AdaptiveRoot.narrowBelow ? Self.margin.narrowX : Self.margin.x
      return (margin, max(0, width - 2 * margin))
    }
    let room = width - 2 * Self.margin.x
    return (Self.margin.x, Int(Double(room) * Self.leftShare))
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      let widest = [picker, strip, log].map { $0.measured(.horizontal).minimum }.max() ?? 0
      return Measure(minimum: widest + 2 * Self.margin.narrowX, natural: 900)
    }
    let width = size < 0 ? 900 : size
    let left = Self.pickerHeight + Self.gap.y + strip.measured(.vertical, for: column(width).width).minimum
    let all = isWide(width) ? max(left, Self.leastLogHeight) : left + Self.gap.y + Self.leastLogHeight
    return Measure(minimum: all + Self.margin.top + Self.margin.bottom)
  }

  override func allocate(width: Int, height: Int) {
    for card in [picker, strip, log] { _ = card.measured(.horizontal) }
    let (x, wide) = column(width)
    let bottom = height - Self.margin.bottom
    var y = Self.margin.top
    let least = strip.measured(.vertical, for: wide).minimum
    // Spare height is shared: with the strip in two columns, with the log in one.
    let below = isWide(width) ? least : least + Self.gap.y + Self.leastLogHeight
    let spare = bottom - y - Self.pickerHeight - Self.gap.y - below
    let high = Self.pickerHeight + min(Self.pickerGrowth, max(0, spare / 2))
    put(picker, x, y, wide, high)
    y += high + Self.gap.y
    if isWide(width) {
      put(strip, x, y, wide, max(least, bottom - y))
      let logX = x + wide + Self.gap.x
      put(
        log, logX, Self.margin.top, width - logX - Self.margin.x, max(0, bottom - Self.margin.top))
    } else {
      put(strip, x, y, wide, least)
      y += least + Self.gap.y
      put(log, x, y, wide, max(Self.leastLogHeight, bottom - y))
    }
  }

  private func put(_ card: Widget, _ x: Int, _ y: Int, _ wide: Int, _ high: Int) {
    _ = card.measured(.vertical, for: wide)
    card.place(leading: x, top: y, width: wide, height: high)
  }

  override func dispose() {
    for card in [picker, strip, log] { card.unparent() }
    super.dispose()
  }
}
