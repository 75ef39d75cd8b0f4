extension ImportFormat {
  /// The name of the format for people: that of the program. It is the same in all languages.
  public var title: String { Self.titles[rawValue] ?? rawValue }

  private static let titles = [
    "telegram": "Telegram, JSON", "telegram-html": "Telegram, HTML", "whatsapp": "WhatsApp",
    "discord": "Discord", "signal-export": "Signal",
    "messenger": "Messenger", "instagram": "Instagram", "kakaotalk": "KakaoTalk", "slack": "Slack",
    "element": "Element", "line": "LINE", "signal": "Signal", "imessage": "iMessage", "irssi": "irssi",
    "weechat": "WeeChat", "energymech": "ZNC, mIRC", "bare": "IRC", "hexchat": "HexChat",
    "limnoria": "Limnoria",
    "textual": "Textual", "dircproxy": "dircproxy",
  ]
}
