import ChatStore
import Chats
import Foundation
import Translation

/// Writes the contents of a bubble on a page.
struct PageParts {
  private let options: ExportOptions
  private let files: ExportFiles

  /// Pixels of a picture's longest side, as in the window.
  private static let pictureSide = 360

  init(_ options: ExportOptions, _ files: ExportFiles) {
    self.options = options
    self.files = files
  }

  // MARK: Words

  func date(_ instant: Int64, _ length: Date.FormatStyle.DateStyle) -> String {
    var style = Date.FormatStyle(date: length, time: .omitted, locale: options.locale)
    style.timeZone = options.timeZone
    return DayCalendar.date(instant).formatted(style)
  }

  func month(_ instant: Int64) -> String {
    var style = Date.FormatStyle(locale: options.locale).month(.abbreviated)
    style.timeZone = options.timeZone
    return DayCalendar.date(instant).formatted(style)
  }

  private func moment(_ instant: Int64) -> String {
    var style = Date.FormatStyle(date: .abbreviated, time: .shortened, locale: options.locale)
    style.timeZone = options.timeZone
    return DayCalendar.date(instant).formatted(style)
  }

  func gap(_ gap: Gap?) -> String {
    guard let gap, let count = gap.count, count > 0 else { return tr("Messages not loaded") }
    return gap.isExact
      ? trn("{count} message not loaded", "{count} messages not loaded", count, locale: options.locale)
      : trn(
        "About {count} message not loaded", "About {count} messages not loaded", count, locale: options.locale
      )
  }

  private static func title(_ kind: Attachment.Kind) -> String {
    switch kind {
    case .photo: tr("Photo")
    case .video: tr("Video")
    case .audio: tr("Audio")
    case .file: tr("File")
    case .sticker: tr("Sticker")
    case .voice: tr("Voice message")
    case .roundVideo: tr("Video message")
    case .animation: tr("GIF")
    }
  }

  /// The shown text. A message without text gets a description of its kind.
  private static func shownText(_ message: Message) -> String? {
    switch message.kind {
    case .deleted: return message.text.isEmpty ? tr("Message deleted") : nil
    case .unsupported: return message.text.isEmpty ? tr("A kind that cannot be shown") : nil
    default: break
    }
    switch message.details.content {
    case .poll(let poll)?: return message.text == poll.question ? "" : nil
    case .place(let place)?: return message.text == place.name || message.text == place.address ? "" : nil
    case .contact(let contact)?: return message.text == contact.name ? "" : nil
    default: return nil
    }
  }

  // MARK: A message

  /// Appends a message of a group.
  ///
  /// - Parameter span: The messages that a quote can link to.
  /// - Returns: The estimated height in pixels.
  func append(
    _ exported: WholeMessage, time: String, startsGroup: Bool, _ span: ExportSpan, to page: inout [UInt8]
  ) -> Int {
    let message = exported.message
    let isEmoji = message.attachments.isEmpty && message.reply == nil && PageText.isEmojiOnly(message.text)
    var height = 34
    page.append("<div class=\"m\(isEmoji ? " e1" : "")\" id=\"m\(message.id)\"><div class=\"b\">")
    if let sender = message.sender {
      // Each message has its sender for screen readers; only the first one of a group shows it.
      page.append(startsGroup ? "<span class=\"n\"><bdi>" : "<span class=\"h\"><bdi>")
      PageText.escaped(sender.name, into: &page)
      page.append("</bdi></span>")
      if startsGroup { height += 20 }
    }
    height += appendOrigin(message, span, exported.quoted, to: &page)
    for attachment in message.attachments { height += append(attachment, to: &page) }
    if let content = message.details.content { height += append(content, to: &page) }
    let words = Self.shownText(message)
    if words != "", words != nil || !message.text.isEmpty {
      let isWord = words != nil || message.kind == .action || message.kind == .deleted
      page.append("<div class=\"t\(isWord ? " x" : "")\" dir=\"auto\">")
      if let words {
        PageText.escaped(words, into: &page)
      } else {
        PageText.styled(message.text, message.entities, into: &page)
      }
      page.append("</div>")
      height += isEmoji ? 52 : 20 * Self.lines(message.text)
    }
    height += append(message.reactions, to: &page)
    page.append("<div class=\"f\">\(time)")
    appendEdits(exported, to: &page)
    page.append("</div></div></div>\n")
    return height
  }

