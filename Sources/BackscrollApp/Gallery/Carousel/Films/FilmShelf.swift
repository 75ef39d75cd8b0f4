/// The films that are shown, and what can be done to them. Knows no widget.
struct FilmShelf: Equatable, Sendable {
  private(set) var films: [Film] = []
  /// The library's next film that has not been on the shelf: one that is inserted is new each time.
  private var next = 0

  /// What can be chosen for the number of films.
  static let counts = [0, 1, 2, 3, 10, 1_000]
  static let usualCount = 10

  init(count: Int = 0) { setCount(count) }

  /// The library's first films, in its order.
  mutating func setCount(_ count: Int) {
    films = FilmLibrary.films(count)
    next = films.count
  }

  mutating func removeAll() { films = [] }

  /// Puts a new film before the one at `index`, or as the only one.
  mutating func insertBefore(_ index: Int?) {
    films.insert(FilmLibrary.film(next), at: min(films.count, max(0, index ?? 0)))
    next += 1
  }

  mutating func remove(at index: Int) {
    guard films.indices.contains(index) else { return }
    films.remove(at: index)
  }

  mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    films.shuffle(using: &generator)
  }
}
