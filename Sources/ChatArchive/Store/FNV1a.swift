/// The 64-bit FNV-1a hash: the same on every machine and in every process, unlike `Hasher`.
///
/// Constants: https://www.ietf.org/archive/id/draft-eastlake-fnv-17.html
struct FNV1a {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Complexity: O(n) in the number of bytes.
  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }

  /// The hash of the string's UTF-8 bytes.
  static func hash(_ string: String) -> UInt64 {
    var hash = FNV1a()
    hash.combine(string.utf8)
    return hash.value
  }
}
