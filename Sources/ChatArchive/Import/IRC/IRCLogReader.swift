import Foundation
import Translation

/// An IRC log as messages.
struct IRCLogReader: ImportSource {
  private let file: URL
  private let format: ImportFormat
  private let timeZone: TimeZone
  private let name: IRCLogName

  private var lines: LineReader
  /// Nil until the log's first day is known.
  private var clock: IRCLogClock?
  private var keys = IRCMessageKeys()
  /// What the last line has given and `next` has not yet returned.
  private var due: [ImportItem] = []

  private(set) var failure: ImportError?

  init(_ reader: ByteReader, format: ImportFormat, timeZone: TimeZone) {
    file = reader.file
    self.format = format
    self.timeZone = timeZone
    name = IRCLogName(file)
    lines = LineReader(reader)
    if let day = name.date?.dayNumber { start(on: day, isGuess: false) }
  }

  var offset: Int64 { lines.reader.offset }

  /// The next message or problem; nil at the end, and after a failure.
  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard failure == nil, let line = lines.next() else {
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
        tr("a line of more than {size} MB", ["size": "\(ByteReader.captureLimit >> 20)"]),
        at: .line(line.number), .skipped)
      return
    }
    let (bytes, finding) = TextRepair.utf8(FormatCodes.stripped(raw))
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
    case .day(let day):
      if clock == nil { start(on: day, isGuess: false) }
      clock?.begin(day: day)
    case .event(let event, let stamp):
      if clock == nil { start(with: stamp) }
      if let place = clock?.place(stamp) { due.append(.message(message(event, at: place))) }
    }
  }

  /// The log begins without a line that tells the date.
  private mutating func start(with stamp: IRCStamp?) {
    if let day = stamp?.day {
      start(on: day, isGuess: false)
      return
    }
    do {
      let first = try IRCFirstDay(of: file, format: format, timeZone: timeZone)
      if let remark = first.remark { report(remark, at: .file, .noted) }
      start(on: first.number, isGuess: true)
    } catch {
      failure = error
    }
  }

  private mutating func start(on day: Int, isGuess: Bool) {
    clock = IRCLogClock(wallClock: WallClock(timeZone), firstDay: day, isGuess: isGuess)
  }

  private mutating func report(
    _ reason: String, at place: ImportProblem.Place, _ effect: ImportProblem.Effect
  ) {
    due.append(.problem(ImportProblem(file: file, place: place, reason: reason, effect: effect)))
  }

  private mutating func message(_ event: IRCEvent, at place: IRCLogClock.Place) -> ImportedMessage {
    ImportedMessage(
      conversationKey: name.conversationKey, conversationTitle: name.conversationTitle,
      sourceID: keys.key(of: event, at: place), sender: event.nick.map(name.sender), sentAt: place.sentAt,
      kind: event.kind, text: event.text, entities: LinkDetector.links(in: event.text))
  }
}
