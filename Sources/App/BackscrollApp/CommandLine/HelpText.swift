import Gtk
import Translation

/// The help as ArgumentParser renders it, with ArgumentParser's own words in the user's language too.
///
/// ArgumentParser wraps by characters, of which a terminal shows some two cells wide, so its lines are unwrapped and
/// wrapped here.
struct HelpText {
  /// More columns than any paragraph has characters, for ArgumentParser to render with.
  static let unwrapped = 100_000
  /// The columns of output that goes to no terminal.
  static let usualColumns = 80
  /// The column in which ArgumentParser puts the descriptions of arguments.
  private static let descriptionColumn = 26
  /// The fewest columns of a description: a narrower terminal wraps it itself.
  private static let leastColumns = 24

  private enum Part {
    /// Text that begins at the left edge, with the indentation of its further lines.
    case text(String, hang: Int = 0)
    /// An argument or a command; the description may be empty.
    case row(label: String, description: String)
  }

  private let parts: [Part]

  /// Paragraphs of a command's description.
  static func paragraphs(_ paragraphs: String...) -> String { paragraphs.joined(separator: "\n\n") }

  /// Nil for what is printed instead of a help: a version, a script.
  init?(_ rendered: String) {
    guard rendered.hasPrefix("OVERVIEW: ") || rendered.hasPrefix("USAGE: ") else { return nil }
    var parts: [Part] = []
    for line in rendered.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.wholeMatch(of: /(OVERVIEW|USAGE): (.*)/) {
        parts.append(match.1 == "USAGE" ? Self.usage(match.2) : .text(tr("OVERVIEW") + ": " + match.2))
      } else if let match = line.wholeMatch(of: /\s{7}(backscroll.*)/) {
        parts.append(Self.usage(match.1, isFirst: false))
      } else if line.firstMatch(of: /^\s+See '.*' for detailed help\.$/) != nil {
        parts.append(
          .text(
            "  " + tr("“{program} help <command>” lists the options of a command.", ["program": Program.name])
          ))
      } else if let match = line.wholeMatch(of: /\s{2}(\S.{21}\S) ([^\s<].*)/) {
        // A label that just fits.
        parts.append(.row(label: Self.label(match.1), description: Self.description(match.2)))
      } else if let match = line.wholeMatch(of: /\s{2}(\S.*?)(?:\s{2,}(\S.*))?/) {
        parts.append(.row(label: Self.label(match.1), description: Self.description(match.2 ?? "")))
      } else if case .row(let label, "")? = parts.last, let match = line.wholeMatch(of: /\s{26}(\S.*)/) {
        parts[parts.count - 1] = .row(label: label, description: Self.description(match.1))
      } else {
        parts.append(.text(Self.heading(line)))
      }
    }
    self.parts = parts
  }

  private static func usage(_ words: Substring, isFirst: Bool = true) -> Part {
    let heading = tr("USAGE") + ": "
    let width = heading.terminalWidth
    return .text((isFirst ? heading : String(repeating: " ", count: width)) + words, hang: width + 2)
  }

  private static func heading(_ line: Substring) -> String {
    switch line {
    case "ARGUMENTS:": tr("ARGUMENTS") + ":"
    case "OPTIONS:": tr("OPTIONS") + ":"
    case "SUBCOMMANDS:": tr("COMMANDS") + ":"
    default: String(line)
    }
  }

  private static func label(_ label: Substring) -> String {
    guard let match = label.wholeMatch(of: /(.*) \(default\)/) else { return String(label) }
    return tr("{command} (default)", ["command": String(match.1)])
  }

  private static func description(_ words: Substring) -> String {
    switch words {
    case "Show help information.": return tr("Show this help.")
    case "Show the version.": return tr("Show the version.")
    default: break
    }
    guard let match = words.firstMatch(of: /\((?:values: ([^()]*?))?(?:; )?(?:default: ([^();]*))?\)$/) else {
      return String(words)
    }
    let facts = [
      match.1.map { tr("values: {values}", ["values": String($0)]) },
      match.2.map { tr("default: {value}", ["value": String($0)]) },
    ]
    let list = facts.compactMap(\.self).joined(separator: "; ")
    return words[..<match.range.lowerBound] + "(\(list))"
  }

  /// The help in lines of at most so many cells, if its words allow that.
  func lines(columns: Int) -> [String] {
    parts.flatMap { part in
      switch part {
      case .text(let text, let hang):
        Self.wrapped(text, first: "", further: String(repeating: " ", count: hang), columns: columns)
      case .row(let label, let description): Self.row("  \(label)", description, columns: columns)
      }
    }
  }

  private static func row(_ label: String, _ description: String, columns: Int) -> [String] {
    guard !description.isEmpty else { return [label] }
    let margin = String(repeating: " ", count: descriptionColumn)
    let columns = max(columns, descriptionColumn + leastColumns)
    let room = descriptionColumn - label.terminalWidth
    guard room > 0 else {
      return [label] + wrapped(description, first: margin, further: margin, columns: columns)
    }
    return wrapped(
      description, first: label + String(repeating: " ", count: room), further: margin, columns: columns)
  }

  private static func wrapped(_ text: String, first: String, further: String, columns: Int) -> [String] {
    var lines: [String] = []
    // Spaces at its beginning are indentation.
    let indentation = text.prefix { $0 == " " }
    var line = first + indentation
    var isFresh = true
    for word in text.dropFirst(indentation.count).split(separator: " ") {
      if !isFresh, line.terminalWidth + 1 + word.description.terminalWidth > columns {
        lines.append(line)
        line = further
        isFresh = true
      }
      line += isFresh ? word : " \(word)"
      isFresh = false
    }
    return lines + [line]
  }
}
