import Chats

extension Attachment.Kind {
  /// The kind of a file, by its media type, or by its name without one.
  package init(type: String?, name: String?) {
    switch type?.prefix(while: { $0 != "/" }).lowercased() {
    case "image": self = .photo
    case "video": self = .video
    case "audio": self = .audio
    default: self = MediaName.kinds[MediaName.ending(of: name ?? "")] ?? .file
    }
  }
}

/// Determines the kinds of files by their names.
enum MediaName {
  /// The kind of a file of a phone, by the words that phones put into names and by its extension.
  static func kind(of name: String) -> Attachment.Kind {
    let ending = ending(of: name)
    let kind = phoneKinds[ending] ?? kinds[ending]
    let words = name.uppercased().split { !$0.isLetter && !$0.isNumber }
    for (word, marked) in marks where words.dropLast().contains(where: { $0 == word }) {
      // A picture with such a name is still not a sound.
      if marked.shelf == kind?.shelf || marked == .sticker || marked == .roundVideo { return marked }
      if marked == .animation, kind == .photo || kind == .video { return marked }
    }
    return kind ?? .file
  }

  fileprivate static func ending(of name: String) -> String {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  /// Whether a name is that of a sound.
  static func isSound(_ name: String) -> Bool { kinds[ending(of: name)] == .audio }

  /// Words in names, the more specific ones first.
  private static let marks: [(String, Attachment.Kind)] = [
    ("STK", .sticker), ("STICKER", .sticker), ("PTT", .voice), ("PTV", .roundVideo), ("GIF", .animation),
    ("AUDIO", .voice),
  ]

  fileprivate static let kinds: [String: Attachment.Kind] = [
    "jpg": .photo, "jpeg": .photo, "png": .photo, "webp": .photo, "gif": .photo, "bmp": .photo,
    "heic": .photo, "heif": .photo, "avif": .photo, "tif": .photo, "tiff": .photo,
    "mp4": .video, "mov": .video, "webm": .video, "mkv": .video, "m4v": .video, "avi": .video, "3gp": .video,
    "mp3": .audio, "ogg": .audio, "oga": .audio, "opus": .audio, "m4a": .audio, "aac": .audio, "wav": .audio,
    "flac": .audio, "wma": .audio, "amr": .audio, "caf": .audio,
  ]

  /// The uses that messengers on phones make of a kind of file.
  private static let phoneKinds: [String: Attachment.Kind] = [
    "webp": .sticker, "gif": .animation, "opus": .voice, "amr": .voice, "caf": .voice,
  ]
}
