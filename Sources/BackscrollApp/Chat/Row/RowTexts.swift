import ChatArchive
import Foundation
import Gtk
import Translation

/// A row's laid-out texts. They are made once for a row and a width; the layouts themselves are kept and refilled
/// when the row is bound anew.
@MainActor
final class RowTexts {
  let body: TextLayout
  private(set) var name: TextLayout?
  private(set) var time: TextLayout
  private(set) var day: TextLayout?
  private(set) var unread: TextLayout?
  private(set) var quoteName: TextLayout?
  private(set) var quoteText: TextLayout?
  private(set) var initials: TextLayout?
  /// A file's name and size, or the chip on a picture.
  private(set) var fileName: TextLayout?
  private(set) var fileNote: TextLayout?

  private let widget: Widget
  private let scale: Double

  init(for widget: Widget, content: ChatRowContent, text: MessageText, palette: ChatPalette) {
    self.widget = widget
    body = TextLayout(for: widget)
    scale = body.scale
    time = TextLayout(for: widget)
    time.set(content.time, [TextAttribute(.size(9)), TextAttribute(.features("tnum"))])
    day = content.day.map { line($0, size: 9, weight: 600) }
    unread = content.unread.map { line($0, size: 9, weight: 600) }
    if content.message.kind == .service {
      body.set(text.text, [TextAttribute(.size(9))])
      body.wrapWords()
      body.centerLines()
    } else {
      fillBody(content, text, palette)
      fillSender(content)
      fillQuote(content.message.reply)
      fillAttachment(content.message.attachment)
    }
  }

  private func line(_ text: String, size: Double, weight: Int = 400, ellipsized: Bool = false) -> TextLayout {
    let layout = TextLayout(for: widget)
    layout.set(
      text, [TextAttribute(.size(size)), TextAttribute(.weight(weight)), TextAttribute(.features("tnum"))])
    if ellipsized { layout.ellipsize() }
    return layout
  }

  private func fillBody(_ content: ChatRowContent, _ text: MessageText, _ palette: ChatPalette) {
    let link = content.message.isOwn ? Color.white : palette.accentForeground
    var attributes = text.attributes(link: link)
    attributes.append(TextAttribute(.size(text.isEmojiOnly ? 30 : 11)))
    attributes.append(TextAttribute(.lineHeight((text.isEmojiOnly ? 52 : 20) * scale)))
    if content.message.kind == .action { attributes.append(TextAttribute(.italic)) }
    body.set(text.text, attributes)
    body.wrapWords()
    body.fillsWidth = true
  }

  private func fillSender(_ content: ChatRowContent) {
    guard !content.message.isOwn, let sender = content.message.sender else { return }
    if content.groupPosition.isFirst { name = line(sender.name, size: 10, weight: 600, ellipsized: true) }
    // The disc keeps its size with large text, and so do the letters in it.
    if content.groupPosition.isLast {
      initials = line(sender.initials, size: 10 / max(1, scale), weight: 600)
    }
  }

  private func fillQuote(_ quote: Quote?) {
    guard let quote else { return }
    quoteName = line(
      quote.isOwn ? tr("You") : quote.sender?.name ?? tr("Service message"), size: 10, weight: 600,
      ellipsized: true)
    let excerpt = quote.excerpt.isEmpty ? quote.attachmentKind?.title ?? tr("Message") : quote.excerpt
    quoteText = line(excerpt, size: 10, ellipsized: true)
  }

  private func fillAttachment(_ attachment: Attachment?) {
    guard let attachment else { return }
    if attachment.isPicture {
      fileNote = line(attachment.sizeNote, size: 9)
    } else {
      fileName = line(attachment.name ?? attachment.kind.title, size: 10, weight: 600, ellipsized: true)
      fileNote = line(attachment.sizeNote, size: 9)
    }
  }

  // MARK: Sizes at a width

  /// Wraps the texts for a row of `width` and tells their sizes.
  func parts(_ content: ChatRowContent, _ text: MessageText, width: Double) -> RowGeometry.Parts {
    func extent(_ layout: TextLayout?) -> RowGeometry.Extent? {
      layout.map {
        RowGeometry.Extent(width: $0.size.width.rounded(.up), height: $0.size.height.rounded(.up))
      }
    }
    var parts = RowGeometry.Parts()
    parts.time = extent(time) ?? .init()
    let limit = RowGeometry.textLimit(in: width, besideTime: parts.time.width)
    parts.day = extent(day)
    parts.unread = extent(unread)
    if content.message.kind == .service {
      parts.isService = true
      body.width = max(40, RowGeometry.column(in: width).width * 0.8)
      parts.text = extent(body)
      // Centred lines stand in the middle of the width they were given.
      parts.text?.width = body.width ?? 0
      return parts
    }
    parts.position = content.groupPosition
    parts.isOwn = content.message.isOwn
    parts.hasTick = content.message.isOwn
    parts.isBare = text.isEmojiOnly && content.message.reply == nil
    name?.width = limit
    parts.name = extent(name)
    if let quoteName, let quoteText {
      let room = limit + 8 - 22
      quoteName.width = room
      quoteText.width = room
      let wide = max(quoteName.size.width, quoteText.size.width).rounded(.up) + 22
      parts.quote = .init(
        width: wide, height: 5 + quoteName.size.height.rounded(.up) + quoteText.size.height.rounded(.up) + 6)
    }
    if let attachment = content.message.attachment {
      if attachment.isPicture {
        parts.media = RowGeometry.mediaSize(
          pixelWidth: attachment.width, pixelHeight: attachment.height,
          limit: RowGeometry.bubbleLimit(in: width, besideTime: parts.time.width) - 8)
      } else {
        fileName?.width = limit - 48
        let wide = max(fileName?.size.width ?? 0, fileNote?.size.width ?? 0).rounded(.up) + 48
        parts.file = .init(width: min(limit, wide), height: 40)
      }
    }
    if !text.text.isEmpty || content.message.attachment == nil {
      body.width = limit
      parts.text = extent(body)
      // Lines that read from right to left stand at the far edge of their width: make it the bubble's.
      if body.isRightToLeft, let wide = parts.text?.width {
        body.width = min(limit, max(wide, parts.name?.width ?? 0, (parts.quote?.width ?? 8) - 8))
        parts.text?.width = body.width ?? wide
      }
    }
    return parts
  }
}

extension Participant {
  /// First letters of the first two words.
  var initials: String {
    name.split(separator: " ").prefix(2).compactMap { $0.first.map(String.init) }.joined().uppercased()
  }
}

extension Attachment.Kind {
  /// What to call it where it has no name.
  var title: String {
    switch self {
    case .photo: tr("Photo")
    case .video: tr("Video")
    case .audio: tr("Audio")
    case .file: tr("File")
    case .sticker: tr("Sticker")
    }
  }
}

extension Attachment {
  /// "1600 × 760 · 410 KB", as much of it as is known.
  var sizeNote: String {
    var parts: [String] = []
    if kind == .video { parts.append(kind.title) }
    if let width, let height { parts.append("\(width) × \(height)") }
    if let byteCount, byteCount > 0 {
      parts.append(Counted.bytes(Double(byteCount)))
    }
    return parts.isEmpty ? kind.title : parts.joined(separator: " · ")
  }
}
