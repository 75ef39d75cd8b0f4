extension IRCLine {
  /// Reads a line of valid UTF-8; nil when it is none of the format's forms.
  init?(_ bytes: [UInt8], format: ImportFormat) {
    let cursor = ByteCursor(bytes[...])
    let line: IRCLine? =
      switch format {
      case .irssi: IRCLine.irssi(cursor)
      case .weechat: IRCLine.weechat(cursor)
      case .energymech, .bare: IRCLine.bracketed(cursor)
      case .telegram: nil
      }
    guard let line else { return nil }
    self = line
  }

  /// `12:34 <@mara> hello`, dates in lines of their own.
  private static func irssi(_ start: ByteCursor) -> IRCLine? {
    if let line = bookkeeping(start) { return line }
    var cursor = start
    guard let time = cursor.clockTime(), cursor.skip(" ") else { return nil }
    return cursor.event().map { .event($0, at: IRCStamp(time: time)) }
  }

  /// `[12:34:56] <mara> hello`, with or without the seconds, with or without a date in the brackets.
  private static func bracketed(_ start: ByteCursor) -> IRCLine? {
    if let line = bookkeeping(start) { return line }
    var cursor = start
    if cursor.skip("=== ") { return .event(.service(cursor.text), at: nil) }
    guard cursor.skip("[") else { return nil }
    let date = cursor.isoDate()
    if date != nil, !cursor.skip(" "), !cursor.skip("T") { return nil }
    guard let time = cursor.clockTime(), cursor.skip("] ") else { return nil }
    return cursor.event().map { .event($0, at: IRCStamp(day: date?.dayNumber, time: time)) }
  }

  /// `2024-01-02 12:34:56⇥@mara⇥hello`.
  private static func weechat(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    guard let date = cursor.isoDate(), cursor.skip(" ") || cursor.skip("T"), let time = cursor.clockTime()
    else { return nil }
    // Newer versions can be told to write fractions of the second.
    if cursor.skip(".") { cursor.skip { $0.isDigit } }
    guard cursor.skip("\t"), let prefix = cursor.text(before: "\t") else { return nil }
    return .event(
      .weechat(prefix: prefix.trimmed, cursor), at: IRCStamp(day: date.dayNumber, time: time))
  }

  /// The lines with which irssi and mIRC mark dates and the ends of a log.
  private static func bookkeeping(_ start: ByteCursor) -> IRCLine? {
    var cursor = start
    if cursor.skip("Session Ident") { return .remark }
    let isDated =
      cursor.skip("--- Log opened ") || cursor.skip("--- Log closed ") || cursor.skip("--- Day changed ")
      || cursor.skip("Session Start: ") || cursor.skip("Session Time: ") || cursor.skip("Session Close: ")
    guard isDated else { return nil }
    return cursor.longDate().map { .day($0.dayNumber) }
  }
}
