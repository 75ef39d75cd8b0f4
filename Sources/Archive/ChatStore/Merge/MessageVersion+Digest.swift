import Foundation
import SeededRandom

extension MessageVersion {
  /// A hash of all parts, by which an import finds that the archive has the version, without reading it.
  ///
  /// The same for all imports into an archive, because participants keep their numbers. Versions of one message that
  /// differ have the same digest once in 2⁶⁴ times; the later version is then lost.
  var digest: Int64 {
    var digest = Digest()
    digest.add(time.sentAt, time.isAssumed ? 1 : 0, time.resolution.map { Int64($0.rawValue) }, time.orderKey)
    digest.add(author.sender, author.isOwn ? 1 : 0, Int64(body.kind), body.editedAt)
    digest.add(body.text)
    digest.add(body.entities)
    if !earlier.isEmpty || !files.isEmpty || !reactions.isEmpty { addLists(to: &digest) }
    for text in [rest.reply, rest.topic, rest.album, rest.details] { digest.add(text) }
    return digest.value
  }

  /// Adds what most messages do not have. Each list begins with its length, so that no list reads like another one.
  private func addLists(to digest: inout Digest) {
    digest.add(Int64(earlier.count), Int64(files.count), Int64(reactions.count))
    for item in earlier {
      digest.add(item.text)
      digest.add(item.writtenAt)
    }
    for file in files {
      digest.add(Int64(file.kind), file.width.map(Int64.init), file.height.map(Int64.init), file.bytes)
      digest.add(file.duration, file.isSpoiler ? 1 : 0)
      for text in [file.name, file.path, file.thumbnail] { digest.add(text) }
    }
    for item in reactions {
      digest.add(item.key)
      digest.add(item.participant, Int64(item.count), item.reactedAt)
    }
  }
}

/// Hashes values in sequence.
private struct Digest {
  private var state: UInt64 = 0

  var value: Int64 { Int64(bitPattern: state) }

  private mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
    state ^= state >> 32
  }

  mutating func add(_ numbers: Int64?...) {
    for number in numbers {
      mix(number == nil ? 0 : 1)
      mix(UInt64(bitPattern: number ?? 0))
    }
  }

  mutating func add(_ text: String?) {
    mix(text.map { UInt64($0.utf8.count) + 1 } ?? 0)
    if let text { mix(FNV1a.hash(text)) }
  }

  mutating func add(_ bytes: Data?) {
    mix(bytes.map { UInt64($0.count) + 1 } ?? 0)
    for byte in bytes ?? Data() { mix(UInt64(byte)) }
  }
}
