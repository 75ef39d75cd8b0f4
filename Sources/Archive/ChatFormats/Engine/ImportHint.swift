import FilePaths
import Foundation
import Translation

/// Well-known kinds of files that users mistake for an importable chat. Each recognizes its files by their contents.
public enum ImportHint: Sendable, Hashable, CaseIterable {
  /// A page of another exporter of Discord's chats.
  case discord
  /// A page of Telegram Desktop's HTML without messages: lists of chats and contacts.
  case telegramHTML
  /// The `data.json` that signal-export writes beside the text of a chat.
  case signalExportData
  /// Any other web page.
  case webPage
  /// A file or an archive of any usual format.
  case compressed
  /// A tar file, as of Skype's exports.
  case tar
  /// An SQLite file.
  case database
  case utf32
  case picture
  case video
  case sound
  case document
  /// Any other JSON.
  case otherJSON
}

extension ImportHint {
  /// The kind of a file in no supported format; nil if it is not recognized. If two kinds claim a file, the first one
  /// is the more specific.
  static func of(_ head: FileHead) -> ImportHint? {
    allCases.first { $0.claims(head) }
  }

  /// Whether a file that begins with this head is of this kind.
  func claims(_ head: FileHead) -> Bool {
    switch self {
    case .discord:
      head.isHTML && head.contains("chatlog__") && DiscordHTMLReader.format(of: head) == nil
    case .telegramHTML:
      head.isHTML && head.contains("class=\"page_wrap") && head.contains("css/style.css")
        && TelegramHTMLReader.format(of: head) == nil
    case .signalExportData:
      head.json.map { $0.has("date", "sender", "body", "quote", "sticker") } ?? false
    case .webPage: head.isHTML
    case .compressed:
      ImportHint.compressedStarts.contains { head.bytes.starts(with: $0) }
    case .tar: head.bytes.dropFirst(257).starts(with: "ustar".utf8)
    case .database: head.bytes.starts(with: "SQLite format 3\0".utf8)
    case .utf32:
      head.bytes.starts(with: [0xff, 0xfe, 0, 0]) || head.bytes.starts(with: [0, 0, 0xfe, 0xff])
    case .picture: head.media == .picture
    case .video: head.media == .video
    case .sound: head.media == .sound
    case .document: head.media == .document
    case .otherJSON: head.json != nil
    }
  }

  /// A sentence that describes the picture, video, sound or document at a path; nil for any other file, and for one
  /// that cannot be read. Blocks while reading the beginning of the file.
  public static func sentence(ofMediaAt path: String) -> String? {
    guard let file = FilePath.open(path) else { return nil }
    defer { try? file.close() }
    guard let start = try? file.read(upToCount: FileHead.length), let hint = of(FileHead(Array(start)[...])),
      hint.isMedia
    else { return nil }
    return hint.sentence(path)
  }

  /// Whether exports have many files of this kind, besides their chats.
  var isMedia: Bool {
    switch self {
    case .picture, .video, .sound, .document: true
    case .discord, .telegramHTML, .signalExportData, .webPage, .compressed, .tar, .database, .utf32,
      .otherJSON:
      false
    }
  }

  /// gzip, ZIP, bzip2, xz, Zstandard, RAR, 7z.
  private static let compressedStarts: [[UInt8]] = [
    Array("Rar!\u{1a}\u{7}".utf8), [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
    [0x1f, 0x8b], Array("PK\u{3}\u{4}".utf8), Array("BZh".utf8), [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    [0x28, 0xb5, 0x2f, 0xfd],
  ]

  /// The program that exports chats in this form; nil if it is not an export.
  var program: String? {
    switch self {
    case .discord: "Discord (HTML)"
    case .telegramHTML, .signalExportData, .webPage, .compressed, .tar, .database, .utf32, .otherJSON:
      nil
    case .picture, .video, .sound, .document: nil
    }
  }

  /// Describes the file at the path, and says what to do, if there is something.
  func sentence(_ path: String) -> String {
    let advice: String
    // A person who wants to show a picture looks for its name; the folder does not help.
    let name = ["name": path.split(separator: "/").last.map(String.init) ?? path]
    switch self {
    case .discord:
      return tr(
        "“{path}” is an export of {program}, which cannot be read. Export the chat again with the format “JSON”.",
        ["path": path, "program": program ?? ""])
    case .telegramHTML:
      advice = tr(
        "It is a page of a Telegram export without messages. Choose the folder of the export, or a messages.html in it."
      )
    case .signalExportData:
      advice = tr(
        "It is the copy of a chat that signal-export writes for other programs. Choose the folder, or chat.md in it."
      )
    case .webPage: advice = tr("It is a web page, but not an export of a chat.")
    case .compressed: advice = tr("It is compressed. Extract it, then import the extracted files.")
    case .tar: advice = tr("It is a tar file. Extract it, then import the extracted files.")
    case .database: advice = tr("It is a database. If it is a Backscroll archive, open it instead.")
    case .utf32: advice = tr("It is encoded in UTF-32. Save it as UTF-8 first.")
    case .picture:
      return tr(
        "“{name}” is a picture. Backscroll shows the pictures that a chat’s export brings along; it cannot add one to a chat.",
        name)
    case .video:
      return tr(
        "“{name}” is a video. Backscroll shows the videos that a chat’s export brings along; it cannot add one to a chat.",
        name)
    case .sound:
      return tr(
        "“{name}” is a sound. Backscroll plays the sounds that a chat’s export brings along; it cannot add one to a chat.",
        name)
    case .document:
      return tr(
        "“{name}” is a document. Backscroll keeps the files that a chat’s export brings along; it cannot add one to a chat.",
        name)
    case .otherJSON:
      advice = tr("It is JSON, but not an export of a chat that is known.")
    }
    return ImportHint.unsupported(path, advice: advice)
  }

  /// The sentence for a file of an unknown kind.
  static func unsupported(_ path: String, advice: String) -> String {
    tr("“{path}” is not a supported format. {advice}", ["path": path, "advice": advice])
  }
}
