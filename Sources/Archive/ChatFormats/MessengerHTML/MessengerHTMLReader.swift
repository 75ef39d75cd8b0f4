import Chats
import Foundation
import Translation

/// Reads chats from HTML downloads of Messenger, Facebook and Instagram: the pages message_1.html and so on.
///
/// Like the JSON of such downloads, the pages have the newest messages first.
struct MessengerHTMLReader: NewestFirstReader {
  private let input: ImportInput
  var files: NewestFirstFiles
  private var decoder: MessengerDecoder
  private var clock: WallClock
  /// The time of the last message, in seconds since 1970 UTC. The newest one comes first.
  private var lastInstant = Int64.max
  private let survey: Survey

  static var formats: [ImportFormat] { [.messengerHTML] }

  init(_ input: ImportInput) throws(ImportError) { try self.init(input, window: NewestFirstFiles.window) }

  init(_ input: ImportInput, window: Int) throws(ImportError) {
    self.input = input
    files = NewestFirstFiles(input.parts, window: window)
    survey = try Survey(input)
    clock = WallClock(input.options.timeZone)
    decoder = MessengerDecoder(input)
    let folder = input.parts[0].url.deletingLastPathComponent().lastPathComponent
    decoder.begin(
      title: survey.title, people: survey.people, thread: MessengerNames.isThread(folder) ? folder : nil)
  }

  var assumedZone: TimeZone? { input.options.timeZone }
  var questions: Set<ImportQuestion> {
    var questions: Set<ImportQuestion> = [.timeZone]
    if !decoder.isOwnerKnown { questions.insert(.owner) }
    if !survey.isOrderCertain { questions.insert(.dayOrder) }
    return questions
  }

  // MARK: Messages

  mutating func read(
    _ section: NewestFirstFiles.Section?, add: (ImportedMessage, Int64, String?) -> Void
  ) throws(ImportError) -> [ImportItem] {
    let file = files.file
    decoder.file = file
    var page = HTMLRecords(
      try input.bytes(of: file, from: section?.places.lowerBound ?? 0), role: MessengerClass.role)
    var problems: [ImportItem] = []
    var sender = section?.sender
    lastInstant = .max
    while let record = page.next() {
      if let section, !section.places.contains(record.place) { return [] }
      files.pass(page.offset)
      let message = MessengerPageMessage(record.element)
      guard MessengerClass.message.isClass(of: record.element.tag), message.isMessage else { continue }
      let before = sender
      sender = message.sender ?? sender
      func report(_ reason: String, _ effect: ImportProblem.Effect) {
        problems.append(.problem(reason, in: file, at: .byte(record.place), effect))
      }
      do {
        add(try imported(message, by: sender), record.place, before)
        if message.hasPartsOfAnother {
          report(HTMLRecords.Record.joinedReason, .incomplete)
        } else if !record.isWhole {
          report(HTMLRecords.Record.damagedReason, .noted)
        }
      } catch {
        report(error.reason, .skipped)
      }
    }
    files.failureOfFile = page.failure
    return problems + page.problems(in: file)
  }

  private mutating func imported(
    _ message: MessengerPageMessage, by sender: String?
  ) throws(MessengerDecoder.Rejection) -> ImportedMessage {
    guard let written = message.time else {
      throw MessengerDecoder.Rejection(reason: tr("message without a date"))
    }
    let time = MessengerTime(written, survey.order)
    let instant = time.map { time in
      time.offset.map { time.local - Int64($0) } ?? clock.instant(ofLocal: time.local, notAfter: lastInstant)
    }
    guard let time, let instant, let sentAt = ExportTime.valid(instant * 1000) else {
      throw MessengerDecoder.Rejection(reason: tr("invalid date"))
    }
    lastInstant = instant
    var record = MessengerRecord(name: sender.map(MessengerDecoder.name)?.nonBlank, sentAt: sentAt)
    record.resolution = time.resolution
    let texts = message.texts
    record.content = MessengerDecoder.repaired(texts.text)
    if !texts.shared.isEmpty { record.shared = texts.shared.map(MessengerDecoder.repaired) }
    record.files = message.files.map { decoder.attachment($0, kind: Self.kind(of: $0)) }
    record.reactions = decoder.reactions(
      message.reactions.map { (MessengerDecoder.repaired($0.emoji), MessengerDecoder.name($0.name), nil) })
    return decoder.imported(record)
  }

  /// The kind of a file, by its folder in the download.
  private static func kind(of path: String) -> Attachment.Kind {
    let folders: [(String, Attachment.Kind)] = [
      ("photos", .photo), ("videos", .video), ("audio", .voice), ("gifs", .animation), ("files", .file),
      ("stickers_used", .sticker),
    ]
    let names = path.split(separator: "/").dropLast()
    return folders.first { names.contains(Substring($0.0)) }?.1 ?? Attachment.Kind(type: nil, name: path)
  }

  // MARK: The whole chat

  /// Facts that need all pages of a chat.
  private struct Survey {
    private(set) var title: String?
    /// The people who write.
    private(set) var people: Set<String> = []
    /// The order of day and month in dates of numbers, and whether it is certain.
    private(set) var order = ImportOptions.DayOrder.dayFirst
    private(set) var isOrderCertain = true

    private static let mostPeople = 1_000

    init(_ input: ImportInput) throws(ImportError) {
      var (canBeDayFirst, canBeMonthFirst, isAmbiguous) = (true, true, false)
      var hasHeading = false
      for (index, part) in input.parts.enumerated() {
        var page = HTMLRecords(try input.bytes(of: part), role: MessengerClass.role)
        while let element = page.next()?.element {
          guard MessengerClass.message.isClass(of: element.tag) else {
            let isHeading = element.name == "h1"
            if index == 0, title == nil || isHeading && !hasHeading, let name = element.line {
              title = MessengerDecoder.name(name)
            }
            hasHeading = hasHeading || isHeading
            continue
          }
          let message = MessengerPageMessage(element)
          guard let time = message.time else { continue }
          if let name = message.sender, people.count < Self.mostPeople {
            people.insert(MessengerDecoder.name(name))
          }
          guard let written = WrittenTime(time), written.date.first.digits < 4 else { continue }
          isAmbiguous = true
          canBeDayFirst = canBeDayFirst && written.date(.dayFirst) != nil
          canBeMonthFirst = canBeMonthFirst && written.date(.monthFirst) != nil
        }
      }
      guard isAmbiguous else { return }
      if canBeDayFirst != canBeMonthFirst {
        order = canBeDayFirst ? .dayFirst : .monthFirst
      } else {
        if let asked = input.options.dayOrder, asked != .yearFirst { order = asked }
        isOrderCertain = input.options.dayOrder != nil
      }
    }
  }
}

extension MessengerHTMLReader {
  static func format(of head: FileHead) -> ImportFormat? {
    MessengerClass.areMessages(in: head) ? .messengerHTML : nil
  }

  static func groups(of files: [ImportFile]) -> [[ImportFile]] { MessengerReader.parts(of: files) }

  static func exportFolder(of file: ImportFile) -> String? {
    MessengerReader.exportFolder(of: file, extension: "html")
  }
}
