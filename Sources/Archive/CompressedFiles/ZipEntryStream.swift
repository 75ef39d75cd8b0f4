import CArchive
import Foundation

/// The bytes of an entry of a zip file, from front to back. Unpacked by libarchive, piece by piece.
///
/// The stored pointer is that of libarchive's reader, an object without a type of its own in Swift. The stream alone has
/// it, and frees it at its end. The other pointer lives while a block is copied.
public final class ZipEntryStream {
  /// Bytes read so far.
  public private(set) var offset: Int64 = 0

  /// Nil if only the end tells.
  private let size: Int64?
  private let reader: OpaquePointer
  /// The reader reads through its descriptor.
  private let file: FileHandle

  /// The failure after the bytes that were returned last.
  private var failure: ZipError?
  private var hasEnded = false
  private var unpacked: Int64 = 0

  /// What the reader has unpacked and nobody has read.
  private var rest: ArraySlice<UInt8> = []

  /// Bytes that are read from the disk at once. At damage, what they unpack to is lost, so they are few.
  private static let blockSize: Int64 = 8 << 10

  /// - Parameters:
  ///   - url: The zip file.
  ///   - place: The byte at which the header of the entry begins.
  ///   - size: Bytes of the entry, if they are known.
  ///   - compressedSize: Bytes that it takes, or 0; a guess is enough.
  init(_ url: URL, at place: Int64, size: Int64?, compressedSize: Int64) throws(ZipError) {
    self.size = size
    guard let file = try? FileHandle(forReadingFrom: url) else { throw .unreadable }
    self.file = file
    guard let reader = archive_read_new() else { throw .system("libarchive") }
    self.reader = reader
    // A reader that knows no directory takes the entry whose header is where the file is at.
    archive_read_support_format_zip_streamable(reader)
    let known = size == nil || compressedSize <= 0 ? ZipEntryStream.blockSize : compressedSize + 1024
    do {
      try file.seek(toOffset: UInt64(max(0, place)))
    } catch {
      throw .system("\(error.localizedDescription)")
    }
    var entry: OpaquePointer?
    guard
      archive_read_open_fd(reader, file.fileDescriptor, Int(min(ZipEntryStream.blockSize, known)))
        == ARCHIVE_OK,
      // A name that the locale cannot show is a warning.
      archive_read_next_header(reader, &entry) >= ARCHIVE_WARN
    else { throw .damaged }
  }

  deinit {
    archive_read_free(reader)
  }

  /// The next bytes; none at the end.
  ///
  /// Whether they are what they were when the zip file was made is known only at the end: the call after the last bytes
  /// fails if they are not.
  ///
  /// - Parameter count: The most bytes that are returned, positive.
  public func read(upTo count: Int) throws(ZipError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if rest.isEmpty, !unpack() { break }
      let piece = rest.prefix(count - bytes.count)
      rest = rest.dropFirst(piece.count)
      bytes += piece
    }
    offset += Int64(bytes.count)
    if bytes.isEmpty, let failure { throw failure }
    return bytes
  }

  /// Takes the reader's next block. Returns false at the end, and after a failure.
  private func unpack() -> Bool {
    guard !hasEnded, failure == nil else { return false }
    // The reader's own memory until the next call. `archive_read_data` copies it, but loses what it has copied when the next
    // block is damaged.
    var block: UnsafeRawPointer?
    var count = 0
    var place: Int64 = 0
    let result = archive_read_data_block(reader, &block, &count, &place)
    switch result {
    case ARCHIVE_OK, ARCHIVE_WARN, ARCHIVE_FAILED:
      // A wrong checksum is a warning, or with libarchive 3.7 a failure, but it comes with the last bytes.
      if result != ARCHIVE_OK { failure = .damaged }
      var bytes = Array(UnsafeRawBufferPointer(start: block, count: count))
      unpacked += Int64(count)
      if let size, unpacked > size {
        bytes.removeLast(Int(min(Int64(count), unpacked - size)))
        failure = .damaged
      }
      rest = bytes[...]
      return !rest.isEmpty || failure == nil && unpack()
    case ARCHIVE_EOF:
      hasEnded = true
      if let size, unpacked < size { failure = .cutOff }
      return false
    default:
      failure = .damaged
      return false
    }
  }

  /// Bytes of the zip file that were read from the place on, once all of the entry was.
  var consumed: Int64 { archive_filter_bytes(reader, -1) }
}
