import Gtk

/// One press of a button: brings all columns into the same place, sets them going together, and lets go.
///
/// It is driven by painted frames and by nothing else, so a slow machine takes longer and finds the same.
@MainActor
final class LabRun {
  /// What the reader does while the page is on its way.
  enum Motion: Sendable {
    case rest
    case fling
  }

  private enum Stage {
    /// On the way to the oldest row, then to the place from which a fling starts: until nothing moves.
    case toStart, belowStart
    /// In mid-air, before the load begins.
    case flying(frames: Int)
    case loading
  }

  let motion: Motion
  private let columns: [LabColumn]
  private var stage = Stage.toStart
  private var places: [Double?] = []
  private var stillFrames = 0

  /// Frames without movement that count as rest: a list lays out more rows in the frames after a jump.
  private static let restFrames = 4
  /// Frames of a fling before its load begins.
  private static let framesInAir = 6

  init(_ motion: Motion, _ columns: [LabColumn]) {
    self.motion = motion
    self.columns = columns
    for column in columns { column.stop() }
    // The same data in all of them, and something left to load.
    let counts = Set(columns.map { $0.list.rows.count })
    if counts.count > 1 || columns.contains(where: \.isExhausted) {
      for column in columns { column.reset() }
    }
    for column in columns { column.goToStart() }
  }

  /// Takes in a painted frame. `time`: the frame's.
  func painted(at time: Double) {
    switch stage {
    case .toStart:
      guard isAtRest() else { return }
      switch motion {
      case .rest: load(at: time)
      case .fling:
        for column in columns { column.goBelowStart() }
        stage = .belowStart
      }
    case .belowStart:
      guard isAtRest() else { return }
      for column in columns { column.fling(at: time) }
      stage = .flying(frames: 0)
    case .flying(let frames):
      for column in columns { column.followFling(at: time) }
      guard frames + 1 >= Self.framesInAir else {
        stage = .flying(frames: frames + 1)
        return
      }
      load(at: time)
    case .loading: break
    }
  }

  private func load(at time: Double) {
    stage = .loading
    for column in columns {
      column.rebaseReading(at: time)
      column.startLoading()
    }
  }

  private func isAtRest() -> Bool {
    let now = columns.map(\.place)
    stillFrames = now == places && !now.contains(nil) ? stillFrames + 1 : 0
    places = now
    guard stillFrames >= Self.restFrames else { return false }
    stillFrames = 0
    places = []
    return true
  }
}
