import Foundation

/// How far an import has come.
public struct ImportProgress: Sendable, Hashable {
  /// Bytes read so far, all files together.
  public var bytesRead: Int64
  /// Bytes of all the files; 0 when there is nothing to read.
  public var totalBytes: Int64
  /// Messages read so far, those that the archive knew already included.
  public var messages: Int
  /// The file that is read; nil before the first one.
  public var file: URL?
}
