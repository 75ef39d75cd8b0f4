import Foundation

/// The form in which the archive stores ``Message/Details``: JSON. Members that cannot be read are ignored.
package enum DetailsCoding {
  /// The stored form; nil if there are no details.
  package static func encode(_ details: Message.Details) -> String? {
    guard !details.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Encoding fails only for numbers that are not finite, which a place does not have.
    return (try? encoder.encode(Stored(details))).map { String(decoding: $0, as: UTF8.self) }
  }

  package static func decode(_ text: String) -> Message.Details {
    (try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)))?.details ?? Message.Details()
  }

  /// The details that follow from two stored forms: each member of one, or the longer of two.
  package static func merged(_ a: String?, _ b: String?) -> String? {
    guard let a, let b, a != b else { return a ?? b }
    func members(_ text: String) -> [String: String] {
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return (object ?? [:]).compactMapValues { value in
        (try? JSONSerialization.data(
          withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]))
          .map { String(decoding: $0, as: UTF8.self) }
      }
    }
    let all = members(a).merging(members(b)) { ($0.utf8.count, $0) < ($1.utf8.count, $1) ? $1 : $0 }
    let joined = all.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    return encode(decode("{\(joined)}"))
  }

  /// The names are part of the file format.
  private struct Stored: Codable {
    private var forward: Forward?
    private var quotation: Quotation?
    private var bot: String?
    private var poll: Poll?
    private var place: Place?
    private var contact: Contact?
    private var call: Call?
    private var unsupported: String?
    private var gap: Gap?

    private enum CodingKeys: CodingKey {
      case forward, quotation, bot, poll, place, contact, call, unsupported, gap
    }

    init(_ details: Message.Details) {
      (forward, quotation, bot) = (details.forward, details.quotation, details.bot)
      (unsupported, gap) = (details.unsupportedKind, details.gap)
      switch details.content {
      case .poll(let poll): self.poll = poll
      case .place(let place): self.place = place
      case .contact(let contact): self.contact = contact
      case .call(let call): self.call = call
      case nil: break
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func member<T: Decodable>(_ key: CodingKeys) -> T? { try? container.decode(T.self, forKey: key) }
      (forward, quotation, bot) = (member(.forward), member(.quotation), member(.bot))
      (poll, place, contact, call) = (member(.poll), member(.place), member(.contact), member(.call))
      (unsupported, gap) = (member(.unsupported), member(.gap))
    }

    var details: Message.Details {
      Message.Details(
        forward: forward, quotation: quotation, bot: bot,
        content: poll.map(Message.Content.poll) ?? place.map(Message.Content.place)
          ?? contact.map(Message.Content.contact) ?? call.map(Message.Content.call),
        unsupportedKind: unsupported, gap: gap)
    }
  }
}
