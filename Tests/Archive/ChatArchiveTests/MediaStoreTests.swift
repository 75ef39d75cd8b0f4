import Foundation
import Testing
import ZipWriter

@testable import ChatFiles
@testable import ChatFormats

@Suite("Files of attachments", .dedicatedThreads)
struct MediaStoreTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private var cache: URL { bench.folder.url.appendingPathComponent("cache") }

  private func zip(_ name: String, _ fill: (inout ZipWriter) throws -> Void) throws -> URL {
    var writer = ZipWriter()
    try fill(&writer)
    return try bench.file(writer.data(), named: name)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private var copies: [String] {
    (FileManager.default.enumerator(atPath: cache.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.contains("/") }
  }

  // MARK: In zip files

  @Test("A path leads to a file on the disk, or into a zip file, or nowhere")
  func places() throws {
    let store = MediaStore(folder: cache)
    let picture = try bench.file(Data([1, 2, 3]), named: "photos/1.jpg")
    let zip = try zip("export.zip") { $0.add("photos/2.jpg", [4, 5]) }
    #expect(store.exists(picture.path))
    #expect(!store.isInZip(picture.path))
    #expect(try store.file(at: picture.path) == picture.path)
    let path = zip.path + "/photos/2.jpg"
    #expect(store.isInZip(path))
    #expect(store.byteCount(of: path) == 2)
    var read: [UInt8] = []
    try store.read(path) {
      read += $0
      return true
    }
    #expect(read == [4, 5])
    #expect(copies == [])
    for none in [
      zip.path + "/photos/3.jpg", zip.path + "/photos", picture.path + "/1.jpg", "/none/1.jpg",
      "photos/1.jpg",
      zip.path + "/photos/2.jpg\0", bench.folder.url.path, "",
    ] {
      #expect(!store.exists(none))
      #expect(throws: MediaError.missing) { try store.file(at: none) }
    }
  }

  @Test("A copy has the name of the file, is made once, and again when the zip file has changed")
  func copy() throws {
    let store = MediaStore(folder: cache)
    let path = try zip("export.zip") { $0.add("videos/a film.mp4", [1, 2]) }.path + "/videos/a film.mp4"
    let copy = try store.file(at: path)
    #expect(copy.hasSuffix("/a film.mp4"))
    #expect(try bytes(copy) == [1, 2])
    #expect(try store.file(at: path) == copy)
    #expect(copies.count == 1)
    _ = try zip("export.zip") { $0.add("videos/a film.mp4", [3, 4, 5]) }
    #expect(try bytes(store.file(at: path)) == [3, 4, 5])
    try FileManager.default.removeItem(at: bench.folder.url.appendingPathComponent("export.zip"))
    #expect(throws: MediaError.missing) { try store.file(at: path) }
  }

  @Test("The copies are of limited size: those that were not used for the longest time go")
  func limit() throws {
    let store = MediaStore(folder: cache, byteLimit: 250)
    let zip = try zip("export.zip") { writer in
      for number in 1...5 { writer.add("\(number).bin", repeatElement(UInt8(number), count: 100)) }
    }
    for number in 1...5 {
      let copy = try store.file(at: "\(zip.path)/\(number).bin")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: copy)
    }
    #expect(
      copies.map { URL(fileURLWithPath: $0).lastPathComponent }.sorted() == ["3.bin", "4.bin", "5.bin"])
  }

  @Test("Of damaged, encrypted and cancelled files no copy is left")
  func failures() throws {
    let store = MediaStore(folder: cache)
    let zip = try zip("export.zip") {
      $0.add("damaged.jpg", [1, 2, 3]) { $0.hasWrongCheckSum = true }
      $0.add("secret.jpg", [1, 2, 3]) { $0.flags |= 1 }
      $0.add("good.jpg", [1, 2, 3])
    }
    #expect(throws: MediaError.damaged) { try store.file(at: zip.path + "/damaged.jpg") }
    #expect(throws: MediaError.encrypted) { try store.file(at: zip.path + "/secret.jpg") }
    #expect(throws: MediaError.cancelled) {
      try store.file(at: zip.path + "/good.jpg", isCancelled: { true })
    }
    #expect(copies == [])
  }

  // MARK: Beside the archive

  private static let export = #"""
    {"name": "Mara", "type": "personal_chat", "id": 5, "messages": [
      {"id": 1, "type": "message", "date": "2024-03-05T12:00:00", "date_unixtime": "1709640000", "from": "Mara",
       "from_id": "user5", "text": "", "photo": "photos/1.jpg", "width": 4, "height": 3},
      {"id": 2, "type": "message", "date": "2024-03-05T12:01:00", "date_unixtime": "1709640060", "from": "Mara",
       "from_id": "user5", "text": "", "photo": "photos/2.JPG", "width": 4, "height": 3},
      {"id": 3, "type": "message", "date": "2024-03-05T12:02:00", "date_unixtime": "1709640120", "from": "Mara",
       "from_id": "user5", "text": "", "file": "files/3.tar", "mime_type": "application/x-tar"},
      {"id": 4, "type": "message", "date": "2024-03-05T12:03:00", "date_unixtime": "1709640180", "from": "Mara",
       "from_id": "user5", "text": "", "file": "files/4.tar", "mime_type": "application/x-tar"}]}
    """#

  private func fill(_ writer: inout ZipWriter) {
    writer.add("result.json", Self.export.utf8)
    writer.add("photos/1.jpg", [1, 2, 3])
    // The same picture again.
    writer.add("photos/2.JPG", [1, 2, 3])
    writer.add("files/3.tar", [4, 5])
  }

  private func keep(
    _ file: URL, keepsMedia: Bool = true, isCancelled: @escaping () -> Bool = { false }
  ) -> (summary: ImportSummary, problems: [String]) {
    var problems: [String] = []
    let options = ImportOptions(timeZone: .gmt, keepsMedia: keepsMedia)
    let summary = Importer(into: bench.archive, options: options).run(
      [file], observer: ImportObserver(problem: { problems.append($0.reason) }, isCancelled: isCancelled))
    return (summary, problems)
  }

  private var kept: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: bench.archive.path + ".media")) ?? []).sorted()
  }

  private func paths() async throws -> [String?] {
    try await bench.content().messages.flatMap { $0 }.map { $0.attachments[0].path }
  }

  @Test("Without being asked, nothing is copied")
  func notKept() async throws {
    let file = try zip("export.zip") { fill(&$0) }
    let summary = keep(file, keepsMedia: false).summary
    #expect(summary.added == 4)
    #expect((summary.mediaCopied, summary.mediaMissing) == (0, 0))
    #expect(kept == [])
    #expect(try await paths().first == file.path + "/photos/1.jpg")
  }

  @Test("Kept files are beside the archive, each once, with their suffixes, and open when the export is gone")
  func kept() async throws {
    let file = try zip("export.zip") { fill(&$0) }
    let (summary, problems) = keep(file)
    #expect(problems == [])
    #expect((summary.added, summary.mediaCopied, summary.mediaMissing) == (4, 2, 1))
    #expect(kept.map { URL(fileURLWithPath: $0).pathExtension }.sorted() == ["jpg", "tar"])
    try FileManager.default.removeItem(at: file)
    let paths = try await paths()
    #expect(paths[0] == paths[1])
    #expect(try bytes(#require(paths[0])) == [1, 2, 3])
    #expect(try bytes(#require(paths[2])) == [4, 5])
    #expect(paths[3] == file.path + "/files/4.tar")
  }

  @Test("A second import makes no second copy, and lets messages that were there before lead to the copies")
  func again() async throws {
    let file = try zip("export.zip") { fill(&$0) }
    _ = keep(file, keepsMedia: false)
    #expect(keep(file).summary.mediaCopied == 2)
    let (first, names) = (try await paths(), kept)
    #expect(first[0]?.hasPrefix(bench.archive.path + ".media/") ?? false)
    let third = keep(file).summary
    #expect((third.duplicates, third.mediaCopied) == (4, 0))
    #expect(kept == names)
    #expect(try await paths() == first)
  }

  // The attachments of messages without keys pointed into the zip file again.
  @Test("An import that keeps nothing leaves the attachments at their copies")
  func keptStays() async throws {
    let chat = """
      [05.03.24, 12:00:00] Mara: Hello
      \u{200e}[05.03.24, 12:01:00] Mara: \u{200e}<attached: 1-PHOTO.jpg>
      [05.03.24, 12:02:00] Jonas: Nice
      """
    let file = try zip("x.zip") {
      $0.add("_chat.txt", chat.utf8)
      $0.add("1-PHOTO.jpg", [1, 2, 3])
    }
    func path() async throws -> String? {
      try await bench.content().messages.flatMap { $0 }.compactMap { $0.attachments.first }.first?.path
    }
    #expect(keep(file).summary.mediaCopied == 1)
    let place = try await path()
    #expect(place?.hasPrefix(bench.archive.path + ".media/") ?? false)
    #expect(keep(file, keepsMedia: false).summary.duplicates == 3)
    #expect(try await path() == place)
  }

  @Test("A file that has the name of a copy is not overwritten")
  func sameName() async throws {
    let file = try zip("export.zip") { fill(&$0) }
    _ = keep(file)
    let place = try #require(try await paths()[0])
    try Data([7]).write(to: URL(fileURLWithPath: place))
    #expect(keep(file).summary.mediaCopied == 1)
    #expect(try bytes(place) == [7])
    #expect(kept.count == 3)
  }

  @Test("A cancelled import leaves whole copies only, and damaged files are named and stay where they are")
  func cancelledAndDamaged() async throws {
    let file = try zip("export.zip") {
      fill(&$0)
      $0.entries[1].hasWrongCheckSum = true
    }
    let (summary, problems) = keep(file)
    #expect(problems == ["damaged"])
    #expect(summary.mediaCopied == 2)
    #expect(try await paths()[0] == file.path + "/photos/1.jpg")
    var calls = 0
    let other = try ImportBench()
    _ = Importer(into: other.archive, options: ImportOptions(timeZone: .gmt, keepsMedia: true)).run(
      [file],
      observer: ImportObserver(isCancelled: {
        calls += 1
        return calls > 12
      }))
    let left = (try? FileManager.default.contentsOfDirectory(atPath: other.archive.path + ".media")) ?? []
    #expect(!left.contains { $0.hasSuffix(".part") })
  }
}
