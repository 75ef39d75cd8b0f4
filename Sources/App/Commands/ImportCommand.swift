import AppBase
import ArchiveWords
import ArgumentParser
import ChatExport
import ChatFormats
import ChatStore
import Chats
import FilePaths
import Foundation
import GLib
import Synchronization
import Translation
import Watching

/// `backscroll import FILE ... --into ARCHIVE`: imports chat exports into an archive.
package struct ImportCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: tr("Import chat exports and logs into an archive."),
    discussion: [
      tr(
        "A folder stands for the files in it. Messages that are in the archive already are not added again. To complete an interrupted import, or to add what is new in a log, import the same file again."
      ),
      tr(
        "On a terminal, the command shows the contents of the files and asks for missing facts. Otherwise, and with --yes, the most likely answers are taken, and standard error says which."
      ),
      tr(
        "With --watch, the command imports the folder, and then each new file and line in it, until Ctrl+C ends it. Without a folder, it keeps the archive up to date with all folders that it was kept up to date with before."
      ),
      tr("Exit status: 0 for success; 1 if some records were skipped; 2 for a failure."),
    ].joined(separator: "\n\n"))

  package init() {}

  @Argument(help: ArgumentHelp(tr("Files and folders to read."), valueName: "file"), completion: .file())
  package var files: [String] = []

  @Option(help: ArgumentHelp(tr("The archive; created if it does not exist."), valueName: "archive"))
  package var into: String

  @Option(help: ArgumentHelp(tr("The format of the files. Default: detected from their contents.")))
  package var format: ImportFormat?

  @Flag(
    help: ArgumentHelp(
      tr("Keep files outside of the folder of a Backscroll export. Only for exports of your own.")))
  var trustPaths = false

  @Option(
    help: ArgumentHelp(
      tr("The time zone of files without one, such as Europe/Rome. Default: that of this computer."),
      valueName: "id"))
  package var timeZone: String?

  @Option(help: ArgumentHelp(tr("Your name in the chats."), valueName: "name"))
  package var me: String?

  @Option(
    help: ArgumentHelp(
      tr("The order of dates. Default: inferred from each file."), valueName: "order"))
  package var dayOrder: ImportOptions.DayOrder?

  @Option(
    help: ArgumentHelp(
      tr("Import only this chat, by its title or key. Can be given several times. Default: all chats."),
      valueName: "chat"))
  package var chat: [String] = []

  @Option(help: ArgumentHelp(tr("A chat of the archive that the messages are added to."), valueName: "name"))
  var intoChat: String?

  @Flag(help: ArgumentHelp(tr("Copy pictures and files beside the archive, into ARCHIVE.media.")))
  var keepMedia = false

  @Option(
    help: ArgumentHelp(
      tr(
        "Whether to merge people who have two names in overlapping exports. Default: ask on a terminal."
      ),
      valueName: "ask|yes|no"))
  var samePeople = SamePeopleChoice.ask

  @Flag(help: ArgumentHelp(tr("Ask nothing; take the most likely answers.")))
  package var yes = false

  @Flag(help: ArgumentHelp(tr("Show what the files contain, and import nothing.")))
  var dryRun = false

  @Flag(help: ArgumentHelp(tr("Keep the archive up to date with a folder, until Ctrl+C.")))
  var watch = false

  package func validate() throws {
    if files.isEmpty, !watch { throw ValidationError(tr("Name the files and folders to import.")) }
    if watch, files.count > 1 || dryRun {
      throw ValidationError(tr("--watch takes one folder, and not --dry-run."))
    }
    guard timeZone == nil || zone != nil else {
      throw ValidationError(
        tr(
          "--time-zone takes an identifier such as Europe/Rome, not “{zone}”.", ["zone": timeZone ?? ""]))
    }
  }

  private var zone: TimeZone? {
    timeZone.flatMap {
      TimeZone.knownTimeZoneIdentifiers.contains($0) || $0 == "UTC" ? TimeZone(identifier: $0) : nil
    }
  }

  private var urls: [URL] { files.map { URL(fileURLWithPath: $0) } }

  package func run() throws {
    if let failure = nothingToRead { throw failure }
    if watch { return try keepUpToDate() }
    guard let options = try answers()?.options else { return }
    // Catch signals only from here on: until now nothing was written, so a signal may end the process at once.
    let interrupt = Interrupt()
    let isNew = !FileManager.default.fileExists(atPath: into)
    let started = ContinuousClock.now
    let (summary, path) = try fill(options, interrupt)
    for failure in summary.failures { Program.complain(failure.description) }
    if let interruption = ImportReport.interruption(of: summary, path: path) {
      throw CommandFailure(interruption)
    }
    if isNew, summary.added == 0, summary.duplicates == 0, Archive.removeIfEmpty(at: path) {
      try Program.output([tr("Nothing was imported, so no archive was created.")])
    } else {
      let report = ImportReport(summary, path: path)
      try Program.output([report.sentence])
      // Not for other programs: it differs from run to run.
      if isatty(STDOUT_FILENO) == 1 { try Program.output(report.figures(after: .now - started)) }
    }
    try settlePeople(path)
    let status = ImportReport.status(of: summary)
    guard status == 0 else { throw ExitCode(status) }
  }

  // MARK: Folders that are kept up to date

  /// Imports the folder, unless the archive knows it already, and follows all folders of the archive.
  private func keepUpToDate() throws {
    if let file = files.first, let folder = FolderPlan.folder(of: [file]) {
      guard !FolderPlan.isTooWide(folder, archive: into) else {
        throw CommandFailure(
          tr(
            "The archive cannot be kept up to date with “{path}”. Choose a folder that holds only exports.",
            ["path": folder]))
      }
      if try !resume(folder), try !importFirst(folder) { return }
    }
    let archive = try Archive(path: into, mode: .existing)
    defer { archive.close() }
    if let obstacle = archive.writeObstacle { throw obstacle }
    let folders = try Blocking.wait { try await archive.watchedFolders() }
    guard folders.contains(where: { if case .stopped = $0.state { false } else { true } }) else {
      throw CommandFailure(
        tr("No folder keeps “{path}” up to date. Specify a folder.", ["path": archive.path]))
    }
    try MainActor.assumeIsolated { try WatchLoop(archive).run() }
  }

  /// Makes a folder that the archive was kept up to date with before an active one. Returns whether it is one.
  private func resume(_ folder: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: into) else { return false }
    let archive = try Archive(path: into, mode: .existing)
    defer { archive.close() }
    let known = try Blocking.wait { try await archive.watchedFolders() }.first { $0.path == folder }
    guard let known else { return false }
    if known.state != .active { try Blocking.wait { try await archive.setState(.active, of: known.id) } }
    return true
  }

  /// Imports a folder for the first time. Returns whether to go on.
  private func importFirst(_ folder: String) throws -> Bool {
    guard let form = try answers() else { return false }
    let interrupt = Interrupt()
    var plan = FolderPlan(files, in: folder, form, isSeen: !yes && isOnTerminal)
    plan.answers.takesDefaults = yes
    plan.noteFiles(besides: into)
    let imports = ImportNumbers()
    var options = form.options
    options.isGrowing = true
    let (summary, path) = try fill(options, interrupt) { imports.add($0) }
    for failure in summary.failures { Program.complain(failure.description) }
    if let interruption = ImportReport.interruption(of: summary, path: path) {
      throw CommandFailure(interruption)
    }
    try Program.output([ImportReport(summary, path: path).sentence])
    try settlePeople(path)
    let archive = try Archive(path: into, mode: .existing)
    defer { archive.close() }
    try plan.begin(
      in: archive, imports: imports.all, at: Int64(Date().timeIntervalSince1970 * 1_000))
    // The import may have ended before the signal came.
    return !interrupt.isRaised
  }

  /// The numbers of the imports, collected on the thread of the import.
  private final class ImportNumbers: Sendable {
    private let numbers = Mutex<[ImportRecord.ID]>([])

    var all: [ImportRecord.ID] { numbers.withLock { $0 } }
    func add(_ number: ImportRecord.ID) { numbers.withLock { $0.append(number) } }
  }

  // MARK: Questions

  private var isOnTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private var dialogue: ImportDialogue {
    ImportDialogue(
      write: { try? StandardStream.error.write($0) }, read: { readLine(strippingNewline: true) })
  }

  /// Asks which names belong to one person. `--yes` does not merge them: a wrong merge would show two people as one.
  private func settlePeople(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let archive = try Archive(path: path, mode: .existing)
    defer { archive.close() }
    let questions = try Blocking.wait { try await archive.peopleQuestions() }
    guard !questions.isEmpty else { return }
    let settlement = SamePeopleSettlement(
      choice: samePeople, dialogue: yes || !isOnTerminal ? nil : dialogue)
    let answers = settlement.answers(to: questions)
    for areSame in [true, false] {
      let pairs = questions.map(\.id).filter { answers[$0] == areSame }
      try Blocking.wait { try await archive.answer(pairs, areSame: areSame) }
    }
    for line in settlement.report(questions, answers) { Program.note(line) }
  }

  private var told: ImportOptions {
    ImportOptions(
      format: format, timeZone: zone ?? .current, dayOrder: dayOrder, owner: me, keepsMedia: keepMedia,
      trustsPaths: trustPaths)
  }

  /// What was chosen and asked; nil if nothing is to be imported.
  private func answers() throws -> ImportForm? {
    let asks = !yes && !dryRun && isOnTerminal
    let readsAll = asks || dryRun || !chat.isEmpty || intoChat != nil
    let line = ProgressLine()
    let archive =
      readsAll && intoChat == nil && FileManager.default.fileExists(atPath: into)
      ? try Archive(path: into, mode: .existing) : nil
    defer { archive?.close() }
    let survey = ImportSurvey.of(
      urls, options: told, depth: readsAll ? .whole : .beginning(bytes: Self.guessBytes), into: archive,
      update: { survey in
        let survey = survey()
        line.show(
          Counted.messages(survey.chats.reduce(0) { $0 + $1.messageCount }),
          fraction: Double(survey.bytesRead) / Double(max(1, survey.totalBytes)))
      })
    line.clear()
    var form = ImportForm(survey: survey, options: told)
    form.zoneIsTold = zone != nil
    try choose(in: &form)
    if dryRun {
      for failure in survey.failures { Program.complain(failure.description) }
      try Program.output(SurveyReport(form).text)
      guard !survey.found.isEmpty else { throw ExitCode(2) }
      return nil
    }
    guard !survey.found.isEmpty else { return form }
    if let me, !survey.knows(me) { try check(me, readsAll ? survey : nil) }
    if asks {
      for text in SurveyReport(form).text { Program.note(text) }
      guard dialogue.complete(&form, into: into) else {
        try Program.output([tr("Nothing was imported.")])
        return nil
      }
    } else {
      for guess in form.guesses { Program.note("\(Program.name): \(guess)") }
    }
    return form
  }

  /// The bytes read of each export if it is read only for guesses.
  private static let guessBytes: Int64 = 2 << 20

  private func choose(in form: inout ImportForm) throws {
    guard !chat.isEmpty else { return }
    func matches(_ chat: ImportSurvey.Chat, _ words: String) -> Bool {
      chat.id == words || chat.title.compare(words, options: [.caseInsensitive]) == .orderedSame
    }
    for words in chat where !form.survey.chats.contains(where: { matches($0, words) }) {
      let titles = form.survey.chats.prefix(Self.namedChats).map { "“\($0.title)”" }.joined(separator: ", ")
      throw CommandFailure(
        tr("The files have no chat “{chat}”. They have {titles}.", ["chat": words, "titles": titles]))
    }
    form.leftOut = Set(
      form.survey.chats.filter { found in !chat.contains { matches(found, $0) } }.map(\.id))
  }

  private static let namedChats = 20

  /// Stops an import under a name that is not in the files: no message would be the owner's.
  ///
  /// - Parameter survey: The survey of the whole files; nil if they are not read yet.
  private func check(_ name: String, _ survey: ImportSurvey?) throws {
    let survey = survey ?? ImportSurvey.of(urls, options: told)
    guard !survey.knows(name) else { return }
    // The name may be in the archive although that person wrote nothing in these files.
    if FileManager.default.fileExists(atPath: into) {
      let archive = try Archive(path: into, mode: .existing)
      defer { archive.close() }
      let found = try Blocking.wait { try await archive.people(named: name, limit: Self.namedPeople) }
      if found.contains(where: { $0.name == name }) { return }
    }
    let people = survey.candidates(in: survey.chats).map { "“\($0.name)”" }
    throw CommandFailure(
      people.count > Self.namedPeople
        ? tr("The files contain no person named “{name}”.", ["name": name])
        : tr(
          "The files contain no person named “{name}”. They have {people}.",
          ["name": name, "people": people.joined(separator: ", ")]))
  }

  private static let namedPeople = 12

  /// The chat of the archive that everything goes into.
  private func target(in archive: Archive) throws -> Conversation.ID? {
    guard let intoChat else { return nil }
    return try Blocking.wait { try await archive.chat(named: intoChat) }.id
  }

  /// Imports. Returns the summary and the path of the archive.
  private func fill(
    _ options: ImportOptions, _ interrupt: Interrupt, didBegin: @escaping (ImportRecord.ID) -> Void = { _ in }
  ) throws -> (ImportSummary, path: String) {
    let archive = try Archive(path: into, mode: .createIfMissing)
    // Closes the archive before the caller removes it if it is empty.
    defer { archive.close() }
    var options = options
    options.conversation = try target(in: archive)
    let line = ProgressLine()
    defer { line.clear() }
    let rate = ImportRate()
    let observer = ImportObserver(
      progress: { progress in
        let words = [Counted.messages(progress.messages)] + rate.words(of: progress)
        line.show(words.joined(separator: " · "), fraction: progress.fraction)
      },
      problem: { problem in
        line.clear()
        Program.note(problem.description)
      }, didBegin: didBegin, isCancelled: { interrupt.isRaised })
    return (Importer(into: archive, options: options).run(urls, observer: observer), archive.path)
  }

  /// The error if none of the files exists. No archive is created then.
  private var nothingToRead: ImportError? {
    guard let first = files.first, !files.contains(where: { FilePath.status(of: $0) != nil }) else {
      return nil
    }
    return .missing(path: first)
  }
}

extension ImportSurvey {
  /// Whether a person has this name or key; also true if the list of people is incomplete.
  fileprivate func knows(_ name: String) -> Bool {
    chats.contains { chat in
      chat.people.count >= Chat.personLimit || chat.toldOwner != nil
        || chat.people.contains { $0.name == name || $0.id == name }
    }
  }
}

extension ImportOptions.DayOrder: ExpressibleByArgument {}

extension ImportFormat: ExpressibleByArgument {}
