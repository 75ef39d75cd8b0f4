import ExportWriters
import Foundation
import SeededRandom

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// The cases of a run in archives, and the failures found in them.
struct LawBench {
  private struct Failure {
    /// Nil if the case is not known.
    var number: Int?
    var law: Law
    var text: String
  }

  private let run: LawRun
  private let folder: TemporaryFolder
  private let cases: [LawCase]
  /// The folders with the exports. Each has an export of most of the cases, and is imported as a whole.
  private let batches: [URL]
  private var random: SplitMix64
  private var failures: [Failure] = []
  private var archiveCount = 0

  init(_ run: LawRun) throws {
    self.run = run
    random = SplitMix64(seed: UInt64(run.cases.lowerBound), streams: 3)
    let folder = try TemporaryFolder()
    self.folder = folder
    let batches = (0..<RandomChat.mostParts).map { folder.url.appendingPathComponent("exports/\($0)") }
    self.batches = batches
    cases = try run.cases.map { try LawCase(number: $0, in: run.timeZone, to: batches) }
  }

  /// Checks the laws of the run.
  mutating func check() async throws {
    let all = batches.indices.filter { index in cases.contains { $0.hasExport(in: index) } }
    let archive = try archive()
    importBatches(all, into: archive)
    let facts = try await ArchiveFacts(archive)
    checkContents(facts)
    try await checkAgain(archive, facts, random.pick(all))
    if run.laws.contains(.order) { try await checkOrder(facts, all) }
    if run.laws.contains(.people) { try await checkPeople(archive, facts, all) }
    if run.laws.contains(.forget) { try await checkForgetting(in: archive, facts, all) }
    // The last one, because its imports stay.
    if run.laws.contains(.roundTrip) { try await checkRoundTrip(of: archive, facts, all) }
    try await ArchiveFacts.expectSound(archive, "\(run.cases)")
    archive.close()
  }

  private mutating func archive() throws -> Archive {
    archiveCount += 1
    return try Archive(path: folder.path("archive \(archiveCount)"), mode: .createIfMissing)
  }

  /// A copy of an archive, in which people and chats have the same numbers.
  private mutating func copy(of archive: Archive) throws -> Archive {
    archive.moveLogIntoFile()
    try FileManager.default.copyItem(
      atPath: archive.path, toPath: folder.path("archive \(archiveCount + 1)"))
    return try self.archive()
  }

  // MARK: Importing

  /// Imports batches in a random order.
  private mutating func importBatches(_ indices: [Int], into archive: Archive) {
    var indices = indices
    random.shuffle(&indices)
    for index in indices { importBatch(index, into: archive) }
  }

  @discardableResult
  private mutating func importBatch(_ index: Int, into archive: Archive) -> ImportSummary {
    let summary = importFiles([batches[index]], into: archive)
    let exports = cases.flatMap(\.exports).filter { $0.batch == index }
    let records = exports.reduce(0) { $0 + $1.records }
    let leftOut = exports.reduce(0) { $0 + $1.leftOut }
    if summary.added + summary.duplicates != records || summary.skipped != leftOut {
      let parts = "\(summary.added) new, \(summary.duplicates) known, \(summary.skipped) left out"
      fail(nil, .sum, "batch \(index) of \(records) records and \(leftOut) to leave out: \(parts)")
    }
    return summary
  }

  private mutating func importFiles(
    _ files: [URL], into archive: Archive, trustsPaths: Bool = false
  ) -> ImportSummary {
    let options = ImportOptions(timeZone: run.timeZone, trustsPaths: trustsPaths)
    let summary = Importer(into: archive, options: options, chunkSize: 4096).run(files)
    for failure in summary.failures { fail(nil, .sum, "\(failure)") }
    return summary
  }

  // MARK: Laws

  private mutating func checkContents(_ facts: ArchiveFacts) {
    let chats = Dictionary(facts.chats.values.map { ($0.title, $0.shown) }) { $0 + $1 }
    for item in cases {
      let lists = [chats[item.title] ?? [], item.expected].map { list in
        list.map { $0.withFirstNames(item.chat.people) }
      }
      if let difference = Difference(lists[0], lists[1], by: { $0.fulfils($1) }) {
        fail(item.number, .contents, "\(difference)")
      }
    }
  }

  private mutating func checkAgain(_ archive: Archive, _ facts: ArchiveFacts, _ batch: Int) async throws {
    let added = importBatch(batch, into: archive).added
    expectUnchanged(try await ArchiveFacts(archive), facts, added: added, .again)
  }

