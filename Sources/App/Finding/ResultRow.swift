import AppBase
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import MessageRow
import Translation

/// The texts of a hit's row.
struct ResultLine: Equatable {
  var sender: String
  /// "in Ridge walk"; empty in a chat of two.
  var chat: String
  var date: String
  var initials: String
  var snippet: String
  /// Bytes of the snippet to mark.
  var hits: [Range<Int>]
  /// The snippet with more of the text before it, for a row that has room.
  var long: String
  var longHits: [Range<Int>]
  /// The index of the color of the sender's name; nil for a service message.
  var senderColor: Int?
  var chatColor: Int
  /// The word of the bookmark; nil without one.
  var bookmark: String?
  var spoken: String
}

/// Makes the texts of rows, in the user's language and time zone.
struct ResultLineMaker {
  var clock = MessageTimeFormatter()
  /// Returns the summary of a chat.
  var summary: (Conversation.ID) -> ChatSummary? = { _ in nil }

  /// Characters before the first hit, which place it in the first 40 % of a line.
  private static let lead = 18
  /// Characters of a snippet, and the most before the first hit in a wide row.
  private static let length = 240

  func line(_ hit: SearchHit, of query: SearchQuery) -> ResultLine {
    let message = hit.message
    let chat = summary(message.conversation)
    let title = hit.chatTitle
    let sender =
      message.noteTitle?.name
      ?? (message.isOwn
        ? tr("You") : message.sender?.name ?? tr("Service message"))
    let date = clock.moment(of: message.sentAt)
    let snippet = Self.snippet(of: message, query)
    let long = Self.snippet(of: message, query, lead: Self.length)
    let isDirect = chat?.isDirect ?? false
    // The owner's messages occur in every chat, so they always show it.
    var places = isDirect && !message.isOwn ? [] : [tr("in {chat}", ["chat": title])]
    if message.text.isEmpty, message.attachments.contains(where: { $0.transcript != nil }) {
      places.append(Attachment.Kind.voice.title)
    }
    return ResultLine(
      sender: sender, chat: places.joined(separator: " · "), date: date,
      initials: Initials.of(title), snippet: snippet, hits: query.byteHits(in: snippet), long: long,
      longHits: query.byteHits(in: long),
      senderColor: message.sender.map { ChatPalette.index(of: $0.colorSeed) },
      chatColor: chat.map { ChatPalette.index(of: $0.colorSeed) } ?? Initials.colorIndex(of: title),
      bookmark: message.bookmark,
      spoken: tr(
        "{sender} in {chat}, {date}, {text}",
        ["sender": sender, "chat": title, "date": date, "text": snippet])
        + (message.spokenBookmark.map { ", \($0)" } ?? ""))
  }

  /// A part of the message in one line, with the first hit near its beginning. It is a part of the text, or of another
  /// field with a hit.
  static func snippet(of message: Message, _ query: SearchQuery, lead: Int = lead) -> String {
    let shown = message.shownText
    var texts = [shown]
    switch message.details.content {
    case .poll(let poll): texts += [poll.question] + poll.options.map(\.text)
    case .place(let place): texts += [place.name, place.address].compactMap(\.self)
    case .contact(let contact): texts += [contact.name, contact.phone].compactMap(\.self)
    case .call, nil: break
    }
    texts += message.attachments.compactMap(\.transcript?.text)
    texts += message.attachments.compactMap(\.name)
    for text in texts {
      if let first = query.hits(in: text).first { return part(of: text, around: first.lowerBound, lead) }
    }
    let line = texts.first { !$0.isEmpty } ?? message.attachments.first?.kind.title ?? ""
    return part(of: line, around: line.startIndex, lead)
  }

