/// The texts of WhatsApp's table, by section.
typealias WhatsAppTable = WordTable<WhatsAppSection>

enum WhatsAppSection: String, WordSection {
  case fileName = "file-name"
  case encryption, event, deleted, waiting, edited, attached, location, call
  case ownDeleted = "own-deleted"
  case fileAttached = "file-attached"
  case mediaOmitted = "media-omitted"
  case photoOmitted = "photo-omitted"
  case videoOmitted = "video-omitted"
  case roundVideoOmitted = "round-video-omitted"
  case voiceOmitted = "voice-omitted"
  case animationOmitted = "animation-omitted"
  case stickerOmitted = "sticker-omitted"
  case fileOmitted = "file-omitted"
  case missedCall = "missed-call"

  var hasName: Bool { self == .fileName }
}

extension WhatsAppTable {
  /// The words before and after the name of a chat in the names of files.
  var fileNames: (prefixes: [String], suffixes: [String]) {
    let names = texts[.fileName] ?? []
    return (
      names.filter { $0.hasSuffix(Self.name) }.map { String($0.dropLast(Self.name.count)) },
      names.filter { $0.hasPrefix(Self.name) }.map { String($0.dropFirst(Self.name.count)) }
    )
  }
}