  private static func lines(_ text: String) -> Int {
    // A sign of three bytes is about as wide as two letters.
    let bytes = text.utf8
    return bytes.count(where: { $0 == UInt8(ascii: "\n") }) + min(bytes.count, 1 << 20) / 66 + 1
  }

  private func appendOrigin(
    _ message: Message, _ span: ExportSpan, _ quoted: MessageCursor?, to page: inout [UInt8]
  ) -> Int {
    var height = 0
    var words: [String] = []
    if let forward = message.details.forward {
      words.append(tr("Forwarded from {name}", ["name": forward.name]))
      if let time = forward.sentAt { words.append(date(time, .abbreviated)) }
    }
    if let bot = message.details.bot { words.append(tr("via {bot}", ["bot": "@\(bot)"])) }
    if !words.isEmpty {
      page.append("<p class=\"w\" dir=\"auto\">")
      PageText.escaped(words.joined(separator: " · "), into: &page)
      page.append("</p>")
      height += 18
    }
    guard let reply = message.reply else { return height }
    // A message that is not on the page cannot be linked to.
    let link = quoted.flatMap { span.contains($0) ? $0.id : nil }
    page.append(link.map { "<a class=\"q\" href=\"#m\($0)\">" } ?? "<span class=\"q\">")
    let color = reply.sender.map { "c\($0.colorSeed % UInt64(PageStyle.people.count))" } ?? ""
    page.append("<b class=\"\(color)\" dir=\"auto\">")
    PageText.escaped(reply.author, into: &page)
    page.append("</b><span dir=\"auto\">")
    let excerpt =
      reply.excerpt.isEmpty ? reply.attachmentKind.map(Self.title) ?? tr("Message") : reply.excerpt
    PageText.escaped(excerpt, into: &page)
    page.append(link != nil ? "</span></a>" : "</span></span>")
    return height + 52
  }

  private func append(_ reactions: [Reaction], to page: inout [UInt8]) -> Int {
    guard !reactions.isEmpty else { return 0 }
    page.append("<div class=\"r\">")
    for reaction in reactions {
      let names = reaction.people.prefix(20).map(\.name).joined(separator: ", ")
      page.append(names.isEmpty ? "<span>" : "<span title=\"\(PageText.escaped(names))\">")
      page.append("<bdi>\(PageText.escaped(reaction.key))</bdi> \(number(reaction.count))</span>")
    }
    page.append("</div>")
    return 28
  }

  private func appendEdits(_ exported: WholeMessage, to page: inout [UInt8]) {
    guard exported.message.editedAt != nil || !exported.edits.isEmpty else { return }
    let word = PageText.escaped(tr("edited"))
    guard !exported.edits.isEmpty else { return page.append(" · \(word)") }
    page.append(" · <details class=\"e\"><summary>\(word)</summary>")
    for edit in exported.edits {
      page.append("<div dir=\"auto\"><b>")
      PageText.escaped(tr("Before {time}", ["time": moment(edit.replacedAt)]), into: &page)
      page.append("</b>\n")
      PageText.escaped(edit.text, into: &page)
      page.append("</div>")
    }
    page.append("</details>")
  }

  private func number(_ number: Int) -> String { number.formatted(.number.locale(options.locale)) }

  // MARK: Attachments

