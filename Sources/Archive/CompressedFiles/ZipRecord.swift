/// The contents of a zip file's header for an entry.
struct ZipRecord {
  static let signature = Array("PK\u{3}\u{4}".utf8)
  /// Precedes the first entry of a file that was made to be split.
  static let splitSignature = Array("PK\u{7}\u{8}".utf8)
  /// The length in bytes of the header before an entry, without the name.
  static let headerLength = 30

  var rawName: [UInt8] = []
  var flags = 0
  var method = 0
  var size: Int64 = 0
  var compressedSize: Int64 = 0
  var modified = ZipFile.ModificationTime.local(year: 1980, month: 1, day: 1, hour: 0, minute: 0)
  /// The kind and the permissions of a Unix file; 0 if unknown.
  var mode = 0
  /// Whether the maker used “\” between folders.
  var isFromDOS = false
  var offset: Int64 = 0
  /// The name in the Unicode extra field, if it belongs to the raw name.
  var unicodeName: [UInt8]?

  var isEncrypted: Bool { flags & 0x41 != 0 }
  /// Whether the sizes are written after the bytes of the entry.
  var hasSizesAtEnd: Bool { flags & 8 != 0 }

  /// The smallest possible offset of the entry's end.
  var end: Int64 {
    // The header before the entry can have other extra fields than the one in the directory.
    let start = offset.addingReportingOverflow(Int64(ZipRecord.headerLength + rawName.count))
    let end = start.partialValue.addingReportingOverflow(compressedSize)
    return start.overflow || end.overflow ? .max : end.partialValue
  }

  /// Sets the time from MS-DOS values, which have a unit of two seconds and start in 1980.
  mutating func setTime(date: Int, time: Int) {
    modified = .local(
      year: 1980 + date >> 9, month: date >> 5 & 15, day: date & 31, hour: time >> 11, minute: time >> 5 & 63)
  }

  /// Reads the extra fields, which contain the values that do not fit into the fixed ones. Returns false if a size is missing.
  mutating func read(extra bytes: ArraySlice<UInt8>, hasOffset: Bool) -> Bool {
    var fields = ZipFields(bytes)
    var isComplete = !isTooLarge(hasOffset: hasOffset)
    while let id = fields.short(), let length = fields.short(), let content = fields.bytes(length) {
      var content = ZipFields(content)
      switch id {
      case 0x0001:
        isComplete = readLargeSizes(&content, hasOffset: hasOffset)
      case 0x5455:
        // The first bit indicates that the modification time is present.
        if let bits = content.bytes(1)?.first, bits & 1 == 1, let seconds = content.long() {
          modified = .instant(Int64(Int32(truncatingIfNeeded: seconds)))
        }
      case 0x7075:
        if content.bytes(1)?.first == 1, let sum = content.long(), UInt32(sum) == CRC32.sum(rawName) {
          unicodeName = Array(content.rest)
        }
      default: break
      }
    }
    return isComplete
  }

  private static let tooLarge: Int64 = 0xffff_ffff

  private func isTooLarge(hasOffset: Bool) -> Bool {
    size == ZipRecord.tooLarge || compressedSize == ZipRecord.tooLarge
      || hasOffset && offset == ZipRecord.tooLarge
  }

  /// Reads the zip64 field, which contains only those numbers that do not fit into the fixed fields.
  private mutating func readLargeSizes(_ content: inout ZipFields, hasOffset: Bool) -> Bool {
    if size == ZipRecord.tooLarge {
      guard let number = content.huge() else { return false }
      size = number
    }
    if compressedSize == ZipRecord.tooLarge {
      guard let number = content.huge() else { return false }
      compressedSize = number
    }
    if hasOffset, offset == ZipRecord.tooLarge {
      guard let number = content.huge() else { return false }
      offset = number
    }
    return true
  }
}

/// Reads the directory at the end of a zip file.
///
/// libarchive also lists entries, but it visits each of them, cannot start at a given one, and converts names through
/// the locale: with 5,000 entries, reaching an entry in the middle would cost as much as reading half of the file.
enum ZipDirectory {
  static let endSignature = Array("PK\u{5}\u{6}".utf8)
  private static let largeEndSignature = Array("PK\u{6}\u{6}".utf8)
  private static let locatorSignature = Array("PK\u{6}\u{7}".utf8)
  private static let recordSignature = Array("PK\u{1}\u{2}".utf8)

