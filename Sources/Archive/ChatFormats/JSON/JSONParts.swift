import Chats
import Foundation
import SeededRandom
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
  fileprivate mutating func note(on value: JSONValue, at place: Int64) -> ImportItem? {
    records.note(on: value, at: place).map { .problem($0) }
  }

  /// The problem of a record.
  func problem(_ reason: String, at place: Int64, _ effect: ImportProblem.Effect) -> ImportItem {
    .problem(records.problem(reason, at: .byte(place), effect))
  }
}

/// A reader of the records of JSON files. Their times are instants.
protocol JSONReader: ImportSource {
  var parts: JSONParts { get set }
  /// Items that were read but not returned yet.
  var due: [ImportItem] { get set }

  /// Receives the beginning of an object or of a list of records; see ``JSONRecords/Item``. By default, does nothing.
  mutating func begin(_ name: String)
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

  mutating func begin(_ name: String) {}
  mutating func take(_ key: String, _ value: JSONValue) {}

  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard let item = parts.next() else { return nil }
      switch item {
      case .begin(let name): begin(name)
      case .end: break
      case .member(let key, let value): take(key, value)
      case .problem(let problem): due.append(.problem(problem))
      case .record(let value, let place):
        if let note = parts.note(on: value, at: place) { due.append(note) }
        if let fields = value.asObject {
          read(fields, at: place)
        } else {
          skip(tr("not a message"), at: place)
        }
      }
    }
    return due.removeFirst()
  }

  /// Reports a record that cannot be used.
  mutating func skip(_ reason: String, at place: Int64) {
    due.append(parts.problem(reason, at: place, .skipped))
  }

  /// The time of a record. Without a valid one, reports the record, and returns nil.
  mutating func time<Written, Time>(
    _ written: Written?, at place: Int64, _ read: (Written) -> Time?
  ) -> Time? {
    let time = written.flatMap(read)
    if time == nil { skip(written == nil ? tr("message without a date") : tr("invalid date"), at: place) }
    return time
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
    guard let east = cursor.zoneOffset() else { return nil }
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

  /// The order key of the next message. Messages of the same time that no export has both of are in the order of a hash of
  /// their keys, so that it does not depend on which export came first.
  mutating func orderKey(at sentAt: Int64, of source: String) -> Int64 {
    rank = sentAt == last ? min(rank + 1, OrderKey.ranks / Self.hashes - 1) : 0
    last = sentAt
    let hash = Int64(FNV1a.hash(source) % UInt64(Self.hashes))
    return OrderKey.make(sentAt: sentAt, rank: rank * Self.hashes + hash)
  }

  private static let hashes: Int64 = 1 << 8
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
