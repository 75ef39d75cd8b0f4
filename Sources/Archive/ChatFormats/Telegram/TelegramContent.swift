import Chats
import Foundation

/// The contents of a Telegram message other than text and files.
///
/// Polls, places and contacts have their own place in an archive. Everything else becomes text, which is a part of the
/// archive and therefore not translated.
struct TelegramContent {
  private let fields: JSONFields

  init(_ fields: JSONFields) {
    self.fields = fields
  }

  var content: Message.Content? {
    poll.map(Message.Content.poll) ?? place.map(Message.Content.place) ?? contact.map(Message.Content.contact)
  }

  private var poll: Poll? {
    guard let poll = fields.object("poll") else { return nil }
    let options = poll.objects("answers").map { answer in
      Poll.Option(
        text: Self.line(answer, "text"), votes: Self.votes(answer, "voters"),
        isChosen: answer.bool("chosen") == true)
    }
    return Poll(
      question: Self.line(poll, "question"), options: options, voterCount: Self.votes(poll, "total_voters"),
      isClosed: poll.bool("closed") == true
    ).withoutHiddenVotes
  }

  private var place: Place? {
    guard let place = fields.object("location_information"), let latitude = place.double("latitude"),
      let longitude = place.double("longitude")
    else { return nil }
    return Place(
      latitude: latitude, longitude: longitude, name: fields.line("place_name"),
      address: fields.line("address"), isLive: fields.contains("live_location_period_seconds"))
  }

  private var contact: Contact? {
    guard let contact = fields.object("contact_information") else { return nil }
    let phone = contact.line("phone_number")
    let name = [contact.line("first_name"), contact.line("last_name")].compactMap(\.self).joined(
      separator: " ")
    return Contact(name: name.isEmpty ? phone ?? TelegramMessage.deletedAccount : name, phone: phone)
  }

  // MARK: Words

  /// One text for each line or paragraph.
  var words: [StyledText] {
    guard hasWords else { return [] }
    return [placeInWords, checklist, invoice, dice, giveaway, giveawayResults, paidMedia].compactMap(\.self)
      + game
  }

  /// Whether any member becomes text. Few messages have one.
  private var hasWords: Bool {
    fields.contains("location_information") || fields.contains("place_name") || fields.contains("todo_list")
      || fields.contains("invoice_information") || fields.contains("dice")
      || fields.contains("giveaway_information") || fields.contains("giveaway_results")
      || fields.contains("paid_stars_amount") || fields.contains("game_title")
  }

  /// A place without readable coordinates.
  private var placeInWords: StyledText? {
    guard place == nil, fields.contains("location_information") || fields.contains("place_name") else {
      return nil
    }
    let parts = [fields.line("place_name"), fields.line("address")].compactMap(\.self)
    return StyledText(parts.isEmpty ? "A place" : "Place: \(parts.joined(separator: ", "))")
  }

  private var checklist: StyledText? {
    guard let list = fields.object("todo_list") else { return nil }
    let entries = list.objects("answers").map { "• \(Self.line($0, "text"))" }
    return StyledText((["Checklist: \(Self.line(list, "title"))"] + entries).joined(separator: "\n"))
  }

  private var game: [StyledText] {
    guard let title = fields.line("game_title") else { return [] }
    var lines = [StyledText("Game: \(title)")]
    if let description = fields.line("game_description") { lines.append(StyledText(description)) }
    if let address = fields.line("game_link", limit: TelegramLimit.path), let target = LinkTarget.web(address)
    {
      var link = StyledText()
      link.append(address, as: .link(target: target))
      lines.append(link)
    }
    return lines
  }

  private var invoice: StyledText? {
    guard let invoice = fields.nested("invoice_information") else { return nil }
    var text = "Invoice: \(invoice.line("title") ?? "without a title")"
    if let price = Self.price(invoice) { text += ", \(price)" }
    if let description = invoice.line("description") { text += "\n\(description)" }
    return StyledText(text)
  }

