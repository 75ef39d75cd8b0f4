import Chats

/// A record of a chat in a download of Messenger, Facebook or Instagram, in whatever format.
struct MessengerRecord {
  var name: String?
  var sentAt: Int64
  var resolution = TimeResolution.milliseconds
  var content = ""
  /// The texts and addresses of what was shared; nil if nothing was.
  var shared: [String]?
  var files: [Attachment] = []
  var reactions: [ImportedMessage.ImportedReaction] = []
  var call: Call?
  var poll: Poll?
  var isUnsent = false
  var isEvent = false
  private(set) var isEdited = false

  init(name: String?, sentAt: Int64) {
    self.name = name
    self.sentAt = sentAt
  }

  /// Recognizes the exporter's own words in the content.
  ///
  /// - Parameter isOwner: Whether the sender is the exporter; nil if that is unknown.
  mutating func interpret(isOwner: Bool?) {
    guard !isUnsent, !isEvent, call == nil else { return }
    let name = name ?? ""
    if files.isEmpty, shared == nil {
      if MessengerWords.isUnsent(content, by: name) {
        isUnsent = true
        return
      }
      if let event = MessengerWords.event(content, by: name, isOwner: isOwner) {
        isEvent = true
        content = event
        return
      }
    }
    if shared != nil, MessengerWords.isShare(content, by: name) { content = "" }
    if let text = MessengerWords.withoutEditedMark(content) { (content, isEdited) = (text, true) }
  }

  /// The content, and what was shared below it.
  var text: StyledText {
    if let call { return StyledText(TelegramService.sentence(of: call, by: name ?? "Someone")) }
    let lines = [content] + (shared ?? []).filter { !$0.contains("://") || !content.contains($0) }
    return StyledText(lines: lines.filter { !$0.isEmpty }.map { StyledText($0).linked() })
  }
}
