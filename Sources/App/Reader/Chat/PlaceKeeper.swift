import ChatStore
import Chats
import Foundation
import Gtk

/// Keeps where the reader is in each chat of an archive, and what was written there and not sent, in ``KeptPlaces``.
///
/// The store gets it when a chat is left, when the window is closed, and some seconds after a change, so that little is lost if
/// the program is killed.
@MainActor
final class PlaceKeeper {
  private let store: PlaceStore
  private var kept = KeptPlaces.Archive(path: "")
  /// The chats of which the store does not have the latest.
  private var changed: Set<Conversation.ID> = []
  private weak var view: ChatView?
  private lazy var saving = Coalesced(.after(seconds: Self.interval)) { [weak self] in self?.save() }

  /// Seconds after a change.
  private static let interval = 10.0
  /// Places by which an archive is known again whose file is another one, such as a copy that was put back.
  private static let witnesses = 10

  init(_ store: PlaceStore) { self.store = store }

  // MARK: The archive

  /// Reads what is kept of an archive that was opened. Forgets what is kept of another archive at the same path.
  func open(_ archive: Archive) async {
    var found = await store.archive(at: archive.path)
    let number = Self.number(of: archive.path)
    if found.file != number, await !Self.knows(found, archive) {
      found = KeptPlaces.Archive(path: archive.path)
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

  /// Whether the archive has one of the messages that are kept.
  private static func knows(_ kept: KeptPlaces.Archive, _ archive: Archive) async -> Bool {
    for chat in kept.chats.lazy.filter({ $0.place != nil }).prefix(witnesses) {
      guard let place = chat.place, let message = try? await archive.message(place.message) else { continue }
      if message.conversation == chat.id, message.orderKey == place.order { return true }
    }
    return false
  }

  /// Forgets chats that the archive has no more: a new one can have their number.
  func keepOnly(_ chats: [Conversation]) {
    let known = Set(chats.map(\.id))
    for chat in kept.chats where !known.contains(chat.id) {
      kept[chat.id] = KeptPlaces.Chat(id: chat.id)
      changed.insert(chat.id)
      saving.schedule()
    }
  }

  /// The chat that was open last; nil if none was.
  var lastChat: Conversation.ID? { kept.chat }

  /// What is kept of a chat.
  subscript(chat: Conversation.ID) -> KeptPlaces.Chat { kept[chat] }

  // MARK: The chat that shows

  /// A chat is shown, in place of another one whose place is kept.
  func follow(_ view: ChatView) {
    self.view = view
    view.didChangePlace = { [weak self] in self?.saving.schedule() }
    saving.schedule()
  }

  /// The chat that shows is left, for another one or for none.
  func leave() {
    save()
    view?.didChangePlace = nil
    view = nil
  }

  /// The chat that shows is gone, or is not to be kept.
  func forget() {
    view?.didChangePlace = nil
    view = nil
  }

  /// Stores where the reader is, if that has changed.
  func save() {
    saving.cancel()
    guard !kept.path.isEmpty else { return }
    note()
    store.put(
      KeptPlaces.Change(
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