  private mutating func checkOrder(_ facts: ArchiveFacts, _ all: [Int]) async throws {
    let other = try archive()
    importBatches(all + [random.pick(all)], into: other)
    compare(try await ArchiveFacts(other), facts, .order)
    other.close()
  }

  private mutating func checkRoundTrip(
    of archive: Archive, _ facts: ArchiveFacts, _ all: [Int]
  ) async throws {
    let files = try await export(archive, .json)
    let texts = try await export(archive, .txt)
    let added = importFiles(files, into: archive, trustsPaths: true).added
    expectUnchanged(try await ArchiveFacts(archive), facts, added: added, .roundTrip)
    let other = try self.archive()
    _ = importFiles(files, into: other, trustsPaths: true)
    // An export does not contain the names that people had before.
    compare(try await ArchiveFacts(other), facts, .roundTrip, hasOtherNames: false)
    for (file, text) in zip(try await export(other, .txt), texts) {
      let lines = try [file, text].map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
      if let difference = Difference(lines[0], lines[1], by: ==) {
        fail(nil, .roundTrip, "text: \(difference)")
      }
    }
    let again = importBatch(random.pick(all), into: other).added
    expectUnchanged(try await ArchiveFacts(other), facts, added: again, .roundTrip, hasOtherNames: false)
    other.close()
  }

  /// Checks that people can be joined and parted before or after imports and their end, in any order.
  ///
  /// - Parameters:
  ///   - archive: Has all batches, and is not changed.
  ///   - facts: Its contents.
  private mutating func checkPeople(_ archive: Archive, _ facts: ArchiveFacts, _ all: [Int]) async throws {
    let late = random.pick(random.below(all.count), of: all)
    let paths = Set(late.map { batches[$0].standardizedFileURL.path })
    let imports = try await archive.imports().filter { paths.contains($0.path) }.map(\.id)
    let early = try copy(of: archive)
    try await early.forget(imports)
    // A person whom the late batches alone name gets another number when they are imported again.
    let pairs = try await JoinedPeople(in: early, &random)
    let (joined, forgotten) = (try copy(of: archive), try copy(of: early))
    try await pairs.join(in: joined)
    let expected = try await ArchiveFacts(joined)
    try await ArchiveFacts.expectSound(joined, "\(run.cases)")
    try await checkExport(ofJoined: joined, expected, all)
    try await pairs.join(in: forgotten)
    let rest = try await ArchiveFacts(forgotten)
    try await joined.forget(imports)
    compare(try await ArchiveFacts(joined), rest, .people)
    for archive in [joined, forgotten] {
      importBatches(late, into: archive)
      compare(try await ArchiveFacts(archive), expected, .people)
      try await pairs.part(in: archive)
      compare(try await ArchiveFacts(archive), facts, .people)
      try await pairs.join(in: archive)
      compare(try await ArchiveFacts(archive), expected, .people)
      try await ArchiveFacts.expectSound(archive, "\(run.cases)")
    }
    for archive in [early, joined, forgotten] { archive.close() }
  }

  /// Checks that an export keeps joined people, so that the exports with their other names add nothing to it.
  private mutating func checkExport(
    ofJoined archive: Archive, _ facts: ArchiveFacts, _ all: [Int]
  ) async throws {
    let files = try await export(archive, .json)
    let other = try self.archive()
    _ = importFiles(files, into: other, trustsPaths: true)
    compare(try await ArchiveFacts(other), facts, .roundTrip, hasOtherNames: false)
    let added = importBatch(random.pick(all), into: other).added
    expectUnchanged(try await ArchiveFacts(other), facts, added: added, .roundTrip, hasOtherNames: false)
    other.close()
  }

  private mutating func checkForgetting(
    in archive: Archive, _ facts: ArchiveFacts, _ all: [Int]
  ) async throws {
    let forgotten = random.pick(1 + random.below(all.count), of: all)
    let paths = Set(forgotten.map { batches[$0].standardizedFileURL.path })
    let records = try await archive.imports()
    var imports = records.filter { paths.contains($0.path) }.map(\.id)
    let kept = records.map(\.id).filter { !imports.contains($0) }
    if random.oneIn(2) { imports = [try await checkGrowth(of: imports, in: archive, facts)] }
    // What remains is rebuilt from their parts.
    if random.oneIn(2), !kept.isEmpty { _ = try await checkGrowth(of: kept, in: archive, facts) }
    try await archive.forget(imports)
    let other = try self.archive()
    importBatches(all.filter { !forgotten.contains($0) }, into: other)
    compare(try await ArchiveFacts(archive), try await ArchiveFacts(other), .forget)
    other.close()
    importBatches(forgotten, into: archive)
    compare(try await ArchiveFacts(archive), facts, .order)
  }

