extension TelegramMessage {
  /// The text, with whatever else the message has that can be told in words. Empty only when there is an attachment.
  var body: StyledText {
    var parts: [StyledText] = []
    if let origin = name("forwarded_from") { parts.append(StyledText("Forwarded from \(origin)")) }
    if let text, !text.isEmpty { parts.append(text) }
    parts += [poll, location, contact, checklist, game, invoice, dice].compactMap(\.self)
    if parts.isEmpty, !hasAttachment {
      return StyledText("A message that Telegram has left out of the export")
    }
    return StyledText(lines: parts)
  }

  private var poll: StyledText? {
    guard let poll = fields.object("poll") else { return nil }
    let answers = poll.objects("answers").map { answer in
      let votes = answer.int("voters").map { $0 == 1 ? " (1 vote)" : " (\($0) votes)" } ?? ""
      return StyledText("• \(answer.styledText("text")?.text ?? "")\(votes)")
    }
    return StyledText(lines: [StyledText("Poll: \(poll.styledText("question")?.text ?? "")")] + answers)
  }

  private var checklist: StyledText? {
    guard let list = fields.object("todo_list") else { return nil }
    let entries = list.objects("answers").map { StyledText("• \($0.styledText("text")?.text ?? "")") }
    return StyledText(lines: [StyledText("Checklist: \(list.styledText("title")?.text ?? "")")] + entries)
  }

  private var location: StyledText? {
    guard let place = fields.object("location_information"), let latitude: Double = place.value("latitude"),
      let longitude: Double = place.value("longitude"), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    var text = StyledText()
    let isLive = fields.contains("live_location_period_seconds")
    text.append(isLive ? "Live location: " : "Location: ")
    for part in [fields.string("place_name"), fields.string("address")] {
      if let part, !part.isEmpty { text.append("\(part), ") }
    }
    text.append("\(latitude), \(longitude)", as: .link(target: "geo:\(latitude),\(longitude)"))
    return text
  }

  private var contact: StyledText? {
    guard let contact = fields.object("contact_information") else { return nil }
    let names = [contact.string("first_name"), contact.string("last_name")].compactMap(\.self)
    var text = StyledText("Contact: ")
    text.append(names.filter { !$0.isEmpty }.joined(separator: " "))
    if let number = contact.string("phone_number"), !number.isEmpty {
      text.append(", ")
      text.append(number, as: LinkTarget.phone(number).map { .link(target: $0) })
    }
    return text
  }

  private var game: StyledText? {
    fields.string("game_title").map { StyledText("Game: \($0)") }
  }

  private var invoice: StyledText? {
    fields.object("invoice_information").map { StyledText("Invoice: \($0.string("title") ?? "")") }
  }

  private var dice: StyledText? {
    guard let dice = fields.object("dice"), let emoji = dice.string("emoji"), let value = dice.int("value")
    else { return nil }
    return StyledText("\(emoji) \(value)")
  }
}
