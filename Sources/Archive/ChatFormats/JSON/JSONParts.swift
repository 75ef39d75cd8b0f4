import Chats
import Foundation
import Translation

/// Reads the records of several JSON files, one file after the other.
struct JSONParts {
  private let input: ImportInput
  private let shape: JSONRecords.Shape
  private var records: JSONRecords
  /// The index of the current file.
  private var part = 0
  /// The bytes of the previous files.
  private var offsetBefore: Int64 = 0
  private var hasRecords = false
  private var hasList = false
  private(set) var failure: ImportError?

  init(_ input: ImportInput, _ shape: JSONRecords.Shape) throws(ImportError) {
    self.input = input
    self.shape = shape
    records = JSONRecords(try input.bytes(of: input.parts[0]), shape)
  }

  var file: ImportFile { input.parts[part] }
  var offset: Int64 { offsetBefore + records.offset }

  /// The next item; nil at the end of the last file and after an error.
  mutating func next() -> JSONRecords.Item? {
    while failure == nil {
      if let item = records.next() {
        if case .record = item { hasRecords = true }
        return item
      }
      failure = records.failure
      if records.hasList { hasList = true }
      guard failure == nil, goToNextPart() else { break }
    }
    return nil
  }

  private mutating func goToNextPart() -> Bool {
    guard part + 1 < input.parts.count else {
      if !hasRecords, !hasList { failure = .noMessageList(path: file.url.relativePath) }
      return false
    }
    offsetBefore += records.offset
    part += 1
    do {
      records = JSONRecords(try input.bytes(of: input.parts[part]), shape)
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// A note on a record that was read, if it needs one.
  private mutating func note(on value: JSONValue, at place: Int64) -> ImportItem? {
    records.note(on: value, at: place).map { .problem($0) }
  }

  /// The members of a record; nil if it is not an object.
  ///
  /// - Parameter remarks: A note, or the reason why the record cannot be used, is appended to this.
  mutating func fields(of value: JSONValue, at place: Int64, remarks: inout [ImportItem]) -> JSONFields? {
    if let note = note(on: value, at: place) { remarks.append(note) }
    guard let fields = value.asObject else {
      remarks.append(skipped(tr("not a message"), at: place))
      return nil
    }
    return fields
  }

  /// The problem of a record that cannot be used.
  func skipped(_ reason: String, at place: Int64) -> ImportItem {
    .problem(records.problem(reason, at: .byte(place), .skipped))
  }

  /// A note on a record that was read.
  func noted(_ reason: String, at place: Int64) -> ImportItem {
    .problem(records.problem(reason, at: .byte(place), .noted))
  }
}

/// A reader of the records of JSON files. Their times are instants.
protocol JSONReader: ImportSource {
  var parts: JSONParts { get set }
  /// Items that were read but not returned yet.
  var due: [ImportItem] { get set }

  /// Receives a requested member. By default, does nothing.
  mutating func take(_ key: String, _ value: JSONValue)
  /// Reads a record, and appends its contents to the items.
  ///
  /// - Parameter place: The offset of its first byte.
  mutating func read(_ fields: JSONFields, at place: Int64)
}

extension JSONReader {
  var offset: Int64 { parts.offset }
  var failure: ImportError? { parts.failure }
  var assumedZone: TimeZone? { nil }

  mutating func take(_ key: String, _ value: JSONValue) {}

  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard let item = parts.next() else { return nil }
      switch item {
      case .begin, .end: break
      case .member(let key, let value): take(key, value)
      case .problem(let problem): due.append(.problem(problem))
      case .record(let value, let place):
        var remarks: [ImportItem] = []
        let fields = parts.fields(of: value, at: place, remarks: &remarks)
        due += remarks
        if let fields { read(fields, at: place) }
      }
    }
    return due.removeFirst()
  }
}

/// Times in exports.
enum ExportTime {
  /// Milliseconds since 1970 UTC up to the end of `CivilDate.years`. All messages are within this range.
  static let range: Range<Int64> = 0..<7_258_118_400_000

