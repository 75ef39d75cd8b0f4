import ChatFiles
import Chats
import FilePaths
import Foundation
import Translation

/// Imports chat exports into an archive.
///
/// Files are streamed, so memory use does not grow with their size. Messages that the archive already has are
/// recognized. To complete an interrupted import, or to import a log that has grown, import the same files again.
///
/// For example:
///
/// ```swift
/// let importer = Importer(into: archive, timeZone: .current)
/// let summary = importer.run([URL(fileURLWithPath: "result.json")], observer: ImportObserver(problem: { print($0) }))
/// ```
public struct Importer: Sendable {
  /// The number of messages of the first batch; the sizes of all batches are multiples of it. It is small enough to
  /// lose little in a kill.
  static let batchMessages = 1000
  /// The number of bytes of text in the first batch, for unusually long messages.
  static let batchBytes = 1 << 20
  /// The number of bytes between two progress reports.
  static let progressBytes: Int64 = 256 << 10

  /// The number of bytes that are read at a time.
  static let chunkSize = 256 << 10

  private let archive: any ImportDestination
  private let options: ImportOptions
  private let chunkSize: Int

  /// Creates an importer that writes to the archive.
  ///
  /// - Parameters:
  ///   - format: The format of all files; nil to detect the format of each file from its content.
  ///   - timeZone: The time zone of logs that do not contain one.
  ///   - trustsPaths: Whether to accept files outside of the export's folder, for exports that this program has
  ///     written. Only for trusted exports: others could name any file of the disk.
  public init(
    into archive: any ImportDestination, format: ImportFormat? = nil, timeZone: TimeZone,
    trustsPaths: Bool = false
  ) {
    self.init(
      into: archive, format: format, timeZone: timeZone, trustsPaths: trustsPaths, chunkSize: Self.chunkSize)
  }

  /// Creates an importer that writes to the archive.
  ///
  /// - Parameter options: The answers to questions that the files leave open.
  public init(into archive: any ImportDestination, options: ImportOptions) {
    self.init(into: archive, options: options, chunkSize: Self.chunkSize)
  }

  init(
    into archive: any ImportDestination, format: ImportFormat? = nil, timeZone: TimeZone,
    trustsPaths: Bool = false,
    chunkSize: Int
  ) {
    self.init(
      into: archive, options: ImportOptions(format: format, timeZone: timeZone, trustsPaths: trustsPaths),
      chunkSize: chunkSize)
  }

  package init(into archive: any ImportDestination, options: ImportOptions, chunkSize: Int) {
    self.archive = archive
    self.options = options
    self.chunkSize = chunkSize
  }

  /// Imports files and folders in order. A file that fails does not stop the others; an archive that cannot be
  /// written to ends the import.
  ///
  /// Blocks until the import is done; do not call it on the main actor. A kill at any moment leaves only complete
  /// batches in the archive.
  ///
  /// - Returns: The contents of the archive now. If its file was moved, deleted or replaced meanwhile, nothing counts as
  ///   added; see ``ImportSummary/hasLostArchive``.
  public func run(_ files: [URL], observer: ImportObserver = ImportObserver()) -> ImportSummary {
    run(files, into: archive, only: nil, observer)
  }

  /// Imports some of the exports in a folder, in the same way as an import of the whole folder.
  func run(_ folder: URL, only exports: ReadExports, observer: ImportObserver) -> ImportSummary {
    run([folder], into: archive, only: exports, observer)
  }

