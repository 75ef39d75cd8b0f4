import AppBase
import Gtk
import Translation

/// The first row of a chat whose older messages load on request: their number, a button that loads some, and a button
/// that lets the others load as the reader scrolls. It also shows the load and its failure.
final class OlderRow: Box {
  /// Called when older messages are to be loaded.
  var didRequestLoad: (() -> Void)?

  /// The state of the messages that are not loaded.
  enum State: Equatable {
    case idle
    case loading
    case failed(reason: String)
  }

  private let words = Label()
  private let action = Label()
  private let spinner = Spinner()
  private let face = Stack()
  private let button: Button
  private let always = Button(tr("Always Load"))
  private var shown: (count: Int?, state: State)?

  // Points.
  private static let height = 44
  private static let margin = 6
  private static let gap = 8
  private static let ring = 16

  init() {
    button = Button(child: face)
    super.init(.horizontal, spacing: Self.gap)
    addClass("bs-older")
    setAccessibleRole(.group)
    setSizeRequest(height: Self.height)
    words.addClass("bs-caption")
    words.ellipsize()
    button.addClass("bs-button")
    button.valign = .center
    spinner.setSizeRequest(width: Self.ring, height: Self.ring)
    spinner.halign = .center
    // All faces count for the button's width, so that it does not change.
    face.add(action, name: Face.words.rawValue)
    face.add(spinner, name: Face.ring.rawValue)
    let lines = [Box(.horizontal), Box(.horizontal)]
    for line in lines {
      line.addClass("bs-hairline")
      line.valign = .center
      line.hexpand = true
    }
    lines[0].setMargins(start: Self.margin)
    lines[1].setMargins(end: Self.margin)
    always.addClass("bs-button")
    always.valign = .center
    always.tooltipText = tr("Load Older Messages While Scrolling")
    always.setAccessibleLabel(tr("Load Older Messages While Scrolling"))
    always.setDetailedActionName("win.older-loading::\(OlderLoading.auto.rawValue)")
    append(lines[0], words, button, always, lines[1])
    button.clicked.connect(weak: self) { $0.didRequestLoad?() }
    visible = false
  }

  /// Whether the row shows a running load.
  var isBusy: Bool { spinner.spinning }

  private enum Face: String { case words, ring }

  /// Shows the number of messages that are not loaded; nil if it is unknown.
  func show(_ count: Int?, _ state: State) {
    guard shown == nil || shown! != (count, state) else { return }
    shown = (count, state)
    let older = count.map { Counted.older($0) } ?? tr("Older messages")
    action.text = tr("Load")
    words.text = older
    words.tooltipText = nil
    if case .failed(let reason) = state {
      words.text = tr("Could not load older messages")
      words.tooltipText = reason
      action.text = tr("Retry")
    }
    spinner.spinning = state == .loading
    face.visibleChildName = (state == .loading ? Face.ring : Face.words).rawValue
    setAccessibleBusy(state == .loading)
    setAccessibleLabel(words.text)
    button.setAccessibleLabel([action.text, words.text].joined(separator: ", "))
  }
}
