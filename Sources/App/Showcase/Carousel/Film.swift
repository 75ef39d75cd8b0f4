import Translation

/// A fictional film: the content of one carousel card.
package struct Film: Identifiable, Hashable, Sendable {
  /// The film's index in ``FilmLibrary``, the same at every start.
  package let id: Int
  package let title: String
  package let year: Int
  let genre: String
  package let minutes: Int
  /// The rating, 0…10 in steps of 0.1.
  let rating: Double
  let director: String
  package let languages: [String]
  /// The plot in one sentence.
  let plot: String
  /// The rating with one decimal, also for whole numbers: "8.0".
  var ratingText: String { rating.formatted(.number.precision(.fractionLength(1)).locale(.desktop)) }

  /// "108 min"
  var lengthText: String { tr("{minutes} min", ["minutes": "\(minutes)"]) }

  /// The label of the film's card for screen readers.
  package var spokenName: String {
    tr(
      "{film}, {year}, {genre}, rated {rating}",
      ["film": title, "year": "\(year)", "genre": genre, "rating": ratingText])
  }
}

/// The films in the carousel, and the changes that the tool row makes to them.
package struct FilmShelf: Equatable, Sendable {
  package private(set) var films: [Film] = []
  /// Library index of the next film to insert. It only grows, so that an inserted film is never a duplicate.
  private var next = 0

  /// The counts that the menu offers.
  static let counts = [0, 1, 2, 3, 10, 1_000]
  static let usualCount = 10

  init(count: Int = 0) { setCount(count) }

  /// Replaces all films by the first `count` of the library.
  mutating func setCount(_ count: Int) {
    films = FilmLibrary.films(count)
    next = films.count
  }

  mutating func removeAll() { films = [] }

  /// Inserts a new film before the film at `index`; at the start when `index` is nil.
  mutating func insertBefore(_ index: Int?) {
    films.insert(FilmLibrary.film(next), at: min(films.count, max(0, index ?? 0)))
    next += 1
  }

  /// Removes the film at `index`; does nothing when there is none.
  mutating func remove(at index: Int) {
    guard films.indices.contains(index) else { return }
    films.remove(at: index)
  }

  mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    films.shuffle(using: &generator)
  }
}