  private func run(
    _ files: [URL], into archive: some ImportDestination, only exports: ReadExports?,
    _ observer: ImportObserver
  ) -> ImportSummary {
    let inputs = ZipSeries.joined(files).map {
      Input(url: $0[0], listing: ImportListing(of: $0, isCancelled: observer.isCancelled))
    }
    let totalBytes = inputs.reduce(0) { $0 + $1.listing.files.reduce(0) { $0 + $1.byteCount } }
    var run = ImportRun(archive: archive, observer: observer, totalBytes: totalBytes, options: options)
    for input in inputs {
      run.summary.failures += input.listing.failures
      if exports == nil { for found in input.listing.problems { run.report(found) } }
    }
    if options.keepsMedia { run.keeper = MediaKeeper(of: archive.path) }
    _ = run.isCut()
    do throws(ArchiveError) {
      // Report a full or read-only disk before reading a file.
      if let obstacle = archive.writeObstacle { throw obstacle }
      for input in inputs where !run.isCut() { try read(input, only: exports, &run) }
      try run.finish()
      for (_, title) in run.apart.sorted(by: { $0.key < $1.key }) {
        let reason = tr(
          "“{chat}” has the number of another chat in the archive, whose messages differ; stored as a second chat",
          ["chat": title])
        run.note(reason, on: run.root ?? files[0])
      }
      try run.endKeeping()
      try archive.endImport(into: run.read)
      for names in try archive.joinPeople(run.statedPeople, since: run.firstID) {
        let reason = tr(
          "The export has “{name}” and “{other}” as one person, but the archive has them as two; they were not merged",
          ["name": names[0], "other": names[1]])
        run.note(reason, on: run.root ?? files[0])
      }
      try archive.noteSamePeople(run.samePeople)
      try archive.tell(options.owners, in: run.read)
      try archive.tell(run.answers.namedOwners.mapValues { .person($0) }, in: run.read)
    } catch {
      run.waitForWriter()
      if error.isDisplacement {
        // This also applies if the file is back: the contents of its log may be lost.
        run.summary.lose(error)
      } else {
        run.summary.failures.append(.archive(error))
      }
    }
    archive.moveLogIntoFile()
    if let loss = archive.loss { run.summary.lose(loss) }
    observer.progress(run.progress)
    return run.summary
  }

  /// A file or a folder that was passed to the importer, or the parts of a download.
  private struct Input {
    let url: URL
    let listing: ImportListing
  }

  /// Reads all files of an input. An input without a readable file or record is a failure.
  private func read(
    _ input: Input, only exports: ReadExports?, _ run: inout ImportRun<some ImportDestination>
  ) throws(ArchiveError) {
    run.root = input.url
    run.hasFound = false
    run.firstSkipped = nil
    let bytesBefore = run.bytesBefore
    let wasIncomplete = run.summary.isIncomplete
    run.summary.isIncomplete = input.listing.problems.contains { $0.effect == .incomplete }
    defer { run.summary.isIncomplete = run.summary.isIncomplete || wasIncomplete }
    let before = (
      files: run.summary.filesRead, failures: run.summary.failures.count, skipped: run.summary.skipped
    )
    /// The first file that is an export of another program.
    var foreign: ImportError?
    let plan = ImportPlan(
      of: input.listing.files, zips: input.listing.zips, at: input.url, options: options,
      chunkSize: chunkSize, isCancelled: run.observer.isCancelled)
    if let exports {
      for case .read(let export) in plan.steps where exports.contains(export) && !run.isCut() {
        let failures = run.summary.failures.count
        try read(export, &run)
        // A file that was cut off by a cancellation is read again.
        guard !run.isCut() else { return }
        exports.end(export, run.summary.failures.dropFirst(failures).last)
      }
      return
    }
    let strangers = plan.steps.count(where: \.isStranger)
    if strangers > Self.namedStrangers {
      let reason = trn(
        "{count} file is not a chat; ignored", "{count} files are not chats; ignored", strangers)
      run.note(reason, on: input.url)
    }
    for step in plan.steps where !run.isCut() {
      switch step {
      case .read(let export): try read(export, &run)
      case .leaveOut(let file, let error):
        run.beginFile(file.url)
        if strangers <= Self.namedStrangers || !step.isStranger,
          let error = leftOut(file, error, &run)
        {
          foreign = foreign ?? error
        }
        run.endFile(byteCount: file.byteCount)
      }
    }
    if !run.summary.isCancelled {
      run.endInput(
        bytesBefore: bytesBefore, byteCount: input.listing.files.reduce(0) { $0 + $1.byteCount })
    }
    guard !input.listing.files.isEmpty, !run.summary.isCancelled,
      run.summary.failures.count == before.failures
    else { return }
    if run.summary.filesRead == before.files {
      run.summary.failures.append(foreign ?? .noChat(in: input.url, isZip: input.listing.isZip))
    } else if !run.hasFound, run.summary.skipped > before.skipped || run.summary.isIncomplete {
      run.summary.failures.append(.nothingReadable(path: input.url.relativePath, reason: run.firstSkipped))
    }
  }

