import Foundation
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats
@testable import SampleChat

@Suite("The synthetic conversation", .dedicatedThreads)
struct SyntheticConversationTests {
  /// Long enough for rare kinds of messages to occur.
  private static let messages = Array(SyntheticConversation(seed: 1, count: 20_000))
  private let messages = Self.messages

  @Test("The conversation is the same on every machine and in every version")
  func isStable() {
    var hash = FNV1a()
    for message in messages.suffix(10_000) {
      hash.combine(message.text.utf8)
      hash.combine([0])
      hash.combine((message.sender?.key ?? "").utf8)
      hash.combine([0])
      hash.combine("\(message.sentAt)".utf8)
    }
    // Another value means another sample conversation, which is right only if lines were added on purpose.
    #expect(hash.value == 4_844_621_545_140_985_970)
  }

  @Test(
    "The conversation has the requested number of messages", arguments: [-1, 0, 1, 2, 699, 700, 701, 1500])
  func count(count: Int) {
    #expect(Array(SyntheticConversation(seed: 2, count: count)).count == max(0, count))
    #expect(SyntheticConversation(seed: 2, count: count).underestimatedCount == max(0, count))
  }

  @Test("A shorter conversation is the end of a longer one", arguments: [1, 13, 699, 700, 701, 5000])
  func growsBackwards(count: Int) {
    let short = Array(SyntheticConversation(seed: 1, count: count))
    // The target of a reply can be missing in the shorter one. Its key is still the same.
    #expect(short[...] == messages.suffix(count))
  }

  @Test("Another seed gives another conversation")
  func seeds() {
    let other = Array(SyntheticConversation(seed: 2, count: 2000))
    let same = zip(other, messages.suffix(2000)).filter { $0.text == $1.text }.count
    #expect(same < 200)
    #expect(other[0].conversationKey != messages[0].conversationKey)
  }

  @Test("Times ascend strictly and end on the evening of 15 March 2026", arguments: [1, 2, 3, UInt64.max])
  func times(seed: UInt64) throws {
    let times = SyntheticConversation(seed: seed, count: 3000).map(\.sentAt)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let end = try Date("2026-03-15T19:42:00Z", strategy: .iso8601)
    #expect(times.last == Int64(end.timeIntervalSince1970) * 1000)
  }

  @Test("Nights from 23:00 to 6:00 and some days are silent")
  func nightsAndDays() {
    let hour: Int64 = 3_600_000
    #expect(messages.allSatisfy { (6..<23).contains($0.sentAt / hour % 24) })
    let days = Set(messages.map { $0.sentAt / (24 * hour) }).sorted()
    let span = Double(days[days.count - 1] - days[0] + 1)
    #expect((0.1...0.35).contains(1 - Double(days.count) / span))
  }

  @Test("Bursts of seconds alternate with pauses of many minutes")
  func bursts() {
    let gaps = zip(messages, messages.dropFirst()).map { $1.sentAt - $0.sentAt }
    #expect(share(gaps) { $0 < 60_000 } > 0.7)
    #expect(share(gaps) { $0 > 10 * 60_000 } > 0.05)
  }

