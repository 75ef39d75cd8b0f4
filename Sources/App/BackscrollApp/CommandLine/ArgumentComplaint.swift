import ChatArchive
import Foundation
import Translation

/// What is wrong with the words of a command line, in the user's language, with what was probably meant.
///
/// ArgumentParser tells its errors only as English sentences, whose shapes are known here. One of another shape is passed
/// on as it is.
struct ArgumentComplaint: CustomStringConvertible {
  let description: String

  /// - Parameter message: ArgumentParser's, or that of a `ValidationError`, which is in the user's language already.
  init(_ message: String, arguments: [String]) {
    if let mistaken = Self.mistakenCommand(arguments) {
      description = mistaken
      return
    }
    let sentence = Self.sentence(message)
    // A question needs no other advice.
    description = sentence.hasSuffix("?") ? sentence : "\(sentence) \(Self.hint(arguments))"
  }

  private init(description: String) { self.description = description }

  /// What to say when the archive that is missing has nearly the name of a command; nil for another error or name.
  static func ofMissingArchive(_ error: any Error, arguments: [String]) -> ArgumentComplaint? {
    guard case ArchiveError.missing? = error as? ArchiveError else { return nil }
    return mistakenCommand(arguments).map(ArgumentComplaint.init(description:))
  }

  // MARK: What was meant

  private static var commandNames: [String] {
    let shown = BackscrollCommand.configuration.subcommands.map { $0.configuration }
      .filter { $0.shouldDisplay }
    return shown.compactMap { $0.commandName } + ["help"]
  }

  /// The first word may be an archive too, so only one that is no file and looks like no path is a command misspelt.
  private static func mistakenCommand(_ arguments: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-"), !word.contains(where: { "./".contains($0) }),
      !FileManager.default.fileExists(atPath: word), let command = nearest(to: word, in: commandNames)
    else { return nil }
    return tr(
      "“{word}” is neither a command nor an archive. Did you mean “{command}”?",
      ["word": word, "command": command])
  }

  /// The word of the list that differs least, by as few letters as a slip of the fingers; nil if the word is in the list.
  static func nearest(to word: String, in list: [String]) -> String? {
    guard !list.contains(word) else { return nil }
    let near = list.map { (word: $0, distance: editDistance(word, $0)) }
      .filter { isSlip($0.distance, in: word) }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// In a short word, two letters are half of it.
  private static func isSlip(_ distance: Int, in word: String) -> Bool {
    distance <= (word.count > 4 ? 2 : 1)
  }

  /// The number of letters to insert, remove, replace, or swap with the next one. O(product of the lengths).
  static func editDistance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var rows = [Array(0...other.count)]
    for i in one.indices {
      var row = [i + 1]
      for j in other.indices {
        let isSame = one[i] == other[j]
        var least = min(rows[i][j] + (isSame ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }

  // MARK: Sentences

  private static func hint(_ arguments: [String]) -> String {
    guard let command = arguments.first, commandNames.contains(command), command != "help" else {
      return tr("“{program} --help” lists the commands and options.", ["program": Program.name])
    }
    return tr("“{program} help {command}” lists its options.", ["program": Program.name, "command": command])
  }

  private static func sentence(_ message: String) -> String {
    if let known = aboutOption(message) ?? aboutValue(message) { return known }
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.last.map { ".?!".contains($0) } ?? true ? line : "\(line)."
  }

  private static func aboutOption(_ message: String) -> String? {
    if let match = message.prefixMatch(of: /Unknown option '(.+?)'(?:\. Did you mean '(.+?)'\?)?/) {
      return unknown(String(match.1), near: match.2.map(String.init))
    }
    if let match = message.wholeMatch(of: /Invalid option: (.+)/) {
      return unknown(String(match.1), near: nil)
    }
    if let match = message.wholeMatch(of: /Missing value for '(\S+?)(?: <.*>)?'/) {
      return tr("{option} needs a value.", ["option": String(match.1)])
    }
    if message.hasPrefix("Can't autodetect a supported shell") {
      return tr("{option} needs a value.", ["option": "--generate-completion-script"])
    }
    if let match = message.wholeMatch(
      of: /The option '(.+?)' does not take any value, but '(.*)' was specified\./)
    {
      return tr(
        "{option} takes no value, so “{value}” has no place.",
        ["option": String(match.1), "value": String(match.2)])
    }
    return nil
  }

  private static func aboutValue(_ message: String) -> String? {
    if let match = message.wholeMatch(of: /(?:Unexpected argument|\d+ unexpected arguments:) '(.*)'/) {
      let words = match.1.split(separator: "', '").map { "“\($0)”" }
      return tr(
        "These arguments have no place here: {arguments}.", ["arguments": words.joined(separator: ", ")])
    }
    if let match = message.wholeMatch(of: /Missing expected argument '(.+?)(?: \.\.\.)?'/) {
      return tr("{argument} is missing.", ["argument": String(match.1)])
    }
    if let match = message.wholeMatch(of: /Can.t generate completion scripts for '(.*)'\.\n.*\n *(.+)/) {
      return unfit(
        String(match.1), for: "--generate-completion-script",
        values: match.2.split(separator: " ").map(String.init))
    }
    let invalid =
      /(?s)The value '(.*)' is invalid for '(<?[\w-]+>?)(?: <[^>]*>)?'(?:: (.*)|\. Please provide one of (.*))?/
    guard let match = message.wholeMatch(of: invalid) else { return nil }
    let (value, option) = (String(match.1), String(match.2))
    if let advice = match.3 {
      return tr(
        "“{value}” does not fit {option}. {advice}",
        ["value": value, "option": option, "advice": String(advice)])
    }
    guard let list = match.4 else {
      return tr("{option} takes a whole number, not “{value}”.", ["option": option, "value": value])
    }
    // In quotes on one line, or each on a line of its own after a dash.
    let values = list.matches(of: /'(\S+?)'|- (\S+)/).compactMap { ($0.1 ?? $0.2).map(String.init) }
    return unfit(value, for: option, values: values)
  }

  private static func unknown(_ option: String, near other: String?) -> String {
    guard let other, isSlip(editDistance(option, other), in: String(option.drop { $0 == "-" })) else {
      return tr("There is no option “{option}”.", ["option": option])
    }
    return tr("There is no option “{option}”. Did you mean “{other}”?", ["option": option, "other": other])
  }

  private static func unfit(_ value: String, for option: String, values: [String]) -> String {
    let list =
      values.count < 2
      ? values.joined()
      : tr(
        "{values} or {last}",
        ["values": values.dropLast().joined(separator: ", "), "last": values[values.count - 1]])
    return tr("{option} takes {values}, not “{value}”.", ["option": option, "values": list, "value": value])
  }
}
