import Gtk
import ScrollCore

/// The row of a list, or the thumb of its scrollbar, that a pressed pointer holds in place.
@MainActor
final class PointerHold<Model: ListModel, Row: Widget> {
  /// The row under a pointer that is held down.
  private(set) var row: Model.ID?
  /// The scrollbar's picture of the content while its thumb is held.
  private(set) var thumb: HeldThumb?
  /// The window in which presses on rows are watched.
  private(set) weak var window: Window?

  /// It owns the hold.
  private unowned let list: AnchoredList<Model, Row>
  private let watcher = PressWatcher()
  private weak var scrollbar: Widget?
  private let scrollbarWatcher = PressWatcher()

  /// Makes a hold of nothing in `list`.
  init(in list: AnchoredList<Model, Row>) {
    self.list = list
    watcher.watch(weak: list) { $0.hold.pressed($1) }
    scrollbarWatcher.watch(weak: list) { $0.hold.scrollbarPressed($1) }
  }

  /// Whether neither a row nor the thumb is held.
  var isFree: Bool { row == nil && thumb == nil }

  /// Watches presses at the window. A gesture between it and the list may consume the release; a list that watches
  /// itself would then hold the row for ever.
  func watch(_ new: Window?) {
    window?.remove(watcher)
    window = new
    new?.add(watcher)
    row = nil
  }

  /// Watches the scrollbar of the list's new scrolled window.
  func watch(scrollbar new: Widget?) {
    guard new !== scrollbar else { return }
    scrollbar?.remove(scrollbarWatcher)
    scrollbar = new
    new?.add(scrollbarWatcher)
  }

  /// Releases the row or the thumb.
  func release() {
    row = nil
    thumb = nil
  }

  /// Follows a change of the rows.
  func follow(_ splice: Splice) { thumb?.splices.append(splice) }

  /// Follows a press in the window.
  func pressed(_ press: PressWatcher.Press) {
    switch press {
    case .began(let place):
      guard list.isMapped, let point = window?.convert(place, to: list),
        point.x >= 0, point.x < Double(list.width), point.y >= 0, point.y < Double(list.height)
      else { return }
      row = list.layout.row(at: point.y).map { list.model.id(at: $0) }
      list.invalidate()
    case .ended: row = nil
    }
  }

  /// Freezes the scrollbar's view of the content while its thumb is held.
  func scrollbarPressed(_ press: PressWatcher.Press) {
    switch press {
    case .began:
      guard let adjustment = list.vadjustment else { return }
      thumb = HeldThumb(heights: list.layout.heights, adjustment: adjustment)
    case .ended:
      thumb = nil
      list.invalidate()
    }
  }
}

/// The content as the scrollbar showed it when its thumb was grabbed. Rows that are inserted or measured meanwhile do
/// not move the thumb under the pointer.
@MainActor
struct HeldThumb {
  let heights: HeightIndex
  /// The changes since then.
  fileprivate(set) var splices: [Splice] = []
  private let lower: Double
  private let room: Double

  fileprivate init(heights: HeightIndex, adjustment: Adjustment) {
    self.heights = heights
    lower = adjustment.lower
    room = adjustment.upper - adjustment.lower - adjustment.pageSize
  }

  /// 0 at the start, 1 at the end.
  func fraction(of value: Double) -> Double {
    // The scrollbar works in whole pixels, so half a point before the end is the end.
    room > 0 ? (value - lower + 0.5 >= room ? 1 : (value - lower) / room) : 1
  }
}
