import Foundation

/// Writes the zip files of tests: valid ones, and those that programs should not write.
///
/// ```swift
/// var zip = ZipWriter()
/// zip.add("photos/1.jpg", bytes)
/// try zip.data().write(to: file)
/// ```
public struct ZipWriter: Sendable {
  /// The packing of an entry's bytes.
  public enum Packing: Sendable {
    case stored
    /// As deflate's blocks without compression, which every reader of deflate supports.
    case deflated
    /// A number of zeros, which deflate packs to almost nothing. The bytes of the entry are ignored.
    case zeros(count: Int)
  }

  /// An entry, with its possible errors.
  public struct Entry: Sendable {
    public var name: [UInt8]
    public var bytes: [UInt8]
    public var packing = Packing.deflated
    /// Bit 11: the name is UTF-8; bit 3: the sizes follow the bytes; bit 0: there is a password.
    public var flags = 0x800
    public var method: Int?
    /// The kind and the permissions of a Unix file.
    public var mode = 0o100644
    /// Seconds since 1970 UTC, in an extra field; nil for the date 2024-05-06 07:08 of an unknown time zone.
    public var modified: Int64?
    /// The name in the extra field for Unicode.
    public var unicodeName: String?
    /// Whether the sizes are in the extra field of zip64.
    public var isLarge = false
    /// Whether the check sum differs from that of the bytes.
    public var hasWrongCheckSum = false
    /// The size in the directory, if it differs from that of the bytes.
    public var statedSize: Int64?
    /// The number of an earlier entry whose bytes are used.
    public var sharesBytes: Int?

    public init(_ name: String, _ bytes: some Sequence<UInt8>) {
      self.name = Array(name.utf8)
      self.bytes = Array(bytes)
    }
  }

  public var entries: [Entry] = []
  /// Bytes before the first entry, such as a program that unpacks the file.
  public var prefix: [UInt8] = []
  public var comment = ""
  /// Whether the end is in the form of zip64.
  public var isLarge = false
  /// The number of this file among several.
  public var disk = 0
  /// Whether the file was made on Unix; otherwise on MS-DOS.
  public var isFromUnix = true

  public init() {}

  /// Adds an entry in the usual form.
  public mutating func add(
    _ name: String, _ bytes: some Sequence<UInt8>, _ change: (inout Entry) -> Void = { _ in }
  ) {
    var entry = Entry(name, bytes)
    change(&entry)
    entries.append(entry)
  }

  /// Adds all files of a folder, below a name, with their times.
  public mutating func add(folder: URL, as name: String = "") throws {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() {
      let file = folder.appendingPathComponent(path)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      add(name + path, try Data(contentsOf: file)) {
        $0.modified = (attributes[.modificationDate] as? Date).map { Int64($0.timeIntervalSince1970) }
      }
    }
  }

  // MARK: Writing

  /// The zip file.
  public func data() -> Data {
    var file = prefix
    var directory: [UInt8] = []
    var places: [Int] = []
    for entry in entries {
      let packed = ZipWriter.packed(entry)
      let size = ZipWriter.size(entry)
      let sum = ZipWriter.checkSum(entry)
      let place: Int
      if let shared = entry.sharesBytes {
        place = places[shared]
      } else {
        place = file.count - prefix.count
        file += ZipWriter.header(entry, sum: sum, size: size, packed: packed.count)
        file += packed
        if entry.flags & 8 != 0 {
          file += "PK\u{7}\u{8}".utf8
          file += ZipWriter.number(sum, 4) + ZipWriter.number(packed.count, 4) + ZipWriter.number(size, 4)
        }
      }
      places.append(place)
      directory += record(entry, sum: sum, size: size, packed: packed.count, place: place)
    }
    let place = file.count - prefix.count
    file += directory
    file += end(place: place, length: directory.count)
    return Data(file)
  }

  private static func header(_ entry: Entry, sum: Int, size: Int, packed: Int) -> [UInt8] {
    let isLate = entry.flags & 8 != 0
    var extra: [UInt8] = []
    if entry.isLarge { extra += number(1, 2) + number(16, 2) + number(size, 8) + number(packed, 8) }
    return Array("PK\u{3}\u{4}".utf8) + number(45, 2) + number(entry.flags, 2) + number(method(entry), 2)
      + number(7 << 11 | 8 << 5, 2) + number(44 << 9 | 5 << 5 | 6, 2) + number(isLate ? 0 : sum, 4)
      + number(entry.isLarge ? 0xffff_ffff : isLate ? 0 : packed, 4)
      + number(entry.isLarge ? 0xffff_ffff : isLate ? 0 : size, 4) + number(entry.name.count, 2)
      + number(extra.count, 2) + entry.name + extra
  }

