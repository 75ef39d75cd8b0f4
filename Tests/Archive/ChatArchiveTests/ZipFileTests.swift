import CompressedFiles
import Foundation
import SeededRandom
import Testing
import ZipWriter

@Suite("Zip files", .dedicatedThreads)
struct ZipFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func zip(_ data: Data, named name: String = "a.zip") throws -> ZipFile {
    let url = folder.url.appendingPathComponent(name)
    try data.write(to: url)
    return try ZipFile(url)
  }

  private func bytes(_ name: String, of zip: ZipFile, upTo count: Int = 1000) throws -> [UInt8] {
    let stream = try zip.open(#require(zip.entry(named: name)))
    var bytes: [UInt8] = []
    while case let more = try stream.read(upTo: count), !more.isEmpty { bytes += more }
    return bytes
  }

  private func error(_ name: String, of zip: ZipFile) -> ZipError? {
    #expect(throws: ZipError.self) { try bytes(name, of: zip) }
  }

  /// A text without repetitions.
  private func text(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(count))
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  @Test("Entries are listed with names, sizes and times, and each is read as it was packed")
  func entries() throws {
    let long = text(300_000)
    var writer = ZipWriter()
    writer.add("photos/1.jpg", long) { $0.modified = 1_700_000_000 }
    writer.add("photos/2.jpg", long) { $0.packing = .stored }
    writer.add("empty.txt", [])
    writer.add("folder/", [])
    writer.add("late.txt", "sizes at the end".utf8) { $0.flags |= 8 }
    writer.add("late.bin", long) {
      $0.flags |= 8
      $0.packing = .stored
    }
    let zip = try zip(writer.data())
    #expect(
      zip.entries.map(\.name) == ["photos/1.jpg", "photos/2.jpg", "empty.txt", "late.txt", "late.bin"])
    #expect(zip.remarks == [])
    #expect(zip.entries.map(\.size) == [300_000, 300_000, 0, 16, 300_000])
    #expect(zip.entries[0].modified == .instant(1_700_000_000))
    #expect(zip.entries[1].modified == .local(year: 2024, month: 5, day: 6, hour: 7, minute: 8))
    for name in ["photos/1.jpg", "photos/2.jpg", "late.bin"] { expectSame(try bytes(name, of: zip), long) }
    #expect(try bytes("empty.txt", of: zip) == [])
    #expect(try bytes("late.txt", of: zip) == Array("sizes at the end".utf8))
    expectSame(try bytes("photos/1.jpg", of: zip, upTo: 1 << 20), long)
    #expect(zip.entry(named: "photos/3.jpg") == nil)
  }

  @Test("A program before the zip file, a comment after it, and zip64 change nothing")
  func shapes() throws {
    var writer = ZipWriter()
    writer.add("a.txt", "first".utf8)
    writer.add("b.txt", "second".utf8) { $0.isLarge = true }
    for (prefix, comment, isLarge) in [
      ("", "", false), ("#!/bin/sh\n", "", false), ("", "PK\u{5}\u{6} is no end", false), ("", "", true),
      ("#!/bin/sh\n", "comment", true),
    ] {
      writer.prefix = Array(prefix.utf8)
      writer.comment = comment
      writer.isLarge = isLarge
      let zip = try zip(writer.data())
      #expect(zip.remarks == [])
      #expect(try bytes("a.txt", of: zip) == Array("first".utf8))
      #expect(try bytes("b.txt", of: zip) == Array("second".utf8))
    }
  }

  @Test("Names are UTF-8, with or without the flag, those of the extra field, or of code page 437")
  func names() throws {
    var writer = ZipWriter()
    writer.add("été.txt", [1])
    writer.add("겨울.txt", [2]) { $0.flags = 0 }
    writer.add("", [3]) {
      $0.name = [0xff, 0xfe]
      $0.unicodeName = "лето.txt"
    }
    writer.add("", [4]) { $0.name = [0x81, 0x62, 0x65, 0x72] }
    writer.add("./a//b/./c.txt", [5])
    let zip = try zip(writer.data())
    #expect(zip.entries.map(\.name) == ["été.txt", "겨울.txt", "лето.txt", "über", "a/b/c.txt"])
    #expect(zip.remarks == [.assumedEncoding("über")])
    for (number, entry) in zip.entries.enumerated() {
      #expect(try bytes(entry.name, of: zip) == [UInt8(number + 1)])
    }
    writer.entries = []
    writer.isFromUnix = false
    writer.add(#"photos\1.jpg"#, [6])
    #expect(try self.zip(writer.data()).entries.map(\.name) == ["photos/1.jpg"])
  }

  @Test("Names that lead out of the zip file, links and devices are left out, each with a remark")
  func unsafe() throws {
    var writer = ZipWriter()
    for name in ["../a", "a/../../b", "/etc/passwd", "C:/a", "a\0b", ".", "//"] { writer.add(name, [1]) }
    writer.add("link", "/etc/passwd".utf8) { $0.mode = 0o120777 }
    writer.add("device", []) { $0.mode = 0o020666 }
    writer.add("folder", []) { $0.mode = 0o040755 }
    writer.add("good", [1])
    writer.add("good", [2])
    let zip = try zip(writer.data())
    #expect(zip.entries.map(\.name) == ["good"])
    #expect(try bytes("good", of: zip) == [2])
    #expect(
      zip.remarks == [
        .unsafeName("../a"), .unsafeName("a/../../b"), .unsafeName("/etc/passwd"), .unsafeName("C:/a"),
        .unsafeName("a\0b"), .unsafeName("."), .link("link"), .notAFile("device"), .duplicate("good"),
      ])
  }

  @Test("Encrypted entries, unknown methods and bombs are refused; the others are read")
  func refused() throws {
    var writer = ZipWriter()
    writer.add("secret", [1]) { $0.flags |= 1 }
    writer.add("aes", [1]) { $0.method = 99 }
    writer.add("odd", [1]) { $0.method = 97 }
    writer.add("late", [1]) {
      $0.method = 12
      $0.flags |= 8
    }
    writer.add("bomb", []) {
      $0.packing = .zeros(count: 1_000_000)
      $0.statedSize = 300 << 20
    }
    writer.add("zeros", []) { $0.packing = .zeros(count: 1_000_000) }
    writer.add("liar", []) {
      $0.packing = .zeros(count: 1_000_000)
      $0.statedSize = 10
    }
    writer.add("braggart", [1, 2]) { $0.statedSize = 10 }
    let zip = try zip(writer.data())
    #expect(error("secret", of: zip) == .encrypted)
    #expect(error("aes", of: zip) == .encrypted)
    #expect(error("odd", of: zip) == .unsupported)
    #expect(error("late", of: zip) == .unsupported)
    #expect(error("bomb", of: zip) == .bomb)
    #expect(try bytes("zeros", of: zip).count == 1_000_000)
    #expect(error("liar", of: zip) == .damaged)
    #expect(error("braggart", of: zip) == .cutOff)
  }

  @Test("Entries that share the bytes of others are refused")
  func overlapping() throws {
    var writer = ZipWriter()
    writer.add("first", text(5_000))
    for number in 1...10 {
      writer.add("other \(number)", text(5_000)) { $0.sharesBytes = 0 }
    }
    writer.add("good", [7])
    let zip = try zip(writer.data())
    #expect(zip.entries.filter { $0.obstacle == .bomb }.count == 11)
    #expect(try bytes("good", of: zip) == [7])
  }

  @Test("What is read before damage is kept, and the damage is an error")
  func damage() throws {
    var writer = ZipWriter()
    let long = text(200_000)
    writer.add("sum", long) { $0.hasWrongCheckSum = true }
    let zip = try zip(writer.data())
    let stream = try zip.open(#require(zip.entry(named: "sum")))
    var read: [UInt8] = []
    #expect(throws: ZipError.damaged) {
      while case let more = try stream.read(upTo: 50_000), !more.isEmpty { read += more }
    }
    expectSame(read, long)

    writer.entries[0].hasWrongCheckSum = false
    var data = writer.data()
    // The length of a block in the middle is no longer its complement.
    data[data.startIndex + 30 + 3 + (65_535 + 5) * 2 + 1] ^= 0xff
    let broken = try self.zip(data)
    let rest = try broken.open(#require(broken.entry(named: "sum")))
    read = []
    #expect(throws: ZipError.damaged) {
      while case let more = try rest.read(upTo: 50_000), !more.isEmpty { read += more }
    }
    #expect(read.count > 120_000)
    expectSame(read, Array(long.prefix(read.count)))
  }

  @Test("Of a download that was cut off at any byte, all whole entries are read")
  func cutOff() throws {
    var writer = ZipWriter()
    writer.add("a.txt", "first".utf8)
    writer.add("b.txt", "second".utf8) { $0.flags |= 8 }
    writer.add("c.txt", "third".utf8) { $0.packing = .stored }
    let whole = writer.data()
    // Each ends at the beginning of the next one, or of the directory.
    let starts = [Data("PK\u{3}\u{4}".utf8), Data("PK\u{1}\u{2}".utf8)]
    let ends = ["a.txt", "b.txt", "c.txt"].map { name in
      let rest = whole[(whole.range(of: Data(name.utf8))?.upperBound ?? 0)...]
      return starts.compactMap { rest.range(of: $0)?.lowerBound }.min() ?? 0
    }
    for count in 0..<whole.count {
      guard count >= ends[0] else {
        _ = try? zip(whole.prefix(count))
        continue
      }
      let zip = try zip(whole.prefix(count))
      #expect(zip.remarks == [.noDirectory])
      #expect(try bytes("a.txt", of: zip) == Array("first".utf8))
      // libarchive expects the longest form of the record after the bytes.
      if count >= ends[1] + 8 { #expect(try bytes("b.txt", of: zip) == Array("second".utf8)) }
      if count >= ends[2] { #expect(try bytes("c.txt", of: zip) == Array("third".utf8)) }
    }
  }

  @Test("No change of a byte makes reading crash or run on", arguments: 0..<8)
  func mutations(seed: UInt64) throws {
    var writer = ZipWriter()
    writer.add("a.txt", text(2_000))
    writer.add("zeros", []) { $0.packing = .zeros(count: 100_000) }
    writer.add("b.txt", "second".utf8) {
      $0.flags |= 8
      $0.isLarge = true
    }
    writer.isLarge = seed.isMultiple(of: 2)
    let whole = writer.data()
    var random = SplitMix64(seed: seed)
    for _ in 0..<150 {
      var data = whole
      for _ in 0..<3 {
        data[data.startIndex + Int(random.next() % UInt64(data.count))] = UInt8(
          truncatingIfNeeded: random.next())
      }
      guard let zip = try? zip(data, named: "\(seed).zip") else { continue }
      for entry in zip.entries {
        guard let stream = try? zip.open(entry) else { continue }
        while let more = try? stream.read(upTo: 1 << 16), !more.isEmpty {}
        #expect(stream.offset <= max(entry.size, 0))
      }
    }
  }

  @Test("Files that are none, and parts of split ones, are refused")
  func others() throws {
    func error(_ data: Data) -> ZipError? { #expect(throws: ZipError.self) { try zip(data) } }
    #expect(error(Data()) == .notZip)
    #expect(error(Data("PK\u{3}\u{4} and no more".utf8)) == .notZip)
    #expect(error(Data(count: 100_000)) == .notZip)
    var writer = ZipWriter()
    writer.add("a", [1])
    writer.disk = 2
    #expect(error(writer.data()) == .split)
    #expect(throws: ZipError.unreadable) { try ZipFile(folder.url.appendingPathComponent("none.zip")) }
    #expect(try zip(ZipWriter().data()).entries == [])
  }
}
