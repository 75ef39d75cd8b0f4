internal import CGLib
import Glibc

/// A standard stream for output, written without a buffer. A failure does not end the process.
///
/// `FileHandle.write(_:)` traps when the disk is full or the terminal has gone, and `print` does not report a failure.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// The failure of a write.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// A value of `errno`.
    public let code: Int32

    /// The system's message, in the user's language.
    public var description: String { String(cString: g_strerror(code)) }
  }

  /// Prepares the process for streams that are closed or that close later. Call it first of all, before anything opens
  /// a file.
  ///
  /// If the process was started with a closed descriptor 0, 1 or 2, the next file or socket gets its number, and the
  /// stream's output goes there: into an archive, for instance. `/dev/null` takes such numbers, opened for the other
  /// direction, so that writing still fails.
  public static func prepare() {
    // Writing to a pipe without a reader fails, rather than ending the process.
    signal(SIGPIPE, SIG_IGN)
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is this one, because those below it are open by now.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes all of a text. Waits while the reader of a pipe is slow.
  ///
  /// The text is passed to the system in one call, so that the lines of several threads do not mix.
  public func write(_ text: String) throws(Failure) {
    var text = text
    if let code = text.withUTF8({ write($0) }) { throw Failure(code: code) }
  }

  /// Writes all of some bytes, as ``write(_:)-(String)`` does.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    if let code = bytes.withUnsafeBufferPointer({ write($0) }) { throw Failure(code: code) }
  }

  /// Returns the `errno` of a failure.
  private func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32? {
    var rest = UnsafeRawBufferPointer(bytes)[...]
    while !rest.isEmpty {
      let count = Glibc.write(rawValue, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch count == 0 ? ENOSPC : errno {
      case EINTR: continue
      case EAGAIN:
        // Another process has made the shared pipe or terminal non-blocking.
        var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      case let code: return code
      }
    }
    return nil
  }
}
