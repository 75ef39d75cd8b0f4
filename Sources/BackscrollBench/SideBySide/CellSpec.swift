/// One field of the comparison: a work on a peer with so many rows, or why it is not tried.
struct CellSpec: Hashable, Codable, Sendable {
  var work: Work
  var peer: Peer
  var rows: Int

  /// Sizes that a peer's work is measured at. Those left out would take longer than a minute or tell nothing more.
  static func all(_ works: [Work], isQuick: Bool) -> [CellSpec] {
    works.flatMap { work in
      peers(of: work).flatMap { peer in
        sizes(of: work, isQuick: isQuick).map { CellSpec(work: work, peer: peer, rows: $0) }
      }
    }
  }

  private static func peers(of work: Work) -> [Peer] {
    switch work {
    case .open: [.window, .ours, .oursStock, .listView, .listViewRich, .listBox, .listBoxRich, .qml]
    case .carousel: [.carousel, .adwaita, .carouselLabels, .adwaitaLabels]
    case .wheel: [.ours, .listView, .listViewRich]
    case .prepend, .scroll: [.ours, .oursStock, .listView, .listViewRich, .listBox, .listBoxRich, .qml]
    case .drift, .jump, .rewrap: [.ours, .oursStock, .listView, .listViewRich, .listBox, .listBoxRich]
    }
  }

  private static func sizes(of work: Work, isQuick: Bool) -> [Int] {
    switch work {
    case .open, .prepend: isQuick ? [200, 10_000, 1_000_000] : [200, 10_000, 100_000, 1_000_000]
    case .scroll, .jump: isQuick ? [10_000] : [200, 10_000, 1_000_000]
    case .drift, .rewrap: [200, 10_000]
    case .wheel: [10_000]
    case .carousel: [5, 200, 10_000]
    }
  }

  /// Why this field is not measured; nil when it is.
  func refusal(isQuick: Bool) -> String? {
    if peer.isListBox {
      // It measures every row when it opens: its own at 16 ms each, ours at one.
      if rows > 100_000 { return "not tried: hours" }
      if rows > 10_000 { return "not tried: minutes" }
      if rows > 200, peer == .listBox { return "not tried: minutes" }
      if rows > 200, work != .open || isQuick { return "not tried" }
    }
    if peer == .adwaita || peer == .adwaitaLabels, rows > 200 { return "not tried: minutes" }
    if peer == .window, rows != 200 { return "as at 200" }
    return nil
  }
}
