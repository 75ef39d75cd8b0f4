import AppBase
import Chats
import Controls
import Gtk
import Translation

/// The text layouts and parts of a row. They are made when the row is bound, and laid out again when its width changes.
@MainActor
package final class RowTexts {
  /// The content of a row: the formatted message, its text, and the state that the reader and the disk add.
  struct Subject {
    var content: ChatRowContent
    var text: MessageText
    var choices: RowChoices
    /// The attachments whose files are known to be missing.
    var missing: Set<Int>
    /// Whether the row has one line only; see ``MessageRow/isCompact``.
    var isCompact = false
    /// Whether the message can be bookmarked.
    var hasStar = false
    var message: Message { content.message }
  }

  let body: BodyText
  private(set) var name: TextLayout?
  /// "in Keys", beside the name or alone.
  private(set) var topic: TextLayout?
  /// The time, preceded by a dot if the message was edited.
  private(set) var time: TextLayout
  private(set) var edited: TextLayout?
  /// The word of the bookmark.
  private(set) var bookmark: TextLayout?
  private(set) var beginning: TextLayout?
  private(set) var day: TextLayout?
  private(set) var unread: TextLayout?
  /// "Forwarded from Hut Service · 2 May".
  private(set) var forward: TextLayout?
  private(set) var quoteName: TextLayout?
  private(set) var quoteText: TextLayout?
  private(set) var initials: TextLayout?
  private(set) var fold: TextLayout?
  private(set) var foldNote: TextLayout?
  private(set) var blocks: [any RowPart] = []
  private(set) var reactions: ReactionsPart?
  private(set) var replies: RepliesPart?
  /// The only line of a compact row, beside the name.
  private(set) var compactLine: TextLayout?
  private let maker: RowTextMaker
  private let subject: Subject

  /// Whether texts, or their ends, wait for another frame.
  var isIncomplete: Bool { maker.isIncomplete }
  /// The desktop's text scale.
  var scale: Double { maker.scale }

  /// The most files of a message that are shown, besides its pictures.
  private static let fileLimit = 20

  /// `isWaiting`: whether an ellipsis replaces each text except the time.
  init(for widget: Widget, _ subject: Subject, palette: ChatPalette, isWaiting: Bool) {
    let maker = RowTextMaker(for: widget, isWaiting: isWaiting)
    self.maker = maker
    self.subject = subject
    let content = subject.content
    let message = subject.message
    let isAfterEdited = message.isEdited && !subject.isCompact
    time = maker.line(isAfterEdited ? "· \(content.time)" : content.time, size: 9)
    beginning = content.beginning.map { maker.line($0, size: 9, ellipsized: true) }
    day = content.day.map { maker.line($0, size: 9, weight: 600) }
    unread = content.unread.map { maker.line($0, size: 9, weight: 600) }
    if subject.isCompact, message.kind != .service, message.kind != .gap {
      let line = maker.line(subject.compactWords, size: 10, ellipsized: true)
      compactLine = line
      body = BodyText(line, count: subject.text.text.utf8.count)
      blocks = CompactPicturePart(message.attachments).map { [$0] } ?? []
      if !message.isOwn, let sender = message.sender {
        name = maker.line(sender.name, size: 10, weight: 600, ellipsized: true)
        // 9 pixels, as in the small avatars of the style sheet: hinting would make letters of 7 points higher than the
        // space in which GTK draws them.
        initials = maker.line(
          Initials.of(sender.name), size: 6.75 / max(1, maker.scale), weight: 600)
      }
      return
    }
    switch message.kind {
    case .service:
      let layout = maker.empty()
      var attributes = [TextAttribute(.size(9))]
      if message.reply != nil, let range = subject.text.quotedWords {
        attributes.append(TextAttribute(.color(palette.accentForeground), range))
      }
      layout.set(maker.shown(subject.text.text, size: 9), attributes)
      layout.wrapWords()
      layout.centerLines()
      body = BodyText(layout, count: subject.text.text.utf8.count)
      return
    case .gap:
      let layout = maker.line(subject.text.text, size: 9, ellipsized: true)
      body = BodyText(layout, count: subject.text.text.utf8.count)
      return
    case .normal, .action, .unsupported, .deleted, .note:
      body = Self.makeBody(subject, palette, maker)
    }
    if message.isEdited { fillEdited(palette) }
    if let word = message.bookmark, !word.isEmpty {
      bookmark = maker.line(Self.shortened(word), size: 9, weight: 600)
    }
    fillSender(content)
    fillForward(content)
    fillNote(palette)
    fillQuote(message.reply)
    fillBlocks()
    reactions = ReactionsPart(message.reactions, maker)
    replies = RepliesPart(content, maker)
  }

  /// The most letters of a bookmark's word that are shown.
  private static let wordLimit = 12
  /// Points: the widest word beside the time in a narrow window.
  private static let narrowWord = 48.0

  private static func shortened(_ word: String) -> String {
    word.count > wordLimit ? "\(word.prefix(wordLimit - 1))…" : word
  }

  /// The size of the star with its word, which is left out where it has no room.
  private func star(in width: Double) -> RowGeometry.Extent? {
    guard subject.hasStar else { return nil }
    var size = RowGeometry.Extent(width: RowGeometry.starSize, height: time.extent.height)
    if let word = bookmark?.extent.width, !RowGeometry.isNarrow(width) || word <= Self.narrowWord {
      size.width += RowGeometry.starWordGap + word
    }
    return size
  }

  private static func makeBody(_ subject: Subject, _ palette: ChatPalette, _ maker: RowTextMaker) -> BodyText
  {
    let (text, message) = (subject.text, subject.message)
    let link = message.isOnOwnBubble ? Color.white : palette.accentForeground
    let size = text.isEmojiOnly ? 30.0 : 11
    let sections = text.sections.map { section in
      let layout = maker.empty()
      var attributes = text.attributes(
        link: link, in: section.range, hidesSpoilers: !subject.choices.showsSpoilers)
      attributes.append(TextAttribute(.size(size)))
      attributes.append(TextAttribute(.lineHeight((text.isEmojiOnly ? 52 : 20) * maker.scale)))
      if message.kind == .action || message.kind == .deleted { attributes.append(TextAttribute(.italic)) }
      layout.set(maker.shown(text.slice(section.range), size: size), attributes)
      layout.wrapWords()
      layout.fillsWidth = true
      return (layout, section)
    }
    return BodyText(sections)
  }

  private func fillEdited(_ palette: ChatPalette) {
    let layout = maker.empty()
    var attributes = [TextAttribute(.size(9))]
    if subject.message.hasEarlierTexts {
      attributes += [TextAttribute(.underline), TextAttribute(.color(palette.accentForeground))]
    }
    layout.set(tr("edited"), attributes)
    edited = layout
  }

  private func fillSender(_ content: ChatRowContent) {
    if let title = content.topic, content.groupPosition.isFirst {
      topic = maker.line(tr("in {topic}", ["topic": title]), size: 9, ellipsized: true)
    }
    guard !content.message.isOwn, let sender = content.message.sender else { return }
    if content.groupPosition.isFirst {
      name = maker.line(sender.name, size: 10, weight: 600, ellipsized: true)
    }
    // The disc does not grow with large text, so neither do its letters.
    if content.groupPosition.isLast {
      initials = maker.line(
        Initials.of(sender.name), size: 10 / max(1, scale), weight: 600)
    }
  }

  private func fillForward(_ content: ChatRowContent) {
    let details = content.message.details
    var words: [String] = []
    if let origin = details.forward {
      words.append(tr("Forwarded from {name}", ["name": origin.name]))
      if let date = content.forwardedOn { words.append(date) }
    }
    if let bot = details.bot { words.append(tr("via {bot}", ["bot": "@\(bot)"])) }
    guard !words.isEmpty else { return }
    let text = maker.shown(LayoutCost.line(words.joined(separator: " · ")), size: 9)
    let layout = maker.empty()
    var attributes = [TextAttribute(.size(9))]
    if let origin = details.forward, let range = text.range(of: origin.name) {
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let end = text.utf8.distance(from: text.startIndex, to: range.upperBound)
      attributes.append(TextAttribute(.weight(600), start..<end))
    }
    layout.set(text, attributes)
    layout.ellipsize()
    forward = layout
  }

  /// Sets the title of a note above its text, in the place of the "Forwarded from" line.
  private func fillNote(_ palette: ChatPalette) {
    guard let title = subject.message.noteTitle else { return }
    let layout = maker.empty()
    let text = maker.shown("\(title.name) · \(title.place)", size: 9)
    var attributes = [TextAttribute(.size(9))]
    if let range = text.range(of: title.name) {
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let end = start + title.name.utf8.count
      attributes += [
        TextAttribute(.weight(600), start..<end),
        TextAttribute(.color(palette.accentForeground), start..<end),
      ]
    }
    layout.set(text, attributes)
    layout.ellipsize()
    forward = layout
  }

  private func fillQuote(_ quote: Quote?) {
    guard let quote else { return }
    quoteName = maker.line(
      quote.isOwn ? tr("You") : quote.author, size: 10, weight: 600,
      ellipsized: true)
    let excerpt = quote.excerpt.isEmpty ? quote.attachmentKind?.title ?? tr("Message") : quote.excerpt
    quoteText = maker.line(excerpt, size: 10, ellipsized: true)
  }

  private func makeFold() -> RowGeometry.Extent {
    let title =
      fold ?? maker.line(subject.choices.isUnfolded ? tr("Show less") : tr("Show all"), size: 10, weight: 600)
    let note = foldNote ?? maker.line(Counted.bytes(Double(subject.text.byteCount)), size: 9)
    (fold, foldNote) = (title, note)
    return .init(width: title.extent.width + 8 + note.extent.width, height: title.extent.height)
  }

  // MARK: Parts

  private func fillBlocks() {
    let message = subject.message
    switch message.details.content {
    case .poll(let poll): blocks.append(PollPart(poll, maker))
    case .place(let place): blocks.append(PlacePart(place, maker))
    case .contact(let contact): blocks.append(ContactPart(contact, maker))
    case .call, nil: break
    }
    let attachments = Array(message.attachments.enumerated())
    var album: [(Int, Attachment)] = []
    var fileCount = 0
    func finish() {
      if !album.isEmpty {
        blocks.append(
          AlbumPart(
            album, hidden: hidden(album), missing: subject.missing, date: subject.content.date, maker))
      }
      album = []
    }
    for (index, attachment) in attachments {
      if attachment.isPicture {
        if album.count == AlbumLayout.limit { finish() }
        album.append((index, attachment))
        continue
      }
      finish()
      if attachment.kind == .sticker || attachment.kind == .roundVideo {
        blocks.append(
          BarePart(
            index, attachment, isHidden: !hidden([(index, attachment)]).isEmpty,
            isMissing: subject.missing.contains(index), maker))
      } else if fileCount < Self.fileLimit {
        fileCount += 1
        blocks.append(
          FilePart(
            index, attachment, isMissing: subject.missing.contains(index),
            sender: message.isOwn ? tr("You") : message.sender?.name, maker))
        if let transcript = attachment.transcript {
          let isUnfolded = subject.choices.unfoldedTranscripts.contains(index)
          blocks.append(TranscriptPart(index, transcript, isUnfolded: isUnfolded, maker))
        }
      }
    }
    finish()
  }

  private func hidden(_ attachments: [(Int, Attachment)]) -> Set<Int> {
    Set(attachments.filter { $1.isSpoiler && !subject.choices.shownPictures.contains($0) }.map { $0.0 })
  }

  /// The pictures to decode.
  var pictures: [RowPictures.Request] {
    blocks.flatMap { block -> [RowPictures.Request] in
      if let album = block as? AlbumPart { return album.requests }
      if let picture = block as? CompactPicturePart { return [picture.request] }
      return (block as? BarePart).map { [$0.request] } ?? []
    }
  }

  // MARK: Layout

  /// Lays out for a row of `width` points and returns the sizes.
  func parts(width: Double) -> RowGeometry.Parts {
    let (message, text) = (subject.message, subject.text)
    var parts = RowGeometry.Parts()
    parts.time = time.extent
    parts.edited = edited?.extent
    parts.day = day?.extent
    parts.unread = unread?.extent
    let column = RowGeometry.column(in: width).width
    beginning?.width = column
    parts.beginning = beginning?.extent
    if let compactLine {
      parts.style = .compact
      parts.isOwn = message.isOwn
      let limit = RowGeometry.compactLimit(in: width, besideTime: parts.time.width)
      name?.width = (limit * 0.4).rounded()
      parts.name = name?.extent
      parts.blocks = blocks.map { .init(size: $0.layOut(limit: limit), inset: $0.inset) }
      let before = [parts.name?.width] + parts.blocks.map(\.size.width)
      compactLine.width = limit - before.compactMap(\.self).reduce(0) { $0 + $1 + RowGeometry.compactGap }
      parts.text = compactLine.extent
      return parts
    }
    if message.kind == .service || message.kind == .gap {
      parts.style = message.kind == .service ? .service : .gap
      body.layOutLine(width: max(40, column * 0.8))
      parts.text = body.size
      return parts
    }
    parts.position = subject.content.groupPosition
    parts.isOwn = message.isOwn
    parts.hasTick = message.isOnOwnBubble
    parts.star = star(in: width)
    parts.ground = ground
    let bubble = RowGeometry.bubbleLimit(in: width, besideTime: parts.aside)
    let limit = bubble - 2 * RowGeometry.padding.x
    name?.width = limit
    parts.name = name?.extent
    if let topic {
      // The name can take two thirds of the line.
      if let name, name.extent.width > limit * 2 / 3 {
        name.width = (limit * 2 / 3).rounded()
        parts.name = name.extent
      }
      topic.width = limit - (parts.name.map { $0.width + RowGeometry.topicGap } ?? 0)
      parts.topic = topic.extent
    }
    if let forward {
      forward.width = limit - RowGeometry.forwardIndent
      parts.forward = forward.extent
      parts.forward?.width += RowGeometry.forwardIndent
    }
    if let quoteName, let quoteText {
      let room = limit + 8 - 22
      quoteName.width = room
      quoteText.width = room
      let wide = max(quoteName.size.width, quoteText.size.width).rounded(.up) + 22
      parts.quote = .init(
        width: wide, height: 5 + quoteName.size.height.rounded(.up) + quoteText.size.height.rounded(.up) + 6)
    }
    parts.blocks = blocks.map {
      RowGeometry.Block(size: $0.layOut(limit: bubble - 2 * $0.inset.x), inset: $0.inset)
    }
    if !text.text.isEmpty || blocks.isEmpty { layOutBody(&parts, limit) }
    if let reactions {
      reactions.layOut(limit: max(bubble, column - 44 - (message.isOwn ? 0 : 8)))
      parts.reactions = reactions.extent
    }
    if let replies {
      replies.layOut(limit: max(bubble, min(420, column - 52)))
      parts.replies = replies.extent
    }
    return parts
  }

  private func layOutBody(_ parts: inout RowGeometry.Parts, _ limit: Double) {
    let room = parts.ground == .outline ? limit - RowGeometry.noticeIndent : limit
    body.layOut(
      limit: room, fold: subject.text.fold, isUnfolded: subject.choices.isUnfolded,
      expanded: subject.choices.expandedQuotes)
    parts.text = body.size
    if body.isLong { parts.fold = makeFold() }
    if body.isRightToLeft {
      let widest = parts.blocks.map { $0.size.width + 2 * $0.inset.x - 2 * RowGeometry.padding.x }.max() ?? 0
      let wide = max(
        body.size.width, parts.head, parts.forward?.width ?? 0, (parts.quote?.width ?? 8) - 8,
        parts.fold?.width ?? 0, widest)
      body.fill(width: min(room, wide))
      parts.text?.width = body.size.width
    }
    if parts.ground == .outline { parts.text?.width += RowGeometry.noticeIndent }
  }

  private var ground: RowGeometry.Ground {
    let message = subject.message
    switch message.kind {
    case .deleted, .unsupported: return .outline
    case .note: return .note
    default: break
    }
    let isBare =
      subject.text.isEmojiOnly
      || subject.text.text.isEmpty && !blocks.isEmpty && blocks.allSatisfy { $0 is BarePart }
    return isBare && message.reply == nil && forward == nil ? .none : .bubble
  }
}

extension RowTexts.Subject {
  /// The words of a compact row: the first line of the text, or a description of the attachment.
  fileprivate var compactWords: String {
    let line = text.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    if !line.isEmpty { return line }
    guard let attachment = message.attachments.first else { return message.details.content?.title ?? "" }
    // Do not use the file name of a picture that is shown, since it is only a number.
    let isShown = attachment.picturePath != nil
    let name = isShown ? attachment.kind.title : attachment.name ?? attachment.kind.title
    return attachment.sizeNote == attachment.kind.title
      ? name : [name, attachment.sizeNote].joined(separator: " · ")
  }
}

extension Message.Content {
  fileprivate var title: String {
    switch self {
    case .poll(let poll): poll.question
    case .place(let place): place.name ?? ""
    case .contact(let contact): contact.name
    case .call: ""
    }
  }
}

extension MessageText {
  /// The bytes between the first quotation marks: the quotation in a service message.
  var quotedWords: Range<Int>? {
    guard let open = text.firstIndex(of: "“"), let close = text[open...].firstIndex(of: "”") else {
      return nil
    }
    let start = text.utf8.distance(from: text.startIndex, to: open)
    return start..<text.utf8.distance(from: text.startIndex, to: text.index(after: close))
  }
}
