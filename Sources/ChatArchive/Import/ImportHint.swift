import Translation

/// Well-known kinds of files that users mistake for a chat that can be imported. Each tells from a file's contents whether
/// the file is of its kind.
public enum ImportHint: Sendable, Hashable, CaseIterable {
  /// DiscordChatExporter's JSON or HTML.
  case discord
  /// The JSON of a download from Messenger or Instagram, which is the same for both, and that of encrypted chats.
  case messenger
  /// Element's JSON export of a room.
  case element
  /// Telegram Desktop's HTML.
  case telegramHTML
  /// Any other web page.
  case webPage
  /// A file or an archive of any usual format.
  case compressed
  /// An SQLite file.
  case database
  case utf16
  /// Any other JSON.
  case otherJSON
}

extension ImportHint {
  /// The kind of a file in no supported format; nil if it is not recognized. Of two kinds that claim a file, the first is
  /// the more special one.
  static func of(_ head: FileHead) -> ImportHint? {
    allCases.first { $0.claims(head) }
  }

  /// Whether a file that begins with this is of this kind.
  func claims(_ head: FileHead) -> Bool {
    switch self {
    case .discord:
      head.json?.has("guild.id", "channel.id") ?? (head.isHTML && head.contains("chatlog__"))
    case .messenger:
      head.json.map {
        $0.has("participants", "messages[].sender_name", "messages[].timestamp_ms")
          || $0.has("participants", "messages[].senderName", "messages[].isUnsent")
      } ?? false
    case .element:
      head.json.map {
        $0.has("room_name", "exported_by")
          || $0.has("messages[].event_id", "messages[].origin_server_ts", "messages[].content")
      } ?? false
    case .telegramHTML:
      head.isHTML && head.contains("class=\"page_wrap") && head.contains("css/style.css")
    case .webPage: head.isHTML
    case .compressed:
      ImportHint.compressedStarts.contains { head.bytes.starts(with: $0) }
    case .database: head.bytes.starts(with: "SQLite format 3\0".utf8)
    case .utf16: head.bytes.starts(with: [0xff, 0xfe]) || head.bytes.starts(with: [0xfe, 0xff])
    case .otherJSON: head.json != nil
    }
  }

  /// gzip, ZIP, bzip2, xz, Zstandard.
  private static let compressedStarts: [[UInt8]] = [
    [0x1f, 0x8b], Array("PK\u{3}\u{4}".utf8), Array("BZh".utf8), [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    [0x28, 0xb5, 0x2f, 0xfd],
  ]

  /// The program whose export of chats this is; nil if it is none.
  var program: String? {
    switch self {
    case .discord: "Discord (DiscordChatExporter)"
    case .messenger: tr("Messenger or Instagram")
    case .element: "Element (Matrix)"
    case .telegramHTML: "Telegram (HTML)"
    case .webPage, .compressed, .database, .utf16, .otherJSON: nil
    }
  }

  /// What the file at the path is and, where there is something to do, what.
  func sentence(_ path: String) -> String {
    let advice: String
    switch self {
    case .discord, .messenger, .element:
      return tr(
        "“{path}” is an export of {program}, which cannot be read yet.",
        ["path": path, "program": program ?? ""])
    case .telegramHTML:
      return tr(
        "“{path}” is a Telegram export in HTML, which cannot be read yet. In Telegram Desktop, export again with the format “Machine-readable JSON”.",
        ["path": path])
    case .webPage: advice = tr("It is a web page. Choose a Telegram result.json or an IRC log.")
    case .compressed: advice = tr("It is compressed. Extract it, then import the extracted files.")
    case .database: advice = tr("It is a database. If it is a Backscroll archive, open it instead.")
    case .utf16: advice = tr("It is encoded in UTF-16. Save it as UTF-8 first.")
    case .otherJSON:
      advice = tr("It is JSON, but not a Telegram export. Choose the result.json of a Telegram export.")
    }
    return ImportHint.unsupported(path, advice: advice)
  }

  /// The sentence about a file of no known kind.
  static func unsupported(_ path: String, advice: String) -> String {
    tr("The format of “{path}” is not supported. {advice}", ["path": path, "advice": advice])
  }
}
