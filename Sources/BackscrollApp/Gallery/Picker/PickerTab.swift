import Backscroll
import Foundation
import Gtk
import Translation

/// The Picker tab: an endless option picker at work, the pages as its wrap-around lays them out, and what it tells.
final class PickerTab: CustomWidget {
  let picker = OptionPicker()
  let strip = SentinelStrip()
  let card = CallbackCard()

  /// ``title`` has changed.
  var didChangeTitle: (() -> Void)?

  /// What the header says while the tab shows.
  var title: PageTitle { PageTitle(tr("Option picker"), caption: caption) }

  private let controls: PickerControls
  private let waiting = Box(.horizontal, spacing: 9)
  private let spinner = Spinner()
  private let content = Box(.vertical)
  private let log = EventLog("picker")
  private let latency: Latency
  private var lateLoad: Task<Void, Never>?
  /// The next call is the one of a layout.
  private var awaitsLayout = false

  private static let firstChoice = PickerChoice.four

  /// `latency`: what late options take.
  init(latency: Latency) {
    self.latency = latency
    controls = PickerControls(Self.firstChoice)
    super.init()
    picker.sideText = OptionName.short
    picker.didSelect = { [weak self] in self?.optionChanged($0, $1) }
    picker.didMove = { [weak self] in self?.strip.position = $0 }
    picker.didWrap = { [weak self] in self?.jumped(isForward: $0 == .forward) }
    let scroller = ScrolledWindow(child: PickerPanels(picker: makePickerCard(), strip: strip, log: card))
    scroller.setBars(horizontal: .never, vertical: .automatic)
    // What is in it takes the focus.
    scroller.isFocusable = false
    scroller.isVerticallyExpanding = true
    content.append(controls, scroller)
    content.setParent(self)
    controls.onChoose = { [weak self] in self?.set($0) }
    set(Self.firstChoice)
  }

  override class var cssName: String { "pickertab" }
  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    content.measured(orientation, for: size)
  }

  override func allocate(width: Int, height: Int) { content.place(x: 0, y: 0, width: width, height: height) }

  override func dispose() {
    lateLoad?.cancel()
    content.unparent()
    super.dispose()
  }

  private func makePickerCard() -> Widget {
    let area = Overlay(child: picker)
    let words = Label(tr("The options are on their way…"))
    waiting.addClass("bs-picker-waiting")
    waiting.append(spinner, words)
    waiting.align(horizontal: .center, vertical: .center)
    // In the window's middle, which lies above the card's.
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

  var choice: PickerChoice { controls.choice }
  var isWaiting: Bool { lateLoad != nil }

  /// Another set of options; the option chosen stays chosen if it is among them.
  func set(_ choice: PickerChoice) {
    endWaiting()
    controls.choice = choice
    show(choice.options)
  }

  /// Takes the options away, and sets them again when the latency is over.
  func setLate() {
    endWaiting()
    let options = (choice.options ?? Self.firstChoice.options)
    if choice.options == nil { controls.choice = Self.firstChoice }
    lateLoad = Task { [weak self, latency] in
      try? await latency.wait()
      guard !Task.isCancelled, let self else { return }
      endWaiting()
      show(options)
      announce(caption)
    }
    show(nil)
    log.debug("waiting")
  }

  /// As at first: the set's first option, and an empty log.
  func reset() {
    endWaiting()
    card.clear()
    show(nil)
    show(choice.options)
  }

  private func endWaiting() {
    lateLoad?.cancel()
    lateLoad = nil
  }

  private func show(_ options: [String]?) {
    picker.placeholder = options == nil && !isWaiting ? tr("no options") : ""
    waiting.isVisible = isWaiting
    spinner.isSpinning = isWaiting
    picker.setAccessibleBusy(isWaiting)
    awaitsLayout = awaitsLayout || options != picker.options
    picker.options = options
    strip.count = options?.count ?? 0
    strip.position = picker.position
    didChangeTitle?()
  }

  // MARK: What the picker tells

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
  static func make(_ setup: TabSetup) -> PickerTab { PickerTab(latency: setup.latency) }

  static var actions: [TabAction] {
    [
      TabAction("picker-late") { (tab: PickerTab) in tab.setLate() },
      TabAction("picker-reset") { (tab: PickerTab) in tab.reset() },
    ]
  }

  static var menu: [MenuSection] {
    [MenuSection(nil, [(tr("Set the Options Late"), "win.picker-late"), (tr("Reset"), "win.picker-reset")])]
  }

  var pageTitle: PageTitle? { title }

  func takeInitialFocus() { _ = picker.moveFocus(.forward) }
}
