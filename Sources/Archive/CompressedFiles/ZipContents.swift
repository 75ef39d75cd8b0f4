import Foundation

/// The readable entries of a zip file, from its headers.
struct ZipContents {
  private(set) var entries: [ZipFile.Entry] = []
  private(set) var remarks: [ZipFile.Remark] = []

  /// The largest number of bytes of an entry: a hundred times the largest known export.
  static let sizeLimit: Int64 = 1 << 40
  /// The size in bytes from which the compression ratio is checked. A smaller bomb does no harm.
  private static let bombSize: Int64 = 256 << 20
  /// The largest allowed ratio of an entry's size to its compressed size. JSON and chat logs reach 5 to 20, logs of a
  /// program that repeats itself 100; zeros reach 1,030.
  private static let bombRatio: Int64 = 300

  init(_ records: [ZipRecord], byteCount: Int64) {
    var numbers: [String: Int] = [:]
    var hasAssumedEncoding = false
    let overlapping = ZipContents.overlapping(records)
    for (number, record) in records.enumerated() {
      let (name, isAssumed) = ZipName.text(of: record)
      if isAssumed, !hasAssumedEncoding {
        hasAssumedEncoding = true
        remarks.append(.assumedEncoding(name))
      }
      // Folders are implied by the paths of files.
      guard !name.hasSuffix("/") else { continue }
      guard let path = ZipName.path(name) else {
        remarks.append(.unsafeName(name))
        continue
      }
      switch record.mode & 0o170000 {
      case 0, 0o100000: break
      case 0o040000: continue
      case 0o120000:
        remarks.append(.link(path))
        continue
      default:
        remarks.append(.notAFile(path))
        continue
      }
      let entry = ZipFile.Entry(
        name: path, size: record.size, compressedSize: record.compressedSize, modified: record.modified,
        obstacle: ZipContents.obstacle(
          of: record, byteCount: byteCount, isOverlapping: overlapping.contains(number)),
        offset: record.offset)
      if let known = numbers[path] {
        remarks.append(.duplicate(path))
        entries[known] = entry
      } else {
        numbers[path] = entries.count
        entries.append(entry)
      }
    }
    entries.sort { $0.offset < $1.offset }
  }

  private static func obstacle(
    of record: ZipRecord, byteCount: Int64, isOverlapping: Bool
  ) -> ZipError? {
    if record.isEncrypted || record.method == 99 { return .encrypted }
    guard supportedMethods.contains(record.method),
      !record.hasSizesAtEnd || streamedMethods.contains(record.method)
    else { return .unsupported }
    if isOverlapping || isBomb(record) { return .bomb }
    return record.end > byteCount ? .cutOff : nil
  }

  /// Stored, deflated, bzip2, LZMA, Zstandard, xz.
  private static let supportedMethods: Set<Int> = [0, 8, 12, 14, 93, 95]

  /// The methods for which libarchive finds the end without knowing the size.
  private static let streamedMethods: Set<Int> = [0, 8]

  private static func isBomb(_ record: ZipRecord) -> Bool {
    record.size > sizeLimit
      || record.size > bombSize && record.size / max(1, record.compressedSize) > bombRatio
  }

  /// The numbers of entries that share bytes with others. No program compresses like this, except to make a small file
  /// look large.
  private static func overlapping(_ records: [ZipRecord]) -> Set<Int> {
    let order = records.indices.sorted { records[$0].offset < records[$1].offset }
    var overlapping: Set<Int> = []
    for (number, next) in zip(order, order.dropFirst()) where records[number].compressedSize > 0 {
      // A truncated entry ends after all others.
      if records[number].end > records[next].offset { overlapping.insert(number) }
    }
    return overlapping
  }
}

/// The names of entries.
enum ZipName {
  /// The longest path in bytes that systems accept.
  private static let longest = 4096

  /// The name as text, and whether its encoding was assumed.
  static func text(of record: ZipRecord) -> (text: String, isAssumed: Bool) {
    var (text, isAssumed) = decoded(record)
    // Some Windows programs write their own separator, which the format forbids.
    if record.isFromDOS, !text.contains("/") { text = text.replacing("\\", with: "/") }
    return (text, isAssumed)
  }

  private static func decoded(_ record: ZipRecord) -> (String, isAssumed: Bool) {
    if let name = record.unicodeName, let text = String(validating: name, as: UTF8.self) {
      return (text, false)
    }
    // Unix and macOS write UTF-8 without declaring it. Text in other encodings is hardly ever valid UTF-8.
    if let text = String(validating: record.rawName, as: UTF8.self) { return (text, false) }
    let scalars = record.rawName.map { byte in
      byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]
    }
    return (String(String.UnicodeScalarView(scalars)), true)
  }

  /// The upper half of code page 437.
  private static let upperHalf = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}").unicodeScalars)

  /// The normalized path; nil if it is empty or leads out of the zip file.
  static func path(_ name: String) -> String? {
    guard !name.hasPrefix("/"), !name.utf8.contains(0), name.utf8.count <= longest else { return nil }
    let parts = name.split(separator: "/").filter { $0 != "." }
    guard let first = parts.first, !parts.contains("..") else { return nil }
    // “C:” is absolute too.
    let isDrive = first.utf8.count == 2 && first.hasSuffix(":")
    return isDrive ? nil : parts.joined(separator: "/")
  }
}
