import ExportWriters
import Foundation

/// An export as one input: a byte with the options of the import, and its files.
///
/// Each file begins with the byte ``mark``, its path and a line end. Bytes without a mark are one file. Any bytes are an
/// input, so that the fuzzer can change everything.
struct ExportInput {
  /// ASCII's record separator, which no export contains.
  static let mark: UInt8 = 0x1e
  /// The most files of an input.
  private static let mostFiles = 12
  /// The longest path in bytes.
  private static let longestPath = 200

  /// The bits of the first byte.
  struct Options: OptionSet {
    let rawValue: UInt8

    /// The order of the numbers in dates: none, or one of the three.
    var dayOrderNumber: Int { Int(rawValue & 3) }
    /// The format is requested instead of detected, so that a damaged file is read.
    static let asksFormat = Self(rawValue: 1 << 2)
    /// The files are read a few bytes at a time as well, which must change nothing.
    static let comparesChunks = Self(rawValue: 1 << 3)
    /// The files are surveyed, as before an import.
    static let surveys = Self(rawValue: 1 << 4)
    /// The folder is imported even if there is only one file.
    static let takesFolder = Self(rawValue: 1 << 5)
  }

  private(set) var options: Options
  private(set) var files: [(path: String, bytes: [UInt8])] = []

  init(_ input: [UInt8]) {
    options = Options(rawValue: input.first ?? 0)
    let parts = input.dropFirst().split(separator: Self.mark, omittingEmptySubsequences: true)
    for part in parts.prefix(Self.mostFiles) {
      let line = part.prefix { $0 != UInt8(ascii: "\n") }
      if parts.count == 1, input.dropFirst().first != Self.mark {
        files.append(("export", Array(part)))
      } else if let path = Self.path(line) {
        files.append((path, Array(part.dropFirst(line.count + 1))))
      }
    }
  }

  /// A path that stays in its folder; nil for any other.
  private static func path(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count <= longestPath, !bytes.contains(0) else { return nil }
    let names = String(decoding: bytes, as: UTF8.self).split(separator: "/")
    guard !names.isEmpty, !names.contains("."), !names.contains(".."),
      names.allSatisfy({ $0.utf8.count <= 100 })
    else { return nil }
    return names.joined(separator: "/")
  }

  /// Writes the files to a folder.
  ///
  /// - Returns: The place to import.
  func write(to folder: URL) throws(Finding) -> URL? {
    var written: [URL] = []
    for file in files {
      let url = folder.appendingPathComponent(file.path)
      let parent = url.deletingLastPathComponent()
      // A file whose path leads through another file, or is a folder of another one, is left out.
      try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      if (try? Data(file.bytes).write(to: url)) != nil { written.append(url) }
    }
    return written.count == 1 && !options.contains(.takesFolder) ? written[0] : written.isEmpty ? nil : folder
  }

  // MARK: Seeds

  /// The input with all files of a folder that are small.
  static func of(folder: URL, options: Options = []) throws -> [UInt8] {
    var input = [options.rawValue]
    for (path, bytes) in try contents(of: folder) where !bytes.contains(mark) && bytes.count <= largestSeed {
      input += [mark] + path.utf8 + [UInt8(ascii: "\n")] + bytes
    }
    return input
  }

  /// An input for each file of a folder, by itself.
  static func each(of folder: URL, options: Options = []) throws -> [[UInt8]] {
    try contents(of: folder).filter { !$0.bytes.contains(mark) && $0.bytes.count <= largestSeed }.map {
      [options.rawValue, mark] + $0.path.utf8 + [UInt8(ascii: "\n")] + $0.bytes
    }
  }

  /// The most bytes of a file in a seed.
  private static let largestSeed = 20_000

  private static func contents(of folder: URL) throws -> [(path: String, bytes: [UInt8])] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.sorted().compactMap { path in
      let file = folder.appendingPathComponent(path)
      guard
        try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
          == .typeRegular
      else { return nil }
      return (path, Array(try Data(contentsOf: file)))
    }
  }

  /// Exports of random chats by the writers of a family.
  static func random(_ family: ExportFamily) throws -> [[UInt8]] {
    var inputs: [[UInt8]] = []
    for (number, writer) in family.writers.enumerated() {
      for seed in 0..<seedsPerWriter {
        let folder = Scratch.shared.folder()
        defer { Scratch.shared.remove(folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let chat = RandomChat(number: 10 * number + seed + 1, in: .gmt, holding: family.holds)
        let count = chat.messages.count
        let range = writer.fitted(0..<(seed == 0 ? count : min(count, 6)), in: chat)
        _ = try writer.write(chat.seen(at: .max), range, to: folder)
        inputs.append(try of(folder: folder, options: [.takesFolder]))
      }
    }
    return inputs
  }

  private static let seedsPerWriter = 3
}

/// A folder for the files of the inputs. `./meson-wrapper.sh` places it in memory if that has room, and removes it.
final class Scratch: Sendable {
  static let shared = Scratch()

  /// The folder of the process, which other processes do not use.
  let root: URL

  private init() {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("backscroll-fuzz.\(ProcessInfo.processInfo.processIdentifier)")
    // A process with the same number may have left files.
    remove(root)
  }

  /// The folder for the next input, which does not exist. Its path is always the same, because paths are in some texts.
  func folder() -> URL { root.appendingPathComponent("input") }

  func remove(_ url: URL) { try? FileManager.default.removeItem(at: url) }
}
