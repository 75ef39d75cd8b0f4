import AppBase
import ArchiveWords
import ChatExport
import ChatStore
import Chats
import Foundation
import Gtk
import MessageRow
import Translation

/// Lays messages out for pages. Not for two threads at once.
final class BlockMaker {
  private let options: PrintOptions
  private let measures: PageMeasures
  private let pictures: PagePictures
  private let fonts: PageFonts
  private let times: MessageTimeFormatter
  private let dates: DateWords

  /// Whether what is laid out is no longer needed. The rest of a long message is then left out.
  var isCancelled: () -> Bool = { false }

  // Points of type.
  static let textSize = 9.5
  static let lineHeight = 13.5
  static let nameSize = 8.5
  static let smallSize = 7.5
  static let edgeSize = 8.0
  private static let emojiSize = 18.0
  /// Points between two parts of a bubble.
  private static let partGap = 3.0
  /// Points between a bubble and the time beside it.
  static let sideGap = 5.0

  init(
    _ options: PrintOptions, _ measures: PageMeasures, _ pictures: PagePictures, _ fonts: PageFonts
  ) {
    self.options = options
    self.measures = measures
    self.pictures = pictures
    self.fonts = fonts
    times = MessageTimeFormatter(locale: options.locale, timeZone: options.timeZone)
    dates = DateWords(DayCalendar(timeZone: options.timeZone, locale: options.locale), locale: options.locale)
  }

  // MARK: Texts

  func line(_ text: String, size: Double, weight: Int = 400, width: Double? = nil) -> TextLayout {
    let layout = fonts.layout()
    layout.setLine(text, [TextAttribute(.size(size)), TextAttribute(.weight(weight))])
    if let width {
      layout.width = width
      layout.ellipsize()
    }
    return layout
  }

  /// A text of several lines.
  func paragraph(
    _ text: String, _ attributes: [TextAttribute] = [], size: Double = textSize,
    lineHeight: Double? = lineHeight, width: Double
  ) -> TextLayout {
    let layout = fonts.layout()
    layout.wrapWords()
    layout.width = width
    let height = lineHeight.map { [TextAttribute(.lineHeight($0))] } ?? []
    layout.set(text, [TextAttribute(.size(size))] + height + attributes)
    return layout
  }

  private var textWidth: Double { measures.bubbleWidth - 2 * Bubble.padding.x }

  // MARK: Blocks

  /// The facts about a message that depend on the ones around it.
  func decoration(of message: Message, after previous: Message?, before next: Message?) -> PageDecoration {
    let row = RowDecoration(of: message, after: previous, before: next, day: times.day)
    let isLast = row.groupPosition == .single || row.groupPosition == .last
    return PageDecoration(
      startsDay: row.startsDay,
      startsMonth: previous.map { dates.month($0.sentAt) != dates.month(message.sentAt) } ?? true,
      startsGroup: row.groupPosition == .single || row.groupPosition == .first,
      showsTime: isLast || next.map { times.time(of: $0.sentAt) } != times.time(of: message.sentAt))
  }

  func block(_ message: Message, _ decoration: PageDecoration) -> PageBlock {
    var block = PageBlock(
      shape: Self.shape(message), cursor: message.cursor, sentAt: message.sentAt, decoration: decoration)
    if decoration.startsDay {
      block.day = line(times.fullDate(of: message.sentAt), size: Self.edgeSize, weight: 600)
    }
    if decoration.startsMonth { block.month = dates.month(message.sentAt) }
    guard case .event = block.shape else {
      addNames(message, to: &block)
      addContents(message, to: &block.bubble)
      if decoration.showsTime || message.isMarked { block.side = side(message, block.bubble) }
      if !message.reactions.isEmpty { block.reactions = reactions(message.reactions) }
      return block
    }
    let layout = paragraph(
      message.shownText.isEmpty ? tr("Service message") : message.shownText, size: Self.nameSize,
      lineHeight: nil, width: measures.columnWidth)
    layout.centerLines()
    block.bubble.add(.init(layout, color: PageInk.secondary), gap: 0)
    return block
  }

  private static func shape(_ message: Message) -> PageBlock.Shape {
    switch message.kind {
    case .service, .gap: .event
    case .note: .note
    case .normal, .action, .unsupported, .deleted: .bubble(isOwn: message.isOwn)
    }
  }

  private func addNames(_ message: Message, to block: inout PageBlock) {
    if let title = message.noteTitle {
      block.name = line("\(title.name) · \(title.place)", size: Self.nameSize, weight: 600)
      block.nameColor = PageInk.secondary
    } else if !message.isOwn, let sender = message.sender {
      block.name = line(sender.name, size: Self.nameSize, weight: 600, width: measures.bubbleWidth)
      block.continuedName = line(
        tr("{name}, continued", ["name": sender.name]), size: Self.nameSize, weight: 600,
        width: measures.bubbleWidth)
      block.nameColor = PageInk.name(sender.colorSeed)
    }
  }

