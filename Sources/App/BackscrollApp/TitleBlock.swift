import AppBase
import Chats
import Controls
import Gtk
import Translation

/// The start of the header: the name of the conversation or the page, with a line about it.
///
/// The avatar gives way to a short name.
final class TitleBlock: CustomWidget {
  private let avatar = Label()
  private let heading = Label()
  private let caption = Label()
  private let lines = Box(.vertical)
  private var avatarColor = 0

  // Points.
  private static let gap = 9
  /// The margin at each side, as in the style sheet.
  private static let padding = 9
  /// The least width of the lines beside an avatar, unless they are shorter.
  private static let leastLines = 120

  override init() {
    super.init()
    addClass("bs-title")
    avatar.addClass("bs-avatar")
    avatar.valign = .center
    avatar.visible = false
    heading.addClass("bs-heading")
    caption.addClass("bs-caption")
    for label in [heading, caption] {
      label.ellipsize()
      label.xalign = 0
    }
    lines.append(heading, caption)
    for child in [avatar, lines] { child.setParent(self) }
  }

  override class var cssName: String { "titleblock" }

  /// Points that the block needs to show all of its first line.
  var headingWidth: Int { heading.measured(.horizontal).natural + 2 * Self.padding }

  /// The avatar and the distance to the lines; 0 without one.
  private var avatarRoom: Int { avatar.visible ? avatar.measured(.horizontal).natural + Self.gap : 0 }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let (picture, text) = (avatar.measured(orientation), lines.measured(orientation))
    return orientation == .horizontal
      ? Measure(minimum: text.minimum, natural: avatarRoom + text.natural)
      : Measure(minimum: max(picture.minimum, text.minimum), natural: max(picture.natural, text.natural))
  }

  override func allocate(width: Int, height: Int) {
    let text = lines.measured(.horizontal).natural
    let hasAvatar = avatar.visible && width >= avatarRoom + min(text, Self.leastLines)
    avatar.isChildVisible = hasAvatar
    let x = hasAvatar ? avatarRoom : 0
    func put(_ child: Widget, x: Int, _ wide: Int) {
      let tall = min(height, child.measured(.vertical, for: wide).natural)
      child.place(leading: x, top: (height - tall) / 2, width: wide, height: tall)
    }
    if hasAvatar { put(avatar, x: 0, avatar.measured(.horizontal).natural) }
    put(lines, x: x, max(0, width - x))
  }

  override func dispose() {
    for child in [avatar, lines] { child.unparent() }
    super.dispose()
  }

  /// A narrow block shows the avatar and the number of people, a wide one the number of messages as well.
  var isNarrow = false {
    didSet { if isNarrow != oldValue { update() } }
  }

  /// Nil before an archive is open.
  var conversation: Conversation? {
    didSet { if conversation != oldValue { update() } }
  }

  /// The number of messages of the conversation that are not in its archive.
  var arrivals = 0 {
    didSet { if arrivals != oldValue { update() } }
  }

  /// Until when the chat is up to date, if it is kept so, such as "up to date, 14:05".
  var freshness: String? {
    didSet { if freshness != oldValue { update() } }
  }

  /// The seed of the avatar's colour; nil before the list of chats is read.
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
    heading.text = page?.heading ?? conversation?.title ?? "Backscroll"
    caption.text =
      page.map { isNarrow ? $0.narrowCaption : $0.caption }
      ?? typist.map { tr("{name} is typing…", ["name": $0]) }
      ?? conversation.map {
        [Self.caption(of: $0, adding: arrivals, isNarrow: isNarrow), isNarrow ? nil : freshness]
          .compactMap(\.self).joined(separator: " · ")
      } ?? ""
    caption.visible = !caption.text.isEmpty
    avatar.visible = isNarrow && conversation != nil && page == nil
    guard let conversation else { return }
    avatar.text = Initials.of(conversation.title)
    avatar.removeClass("c\(avatarColor)")
    avatarColor = colorSeed.map(ChatPalette.index) ?? Initials.colorIndex(of: conversation.title)
    avatar.addClass("c\(avatarColor)")
  }

  /// "6 people · 10,000 messages"; only the people in a narrow block. For a topic, "Keys · 1,204 messages".
  static func caption(of conversation: Conversation, adding arrivals: Int = 0, isNarrow: Bool) -> String {
    let people = conversation.participantCount > 0 ? Counted.people(conversation.participantCount) : nil
    // Notes do not count as messages.
    let messages = Counted.messages(conversation.messageCount - conversation.noteCount + arrivals)
    if let topic = conversation.topic { return "\(topic.title) · \(messages)" }
    guard let people else { return messages }
    return isNarrow ? people : "\(people) · \(messages)"
  }
}
