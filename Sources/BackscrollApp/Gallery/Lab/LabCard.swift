import Gtk
import Translation

/// A column as one sees it: what is done, the list, what came of it, and why.
final class LabCard: Box {
  let readOut = DriftReadOut()
  /// Where the reader was reading, once the row has gone from there.
  let mark = ReadingMark()

  /// Somebody scrolls the list by hand, or is about to.
  var onTouched: (() -> Void)?

  private let strategy: LabStrategy
  private let reason = Label()

  private static let headHeight = 80
  private static let leastListHeight = 240
  private static let reasonHeight = 80

  init(_ strategy: LabStrategy, list: Widget) {
    self.strategy = strategy
    super.init(.vertical)
    addClass("bs-card")
    addClass("bs-lab")
    setAccessibleRole(.group)
    setAccessibleLabel(strategy.title)
    clipsContent = true
    append(makeHead(), makeListArea(list), readOut, reason)
    reason.addClass("bs-lab-reason")
    reason.wrap(maxCharacters: 24, isCentered: false)
    reason.setHorizontalPlace(0)
    reason.setVerticalPlace(0)
    reason.setSizeRequest(height: Self.reasonHeight)
    explain(nil)
  }

  /// Says what came of a measurement, and why; nil: of none yet. One that was
  /// ended before the page came says nothing either.
  func explain(_ reading: LabReading?) {
    reason.text =
      reading.flatMap { $0.isWaiting ? nil : LabFinding(of: $0).sentence(for: strategy) }
      ?? LabFinding.promise(of: strategy)
  }

  private func makeHead() -> Widget {
    let head = Box(.vertical, spacing: 2)
    head.addClass("bs-lab-head")
    head.setSizeRequest(height: Self.headHeight)
    let title = Label(strategy.title)
    title.addClass("bs-lab-title")
    let subtitle = Label(strategy.subtitle)
    subtitle.addClass("bs-caption")
    subtitle.wrap(maxCharacters: 24, isCentered: false)
    for label in [title, subtitle] { label.setHorizontalPlace(0) }
    head.append(title, subtitle)
    return head
  }

  private func makeListArea(_ list: Widget) -> Widget {
    let area = Overlay(child: list)
    area.addOverlay(mark)
    area.addClass("bs-lab-list")
    area.isVerticallyExpanding = true
    area.setSizeRequest(height: Self.leastListHeight)
    area.setAccessibleRole(.group)
    area.setAccessibleLabel(tr("{strategy}: messages", ["strategy": strategy.title]))
    let press = PressWatcher()
    press.watch(weak: self) { card, press in
      if case .began = press { card.onTouched?() }
    }
    area.add(press)
    let wheel = ScrollController()
    wheel.phase = .capture
    wheel.scrolled.connect(weak: self) { card, _, _ in
      card.onTouched?()
      return false
    }
    area.add(wheel)
    let keys = KeyController()
    keys.phase = .capture
    keys.keyPressed.connect(weak: self) { card, _, _, _ in
      card.onTouched?()
      return false
    }
    area.add(keys)
    return area
  }
}
