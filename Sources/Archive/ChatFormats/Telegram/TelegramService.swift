import Chats

/// A service message of Telegram as a sentence: “Mara invited Jonas and Tove”. It is a part of the archive and
/// therefore not translated.
struct TelegramService {
  private let fields: JSONFields
  private let actor: String
  private let text: String?
  private let checklists: TelegramChecklists

  /// - Parameters:
  ///   - actor: The name of the acting person.
  ///   - text: The text of the message, which few service messages have.
  ///   - checklists: The checklists of the chat so far.
  init(_ fields: JSONFields, actor: String?, text: String?, checklists: TelegramChecklists) {
    self.fields = fields
    self.checklists = checklists
    self.actor = actor ?? "Someone"
    self.text = text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var action: String? { fields.string("action")?.prefix(bytes: TelegramLimit.id) }

  // MARK: Topics

  /// The title of the topic that begins with the message.
  var opensTopic: String? { action == "topic_created" ? fields.line("title") ?? "" : nil }

  /// The new title of the topic that the message replies to.
  var renamesTopic: String? { action == "topic_edit" ? fields.line("new_title") : nil }

  // MARK: Calls

  /// The call that the message describes.
  var call: Call? {
    switch action {
    case "phone_call":
      let duration = fields.count("duration_seconds", limit: TelegramLimit.seconds)
      return Call(outcome: duration == nil ? outcome : .ended, duration: duration)
    case "group_call":
      return Call(
        outcome: .ended, duration: fields.count("duration", limit: TelegramLimit.seconds), isGroup: true)
    default: return nil
    }
  }

  /// The outcome of a call without a duration.
  private var outcome: Call.Outcome {
    switch fields.string("discard_reason") {
    // The caller hung up before the call was answered.
    case "missed", "hangup": .missed
    case "busy": .busy
    case "disconnect": .failed
    default: .ended
    }
  }

  // MARK: The sentence

  var sentence: String {
    switch action {
    case "create_group": "\(actor) created the group\(quoted("title"))\(members.map { " with \($0)" } ?? "")"
    case "create_channel": "\(actor) created the channel\(quoted("title"))"
    case "edit_group_title": "\(actor) named the conversation\(quoted("title"))"
    case "edit_group_photo": "\(actor) changed the group’s picture"
    case "delete_group_photo": "\(actor) removed the group’s picture"
    case "invite_members": "\(actor) invited \(members ?? "somebody")"
    case "remove_members": "\(actor) removed \(members ?? "somebody")"
    case "join_group_by_link":
      "\(actor) joined by \(fields.name("inviter").map { "\($0)’s" } ?? "an") invitation link"
    case "join_group_by_request": "\(actor) was accepted into the group"
    case "migrate_to_supergroup": "\(actor) made the group a supergroup"
    case "migrate_from_group": "\(actor) made the supergroup from the group\(quoted("title"))"
    case "pin_message": "\(actor) pinned a message"
    case "clear_history": "\(actor) cleared the history"
    case "topic_created": "\(actor) created the topic\(quoted("title"))"
    case "topic_edit": topicEdit
    case "phone_call": phoneCall
    case "group_call": "\(actor) started a group call\(duration("duration").map { " (\($0))" } ?? "")"
    case "group_call_scheduled": "\(actor) scheduled a group call"
    case "invite_to_group_call": "\(actor) invited \(members ?? "somebody") to the group call"
    case "take_screenshot": "\(actor) took a screenshot"
    case "joined_telegram": "\(actor) joined Telegram"
    case "set_messages_ttl": lifetime
    case "edit_chat_theme":
      "\(actor) changed the theme\(fields.line("emoticon").map { " to \($0)" } ?? "")"
    case "set_chat_wallpaper", "set_same_chat_wallpaper": "\(actor) changed the background"
    case "suggest_profile_photo": "\(actor) suggested a profile picture"
    case "boost_apply": boost
    case "custom_action": fields.line("information_text") ?? text ?? actor
    default: paid ?? checklists.sentence(of: fields, actor: actor) ?? other
    }
  }

  /// Games, money and gifts.
  private var paid: String? {
    switch action {
    case "score_in_game": "\(actor) scored \(fields.count("score") ?? 0) in a game"
    case "send_payment": "A payment\(price) was made"
    case "refunded_payment": "A payment\(price) was refunded"
    case "send_premium_gift", "send_stars_gift", "send_star_gift", "send_ton_gift": gift
    case "paid_messages_refund":
      "\(actor) returned \(fields.count("stars_count").map { TelegramContent.stars($0) } ?? "stars") for "
        + (fields.count("messages_count").map { $0 == 1 ? "1 message" : "\($0) messages" } ?? "messages")
    case "paid_messages_price_change":
      "\(actor) set the price of a message to \(TelegramContent.stars(fields.count("price_stars") ?? 0))"
    case "gift_code_prize": "A gift code for a subscription was won"
    case "stars_prize":
      "\(fields.count("stars").map { TelegramContent.stars($0) } ?? "Stars") were won in a giveaway"
    case "giveaway_launch": "A giveaway began"
    case "giveaway_results": giveawayResults
    default: nil
    }
  }

  private var gift: String {
    let months = fields.count("months").map { "a subscription of \($0 == 1 ? "1 month" : "\($0) months")" }
    let value = fields.count("stars").map { TelegramContent.stars($0) } ?? ton ?? months
    let words = fields.styledText("gift_text")?.text.prefix(bytes: TelegramLimit.path)
    let parts = [value, words.flatMap { $0.isEmpty ? nil : "“\($0)”" }].compactMap(\.self)
    return "\(actor) sent a gift\(parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")"
  }

