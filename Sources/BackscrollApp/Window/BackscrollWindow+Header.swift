import ChatArchive
import Gtk
import Translation

/// The header, and the switchers that stand in it or below the page.
extension BackscrollWindow {
  func makeHeader() -> HeaderBar {
    let header = HeaderBar()
    header.packStart(titleBlock)
    header.setTitleWidget(switcher)
    let button = MenuButton(iconName: "open-menu-symbolic", menu: menu.menu, isPrimary: true)
    button.addClass("bs-flat")
    button.align(vertical: .center)
    button.setTooltip(tr("Menu"))
    button.setAccessibleLabel(tr("Menu"))
    button.setAccessibleKeys("F10")
    header.packEnd(button)
    header.packEnd(olderMenu)
    return header
  }

  func showSwitchers(isNarrow: Bool) {
    switcher.isVisible = switcher.isOffered && !isNarrow
    bottomBar.isVisible = bottomBar.isOffered && isNarrow
    titleBlock.isNarrow = isNarrow
    olderMenu.isVisible = switcher.tab == .chat && !isNarrow
  }

  func showTitle(of conversation: Conversation?) {
    titleBlock.conversation = conversation
    setTitle(conversation.map { "\($0.title) – Backscroll" } ?? "Backscroll")
    if let conversation { conversationAction?.state = "\(conversation.id)" }
  }

  /// Conversations longer than this are not listed: a menu is no place to search.
  private static let menuLimit = 50

  func offer(_ conversations: [Conversation]) {
    guard conversations.count > 1 else { return titleBlock.setMenu(nil) }
    let menu = Menu()
    for conversation in conversations.prefix(Self.menuLimit) {
      // An underscore would mark the next letter as a mnemonic.
      let label = conversation.title.replacing("_", with: "__")
      menu.append(label, action: "win.show-conversation::\(conversation.id)")
    }
    titleBlock.setMenu(menu)
  }
}
