/// All the films there are, in an order that never changes: a few dozen with a story of their own, then as many as
/// anybody asks for, put together from words.
enum FilmLibrary {
  /// The first `count` films.
  static func films(_ count: Int) -> [Film] { (0..<max(0, count)).map(film) }

  /// The film at a place; every place has one, and no two of the first thousand share a title.
  static func film(_ index: Int) -> Film {
    FilmStock.films.indices.contains(index) ? FilmStock.films[index] : combined(index)
  }

  // MARK: Put together

  /// Walks through all pairs of words before it begins again with a number: both counts are prime to each other, so
  /// that neighbours differ in both words.
  private static func combined(_ index: Int) -> Film {
    let place = index - FilmStock.films.count
    let pairs = first.count * second.count
    let title = "\(first[place % first.count]) \(second[place % second.count])"
    let part = place / pairs
    var random = SeededNumbers(title)
    let genre = random.pick(genres)
    var others = Array(languages.dropFirst())
    var spoken = [languages[0]]
    for _ in 0..<random.below(3) { spoken.append(others.remove(at: random.below(others.count))) }
    return Film(
      id: index, title: part == 0 ? title : "\(title) \(part + 1)", year: 1931 + random.below(95),
      genre: genre.name,
      minutes: 74 + random.below(95), rating: Double(52 + random.below(40)) / 10,
      director: "\(random.pick(givenNames)) \(random.pick(familyNames))", languages: spoken,
      plot: random.pick(genre.plots))
  }

  private static let first = [
    "Amber", "Borrowed", "Copper", "Distant", "Eleventh", "Folded", "Glass", "Hollow", "Inland", "July",
    "Kindled",
    "Lesser", "Midnight", "Northern", "Open", "Quiet", "Second", "Tidal", "Unlit", "Velvet", "Winter",
    "Yellow",
    "Paper", "Restless", "Sunken", "Wandering", "Broken", "Early", "Gentle", "Hidden", "Iron",
  ]

  private static let second = [
    "Harbour", "Orchard", "Signal", "Meridian", "Ferry", "Staircase", "Almanac", "Bridge", "Carnival",
    "Delta",
    "Embers", "Frontier", "Garden", "Horizon", "Interval", "Junction", "Kites", "Letters", "Mountain",
    "Nocturne",
    "Observatory", "Passage", "Quarry", "River", "Shoreline", "Theatre", "Umbrella", "Valley", "Weather",
    "Window",
    "Arcade", "Beacon", "Clockwork", "Dunes", "Estuary", "Furnace", "Gallery",
  ]

  private static let givenNames = [
    "Alma", "Bruno", "Chiara", "Dario", "Edda", "Faisal", "Greta", "Hamid", "Ilse", "Jonas", "Kaja", "Lucien",
    "Maren",
    "Nadia", "Oskar", "Paulina", "Rafe", "Selma", "Tomas", "Yuki",
  ]

  private static let familyNames = [
    "Aldous", "Brandt", "Castell", "Dunmore", "Ekholm", "Farrow", "Grieve", "Holloway", "Ivarsen", "Kestrel",
    "Lindqvist",
    "Marlowe", "Novak", "Osei", "Petrov", "Quist", "Rahimi", "Sorrel", "Tanaka", "Vasquez",
  ]

  private static let languages = [
    "English", "Breton", "Catalan", "Danish", "Estonian", "Finnish", "Greek", "Irish", "Japanese", "Persian",
    "Portuguese",
    "Welsh",
  ]

  private struct Genre {
    let name: String
    let plots: [String]
  }

  private static let genres = [
    Genre(
      name: "Drama",
      plots: [
        "Two families share one well, and then the summer does not end.",
        "A piano teacher finds that her best pupil has never owned a piano.",
      ]),
    Genre(
      name: "Comedy",
      plots: [
        "Four strangers inherit a hotel with a single guest who will not leave.",
        "A village votes to change its clocks, and nobody agrees on the hour.",
      ]),
    Genre(
      name: "Mystery",
      plots: [
        "Somebody returns library books that were never lent.",
        "Every house in the street receives the same key.",
      ]),
    Genre(
      name: "Science fiction",
      plots: [
        "A surveyor maps a moon that is a little smaller each morning.",
        "The last radio on a quiet planet begins to answer.",
      ]),
    Genre(
      name: "Adventure",
      plots: [
        "Three cousins follow a river to find out where it was stolen.",
        "A postwoman crosses the pass in winter with one letter left.",
      ]),
    Genre(
      name: "Documentary",
      plots: [
        "One year with the people who paint the lines on the road.",
        "A glassworks, its last furnace, and the three who keep it warm.",
      ]),
    Genre(
      name: "Animation",
      plots: [
        "A paper fox looks for the page it was cut from.",
        "The wind takes a job in a weather station.",
      ]),
  ]
}
