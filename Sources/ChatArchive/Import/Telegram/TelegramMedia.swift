import Foundation

/// The picture, film, sound or file of a Telegram message.
struct TelegramMedia {
  private let fields: JSONFields
  private let folder: TelegramFolder?

  /// - Parameter folder: That of the export; nil if paths are not needed.
  init(_ fields: JSONFields, folder: TelegramFolder? = nil) {
    self.fields = fields
    self.folder = folder
  }

  var isPresent: Bool { fields.contains("photo") || fields.contains("file") }

  /// Nil if the message has none.
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
      name: fileName ?? path.flatMap { $0.split(separator: "/").last.map(String.init) }, path: path,
      thumbnail: self.path("thumbnail"), isSpoiler: isHidden)
  }

  /// Telegram shows media that vanish after they were seen only when asked to, as it does those that are spoilers.
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

  /// Nil for a size that no picture has.
  private func pixels(_ key: String) -> Int? { fields.count(key, limit: 100_000) }

  private func size(_ key: String) -> Int64? {
    fields.int64(key).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The absolute path of a file of the export; nil if the export does not include it.
  func path(_ key: String) -> String? {
    fields.string(key).flatMap { Self.path($0, inFolder: folder) }
  }

  /// The absolute path of a file in the folder; nil if the path is none of such a file.
  static func path(_ path: String, inFolder folder: TelegramFolder?) -> String? {
    guard !path.isEmpty, path.utf8.count <= TelegramLimit.path, !TelegramMedia.isRemark(path)
    else { return nil }
    return folder?.path(of: path)
  }

  /// Whether this is a remark that Telegram writes in place of a path, such as “(File not included. Change data
  /// exporting settings to download.)”.
  private static func isRemark(_ path: String) -> Bool {
    path.hasPrefix("(File ") && path.hasSuffix(")")
  }
}

/// The folder of an export, to which paths in it are relative.
///
/// Paths that leave it are dropped: another person may have made the export, and it must not make the app open the user's own
/// files.
struct TelegramFolder: Sendable {
  /// Absolute.
  private let path: String
  private let realPath: String

  init(_ url: URL) {
    path = url.standardizedFileURL.path
    realPath = url.standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Absolute path of a file that the export names, whether it exists or not; nil if the path leads out of the folder.
  func path(of file: String) -> String? {
    let names = file.split(separator: "/").filter { $0 != "." }
    guard !file.utf8.starts(with: "/".utf8), !names.isEmpty, !file.utf8.contains(0), !names.contains("..")
    else {
      return nil
    }
    let plainPath = "\(path == "/" ? "" : path)/\(names.joined(separator: "/"))"
    // A symbolic link in an export of another person can lead anywhere.
    var folder = path == "/" ? "" : path
    for name in names {
      folder += "/"
      folder += name
      var status = stat()
      guard lstat(folder, &status) == 0 else { break }
      if status.st_mode & S_IFMT == S_IFLNK {
        let real = URL(fileURLWithPath: plainPath).resolvingSymlinksInPath().path
        return real.hasPrefix(realPath == "/" ? "/" : realPath + "/") ? plainPath : nil
      }
    }
    return plainPath
  }
}