  private static func part(of text: String, around hit: String.Index, _ lead: Int) -> String {
    var start = text.index(hit, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex
    if start > text.startIndex {
      // Start at the beginning of a word, if there is one before the hit.
      if let blank = text[start..<hit].firstIndex(where: \.isWhitespace) { start = text.index(after: blank) }
    }
    let part = LayoutCost.line(String(text[start...].prefix(lead + length)))
    return start > text.startIndex ? "… \(part)" : part
  }
}

extension ResultLine {
  /// The part of the text that fits a width, and its bytes to mark. It contains all of the text before the first hit,
  /// unless that would push the hit out of the first part of the row.
  ///
  /// - Parameter measure: Returns the width of a text.
  func part(in width: Double, _ measure: (String) -> Double) -> (text: String, hits: [Range<Int>]) {
    guard let first = longHits.first, width > 0 else { return (long, longHits) }
    let hit = long.utf8.index(long.startIndex, offsetBy: first.lowerBound)
    let whole = measure(long)
    let before = measure(String(long[..<hit]))
    // The hit is in the first part of the row, or the text ends at the end of the row.
    let room = max(width * Self.leadShare, width - (whole - before))
    guard whole > width, before > room else { return (long, longHits) }
    let places = Array(long[..<hit].indices)
    // The first place from which the text up to the hit fits.
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if measure("… \(long[places[middle]..<hit])") <= room { high = middle } else { low = middle + 1 }
    }
    var start = low < places.count ? places[low] : hit
    // Start at the beginning of a word, if there is one before the hit.
    let isWord = start > long.startIndex && long[long.index(before: start)].isWhitespace
    if !isWord, let blank = long[start..<hit].firstIndex(where: \.isWhitespace) {
      start = long.index(after: blank)
    }
    let mark = "… "
    let cut = long.utf8.distance(from: long.startIndex, to: start) - mark.utf8.count
    return (
      mark + long[start...],
      longHits.filter { $0.lowerBound >= cut + mark.utf8.count }.map {
        $0.lowerBound - cut..<$0.upperBound - cut
      }
    )
  }

  /// The part of a width that contains the first hit.
  private static let leadShare = 0.4
}

