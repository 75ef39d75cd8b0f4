import ChatFiles
import Chats
import FilePaths
import Foundation

/// Reads exports for a survey and counts their contents.
struct SurveyGathering {
  private let options: ImportOptions
  private let archive: (any ImportDestination)?
  /// Used only for sizes; nothing is copied.
  private let media = MediaStore(folder: FileManager.default.temporaryDirectory)
  private var result = ImportSurvey()
  private var found: [ImportFormat: ImportSurvey.Found] = [:]
  private var chats: [String: Counts] = [:]
  /// The keys of `chats`, in the order of their first messages.
  private var order: [String] = []
  private var bytesBefore: Int64 = 0
  /// The chats of earlier files that are known by their titles alone, by their keys.
  private var titled: [String: [TitledChat]] = [:]

  /// The number of bytes between two updates.
  private static let updateBytes: Int64 = 256 << 10
  private static let chunkSize = 256 << 10

  /// The counts of a chat.
  fileprivate struct Counts {
    var title: String
    var messageCount = 0
    var firstSentAt = Int64.max
    var lastSentAt = Int64.min
    var people: [String: ImportSurvey.Person] = [:]
    var toldOwner: String?
    var preview: [ImportedMessage] = []
    var media = ImportSurvey.Media()
    /// If an export has a chat with more people, not all of them are counted.
    static let countedPeople = 20_000
  }

  init(options: ImportOptions, archive: (any ImportDestination)?) {
    self.options = options
    self.archive = archive
  }

  mutating func read(
    _ urls: [URL], _ depth: ImportSurvey.Depth, update: (() -> ImportSurvey) -> Void,
    isCancelled: @escaping () -> Bool
  ) {
    var plans: [ImportPlan] = []
    for places in ZipSeries.joined(urls) where !isCancelled() {
      let listing = ImportListing(of: places, isCancelled: isCancelled)
      result.failures += listing.failures
      guard !listing.files.isEmpty else { continue }
      let plan = ImportPlan(
        of: listing.files, zips: listing.zips, at: places[0], options: options, chunkSize: Self.chunkSize,
        isCancelled: isCancelled)
      note(plan, of: places, isZip: listing.isZip)
      plans.append(plan)
    }
    update { survey(isComplete: false) }
    for plan in plans {
      for case .read(let export) in plan.steps where !isCancelled() {
        read(export, depth, update: update, isCancelled: isCancelled)
      }
    }
  }

  /// Counts the files of a plan, which has read the beginning of each file.
  private mutating func note(_ plan: ImportPlan, of places: [URL], isZip: Bool) {
    let zipByteCount = isZip ? places.compactMap(Self.byteCount).reduce(0, +) : nil
    var foreign: ImportError?
    var hasExport = false
    for step in plan.steps {
      switch step {
      case .read(let export):
        hasExport = true
        let bytes = export.parts.reduce(0) { $0 + $1.byteCount }
        let certainty = options.format == nil ? ImportSurvey.Certainty.certain : .chosen
        found[
          export.format,
          default: .init(
            format: export.format, certainty: certainty, file: export.parts[0].url, fileCount: 0,
            byteCount: 0,
            zipByteCount: zipByteCount
          )
        ].fileCount += export.parts.count
        found[export.format]?.byteCount += bytes
        result.totalBytes += bytes
      case .leaveOut(let file, let error):
        if file.folder == nil {
          result.failures.append(error)
          hasExport = true
        } else if case .unknownFormat(_, let hint?) = error, hint.program != nil {
          foreign = foreign ?? error
        }
      }
    }
    if !hasExport { result.failures.append(foreign ?? .noChat(in: places[0], isZip: isZip)) }
  }

  private static func byteCount(_ url: URL) -> Int64? {
    FilePath.status(of: url.path)?.byteCount
  }

  /// The facts about one export that questions depend on.
  struct ExportFacts {
    /// The keys of its chats.
    var chats: Set<String> = []
    var questions: Set<ImportQuestion> = []
    /// Whether a time zone was assumed for its times.
    var assumedZone = false
  }

  /// The facts about the export that was read last.
  private var facts = ExportFacts()
  private var lastKey: String?

  /// Reads one export as a whole.
  mutating func read(_ export: ImportInput, isCancelled: () -> Bool) -> ExportFacts {
    (facts, lastKey) = (ExportFacts(), nil)
    read(export, .whole, update: { _ in }, isCancelled: isCancelled)
    return facts
  }

  private mutating func read(
    _ export: ImportInput, _ depth: ImportSurvey.Depth, update: (() -> ImportSurvey) -> Void,
    isCancelled: () -> Bool
  ) {
    let byteCount = export.parts.reduce(0) { $0 + $1.byteCount }
    defer {
      bytesBefore += byteCount
      result.bytesRead = bytesBefore
    }
    var source: any ImportSource
    do {
      source = try export.format.reader.init(export)
    } catch {
      if !isCancelled() { result.failures.append(error) }
      return
    }
    var count = 0
    var due = Self.updateBytes
    var ends = depth == .whole && export.format.reader.knowsChatsByTitle ? TitledEnds() : nil
    var beginning: [ImportItem] = []
    // Asked after each record: a file ends early when reading is cancelled, maybe in the middle of a record.
    while let item = source.next(), !isCancelled() {
      switch item {
      case .message(let message):
        add(message)
        count += 1
        if ends?.add(message) != nil, count <= TitledChat.endLength { beginning.append(item) }
      case .problem(let problem):
        if problem.effect == .skipped { result.unreadableCount += 1 }
      }
      let offset = source.offset
      if case .beginning(let bytes) = depth, offset > bytes { break }
      guard count == ImportSurvey.Chat.previewLimit && item.message != nil || offset >= due else { continue }
      due = offset + Self.updateBytes
      result.bytesRead = bytesBefore + offset
      note(source, export.format)
      update { survey(isComplete: false) }
    }
    note(source, export.format)
    if let failure = source.failure { result.failures.append(failure) }
    if let ends { compare(ends, of: export, beginning: beginning, count: count, isCancelled: isCancelled) }
  }

