import ScrollCore
import SeededRandom
import Testing

@Suite("Splice")
struct SpliceTests {
  private let splice = Splice(at: 10, removing: 5, inserting: 2)

  @Test("A splice names what it removes and inserts")
  func ranges() {
    #expect(splice.removedRange == 10..<15)
    #expect(splice.insertedRange == 10..<12)
    #expect(splice.growth == -3)
    #expect(!splice.isEmpty)
    #expect(Splice(at: 4).isEmpty)
  }

  @Test("Rows before a splice stay, removed rows have no place, rows after it move")
  func mapsIndices() {
    #expect(splice.map(9) == 9)
    #expect(splice.map(10) == nil)
    #expect(splice.map(14) == nil)
    #expect(splice.map(15) == 12)
    #expect([splice, Splice(at: 0, inserting: 4)].map(20) == 21)
    #expect([splice, Splice(at: 0, inserting: 4)].map(11) == nil)
  }

  @Test("A removed row is succeeded by the inserted row in its place, then by the next remaining row")
  func successors() {
    #expect(splice.successor(of: 9) == 9)
    #expect(splice.successor(of: 11) == 11)
    #expect(splice.successor(of: 14) == 12)
    #expect(splice.successor(of: 15) == 12)
    #expect([splice, Splice(at: 12, removing: 3)].successor(of: 16) == 12)
  }

  @Test("A range keeps its remaining rows and rows inserted between them, not rows inserted beside it")
  func mapsRanges() {
    #expect(Splice(at: 5, inserting: 3).map(5..<8) == 8..<11)
    #expect(Splice(at: 8, inserting: 3).map(5..<8) == 5..<8)
    #expect(Splice(at: 6, inserting: 3).map(5..<8) == 5..<11)
    #expect(Splice(at: 4, removing: 2, inserting: 1).map(5..<8) == 5..<7)
    #expect(Splice(at: 7, removing: 2, inserting: 1).map(5..<8) == 5..<7)
    #expect(Splice(at: 4, removing: 5, inserting: 9).map(5..<8).isEmpty)
    #expect(Splice(at: 0, removing: 5, inserting: 9).map(3..<3).isEmpty)
  }

  @Test("Rows inserted and removed again leave an empty splice")
  func cancellation() {
    #expect(Splice(at: 5, inserting: 3).then(Splice(at: 5, removing: 3)).isEmpty)
    #expect(Splice(at: 5, inserting: 3).then(Splice(at: 90)) == Splice(at: 5, inserting: 3))
    #expect(Splice(at: 90).then(Splice(at: 5, inserting: 3)) == Splice(at: 5, inserting: 3))
  }

  @Test("Random splices map and compose as an array of rows does", arguments: [1, 2, 3] as [UInt64])
  func agreesWithAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let before = Array(0..<Int.random(in: 0...12, using: &random))
      var between = before
      let first = randomSplice(&between, &random)
      var after = between
      let second = randomSplice(&after, &random)
      let both = first.then(second)
      var composed = before
      composed.replaceSubrange(both.removedRange, with: after[both.insertedRange])
      #expect(composed == after, "\(first) then \(second)")

      for row in before {
        #expect(first.map(row) == between.firstIndex(of: row))
        #expect([first, second].map(row) == after.firstIndex(of: row))
        #expect((0...between.count).contains(first.successor(of: row)))
      }
      let lower = Int.random(in: 0...before.count, using: &random)
      let range = lower..<Int.random(in: lower...before.count, using: &random)
      let remaining = range.compactMap { between.firstIndex(of: $0) }
      if let start = remaining.first, let end = remaining.last {
        #expect(first.map(range) == start..<end + 1, "\(first), \(range)")
      } else {
        #expect(first.map(range).isEmpty)
      }
    }
  }

  /// Changes `rows` at a random place. Inserted rows are negative, so that they equal none of the old ones.
  private func randomSplice(_ rows: inout [Int], _ random: inout SplitMix64) -> Splice {
    let index = Int.random(in: 0...rows.count, using: &random)
    let splice = Splice(
      at: index, removing: Int.random(in: 0...rows.count - index, using: &random),
      inserting: Int.random(in: 0...3, using: &random))
    let new = (0..<splice.inserted).map { _ in -Int.random(in: 1...1_000_000, using: &random) }
    rows.replaceSubrange(splice.removedRange, with: new)
    return splice
  }
}

@Suite("Splices between two sequences")
struct SpliceStepsTests {
  private func steps(_ old: String, _ new: String) -> [Splice] {
    Splice.steps(from: Array(old), to: Array(new))
  }

  @Test("Equal sequences need no splice")
  func equal() {
    #expect(steps("abc", "abc").isEmpty)
    #expect(steps("", "").isEmpty)
  }

  @Test("A run of changes is one splice")
  func runs() {
    #expect(steps("abc", "xyabc") == [Splice(at: 0, inserting: 2)])
    #expect(steps("abc", "abcx") == [Splice(at: 3, inserting: 1)])
    #expect(steps("abcde", "abxe") == [Splice(at: 2, removing: 2, inserting: 1)])
    #expect(steps("abcde", "") == [Splice(at: 0, removing: 5)])
    #expect(steps("abcde", "bd") == [0, 1, 2].map { Splice(at: $0, removing: 1) })
  }

  @Test("A row that moved is removed and inserted, and the others stay")
  func moves() {
    #expect(steps("abcde", "bcdea") == [Splice(at: 0, removing: 1), Splice(at: 4, inserting: 1)])
  }

  @Test(
    "Applied in order, the splices of random sequences lead from one to the other",
    arguments: [1, 2] as [UInt64])
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let old = Array((0..<30).shuffled(using: &random).prefix(Int.random(in: 0...30, using: &random)))
      var new = old.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      for id in 40..<40 + Int.random(in: 0...5, using: &random) {
        new.insert(id, at: Int.random(in: 0...new.count, using: &random))
      }
      if new.count > 2, Bool.random(using: &random) {
        new.insert(new.removeLast(), at: Int.random(in: 0..<new.count, using: &random))
      }
      var rows = old
      for splice in Splice.steps(from: old, to: new) {
        rows.replaceSubrange(splice.removedRange, with: new[splice.insertedRange])
      }
      #expect(rows == new, "\(old)")
    }
  }
}
