/// The words of the synthetic conversation, all of them invented for it.
///
/// An exchange is a few lines, each with the letter of who says it: A, B, C, D are anybody, in one exchange
/// always the same person; M, J, S, H, T, O are Mara, Jonas, 서연, Amir (Haddad), Tove and the owner. After the
/// letter, ":" says the line, ">" says it as an answer to the first one, "!" makes it a service line. " | " parts
/// ways to say it, `{name}` is a blank to fill (`Blanks`), `[photo]` or `[photo 1920x1080]` is a photograph that
/// the rest of the line is the caption of. Marks in the text are those of `MarkedText`.
///
/// The order of everything here decides what a seed gives: who adds a line changes the demo conversation.
enum Stock {
  static let exchanges: [Exchange] = [
    route, weather, trains, food, gear, photos, banter, stories, korean, arabic, german, swedish,
  ].flatMap(Exchange.parse)

  /// How the conversation ends, whatever the seed: the first screen of the demo.
  static let ending: Exchange? = Exchange.parse(finale).first

  /// Answers that fit whatever they answer.
  static let reactions = [
    "Ha, exactly", "Agreed 👍", "Still true", "I was about to write that", "This!", "Really? 😄", "Same here",
    "Well said", "I keep thinking about this", "Good point", "Can we print this somewhere?", "Yes please",
    "Not again 😂", "*Finally* somebody says it", "Noted", "Quote of the week", "네 맞아요 ㅎㅎ", "ههههه صحيح",
    "Genau das!", "Precis så", "Haha, ja!", "I'm with you", "Sounds right to me", "You said it",
  ]

  /// Messages without a word.
  static let emoji = [
    "👍", "😂", "❤️", "🙌", "🏔️", "🥾☕", "🔥", "👏", "🎒", "☀️", "🌧️🌧️🌧️", "😅", "🥲", "🤝", "🐑", "🧀🍞", "👀",
    "🙏", "🌈", "⛰️😍", "💪", "🍜", "✨", "🤷‍♀️", "👩‍👩‍👧‍👦", "🇰🇷", "🫶", "🚂", "🌙", "🎉🎉",
  ]

  /// What people write below a photograph that nobody asked for.
  static let captions = [
    "{place}, this morning", "Look who's back", "No filter", "Lunch with a view", "The way up",
    "The way down",
    "Almost there", "Last light at {place}", "The hut cat has grown", "My boots, in memoriam", "First snow",
    "From the archive: {place}, years ago", "It's steeper than it looks", "오늘 {place} 풍경", "منظر من القمة",
    "Nebel über {place}", "Utsikten från åsen", "Before", "After", "Somebody painted the marker *blue*",
  ]

  /// What people do rather than say; the name stands before it.
  static let actions = [
    "waves from the platform", "is already asleep", "ties the other boot", "looks for the map",
    "opens the thermos", "hands out cake", "pretends to know the way", "counts the sheep", "bows",
  ]

  /// Files with their size in kibibytes.
  static let files = [
    ("ridge-{number}.gpx", 48...900), ("packing-list.pdf", 60...400), ("timetable-{line}.pdf", 120...2000),
    ("hut-booking.pdf", 80...300), ("{place}.kmz", 30...700), ("who-brings-what.txt", 1...6),
  ]

  /// Service lines of someone in the group, the name stands before it.
  static let deeds = [
    "pinned a message", "named the conversation “Ridge walk”", "changed the picture of the group",
    "pinned a photograph", "started a call of {hours} minutes", "shared the live position",
  ]

  /// Service lines of nobody in the group.
  static let news = [
    "{guest} joined the conversation", "{guest} left the conversation",
    "The poll “{place} or {place2}?” has ended",
  ]

  /// Heads of long messages, and what their lines are made of.
  static let longHeads = [
    "*Packing list for {place}* (please read to the end this time)", "*Plan for {day}*",
    "Minutes of the soup summit:",
    "What I found on the way from {place} to {place2}:", "*Who was where this year*, as far as I kept count",
  ]
  static let longLines = [
    "– {gear}", "– {gear} (one is enough)", "– {time} {place}", "– {food} for {hours}",
    "– {place}: {km} km",
    "– {place}, {climb} m", "– ask @Jonas about {gear}", "– bus {line} at {time}, platform {platform}",
    "– _if it rains_: {place}", "– {food}", "– socks. More socks.", "– nothing else, really",
  ]

  /// Single messages that are hard to lay out: a link of many lines, words that have no place to break.
  static let oddities = [
    "https://example.org/route?from={number}&via={number2}&avoid=motorways,ferries,brambles&surface=gravel,rock,grass,mud&elevation=true&units=metric&token=\(String(repeating: "k3Vq9", count: 30))",
    "{scream}",
    "W\(String(repeating: "o", count: 197))w",
    "Donnerwetterwahrscheinlichkeitsabschätzungskommissionsvorsitzendenstellvertreterin",
    "Kan någon ta med flaggstångsknoppsförgyllningsutrustningen?",
  ]

  static let blanks: [String: [String]] = [
    "place": places, "place2": places.reversed(),
    "day": ["Saturday", "Sunday", "Friday", "Monday"],
    "guest": ["Lotte", "Idris", "Noor", "Henrik", "박민준", "Paula"],
    "food": [
      "potato salad", "lentil soup", "cinnamon buns", "flatbread and hummus", "noodles", "plum cake",
      "egg sandwiches", "gimbap", "cheese and apples", "bean stew", "date biscuits", "rye bread",
    ],
    "food2": ["a big salad", "walnuts", "chocolate, the dark one", "pickles", "oranges", "a loaf of bread"],
    "gear": [
      "crampons", "the small tent", "a sleeping mat", "the long rope", "a rain cover", "gaiters",
      "spare laces",
      "a head torch", "the water filter", "a whistle", "the blue tarpaulin", "walking poles",
    ],
  ]

  private static let places = [
    "Hollow Ridge", "Karst Saddle", "Blue Tarn", "Larch Hut", "Crow Step", "the Old Quarry", "Windgate",
    "Three Pines", "Sheepfold Pass", "Copper Falls", "Heron Lake", "Stone Table", "Fern Gully", "North Cairn",
    "Kestrel Crag", "Mill Bridge", "the Goat Stairs", "White Scree", "Lantern Rock", "Long Moss",
  ]
}
