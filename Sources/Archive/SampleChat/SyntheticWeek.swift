import Chats
import SeededRandom

/// A week of the synthetic conversation, from Monday to Sunday.
///
/// Each week has the same number of messages, so that any position can be generated without the weeks after it. The
/// lines come from the exchanges of the `Stock`, shuffled for each week, with photos, reactions, service messages and
/// the like between them.
struct SyntheticWeek {
  /// A hundred messages a day.
  static let messageCount = 700

  private let seed: UInt64
  private var random: SplitMix64
  private var blanks = Blanks()
  private var drafts: [SyntheticDraft] = []
  /// The start of each exchange in `drafts`.
  private var starts: [Int] = []

  /// The week that ends `weeksBack` weeks before the end of the conversation, in ascending order.
  static func messages(seed: UInt64, weeksBack: Int) -> [ImportedMessage] {
    var week = SyntheticWeek(seed: seed, weeksBack: weeksBack)
    return week.finish(weeksBack: weeksBack)
  }

  private init(seed: UInt64, weeksBack: Int) {
    self.seed = seed
    random = SplitMix64(seed: seed, streams: UInt64(weeksBack))
    let ending = weeksBack == 0 ? Stock.ending : nil
    let needed = SyntheticWeek.messageCount - (ending?.lines.count ?? 0)
    var deck: [Exchange] = []
    while drafts.count < needed {
      if deck.isEmpty { deck = shuffledStock() }
      add(deck.removeLast())
    }
    if let ending {
      var cast = open(ending)
      for line in ending.lines { say(line, &cast, asWritten: true) }
    }
  }

  /// Assigns times, positions and reply targets. Surplus messages are dropped at the start, even within an exchange,
  /// because the app shows the end.
  private mutating func finish(weeksBack: Int) -> [ImportedMessage] {
    let surplus = drafts.count - SyntheticWeek.messageCount
    let starts = starts.map { max(0, $0 - surplus) }
    let times = SyntheticClock.times(
      weeksBack: weeksBack, count: SyntheticWeek.messageCount, burstsAt: Set(starts), &random)
    let oldestPlace = (weeksBack + 1) * SyntheticWeek.messageCount - 1
    var shown = Array(drafts.dropFirst(surplus))
    if weeksBack < SyntheticWeek.livelyWeeks { enliven(&shown, starts: starts, weeksBack: weeksBack) }
    return shown.enumerated().map { index, draft in
      let replyDistance = draft.replyDistance.flatMap { $0 <= index ? $0 : nil }
      // Positions count from the end, where no messages are added.
      return draft.message(
        seed: seed, sourceID: oldestPlace - index, replyTo: replyDistance.map { oldestPlace - index + $0 },
        sentAt: times[index])
    }
  }

  // MARK: The newest weeks

  /// Weeks with a scene or with reactions and edits. The rest of a long conversation stays cheap to store.
  private static let livelyWeeks = 4
  /// The number of newest messages that stay as in the exchanges.
  private static let plainEnd = 100

  /// Replaces some messages by the scene of the week, and adds reactions and edits to some of the rest.
  private func enliven(_ drafts: inout [SyntheticDraft], starts: [Int], weeksBack: Int) {
    var random = SplitMix64(seed: seed, streams: UInt64(weeksBack), 2)
    let end = drafts.count - SyntheticWeek.plainEnd
    for index in 0..<end where drafts[index].kind == .normal {
      if random.oneIn(9) { drafts[index].reactions = reactions(to: drafts[index], &random) }
      if random.oneIn(50), !drafts[index].text.isEmpty { drafts[index].isEdited = true }
    }
    let scene = SyntheticScene(seed: seed, weeksBack: weeksBack).drafts
    // The scene ends where an exchange begins.
    guard !scene.isEmpty, let close = starts.last(where: { $0 <= end }), close >= scene.count else { return }
    drafts.replaceSubrange(close - scene.count..<close, with: scene)
    // Clear the replies to messages that were replaced.
    for index in close..<drafts.count {
      if let distance = drafts[index].replyDistance, (close - scene.count..<close).contains(index - distance)
      {
        drafts[index].replyDistance = nil
      }
    }
  }

  /// One to three reactions of people other than the sender.
  private func reactions(
    to draft: SyntheticDraft, _ random: inout SplitMix64
  ) -> [SyntheticDraft.Reaction] {
    let others = SyntheticPerson.all.filter { $0.sender != draft.person?.sender }
    return random.pick(1 + random.below(3), of: SyntheticWeek.reactionKeys).map {
      SyntheticDraft.Reaction(key: $0, people: random.pick(1 + random.below(3), of: others))
    }
  }

  private static let reactionKeys = ["👍", "❤️", "😂", "🔥", "👏", "🎉", "🤔", "😢", "🐑"]

  private mutating func shuffledStock() -> [Exchange] {
    var deck = Stock.exchanges
    for i in deck.indices.dropFirst() { deck.swapAt(i, random.below(i + 1)) }
    return deck
  }

  // MARK: Dialogue