  /// The number of files of a folder that are named one by one although they are not chats. Further ones are only counted.
  private static let namedStrangers = 20

  /// Reports a file that cannot be read.
  ///
  /// - Returns: The error of a file in a folder that is an export of another program.
  private func leftOut(
    _ file: ImportFile, _ error: ImportError, _ run: inout ImportRun<some ImportDestination>
  ) -> ImportError? {
    switch error {
    case .unknownFormat(_, let hint) where file.folder != nil:
      guard let program = hint?.program else {
        if file.entry != nil, hint == .compressed, file.url.pathExtension.lowercased() == "zip" {
          run.note(tr("a zip file in another one; extract it, then import it; ignored"), on: file.url)
          return nil
        }
        // Exports have thousands of pictures, and pages have styles and scripts.
        if hint?.isMedia != true, !file.isCompanion { run.note(tr("not a chat; ignored"), on: file.url) }
        return nil
      }
      run.note(
        tr("export of {program}, which cannot be read yet; ignored", ["program": program]), on: file.url)
      return error
    case .empty where file.folder != nil: run.note(tr("empty file; ignored"), on: file.url)
    case .compressed where file.folder != nil:
      let reason = error.zipReason ?? error.description
      run.report(ImportProblem(file: file.url, place: .file, reason: reason, effect: .skipped))
      return error
    default: run.summary.failures.append(error)
    }
    return nil
  }

  private func read(
    _ export: ImportInput, _ run: inout ImportRun<some ImportDestination>
  ) throws(ArchiveError) {
    let file = export.parts[0]
    run.beginFile(file.url)
    defer { run.endFile(byteCount: export.parts.reduce(0) { $0 + $1.byteCount }) }
    var source: any ImportSource
    do {
      source = try export.format.reader.init(export)
    } catch {
      if !run.isCut() { run.summary.failures.append(error) }
      return
    }
    run.summary.filesRead += export.parts.count
    try run.begin(zone: source.assumedZone, format: export.format)
    run.witnesses =
      export.format == .telegram
      ? try witnesses(of: export, awaitedBy: run) : source.witnesses
    let transcripts = TranscriptFiles(export.tree)
    var isEmpty = true
    // The first messages usually decide to which chat of their title they belong.
    var ahead: [ImportItem] = []
    var placement = ChatPlacement.byKey
    if export.format.reader.knowsChatsByTitle, options.conversation == nil {
      ahead = TitledChatSearch.beginning(of: &source)
      placement = try self.placement(of: export, beginning: ahead, &run)
    }
    try run.place(placement)
    ahead.reverse()
    // Asked after each record: a file ends early when reading is cancelled, maybe in the middle of a record.
    while let item = ahead.popLast() ?? source.next(), !run.isCut() {
      isEmpty = false
      switch consume item {
      case .message(let found):
        run.hasFound = true
        guard var message = run.answered(consume found) else { break }
        let excess = MessageExcess(removedFrom: &message)
        if let reason = excess.reason(for: message, in: options.timeZone) {
          let part = export.part(at: source.offset)
          run.report(ImportProblem(file: part.url, place: .file, reason: reason, effect: .incomplete))
        }
        for problem in transcripts.add(to: &message) { run.report(problem) }
        run.keep(&message)
        try run.add(consume message)
      case .problem(let found): run.report(found)
      }
      run.reportProgress(at: source.offset)
    }
    _ = run.isCut()
    if let failure = source.failure {
      run.summary.failures.append(failure)
    } else if isEmpty, !run.summary.isCancelled {
      run.note(tr("contains no messages"), on: file.url)
    }
  }

