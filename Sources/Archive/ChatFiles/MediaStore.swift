import Chats
import CompressedFiles
import FilePaths
import Foundation
import SeededRandom
import Synchronization

/// The files of attachments, on the disk or in zip files.
///
/// The path of an attachment can lead into a zip file: `/home/mara/export.zip/photos/1.jpg`. Its bytes can be read from
/// there. Programs that need a separate file get a copy from a folder of limited size:
///
/// ```swift
/// let store = MediaStore(folder: URL(fileURLWithPath: "/home/mara/.cache/backscroll/media"))
/// print(try store.file(at: "/home/mara/export.zip/videos/1.mp4"))
/// ```
///
/// All functions block for as long as the disk takes. Call them off the main actor.
public final class MediaStore: Sendable {
  /// Bytes of the copies that are kept: some films, or all small files that are viewed in a day.
  public static let byteLimit: Int64 = 2 << 30

  private let folder: URL
  private let byteLimit: Int64
  private let zips = Mutex<[Opened]>([])

  /// A zip file whose entries are in memory. The least recently used one is first.
  private struct Opened {
    let stamp: Stamp
    let zip: ZipFile
  }

  /// Distinguishes a zip file from another one that has replaced it.
  private struct Stamp: Hashable {
    let path: String
    let size: Int64
    let modified: Date?
  }

  /// Zip files whose entries stay in memory: 30 MB for each hundred thousand.
  private static let zipLimit = 4
  /// Bytes that are copied at once.
  private static let pieceSize = 256 << 10
  /// Bytes that are left free on a disk.
  package static let reserve: Int64 = 64 << 20

  /// A store whose copies are in a folder, which is created when it is needed.
  ///
  /// - Parameters:
  ///   - folder: A folder for nothing else. Anything in it may be deleted.
  ///   - byteLimit: Bytes of the copies that are kept, besides the last one.
  public init(folder: URL, byteLimit: Int64 = MediaStore.byteLimit) {
    self.folder = folder
    self.byteLimit = byteLimit
  }

  /// The place of a path's bytes.
  private enum Place {
    case disk(byteCount: Int64)
    case entry(ZipFile, ZipFile.Entry, Stamp)
  }

  /// Whether there is a file at a path, on the disk or in a zip file.
  ///
  /// - Parameter path: An absolute path.
  public func exists(_ path: String) -> Bool { place(of: path) != nil }

  /// Whether other programs cannot open the file at a path: it is in a zip file, or its path is not UTF-8.
  ///
  /// - Parameter path: An absolute path.
  public func isInZip(_ path: String) -> Bool {
    switch place(of: path) {
    case .entry?: true
    case .disk?: !FilePath.isUTF8(path)
    case nil: false
    }
  }

  /// Bytes of the file at a path; nil if there is none.
  ///
  /// - Parameter path: An absolute path.
  public func byteCount(of path: String) -> Int64? {
    switch place(of: path) {
    case .disk(let byteCount)?: byteCount
    case .entry(_, let entry, _)?: entry.size
    case nil: nil
    }
  }

  /// Returns the path of a file on the disk with these bytes: the path itself, or that of a copy of a file in a zip
  /// file. The copy may be deleted when others are made.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - isCancelled: Called from time to time; true ends the copying.
  public func file(
    at path: String, isCancelled: () -> Bool = { false }
  ) throws(MediaError) -> String {
    switch place(of: path) {
    case nil: throw .missing
    case .disk? where FilePath.isUTF8(path): return path
    case .disk(let byteCount)?:
      let stamp = Stamp(path: path, size: byteCount, modified: FilePath.status(of: path)?.modified)
      return try copy(path, stamp, byteCount: byteCount, named: path, isCancelled)
    case .entry(_, let entry, let stamp)?:
      return try copy(path, stamp, byteCount: entry.size, named: entry.name, isCancelled)
    }
  }

  /// A copy of the file at a path, which is made unless it exists.
  ///
  /// - Parameters:
  ///   - stamp: Distinguishes the file, or its zip file, from others.
  ///   - name: Its name, which can be a path.
  private func copy(
    _ path: String, _ stamp: Stamp, byteCount: Int64, named name: String, _ isCancelled: () -> Bool
  ) throws(MediaError) -> String {
    var hash = FNV1a()
    for part in [stamp.path, "\(stamp.size)", "\(stamp.modified?.timeIntervalSince1970 ?? 0)", name] {
      hash.combine(part.utf8)
      hash.combine(CollectionOfOne(0))
    }
    let place = folder.appendingPathComponent(String(hash.value, radix: 16))
    let copy = place.appendingPathComponent(MediaStore.fileName(of: name))
    if FilePath.status(of: copy.path)?.byteCount == byteCount {
      try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: copy.path)
      return copy.path
    }
    do {
      try FileManager.default.createDirectory(
        at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .system(error.localizedDescription)
    }
    try write(path, byteCount: byteCount, to: copy, isCancelled)
    prune(keeping: place)
    return copy.path
  }

