import Foundation

/// A photo, file or the like that belongs to a message.
public struct Attachment: Sendable, Hashable {
  /// The kind of an attachment. Archives store the raw values.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    case photo = 0
    case video = 1
    /// A piece of music or another sound.
    case audio = 2
    case file = 3
    case sticker = 4
    /// A spoken message.
    case voice = 5
    /// A film that is shown in a circle.
    case roundVideo = 6
    /// A film without sound that repeats: a GIF.
    case animation = 7
  }

  /// The kind of the attachment.
  public var kind: Kind
  /// Width in pixels, positive; nil if the export does not contain it.
  public var width: Int?
  /// Height in pixels, positive; nil if the export does not contain it.
  public var height: Int?
  /// Size in bytes; nil if unknown.
  public var byteCount: Int64?
  /// Length of a film or sound in milliseconds; nil if unknown.
  public var duration: Int64?
  /// The name of the file as shown to the user. That of a sticker is its emoji.
  public var name: String?
  /// Absolute path of the file at the time of the import, or `synthetic:SEED` for a generated picture of the synthetic
  /// conversation; nil if the export does not include the file.
  public var path: String?
  /// Absolute path of a small picture of a film, file or sticker; nil if there is none.
  public var thumbnail: String?
  /// Whether the picture is hidden until the reader reveals it.
  public var isSpoiler: Bool
  /// The words of a spoken message; nil if neither the export nor a file beside the sound has them.
  public var transcript: Transcript?

  /// An attachment; everything but its kind is optional.
  public init(
    kind: Kind, width: Int? = nil, height: Int? = nil, byteCount: Int64? = nil, duration: Int64? = nil,
    name: String? = nil, path: String? = nil, thumbnail: String? = nil, isSpoiler: Bool = false,
    transcript: Transcript? = nil
  ) {
    self.kind = kind
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.duration = duration
    self.name = name
    self.path = path
    self.thumbnail = thumbnail
    self.isSpoiler = isSpoiler
    self.transcript = transcript
  }
}

extension Attachment {
  /// The words of a spoken message, as a program or a person wrote them down.
  public struct Transcript: Sendable, Hashable, Codable {
    /// The words, at most ``maximumBytes`` of UTF-8, without blanks at the ends.
    public let text: String
    /// The name of the file beside the sound that has the words; nil if the export itself has them.
    public let file: String?

    /// The longest text that is kept: some three hours of speech.
    public static let maximumBytes = 256 << 10

    /// A transcript; nil without words.
    public init?(_ text: String, file: String? = nil) {
      let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !words.isEmpty else { return nil }
      self.text = words.prefix(bytes: Self.maximumBytes)
      self.file = file?.nonBlank
    }
  }
}

extension Attachment.Kind {
  /// The part of a conversation's media that contains attachments of this kind; nil for stickers.
  public var shelf: MediaShelf? {
    switch self {
    case .photo: .pictures
    case .video, .roundVideo, .animation: .films
    case .file, .audio, .voice: .files
    case .sticker: nil
    }
  }
}

/// A part of a conversation's media. Archives store the raw values.
public enum MediaShelf: Int, Sendable, Hashable, CaseIterable {
  case pictures = 0
  case films = 1
  /// Files, music and voice notes.
  case files = 2
}