  /// The instant of “2024-03-01T09:00:00.123+01:00”; nil for anything else, including a time without an offset.
  static func instant(iso text: String) -> Int64? {
    var cursor = ByteCursor(Array(text.utf8.prefix(64))[...])
    guard let date = cursor.isoDate(), cursor.skip("T") || cursor.skip(" "), let time = cursor.clockTime()
    else {
      return nil
    }
    var milliseconds = 0
    if cursor.skip(".") {
      let digits = cursor.rest.prefix { $0.isDigit }
      for (place, digit) in zip([100, 10, 1], digits) {
        milliseconds += place * Int(digit - UInt8(ascii: "0"))
      }
      cursor.skip(while: \.isDigit)
    }
    var east = 0
    if !cursor.skip("Z") {
      let isWest = cursor.skip("-")
      guard isWest || cursor.skip("+"), let hours = cursor.number(digits: 2...2), hours <= 14 else {
        return nil
      }
      _ = cursor.skip(":")
      guard let minutes = cursor.number(digits: 2...2), minutes < 60 else { return nil }
      east = (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
    let seconds = date.dayNumber * CivilDate.secondsPerDay + time.second - east
    return valid(Int64(seconds) * 1000 + Int64(milliseconds))
  }

  /// The time of an edit; nil for a time before the messengers existed, which some programs write for messages that were
  /// never edited, in some time zone.
  static func edited(_ milliseconds: Int64?) -> Int64? {
    valid(milliseconds).flatMap { $0 >= firstEdit ? $0 : nil }
  }

  /// The beginning of 2011 in UTC. No messenger that can be imported and has edits is older.
  private static let firstEdit: Int64 = 1_293_840_000_000

  /// The time, if a message can have it.
  static func valid(_ milliseconds: Int64?) -> Int64? {
    milliseconds.flatMap { range.contains($0) ? $0 : nil }
  }
}

/// Orders messages of the same time as in the export, for sources whose keys have no order.
struct TieRanks {
  private var last: Int64?
  private var rank: Int64 = 0

  /// The order key of the next message.
  mutating func orderKey(at sentAt: Int64) -> Int64 {
    rank = sentAt == last ? rank + 1 : 0
    last = sentAt
    return OrderKey.make(sentAt: sentAt, rank: rank)
  }
}

extension Attachment.Kind {
  /// The kind of a file, by its media type, or by its name without one.
  package init(type: String?, name: String?) {
    switch type?.prefix(while: { $0 != "/" }).lowercased() {
    case "image": self = .photo
    case "video": self = .video
    case "audio": self = .audio
    default:
      let ending = (name ?? "").split(separator: ".").last.map { $0.lowercased() } ?? ""
      self = Self.endings[ending] ?? .file
    }
  }

  private static let endings: [String: Attachment.Kind] = [
    "jpg": .photo, "jpeg": .photo, "png": .photo, "webp": .photo, "gif": .photo, "bmp": .photo,
    "heic": .photo,
    "avif": .photo, "mp4": .video, "mov": .video, "webm": .video, "mkv": .video, "m4v": .video, "avi": .video,
    "mp3": .audio, "ogg": .audio, "oga": .audio, "opus": .audio, "m4a": .audio, "aac": .audio, "wav": .audio,
    "flac": .audio,
  ]
}

extension ImportOptions {
  /// Whether the owner was given by this key or one of these names.
  func isOwner(key: String, names: String?...) -> Bool {
    guard let owner else { return false }
    return owner == key || names.contains(owner)
  }
}

extension JSONFields {
  /// The width or height of a picture in pixels; nil for a size that no picture has.
  func pixels(_ key: StaticString) -> Int? { count(key, limit: 100_000) }

  /// The size of a file in bytes, from 0.
  func byteCount(_ key: StaticString) -> Int64? { int64(key).flatMap { $0 >= 0 ? $0 : nil } }

  /// The number of a person, a chat or a message as text; nil if it is missing or too long.
  func key(_ name: StaticString) -> String? {
    text(name).flatMap { $0.isEmpty || $0.utf8.count > 256 ? nil : $0 }
  }
}
