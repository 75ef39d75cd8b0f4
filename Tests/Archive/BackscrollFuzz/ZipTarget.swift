import ChatFormats
import CompressedFiles
import Foundation
import ZipWriter

/// The reader of zip files: their directory, the search without one, and the bytes of entries.
struct ZipTarget: FuzzTarget {
  let name = "zip"
  let longest = 16 << 10
  let sources = ["Sources/Archive/CompressedFiles"]

  /// The most bytes of an entry that are read. The file can state any number.
  private static let readBytes: Int64 = 4 << 20
  private static let mostEntries = 100

  func seeds() throws -> [[UInt8]] {
    let chat = Array("[01.03.24, 10:00:00] Mara: hello\n[01.03.24, 10:00:01] Jonas: hi\n".utf8)
    var changes: [(inout ZipWriter.Entry) -> Void] = [
      { _ in }, { $0.packing = .stored }, { $0.flags |= 8 }, { $0.isLarge = true },
      { $0.modified = 1_700_000_000 },
      { $0.unicodeName = "chat ü.txt" }, { $0.flags |= 1 }, { $0.mode = 0o120777 },
      { $0.hasWrongCheckSum = true },
      { $0.statedSize = 1 << 33 }, { $0.packing = .zeros(count: 100_000) }, { $0.method = 12 },
      { $0.method = 93 },
    ]
    changes.append { ($0.flags, $0.packing) = ($0.flags | 8, .stored) }
    var seeds = changes.map { change in
      var zip = ZipWriter()
      zip.add("_chat.txt", chat, change)
      zip.add("photos/1.jpg", [0xff, 0xd8, 0xff, 0])
      return Array(zip.data())
    }
    for change: (inout ZipWriter) -> Void in [
      { $0.isLarge = true }, { $0.comment = "a comment" }, { $0.prefix = Array("#!/bin/sh\n".utf8) },
      { $0.isFromUnix = false }, { $0.disk = 1 },
    ] {
      var zip = ZipWriter()
      zip.add("_chat.txt", chat)
      change(&zip)
      seeds.append(Array(zip.data()))
    }
    // Files that were cut off have no directory.
    return seeds + seeds.map { Array($0.prefix($0.count / 2)) }
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let folder = Scratch.shared.folder()
    defer { Scratch.shared.remove(folder) }
    let file = folder.appendingPathComponent("export.zip")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(input).write(to: file)
    } catch {
      throw Finding("the input cannot be written: \(error)")
    }
    if let zip = try? ZipFile(file) { try Self.check(zip, byteCount: Int64(input.count)) }
    try ImportTrial(of: file, ImportOptions(timeZone: .gmt)).check()
  }

  private static func check(_ zip: ZipFile, byteCount: Int64) throws(Finding) {
    try Finding.unless(Set(zip.entries.map(\.name)).count == zip.entries.count, "two entries have one name")
    for entry in zip.entries.prefix(mostEntries) {
      let names = entry.name.split(separator: "/", omittingEmptySubsequences: false)
      try Finding.unless(
        !names.contains("") && !names.contains(".") && !names.contains("..") && !entry.name.utf8.contains(0),
        "an unsafe name: \(entry.name)")
      try Finding.unless(entry.size >= 0 && entry.compressedSize >= 0, "a size: \(entry)")
      try Finding.unless(
        zip.entry(named: entry.name) == entry, "an entry is not found by its name: \(entry.name)")
      try read(entry, of: zip)
    }
  }

  /// Reads an entry to its end, or to an error.
  private static func read(_ entry: ZipFile.Entry, of zip: ZipFile) throws(Finding) {
    guard let stream = try? zip.open(entry) else { return }
    var count: Int64 = 0
    while count < readBytes {
      guard let bytes = try? stream.read(upTo: 64 << 10) else { return }
      if bytes.isEmpty {
        try Finding.unless(count == entry.size, "\(count) of \(entry.size) bytes, without an error")
        return
      }
      count += Int64(bytes.count)
      try Finding.unless(count <= entry.size, "\(count) bytes of an entry of \(entry.size)")
    }
  }
}
