import AppBase
import Chats
import Foundation
import Translation

/// The kind of chats in the sidebar. The raw values are taken by `win.show-chats`.
enum ChatScope: String, CaseIterable, Sendable {
  case all, unread, media

  var title: String {
    switch self {
    case .all: tr("All")
    case .unread: tr("Unread")
    case .media: tr("With Media")
    }
  }

  fileprivate func contains(_ chat: ChatSummary) -> Bool {
    switch self {
    case .all: true
    case .unread: chat.unreadCount > 0
    case .media: chat.hasMedia
    }
  }
}

/// A row of the sidebar.
struct SidebarItem: Identifiable, Equatable {
  enum ID: Hashable {
    case pinned, others
    case chat(Conversation.ID)
  }

  /// The content of a row.
  enum Content: Equatable {
    case heading(String)
    case chat(ChatSummary)
  }

  var id: ID
  var content: Content
  /// Whether the chat is open.
  var isCurrent = false

  var chat: ChatSummary? { if case .chat(let chat) = content { chat } else { nil } }
}

/// The rows of the sidebar, for all chats of an archive.
package struct SidebarContents {
  /// All chats, the most recent first.
  package var chats: [ChatSummary] = [] {
    didSet { (searchedTitles, nameRanks) = (nil, nil) }
  }
  /// The names of the people of each chat, in the form of ``NameFilter/searchable(_:)``; nil until they are read.
  var names: [Conversation.ID: [String]]?
  var order = ChatOrder.recent
  var scope = ChatScope.all
  /// The text that the names of chats or people must contain, in any case and with or without accents.
  var filter = ""
  var current: Conversation.ID?
  /// The locale of the order by name.
  var locale = Locale.desktop { didSet { nameRanks = nil } }

  /// The titles in searchable form, by the index of the chat.
  private var searchedTitles: [String]?
  /// The places of the chats in the order by name. They are cached because the comparisons of a locale are slow.
  private var nameRanks: [Conversation.ID: Int]?

  /// The shown chats in their order. Chats whose titles match the filter precede those whose people match: in an
  /// archive of groups, a person is in many chats.
  mutating func shownChats() -> [ChatSummary] {
    let wanted = NameFilter.searchable(filter)
    let shown = chats.indices.filter { scope.contains(chats[$0]) }
    guard !wanted.isEmpty else { return sorted(shown.map { chats[$0] }) }
    let titles = searchedTitles ?? chats.map { NameFilter.searchable($0.title) }
    searchedTitles = titles
    let named = shown.filter { titles[$0].contains(wanted) }
    let others = shown.filter { index in
      !titles[index].contains(wanted)
        && names?[chats[index].id]?.contains { $0.contains(wanted) } ?? false
    }
    return sorted(named.map { chats[$0] }) + sorted(others.map { chats[$0] })
  }

  /// The rows: pinned chats, then the others, with headings if there are both.
  mutating func items() -> [SidebarItem] {
    let shown = shownChats()
    func rows(_ chats: [ChatSummary]) -> [SidebarItem] {
      chats.map { SidebarItem(id: .chat($0.id), content: .chat($0), isCurrent: $0.id == current) }
    }
    let (pinned, others) = (shown.filter(\.isPinned), shown.filter { !$0.isPinned })
    guard !pinned.isEmpty, !others.isEmpty else { return rows(shown) }
    return [SidebarItem(id: .pinned, content: .heading(tr("Pinned")))] + rows(pinned)
      + [SidebarItem(id: .others, content: .heading(tr("All Chats")))] + rows(others)
  }

  private mutating func sorted(_ chats: [ChatSummary]) -> [ChatSummary] {
    switch order {
    // ``Archive/chats()`` has this order.
    case .recent: return chats
    case .unread: return chats.filter { $0.unreadCount > 0 } + chats.filter { $0.unreadCount == 0 }
    case .size: return chats.sorted { ($0.messageCount, $0.id) > ($1.messageCount, $1.id) }
    case .name:
      let ranks = nameRanks ?? ranksByName()
      nameRanks = ranks
      return chats.sorted { ranks[$0.id, default: 0] < ranks[$1.id, default: 0] }
    }
  }

  private func ranksByName() -> [Conversation.ID: Int] {
    let names = chats.map { (name: String($0.title.unicodeScalars.prefix(NameFilter.limit)), id: $0.id) }
    let ordered = names.sorted { one, other in
      switch one.name.compare(
        other.name, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
      {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: one.id < other.id
      }
    }
    return Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1.id, $0) })
  }

}

