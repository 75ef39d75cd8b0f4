import Foundation
import Translation

/// Why a page could not be had. Each description is a sentence or two for the person at the screen: what is the
/// matter, and what to do.
public enum FeedError: Error, Sendable, Hashable {
  /// This computer has no network.
  case offline
  /// The server's name is not known, or whoever knows it cannot be asked.
  case dns(host: String)
  /// Nobody answers at the server's address.
  case unreachable(host: String)
  /// No whole answer came in time.
  case timeout(host: String, seconds: Double)
  /// No safe connection could be made, or the server is not who it says it is.
  case tls(host: String)
  /// The connection broke before the answer was complete.
  case interrupted(host: String)
  /// The server has no such user.
  case notFound(user: String)
  /// The server does not accept the token, or wants one.
  case unauthorized(host: String, hasToken: Bool)
  /// The server has had enough of us until then.
  case rateLimited(host: String, until: Date)
  /// The server answered with a status that is none of the others.
  case server(host: String, status: Int)
  /// The server sends us from address to address, or to one that may not be followed.
  case redirected(host: String)
  /// A web page came in place of data, as from the sign-in page of a network.
  case notJSON(host: String)
  /// What came is not a list of repositories.
  case malformed(host: String)
  /// The answer is longer than any page should be.
  case tooLarge(host: String)
  /// No server can have a user of this name.
  case invalidUser(String)
  /// This cannot be the address of an API.
  case invalidAPIBase(String)
  /// The token would travel for everyone on the way to read.
  case tokenNeedsTLS(host: String)
  /// Anything else, in the words of the system.
  case other(host: String, reason: String)
}

extension FeedError {
  /// Whether the server itself has refused the request as it stands. Anything else may pass, and until then what
  /// was kept is worth showing.
  public var isRefusal: Bool {
    switch self {
    case .notFound, .unauthorized, .invalidUser, .invalidAPIBase, .tokenNeedsTLS: true
    case .server(_, let status): (400..<500).contains(status)
    default: false
    }
  }

  /// When trying again makes sense, if the server told.
  public var retryDate: Date? {
    if case .rateLimited(_, let until) = self { until } else { nil }
  }
}

extension FeedError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .offline:
      tr("This computer is offline. Connect to a network and try again.")
    case .dns(let host):
      tr(
        "The server “{host}” cannot be found. Check its name and the network, and try again.", ["host": host])
    case .unreachable(let host):
      tr(
        "Nobody answers at “{host}”. The server may be down: try again later, or check the address.",
        ["host": host])
    case .timeout(let host, let seconds):
      tr(
        "“{host}” gave no answer within {time}. The network may be slow: try again.",
        ["host": host, "time": Self.spoken(seconds)])
    case .tls(let host):
      tr(
        "No secure connection to “{host}” could be made. Check the address and this computer's clock; do not go on over a network you do not trust.",
        ["host": host])
    case .interrupted(let host):
      tr("The connection to “{host}” broke in the middle of the answer. Try again.", ["host": host])
    case .notFound(let user):
      tr("There is no user “{user}” there. Check the spelling of the name.", ["user": user])
    case .unauthorized(let host, hasToken: false):
      tr(
        "“{host}” wants to know who asks. Set {variable} to an access token.",
        ["host": host, "variable": APIBase.tokenVariable(host: host)])
    case .unauthorized(let host, hasToken: true):
      tr(
        "“{host}” does not accept the access token. Check {variable}, or unset it to go without.",
        ["host": host, "variable": APIBase.tokenVariable(host: host)])
    case .rateLimited(let host, let until):
      tr(
        "“{host}” takes no more requests until {time}. Wait until then, or set {variable} to be allowed more.",
        ["host": host, "time": Self.clock(until), "variable": APIBase.tokenVariable(host: host)])
    case .server(let host, let status) where status >= 500:
      tr(
        "“{host}” is in trouble (status {status}). Try again in a while.",
        ["host": host, "status": "\(status)"])
    case .server(let host, let status):
      tr(
        "“{host}” refused the request (status {status}). Check the address of the API and the name of the user.",
        ["host": host, "status": "\(status)"])
    case .redirected(let host):
      tr(
        "“{host}” sends requests round in circles, or to a place that is not safe. Check the address of the API.",
        ["host": host])
    case .notJSON(let host):
      tr(
        "A web page came from “{host}” in place of data. If this network wants you to sign in, do so in a browser, then try again.",
        ["host": host])
    case .malformed(let host):
      tr(
        "What came from “{host}” is not a list of repositories. Check the address of the API, or try again later.",
        ["host": host])
    case .tooLarge(let host):
      tr(
        "The answer of “{host}” is longer than any page should be, and was not read. Check the address of the API.",
        ["host": host])
    case .invalidUser(let name) where name.isEmpty:
      tr("There is no name. Type the name of a user, such as “octocat”.")
    case .invalidUser(let name):
      tr(
        "“{name}” cannot be the name of a user: only letters, digits, “-”, “_” and “.” can be in one. Check the spelling.",
        ["name": name])
    case .invalidAPIBase(let text):
      tr(
        "“{address}” cannot be the address of an API. It has to look like “https://api.github.com”.",
        ["address": text])
    case .tokenNeedsTLS(let host):
      tr(
        "The access token is not sent to “{host}” over plain http. Use an https address, or unset {variable}.",
        ["host": host, "variable": APIBase.tokenVariable(host: host)])
    case .other(let host, let reason):
      tr("The request to “{host}” failed: {reason}. Try again.", ["host": host, "reason": reason])
    }
  }

  /// "14:05": read alike everywhere.
  private static func clock(_ date: Date) -> String {
    date.formatted(
      Date.VerbatimFormatStyle(
        format: "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
        timeZone: .current, calendar: Calendar(identifier: .gregorian)))
  }

  private static func spoken(_ seconds: Double) -> String {
    guard seconds != 1 else { return tr("one second") }
    let digits = seconds.formatted(.number.precision(.fractionLength(0...1)).locale(.desktop))
    return tr("{number} seconds", ["number": digits])
  }
}

extension FeedError: LocalizedError {
  /// The same sentences as `description`.
  public var errorDescription: String? { description }
}