  /// Adds an exchange, with random messages in it and after it.
  private mutating func add(_ exchange: Exchange) {
    var cast = open(exchange)
    for (index, line) in exchange.lines.enumerated() {
      say(line, &cast)
      let isAnswer = index > 1 && line.speaker != exchange.lines[0].speaker
      if isAnswer, random.oneIn(8) { answerStart() }
      switch random.below(100) {
      case 0..<4: append(text: random.pick(Stock.emoji), by: anyone())
      case 4..<8: react()
      default: break
      }
    }
    switch random.below(100) {
    case 0..<6: sharePhotos()
    case 6..<10: announce()
    case 10..<14: shareFile()
    case 14..<18: writeLong()
    case 18..<21: append(text: random.pick(Stock.actions), by: anyone(), kind: .action)
    case 21..<23: append(text: random.pick(Stock.oddities), by: anyone())
    default: break
    }
  }

  private mutating func open(_ exchange: Exchange) -> Cast {
    blanks.clear()
    starts.append(drafts.count)
    return Cast(for: exchange)
  }

  private mutating func say(_ line: Exchange.Line, _ cast: inout Cast, asWritten: Bool = false) {
    let person = cast.player(of: line.speaker, &random)
    let words = random.pick(line.wordings)
    switch line.manner {
    case .does: append(text: "\(person.sender.name) \(words)", by: person, kind: .service)
    case .says where !asWritten && canGoOn(person, line) && random.oneIn(3): append(lineOfText: words)
    case .says:
      let parts = asWritten || line.photo != nil ? [words] : sentences(of: words)
      append(text: parts[0], by: person, attachment: line.photo.map { photo($0) })
      for part in parts.dropFirst() {
        if random.oneIn(3) { append(lineOfText: part) } else { append(text: part, by: person) }
      }
    case .answers:
      append(text: words, by: person, attachment: line.photo.map { photo($0) })
      answerStart()
    }
  }

  /// The words, sometimes split after the first sentence, as if the person had pressed Enter there.
  private mutating func sentences(of words: String) -> [String] {
    guard words.utf8.count < 100, random.oneIn(2),
      let gap = words.indices.first(where: { words[$0] == " " && ".?!".contains(words[..<$0].last ?? " ") })
    else { return [words] }
    return [String(words[..<gap]), String(words[words.index(after: gap)...])]
  }

  /// Whether this line can become another line of the preceding message.
  private func canGoOn(_ person: SyntheticPerson, _ line: Exchange.Line) -> Bool {
    guard line.photo == nil, let last = drafts.last, let start = starts.last, start < drafts.count else {
      return false
    }
    return last.person?.sender == person.sender && last.kind == .normal && last.attachments.isEmpty
  }

  /// Makes the last message a reply to the first one of its exchange.
  private mutating func answerStart() {
    guard let start = starts.last, start < drafts.count - 1 else { return }
    drafts[drafts.count - 1].replyDistance = drafts.count - 1 - start
  }

  /// Adds a reply to one of the last forty messages, preferably a near one.
  private mutating func react() {
    append(text: random.pick(Stock.reactions), by: anyone())
    let distance = 1 + min(random.below(40), random.below(40))
    let target = drafts.count - 1 - distance
    // People do not reply to "Lotte joined the conversation".
    guard target >= 0, drafts[target].kind != .service else { return }
    drafts[drafts.count - 1].replyDistance = distance
  }

  private mutating func announce() {
    if random.oneIn(3) {
      append(text: random.pick(Stock.news), by: nil, kind: .service)
    } else {
      let person = anyone()
      append(text: "\(person.sender.name) \(random.pick(Stock.deeds))", by: person, kind: .service)
    }
  }

  /// Adds a message of 5 to 40 lines. One in three is longer than the screen.
  private mutating func writeLong() {
    let lineCount = random.oneIn(3) ? 20 + random.below(21) : 5 + random.below(10)
    var lines = [random.pick(Stock.longHeads)]
    while lines.count < lineCount {
      // Fill the blanks of each line separately. Otherwise a list would repeat the same place.
      lines.append(blanks.fill(random.pick(Stock.longLines), &random))
      blanks.clear()
    }
    append(text: lines.joined(separator: "\n"), by: anyone())
  }

  // MARK: Attachments

  /// Adds one to three photos of one person, some with a caption.
  private mutating func sharePhotos() {
    let person = anyone()
    for _ in 0...random.below(3) {
      append(text: random.oneIn(2) ? random.pick(Stock.captions) : "", by: person, attachment: photo())
      blanks.clear()
    }
  }

  private mutating func photo(_ photo: Exchange.Line.Photo = .init()) -> Attachment {
    let size = random.pick(SyntheticWeek.photoSizes)
    let (width, height) = (photo.width ?? size.0, photo.height ?? size.1)
    // A photo takes between a fifth of a byte and one byte per pixel.
    let byteCount = width * height / 5 + random.below(width * height * 4 / 5)
    return Attachment(
      kind: .photo, width: width, height: height, byteCount: Int64(byteCount),
      name: "IMG_\(1000 + random.below(9000)).jpg", path: "synthetic:\(random.next())")
  }

