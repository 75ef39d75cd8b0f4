import Chats
import Foundation
import SeededRandom

/// The properties by which messages without keys are compared.
struct SequenceItem: Hashable, Sendable {
  /// The certainty that two records are the same message. The raw values are weights.
  enum Likeness: Int, Comparable {
    case none = 0
    /// They have the same person and time, and one was edited or deleted since, or lacks the contents.
    case possible = 1
    /// They differ only in values that one of them lacks.
    case alike = 3
    case equal = 4

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Milliseconds since 1970 UTC.
  var sentAt: Int64
  var resolution: TimeResolution
  /// The participant who represents the person; nil for events.
  var person: Participant.ID?
  var kind: Message.Kind
  /// A hash of the folded text.
  private(set) var text: UInt64
  private(set) var hasText: Bool
  /// Whether the text is so long that two people are unlikely to write it in the same minute.
  let isDistinctive: Bool
  /// The sentences of an event in the words of several exports.
  private var sentences: [EventSentence] = []
  private var isEdited: Bool
  private var files: [File]

  private struct File: Hashable {
    /// Hashes of the names that exports have for the file, each without the number that the export adds.
    var names: [UInt64] = []
    /// Those that a phone or an export has given to the file.
    var looseNames: [UInt64] = []
    var sort: FileSort?
    var isThere: Bool

    init(_ file: MessageVersion.File) {
      sort = FileSort(file)
      isThere = file.path != nil
      if let name = file.name.map(SequenceItem.withoutNumber) {
        if SequenceItem.isPhoneName(name) {
          looseNames = [FNV1a.hash(name)]
        } else {
          names = [FNV1a.hash(name)]
        }
      } else if let path = file.path, !MediaFolder.isCopy(path) {
        looseNames = [
          FNV1a.hash(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
        ]
      }
    }

    var allNames: [UInt64] { names + looseNames }
  }

  init(
    sentAt: Int64, resolution: TimeResolution, person: Participant.ID?, kind: Message.Kind, text: String,
    isEdited: Bool, files: [MessageVersion.File]
  ) {
    let folded = Self.folded(text)
    self.sentAt = sentAt
    self.resolution = resolution
    self.person = person
    self.kind = kind
    self.text = FNV1a.hash(folded)
    self.isEdited = isEdited
    hasText = !folded.isEmpty
    isDistinctive = folded.unicodeScalars.count >= Self.distinctiveLength
    if kind == .service { sentences = [EventSentence(folded)] }
    self.files = files.map(File.init)
  }

  /// The number of the minute since 1970.
  var minute: Int64 { Self.quotient(sentAt, TimeResolution.minutes.milliseconds) }

  private static let distinctiveLength = 6

  /// Whether another export may have the contents.
  private var lacksContents: Bool { kind == .deleted || kind == .unsupported }

  /// The certainty that the two are one message, regardless of their people.
  func likenessApartFromPerson(to other: Self) -> Likeness {
    let unit = max(resolution, other.resolution).milliseconds
    guard Self.quotient(sentAt, unit) == Self.quotient(other.sentAt, unit) else { return .none }
    if lacksContents != other.lacksContents || lacksContents && kind != other.kind {
      return kind == .service || other.kind == .service ? .none : .possible
    }
    guard kind == other.kind, files.count == other.files.count else { return .none }
    var isTold = true
    for (a, b) in zip(files, other.files) {
      if let one = a.sort, let other = b.sort, one != other { return .none }
      let (mine, its) = (a.allNames, b.allNames)
      if mine.isEmpty != its.isEmpty { isTold = false }
      if !mine.isEmpty, !its.isEmpty, mine.allSatisfy({ !its.contains($0) }) { return .none }
    }
    if text == other.text { return isTold ? .equal : .alike }
    if sentences.contains(where: other.sentences.contains) { return .alike }
    // The sentence has the names that people had when it was exported. Two events hardly have one millisecond.
    if kind == .service, unit == 1 { return .alike }
    // A file that was left out of the export can have lost its caption.
    if !hasText, files.contains(where: { !$0.isThere }) { return .alike }
    if !other.hasText, other.files.contains(where: { !$0.isThere }) { return .alike }
    // Some formats do not mark edited texts. A person hardly writes two messages in one millisecond.
    return isEdited != other.isEdited || unit == 1 ? .possible : .none
  }

  /// The certainty that the two are one message.
  func likeness(to other: Self) -> Likeness {
    person == other.person ? likenessApartFromPerson(to: other) : .none
  }

  /// Whether the two can be one event in different words: exports have the sentences of the exporting program's language
  /// and version.
  ///
  /// - Parameter names: The names of the chat's people, in lower case.
  func canBeSameEvent(as other: Self, names: [String]) -> Bool {
    let unit = max(resolution, other.resolution).milliseconds
    return kind == .service && other.kind == .service && person == other.person
      && Self.quotient(sentAt, unit) == Self.quotient(other.sentAt, unit)
      && sentences.contains { mine in other.sentences.contains { mine.canMean(what: $0, names: names) } }
  }

  /// A message without its time and its files.
  struct Words: Hashable {
    let person: Participant.ID?
    let kind: Message.Kind
    let text: UInt64
  }

  var words: Words { Words(person: person, kind: kind, text: text) }

