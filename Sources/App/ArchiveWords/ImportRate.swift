import AppBase
import ChatFormats
import Translation

/// The progress of an import, its speed, and the remaining time.
package struct ImportRate: Sendable {
  private let start: ContinuousClock.Instant
  /// The time before which a rate is not meaningful.
  package static let patience = Duration.seconds(2)

  package init(start: ContinuousClock.Instant = .now) { self.start = start }

  /// Bytes a second; nil at the beginning.
  package func bytesPerSecond(_ progress: ImportProgress, at now: ContinuousClock.Instant = .now) -> Double? {
    let seconds = (now - start) / .seconds(1)
    return progress.bytesRead > 0 && seconds > 0.2 ? Double(progress.bytesRead) / seconds : nil
  }

  /// The remaining seconds, at least 1; nil before they can be estimated.
  package func secondsLeft(_ progress: ImportProgress, at now: ContinuousClock.Instant = .now) -> Int? {
    guard now - start >= Self.patience, let rate = bytesPerSecond(progress, at: now), rate > 0 else {
      return nil
    }
    let left = Double(max(0, progress.totalBytes - progress.bytesRead)) / rate
    return left < 1e9 ? max(1, Int(left.rounded(.up))) : nil
  }

  /// "34 MB/s", "about 4 seconds left".
  package func words(of progress: ImportProgress, at now: ContinuousClock.Instant = .now) -> [String] {
    [
      bytesPerSecond(progress, at: now).map(Self.rate),
      secondsLeft(progress, at: now).map(Self.left),
    ].compactMap(\.self)
  }

  package static func rate(_ bytesPerSecond: Double) -> String {
    // Translators: a rate, such as "34 MB/s".
    tr("{bytes}/s", ["bytes": Counted.bytes(bytesPerSecond)])
  }

  package static func left(_ seconds: Int) -> String {
    tr("about {time} left", ["time": Counted.length(seconds: seconds)])
  }
}

extension ImportProgress {
  /// The fraction of the bytes that were read, 0…1.
  package var fraction: Double { totalBytes > 0 ? Double(bytesRead) / Double(totalBytes) : 1 }
}
