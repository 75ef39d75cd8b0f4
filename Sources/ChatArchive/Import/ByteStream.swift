import CompressedFiles
import Foundation

/// Bytes from front to back: of a file on the disk, or of one in a zip file.
protocol ByteStream: AnyObject {
  /// The next bytes, at most so many; none at the end.
  func bytes(upTo count: Int) throws -> [UInt8]
}

extension FileHandle: ByteStream {
  func bytes(upTo count: Int) throws -> [UInt8] {
    try read(upToCount: count).map(Array.init) ?? []
  }
}

extension ZipEntryStream: ByteStream {
  func bytes(upTo count: Int) throws -> [UInt8] {
    try read(upTo: count)
  }
}
