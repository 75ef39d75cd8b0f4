import AppBase
import Controls
import Gtk
import Translation

extension ChatTab: TabPage {
  package static var actions: [TabAction] {
    [
      TabAction("jump-to-end") { (tab: ChatTab) in tab.view?.places.jumpOnward() },
      TabAction("jump-to-start") { (tab: ChatTab) in tab.view?.places.jumpToStart() },
      TabAction("add-note", whileCovered: .uncovers) { (tab: ChatTab) in tab.view?.focusComposer() },
      TabAction("go-to-date", whileCovered: .uncovers) { (tab: ChatTab) in tab.view?.dates.open() },
      TabAction("load-older") { (tab: ChatTab) in tab.loadOlder() },
      TabAction("load-newer") { (tab: ChatTab) in tab.loadNewer() },
      TabAction("media", whileCovered: .acts) { (tab: ChatTab) in tab.showMedia() },
      TabAction("statistics", whileCovered: .acts) { (tab: ChatTab) in tab.showStatistics() },
      TabAction("find", whileCovered: .uncovers) { (tab: ChatTab) in tab.finding.toggle() },
      TabAction("find-everywhere", whileCovered: .uncovers) { (tab: ChatTab) in
        tab.finding.showResults()
      },
      TabAction("bookmarks", whileCovered: .uncovers) { (tab: ChatTab) in tab.finding.showBookmarks() },
      TabAction("topics", whileCovered: .uncovers) { (tab: ChatTab) in tab.openTopics() },
      TabAction("thread-or-chat") { (tab: ChatTab) in
        if !tab.finding.isShowingResults { tab.threads.switchFocus() }
      },
      TabAction("older-bookmark") { (tab: ChatTab) in tab.view?.bookmarks.go(isOlder: true) },
      TabAction("newer-bookmark") { (tab: ChatTab) in tab.view?.bookmarks.go(isOlder: false) },
      TabAction("find-older") { (tab: ChatTab) in tab.finding.step(isOlder: true) },
      TabAction("find-newer") { (tab: ChatTab) in tab.finding.step(isOlder: false) },
      TabAction("forward") { (tab: ChatTab) in tab.finding.goForward() },
    ]
  }

  package static var menu: [MenuSection] {
    [
      MenuSection([
        .submenu(
          tr("Chat"),
          [
            MenuSection([
              .submenu(
                tr("Go To"),
                [
                  MenuSection([
                    .action(tr("Go to Newest Message"), "win.jump-to-end"),
                    .action(tr("Go to Date…"), "win.go-to-date"),
                    .action(tr("Back to Where You Were"), "win.back"),
                  ])
                ]),
              .action(tr("Search in This Chat"), "win.find"),
              .action(tr("Search All Chats in This Archive"), "win.find-everywhere"),
            ]),
            MenuSection([
              .action(tr("Media"), "win.media"), .action(tr("Bookmarks"), "win.bookmarks"),
              .action(tr("Statistics"), "win.statistics"),
              .action(tr("Chat Details"), "win.chat-details"),
              .submenu(
                // Translators: a menu with “Export Chat…” and “Print…”.
                tr("Export or Print"),
                [
                  MenuSection([
                    .action(tr("Export Chat…"), "win.export-chat"), .action(tr("Print…"), "win.print"),
                  ])
                ]),
            ]),
            MenuSection([.action(tr("Undo Deletion"), "win.undo-deletion")]),
          ])
      ]),
      MenuSection([.submenu(tr("Older Messages"), OlderMenu.sections)], when: .withoutTool),
      MenuSection([.action(tr("Simulate Incoming Messages"), "win.simulate-sender")], when: .inDemo),
    ]
  }

  package var pageTitle: PageTitle? { finding.pageTitle }
  package func goBack() { finding.goBack() }
  package var headerTool: Widget? { olderMenu }
  package func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool { view?.scroll(step) ?? false }

  package func didAppear() {
    view?.arrivals.read()
    // The stack restores the focus that it had in this tab first.
    if needsFocus { MainLoop.soon { [weak self] in self?.focusView() } }
  }

  package func didDisappear() {
    view?.arrivals.clear()
    view?.hideSpoilers()
  }
}
