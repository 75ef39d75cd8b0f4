/// Numbers as if by chance, the same for the same words at every start and on every machine: for what the program
/// makes up.
///
/// SplitMix64, begun at the FNV-1a hash of the words. The standard library's own drawing may change between releases,
/// so it is not used.
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

  /// Between two bounds.
  mutating func unit(_ low: Double = 0, _ high: Double = 1) -> Double {
    low + (high - low) * Double(next() >> 11) / Double(1 << 53)
  }

  /// Below `bound`, which is over 0.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of the elements, of which there is at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
