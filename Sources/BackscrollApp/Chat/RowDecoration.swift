import ChatArchive

/// What a row shows beside its message because of its neighbours.
///
/// The upper neighbour is always known, also at the edge of what is loaded (pages come with one message
/// more than they show), so nothing here changes when an older page lands.
struct RowDecoration: Equatable {
  /// A day pill stands above the row.
  var startsDay: Bool
  /// The row goes on where the one above it left off: same person, no name, little room between.
  var continuesGroup: Bool
  /// The row below goes on where this one leaves off.
  var isContinued: Bool

  /// Messages of one person belong together while no more than this lies between two of them, in
  /// milliseconds.
  static let groupInterval: Int64 = 5 * 60_000

  /// `day` answers the number of a time's local day.
  init(of message: Message, after previous: Message?, before next: Message?, day: (Int64) -> Int) {
    startsDay = previous.map { day($0.sentAt) != day(message.sentAt) } ?? true
    continuesGroup = previous.map { Self.belongTogether($0, message, day) } ?? false
    isContinued = next.map { Self.belongTogether(message, $0, day) } ?? false
  }

  private static func belongTogether(_ a: Message, _ b: Message, _ day: (Int64) -> Int) -> Bool {
    guard a.kind == b.kind, a.kind != .service, a.isOwn == b.isOwn, a.sender?.id == b.sender?.id else {
      return false
    }
    let (interval, overflow) = b.sentAt.subtractingReportingOverflow(a.sentAt)
    return !overflow && abs(interval) <= groupInterval && day(a.sentAt) == day(b.sentAt)
  }
}

extension RowDecoration {
  var groupPosition: ChatRowContent.GroupPosition {
    switch (continuesGroup, isContinued) {
    case (false, false): .single
    case (false, true): .first
    case (true, true): .middle
    case (true, false): .last
    }
  }
}
