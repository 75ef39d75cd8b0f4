import CArchive
import FilePaths
import Foundation

/// The bytes of an entry of a zip file, from beginning to end. libarchive decompresses them piece by piece.
///
/// The stored pointer is libarchive's reader, an object without a Swift type of its own. Only the stream has it, and
/// frees it in the end. The other pointer is valid while a block is copied.
public final class ZipEntryStream {
  /// Bytes read so far.
  public private(set) var offset: Int64 = 0

  /// Nil if the size is known only at the end.
  private let size: Int64?
  private let reader: OpaquePointer
  /// The file, through whose descriptor the reader reads.
  private let file: FileHandle

  /// The failure after the last returned bytes.
  private var failure: ZipError?
  private var hasEnded = false
  private var unpacked: Int64 = 0

  /// The bytes that are decompressed but not read yet.
  private var rest: ArraySlice<UInt8> = []

  /// The number of bytes that are read from the disk at once. It is small because damage loses the decompressed bytes
  /// of a block.
  private static let blockSize: Int64 = 8 << 10

  /// - Parameters:
  ///   - url: The zip file.
  ///   - place: The offset of the entry's header.
  ///   - size: The size of the entry in bytes, if it is known.
  ///   - compressedSize: The compressed size in bytes, or 0; an estimate is enough.
  init(_ url: URL, at place: Int64, size: Int64?, compressedSize: Int64) throws(ZipError) {
    self.size = size
    guard let file = FilePath.open(url.path) else { throw .unreadable }
    self.file = file
    guard let reader = archive_read_new() else { throw .system("libarchive") }
    self.reader = reader
    // A reader without the directory reads the entry whose header is at the file's current position.
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
      // libarchive only warns about a name that the locale cannot show.
      archive_read_next_header(reader, &entry) >= ARCHIVE_WARN
    else { throw .damaged }
  }

  deinit {
    archive_read_free(reader)
  }

  /// Reads the next bytes. Returns none at the end.
  ///
  /// Damage is detected only at the end: the call after the last bytes fails if the bytes have changed since the zip
  /// file was made.
  ///
  /// - Parameter count: The largest number of bytes to return; positive.
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

  /// Reads the reader's next block. Returns false at the end, and after a failure.
  private func unpack() -> Bool {
    guard !hasEnded, failure == nil else { return false }
    // The block is the reader's own memory and valid until the next call. `archive_read_data` copies it, but loses the
    // copied bytes if the next block is damaged.
    var block: UnsafeRawPointer?
    var count = 0
    var place: Int64 = 0
    let result = archive_read_data_block(reader, &block, &count, &place)
    switch result {
    case ARCHIVE_OK, ARCHIVE_WARN, ARCHIVE_FAILED:
      // A wrong checksum is a warning, or with libarchive 3.7 a failure, but it is reported together with the last bytes.
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

  /// The number of bytes of the zip file from `place` to the end of the entry, once all of the entry was read.
  var consumed: Int64 { archive_filter_bytes(reader, -1) }
}
