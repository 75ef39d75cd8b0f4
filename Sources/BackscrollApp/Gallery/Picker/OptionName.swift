import Translation

/// The options' texts: "option one" to "option twelve".
enum OptionName {
  private static let numbers = [
    tr("one"), tr("two"), tr("three"), tr("four"), tr("five"), tr("six"), tr("seven"), tr("eight"),
    tr("nine"), tr("ten"), tr("eleven"), tr("twelve"),
  ]

  /// So many have a name.
  static let limit = numbers.count

  /// The number in words, from 1; in digits beyond twelve.
  static func number(_ number: Int) -> String {
    (1...limit).contains(number) ? numbers[number - 1] : "\(number)"
  }

  static func option(_ number: Int) -> String {
    // Translators: an option's name, with its number in words: "option three".
    tr("option {number}", ["number": Self.number(number)])
  }

  /// What of an option's text tells it from the others.
  static func short(_ option: String) -> String {
    (1...limit).first { Self.option($0) == option }.map(number) ?? option
  }
}
