import ChatArchive
import Gtk

/// What menus and keys can do.
extension BackscrollWindow {
  /// An action on the conversation. Its keys do nothing behind another tab, where nobody would see what they do.
  private func addChatAction(_ name: String, _ body: @escaping (ChatTab) -> Void) {
    addAction(name, weak: self) { window in
      if window.switcher.tab == .chat { body(window.chat) }
    }
  }

  func addActions(_ olderLoading: OlderLoading) {
    olderAction = addChoice("older-loading", initial: olderLoading.rawValue, weak: self) { window, name in
      if let choice = OlderLoading(rawValue: name) { window.choose(choice) }
    }
    addToggle("simulate-sender", initial: false, weak: self) { $0.chat.isSimulating = $1 }
    tabAction = addChoice("show-tab", initial: "", weak: self) { window, name in
      if let tab = Tab(rawValue: name) { window.show(tab) }
    }
    conversationAction = addChoice("show-conversation", initial: "", weak: self) { window, id in
      if let id = Conversation.ID(id) { window.chat.showConversation(id) }
    }
    addChatAction("jump-to-end") { $0.jumpToEnd() }
    addChatAction("load-older") { $0.loadOlder() }
    addChatAction("load-newer") { $0.loadNewer() }
    addAction("refresh", weak: self) { window in
      switch window.switcher.tab {
      case .chat: window.chat.refresh()
      case .feed: window.feed?.refresh()
      case .lab, .carousel, .picker, nil: break
      }
    }
    addAction("import", weak: self) { $0.askForExports() }
    addAction("reopen", weak: self) { $0.chat.start() }
    backAction = addAction("back", weak: self) { $0.goBack() }
    backAction?.isEnabled = false
    addAction("carousel-next", weak: self) { $0.carousel?.advance(by: 1) }
    addAction("carousel-previous", weak: self) { $0.carousel?.advance(by: -1) }
    addAction("lab-load", weak: self) { $0.lab?.load() }
    addAction("lab-fling", weak: self) { $0.lab?.flingAndLoad() }
    addAction("lab-reset", weak: self) { $0.lab?.reset() }
    addAction("picker-late", weak: self) { $0.picker?.setLate() }
    addAction("picker-reset", weak: self) { $0.picker?.reset() }
  }
}