  /// An amount such as “1.5 TON”, of which 1,000,000,000 parts are one.
  private var ton: String? {
    guard let whole = fields.int64("amount_whole"), whole >= 0 else { return nil }
    let parts = fields.int64("amount_nano").flatMap { (1..<1_000_000_000).contains($0) ? $0 : nil } ?? 0
    var digits = String(String(1_000_000_000 + parts).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole)\(digits.isEmpty ? "" : ".\(digits)") TON"
  }

  private var other: String {
    switch action {
    case "allow_sending_messages", "attach_menu_bot_allowed", "web_app_bot_allowed":
      "The bot was allowed to send messages"
    case "send_passport_values": "Identity documents were sent"
    case "send_webview_data": "Data were sent to the bot\(quoted("text"))"
    case "requested_phone_number": "\(actor) asked for a phone number"
    case "requested_peer": "\(actor) chose a chat for the bot"
    case "proximity_reached":
      "\(actor) came near \(fields.name("to") ?? "somebody")\(fields.count("distance").map { " (\($0) m)" } ?? "")"
    case let action?: "\(actor): \(action.replacing("_", with: " "))\(quoted("title"))"
    case nil: fields.line("information_text") ?? text ?? "\(actor) did something"
    }
  }

  private var topicEdit: String {
    guard let title = renamesTopic else { return "\(actor) changed the topic" }
    return "\(actor) named the topic “\(title)”"
  }

  private var boost: String {
    let boosts = fields.count("boosts") ?? 1
    return "\(actor) boosted the group\(boosts > 1 ? " \(boosts) times" : "")"
  }

  private var giveawayResults: String {
    let winners = fields.count("winners") ?? 0
    return "The giveaway ended: \(winners == 1 ? "1 winner" : "\(winners) winners")"
  }

  private var phoneCall: String {
    TelegramService.sentence(of: call ?? Call(outcome: .ended), by: actor)
  }

  /// A call in words: “Mara called (1 min 5 s)”.
  static func sentence(of call: Call, by actor: String) -> String {
    if let duration = call.duration { return "\(actor) called (\(words(ofSeconds: duration)))" }
    return switch call.outcome {
    case .missed: "\(actor) called; nobody answered"
    case .busy: "\(actor) called; the line was busy"
    case .failed: "\(actor) called; the connection broke off"
    case .ended: "\(actor) called"
    }
  }

  private var lifetime: String {
    guard let period = duration("period") else { return "\(actor) let messages stay for ever" }
    return "\(actor) set messages to vanish after \(period)"
  }

  // MARK: Parts

  /// “Jonas, Tove and Amir”; nil if there are none.
  private var members: String? {
    let members = fields.array("members").map(Array.init) ?? []
    guard members.allSatisfy({ $0.isNull || $0.asString != nil }) else { return nil }
    var names = members.prefix(TelegramLimit.names).map {
      ($0.asString ?? TelegramMessage.deletedAccount).prefix(bytes: TelegramLimit.line)
    }
    if members.count > names.count { names.append("\(members.count - names.count) others") }
    return names.isEmpty ? nil : Self.joined(names)
  }

  /// “Jonas, Tove and Amir”.
  static func joined(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// A space and the member in quotation marks; empty if the member is missing.
  private func quoted(_ key: StaticString) -> String {
    fields.line(key).map { " “\($0)”" } ?? ""
  }

  private var price: String { TelegramContent.price(fields).map { " of \($0)" } ?? "" }

  /// A duration in its two largest units, for example “1 h 5 min”; nil if it is 0.
  private func duration(_ key: StaticString) -> String? {
    fields.count(key, limit: TelegramLimit.count).map { Self.words(ofSeconds: $0) }
  }

  static func words(ofSeconds seconds: Int) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    let parts = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds % 60, "s")].drop { $0.0 == 0 }
    return parts.prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
