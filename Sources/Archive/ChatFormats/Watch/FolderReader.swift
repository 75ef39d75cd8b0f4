import Chats
import Foundation

/// Reads what is new in a folder that is kept up to date.
///
/// The folder is the same as for an import of the whole folder: the names of its other files say which channel a log
/// belongs to, and which files belong together. Only exports with a changed file are read.
public struct FolderReader: Sendable {
  private let folder: URL
  private let answers: WatchAnswers
  private let exceptions: Set<String>

  public init(_ folder: WatchedFolder) {
    self.folder = URL(fileURLWithPath: folder.path)
    answers = WatchAnswers(folder.answers)
    exceptions = folder.exceptions
  }

  /// The result of reading.
  public struct Result: Sendable {
    /// What became of the files. Files of which nothing is known, such as those after a cancellation, stay due.
    public var files: [WatchedFile] = []
    public var summary = ImportSummary()
    /// The paths of the exports that were read, the first file of each.
    public var read: [String] = []
    /// The number of files that were read.
    public var readCount = 0
    /// What is missing because a file is damaged or ends early, at most ``problemLimit``.
    public var damage: [ImportProblem] = []
    public static let problemLimit = 20

    /// Whether the archive could not take the messages, so that reading must be tried again later.
    public var archiveError: ArchiveError? {
      if case .archive(let error)? = summary.failures.last { error } else { nil }
    }
  }

  /// Imports the files that are due. Blocks.
  ///
  /// - Parameters:
  ///   - due: The files.
  ///   - changes: The files that were read before.
  ///   - didBegin: Called with the import before it has a message.
  public func read(
    _ due: FolderChanges.Due, _ changes: FolderChanges, into archive: any ImportDestination,
    observer: ImportObserver = ImportObserver()
  ) -> Result {
    var result = Result()
    let listing = ImportListing(of: [folder], isCancelled: observer.isCancelled)
    let chosen = answers.options(exceptions: exceptions)
    let plan = ImportPlan(
      of: listing.files, zips: listing.zips, at: folder, options: chosen, chunkSize: Importer.chunkSize,
      isCancelled: observer.isCancelled)
    guard !observer.isCancelled() else {
      result.summary.isCancelled = true
      return result
    }
    var selection = Selection(folder: folder, due: due)
    let exports = selection.exports(of: plan, listing, answers: answers, into: &result)
    do throws(ArchiveError) {
      var options = chosen
      let readable = try withoutQuestions(
        exports, selection, changes, into: archive, &options, &result, observer.isCancelled)
      guard !readable.isEmpty, !observer.isCancelled() else {
        result.summary.isCancelled = observer.isCancelled()
        return result
      }
      let read = ReadExports(readable.map(\.parts[0].url))
      let resting = Set(due.settled.filter { changes.isAtRest($0.key, $0.value) }.keys)
      options.restingLogs = Set(resting.map { folder.appendingPathComponent($0) })
      result.summary = Importer(into: archive, options: options).run(folder, only: read, observer: observer)
      note(read, readable, selection, resting: resting, &result)
    } catch {
      result.summary.failures.append(.archive(error))
    }
    return result
  }

  /// Records what became of the exports.
  private func note(
    _ read: ReadExports, _ exports: [ImportInput], _ selection: Selection, resting: Set<String>,
    _ result: inout Result
  ) {
    // Nothing is known of what was written.
    guard result.archiveError == nil else { return }
    for export in exports {
      guard let failure = read.ended[export.parts[0].url] else { continue }
      for path in selection.paths(of: export) {
        let isOpen = export.format.isLog && !resting.contains(path) && selection.endsInLine(path)
        selection.note(
          path, failure != nil ? .failed : isOpen ? .open : .read, failure?.description, &result)
      }
      // All files, so that none of them is read again if this is undone.
      result.read += export.parts.map { selection.path(of: $0) }
      result.readCount += export.parts.count
    }
  }

  // MARK: Questions

  /// The exports about which no question is open, and the owners of their new chats.
  private func withoutQuestions(
    _ exports: [ImportInput], _ selection: Selection, _ changes: FolderChanges,
    into archive: any ImportDestination, _ options: inout ImportOptions, _ result: inout Result,
    _ isCancelled: @escaping () -> Bool
  ) throws(ArchiveError) -> [ImportInput] {
    var gathering = SurveyGathering(options: options, archive: archive)
    var facts: [(export: ImportInput, facts: SurveyGathering.ExportFacts?)] = []
    for export in exports where !isCancelled() {
      // The log that has grown raises no question that was not answered before.
      let isKnown =
        !export.format.reader.knowsChatsByTitle
        && selection.paths(of: export).allSatisfy { changes.wasRead($0) }
      facts.append((export, isKnown ? nil : gathering.read(export, isCancelled: isCancelled)))
    }
    let survey = gathering.survey(isComplete: true)
    let chats = Dictionary(survey.chats.map { ($0.id, $0) }) { first, _ in first }
    let known = answers.conversation == nil ? try archive.knownConversations(ofKeys: Set(chats.keys)) : []
    let strangers = Set(survey.strangers.filter { !exceptions.contains($0.chat) }.map(\.file))
    var readable: [ImportInput] = []
    for (export, facts) in facts {
      guard let facts else {
        readable.append(export)
        continue
      }
      var isOpen = !answers.takesDefaults && isOpen(facts, strangers.contains(export.parts[0].url))
      for chat in facts.chats.compactMap({ chats[$0] })
      where !known.contains(chat.id) && !exceptions.contains(chat.id) {
        switch answers.owner(of: chat) {
        case .success(let owner): options.owners[chat.id] = owner
        case .failure: isOpen = true
        }
      }
      guard isOpen else {
        readable.append(export)
        continue
      }
      for path in selection.paths(of: export) { selection.note(path, .waiting, nil, &result) }
    }
    return readable
  }