  @Test("Six people write often, and one of them is the owner")
  func people() {
    let counts = Dictionary(grouping: messages.filter { $0.kind != .service }, by: \.sender?.name)
      .mapValues(\.count)
    #expect(
      Set(counts.keys) == ["You", "Mara Lind", "Jonas Weber", "김서연", "Amir Haddad", "Tove Åkesson"])
    #expect(counts.values.allSatisfy { $0 > messages.count / 10 })
    #expect(messages.allSatisfy { $0.isOwn == ($0.sender?.name == "You") })
    let others = Set(messages.compactMap(\.sender).filter { $0.name != "You" }.map { FNV1a.hash($0.key) % 8 })
    #expect(others.count == 5, "Two people have the same of eight colours")
  }

  @Test("Runs of one sender are short, and most messages follow another sender's")
  func runs() {
    var runs: [Int] = []
    for (message, before) in zip(messages.dropFirst(), messages) {
      if message.sender == before.sender, !runs.isEmpty { runs[runs.count - 1] += 1 } else { runs.append(1) }
    }
    #expect(share(runs) { $0 == 1 } > 0.5)
    #expect(share(runs) { $0 > 1 } > 0.1)
    #expect(share(runs) { $0 > 5 } < 0.01)
  }

  @Test("Most messages are English, some Korean, Arabic, German or Swedish")
  func languages() {
    func uses(_ range: ClosedRange<UInt32>) -> Double {
      share(messages) { $0.text.unicodeScalars.contains { range.contains($0.value) } }
    }
    #expect((0.015...0.06).contains(uses(0xac00...0xd7a3)))
    #expect((0.01...0.05).contains(uses(0x0600...0x06ff)))
    #expect(uses(0x1f300...0x1faff) > 0.04)
    for word in ["Wettervorhersageunsicherheitszuschlag", "kanelbullar", "라면", "التمر"] {
      #expect(messages.contains { $0.text.contains(word) }, "\(word)")
    }
  }

  @Test("Most messages have one line, some a few, very few forty")
  func lengths() {
    let lines = messages.map { $0.text.count { $0 == "\n" } + 1 }
    #expect(share(lines) { $0 == 1 } > 0.9)
    #expect((0.01...0.05).contains(share(lines) { (2...4).contains($0) }))
    #expect((0.002...0.02).contains(share(lines) { $0 > 4 }))
    #expect((36...40).contains(lines.max() ?? 0))
    #expect(messages.contains { $0.text.count == 1 })
    let longestWords = messages.map { $0.text.split { $0.isWhitespace }.map(\.count).max() ?? 0 }
    #expect(longestWords.contains { $0 >= 200 })
  }

  @Test("One in seventeen messages replies to one of the last forty")
  func replies() throws {
    let places = Dictionary(uniqueKeysWithValues: messages.enumerated().map { ($1.sourceID, $0) })
    // The first forty may reply to messages that only a longer conversation contains.
    let distances = try messages.enumerated().dropFirst(40).compactMap { index, message in
      try message.replyTo.map { index - (try #require(places[$0])) }
    }
    #expect((0.05...0.075).contains(Double(distances.count) / Double(messages.count)))
    #expect(distances.allSatisfy { (1...40).contains($0) })
    #expect(Set(distances).count > 30)
    #expect(messages.allSatisfy { $0.replyTo == nil || $0.kind == .normal })
  }

  @Test("Entities ascend without overlaps on scalar boundaries")
  func entities() {
    var kinds: Set<TextEntity.Kind> = []
    for message in messages where !message.entities.isEmpty {
      let stored = EntityCoding.encode(message.entities, of: message.text).map(EntityCoding.decode)
      #expect(stored == message.entities)
      for entity in message.entities {
        if case .link(let target) = entity.kind, !target.hasPrefix("geo:") {
          let host = URL(string: target)?.host ?? ""
          #expect(host.hasSuffix("example.org") || host.hasSuffix("example.com"), "\(target)")
        } else {
          kinds.insert(entity.kind)
        }
      }
    }
    #expect(kinds.isSuperset(of: [.bold, .italic, .code, .mention]))
    let links = share(messages) { $0.entities.contains { if case .link = $0.kind { true } else { false } } }
    #expect((0.005...0.03).contains(links))
  }

  @Test("Photos have every shape, and there are files, service messages and actions")
  func kinds() {
    let photos = messages.flatMap(\.attachments).filter { $0.kind == .photo }
    #expect((0.03...0.05).contains(Double(photos.count) / Double(messages.count)))
    // One photo represents a file that an export did not include.
    #expect(photos.count { $0.path == nil } == 1)
    #expect(photos.allSatisfy { ($0.path ?? "synthetic:1").hasPrefix("synthetic:") })
    #expect(photos.allSatisfy { UInt64(($0.path ?? "synthetic:1").dropFirst("synthetic:".count)) != nil })
    #expect(photos.allSatisfy { $0.path == nil || ($0.byteCount ?? 0) > 0 })
    let ratios = photos.map { Double($0.width ?? 0) / Double($0.height ?? 1) }
    #expect(ratios.contains { $0 > 4 } && ratios.contains { $0 < 0.25 } && ratios.contains { $0 == 1 })
    let captioned = share(messages.filter { $0.attachments.first?.kind == .photo }) { !$0.text.isEmpty }
    #expect((0.3...0.9).contains(captioned))

    #expect((0.002...0.02).contains(share(messages) { $0.attachments.first?.kind == .file }))
    #expect((0.003...0.02).contains(share(messages) { $0.kind == .service }))
    #expect((0.002...0.02).contains(share(messages) { $0.kind == .action }))
    #expect(
      messages.allSatisfy {
        !$0.text.isEmpty || !$0.attachments.isEmpty || $0.details.content != nil
          || [.deleted, .unsupported].contains($0.kind)
      })
  }

  @Test(
    "The newest two weeks contain every kind of message, outside the first screen", arguments: [1, 3, 77])
  func everyKind(seed: UInt64) {
    let all = Array(SyntheticConversation(seed: seed, count: 1400))
    let attachments = all.flatMap(\.attachments)
    #expect(Set(attachments.map(\.kind)) == Set(Attachment.Kind.allCases))
    #expect(Set(all.map(\.kind)) == Set(Message.Kind.allCases).subtracting([.gap, .note]))
    #expect(Set(all.map(\.attachments.count)).isSuperset(of: 0...10))
    #expect(attachments.contains { $0.isSpoiler })
    #expect(
      attachments.filter { [.voice, .roundVideo, .animation, .video].contains($0.kind) }.allSatisfy {
        $0.duration != nil
      })
    let kinds = Set(all.flatMap(\.entities).map(\.kind))
    #expect(
      kinds.isSuperset(of: [
        .bold, .italic, .underline, .strikethrough, .code, .pre, .spoiler, .mention, .quote, .expandableQuote,
        .customEmoji, .botCommand,
      ]))
    var contents: [String: Int] = [:]
    for content in all.compactMap(\.details.content) {
      switch content {
      case .poll(let poll):
        contents[poll.isClosed ? "closed poll" : "open poll", default: 0] += 1
        if poll.options.contains(where: \.isChosen) { contents["own vote", default: 0] += 1 }
      case .place(let place): contents[place.isLive ? "live place" : "place", default: 0] += 1
      case .contact: contents["contact", default: 0] += 1
      case .call(let call): contents["\(call.outcome)\(call.isGroup ? " group" : "") call", default: 0] += 1
      }
    }
    #expect(
      contents == [
        "closed poll": 1, "open poll": 1, "own vote": 1, "live place": 1, "place": 1, "contact": 1,
        "missed call": 1, "ended call": 1, "busy call": 1, "failed call": 1, "ended group call": 1,
      ])
    #expect(all.count { $0.details.forward != nil } == 2)
    #expect(all.count { $0.details.bot != nil } == 1)
    #expect(all.count { !$0.edits.isEmpty } == 1)
    #expect(all.count { $0.editedAt != nil } > 5)
    #expect(all.contains { $0.reactions.contains { $0.people.contains { $0.sender == .you } } })
    #expect(all.allSatisfy { $0.reactions.allSatisfy { $0.count == $0.people.count && $0.count > 0 } })
    #expect(all.count { $0.text.utf8.count > 40_960 } == 1)
    // The first screen, and the texts that tests of small windows read, stay as in the exchanges.
    #expect(all.suffix(100).allSatisfy { $0.details.isEmpty && $0.reactions.isEmpty && $0.editedAt == nil })
  }

  @Test("No text contains a blank or a mark of the notation")
  func isFilledIn() {
    for message in messages {
      #expect(!message.text.contains { "{}[]|".contains($0) }, "\(message.text)")
      #expect(!message.text.hasPrefix(" ") && !message.text.hasSuffix(" "), "\(message.text)")
      #expect(!message.text.contains("*"), "\(message.text)")
    }
  }

  @Test("The stock has hundreds of lines, and every exchange has at least two people")
  func stock() {
    #expect(Stock.exchanges.reduce(0) { $0 + $1.lines.count } > 300)
    #expect(Stock.exchanges.allSatisfy { Set($0.lines.map(\.speaker)).count > 1 })
  }

  private func share<T>(_ all: [T], of matches: (T) -> Bool) -> Double {
    Double(all.count(where: matches)) / Double(all.count)
  }
}

