/// The 64-bit FNV-1a hash (RFC 9923). Unlike `Hasher`, it gives the same value on every machine and in every process.
package struct FNV1a {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// - Complexity: O(n) in the number of bytes.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  /// The same for a text. Other modules cannot specialize the generic function, which takes ten times as long.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package mutating func combine(_ bytes: String.UTF8View) {
    let bytes = bytes.span
    for index in bytes.indices { combine(bytes[index]) }
  }

  /// The hash of the text's UTF-8 bytes.
  package static func hash(_ text: some StringProtocol) -> UInt64 {
    var hash = FNV1a()
    hash.combine(text.utf8)
    return hash.value
  }

  /// The hash of the text's UTF-8 bytes.
  package static func hash(_ text: String) -> UInt64 {
    var hash = FNV1a()
    hash.combine(text.utf8)
    return hash.value
  }
}

/// A pseudo-random number generator that gives the same numbers on every machine and in every version of Swift.
///
/// Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Makes a generator that is seeded with the hash of a text.
  package init(seed text: some StringProtocol) {
    self.init(seed: FNV1a.hash(text))
  }

  /// Makes an independent generator for each combination of seed and streams.
  ///
  /// The numbers drawn for one stream do not depend on how many were drawn for another.
  package init(seed: UInt64, streams: UInt64...) {
    state = streams.reduce(seed) { state, stream in
      var mixer = SplitMix64(seed: state ^ (stream &+ 1) &* 0x9e37_79b9_7f4a_7c15)
      return mixer.next()
    }
  }

  package mutating func next() -> UInt64 {
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
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number in `low..<high`.
  package mutating func unit(_ low: Double = 0, _ high: Double = 1) -> Double {
    low + (high - low) * Double(next() >> 11) / Double(1 << 53)
  }

  /// True with a probability of 1 / `count`.
  package mutating func oneIn(_ count: Int) -> Bool {
    below(count) == 0
  }

  /// A random element of an array that is not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// `count` different elements in their order; all of them if there are fewer.
  package mutating func pick<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    var left = Array(elements.indices)
    while left.count > count { left.remove(at: below(left.count)) }
    return left.map { elements[$0] }
  }
}
