import Foundation

/// One line on standard error that tells how far a command is, written over and over. Silent unless standard
/// error is a terminal.
final class ProgressLine {
  private let isTerminal: Bool
  private let write: (String) -> Void
  private var shown = ""

  /// Percentages are worth a rewrite; more often nobody could read it.
  init(
    isTerminal: Bool = isatty(STDERR_FILENO) == 1,
    write: @escaping (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
  ) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Shows how much of the work is done, 0…1, and a few words about it.
  func show(_ words: String, fraction: Double) {
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    let line = "\(percent) %  \(words)"
    guard isTerminal, line != shown else { return }
    shown = line
    // To the line's start, and erase what was there.
    write("\r\u{1B}[2K\(line)")
  }

  /// Takes the line away, so that something else may be written.
  func clear() {
    guard isTerminal, !shown.isEmpty else { return }
    shown = ""
    write("\r\u{1B}[2K")
  }
}
