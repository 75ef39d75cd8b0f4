import ChatArchive
import Foundation
import Translation

/// A date that a person has typed: a span of time.
package struct TypedDate: Equatable, Sendable {
  /// How much of the date was typed.
  enum Precision: Equatable, Sendable {
    case minute, day, week, month, year
  }

  var precision: Precision
  /// Milliseconds since 1970 UTC: the minute, the day, the week and so on.
  package var span: Range<Int64>
}

/// The words for dates that no locale has: "yesterday", "last week", "3 days ago".
package struct TypedDateWords: Sendable {
  /// What a phrase means.
  enum Meaning: Equatable, Sendable {
    /// The day, week and so on, so many of them after the present one.
    case near(DayCalendar.Unit, Int)
    /// As many before the present one as the phrase says.
    case ago(DayCalendar.Unit)
    /// The last day of the week that is named.
    case lastWeekday
  }

  /// Phrases, some separated by commas. `{number}` stands for a number, `{weekday}` for the name of a day of the week.
  let phrases: [(words: String, meaning: Meaning)]

  /// In the person's language.
  static var current: Self {
    Self(phrases: [
      // Translators: what people type for a date. More than one word for it are separated by commas; lower case.
      (trc("typed date", "today"), .near(.day, 0)),
      (trc("typed date", "yesterday"), .near(.day, -1)),
      (trc("typed date", "tomorrow"), .near(.day, 1)),
      (trc("typed date", "day before yesterday,the day before yesterday"), .near(.day, -2)),
      (trc("typed date", "this week"), .near(.week, 0)),
      (trc("typed date", "last week"), .near(.week, -1)),
      (trc("typed date", "this month"), .near(.month, 0)),
      (trc("typed date", "last month"), .near(.month, -1)),
      (trc("typed date", "this year"), .near(.year, 0)),
      (trc("typed date", "last year"), .near(.year, -1)),
      // Translators: what people type for a date, with a number. All forms that the language has, separated by commas.
      (trc("typed date", "{number} day ago,{number} days ago"), .ago(.day)),
      (trc("typed date", "{number} week ago,{number} weeks ago"), .ago(.week)),
      (trc("typed date", "{number} month ago,{number} months ago"), .ago(.month)),
      (trc("typed date", "{number} year ago,{number} years ago"), .ago(.year)),
      // Translators: what people type for the latest Monday, Tuesday and so on.
      (trc("typed date", "last {weekday}"), .lastWeekday),
    ])
  }
}
