import Chats

/// Applies the given answers about the chats to each message, before it is written.
struct ImportAnswers {
  private let options: ImportOptions
  /// The person with the given owner's name, in the conversations in which they were found, by the conversations' keys.
  private(set) var namedOwners: [String: ImportedMessage.Sender] = [:]

  init(_ options: ImportOptions) { self.options = options }

  /// The message to write; nil if its chat is left out.
  mutating func applied(to message: consuming ImportedMessage) -> ImportedMessage? {
    guard options.leftOut.isEmpty || !options.leftOut.contains(message.conversationKey) else { return nil }
    if let owner = options.owners[message.conversationKey] {
      message.isOwn = owner.isOwn(message)
      switch owner {
      case .nobody, .guessed: message.owner = nil
      case .person(let sender): message.owner = sender
      case .told: break
      }
    } else if let name = options.owner {
      if let sender = message.sender, sender.name == name || sender.key == name {
        namedOwners[message.conversationKey] = sender
        message.isOwn = true
      }
      message.owner = namedOwners[message.conversationKey] ?? message.owner
    }
    return consume message
  }
}
