import Chats
import Controls
import Finding
import Gtk
import Media
import Reader
import Statistics

/// The pages over a window's content, which are media, the viewer and the statistics, and where they lead.
@MainActor
final class CoverPages {
  /// Shows a place in the archive.
  var open: ((PlaceRequest) -> Void)?

  let media: MediaOpener
  let statistics: StatisticsOpener
  private let chat: ChatTab

  init(
    over window: Window, of chat: ChatTab, _ exports: WindowExports, in overlay: Overlay,
    _ covers: CoverStack
  ) {
    self.chat = chat
    media = MediaOpener(over: window, in: overlay, covers)
    statistics = StatisticsOpener(in: overlay, covers)
    connectMedia()
    connectStatistics()
    connect(exports, over: window)
  }

  /// Closes the pages.
  func close() {
    media.closeAll()
    statistics.close()
  }

  private func connectMedia() {
    chat.didActivate = { [weak media] activation, message, view in
      media?.perform(activation, of: message, of: view.conversation, in: view.archive)
    }
    media.didRelocate = { [weak chat] in chat?.noteRelocation() }
    chat.didRequestMedia = { [weak self] in
      self?.statistics.close()
      self?.media.togglePage(of: $0, in: $1)
    }
    media.didRequestMessage = { [weak chat] message in
      guard let chat, let conversation = chat.view?.conversation else { return }
      chat.open(.message(message, in: conversation.id))
    }
  }

  private func connect(_ exports: WindowExports, over window: Window) {
    media.makeFoot = { exports.coverPanel() }
    media.didRequestSaving = { [weak window] shelves, chat, archive in
      if let window { exports.askToSave(shelves, of: chat, in: archive, over: window) }
    }
    chat.didRequestExport = { [weak window] ids, chat, archive in
      if let window { exports.ask(for: chat, only: ids, in: archive, over: window) }
    }
    chat.didRequestTable = { [weak window] in
      if let window { exports.askToWrite($0, named: $1, over: window) }
    }
    chat.didRequestSaving = { [weak window] in
      if let window { exports.askToSave($0, named: $1, over: window) }
    }
  }

  private func connectStatistics() {
    chat.didRequestStatistics = { [weak self] in
      self?.media.closePage()
      self?.statistics.toggle($1, of: $0)
    }
    statistics.didRequest = { [weak self] target in
      self?.chat.finding.leaveStatistics()
      self?.follow(target)
    }
    chat.finding.didReturnToStatistics = { [weak statistics] in statistics?.reopen() }
  }

  /// Shows what a number of the statistics stands for.
  private func follow(_ target: StatisticsPage.Target) {
    close()
    switch target {
    case .message(let id): open?(.message(id))
    case .chat(let id): chat.open(.lastPlace(in: id))
    case .search(let filters, let words):
      chat.finding.showResults(
        (filters.map { SearchWords.filter($0.key, $0.value) } + words).joined(separator: " "))
    }
  }
}
