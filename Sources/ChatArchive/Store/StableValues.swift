/// The 64-bit FNV-1a hash. Unlike `Hasher`, it gives the same value on every machine and in every process.
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

/// A pseudo-random number generator that gives the same numbers on every machine and in every version of Swift.
///
/// Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// An independent generator for each combination of seed and streams.
  ///
  /// The numbers drawn for one stream do not depend on how many were drawn for another.
  init(seed: UInt64, streams: UInt64...) {
    state = streams.reduce(seed) { state, stream in
      var mixer = SplitMix64(seed: state ^ (stream &+ 1) &* 0x9e37_79b9_7f4a_7c15)
      return mixer.next()
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number from 0 to `bound` - 1; `bound` is positive.
  ///
  /// The standard library's `random(in:using:)` is not used because its algorithm may change between releases.
  /// The bias of `bound` / 2⁶⁴ is negligible here.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True with a probability of 1 / `count`.
  mutating func oneIn(_ count: Int) -> Bool {
    below(count) == 0
  }

  /// A random element of an array that is not empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
