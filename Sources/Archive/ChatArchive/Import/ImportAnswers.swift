/// Applies what a person has told of the chats to each message, before it is written.
struct ImportAnswers {
  private let options: ImportOptions
  /// The person whose name was told, in the conversations in which they were found, by their keys.
  private(set) var namedOwners: [String: ImportedMessage.Sender] = [:]

  init(_ options: ImportOptions) { self.options = options }

  /// The message as it is written; nil if its chat is left out.
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

extension ImportOptions {
  /// Who of the people of a chat the person is who imports it.
  public enum Owner: Sendable, Hashable {
    /// This one, as a person has told.
    case person(ImportedMessage.Sender)
    /// Probably the person with this key. The archive asks for it again.
    case guessed(String)
    /// The one whom the files tell, as a person has seen and accepted. The archive does not ask for it again.
    case told
    /// None of them.
    case nobody

    /// Whether the owner has written a message.
    func isOwn(_ message: ImportedMessage) -> Bool {
      switch self {
      case .person(let sender): message.sender?.key == sender.key
      case .guessed(let key): message.sender?.key == key
      case .told: message.isOwn
      case .nobody: false
      }
    }
  }
}
