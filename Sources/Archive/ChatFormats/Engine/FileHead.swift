import Chats

/// The beginning of a file, by which each format recognizes its files.
///
/// Formats examine only the contents, because people, browsers and archivers change names and extensions.
struct FileHead {
  /// The number of bytes of a file that are examined.
  static let length = 64 << 10
  /// The numbers of bytes of JSON and of pages that are examined if fewer show no format. The first is enough for Slack's
  /// texts of 40,000 characters, which can be written with six bytes for each, and twice. The second is the size of the
  /// largest record that is read: a message of thousands of reactions can begin a file.
  static let longer = [2 << 20, ByteReader.captureLimit * JSONStream.escaping]

  let bytes: ArraySlice<UInt8>
  /// The structure of a JSON text; nil if the file does not begin like JSON.
  let json: JSONOutline?
  /// The file's transcript format, or that of a table; nil if it has none.
  let transcript: ImportFormat?
  /// The kind of media that the file begins like. A text can begin with the same letters.
  let media: Media?

  /// Kinds of files that are numerous in exports, besides the chats.
  enum Media { case picture, video, sound, document }
  /// Whether the file surely is one of them. An export has thousands beside its chat, and searching each of them for a
  /// chat would take longer than reading the chat. ``ImportFile/isCompanion`` recognizes most of them by their names.
  let isMedia: Bool
  /// Whether the file is a web page, with or without comments before its beginning.
  let isHTML: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    media =
      FileHead.mediaStarts.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }.map {
        $0.brands.first { bytes.dropFirst(FileHead.brandOffset).starts(with: $0.key.utf8) }?.value ?? $0.kind
      }
    // No chat contains a zero byte.
    isMedia = media != nil && bytes.prefix(FileHead.headerLength).contains(0)
    let start = isMedia ? "" : String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    isHTML = start.contains("<!doctype html") || start.contains("<html")
    json = FileHead.isJSON(bytes) ? JSONOutline(bytes) : nil
    if json != nil || isMedia {
      transcript = nil
    } else if FileHead.beginsPage(bytes) {
      // An HTML export can have thousands of pages.
      transcript = TranscriptDetection.format(ofPage: bytes)
    } else {
      // The texts in a table can contain any other chat.
      transcript =
        DiscordCSVReader.beginsTable(bytes) ? .discordCSV : TranscriptDetection.format(of: bytes)
    }
  }

  /// The number of bytes at the beginning of a picture, a film or a sound that contain at least one zero.
  private static let headerLength = 512

  /// The offset of the brand in container files of several kinds.
  private static let brandOffset = 8

  /// The first bytes of JPEG, PNG, GIF, RIFF (WebP, AVI, WAV), Matroska, Ogg, MP3, FLAC and PDF; MP4 with HEIC, AVIF and M4A.
  private static let mediaStarts: [(offset: Int, bytes: [UInt8], kind: Media, brands: [String: Media])] = [
    (0, [0xff, 0xd8, 0xff], .picture, [:]), (0, [0x89, 0x50, 0x4e, 0x47], .picture, [:]),
    (0, Array("GIF8".utf8), .picture, [:]),
    (0, Array("RIFF".utf8), .sound, ["WEBP": .picture, "AVI ": .video]),
    (0, [0x1a, 0x45, 0xdf, 0xa3], .video, [:]), (0, Array("OggS".utf8), .sound, [:]),
    (0, Array("ID3".utf8), .sound, [:]), (0, [0xff, 0xfb], .sound, [:]), (0, Array("fLaC".utf8), .sound, [:]),
    (0, Array("%PDF".utf8), .document, [:]),
    (
      4, Array("ftyp".utf8), .video,
      ["hei": .picture, "hev": .picture, "mif1": .picture, "msf1": .picture, "avi": .picture, "M4A": .sound]
    ),
  ]

  init(_ reader: inout ByteReader) {
    self.init(reader.lookahead(FileHead.length))
  }

  var isBlank: Bool { bytes.allSatisfy(\.isSpace) }

  func contains(_ text: String) -> Bool {
    bytes.firstRange(of: Array(text.utf8)) != nil
  }

  /// The lines of a text that are not blank, repaired and without format codes. The last line is left out, because the
  /// end of the head may truncate it.
  var lines: [[UInt8]] {
    let lines = bytes.split(separator: LineReader.lineEnd(of: bytes))
    let whole = bytes.count < FileHead.length || lines.count == 1 ? lines[...] : lines.dropLast()
    return whole.compactMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let bytes = TextRepair.utf8(IRCLine.withoutFormatCodes(Array(line))).bytes
      return bytes.allSatisfy(\.isSpace) ? nil : bytes
    }
  }

  /// Whether the text begins as only a web page does. A chat can mention web pages later on.
  private static func beginsPage(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = String(decoding: bytes.drop(while: \.isSpace).prefix(16), as: UTF8.self).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  /// Whether the text begins like JSON. A bracket alone also begins the lines of logs.
  private static func isJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.drop(while: \.isSpace)
    guard text.first == UInt8(ascii: "[") else { return text.first == UInt8(ascii: "{") }
    return text.dropFirst().first { !$0.isSpace } == UInt8(ascii: "{")
  }
}

