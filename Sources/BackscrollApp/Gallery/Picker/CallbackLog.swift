/// The last things the option picker has told, newest first.
struct CallbackLog: Equatable {
  private(set) var entries: [CallbackEntry] = []
  /// Calls since the log was begun; more than there are entries when it has been going on for long.
  private(set) var calls = 0

  /// So many entries are kept.
  static let limit = 200

  mutating func add(_ entry: CallbackEntry) {
    entries.insert(entry, at: 0)
    if entries.count > Self.limit { entries.removeLast() }
    if entry.kind != .jump { calls += 1 }
  }
}
