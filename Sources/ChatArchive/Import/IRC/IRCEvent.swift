/// What one line of an IRC log tells, whatever client wrote it.
struct IRCEvent: Sendable, Hashable {
  var kind: Message.Kind
  /// Without the marks of channel operators and the like; nil when the line names nobody.
  var nick: String?
  var text: String
}

/// The time a line of a log carries.
struct IRCStamp: Sendable, Hashable {
  /// Days since 1970-01-01, when the line tells the date.
  var day: Int?
  var time: ClockTime
}

/// A line of an IRC log, understood.
enum IRCLine: Sendable, Hashable {
  /// Somebody said or did something. Ubuntu's logs have events without a time.
  case event(IRCEvent, at: IRCStamp?)
  /// From here on it is this day, counted from 1970-01-01.
  case day(Int)
  /// The log's own book-keeping.
  case remark
}
