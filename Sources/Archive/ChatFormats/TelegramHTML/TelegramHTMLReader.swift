import Chats
import Foundation
import Translation

/// Reads the pages of a chat in an HTML export of Telegram Desktop: messages.html, messages2.html and so on.
///
/// The messages have the same numbers as in Telegram's JSON. The pages contain neither the number of the chat nor those
/// of the people; ``ProvisionalConversation`` finds them.
struct TelegramHTMLReader: ImportSource {
  private let input: ImportInput
  private var pages: HTMLParts
  private var isAtEnd = false
  private var due: [ImportItem] = []
  /// The error of an export without messages.
  private var ownFailure: ImportError?
  private(set) var assumedZone: TimeZone?
  private(set) var witnesses = ChatWitnesses()

  private var title: String?
  private let first: (id: String, sentAt: Int64)?
  private var people: People
  private var clock: TelegramPageClock
  private var sequence = TelegramSequence()
  /// The values that subsequent messages do not repeat.
  private var lastAuthor: TelegramPageMessage.Author?
  private var lastOrigin: Forward?
  private var messageCount = 0

  static var formats: [ImportFormat] { [.telegramHTML] }

  init(_ input: ImportInput) throws(ImportError) {
    self.input = input
    let parts = Self.chain(of: input)
    pages = try HTMLParts(parts, of: input, role: TelegramPage.role)
    let look = Self.look(at: try input.bytes(of: parts[0]))
    title = look.title.map(Self.title)
    let zone = input.options.timeZone
    assumedZone = look.hasOffsets ? nil : zone
    clock = TelegramPageClock(zone)
    var clock = clock
    first = look.first.flatMap { first in clock.instant(first.time).map { (first.id, $0) } }
    people = People(
      asked: input.options.owner, account: Self.account(of: input), title: title, names: look.names)
    witnesses.messages[conversationKey] = Self.sample(parts, of: input, &clock)
  }

  var offset: Int64 { pages.offset }
  var failure: ImportError? { pages.failure ?? ownFailure }

  var questions: Set<ImportQuestion> {
    var questions: Set<ImportQuestion> = assumedZone == nil ? [] : [.timeZone]
    if !people.isOwnerKnown { questions.insert(.owner) }
    return questions
  }

  mutating func next() -> ImportItem? {
    while due.isEmpty {
      switch pages.next() {
      case .record(let record): read(record)
      case .problem(let problem): due.append(problem)
      // The first message of each page contains all values that later ones share.
      case .page: (lastAuthor, lastOrigin) = (nil, nil)
      case nil:
        if isAtEnd { return nil }
        isAtEnd = true
        endMessages()
        if due.isEmpty { return nil }
      }
    }
    return due.removeFirst()
  }

  private mutating func endMessages() {
    for message in clock.end() { add(message) }
    for waiting in clock.takeUndated() {
      report(tr("message without a date"), at: waiting.place, .skipped)
    }
    if failure == nil, messageCount == 0, title == nil {
      ownFailure = .noMessageList(path: pages.files[0].url.relativePath)
    }
  }

  private mutating func read(_ record: HTMLRecords.Record) {
    switch TelegramPage.Item(record.element) {
    case .title(let name): title = title ?? Self.title(name)
    case .day(let text): begin(day: text)
    case .message(let id):
      read(TelegramPageMessage(record.element), id: id, at: record.place, isWhole: record.isWhole)
    case .unnumbered: report(tr("message without an ID"), at: record.place, .skipped)
    case nil: break
    }
  }

  private mutating func begin(day text: String) {
    guard let date = TelegramPage.date(ofDay: text) else { return }
    for message in clock.begin(day: date) { add(message) }
  }

  // MARK: Messages

  private mutating func read(_ message: TelegramPageMessage, id: String, at place: Int64, isWhole: Bool) {
    messageCount += 1
    if message.hasPartsOfAnother {
      report(HTMLRecords.Record.joinedReason, at: place, .incomplete)
    } else if !isWhole {
      report(HTMLRecords.Record.damagedReason, at: place, .noted)
    }
    if message.isService {
      lastAuthor = nil
      for message in clock.wait(for: service(message, id: id), at: place) { add(message) }
      return
    }
    if let author = message.author {
      lastAuthor = author
    } else if !message.isJoined {
      lastAuthor = nil
    }
    guard let time = message.time else {
      let reason = message.hasTime ? tr("invalid date") : tr("message without a date")
      report(reason, at: place, .skipped)
      return
    }
    guard let sentAt = clock.instant(time) else {
      report(tr("invalid date"), at: place, .skipped)
      return
    }
    for message in clock.pass(sentAt) { add(message) }
    add(self.message(message, id: id, sentAt: sentAt))
  }

