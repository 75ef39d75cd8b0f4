import Chats
import Foundation
import Translation

/// Reads chats from JSON downloads of Messenger, Facebook and Instagram, including end-to-end encrypted ones.
///
/// The files of a chat, message_1.json and so on, have the newest messages first. The reader reverses the messages of
/// each file, and the order of the files. Memory is constant: a file with too many messages is read in parts, for which
/// the first pass notes where they begin.
struct MessengerReader: ImportSource {
  /// The number of messages in memory. Facebook writes 10,000 to a file.
  private let window: Int
  private let input: ImportInput
  private var part = -1
  /// The bytes of the previous files.
  private var offsetBefore: Int64 = 0
  private var partOffset: Int64 = 0

  /// Messages and problems of the file in the order in which they are returned.
  private var due: [ImportItem] = []
  private var position = 0
  /// The parts of the file that are still to be read, the next one last.
  private var sections: [Section] = []
  private var isReversed = true
  private var decoder: MessengerDecoder
  private var hasList = false

  /// Successive messages of a file, and the offset of the first one.
  private struct Section {
    let place: Int64
    var count: Int
  }

  private(set) var failure: ImportError?

  static var formats: [ImportFormat] { [.messenger] }

  init(_ input: ImportInput) throws(ImportError) { try self.init(input, window: 10_000) }

  init(_ input: ImportInput, window: Int) throws(ImportError) {
    self.input = input
    self.window = window
    decoder = MessengerDecoder(input)
    // The names and the title are needed before the first message.
    for part in input.parts where !decoder.isComplete { try look(at: part) }
  }

  var offset: Int64 { offsetBefore + partOffset }
  // Times are instants.
  var assumedZone: TimeZone? { nil }
  var questions: Set<ImportQuestion> { decoder.isOwnerKnown ? [] : [.owner] }

  mutating func next() -> ImportItem? {
    while position == due.count {
      due = []
      position = 0
      guard failure == nil else { return nil }
      if let section = sections.popLast() {
        load(section)
      } else if part + 1 < input.parts.count {
        if part >= 0 { offsetBefore += input.parts[part].byteCount }
        part += 1
        partOffset = 0
        loadPart()
      } else {
        if !hasList { failure = .noMessageList(path: input.parts[0].url.relativePath) }
        return nil
      }
    }
    defer { position += 1 }
    return due[position]
  }

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

  /// Reads a file and keeps its last messages in memory, which are the oldest.
  private mutating func loadPart() {
    decoder.file = input.parts[part]
    var records: JSONRecords
    do {
      records = JSONRecords(try input.bytes(of: input.parts[part]), Self.shape)
    } catch {
      failure = error
      return
    }
    var problems: [ImportItem] = []
    var kept: [ImportedMessage] = []
    var found: [Section] = []
    var times: (first: Int64, last: Int64)?
    while let item = records.next() {
      partOffset = records.offset
      switch item {
      case .begin, .end, .member: break
      case .problem(let problem): problems.append(.problem(problem))
      case .record(let value, let place):
        if let note = records.note(on: value, at: place) { problems.append(.problem(note)) }
        do {
          let message = try decoder.message(value)
          times = (times?.first ?? message.sentAt, message.sentAt)
          if found.isEmpty || found[found.count - 1].count == window {
            found.append(Section(place: place, count: 0))
            // Of a file that fits into memory, nothing is read again.
            if found.count > 2 { kept.removeFirst(window) }
          }
          found[found.count - 1].count += 1
          kept.append(message)
        } catch {
          problems.append(.problem(records.problem(error.reason, at: .byte(place), .skipped)))
        }
      }
    }
    if records.hasList { hasList = true }
    failure = records.failure
    isReversed = times.map { $0.first >= $0.last } ?? true
    due = problems
    if found.count <= 2 || isReversed {
      append(kept)
      sections = Array(found.dropLast(2))
    } else {
      sections = found.reversed()
    }
    if input.parts[part].entry != nil { sections = joined(sections) }
  }

  /// The largest number of times that a file in a zip file, which has to be unpacked from its beginning, is read.
  private static let passes = 16

  /// Larger sections, so that there are few of them.
  private func joined(_ sections: [Section]) -> [Section] {
    let size = (sections.count + Self.passes - 1) / Self.passes
    guard size > 1 else { return sections }
    return stride(from: 0, to: sections.count, by: size).map { start in
      let group = sections[start..<min(start + size, sections.count)]
      let place = group.map(\.place).min() ?? 0
      return Section(place: place, count: group.reduce(0) { $0 + $1.count })
    }
  }

  /// Reads some messages of the file again.
  private mutating func load(_ section: Section) {
    do {
      let reader = try input.bytes(of: input.parts[part], from: section.place)
      var records = JSONRecords(reader, at: "messages", Self.shape)
      var found: [ImportedMessage] = []
      while found.count < section.count, let item = records.next() {
        if case .record(let value, _) = item, let message = try? decoder.message(value) {
          found.append(message)
        }
      }
      failure = records.failure
      append(found)
    } catch {
      failure = error
    }
  }

  private mutating func append(_ messages: [ImportedMessage]) {
    due += Self.joined(isReversed ? messages.reversed() : messages).map { .message($0) }
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
