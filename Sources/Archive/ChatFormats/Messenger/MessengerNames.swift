import Foundation

/// Recognizes the chats of a download by the names of people, where numbers of threads are missing: in encrypted chats,
/// whose files are called “Mara Lind_3.json”.
enum MessengerNames {
  /// The name of an encrypted chat without its number.
  static func withoutNumber(_ name: String) -> String {
    let digits = name.utf8.reversed().prefix { $0.isDigit }.count
    let rest = name.dropLast(digits)
    return digits > 0 && rest.count > 1 && rest.last == "_" ? String(rest.dropLast()) : name
  }

  /// Whether the name of a folder is that of a thread, “maralind_10153”.
  static func isThread(_ folder: String) -> Bool { withoutNumber(folder) != folder }

  /// Whether the folder of an encrypted chat has another one of the same name.
  static func hasNamesake(of file: ImportFile, in tree: ImportTree) -> Bool {
    let path = file.url.path
    let stem = withoutNumber(file.url.deletingPathExtension().lastPathComponent)
    let prefix = "\(file.url.deletingLastPathComponent().path)/\(stem)_"
    return tree.files(withPrefix: prefix).contains { other in
      let name = other.url.deletingPathExtension().lastPathComponent
      return other.url.path != path && other.url.pathExtension == "json" && withoutNumber(name) == stem
    }
  }

  // MARK: Chats that go on encrypted

  /// The groups of files with each encrypted chat behind the chat that it continues: that of the same two people, which
  /// ends before it. There must be only one of both.
  ///
  /// - Complexity: O(n) in the number of groups; the files of possible pairs are read once.
  static func continued(_ groups: [[ImportFile]]) -> [[ImportFile]] {
    var places: [String: (open: [Int], encrypted: [Int])] = [:]
    for (index, group) in groups.enumerated() {
      let file = group[0].url
      if file.lastPathComponent.hasPrefix("message_") {
        let name = withoutNumber(file.deletingLastPathComponent().lastPathComponent)
        places[folded(name), default: ([], [])].open.append(index)
      } else {
        let name = withoutNumber(file.deletingPathExtension().lastPathComponent)
        places[folded(name), default: ([], [])].encrypted.append(index)
      }
    }
    var joined = groups
    var isGone = Set<Int>()
    for (name, place) in places where place.open.count == 1 && place.encrypted.count == 1 && !name.isEmpty {
      let (open, encrypted) = (place.open[0], place.encrypted[0])
      guard let newest = groups[open].last, let before = Facts(newest),
        let after = Facts(groups[encrypted][0]),
        after.isEncrypted, !before.isEncrypted, before.names == after.names, before.last < after.first
      else { continue }
      joined[open] += groups[encrypted]
      isGone.insert(encrypted)
    }
    return joined.enumerated().filter { !isGone.contains($0.offset) }.map(\.element)
  }

  /// A name as in the name of a thread's folder: “maralind” for “Mára Lind”.
  private static func folded(_ name: String) -> String {
    let plain = name.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(plain))
  }

  /// The people and the times of a file.
  private struct Facts {
    private(set) var names: Set<String> = []
    private(set) var first = Int64.max
    private(set) var last = Int64.min
    private(set) var isEncrypted = false

    /// Fails if the file cannot be read, has no messages, or is not a chat of two.
    init?(_ file: ImportFile) {
      guard let bytes = try? file.bytes(chunkSize: FileHead.length) else { return nil }
      var records = JSONRecords(bytes, MessengerReader.shape)
      while let item = records.next() {
        switch item {
        case .member("participants", let value):
          for person in (value.asArray.map { Array($0.prefix(3)) } ?? []) {
            if let name = person.asString ?? person.asObject?.string("name") {
              names.insert(MessengerDecoder.name(name))
            }
          }
        case .member("threadName", _): isEncrypted = true
        case .record(let value, _):
          let fields = value.asObject
          guard let time = fields?.int64("timestamp_ms") ?? fields?.int64("timestamp") else { continue }
          (first, last) = (min(first, time), max(last, time))
        default: break
        }
      }
      guard names.count == 2, first <= last else { return nil }
    }
  }
}