  /// The length in bytes of the end record without its comment, and of the locator before it.
  private static let endLength = 22
  private static let locatorLength = 20
  private static let largeEndLength = 56
  /// The largest size in bytes of a directory: two million entries with long names.
  private static let lengthLimit: Int64 = 512 << 20

  private struct End {
    var count: Int64
    var length: Int64
    var offset: Int64
    /// The offset of the record, which follows the directory.
    var place: Int64
  }

  /// Fails with `damaged` if there is no directory, or only a part of one.
  static func records(in file: ZipBytes) throws(ZipError) -> [ZipRecord] {
    guard let end = try end(of: file) else { throw .damaged }
    guard end.count <= ZipFile.entryLimit, end.length <= lengthLimit else { throw .tooManyEntries }
    // A program before the zip file, as in self-extracting files, shifts all offsets.
    let shift = end.place - end.length - end.offset
    guard shift >= 0 else { throw .damaged }
    let bytes = try file.bytes(at: end.offset + shift, Int(end.length))
    guard bytes.count == end.length else { throw .damaged }
    var fields = ZipFields(bytes[...])
    var records: [ZipRecord] = []
    records.reserveCapacity(Int(min(end.count, end.length / 46)))
    while !fields.rest.isEmpty {
      guard var record = record(&fields) else {
        // The directory's signature may follow.
        if records.count == end.count { break }
        throw .damaged
      }
      record.offset += shift
      records.append(record)
      guard records.count <= ZipFile.entryLimit else { throw .tooManyEntries }
    }
    // The number has 16 bits in zip files without zip64.
    guard Int64(records.count & 0xffff) == end.count & 0xffff else { throw .damaged }
    return records
  }

  private static func record(_ fields: inout ZipFields) -> ZipRecord? {
    guard let signature = fields.bytes(4), signature.elementsEqual(recordSignature),
      let maker = fields.short(), fields.short() != nil, let flags = fields.short(),
      let method = fields.short(), let time = fields.short(), let date = fields.short(), fields.long() != nil,
      let compressed = fields.long(), let size = fields.long(), let nameLength = fields.short(),
      let extraLength = fields.short(), let commentLength = fields.short(), fields.long() != nil,
      let attributes = fields.long(), let offset = fields.long(), let name = fields.bytes(nameLength),
      let extra = fields.bytes(extraLength), fields.bytes(commentLength) != nil
    else { return nil }
    var record = ZipRecord()
    record.rawName = Array(name)
    record.flags = flags
    record.method = method
    record.size = size
    record.compressedSize = compressed
    record.offset = offset
    record.setTime(date: date, time: time)
    switch maker >> 8 {
    case 3, 19: record.mode = Int(attributes >> 16)
    case 0, 11, 14: record.isFromDOS = true
    default: break
    }
    return record.read(extra: extra, hasOffset: true) ? record : nil
  }

  /// The last end record, which a comment may follow.
  private static func end(of file: ZipBytes) throws(ZipError) -> End? {
    let tailLength = min(file.byteCount, Int64(endLength + 0xffff))
    let start = file.byteCount - tailLength
    let tail = try file.bytes(at: start, Int(tailLength))
    var position = tail.count - endLength
    while position >= 0 {
      defer { position -= 1 }
      guard tail[position] == endSignature[0], tail[position...].starts(with: endSignature) else { continue }
      var fields = ZipFields(tail[(position + 4)...])
      guard let disk = fields.short(), let firstDisk = fields.short(), fields.short() != nil,
        let count = fields.short(), let length = fields.long(), let offset = fields.long(),
        let comment = fields.short(), comment <= fields.rest.count
      else { continue }
      let end = End(count: Int64(count), length: length, offset: offset, place: start + Int64(position))
      if let large = try largeEnd(before: end.place, in: file) { return large }
      guard disk == 0 && firstDisk == 0 || disk == 0xffff else { throw .split }
      return end
    }
    return nil
  }

