#if DEBUG
  import Testing

  import ScrollCore

  /// Costs are counted in visited nodes, since times are meaningless on a busy machine.
  @Suite("Cost of HeightIndex")
  struct HeightIndexCostTests {
    private func index(of count: Int) -> HeightIndex {
      var index = HeightIndex()
      index.insert(kinds: (0..<count).lazy.map { $0 % 8 }, at: 0)
      return index
    }

    @Test("A question or a measurement visits one node a level: five at a million rows")
    func oneNodeALevel() {
      var index = index(of: 1_000_000)
      #expect(index.level == 4)
      #expect(NodeVisits.during { _ = index.offset(of: 777_777) } == 5)
      #expect(NodeVisits.during { _ = index.row(at: 40_000_000) } == 5)
      #expect(NodeVisits.during { _ = index.height(at: 123_456) } == 5)
      #expect(NodeVisits.during { index.setHeight(30, at: 500_000) } == 5)
      #expect(NodeVisits.during { index.setKind(2, at: 500_000) } == 5)
      #expect(NodeVisits.during { index.forgetHeight(at: 500_000) } == 5)
    }

    @Test("A new width and the total visit no node")
    func constant() {
      var index = index(of: 100_000)
      #expect(NodeVisits.during { index.widthChanged() } == 0)
      #expect(NodeVisits.during { _ = index.total } == 0)
    }

    @Test("Prepending a page to a million rows visits as few nodes as to a thousand, but for the levels")
    func prepend() {
      for count in [1_000, 10_000, 1_000_000] {
        var index = index(of: count)
        let visits = NodeVisits.during { index.insert(count: 1_000, kind: 0, at: 0) }
        #expect(visits <= 10, "\(count) rows")
      }
    }

    @Test("Inserting and removing in the middle visits O(log n) nodes")
    func middle() {
      for (count, most) in [(1_000, 20), (1_000_000, 60)] {
        var index = index(of: count)
        #expect(NodeVisits.during { index.insert(count: 50, kind: 0, at: count / 3) } <= most)
        #expect(NodeVisits.during { index.remove(count / 4..<count / 2) } <= 2 * most)
      }
    }
  }
#endif
