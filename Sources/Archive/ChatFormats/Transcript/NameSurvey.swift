/// The names in the headers of a transcript. Some of them contain the sign that otherwise ends a name: “Tove: work: Hello”.
struct NameSurvey: Sendable {
  /// The continuation of a name after its first sign.
  private struct Name {
    var count = 0
    /// The orders of dates in which one of its headers continues in time, unlike those of a pasted chat.
    var goesOn: DayOrders = []
    /// The number of headers with each text up to a second sign; empty if a header has no such sign.
    var longer: [String: Int] = [:]
  }

  private var found: [String: Name] = [:]
  /// The beginnings of headers that may be events of people whose names have a sign.
  private var events: [String] = []

  /// The largest number of people in a chat. Groups have at most some thousands.
  private static let limit = 10_000
  /// The number of headers with the same text after a name from which the text counts as a part of the name.
  private static let fewestLonger = 3
  /// The largest number of names with the same beginning, and of events.
  private static let mostLonger = 20

  /// Adds the name of a header.
  ///
  /// - Parameters:
  ///   - longer: The name up to a second sign; nil if there is none.
  ///   - goesOn: Whether the header is not before an earlier one.
  mutating func add(_ name: String, longer: String?, goesOn: Bool) {
    add(name, longer: longer, goesOnIn: goesOn ? .all : [])
  }

  /// Adds the name of a header that is not before an earlier one in some orders of dates.
  ///
  /// - Parameter event: The beginning of the header if it is an event, whose person can have a longer name.
  mutating func add(
    _ name: String, longer: String?, goesOnIn orders: DayOrders, event: @autoclosure () -> String? = nil
  ) {
    guard found[name] != nil || found.count < Self.limit else { return }
    var known = found[name] ?? Name()
    known.goesOn.formUnion(orders)
    if let longer, known.longer.isEmpty == (known.count == 0) {
      known.longer[longer, default: 0] += 1
      if known.longer.count > Self.mostLonger { known.longer = [:] }
      known.count += 1
    } else if known.count == 0 || !known.longer.isEmpty {
      if let event = event() {
        if events.count < Self.mostLonger { events.append(event) }
      } else {
        known.longer = [:]
        known.count += 1
      }
    }
    found[name] = known
  }

  /// The names that contain a sign, and all people whose headers continue in time.
  ///
  /// - Parameters:
  ///   - known: Names from other parts of the transcript, such as that of the chat.
  ///   - order: The order of the dates.
  func names(known: [String?], in order: DayOrders = .all) -> (longer: Set<String>, people: Set<String>) {
    var names: (longer: Set<String>, people: Set<String>) = ([], [])
    for (name, item) in found {
      let longer = item.longer.keys
      var isLonger =
        !longer.isEmpty && item.longer.allSatisfy { $1 >= Self.fewestLonger || known.contains($0) }
      // A bot can begin its texts with “ERROR: ” and “INFO: ”.
      if longer.count > 1 {
        isLonger = isLonger && longer.contains { known.contains($0) || isPersonOfEvent($0) }
      }
      if isLonger { names.longer.formUnion(longer) }
      if !item.goesOn.isDisjoint(with: order) {
        names.people.formUnion(isLonger ? Array(longer) : [name])
      }
    }
    return names
  }

  private func isPersonOfEvent(_ name: String) -> Bool { events.contains { $0.hasPrefix("\(name) ") } }
}

/// The people who write in a chat.
struct TranscriptPeople: Sendable {
  private let names: Set<String>
  /// The time of the first header.
  private(set) var start: Int64?

  init(_ names: Set<String>) {
    self.names = names
  }

  /// The number of seconds by which a header can be late if it is the only one of its sender.
  private static let tolerance: Int64 = 120

  /// Whether a header, which goes back in time, is by a person who does not write in the chat.
  ///
  /// - Parameter last: The time of the header before it.
  func isStranger(_ name: String, at local: Int64, after last: Int64) -> Bool {
    guard last - local > Self.tolerance, !names.contains(name) else { return false }
    // All messages of a chat's second person can be late.
    return names.count > 1 || local < start ?? .min
  }

  /// Records a header of the chat.
  mutating func begin(at local: Int64) { start = start ?? local }
}

/// Distinguishes headers of a chat that was pasted into a message from those of the transcript.
///
/// The times of a transcript go back only slightly, or where a person's message was delivered late. A pasted chat is
/// older than the message around it.
struct PasteGuard: Sendable {
  private var last = Int64.min
  /// Whether lines of the current message look like headers.
  private(set) var isQuoting = false
  private var people: TranscriptPeople

  /// - Parameter people: The people who write in the chat.
  init(people: Set<String>) {
    self.people = TranscriptPeople(people)
  }

  /// Whether a header belongs to the text of the message before it.
  mutating func isPasted(_ name: String?, at local: Int64) -> Bool {
    if local < last, isQuoting || name.map({ people.isStranger($0, at: local, after: last) }) ?? false {
      isQuoting = true
      return true
    }
    people.begin(at: local)
    last = local
    isQuoting = false
    return false
  }
}
