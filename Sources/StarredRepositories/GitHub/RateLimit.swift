import Foundation

/// When a server that has had enough takes requests again, as GitHub documents it:
/// https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
enum RateLimit {
  /// When to try again, by this computer's clock; nil if the answer is no matter of limits.
  static func retryDate(_ answer: HTTPAnswer, now: Date) -> Date? {
    guard answer.status == 403 || answer.status == 429 else { return nil }
    // A reset is a time of the server's; this computer's clock may be some minutes off it.
    let serverNow = answer.header("Date").flatMap(httpDate) ?? now
    let wait: TimeInterval
    if let field = answer.header("Retry-After"), let named = seconds(field, serverNow: serverNow) {
      wait = named
    } else if answer.header("X-RateLimit-Remaining").flatMap({ Int($0) }) == 0,
      let reset = answer.header("X-RateLimit-Reset").flatMap({ TimeInterval($0) })
    {
      wait = Date(timeIntervalSince1970: reset).timeIntervalSince(serverNow)
    } else if answer.status == 429
      || String(decoding: answer.body.prefix(2_000), as: UTF8.self).contains("rate limit")
    {
      wait = unnamedWait
    } else {
      return nil
    }
    return now.addingTimeInterval(wait.isFinite ? min(max(wait, 0), longestWait) : unnamedWait)
  }

  /// “Wait for at least one minute” where the answer does not say how long.
  private static let unnamedWait: TimeInterval = 60
  /// GitHub counts by the hour. Whatever names more than a day has a broken clock.
  private static let longestWait: TimeInterval = 86_400

  private static func seconds(_ field: String, serverNow: Date) -> TimeInterval? {
    if let seconds = TimeInterval(field) { return seconds }
    return httpDate(field)?.timeIntervalSince(serverNow)
  }

  /// Reads the one form of dates that RFC 9110 lets servers send.
  private static func httpDate(_ field: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: field)
  }
}