  /// Passes on the bytes of a file, piece by piece.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - body: Called with each piece, in order. Return false to stop.
  public func read(_ path: String, _ body: ([UInt8]) throws(MediaError) -> Bool) throws(MediaError) {
    let stream: any ByteStream
    switch place(of: path) {
    case nil: throw .missing
    case .disk?:
      guard let handle = FilePath.open(path) else { throw .missing }
      stream = handle
    case .entry(let zip, let entry, _)?: stream = try MediaStore.open(entry, of: zip)
    }
    try MediaStore.read(stream, body)
  }

  /// Copies a file into a folder, which is created, under a temporary name.
  ///
  /// - Parameters:
  ///   - reserve: Bytes that stay free on the disk.
  ///   - isPrivate: Whether only the user may read the copy. Otherwise the user's file mode mask decides.
  package func draft(
    of path: String, in folder: URL, reserve: Int64 = MediaStore.reserve, isPrivate: Bool = true,
    _ isCancelled: () -> Bool
  ) throws(MediaError) -> MediaDraft {
    guard let byteCount = byteCount(of: path) else { throw .missing }
    if let free = MediaStore.freeBytes(at: folder), free < byteCount + reserve {
      throw .noRoom(byteCount: byteCount)
    }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true,
        attributes: isPrivate ? [.posixPermissions: 0o700] : nil)
    } catch {
      throw .system(error.localizedDescription)
    }
    let draft = try MediaDraft(in: folder, isPrivate: isPrivate)
    try read(path) { piece throws(MediaError) in
      if isCancelled() { throw .cancelled }
      try draft.write(piece)
      return true
    }
    return draft
  }

  /// A hash of the bytes of a file, which is that of its ``draft(of:in:reserve:isPrivate:_:)``.
  package func hash(of path: String, _ isCancelled: () -> Bool) throws(MediaError) -> UInt64 {
    var hash = FNV1a()
    try read(path) { piece throws(MediaError) in
      if isCancelled() { throw .cancelled }
      hash.combine(piece)
      return true
    }
    return hash.value
  }

  // MARK: Zip files

  /// The place of a path. A file on the disk has priority over one in a zip file.
  private func place(of path: String) -> Place? {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    if let status = FilePath.status(of: path) {
      return status.kind == .file ? .disk(byteCount: status.byteCount) : nil
    }
    // The nearest existing path above is that of a folder, or of the zip file.
    var above = path[...]
    while let slash = above.lastIndex(of: "/"), slash > above.startIndex {
      above = above[..<slash]
      guard let status = FilePath.status(of: String(above)) else { continue }
      guard status.kind == .file, let (zip, stamp) = zip(at: String(above), status),
        let entry = zip.entry(named: String(path[path.index(after: slash)...]))
      else { return nil }
      return .entry(zip, entry, stamp)
    }
    return nil
  }

  private func zip(at path: String, _ status: FilePath.Status) -> (ZipFile, Stamp)? {
    let stamp = Stamp(path: path, size: status.byteCount, modified: status.modified)
    let known = zips.withLock { zips -> ZipFile? in
      guard let number = zips.firstIndex(where: { $0.stamp == stamp }) else { return nil }
      zips.append(zips.remove(at: number))
      return zips.last?.zip
    }
    if let known { return (known, stamp) }
    guard let zip = try? ZipFile(URL(fileURLWithPath: path)) else { return nil }
    zips.withLock { zips in
      zips.removeAll { $0.stamp.path == path }
      zips.append(Opened(stamp: stamp, zip: zip))
      if zips.count > MediaStore.zipLimit { zips.removeFirst() }
    }
    return (zip, stamp)
  }

  private static func open(_ entry: ZipFile.Entry, of zip: ZipFile) throws(MediaError) -> ZipEntryStream {
    do throws(ZipError) { return try zip.open(entry) } catch { throw MediaError(error) }
  }

  private static func read(
    _ stream: any ByteStream, _ body: ([UInt8]) throws(MediaError) -> Bool
  ) throws(MediaError) {
    while true {
      let piece: [UInt8]
      do {
        piece = try stream.bytes(upTo: pieceSize)
      } catch let error as ZipError {
        throw MediaError(error)
      } catch {
        throw .system(error.localizedDescription)
      }
      guard !piece.isEmpty, try body(piece) else { return }
    }
  }

  // MARK: Copies

  /// Writes a copy. Its place contains a complete file or none at any time.
  private func write(
    _ path: String, byteCount: Int64, to copy: URL, _ isCancelled: () -> Bool
  ) throws(MediaError) {
    if let free = MediaStore.freeBytes(at: folder), free < byteCount + MediaStore.reserve {
      throw .noRoom(byteCount: byteCount)
    }
    let draft = try MediaDraft(in: copy.deletingLastPathComponent())
    try read(path) { piece throws(MediaError) in
      if isCancelled() { throw .cancelled }
      try draft.write(piece)
      return true
    }
    try draft.move(to: copy)
  }

  /// Deletes the copies that were not used for the longest time, until the others fit into the limit.
  private func prune(keeping kept: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var copies = names.filter { $0 != kept.lastPathComponent }.map { name in
      let place = folder.appendingPathComponent(name)
      let files = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      let found = files.compactMap {
        try? FileManager.default.attributesOfItem(atPath: place.appendingPathComponent($0).path)
      }
      return (
        place: place, byteCount: found.reduce(0) { $0 + (($1[.size] as? NSNumber)?.int64Value ?? 0) },
        used: found.compactMap { $0[.modificationDate] as? Date }.max() ?? .distantPast
      )
    }
    copies.sort { $0.used < $1.used }
    var byteCount = copies.reduce(0) { $0 + $1.byteCount }
    for copy in copies where byteCount > byteLimit {
      try? FileManager.default.removeItem(at: copy.place)
      byteCount -= copy.byteCount
    }
  }

  /// The last part of a path, in a form that every file system accepts.
  private static func fileName(of path: String) -> String {
    let found = path.split(separator: "/").last.map(String.init) ?? "file"
    let name = FilePath.isUTF8(found) ? found : String(decoding: FilePath.bytes(of: found), as: UTF8.self)
    // The limit is 255 bytes. Keep the end, which has the suffix.
    let bytes = Array(name.utf8)
    return bytes.count <= 240 ? name : "…" + String(decoding: bytes.suffix(200), as: UTF8.self)
  }

  /// Bytes that are free for the user on the disk of a path, or of the nearest existing folder above it; nil if the
  /// system does not report them.
  static func freeBytes(at url: URL) -> Int64? {
    var url = url
    while url.path != "/", !FileManager.default.fileExists(atPath: url.path) {
      url = url.deletingLastPathComponent()
    }
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: url.path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }
}

