import Foundation

/// Numbers with their nouns: "1 message", "10,000 messages"; digits grouped as the locale does.
enum Counted {
  static func messages(_ count: Int, locale: Locale = .desktop) -> String {
    text(count, one: "message", many: "messages", locale)
  }

  static func people(_ count: Int, locale: Locale = .desktop) -> String {
    text(count, one: "person", many: "people", locale)
  }

  static func records(_ count: Int, locale: Locale = .desktop) -> String {
    text(count, one: "record", many: "records", locale)
  }

  static func calls(_ count: Int, locale: Locale = .desktop) -> String {
    text(count, one: "call", many: "calls", locale)
  }

  static func repositories(_ count: Int, locale: Locale = .desktop) -> String {
    text(count, one: "repository", many: "repositories", locale)
  }

  /// "3 unread messages".
  static func unread(_ count: Int, locale: Locale = .desktop) -> String {
    text(count, one: "unread message", many: "unread messages", locale)
  }

  /// "30 older messages".
  static func older(_ count: Int, locale: Locale = .desktop) -> String {
    text(count, one: "older message", many: "older messages", locale)
  }

  /// "2 newer messages".
  static func newer(_ count: Int, locale: Locale = .desktop) -> String {
    text(count, one: "newer message", many: "newer messages", locale)
  }

  private static func text(_ count: Int, one: String, many: String, _ locale: Locale) -> String {
    "\(count.formatted(.number.locale(locale))) \(count == 1 ? one : many)"
  }
}
