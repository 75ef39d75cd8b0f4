import Foundation

/// A search query, read from the text of a search field.
///
/// Every text is a valid search; there are no syntax errors. A message must contain all words, in any order; the last
/// one can be the beginning of a word. A phrase is in quotes, and "-" before a word, phrase or filter excludes. Filters
/// are `from:`, `in:` and `topic:` with a name, `thread:` with the beginning of words of a thread's first message,
/// `before:`, `after:` and `on:` with a date, `has:` with a ``Trait``, and `is:own`.
/// Values of several words are in quotes: `from:"Tove Åkesson"`. A filter with an invalid value is searched for as
/// text.
///
/// For example:
///
/// ```swift
/// let query = SearchQuery("boiler -gas from:mara before:2021-06")
/// let page = try await archive.search(query, in: nil, before: nil, limit: 50)
/// ```
///
/// Case, accents, apostrophes and the forms of Unicode are ignored. Emoji and currency signs count, and so do "+", "#"
/// and "@" where they touch a letter: `c++`, `#tag`. In scripts without blanks between words, and in Korean, a word is
/// found anywhere within a run of characters.
public struct SearchQuery: Sendable, Hashable {
  /// A filter's name, as written before the colon.
  public enum Operator: String, Sendable, Hashable, CaseIterable {
    case from, `in`, topic, thread, before, after, on, has, `is`
  }

  /// A property of a message; the value of `has:`.
  public enum Trait: String, Sendable, Hashable, CaseIterable {
    case photo, video, voice, file, link, reaction, bookmark
  }

  /// A part of the text with a meaning, for chips and completion.
  public struct Token: Sendable, Hashable {
    /// The kind of a part.
    public enum Kind: Sendable, Hashable {
      /// Letters up to a blank or a quote.
      case word
      /// In quotes.
      case phrase
      /// A filter.
      case filter(Operator)
    }

    /// Its range in ``SearchQuery/text``, with its quotes and its "-".
    public let range: Range<String.Index>
    /// Its kind.
    public let kind: Kind
    /// The word, the text in the quotes, or the value after the colon, without quotes.
    public let value: String
    /// Whether it begins with "-".
    public let isExcluded: Bool
    /// Whether the quotes are closed, if there are any.
    public let isClosed: Bool
    /// False for a filter with an invalid value, which is searched for as text, and for a word or phrase of punctuation
    /// only, which is ignored.
    public let isValid: Bool
  }

  /// The whole text.
  public let text: String
  /// The parts of the text, in its order.
  public let tokens: [Token]

  /// The word of the bookmarks that messages must have, which cannot be typed: empty for bookmarks without a word. Nil
  /// if bookmarks do not matter, apart from `has:bookmark`.
  public var bookmarkWord: String?

  /// The words and phrases to search for.
  let terms: [SearchTerm]
  /// The valid filters, with the index of each one's token.
  let filters: [(filter: SearchFilter, token: Int)]

  /// Parses a text.
  ///
  /// - Parameter period: Reads the value of `before:`, `after:` and `on:` in the person's language and time zone; nil
  ///   if it is not a date. `before:` means before the start of the period, and `after:` means after its end.
  public init(
    _ text: String, period: (_ value: String) -> DateInterval? = { SearchQuery.period($0) }
  ) {
    self.text = text
    var tokens: [Token] = []
    var filters: [(SearchFilter, Int)] = []
    var terms: [(term: SearchTerm, canBePrefix: Bool)] = []
    for part in SearchParts(text) {
      let filter = part.name.flatMap { SearchFilter($0, part, period: period) }
      if let filter {
        filters.append((filter, tokens.count))
        tokens.append(part.token(isValid: true))
        continue
      }
      // A filter that is being typed does not apply yet.
      if part.name != nil, part.value.isEmpty {
        tokens.append(part.token(isValid: false))
        continue
      }
      let term = SearchTerm(part.name == nil ? part.value : part.whole, isExcluded: part.isExcluded)
      tokens.append(part.token(isValid: term != nil && part.name == nil))
      guard let term else { continue }
      terms.append((term, !part.isExcluded && !(part.isQuoted && part.isClosed)))
    }
    if let last = terms.lastIndex(where: { !$0.term.isExcluded }), terms[last].canBePrefix {
      terms[last].term.makePrefix()
    }
    self.tokens = tokens
    self.filters = filters.map { (filter: $0.0, token: $0.1) }
    self.terms = terms.map(\.term)
  }