/// The reason why the file of an attachment cannot be read or copied.
public enum MediaError: Error, Sendable, Hashable {
  /// There is no file at the path, neither on the disk nor in a zip file.
  case missing
  /// The file in the zip file has a password.
  case encrypted
  /// The zip file is damaged or cut off there, or is packed in a way that is not supported.
  case damaged
  /// The disk has no room for this number of bytes.
  case noRoom(byteCount: Int64)
  /// The copying was cancelled.
  case cancelled
  /// The system refused, for the reason in the value.
  case system(String)

  package init(_ error: ZipError) {
    switch error {
    case .unreadable: self = .missing
    case .encrypted: self = .encrypted
    case .system(let reason): self = .system(reason)
    default: self = .damaged
    }
  }
}

/// A file that is being written, under a unique name. It is deleted unless it is moved to its place.
package final class MediaDraft {
  package let url: URL
  private let handle: FileHandle
  private var contents = FNV1a()
  /// Bytes that were written.
  package private(set) var byteCount: Int64 = 0
  /// A hash of the bytes that were written. Different contents can have the same one.
  package var hash: UInt64 { contents.value }

  /// - Parameters:
  ///   - folder: The folder of the file's final place.
  ///   - isPrivate: Whether only the user may read the file.
  init(in folder: URL, isPrivate: Bool = true) throws(MediaError) {
    url = folder.appendingPathComponent(".\(UUID().uuidString).part")
    guard
      FileManager.default.createFile(
        atPath: url.path, contents: nil, attributes: isPrivate ? [.posixPermissions: 0o600] : nil),
      let handle = try? FileHandle(forWritingTo: url)
    else { throw .system(String(cString: strerror(errno))) }
    self.handle = handle
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func write(_ piece: [UInt8]) throws(MediaError) {
    do {
      try handle.write(contentsOf: piece)
    } catch {
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw isFull ? .noRoom(byteCount: Int64(piece.count)) : .system(error.localizedDescription)
    }
    contents.combine(piece)
    byteCount += Int64(piece.count)
  }

  /// Moves the file to its final place unless something is there. Returns whether it did.
  package func moveIfFree(to place: URL) throws(MediaError) -> Bool {
    try? handle.close()
    if link(url.path, place.path) == 0 {
      // The other name goes with the draft.
      return true
    }
    switch errno {
    case EEXIST: return false
    case EPERM, ENOTSUP, ENOSYS, EMLINK:
      // The disk has no links, as some of cameras and telephones.
      guard FilePath.status(of: place.path, followsLinks: false) == nil else { return false }
      try move(to: place)
      return true
    default: throw .system(String(cString: strerror(errno)))
    }
  }

  /// Moves the file to its final place. An existing file there is replaced.
  package func move(to place: URL) throws(MediaError) {
    try? handle.close()
    guard rename(url.path, place.path) == 0 else { throw .system(String(cString: strerror(errno))) }
  }
}
