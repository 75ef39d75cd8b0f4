import AppBase
import ArchiveWords
import ChatStore
import Chats
import Controls
import Foundation
import Translation

/// A filter in place of typed words: "from:Anna" for "anna".
struct SearchOffer: Hashable, Sendable {
  /// "Messages from Anna", "Messages of August 2022".
  var title: String
  /// The number of its messages, at most one more than ``SearchSource/countLimit`` for a date.
  var count: Int
  /// The filter in its typed form.
  var filter: String
  /// The scalars of the text that the filter replaces.
  var range: Range<Int>
  /// The avatar of a person or chat.
  var avatar: CompletionOption.Avatar?

  /// The text with the filter in place of the words.
  func applied(to text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let range = range.clamped(to: 0..<scalars.count)
    var rest = String.UnicodeScalarView(scalars[..<range.lowerBound])
    rest.append(contentsOf: scalars[range.upperBound...])
    // Filters first, like the chips of a field.
    return [filter, String(rest).trimmingCharacters(in: .whitespaces)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// Words that end at a cursor, and their place.
struct TypedWords: Hashable, Sendable {
  var text: String
  var range: Range<Int>

  /// The most words of a name or date.
  private static let limit = 5

  /// The words before a cursor, and blanks after them: first all words, in the end only the last one.
  static func all(_ query: SearchQuery, before place: String.Index) -> [TypedWords] {
    let text = query.text
    let words = query.tokens.prefix { $0.range.upperBound <= place }.reversed().prefix(limit)
      .prefix { $0.kind == .word && !$0.isExcluded }
    guard let last = words.first,
      text[last.range.upperBound..<place].unicodeScalars.allSatisfy(\.properties.isWhitespace)
    else { return [] }
    let end = text.unicodeScalars.distance(from: text.startIndex, to: place)
    return words.reversed().map { word in
      let start = text.unicodeScalars.distance(from: text.startIndex, to: word.range.lowerBound)
      return TypedWords(
        text: String(text[word.range.lowerBound..<last.range.upperBound]), range: start..<end)
    }
  }

  /// Whether the text is so short that too many names begin with it.
  fileprivate var isShort: Bool { text.count == 1 && text.first?.isCased == true }
}

/// Finds the people, chats and dates that typed words may refer to.
struct SearchOfferFinder: Sendable {
  let source: SearchSource

  /// The most offers of each kind.
  private static let most = (people: 3, chats: 2)
  /// The most characters of a name in a title.
  private static let nameLimit = 40

  /// The offers of each kind for as many of the words as possible.
  func offers(for words: [TypedWords]) async throws -> [SearchOffer] {
    let words = words.filter { !$0.isShort }
    return try await people(words) + chats(words) + date(words)
  }

  /// The offers with hits in a search that ends with the words.
  func offers(thatHelp query: SearchQuery) async throws -> [SearchOffer] {
    let split = SearchWords.split(query)
    let rest = split.rest.trimmingCharacters(in: .whitespaces)
    var helpful: [SearchOffer] = []
    for var offer in try await offers(
      for: TypedWords.all(source.reader.read(rest), before: rest.endIndex))
    {
      let text = (split.filters + [offer.applied(to: rest)]).joined(separator: " ")
      let count = try await source.archive.searchCount(
        source.reader.read(text), in: nil, limit: SearchSource.countLimit + 1)
      guard count > 0 else { continue }
      offer.count = count
      offer.filter = text
      offer.range = 0..<query.text.unicodeScalars.count
      helpful.append(offer)
    }
    return helpful
  }

  private func people(_ words: [TypedWords]) async throws -> [SearchOffer] {
    try await named(words, key: "from") {
      try await source.archive.people(named: $0, limit: Self.most.people)
    } title: {
      tr("Messages from {name}", ["name": $0])
    }
  }

  private func chats(_ words: [TypedWords]) async throws -> [SearchOffer] {
    try await named(words, key: "in") {
      try await source.archive.chats(titled: $0, limit: Self.most.chats)
    } title: {
      tr("Messages in {chat}", ["chat": $0])
    }
  }

  /// The offers for names that match as many of the words as possible.
  private func named(
    _ words: [TypedWords], key: String, find: (String) async throws -> [SearchSuggestion],
    title: (String) -> String
  ) async throws -> [SearchOffer] {
    for part in words {
      let found = try await find(part.text).filter { $0.messageCount > 0 }
      guard found.isEmpty else { return found.map { offer($0, key, part, title: title) } }
    }
    return []
  }

  private func offer(
    _ found: SearchSuggestion, _ key: String, _ words: TypedWords, title: (String) -> String
  ) -> SearchOffer {
    let name = found.name
    return SearchOffer(
      title: title(String(name.prefix(Self.nameLimit))), count: found.messageCount,
      filter: SearchWords.filter(key, found.name),
      range: words.range,
      avatar: .init(initials: Initials.of(name), color: ChatPalette.index(of: found.colorSeed)))
  }

  // MARK: Dates

  /// The date with messages that the words mean.
  private func date(_ words: [TypedWords]) async throws -> [SearchOffer] {
    let dates = TypedDateReader(timeZone: source.reader.timeZone)
    let names = DateWords(dates.days)
    for part in words {
      guard let date = dates.read(part.text), date.precision != .minute else { continue }
      let filter = filter(date, typed: part.text, dates, names)
      let count = try await source.archive.searchCount(
        source.reader.read(filter), in: nil, limit: SearchSource.countLimit + 1)
      guard count > 0 else { continue }
      let title = tr("Messages of {date}", ["date": Self.name(date, names)])
      return [SearchOffer(title: title, count: count, filter: filter, range: part.range)]
    }
    return []
  }

  private static func name(_ date: TypedDate, _ names: DateWords) -> String {
    date.precision == .day ? names.shortDay(date.span.lowerBound) : names.name(date)
  }

  /// The full date, if it is read as the same date.
  private func filter(
    _ date: TypedDate, typed: String, _ dates: TypedDateReader, _ names: DateWords
  ) -> String {
    let full = Self.name(date, names)
    return SearchWords.filter("on", dates.read(full)?.span == date.span ? full : typed)
  }
}