  private mutating func add(_ message: ImportedMessage) {
    sequence.add(message, to: &due)
  }

  private func service(_ message: TelegramPageMessage, id: String) -> ImportedMessage {
    let isUnsupported = message.isUnsupported
    return ImportedMessage(
      conversationKey: conversationKey, conversationTitle: conversationTitle, sourceID: id, sender: nil,
      owner: people.owner, sentAt: 0, kind: isUnsupported ? .unsupported : .service,
      text: isUnsupported ? "" : message.sentence, opensTopic: message.opensTopic,
      details: Message.Details(unsupportedKind: isUnsupported ? "unsupported" : nil))
  }

  private mutating func message(_ message: TelegramPageMessage, id: String, sentAt: Int64) -> ImportedMessage
  {
    let author = lastAuthor
    let sender = author.map { People.sender($0.name) } ?? .init(key: conversationKey, name: conversationTitle)
    if let origin = message.origin {
      lastOrigin = Forward(
        name: origin.author.name, sentAt: origin.time.flatMap { clock.instant($0) })
    } else if !message.isForwarded {
      lastOrigin = nil
    }
    let file = pages.file
    let tree = input.tree
    let resolve = { (link: String) in Self.path(link, of: file, in: tree) }
    let media = message.media
    let call = media?.call
    let words = StyledText(
      lines: [message.text].filter { !$0.isEmpty } + (media?.words ?? []))
    let isEmpty = message.isEmpty
    let name = author?.name ?? conversationTitle
    return ImportedMessage(
      conversationKey: conversationKey, conversationTitle: conversationTitle, sourceID: id,
      sender: sender, isOwn: people.isOwn(sender), owner: people.owner, sentAt: sentAt,
      kind: call != nil ? .service : isEmpty ? .unsupported : .normal,
      text: call.map { TelegramService.sentence(of: $0, by: name) } ?? words.text,
      entities: call == nil ? words.entities : [], replyTo: message.replyTo,
      attachments: media?.attachment(resolve).map { [tree.sized($0)] } ?? [],
      reactions: message.reactions(People.sender),
      details: Message.Details(
        forward: message.isForwarded ? lastOrigin : nil,
        bot: (message.isForwarded ? message.origin?.author.bot : nil) ?? author?.bot,
        content: media?.content(resolve), unsupportedKind: isEmpty ? "message" : nil))
  }

  private var conversationKey: String {
    ProvisionalKey.key(
      title: title ?? pages.files[0].url.lastPathComponent, firstID: first?.id ?? "",
      sentAt: first?.sentAt ?? 0)
  }

  /// The title that the chat has in JSON.
  private static func title(_ name: String) -> String {
    switch name.lowercased() {
    case "saved messages": "Saved Messages"
    case "deleted account": TelegramMessage.deletedAccount
    default: name
    }
  }

  private var conversationTitle: String { title ?? "Telegram chat" }

  private mutating func report(_ reason: String, at place: Int64, _ effect: ImportProblem.Effect) {
    due.append(pages.problem(reason, at: place, effect))
  }

  // MARK: Files

  /// The path of a link's target. The pages of an account are two folders below the one to which their links are
  /// relative: “../../chats/chat_001/photos/a.jpg”.
  private static func path(_ link: String, of file: ImportFile, in tree: ImportTree) -> String? {
    guard !link.contains("://"), link.utf8.count <= TelegramLimit.path else { return nil }
    var names = (link.removingPercentEncoding ?? link).split(separator: "/")[...]
    let ups = names.prefix { $0 == ".." }.count
    names = names.dropFirst(ups)
    let folders = file.url.deletingLastPathComponent().pathComponents.suffix(ups)
    if ups > 0, folders.count == ups, names.count > ups, zip(folders, names).allSatisfy({ $0 == $1 }) {
      return tree.path(names.dropFirst(ups).joined(separator: "/"), beside: file)
    }
    return tree.path(names.joined(separator: "/"), beside: file, above: ups)
  }

  // MARK: The first page

  private struct Look {
    var title: String?
    var names: Set<String> = []
    /// Whether times have an offset.
    var hasOffsets = true
    /// The first message with a time.
    var first: (id: String, time: TelegramPage.Time)?
  }

  /// The number of bytes of the first page that are examined. A page has a thousand messages.
  private static let looked: Int64 = 4 << 20
  /// The number of names of the first page that are kept.
  private static let namesLimit = 50