  private func append(_ attachment: Attachment, to page: inout [UInt8]) -> Int {
    page.append("<div class=\"p\">")
    defer { page.append("</div>") }
    guard attachment.isSpoiler else {
      return appendMedia(attachment, to: &page) + append(attachment.transcript, to: &page)
    }
    page.append("<details><summary>\(PageText.escaped(tr("Spoiler, hidden")))</summary>")
    _ = appendMedia(attachment, to: &page)
    _ = append(attachment.transcript, to: &page)
    page.append("</details>")
    return 24
  }

  /// Appends the words of a voice message.
  private func append(_ transcript: Attachment.Transcript?, to page: inout [UInt8]) -> Int {
    guard let text = transcript?.text else { return 0 }
    page.append("<p class=\"t u\">")
    PageText.escaped(text, into: &page)
    page.append("</p>")
    return 24 + text.utf8.count / 60 * 20
  }

  private func appendMedia(_ attachment: Attachment, to page: inout [UInt8]) -> Int {
    guard let address = files.address(attachment.path) else {
      guard let picture = embedded(attachment) else { return appendFile(attachment, nil, to: &page) }
      let (size, height) = Self.size(attachment)
      let name = PageText.escaped(Self.name(attachment))
      page.append("<img src=\"\(picture)\" alt=\"\(name)\"\(size) loading=\"lazy\">")
      return height
    }
    let (size, height) = Self.size(attachment)
    let name = PageText.escaped(Self.name(attachment))
    switch attachment.kind {
    case .photo, .sticker:
      // Animated stickers are not pictures, but their thumbnails are.
      let picture = Self.isPicture(address) ? address : files.address(attachment.thumbnail)
      guard let picture else { return appendFile(attachment, address, to: &page) }
      page.append(
        "<a href=\"\(address)\"><img src=\"\(picture)\" alt=\"\(name)\"\(size) loading=\"lazy\"></a>")
      return height
    case .video, .roundVideo, .animation:
      if Self.isPicture(address) {
        page.append(
          "<a href=\"\(address)\"><img src=\"\(address)\" alt=\"\(name)\"\(size) loading=\"lazy\"></a>")
        return height
      }
      let poster = files.address(attachment.thumbnail).map { " poster=\"\($0)\"" } ?? ""
      page.append("<video controls preload=\"none\" src=\"\(address)\"\(poster)\(size)></video>")
      return height + appendFile(attachment, address, to: &page)
    case .audio, .voice:
      page.append("<audio controls preload=\"none\" src=\"\(address)\"></audio>")
      return 58 + appendFile(attachment, address, to: &page)
    case .file: return appendFile(attachment, address, to: &page)
    }
  }

  /// The picture of an attachment in a zip file, or its thumbnail.
  private func embedded(_ attachment: Attachment) -> String? {
    switch attachment.kind {
    case .photo, .sticker, .animation: files.embedded(attachment.path) ?? files.embedded(attachment.thumbnail)
    case .video, .roundVideo, .audio, .voice, .file: nil
    }
  }

  /// Appends a line with a symbol, the name and the size.
  private func appendFile(_ attachment: Attachment, _ address: String?, to page: inout [UInt8]) -> Int {
    page.append(
      "<svg class=\"i\" aria-hidden=\"true\"><use href=\"#\(Self.symbol(attachment.kind))\"/></svg>")
    if let address { page.append("<a href=\"\(address)\">") }
    page.append("<bdi>")
    PageText.escaped(Self.name(attachment), into: &page)
    page.append(address == nil ? "</bdi>" : "</bdi></a>")
    var words: [String] = []
    if let duration = attachment.duration { words.append(Self.length(duration)) }
    if let bytes = attachment.byteCount {
      words.append(bytes.formatted(.byteCount(style: .file).locale(options.locale)))
    }
    if address == nil {
      let zip = files.zipName(attachment.path)
      words.append(zip.map { tr("In “{file}”", ["file": $0]) } ?? tr("Not in the export"))
    }
    if !words.isEmpty {
      page.append(" <span class=\"v\">")
      PageText.escaped(words.joined(separator: " · "), into: &page)
      page.append("</span>")
    }
    return 24
  }

