import Foundation
import Glibc

/// Paths as texts, also those that are not UTF-8.
///
/// A name on Linux consists of any bytes but NUL and the slash. Foundation loses names that are not UTF-8, such as those
/// that old programs wrote in Latin-1. In these texts, each byte that is not UTF-8 is a character of a private range.
/// Such a path is a text like any other, also in an archive; only the functions here open it.
package enum FilePath {
  /// Added to a byte. The last characters of all, which no font and no other program uses.
  private static let base: UInt32 = 0x10_fe00
  private static let range = base + 0x80...base + 0xff

  /// The text for the bytes of a path. Different bytes have different texts.
  package static func text(of bytes: [UInt8]) -> String {
    if let text = plain(bytes[...]) { return text }
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
      if let character = plain(rest.prefix(length)) {
        text += character
        rest = rest.dropFirst(length)
      } else {
        text.unicodeScalars.append(Unicode.Scalar(base + UInt32(first)) ?? "\u{fffd}")
        rest.removeFirst()
      }
    }
    return text
  }

  /// The bytes of a path.
  package static func bytes(of text: String) -> [UInt8] {
    guard !isUTF8(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      range.contains(scalar.value) ? [UInt8(scalar.value - base)] : Array(String(scalar).utf8)
    }
  }

  /// Whether a path consists of UTF-8, so that Foundation and other programs can open it.
  package static func isUTF8(_ text: String) -> Bool {
    // The characters of the range begin with this byte, as few others do. A path has no NUL, at which the search ends.
    strchr(text, 0xf4) == nil || !text.unicodeScalars.contains { range.contains($0.value) }
  }

  /// The path with its characters in Latin-1, as old programs write them; nil if it has none but those of ASCII, or others.
  package static func latin1(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var bytes: [UInt8] = []
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      guard scalar.value < 0x100 else { return nil }
      bytes.append(UInt8(scalar.value))
    }
    return self.text(of: bytes)
  }

  /// Bytes that are UTF-8 without a character of the range, as text.
  private static func plain(_ bytes: ArraySlice<UInt8>) -> String? {
    String(validating: bytes, as: UTF8.self).flatMap { isUTF8($0) ? $0 : nil }
  }

  private static func cString(_ path: String) -> [CChar] {
    isUTF8(path) ? Array(path.utf8CString) : bytes(of: path).map(CChar.init(bitPattern:)) + [0]
  }

  /// The arguments of the process. `CommandLine` replaces bytes that are not UTF-8.
  package static var arguments: [String] {
    guard let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline"), bytes.last == 0 else {
      return CommandLine.arguments
    }
    return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map { text(of: Array($0)) }
  }

  // MARK: Files

  /// The properties of a file.
  package struct Status: Sendable {
    package enum Kind: Sendable {
      case file, folder, link, special
    }

    package let kind: Kind
    package let byteCount: Int64
    package let modified: Date
    package let identity: Identity
    package let stamp: Stamp

    /// Numbers that together identify a file on this computer.
    package struct Identity: Hashable, Sendable {
      fileprivate let device, number: UInt64

      package func isOnSameDisk(as other: Identity) -> Bool { device == other.device }
    }

    /// The size of a file and the time of the last change of its contents, exactly.
    package struct Stamp: Hashable, Sendable {
      fileprivate let byteCount, seconds, nanoseconds: Int

      /// The stamp as a text, such as "1204:1700000000.000000123", for comparison with a stored one.
      package var text: String {
        let digits = String(nanoseconds)
        return "\(byteCount):\(seconds).\(String(repeating: "0", count: max(0, 9 - digits.count)))\(digits)"
      }
    }
  }

  /// The properties of the file at a path; nil if there is none.
  ///
  /// - Parameter followsLinks: Whether to return those of the file to which a symbolic link leads.
  package static func status(of path: String, followsLinks: Bool = true) -> Status? {
    var status = stat()
    let path = cString(path)
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    let kind: Status.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    let time = status.st_mtim
    return Status(
      kind: kind, byteCount: Int64(status.st_size),
      modified: Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9),
      identity: Status.Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)),
      stamp: Status.Stamp(
        byteCount: Int(status.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec))
  }

  /// Opens a file for reading; nil if that is impossible, and for a pipe or a device, whose reading may never end.
  package static func open(_ path: String) -> FileHandle? {
    // Without O_NONBLOCK, a pipe is opened only when someone writes to it.
    let descriptor = Glibc.open(cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? file : nil
  }

  /// The absolute path without symbolic links; the path itself if it leads to no file.
  package static func resolved(_ path: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard realpath(cString(path), &buffer) != nil else { return path }
    return text(of: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
  }

  /// The names in a folder, without “.” and “..”, in no order; nil if the folder cannot be read.
  package static func names(in folder: String) -> [String]? {
    guard let directory = opendir(cString(folder)) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    // The pointer is valid until the next call, and the name ends with NUL. Reading the field as a value would read past
    // the end of a short entry.
    while let entry = readdir(directory) {
      let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = text(
        of: Array(
          UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
