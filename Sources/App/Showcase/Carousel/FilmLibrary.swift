import SeededRandom

/// An endless list of films whose order never changes: first films written by hand, then combinations of words.
enum FilmLibrary {
  /// The first `count` films.
  static func films(_ count: Int) -> [Film] { (0..<max(0, count)).map(film) }

  /// The film at `index`, which may be any number from 0. The titles of the first thousand are all different.
  static func film(_ index: Int) -> Film {
    written.indices.contains(index) ? written[index] : combined(index)
  }

  // MARK: Written films

  private static let written: [Film] = rows.enumerated().map { index, row in
    Film(
      id: index, title: row.title, year: row.year, genre: row.genre, minutes: row.minutes, rating: row.rating,
      director: row.director, languages: row.languages, plot: row.plot)
  }

  private typealias Row = (
    title: String, year: Int, genre: String, minutes: Int, rating: Double, director: String,
    languages: [String],
    plot: String
  )

  private static let rows: [Row] = early + late

  private static let early: [Row] = [
    (
      "The Last Lamp", 1964, "Drama", 108, 8.4, "Ines Calloway", ["English", "Breton"],
      "A keeper, a storm, and a ship that is not on any list."
    ),
    (
      "Paper Moonrise", 1987, "Animation", 81, 7.9, "Teo Lindgren", ["Swedish"],
      "A girl folds a moon each night, until one of them stays up."
    ),
    (
      "Kilometre Zero", 1975, "Road film", 117, 8.1, "Marta Oyelaran", ["Spanish", "English"],
      "Two sisters drive to where the road is measured from, and argue about the way back."
    ),
    (
      "The Tilers", 1929, "Silent", 69, 7.6, "Emil Varga", ["Without words"],
      "Twelve men tile a ballroom floor, and the pattern begins to dance."
    ),
    (
      "Salt and Signal", 2011, "Science fiction", 126, 8.8, "Noor Achterberg", ["Dutch", "English"],
      "A buoy in the North Sea sends tomorrow's weather, always a little too late."
    ),
    (
      "Lantern Bay", 1953, "Mystery", 94, 7.4, "Rowan Pryce", ["English", "Welsh"],
      "Every lamp in the bay goes out at once, and one house is lit."
    ),
    (
      "Dunes for Breakfast", 1999, "Comedy", 97, 6.9, "Leila Haddad", ["French", "Arabic"],
      "A baker wakes up to find the desert has moved into the shop."
    ),
    (
      "Southbound, Mostly", 2004, "Road film", 103, 7.2, "Arlo Bennick", ["English"],
      "A borrowed car, a wrong map, and a passenger who insists on scenic routes."
    ),
    (
      "Circle, Square, Tuesday", 1968, "Comedy", 88, 7.0, "Katja Blom", ["German"],
      "An office moves to a new building where no two rooms have the same shape."
    ),
    (
      "The Quiet Frequency", 2016, "Thriller", 112, 8.0, "Henrik Aalto", ["Finnish", "English"],
      "A piano tuner hears a note that is not in the room."
    ),
    (
      "Nine Steps to the Gallery", 1958, "Drama", 101, 7.7, "Odile Marchand", ["French"],
      "The light goes round, the keeper's daughter counts, and one evening the number is wrong."
    ),
    (
      "Harvest Moon Hotel", 1991, "Romance", 106, 6.8, "Priya Raman", ["English", "Tamil"],
      "Two night porters know each other only by the notes they leave."
    ),
  ]

  private static let late: [Row] = [
    (
      "Asphalt Sonata", 1983, "Music", 119, 7.8, "Davit Melik", ["Armenian", "Russian"],
      "A conductor drives an orchestra home, one player at a time."
    ),
    (
      "The Floor at Orte", 1972, "Mystery", 99, 7.3, "Giulia Ferrante", ["Italian"],
      "A restorer finds a face in the floor that was laid last week."
    ),
    (
      "Waves per Minute", 2020, "Documentary", 84, 8.2, "Sina Tuala", ["Samoan", "English"],
      "Those who listen to the sea for a living, and what they think it says."
    ),
    (
      "The Cape at Night", 1947, "Crime", 86, 7.5, "Walter Dunn", ["English"],
      "A smuggler needs the lamp to fail for a minute, and the keeper needs a friend."
    ),
    (
      "A Hill for Each of Us", 2008, "Drama", 131, 7.9, "Min-ji Seo", ["Korean"],
      "Five siblings divide a landscape that none of them can leave."
    ),
    (
      "Vanishing Point Café", 1979, "Comedy", 92, 7.1, "Lou Barrientos", ["Spanish"],
      "The last café before the border serves everybody who has changed their mind."
    ),
    (
      "Checkerboard Summer", 1995, "Family", 90, 6.7, "Annika Sørby", ["Norwegian"],
      "Two gardens, one ball, and a treaty that holds until August."
    ),
    (
      "Echo Sounder", 2019, "Thriller", 109, 7.6, "Tomás Quiroga", ["Portuguese", "English"],
      "A survey ship finds the bottom of the sea closer than the day before."
    ),
    (
      "The Lamplighter's Debt", 1934, "Drama", 78, 7.0, "Agnes Whitlock", ["English"],
      "He lights the town for thirty years, and one morning the town sends a bill."
    ),
    (
      "Blue Hour, Slow Train", 2001, "Romance", 104, 7.4, "Ewa Zielińska", ["Polish", "Czech"],
      "A train is late by one whole evening, which is enough."
    ),
    (
      "Red Line North", 1966, "Adventure", 114, 7.7, "Magnus Thorne", ["English", "Icelandic"],
      "Three surveyors paint a line across an island that objects."
    ),
    (
      "Three Colours, One Flat", 1961, "Animation", 73, 8.3, "Yael Strauss", ["Hebrew", "German"],
      "Red, yellow and blue share a flat and do not mix."
    ),
  ]

  // MARK: Combined films

  /// Combines two words into a title. The numbers of first and second words are coprime, so all pairs occur before
  /// one repeats (with a number appended), and neighbours differ in both words.
  private static func combined(_ index: Int) -> Film {
    let place = index - written.count
    let pairs = first.count * second.count
    let title = "\(first[place % first.count]) \(second[place % second.count])"
    let part = place / pairs
    var random = SplitMix64(seed: title)
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
