import AppBase
import ArchiveWords
import ChatExport
import ChatStore
import Chats
import Controls
import Dispatch
import Finding
import Foundation
import Gtk
import Importing
import Printing
import Translation

/// What an export writes, and where.
package enum ExportJob: Hashable, Sendable {
  /// A chat, or some of its messages, into a file.
  case chat(path: String)
  /// The pages of a chat, into a PDF file.
  case pdf(path: String)
  /// The pages of a chat, to a printer.
  case print(title: String)
  /// The files of messages, into a folder.
  case media(folder: String)

  fileprivate var path: String {
    switch self {
    case .chat(let path), .media(let path), .pdf(let path), .print(let path): path
    }
  }

  var isOnPages: Bool {
    switch self {
    case .pdf, .print: true
    case .chat, .media: false
    }
  }
}

/// The exports of one window, one at a time, with the panels that show them.
@MainActor
package final class WindowExports {
  package enum State: Equatable, Sendable {
    case idle
    case running(ExportJob, ExportProgress)
    case cancelling(ExportJob)
    case finished(path: String, ExportSummary)
    case saved(folder: String, SavedMedia)
    case printed(title: String, pages: Int)
    case failed(ExportJob, ExportError)
  }

  package private(set) var state = State.idle {
    didSet {
      guard state != oldValue else { return }
      panel.show(state)
      cover?.show(state)
    }
  }
  package let panel = ExportPanel()
  /// The panel of the page over the window; nil while there is none.
  private weak var cover: ExportPanel?
  private let work: ExportWork
  private var stop: StopFlag?
  private let log = EventLog("export")

  package init(work: ExportWork = .real) {
    self.work = work
    connect(panel)
  }

  private func connect(_ panel: ExportPanel) {
    panel.didCancel = { [weak self] in self?.cancel() }
    panel.didClose = { [weak self] in self?.dismiss() }
  }

  /// A panel for a page over the window, which hides the window's own.
  package func coverPanel() -> Widget {
    let panel = ExportPanel()
    connect(panel)
    panel.show(state)
    cover = panel
    return panel
  }

  package var isRunning: Bool { stop != nil }

  /// Asks for the options and the file of a chat's export, and exports it.
  ///
  /// - Parameter messages: The messages to export, in order; nil for all of the days that the user chooses.
  package func ask(
    for chat: Conversation, only messages: [Message.ID]? = nil, in archive: Archive, over window: Window
  ) {
    guard !isRunning else { return }
    guard let messages, chat.noteCount > 0 else {
      return ask(for: chat, only: messages, notes: chat.noteCount, in: archive, over: window)
    }
    Task { [weak self] in
      let notes = (try? await archive.noteCount(of: messages)) ?? 0
      self?.ask(for: chat, only: messages, notes: notes, in: archive, over: window)
    }
  }

  private func ask(
    for chat: Conversation, only messages: [Message.ID]?, notes: Int, in archive: Archive, over window: Window
  ) {
    let zone = chat.zone
    let dialog = ExportDialog(
      chat.fullTitle, notes: notes, messages: messages?.count,
      dates: {
        DateFinder(
          archive, chat.id, DayCalendar(timeZone: zone, locale: .desktop), at: DayCalendar.instant(Date()))
      }, timeZone: zone)
    Task { [weak dialog] in
      let details = try? await archive.details(of: chat.id)
      dialog?.days.show(first: details?.firstSentAt, last: details?.lastSentAt)
    }
    dialog.didAccept = { [weak self, weak window] options in
      guard let window else { return }
      var options = options
      options.messages = messages
      let title = messages == nil ? tr("Export Chat") : tr("Export Messages")
      let place = PlaceDialog(
        save: title, accept: tr("Export"), name: Self.name(of: chat, options), over: window)
      place.show { [options] path in self?.begin(chat.id, in: archive, options, to: path) }
    }
    dialog.present(over: window)
  }

  /// A name for the file: the title without characters that file systems refuse, or a neutral one if people are renamed.
  package static func name(of chat: Conversation, _ options: ExportOptions) -> String {
    let plain = FileName.plain(options.renamesPeople ? "" : chat.fullTitle)
    let title = plain.isEmpty ? tr("Chat") : plain
    return "\(title).\(options.format.rawValue)"
  }

  package func begin(_ chat: Conversation.ID, in archive: Archive, _ options: ExportOptions, to path: String)
  {
    guard !isRunning else { return }
    log.debug("begin", ["path": path, "format": options.format.rawValue])
    let run = work.run
    begin(.chat(path: path)) { progress, isCancelled throws(ExportError) in
      .finished(path: path, try await run(archive, chat, options, path, progress, isCancelled))
    }
  }

  // MARK: Pages

  /// Asks for the contents and the look of a chat on paper, and prints it or saves it as a PDF file.
  package func askToPrint(_ chat: Conversation, in archive: Archive, over window: Window) {
    guard !isRunning else { return }
    let zone = chat.zone
    let dialog = PrintDialog(
      chat, in: archive,
      dates: {
        DateFinder(
          archive, chat.id, DayCalendar(timeZone: zone, locale: .desktop), at: DayCalendar.instant(Date()))
      })
    Task { [weak dialog] in
      let details = try? await archive.details(of: chat.id)
      dialog?.days.show(first: details?.firstSentAt, last: details?.lastSentAt)
    }
    dialog.didAccept = { [weak self, weak window] options, pages, destination in
      guard let self, let window else { return }
      let title = options.renamesPeople ? tr("Chat") : chat.fullTitle
      switch destination {
      case .pdf:
        let plain = FileName.plain(title)
        let name = plain.isEmpty ? tr("Chat") : plain
        PlaceDialog(
          save: tr("Save as PDF"), accept: tr("Save"), name: "\(name).pdf", over: window
        ).show { [weak self] in self?.save(pages, of: chat.id, in: archive, options, to: $0) }
      case .printer:
        Task { [weak self] in
          await self?.print(pages, of: chat.id, in: archive, options, titled: title, over: window)
        }
      }
    }
    dialog.present(over: window)
  }

  /// Writes the pages of a chat into a PDF file.
  ///
  /// - Parameter pages: The pages; nil if they are not counted yet.
  func save(
    _ pages: PrintedChat?, of chat: Conversation.ID, in archive: Archive, _ options: PrintOptions,
    to path: String
  ) {
    guard !isRunning else { return }
    log.debug("begin", ["path": path, "format": "pdf"])
    begin(.pdf(path: path)) { progress, isCancelled throws(ExportError) in
      let counted =
        if let pages { pages } else {
          try await PrintedChat.divide(archive, chat, options, progress: progress, isCancelled: isCancelled)
        }
      guard let counted else { return .finished(path: path, ExportSummary(messages: 0, bytes: 0)) }
      return .finished(
        path: path,
        try await counted.writePDF(
          to: .file(URL(fileURLWithPath: path)), progress: progress, isCancelled: isCancelled))
    }
  }

  /// Asks for a printer, and prints the pages of a chat.
  ///
  /// - Parameters:
  ///   - pages: The pages; nil if they are not counted yet.
  ///   - prepare: Called before the desktop's dialog is shown.
  func print(
    _ pages: PrintedChat?, of chat: Conversation.ID, in archive: Archive, _ options: PrintOptions,
    titled title: String, over window: Window,
    prepare: (PrintOperation) -> Void = { _ in }
  ) async {
    guard !isRunning else { return }
    let job = ExportJob.print(title: title)
    let stop = StopFlag()
    self.stop = stop
    var counted = pages
    if counted == nil {
      state = .running(job, ExportProgress(messages: 0, total: 0))
      do {
        counted = try await PrintedChat.divide(
          archive, chat, options,
          progress: { [weak self] progress in
            Task { @MainActor in self?.note(progress, job, of: stop) }
          }, isCancelled: { stop.isRaised })
      } catch {
        return ended(.failed(job, error))
      }
    }
    guard let counted else { return ended(.finished(path: title, ExportSummary(messages: 0, bytes: 0))) }
    // The system's dialog is the sign of life from here on.
    state = .idle
    var failure: ExportError?
    let size = options.paper.size
    let run = PrintRun(counted)
    let operation = PrintOperation(
      name: title, pageCount: counted.pageCount, paper: options.paper.standardName, width: size.width,
      height: size.height
    ) { [weak self] page, canvas in
      guard let self, !stop.isRaised else { return false }
      state = .running(job, ExportProgress(messages: page + 1, total: counted.pageCount, unit: .pages))
      do throws(ExportError) { try await run.draw(page, on: canvas) } catch {
        failure = error
        return false
      }
      return !stop.isRaised
    }
    log.debug("begin", ["pages": counted.pageCount])
    prepare(operation)
    switch await operation.run(over: window) {
    case .printed: ended(.printed(title: title, pages: counted.pageCount))
    case .cancelled:
      ended(failure.map { .failed(job, $0) } ?? (state == .idle ? .idle : .failed(job, .cancelled)))
    case .failed(let reason): ended(.failed(job, .writeFailed(path: title, reason: reason)))
    }
  }

  // MARK: The results of a search

  /// Asks for a file, and writes the results of a search into it.
  package func askToWrite(_ results: ResultsExporter, named name: String, over window: Window) {
    guard !isRunning else { return }
    let plain = FileName.plain(name)
    let title = plain.isEmpty ? tr("Messages") : plain
    PlaceDialog(
      save: results.format == .table ? tr("Save Messages as CSV") : tr("Save Messages as Text"),
      accept: tr("Save"), name: "\(title).\(results.format.rawValue)", over: window
    ).show { [weak self] in self?.write(results, to: $0) }
  }

  func write(_ results: ResultsExporter, to path: String) {
    guard !isRunning else { return }
    log.debug("begin", ["path": path, "format": results.format.rawValue])
    begin(.chat(path: path)) { progress, isCancelled throws(ExportError) in
      let file = ExportDestination.file(URL(fileURLWithPath: path))
      return .finished(
        path: path, try await results.run(to: file, progress: progress, isCancelled: isCancelled))
    }
  }

  // MARK: Files of messages

  /// Asks for a folder, and saves the files of messages in it.
  ///
  /// - Parameters:
  ///   - name: The name of a new folder in the chosen one, unless that is empty.
  ///   - saver: What is saved.
  package func askToSave(_ saver: MediaSaver, named name: String, over window: Window) {
    guard !isRunning else { return }
    PlaceDialog(folder: tr("Choose Where to Save"), accept: tr("Save"), over: window).show {
      [weak self] folder in
      Task {
        let folder = await Self.place(in: folder, named: name)
        self?.save(saver, into: folder)
      }
    }
  }

  /// Asks for a folder, and saves all files of a chat that are of some kinds.
  package func askToSave(
    _ shelves: Set<MediaShelf>, of chat: Conversation, in archive: Archive, over window: Window
  ) {
    let saver = MediaSaver(archive, .chat(chat.id, .all), shelves: shelves, timeZone: chat.zone)
    askToSave(saver, named: chat.fullTitle, over: window)
  }

  func save(_ saver: MediaSaver, into folder: String) {
    guard !isRunning else { return }
    log.debug("begin", ["path": folder])
    begin(.media(folder: folder)) { progress, isCancelled throws(ExportError) in
      let url = URL(fileURLWithPath: folder, isDirectory: true)
      return .saved(
        folder: folder, try await saver.run(into: url, progress: progress, isCancelled: isCancelled))
    }
  }

  /// The chosen folder if it is empty; otherwise a folder in it, so that files do not mix.
  @concurrent
  static func place(in folder: String, named name: String) async -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if names.allSatisfy({ $0.hasPrefix(".") }) { return folder }
    let plain = FileName.plain(name)
    // That of an earlier time.
    if URL(fileURLWithPath: folder).lastPathComponent == plain { return folder }
    return URL(fileURLWithPath: folder).appendingPathComponent(plain.isEmpty ? tr("Media") : plain).path
  }

  // MARK: Running

  private func begin(
    _ job: ExportJob,
    _ run:
      @escaping @Sendable (
        _ progress: @escaping @Sendable (ExportProgress) -> Void,
        _ isCancelled: @escaping @Sendable () -> Bool
      ) async throws(ExportError) -> State
  ) {
    let stop = StopFlag()
    self.stop = stop
    state = .running(job, ExportProgress(messages: 0, total: 0))
    let pace = ImportPace()
    ExportWork.start {
      let state: State
      do throws(ExportError) {
        state = try await run(
          { [weak self] progress in
            guard pace.isDue() else { return }
            Task { @MainActor in self?.note(progress, job, of: stop) }
          }, { stop.isRaised })
      } catch {
        state = .failed(job, error)
      }
      Task { @MainActor [weak self] in self?.ended(state) }
    }
  }

  /// Cancels a running export. It leaves no file of a chat; files of messages that were saved stay.
  package func cancel() {
    guard let stop, !stop.isRaised, case .running(let job, _) = state else { return }
    stop.raise()
    state = .cancelling(job)
  }

  /// Removes a result.
  package func dismiss() { if !isRunning { state = .idle } }

  /// Cancels a running export, or closes the panel. Returns false if neither applies.
  package func escape() -> Bool {
    guard panel.visible || cover?.visible == true else { return false }
    if isRunning { cancel() } else { dismiss() }
    return true
  }

  private func note(_ progress: ExportProgress, _ job: ExportJob, of stop: StopFlag) {
    guard stop === self.stop, case .running = state else { return }
    state = .running(job, progress)
  }

  private func ended(_ end: State) {
    stop = nil
    switch end {
    case .finished(_, let summary):
      log.debug("done", ["messages": summary.messages, "bytes": summary.bytes])
    case .saved(_, let saved): log.debug("done", ["files": saved.count, "bytes": saved.bytes])
    case .printed(_, let pages): log.debug("done", ["pages": pages])
    case .failed(let job, .cancelled): log.debug("cancelled", ["path": job.path])
    case .failed(_, let error): log.warning("failed", ["error": error.description])
    case .idle, .running, .cancelling: break
    }
    state = end
  }
}

