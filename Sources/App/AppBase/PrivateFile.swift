import Foundation

/// Files of the program that only their owner may read, since they name archives and contain written texts.
package enum PrivateFile {
  /// The result of reading a file.
  package enum Contents {
    case missing
    case tooLarge
    case data(Data)
  }

  /// A value that changes when a file is replaced.
  package struct Version: Hashable, Sendable {
    private var device: UInt64
    private var number: UInt64
    private var byteCount: Int64
    private var seconds: Int
    private var nanoseconds: Int

    fileprivate init(_ facts: stat) {
      device = UInt64(facts.st_dev)
      number = UInt64(facts.st_ino)
      byteCount = Int64(facts.st_size)
      (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
    }
  }

  /// The version of a file; nil if there is none.
  package static func version(of file: URL) -> Version? {
    var facts = stat()
    return stat(file.path, &facts) == 0 ? Version(facts) : nil
  }

  /// Reads a file of at most `limit` bytes.
  package static func read(_ file: URL, limit: Int) -> Contents {
    guard let handle = try? FileHandle(forReadingFrom: file),
      let data = try? handle.read(upToCount: limit + 1)
    else { return .missing }
    return data.count <= limit ? .data(data) : .tooLarge
  }

  /// Replaces a file at once, or creates it and its folder.
  ///
  /// - Returns: The version of the new file, which another process may have replaced since.
  @discardableResult
  package static func write(_ data: Data, to file: URL) throws -> Version? {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let draft = file.appendingPathExtension("new-\(getpid())")
    defer { unlink(draft.path) }
    unlink(draft.path)
    let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: data)
    // Otherwise a crash of the system can leave an empty file under the new name.
    try handle.synchronize()
    var facts = stat()
    let version = fstat(descriptor, &facts) == 0 ? Version(facts) : nil
    guard rename(draft.path, file.path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return version
  }
}
