import Chats
import Foundation

/// Converts the events of a room to messages.
struct MatrixMessages {
  /// The title of the room.
  var title: String
  /// The key of the room, for events that do not contain it.
  var fallbackKey: String
  /// The owner: a person's address.
  var owner: String?
  var relations: MatrixRelations
  /// The messages with edits that are in the export, and those that its edits stand for.
  private var edited: Set<String> = []

  init(title: String, fallbackKey: String, owner: String? = nil, relations: MatrixRelations) {
    (self.title, self.fallbackKey, self.owner, self.relations) = (title, fallbackKey, owner, relations)
  }

  /// The message of an event; nil for one that only affects other events, or that is not shown.
  ///
  /// - Parameter path: Returns the path of a message's file; nil if the file does not exist.
  mutating func message(_ event: MatrixEvent, path: (MatrixEvent, MatrixContent) -> String?)
    -> ImportedMessage?
  {
    if let sentence = service(event) {
      return imported(event, kind: .service, text: StyledText(sentence), call: call(event))
    }
    switch event.type {
    case "m.room.encrypted":
      return relations.isRedacted(event) ? deleted(event) : encrypted(event)
    case "m.room.message", "m.sticker", "m.poll.start", "org.matrix.msc3381.poll.start":
      return content(event, path: path)
    default: return nil
    }
  }

  private mutating func content(_ event: MatrixEvent, path: (MatrixEvent, MatrixContent) -> String?)
    -> ImportedMessage?
  {
    let relation = event.relation
    if relation?.type == "m.replace" { return relation?.target.flatMap { original($0, editedBy: event) } }
    let edits = relations.edits(of: event.id, by: event.sender)
    if !edits.isEmpty { edited.insert(event.id) }
    if relations.isRedacted(event) { return deleted(event) }
    guard let fields = event.content else { return unsupported(event, "message") }
    if fields.string("msgtype") == "m.bad.encrypted" { return encrypted(event) }
    let isReply = relation?.reply != nil
    let first = MatrixContent(fields, type: event.type)
    let body = edits.last?.text ?? first.text(isReply: isReply)
    var earlier: [Edit] = []
    let firstPoll = first.poll
    var text = firstPoll?.text ?? first.text(isReply: isReply).text
    for edit in edits {
      earlier.append(Edit(replacedAt: edit.sentAt, text: text))
      text = edit.text.text
    }
    let poll = firstPoll.map { self.poll(edits.last?.poll ?? $0, of: event.id, by: event.sender) }
    let place = first.place
    var attachment = first.attachment
    attachment?.path = path(event, first)
    let isEmpty = body.isEmpty && attachment == nil && poll == nil && place == nil
    if isEmpty { return unsupported(event, first.msgtype) }
    var message = imported(
      event, kind: first.msgtype == "m.emote" ? .action : .normal,
      text: poll == nil && place == nil ? body : StyledText())
    message.attachments = attachment.map { [$0] } ?? []
    message.details.content = poll.map { .poll($0) } ?? place.map { .place($0) }
    message.edits = earlier
    message.editedAt = edits.last?.sentAt
    if let relation, relation.type == "m.thread" {
      message.replyTo = relation.isFallback ? relation.target : relation.reply ?? relation.target
      message.topic = relation.target.map { .thread($0) }
    } else {
      message.replyTo = relation?.reply
      if isReply, let (author, words) = first.quoted {
        message.details.quotation = Quotation(name: relations.name(of: author), text: words)
      }
    }
    message.reactions = relations.reactions(to: event.id).map { reaction in
      .init(
        key: reaction.key, count: reaction.people.count,
        people: reaction.people.map {
          .init(sender: sender($0.sender), reactedAt: $0.sentAt)
        })
    }
    return message
  }

  private func poll(_ poll: MatrixPoll, of id: String, by starter: String) -> Poll {
    let votes = relations.votes(on: id, by: starter)
    return poll.poll(votes, own: owner.flatMap { votes.people[$0] } ?? [])
  }

  private func imported(
    _ event: MatrixEvent, kind: Message.Kind, text: StyledText, call: Call? = nil,
    unsupportedKind: String? = nil
  ) -> ImportedMessage {
    ImportedMessage(
      conversationKey: event.room.map { "matrix:\($0)" } ?? fallbackKey, conversationTitle: title,
      sourceID: event.id, sender: sender(event.sender), isOwn: event.sender == owner,
      owner: owner.map { sender($0) }, sentAt: event.sentAt, kind: kind, text: text.text,
      entities: text.entities,
      details: Message.Details(content: call.map { .call($0) }, unsupportedKind: unsupportedKind))
  }

