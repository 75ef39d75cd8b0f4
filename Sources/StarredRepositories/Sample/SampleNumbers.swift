/// Numbers as if by chance, the same for the same words in every run and every release: SplitMix64 (Steele, Lea and
/// Flood, 2014), begun at the hash of the words.
struct SampleNumbers {
  private var state: UInt64

  init(_ seed: String) {
    state = stableHash(seed)
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number below `bound`, which is over 0.
  mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

  /// From 0 up to, and without, 1.
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// True once in `count` draws.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of the elements, of which there is at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// `count` different elements, in their order.
  mutating func pick<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    var left = Array(elements.indices)
    while left.count > count { left.remove(at: below(left.count)) }
    return left.map { elements[$0] }
  }
}
