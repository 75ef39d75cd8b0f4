import AppBase
import ChatStore
import Chats
import Controls
import Gtk

/// Opens the statistics over the window's content.
@MainActor
package final class StatisticsOpener {
  /// Called after the page was closed, with what it leads to.
  package var didRequest: ((StatisticsPage.Target) -> Void)?

  private let overlay: Overlay
  private let covers: CoverStack
  package private(set) var page: StatisticsPage?
  /// The page that has led to the reader's place.
  private var left: StatisticsPage?

  /// - Parameter overlay: Covers the window's content.
  package init(in overlay: Overlay, _ covers: CoverStack) { (self.overlay, self.covers) = (overlay, covers) }

  /// Shows the statistics of a chat, or of all chats without one; closes those that are shown.
  package func toggle(_ archive: Archive, of chat: Conversation?) {
    guard page == nil else { return close() }
    guard covers.top != .viewer else { return }
    covers.close(.chats)
    covers.close(.panel)
    left = nil
    let page = StatisticsPage(archive, of: chat)
    page.didClose = { [weak self] in self?.close() }
    page.didRequest = { [weak self, weak page] target in
      self?.close()
      self?.left = page
      self?.didRequest?(target)
    }
    show(page)
  }

  private func show(_ page: StatisticsPage) {
    self.page = page
    overlay.addOverlay(page)
    covers.open(.statistics, page) { [weak self] in self?.close() }
    page.takeInitialFocus()
  }

  /// Shows the page again that has led to the reader's place, as it was left.
  package func reopen() {
    guard page == nil, let left else { return }
    self.left = nil
    show(left)
  }

  package func close() {
    guard let page else { return }
    self.page = nil
    covers.remove(.statistics)
    overlay.removeOverlay(page)
  }
}
