import ChatFormats
import ChatStatistics
import ChatStore
import Chats
import ExportWriters
import Foundation

/// The parser of search queries, and the search itself.
struct QueryTarget: FuzzTarget {
  let name = "query"
  let longest = 400
  let sources = ["Sources/Archive/ChatStore/Search"]

  func seeds() -> [[UInt8]] {
    [
      "boiler -gas from:mara before:2021-06", "from:\"Tove Åkesson\" has:photo", "\"a phrase\" c++ #tag",
      "on:2024-03-01",
      "in:walks topic:hut thread:route is:own", "don’t l'eau", "你好 서울 ก", "-\"x y\" „z“ «q»",
      "after:2024 has:bookmark e\u{301}",
    ].map { Array($0.utf8) }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    let query = SearchQuery(text) { SearchQuery.period($0, in: .gmt) }
    var end = text.startIndex
    for token in query.tokens {
      try Finding.unless(
        token.range.lowerBound >= end && token.range.upperBound <= text.endIndex && !token.range.isEmpty,
        "a part of the query is misplaced")
      end = token.range.upperBound
      let rest = query.removing(token)
      try Finding.unless(
        rest.unicodeScalars.count < text.unicodeScalars.count, "a part of the query cannot be removed")
    }
    try Self.check(query.hits(in: text), in: text)
    let archive = try SampleArchive.shared.archive()
    let found = try blocking { () async throws(ArchiveError) in
      try await archive.search(query, in: nil, limit: 10)
    }.found()
    for message in found.map(\.message) where query.hasWords {
      _ = query.excerpt(of: message)
      // The words can also be those of a file or a poll.
      guard message.attachments.isEmpty, message.details.content == nil else { continue }
      try Finding.unless(!query.hits(in: message.text).isEmpty, "“\(message.text)” is found without a hit")
    }
  }

  private static func check(_ hits: [Range<String.Index>], in text: String) throws(Finding) {
    var end = text.startIndex
    for hit in hits {
      try Finding.unless(hit.lowerBound >= end && hit.upperBound <= text.endIndex, "a hit is misplaced")
      _ = text[hit]
      end = hit.upperBound
    }
  }
}

/// An archive with damaged bytes: opened, read, searched and counted.
///
/// An input has changes of the file of a sample: three bytes of a position, one of a length, and the new bytes.
struct DamagedArchiveTarget: FuzzTarget {
  let name = "damaged-archive"
  let longest = 2048
  let sources = ["Sources/Archive/ChatStore/File/Schema.swift"]

  func seeds() -> [[UInt8]] {
    // The header, the schema, and places all over the file.
    (0..<64).map { number in
      let place = number < 16 ? 6 * number : 997 * number * number
      return [UInt8(place >> 16 & 255), UInt8(place >> 8 & 255), UInt8(place & 255), 2, 0x80, 0xff]
    }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let file = try SampleArchive.shared.damaged(Self.changes(input))
    guard let archive = try? Archive(path: file, mode: .existing) else { return }
    defer { archive.close() }
    _ = blocking { () async throws(Finding) in try await Self.read(archive) }
  }

  private static func changes(_ input: [UInt8]) -> [(place: Int, bytes: ArraySlice<UInt8>)] {
    var changes: [(Int, ArraySlice<UInt8>)] = []
    var rest = input[...]
    while rest.count > 4 {
      let head = rest.prefix(4)
      let place = head.prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let bytes = rest.dropFirst(4).prefix(Int(rest[rest.startIndex + 3]))
      changes.append((place, bytes))
      rest = rest[bytes.endIndex...]
    }
    return changes
  }

  /// Reads all that the window shows. Errors are allowed: each call is made, whatever the one before it found.
  private static func read(_ archive: Archive) async throws(Finding) {
    _ = try? await archive.info()
    let chats = (try? await archive.chats()) ?? []
    _ = try? await archive.conversations()
    _ = try? await archive.imports()
    _ = try? await archive.people()
    for chat in chats.prefix(8) {
      let messages = (try? await archive.newest(in: chat.id, limit: 500)) ?? []
      for message in messages { _ = message.reply?.excerpt }
      if let first = messages.first {
        _ = try? await archive.messages(in: chat.id, before: first.cursor, limit: 10)
        _ = try? await archive.messages(in: chat.id, after: first.cursor, limit: 10)
      }
      _ = try? await archive.people(of: chat.id)
      _ = try? await archive.details(of: chat.id)
      _ = try? await archive.topics(in: chat.id)
      _ = try? await archive.wholeMessages(
        in: chat.id, after: MessageCursor(orderKey: .min, id: .min), limit: 500, hasKeys: true)
    }
    _ = try? await archive.search(SearchQuery("a"), in: nil, limit: 50)
    _ = try? await archive.searchIndexIsSound()
    _ = try? await archive.statistics(timeZone: .gmt)
  }
}

/// An archive of exports in several formats.
final class SampleArchive: Sendable {
  static let shared = SampleArchive()

  private let file: URL
  private let bytes: [UInt8]
  private let opened: Archive?

  private init() {
    let root = Scratch.shared.root
    file = root.appendingPathComponent("sample")
    try? FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    let archive = try? Archive(path: file.path, mode: .createIfMissing)
    for name in ["telegram", "discord", "slack", "whatsapp"] {
      guard let archive, let family = ExportFamily.all.first(where: { $0.name == name }),
        let export = try? ExportInput.random(family).first
      else { continue }
      let folder = Scratch.shared.folder()
      if let place = try? ExportInput(export).write(to: folder) {
        _ = Importer(into: archive, timeZone: .gmt).run([place])
      }
      Scratch.shared.remove(folder)
    }
    archive?.close()
    bytes = (try? Data(contentsOf: file)).map(Array.init) ?? []
    opened = try? Archive(path: file.path, mode: .existing)
  }

  /// The intact archive.
  func archive() throws(Finding) -> Archive {
    guard let opened else { throw Finding("the sample does not open") }
    return opened
  }

  /// The path of a copy with other bytes at some places.
  func damaged(_ changes: [(place: Int, bytes: ArraySlice<UInt8>)]) throws(Finding) -> String {
    guard !bytes.isEmpty else { throw Finding("there is no sample") }
    var copy = bytes
    for change in changes {
      for (offset, byte) in change.bytes.enumerated() { copy[(change.place + offset) % copy.count] = byte }
    }
    let path = Scratch.shared.root.appendingPathComponent("damaged").path
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    do {
      try Data(copy).write(to: URL(fileURLWithPath: path))
    } catch {
      throw Finding("the copy cannot be written: \(error)")
    }
    return path
  }
}
