import AppBase
import ChatFormats
import ChatStore
import Chats
import Dispatch
import Foundation
import GLib
import Synchronization

/// Keeps an archive up to date with its folders, as long as it exists.
///
/// It looks at each folder at the start and whenever something in it changes, and reads the files that are complete, one
/// folder at a time. All of that runs off the main thread. A failure is a state of the folder, and is tried again.
@MainActor
package final class FolderKeeper {
  /// Called when the state of a folder has changed.
  package var didChange: (() -> Void)?
  /// Called after a folder was read, also if nothing was new.
  package var didRead: ((WatchedFolder, FolderReader.Result) -> Void)?
  /// Returns whether a reading may begin now, which ``didEndReading`` follows. Otherwise call ``resume()`` later.
  package var willRead: () -> Bool = { true }
  package var didEndReading: (() -> Void)?

  /// All folders of the archive, also paused and stopped ones.
  package var folders: [KeptFolder] { entries.map { KeptFolder($0.folder, $0.status) } }

  private let archive: Archive
  private let world: WatchWorld
  private var entries: [Entry] = []
  private var lock: WatchLock?
  /// The flag that ends the running reading.
  private var reading: StopFlag?
  /// The folder that is read.
  private var readEntry: Entry?
  private var isStopped = false
  private var refreshing: (() -> Void)?
  private let log = EventLog("watch")

  /// A folder.
  @MainActor private final class Entry {
    var folder: WatchedFolder
    var status = FolderStatus.unknown
    /// Nil while a look or a reading has it.
    var watch: FolderWatch?
    /// Whether something has changed since the last look began.
    var isStale = false
    /// What the last look has found, if there is something to read.
    var finding: FolderWatch.Finding?
    /// When the next reading may begin.
    var notBefore: FolderChanges.Instant?
    /// When the next look is, if one is scheduled.
    var nextLook: FolderChanges.Instant?
    var monitors: [String: AnyObject] = [:]
    var timer: (() -> Void)?

    init(_ folder: WatchedFolder, _ watch: FolderWatch) {
      self.folder = folder
      self.watch = watch
    }
  }

  /// Seconds between an event and the look that follows it, because events come in crowds.
  private static let haste = 0.3
  /// Seconds until the next look at a folder that is not there, after an error of the archive, and at a folder whose
  /// file system may report nothing.
  private static let patience = (missing: 15.0, blocked: 60.0, idle: 300.0)
  /// Seconds between two looks for folders that another program has added or removed.
  private static let refresh = 60.0
  /// A reading may take this part of the time, so that a large log that grows all the time does not keep a core busy.
  private static let share = 10
  /// The number of folders whose changes are reported. The kernel's limits are shared by all programs.
  private nonisolated static let monitored = 2_000

  package init(_ archive: Archive, _ world: WatchWorld = .real) {
    self.archive = archive
    self.world = world
  }

  /// Begins with all folders of the archive. Call it again when they have changed.
  package func start() async throws(ArchiveError) {
    let folders = try await archive.watchedFolders()
    guard !isStopped else { return }
    let before = Dictionary(entries.map { ($0.folder.id, $0) }) { first, _ in first }
    entries = folders.map { folder in
      guard let entry = before[folder.id] else { return Entry(folder, FolderWatch(folder.id, of: archive)) }
      entry.folder = folder
      return entry
    }
    for entry in before.values where !entries.contains(where: { $0 === entry }) { quieten(entry) }
    lookAtAll()
    refreshLater()
    didChange?()
  }

  /// Looks for folders that another program has added or removed.
  private func refreshLater() {
    refreshing?()
    refreshing = world.after(Self.refresh) { [weak self] in
      Task {
        guard let self, !self.isStopped else { return }
        let found = (try? await self.archive.watchedFolders()).map { Set($0.map(\.id)) }
        if let found, found != Set(self.entries.map(\.folder.id)) {
          try? await self.start()
        } else {
          self.refreshLater()
        }
      }
    }
  }

  /// Ends all work. A running reading ends after its batch; what it has written stays.
  package func stop() {
    isStopped = true
    refreshing?()
    reading?.raise()
    for entry in entries { quieten(entry) }
    // A reading that ends keeps others out until then.
    if reading == nil { lock = nil }
  }

  /// Whether a reading runs.
  package var isReading: Bool { reading != nil }

  /// Ends the running reading, so that something else can be imported. Its files are read later.
  package func yield() { reading?.raise() }

  /// Reads what is due, after something else was imported.
  package func resume() { readNext() }

  /// Looks at a folder, and tries again what could not be read.
  package func retry(_ id: WatchedFolder.ID) {
    guard let entry = entry(id) else { return }
    perform { [archive] in
      try? FolderWatch(id, of: archive).retry()
    } then: { [weak self] _ in
      entry.notBefore = nil
      self?.look(at: entry)
    }
  }

  /// Call it when the folder's state or its path was changed. A reading that runs ends after its batch.
  package func update(_ id: WatchedFolder.ID) {
    guard let entry = entry(id) else { return }
    if readEntry === entry { reading?.raise() }
    look(at: entry)
  }

  private func entry(_ id: WatchedFolder.ID) -> Entry? { entries.first { $0.folder.id == id } }

  // MARK: Looking

  private func lookAtAll() {
    let isWanted = entries.contains { if case .stopped = $0.folder.state { false } else { true } }
    if lock == nil, isWanted { lock = world.lock(archive.path) }
    for entry in entries { look(at: entry) }
  }

  private func look(at entry: Entry) {
    guard !isStopped else { return }
    guard let watch = entry.watch else {
      entry.isStale = true
      return
    }
    entry.watch = nil
    entry.isStale = false
    schedule(entry, after: nil)
    let now = world.now()
    perform { [watch] in
      var watch = watch
      let found: Result<FolderWatch.Finding?, ArchiveError>
      do throws(ArchiveError) { found = .success(try watch.look(now: now)) } catch { found = .failure(error) }
      var folders: [String] = []
      if case .success(let finding?) = found, finding.state == .readable, finding.folder.state == .active {
        folders = FolderListing.folders(in: finding.folder.path, limit: Self.monitored)
      }
      return (watch: watch, found: found, folders: folders)
    } then: { [weak self] looked in
      entry.watch = looked.watch
      self?.looked(at: entry, looked.found, looked.folders)
    }
  }

  private func looked(
    at entry: Entry, _ found: Result<FolderWatch.Finding?, ArchiveError>, _ folders: [String]
  ) {
    guard !isStopped, entries.contains(where: { $0 === entry }) else { return }
    switch found {
    case .failure(let error):
      set(.blocked(error), of: entry)
      schedule(entry, after: Self.patience.blocked)
    case .success(nil):
      // The import was undone.
      quieten(entry)
      entries.removeAll { $0 === entry }
      didChange?()
    case .success(let finding?):
      entry.folder = finding.folder
      take(finding, of: entry, folders)
    }
    if entry.isStale {
      entry.isStale = false
      changed(entry)
    }
  }

  private func take(_ finding: FolderWatch.Finding, of entry: Entry, _ folders: [String]) {
    entry.finding = nil
    switch finding.folder.state {
    case .stopped(let since):
      quieten(entry)
      return set(.stopped(since: since), of: entry)
    case .paused(let since):
      monitor(entry, [finding.folder.path])
      schedule(entry, after: Self.patience.idle)
      return set(.paused(since: since, files: finding.due.unreadCount), of: entry)
    case .active: break
    }
    guard lock != nil || takeLock() else {
      monitor(entry, [])
      schedule(entry, after: Self.patience.blocked)
      return set(.elsewhere, of: entry)
    }
    switch finding.state {
    case .missing, .unreadable:
      monitor(entry, [])
      schedule(entry, after: Self.patience.missing)
      return set(finding.state == .missing ? .missing : .unreadable, of: entry)
    case .readable: break
    }
    let hasNew = monitor(entry, folders)
    if hasNew {
      // Files may have been added between the look and the monitor.
      entry.isStale = true
    }
    if !finding.due.isEmpty { entry.finding = finding }
    set(Self.status(of: finding, at: world.time()), of: entry)
    let next = finding.due.nextLook.map { max(0, ($0 - world.now()) / .seconds(1)) }
    schedule(entry, after: next ?? Self.patience.idle)
    readNext()
  }

  private static func status(of finding: FolderWatch.Finding, at time: Int64) -> FolderStatus {
    if finding.due.unreadCount > 0 { return .waiting(files: finding.due.unreadCount) }
    if !finding.waiting.isEmpty { return .asking(finding.waiting) }
    return finding.failures.isEmpty ? .upToDate(time) : .failed(finding.failures)
  }

  private func takeLock() -> Bool {
    lock = world.lock(archive.path)
    return lock != nil
  }

  private func set(_ status: FolderStatus, of entry: Entry) {
    guard entry.status != status else { return }
    entry.status = status
    log.debug("state", ["folder": entry.folder.path, "state": "\(status)"])
    didChange?()
  }

  /// Schedules the next look in place of the one that was scheduled.
  private func schedule(_ entry: Entry, after seconds: Double?) {
    entry.timer?()
    entry.nextLook = seconds.map { world.now() + .seconds($0) }
    entry.timer = seconds.map { seconds in
      world.after(seconds) { [weak self, weak entry] in
        guard let entry else { return }
        (entry.timer, entry.nextLook) = (nil, nil)
        self?.look(at: entry)
      }
    }
  }

  private func quieten(_ entry: Entry) {
    schedule(entry, after: nil)
    entry.monitors = [:]
    entry.finding = nil
  }

  /// Follows the changes of some folders, and of no others. Returns whether one is new.
  @discardableResult
  private func monitor(_ entry: Entry, _ folders: [String]) -> Bool {
    let before = entry.monitors
    entry.monitors = [:]
    var hasNew = false
    for folder in folders {
      if let known = before[folder] {
        entry.monitors[folder] = known
        continue
      }
      let new = world.monitor(folder) { [weak self, weak entry] in
        if let entry { self?.changed(entry) }
      }
      guard let new else { continue }
      entry.monitors[folder] = new
      hasNew = true
    }
    return hasNew
  }

  private func changed(_ entry: Entry) {
    guard entry.watch != nil else {
      entry.isStale = true
      return
    }
    // Events that go on do not postpone it.
    if let next = entry.nextLook, next <= world.now() + .seconds(Self.haste) { return }
    schedule(entry, after: Self.haste)
  }

  // MARK: Reading

  /// Reads the first folder with files that are due, unless something else is imported.
  private func readNext() {
    guard !isStopped, reading == nil, let entry = entries.first(where: isReady), let watch = entry.watch,
      let finding = entry.finding, willRead()
    else { return }
    entry.watch = nil
    entry.finding = nil
    schedule(entry, after: nil)
    let stop = StopFlag()
    (reading, readEntry) = (stop, entry)
    set(.importing(nil), of: entry)
    let pace = ImportPace()
    let (started, time) = (world.now(), world.time())
    let damage = Mutex<[ImportProblem]>([])
    perform { [weak self] in
      let observer = ImportObserver(
        progress: { progress in
          guard pace.isDue() else { return }
          Task { @MainActor in
            if self?.reading === stop { self?.set(.importing(progress), of: entry) }
          }
        },
        problem: { problem in
          guard problem.effect == .incomplete else { return }
          damage.withLock { if $0.count < FolderReader.Result.problemLimit { $0.append(problem) } }
        }, isCancelled: { stop.isRaised })
      var result = watch.read(finding, at: time, observer: observer)
      result.damage = damage.withLock { $0 }
      return result
    } then: { [weak self] result in
      entry.watch = watch
      self?.ended(entry, result, after: started)
    }
  }

  private func isReady(_ entry: Entry) -> Bool {
    guard entry.finding != nil, entry.watch != nil else { return false }
    guard let time = entry.notBefore, time > world.now() else { return true }
    schedule(entry, after: (time - world.now()) / .seconds(1))
    return false
  }

  private func ended(_ entry: Entry, _ result: FolderReader.Result, after started: FolderChanges.Instant) {
    (reading, readEntry) = (nil, nil)
    if isStopped { lock = nil }
    let summary = result.summary
    for failure in summary.failures { log.warning("failed", ["error": failure.description]) }
    for problem in result.damage { log.warning("damaged", ["problem": problem.description]) }
    log.debug(
      "read",
      [
        "folder": entry.folder.path, "files": result.readCount, "messages": summary.added,
        "duplicates": summary.duplicates, "cancelled": summary.isCancelled,
      ])
    let now = world.now()
    entry.notBefore = now + (now - started) * Self.share
    didRead?(entry.folder, result)
    didEndReading?()
    guard !isStopped else { return }
    if let error = result.archiveError {
      set(.blocked(error), of: entry)
      schedule(entry, after: Self.patience.blocked)
    } else {
      look(at: entry)
    }
    readNext()
  }

  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    world.perform {
      let value = work()
      Task { @MainActor in then(value) }
    }
  }
}
