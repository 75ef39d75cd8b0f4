import Chats

extension SearchQuery {
  /// An excerpt of a message in one line, with the first hit near its beginning: from the text, or else from a file's
  /// name or another text of the message with a hit. Empty if the message has no text at all.
  ///
  /// - Parameters:
  ///   - lead: The largest number of characters before the hit.
  ///   - length: The largest number of characters.
  public func excerpt(of message: Message, lead: Int = 24, length: Int = 120) -> String {
    let texts =
      [message.text] + message.attachments.compactMap(\.transcript?.text)
      + message.attachments.compactMap(\.name)
      + SearchDocument.texts(of: message.details.content)
    for text in texts {
      if let hit = hits(in: text).first { return Self.part(of: text, from: hit.lowerBound, lead, length) }
    }
    let text = texts.first { !$0.isEmpty } ?? ""
    return Self.part(of: text, from: text.startIndex, lead, length)
  }

  private static func part(of text: String, from hit: String.Index, _ lead: Int, _ length: Int) -> String {
    var start = text.index(hit, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex
    // Start at the beginning of a word, if one begins before the hit.
    if start > text.startIndex, let blank = text[start..<hit].firstIndex(where: \.isWhitespace) {
      start = text.index(after: blank)
    }
    let end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
    let line = text[start..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (start > text.startIndex ? "…" : "") + line + (end < text.endIndex ? "…" : "")
  }
}
