/// Pseudo-random numbers for generated content: the same for the same seed at every start and on every machine.
///
/// SplitMix64, seeded with the FNV-1a hash of a string. The algorithms of `randomElement()` and its like may change
/// between releases of the standard library, so they are not used.
struct SeededNumbers: Sendable {
  private var state: UInt64

  init(_ seed: some StringProtocol) {
    state = seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number in `low..<high`.
  mutating func unit(_ low: Double = 0, _ high: Double = 1) -> Double {
    low + (high - low) * Double(next() >> 11) / Double(1 << 53)
  }

  /// A number in `0..<bound`; `bound` is greater than 0.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of the elements, which are not empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
