/// Kind and state of a row in one byte.
struct HeightMark: Sendable {
  private var bits: UInt8

  /// An unknown row of a kind in `0..<HeightIndex.kindLimit`.
  init(kind: Int) {
    precondition((0..<HeightIndex.kindLimit).contains(kind), "A kind is 0..<HeightIndex.kindLimit.")
    bits = UInt8(kind)
  }

  var kind: Int { Int(bits & 0b0_0111) }
  /// The row has a height, be it stale.
  var isKnown: Bool {
    get { bits & 0b0_1000 != 0 }
    set { set(0b0_1000, newValue) }
  }
  /// The height was measured in the generation of the leaf.
  var isMeasured: Bool {
    get { bits & 0b1_0000 != 0 }
    set { set(0b1_0000, newValue) }
  }

  private mutating func set(_ flag: UInt8, _ isOn: Bool) {
    if isOn { bits |= flag } else { bits &= ~flag }
  }
}
