import Chats
import Foundation
import Translation

/// The parts of a message that are more than an archive stores. Readers deliver everything; only the importer leaves
/// something out, and reports it.
struct MessageExcess {
  /// The parts that are left out, such as “20 attachments”; empty for nearly all messages.
  private(set) var parts: [String] = []

  /// Leaves out the parts of a message.
  init(removedFrom message: inout ImportedMessage) {
    let files = message.attachments.count - ImportedMessage.maximumAttachments
    if files > 0 {
      message.attachments.removeLast(files)
      parts.append(trn("{count} attachment", "{count} attachments", files))
    }
    guard !message.isPlain else { return }
    if case .poll(var poll)? = message.details.content, poll.options.count > Poll.maximumOptions {
      let answers = poll.options.count - Poll.maximumOptions
      poll.options.removeLast(answers)
      message.details.content = .poll(poll)
      parts.append(trn("{count} answer of the poll", "{count} answers of the poll", answers))
    }
    let edits = message.edits.count - ImportedMessage.maximumEdits
    if edits > 0 {
      message.edits.removeFirst(edits)
      parts.append(trn("{count} earlier text", "{count} earlier texts", edits))
    }
    if !message.reactions.isEmpty { leaveOutReactions(of: &message) }
  }

  private mutating func leaveOutReactions(of message: inout ImportedMessage) {
    var reactions = message.reactions
    let kinds = reactions.count - ImportedMessage.maximumReactions
    if kinds > 0 {
      reactions.removeLast(kinds)
      parts.append(trn("{count} kind of reaction", "{count} kinds of reactions", kinds))
    }
    var room = ImportedMessage.maximumReactors
    var people = 0
    for index in reactions.indices {
      let excess = max(reactions[index].people.count - room, 0)
      reactions[index].people.removeLast(excess)
      people += excess
      room -= reactions[index].people.count
    }
    if people > 0 {
      parts.append(
        trn("the name of {count} person who reacted", "the names of {count} people who reacted", people))
    }
    if kinds > 0 || people > 0 { message.reactions = reactions }
  }

  /// The report for the message; nil if nothing is left out.
  func reason(for message: ImportedMessage, in zone: TimeZone) -> String? {
    guard !parts.isEmpty else { return nil }
    let time = MessageExcess.words(for: message.sentAt, in: zone)
    return tr(
      "too much in the message of {time}; left out: {parts}",
      ["time": time, "parts": parts.joined(separator: ", ")])
  }

  /// A time such as “2024-01-02 12:34:56”.
  private static func words(for time: Int64, in zone: TimeZone) -> String {
    let instant = Date(timeIntervalSince1970: Double(time) / 1000)
    let local = max(Int(time / 1000) + zone.secondsFromGMT(for: instant), 0)
    let (day, second) = local.quotientAndRemainder(dividingBy: CivilDate.secondsPerDay)
    let date = CivilDate(dayNumber: day)?.description ?? ""
    return "\(date) \(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60))"
  }
}
