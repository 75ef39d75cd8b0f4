import GLib
import Translation

/// The names and the version of the program.
package enum Program {
  package static let name = "backscroll"
  package static let version = "0.1.0"
  package static let applicationID = "io.github.backscroll.Backscroll"
}

extension Program {
  /// Writes lines to standard output, without control characters. If they cannot be written, the command fails.
  package static func output(_ lines: [some StringProtocol]) throws(CommandFailure) {
    do {
      try StandardStream.output.write(lines.map { String($0).printable + "\n" }.joined())
    } catch {
      throw CommandFailure(
        tr(
          "Standard output cannot be written to: {reason}. Direct it elsewhere and try again.",
          ["reason": "\(error)"]))
    }
  }

  /// Writes a line to standard error, after the program's name.
  package static func complain(_ sentence: String) { note("\(name): \(sentence)") }

  /// Writes a line to standard error, without control characters. If that fails, the line is lost, since the failure
  /// cannot be reported anywhere.
  package static func note(_ line: String) { try? StandardStream.error.write(line.printable + "\n") }
}

/// A failure of a command, with a sentence that suggests what to do.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