  /// The time, whether the text was changed, and the bookmark. Without room for all of it, the time comes first and the
  /// word of the bookmark is cut.
  private func side(_ message: Message, _ bubble: Bubble) -> TextLayout {
    let time = times.time(of: message.sentAt)
    let words = message.isEdited ? [time, tr("edited")].joined(separator: " · ") : time
    let mark = message.bookmark.map { $0.isEmpty ? "★" : ["★", $0].joined(separator: " ") } ?? ""
    let isBefore = message.isOwn && message.kind != .note
    let room = measures.columnWidth - bubble.width - 2 * Bubble.padding.x - Self.sideGap
    let layout = side(isBefore ? [mark, words] : [words, mark], mark)
    guard layout.size.width > room else { return layout }
    let short = side([time, mark], mark)
    short.width = room
    short.ellipsize()
    return short
  }

  private func side(_ parts: [String], _ mark: String) -> TextLayout {
    let whole = parts.filter { !$0.isEmpty }.joined(separator: "  ")
    let start = parts[0] == mark ? 0 : whole.utf8.count - mark.utf8.count
    let star = start..<start + (mark.isEmpty ? 0 : "★".utf8.count)
    let layout = fonts.layout()
    layout.setLine(
      whole,
      [
        TextAttribute(.size(Self.smallSize)), TextAttribute(.features("tnum")),
        TextAttribute(.color(PageInk.star), star),
        TextAttribute(.weight(600), start..<start + mark.utf8.count),
      ])
    return layout
  }

  private func reactions(_ reactions: [Reaction]) -> TextLayout {
    let words = reactions.prefix(20).map { "\($0.key) \(Counted.number($0.count))" }
    return paragraph(
      words.joined(separator: "   "), size: Self.smallSize, lineHeight: nil, width: measures.bubbleWidth)
  }

  // MARK: Contents

  private func addContents(_ message: Message, to bubble: inout Bubble) {
    addOrigin(message, to: &bubble)
    addAttachments(message.attachments, to: &bubble)
    switch message.details.content {
    case .poll(let poll)?: add(poll, to: &bubble)
    case .place(let place)?:
      add(place.title, weight: 600, to: &bubble)
      add(place.coordinates, opening: place.webAddress, to: &bubble)
    case .contact(let contact)?:
      add(contact.name, weight: 600, to: &bubble)
      if let phone = contact.phone { add(phone, color: PageInk.secondary, to: &bubble) }
    case .call?, nil: break
    }
    addText(message, to: &bubble)
    if bubble.strips.isEmpty { add(tr("Message"), color: PageInk.secondary, to: &bubble) }
  }

  private func gap(_ bubble: Bubble) -> Double { bubble.strips.isEmpty ? 0 : Self.partGap }

  private func add(
    _ text: String, size: Double = textSize, weight: Int = 400, color: Color = PageInk.text,
    opening address: String? = nil, to bubble: inout Bubble
  ) {
    var attributes = [TextAttribute(.weight(weight))]
    var links: [(range: Range<Int>, address: String)] = []
    if let address {
      attributes += [TextAttribute(.underline), TextAttribute(.color(PageInk.link))]
      links = [(0..<text.utf8.count, address)]
    }
    let layout = paragraph(text, attributes, size: size, width: textWidth)
    bubble.add(.init(layout, links: links, color: color), gap: gap(bubble))
  }

  private func addOrigin(_ message: Message, to bubble: inout Bubble) {
    var origin: [String] = []
    if let forward = message.details.forward {
      origin.append(tr("Forwarded from {name}", ["name": forward.name]))
      if let time = forward.sentAt { origin.append(dates.shortDay(time)) }
    }
    if let bot = message.details.bot { origin.append(tr("via {bot}", ["bot": "@\(bot)"])) }
    if !origin.isEmpty {
      add(origin.joined(separator: " · "), size: Self.nameSize, color: PageInk.secondary, to: &bubble)
    }
    guard let reply = message.reply else { return }
    let width = textWidth - Bubble.quoteIndent
    let author = line(reply.author, size: Self.nameSize, weight: 600, width: width)
    let words = reply.excerpt.isEmpty ? reply.attachmentKind?.title ?? tr("Message") : reply.excerpt
    let excerpt = line(words, size: Self.nameSize, width: width)
    let color = reply.sender.map { PageInk.name($0.colorSeed) } ?? PageInk.secondary
    bubble.add(
      .init(
        content: .quote(author, excerpt, color),
        width: max(author.size.width, excerpt.size.width) + Bubble.quoteIndent,
        height: author.size.height + excerpt.size.height, gap: gap(bubble), mayBreak: false))
  }

  private func addText(_ message: Message, to bubble: inout Bubble) {
    let shown = message.shownText
    guard !shown.isEmpty else { return }
    guard shown == message.text else { return add(shown, color: PageInk.secondary, to: &bubble) }
    let isEmoji = message.attachments.isEmpty && MessageText.isEmojiOnly(shown)
    let size = isEmoji ? Self.emojiSize : Self.textSize
    var before: PrintedText.Section?
    // An address that an export marks would be left out together with the names.
    let mails = options.renamesPeople ? [] : message.unmarkedMailLinks
    let marks = (message.entities + mails).sorted { $0.start < $1.start }
    for section in PrintedText(shown, marks).sections where !isCancelled() {
      let style = message.kind == .action ? [TextAttribute(.italic)] : []
      let indent = section.isQuote ? Bubble.quoteIndent : 0
      let layout = paragraph(
        section.text, style + section.attributes, size: size, lineHeight: isEmoji ? nil : Self.lineHeight,
        width: textWidth - indent)
      bubble.add(
        .init(layout, links: section.links, isQuote: section.isQuote),
        gap: before?.isQuote == section.isQuote ? 0 : gap(bubble))
      before = section
    }
  }