  /// The zip64 end record, which contains the numbers that are too large for the other one.
  private static func largeEnd(before place: Int64, in file: ZipBytes) throws(ZipError) -> End? {
    let locatorPlace = place - Int64(locatorLength)
    var locator = ZipFields(try file.bytes(at: locatorPlace, locatorLength)[...])
    guard locator.bytes(4).map({ $0.elementsEqual(locatorSignature) }) ?? false, locator.long() != nil,
      let stated = locator.huge(), let disks = locator.long()
    else { return nil }
    guard disks <= 1 else { throw .split }
    // With a program before the zip file, the record is not at the locator's offset, but right before the locator.
    for place in [stated, locatorPlace - Int64(largeEndLength)] {
      var fields = ZipFields(try file.bytes(at: place, largeEndLength)[...])
      guard fields.bytes(4).map({ $0.elementsEqual(largeEndSignature) }) ?? false else { continue }
      fields.skip(20)
      guard fields.huge() != nil, let count = fields.huge(), let length = fields.huge(),
        let offset = fields.huge()
      else { continue }
      return End(count: count, length: length, offset: offset, place: place)
    }
    return nil
  }
}

/// Finds the entries of a zip file without its directory, for example of a truncated download.
enum ZipSearch {
  /// The number of bytes that are searched at a time.
  private static let chunkSize = 1 << 20

  static func records(in file: ZipBytes, isCancelled: () -> Bool) throws(ZipError) -> [ZipRecord] {
    var records: [ZipRecord] = []
    var place: Int64 = 0
    while !isCancelled(), let start = try next(from: place, in: file) {
      guard let record = try record(at: start, in: file) else {
        place = start + 4
        continue
      }
      records.append(record)
      guard records.count <= ZipFile.entryLimit else { throw .tooManyEntries }
      // If the end of an entry is unknown, search within it.
      place = record.hasSizesAtEnd && record.compressedSize == 0 ? start + 4 : min(record.end, file.byteCount)
    }
    return records
  }

  /// The next offset of an entry's signature.
  private static func next(from place: Int64, in file: ZipBytes) throws(ZipError) -> Int64? {
    var place = place
    while place < file.byteCount {
      let bytes = try file.bytes(at: place, chunkSize)
      var rest = bytes[...]
      while let found = rest.firstIndex(of: ZipRecord.signature[0]) {
        if bytes[found...].starts(with: ZipRecord.signature) { return place + Int64(found) }
        rest = bytes[(found + 1)...]
      }
      guard bytes.count > 3 else { return nil }
      place += Int64(bytes.count - 3)
    }
    return nil
  }

  private static func record(at place: Int64, in file: ZipBytes) throws(ZipError) -> ZipRecord? {
    // The name and the extra fields have at most 65,535 bytes each.
    var fields = ZipFields(try file.bytes(at: place, ZipRecord.headerLength + 2 * 0xffff)[...])
    fields.skip(6)
    guard let flags = fields.short(), let method = fields.short(), let time = fields.short(),
      let date = fields.short(), fields.long() != nil, let compressed = fields.long(),
      let size = fields.long(),
      let nameLength = fields.short(), let extraLength = fields.short(), nameLength > 0,
      let name = fields.bytes(nameLength)
    else { return nil }
    var record = ZipRecord()
    record.rawName = Array(name)
    record.flags = flags
    record.method = method
    record.size = size
    record.compressedSize = compressed
    record.offset = place
    record.setTime(date: date, time: time)
    guard record.read(extra: fields.bytes(extraLength) ?? fields.rest, hasOffset: false) else { return nil }
    if record.hasSizesAtEnd, record.compressedSize == 0, !record.isEncrypted {
      try measure(&record, in: file)
    }
    return record
  }

  /// Decompresses an entry to find its end, because the sizes are only written after it.
  private static func measure(_ record: inout ZipRecord, in file: ZipBytes) throws(ZipError) {
    do {
      let stream = try ZipEntryStream(file.url, at: record.offset, size: nil, compressedSize: 0)
      while case let bytes = try stream.read(upTo: chunkSize), !bytes.isEmpty {
        guard stream.offset < ZipContents.sizeLimit else { return }
      }
      record.size = stream.offset
      // The preceding bytes belong to the header, whose smallest length is counted separately.
      record.compressedSize = max(0, stream.consumed - Int64(ZipRecord.headerLength + record.rawName.count))
    } catch .system(let reason) {
      throw .system(reason)
    } catch {
      // The entry is truncated or damaged, so all remaining bytes may belong to it.
      record.compressedSize = file.byteCount
    }
  }
}