/// A hit among the results, or a heading: lays out and draws its own texts.
package final class ResultRow: CustomWidget {
  let kind: ResultsModel.Kind
  private(set) var item: ResultItem?
  private(set) var line: ResultLine?
  private var headingColor = 0

  private lazy var title = TextLayout(for: self)
  private lazy var caption = TextLayout(for: self)
  private lazy var date = TextLayout(for: self)
  private lazy var snippet = TextLayout(for: self)
  private lazy var bookmark = TextLayout(for: self)
  /// Measures parts of the snippet.
  private lazy var ruler = TextLayout(for: self)
  /// The shown part of the snippet, and the width for which it was chosen.
  private(set) var shown: (text: String, hits: [Range<Int>])?
  private var shownWidth = 0.0
  private lazy var initials = TextLayout(for: self)
  private var isHovered = false { didSet { if isHovered != oldValue { queueDraw() } } }
  private var isPressed = false { didSet { if isPressed != oldValue { queueDraw() } } }
  /// Called when the star was pressed; nil for a row whose star only shows that there is a bookmark.
  var didPressStar: (() -> Void)?
  /// The place of the star; nil without one.
  package private(set) var starPlace: Rect?
  private var isStarHovered = false { didSet { if isStarHovered != oldValue { queueDraw() } } }

  // Points.
  private static let side = 8.0
  private static let padding = 8.0
  private static let avatar = 36.0
  private static let gap = 10.0
  private static let radius = 10.0
  private static let leastHeight = 56.0
  private static let leastHeading = 32.0
  private static let smallAvatar = 20.0
  private static let star = 12.0
  /// The area around the star that takes presses, and its visible part.
  private static let (reach, ring) = (16.0, 7.0)

  init(_ kind: ResultsModel.Kind) {
    self.kind = kind
    super.init()
    guard kind == .hit else {
      setAccessibleRole(.heading)
      return
    }
    setAccessibleRole(.listItem)
    focusable = true
    setCursor("pointer")
    let motion = MotionController()
    motion.moved.connect(weak: self) { row, x, y in
      row.isHovered = true
      row.isStarHovered = row.isStar(at: Point(x: x, y: y))
    }
    motion.left.connect(weak: self) { row in
      row.isHovered = false
      row.isStarHovered = false
    }
    add(motion)
    let star = GestureClick()
    star.pressed.connect(weak: self) { [unowned star] row, _, x, y in
      // Otherwise the list opens the message.
      if row.isStar(at: Point(x: x, y: y)) { star.set(.claimed) } else { star.set(.denied) }
    }
    star.released.connect(weak: self) { row, _, x, y in
      if row.isStar(at: Point(x: x, y: y)) { row.didPressStar?() }
    }
    add(star)
    let click = GestureClick()
    click.pressed.connect(weak: self) { row, _, x, y in row.isPressed = !row.isStar(at: Point(x: x, y: y)) }
    click.released.connect(weak: self) { row, _, _, _ in row.isPressed = false }
    click.cancelled.connect(weak: self) { row, _ in row.isPressed = false }
    add(click)
    let focus = FocusController()
    focus.entered.connect(weak: self) { $0.queueDraw() }
    focus.left.connect(weak: self) { $0.queueDraw() }
    add(focus)
  }

  private func isStar(at point: Point) -> Bool {
    didPressStar != nil && starPlace?.inset(x: -Self.reach, y: -Self.reach).contains(point) == true
  }

  package override class var cssName: String { "resultrow" }
  package override var requestMode: RequestMode { .heightForWidth }

  /// Shows a heading, or a hit with its texts. `color`: that of a heading's chat.
  func bind(_ item: ResultItem, _ line: ResultLine?, color: Int = 0) {
    guard item != self.item || line != self.line || color != headingColor else { return }
    self.item = item
    self.line = line
    headingColor = color
    contentChanged()
  }

  package override func styleChanged() { contentChanged() }

  private func contentChanged() {
    let small = TextAttribute(.size(9))
    let figures = TextAttribute(.features("tnum"))
    switch item?.content {
    case nil: return
    case .heading(let text, let count, let chat):
      title.setLine(text, [small, TextAttribute(.weight(600))])
      date.set(count, [small, figures])
      initials.set(
        chat == nil ? "" : Initials.of(text),
        [TextAttribute(.size(7 / max(1, initials.scale))), TextAttribute(.weight(600))])
      setAccessibleLabel(count.isEmpty ? text : "\(text), \(count)")
    case .hit:
      guard let line else { return }
      title.setLine(line.sender, [TextAttribute(.size(10)), TextAttribute(.weight(600))])
      caption.setLine(line.chat, [small])
      date.set(line.date, [small, figures])
      shown = nil
      snippet.set(line.snippet, [TextAttribute(.size(10))])
      bookmark.setLine(line.bookmark ?? "", [small, TextAttribute(.weight(600))])
      initials.set(
        line.initials, [TextAttribute(.size(10 / max(1, initials.scale))), TextAttribute(.weight(600))])
      setAccessibleLabel(line.spoken)
    }
    for layout in [title, caption, snippet, bookmark] { layout.ellipsize() }
    queueResize()
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 200, natural: 600) }
    switch kind {
    case .heading: return Measure(minimum: Int(max(Self.leastHeading, title.size.height + 14).rounded(.up)))
    case .hit:
      return Measure(
        minimum: Int(max(Self.leastHeight, title.size.height + snippet.size.height + 18).rounded(.up)))
    }
  }

  package override func snapshot(_ snapshot: Snapshot) {
    let palette = ChatPalette.current(for: self)
    switch item?.content {
    case nil: break
    case .heading(_, _, let chat): drawHeading(chat != nil, palette, on: snapshot)
    case .hit(let hit): if let line { draw(hit, line, palette, on: snapshot) }
    }
  }

  private func drawHeading(_ hasAvatar: Bool, _ palette: ChatPalette, on snapshot: Snapshot) {
    var start = 2 * Self.side
    let end = Double(width) - 2 * Self.side
    func y(_ tall: Double) -> Double { ((Double(height) - tall) / 2).rounded() }
    if hasAvatar {
      drawAvatar(size: Self.smallAvatar, color: headingColor, start: start, on: snapshot)
      start += Self.smallAvatar + 8
    }
    title.width = max(20, end - start - date.size.width - 12)
    snapshot.text(
      title, at: Point(x: x(leading: start, width: title.size.width), y: y(title.size.height)), palette.dim)
    let wide = date.size.width
    snapshot.text(
      date, at: Point(x: x(leading: end - wide, width: wide), y: y(date.size.height)), palette.dim)
  }

  private func drawAvatar(size: Double, color: Int, start: Double, on snapshot: Snapshot) {
    let disc = Rect(
      x: x(leading: start, width: size), y: ((Double(height) - size) / 2).rounded(), width: size, height: size
    )
    let colors = ChatPalette.avatars[color]
    snapshot.fill(RoundedRect(disc, radius: size / 2), top: colors.top, bottom: colors.bottom)
    let letters = initials.size
    snapshot.text(
      initials,
      at: Point(x: disc.x + (size - letters.width) / 2, y: disc.y + (size - letters.height) / 2), .white)
  }

  private func draw(_ hit: SearchHit, _ line: ResultLine, _ palette: ChatPalette, on snapshot: Snapshot) {
    let ground = Rect(x: Self.side, y: 0, width: Double(width) - 2 * Self.side, height: Double(height))
    let shape = RoundedRect(ground, radius: Self.radius)
    if isHovered { snapshot.fill(shape, isPressed ? palette.foreground.faded(0.1) : palette.hover) }
    drawAvatar(size: Self.avatar, color: line.chatColor, start: ground.x + Self.padding, on: snapshot)
    let start = ground.x + Self.padding + Self.avatar + Self.gap
    let end = ground.maxX - Self.padding
    let top = ((Double(height) - title.size.height - snippet.size.height - 2) / 2).rounded()
    let dateWidth = date.size.width
    title.width = nil
    let room = end - start - dateWidth - 8
    title.width = max(20, min(title.size.width, room))
    let nameWidth = title.size.width
    snapshot.text(
      title, at: Point(x: x(leading: start, width: nameWidth), y: top),
      line.senderColor.map { palette.senders[$0] } ?? palette.dim)
    let baseline = top + title.firstBaseline
    let left = room - nameWidth - 6
    if left > 30, !line.chat.isEmpty {
      caption.width = left
      snapshot.text(
        caption,
        at: Point(
          x: x(leading: start + nameWidth + 6, width: caption.size.width), y: baseline - caption.firstBaseline
        ),
        palette.dim)
    }
    snapshot.text(
      date, at: Point(x: x(leading: end - dateWidth, width: dateWidth), y: baseline - date.firstBaseline),
      palette.dim)
    let marked = drawBookmark(
      line, palette, end: end, room: end - start, top: top + title.size.height + 2, snapshot)
    let hits = fitSnippet(line, in: max(20, end - start - marked))
    drawSnippet(
      hits, at: Point(x: x(leading: start, width: snippet.size.width), y: top + title.size.height + 2),
      palette, on: snapshot)
    if hasFocus, showsFocus { snapshot.focusRing(shape, width: 2, offset: -2, palette.accentForeground) }
  }

  /// Draws the word and the star of a bookmark at the end of the second line. Returns the width that they take.
  private func drawBookmark(
    _ line: ResultLine, _ palette: ChatPalette, end: Double, room: Double, top: Double, _ snapshot: Snapshot
  ) -> Double {
    starPlace = nil
    guard line.bookmark != nil else { return 0 }
    let icon = Rect(
      x: x(leading: end - Self.star, width: Self.star),
      y: top + ((snippet.size.height - Self.star) / 2).rounded(), width: Self.star, height: Self.star)
    starPlace = icon
    if isStarHovered {
      snapshot.fill(
        RoundedRect(icon, radius: Self.star / 2).grown(by: Self.ring - 1), palette.foreground.faded(0.1))
    }
    snapshot.icon(
      IconPaintable(named: "starred-symbolic", size: Int(Self.star), for: self), in: icon, palette.star)
    guard bookmark.size.width > 0 else { return Self.star + 12 }
    bookmark.width = nil
    bookmark.width = min(bookmark.size.width, max(20, room * 0.4))
    let wide = bookmark.size.width
    snapshot.text(
      bookmark,
      at: Point(
        x: x(leading: end - Self.star - 6 - wide, width: wide),
        y: top + ((snippet.size.height - bookmark.size.height) / 2).rounded()), palette.foreground)
    return Self.star + 6 + wide + 12
  }

  /// Lays out the part of the snippet that fits, and returns the bytes to mark in it.
  private func fitSnippet(_ line: ResultLine, in width: Double) -> [Range<Int>] {
    if let shown, shownWidth == width { return shown.hits }
    let size = TextAttribute(.size(10))
    let part = line.part(in: width) { text in
      ruler.set(text, [size])
      return ruler.size.width
    }
    (shown, shownWidth) = (part, width)
    let color = ChatPalette.current(for: self).hitText
    snippet.set(part.text, [size] + part.hits.map { TextAttribute(.color(color), $0) })
    snippet.width = width
    return part.hits
  }

  private func drawSnippet(
    _ hits: [Range<Int>], at place: Point, _ palette: ChatPalette, on snapshot: Snapshot
  ) {
    for range in hits {
      for rect in snippet.rects(of: range) where rect.width >= 0.5 {
        let shape = RoundedRect(
          Rect(x: place.x + rect.x - 1.5, y: place.y + rect.y, width: rect.width + 3, height: rect.height),
          radius: 4)
        snapshot.fill(shape, palette.hit)
        if palette.isHighContrast {
          snapshot.stroke(shape, width: 1, palette.foreground)
        } else {
          snapshot.clipped(to: shape) {
            snapshot.fill(
              Rect(x: shape.rect.x, y: shape.rect.maxY - 2, width: shape.rect.width, height: 2),
              palette.hitMark)
          }
        }
      }
    }
    snapshot.text(snippet, at: place, palette.foreground)
  }
}
