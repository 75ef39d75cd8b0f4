/// Merges the messages of several runs in the same minute, for messages without keys.
///
/// A run is the part of a conversation in one file, without gaps. Messages of different minutes are never the same, so
/// each minute is merged separately, and memory does not grow with the length of a run.
///
/// The result depends only on the set of runs, not on the order in which they were imported.
enum SequenceAligner {
  /// The messages of a run in a minute.
  struct Run {
    /// In the order of the file.
    var items: [SequenceItem]
    /// Whether the run has no messages before this minute, so that it may lack the beginning of the minute.
    var begins: Bool
    /// Whether the run has no messages after this minute.
    var ends: Bool
  }

  /// A message, as the indices of its items, by the index of the run.
  struct Column: Equatable {
    var items: [Int: Int]
  }

  /// The messages of all runs together, in order.
  ///
  /// - Parameters:
  ///   - names: The names of the chat's people, in lower case, to compare events.
  ///   - exactCells: The largest number of cells of a table, for lists that are always matched as well as possible.
  /// - Complexity: O(n) in the number of items if the runs are equal, otherwise up to O(n²) for at most `exactCells`, and
  ///   O(n log n) for more.
  static func merge(_ runs: [Run], names: [String] = [], exactCells: Int = exactCells) -> [Column] {
    let order = runs.indices.sorted { isBefore(runs[$0], runs[$1], $0, $1) }
    var base = Base(exactCells: exactCells)
    for index in order { base.add(runs[index], at: index, names) }
    return base.columns
  }

  /// Complete runs come first, then the longest, because the other runs are parts of them.
  private static func isBefore(_ a: Run, _ b: Run, _ i: Int, _ j: Int) -> Bool {
    let (ranks, lengths) = ((rank(a), rank(b)), (a.items.count, b.items.count))
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if lengths.0 != lengths.1 { return lengths.0 > lengths.1 }
    for (x, y) in zip(a.items, b.items) where x.sortKey != y.sortKey { return x.sortKey < y.sortKey }
    return i < j
  }

  private static func rank(_ run: Run) -> Int {
    switch (run.begins, run.ends) {
    case (false, false): 0
    case (false, true): 1
    case (true, false): 2
    case (true, true): 3
    }
  }

  /// The largest number of cells of a table, which take a tenth of a second.
  static let exactCells = 4_000_000

  /// The largest number of pairs of events whose sentences are compared at a place.
  private static let mostRewordedPairs = 10_000

  /// The result of the runs merged so far.
  private struct Base {
    private let exactCells: Int
    private(set) var columns: [Column] = []
    /// The combined knowledge about each column's message.
    private var items: [SequenceItem] = []
    /// Whether all runs so far are cut at their beginning, or at their end.
    private var begins = true
    private var ends = true

    init(exactCells: Int) { self.exactCells = exactCells }

    mutating func add(_ run: Run, at index: Int, _ names: [String]) {
      defer {
        begins = begins && run.begins
        ends = ends && run.ends
      }
      guard !columns.isEmpty else {
        columns = run.items.indices.map { Column(items: [index: $0]) }
        items = run.items
        return
      }
      var pairs = bestPairs(with: run)
      if begins == run.begins, ends == run.ends { pairs = withReworded(pairs, of: run, names) }
      var (newColumns, newItems): ([Column], [SequenceItem]) = ([], [])
      var (i, j) = (0, 0)
      for (next, match) in pairs + [(columns.count, run.items.count)] {
        while i < next || j < match {
          if j == match || i < next && !run.items[j].isCertainlyBefore(items[i]) {
            newColumns.append(columns[i])
            newItems.append(items[i])
            i += 1
          } else {
            newColumns.append(Column(items: [index: j]))
            newItems.append(run.items[j])
            j += 1
          }
        }
        guard next < columns.count else { break }
        newColumns.append(columns[next])
        newColumns[newColumns.count - 1].items[index] = match
        newItems.append(items[next].joined(with: run.items[match]))
        (i, j) = (next + 1, match + 1)
      }
      (columns, items) = (newColumns, newItems)
    }

    /// The columns that are messages of the run, in ascending order, with the indices of those messages.
    ///
    /// If another phone has exported the run, its files have other names, or even the names of other messages' files. Then the
    /// order finds more. Where one run ends and another begins, one phone has other files with other names as well.
    private func bestPairs(with run: Run) -> [(Int, Int)] {
      let pairs = pairs(with: run)
      let isSeam = begins != ends && run.begins == ends && run.ends == begins
      guard pairs.count < min(items.count, run.items.count), !isSeam,
        items.contains(where: \.hasLooseNames) || run.items.contains(where: \.hasLooseNames)
      else { return pairs }
      var (base, other) = (self, run)
      base.items = items.map(\.withoutLooseNames)
      other.items = run.items.map(\.withoutLooseNames)
      let more = base.pairs(with: other)
      return more.count > pairs.count ? more : pairs
    }

