import Chats
import Foundation
import Translation

/// Reads a JSON export record by record.
///
/// Memory is constant: one record is in memory at a time. After damage, reading continues at the next landmark.
struct JSONRecords {
  enum Item {
    /// The beginning and the end of an object or of a list of records, with the name of its member. Elements of a list
    /// have the name of the list, and the whole file has an empty name.
    case begin(String)
    case end(String)
    /// A requested member.
    case member(key: String, value: JSONValue)
    /// A record, and the offset of its first byte.
    case record(JSONValue, place: Int64)
    case problem(ImportProblem)
  }

  /// The parts of a file to read. All others are skipped.
  indirect enum Structure: Sendable {
    case object([String: Structure])
    case list(of: Structure)
    /// A list of records.
    case records
    /// Records without a list around them, usually one a line. Only the root of a file can be this.
    case lines
    /// A value that is read as a whole, so it should be small.
    case member
  }

  /// The position at which reading continues after damage.
  enum Landmark: Sendable {
    /// An object that is a record, in the list of records or anywhere else.
    case record(@Sendable (JSONFields) -> Bool)
    /// An object that is recognized by the given number of bytes. The closure returns the names of the members that
    /// lead to the list around it, or nil for other objects.
    case path(reach: Int, @Sendable (ArraySlice<UInt8>) -> [String]?)
  }

  /// The structure of a file, and how reading continues after damage.
  struct Shape: Sendable {
    var root: Structure
    var landmark: Landmark
    /// The number of bytes that may be read twice after damage. Real damage needs few. Without a limit, a file that
    /// consists of beginnings of records would be read once for each of them.
    var rereadable: Int64 = 16 << 20

    init(root: Structure, landmark: Landmark, rereadable: Int64) {
      (self.root, self.landmark, self.rereadable) = (root, landmark, rereadable)
    }

    /// Records without a list around them; see ``Structure/lines``.
    init(linesOf isRecord: @escaping @Sendable (JSONFields) -> Bool) {
      landmark = .record(isRecord)
      root = .lines
    }

    /// A list of records.
    ///
    /// - Parameters:
    ///   - list: The name of the member with the list; nil if the file itself is the list, without an object around it.
    ///   - members: The other members to read.
    ///   - isRecord: Whether an object is a record. After damage, reading continues with one.
    init(list: String?, members: Set<String> = [], isRecord: @escaping @Sendable (JSONFields) -> Bool) {
      landmark = .record(isRecord)
      guard let list else {
        root = .records
        return
      }
      var parts = Dictionary(uniqueKeysWithValues: members.map { ($0, Structure.member) })
      parts[list] = .records
      root = .object(parts)
    }
  }

  /// An object or a list around the position.
  private struct Frame {
    let structure: Structure
    let name: String
    var isFirst = true
    var isRecords: Bool {
      switch structure {
      case .records, .lines: true
      case .object, .list, .member: false
      }
    }
  }

  private var json: JSONStream
  private let shape: Shape
  private var frames: [Frame] = []
  private var hasBegun = false
  private var isAtEnd = false
  /// Whether the records follow damage, and can therefore belong to another list.
  private var isRecovering = false
  /// Whether the list was found.
  private(set) var hasList = false
  private var hasNotedBareWord = false
  private var rereadable: Int64
  private var due: [Item] = []

  init(_ reader: ByteReader, _ shape: Shape) {
    json = JSONStream(reader)
    self.shape = shape
    rereadable = shape.rereadable
  }

  /// Continues the reading of a list of records at the beginning of one of them.
  init(_ reader: ByteReader, at list: String, _ shape: Shape) {
    self.init(reader, shape)
    hasBegun = true
    resume(in: [list])
    due = []
    isRecovering = false
  }

  /// The file, which can be opened again.
  var source: ImportFile { json.reader.source }

  /// A reader of the same file, at its beginning.
  func bytesAgain() throws(ImportError) -> ByteReader { try json.reader.again() }
  /// Bytes read so far.
  var offset: Int64 { json.reader.offset }
  /// The error that ended the reading early.
  var failure: ImportError? { json.reader.failure }

  /// The next item; nil at the end and after an error.
  mutating func next() -> Item? {
    while due.isEmpty, !isAtEnd {
      do {
        if let item = try step() { return item }
      } catch {
        guard failure == nil else { return nil }
        let problem = recover(from: error)
        due.append(.problem(problem))
      }
    }
    return due.isEmpty ? nil : due.removeFirst()
  }

  /// Passes one key or element.
  private mutating func step() throws(JSONStream.Fault) -> Item? {
    guard let frame = frames.last else { return try begin() }
    frames[frames.count - 1].isFirst = false
    switch frame.structure {
    case .object(let members):
      guard let key = try json.nextKey(isFirst: frame.isFirst) else { return leave() }
      if let structure = members[key] { return try enter(structure, named: key) }
      try json.skipValue()
      return nil
    case .list(let element):
      return try json.nextElement(isFirst: frame.isFirst) ? try enter(element, named: frame.name) : leave()
    case .records:
      return try json.nextElement(isFirst: frame.isFirst) ? try readRecord() : leaveRecords()
    case .lines:
      guard json.token() != nil else { return leave() }
      let item = try readRecord()
      isRecovering = false
      return item
    case .member: return leave()
    }
  }