  /// Compares a chat that is known by its title alone with those of its title.
  private mutating func compare(
    _ ends: TitledEnds, of export: ImportInput, beginning: [ImportItem], count: Int, isCancelled: () -> Bool
  ) {
    guard let first = beginning.first?.message, !isCancelled() else { return }
    let key = first.conversationKey
    let chats = ((try? archive?.titledChats(withKey: key)) ?? []) + titled[key, default: []]
    let (parts, format, tree) = (export.parts, export.format, export.tree)
    titled[key, default: []].append(
      ends.chat { [options] moments in
        TitledChatSearch.count(
          moments,
          in: ImportInput(
            parts: parts, format: format, tree: tree, options: options, chunkSize: Self.chunkSize))
      })
    guard !chats.isEmpty else { return }
    var search = TitledChatSearch(chats)
    let found = try? search.chat(of: export, beginning: beginning, isCancelled: isCancelled)
    guard found == nil, !isCancelled() else { return }
    result.strangers.append(
      .init(file: export.parts[0].url, chat: key, title: first.conversationTitle, messageCount: count))
  }

  /// Records the assumptions that the reader had to make.
  private mutating func note(_ source: any ImportSource, _ format: ImportFormat) {
    let questions = source.questions
    result.questions.formUnion(questions)
    facts.questions.formUnion(questions)
    facts.assumedZone = facts.assumedZone || source.assumedZone != nil
    if let zone = source.assumedZone { result.assumedZone = result.assumedZone ?? zone }
    // The owner and the time zone do not affect how a file is read.
    if questions.contains(.dayOrder), options.format == nil { found[format]?.certainty = .likely }
  }

  private mutating func add(_ message: ImportedMessage) {
    let key = message.conversationKey
    if key != lastKey {
      facts.chats.insert(key)
      lastKey = key
    }
    if chats[key] == nil {
      chats[key] = Counts(title: message.conversationTitle)
      order.append(key)
    }
    let keepsPreview = order.count <= ImportSurvey.Chat.previewedChats
    // In place: copying the dictionary of people for each message would cost more than reading the message.
    chats[key]?.add(message, keepsPreview: keepsPreview)
    for attachment in message.attachments {
      let byteCount = attachment.path.flatMap(media.byteCount)
      chats[key]?.media.add(attachment, byteCount: byteCount)
    }
  }

  /// The survey so far.
  func survey(isComplete: Bool) -> ImportSurvey {
    var survey = result
    survey.isComplete = isComplete
    survey.found = found.values.sorted {
      ($1.byteCount, $0.format.rawValue) < ($0.byteCount, $1.format.rawValue)
    }
    survey.chats = order.compactMap { key in chats[key].map { $0.chat(key) } }
    // The sort is stable: among equal chats, the first one stays first.
    survey.chats = survey.chats.enumerated().sorted {
      ($1.element.messageCount, $0.offset) < ($0.element.messageCount, $1.offset)
    }.map(\.element)
    return survey
  }
}

extension SurveyGathering.Counts {
  fileprivate mutating func add(_ message: ImportedMessage, keepsPreview: Bool) {
    title = message.conversationTitle
    messageCount += 1
    firstSentAt = min(firstSentAt, message.sentAt)
    lastSentAt = max(lastSentAt, message.sentAt)
    if let sender = message.sender, message.kind != .service {
      if people[sender.key] == nil, people.count < Self.countedPeople {
        people[sender.key] = .init(id: sender.key, name: sender.name, messageCount: 0)
      }
      people[sender.key]?.messageCount += 1
      people[sender.key]?.name = sender.name
    }
    toldOwner = toldOwner ?? message.owner?.key ?? (message.isOwn ? message.sender?.key : nil)
    if keepsPreview, preview.count < ImportSurvey.Chat.previewLimit { preview.append(message.keptForPreview) }
  }

  fileprivate func chat(_ key: String) -> ImportSurvey.Chat {
    let people = people.values.sorted {
      ($1.messageCount, $0.name, $0.id) < ($0.messageCount, $1.name, $1.id)
    }
    return ImportSurvey.Chat(
      id: key, title: title.nonBlank ?? key, messageCount: messageCount, firstSentAt: firstSentAt,
      lastSentAt: lastSentAt, people: Array(people.prefix(ImportSurvey.Chat.personLimit)),
      toldOwner: toldOwner, preview: preview, media: media)
  }
}

extension ImportSurvey.Media {
  /// Counts an attachment.
  ///
  /// - Parameter byteCount: The bytes of its file; nil if the file does not exist.
  fileprivate mutating func add(_ attachment: Attachment, byteCount: Int64?) {
    count += 1
    guard let byteCount else { return }
    foundCount += 1
    self.byteCount += byteCount
  }
}
