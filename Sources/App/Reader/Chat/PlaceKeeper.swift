import ChatStore
import Chats
import Foundation
import Gtk

/// Keeps the reader's place in each chat of an archive, and the texts that were not sent, in ``SavedPlaces``.
///
/// The store gets them when a chat is left, when the window is closed, and some seconds after a change, so that little
/// is lost if the program is killed.
@MainActor
final class PlaceKeeper {
  private let store: PlaceStore
  private var kept = SavedPlaces.Archive(path: "")
  /// The chats whose latest state is not in the store yet.
  private var changed: Set<Conversation.ID> = []
  private weak var view: ChatView?
  private lazy var saving = Coalesced(.after(seconds: Self.interval)) { [weak self] in self?.save() }

  /// Seconds between a change and its storing.
  private static let interval = 10.0
  /// The number of places by which an archive is recognized although its file is another one, such as a restored copy.
  private static let witnesses = 10

  init(_ store: PlaceStore) { self.store = store }

  // MARK: The archive

  /// Reads the kept state of an archive that was opened. Forgets the state of another archive at the same path.
  func open(_ archive: Archive) async {
    var found = await store.archive(at: archive.path)
    let number = Self.number(of: archive.path)
    if found.file != number, await !Self.knows(found, archive) {
      found = SavedPlaces.Archive(path: archive.path)
    }
    found.file = number
    kept = found
    changed = []
    view = nil
  }

  private static func number(of path: String) -> UInt64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
  }

  /// Whether the archive contains one of the kept messages.
  private static func knows(_ kept: SavedPlaces.Archive, _ archive: Archive) async -> Bool {
    for chat in kept.chats.lazy.filter({ $0.place != nil }).prefix(witnesses) {
      guard let place = chat.place, let message = try? await archive.message(place.message) else { continue }
      if message.isIn(chat.id), message.orderKey == place.order { return true }
    }
    return false
  }

  /// Forgets chats that the archive no longer contains, since a new chat can have the same number.
  func keepOnly(_ isKnown: (Conversation.ID) -> Bool) {
    for chat in kept.chats where !isKnown(chat.id) {
      kept[chat.id] = SavedPlaces.Chat(id: chat.id)
      changed.insert(chat.id)
      saving.schedule()
    }
  }

  /// The chat that was open last; nil if none was.
  var lastChat: Conversation.ID? { kept.chat }

  /// The kept state of a chat.
  subscript(chat: Conversation.ID) -> SavedPlaces.Chat { kept[chat] }

  // MARK: The shown chat

  /// Follows a newly shown chat, and stores the place in the previous one.
  func follow(_ view: ChatView) {
    self.view = view
    view.didChangePlace = { [weak self] in self?.saving.schedule() }
    saving.schedule()
  }

  /// Ends following the shown chat, which is left for another one or for none.
  func leave() {
    save()
    view?.didChangePlace = nil
    view = nil
  }

  /// Ends following the shown chat without storing its place: it is gone, or is not to be kept.
  func forget() {
    view?.didChangePlace = nil
    view = nil
  }

  /// Stores the reader's place, if it has changed.
  func save() {
    saving.cancel()
    guard !kept.path.isEmpty else { return }
    note()
    store.put(
      SavedPlaces.Change(
        path: kept.path, file: kept.file, chat: kept.chat, chats: changed.map { kept[$0] }))
    changed = []
  }

  private func note() {
    guard let view else { return }
    let id = view.conversation.id
    kept.chat = id
    var chat = kept[id]
    view.keep(in: &chat)
    guard chat != kept[id] else { return }
    kept[id] = chat
    changed.insert(id)
  }
}
