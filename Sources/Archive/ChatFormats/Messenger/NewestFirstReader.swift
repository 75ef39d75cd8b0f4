import Chats

/// A reader of files that have the newest messages first, in a list or on a page. It returns the oldest ones first.
///
/// Memory is constant: of a file with too many messages, the last ones are kept, which are the oldest, and the others
/// are read again in sections, for which the first pass notes where they begin.
protocol NewestFirstReader: ImportSource {
  var files: NewestFirstFiles { get set }

  /// Reads messages of the current file, and returns problems.
  ///
  /// - Parameters:
  ///   - section: The messages to read; nil for all. The problems of a section were returned before.
  ///   - add: Receives each message, its offset, and the sender of the message before it.
  mutating func read(
    _ section: NewestFirstFiles.Section?, add: (ImportedMessage, Int64, String?) -> Void
  ) throws(ImportError) -> [ImportItem]
}

/// The position of a ``NewestFirstReader``.
struct NewestFirstFiles {
  /// Successive messages of a file.
  struct Section {
    /// Where they begin.
    var places: Range<Int64>
    /// The sender of the message before them. On a page, a message without a name is by the person above it.
    var sender: String?
    fileprivate var count = 0
  }

  /// The number of messages that Facebook writes to a file.
  static let window = 10_000

  /// In the order of their messages, the oldest first.
  private let parts: [ImportFile]
  /// The number of messages of a section. Two of them are in memory.
  fileprivate let window: Int
  private var part = -1
  /// The bytes of the previous files.
  private var offsetBefore: Int64 = 0
  private var partOffset: Int64 = 0
  /// Messages and problems in the order in which they are returned.
  fileprivate var due: [ImportItem] = []
  fileprivate var position = 0
  /// The sections that are still to be read, the next one last.
  fileprivate var sections: [Section] = []
  fileprivate var isReversed = true
  fileprivate var failure: ImportError?
  /// The error at the end of the file, which ends the reading after the messages before it.
  var failureOfFile: ImportError?
  /// Whether any file had a list of messages.
  var hasList = false

  init(_ parts: [ImportFile], window: Int) {
    (self.parts, self.window) = (parts, window)
  }

  /// The current file.
  var file: ImportFile { parts[max(part, 0)] }
  fileprivate var offset: Int64 { offsetBefore + partOffset }

  /// Records the number of bytes that were read of the file.
  mutating func pass(_ offset: Int64) { partOffset = max(partOffset, offset) }

  fileprivate mutating func goToNextPart() -> Bool {
    guard part + 1 < parts.count else { return false }
    if part >= 0 { offsetBefore += file.byteCount }
    part += 1
    partOffset = 0
    return true
  }

  fileprivate mutating func append(_ messages: [ImportedMessage]) {
    due += MessengerReader.joined(isReversed ? messages.reversed() : messages).map { .message($0) }
  }

  /// The largest number of times that a file in a zip file is read. It has to be unpacked from its beginning each time.
  private static let passes = 16

  /// Larger sections, if there are too many of them for a file in a zip file.
  fileprivate func joined(_ sections: [Section]) -> [Section] {
    let size = file.entry == nil ? 1 : (sections.count + Self.passes - 1) / Self.passes
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
}

extension NewestFirstReader {
  var offset: Int64 { files.offset }
  var failure: ImportError? { files.failure }

  mutating func next() -> ImportItem? {
    while files.position == files.due.count {
      files.due = []
      files.position = 0
      guard failure == nil else { return nil }
      do {
        if let section = files.sections.popLast() {
          try load(section)
        } else if let error = files.failureOfFile {
          files.failure = error
        } else if files.goToNextPart() {
          try loadPart()
        } else {
          if !files.hasList { files.failure = .noMessageList(path: files.file.url.relativePath) }
          return nil
        }
      } catch {
        files.failure = error
      }
    }
    defer { files.position += 1 }
    return files.due[files.position]
  }

  /// Reads a file, and keeps its last messages in memory.
  private mutating func loadPart() throws(ImportError) {
    let window = files.window
    var kept: [ImportedMessage] = []
    var found: [NewestFirstFiles.Section] = []
    var times: (first: Int64, last: Int64)?
    files.due = try read(nil) { message, place, sender in
      times = (times?.first ?? message.sentAt, message.sentAt)
      if found.isEmpty || found[found.count - 1].count == window {
        if let last = found.indices.last { found[last].places = found[last].places.lowerBound..<place }
        found.append(NewestFirstFiles.Section(places: place..<(.max), sender: sender))
        // Of a file that fits into memory, nothing is read again.
        if found.count > 2 { kept.removeFirst(window) }
      }
      found[found.count - 1].count += 1
      kept.append(message)
    }
    files.hasList = files.hasList || !found.isEmpty
    files.isReversed = times.map { $0.first >= $0.last } ?? true
    if found.count <= 2 || files.isReversed {
      files.append(kept)
      files.sections = files.joined(found.dropLast(2))
    } else {
      files.sections = files.joined(found.reversed())
    }
  }

  /// Reads a part of the file again.
  private mutating func load(_ section: NewestFirstFiles.Section) throws(ImportError) {
    var messages: [ImportedMessage] = []
    _ = try read(section) { message, _, _ in messages.append(message) }
    files.append(messages)
  }
}
