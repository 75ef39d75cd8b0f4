import Foundation
import SeededRandom
import Testing

@testable import ChatExport
@testable import Chats

private typealias Attachment = Chats.Attachment

@Suite("Names in exports with other names", .dedicatedThreads)
struct ExportPrivacyTests {
  @Test(
    "No name is left in random chats, wherever and however it is written", arguments: ExportFormat.allCases)
  func random(format: ExportFormat) async throws {
    for seed in 0..<40 {
      var chat = MarkedChat(seed: seed)
      let bench = try ExportBench(chat.messages())
      let text = try await bench.export(format, renamesPeople: true)
      let found = text.split(separator: "\n").filter { MarkedChat.hasMark(String($0)) }
      #expect(found == [], "seed \(seed)")
    }
  }

  // People who only joined, were added and so on stood there by name.
  @Test(
    "Events keep their sentence without the names of people who wrote nothing",
    arguments: [
      ("Mara added Tove Berg and jo_", "Person 1 added Person 2 and Person 3"),
      ("Tove left", "Person 2 left"),
      ("tove_ has quit (Mara went home)", "Person 2 has quit (Person 1 went home)"),
      ("Amir joined using this group's invite link", "Person 2 joined using this group's invite link"),
      (
        "Mara created the group “Ridge” with Tove, Amir",
        "Person 1 created the group “Ridge” with Person 2, Person 3"
      ),
      ("Mara joined by Tove’s invitation link", "Person 1 joined by Person 2’s invitation link"),
      ("jo_ is now known as tove_", "Person 2 is now known as Person 3"),
      ("mara sets mode: +o jo_", "Person 1 sets mode: +o Person 2"),
      (
        "Mara changed the group name from \"Ridge\" to \"Mara's party\"",
        "Person 1 changed the group name from \"Ridge\" to \"Person 1's party\""
      ),
      ("Tove wurde von Amir hinzugefügt", "[event]"), ("토베님이 들어왔습니다.", "[event]"), ("Zzz", "[event]"),
      ("Mara called (1:25)", "Person 1 called (1:25)"),
    ])
  func events(sentence: String, expected: String) async throws {
    let bench = try ExportBench([
      ExportSamples.message("1", 1, "hi", from: .init(key: "x:1", name: "Mara")),
      ExportSamples.message("2", 2, sentence, from: nil, kind: .service),
    ])
    let text = try await bench.export(.txt, renamesPeople: true)
    #expect(text.hasSuffix("* \(expected)\n"), "\(text)")
  }

  // It kept the addresses and numbers that the message itself does not show.
  @Test("The line above a reply has a name and no words", arguments: [ExportFormat.txt, .html])
  func replies(format: ExportFormat) async throws {
    let mara = ImportedMessage.Sender(key: "x:1", name: "Mara")
    var reply = ExportSamples.message("2", 2, "ok", from: mara)
    reply.replyTo = "1"
    let bench = try ExportBench([ExportSamples.message("1", 1, "secret words of Mara", from: mara), reply])
    let text = try await bench.export(format, renamesPeople: true)
    #expect(text.components(separatedBy: "secret words").count == 2 && !text.contains("Mara"))
    #expect(text.components(separatedBy: "Person 1").count > 3)
  }

  @Test(
    "Names are found in all forms",
    arguments: [
      ("CV_Jose_2024.pdf", "CV_Person 1_2024.pdf"),
      ("José, JOSÉ, Jose\u{301}", "Person 1, Person 1, Person 1"),
      ("Jo\u{200b}se Jo\u{ad}se", "Person 1 Person 1"),
      ("jose92, jose_92 xjose josex", "Person 1, Person 1_92 xjose josex"),
      ("annabelles.pdf xAnnabelle", "Person 2s.pdf xPerson 2"),
      ("가나는 \u{1100}\u{1161}\u{1102}\u{1161}", "Person 3는 Person 3"), ("가난", "가난"),
      ("Tove_Berg", "Person 4"), ("\u{2068}Jose\u{2069}", "\u{2068}Person 1\u{2069}"),
    ])
  func forms(text: String, expected: String) {
    let finder = NameFinder([
      "josé": "Person 1", "annabelle": "Person 2", "가나": "Person 3", "tove berg": "Person 4",
    ])
    #expect(finder.replaced(text).text == expected)
  }

  @Test("A name that is partly bold is found, and the style covers the replacement")
  func halfBold() {
    let found = NameFinder(["mara": "Person 1"]).replaced(
      "hi Mara!", [TextEntity(start: 5, length: 2, kind: .bold)])
    #expect(found.text == "hi Person 1!")
  }
}

/// A chat whose people all have names with a mark, which also stand in all other places of its messages.
private struct MarkedChat {
  private var random: SplitMix64
  private var people: [ImportedMessage.Sender] = []
  /// The people who are only named in events, as contacts and so on.
  private var others: [String] = []

  private static let mark = "zq"

