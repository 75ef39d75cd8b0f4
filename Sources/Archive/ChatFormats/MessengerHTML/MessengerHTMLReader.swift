import Chats
import Foundation
import Translation

/// Reads chats from HTML downloads of Messenger, Facebook and Instagram: the pages message_1.html and so on.
///
/// Like the JSON of such downloads, the pages have the newest messages first. The reader notes where every thousandth
/// message begins, and reads the parts of a page backwards, so that memory is constant.
struct MessengerHTMLReader: ImportSource {
  /// Successive messages of a page.
  private struct Section {
    /// Where they begin.
    var places: Range<Int64>
    /// The sender of the message before them. A message without a name is by the person above it.
    var sender: String?
  }

  private let input: ImportInput
  /// The number of messages in memory.
  private let window: Int
  private var decoder: MessengerDecoder
  private var clock: WallClock
  private let survey: Survey
  private var part = -1
  private var offsetBefore: Int64 = 0
  private var partOffset: Int64 = 0
  private var due: [ImportItem] = []
  private var position = 0
  /// The parts of the page that are still to be read, the next one last.
  private var sections: [Section] = []
  private var isReversed = true
  private var messageCount = 0
  private(set) var failure: ImportError?
  /// The error at the end of the page, which ends the reading after the messages before it.
  private var failureOfPage: ImportError?

  static var formats: [ImportFormat] { [.messengerHTML] }

  init(_ input: ImportInput) throws(ImportError) { try self.init(input, window: 1_000) }

  init(_ input: ImportInput, window: Int) throws(ImportError) {
    self.input = input
    self.window = window
    survey = try Survey(input)
    clock = WallClock(input.options.timeZone)
    decoder = MessengerDecoder(input)
    let folder = input.parts[0].url.deletingLastPathComponent().lastPathComponent
    decoder.begin(
      title: survey.title, people: survey.people, thread: MessengerNames.isThread(folder) ? folder : nil)
  }

  var offset: Int64 { offsetBefore + partOffset }
  var assumedZone: TimeZone? { input.options.timeZone }
  var questions: Set<ImportQuestion> {
    var questions: Set<ImportQuestion> = [.timeZone]
    if !decoder.isOwnerKnown { questions.insert(.owner) }
    if !survey.isOrderCertain { questions.insert(.dayOrder) }
    return questions
  }

  mutating func next() -> ImportItem? {
    while position == due.count {
      due = []
      position = 0
      guard failure == nil else { return nil }
      if let section = sections.popLast() {
        load(section)
      } else if let error = failureOfPage {
        failure = error
      } else if part + 1 < input.parts.count {
        if part >= 0 { offsetBefore += input.parts[part].byteCount }
        part += 1
        partOffset = 0
        beginPart()
      } else {
        if messageCount == 0 { failure = .noMessageList(path: input.parts[0].url.relativePath) }
        return nil
      }
    }
    defer { position += 1 }
    return due[position]
  }

  // MARK: Pages

  /// Finds the parts of a page.
  private mutating func beginPart() {
    decoder.file = input.parts[part]
    do {
      var page = MessengerPage(try input.bytes(of: input.parts[part]))
      var starts: [(place: Int64, sender: String?)] = []
      var sender: String?
      var count = 0
      var times: (first: Int64, last: Int64)?
      while let item = page.next() {
        guard case .message(let element, let place, _) = item else { continue }
        let message = MessengerPageMessage(element)
        if count.isMultiple(of: window) { starts.append((place, sender)) }
        count += 1
        if message.isMessage { sender = message.sender ?? sender }
        if let time = message.time.flatMap({ MessengerTime($0, survey.order) }) {
          times = (times?.first ?? time.local, time.local)
        }
      }
      failureOfPage = page.tokens.source.failure
      if failureOfPage == nil, !page.isWhole {
        report(tr("unexpected end of the file"), at: .byte(page.offset), .incomplete)
      }
      if page.tokens.hasInvalidText { report(TextRepair.Finding.replaced.reason, at: .file, .noted) }
      isReversed = times.map { $0.first >= $0.last } ?? true
      let ends = starts.dropFirst().map(\.place) + [.max]
      let ranges = zip(starts, ends).map { Section(places: $0.place..<$1, sender: $0.sender) }
      sections = isReversed ? ranges : ranges.reversed()
      // A page in a zip file is unpacked from its beginning for each part.
      if input.parts[part].entry != nil { sections = joined(sections) }
    } catch {
      failure = error
    }
  }

