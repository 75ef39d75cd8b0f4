import Foundation

/// The head of an SQLite file, as far as it tells whose it is and how long it should be.
///
/// Offsets: https://www.sqlite.org/fileformat2.html#the_database_header
struct DatabaseHeader {
  static let byteCount = 100

  /// Tells which application the file belongs to; 0 for most.
  let applicationID: UInt32
  /// How many bytes the file has at least; nil when the head does not know.
  let expectedByteCount: Int64?

  /// Whether the bytes are the start of an SQLite file, however short they are.
  static func hasMagic(_ bytes: Data) -> Bool {
    let magic = Data("SQLite format 3\0".utf8)
    return !bytes.isEmpty && bytes.prefix(magic.count) == magic.prefix(bytes.count)
  }

  /// Nil when there are too few bytes.
  init?(_ bytes: Data) {
    guard bytes.count >= DatabaseHeader.byteCount else { return nil }
    func integer(at offset: Int, bytes width: Int) -> UInt64 {
      bytes.dropFirst(offset).prefix(width).reduce(0) { $0 << 8 | UInt64($1) }
    }
    applicationID = UInt32(integer(at: 68, bytes: 4))
    let pageSize = integer(at: 16, bytes: 2)
    let pageCount = integer(at: 28, bytes: 4)
    // Writers from before 2010 leave a stale page count; the two change counters then differ.
    let isCurrent = integer(at: 24, bytes: 4) == integer(at: 92, bytes: 4)
    // 65,536 does not fit into two bytes and is written as 1.
    expectedByteCount = isCurrent ? Int64((pageSize == 1 ? 65_536 : pageSize) * pageCount) : nil
  }
}
