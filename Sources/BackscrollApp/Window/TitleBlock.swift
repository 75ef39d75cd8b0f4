import ChatArchive
import Gtk
import Translation

/// The start of the header: the name of the conversation or the page, with a line about it, and a menu of conversations
/// if there are several.
final class TitleBlock: Box {
  private let back = Button(iconName: "go-previous-symbolic")
  private let avatar = Label()
  private let heading = Label()
  private let caption = Label()
  /// Shown while the block is a menu button.
  private let menuMark = Image(iconName: "pan-down-symbolic", size: 16)
  private let content = Box(.horizontal, spacing: 9)
  private var menuButton: MenuButton?
  private var avatarColor = 0

  init() {
    super.init(.horizontal)
    avatar.addClass("bs-avatar")
    avatar.valign = .center
    avatar.visible = false
    menuMark.visible = false
    heading.addClass("bs-heading")
    caption.addClass("bs-caption")
    let lines = Box(.vertical)
    lines.valign = .center
    for label in [heading, caption] {
      label.ellipsize()
      label.xalign = 0
    }
    let firstLine = Box(.horizontal, spacing: 4)
    firstLine.append(heading, menuMark)
    lines.append(firstLine, caption)
    content.append(avatar, lines)
    content.addClass("bs-title")
    back.addClass("bs-flat")
    back.valign = .center
    back.setDetailedActionName("win.back")
    back.tooltipText = tr("Back")
    back.setAccessibleLabel(tr("Back"))
    back.visible = false
    append(back, content)
  }

  /// A narrow block shows the avatar and the number of people, a wide one the number of messages as well.
  var isNarrow = false {
    didSet { if isNarrow != oldValue { update() } }
  }

  /// Nil before an archive is open.
  var conversation: Conversation? {
    didSet { if conversation != oldValue { update() } }
  }

  /// The name of the person who is typing.
  var typist: String? {
    didSet { if typist != oldValue { update() } }
  }

  /// Replaces the conversation while another tab shows.
  var page: PageTitle? {
    didSet { if page != oldValue { update() } }
  }

  /// Sets the menu of conversations; nil if there is only one.
  func setMenu(_ menu: Menu?) {
    if let menuButton {
      menuButton.child = nil
      remove(menuButton)
    } else {
      remove(content)
    }
    menuButton = menu.map { MenuButton(child: content, menu: $0) }
    menuButton?.addClass("bs-title")
    menuButton?.addClass("bs-flat")
    append(menuButton ?? content)
    updateMenu()
  }

  private func updateMenu() {
    menuMark.visible = menuButton != nil && page == nil
    menuButton?.setAccessibleLabel(tr("Conversation: {name}", ["name": heading.text]))
    menuButton?.setAccessibleDescription(caption.text)
    menuButton?.canTarget = page == nil
    menuButton?.focusable = page == nil
  }

  private func update() {
    heading.text = page?.heading ?? conversation.map { LayoutCost.line($0.title) } ?? "Backscroll"
    caption.text =
      page?.caption ?? typist.map { tr("{name} is typing…", ["name": LayoutCost.line($0)]) }
      ?? conversation.map {
        Self.caption(of: $0, isNarrow: isNarrow)
      } ?? ""
    back.visible = page?.canGoBack ?? false
    caption.visible = !caption.text.isEmpty
    avatar.visible = isNarrow && conversation != nil && page == nil
    updateMenu()
    guard let conversation else { return }
    avatar.text = Initials.of(LayoutCost.line(conversation.title))
    avatar.removeClass("c\(avatarColor)")
    avatarColor = Initials.colorIndex(of: conversation.title)
    avatar.addClass("c\(avatarColor)")
  }

  /// "6 people · 10,000 messages"; only the people in a narrow block.
  static func caption(of conversation: Conversation, isNarrow: Bool) -> String {
    let people = conversation.participantCount > 0 ? Counted.people(conversation.participantCount) : nil
    let messages = Counted.messages(conversation.messageCount)
    guard let people else { return messages }
    return isNarrow ? people : "\(people) · \(messages)"
  }
}
