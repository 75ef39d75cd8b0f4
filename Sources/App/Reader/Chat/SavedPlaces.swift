import AppBase
import ChatStore
import Chats
import Foundation

/// The reader's place in the chats of each archive, and the texts that were not sent, in one JSON file beside the settings.
///
/// ``PlaceStore`` reads and writes the file. A file that cannot be read counts as empty, and the next change replaces it.
struct SavedPlaces: Codable, Equatable, Sendable {
  /// The kept state of a chat.
  struct Chat: Codable, Hashable, Sendable {
    var id: Conversation.ID
    /// The reader's place; nil at the end.
    var place: ChatPlace.Row?
    /// The text that was not sent.
    var text = ""

    /// Whether the state is that of a chat that was never opened.
    var isUsual: Bool { place == nil && text.isEmpty }
  }

  /// The kept state of an archive.
  struct Archive: Codable, Equatable, Sendable {
    /// An absolute path.
    var path: String
    /// The file's number in its file system: another file at the same path may be another archive. Nil if it is unknown.
    var file: UInt64?
    /// The chat that was open.
    var chat: Conversation.ID?
    /// The chats; the one that was left last is the first.
    var chats: [Chat] = []
    subscript(id: Conversation.ID) -> Chat {
      get { chats.first { $0.id == id } ?? Chat(id: id) }
      set {
        chats.removeAll { $0.id == id }
        if !newValue.isUsual { chats.insert(newValue, at: 0) }
      }
    }
  }

  /// Changes to an archive that are not in the file yet.
  struct Change: Equatable, Sendable {
    var path: String
    /// The file's number, as in ``Archive``.
    var file: UInt64?
    /// The chat that is open.
    var chat: Conversation.ID?
    /// The changed chats; the one that was left last is the last.
    var chats: [Chat]

    /// Adds a later change of the same path.
    mutating func merge(_ newer: Change) {
      guard newer.file == file else {
        self = newer
        return
      }
      chat = newer.chat
      chats.removeAll { old in newer.chats.contains { $0.id == old.id } }
      chats += newer.chats
    }
  }

  /// The archives; the one that was open last is the first.
  var archives: [Archive] = []

  /// The most archives, and the most chats of each. Those left longest ago are forgotten first.
  static let archiveLimit = 20
  static let chatLimit = 200
  /// The most bytes of all texts together.
  static let textLimit = 400_000
  /// The bytes of the largest file that is read. JSON has up to six bytes for each byte of a text.
  private static let sizeLimit = 4_000_000
  /// The largest distance in points. No list is higher.
  private static let topLimit = 1_000_000.0

  private static let log = EventLog("places")

  subscript(path: String) -> Archive {
    get { archives.first { $0.path == path } ?? Archive(path: path) }
    set {
      archives.removeAll { $0.path == path }
      archives.insert(newValue, at: 0)
      bound()
    }
  }

  /// Forgets what exceeds the limits, and places that no list can have.
  private mutating func bound() {
    archives = Array(archives.prefix(Self.archiveLimit))
    var rest = Self.textLimit
    for index in archives.indices {
      archives[index].chats = archives[index].chats.prefix(Self.chatLimit).compactMap { chat in
        var chat = chat
        if let place = chat.place, !(abs(place.top) <= Self.topLimit) { chat.place = nil }
        rest -= chat.text.utf8.count
        if rest < 0 { chat.text = "" }
        return chat.isUsual ? nil : chat
      }
    }
  }

  /// Applies a change. Chats that it does not name are left alone, since another process may have changed them.
  mutating func apply(_ change: Change) {
    var archive = self[change.path]
    // Another file at the same path is another archive.
    if archive.file != change.file { archive = Archive(path: change.path, file: change.file) }
    // Also store an unchanged chat, since it was left last.
    for chat in change.chats { archive[chat.id] = chat }
    archive.chat = change.chat
    if archive != self[change.path] { self[change.path] = archive }
  }

  // MARK: The file

  /// Reads the file.
  static func load(from file: URL) -> SavedPlaces {
    switch PrivateFile.read(file, limit: sizeLimit) {
    case .missing: return SavedPlaces()
    case .tooLarge:
      log.warning("unreadable", ["path": file.path, "limit": sizeLimit])
      return SavedPlaces()
    case .data(let data):
      do {
        var places = try JSONDecoder().decode(SavedPlaces.self, from: data)
        places.bound()
        return places
      } catch {
        log.warning("unreadable", ["path": file.path, "error": "\(error)"])
        return SavedPlaces()
      }
    }
  }

  /// Replaces the file.
  func write(to file: URL) throws -> PrivateFile.Version? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try PrivateFile.write(try encoder.encode(self), to: file)
  }

  /// `$XDG_CONFIG_HOME/backscroll/places.json`.
  static var file: URL { UserFolder.config.appendingPathComponent("backscroll/places.json") }
}