  private static func look(at reader: ByteReader) -> Look {
    var page = HTMLRecords(reader, role: TelegramPage.role)
    var look = Look()
    while page.offset < looked, let element = page.next()?.element {
      switch TelegramPage.Item(element) {
      case .title(let title): look.title = title
      case .day, .unnumbered, nil: break
      case .message(let id):
        let message = TelegramPageMessage(element)
        if look.first == nil, let time = message.time { look.first = (id, time) }
        if let author = message.author, look.names.count < namesLimit { look.names.insert(author.name) }
        if let time = message.time, time.offset == nil { look.hasOffsets = false }
      }
    }
    return look
  }

  /// The number of pages after the first one that are examined for ``witnesses``, and of messages at the beginning of each.
  private static let sampledPages = 16
  private static let sampledMessages = 16

  /// The numbers and times of some messages of some pages, including the last one.
  private static func sample(
    _ parts: [ImportFile], of input: ImportInput, _ clock: inout TelegramPageClock
  ) -> [ChatWitnesses.Message] {
    let rest = parts.dropFirst()
    guard !rest.isEmpty else { return [] }
    let count = min(sampledPages, rest.count)
    var found: [ChatWitnesses.Message] = []
    for number in 1...count {
      let part = rest[rest.startIndex + rest.count * number / count - 1]
      guard let bytes = try? input.bytes(of: part) else { continue }
      var page = HTMLRecords(bytes, role: TelegramPage.role)
      var left = sampledMessages
      while left > 0, page.offset < looked, let element = page.next()?.element {
        guard case .message(let id) = TelegramPage.Item(element),
          let time = TelegramPageMessage(element).time, let sentAt = clock.instant(time)
        else { continue }
        found.append(ChatWitnesses.Message(sourceID: id, sentAt: sentAt))
        left -= 1
      }
    }
    return found
  }

  /// The name of the account's owner, which is on the page above those of an account's chats.
  private static func account(of input: ImportInput) -> String? {
    guard let file = input.tree.file("export_results.html", beside: input.parts[0], above: 2),
      let reader = try? input.bytes(of: file)
    else { return nil }
    var page = HTMLRecords(reader) { $0.isOf(class: "personal_info") ? .head : nil }
    guard let names = page.next()?.element.first(class: "names") else { return nil }
    let values = names.all(class: "value").compactMap(\.line)
    return values.isEmpty ? nil : values.joined(separator: " ")
  }
}

extension TelegramHTMLReader {
  /// The format of a page of a chat. Other pages of the export have no messages.
  static func format(of head: FileHead) -> ImportFormat? {
    guard head.isHTML, head.contains("class=\"page_wrap") || head.contains("css/style.css") else {
      return nil
    }
    let isChat =
      head.contains("chat_page") || head.contains("class=\"message ") && head.contains("id=\"message")
    return isChat ? .telegramHTML : nil
  }

  /// The pages of a folder in the order of their numbers: messages.html, messages2.html, …, messages10.html.
  static func groups(of files: [ImportFile]) -> [[ImportFile]] {
    Dictionary(grouping: files) { file in
      number(of: file) == nil ? file.url.path : file.url.deletingLastPathComponent().path
    }
    .values.map { $0.sorted { (number(of: $0) ?? 0) < (number(of: $1) ?? 0) } }
    .sorted { $0[0].url.path < $1[0].url.path }
  }

  /// The pages to read: for a single chosen page, also those before and after it, which belong to the same chat.
  private static func chain(of input: ImportInput) -> [ImportFile] {
    let file = input.parts[0]
    guard input.parts.count == 1, file.folder == nil, number(of: file) != nil else { return input.parts }
    var chain: [ImportFile] = []
    while true {
      let name = chain.isEmpty ? "messages.html" : "messages\(chain.count + 1).html"
      guard let page = input.tree.file(name, beside: file) else { break }
      chain.append(page)
    }
    // The chain ends before a page after a gap, and before names that the exporter does not use, such as messages0.html.
    let name = file.url.lastPathComponent
    return chain.contains { $0.url.lastPathComponent == name } ? chain : input.parts
  }

  /// The number of a page; nil for a renamed file.
  private static func number(of file: ImportFile) -> Int? {
    let name = file.url.deletingPathExtension().lastPathComponent
    guard name.hasPrefix("messages") else { return nil }
    let digits = name.dropFirst("messages".count)
    return digits.isEmpty ? 1 : digits.utf8.allSatisfy(\.isDigit) ? Int(digits) : nil
  }
}

