import FilePaths
import Foundation

/// A file that can be read at any position.
struct ZipBytes {
  let url: URL
  let byteCount: Int64
  private let handle: FileHandle

  init(_ url: URL) throws(ZipError) {
    guard let handle = FilePath.open(url.path), let end = try? handle.seekToEnd() else {
      throw .unreadable
    }
    self.url = url
    self.handle = handle
    byteCount = Int64(clamping: end)
  }

  /// The bytes at a position; fewer at the end of the file.
  func bytes(at offset: Int64, _ count: Int) throws(ZipError) -> [UInt8] {
    guard offset >= 0, offset < byteCount else { return [] }
    do {
      try handle.seek(toOffset: UInt64(offset))
      return try handle.read(upToCount: count).map(Array.init) ?? []
    } catch {
      throw .system("\(error.localizedDescription)")
    }
  }
}

/// The numbers in a header, in little-endian order.
struct ZipFields {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The next bytes; nil if there are fewer.
  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  mutating func short() -> Int? { number(2).map { Int($0) } }
  mutating func long() -> Int64? { number(4).map { Int64($0) } }
  /// Nil also for a number larger than any file.
  mutating func huge() -> Int64? { number(8).flatMap { Int64(exactly: $0) } }

  private mutating func number(_ count: Int) -> UInt64? {
    bytes(count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The checksum of zip files.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
  }

  static func sum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xff)] ^ sum >> 8 }
  }
}
