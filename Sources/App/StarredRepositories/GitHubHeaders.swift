import Foundation
import HTTP

/// The links in an HTTP header field, in the format of RFC 8288:
///
///     <https://api.example.com/stars?page=2>; rel="next", <https://api.example.com/stars?page=9>; rel="last"
///
/// Addresses and quoted parameters may contain commas and semicolons, so the field is read from left to right instead
/// of split. Invalid text is skipped up to the next link.
struct LinkHeader {
  private var links: [(target: String, relations: [String])] = []

  init(_ field: String) {
    var rest = field[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: ">") else { return }
      let target = String(rest[..<close])
      rest = rest[rest.index(after: close)...]
      links.append((target, Self.readRelations(&rest)))
    }
  }

  /// The target of the first link with a relation, such as `next`.
  func target(of relation: String) -> String? {
    links.first { $0.relations.contains(relation) }?.target
  }

  /// Reads the parameters up to the comma that ends the link. Only the first `rel` counts, as the RFC says.
  private static func readRelations(_ rest: inout Substring) -> [String] {
    var relations: [String]?
    while let sign = rest.first, sign != "," {
      rest.removeFirst()
      guard sign == ";" else { continue }
      let name = rest.prefix { !"=;,".contains($0) }
      rest = rest[name.endIndex...]
      var value = ""
      if rest.first == "=" {
        rest.removeFirst()
        value = readValue(&rest)
      }
      if relations == nil, trimmed(name).lowercased() == "rel" {
        relations = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    return relations ?? []
  }

  private static func readValue(_ rest: inout Substring) -> String {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else {
      let value = rest.prefix { $0 != ";" && $0 != "," }
      rest = rest[value.endIndex...]
      return trimmed(value)
    }
    rest.removeFirst()
    var value = ""
    while let sign = rest.popFirst(), sign != "\"" {
      // A backslash quotes the next character.
      guard let next = sign == "\\" ? rest.popFirst() : sign else { break }
      value.append(next)
    }
    return value
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The time at which a server with a rate limit accepts requests again, as documented by GitHub:
/// https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
enum RateLimit {
  /// The time of the next try, by this computer's clock; nil if the response is not about a limit.
  static func retryDate(_ response: HTTPResponse, now: Date) -> Date? {
    guard response.status == 403 || response.status == 429 else { return nil }
    // A reset is in the server's time, which may differ from this computer's by minutes.
    let serverNow = response.header("Date").flatMap { Date(httpDate: $0) } ?? now
    let wait: TimeInterval
    if let field = response.header("Retry-After"), let named = seconds(field, serverNow: serverNow) {
      wait = named
    } else if response.header("X-RateLimit-Remaining").flatMap({ Int($0) }) == 0,
      let reset = response.header("X-RateLimit-Reset").flatMap({ TimeInterval($0) })
    {
      wait = Date(timeIntervalSince1970: reset).timeIntervalSince(serverNow)
    } else if response.status == 429
      || String(decoding: response.body.prefix(2_000), as: UTF8.self).contains("rate limit")
    {
      wait = unnamedWait
    } else {
      return nil
    }
    return now.addingTimeInterval(wait.isFinite ? min(max(wait, leastWait), longestWait) : unnamedWait)
  }

  /// The shortest wait. Without it, a server that states no time, or one in the past, would get requests as fast as it answers.
  private static let leastWait: TimeInterval = 1

  /// GitHub: “wait for at least one minute” if the response states no time.
  private static let unnamedWait: TimeInterval = 60
  /// GitHub counts by the hour. A server that states more than a day has a wrong clock.
  private static let longestWait: TimeInterval = 86_400

  private static func seconds(_ field: String, serverNow: Date) -> TimeInterval? {
    if let seconds = TimeInterval(field) { return seconds }
    return Date(httpDate: field)?.timeIntervalSince(serverNow)
  }
}
