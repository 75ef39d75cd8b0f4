import Chats
import Foundation

/// Reads chats from JSON downloads of Messenger, Facebook and Instagram, including end-to-end encrypted ones.
///
/// The files of a chat, message_1.json and so on, have the newest messages first.
struct MessengerReader: NewestFirstReader {
  private let input: ImportInput
  var files: NewestFirstFiles
  private var decoder: MessengerDecoder

  static var formats: [ImportFormat] { [.messenger] }

  init(_ input: ImportInput) throws(ImportError) { try self.init(input, window: NewestFirstFiles.window) }

  init(_ input: ImportInput, window: Int) throws(ImportError) {
    self.input = input
    files = NewestFirstFiles(input.parts, window: window)
    decoder = MessengerDecoder(input)
    // The names and the title are needed before the first message.
    for part in input.parts where !decoder.isComplete { try look(at: part) }
  }

  // Times are instants.
  var assumedZone: TimeZone? { nil }
  var questions: Set<ImportQuestion> { decoder.isOwnerKnown ? [] : [.owner] }

  // MARK: Files

  static let shape = JSONRecords.Shape(
    list: "messages",
    members: ["participants", "title", "thread_path", "threadName", "joinable_mode"],
    isRecord: { fields in
      fields.contains("sender_name") && fields.contains("timestamp_ms")
        || fields.contains("senderName") && fields.contains("timestamp")
    })

  /// Reads names and title from the members of a file. Some of them follow the messages.
  private mutating func look(at part: ImportFile) throws(ImportError) {
    var records = JSONRecords(try input.bytes(of: part), Self.shape)
    while let item = records.next() {
      if case .member(let key, let value) = item { decoder.take(key, value) }
    }
  }

  mutating func read(
    _ section: NewestFirstFiles.Section?, add: (ImportedMessage, Int64, String?) -> Void
  ) throws(ImportError) -> [ImportItem] {
    decoder.file = files.file
    let reader = try input.bytes(of: files.file, from: section?.places.lowerBound ?? 0)
    var records =
      section == nil ? JSONRecords(reader, Self.shape) : JSONRecords(reader, at: "messages", Self.shape)
    var problems: [ImportItem] = []
    while let item = records.next() {
      files.pass(records.offset)
      switch item {
      case .begin, .end, .member: break
      case .problem(let problem): problems.append(.problem(problem))
      case .record(let value, let place):
        if let section, !section.places.contains(place) { return [] }
        if let note = records.note(on: value, at: place) { problems.append(.problem(note)) }
        do {
          add(try decoder.message(value), place, nil)
        } catch {
          problems.append(.problem(records.problem(error.reason, at: .byte(place), .skipped)))
        }
      }
    }
    files.hasList = files.hasList || records.hasList
    files.failureOfFile = records.failure
    return problems
  }

  /// The messages without the second records of edited ones. Instagram writes such a record at the time of the edit; the
  /// first one, with the earlier text, is the sender's message before it.
  static func joined(_ messages: [ImportedMessage]) -> [ImportedMessage] {
    guard messages.contains(where: { $0.editedAt != nil }) else { return messages }
    var found: [ImportedMessage] = []
    /// The index of each person's last message.
    var last: [String: Int] = [:]
    for message in messages {
      guard message.kind == .normal, let key = message.sender?.key else {
        found.append(message)
        continue
      }
      if let editedAt = message.editedAt, let index = last[key], message.attachments.isEmpty,
        isEdit(message.text, of: found[index].text)
      {
        found[index].edits.append(Edit(replacedAt: editedAt, text: found[index].text))
        found[index].editedAt = editedAt
        (found[index].text, found[index].entities) = (message.text, message.entities)
        if found[index].reactions.isEmpty { found[index].reactions = message.reactions }
      } else {
        last[key] = found.count
        found.append(message)
      }
    }
    return found
  }

  /// Whether a text begins like an earlier one.
  private static func isEdit(_ text: String, of earlier: String) -> Bool {
    if text.isEmpty || earlier.isEmpty { return false }
    let common = zip(text, earlier).prefix { $0 == $1 }.count
    return common == min(text.count, earlier.count)
      || common >= fewestCommon && common * 2 >= max(text.count, earlier.count)
  }

  /// The number of characters with which two texts that differ at their ends must begin.
  private static let fewestCommon = 4
}

extension MessengerReader {
  static func format(of head: FileHead) -> ImportFormat? {
    guard let json = head.json else { return nil }
    let isOpen =
      json.has("messages[].sender_name", "messages[].timestamp_ms")
      || json.has("participants[].name", "thread_path")
    let isEncrypted =
      json.has("messages[].senderName", "messages[].isUnsent") || json.has("participants", "threadName")
    return isOpen || isEncrypted ? .messenger : nil
  }

  /// The files of a chat, beginning with the highest number, which has the oldest messages.
  ///
  /// The parts of a download, in several zip files, can each have some of them.
  static func groups(of files: [ImportFile]) -> [[ImportFile]] {
    MessengerNames.continued(parts(of: files)).sorted { $0[0].url.path < $1[0].url.path }
  }

  static func exportFolder(of file: ImportFile) -> String? { exportFolder(of: file, extension: "json") }

  /// The folder of all chats, “inbox”, if a file has the name of a part of a chat.
  static func exportFolder(of file: ImportFile, extension suffix: String) -> String? {
    guard file.url.pathExtension == suffix, number(of: file) != nil else { return nil }
    return folder(of: file, acrossParts: true).split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The files of each chat, beginning with the highest number.
  static func parts(of files: [ImportFile]) -> [[ImportFile]] {
    let chats = Dictionary(grouping: files) { file in
      number(of: file) == nil ? file.url.path : folder(of: file, acrossParts: true)
    }
    let groups = chats.values.flatMap { group in
      // If both have the same part, they are two downloads.
      Set(group.map(number)).count == group.count
        ? [group] : Array(Dictionary(grouping: group) { folder(of: $0, acrossParts: false) }.values)
    }
    return groups.map { $0.sorted { (number(of: $0) ?? 0) > (number(of: $1) ?? 0) } }
      .sorted { $0[0].url.path < $1[0].url.path }
  }

  /// The folder of a chat, without the number of its zip file.
  private static func folder(of file: ImportFile, acrossParts: Bool) -> String {
    guard acrossParts, let entry = file.entry else { return file.url.deletingLastPathComponent().path }
    let names = entry.entry.name.split(separator: "/").dropLast().joined(separator: "/")
    return "\(ZipSeries(of: entry.zip.url).stem)/\(names)"
  }

  private static func number(of file: ImportFile) -> Int? {
    let name = file.url.deletingPathExtension().lastPathComponent
    return name.hasPrefix("message_") ? Int(name.dropFirst("message_".count)) : nil
  }
}
