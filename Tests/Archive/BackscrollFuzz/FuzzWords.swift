import Foundation

/// The words of which the fuzzer composes inputs: the texts in the sources of a parser, and the keys and tags of its
/// seeds.
struct FuzzWords {
  private var words: Set<[UInt8]> = []

  /// The most bytes of a word that libFuzzer uses.
  private static let longest = 60
  /// The most words. With more, each is used too rarely.
  private static let most = 1500

  init(of target: any FuzzTarget) throws {
    for source in target.sources {
      for file in try Self.files(at: source) {
        let text = try String(contentsOf: file, encoding: .utf8)
        if file.pathExtension == "swift" { addTexts(in: text) } else { addTable(text) }
      }
    }
    for seed in try target.seeds() { addParts(of: String(decoding: seed, as: UTF8.self)) }
  }

  /// The words as libFuzzer reads them: one in quotation marks each line.
  var dictionary: String {
    words.sorted { $0.lexicographicallyPrecedes($1) }.prefix(Self.most).map { word in
      let escaped = word.map { byte in
        (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
          ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      return "\"\(escaped.joined())\"\n"
    }.joined()
  }

  private static func files(at path: String) throws -> [URL] {
    let place = FuzzTargets.package.appendingPathComponent(path)
    guard try place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else { return [place] }
    return try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
  }

  private mutating func add(_ word: some StringProtocol) {
    if (1...Self.longest).contains(word.utf8.count) { words.insert(Array(word.utf8)) }
  }

  /// Adds the texts of a Swift file, apart from those with interpolations.
  private mutating func addTexts(in source: String) {
    for line in source.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
      for match in line.matches(of: /"((?:[^"\\]|\\["\\nrt0]|\\u\{[0-9A-Fa-f]+\})+)"/) {
        add(Self.withoutEscapes(match.output.1))
      }
    }
  }

  private static func withoutEscapes(_ text: Substring) -> String {
    String(text).replacing(/\\(?:u\{([0-9A-Fa-f]+)\}|(.))/) { match in
      if let digits = match.output.1 {
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
      }
      return switch match.output.2 {
      case "n": "\n"
      case "r": "\r"
      case "t": "\t"
      case "0": "\0"
      case let sign: String(sign ?? "")
      }
    }
  }

  /// Adds the texts of a file of `Resources/words`.
  private mutating func addTable(_ table: String) {
    for line in table.split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix("[") {
      for text in line.dropFirst(4).split(separator: " | ").prefix(3) { add(text) }
    }
  }

  /// Adds the keys of JSON and the tags and classes of HTML in a seed.
  private mutating func addParts(of seed: String) {
    for match in seed.matches(of: /"[A-Za-z_]{1,40}":|<\/?[a-z]{1,12}|class="[^"]{1,40}"/) {
      add(match.output)
    }
  }
}
