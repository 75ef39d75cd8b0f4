import AppBase
import ArchiveWords
import Chats
import Controls
import Finding
import Foundation
import Gtk
import Translation

/// Opens the choice of a date over a conversation, and goes to the chosen date.
@MainActor
final class DateChooser {
  private weak var view: ChatView?
  /// The panel; nil while it is closed.
  private(set) weak var panel: DatePanel?
  private var form = DatePanel.Form.popover
  private let log = EventLog("chat")

  /// The size in points below which the panel is a sheet, and the text scale from which on it is a sheet.
  private static let popoverSize = (width: 620, height: 520)
  private static let largeScale = 1.5

  init(of view: ChatView) { self.view = view }

  var isOpen: Bool { panel != nil }

  /// Opens the panel, at the day of the topmost message in view.
  func open() {
    guard let view, view.isMapped, panel == nil, !view.isUnderCover else { return }
    let days = DayCalendar(timeZone: view.conversation.zone, locale: .desktop)
    let top = view.visibleRows.first.map { view.feed.model.messages[$0].sentAt }
    let finder = DateFinder(view.archive, view.conversation.id, days, at: top ?? DayCalendar.instant(Date()))
    let host = view.window as? any SheetHost
    form = host != nil && isNarrow(view) ? .sheet : .popover
    let panel = DatePanel(
      finder, form, reader: TypedDateReader(timeZone: days.timeZone), words: DateWords(days))
    self.panel = panel
    panel.didChoose = { [weak self] in self?.chose($0) }
    panel.didUnmap = { [weak self] in self?.closed() }
    panel.isReading = { [weak view] moment in view?.isReading(moment.id) ?? false }
    // Show the day of the reader's present place.
    view.floatingDate.show(view.visibleRows.first.map(view.feed.model.dayName) ?? tr("Go to Date"))
    view.floatingDate.isOpen = true
    if form == .sheet {
      host?.bottomSheet.open(panel) { [weak self] in self?.closed() }
    } else {
      let date = view.floatingDate
      let width = Double(date.measured(.horizontal).natural)
      ContextMenu.open(
        panel, at: Rect(x: 0, y: 0, width: width, height: Double(date.height)), in: date)
    }
    panel.takeInitialFocus()
    log.debug("go-to-date", ["state": "opened", "form": form.rawValue])
  }

  private func isNarrow(_ view: ChatView) -> Bool {
    guard let window = view.window else { return false }
    return window.width < Self.popoverSize.width || window.height < Self.popoverSize.height
      || TextLayout(for: view).scale >= Self.largeScale
  }

  /// Closes the panel. Does nothing if it is closed.
  func close() {
    guard panel != nil, let view else { return }
    ContextMenu.close(in: view.floatingDate) { _ in false }
    (view.window as? any SheetHost)?.bottomSheet.close(animated: view.isMapped)
    closed()
  }

  private func closed() {
    guard panel != nil else { return }
    panel = nil
    view?.floatingDate.isOpen = false
    log.debug("go-to-date", ["state": "closed"])
  }

  private func chose(_ target: DatePanel.Target) {
    guard let view else { return }
    close()
    switch target {
    case .message(let moment):
      log.debug("go-to-date", ["state": "chosen", "id": moment.id])
      view.places.open(.message(moment.id), focus: .messages)
    case .end:
      log.debug("go-to-date", ["state": "chosen", "id": "end"])
      view.places.open(.end, reason: .other, focus: .messages)
    }
  }

  /// Updates the counts after the messages of the conversation have changed.
  func noteChange() { panel?.finder.read() }
}

extension ChatView {
  /// Whether a message is in view.
  func isReading(_ id: Message.ID) -> Bool {
    feed.model.index(of: id).map { visibleRows.contains($0) } ?? false
  }

  /// Whether the message of a place, or the end, is in view.
  func isShowing(_ place: ChatPlace) -> Bool {
    if case .row(let row) = place { isReading(row.message) } else { isAtNewest }
  }
}
