import ArgumentParser
import ChatArchive
import Foundation
import Translation

/// The whole program: words in, exit status out.
///
/// Exit statuses: 0 done; 1 done, but records were skipped; 2 failed, after one sentence on standard error.
enum Program {
  static let name = "backscroll"
  static let version = "0.1.0"
  static let applicationID = "io.github.backscroll.Backscroll"

  static func run(_ arguments: [String]) -> Int32 {
    var command: any ParsableCommand
    do {
      command = try BackscrollCommand.parseAsRoot(arguments)
    } catch {
      return reportParsing(error)
    }
    do {
      try command.run()
      return 0
    } catch let status as ExitCode {
      return status.rawValue
    } catch  where BackscrollCommand.exitCode(for: error) == .success {
      return reportParsing(error)  // “help” is a command that throws what it has to say
    } catch {
      complain("\(error)")
      return 2
    }
  }

  /// Help and version go to standard output with success; anything else is a mistake in the words.
  private static func reportParsing(_ error: any Error) -> Int32 {
    guard BackscrollCommand.exitCode(for: error) == .success else {
      let sentence = BackscrollCommand.message(for: error).split(whereSeparator: \.isNewline).joined(
        separator: " ")
      let mark = sentence.hasSuffix(".") ? "" : "."
      let hint = tr("“{program} --help” shows what there is.", ["program": name])
      complain("\(sentence)\(mark) \(hint)")
      return 2
    }
    print(BackscrollCommand.fullMessage(for: error))
    return 0
  }

  /// One line on standard error, in the program's name.
  static func complain(_ sentence: String) { note("\(name): \(sentence)") }

  /// One line on standard error.
  static func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// Why a command cannot do what it was asked, as a sentence that says what to do.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