  /// Enters the root structure of the file. Nothing may follow it.
  private mutating func begin() throws(JSONStream.Fault) -> Item? {
    guard json.token() != nil else {
      guard hasBegun else { throw .cutOff }
      isAtEnd = true
      return nil
    }
    guard !hasBegun else { throw .broken }
    if case .lines = shape.root {
      hasBegun = true
      return push(.lines, named: "")
    }
    var root = Structure.records
    if json.open("{") {
      if case .object = shape.root { root = shape.root } else { root = .object([:]) }
    } else {
      // A list of records can occur without the object around it.
      guard case .record = shape.landmark, json.open("[") else { throw .broken }
    }
    hasBegun = true
    return push(root, named: "")
  }

  private mutating func enter(_ structure: Structure, named name: String) throws(JSONStream.Fault) -> Item? {
    switch structure {
    case .object where json.open("{"), .list where json.open("["), .records where json.open("["):
      return push(structure, named: name)
    case .member:
      if case .value(let value) = try json.value() { return .member(key: name, value: value) }
    default: try json.skipValue()
    }
    return nil
  }

  private mutating func push(_ structure: Structure, named name: String) -> Item? {
    let frame = Frame(structure: structure, name: name)
    frames.append(frame)
    hasList = hasList || frame.isRecords
    if case .list = structure { return nil }
    return .begin(name)
  }

  private mutating func leave() -> Item? {
    let frame = frames.removeLast()
    if case .list = frame.structure { return nil }
    return .end(frame.name)
  }

  private mutating func leaveRecords() -> Item? {
    if isRecovering {
      // This may or may not be the end of the list of records. If it is, members follow.
      guard frames.count > 1, json.token() == UInt8(ascii: ",") else {
        _ = goToLandmark()
        return nil
      }
      isRecovering = false
    }
    return leave()
  }

  private mutating func readRecord() throws(JSONStream.Fault) -> Item? {
    _ = json.token()
    let start = offset
    switch try json.value() {
    case .value(let value): return .record(value, place: start)
    case .excess(let excess): return .problem(problem(excess.reason, at: .byte(start), .skipped))
    }
  }

  /// A note on a record that was read; nil if it needs none.
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
    ImportProblem(file: source.url, place: place, reason: reason, effect: effect)
  }

  // MARK: Damage

  /// Moves to the next landmark or to the end, and returns a description of the damage.
  private mutating func recover(from fault: JSONStream.Fault) -> ImportProblem {
    let recordStart = frames.last?.isRecords == true ? json.reader.captureOrigin : nil
    let start = recordStart ?? offset
    // Bytes after the end do not belong to the export.
    let isInside = fault == .cutOff || !hasBegun || !frames.isEmpty && !isRecovering
    goBack()
    let goesOn = goToLandmark()
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

  private mutating func goToLandmark() -> Bool {
    hasBegun = true
    while true {
      json.reader.skip { $0 != UInt8(ascii: "{") }
      guard json.reader.peek() != nil else { break }
      if let path = landmark() {
        resume(in: path)
        return true
      }
    }
    frames = []
    return false
  }

  /// The names of the members that lead to the list around the object that begins here; nil if it is not a landmark. In
  /// this case, moves forward by at least one byte.
  private mutating func landmark() -> [String]? {
    switch shape.landmark {
    case .path(let reach, let path):
      if let found = path(json.reader.lookahead(reach)) { return found }
      json.reader.advance()
    case .record(let isRecord):
      let (value, bytes) = json.valueAhead(limit: rereadable > 0 ? 1 << 20 : 64 << 10)
      if let fields = value?.asObject, isRecord(fields) {
        guard case .object(let members) = shape.root else { return [] }
        return members.filter { if case .records = $1 { true } else { false } }.map(\.key)
      }
      json.reader.advance()
      // A value within it may be a record.
      spend(Int64(bytes))
    }
    return nil
  }

  /// Continues reading before an element of a list.
  private mutating func resume(in path: [String]) {
    if case .record = shape.landmark { isRecovering = true }
    var structures = [(name: "", structure: shape.root)]
    for name in path {
      guard case .object(let members)? = structures.last?.structure, let part = members[name] else { break }
      structures.append((name, part))
    }
    var path = structures.map { Frame(structure: $0.structure, name: $0.name, isFirst: false) }
    if let list = frames.lastIndex(where: \.isRecords), path.last?.isRecords == true {
      frames.removeSubrange((list + 1)...)
    } else {
      // The beginning of the objects around the list is lost, except for the members that were already read.
      frames = path
      if let last = path.popLast(), last.isRecords {
        hasList = true
        due.append(.begin(last.name))
      }
    }
    frames[frames.count - 1].isFirst = true
  }

  private mutating func spend(_ bytes: Int64) {
    rereadable -= bytes
    guard rereadable < 0 else { return }
    // Too much damage to check each bracket, so the rest is read line by line.
    json.reader.skip { $0 != UInt8(ascii: "\n") }
  }
}