  /// Whether there is nothing to search for: no word and no filter. Such a search finds nothing.
  public var isEmpty: Bool { terms.isEmpty && filters.isEmpty }

  /// The way in which words must match those of a message, in scripts with blanks between words.
  public enum WordRule: Sendable, Hashable {
    /// The only word matches the beginning of a word.
    case beginning(String)
    /// Words match whole words, except for the last one, which can match the beginning of one.
    case whole
  }

  /// The way in which the words must match; nil if all are in scripts without blanks, in which words are found
  /// anywhere.
  public var wordRule: WordRule? {
    let wanted = terms.filter { !$0.isExcluded }
    guard wanted.contains(where: \.endsInLetters) else { return nil }
    guard wanted.count == 1, wanted[0].isPrefix, wanted[0].words.count == 1 else { return .whole }
    return .beginning(wanted[0].words[0])
  }

  /// Whether the query has a word or phrase, so that hits can be marked in texts.
  public var hasWords: Bool { terms.contains { !$0.isExcluded } }

  /// The text without one of its parts and the blanks after it.
  public func removing(_ token: Token) -> String {
    let scalars = text.unicodeScalars
    let after = scalars[token.range.upperBound...].drop(while: \.properties.isWhitespace)
    var before = scalars[..<token.range.lowerBound]
    if after.isEmpty { while before.last?.properties.isWhitespace == true { before.removeLast() } }
    return String(before) + String(after)
  }

  /// The ranges of a text that match the words and phrases, in ascending order without overlaps, for marking them.
  ///
  /// - Complexity: O(length of the text), about a microsecond for each ten characters.
  public func hits(in text: String) -> [Range<String.Index>] {
    let wanted = terms.filter { !$0.isExcluded }
    guard !wanted.isEmpty else { return [] }
    let words = SearchText.words(of: text)
    return SearchTerm.merged(wanted.flatMap { $0.ranges(in: words) })
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.text == b.text && a.bookmarkWord == b.bookmarkWord && a.terms == b.terms
      && a.filters.map(\.filter) == b.filters.map(\.filter)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Reads a numeric date: "2021", "2021-03" or "2021-03-14".
  ///
  /// - Parameter zone: The time zone of the days.
  public static func period(_ value: String, in zone: TimeZone = .current) -> DateInterval? {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].utf8.count == 4 else { return nil }
    let numbers = parts.compactMap { part in part.utf8.allSatisfy { 48...57 ~= $0 } ? Int(part) : nil }
    guard numbers.count == parts.count else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    var date = DateComponents()
    date.year = numbers[0]
    date.month = numbers.count > 1 ? numbers[1] : 1
    date.day = numbers.count > 2 ? numbers[2] : 1
    let unit: Calendar.Component = [.year, .month, .day][numbers.count - 1]
    guard let start = calendar.date(from: date),
      calendar.dateComponents([.year, .month, .day], from: start) == date
    else { return nil }
    return calendar.dateInterval(of: unit, for: start)
  }
}

/// A condition other than words.
enum SearchFilter: Sendable, Hashable {
  case from(String, isExcluded: Bool)
  case chat(String, isExcluded: Bool)
  case topic(String, isThread: Bool, isExcluded: Bool)
  case has(SearchQuery.Trait, isExcluded: Bool)
  case own(isExcluded: Bool)
  /// Milliseconds since 1970 UTC.
  case sent(from: Int64, before: Int64, isExcluded: Bool)

