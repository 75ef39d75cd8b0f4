import Chats
import GRDB

/// Numbers of messages, as ranges that neither overlap nor touch.
struct NumberRanges: Equatable {
  /// In ascending order.
  private(set) var ranges: [ClosedRange<Int64>] = []

  var isEmpty: Bool { ranges.isEmpty }

  /// The index of the first range that ends at a number or after it.
  private func place(of number: Int64) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func contains(_ number: Int64) -> Bool {
    let index = place(of: number)
    return index < ranges.count && ranges[index].lowerBound <= number
  }

  /// - Complexity: O(1) at the end, else O(n).
  mutating func insert(_ range: ClosedRange<Int64>) {
    let first = place(of: range.lowerBound.before)
    var (joined, end) = (range, first)
    while end < ranges.count, ranges[end].lowerBound <= range.upperBound.after {
      joined = min(joined.lowerBound, ranges[end].lowerBound)...max(joined.upperBound, ranges[end].upperBound)
      end += 1
    }
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(joined))
  }

  /// The numbers in these ranges that are not in the others.
  func subtracting(_ others: NumberRanges) -> NumberRanges {
    var rest = NumberRanges()
    for range in ranges {
      var next = range.lowerBound
      var isCovered = false
      var index = others.place(of: next)
      while index < others.ranges.count, others.ranges[index].lowerBound <= range.upperBound {
        let other = others.ranges[index]
        if other.lowerBound > next { rest.ranges.append(next...other.lowerBound.before) }
        index += 1
        isCovered = other.upperBound == .max
        next = other.upperBound.after
      }
      if !isCovered, next <= range.upperBound { rest.ranges.append(next...range.upperBound) }
    }
    return rest
  }

  /// The numbers that are in both ranges.
  func intersection(_ others: NumberRanges) -> NumberRanges { subtracting(subtracting(others)) }
}

extension Int64 {
  /// The numbers next to this one; itself at the ends, which only a damaged archive has.
  fileprivate var before: Int64 { self == .min ? .min : self - 1 }
  fileprivate var after: Int64 { self == .max ? .max : self + 1 }
}

/// The messages that the parts of imports had; see `import_range` in ``Schema``.
struct ImportRanges {
  /// The part that represents unknown imports.
  static let unknown: Int64 = 0

  let db: Database

  /// The union of the ranges of some parts.
  func all(_ condition: String = "1", _ arguments: StatementArguments = []) throws -> NumberRanges {
    var all = NumberRanges()
    let rows = try Row.fetchCursor(
      db, sql: "SELECT first, last FROM import_range WHERE \(condition) ORDER BY first", arguments: arguments)
    while let row = try rows.next() {
      let (first, last): (Int64, Int64) = (try row.required("first"), try row.required("last"))
      if first <= last { all.insert(first...last) }
    }
    return all
  }

  func contains(_ id: Message.ID, part: Int64) throws -> Bool {
    let row = try row(of: part, upTo: id)
    return row.map { $0.upperBound >= id } ?? false
  }

  private func row(of part: Int64, upTo id: Message.ID) throws -> ClosedRange<Int64>? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT first, last FROM import_range WHERE part = ? AND first <= ? ORDER BY first DESC LIMIT 1"),
      arguments: [part, id])
    guard let first: Int64 = row?.value("first"), let last: Int64 = row?.value("last"), first <= last else {
      return nil
    }
    return first...last
  }

  /// The parts of imports that had a message with a key, in their order.
  func parts(having id: Message.ID) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT p.id FROM import_part p WHERE p.conversation IS NULL AND ?1 <= (
            SELECT last FROM import_range r WHERE r.part = p.id AND r.first <= ?1 ORDER BY r.first DESC LIMIT 1)
          ORDER BY p.id
          """), arguments: [id])
  }

  func insert(_ range: ClosedRange<Int64>, part: Int64) throws {
    var joined = range
    while let near = try row(of: part, upTo: joined.upperBound.after),
      near.upperBound >= joined.lowerBound.before
    {
      joined = min(joined.lowerBound, near.lowerBound)...max(joined.upperBound, near.upperBound)
      try delete(near, part: part)
    }
    try add(joined, part: part)
  }

  func remove(_ id: Message.ID, part: Int64) throws {
    guard let range = try row(of: part, upTo: id), range.upperBound >= id else { return }
    try delete(range, part: part)
    if range.lowerBound < id { try add(range.lowerBound...id.before, part: part) }
    if id < range.upperBound { try add(id.after...range.upperBound, part: part) }
  }

  private func add(_ range: ClosedRange<Int64>, part: Int64) throws {
    try db.cachedStatement(sql: "INSERT INTO import_range (part, first, last) VALUES (?, ?, ?)")
      .execute(arguments: [part, range.lowerBound, range.upperBound])
  }

  private func delete(_ range: ClosedRange<Int64>, part: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM import_range WHERE part = ? AND first = ?")
      .execute(arguments: [part, range.lowerBound])
  }

  /// Cuts the ranges after the last message, because SQLite assigns such numbers again.
  func trim() throws {
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM message") ?? 0
    try db.execute(sql: "DELETE FROM import_range WHERE first > ?", arguments: [last])
    try db.execute(sql: "UPDATE import_range SET last = ?1 WHERE last > ?1", arguments: [last])
  }
}
