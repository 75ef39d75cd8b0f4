import Foundation
import Translation

/// Numbers with their nouns: "1 message", "10,000 messages"; digits grouped as the locale does.
enum Counted {
  static func messages(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} message", "{count} messages", count, locale: locale)
  }

  static func people(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} person", "{count} people", count, locale: locale)
  }

  static func conversations(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} conversation", "{count} conversations", count, locale: locale)
  }

  static func calls(_ count: Int, locale: Locale = .desktop) -> String {
    // Translators: how often the program was called back, in the log of the option picker.
    trn("{count} call", "{count} calls", count, locale: locale)
  }

  static func repositories(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} repository", "{count} repositories", count, locale: locale)
  }

  static func unread(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} unread message", "{count} unread messages", count, locale: locale)
  }

  static func older(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} older message", "{count} older messages", count, locale: locale)
  }

  static func newer(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} newer message", "{count} newer messages", count, locale: locale)
  }

  /// "410 KB", "1.5 MB": two digits are enough below ten, except of the smallest unit.
  static func bytes(_ byteCount: Double) -> String {
    func number(_ unit: Double, digits: Int) -> [String: String] {
      let value = byteCount / unit
      let style = FloatingPointFormatStyle<Double>(locale: .desktop)
      return ["size": value.formatted(style.precision(.fractionLength(value < 10 ? digits : 0)))]
    }
    switch byteCount {
    case 1_000_000_000...: return tr("{size} GB", number(1_000_000_000, digits: 1))
    case 1_000_000...: return tr("{size} MB", number(1_000_000, digits: 1))
    default: return tr("{size} KB", number(1_000, digits: 0).mapValues { $0 == "0" ? "1" : $0 })
    }
  }
}
