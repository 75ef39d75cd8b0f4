import Foundation
import Translation

/// Something in a file that could not be taken as it stands. The import went on after it.
public struct ImportProblem: Sendable, Hashable {
  /// Where in the file it is.
  public enum Place: Sendable, Hashable {
    /// A line, counted from 1.
    case line(Int)
    /// A byte, counted from 0.
    case byte(Int64)
    /// It concerns the file as a whole.
    case file
  }

  /// What the import has done about it.
  public enum Effect: Sendable, Hashable {
    /// One record was left out.
    case skipped
    /// Nothing was left out; the reason says what was changed, or what should be known.
    case noted
  }

  /// The file, as it was named to the importer.
  public var file: URL
  /// Where in the file it is.
  public var place: Place
  /// What is the matter, without a full stop.
  public var reason: String
  /// What the import has done about it.
  public var effect: Effect
}

extension ImportProblem: CustomStringConvertible {
  /// The problem in one line, for instance “chat.log:17: not a message in the irssi format; skipped”.
  public var description: String {
    let location =
      switch place {
      case .line(let line): "\(file.relativePath):\(line)"
      case .byte(let byte): tr("{file}, byte {byte}", ["file": file.relativePath, "byte": "\(byte)"])
      case .file: file.relativePath
      }
    let values = ["place": location, "reason": reason]
    return effect == .skipped ? tr("{place}: {reason}; skipped", values) : "\(location): \(reason)"
  }
}
