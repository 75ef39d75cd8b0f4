extension TelegramMessage {
  /// What happened, as a sentence: “Mara invited Jonas and Tove”.
  var serviceSentence: String {
    let actor = senderName ?? "Someone"
    return switch fields.string("action") {
    case "create_group": "\(actor) created the group\(quoted("title"))\(members.map { " with \($0)" } ?? "")"
    case "create_channel": "\(actor) created the channel\(quoted("title"))"
    case "edit_group_title": "\(actor) named the conversation\(quoted("title"))"
    case "edit_group_photo": "\(actor) changed the group’s picture"
    case "delete_group_photo": "\(actor) removed the group’s picture"
    case "invite_members": "\(actor) invited \(members ?? "somebody")"
    case "remove_members": "\(actor) removed \(members ?? "somebody")"
    case "join_group_by_link":
      "\(actor) joined by \(name("inviter").map { "\($0)’s" } ?? "an") invitation link"
    case "join_group_by_request": "\(actor) was accepted into the group"
    case "migrate_to_supergroup": "\(actor) made the group a supergroup"
    case "migrate_from_group": "\(actor) made the supergroup from the group\(quoted("title"))"
    case "pin_message": "\(actor) pinned a message"
    case "clear_history": "\(actor) cleared the history"
    case "score_in_game": "\(actor) scored \(fields.int("score") ?? 0) in a game"
    case "phone_call": call(by: actor)
    case "group_call": "\(actor) started a group call\(duration("duration").map { " (\($0))" } ?? "")"
    case "invite_to_group_call": "\(actor) invited \(members ?? "somebody") to the group call"
    case "take_screenshot": "\(actor) took a screenshot"
    case "joined_telegram": "\(actor) joined Telegram"
    case "set_messages_ttl": lifetime(by: actor)
    case "edit_chat_theme": "\(actor) changed the theme\(fields.string("emoticon").map { " to \($0)" } ?? "")"
    case "set_chat_wallpaper", "set_same_chat_wallpaper": "\(actor) changed the background"
    case "topic_created": "\(actor) created the topic\(quoted("title"))"
    case "topic_edit": "\(actor) changed the topic\(quoted("new_title"))"
    case "boost_apply": "\(actor) boosted the group"
    case "custom_action": text?.text ?? actor
    case let action?: "\(actor): \(TelegramMessage.readable(action))\(quoted("title"))"
    case nil: text.flatMap { $0.isEmpty ? nil : $0.text } ?? "\(actor) did something"
    }
  }

  private func call(by actor: String) -> String {
    if let duration = duration("duration_seconds") { return "\(actor) called (\(duration))" }
    return switch fields.string("discard_reason") {
    case "missed": "\(actor) called; nobody answered"
    case "busy": "\(actor) called; the line was busy"
    case "disconnect": "\(actor) called; the connection broke off"
    default: "\(actor) called"
    }
  }

  private func lifetime(by actor: String) -> String {
    guard let period = duration("period") else { return "\(actor) let messages stay for ever" }
    return "\(actor) set messages to vanish after \(period)"
  }

  /// “Jonas, Tove and Amir”; nil when nobody is named.
  private var members: String? {
    let members: [String?] = fields.value("members") ?? []
    let names = members.map { $0 ?? TelegramMessage.deletedAccount }
    guard let last = names.last else { return nil }
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// A space and the member in quotation marks; empty when it is not there.
  private func quoted(_ key: TelegramFields.Key) -> String {
    fields.string(key).map { " “\($0)”" } ?? ""
  }

  /// “1 h 5 min”: the two largest units that count; nil for no time at all.
  private func duration(_ key: TelegramFields.Key) -> String? {
    guard let seconds = fields.int(key), seconds > 0 else { return nil }
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    let parts = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds % 60, "s")].drop { $0.0 == 0 }
    return parts.prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  /// “suggest_profile_photo” as “suggest profile photo”.
  private static func readable(_ action: String) -> String {
    String(action.map { $0 == "_" ? " " : $0 })
  }
}