  private func isOpen(_ facts: SurveyGathering.ExportFacts, _ isStranger: Bool) -> Bool {
    isStranger && answers.conversation == nil
      || facts.questions.contains(.dayOrder) && answers.dayOrder == nil
      || facts.assumedZone && answers.timeZone == nil
  }

  // MARK: Files

  /// The due files of the folder, and the exports that they belong to.
  private struct Selection {
    let folder: URL
    let due: FolderChanges.Due
    /// The paths of the due files, by their absolute paths.
    private let paths: [String: String]

    init(folder: URL, due: FolderChanges.Due) {
      self.folder = folder
      self.due = due
      var paths: [String: String] = [:]
      for path in due.settled.keys { paths[folder.appendingPathComponent(path).path] = path }
      for path in due.growing.keys { paths[folder.appendingPathComponent(path).path] = path }
      self.paths = paths
    }

    /// The file, or the zip file with it.
    private static func file(_ file: ImportFile) -> URL { file.entry?.zip.url ?? file.url }

    /// The due files of an export.
    func paths(of export: ImportInput) -> [String] {
      Set(export.parts.compactMap { paths[Self.file($0).path] }).sorted()
    }

    /// The path of a file in the folder.
    func path(of file: ImportFile) -> String {
      let path = Self.file(file).path
      return path.hasPrefix(folder.path + "/") ? String(path.dropFirst(folder.path.count + 1)) : path
    }

    /// Whether a file has a last line without an end.
    func endsInLine(_ path: String) -> Bool {
      FolderListing.endsInLine(folder.appendingPathComponent(path).path)
    }

    func note(
      _ path: String, _ outcome: WatchedFile.Outcome, _ note: String?, _ result: inout Result
    ) {
      guard let stamp = due.settled[path] ?? due.growing[path] else { return }
      let file = WatchedFile(path: path, stamp: stamp, outcome: outcome, note: note)
      // A zip file can have several exports. The worst outcome counts.
      if let index = result.files.firstIndex(where: { $0.path == path }) {
        if result.files[index].outcome.isLess(than: outcome) { result.files[index] = file }
      } else {
        result.files.append(file)
      }
    }

    /// The exports to read. Records the outcome of files that are none.
    mutating func exports(
      of plan: ImportPlan, _ listing: ImportListing, answers: WatchAnswers, into result: inout Result
    ) -> [ImportInput] {
      var exports: [ImportInput] = []
      // The files of exports, which are read now or later.
      var planned: Set<String> = []
      for problem in listing.problems where problem.effect == .skipped {
        if let path = paths[problem.file.path] { note(path, .failed, problem.reason, &result) }
      }
      for step in plan.steps {
        switch step {
        case .leaveOut(let file, let error):
          guard let path = paths[Self.file(file).path], due.settled[path] != nil else { continue }
          switch error {
          case .unreadable, .readFailed: note(path, .failed, error.description, &result)
          default: note(path, .seen, nil, &result)
          }
        case .read(let export):
          let paths = paths(of: export)
          planned.formUnion(paths)
          guard !paths.isEmpty else { continue }
          // An export that is being written is not complete; a log always is, up to its last line.
          if paths.contains(where: { due.growing[$0] != nil }), !export.format.isLog { continue }
          if answers.reads(export.format) {
            exports.append(export)
          } else {
            for path in paths { note(path, .seen, nil, &result) }
          }
        }
      }
      // Files that belong to an export without messages of their own, such as pictures, and empty zip files.
      for path in due.settled.keys
      where !planned.contains(path) && !result.files.contains(where: { $0.path == path }) {
        note(path, .seen, nil, &result)
      }
      return exports
    }
  }
}

/// The exports of a folder that an import reads, by their first files, and their ends.
final class ReadExports {
  private let files: Set<URL>
  /// The failure of each export that was read to its end; nil if there was none.
  private(set) var ended: [URL: ImportError?] = [:]

  init(_ files: [URL]) { self.files = Set(files) }

  func contains(_ export: ImportInput) -> Bool { files.contains(export.parts[0].url) }

  func end(_ export: ImportInput, _ failure: ImportError?) {
    ended.updateValue(failure, forKey: export.parts[0].url)
  }
}

extension ImportFormat {
  /// Whether the files are written line by line, so that they can be read at any time.
  fileprivate var isLog: Bool { IRCLogReader.formats.contains(self) }
}
