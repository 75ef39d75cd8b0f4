import Chats
import Foundation
import Translation

/// Reads `messages.json` of Skype's data export: all conversations of an account, with the newest messages first.
///
/// The file is read twice, because events and reactions name people by identifiers.
struct SkypeReader: JSONReader {
  var parts: JSONParts
  private var decoder: SkypeDecoder
  var due: [ImportItem] = []
  /// The conversations in the order of the file, after what is above the first one: a program that sorts the members of
  /// objects writes their names below their messages.
  private var chats: [SkypeChat] = []
  private var chatIndex = 0

  static var formats: [ImportFormat] { [.skype] }

  /// The largest number of conversations that are kept.
  private static let chatLimit = 100_000

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
    parts = try JSONParts(input, Self.shape)
    decoder = SkypeDecoder(input)
    var names = try JSONParts(input, Self.shape)
    while let item = names.next() {
      switch item {
      case .begin("conversations"):
        decoder.noteChat()
        if chats.count < Self.chatLimit { chats.append(decoder.chat) }
        decoder.chat = SkypeChat()
      case .member("userId", let value):
        decoder.userID = value.asText.flatMap { $0.isEmpty ? nil : SkypeDecoder.identity($0) }
      case .member(let key, let value): decoder.chat.take(key, value)
      case .record(let value, _): value.asObject.map { decoder.noteSender(of: $0) }
      default: break
      }
    }
    decoder.noteChat()
    if chats.count < Self.chatLimit { chats.append(decoder.chat) }
    decoder.chat = SkypeChat()
  }

  var questions: Set<ImportQuestion> { decoder.isOwnerKnown ? [] : [.owner] }

  mutating func begin(_ name: String) {
    guard name == "conversations" else { return }
    chatIndex += 1
    decoder.chat = chatIndex < chats.count ? chats[chatIndex] : SkypeChat()
  }

  mutating func take(_ key: String, _ value: JSONValue) {
    if key != "userId" { decoder.chat.take(key, value) }
  }

  mutating func read(_ fields: JSONFields, at place: Int64) {
    guard let id = fields.key("id") else { return skip(tr("message without an ID"), at: place) }
    guard let sentAt = time(fields.string("originalarrivaltime"), at: place, ExportTime.instant) else {
      return
    }
    due.append(.message(decoder.message(fields, id: id, sentAt: sentAt)))
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
    case "id": id = value.asText.flatMap { $0.isEmpty ? nil : $0.prefix(bytes: JSONFields.lineLimit) }
    case "displayName":
      // The title of a group may come before or after a name that is null.
      name = value.asText.flatMap { $0.isEmpty ? nil : $0.prefix(bytes: JSONFields.lineLimit) } ?? name
    default: name = name ?? value.asObject?.line("topic")
    }
  }
}
