import CompressedFiles
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
  package static func of(_ file: URL) -> Int64 {
    (try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)).map(of) ?? 0
  }

  /// Whether there is a regular file at a path. A symbolic link is not followed.
  package static func isRegular(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  package static func of(_ attributes: [FileAttributeKey: Any]) -> Int64 {
    (attributes[.size] as? NSNumber)?.int64Value ?? 0
  }
}
