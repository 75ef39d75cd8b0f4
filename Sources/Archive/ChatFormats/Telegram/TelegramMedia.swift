import Chats
import FilePaths
import Foundation
import Synchronization

/// The picture, film, sound or file of a Telegram message.
struct TelegramMedia {
  private let fields: JSONFields
  private let folder: TelegramFolder?

  /// - Parameter folder: The folder of the export; nil if paths are not needed.
  init(_ fields: JSONFields, folder: TelegramFolder? = nil) {
    self.fields = fields
    self.folder = folder
  }

  var isPresent: Bool { fields.contains("photo") || fields.contains("file") }

  /// The attachment; nil if the message has none.
  var attachment: Attachment? {
    if fields.contains("photo") {
      return Attachment(
        kind: .photo, width: pixels("width"), height: pixels("height"), byteCount: size("photo_file_size"),
        path: path("photo"), isSpoiler: isHidden)
    }
    guard fields.contains("file") else { return nil }
    let path = path("file")
    return Attachment(
      kind: kind, width: pixels("width"), height: pixels("height"), byteCount: size("file_size"),
      duration: fields.count("duration_seconds", limit: TelegramLimit.seconds).map { Int64($0) * 1000 },
      name: fileName ?? path.flatMap(Self.name), path: path,
      thumbnail: self.path("thumbnail"), isSpoiler: isHidden)
  }

  /// The last name of a path, if the path ends with one.
  private static func name(of path: String) -> String? {
    let names = path.utf8
    return names.lastIndex(of: UInt8(ascii: "/")).map { String(path[names.index(after: $0)...]) }
  }

  /// Whether the media are hidden: Telegram shows self-destructing media, like spoilers, only on request.
  private var isHidden: Bool {
    fields.bool("media_spoiler") == true || fields.count("self_destruct_period_seconds", limit: .max) != nil
  }

  private var kind: Attachment.Kind {
    switch fields.string("media_type") {
    case "sticker": return .sticker
    case "voice_message": return .voice
    case "audio_file": return .audio
    case "video_message": return .roundVideo
    case "video_file": return .video
    case "animation": return .animation
    default: break
    }
    let sort = fields.string("mime_type")?.prefix { $0 != "/" }
    return switch sort {
    // A picture that was sent as a file can only be shown if its size is known.
    case "image": pixels("width") != nil && pixels("height") != nil ? .photo : .file
    case "video": .video
    case "audio": .audio
    default: .file
    }
  }

  /// The name to show: the title of a piece of music, the emoji of a sticker.
  private var fileName: String? {
    if fields.string("media_type") == "audio_file" {
      let song = [fields.line("performer"), fields.line("title")].compactMap(\.self)
      if !song.isEmpty { return song.joined(separator: " – ") }
    }
    let isSticker = fields.string("media_type") == "sticker"
    let name =
      isSticker
      ? fields.line("sticker_emoji") ?? fields.line("file_name")
      : fields.line("file_name") ?? fields.line("sticker_emoji")
    return name.flatMap { TelegramMedia.isRemark($0) ? nil : $0 }
  }

  /// A width or height in pixels; nil for a size that no picture has.
  private func pixels(_ key: StaticString) -> Int? { fields.count(key, limit: 100_000) }

  private func size(_ key: StaticString) -> Int64? {
    fields.int64(key).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The absolute path of a file of the export; nil if the export does not include it.
  func path(_ key: StaticString) -> String? {
    fields.string(key).flatMap { Self.path($0, inFolder: folder) }
  }

  /// The absolute path of a file in the folder; nil if the path does not refer to such a file.
  static func path(_ path: String, inFolder folder: TelegramFolder?) -> String? {
    guard !path.isEmpty, path.utf8.count <= TelegramLimit.path, !TelegramMedia.isRemark(path)
    else { return nil }
    return folder?.path(of: path)
  }

  /// Whether this is a remark of Telegram's in place of a path, such as “(File not included. Change data exporting
  /// settings to download.)”.
  private static func isRemark(_ path: String) -> Bool {
    path.hasPrefix("(File ") && path.hasSuffix(")")
  }
}

/// The folder of an export. Paths in the export are relative to it.
///
/// Paths that lead out of it are dropped: another person may have made the export, and it must not make the app open
/// the user's own files.
package final class TelegramFolder: Sendable {
  /// Absolute, without a slash at the end.
  private let path: String
  private let realPath: String
  /// The folder of the last file, because most files are in the same folder as the previous one.
  private let last = Mutex<(path: String, place: Place)>(("", .inside))

  private enum Place {
    case inside
    /// The path does not exist, so it is not a symbolic link either.
    case missing
    /// A symbolic link, or a path within one.
    case linked
    /// A pipe, a socket or a device.
    case special
  }

  init(_ url: URL) {
    let path = url.standardizedFileURL.path
    self.path = path == "/" ? "" : path
    realPath = FilePath.resolved(path)
  }

  /// The absolute path of a file that the export refers to, whether it exists or not; nil if the path leads out of the folder.
  func path(of file: String) -> String? {
    guard !file.utf8.contains(0), file.utf8.first != UInt8(ascii: "/") else { return nil }
    let plainPath: String
    if Self.isPlain(file) {
      plainPath = "\(path)/\(file)"
    } else {
      let names = file.split(separator: "/").filter { $0 != "." }
      guard !names.isEmpty, !names.contains("..") else { return nil }
      plainPath = "\(path)/\(names.joined(separator: "/"))"
    }
    // A symbolic link in another person's export can lead anywhere.
    switch place(of: plainPath) {
    case .inside: return plainPath
    case .missing:
      // An export that was copied by an old program.
      if let name = FilePath.latin1(file), let old = self.path(of: name), FilePath.status(of: old) != nil {
        return old
      }
      return plainPath
    case .special: return nil
    case .linked: break
    }
    let real = FilePath.resolved(plainPath)
    guard Self.place(ofName: real) != .special else { return nil }
    return real.hasPrefix(realPath == "/" ? "/" : realPath + "/") ? plainPath : nil
  }

  /// Whether a path consists only of plain names, separated by single slashes.
  private static func isPlain(_ file: String) -> Bool {
    var last = UInt8(ascii: "/")
    for byte in file.utf8 {
      if last == UInt8(ascii: "/"), byte == last || byte == UInt8(ascii: ".") { return false }
      last = byte
    }
    return last != UInt8(ascii: "/")
  }

  private func place(of file: String) -> Place {
    guard let end = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return .missing }
    let folder = file[..<end]
    guard folder != path else { return Self.place(ofName: file) }
    let known = last.withLock { $0.path == folder ? $0.place : nil }
    let place = known ?? self.place(of: String(folder))
    if known == nil { last.withLock { $0 = (String(folder), place) } }
    return place == .inside ? Self.place(ofName: file) : place
  }

  private static func place(ofName path: String) -> Place {
    switch FilePath.status(of: path, followsLinks: false)?.kind {
    case nil: .missing
    case .link: .linked
    case .file, .folder: .inside
    case .special: .special
    }
  }
}
