import Chats

/// The texts of the synthetic conversation, all of them invented.
///
/// An exchange is a few lines, each with the letter of its speaker: A, B, C, D are random people, the same throughout
/// the exchange; M, J, S, H, T, O are Mara, Jonas, 서연, Amir (Haddad), Tove and the owner. After the letter, ":" marks
/// a message, ">" a reply to the first line, "!" a service message. " | " separates alternatives, `{name}` is a blank
/// (`Blanks`), `[photo]` or `[photo 1920x1080]` is a photo with the rest of the line as its caption. Marks in the text
/// are those of `StyledText.init(marked:)`.
///
/// The order of all texts determines the messages of a seed: adding a line changes the sample conversation.
enum Stock {
  static let exchanges: [Exchange] = [
    route, weather, trains, food, gear, photos, banter, stories, korean, arabic, german, swedish,
  ].flatMap(Exchange.parse)

  /// The end of the conversation for every seed: the first screen of the demo.
  static let ending: Exchange? = Exchange.parse(finale).first

  /// Replies that fit any message.
  static let reactions = [
    "Ha, exactly", "Agreed 👍", "Still true", "I was about to write that", "This!", "Really? 😄", "Same here",
    "Well said", "I keep thinking about this", "Good point", "Can we print this somewhere?", "Yes please",
    "Not again 😂", "*Finally* somebody says it", "Noted", "Quote of the week", "네 맞아요 ㅎㅎ", "ههههه صحيح",
    "Genau das!", "Precis så", "Haha, ja!", "I'm with you", "Sounds right to me", "You said it",
  ]

  /// Messages of emoji only.
  static let emoji = [
    "👍", "😂", "❤️", "🙌", "🏔️", "🥾☕", "🔥", "👏", "🎒", "☀️", "🌧️🌧️🌧️", "😅", "🥲", "🤝", "🐑", "🧀🍞", "👀",
    "🙏", "🌈", "⛰️😍", "💪", "🍜", "✨", "🤷‍♀️", "👩‍👩‍👧‍👦", "🇰🇷", "🫶", "🚂", "🌙", "🎉🎉",
  ]

  /// Captions of random photos.
  static let captions = [
    "{place}, this morning", "Look who's back", "No filter", "Lunch with a view", "The way up",
    "The way down",
    "Almost there", "Last light at {place}", "The hut cat has grown", "My boots, in memoriam", "First snow",
    "From the archive: {place}, years ago", "It's steeper than it looks", "오늘 {place} 풍경", "منظر من القمة",
    "Nebel über {place}", "Utsikten från åsen", "Before", "After", "Somebody painted the marker *blue*",
  ]

  /// Actions, without the name before them.
  static let actions = [
    "waves from the platform", "is already asleep", "ties the other boot", "looks for the map",
    "opens the thermos", "hands out cake", "pretends to know the way", "counts the sheep", "bows",
  ]

  /// Files with ranges of their size in kibibytes.
  static let files = [
    ("ridge-{number}.gpx", 48...900), ("packing-list.pdf", 60...400), ("timetable-{line}.pdf", 120...2000),
    ("hut-booking.pdf", 80...300), ("{place}.kmz", 30...700), ("who-brings-what.txt", 1...6),
  ]

  /// Service messages about a person of the group, without the name before them.
  static let deeds = [
    "pinned a message", "named the conversation “Ridge walk”", "changed the picture of the group",
    "pinned a photograph", "started a call of {hours} minutes", "shared the live position",
  ]

  /// Service messages about other people.
  static let news = [
    "{guest} joined the conversation", "{guest} left the conversation",
    "The poll “{place} or {place2}?” has ended",
  ]

  /// The first lines of long messages, and their other lines.
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

  /// Messages that are hard to lay out: a link of many lines, words without a break opportunity.
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
