import ArgumentParser
import Foundation
import Gtk

/// A cell of the comparison: a work on a peer with a number of rows.
struct CellSpec: Hashable, Codable, Sendable {
  var work: Work
  var peer: Peer
  var rows: Int

  /// All cells of the works. Sizes that take longer than a minute or add no information are omitted.
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

  /// The reason not to measure this cell; nil when it is measured.
  func refusal(isQuick: Bool) -> String? {
    if peer.isListBox {
      // GtkListBox measures all rows when it opens: 16 ms for a stock row, 1 ms for ours.
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

/// A kind of work to measure. A child process does one work on one peer.
enum Work: String, CaseIterable, Codable, Sendable {
  case open, prepend, drift, scroll, jump, rewrap, wheel, carousel

  /// Duration in seconds on every peer, and so the least time limit.
  var length: Double { self == .wheel ? 90 : 0 }

  var title: String {
    switch self {
    case .open: "Opening at the end"
    case .prepend: "Prepending"
    case .drift: "Drift of the row that is read"
    case .scroll: "Scrolling 40 px a frame through fresh rows"
    case .jump: "Jumping from the start to the end, and back"
    case .rewrap: "A change of the window's width"
    case .wheel: "600 notches of the wheel, 16 ms apart"
    case .carousel: "Changing pages of a carousel"
    }
  }
}

/// The widgets that are compared.
enum Peer: String, CaseIterable, Codable, Sendable {
  case ours = "AnchoredList"
  case oursStock = "AnchoredList, stock row"
  case listView = "GtkListView"
  case listViewRich = "GtkListView, our row"
  case listBox = "GtkListBox"
  case listBoxRich = "GtkListBox, our row"
  case qml = "QML ListView"
  case window = "empty window"
  case carousel = "Carousel"
  case carouselLabels = "Carousel, page of labels"
  case adwaita = "AdwCarousel"
  case adwaitaLabels = "AdwCarousel, page of labels"

  var isListBox: Bool { self == .listBox || self == .listBoxRich }

  /// The peer that ratios refer to: our widget with the same content.
  var reference: Peer {
    switch self {
    case .carousel, .adwaita: .carousel
    case .carouselLabels, .adwaitaLabels: .carouselLabels
    default: .ours
    }
  }
}

/// The result of a cell.
struct CellResult: Codable, Sendable {
  var spec: CellSpec
  /// Readings of all rounds; sums for drift.
  var readings: [Reading] = []
  /// The reason for missing readings.
  var note: String?

  /// Merges the readings of another round.
  mutating func add(_ round: [Reading]) {
    for reading in round {
      guard let index = readings.firstIndex(where: { $0.name == reading.name }) else {
        readings.append(reading)
        continue
      }
      readings[index].merge(reading)
    }
  }
}

/// Measures one cell in a process of its own. `compare` starts the program with this command.
struct CellCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "cell", shouldDisplay: false)

  @Option var work: String
  @Option var peer: String
  @Option var rows = 0
  /// Start of the process on the monotonic clock, in seconds.
  @Option var started = 0.0
  /// Multiplier of the repetitions; 1 is a short run.
  @Option var effort = 1

  func run() throws {
    guard let work = Work(rawValue: work), let peer = Peer(rawValue: peer) else {
      throw ValidationError("There is no such work.")
    }
    try MainActor.assumeIsolated {
      guard hasDisplay else { throw ValidationError("There is no display to open a window on.") }
      StockRow.installStyle()
      do {
        for reading in try readings(work, peer) { reading.tell() }
      } catch let absent as Absent {
        print("absent\t\(absent.what) is not installed")
      }
    }
  }

  @MainActor private func readings(_ work: Work, _ peer: Peer) throws -> [Reading] {
    if peer == .qml { return try QmlWork(effort: effort).run(work, rows: rows) }
    if peer == .window { return OpenWork(started: started).runEmpty() }
    if work == .carousel {
      guard let subject = CarouselSubject(peer, pages: rows) else {
        throw Absent(what: "libadwaita")
      }
      return CarouselWork(subject: subject, started: started, changes: 8 * effort).run()
    }
    let subject = try subject(peer)
    switch work {
    case .open: return OpenWork(started: started).run(subject)
    // The long works print each reading as soon as it is complete.
    case .prepend: ListWork(subject, repeats: 4 * effort).prepend()
    case .drift: DriftWork(subject, batches: 10 * effort).run()
    case .scroll: return ListWork(subject, repeats: 1).scroll(frames: 300 * effort, seconds: 10)
    case .jump: return ListWork(subject, repeats: 2 * effort).jump()
    case .rewrap: return ListWork(subject, repeats: 5 * effort).rewrap()
    case .wheel: return try WheelWork(work: ListWork(subject, repeats: 1), notches: 600).run()
    case .carousel: break
    }
    return []
  }

  @MainActor private func subject(_ peer: Peer) throws -> ListSubject {
    switch peer {
    case .ours: AnchoredSubject<RichRow>(rows: rows)
    case .oursStock: AnchoredSubject<StockRow>(rows: rows)
    case .listView: ListViewSubject<StockRow>(rows: rows)
    case .listViewRich: ListViewSubject<RichRow>(rows: rows)
    case .listBox: ListBoxSubject<StockRow>(rows: rows)
    case .listBoxRich: ListBoxSubject<RichRow>(rows: rows)
    default: throw ValidationError("This peer is no list of GTK.")
    }
  }
}

/// A program or library that a peer needs is not installed.
struct Absent: Error {
  var what: String
}