/// The members near the beginning of a JSON text, by their paths: “messages[].id” is the member `id` of an object in the
/// array `messages`.
///
/// The text may be truncated or damaged: members after damage can have a wrong path, those before it have the right one.
struct JSONOutline {
  /// Members of deeper objects are ignored, because no format is recognized by them.
  private static let depthLimit = 6
  /// The number of bytes of a key or a text that are kept.
  private static let wordLength = 64
  /// The number of different texts of a member that are kept.
  private static let wordLimit = 16

  private var members: [String: Set<String>] = [:]

  /// - Complexity: O(n) in the bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    var scan = Scan()
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "{"): scan.open(isArray: false)
      case UInt8(ascii: "["): scan.open(isArray: true)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): scan.close()
      case UInt8(ascii: ","): scan.key = nil
      case UInt8(ascii: "\""):
        let text = JSONOutline.string(bytes, &position)
        let rest = bytes[position...].drop(while: \.isSpace)
        if rest.first == UInt8(ascii: ":"), let path = scan.member(text) {
          position = rest.startIndex + 1
          if members[path] == nil { members[path] = [] }
        } else if let path = scan.path, members[path, default: []].count < JSONOutline.wordLimit {
          members[path, default: []].insert(text)
        }
      default: break
      }
    }
  }

  /// Whether there is a member with each of these paths.
  func has(_ paths: String...) -> Bool {
    paths.allSatisfy { members[$0] != nil }
  }

  /// The first texts of the members with this path, unordered.
  func texts(_ path: String) -> Set<String> { members[path] ?? [] }

  /// The beginning of a string, without decoding escapes. Moves past its closing quotation mark, or to the end of its
  /// line if that is missing.
  private static func string(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> String {
    let start = position
    while position < bytes.endIndex, bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, bytes.endIndex)
    defer { position = min(position + 1, bytes.endIndex) }
    return String(decoding: bytes[start..<position].prefix(wordLength), as: UTF8.self)
  }

  /// The containers around a position.
  private struct Scan {
    private var paths: [(path: String, isArray: Bool)] = []
    /// The number of open containers that are nested too deep to have a path.
    private var deeper = 0
    /// The key of the next value.
    var key: String?

    /// The path of the next value; nil if it is nested too deep.
    var path: String? {
      guard deeper == 0 else { return nil }
      guard let container = paths.last else { return "" }
      if container.isArray { return container.path + "[]" }
      return key.map { container.path.isEmpty ? $0 : "\(container.path).\($0)" }
    }

    mutating func open(isArray: Bool) {
      if let path, paths.count < JSONOutline.depthLimit {
        paths.append((path, isArray))
      } else {
        deeper += 1
      }
      key = nil
    }

    mutating func close() {
      if deeper > 0 { deeper -= 1 } else { _ = paths.popLast() }
      key = nil
    }

    /// Begins a member, and returns its path; nil if it is nested too deep, or if this is not an object.
    mutating func member(_ key: String) -> String? {
      guard let container = paths.last, !container.isArray else { return nil }
      self.key = key
      return path
    }
  }
}
