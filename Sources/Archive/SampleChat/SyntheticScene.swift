import Chats
import SeededRandom

/// Messages of the kinds that an exchange of `Stock` does not have, such as albums, polls and calls: one scene for each
/// of the newest two weeks.
///
/// A scene replaces other messages, so that the rest keep their keys. Its length and its texts are always the same;
/// only its pictures and the long message depend on the seed.
struct SyntheticScene {
  private var random: SplitMix64
  private(set) var drafts: [SyntheticDraft] = []

  /// The scene of a week; empty for all but the newest two.
  init(seed: UInt64, weeksBack: Int) {
    random = SplitMix64(seed: seed, streams: UInt64(weeksBack), 1)
    switch weeksBack {
    case 0: walk()
    case 1: evening()
    default: break
    }
  }

  /// The newest week, with every kind of message.
  private mutating func walk() {
    add("M", "The ridge this morning, before and after the cloud", album(2), reactions: ["❤️": "JTO"])
    add("J", "", album(3))
    add("T", "Four from the hut", album(4), reactions: ["🔥": "MH", "☕": "O"])
    add("O", "Everything else, sorted by nobody", album(10), reactions: ["👏": "MJSHT", "😍": "S"])
    add("S", "바람 소리 좀 들어 보세요", [film(.video, 1920, 1080, seconds: 23, name: "wind.mp4")])
    add("T", "", [film(.roundVideo, 400, 400, seconds: 19)], reactions: ["😂": "OMJ"])
    add("J", "", [film(.animation, 480, 360, seconds: 3)])
    add("M", "", [voice(seconds: 7, "We are at the bridge. Jonas has the map, and I have the cheese.")])
    add("O", "", [voice(seconds: 61, Self.directions)], reactions: ["👍": "M"], reply: 1)
    edited(
      "M", "Meet at 7:40 at the bridge, not at the station",
      before: ["Meet at 7:20 at the station", "Meet at 7:40 at the station"], reactions: ["👍": "OJHT"])
    add("J", "Good that I looked again", reply: 1)
    add(
      "H", "Snow above 1800 m from Friday on. Gusts of up to 70 km/h on the ridges.",
      details: Message.Details(
        forward: Forward(
          name: "Mountain weather", key: "synthetic:weather@ridge-walk",
          sentAt: 1_773_300_000_000)))
    add(
      "O", "",
      details: content(
        .poll(
          Poll(
            question: "Which pass on Saturday?",
            options: [
              .init(text: "Sheepfold Pass", votes: 3, isChosen: true), .init(text: "Karst Saddle", votes: 2),
              .init(text: "Windgate, if it is dry", votes: 0),
            ], voterCount: 5))))
    add(
      "T", "",
      details: content(
        .poll(
          Poll(
            question: "Who brings the stove?",
            options: [
              .init(text: "You", votes: 4), .init(text: "Jonas", votes: 1),
              .init(text: "Cold soup", votes: 1),
            ], voterCount: 6, isClosed: true))))
    add("M", "", details: place(46.6243, 8.0411, "Larch Hut", "Path 7, above Mill Bridge"))
    add("J", "", details: place(46.6097, 8.0712, isLive: true))
    add(
      "H", "", details: content(.contact(Contact(name: "Larch Hut, the warden", phone: "+00 000 555 0142"))))
    call("M", "Mara Lind called; nobody answered", Call(outcome: .missed))
    call("O", "You called (12 min 4 s)", Call(outcome: .ended, duration: 724))
    add(
      "H", "The track, and the same for the watch",
      [
        Attachment(kind: .file, byteCount: 348_201, name: "ridge-walk.gpx"),
        Attachment(kind: .file, byteCount: 41_943_040, name: "map-sheet-1228.zip"),
      ])
    let song = "The Hikers – Uphill"
    add("S", "", [Attachment(kind: .audio, byteCount: 5_242_880, duration: 204_000, name: song)])
    add("S", "", [picture(.sticker, 512, 512, name: "🥾")])
    add("J", styled(("The film ends like this: ", nil), ("the dog finds the way home", .spoiler), (".", nil)))
    add("T", "Not for Amir before Sunday", [spoiler()])
    add("T", styled(("If it rains we start an hour later.", .quote), ("\nAn hour? Two.", nil)))
    add("M", styled((Self.rules, .expandableQuote), ("\nNumber six is new.", nil)), reactions: ["💯": "T"])
    add("O", styled(("/weather", .botCommand), (" Blue Tarn", nil)))
    add("O", "Blue Tarn on Saturday: −2…4 °C, dry until four", details: Message.Details(bot: "ridgebot"))
    add("H", styled(("🏔", .customEmoji), (" ", nil), ("🧀", .customEmoji), (" ", nil), ("🏔", .customEmoji)))
    add(
      "J",
      styled(
        ("Waypoints for the watch:\n", nil), ("bridge   7:40\nhut     10:15\nsaddle  12:30", .pre),
        ("\nThe ", nil), ("saddle", .strikethrough), (" pass is ", nil), ("not", .underline),
        (" marked. Wardens: ", nil), ("geo:46.6243,8.0411", .link(target: "geo:46.6243,8.0411"))))
    add("S", "", kind: .deleted)
    add("T", "", details: Message.Details(unsupportedKind: "story"), kind: .unsupported)
    // A file that the export did not include.
    add("H", "Where has this one gone?", [Attachment(kind: .photo, width: 4032, height: 3024)])
    add("M", StyledText(longLog()), reactions: ["😴": "JO", "🙏": "S"])
    add("J", "I read all of it. Twice.", reply: 1)
  }