/// The texts of a chat's row.
struct ChatLine: Equatable {
  var title: String
  var initials: String
  /// The newest message: "Ines: Snowshoes or skis?".
  var preview: String
  /// The symbol of a picture or a file before the preview.
  var symbol: String?
  /// "14:05", "Yesterday", "Thu", "9 Nov", "2021".
  var date: String
  /// The number of unread messages, as in ``Counted/badge(_:)``.
  var badge: String
  var spoken: String
}

/// Makes the texts of rows, in the user's locale and time zone.
struct ChatLineMaker {
  var clock = MessageTimeFormatter()
  var locale = Locale.desktop
  var timeZone = TimeZone.current

  func line(_ chat: ChatSummary) -> ChatLine {
    let title = chat.title
    let preview = chat.last.map { Self.preview($0, isDirect: chat.isDirect) } ?? ""
    let date = chat.lastSentAt.map(date) ?? ""
    let unread = chat.unreadCount > 0 ? Counted.unread(chat.unreadCount) : nil
    let pinned = chat.isPinned ? tr("pinned") : nil
    return ChatLine(
      title: title, initials: Initials.of(title), preview: preview,
      symbol: chat.last.flatMap(Self.symbol), date: date,
      badge: Counted.badge(chat.unreadCount),
      spoken: [title, unread, pinned, preview.isEmpty ? nil : preview, date.isEmpty ? nil : date]
        .compactMap(\.self).joined(separator: ", "))
  }

  /// The newest message in one line.
  static func preview(_ last: ChatSummary.LastMessage, isDirect: Bool) -> String {
    let words = words(last)
    guard last.kind != .service else { return words }
    if last.kind == .note { return tr("Note: {text}", ["text": words]) }
    if last.isOwn { return tr("You: {text}", ["text": words]) }
    guard !isDirect || last.kind == .action, let sender = last.sender else { return words }
    let name = sender.name
    let first = name.prefix { !$0.isWhitespace }
    return tr("{name}: {text}", ["name": first.isEmpty ? name : String(first), "text": words])
  }

  private static func words(_ last: ChatSummary.LastMessage) -> String {
    switch last.kind {
    case .deleted: return tr("Deleted message")
    case .gap: return tr("Messages are missing")
    case .unsupported where last.excerpt.isEmpty: return tr("A message that cannot be shown")
    default: break
    }
    if !last.excerpt.isEmpty { return last.excerpt }
    if let kind = last.attachmentKind { return kind.title }
    switch last.content {
    case .poll(let poll): return poll.question
    case .place: return tr("Location")
    case .contact: return tr("Contact")
    case .call: return tr("Call")
    case nil: return ""
    }
  }

  private static func symbol(_ last: ChatSummary.LastMessage) -> String? {
    switch last.attachmentKind {
    case .photo, .sticker: "image-x-generic-symbolic"
    case .video, .roundVideo, .animation: "video-x-generic-symbolic"
    case .audio, .voice: "audio-x-generic-symbolic"
    case .file: "text-x-generic-symbolic"
    case nil: nil
    }
  }

  private func date(_ sentAt: Int64) -> String {
    let (day, today) = (clock.day(of: sentAt), clock.today)
    switch today - day {
    case 0: return clock.time(of: sentAt)
    case 1: return clock.name(ofDay: day)
    default: break
    }
    var calendar = locale.calendar
    calendar.timeZone = timeZone
    let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
    let date = MessageDate(sentAt).date
    if (2...6).contains(today - day) { return style.weekday(.abbreviated).format(date) }
    let now = MessageDate(Int64(today) * 86_400_000).date
    let isThisYear = calendar.component(.year, from: date) == calendar.component(.year, from: now)
    return isThisYear ? style.day().month(.abbreviated).format(date) : style.year().format(date)
  }
}
