import Foundation
import SeededRandom

/// Generated repositories, always the same, for the feed without a user's name and without a network.
public struct SampleSource: RepositorySource {
  private let repositories: [Repository]
  private let pageSize: Int
  private let delay: @Sendable (Int) async throws -> Void

  /// - Parameters:
  ///   - count: the number of repositories. A shorter sample is the beginning of a longer one.
  ///   - delay: awaited before each page, with its number. It may throw instead. Use it for a slow or failing network to
  ///     try out, or for a test's gate.
  public init(
    count: Int = 300, pageSize: Int = 30, delay: @escaping @Sendable (Int) async throws -> Void = { _ in }
  ) {
    precondition(count >= 0 && pageSize > 0, "A sample has a size, and its pages have one too")
    repositories = (0..<count).map(Self.repository)
    self.pageSize = pageSize
    self.delay = delay
  }

  /// Makes a source whose pages each take `latency`.
  public init(count: Int = 300, pageSize: Int = 30, latency: Duration) {
    self.init(count: count, pageSize: pageSize) { _ in
      if latency > .zero { try await Task.sleep(for: latency) }
    }
  }

  /// The page at `cursor`, after the delay. `unreachable` has no effect: there is no cache.
  public func page(
    _ cursor: RepositoryCursor?, unreachable: UnreachablePolicy
  ) async throws -> RepositoryPage {
    let number = cursor?.page ?? 1
    try await delay(number)
    try Task.checkCancellation()
    let start = (number - 1) * pageSize
    let items = Array(repositories.dropFirst(start).prefix(pageSize))
    let isLast = start + pageSize >= repositories.count
    return RepositoryPage(
      items: items, next: isLast ? nil : RepositoryCursor(page: number + 1), total: repositories.count)
  }

  // MARK: Generation

  /// The repository at a place, from 0. It depends only on the place.
  static func repository(at place: Int) -> Repository {
    // Fields alternate, in another order each round, so that neighbours differ and none is rare.
    let fields = SampleWords.fields
    let round = place / fields.count
    let field = fields[(place * 7 + round * 3) % fields.count]
    var numbers = SplitMix64(seed: "repository \(place)")
    let noun = field.nouns[(round + numbers.below(2)) % field.nouns.count]
    // Steps of 23 through 60 flavours visit each before any repeats, so no name occurs twice within 60 places.
    let flavour = SampleWords.flavours[(place * 23) % SampleWords.flavours.count]
    let owner = numbers.pick(SampleWords.owners)
    let name = numbers.oneIn(4) ? "\(flavour)\(noun)" : "\(flavour)-\(noun)"
    let language = numbers.pick(field.languages)
    let isBare = place % unusualInterval == unusualInterval / 3
    return Repository(
      id: Int64(place) + 1, owner: owner, name: name,
      description: isBare ? nil : description(at: place, round: round, of: field, &numbers),
      language: isBare || language.isEmpty || numbers.oneIn(18) ? nil : language,
      stars: stars(&numbers),
      topics: numbers.pick(numbers.oneIn(9) ? 0 : 1 + numbers.below(5), of: field.topics),
      url: URL(string: "https://example.com/\(owner)/\(name)"),
      homepage: numbers.oneIn(3) ? URL(string: "https://\(name).example") : nil,
      license: numbers.oneIn(10) ? nil : numbers.pick(SampleWords.licenses),
      updatedAt: Date(timeIntervalSince1970: latestUpdate - Double(numbers.below(3 * 365 * 24 * 60)) * 60),
      isFork: numbers.oneIn(25), isArchived: numbers.oneIn(20))
  }

  private static func description(
    at place: Int, round: Int, of field: SampleWords.Field, _ numbers: inout SplitMix64
  ) -> String? {
    if place % unusualInterval == unusualInterval / 2 {
      return SampleWords.unusual[place / unusualInterval % SampleWords.unusual.count]
    }
    guard !numbers.oneIn(14) else { return nil }
    // A field uses all its phrases before it repeats one, then with another second sentence.
    let phrase = field.phrases[round % field.phrases.count]
    let isFirst = round < field.phrases.count
    guard !isFirst || numbers.oneIn(3) else { return "\(phrase)." }
    return "\(phrase). \(numbers.pick(SampleWords.tails))."
  }

  /// The number of stars. Most repositories have some dozens, a few have tens of thousands.
  private static func stars(_ numbers: inout SplitMix64) -> Int {
    Int(exp(2 + 9 * pow(numbers.unit(), 1.6)))
  }

  /// In each run of this many repositories, one has an unusual text and one has neither text nor language. The first
  /// page has both.
  private static let unusualInterval = 41
  /// 1 October 2025: fixed, so that the sample is the same on any day.
  private static let latestUpdate: TimeInterval = 1_759_276_800
}