  private static func name(_ attachment: Attachment) -> String {
    guard let name = attachment.name, !name.isEmpty else { return title(attachment.kind) }
    return attachment.kind == .sticker ? tr("Sticker, {emoji}", ["emoji": name]) : name
  }

  /// Minutes and seconds, as on a player.
  private static func length(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    return "\(seconds / 60):\(twoDigits(Int(seconds % 60)))"
  }

  private static func symbol(_ kind: Attachment.Kind) -> String {
    switch kind {
    case .photo, .sticker: "i-photo"
    case .video, .roundVideo, .animation: "i-film"
    case .audio, .voice: "i-sound"
    case .file: "i-file"
    }
  }

  private static func isPicture(_ address: String) -> Bool {
    let ending = address.split(separator: ".").last?.lowercased() ?? ""
    return pictureEndings.contains(ending)
  }

  private static let pictureEndings: Set<String> = [
    "jpg", "jpeg", "png", "gif", "webp", "avif", "bmp", "svg",
  ]

  /// The attributes that let a browser reserve the space of a picture before it is loaded.
  private static func size(_ attachment: Attachment) -> (attributes: String, height: Int) {
    let side = attachment.kind == .sticker ? pictureSide / 2 : pictureSide
    guard let width = attachment.width, let height = attachment.height, width > 0, height > 0 else {
      return (" style=\"max-height:\(side)px\"", side)
    }
    let scale = min(1, Double(side) / Double(max(width, height)))
    let (w, h) = (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale)))
    return (" width=\"\(w)\" height=\"\(h)\"", h)
  }

  // MARK: Contents

  private func append(_ content: Message.Content, to page: inout [UInt8]) -> Int {
    page.append("<div class=\"p\" dir=\"auto\">")
    defer { page.append("</div>") }
    switch content {
    case .poll(let poll): return append(poll, to: &page)
    case .place(let place):
      appendSymbol("i-place", to: &page)
      let names = [place.name, place.address].compactMap(\.self)
      let title =
        names.isEmpty ? place.isLive ? tr("Live location") : tr("Location") : names.joined(separator: ", ")
      PageText.escaped(title, into: &page)
      // The numbers have the same form in every language.
      let (north, east) = ("\(place.latitude)", "\(place.longitude)")
      let target = "https://www.openstreetmap.org/?mlat=\(north)&mlon=\(east)"
      page.append(
        " <a class=\"v\" href=\"\(PageText.escaped(target))\" rel=\"noopener noreferrer\">\(north), \(east)</a>"
      )
      return 24
    case .contact(let contact):
      appendSymbol("i-person", to: &page)
      PageText.escaped(contact.name, into: &page)
      if let phone = contact.phone {
        page.append(" <bdi class=\"v\">\(PageText.escaped(phone))</bdi>")
      }
      if let address = files.address(contact.path) {
        page.append(" <a class=\"v\" href=\"\(address)\">vCard</a>")
      }
      return 24
    // The text describes the call.
    case .call: return 0
    }
  }

  private func append(_ poll: Poll, to page: inout [UInt8]) -> Int {
    appendSymbol("i-poll", to: &page)
    page.append("<b>")
    PageText.escaped(poll.question, into: &page)
    page.append("</b> <span class=\"v\">")
    PageText.escaped(poll.isClosed ? tr("Poll, final result") : tr("Poll, open when exported"), into: &page)
    page.append("</span><ul>")
    for option in poll.options {
      page.append("<li dir=\"auto\">\(option.isChosen ? "☑" : "☐") ")
      PageText.escaped(option.text, into: &page)
      if let votes = option.votes { page.append(" <span class=\"v\">\(number(votes))</span>") }
      page.append("</li>")
    }
    page.append("</ul>")
    return 24 + 22 * poll.options.count
  }

  private func appendSymbol(_ id: String, to page: inout [UInt8]) {
    page.append("<svg class=\"i\" aria-hidden=\"true\"><use href=\"#\(id)\"/></svg>")
  }
}