@Suite("Writing the synthetic conversation into an archive", .dedicatedThreads)
struct SyntheticArchiveTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  @Test("All messages are stored, replies find their targets, and progress reaches the end")
  func generates() async throws {
    var progress: [Int] = []
    try SyntheticConversation.generate(into: archive, messages: 4500, seed: 1) { progress.append($0) }
    #expect(progress.last == 4500)
    #expect(progress == progress.sorted())

    let conversation = try await archive.onlyConversation()
    #expect(conversation.title == "Ridge walk")
    #expect(conversation.messageCount == 4500)
    #expect(conversation.participantCount == 6)
    let stored = try await archive.allMessages()
    let made = Array(SyntheticConversation(seed: 1, count: 4500))
    expectSame(stored.map(\.text), made.map(\.text))
    expectSame(stored.map(\.entities), made.map(\.entities))
    expectSame(stored.map(\.attachments), made.map(\.attachments))
    expectSame(stored.map(\.details), made.map(\.details))
    expectSame(stored.map(\.kind), made.map(\.kind))
    expectSame(stored.map(\.editedAt), made.map(\.editedAt))
    expectSame(stored.map { Set($0.reactions.map(\.key)) }, made.map { Set($0.reactions.map(\.key)) })
    #expect(stored.contains { $0.reactions.contains { $0.isOwn } } && stored.contains { $0.hasEarlierTexts })
    let unresolved = zip(stored, made).filter { $0.reply == nil && $1.replyTo != nil }
    #expect(unresolved.allSatisfy { _, message in made.prefix(40).contains(message) })
  }

  @Test("A second run adds nothing, and a larger number adds earlier messages")
  func generatesAgain() async throws {
    try SyntheticConversation.generate(into: archive, messages: 1000, seed: 1)
    let before = try await archive.allMessages()
    try SyntheticConversation.generate(into: archive, messages: 1000, seed: 1)
    expectSame(try await archive.allMessages(), before)
    try SyntheticConversation.generate(into: archive, messages: 3000, seed: 1)
    let grown = try await archive.allMessages()
    expectSame(grown.map(\.text), SyntheticConversation(seed: 1, count: 3000).map(\.text))
    expectSame(grown.suffix(1000).map(\.id), before.map(\.id))
  }

  @Test("A sent message has the conversation's owner as its sender")
  func sending() async throws {
    try SyntheticConversation.generate(into: archive, messages: 100, seed: 1)
    let conversation = try await archive.onlyConversation()
    let sent = try await archive.send("I bring matches", in: conversation.id, at: 0)
    #expect(sent.sender?.name == "You")
    #expect(try await archive.allMessages().last == sent)
    #expect(try await archive.onlyConversation().participantCount == conversation.participantCount)
  }

  @Test("No messages create no conversation")
  func nothing() async throws {
    for count in [0, -5] { try SyntheticConversation.generate(into: archive, messages: count, seed: 1) }
    #expect(try await archive.conversations().isEmpty)
  }
}

