import Foundation

/// A goal of a run: a measured number must not exceed a limit.
struct Goal {
  let text: String
  let limit: Double
  /// Nil when the run has not measured it.
  let measured: Double?

  /// The goals that the run has measured, as a table.
  static func table(_ comparison: Comparison) -> String {
    var table = TextTable(["goal", "limit", "measured", "reached"])
    for goal in all(comparison) {
      guard let measured = goal.measured else { continue }
      let reached = measured <= goal.limit ? "yes" : "NO"
      table.add([goal.text, String(format: "%.3g", goal.limit), String(format: "%.3g", measured), reached])
    }
    return table.text
  }

  private static func all(_ run: Comparison) -> [Goal] {
    scrolling(run) + opening(run) + prepending(run) + keeping(run) + carousel(run)
  }

  private static func scrolling(_ run: Comparison) -> [Goal] {
    let frame = "frame, wall"
    return [
      Goal(
        text: "scroll: median frame against GtkListView's, 10,000 rows", limit: 1.0 / 20,
        measured: run.ratio(.scroll, frame, .ours, .listView, 10_000)),
      // GtkListView binds many rows in some frames and none in others, so the mean shows its cost.
      Goal(
        text: "scroll: mean frame against GtkListView's, 10,000 rows", limit: 1.0 / 20,
        measured: run.reading(.scroll, .ours, 10_000, frame).flatMap { mine in
          run.reading(.scroll, .listView, 10_000, frame).map {
            Figures(mine.values).mean / Figures($0.values).mean
          }
        }),
      Goal(
        text: "scroll: p99 of a frame, ms", limit: 16.7,
        measured: run.reading(.scroll, .ours, 10_000, frame).map { Figures($0.values).percentile(99) }),
      Goal(
        text: "scroll: CPU a frame against QML's", limit: 2,
        measured: run.ratio(.scroll, "main-thread CPU", .ours, .qml, 10_000)),
      Goal(
        text: "scroll: frame, most against least of all sizes", limit: 1.2,
        measured: run.spread(.scroll, frame)),
      Goal(
        text: "jump: CPU, most against least of all sizes", limit: 1.2,
        measured: run.spread(.jump, "end to start, CPU until painted")),
    ]
  }

  private static func opening(_ run: Comparison) -> [Goal] {
    let open = "start to first frame"
    let empty = run.reading(.open, .window, 200, open)?.headline
    let ours = run.reading(.open, .ours, 100_000, open)?.headline
    let memory = "resident memory"
    return [
      Goal(
        text: "open: first frame against an empty window's, 100,000 rows", limit: 1.2,
        measured: empty.flatMap { empty in ours.map { $0 / empty } }),
      Goal(
        text: "open: first frame against GtkListView's, 100,000 rows", limit: 1.0 / 5,
        measured: run.ratio(.open, open, .ours, .listView, 100_000)),
      Goal(
        text: "open: first frame, most against least of all sizes", limit: 1.2,
        measured: run.spread(.open, open)),
      Goal(
        text: "open: memory against GtkListView's, 100,000 rows", limit: 1,
        measured: run.ratio(.open, memory, .ours, .listView, 100_000)),
      Goal(
        text: "open: bytes for each row of 1,000,000 that is not loaded", limit: 100,
        measured: run.bytesPerRow),
    ]
  }

  private static func prepending(_ run: Comparison) -> [Goal] {
    [("30", 1.0), ("1000", 4.0)].flatMap { rows, limit in
      ["middle", "start"].flatMap { place in
        let name = "\(rows) rows, reading at the \(place): until painted, CPU"
        let sizes = [10_000, 100_000, 1_000_000].compactMap {
          run.reading(.prepend, .ours, $0, name)?.headline
        }
        let told = "prepend \(rows), reading at the \(place)"
        return [
          Goal(text: "\(told): CPU at the worst size, ms", limit: limit, measured: sizes.max()),
          Goal(
            text: "\(told): most against least of all sizes", limit: 1.2, measured: run.spread(.prepend, name)
          ),
          Goal(
            text: "\(told): against GtkListView's, 10,000 rows", limit: 1,
            measured: run.ratio(.prepend, name, .ours, .listView, 10_000)),
          Goal(
            text: "\(told): against QML's, 10,000 rows", limit: 1,
            measured: run.ratio(.prepend, name, .ours, .qml, 10_000)),
          Goal(
            text: "\(told): against GtkListBox's, 200 rows", limit: 1.0 / 100,
            measured: run.ratio(.prepend, name, .ours, .listBox, 200)),
        ]
      }
    }
  }

  private static func keeping(_ run: Comparison) -> [Goal] {
    let drifts = run.results.filter { $0.spec.work == .drift && $0.spec.peer == .ours }.flatMap(\.readings)
    return [
      Goal(
        text: "drift: wrong frames in all cases", limit: 0,
        measured: drifts.isEmpty ? nil : drifts.reduce(0) { $0 + ($1.values.first ?? .nan) }),
      Goal(
        text: "wheel: 600 notches in a burst against single ones, px", limit: 1,
        measured: run.reading(.wheel, .ours, 10_000, "burst against single notches")?.headline),
    ]
  }

  private static func carousel(_ run: Comparison) -> [Goal] {
    [(Peer.carousel, Peer.adwaita, "cards"), (.carouselLabels, .adwaitaLabels, "labels")].flatMap {
      ours, theirs, pages in
      let (cpu, open) = ("main-thread CPU", "start to first frame")
      return [
        Goal(
          text: "carousel of \(pages): CPU a frame against AdwCarousel's, 200 pages", limit: 0.5,
          measured: run.ratio(.carousel, cpu, ours, theirs, 200)),
        Goal(
          text: "carousel of \(pages): first frame against AdwCarousel's, 200 pages", limit: 1.0 / 5,
          measured: run.ratio(.carousel, open, ours, theirs, 200)),
        Goal(
          text: "carousel of \(pages): CPU a frame, most against least of all sizes", limit: 1.2,
          measured: run.spread(.carousel, cpu, ours)),
        Goal(
          text: "carousel of \(pages): first frame, most against least of all sizes", limit: 1.2,
          measured: run.spread(.carousel, open, ours)),
      ]
    }
  }
}

extension Comparison {
  func reading(_ work: Work, _ peer: Peer, _ rows: Int, _ name: String) -> Reading? {
    self[work, peer, rows]?.readings.first { $0.name == name }
  }

  fileprivate func ratio(_ work: Work, _ name: String, _ peer: Peer, _ other: Peer, _ rows: Int) -> Double? {
    guard let mine = reading(work, peer, rows, name)?.headline,
      let theirs = reading(work, other, rows, name)?.headline, theirs > 0
    else { return nil }
    return mine / theirs
  }

  /// The largest reading of all sizes divided by the smallest.
  fileprivate func spread(_ work: Work, _ name: String, _ peer: Peer = .ours) -> Double? {
    let values = results.filter { $0.spec.work == work && $0.spec.peer == peer }
      .compactMap { result in result.readings.first { $0.name == name }?.headline }
    guard values.count > 1, let least = values.min(), let most = values.max(), least > 0 else { return nil }
    return most / least
  }

  fileprivate var bytesPerRow: Double? {
    guard let few = reading(.open, .ours, 200, "resident memory")?.headline,
      let many = reading(.open, .ours, 1_000_000, "resident memory")?.headline
    else { return nil }
    return max(0, many - few) * 1_000_000 / 999_800
  }
}