  /// Whether a text has a part of a name, in any form.
  static func hasMark(_ text: String) -> Bool {
    let plain = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      $0.properties.generalCategory != .nonspacingMark && $0.properties.generalCategory != .format
    }
    let folded = String(String.UnicodeScalarView(plain)).lowercased().removingPercentEncoding ?? ""
    return folded.contains(mark)
  }

  init(seed: Int) {
    random = SplitMix64(seed: UInt64(seed), streams: 1)
    for number in 0..<3 + random.below(3) { people.append(.init(key: "x:\(number)", name: name())) }
    // In one word each, because single words of a name that is forwarded from can be those of a channel.
    others = (0..<4).map { _ in String(name().split(separator: " ")[0]) }
  }

  private mutating func name() -> String {
    let first =
      "Zq\(random.pick(["á", "e", "ø", "ü", "i"]))\(random.pick(["b", "d", "lm", "rt"]))\(random.pick(["ex", "ín", "or", "ú"]))"
      + "\(random.below(2) == 0 ? "" : random.pick(["a", "is"]))"
    return random.oneIn(2)
      ? first : "\(first) Zq\(random.pick(["Lind", "mann", "berg", "ó"]))\(random.pick(["er", "a"]))"
  }

  private mutating func anyName() -> String {
    random.oneIn(2) ? random.pick(people).name : random.pick(others)
  }

  /// A name as it stands in a text.
  private mutating func form(_ name: String) -> String {
    switch random.below(9) {
    case 0: name.uppercased()
    case 1: name.lowercased()
    case 2: name.decomposedStringWithCanonicalMapping
    case 3: name.folding(options: .diacriticInsensitive, locale: Locale(identifier: "en"))
    case 4: "\(name.prefix(2))\u{200b}\(name.dropFirst(2))"
    case 5: "@\(name.replacing(" ", with: "_"))_92"
    case 6: String(name.split(separator: " ")[0])
    case 7: "CV_\(name.replacing(" ", with: "_"))_2024"
    default: name
    }
  }

  private mutating func text() -> String {
    "\(random.pick(["hi", "see", "안녕"])) \(form(anyName())), \(random.pick(["and", "und"])) \(form(anyName())): ok"
  }

  mutating func messages() -> [ImportedMessage] {
    var messages: [ImportedMessage] = []
    for (number, person) in people.enumerated() { messages.append(message(number, "hi", from: person)) }
    // Everybody else is in an event, as a contact, in a reaction or the like.
    for (number, name) in others.enumerated() {
      messages.append(named(name, 100 + number))
    }
    for number in 200..<240 { messages.append(mixed(number)) }
    return messages
  }

  private func message(
    _ number: Int, _ text: String, from sender: ImportedMessage.Sender?, kind: Message.Kind = .normal
  ) -> ImportedMessage {
    var message = ImportedMessage(
      conversationKey: "telegram:channel77", conversationTitle: "\(people[0].name)’s walks",
      sourceID: "\(number)",
      sender: sender, sentAt: ExportSamples.start + Int64(number) * 60_000, kind: kind, text: text)
    message.owner = people[0]
    return message
  }

  /// A message that names a person who does not write.
  private mutating func named(_ name: String, _ number: Int) -> ImportedMessage {
    let writer = random.pick(people)
    switch random.below(7) {
    case 6:
      var reply = message(number, "x", from: writer)
      reply.details.quotation = Quotation(name: name, text: "\(name) here")
      return reply
    case 0: return message(number, "\(writer.name) added \(name)", from: writer, kind: .service)
    case 1: return message(number, "\(name) left", from: nil, kind: .service)
    case 2: return message(number, "\(name) was kicked by \(writer.name) (bye)", from: nil, kind: .service)
    case 3:
      var contact = message(number, "", from: writer)
      contact.details.content = .contact(
        Contact(name: name, phone: "+49 151 1234567", path: "/x/\(name).vcf"))
      return contact
    case 4:
      var reaction = message(number, "x", from: writer)
      reaction.reactions = [
        .init(key: "👍", count: 1, people: [.init(sender: .init(key: "x:\(name)", name: name))])
      ]
      return reaction
    default:
      var forward = message(number, "x", from: writer)
      forward.details.forward = Forward(name: name, key: "x:f")
      return forward
    }
  }

  /// A message with names in one of all places.
  private mutating func mixed(_ number: Int) -> ImportedMessage {
    let writer = random.pick(people)
    var found = message(number, "x", from: writer)
    switch random.below(12) {
    case 0, 1: found.text = text()
    case 2:
      let name = random.pick(people).name
      found.text = "hi \(name)"
      found.entities = [TextEntity(start: 3, length: 3, kind: .bold)]
    case 3:
      let mention = "@\(random.pick(people).name.replacing(" ", with: ""))7"
      found.text = "see \(mention)"
      found.entities = [TextEntity(start: 4, length: mention.utf8.count, kind: .mention)]
    case 4:
      found.details.content = .poll(
        Poll(
          question: "is \(anyName()) nice?",
          options: [.init(text: form(anyName()), votes: 1), .init(text: "no")]))
    case 5:
      found.attachments = [
        Attachment(
          kind: .file, name: "\(form(anyName())).pdf", path: "/x/\(anyName()).pdf",
          thumbnail: "/x/\(anyName()).jpg")
      ]
    case 6: found.edits = [Edit(replacedAt: found.sentAt + 1, text: text())]
    case 7: found.opensTopic = "\(anyName())’s trip"
    case 8: found.replyTo = "\(200 + random.below(40))"
    case 9:
      let target = "https://example.org/u/\(anyName().replacing(" ", with: "."))?a=1"
      found.text = "here"
      found.entities = [TextEntity(start: 0, length: 4, kind: .link(target: target))]
    case 10:
      found.kind = .service
      found.text = random.pick([
        "\(writer.name) hat \(anyName()) hinzugefügt", "\(anyName())님이 들어왔습니다.",
        "\(writer.name) changed the group name from \"\(anyName())\" to \"\(anyName())’s party\"",
        "\(anyName()) is now known as \(anyName())",
        "\(anyName()) invited \(anyName()), \(anyName()) and \(anyName())",
      ])
    default:
      found.details.content = Place(latitude: 1, longitude: 2, name: anyName(), address: text()).map {
        .place($0)
      }
      found.details.bot = anyName()
    }
    return found
  }
}
