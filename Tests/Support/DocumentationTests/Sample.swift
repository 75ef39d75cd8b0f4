import Foundation

/// A piece of Swift code in the documentation.
struct Sample: Sendable {
  /// The path from the repository's root.
  var file: String
  /// The number of the first line of code.
  var line: Int
  var code: String

  enum Kind {
    /// A whole program, which begins with its imports and works as a `main.swift`.
    case program
    /// A `Package.swift`.
    case manifest
    /// A few lines of a larger program, with the names of `Context`.
    case fragment
  }

  var kind: Kind {
    if code.hasPrefix("// swift-tools-version") { return .manifest }
    return code.hasPrefix("import ") ? .program : .fragment
  }

  /// The code with directives for its place, which the compiler then names in messages.
  var located: String { "#sourceLocation(file: \"\(file)\", line: \(line))\n\(code)\n#sourceLocation()\n" }

  /// The blocks of a Markdown text that are marked as Swift.
  static func inMarkdown(_ text: String, file: String) -> [Sample] {
    fenced(
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0 + 1, $1) }, file)
  }

  /// The blocks in the doc comments of a Swift file: fenced ones that are marked as Swift, and indented ones.
  static func inComments(_ text: String, file: String) -> [Sample] {
    var samples: [Sample] = []
    var comment: [(Int, Substring)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let bare = line.drop { $0 == " " }
      if bare.hasPrefix("///") {
        comment.append((index + 1, bare.dropFirst(3).hasPrefix(" ") ? bare.dropFirst(4) : bare.dropFirst(3)))
      } else if !comment.isEmpty {
        samples += fenced(comment, file) + indented(comment, file)
        comment = []
      }
    }
    return samples
  }

  private static func fenced(_ lines: [(Int, Substring)], _ file: String) -> [Sample] {
    var samples: [Sample] = []
    var open: (line: Int, indent: Int, code: [Substring])?
    for (number, line) in lines {
      let bare = line.drop { $0 == " " }
      if let block = open {
        if bare.hasPrefix("```") {
          samples.append(Sample(file: file, line: block.line, code: block.code.joined(separator: "\n")))
          open = nil
        } else {
          open?.code.append(line.dropFirst(min(block.indent, line.count - bare.count)))
        }
      } else if bare == "```swift" {
        open = (number + 1, line.count - bare.count, [])
      }
    }
    return samples
  }

  /// The blocks that are indented by four columns after an empty line, except in fences. The continuation of a list's
  /// item is not one.
  private static func indented(_ lines: [(Int, Substring)], _ file: String) -> [Sample] {
    var samples: [Sample] = []
    var code: (line: Int, lines: [Substring])?
    var isFenced = false
    var isAfterBlank = true
    for (number, line) in lines + [(0, "end")] {
      if line.hasPrefix("```") { isFenced.toggle() }
      if !isFenced, line.hasPrefix("    "), code != nil || isAfterBlank {
        code = (code?.line ?? number, (code?.lines ?? []) + [line.dropFirst(4)])
      } else if !line.isEmpty, let block = code {
        samples.append(Sample(file: file, line: block.line, code: block.lines.joined(separator: "\n")))
        code = nil
      } else if line.isEmpty, code != nil {
        code?.lines.append("")
      }
      isAfterBlank = line.isEmpty
    }
    return samples
  }
}
