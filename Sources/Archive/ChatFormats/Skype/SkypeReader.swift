import Chats
import Foundation
import Translation

/// Reads `messages.json` of Skype's data export: all conversations of an account, with the newest messages first.
///
/// The file is read twice, because events and reactions name people by identifiers.
struct SkypeReader: ImportSource {
  private var records: JSONRecords
  private var decoder: SkypeDecoder
  private var due: [ImportItem] = []
  private(set) var failure: ImportError?

  static var formats: [ImportFormat] { [.skype] }

  private static let shape = JSONRecords.Shape(
    root: .object([
      "userId": .member,
      "conversations": .list(
        of: .object([
          "id": .member, "displayName": .member, "threadProperties": .member, "MessageList": .records,
        ])),
      // Where reading continues after damage, if the beginning of the list is lost.
      "MessageList": .records,
    ]), landmark: .path(reach: 4096) { SkypeLandmark.path(to: $0) }, rereadable: 64 << 20)

  init(_ input: ImportInput) throws(ImportError) {
    records = JSONRecords(try input.bytes(of: input.parts[0]), Self.shape)
    decoder = SkypeDecoder(input)
    var names = JSONRecords(try input.bytes(of: input.parts[0]), Self.shape)
    while let item = names.next() {
      switch item {
      case .begin("conversations"): decoder.chat = SkypeChat()
      case .member(let key, let value): decoder.chat.take(key, value)
      case .record(let value, _): value.asObject.map { decoder.noteSender(of: $0) }
      default: break
      }
    }
    decoder.chat = SkypeChat()
  }

  var offset: Int64 { records.offset }
  var assumedZone: TimeZone? { nil }
  var questions: Set<ImportQuestion> { decoder.isOwnerKnown ? [] : [.owner] }

  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard failure == nil, let item = records.next() else {
        failure = failure ?? records.failure
        if failure == nil, !records.hasList {
          failure = .noMessageList(path: records.source.url.relativePath)
        }
        return nil
      }
      take(item)
    }
    return due.removeFirst()
  }

  private mutating func take(_ item: JSONRecords.Item) {
    switch item {
    case .begin("conversations"): decoder.chat = SkypeChat()
    case .begin, .end: break
    case .member("userId", let value): decoder.userID = value.asText.map(SkypeDecoder.identity)
    case .member(let key, let value): decoder.chat.take(key, value)
    case .problem(let problem): due.append(.problem(problem))
    case .record(let value, let place):
      if let note = records.note(on: value, at: place) { due.append(.problem(note)) }
      guard let fields = value.asObject else { return skip(tr("not a message"), at: place) }
      guard let id = fields.key("id") else { return skip(tr("message without an ID"), at: place) }
      guard let time = fields.string("originalarrivaltime") else {
        return skip(tr("message without a date"), at: place)
      }
      guard let sentAt = ExportTime.instant(iso: time) else { return skip(tr("invalid date"), at: place) }
      due.append(.message(decoder.message(fields, id: id, sentAt: sentAt)))
    }
  }

  private mutating func skip(_ reason: String, at place: Int64) {
    due.append(.problem(records.problem(reason, at: .byte(place), .skipped)))
  }

  static func format(of head: FileHead) -> ImportFormat? {
    guard let json = head.json else { return nil }
    let isExport =
      json.has("userId", "conversations") || json.has("conversations[].MessageList")
      || json.has("conversations[].MessageList[].originalarrivaltime")
    return isExport ? .skype : nil
  }
}

/// The beginnings of Skype's objects, where reading can continue after damage. JSON escapes quotation marks in strings,
/// so the text of a message cannot contain them.
private enum SkypeLandmark {
  /// The members that lead to the list around the object; nil for any other object.
  static func path(to bytes: ArraySlice<UInt8>) -> [String]? {
    var cursor = ByteCursor(bytes)
    guard cursor.skip("{"), cursor.skipKey("id"), cursor.skipString(), cursor.skipSign(","),
      cursor.skipKey("displayName"), cursor.skip("null") || cursor.skipString(), cursor.skipSign(",")
    else { return nil }
    if cursor.skipKey("originalarrivaltime") { return ["MessageList"] }
    return cursor.skipKey("version") ? ["conversations"] : nil
  }
}

/// A conversation of the export.
struct SkypeChat {
  private(set) var id: String?
  private(set) var name: String?

  mutating func take(_ key: String, _ value: JSONValue) {
    switch key {
    case "id": id = value.asText
    case "displayName":
      name = value.asText.flatMap { $0.isEmpty ? nil : $0.prefix(bytes: JSONFields.lineLimit) }
    default: name = name ?? value.asObject?.line("topic")
    }
  }
}
