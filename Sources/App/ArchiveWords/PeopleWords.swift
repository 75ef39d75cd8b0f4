import ChatStore
import Translation

/// Texts about names that may belong to one person.
package enum PeopleWords {
  /// "Mara Lind and +49 170 1234567".
  package static func names(_ question: PeopleQuestion) -> String {
    tr(
      "{name} and {other}",
      ["name": question.name, "other": question.otherName])
  }

  /// The evidence that both are one person.
  package static func evidence(_ question: PeopleQuestion) -> String {
    trn(
      "{count} message with the same words at the same time, in “{chat}”.",
      "{count} messages with the same words at the same times, in “{chat}”.",
      question.messageCount,
      ["chat": question.chatTitle])
  }

  /// The names and the evidence in one line.
  package static func sentence(_ question: PeopleQuestion) -> String {
    [names(question), evidence(question)].joined(separator: ": ")
  }
}
