import GLib
import Translation

/// What the program is called.
package enum Program {
  package static let name = "backscroll"
  package static let version = "0.1.0"
  package static let applicationID = "io.github.backscroll.Backscroll"
}

extension Program {
  /// Writes lines to standard output, without control characters. A result that does not arrive is a failure of the
  /// command.
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

  /// Writes a line to standard error, without control characters. If it cannot be written to, the line is lost: there
  /// is no place to say so.
  package static func note(_ line: String) { try? StandardStream.error.write(line.printable + "\n") }
}

/// Why something failed, as a sentence that says what to do.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
