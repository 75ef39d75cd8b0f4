import AppBase
import ArchiveWords
import ChatFormats
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import Translation
import Watching

/// Imports the files that are dropped on a window, chosen in its dialog or opened from elsewhere, after a page that asks
/// the open questions.
@MainActor
package final class WindowImports {
  package let panel = ImportPanel()
  package let sheet = ImportSheet()
  package let hint = DropHint()
  package let target = FileDropTarget()
  /// Moves over the window, of which there are none during a drag.
  package let pointer = MotionController()
  package let queue: ImportQueue
  private let source: ArchiveSource
  private let surveyWork: SurveyWork
  private let log = EventLog("import")
  package private(set) var page: ImportPage?
  /// Asks whether to cancel.
  package private(set) weak var question: Question?
  /// The orders whose pages follow the shown one.
  private var waiting: [ImportRequest] = []
  private var survey: StopFlag?
  /// The chats of the page that were looked up in the archive.
  private var lookedUp: Set<String> = []
  private let looking = LatestTask()
  private let accepting = LatestTask()
  private let losing = LatestTask()
  /// The seconds after which the source of a drop sends nothing more.
  private static let patience = 10.0
  /// The latest task that reads from the archive which people to ask about.
  package private(set) var asking: Task<Void, Never>?
  /// The questions that were closed without an answer.
  package var dismissals = PeopleDismissals()

  /// Returns true if the window's archive could not be opened. Imports then go into a new archive.
  package var hasFailed: () -> Bool = { false }
  /// The window's archive, if it is open.
  package var archive: () -> Archive? = { nil }
  /// Called when an archive was dropped or chosen.
  package var didRequestOpening: ((String) -> Void)?
  /// Returns the folders that the window's archive is kept up to date with.
  package var keptFolders: () -> Set<String> = { [] }
  /// Called when an import was accepted.
  package var didAccept: ((ImportRequest) -> Void)?
  /// Called when files were imported, at least in part.
  package var didFinish: ((ImportOutcome) -> Void)?
  /// Called to show the imported messages.
  package var didRequestMessages: ((ImportOutcome) -> Void)?
  /// Called with the chats that have changed because an import was undone or people were combined.
  package var didChangeChats: ((Set<Conversation.ID>) -> Void)?

  package init(
    into source: ArchiveSource, work: ImportWork = .real, undoWork: UndoWork = .real,
    surveyWork: SurveyWork = .real
  ) {
    self.source = source
    self.surveyWork = surveyWork
    queue = ImportQueue(work: work, undoWork: undoWork)
    queue.didChange = { [weak self] in self?.changed($0) }
    panel.willTakeFocus = { [weak self] in self?.sheet.covers?.closeAll() }
    panel.didCancel = { [weak self] in self?.queue.cancel() }
    panel.didClose = { [weak self] in self?.dismiss() }
    panel.didRequestMessages = { [weak self] in self?.showLast() }
    queue.didUndo = { [weak self] in self?.didChangeChats?($0) }
    panel.didRequestUndo = { [weak self] in self?.queue.undo() }
    panel.didAnswer = { [weak self] in self?.answer($0, areSame: $1) }
    // In the capture phase: the composer would insert the names of the files as text.
    target.propagationPhase = .capture
    target.hoverChanged.connect(weak: self) { $0.showHint() }
    target.hoveringChanged.connect(weak: self) { $0.showHint() }
    pointer.moved.connect(weak: self) { imports, _, _ in imports.loseDrag() }
    target.dropped.connect(weak: self) { imports, files, _, _ in imports.take(files.paths) }
  }

  /// Asks about files of a folder that the archive is kept up to date with, because their questions have no answers.
  package func answer(_ files: [String], in folder: String) {
    ask(request(files), keeping: folder)
  }

  /// Opens archives, and asks about all other files. Returns false if `paths` is empty.
  @discardableResult
  package func take(_ paths: [String]) -> Bool {
    let archives = paths.filter(Archive.isArchive)
    for path in archives { didRequestOpening?(path) }
    let exports = paths.filter { !archives.contains($0) }
    if !exports.isEmpty { ask(request(exports)) }
    return !paths.isEmpty
  }

  /// Whether the page with the questions before an import covers the window.
  package var isAsking: Bool { page != nil }

  /// Whether an import runs or is being undone, or its page is shown.
  package var isBusy: Bool { isAsking || queue.state.isBusy }

  /// Closes the page, asks whether to cancel a running import, or closes the panel. Returns false if nothing applies.
  package func escape() -> Bool {
    if page != nil {
      close()
    } else if queue.state.isRunning {
      confirmCancel()
    } else if panel.visible {
      dismiss()
    } else {
      return false
    }
    return true
  }

  /// Focuses the page or the report, if there is one; returns whether there is. Both take precedence over the content of the window.
  @discardableResult
  package func takeFocus() -> Bool {
    if let page {
      page.takeFocus()
    } else if case .finished = queue.state, panel.visible {
      panel.report.takeInitialFocus()
    } else {
      return false
    }
    return true
  }

  /// Stops the running work. Written messages stay.
  package func stop() {
    survey?.raise()
    queue.cancel()
  }

  private func request(_ files: [String]) -> ImportRequest {
    ImportRequest(files, from: source, hasFailed: hasFailed())
  }

  // MARK: The page

  /// Shows the page of a request, after those that were asked for before.
  ///
  /// - Parameter folder: The folder that it is for, if another one than that of the files.
  private func ask(_ request: ImportRequest, keeping folder: String? = nil) {
    log.debug("offered", ["file": request.files.first ?? "", "files": request.files.count])
    guard page == nil else {
      waiting.append(request)
      page?.waiting = waiting.count
      return
    }
    show(request)
    guard let folder else { return }
    page?.keeping.show(folder)
    page?.keeping.toggle.active = true
  }

  private func show(_ request: ImportRequest) {
    var request = request
    request.archivePath = queue.destination(of: request)
    let page = ImportPage(request)
    self.page = page
    lookedUp = []
    looking.cancel()
    page.waiting = waiting.count
    page.didCancel = { [weak self] in self?.close() }
    page.didAccept = { [weak self] form in self?.accept(request, form) }
    page.didRequestSurvey = { [weak self] in self?.examine(request) }
    page.didRequestFolder = { [weak self] in self?.askForFolder() }
    if let folder = page.keeping.folder, keptFolders().contains(folder) { page.keeping.toggle.active = true }
    page.change { $0.freeBytes = Self.freeBytes(at: request.archivePath) }
    // Below another cover, the page would have the focus unseen.
    sheet.covers?.closeAll()
    sheet.open(page)
    page.takeFocus()
    examine(request)
  }

  private func askForFolder() {
    guard let page, let window = page.window else { return }
    PlaceDialog(folder: tr("Keep Up to Date With"), accept: tr("Choose"), over: window).show {
      [weak page] in page?.keeping.show($0)
    }
  }

  private func examine(_ request: ImportRequest) {
    survey?.raise()
    let stop = StopFlag()
    survey = stop
    guard let page else { return }
    var request = request
    request.options = page.form.surveyOptions
    surveyWork.start(request, stop: stop) { [weak self, weak page] survey in
      guard let self, let page, page === self.page else { return }
      let couldAccept = page.form.obstacle == nil
      page.show(survey) { [weak self, weak page] in
        guard let self, let page, page === self.page else { return }
        if page.hasFocus { focusField(of: page, couldAccept: couldAccept) }
        // Also while the files are counted: a question that disappears at the end would swallow a click.
        findKnownChats(page)
        guard survey.isComplete else { return }
        log.debug(
          "surveyed",
          [
            "chats": survey.chats.count, "messages": page.form.messageCount,
            "failures": survey.failures.count,
          ])
      }
    }
  }

  /// Moves the focus from the page to the first question, as soon as it is known.
  private func focusField(of page: ImportPage, couldAccept: Bool) {
    if page.form.obstacle == nil {
      if !couldAccept { page.focusAnswer() }
    } else if page.form.survey.isComplete, !page.form.survey.found.isEmpty,
      page.window?.lastInput == .keyboard
    {
      // The page itself has no ring.
      page.focusFirstField()
    }
  }

  /// Finds the chats whose answers the archive already has.
  private func findKnownChats(_ page: ImportPage) {
    guard let archive = archive(), archive.path == queue.destination(of: request([])) else { return }
    let (chats, lookedUp) = (page.form.survey.chats, lookedUp)
    looking.run { [weak self, weak page] deliver in
      let (keys, all) = await Task.detached {
        let keys = Set(chats.map(\.id)).subtracting(lookedUp)
        return (keys, lookedUp.union(keys))
      }.value
      guard !keys.isEmpty else { return }
      let known = try await archive.knownOwners(ofKeys: Array(keys))
      try deliver {
        self?.lookedUp = all
        if !known.isEmpty { page?.changeChats { $0.knownOwners.merge(known) { $1 } } }
      }
    }
  }

  private static func freeBytes(at path: String) -> Int64? {
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
      folder.deleteLastPathComponent()
    }
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }

  private func accept(_ request: ImportRequest, _ form: ImportForm) {
    guard form.survey.chats.count > ImportPage.countedAtOnce else {
      return accept(request, form, form.options(isSeen: true))
    }
    accepting.run { [weak self] deliver in
      let options = await Task.detached { form.options(isSeen: true) }.value
      try deliver { self?.accept(request, form, options) }
    }
  }

  private func accept(_ request: ImportRequest, _ form: ImportForm, _ options: ImportOptions) {
    var request = request
    request.options = options
    if let folder = page?.keeping.kept {
      request.plan = FolderPlan(request.files, in: folder, form, isSeen: true)
    }
    let media = form.media
    if form.survey.isComplete, media.count > media.foundCount {
      request.missingMedia = media.count - media.foundCount
    }
    didAccept?(request)
    close()
    queue.add(request)
  }

  /// Closes the page, and shows the next one.
  private func close() {
    accepting.cancel()
    survey?.raise()
    survey = nil
    page = nil
    sheet.close()
    if !waiting.isEmpty { show(waiting.removeFirst()) }
  }

  // MARK: The import

  private func confirmCancel() {
    guard let window = panel.window else { return queue.cancel() }
    let question = Question(
      tr("Cancel Import?"), text: tr("Messages imported so far are kept. The rest can be imported later."),
      over: window)
    self.question = question
    question.ask(tr("Cancel Import")) { [weak self] in self?.queue.cancel() }
  }

  private func showHint() {
    let paths = target.hovering
    let areArchives = !paths.isEmpty && paths.allSatisfy(Archive.isArchive)
    guard target.isHovered else {
      losing.cancel()
      hint.visible = false
      return
    }
    if !paths.isEmpty { log.debug("hovering", ["files": paths.count, "archives": areArchives]) }
    hint.show(areArchives ? nil : request(paths))
  }

  /// Ends a drag whose source crashed. A drop whose files have not come yet gets some time.
  private func loseDrag() {
    guard target.isHovered else { return }
    if !target.hovering.isEmpty {
      rejectDrag()
    } else if !losing.isRunning {
      losing.run(after: Self.patience) { [weak self] _ in
        if let self, target.hovering.isEmpty { rejectDrag() }
      }
    }
  }

  private func rejectDrag() {
    log.debug("drag-lost")
    target.reject()
  }

  private func changed(_ state: ImportQueue.State) {
    panel.show(state)
    guard case .finished(let outcome) = state else { return }
    if outcome.undoError == nil, !outcome.isFailure { didFinish?(outcome) }
    askAboutPeople()
  }

  // MARK: People under two names

  /// Asks in the report which names belong to the same person. Without a report, asks the questions that earlier imports have
  /// left open, such as those of the command line.
  package func askAboutPeople() {
    guard let archive = archive(), canAsk(about: archive) else { return panel.report.questions.show([]) }
    let state = queue.state
    asking = Task { [weak self, log] in
      var questions: [PeopleQuestion] = []
      do throws(ArchiveError) {
        questions = try await archive.peopleQuestions()
      } catch {
        // The next import asks again.
        log.warning("people-not-asked", ["error": "\(error)"])
      }
      guard let self, queue.state == state, self.archive() === archive else { return }
      if state == .idle || state == .asking {
        questions.removeAll { self.dismissals.contains($0, of: archive.path) }
        if questions.isEmpty { queue.dismiss() } else { queue.ask() }
      }
      if questions != panel.report.questions.questions {
        log.debug("people-asked", ["pairs": questions.count])
      }
      panel.report.questions.show(questions)
    }
  }

  private func canAsk(about archive: Archive) -> Bool {
    switch queue.state {
    case .finished(let outcome): archive.path == outcome.archivePath
    // An answer could not be stored in an archive that is only read.
    case .idle, .asking: archive.writeObstacle == nil
    case .running, .cancelling, .undoing, .undone: false
    }
  }

  /// Closes the panel. Its questions are not asked again until the next import.
  private func dismiss() {
    if let archive = archive(), !queue.state.isBusy {
      dismissals.add(panel.report.questions.questions, of: archive.path)
    }
    queue.dismiss()
    panel.report.questions.show([])
  }

  private func answer(_ question: PeopleQuestion, areSame: Bool) {
    guard let archive = archive() else { return }
    log.debug("people-answered", ["same": areSame])
    // The question takes one answer, and stays until that is stored.
    panel.report.questions.setStoring(question.id, true)
    Task { [weak self] in
      do throws(ArchiveError) {
        try await archive.answer([question.id], areSame: areSame)
      } catch {
        self?.log.warning("not-answered", ["error": "\(error)"])
        self?.panel.report.questions.setStoring(question.id, false)
        self?.panel.report.tell(error)
        return
      }
      guard let self else { return }
      let questions = panel.report.questions
      questions.show(questions.questions.filter { $0 != question })
      if areSame { didChangeChats?(Set(question.chats)) }
      askAboutPeople()
    }
  }

  private func showLast() {
    guard case .finished(let outcome) = queue.state else { return }
    dismiss()
    didRequestMessages?(outcome)
  }
}

/// The questions about people that were closed without an answer since the program was started. They are asked again only in
/// the report of an import.
@MainActor
package final class PeopleDismissals {
  package init() {}

  private struct Pair: Hashable {
    let path: String
    let pair: PeoplePair
  }

  private var pairs: Set<Pair> = []

  package func add(_ questions: [PeopleQuestion], of path: String) {
    pairs.formUnion(questions.map { Pair(path: path, pair: $0.id) })
  }

  package func contains(_ question: PeopleQuestion, of path: String) -> Bool {
    pairs.contains(Pair(path: path, pair: question.id))
  }
}
