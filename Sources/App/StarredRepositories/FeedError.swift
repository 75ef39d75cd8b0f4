import Foundation
import HTTP
import Translation

/// The reason why a page could not be loaded.
///
/// Each description is a sentence or two for the reader: the problem, and a remedy.
public enum FeedError: Error, Sendable, Hashable {
  /// The server sent no response, or one that must not be used.
  case connection(HTTPError, host: String)
  /// The server has no such user.
  case notFound(user: String)
  /// The server rejects the token, or requires one.
  case unauthorized(host: String, hasToken: Bool)
  /// The server's rate limit is reached, until the given date.
  case rateLimited(host: String, until: Date)
  /// The server answered with any other status.
  case server(host: String, status: Int)
  /// A web page was received instead of data, such as the sign-in page of a network.
  case notJSON(host: String)
  /// The response is not a list of repositories.
  case malformed(host: String)
  /// No server can have a user of this name.
  case invalidUser(String)
  /// The text cannot be the address of an API.
  case invalidAPIBase(String)
  /// The token would be sent unencrypted.
  case tokenNeedsTLS(host: String)

  /// Whether the server refuses the request as it is. Any other error may be temporary, and until then an old page is
  /// worth showing.
  public var isRefusal: Bool {
    switch self {
    case .notFound, .unauthorized, .invalidUser, .invalidAPIBase, .tokenNeedsTLS: true
    case .server(_, let status): (400..<500).contains(status)
    default: false
    }
  }

  /// The time at which the server accepts requests again, if it stated one.
  public var retryDate: Date? {
    if case .rateLimited(_, let until) = self { until } else { nil }
  }
}

extension FeedError: LocalizedError, CustomStringConvertible {
  /// The same sentences as `description`.
  public var errorDescription: String? { description }

  /// The problem and a remedy, in the user's language.
  public var description: String {
    switch self {
    case .connection(let error, let host): Self.sentence(error, host)
    case .notFound(let user):
      tr("There is no user “{user}”. Check the spelling of the name.", ["user": user])
    case .unauthorized(let host, hasToken: false):
      tr(
        "“{host}” requires an access token. Set {variable} to one.",
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
        "{server} reported an error ({status}). Try again later.",
        ["server": Self.name(ofServer: host), "status": "\(status)"])
    case .server(let host, let status):
      tr(
        "“{host}” refused the request ({status}). Check the address of the API and the name of the user.",
        ["host": host, "status": "\(status)"])
    case .notJSON(let host):
      tr(
        "A web page came from “{host}” instead of data. If this network requires you to sign in, do so in a browser, then try again.",
        ["host": host])
    case .malformed(let host):
      tr(
        "The response from “{host}” is not a list of repositories. Check the address of the API, or try again later.",
        ["host": host])
    case .invalidUser(let name) where name.isEmpty:
      tr("The name is empty. Enter the name of a user, such as “octocat”.")
    case .invalidUser(let name):
      tr(
        "“{name}” cannot be the name of a user: names consist of letters, digits, “-”, “_” and “.”. Check the spelling.",
        ["name": name])
    case .invalidAPIBase(let text):
      tr(
        "“{address}” cannot be the address of an API, which looks like “https://api.github.com”.",
        ["address": text])
    case .tokenNeedsTLS(let host):
      tr(
        "The access token is not sent to “{host}” over plain http. Use an https address, or unset {variable}.",
        ["host": host, "variable": APIBase.tokenVariable(host: host)])
    }
  }

  /// The problem in a few words, as a title above ``advice``; nil for an error that needs a sentence.
  public var headline: String? {
    switch self {
    case .connection(.offline, let host), .connection(.nameNotFound, let host),
      .connection(.unreachable, let host), .connection(.timedOut, let host):
      tr("No connection to {server}", ["server": Self.name(ofServer: host)])
    case .notFound(let user): tr("There is no user “{user}”", ["user": user])
    case .rateLimited(let host, let until):
      tr(
        "{server} takes no more requests until {time}",
        ["server": Self.name(ofServer: host), "time": Self.clock(until)])
    case .server(let host, let status) where status >= 500:
      tr(
        "{server} reported an error ({status})",
        ["server": Self.name(ofServer: host), "status": "\(status)"])
    default: nil
    }
  }

  /// The remedy, below the ``headline``; the whole ``description`` without one.
  public var advice: String {
    switch self {
    case .notFound: tr("Check the spelling of the name.")
    case .rateLimited(let host, _):
      tr(
        "Wait until then, or set {variable} to be allowed more.",
        ["variable": APIBase.tokenVariable(host: host)])
    case .server(_, let status) where status >= 500: tr("Try again later.")
    default: description
    }
  }

  /// Whether the name of the user is wrong. Another name may work, but the same one will fail again.
  public var isAboutUser: Bool {
    switch self {
    case .notFound, .invalidUser: true
    default: false
    }
  }

  /// "GitHub"; other servers by their host.
  static func name(ofServer host: String) -> String {
    host == APIBase.gitHub.host ? "GitHub" : "“\(host)”"
  }

  private static func sentence(_ error: HTTPError, _ host: String) -> String {
    switch error {
    case .offline: tr("This computer is offline. Connect to a network and try again.")
    case .nameNotFound:
      tr(
        "The server “{host}” cannot be found. Check its name and the network, and try again.", ["host": host])
    case .unreachable:
      tr(
        "“{host}” does not respond. The server may be down: try again later, or check the address.",
        ["host": host])
    case .timedOut(let limit):
      tr(
        "“{host}” did not respond within {time}. The network may be slow: try again.",
        ["host": host, "time": spoken(limit / .seconds(1))])
    case .tls:
      tr(
        "No secure connection to “{host}” could be made. Check the address and this computer’s clock, and do not go on over a network you do not trust.",
        ["host": host])
    case .interrupted, .cancelled:
      tr("The connection to “{host}” broke in the middle of the response. Try again.", ["host": host])
    case .redirected:
      tr(
        "“{host}” redirects requests in circles or to an unsafe address. Check the address of the API.",
        ["host": host])
    case .tooLarge:
      tr(
        "The response from “{host}” is too long for a page and was not read. Check the address of the API.",
        ["host": host])
    case .invalidURL: "\(Self.invalidAPIBase(host))"
    case .system(_, _, let message):
      tr("The request to “{host}” failed: {reason}. Try again.", ["host": host, "reason": message])
    }
  }

  /// "14:05", the same in every language.
  public static func clock(_ date: Date) -> String {
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
