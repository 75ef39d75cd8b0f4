import Foundation
import SeededRandom
import Translation

/// Numbers with their nouns: "1 message", "10,000 messages". Digits are grouped by the locale.
package enum Counted {
  package static func messages(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} message", "{count} messages", count, locale: locale)
  }

  package static func replies(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} reply", "{count} replies", count, locale: locale)
  }

  package static func people(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} person", "{count} people", count, locale: locale)
  }

  package static func conversations(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} chat", "{count} chats", count, locale: locale)
  }

  package static func reports(_ count: Int, locale: Locale = .desktop) -> String {
    // Translators: number of times that the option picker has reported a selection.
    trn("{count} report", "{count} reports", count, locale: locale)
  }

  package static func rounds(_ count: Int, locale: Locale = .desktop) -> String {
    // Translators: number of times that the option picker has gone round its end; beside the number of reports.
    trn("{count} round", "{count} rounds", count, locale: locale)
  }

  package static func notes(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} note", "{count} notes", count, locale: locale)
  }

  package static func files(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} file", "{count} files", count, locale: locale)
  }

  package static func repositories(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} repository", "{count} repositories", count, locale: locale)
  }

  package static func unread(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} unread message", "{count} unread messages", count, locale: locale)
  }

  /// A number of unread messages where there is little room: empty for none, "99+" above 99.
  package static func badge(_ count: Int) -> String {
    count == 0 ? "" : count > 99 ? "99+" : "\(count)"
  }

  package static func older(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} older message", "{count} older messages", count, locale: locale)
  }

  package static func newer(_ count: Int, locale: Locale = .desktop) -> String {
    trn("{count} newer message", "{count} newer messages", count, locale: locale)
  }

  /// A number with the locale's digits and groups.
  package static func number(_ count: Int) -> String { count.formatted(.number.locale(.desktop)) }

  /// "1:24", "1:02:03": the length of a film or sound, from milliseconds.
  package static func duration(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1_000
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }

  /// "12 minutes": the length of a call, in words.
  package static func length(seconds: Int) -> String {
    switch seconds {
    case 3_600...: trn("{count} hour", "{count} hours", seconds / 3_600)
    case 60...: trn("{count} minute", "{count} minutes", seconds / 60)
    default: trn("{count} second", "{count} seconds", seconds)
    }
  }

  /// "410 kB", "1.5 MB": one decimal below ten, except for the smallest unit.
  package static func bytes(_ byteCount: Double) -> String {
    func number(_ unit: Double, digits: Int) -> [String: String] {
      let value = byteCount / unit
      let style = FloatingPointFormatStyle<Double>(locale: .desktop)
      return ["size": value.formatted(style.precision(.fractionLength(value < 10 ? digits : 0)))]
    }
    switch byteCount {
    case 1_000_000_000...: return tr("{size} GB", number(1_000_000_000, digits: 1))
    case 1_000_000...: return tr("{size} MB", number(1_000_000, digits: 1))
    default: return tr("{size} kB", number(1_000, digits: 0).mapValues { $0 == "0" ? "1" : $0 })
    }
  }
}

/// The letters and the color of an avatar.
package enum Initials {
  /// The first letters of the first two words. For a single word, or a script without capital letters, the first
  /// character. Punctuation is skipped, as the "#" of a channel's name.
  package static func of(_ name: String) -> String {
    // A character can have any number of scalars, and a name any number of characters.
    let words = String(name.unicodeScalars.prefix(40)).split { !$0.isLetter && !$0.isNumber }
    guard let first = words.first?.first else { return "#" }
    guard first.isCased, words.count > 1, let second = words[1].first else { return first.uppercased() }
    return first.uppercased() + second.uppercased()
  }

  /// The index of one of the eight colors of people, by the name's FNV-1a hash: the same at every start.
  package static func colorIndex(of name: String) -> Int {
    Int(FNV1a.hash(name) % 8)
  }
}
