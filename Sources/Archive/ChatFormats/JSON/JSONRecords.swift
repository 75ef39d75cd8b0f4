import Chats
import Foundation
import Translation

/// Reads a JSON export record by record: a list of records in an object, or a list alone.
///
/// Memory is constant: one record is in memory at a time. After damage, reading continues at the next value that is a record.
struct JSONRecords {
  enum Item {
    /// A member of the object around the list that was asked for.
    case member(key: String, value: JSONValue)
    /// A record, and the byte at which it begins.
    case record(JSONValue, place: Int64)
    case problem(ImportProblem)
  }

  /// What is looked for in a file.
  struct Shape: Sendable {
    /// The name of the member that is the list of records; nil if the file is such a list, without an object around it.
    var list: String?
    /// The other members that are wanted. They are read at once, so that they should be small.
    var members: Set<String> = []
    /// Whether a value is a record. After damage, nothing else is taken for one.
    var isRecord: @Sendable (JSONFields) -> Bool
  }

  private enum Place {
    case start, object, list, end
    /// Behind damage, where the list may go on.
    case recovering
  }

  private var json: JSONStream
  private let shape: Shape
  private var place = Place.start
  private var isFirst = true
  /// Whether the list was found.
  private(set) var hasList = false
  private var hasNotedBareWord = false
  /// Bytes that may still be read twice after damage. Real damage needs few. Without a limit, a file that consists of
  /// beginnings of records would be read once for each of them.
  private var rereadable: Int64 = 16 << 20

  init(_ reader: ByteReader, _ shape: Shape) {
    json = JSONStream(reader)
    self.shape = shape
  }

  var file: URL { json.reader.file }
  /// Bytes read so far.
  var offset: Int64 { json.reader.offset }
  /// The error that ended the reading early.
  var failure: ImportError? { json.reader.failure }

  /// The next item; nil at the end and after an error.
  mutating func next() -> Item? {
    while place != .end {
      do {
        if let item = try step() { return item }
      } catch {
        guard failure == nil else { return nil }
        return .problem(recover(from: error))
      }
    }
    return nil
  }

  private mutating func step() throws(JSONStream.Fault) -> Item? {
    switch place {
    case .start:
      guard json.token() != nil else { throw .cutOff }
      if json.open("{") {
        place = .object
      } else if json.open("[") {
        enterList()
      } else {
        throw .broken
      }
      isFirst = true
      return nil
    case .object:
      let wasFirst = isFirst
      isFirst = false
      guard let key = try json.nextKey(isFirst: wasFirst) else {
        try end()
        return nil
      }
      if key == shape.list {
        if json.open("[") { enterList() } else { try json.skipValue() }
      } else if shape.members.contains(key) {
        if case .value(let value) = try json.value() { return .member(key: key, value: value) }
      } else {
        try json.skipValue()
      }
      return nil
    case .list, .recovering:
      let wasFirst = isFirst
      isFirst = false
      guard try json.nextElement(isFirst: wasFirst) else {
        if place == .recovering {
          // It is unknown whether this is the list of records that has ended. If it is, members follow.
          if shape.list != nil, json.token() == UInt8(ascii: ",") {
            place = .object
          } else {
            _ = goToRecord()
          }
        } else if shape.list != nil {
          place = .object
        } else {
          try end()
        }
        return nil
      }
      return try readRecord()
    case .end: return nil
    }
  }

  /// Ends the export. Nothing may follow it.
  private mutating func end() throws(JSONStream.Fault) {
    place = .end
    guard json.token() == nil else { throw .broken }
  }

  private mutating func enterList() {
    place = .list
    hasList = true
    isFirst = true
  }

  private mutating func readRecord() throws(JSONStream.Fault) -> Item? {
    _ = json.token()
    let start = offset
    switch try json.value() {
    case .value(let value): return .record(value, place: start)
    case .excess(let excess):
      return .problem(problem(excess.reason, at: .byte(start), .skipped))
    }
  }

  /// What is worth a note about a record that was read; nil if nothing is.
  mutating func note(on value: JSONValue, at start: Int64) -> ImportProblem? {
    if let finding = value.document.repair { return problem(finding.reason, at: .byte(start), .noted) }
    guard value.document.hasBareWord, !hasNotedBareWord else { return nil }
    hasNotedBareWord = true
    let reason = tr("value without quotation marks, read as text; further ones are not reported")
    return problem(reason, at: .byte(start), .noted)
  }

  func problem(
    _ reason: String, at place: ImportProblem.Place, _ effect: ImportProblem.Effect
  ) -> ImportProblem {
    ImportProblem(file: file, place: place, reason: reason, effect: effect)
  }

  // MARK: Damage

  /// Moves to the next record or to the end, and returns a description of the damage.
  private mutating func recover(from fault: JSONStream.Fault) -> ImportProblem {
    let recordStart = place == .list || place == .recovering ? json.reader.captureOrigin : nil
    let start = recordStart ?? offset
    // What follows the end is none of the export.
    let isInside = fault == .cutOff || place != .end && place != .recovering
    goBack()
    let goesOn = goToRecord()
    let what =
      switch (fault, goesOn) {
      case (.cutOff, false):
        recordStart == nil ? tr("unexpected end of the file") : tr("the file ends within a message")
      case (_, true):
        recordStart == nil
          ? tr("invalid JSON; reading continued at byte {offset}", ["offset": "\(offset)"])
          : tr("invalid JSON in a message")
      case (.broken, false): tr("invalid JSON, and no message after it")
      }
    return problem(
      what, at: .byte(start), recordStart != nil ? .skipped : isInside && !goesOn ? .incomplete : .noted)
  }

  /// Moves back to just after the beginning of the unreadable value, which may contain readable records.
  private mutating func goBack() {
    let length = json.reader.captureOrigin.map { offset - $0 } ?? 0
    if length <= rereadable {
      rereadable -= length
      json.reader.rewindIntoCapture()
    } else {
      _ = json.reader.endCapture()
    }
  }

  /// Moves to the beginning of the next record.
  private mutating func goToRecord() -> Bool {
    while true {
      json.reader.skip { $0 != UInt8(ascii: "{") }
      guard json.reader.peek() != nil else { break }
      if isRecordNext() {
        place = .recovering
        isFirst = true
        hasList = true
        return true
      }
    }
    place = .end
    return false
  }

  /// Whether a record begins here. Otherwise moves on by a byte at least.
  private mutating func isRecordNext() -> Bool {
    let (value, bytes) = json.valueAhead(limit: rereadable > 0 ? 1 << 20 : 64 << 10)
    if let fields = value?.asObject, shape.isRecord(fields) { return true }
    json.reader.advance()
    // What is in the value may be a record.
    spend(Int64(bytes))
    return false
  }

  private mutating func spend(_ bytes: Int64) {
    rereadable -= bytes
    guard rereadable < 0 else { return }
    // Too much damage to look at each bracket: the rest is read line by line.
    json.reader.skip { $0 != UInt8(ascii: "\n") }
  }
}
