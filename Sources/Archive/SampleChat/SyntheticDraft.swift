import Chats

/// A message of the synthetic conversation without a time and a position.
struct SyntheticDraft {
  /// A reaction by people of the conversation.
  struct Reaction {
    let key: String
    let people: [SyntheticPerson]
  }

  var text: StyledText
  let person: SyntheticPerson?
  var kind: Message.Kind = .normal
  var attachments: [Attachment] = []
  /// The number of messages back to the one that it replies to.
  var replyDistance: Int?
  var reactions: [Reaction] = []
  var isEdited = false
  /// Earlier texts, the oldest first.
  var earlierTexts: [String] = []
  var details = Message.Details()

  /// The message at a place and time of the conversation `seed`.
  func message(seed: UInt64, sourceID: Int, replyTo: Int?, sentAt: Int64) -> ImportedMessage {
    let minute: Int64 = 60_000
    let edits = earlierTexts.enumerated().map { Edit(replacedAt: sentAt + Int64($0 + 1) * minute, text: $1) }
    return ImportedMessage(
      conversationKey: "synthetic:\(seed)", conversationTitle: "Ridge walk", sourceID: "\(sourceID)",
      sender: person?.sender, isOwn: person?.isOwn ?? false, sentAt: sentAt, kind: kind,
      text: text.text, entities: text.entities, replyTo: replyTo.map { "\($0)" }, attachments: attachments,
      reactions: reactions.map { reaction in
        ImportedMessage.ImportedReaction(
          key: reaction.key, count: reaction.people.count,
          people: reaction.people.enumerated().map {
            .init(sender: $1.sender, reactedAt: sentAt + Int64($0 + 1) * minute / 3)
          })
      },
      editedAt: edits.last?.replacedAt ?? (isEdited ? sentAt + minute : nil), edits: edits,
      details: details)
  }
}

extension SyntheticPerson {
  /// The people with these letters, in this order.
  static func all(_ letters: String) -> [SyntheticPerson] {
    letters.compactMap { letter in all.first { $0.letter == letter } }
  }
}
