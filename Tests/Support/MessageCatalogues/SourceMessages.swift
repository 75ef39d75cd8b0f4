import Foundation

/// The project's own sources, and the messages in them: the literals in calls of `tr`, `trn` and `trc`.
public enum SourceMessages {
  /// The folder of the package.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  public static var catalogues: URL { root.appendingPathComponent("Resources/po") }

  /// A call, and its fault if it has one.
  public struct Call: Sendable {
    public let place: String
    public let message: Message
    public let fault: String?
  }

  /// Swift files below a folder of the package, by their paths from there.
  public static func files(in folder: String = "Sources") throws -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { "\(folder)/\($0)" }.sorted()
  }

  /// A file without its comments.
  public static func code(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop(while: \.isWhitespace).hasPrefix("//") ? "" : String($0) }.joined(separator: "\n")
  }

  /// The calls in a file.
  public static func calls(in path: String) throws -> [Call] {
    try code(of: path).matches(of: /\b(tr|trn|trc)\(/).map { match in
      let literals = literals(match.output.0.base[match.range.upperBound...])
      let wanted = match.output.1 == "tr" ? 1 : 2
      let place = "\(path), \(match.output.0)\(literals.first ?? "")"
      guard literals.count >= wanted else {
        return Call(place: place, message: Message(""), fault: "wants \(wanted) literals, each on one line")
      }
      let message =
        switch match.output.1 {
        case "trn": Message(literals[0], plural: literals[1])
        case "trc": Message(literals[1], context: literals[0])
        default: Message(literals[0])
        }
      let isPlain = !literals.prefix(wanted).contains { $0.contains("\\") }
      return Call(
        place: place, message: message,
        fault: isPlain ? nil : "has an escape or an interpolation, which xgettext does not understand")
    }
  }

  /// The literals at the beginning, separated by commas.
  private static func literals(_ code: Substring) -> [String] {
    var rest = code.drop(while: \.isWhitespace)
    var result: [String] = []
    while let match = rest.prefixMatch(of: /"((?:[^"\\\n]|\\.)*)"(?!")/) {
      result.append(String(match.output.1))
      rest = rest[match.range.upperBound...].drop(while: \.isWhitespace)
      guard rest.first == "," else { break }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
    }
    return result
  }
}