  /// The largest number of times that a page in a zip file is read.
  private static let passes = 16

  private func joined(_ sections: [Section]) -> [Section] {
    let size = (sections.count + Self.passes - 1) / Self.passes
    guard size > 1 else { return sections }
    return stride(from: 0, to: sections.count, by: size).map { start in
      let group = sections[start..<min(start + size, sections.count)].sorted {
        $0.places.lowerBound < $1.places.lowerBound
      }
      var joined = group[0]
      joined.places = joined.places.lowerBound..<group[group.count - 1].places.upperBound
      return joined
    }
  }

  /// Reads the messages of a part of a page.
  private mutating func load(_ section: Section) {
    do {
      var page = MessengerPage(try input.bytes(of: input.parts[part], from: section.places.lowerBound))
      var messages: [ImportedMessage] = []
      var sender = section.sender
      while let item = page.next() {
        guard case .message(let element, let place, let isWhole) = item else { continue }
        guard section.places.contains(place) else { break }
        partOffset = max(partOffset, page.offset)
        let message = MessengerPageMessage(element)
        guard message.isMessage else { continue }
        sender = message.sender ?? sender
        if let message = read(message, by: sender, at: place, isWhole: isWhole) { messages.append(message) }
      }
      due += MessengerReader.joined(isReversed ? messages.reversed() : messages).map { .message($0) }
    } catch {
      failure = error
    }
  }

  private mutating func report(
    _ reason: String, at place: ImportProblem.Place, _ effect: ImportProblem.Effect
  ) {
    due.append(
      .problem(ImportProblem(file: input.parts[part].url, place: place, reason: reason, effect: effect)))
  }

  private mutating func read(
    _ message: MessengerPageMessage, by sender: String?, at place: Int64, isWhole: Bool
  ) -> ImportedMessage? {
    guard let written = message.time else {
      report(tr("message without a date"), at: .byte(place), .skipped)
      return nil
    }
    guard let time = MessengerTime(written, survey.order),
      let sentAt = ExportTime.valid(clock.instant(ofLocal: time.local) * 1000)
    else {
      report(tr("invalid date"), at: .byte(place), .skipped)
      return nil
    }
    if !isWhole {
      report(tr("damaged HTML in a message; what could be read is kept"), at: .byte(place), .noted)
    }
    messageCount += 1
    var record = MessengerRecord(name: sender.map(MessengerDecoder.name), sentAt: sentAt)
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

  /// What only all pages of a chat show.
  private struct Survey {
    private(set) var title: String?
    /// The people who write.
    private(set) var people: Set<String> = []
    /// The order of day and month in dates of numbers, and whether it is certain.
    private(set) var order = ImportOptions.DayOrder.dayFirst
    private(set) var isOrderCertain = true

    private static let mostPeople = 1_000

    init(_ input: ImportInput) throws(ImportError) {
      var (canBeDayFirst, canBeMonthFirst, isAmbiguous, isDotted) = (true, true, false, false)
      var hasHeading = false
      for (index, part) in input.parts.enumerated() {
        var page = MessengerPage(try input.bytes(of: part))
        while let item = page.next() {
          switch item {
          case .title(let name, let isHeading):
            if index == 0, title == nil || isHeading && !hasHeading { title = MessengerDecoder.name(name) }
            hasHeading = hasHeading || isHeading
          case .message(let element, _, _):
            let message = MessengerPageMessage(element)
            guard let time = message.time else { continue }
            if let name = message.sender, people.count < Self.mostPeople {
              people.insert(MessengerDecoder.name(name))
            }
            guard let written = WrittenTime(time), written.date.first.digits < 4 else { continue }
            isAmbiguous = true
            isDotted = isDotted || !written.shape.contains("/")
            canBeDayFirst = canBeDayFirst && written.date(.dayFirst) != nil
            canBeMonthFirst = canBeMonthFirst && written.date(.monthFirst) != nil
          }
        }
      }
      guard isAmbiguous else { return }
      if canBeDayFirst != canBeMonthFirst {
        order = canBeDayFirst ? .dayFirst : .monthFirst
      } else if !isDotted {
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
