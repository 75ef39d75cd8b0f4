import Foundation
import GLib
import Synchronization

/// The progress of a command, as one line on standard error that is overwritten. Writes nothing unless standard error
/// is a terminal.
final class ProgressLine: Sendable {
  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private let shown = Mutex("")

  init(
    isTerminal: Bool = isatty(STDERR_FILENO) == 1,
    write: @escaping @Sendable (String) -> Void = { try? StandardStream.error.write($0) }
  ) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Shows the completed fraction, 0…1, as a percentage, and `words` after it.
  func show(_ words: String, fraction: Double) {
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    let line = "\(percent) %  \(words)"
    guard isTerminal else { return }
    shown.withLock { shown in
      guard line != shown else { return }
      shown = line
      // Returns to the start of the line and erases it.
      write("\r\u{1B}[2K\(line)")
    }
  }

  /// Erases the line, so that other output can follow.
  func clear() {
    shown.withLock { shown in
      guard !shown.isEmpty else { return }
      shown = ""
      write("\r\u{1B}[2K")
    }
  }
}