  /// Makes imports one, as those of a folder that is kept up to date, and checks that nothing else changes.
  ///
  /// - Returns: Their import.
  private mutating func checkGrowth(
    of imports: [ImportRecord.ID], in archive: Archive, _ facts: ArchiveFacts
  ) async throws -> ImportRecord.ID {
    let id = try archive.keepUpToDate(
      with: folder.path("watched \(imports)"), answers: "{}", imports: imports, at: 0)
    compare(try await ArchiveFacts(archive), facts, .growth)
    try await ArchiveFacts.expectSound(archive, "\(run.cases)")
    let records = try await archive.imports().filter { $0.folder == id }
    if records.count != 1 { fail(nil, .growth, "\(records.count) imports of one folder") }
    return records.first?.id ?? imports[0]
  }

  /// Exports all chats of an archive, ordered by title.
  private func export(_ archive: Archive, _ format: ExportFormat) async throws -> [URL] {
    let folder = folder.url.appendingPathComponent("\(format) \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var files: [URL] = []
    for chat in try await archive.chats().sorted(by: { $0.title < $1.title }) {
      let file = folder.appendingPathComponent("\(files.count).\(format)")
      let options = ExportOptions(
        format: format, timeZone: run.timeZone, locale: Locale(identifier: "en_GB"))
      _ = try await Exporter(archive, chat: chat.id, options: options).run(to: .file(file))
      files.append(file)
    }
    return files
  }

  // MARK: Failures

  private mutating func fail(_ number: Int?, _ law: Law, _ text: String) {
    failures.append(Failure(number: number, law: law, text: text))
  }

  private mutating func compare(
    _ found: ArchiveFacts, _ expected: ArchiveFacts, _ law: Law, hasOtherNames: Bool = true
  ) {
    let numbers = Dictionary(cases.map { ($0.title, $0.number) }) { first, _ in first }
    for key in Set(found.chats.keys).union(expected.chats.keys).sorted() {
      let (found, expected) = (found.chats[key], expected.chats[key])
      let lines = [found, expected].map { $0?.lines(hasOtherNames: hasOtherNames) ?? [] }
      if let difference = Difference(lines[0], lines[1], by: ==) {
        fail((found ?? expected).flatMap { numbers[$0.title] }, law, "\(difference)")
      }
    }
  }

  private mutating func expectUnchanged(
    _ found: ArchiveFacts, _ expected: ArchiveFacts, added: Int, _ law: Law, hasOtherNames: Bool = true
  ) {
    let count = failures.count
    compare(found, expected, law, hasOtherNames: hasOtherNames)
    if added > 0, failures.count == count { fail(nil, law, "\(added) messages count as new") }
  }

  /// The first failure of each law and format, in words.
  var reports: [String] {
    Dictionary(grouping: failures) { [$0.law.rawValue, family(of: $0)] }.values.map { failures in
      let failure = failures[0]
      let name = failure.number.map { cases[$0 - run.cases.lowerBound].description } ?? "cases \(run.cases)"
      let more = failures.count > 1 ? ", and \(failures.count - 1) more" : ""
      let text = failure.text.replacing("\(folder.url.path)/exports/", with: "")
      return "\(failure.law.rawValue): \(name)\(more): \(text)"
    }
  }

  private func family(of failure: Failure) -> String {
    failure.number.map { cases[$0 - run.cases.lowerBound].family.name } ?? ""
  }

  /// Copies the exports to a folder that stays.
  func keepExports() throws {
    let kept = FileManager.default.temporaryDirectory
      .appendingPathComponent("backscroll-law-\(run.cases.lowerBound)")
    try? FileManager.default.removeItem(at: kept)
    try FileManager.default.copyItem(at: folder.url.appendingPathComponent("exports"), to: kept)
    print("The exports are in \(kept.path)")
  }
}

/// The first difference of two lists, in words.
private struct Difference: CustomStringConvertible {
  let description: String

  init?<Element>(_ found: [Element], _ expected: [Element], by areEqual: (Element, Element) -> Bool) {
    let unequal = zip(found, expected).enumerated().first { !areEqual($1.0, $1.1) }?.offset
    guard unequal != nil || found.count != expected.count else { return nil }
    let index = unequal ?? min(found.count, expected.count)
    let line = index < found.count ? "\(found[index])" : "nothing"
    let other = index < expected.count ? "\(expected[index])" : "nothing"
    // The beginning that they share is cut off, up to a few words.
    let start = max(0, line.commonPrefix(with: other).count - 50)
    description = """
      line \(index) of \(found.count): …\(line.dropFirst(start)) instead of, of \(expected.count): \
      …\(other.dropFirst(start))
      """
  }
}