/// The export itself, off the main thread.
package struct ExportWork: Sendable {
  /// Exports a chat to a path, with callbacks for the progress and for stopping.
  let run:
    @Sendable (
      Archive, Conversation.ID, ExportOptions, _ path: String,
      _ progress: @escaping @Sendable (ExportProgress) -> Void, _ isCancelled: @escaping @Sendable () -> Bool
    ) async throws(ExportError) -> ExportSummary

  static let real = ExportWork { archive, chat, options, path, progress, isCancelled throws(ExportError) in
    try await Exporter(archive, chat: chat, options: options).run(
      to: .file(URL(fileURLWithPath: path)), progress: progress, isCancelled: isCancelled)
  }

  /// The running exports of all windows.
  private static let underWay = DispatchGroup()

  /// Seconds. Removing a draft takes milliseconds; the program does not wait longer for a disk that does not respond.
  private static let waitLimit = 2.0

  fileprivate static func start(_ work: @escaping @Sendable () async -> Void) {
    underWay.enter()
    // Not on the main actor, which is blocked while the program waits for the end of the export.
    Task.detached {
      await work()
      underWay.leave()
    }
  }

  /// Waits until cancelled exports have removed their drafts. Call it when the program ends.
  package static func waitForAll() { _ = underWay.wait(timeout: .now() + waitLimit) }
}
