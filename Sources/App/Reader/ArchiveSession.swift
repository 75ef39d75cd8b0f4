import AppBase
import ChatStore
import Chats
import Gtk

/// An archive that is open or being opened, and the events of its file. Has no widgets.
@MainActor
package final class ArchiveSession {
  let source: ArchiveSource
  /// The conversations as of the last reading; the most recent one is first.
  package internal(set) var conversations: [Conversation] = []
  /// The topics of all conversations; of each, the one with the newest message first.
  private(set) var topics: [Topic] = []
  /// The reason why nothing can be stored any more: the file at the archive's path was replaced or removed.
  var displacement: ArchiveError? {
    if case .displaced(_, let displacement) = state { displacement } else { nil }
  }

  /// Runs before ``didOpen``, to read more from the archive.
  var willOpen: ((Archive) async -> Void)?
  var didOpen: ((Archive) -> Void)?
  var didFail: ((any Error) -> Void)?
  /// Called while the sample conversation is generated, with the completed fraction, 0…1.
  var didGenerate: ((Double) -> Void)?
  /// Called after the conversations were read again. Messages were added to the passed ones.
  var didChangeConversations: ((Set<Conversation.ID>) -> Void)?
  var didChangeDisplacement: (() -> Void)?
  /// Called when the archive's file was written to. An import by another process writes many times a second, which
  /// counts as one change.
  var didNoticeChange: (() -> Void)?

  private var state = State.initial
  private var monitor: FileMonitor?
  private lazy var noticing = Coalesced(.after(seconds: Self.noticeInterval)) { [weak self] in
    self?.didNoticeChange?()
  }
  private let log = EventLog("archive")

  private static let noticeInterval = 0.5

  private enum State {
    case initial
    case opening(Task<Void, Never>)
    case open(Archive)
    /// The file at the archive's path is not the opened one. An archive whose file was replaced is closed.
    case displaced(Archive, ArchiveError)
    case failed
  }

  init(_ source: ArchiveSource) { self.source = source }

  isolated deinit { if case .opening(let task) = state { task.cancel() } }

  /// The archive; nil while none is open.
  package var archive: Archive? {
    switch state {
    case .open(let archive), .displaced(let archive, _): archive
    case .initial, .opening, .failed: nil
    }
  }

  package var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Whether the last reading found a conversation, or a topic by its ``Topic/part(_:)``.
  func knows(_ number: Conversation.ID) -> Bool { conversation(number) != nil }

  /// The conversation with a number, or one limited to the topic that the number names; nil if the last reading did not
  /// find it.
  func conversation(_ number: Conversation.ID) -> Conversation? {
    guard let id = Topic.id(ofPart: number) else { return conversations.first { $0.id == number } }
    guard let topic = topics.first(where: { $0.id == id }) else { return nil }
    return conversations.first { $0.id == topic.chat }?.limited(to: topic)
  }

  /// The topics of a conversation; empty if it has only one.
  func topics(of chat: Conversation.ID) -> [Topic] {
    let found = topics.filter { $0.chat == chat }
    return found.count > 1 ? found : []
  }

  /// Whether a topic has unread messages, as far as the last reading found.
  func hasUnread(_ topic: Topic.ID) -> Bool { topics.contains { $0.id == topic && $0.unreadCount > 0 } }

  // MARK: Opening

  /// Opens the archive. Call it again to retry after a failure, or to open the file that has replaced the archive.
  package func open() {
    switch state {
    case .initial, .failed: open(closing: nil)
    case .displaced(let archive, _): open(closing: archive)
    case .opening, .open: break
    }
  }

  private func open(closing previous: Archive?) {
    let task = Task { [weak self, source, willOpen] in
      // Close the previous archive first: the logs of both have the same path.
      await previous?.closeInBackground()
      do {
        let archive = try await source.open { [weak self] fraction in
          Task { @MainActor in self?.generated(fraction) }
        }
        let conversations = try await archive.conversations()
        let topics = try await archive.topics(in: nil)
        await willOpen?(archive)
        self?.topics = topics
        self?.opened(archive, conversations)
      } catch {
        self?.failed(error)
      }
    }
    state = .opening(task)
  }

  private func generated(_ fraction: Double) {
    if case .opening = state { didGenerate?(fraction) }
  }

  private func opened(_ archive: Archive, _ conversations: [Conversation]) {
    state = .open(archive)
    self.conversations = conversations
    log.debug("opened", ["conversations": conversations.count, "path": archive.path])
    monitor = FileMonitor(path: archive.path)
    monitor?.changed.connect(weak: self) { $0.check() }
    didOpen?(archive)
  }

  private func failed(_ error: any Error) {
    state = .failed
    log.warning("failed", ["error": "\(error)"])
    didFail?(error)
  }

  // MARK: The file

  /// Checks the archive's file. Call it also after a pause in which the file may have changed.
  func check() {
    checkPlace()
    noticing.schedule()
  }

  /// Checks whether the archive's file was replaced, overwritten or removed.
  func checkPlace() {
    guard let archive else { return }
    Task { [weak self] in
      let found = await archive.displacement
      self?.note(found, of: archive)
    }
  }

  private func note(_ found: ArchiveError?, of archive: Archive) {
    guard archive === self.archive, found != displacement else { return }
    // The archive is closed since then, so the file at the path must be opened in any case.
    if case .replaced = displacement { return }
    guard let found else {
      state = .open(archive)
      didChangeDisplacement?()
      return
    }
    state = .displaced(archive, found)
    log.warning("displaced", ["error": "\(found)"])
    didChangeDisplacement?()
    // The log of a replaced archive must not stay beside the new file. A removed archive stays open for reading.
    if case .displaced(let archive, .replaced) = state { Task { await archive.closeInBackground() } }
  }

  // MARK: The conversations

  /// Reads the topics of a chat again.
  func readTopics(of chat: Conversation.ID) async {
    guard let archive, let found = try? await archive.topics(in: chat) else { return }
    topics = topics.filter { $0.chat != chat } + found
  }

  /// Reads the topics again.
  func readTopics() async {
    if let archive, let found = try? await archive.topics(in: nil) { topics = found }
  }

  /// Reads the conversations again; messages were added to `changed`.
  func readConversations(changed: Set<Conversation.ID> = []) async {
    guard let archive, let all = try? await archive.conversations() else { return }
    await readTopics()
    conversations = all
    didChangeConversations?(changed)
  }
}
