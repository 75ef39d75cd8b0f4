import Foundation
import SeededRandom

extension MessageVersion {
  /// A hash of all parts, by which an import finds that the archive has the version, without reading it.
  ///
  /// The same for all imports into an archive, because participants keep their numbers. Versions of one message that
  /// differ have the same digest once in 2⁶⁴ times; the later version is then lost.
  var digest: Int64 {
    var digest = Digest()
    digest.add(time.sentAt)
    digest.add(time.isAssumed)
    digest.add((time.resolution?.rawValue).map(Int64.init))
    digest.add(time.orderKey)
    digest.add(author.sender)
    digest.add(author.isOwn)
    digest.add(Int64(body.kind))
    digest.add(body.editedAt)
    digest.add(body.text)
    digest.add(body.entities)
    if !earlier.isEmpty || !files.isEmpty || !reactions.isEmpty { addLists(to: &digest) }
    digest.add(rest.reply)
    digest.add(rest.topic)
    digest.add(rest.album)
    digest.add(rest.details)
    return digest.value
  }

  /// Adds what most messages do not have. Each list begins with its length, so that no list reads like another one.
  private func addLists(to digest: inout Digest) {
    digest.add(Int64(earlier.count))
    for item in earlier {
      digest.add(item.text)
      digest.add(item.writtenAt)
    }
    digest.add(Int64(files.count))
    for file in files {
      digest.add(Int64(file.kind))
      digest.add(file.width.map(Int64.init))
      digest.add(file.height.map(Int64.init))
      digest.add(file.bytes)
      digest.add(file.duration)
      digest.add(file.isSpoiler)
      digest.add(file.name)
      digest.add(file.path)
      digest.add(file.thumbnail)
      digest.add(file.transcript?.text)
      digest.add(file.transcript?.file)
    }
    digest.add(Int64(reactions.count))
    for item in reactions {
      digest.add(item.key)
      digest.add(item.participant)
      digest.add(Int64(item.count))
      digest.add(item.reactedAt)
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

  mutating func add(_ number: Int64?) {
    mix(number == nil ? 0 : 1)
    mix(UInt64(bitPattern: number ?? 0))
  }

  mutating func add(_ flag: Bool) { mix(flag ? 1 : 0) }

  mutating func add(_ text: String?) {
    mix(text.map { UInt64($0.utf8.count) + 1 } ?? 0)
    if let text { mix(FNV1a.hash(text)) }
  }

  mutating func add(_ bytes: Data?) {
    mix(bytes.map { UInt64($0.count) + 1 } ?? 0)
    if let bytes { for byte in bytes { mix(UInt64(byte)) } }
  }
}
