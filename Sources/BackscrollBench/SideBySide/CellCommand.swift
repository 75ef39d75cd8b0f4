import ArgumentParser
import Foundation
import Gtk

/// One work on one peer, in a process of its own; the program starts itself with this.
struct CellCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "cell", shouldDisplay: false)

  @Option var work: String
  @Option var peer: String
  @Option var rows = 0
  /// When the process was started, on the steady clock.
  @Option var started = 0.0
  /// How much to do: 1 is a short run.
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
    if peer == .qml { return try QmlWork(started: started, effort: effort).run(work, rows: rows) }
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
    // The long ones tell each reading as they have it.
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

/// Something that a peer needs is not on the machine.
struct Absent: Error {
  var what: String
}