    /// As ``bestPairs(with:)``, by the names of files.
    private func pairs(with run: Run) -> [(Int, Int)] {
      let (count, length) = (items.count, run.items.count)
      func fits(_ start: Int, from first: Int = 0, _ size: Int) -> Bool {
        (0..<size).allSatisfy { items[start + $0].likeness(to: run.items[first + $0]) >= .alike }
      }
      func contiguous(_ start: Int, _ size: Int) -> [(Int, Int)] { (0..<size).map { (start + $0, $0) } }
      if ends, !begins, run.begins, !run.ends {
        // One run ends where the other begins, so the end of the first equals the beginning of the second.
        let overlap = overlap(of: items, with: run.items)
        return contiguous(count - overlap, overlap)
      }
      if begins, !ends, run.ends, !run.begins {
        let overlap = overlap(of: run.items, with: items)
        return (0..<overlap).map { ($0, length - overlap + $0) }
      }
      if length <= count {
        let ends = [0, count - length]
        if let start = (run.begins ? ends.reversed() : ends).first(where: { fits($0, length) }) {
          return contiguous(start, length)
        }
        if run.begins, run.ends, length * count <= exactCells,
          let start = (0...(count - length)).first(where: { fits($0, length) })
        {
          return contiguous(start, length)
        }
      }
      return CommonSequence(items, run.items, prefersEnd: run.begins && !run.ends, exactCells: exactCells)
        .pairs
    }

    /// The pairs with those of events in different words, which are left over on both sides between two pairs: both lists
    /// have the whole time.
    private func withReworded(
      _ pairs: [(Int, Int)], of run: Run, _ names: [String]
    ) -> [(Int, Int)] {
      var (result, i, j): ([(Int, Int)], Int, Int) = ([], 0, 0)
      for (next, match) in pairs + [(columns.count, run.items.count)] {
        var left = (i..<next).filter { items[$0].kind == .service }[...]
        let right = (j..<match).filter { run.items[$0].kind == .service }
        if !left.isEmpty, !right.isEmpty, left.count * right.count <= SequenceAligner.mostRewordedPairs {
          for item in right {
            guard
              let found = left.firstIndex(where: {
                items[$0].canBeSameEvent(as: run.items[item], names: names)
              })
            else { continue }
            result.append((left[found], item))
            left = left[(found + 1)...]
          }
        }
        if next < columns.count { result.append((next, match)) }
        (i, j) = (next + 1, match + 1)
      }
      return result
    }

    /// The number of messages at the end of a list that the next list begins with.
    ///
    /// An edited or deleted message counts as the same one if at least as many of its neighbours are certain, or if both
    /// lists have its second.
    private func overlap(of list: [SequenceItem], with next: [SequenceItem]) -> Int {
      var best: (count: Int, certainty: Int) = (0, 0)
      for count in stride(from: min(list.count, next.count), to: 0, by: -1) where count >= best.certainty {
        guard let certainty = certainty(list.suffix(count), next.prefix(count)) else { continue }
        if best.count == 0 || certainty > best.certainty { best = (count, certainty) }
      }
      return best.count
    }

    /// The number of pairs that are certainly the same messages, less that of pairs that are possibly the same; nil if
    /// that is below zero, or if a pair is not the same.
    private func certainty(_ list: ArraySlice<SequenceItem>, _ next: ArraySlice<SequenceItem>) -> Int? {
      var certainty = 0
      for (a, b) in zip(list, next) {
        let likeness = a.likeness(to: b)
        guard likeness != .none else { return nil }
        if likeness >= .alike {
          certainty += 1
        } else if !a.hasSameSecond(as: b) {
          certainty -= 1
        }
      }
      return certainty < 0 ? nil : certainty
    }
  }
}

/// The longest common subsequence of two lists of messages.
///
/// Long lists are cut at their anchors: messages that occur once in both. If all texts differ, the anchors are the whole
/// result. Lists without anchors, such as those of a few words that are repeated, are matched window by window.
private struct CommonSequence {
  private let a: [SequenceItem]
  private let b: [SequenceItem]
  private let exactCells: Int
  private(set) var pairs: [(Int, Int)] = []

  init(_ a: [SequenceItem], _ b: [SequenceItem], prefersEnd: Bool, exactCells: Int) {
    (self.a, self.b, self.exactCells) = (a, b, exactCells)
    var (start, endA, endB) = (0, a.count, b.count)
    func trimStart() {
      while start < min(endA, endB), a[start].likeness(to: b[start]) == .equal { start += 1 }
    }
    func trimEnd() {
      while endA > start, endB > start, a[endA - 1].likeness(to: b[endB - 1]) == .equal {
        (endA, endB) = (endA - 1, endB - 1)
      }
    }
    if prefersEnd { trimEnd() } else { trimStart() }
    if prefersEnd { trimStart() } else { trimEnd() }
    pairs = (0..<start).map { ($0, $0) }
    match(start..<endA, start..<endB)
    pairs += (0..<(a.count - endA)).map { (endA + $0, endB + $0) }
  }

