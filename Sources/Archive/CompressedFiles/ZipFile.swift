import Foundation

/// A zip file whose entries are read in place: nothing is extracted to the disk.
///
/// Opening reads only the list of the entries. Each entry is then opened at its position, so the cost does not depend
/// on the number of entries, and entries may be read in any order and at the same time:
///
/// ```swift
/// let zip = try ZipFile(URL(fileURLWithPath: "export.zip"))
/// if let entry = zip.entry(named: "photos/1.jpg") {
///   let stream = try zip.open(entry)
///   while case let bytes = try stream.read(upTo: 65_536), !bytes.isEmpty { print(bytes.count) }
/// }
/// ```
///
/// Zip files are untrusted: names that lead out of the file, links and devices are left out, and an entry that would
/// decompress to far more than any chat is refused. Each of these has a remark.
public final class ZipFile: Sendable {
  /// The location of the zip file.
  public let url: URL
  /// The files in it, in the order of their positions. All names are different.
  public let entries: [Entry]
  /// The omissions and assumptions, in the order of the directory.
  public let remarks: [Remark]

  private let numbers: [String: Int]

  /// A file in a zip file.
  public struct Entry: Sendable, Hashable {
    /// The path in the zip file: names between single slashes, without “.” and “..”.
    public let name: String
    /// The size in bytes.
    public let size: Int64
    /// The compressed size in bytes.
    public let compressedSize: Int64
    /// When the file was last changed.
    public let modified: ModificationTime
    /// The reason why the file cannot be read; nil if no reason is known.
    public let obstacle: ZipError?

    /// The offset of the entry's header.
    let offset: Int64
  }

  /// The time of a file's last change, as precise as a zip file states it.
  public enum ModificationTime: Sendable, Hashable {
    /// Seconds since 1970 UTC.
    case instant(Int64)
    /// The local time of the zip file's creator, in an unknown time zone.
    case local(year: Int, month: Int, day: Int, hour: Int, minute: Int)
  }

  /// A remark about a zip file for the user.
  public enum Remark: Sendable, Hashable {
    /// The name is absolute, leads out of the zip file, or contains a NUL. The entry is left out.
    case unsafeName(String)
    /// The entry is a link to another file. It is left out.
    case link(String)
    /// The entry is a device or similar. It is left out.
    case notAFile(String)
    /// Several entries have this name. The last one is used.
    case duplicate(String)
    /// Some names are in no known encoding and were read as those of MS-DOS. The value is the first such name.
    case assumedEncoding(String)
    /// The list of the entries is missing or damaged. The entries were searched for.
    case noDirectory
  }

  /// The number of entries above which a file is refused: a whole account of a social network has a few hundred thousand.
  public static let entryLimit = 2_000_000

  /// Reads the list of the entries.
  ///
  /// - Parameters:
  ///   - url: The location of the zip file.
  ///   - isCancelled: Called regularly while entries are searched for; true ends the search.
  /// - Complexity: O(n log n) in the number of entries. If their list is damaged, O(n) in the bytes of the file.
  public init(_ url: URL, isCancelled: () -> Bool = { false }) throws(ZipError) {
    self.url = url
    let file = try ZipBytes(url)
    var records: [ZipRecord]
    var remarks: [Remark] = []
    do {
      records = try ZipDirectory.records(in: file)
    } catch ZipError.damaged {
      records = try ZipSearch.records(in: file, isCancelled: isCancelled)
      // A file with only the signature of a zip file has no entry.
      guard !records.isEmpty else { throw .notZip }
      remarks.append(.noDirectory)
    }
    let contents = ZipContents(records, byteCount: file.byteCount)
    entries = contents.entries
    self.remarks = remarks + contents.remarks
    numbers = Dictionary(uniqueKeysWithValues: entries.indices.map { (contents.entries[$0].name, $0) })
  }

  /// Whether a file that begins with these bytes is a zip file.
  ///
  /// - Parameter bytes: At least the first four bytes of the file.
  public static func claims(_ bytes: some Sequence<UInt8>) -> Bool {
    let start = Array(bytes.prefix(4))
    return start == ZipRecord.signature || start == ZipDirectory.endSignature
      || start == ZipRecord.splitSignature
  }

  /// The entry with a name, which is compared byte for byte; nil if there is none.
  ///
  /// - Parameter name: A path in the zip file.
  public func entry(named name: String) -> Entry? {
    numbers[name].map { entries[$0] }
  }

  /// Opens an entry at its beginning. Fails if the entry has an obstacle.
  ///
  /// - Parameter entry: One of the entries of this zip file.
  /// - Complexity: O(1), regardless of the number of entries.
  public func open(_ entry: Entry) throws(ZipError) -> ZipEntryStream {
    if let obstacle = entry.obstacle { throw obstacle }
    return try ZipEntryStream(url, at: entry.offset, size: entry.size, compressedSize: entry.compressedSize)
  }
}

/// The reason why a zip file or one of its entries cannot be read.
public enum ZipError: Error, Sendable, Hashable {
  /// The file does not exist, or the user has no permission to read it.
  case unreadable
  /// The file is not a zip file, or nothing of it is readable.
  case notZip
  /// The file is a part of a split zip file.
  case split
  /// The file has more entries than ``ZipFile/entryLimit``.
  case tooManyEntries
  /// The system failed to read the file, for the reason in the value.
  case system(String)
  /// The entry has a password.
  case encrypted
  /// The entry uses an unsupported compression method.
  case unsupported
  /// The entry would decompress to far more than any chat's file.
  case bomb
  /// The zip file ends before the entry does.
  case cutOff
  /// The bytes of the entry have changed since the zip file was made.
  case damaged
}
