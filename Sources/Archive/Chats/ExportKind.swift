/// The names of kinds in exports. They are part of the format.
package enum ExportKind {
  package static func name(_ kind: Message.Kind) -> String {
    switch kind {
    case .normal: "message"
    case .action: "action"
    case .service: "service"
    case .unsupported: "unsupported"
    case .deleted: "deleted"
    case .gap: "gap"
    case .note: "note"
    }
  }

  package static func name(_ kind: Attachment.Kind) -> String {
    switch kind {
    case .photo: "photo"
    case .video: "video"
    case .audio: "audio"
    case .file: "file"
    case .sticker: "sticker"
    case .voice: "voice"
    case .roundVideo: "round_video"
    case .animation: "animation"
    }
  }

  package static func name(_ resolution: TimeResolution) -> String {
    switch resolution {
    case .milliseconds: "milliseconds"
    case .seconds: "seconds"
    case .minutes: "minutes"
    }
  }

  package static func resolution(_ name: String) -> TimeResolution? {
    TimeResolution.allCases.first { self.name($0) == name }
  }

  package static func message(_ name: String) -> Message.Kind? {
    Message.Kind.allCases.first { self.name($0) == name }
  }

  package static func attachment(_ name: String) -> Attachment.Kind? {
    Attachment.Kind.allCases.first { self.name($0) == name }
  }

  /// Telegram's names.
  package static func name(_ kind: TextEntity.Kind) -> String {
    switch kind {
    case .bold: "bold"
    case .italic: "italic"
    case .underline: "underline"
    case .strikethrough: "strikethrough"
    case .code: "code"
    case .pre: "pre"
    case .spoiler: "spoiler"
    case .mention: "mention"
    case .hashtag: "hashtag"
    case .quote, .expandableQuote: "blockquote"
    case .customEmoji: "custom_emoji"
    case .botCommand: "bot_command"
    case .link: "text_link"
    }
  }
}