extension TelegramHTMLReader {
  /// The people of a chat, and which of them is the owner.
  private struct People {
    private let ownName: String?
    /// Whether all messages are the owner's.
    private let isSaved: Bool
    private let isFromAccount: Bool

    /// - Parameters:
    ///   - asked: The owner's name or key, if it was given.
    ///   - account: The name on the account's page.
    ///   - names: The people who write on the first page.
    init(asked: String?, account: String?, title: String?, names: Set<String>) {
      isSaved = title == "Saved Messages"
      isFromAccount = account != nil
      if let asked {
        ownName = asked.hasPrefix("telegram:name/") ? String(asked.dropFirst("telegram:name/".count)) : asked
      } else {
        ownName = account ?? Transcript.owner(ofChat: title, names)
      }
    }

    var isOwnerKnown: Bool { isSaved || ownName != nil }

    /// The owner, if the export contains it.
    var owner: ImportedMessage.Sender? { isFromAccount ? ownName.map { Self.sender($0) } : nil }

    func isOwn(_ sender: ImportedMessage.Sender) -> Bool { isSaved || sender.name == ownName }

    /// The sender with a name. The key does not depend on the language.
    static func sender(_ name: String) -> ImportedMessage.Sender {
      let isDeleted = name.lowercased() == "deleted account"
      return .init(
        key: "telegram:name/\(isDeleted ? "Deleted account" : name)",
        name: isDeleted ? TelegramMessage.deletedAccount : name)
    }
  }
}

/// Determines the times of the messages of pages.
///
/// Service messages have no time. They get the time of the previous message if it has the same day, otherwise that of
/// the next one.
private struct TelegramPageClock {
  struct Waiting {
    var message: ImportedMessage
    let place: Int64
  }

  /// The largest number of messages that wait for a time.
  private static let limit = 1000

  private var wall: WallClock
  /// The last time's offset in seconds east of Greenwich.
  private var lastOffset: Int64?
  private var last: Int64?
  private var day: CivilDate?
  /// Whether the current day has had a time.
  private var hasTimeOfDay = false
  private var waiting: [Waiting] = []
  /// Seconds since 1970 UTC. Of an hour that occurs twice in autumn, a message after it is in the second one.
  private var lastInstant = Int64.min

  init(_ zone: TimeZone) {
    wall = WallClock(zone)
  }

  /// Milliseconds since 1970 UTC; nil if no message can have this time.
  mutating func instant(_ time: TelegramPage.Time) -> Int64? {
    let seconds =
      time.offset.map { time.local - $0 } ?? wall.instant(ofLocal: time.local, notBefore: lastInstant)
    lastInstant = max(lastInstant, seconds)
    if time.offset != nil { lastOffset = time.offset }
    return ExportTime.valid(seconds * 1000)
  }

  /// Returns the messages that were waiting for this time.
  mutating func pass(_ sentAt: Int64) -> [ImportedMessage] {
    last = sentAt
    hasTimeOfDay = true
    return release(at: sentAt)
  }

  /// Begins a day, and returns the waiting messages of the previous day, which had no time after them.
  mutating func begin(day date: CivilDate) -> [ImportedMessage] {
    let released = end()
    day = date
    hasTimeOfDay = false
    return released
  }

  /// Adds a message, and returns it with the messages before it and their time; returns none while it waits.
  mutating func wait(for message: ImportedMessage, at place: Int64) -> [ImportedMessage] {
    waiting.append(Waiting(message: message, place: place))
    if let last, hasTimeOfDay || day == nil { return release(at: last) }
    return waiting.count >= Self.limit ? end() : []
  }

  /// Returns the waiting messages, with the beginning of their day as their time; none if the day is unknown.
  mutating func end() -> [ImportedMessage] {
    guard !waiting.isEmpty, let day else { return [] }
    let local = Int64(day.dayNumber * CivilDate.secondsPerDay)
    let start = (lastOffset.map { local - $0 } ?? wall.instant(ofLocal: local)) * 1000
    return release(at: max(start, last ?? 0, 0))
  }

  /// Returns and removes the messages without a time.
  mutating func takeUndated() -> [Waiting] {
    defer { waiting = [] }
    return waiting
  }

  private mutating func release(at sentAt: Int64) -> [ImportedMessage] {
    defer { waiting = [] }
    return waiting.map { waiting in
      var message = waiting.message
      message.sentAt = sentAt
      message.isTimeAssumed = true
      return message
    }
  }
}
