/// A small generator of pseudo-random numbers, the same on every machine and in every version of Swift.
///
/// Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// An independent generator for each combination of seed and streams: what is drawn for one message must not
  /// depend on what was drawn for those before it.
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

  /// A number below `bound`, which is over 0.
  ///
  /// The standard library's own drawing may change between releases; this one may not. Its bias of
  /// `bound` / 2⁶⁴ is of no account here.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True once in `count` draws.
  mutating func oneIn(_ count: Int) -> Bool {
    below(count) == 0
  }

  /// One of the elements, of which there is at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