  /// Sizes of camera and phone photos in both orientations, a panorama, a long screenshot and an old picture.
  private static let photoSizes = [
    (4032, 3024), (4032, 3024), (3024, 4032), (3024, 4032), (6000, 4000), (1920, 1080), (1080, 1920),
    (1080, 1080), (10_800, 2400), (1080, 5200), (640, 480), (160, 120),
  ]

  private mutating func shareFile() {
    let (name, kibibytes) = random.pick(Stock.files)
    let byteCount = (kibibytes.lowerBound + random.below(kibibytes.count)) * 1024 + random.below(1024)
    append(
      text: "", by: anyone(),
      attachment: Attachment(
        kind: .file, byteCount: Int64(byteCount), name: blanks.fill(name, &random)))
  }

  // MARK: Drafts

  private mutating func anyone() -> SyntheticPerson {
    random.pick(SyntheticPerson.all)
  }

  private mutating func append(
    text: String, by person: SyntheticPerson?, kind: Message.Kind = .normal, attachment: Attachment? = nil
  ) {
    let text = StyledText(marked: blanks.fill(text, &random))
    drafts.append(
      SyntheticDraft(text: text, person: person, kind: kind, attachments: attachment.map { [$0] } ?? []))
  }

  /// Appends a line to the last message.
  private mutating func append(lineOfText text: String) {
    let line = StyledText(marked: blanks.fill(text, &random))
    let last = drafts.count - 1
    drafts[last].text = StyledText(lines: [drafts[last].text, line])
  }
}

/// The times of a week's messages: bursts with pauses between them, never at night. Some days have none, and most
/// messages are on the weekend.
///
/// All times are whole milliseconds, so that no rounding can differ between machines.
private enum SyntheticClock {
  /// Sunday, 15 March 2026, 19:42:00 UTC: the time of the newest message of every synthetic conversation.
  static let end: Int64 = 1_773_603_720_000

  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour

  /// The shares of Monday to Sunday in the messages of a week without silent days.
  private static let weights = [5, 5, 6, 5, 8, 14, 12]

  /// Strictly ascending times for `count` messages. A message whose index is in `burstsAt` follows a pause.
  static func times(
    weeksBack: Int, count: Int, burstsAt starts: Set<Int>, _ random: inout SplitMix64
  ) -> [Int64] {
    let midnightAfterEnd = end - end % day + day - Int64(weeksBack) * 7 * day
    let counts = countsByDay(of: count, burstsAt: starts, &random)
    var times: [Int64] = []
    times.reserveCapacity(count)
    for (weekday, dayCount) in counts.enumerated() where dayCount > 0 {
      let midnight = midnightAfterEnd - Int64(7 - weekday) * day
      // The last day ends with the conversation.
      let isLastDay = weeksBack == 0 && weekday == 6
      let close = isLastDay ? end : midnight + 20 * hour + Int64(random.below(170 * 60_000))
      let open = midnight + 6 * hour + Int64(random.below(150 * 60_000))
      let first = times.count
      let starts = (first..<first + dayCount).map { starts.contains($0) }
      times += timesOfDay(from: open, to: close, starts: starts, &random)
    }
    return times
  }

  /// The number of messages on each day. A day has whole bursts, so that no exchange spans a night.
  private static func countsByDay(
    of count: Int, burstsAt starts: Set<Int>, _ random: inout SplitMix64
  ) -> [Int] {
    var weights = weights
    // One or two silent days, never on the weekend.
    for _ in 0..<2 { weights[random.below(5)] = 0 }
    let total = weights.reduce(0, +)
    var counts: [Int] = []
    var placed = 0
    var share = 0
    for weight in weights {
      share += weight
      var bound = count * share / total
      while bound > placed, bound < count, !starts.contains(bound) { bound += 1 }
      bound = max(bound, placed)
      counts.append(weight == 0 ? 0 : bound - placed)
      if weight > 0 { placed = bound }
    }
    return counts
  }

  /// Counts backwards from `close`: seconds within a burst, uneven parts of the rest of the day between bursts.
  private static func timesOfDay(
    from open: Int64, to close: Int64, starts: [Bool], _ random: inout SplitMix64
  ) -> [Int64] {
    let gaps = starts.map { _ in Int64(gapInBurst(&random)) }
    let pauses = starts.map { $0 ? Int64(1 + random.below(30) * random.below(30)) : 0 }
    // The night precedes the first message of the day, not a pause.
    let busy = gaps.dropFirst().reduce(0, +)
    let slack = max(0, close - open - busy)
    let parts = max(1, pauses.dropFirst().reduce(0, +))
    var time = close
    var times: [Int64] = []
    for index in starts.indices.reversed() {
      times.append(time)
      time -= gaps[index] + slack / parts * pauses[index]
    }
    return times.reversed()
  }

  /// Milliseconds between two messages of a burst: at most a minute, so that even a whole week's messages on one day do
  /// not reach back into the preceding night.
  private static func gapInBurst(_ random: inout SplitMix64) -> Int {
    switch random.below(8) {
    case 0..<4: 2500 + random.below(12_000)
    case 4..<7: 12_000 + random.below(25_000)
    default: 35_000 + random.below(25_000)
    }
  }
}