  /// The week before: the other sizes of albums, and calls of other outcomes.
  private mutating func evening() {
    for (letter, count) in zip("MJSHT", 5...9) {
      add(letter, letter == "M" ? "The slides of last autumn, part by part" : "", album(count))
    }
    add(
      "J", "From the old chat",
      album(3, with: [film(.video, 1280, 720, seconds: 41, name: "autumn.mp4")]),
      details: Message.Details(forward: Forward(name: "Ridge walk 2019", sentAt: 1_570_000_000_000)))
    call("J", "Jonas Weber called; the line was busy", Call(outcome: .busy))
    call("T", "Tove Åkesson called; the connection broke off", Call(outcome: .failed))
    call("M", "Mara Lind started a group call (48 min)", Call(outcome: .ended, duration: 2880, isGroup: true))
    add("S", "", [voice(seconds: 754)])
    add("H", "", kind: .deleted)
  }

  // MARK: Messages

  private mutating func add(
    _ letter: Character, _ text: StyledText, _ attachments: [Attachment] = [],
    reactions: KeyValuePairs<String, String> = [:], reply: Int? = nil,
    details: Message.Details = Message.Details(), kind: Message.Kind = .normal
  ) {
    drafts.append(
      SyntheticDraft(
        text: text, person: SyntheticPerson.all(String(letter)).first, kind: kind, attachments: attachments,
        replyDistance: reply,
        reactions: reactions.map { .init(key: $0.key, people: SyntheticPerson.all($0.value)) },
        details: details))
  }

  private mutating func add(
    _ letter: Character, _ text: String, _ attachments: [Attachment] = [],
    reactions: KeyValuePairs<String, String> = [:], reply: Int? = nil,
    details: Message.Details = Message.Details(), kind: Message.Kind = .normal
  ) {
    add(
      letter, StyledText(text), attachments, reactions: reactions, reply: reply, details: details, kind: kind)
  }

  private mutating func edited(
    _ letter: Character, _ text: String, before: [String], reactions: KeyValuePairs<String, String> = [:]
  ) {
    add(letter, text, reactions: reactions)
    drafts[drafts.count - 1].earlierTexts = before
  }

  private mutating func call(_ letter: Character, _ sentence: String, _ call: Call) {
    add(letter, sentence, details: content(.call(call)), kind: .service)
  }