  private func record(_ entry: Entry, sum: Int, size: Int, packed: Int, place: Int) -> [UInt8] {
    let number = ZipWriter.number
    let stated = entry.statedSize.map(Int.init) ?? size
    var extra: [UInt8] = []
    if entry.isLarge {
      extra += number(1, 2) + number(24, 2) + number(stated, 8) + number(packed, 8) + number(place, 8)
    }
    if let modified = entry.modified {
      extra += number(0x5455, 2) + number(5, 2) + [1] + number(Int(modified), 4)
    }
    if let name = entry.unicodeName {
      let bytes = Array(name.utf8)
      extra += number(0x7075, 2) + number(5 + bytes.count, 2) + [1]
      extra += number(Int(ZipWriter.sum(entry.name)), 4) + bytes
    }
    var record = Array("PK\u{1}\u{2}".utf8) + number(isFromUnix ? 3 << 8 | 45 : 45, 2) + number(45, 2)
    record += number(entry.flags, 2) + number(ZipWriter.method(entry), 2)
    record += number(7 << 11 | 8 << 5, 2) + number(44 << 9 | 5 << 5 | 6, 2) + number(sum, 4)
    record +=
      number(entry.isLarge ? 0xffff_ffff : packed, 4) + number(entry.isLarge ? 0xffff_ffff : stated, 4)
    record +=
      number(entry.name.count, 2) + number(extra.count, 2) + number(0, 2) + number(0, 2) + number(0, 2)
    record += number(isFromUnix ? entry.mode << 16 : 0, 4) + number(entry.isLarge ? 0xffff_ffff : place, 4)
    return record + entry.name + extra
  }

  private func end(place: Int, length: Int) -> [UInt8] {
    let number = ZipWriter.number
    var end: [UInt8] = []
    if isLarge {
      end += "PK\u{6}\u{6}".utf8
      end += number(44, 8) + number(45, 2) + number(45, 2) + number(0, 4) + number(0, 4)
      end += number(entries.count, 8) + number(entries.count, 8) + number(length, 8) + number(place, 8)
      end += "PK\u{6}\u{7}".utf8
      end += number(0, 4) + number(place + length, 8) + number(1, 4)
    }
    end += "PK\u{5}\u{6}".utf8
    let count = isLarge ? 0xffff : entries.count
    end += number(disk, 2) + number(disk, 2) + number(count, 2) + number(count, 2)
    end += number(isLarge ? 0xffff_ffff : length, 4) + number(isLarge ? 0xffff_ffff : place, 4)
    return end + number(comment.utf8.count, 2) + Array(comment.utf8)
  }

  // MARK: Packing

  private static func method(_ entry: Entry) -> Int {
    if let method = entry.method { return method }
    if case .stored = entry.packing { return 0 }
    return 8
  }

  private static func size(_ entry: Entry) -> Int {
    if case .zeros(let count) = entry.packing { return count }
    return entry.bytes.count
  }

  private static func checkSum(_ entry: Entry) -> Int {
    var value: UInt32
    if case .zeros(let count) = entry.packing {
      value = sum(repeatElement(0, count: count))
    } else {
      value = sum(entry.bytes)
    }
    if entry.hasWrongCheckSum { value ^= 1 }
    return Int(value)
  }

  private static func packed(_ entry: Entry) -> [UInt8] {
    switch entry.packing {
    case .stored: return entry.bytes
    case .zeros(let count): return zeros(count)
    case .deflated:
      var blocks: [UInt8] = []
      var rest = entry.bytes[...]
      repeat {
        let block = rest.prefix(0xffff)
        rest = rest.dropFirst(block.count)
        blocks += [rest.isEmpty ? 1 : 0] + number(block.count, 2) + number(block.count ^ 0xffff, 2) + block
      } while !rest.isEmpty
      return blocks
    }
  }

  /// One block with deflate's fixed codes: a zero, then copies of the previous 258 bytes.
  private static func zeros(_ count: Int) -> [UInt8] {
    var bits = Bits()
    bits.append(0b011, 3)
    var left = count
    if left > 0 {
      // The code of a literal zero is 00110000.
      bits.append(0b0000_1100, 8)
      left -= 1
    }
    while left >= 258 {
      // Length 258 is the code 11000101, distance 1 is 00000.
      bits.append(0b1010_0011, 8)
      bits.append(0, 5)
      left -= 258
    }
    for _ in 0..<left { bits.append(0b0000_1100, 8) }
    bits.append(0, 7)
    return bits.bytes + [bits.last]
  }

  private struct Bits {
    var bytes: [UInt8] = []
    var last: UInt8 = 0
    var used = 0

    /// Appends the lowest bit first.
    mutating func append(_ value: UInt, _ count: Int) {
      for bit in 0..<count {
        if value >> UInt(bit) & 1 == 1 { last |= 1 << UInt8(used) }
        used += 1
        if used == 8 {
          bytes.append(last)
          (last, used) = (0, 0)
        }
      }
    }
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
  }

  private static func sum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = ~0
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xff)] ^ sum >> 8 }
    return ~sum
  }
}
