import Foundation

/// The picture, film, sound or file of a Telegram message.
struct TelegramMedia {
  private let fields: TelegramFields
  private let folder: String

  /// - Parameter folder: Absolute path of the export's folder. Paths that leave it are dropped: another person may have
  ///   made the export, and it must not make the app open the user's own files.
  init(_ fields: TelegramFields, folder: String = "/") {
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
      name: fileName ?? path.map { URL(fileURLWithPath: $0).lastPathComponent }, path: path,
      thumbnail: self.path("thumbnail"), isSpoiler: isHidden)
  }

  /// Telegram shows media that vanish after they were seen only when asked to, as it does those that are spoilers.
  private var isHidden: Bool {
    fields.bool("media_spoiler") || fields.count("self_destruct_period_seconds", limit: .max) != nil
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
  private func pixels(_ key: TelegramFields.Key) -> Int? { fields.count(key, limit: 100_000) }

  private func size(_ key: TelegramFields.Key) -> Int64? {
    fields.value(key, as: Int64.self).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The absolute path of a file of the export; nil if the export does not include it.
  func path(_ key: TelegramFields.Key) -> String? {
    guard let path = fields.string(key), !path.isEmpty, path.utf8.count <= TelegramLimit.path,
      !path.hasPrefix("/"), !path.utf8.contains(0), !TelegramMedia.isRemark(path),
      !path.split(separator: "/").contains("..")
    else { return nil }
    let folder = URL(fileURLWithPath: folder).standardizedFileURL
    let file = folder.appendingPathComponent(path).standardizedFileURL
    // A symbolic link in an export of another person can lead anywhere.
    let real = file.resolvingSymlinksInPath().path
    guard real == file.path || real.hasPrefix(folder.resolvingSymlinksInPath().path + "/") else { return nil }
    return file.path
  }

  /// Whether this is a remark that Telegram writes in place of a path, such as “(File not included. Change data
  /// exporting settings to download.)”.
  private static func isRemark(_ path: String) -> Bool {
    path.hasPrefix("(File ") && path.hasSuffix(")")
  }
}
