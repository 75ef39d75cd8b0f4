import AppBase
import ChatStore
import Chats
import Gtk

/// An archive that is open or being opened, and what happens to its file. Has no widgets.
@MainActor
package final class ArchiveSession {
  let source: ArchiveSource
  /// The conversations as they were last read; the most recent one is first.
  package internal(set) var conversations: [Conversation] = []
  /// Why nothing can be stored any more: the file at the archive's path was replaced or removed.
  var displacement: ArchiveError? {
    if case .displaced(_, let displacement) = state { displacement } else { nil }
  }

  /// Runs before ``didOpen``, for what else is to be read of the archive.
  var willOpen: ((Archive) async -> Void)?
  var didOpen: ((Archive) -> Void)?
  var didFail: ((any Error) -> Void)?
  /// The sample conversation is being generated; the completed fraction, 0…1, is passed.
  var didGenerate: ((Double) -> Void)?
  /// The conversations were read again. Messages were added to the passed ones.
  var didChangeConversations: ((Set<Conversation.ID>) -> Void)?
  var didChangeDisplacement: (() -> Void)?
  /// Something has written to the archive's file. An import by another process writes many times a second, which counts as one
  /// change.
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
    /// The file at the archive's path is not the one that was opened. An archive whose file was replaced is closed.
    case displaced(Archive, ArchiveError)
    case failed
  }

  init(_ source: ArchiveSource) { self.source = source }

  isolated deinit { if case .opening(let task) = state { task.cancel() } }

  /// Nil while none is open.
  package var archive: Archive? {
    switch state {
    case .open(let archive), .displaced(let archive, _): archive
    case .initial, .opening, .failed: nil
    }
  }

  package var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// Whether a conversation was there when they were read.
  func knows(_ id: Conversation.ID) -> Bool { conversations.contains { $0.id == id } }

  // MARK: Opening

  /// Opens the archive. Call it again to retry after a failure, or to open the file that is now in the archive's place.
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
        await willOpen?(archive)
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
    // Closed since, so the file that is at the path must be opened in any case.
    if case .replaced = displacement { return }
    guard let found else {
      state = .open(archive)
      didChangeDisplacement?()
      return
    }
    state = .displaced(archive, found)
    log.warning("displaced", ["error": "\(found)"])
    didChangeDisplacement?()
    // Its log must not stay beside the file that is there now. A removed archive stays open, to be read.
    if case .displaced(let archive, .replaced) = state { Task { await archive.closeInBackground() } }
  }

  // MARK: The conversations

  /// Reads the conversations again; messages were added to `changed`.
  func readConversations(changed: Set<Conversation.ID> = []) async {
    guard let archive, let all = try? await archive.conversations() else { return }
    conversations = all
    didChangeConversations?(changed)
  }
}
