import CompressedFiles
import FilePaths
import Foundation
import Glibc

/// The bytes of a file on the disk or in a zip file, from the beginning to the end.
package protocol ByteStream: AnyObject {
  /// Returns the next bytes, at most `count`; none at the end.
  func bytes(upTo count: Int) throws -> [UInt8]
}

extension FileHandle: ByteStream {
  /// Reads with one call. `read(upToCount:)` would read four kilobytes at a time.
  package func bytes(upTo count: Int) throws -> [UInt8] {
    try Array(unsafeUninitializedCapacity: count) { buffer, length in
      var result: Int
      repeat {
        result = Glibc.read(fileDescriptor, buffer.baseAddress, count)
      } while result < 0 && errno == EINTR
      guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      length = result
    }
  }
}

extension ZipEntryStream: ByteStream {
  package func bytes(upTo count: Int) throws -> [UInt8] {
    try read(upTo: count)
  }
}

/// The sizes of files.
package enum FileSize {
  /// The size in bytes of the file at a path; 0 if there is none.
  package static func of(_ file: URL) -> Int64 { FilePath.status(of: file.path)?.byteCount ?? 0 }
}
