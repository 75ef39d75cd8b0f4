import Foundation
import Testing

@testable import AppBase
@testable import BackscrollApp
@testable import Chats
@testable import Reader

@Suite("What the sidebar lists")
struct SidebarContentsTests {
  private func chat(
    _ id: Int64, _ title: String, messages: Int = 1, unread: Int = 0, pinned: Bool = false,
    media: Bool = false,
    direct: Bool = false, last: ChatSummary.LastMessage? = nil, at time: Int64? = nil
  ) -> ChatSummary {
    ChatSummary(
      id: id, title: title, isRenamed: false, colorSeed: UInt64(id), last: last, lastSentAt: time,
      messageCount: messages, unreadCount: unread, isPinned: pinned, isDirect: direct, hasMedia: media,
      mergedCount: 0)
  }

  private func shown(_ change: (inout SidebarContents) -> Void) -> [Int64] {
    var contents = SidebarContents()
    contents.chats = [
      chat(1, "Ridge walk", messages: 5, media: true), chat(2, "amir", messages: 9, unread: 2),
      chat(3, "Élan", messages: 7), chat(4, "Zoo", messages: 1, unread: 1),
    ]
    contents.names = [1: ["Mara Lind", "Tove Åkesson"], 3: ["김서연"]].mapValues {
      $0.map(NameFilter.searchable)
    }
    change(&contents)
    return contents.shownChats().map(\.id)
  }

  @Test("The order is by the last message, unread first, by name or by size")
  func orders() {
    #expect(shown { $0.order = .recent } == [1, 2, 3, 4])
    #expect(shown { $0.order = .unread } == [2, 4, 1, 3])
    #expect(shown { $0.order = .name } == [2, 3, 1, 4])
    #expect(shown { $0.order = .size } == [2, 3, 1, 4])
  }

  // "Chat 10" came before "Chat 2", and "Åse" was among the names with A, in every language.
  @Test(
    "Names are in the order of the locale, with numbers by their values",
    arguments: [
      ("en_GB", ["amir", "Åse", "Chat 2", "chat 10", "Élan", "Zoo"]),
      ("sv_SE", ["amir", "Chat 2", "chat 10", "Élan", "Zoo", "Åse"]),
    ])
  func names(locale: String, expected: [String]) {
    var contents = SidebarContents()
    contents.locale = Locale(identifier: locale)
    contents.order = .name
    contents.chats = ["Zoo", "chat 10", "Åse", "Chat 2", "Élan", "amir"].enumerated().map {
      chat(Int64($0), $1)
    }
    #expect(contents.shownChats().map(\.title) == expected)
  }

  @Test(
    "The filter searches the names of chats, then of people, in any case, with or without accents",
    arguments: [
      ("RIDGE", [1]), ("elan", [3]), ("akes", [1]), ("서연", [3]), ("o", [4, 1]), ("nobody", []),
      ("", [1, 2, 3, 4]),
    ] as [(String, [Int64])])
  func filters(text: String, expected: [Int64]) {
    #expect(shown { $0.filter = text } == expected)
  }

  @Test("A scope leaves out the other chats")
  func scopes() {
    #expect(shown { $0.scope = .unread } == [2, 4])
    #expect(shown { $0.scope = .media } == [1])
  }

  @Test("Pinned chats come first, with headings unless all are of one section")
  func sections() {
    var contents = SidebarContents()
    contents.chats = [chat(1, "a"), chat(2, "b", pinned: true), chat(3, "c")]
    contents.current = 3
    let items = contents.items()
    #expect(items.map(\.id) == [.pinned, .chat(2), .others, .chat(1), .chat(3)])
    #expect(items.filter(\.isCurrent).map(\.id) == [.chat(3)])
    contents.filter = "b"
    #expect(contents.items().map(\.id) == [.chat(2)])
  }

  @Test("The newest message is told with its sender, except in a chat of two")
  func previews() {
    func last(
      _ text: String, own: Bool = false, kind: Message.Kind = .normal,
      file: Chats.Attachment.Kind? = nil
    ) -> ChatSummary.LastMessage {
      ChatSummary.LastMessage(
        sender: Participant(id: 1, name: "Ines Duarte", colorSeed: 1), isOwn: own, kind: kind, excerpt: text,
        attachmentKind: file)
    }
    func preview(_ last: ChatSummary.LastMessage, direct: Bool = false) -> String {
      ChatLineMaker.preview(last, isDirect: direct)
    }
    #expect(preview(last("Skis?")) == "Ines: Skis?")
    #expect(preview(last("Skis?"), direct: true) == "Skis?")
    #expect(preview(last("Skis?", own: true), direct: true) == "You: Skis?")
    #expect(preview(last("", file: .photo), direct: true) == "Photo")
    #expect(preview(last("Amir joined", kind: .service)) == "Amir joined")
    #expect(preview(last("", kind: .deleted), direct: true) == "Deleted message")
  }

  @Test("The date is a time today, then a day, and the year of older ones")
  func dates() {
    let now = Date(timeIntervalSince1970: 1_700_000_000)  // Tuesday, 14 November 2023, 22:13 UTC
    let locale = Locale(identifier: "en_GB")
    let maker = ChatLineMaker(
      clock: MessageTimeFormatter(locale: locale, timeZone: .gmt, now: { now }), locale: locale,
      timeZone: .gmt)
    func date(daysAgo: Int64) -> String {
      maker.line(chat(1, "a", at: 1_700_000_000_000 - daysAgo * 86_400_000)).date
    }
    #expect(date(daysAgo: 0) == "22:13")
    #expect(date(daysAgo: 1) == "Yesterday")
    #expect(date(daysAgo: 2) == "Sun")
    #expect(date(daysAgo: 6) == "Wed")
    #expect(date(daysAgo: 12) == "2 Nov")
    #expect(date(daysAgo: 400) == "2022")
  }

  @Test("A row is spoken with what is unread and whether it is pinned")
  func spoken() {
    let line = ChatLineMaker().line(chat(1, "Winter plan", unread: 100, pinned: true))
    #expect(line.title == "Winter plan")
    #expect(line.badge == "99+")
    #expect(line.spoken == "Winter plan, 100 unread messages, pinned")
  }
}