  /// Whether both times are more precise than a minute, and this one is earlier.
  func isCertainlyBefore(_ other: Self) -> Bool {
    resolution < .minutes && other.resolution < .minutes && sentAt < other.sentAt
  }

  /// Whether both times are more precise than a minute, and equal.
  func hasSameSecond(as other: Self) -> Bool {
    resolution < .minutes && other.resolution < .minutes
      && Self.quotient(sentAt, TimeResolution.seconds.milliseconds)
        == Self.quotient(other.sentAt, TimeResolution.seconds.milliseconds)
  }

  /// The combined knowledge about a message from two records of it.
  func joined(with other: Self) -> Self {
    var joined = self
    if (other.resolution, other.sentAt) < (resolution, sentAt) {
      (joined.resolution, joined.sentAt) = (other.resolution, other.sentAt)
    }
    let isBetter =
      lacksContents
      ? kind == .deleted || !other.lacksContents
      : !other.lacksContents && (!isEdited && other.isEdited || !hasText)
    if isBetter {
      (joined.kind, joined.text, joined.hasText) = (other.kind, other.text, other.hasText)
      if lacksContents { joined.files = other.files }
    }
    joined.isEdited = isEdited || other.isEdited
    joined.sentences += other.sentences.filter { !sentences.contains($0) }
    if joined.files.count == other.files.count {
      for index in joined.files.indices {
        let (known, its) = (joined.files[index], other.files[index])
        joined.files[index].names += its.names.filter { !known.names.contains($0) }
        joined.files[index].looseNames += its.looseNames.filter { !known.looseNames.contains($0) }
        joined.files[index].sort = known.sort ?? its.sort
        joined.files[index].isThere = joined.files[index].isThere || other.files[index].isThere
      }
    }
    return joined
  }

  /// The sort key of runs of equal length. It ignores people, whose numbers depend on the order of imports.
  var sortKey: SortKey {
    SortKey(
      resolution: resolution.rawValue, sentAt: sentAt, kind: kind.rawValue, text: text,
      files: files.count { !$0.isThere },
      names: files.reduce(0) { $0 &* 31 &+ $1.allNames.reduce(0, &+) })
  }

  struct SortKey: Comparable {
    let resolution: Int
    let sentAt: Int64
    let kind: Int
    let text: UInt64
    let files: Int
    let names: UInt64

    static func < (a: Self, b: Self) -> Bool {
      (a.resolution, a.sentAt, a.kind, a.text, a.files, a.names)
        < (b.resolution, b.sentAt, b.kind, b.text, b.files, b.names)
    }
  }

  // MARK: Files

  /// Whether a phone or an export has given a name to a file.
  var hasLooseNames: Bool { files.contains { !$0.looseNames.isEmpty } }

  /// The message without the names that phones and exports have given to its files.
  var withoutLooseNames: Self {
    var item = self
    for index in files.indices { item.files[index].looseNames = [] }
    return item
  }

  /// Whether WhatsApp has given a file the name: “IMG-20180613-WA0001.jpg” on Android, where each phone has its own numbers,
  /// “PHOTO-2018-06-13-15-22-10.jpg” on an iPhone.
  private static func isPhoneName(_ name: Substring) -> Bool {
    let parts = name.utf8.prefix { $0 != UInt8(ascii: ".") }.split(separator: UInt8(ascii: "-"))
    let isOnAndroid = parts.count == 3 && parts[2].starts(with: "WA".utf8)
    return (isOnAndroid || parts.count == 7)
      && parts.dropFirst().prefix(1).allSatisfy { $0.allSatisfy(\.isDigit) }
      && parts[0].count >= 3 && parts[0].allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
  }

  // MARK: Folding

  /// The text without the differences between exports: Unicode forms, kinds of white space, and direction marks.
  static func folded(_ text: String) -> String {
    var folded = ""
    folded.reserveCapacity(text.utf8.count)
    var isBlank = false
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    for scalar in (isPlain ? text : text.precomposedStringWithCanonicalMapping).unicodeScalars {
      if scalar.properties.isWhitespace {
        isBlank = true
        continue
      }
      if isMark(scalar) { continue }
      if isBlank, !folded.isEmpty { folded.unicodeScalars.append(" ") }
      isBlank = false
      folded.unicodeScalars.append(scalar)
    }
    return folded
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// A name such as "00000012-PHOTO-2024.jpg" without its number, which is the position of the message in its export.
  private static func withoutNumber(_ name: String) -> Substring {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    guard digits.count == 8, name.dropFirst(8).first == "-" else { return name[...] }
    return name.dropFirst(9)
  }

  /// The quotient, rounded down.
  private static func quotient(_ value: Int64, _ unit: Int64) -> Int64 {
    let quotient = value / unit
    return value % unit < 0 ? quotient - 1 : quotient
  }
}

/// What is certain about the kind of a file: exports take a sticker for a photo, and a GIF for a film or a photo.
private enum FileSort: Hashable {
  case picture, film, sound, document

  init?(_ file: MessageVersion.File) {
    switch Attachment.Kind(rawValue: file.kind) {
    case .photo, .sticker: self = .picture
    case .video, .roundVideo: self = .film
    case .audio, .voice: self = .sound
    case .file where file.name != nil: self = .document
    case .file, .animation, nil: return nil
    }
  }
}
