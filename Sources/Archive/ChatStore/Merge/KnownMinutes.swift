import Chats
import GRDB

/// Finds the minutes of messages without keys that an import repeats exactly, by the digests of their versions. This is
/// the most frequent case when two exports overlap.
final class KnownMinutes {
  private let ledger: ImportLedger
  /// The messages of the minutes, in their order.
  private let messages: RowCursor
  private var next: Row?

  /// - Parameter minutes: The first and the last minute that are asked for.
  init(_ db: Database, _ place: BatchConversation, _ minutes: ClosedRange<Int64>, _ ledger: ImportLedger)
    throws
  {
    self.ledger = ledger
    // The digest of a message that this import or an unknown one added does not count.
    messages = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT id, order_key, CASE WHEN import <> ?5 AND NOT EXISTS (
              SELECT 1 FROM message_version WHERE message = m.id AND record = '' AND part = ?6)
            THEN digest END AS digest
          FROM message m
          WHERE chat = ?1 AND order_key >= ?2 AND order_key < ?3 AND +conversation = ?4 AND +source IS NULL
          ORDER BY order_key, id
          """),
      arguments: [
        place.chat, MinuteMerge.firstKey(of: minutes.lowerBound),
        MinuteMerge.firstKey(of: minutes.upperBound + 1), place.id, ledger.current?.importID,
        ledger.current?.id,
      ])
    next = try messages.next()
  }

  /// Adds the messages of a minute to the ledger's part if they are exactly those of the archive. Call it for each
  /// minute once, in ascending order.
  ///
  /// - Parameter digests: The digests of their versions.
  /// - Returns: Whether they are.
  func add(_ digests: [Int64], of minute: Int64) throws -> Bool {
    let (start, end) = (MinuteMerge.firstKey(of: minute), MinuteMerge.firstKey(of: minute + 1))
    var known: [Message.ID] = []
    var isKnown = true
    while let row = next, let key: Int64 = row.value(1), key < end {
      if key >= start {
        isKnown = isKnown && known.count < digests.count && row.value(2) == digests[known.count]
        if let id: Int64 = row.value(0) { known.append(id) }
      }
      next = try messages.next()
    }
    guard isKnown, known.count == digests.count else { return false }
    for id in known { ledger.add(id) }
    return true
  }
}
