import Foundation

/// Instants of times that were written down as a clock on the wall showed them.
///
/// Local times here are seconds since 1970-01-01 00:00 of that wall, instants are seconds since 1970 UTC.
struct WallClock {
  private static let day: Int64 = 86_400

  private let timeZone: TimeZone
  /// The day the offsets below are of.
  private var cachedDay: Int64?
  /// Seconds east of Greenwich well before and well after the cached day: different where clocks are changed.
  private var offsets: (before: Int64, after: Int64) = (0, 0)

  init(_ timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// The instant when the wall showed this time. An hour that comes twice in autumn is the first one, unless that
  /// lies before `floor`; an hour that is left out in spring is counted on from before it.
  mutating func instant(ofLocal local: Int64, notBefore floor: Int64 = .min) -> Int64 {
    let offsets = offsets(around: local)
    let early = local - max(offsets.before, offsets.after)
    let late = local - min(offsets.before, offsets.after)
    guard early != late else { return early }
    switch (shows(local, at: early), shows(local, at: late)) {
    case (true, true): return early < floor ? late : early
    case (true, false): return early
    case (false, true): return late
    case (false, false): return local - offsets.before
    }
  }

  private func shows(_ local: Int64, at instant: Int64) -> Bool {
    instant + offset(at: instant) == local
  }

  private mutating func offsets(around local: Int64) -> (before: Int64, after: Int64) {
    let start = local - (local % WallClock.day + WallClock.day) % WallClock.day
    if cachedDay != start {
      cachedDay = start
      offsets = (offset(at: start - WallClock.day), offset(at: start + 2 * WallClock.day))
    }
    return offsets
  }

  private func offset(at instant: Int64) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
  }
}