  /// The messages of an export that the archive may have in a chat from Telegram's pages. To find them the export is
  /// read a second time, but only if there is such a chat.
  private func witnesses(
    of export: ImportInput, awaitedBy run: ImportRun<some ImportDestination>
  ) throws(ArchiveError) -> ChatWitnesses {
    var witnesses = ChatWitnesses()
    let awaited = try run.archive.awaitedMessages()
    guard !awaited.isEmpty, var source = try? export.format.reader.init(export) else { return witnesses }
    while !run.observer.isCancelled(), let item = source.next() {
      guard case .message(let message) = item,
        awaited[message.conversationTitle]?.contains(message.sourceID) == true
      else { continue }
      witnesses.messages[message.conversationKey, default: []].append(
        ChatWitnesses.Message(sourceID: message.sourceID, sentAt: message.sentAt))
    }
    return witnesses
  }

  /// The chat to which an export without chat numbers belongs, among those of its title.
  private func placement(
    of export: ImportInput, beginning: [ImportItem], _ run: inout ImportRun<some ImportDestination>
  ) throws(ArchiveError) -> ChatPlacement {
    guard let first = beginning.lazy.compactMap(\.message).first else { return .byKey }
    let key = first.conversationKey
    guard !options.leftOut.contains(key) else { return .byKey }
    // Chats of the same run's files must be stored before they can be compared.
    if !run.titles.insert(key).inserted { try run.settle() }
    let chats = try run.archive.titledChats(withKey: key)
    guard !chats.isEmpty else { return .byKey }
    var search = TitledChatSearch(chats)
    if let chat = try search.chat(of: export, beginning: beginning, isCancelled: run.observer.isCancelled) {
      return .conversation(chat.id)
    }
    // A search that was cancelled has decided nothing.
    if run.isCut() || options.continuations.contains(export.parts[0].url) { return .byKey }
    run.note(
      tr(
        "the archive has a chat “{chat}” without a message in common; stored as a second one",
        ["chat": first.conversationTitle]), on: export.parts[0].url)
    return .apart
  }

  /// Whether there is something to import at a path: a file in a supported format, or a folder or zip file that contains
  /// such a file.
  ///
  /// Reads the beginning of a file, or of some files of a folder and its subfolders.
  public static func recognises(_ path: String) -> Bool {
    let target = URL(fileURLWithPath: path)
    guard let status = FilePath.status(of: target.path) else { return false }
    guard status.kind == .folder else { return hasChat(target) }
    for name in ImportListing.wholeExports {
      let export = target.appendingPathComponent(name)
      if FilePath.status(of: export.path) != nil, hasChat(export) { return true }
    }
    guard let walk = FolderWalk(target.path) else { return false }
    var unread = recognisedFiles
    for item in walk.prefix(listedFiles) where unread > 0 {
      let file = target.appendingPathComponent(item.path)
      guard item.status.kind == .file,
        !file.lastPathComponent.hasPrefix("."), !ImportFile.isCompanion(file)
      else { continue }
      unread -= 1
      if hasChat(file) { return true }
    }
    return false
  }

  /// The largest number of files of a folder or zip file whose beginnings `recognises` reads.
  private static let recognisedFiles = 50
  /// The number of files of a folder whose names it examines.
  private static let listedFiles = 10_000

  private static func hasChat(_ file: URL) -> Bool {
    guard !OpenFiles.contains(file.path) else { return false }
    // Opening a named pipe would block until a writer appears.
    guard FilePath.status(of: file.path)?.kind == .file else { return false }
    return ImportListing(of: [file]).files.prefix(recognisedFiles).contains { file in
      guard var reader = try? file.bytes(chunkSize: FileHead.length) else { return false }
      return ImportFormat.detect(FileHead(&reader)) != nil
    }
  }
}
