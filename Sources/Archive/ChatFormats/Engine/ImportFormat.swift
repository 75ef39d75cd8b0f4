import Translation

/// The supported formats of chat exports. The raw values are the arguments of `--format`.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// Telegram Desktop's “Machine-readable JSON” (`result.json`) of one chat or of the whole account.
  case telegram
  /// Telegram Desktop's HTML: the pages of a chat, `messages.html`, `messages2.html` and so on.
  case telegramHTML = "telegram-html"
  /// DiscordChatExporter's JSON of a channel, a thread or a conversation.
  case discord
  /// DiscordChatExporter's HTML.
  case discordHTML = "discord-html"
  /// DiscordChatExporter's CSV.
  case discordCSV = "discord-csv"
  /// The JSON of a download from Messenger, Facebook or Instagram, and the JSON of encrypted chats.
  case messenger
  /// The HTML of such a download: the pages of a chat, `message_1.html` and so on.
  case messengerHTML = "messenger-html"
  /// An export of a Slack workspace.
  case slack
  /// Element's JSON export of a Matrix room.
  case element
  /// `messages.json` of Skype's data export.
  case skype
  /// The JSON that sigtop writes for a Signal conversation.
  case signal
  /// Signal's own export of all chats, `main.jsonl`.
  case signalBackup = "signal-backup"
  /// Logs of irssi: `12:34 <@mara> hello`.
  case irssi
  /// Logs of WeeChat: date and time, prefix and text, separated by tabs.
  case weechat
  /// Logs of energymech, ZNC and many bots: `[12:34:56] <mara> hello`, events after `***`.
  case energymech
  /// The plain form of many web archives: `[12:34] <mara> hello`, events after `===`.
  case bare
  /// Logs of HexChat and XChat: `Mar 29 12:34:56 <mara>⇥hello`.
  case hexchat
  /// Logs of Limnoria's and Supybot's ChannelLogger: `2024-03-29T12:34:56  <mara> hello`.
  case limnoria
  /// Logs of Textual: `[2024-03-29T12:34:56+0100] <mara> hello`.
  case textual
  /// Text logs of The Lounge: `[2024-03-29T12:34:56.789Z] <@mara> hello`.
  case thelounge
  /// Logs of dircproxy: `[29 Mar 12:34] <mara!~m@example.org> hello`.
  case dircproxy
  /// Logs of Pidgin and other programs with libpurple, as text or HTML.
  case pidgin
  /// WhatsApp's exports of a chat, from iPhones and Android.
  case whatsapp
  /// KakaoTalk's exports of a chat: text from phones and Windows, CSV from macOS.
  case kakaotalk
  /// LINE's chat history.
  case line
  /// The lines of signal-export: `[2024-01-02 12:34:56] Mara: hello`.
  case signalExport = "signal-export"
  /// The text of imessage-exporter.
  case imessage
}

extension ImportFormat {
  /// The readers, which claim the files that they can read. No two readers claim the same file.
  static var readers: [any ImportSource.Type] {
    [
      TelegramReader.self, TelegramHTMLReader.self, DiscordReader.self, DiscordHTMLReader.self,
      DiscordCSVReader.self, MessengerReader.self, MessengerHTMLReader.self, SlackReader.self,
      ElementReader.self, SkypeReader.self, SignalReader.self, SignalBackupReader.self, IRCLogReader.self,
      PidginReader.self, WhatsAppReader.self,
      KakaoTalkReader.self, LINEReader.self, SignalExportReader.self, IMessageReader.self,
    ]
  }

  /// The format of a file that begins with this head; nil if it is not supported.
  static func detect(_ head: FileHead) -> ImportFormat? {
    head.isMedia ? nil : readers.lazy.compactMap { $0.format(of: head) }.first
  }

  /// The reader of files in this format.
  var reader: any ImportSource.Type {
    guard let reader = ImportFormat.readers.first(where: { $0.formats.contains(self) }) else {
      preconditionFailure("no reader of \(self)")
    }
    return reader
  }
}

extension ImportFormat {
  /// The name of the format for users: the program, and another program that wrote the files, if any.
  public var title: String {
    switch self {
    // Translators: a format of Telegram's exports; the other one is called "Telegram".
    case .telegramHTML: tr("Telegram (web pages)")
    // Translators: a format of the downloads of Messenger, Facebook and Instagram; the other one is called "Messenger".
    case .messengerHTML: tr("Messenger (web pages)")
    // Translators: a format of Discord's exports; the other one is called "Discord".
    case .discordHTML: tr("Discord (web pages)")
    // Translators: a format of Discord's exports; the other one is called "Discord".
    case .discordCSV: tr("Discord (tables)")
    default: Self.titles[rawValue] ?? rawValue
    }
  }

  /// The programs whose exports can be read, those with most users first. IRC stands for all its programs.
  public static let programs = [
    "WhatsApp", "Messenger", "Instagram", "Telegram", "Discord", "KakaoTalk", "LINE", "Slack", "Signal",
    "iMessage", "Skype", "Element", "Pidgin", "IRC",
  ]

  private static let titles = [
    "telegram": "Telegram", "whatsapp": "WhatsApp",
    "discord": "Discord", "signal-export": "Signal (signal-export)",
    "messenger": "Messenger", "instagram": "Instagram", "kakaotalk": "KakaoTalk", "slack": "Slack",
    "element": "Element", "line": "LINE", "signal": "Signal (sigtop)", "signal-backup": "Signal",
    "imessage": "iMessage", "irssi": "irssi", "skype": "Skype", "pidgin": "Pidgin",
    "weechat": "WeeChat", "energymech": "ZNC, mIRC", "bare": "IRC", "hexchat": "HexChat",
    "limnoria": "Limnoria",
    "textual": "Textual", "thelounge": "The Lounge", "dircproxy": "dircproxy",
  ]
}
