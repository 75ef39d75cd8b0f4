import Foundation

/// Makes up repositories, each by its place alone.
enum SampleRepositories {
  private static let fields = SampleField.desktop + SampleField.tools + SampleField.services

  /// The repository at a place, from 0.
  static func repository(at place: Int) -> Repository {
    // Fields take turns, each time round in another order, so that neighbours differ and none is rare.
    let round = place / fields.count
    let field = fields[(place * 7 + round * 3) % fields.count]
    var numbers = SampleNumbers("repository \(place)")
    let noun = field.nouns[(round + numbers.below(2)) % field.nouns.count]
    // Steps of 23 through 60 flavours meet each before any comes again: no name twice within 60 places.
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
    at place: Int, round: Int, of field: SampleField, _ numbers: inout SampleNumbers
  ) -> String? {
    if place % unusualInterval == unusualInterval / 2 {
      return SampleWords.unusual[place / unusualInterval % SampleWords.unusual.count]
    }
    guard !numbers.oneIn(14) else { return nil }
    // The rounds of a field go through all its phrases before one comes again, with another end then.
    let phrase = field.phrases[round % field.phrases.count]
    let isFirst = round < field.phrases.count
    guard !isFirst || numbers.oneIn(3) else { return "\(phrase)." }
    return "\(phrase). \(numbers.pick(SampleWords.tails))."
  }

  /// Most have some dozens, a few tens of thousands, as it is everywhere.
  private static func stars(_ numbers: inout SampleNumbers) -> Int {
    Int(exp(2 + 9 * pow(numbers.unit(), 1.6)))
  }

  /// One in so many has an unusual text, and one neither text nor language; the first of each on the first page.
  private static let unusualInterval = 41
  /// 1 October 2025: fixed, so that the sample is the same on any day.
  private static let latestUpdate: TimeInterval = 1_759_276_800
}
