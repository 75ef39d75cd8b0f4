import Foundation

/// A date of the Gregorian calendar from 1970 to 2199.
///
/// No chat is older. A later date is damage, and would keep its message at the end of the conversation for ever.
package struct CivilDate: Hashable {
  package static let years = 1970...2199
  package static let secondsPerDay = 86_400

  package let year: Int
  package let month: Int
  package let day: Int

  /// Nil for a date that does not exist or is out of range.
  package init?(year: Int, month: Int, day: Int) {
    guard CivilDate.years.contains(year), (1...12).contains(month),
      (1...CivilDate.length(of: month, in: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date that is this many days after 1970-01-01.
  ///
  /// Howard Hinnant: chrono-compatible low-level date algorithms. The year starts in March, so that the leap day is
  /// last.
  package init?(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    guard shifted >= 0 else { return nil }
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Days since 1970-01-01.
  package var dayNumber: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date in ISO 8601, for example “2024-01-02”.
  package var description: String { "\(year)-\(twoDigits(month))-\(twoDigits(day))" }
}

/// The number with a leading zero if it is less than 10.
package func twoDigits(_ number: Int) -> String {
  // Faster than an interpolation, which matters in logs.
  number < 10 ? "0" + String(number) : String(number)
}
