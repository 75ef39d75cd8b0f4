import ChatArchive
import Gtk
import Translation

/// The start of the header: the name of the conversation or the page, with a line about it.
final class TitleBlock: Box {
  private let avatar = Label()
  private let heading = Label()
  private let caption = Label()
  private var avatarColor = 0

  init() {
    super.init(.horizontal, spacing: 9)
    addClass("bs-title")
    avatar.addClass("bs-avatar")
    avatar.valign = .center
    avatar.visible = false
    heading.addClass("bs-heading")
    caption.addClass("bs-caption")
    let lines = Box(.vertical)
    lines.valign = .center
    for label in [heading, caption] {
      label.ellipsize()
      label.xalign = 0
    }
    lines.append(heading, caption)
    append(avatar, lines)
  }

  /// A narrow block shows the avatar and the number of people, a wide one the number of messages as well.
  var isNarrow = false {
    didSet { if isNarrow != oldValue { update() } }
  }

  /// Nil before an archive is open.
  var conversation: Conversation? {
    didSet { if conversation != oldValue { update() } }
  }

  /// What the colour of the avatar derives from; nil before the list of chats is read.
  var colorSeed: UInt64? {
    didSet { if colorSeed != oldValue { update() } }
  }

  /// The name of the person who is typing.
  var typist: String? {
    didSet { if typist != oldValue { update() } }
  }

  /// Replaces the conversation while another tab shows.
  var page: PageTitle? {
    didSet { if page != oldValue { update() } }
  }

  private func update() {
    heading.text = page?.heading ?? conversation.map { LayoutCost.line($0.title) } ?? "Backscroll"
    caption.text =
      page?.caption ?? typist.map { tr("{name} is typing…", ["name": LayoutCost.line($0)]) }
      ?? conversation.map {
        Self.caption(of: $0, isNarrow: isNarrow)
      } ?? ""
    caption.visible = !caption.text.isEmpty
    avatar.visible = isNarrow && conversation != nil && page == nil
    guard let conversation else { return }
    avatar.text = Initials.of(LayoutCost.line(conversation.title))
    avatar.removeClass("c\(avatarColor)")
    avatarColor = colorSeed.map(ChatPalette.index) ?? Initials.colorIndex(of: conversation.title)
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
