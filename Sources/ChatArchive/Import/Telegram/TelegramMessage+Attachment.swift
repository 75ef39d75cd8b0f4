import Foundation

extension TelegramMessage {
  /// Whether anything came with the message, be its file in the export or not.
  var hasAttachment: Bool { fields.contains("photo") || fields.contains("file") }

  /// What came with the message.
  ///
  /// - Parameter folder: Absolute path of the export's folder. Paths that lead out of it are not kept: an export
  ///   may come from others, and must not make the reader open files of her own.
  func attachment(inFolder folder: String) -> Attachment? {
    if fields.contains("photo") {
      return Attachment(
        kind: .photo, width: pixels("width"), height: pixels("height"), byteCount: size("photo_file_size"),
        path: path("photo", in: folder))
    }
    guard fields.contains("file") else { return nil }
    let path = path("file", in: folder)
    return Attachment(
      kind: kind, width: pixels("width"), height: pixels("height"), byteCount: size("file_size"),
      name: fileName ?? path.map { URL(fileURLWithPath: $0).lastPathComponent }, path: path)
  }

  private var kind: Attachment.Kind {
    switch fields.string("media_type") {
    case "sticker": return .sticker
    case "voice_message", "audio_file": return .audio
    case "video_message", "video_file", "animation": return .video
    default: break
    }
    let sort = fields.string("mime_type")?.prefix { $0 != "/" }
    return switch sort {
    // A picture sent as a file can be shown as one only if its size is known.
    case "image": pixels("width") != nil && pixels("height") != nil ? .photo : .file
    case "video": .video
    case "audio": .audio
    default: .file
    }
  }

  /// The name people see: of a piece of music its title, of a sticker its emoji.
  private var fileName: String? {
    if fields.string("media_type") == "audio_file" {
      let song = [fields.string("performer"), fields.string("title")].compactMap(\.self).filter {
        !$0.isEmpty
      }
      if !song.isEmpty { return song.joined(separator: " – ") }
    }
    let name = fields.string("file_name") ?? fields.string("sticker_emoji")
    return name.flatMap { TelegramMessage.isRemark($0) ? nil : $0 }
  }

  /// What is larger than any picture is damage.
  private func pixels(_ key: TelegramFields.Key) -> Int? {
    fields.int(key).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  private func size(_ key: TelegramFields.Key) -> Int64? {
    fields.value(key, as: Int64.self).flatMap { $0 >= 0 ? $0 : nil }
  }

  private func path(_ key: TelegramFields.Key, in folder: String) -> String? {
    guard let path = fields.string(key), !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0),
      !TelegramMessage.isRemark(path), !path.split(separator: "/").contains("..")
    else { return nil }
    return URL(fileURLWithPath: folder).appendingPathComponent(path).standardizedFileURL.path
  }

  /// “(File not included. Change data exporting settings to download.)” and its like stand in the place of a path.
  private static func isRemark(_ path: String) -> Bool {
    path.hasPrefix("(File ") && path.hasSuffix(")")
  }
}