  /// How often the lists between two anchors are cut again.
  private static let deepest = 4

  private mutating func match(_ x: Range<Int>, _ y: Range<Int>, depth: Int = 0) {
    if x.isEmpty || y.isEmpty { return }
    if x.count * y.count <= exactCells {
      pairs += table(x, y)
      return
    }
    let anchors = depth < Self.deepest ? anchors(x, y) : []
    if anchors.isEmpty {
      matchWindows(x, y)
      return
    }
    var (i, j) = (x.lowerBound, y.lowerBound)
    for (nextI, nextJ) in anchors {
      match(i..<nextI, j..<nextJ, depth: depth + 1)
      pairs.append((nextI, nextJ))
      (i, j) = (nextI + 1, nextJ + 1)
    }
    match(i..<x.upperBound, j..<y.upperBound, depth: depth + 1)
  }

  /// The pairs with the largest sum of likenesses.
  private func table(_ x: Range<Int>, _ y: Range<Int>) -> [(Int, Int)] {
    let (n, m) = (x.count, y.count)
    var best = [Int32](repeating: 0, count: (n + 1) * (m + 1))
    for i in stride(from: n - 1, through: 0, by: -1) {
      for j in stride(from: m - 1, through: 0, by: -1) {
        let likeness = a[x.lowerBound + i].likeness(to: b[y.lowerBound + j])
        let with = likeness == .none ? 0 : best[(i + 1) * (m + 1) + j + 1] + Int32(likeness.rawValue)
        best[i * (m + 1) + j] = max(with, best[(i + 1) * (m + 1) + j], best[i * (m + 1) + j + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < n, j < m {
      let here = best[i * (m + 1) + j]
      let likeness = a[x.lowerBound + i].likeness(to: b[y.lowerBound + j])
      if likeness != .none, here == best[(i + 1) * (m + 1) + j + 1] + Int32(likeness.rawValue) {
        pairs.append((x.lowerBound + i, y.lowerBound + j))
        (i, j) = (i + 1, j + 1)
      } else if here == best[(i + 1) * (m + 1) + j] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// The longest ascending sequence of pairs of messages that occur once in both lists.
  ///
  /// - Complexity: O(n log n).
  private func anchors(_ x: Range<Int>, _ y: Range<Int>) -> [(Int, Int)] {
    /// The only index of a message in each list; nil if there are several.
    var places: [SequenceItem.Words: (i: Int?, j: Int?)] = [:]
    for index in x where a[index].hasText {
      let words = a[index].words
      places[words] = (places[words] == nil ? index : nil, nil)
    }
    var seen: Set<SequenceItem.Words> = []
    for index in y where b[index].hasText {
      let words = b[index].words
      places[words]?.j = seen.insert(words).inserted ? index : nil
    }
    let candidates = places.values.compactMap { place -> (Int, Int)? in
      guard let i = place.i, let j = place.j, a[i].likeness(to: b[j]) >= .alike else { return nil }
      return (i, j)
    }.sorted { $0.0 < $1.0 }
    // The candidates at which the best sequence of each length ends, and the one before each candidate.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, (_, j)) in candidates.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[ends[middle]].1 < j { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var anchors: [(Int, Int)] = []
    var next = ends.last
    while let index = next {
      anchors.append(candidates[index])
      next = before[index]
    }
    return anchors.reversed()
  }

  /// Matches the lists with tables of one size. Each begins where the last one is half full, because the pairs at its end
  /// depend on the messages after it.
  ///
  /// - Complexity: O(n) tables, whose size is fixed.
  private mutating func matchWindows(_ x: Range<Int>, _ y: Range<Int>) {
    let size = max(2, Int(Double(exactCells).squareRoot()) / 4)
    var (i, j) = (x.lowerBound, y.lowerBound)
    while i < x.upperBound, j < y.upperBound {
      let (endI, endJ) = (min(i + size, x.upperBound), min(j + size, y.upperBound))
      let middleI = endI == x.upperBound ? endI : i + size / 2
      let middleJ = endJ == y.upperBound ? endJ : j + size / 2
      let found = table(i..<endI, j..<endJ)
      let kept = found.prefix { $0.0 < middleI && $0.1 < middleJ }
      pairs += kept
      (i, j) = found.dropFirst(kept.count).first ?? (middleI, middleJ)
    }
  }
}
