/// Seven days of the synthetic conversation, from Monday to Sunday: always the same number of messages, so that
/// any place of the conversation is found without a look at the weeks between it and the end.
///
/// Everybody's lines come from exchanges of the `Stock`, in an order shuffled anew each week; between and after
/// them come photographs, reactions, service lines and the like.
struct SyntheticWeek {
  /// A group that writes a hundred messages a day.
  static let messageCount = 700

  /// A message before it has a time and a place.
  private struct Draft {
    var message: ImportedMessage
    /// Messages back to the one it answers.
    var replyDistance: Int?
  }

  private let seed: UInt64
  private var random: SplitMix64
  private var blanks = Blanks()
  private var drafts: [Draft] = []
  /// Where each exchange starts in `drafts`.
  private var starts: [Int] = []

  /// The week that ended `weeksBack` weeks before the conversation's end, from its oldest message to its newest.
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

  /// Gives everyone a time, a place and the key of what it answers. What is too much is cut off at the start, in
  /// the middle of an exchange if need be: the end is what people see.
  private mutating func finish(weeksBack: Int) -> [ImportedMessage] {
    let surplus = drafts.count - SyntheticWeek.messageCount
    let starts = starts.map { max(0, $0 - surplus) }
    let times = SyntheticClock.times(
      weeksBack: weeksBack, count: SyntheticWeek.messageCount, burstsAt: Set(starts), &random)
    let oldestPlace = (weeksBack + 1) * SyntheticWeek.messageCount - 1
    return drafts.dropFirst(surplus).enumerated().map { index, draft in
      var message = draft.message
      message.sentAt = times[index]
      // Places are counted from the end, where nothing is ever added.
      message.sourceID = "\(oldestPlace - index)"
      if let distance = draft.replyDistance, distance <= index {
        message.replyTo = "\(oldestPlace - index + distance)"
      }
      return message
    }
  }

  private mutating func shuffledStock() -> [Exchange] {
    var deck = Stock.exchanges
    for i in deck.indices.dropFirst() { deck.swapAt(i, random.below(i + 1)) }
    return deck
  }

  // MARK: Talk

  /// An exchange with what comes in between, and what comes after it.
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

  /// The words in two parts where some people press Enter after the first sentence; mostly in one.
  private mutating func sentences(of words: String) -> [String] {
    guard words.utf8.count < 100, random.oneIn(2),
      let gap = words.indices.first(where: { words[$0] == " " && ".?!".contains(words[..<$0].last ?? " ") })
    else { return [words] }
    return [String(words[..<gap]), String(words[words.index(after: gap)...])]
  }

  /// Whether the person could have written this line as one more line of the message before it.
  private func canGoOn(_ person: SyntheticPerson, _ line: Exchange.Line) -> Bool {
    guard line.photo == nil, let last = drafts.last, let start = starts.last, start < drafts.count else {
      return false
    }
    return last.message.sender == person.sender && last.message.kind == .normal
      && last.message.attachment == nil
  }

  /// Makes the last message an answer to the first one of its exchange.
  private mutating func answerStart() {
    guard let start = starts.last, start < drafts.count - 1 else { return }
    drafts[drafts.count - 1].replyDistance = drafts.count - 1 - start
  }

  /// An answer to one of the last forty messages, more often to a near one.
  private mutating func react() {
    append(text: random.pick(Stock.reactions), by: anyone())
    let distance = 1 + min(random.below(40), random.below(40))
    let target = drafts.count - 1 - distance
    // Nobody answers "Lotte joined the conversation".
    guard target >= 0, drafts[target].message.kind != .service else { return }
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

  /// A message of 5 to 40 lines; one in three runs over the screen.
  private mutating func writeLong() {
    let lineCount = random.oneIn(3) ? 20 + random.below(21) : 5 + random.below(10)
    var lines = [random.pick(Stock.longHeads)]
    while lines.count < lineCount {
      // Each line has blanks of its own: a list of one place twelve times is no list.
      lines.append(blanks.fill(random.pick(Stock.longLines), &random))
      blanks.clear()
    }
    append(text: lines.joined(separator: "\n"), by: anyone())
  }

  // MARK: Attachments

  /// One to three pictures by one person, some with a few words.
  private mutating func sharePhotos() {
    let person = anyone()
    for _ in 0...random.below(3) {
      append(text: random.oneIn(2) ? random.pick(Stock.captions) : "", by: person, attachment: photo())
      blanks.clear()
    }
  }

  private mutating func photo(_ photo: Exchange.Line.Photo = .init(width: nil, height: nil)) -> Attachment {
    let size = random.pick(SyntheticWeek.photoSizes)
    let (width, height) = (photo.width ?? size.0, photo.height ?? size.1)
    // A photograph takes between a fifth of a byte and one byte a pixel.
    let byteCount = width * height / 5 + random.below(width * height * 4 / 5)
    return Attachment(
      kind: .photo, width: width, height: height, byteCount: Int64(byteCount),
      name: "IMG_\(1000 + random.below(9000)).jpg", path: "synthetic:\(random.next())")
  }

  /// Pixels of cameras and phones, on their sides and upright; a panorama, a long screenshot, an old picture.
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
    let marked = MarkedText(blanks.fill(text, &random))
    drafts.append(
      Draft(
        message: ImportedMessage(
          conversationKey: "synthetic:\(seed)", conversationTitle: "Ridge walk", sourceID: "",
          sender: person?.sender, isOwn: person?.isOwn ?? false, sentAt: 0, kind: kind, text: marked.text,
          entities: marked.entities, attachment: attachment)))
  }

  /// Adds a line to the message written last.
  private mutating func append(lineOfText text: String) {
    let marked = MarkedText(blanks.fill(text, &random))
    var message = drafts[drafts.count - 1].message
    message.text += "\n"
    message.entities += marked.entities.map {
      TextEntity(start: $0.start + message.text.utf8.count, length: $0.length, kind: $0.kind)
    }
    message.text += marked.text
    drafts[drafts.count - 1].message = message
  }
}
