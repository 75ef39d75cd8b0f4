/// The options' texts: "option one" to "option twelve".
enum OptionName {
  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]

  /// So many have a name.
  static let limit = numbers.count

  /// The number in words, from 1; in digits beyond twelve.
  static func number(_ number: Int) -> String {
    (1...limit).contains(number) ? numbers[number - 1] : "\(number)"
  }

  static func option(_ number: Int) -> String { prefix + Self.number(number) }

  /// What of an option's text tells it from the others.
  static func short(_ option: String) -> String {
    option.hasPrefix(prefix) ? String(option.dropFirst(prefix.count)) : option
  }

  private static let prefix = "option "
}
