/// The names in the headers of a transcript. Some of them contain the sign that otherwise ends a name: “Tove: work: Hello”.
struct NameSurvey: Sendable {
  /// The continuation of a name after its first sign.
  private struct Name {
    var count = 0
    /// Whether one of its headers continues in time, unlike those of a pasted chat.
    var goesOn = false
    /// The name up to a second sign, if that is the same in all headers.
    var longer: String?
  }

  private var found: [String: Name] = [:]

  /// The largest number of people in a chat. Groups have at most some thousands.
  private static let limit = 10_000
  /// The number of headers with the same text after a name from which the text counts as a part of the name.
  private static let fewestLonger = 3

  /// Adds the name of a header.
  ///
  /// - Parameters:
  ///   - longer: The name up to a second sign; nil if there is none.
  ///   - goesOn: Whether the header is not before an earlier one.
  mutating func add(_ name: String, longer: String?, goesOn: Bool) {
    guard found[name] != nil || found.count < Self.limit else { return }
    var known = found[name] ?? Name(longer: longer)
    known.count += 1
    known.goesOn = known.goesOn || goesOn
    if known.longer != longer { known.longer = nil }
    found[name] = known
  }

  /// The names that contain a sign, and all people whose headers continue in time.
  ///
  /// - Parameter known: Names from other parts of the transcript, such as that of the chat.
  func names(known: [String?]) -> (longer: Set<String>, people: Set<String>) {
    var names: (longer: Set<String>, people: Set<String>) = ([], [])
    for (name, item) in found {
      let longer = item.longer.flatMap { item.count >= Self.fewestLonger || known.contains($0) ? $0 : nil }
      if let longer { names.longer.insert(longer) }
      if item.goesOn { names.people.insert(longer ?? name) }
    }
    return names
  }
}

/// Distinguishes headers of a chat that was pasted into a message from those of the transcript.
///
/// The times of a transcript do not go back, except slightly. A pasted chat is older than the message around it.
struct PasteGuard: Sendable {
  private var last = Int64.min
  /// Whether lines of the current message look like headers.
  private(set) var isQuoting = false
  private let people: Set<String>

  /// - Parameter people: The people who write in the chat.
  init(people: Set<String>) {
    self.people = people
  }

  /// Whether a header belongs to the text of the message before it.
  mutating func isPasted(_ name: String?, at local: Int64) -> Bool {
    if local < last, isQuoting || name.map({ !people.contains($0) }) ?? false {
      isQuoting = true
      return true
    }
    last = local
    isQuoting = false
    return false
  }

  /// Records that a line of the message looks like a header of any kind.
  mutating func quote() { isQuoting = true }
}
