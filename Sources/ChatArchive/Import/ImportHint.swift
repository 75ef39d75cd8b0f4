import Translation

/// Well-known kinds of files that users mistake for a chat that can be imported. Each tells from a file's contents whether
/// the file is of its kind.
public enum ImportHint: Sendable, Hashable, CaseIterable {
  /// DiscordChatExporter's HTML.
  case discord
  /// A page of Telegram Desktop's HTML without messages: lists of chats and contacts.
  case telegramHTML
  /// Any other web page.
  case webPage
  /// A file or an archive of any usual format.
  case compressed
  /// An SQLite file.
  case database
  case utf32
  case utf16
  /// A picture, a film, a sound or a document of a usual format, as exports have many.
  case media
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
    case .discord: head.isHTML && head.contains("chatlog__")
    case .telegramHTML:
      head.isHTML && head.contains("class=\"page_wrap") && head.contains("css/style.css")
        && TelegramHTMLReader.format(of: head) == nil
    case .webPage: head.isHTML
    case .compressed:
      ImportHint.compressedStarts.contains { head.bytes.starts(with: $0) }
    case .database: head.bytes.starts(with: "SQLite format 3\0".utf8)
    case .utf32:
      head.bytes.starts(with: [0xff, 0xfe, 0, 0]) || head.bytes.starts(with: [0, 0, 0xfe, 0xff])
    case .utf16: head.bytes.starts(with: [0xff, 0xfe]) || head.bytes.starts(with: [0xfe, 0xff])
    case .media: head.beginsLikeMedia
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
    case .discord: "Discord (DiscordChatExporter, HTML)"
    case .telegramHTML, .webPage, .compressed, .database, .utf32, .utf16, .media, .otherJSON: nil
    }
  }

  /// What the file at the path is and, where there is something to do, what.
  func sentence(_ path: String) -> String {
    let advice: String
    switch self {
    case .discord:
      return tr(
        "“{path}” is an export of {program}, which cannot be read. Export the chat again with the format “JSON”.",
        ["path": path, "program": program ?? ""])
    case .telegramHTML:
      advice = tr(
        "It is a page of a Telegram export without messages. Choose the folder of the export, or a messages.html in it."
      )
    case .webPage: advice = tr("It is a web page, but not an export of a chat.")
    case .compressed: advice = tr("It is compressed. Extract it, then import the extracted files.")
    case .database: advice = tr("It is a database. If it is a Backscroll archive, open it instead.")
    case .utf32: advice = tr("It is encoded in UTF-32. Save it as UTF-8 first.")
    case .utf16: advice = tr("It is encoded in UTF-16. Save it as UTF-8 first.")
    case .media: advice = tr("It is a picture, a video, a sound or a document, not a chat.")
    case .otherJSON:
      advice = tr("It is JSON, but not an export of a chat that is known.")
    }
    return ImportHint.unsupported(path, advice: advice)
  }

  /// The sentence about a file of no known kind.
  static func unsupported(_ path: String, advice: String) -> String {
    tr("“{path}” is not a supported format. {advice}", ["path": path, "advice": advice])
  }
}