  /// The amount of money in an object with “amount” and “currency”, for example “12.50 EUR”.
  static func price(_ fields: JSONFields) -> String? {
    guard let amount = fields.int64("amount"), amount >= 0,
      let currency = fields.line("currency", limit: 8)
    else { return nil }
    // Stars are whole numbers.
    if currency == "XTR" { return stars(Int(amount)) }
    let digits = wholeCurrencies.contains(currency) ? 0 : thousandths.contains(currency) ? 3 : 2
    guard digits > 0 else { return "\(amount) \(currency)" }
    let unit: Int64 = digits == 3 ? 1000 : 100
    let fraction = String(amount % unit + unit).dropFirst()
    return "\(amount / unit).\(fraction) \(currency)"
  }

  /// ISO 4217: currencies without a smaller unit, and currencies with a thousandth as the smallest unit.
  private static let wholeCurrencies: Set<String> = [
    "CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF",
  ]
  private static let thousandths: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

  static func stars(_ count: Int) -> String { count == 1 ? "1 star" : "\(count) stars" }

  private var dice: StyledText? {
    guard let dice = fields.object("dice"), let emoji = dice.line("emoji", limit: TelegramLimit.id),
      let value = dice.int("value")
    else { return nil }
    return StyledText("\(emoji) \(value)")
  }

  private var paidMedia: StyledText? {
    fields.count("paid_stars_amount").map { StyledText("Paid media, \(Self.stars($0))") }
  }

  private var giveaway: StyledText? {
    guard let giveaway = fields.object("giveaway_information") else { return nil }
    let subscriptions = Self.prizes(giveaway, count: giveaway.count("quantity"))
    let prizes = [subscriptions, giveaway.line("additional_prize")].compactMap(\.self)
      .joined(separator: ", ")
    var text = prizes.isEmpty ? "Giveaway" : "Giveaway: \(prizes)"
    if let day = Self.day(giveaway) { text += ", until \(day)" }
    return StyledText(text)
  }

  private var giveawayResults: StyledText? {
    guard let results = fields.object("giveaway_results") else { return nil }
    let winners = results.count("winners_count")
    var parts = [winners == 1 ? "1 winner" : "\(winners ?? 0) winners"]
    if let prizes = Self.prizes(results, count: winners) { parts.append(prizes) }
    if let prize = results.line("additional_prize") { parts.append(prize) }
    if let unclaimed = results.count("unclaimed_count") { parts.append("\(unclaimed) unclaimed") }
    if results.bool("is_refunded") == true { parts.append("refunded") }
    return StyledText("Giveaway results: \(parts.joined(separator: ", "))")
  }

  /// A text such as “3 subscriptions of 6 months” or “500 stars”.
  private static func prizes(_ giveaway: JSONFields, count: Int?) -> String? {
    if let stars = giveaway.count("stars") { return Self.stars(stars) }
    guard let count, let months = giveaway.count("months") else { return nil }
    let subscriptions = count == 1 ? "1 subscription" : "\(count) subscriptions"
    return "\(subscriptions) of \(months == 1 ? "1 month" : "\(months) months")"
  }

  private static func day(_ giveaway: JSONFields) -> String? {
    guard let until = giveaway.string("until_date") else { return nil }
    var cursor = ByteCursor(Array(until.utf8.prefix(TelegramLimit.id))[...])
    return cursor.isoDate()?.description
  }

  /// A string or a styled text as a line of plain text.
  private static func line(_ fields: JSONFields, _ key: StaticString) -> String {
    (fields.styledText(key)?.text ?? "").prefix(bytes: TelegramLimit.line)
  }

  private static func votes(_ fields: JSONFields, _ key: StaticString) -> Int? {
    fields.int(key).flatMap { (0...TelegramLimit.count).contains($0) ? $0 : nil }
  }
}

extension Poll {
  /// The poll without votes that are not known. Telegram shows them only to people who have voted, and exports 0 for each
  /// answer otherwise.
  var withoutHiddenVotes: Poll {
    guard let voterCount, voterCount > 0, options.allSatisfy({ ($0.votes ?? 0) == 0 }) else { return self }
    var poll = self
    for index in options.indices { poll.options[index].votes = nil }
    return poll
  }
}

extension JSONFields {
  /// An object, or a string with the JSON of an object, which some versions of Telegram write.
  fileprivate func nested(_ key: StaticString) -> JSONFields? {
    if let object = object(key) { return object }
    guard let text = string(key), text.utf8.count <= 64 << 10 else { return nil }
    return JSONValue(parsing: Array(text.utf8))?.asObject
  }
}
