import Translation

/// A film that nobody has made: what a card of the carousel is about.
struct Film: Identifiable, Hashable, Sendable {
  /// Its place in ``FilmLibrary``: the same film has the same one at every start.
  let id: Int
  let title: String
  let year: Int
  let genre: String
  let minutes: Int
  /// 0…10, with one place after the point.
  let rating: Double
  let director: String
  let languages: [String]
  /// One sentence.
  let plot: String

  /// "8.1", never "8".
  var ratingText: String { rating.formatted(.number.precision(.fractionLength(1)).locale(.desktop)) }

  /// "108 min"
  var lengthText: String { tr("{minutes} min", ["minutes": "\(minutes)"]) }

  /// What a screen reader says of the card.
  var spokenName: String {
    tr(
      "{film}, {year}, {genre}, rated {rating}",
      ["film": title, "year": "\(year)", "genre": genre, "rating": ratingText])
  }
}