  private func content(_ content: Message.Content) -> Message.Details {
    Message.Details(content: content)
  }

  private func place(
    _ latitude: Double, _ longitude: Double, _ name: String? = nil, _ address: String? = nil,
    isLive: Bool = false
  ) -> Message.Details {
    Message.Details(
      content: Place(latitude: latitude, longitude: longitude, name: name, address: address, isLive: isLive)
        .map(Message.Content.place))
  }

  private func styled(_ parts: (String, TextEntity.Kind?)...) -> StyledText {
    var text = StyledText()
    for (part, kind) in parts { text.append(part, as: kind) }
    return text
  }

  // MARK: Attachments

  private mutating func album(_ count: Int, with films: [Attachment] = []) -> [Attachment] {
    (0..<count - films.count).map { _ in
      let (width, height) = random.pick(Self.sizes)
      return picture(.photo, width, height, name: "IMG_\(1000 + random.below(9000)).jpg")
    } + films
  }

  private static let sizes = [
    (4032, 3024), (4032, 3024), (3024, 4032), (6000, 4000), (1920, 1080), (1080, 1080),
  ]

  private mutating func picture(
    _ kind: Attachment.Kind, _ width: Int, _ height: Int, name: String
  ) -> Attachment {
    Attachment(
      kind: kind, width: width, height: height, byteCount: Int64(width * height / 4), name: name,
      path: "synthetic:\(random.next())")
  }

  private mutating func spoiler() -> Attachment {
    var picture = picture(.photo, 1920, 1080, name: "birthday.jpg")
    picture.isSpoiler = true
    return picture
  }

  /// A film with a picture only, since the conversation has no files.
  private mutating func film(
    _ kind: Attachment.Kind, _ width: Int, _ height: Int, seconds: Int64, name: String? = nil
  ) -> Attachment {
    Attachment(
      kind: kind, width: width, height: height, byteCount: seconds * 400_000, duration: seconds * 1000,
      name: name, thumbnail: "synthetic:\(random.next())")
  }

  private func voice(seconds: Int64, _ words: String = "") -> Attachment {
    Attachment(
      kind: .voice, byteCount: seconds * 4000, duration: seconds * 1000, transcript: .init(words))
  }

  // MARK: Long texts

  private static let directions = """
    Then wait for me at the mill. Do not take the path along the stream, it is washed out since Easter. Go up behind the \
    chapel, past the three larches, and at the trough turn left. From there it is a quarter of an hour. The warden knows \
    that we come late, and there is soup for everybody who arrives before nine.
    """

  private static let rules = """
    One: whoever is last carries the soup.
    Two: the map is right, even when it is wet.
    Three: a short cut is announced before, not after.
    Four: boots are not a topic before ten.
    Five: sheep go first.
    Six: the cheese is counted in the evening.
    Seven: nobody says “almost there” before the last bend.
    Eight: photographs of food count as photographs.
    Nine: the bus does not wait, and neither do we.
    """

  /// More than 40 kB, in paragraphs.
  private mutating func longLog() -> String {
    var paragraphs = ["The log of the whole walk, as promised"]
    var blanks = Blanks()
    while paragraphs.count < 35 {
      var sentences: [String] = []
      while sentences.reduce(0, { $0 + $1.utf8.count + 1 }) < 1200 {
        sentences.append(blanks.fill(random.pick(Self.sentences), &random))
        blanks.clear()
      }
      paragraphs.append(sentences.joined(separator: " "))
    }
    return paragraphs.joined(separator: "\n")
  }

  private static let sentences = [
    "At {time} we left {place}, with {food} and little sleep.", "Behind {place} the path turns to gravel.",
    "It was {temp} degrees, and the wind came from {place}.", "Somebody had forgotten {gear}, as every year.",
    "After {km} km we sat down and shared {food}.", "The sheep at {place} followed us for a while.",
    "From {place} one sees the lake, the road and the rain.", "We lost {climb} m and found them again.",
    "The warden at {place} lent us {gear}.", "There was cake, but not for long.",
  ]
}