  fileprivate init?(
    _ name: SearchQuery.Operator, _ part: SearchParts.Part, period: (String) -> DateInterval?
  ) {
    let value = part.value.trimmingCharacters(in: .whitespaces)
    guard !value.isEmpty else { return nil }
    let isExcluded = part.isExcluded
    switch name {
    case .from: self = .from(value, isExcluded: isExcluded)
    case .in: self = .chat(value, isExcluded: isExcluded)
    case .topic, .thread: self = .topic(value, isThread: name == .thread, isExcluded: isExcluded)
    case .has:
      guard let trait = SearchQuery.Trait(rawValue: value.lowercased()) else { return nil }
      self = .has(trait, isExcluded: isExcluded)
    case .is:
      guard value.lowercased() == "own" else { return nil }
      self = .own(isExcluded: isExcluded)
    case .before, .after, .on:
      guard let period = period(value) else { return nil }
      let start = Self.milliseconds(period.start)
      let end = Self.milliseconds(period.end)
      switch name {
      case .before: self = .sent(from: .min, before: start, isExcluded: isExcluded)
      case .after: self = .sent(from: end, before: .max, isExcluded: isExcluded)
      default: self = .sent(from: start, before: end, isExcluded: isExcluded)
      }
    }
  }

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64(min(max((date.timeIntervalSince1970 * 1_000).rounded(), -0x1p62), 0x1p62))
  }
}

/// Splits a text at blanks that are not in quotes.
///
/// Works by scalars, because a quote before a combining mark would form one character with it.
private struct SearchParts: Sequence {
  struct Part {
    var range: Range<String.Index>
    /// Without "-".
    var whole: String
    var name: SearchQuery.Operator?
    var value: String
    var isExcluded = false
    var isQuoted = false
    var isClosed = true

    func token(isValid: Bool) -> SearchQuery.Token {
      SearchQuery.Token(
        range: range, kind: name.map(SearchQuery.Token.Kind.filter) ?? (isQuoted ? .phrase : .word),
        value: value, isExcluded: isExcluded, isClosed: isClosed, isValid: isValid)
    }
  }

  private typealias Scalars = Substring.UnicodeScalarView

  private let text: String

  init(_ text: String) { self.text = text }

  func makeIterator() -> AnyIterator<Part> {
    var rest = text[...].unicodeScalars
    return AnyIterator {
      rest = rest.drop(while: \.properties.isWhitespace)
      return rest.isEmpty ? nil : Self.next(&rest)
    }
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool { "\"“”„«»".unicodeScalars.contains(scalar) }

  private static func ends(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || isQuote(scalar)
  }

  private static func next(_ rest: inout Scalars) -> Part {
    let all = rest
    var part = Part(range: all.startIndex..<all.startIndex, whole: "", value: "")
    if rest.first == "-", let next = rest.dropFirst().first, !next.properties.isWhitespace {
      part.isExcluded = true
      rest = rest.dropFirst()
    }
    let inner = rest.startIndex
    if let colon = rest.firstIndex(where: { $0 == ":" || ends($0) }), rest[colon] == ":" {
      part.name = SearchQuery.Operator(rawValue: String(rest[..<colon]).lowercased())
      if part.name != nil { rest = rest[rest.index(after: colon)...] }
    }
    if let first = rest.first, isQuote(first) {
      rest = rest.dropFirst()
      let end = rest.firstIndex(where: isQuote)
      part.isQuoted = true
      part.isClosed = end != nil
      part.value = String(rest[..<(end ?? rest.endIndex)])
      rest = rest[(end.map(rest.index(after:)) ?? rest.endIndex)...]
    } else {
      // A quote within a word begins a phrase.
      let end = rest.firstIndex(where: ends) ?? rest.endIndex
      part.value = String(rest[..<end])
      rest = rest[end...]
    }
    part.range = all.startIndex..<rest.startIndex
    part.whole = String(all[inner..<rest.startIndex])
    return part
  }
}
