/// The sorts of chat export that can be imported. The raw values are what `--format` takes.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// Telegram Desktop's “Machine-readable JSON” (`result.json`), of one chat or of the whole account.
  case telegram
  /// Logs of irssi: `12:34 <@mara> hello`.
  case irssi
  /// Logs of WeeChat: date and time, prefix and text, with tabs between.
  case weechat
  /// Logs of energymech, ZNC and many bots: `[12:34:56] <mara> hello`, events after `***`.
  case energymech
  /// The plain form many web archives have: `[12:34] <mara> hello`, events after `===`.
  case bare
}
