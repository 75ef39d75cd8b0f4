import Chats
import Foundation
import SeededRandom
import Translation

/// Reads an IRC log.
struct IRCLogReader: ImportSource {
  private let file: ImportFile
  private let format: ImportFormat
  private let timeZone: TimeZone
  /// Nil for formats whose lines contain an offset.
  var assumedZone: TimeZone? { [.textual, .thelounge].contains(format) ? nil : timeZone }
  private let name: IRCLogName
  /// The conversation and the senders of the log, so that their strings are created only once.
  private let conversation: (key: String, title: String)
  private var senders: [String: ImportedMessage.Sender] = [:]
  private static let senderLimit = 10_000

  private var lines: LineReader
  /// See ``ImportOptions/isGrowing``.
  private var leavesOpenLine = false
  /// Nil until the log's first day is known.
  private var clock: IRCLogClock?
  private var keys = IRCMessageKeys()
  /// Items of the last line that `next` has not returned yet.
  private var due: [ImportItem] = []

  private(set) var failure: ImportError?

  static var formats: [ImportFormat] {
    [.irssi, .weechat, .energymech, .bare, .hexchat, .limnoria, .textual, .thelounge, .dircproxy]
  }

  init(_ input: ImportInput) throws(ImportError) {
    let file = input.parts[0]
    self.init(
      try input.bytes(of: file), format: input.format, timeZone: input.options.timeZone, within: file.folder)
    leavesOpenLine = input.options.isGrowing && !input.options.restingLogs.contains(file.url)
  }

  /// - Parameter root: The chosen folder, if the file was found in one.
  init(_ reader: ByteReader, format: ImportFormat, timeZone: TimeZone, within root: URL? = nil) {
    file = reader.source
    self.format = format
    self.timeZone = timeZone
    name = IRCLogName(file.url, within: root)
    conversation = (name.conversationKey, name.conversationTitle)
    lines = LineReader(reader)
    if let day = name.date?.dayNumber { start(on: day, isGuess: false) }
  }

  var offset: Int64 { lines.reader.offset }

  /// The next message or problem; nil at the end and after an error.
  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard failure == nil, let line = lines.next(), line.isEnded || !leavesOpenLine else {
        failure = failure ?? lines.reader.failure
        return nil
      }
      read(line)
    }
    return due.removeFirst()
  }

  private mutating func read(_ line: LineReader.Line) {
    guard let raw = line.bytes else {
      report(
        ImportProblem.lineTooLong,
        at: .line(line.number), .skipped)
      return
    }
    let (bytes, finding) = TextRepair.utf8(IRCLine.withoutFormatCodes(raw))
    if bytes.allSatisfy(\.isSpace) { return }
    guard let parsed = IRCLine(bytes, format: format) else {
      report(
        tr("not a message in the {format} format", ["format": format.rawValue]), at: .line(line.number),
        .skipped)
      return
    }
    if let finding { report(finding.reason, at: .line(line.number), .noted) }
    switch parsed {
    case .remark: break
    case .date(let date):
      if clock == nil { start(on: date.day, isGuess: false) }
      clock?.begin(date, at: line.number)
    case .event(let event, let stamp):
      if clock == nil { start(with: stamp) }
      if let place = clock?.place(stamp, at: line.number) { due.append(.message(message(event, at: place))) }
    }
  }

  /// Determines the first day of a log that begins without a date.
  private mutating func start(with stamp: IRCStamp?) {
    if let day = stamp?.day {
      start(on: day, isGuess: false)
      return
    }
    do {
      let first = try IRCFirstDay(
        of: lines.reader, format: format, timeZone: timeZone, within: name.days)
      if let remark = first.remark { report(remark, at: .file, .noted) }
      start(on: first.number, isGuess: true)
    } catch {
      failure = error
    }
  }

  private mutating func start(on day: Int, isGuess: Bool) {
    clock = IRCLogClock(
      log: lines.reader, format: format, timeZone: timeZone, firstDay: day,
      guess: isGuess ? name.part ?? "" : nil)
  }

  private mutating func report(
    _ reason: String, at place: ImportProblem.Place, _ effect: ImportProblem.Effect
  ) {
    due.append(.problem(reason, in: file, at: place, effect))
  }

  private mutating func message(_ event: IRCEvent, at place: IRCLogClock.Place) -> ImportedMessage {
    ImportedMessage(
      conversationKey: conversation.key, conversationTitle: conversation.title,
      sourceID: keys.key(of: event, at: place),
      sender: event.isOwn ? name.owner : event.nick.map { sender($0) },
      isOwn: event.isOwn, sentAt: place.sentAt, kind: event.kind, text: event.text,
      entities: LinkDetector.links(in: event.text),
      orderKey: OrderKey.make(sentAt: place.sentAt, rank: Int64(place.ordinal)))
  }

  private mutating func sender(_ nick: String) -> ImportedMessage.Sender {
    if let known = senders[nick] { return known }
    if senders.count == Self.senderLimit { senders = [:] }
    let sender = name.sender(nick)
    senders[nick] = sender
    return sender
  }
}

/// Creates the source keys of a log's messages from their content instead of their position. In a log that has grown,
/// or has lost its beginning, the same lines keep the same keys.
private struct IRCMessageKeys {
  /// The number of occurrences of each line, by hash.
  private var counts = DailyCounts<UInt64>()
  /// The hashes of the last lines of a log without dates.
  private var context: [UInt64] = []

  /// The number of lines that identify the following one in place of a date.
  private static let contextLines = 4
  /// The bytes after the time in nearly all keys: 13 digits for a hash, and a number of up to four.
  private static let longestSuffix = 19

  /// The key of the next line: its time, a hash of its content, and its number among identical lines. A log without
  /// dates can be replaced by a later one, so the hash then includes the lines before it.
  mutating func key(of event: IRCEvent, at place: IRCLogClock.Place) -> String {
    var hash = FNV1a()
    hash.combine(place.wall.utf8)
    hash.combine(UInt8(event.kind.rawValue))
    hash.combine((event.nick ?? "").utf8)
    hash.combine(0)
    hash.combine(event.text.utf8)
    if place.isGuess {
      let line = hash.value
      for before in context { hash.combine(String(before, radix: 36).utf8) }
      context = context.suffix(Self.contextLines - 1) + [line]
    }
    let ordinal = counts.add(hash.value, on: place.day)
    var key = ""
    key.reserveCapacity(place.wall.utf8.count + Self.longestSuffix)
    key += place.wall
    key += "/"
    key += String(hash.value, radix: 36)
    key += "/"
    key += String(ordinal)
    return key
  }
}