  /// The message that edits by an event's sender make of one whose own text is not known; nil if there are none.
  private func message(_ id: String, editsBefore event: MatrixEvent) -> ImportedMessage? {
    let edits = relations.edits(of: id, by: event.sender)
    guard let last = edits.last else { return nil }
    var message = imported(event, kind: .normal, text: last.poll == nil ? last.text : StyledText())
    message.details.content = last.poll.map { .poll(poll($0, of: id, by: event.sender)) }
    message.sourceID = id
    message.edits = zip(edits, edits.dropFirst()).map { Edit(replacedAt: $1.sentAt, text: $0.text.text) }
    message.editedAt = last.sentAt
    return message
  }

  /// The message that an edit changes, if the export does not contain it; its time is then that of the first edit.
  /// Otherwise nil, since an edit is a part of the message that it changes.
  private mutating func original(_ id: String, editedBy event: MatrixEvent) -> ImportedMessage? {
    guard !relations.isRedacted(id), edited.insert(id).inserted else { return nil }
    var message = message(id, editsBefore: event)
    message?.isTimeAssumed = true
    return message
  }

  /// A message that the exporter could not decrypt. Its edits may be readable.
  private mutating func encrypted(_ event: MatrixEvent) -> ImportedMessage {
    guard let message = message(event.id, editsBefore: event) else { return unsupported(event, "encrypted") }
    edited.insert(event.id)
    return message
  }

  private func deleted(_ event: MatrixEvent) -> ImportedMessage {
    imported(event, kind: .deleted, text: StyledText())
  }

  private func unsupported(_ event: MatrixEvent, _ kind: String) -> ImportedMessage {
    imported(event, kind: .unsupported, text: StyledText(), unsupportedKind: kind.prefix(bytes: 64))
  }

  private func sender(_ person: String) -> ImportedMessage.Sender {
    .init(key: "matrix:\(person)", name: relations.name(of: person))
  }

  // MARK: Service messages

  private func call(_ event: MatrixEvent) -> Call? {
    event.type == "m.call.invite" ? Call(outcome: .ended) : nil
  }

  /// A sentence for an event of the room; nil for a message, and for an event that is not shown.
  private func service(_ event: MatrixEvent) -> String? {
    let actor = relations.name(of: event.sender)
    switch event.type {
    case "m.call.invite": return TelegramService.sentence(of: Call(outcome: .ended), by: actor)
    case "m.room.member" where event.stateKey != nil: return membership(event, by: actor)
    case "m.room.name" where event.stateKey != nil:
      return event.content?.line("name").map { "\(actor) named the room “\($0)”" }
        ?? "\(actor) removed the room’s name"
    case "m.room.topic" where event.stateKey != nil:
      return event.content?.line("topic").map { "\(actor) set the topic: \($0)" }
        ?? "\(actor) removed the topic"
    case "m.room.avatar" where event.stateKey != nil: return "\(actor) changed the room’s picture"
    case "m.room.create": return "\(actor) created the room"
    case "m.room.encryption": return "\(actor) turned on encryption"
    case "m.room.pinned_events": return "\(actor) changed the pinned messages"
    case "m.room.tombstone": return "\(actor) replaced the room by a newer one"
    default: return nil
    }
  }

  private func membership(_ event: MatrixEvent, by actor: String) -> String? {
    guard let person = event.stateKey else { return nil }
    let before = event.unsigned?.object("prev_content")
    let now = event.content?.line("displayname")
    let name = now ?? relations.name(of: person)
    let isOwn = person == event.sender
    switch event.content?.string("membership") {
    case "join":
      guard before?.string("membership") == "join" else { return "\(name) joined the room" }
      let earlier = before?.line("displayname")
      if earlier == now { return "\(name) changed their picture" }
      return "\(earlier ?? relations.name(of: person)) is now \(name)"
    case "invite": return "\(actor) invited \(name)"
    case "leave":
      if isOwn {
        return before?.string("membership") == "invite"
          ? "\(actor) declined the invitation" : "\(actor) left the room"
      }
      return before?.string("membership") == "ban"
        ? "\(actor) lifted the ban of \(name)" : "\(actor) removed \(name)"
    case "ban": return "\(actor) banned \(name)"
    case "knock": return "\(name) asked to join"
    default: return nil
    }
  }
}
