import Translation

/// The records of comma-separated values, some of which contain line ends in quotation marks.
struct CSVRecords {
  struct Record {
    /// The first line of the record.
    let line: Int
    var fields: [String]
    /// The first line that was left out of a record that is too long.
    let cut: Int?
    /// Whether its last text has no end, because the file or its next line was cut off.
    let isOpen: Bool
    static var openReason: String { tr("the text has no end: the file may have been cut off") }
    var isBlank: Bool { fields.allSatisfy(\.isBlank) }
  }

  private struct Pending {
    let line: Int
    /// The lines so far, which are joined at the end: appending each of them to a text can copy the text.
    var lines: [String]
    var byteCount: Int
    /// Whether the text ends within quotation marks.
    var isQuoted = false
    var cut: Int?
  }

  private var pending: Pending?
  /// The largest size of a record in bytes.
  private let limit: Int

  init(limit: Int = ByteReader.captureLimit) {
    self.limit = limit
  }

  /// Adds a line; returns the records that it completes: that of the line, and one before it that lacks a quotation mark,
  /// which would turn the rest of the file into one text.
  ///
  /// - Parameter beginsRow: Whether the line can only be the first one of a record.
  /// - Complexity: O(n) in the bytes of the line.
  mutating func records(endingWith line: String, _ number: Int, beginsRow: Bool) -> [Record] {
    let open = beginsRow ? end() : nil
    return [open, add(line, number)].compactMap(\.self)
  }

  /// Adds a line; returns the record that it completes.
  mutating func add(_ line: String, _ number: Int) -> Record? {
    let isCut = pending.map { $0.cut != nil || $0.byteCount + line.utf8.count >= limit } ?? false
    if isCut {
      if pending?.cut == nil { pending?.cut = number }
    } else if pending == nil {
      pending = Pending(line: number, lines: [line], byteCount: line.utf8.count)
    } else {
      pending?.lines.append(line)
      pending?.byteCount += line.utf8.count + 1
    }
    let marks = line.utf8.count { $0 == UInt8(ascii: "\"") }
    if !marks.isMultiple(of: 2) { pending?.isQuoted.toggle() }
    return pending?.isQuoted == true ? nil : end()
  }

  /// Returns and removes the pending record.
  mutating func end() -> Record? {
    guard let record = pending else { return nil }
    pending = nil
    // A record that is cut off ends within quotation marks.
    let text = record.lines.joined(separator: "\n")
    let fields = Self.fields(text)
    return (fields ?? Self.fields(text + "\"")).map {
      Record(line: record.line, fields: $0, cut: record.cut, isOpen: fields == nil && record.cut == nil)
    }
  }

  /// Returns nil if the text ends within quotation marks.
  private static func fields(_ text: String) -> [String]? {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuote = false
    for byte in text.utf8 {
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          (isQuoted, wasQuote) = (false, true)
        } else {
          field.append(byte)
        }
      } else if byte == UInt8(ascii: "\"") {
        // Two quotation marks represent one.
        if wasQuote { field.append(byte) }
        isQuoted = true
        wasQuote = false
      } else if byte == UInt8(ascii: ",") {
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
        wasQuote = false
      } else {
        field.append(byte)
        wasQuote = false
      }
    }
    if isQuoted { return nil }
    return fields + [String(decoding: field, as: UTF8.self)]
  }
}