  // MARK: Attachments

  private func addAttachments(_ attachments: [Attachment], to bubble: inout Bubble) {
    let side = measures.pictureSide
    let shown = attachments.filter { options.showsPictures && !$0.isSpoiler && isShown($0) }
    // Pictures of an album are in rows of two.
    let most = shown.count > 1 ? (side - Bubble.pictureGap) / 2 : side
    var row: [Bubble.Picture] = []
    func finishRow() {
      guard !row.isEmpty else { return }
      let gaps = Bubble.pictureGap * Double(row.count - 1)
      bubble.add(
        .init(
          content: .pictures(row), width: row.reduce(gaps) { $0 + $1.width },
          height: row.map(\.height).max() ?? 0, gap: gap(bubble)))
      row = []
    }
    for attachment in attachments {
      guard options.showsPictures, !attachment.isSpoiler, let path = attachment.picturePath,
        let pixels = pictures.size(of: attachment)
      else {
        finishRow()
        addLines(of: attachment, to: &bubble)
        continue
      }
      let longest = attachment.kind == .sticker ? min(most, measures.stickerSide) : most
      // Small pictures keep 96 pixels to the inch.
      let scale = min(longest / max(pixels.width, pixels.height), 72.0 / 96)
      row.append(
        .init(
          path: path, width: max(4, pixels.width * scale), height: max(4, pixels.height * scale),
          substitute: attachment.notFoundNote))
      if row.count == 2 || shown.count == 1 { finishRow() }
      if attachment.isFilm, attachment.kind != .animation {
        finishRow()
        add(filmWords(attachment), size: Self.nameSize, color: PageInk.secondary, to: &bubble)
      }
    }
    finishRow()
  }

  private func isShown(_ attachment: Attachment) -> Bool {
    attachment.picturePath != nil && pictures.size(of: attachment) != nil
  }

  private func filmWords(_ attachment: Attachment) -> String {
    [attachment.kind.title, attachment.duration.map(Counted.duration)].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// Adds words in place of a file.
  private func addLines(of attachment: Attachment, to bubble: inout Bubble) {
    switch attachment.kind {
    case .voice, .audio, .roundVideo, .video:
      let name = attachment.kind == .audio ? attachment.name : nil
      add(name ?? filmWords(attachment), weight: 600, to: &bubble)
    case .file: add(attachment.name ?? attachment.kind.title, weight: 600, to: &bubble)
    case .photo, .animation, .sticker:
      let name = attachment.kind == .sticker ? attachment.name : nil
      add([attachment.kind.title, name].compactMap(\.self).joined(separator: " "), weight: 600, to: &bubble)
    }
    let size = [attachment.width, attachment.height].compactMap(\.self).map(String.init)
    let notes = [
      attachment.isSpoiler ? tr("Spoiler, hidden") : nil,
      size.count == 2 ? size.joined(separator: " × ") : nil,
      attachment.byteCount.flatMap { $0 > 0 ? Counted.bytes(Double($0)) : nil },
    ].compactMap(\.self)
    if !notes.isEmpty {
      add(notes.joined(separator: " · "), size: Self.nameSize, color: PageInk.secondary, to: &bubble)
    }
    if let words = attachment.transcript?.text {
      // Translators: the words of a voice message, in quotation marks.
      add(tr("“{words}”", ["words": words]), to: &bubble)
    }
  }

  private func add(_ poll: Poll, to bubble: inout Bubble) {
    add(poll.question, weight: 600, to: &bubble)
    add(
      poll.isClosed ? tr("Poll, final result") : tr("Poll, open when exported"), size: Self.nameSize,
      color: PageInk.secondary, to: &bubble)
    let result = PollResult(poll)
    for (index, option) in poll.options.enumerated() {
      let share = line(result.shares.map { PollResult.percent($0[index]) } ?? "", size: Self.textSize)
      let room = textWidth - share.size.width - 2 * Self.partGap
      let text = paragraph(
        [option.isChosen ? "☑" : "☐", option.text].joined(separator: " "),
        [TextAttribute(.weight(result.winners.contains(index) ? 600 : 400))], width: room)
      bubble.add(
        .init(
          content: .pair(text, share), width: text.size.width + share.size.width + 2 * Self.partGap,
          height: text.size.height, gap: 1))
    }
  }
}

extension Message {
  /// Whether the message has something beside it in any case.
  fileprivate var isMarked: Bool { bookmark != nil || isEdited }
}

extension Place {
  /// An address for a browser. The numbers have the same form in every language.
  fileprivate var webAddress: String {
    "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
  }
}