@Suite("Marked text", .dedicatedThreads)
struct MarkedTextTests {
  private static let cases: [(String, String, [String])] = [
    ("plain", "plain", []),
    ("*bold* and _it_", "bold and it", ["0+4 bold", "9+2 italic"]),
    ("é `x` 🏔 *y*", "é x 🏔 y", ["3+1 code", "10+1 bold"]),
    ("@Mara, hello", "@Mara, hello", ["0+5 mention"]),
    ("#ridge!", "#ridge!", ["0+6 hashtag"]),
    ("see bus.example.org/41.", "see bus.example.org/41.", ["4+18 https://bus.example.org/41"]),
    (
      "https://example.com/a_b_c (https://example.org)", "https://example.com/a_b_c (https://example.org)",
      ["0+25 https://example.com/a_b_c", "27+19 https://example.org"]
    ),
    ("2*3*4 a_b_c a@b.c", "2*3*4 a_b_c a@b.c", []),
    ("* alone, ** and @ and *open", "* alone, ** and @ and *open", []),
    ("notexample.org", "notexample.org", []),
  ]

  @Test("Marks become entities, other text stays", arguments: cases)
  func parses(source: String, text: String, entities: [String]) {
    let marked = StyledText(marked: source)
    let found = marked.entities.map { entity in
      if case .link(let target) = entity.kind { return "\(entity.start)+\(entity.length) \(target)" }
      return "\(entity.start)+\(entity.length) \(entity.kind)"
    }
    #expect(marked.text == text)
    #expect(found == entities)
  }
}
