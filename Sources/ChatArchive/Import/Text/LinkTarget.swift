import Foundation

/// What a link in an imported text may open.
enum LinkTarget {
  /// Schemes that lead out to the network or to a program made for them. A chat is written by others: a link must
  /// never open a local file or run a script.
  private static let schemes: Set<String> = [
    "http", "https", "ftp", "ftps", "mailto", "tel", "sms", "tg", "irc", "ircs", "xmpp", "matrix", "geo",
    "magnet",
  ]

  /// The address as something that can be opened: without a scheme it is taken to be on the web. Nil when there is
  /// nothing in it or when it must not be opened.
  static func web(_ address: String) -> String? {
    let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !address.isEmpty else { return nil }
    guard let scheme = scheme(of: address) else { return "https://\(address)" }
    return schemes.contains(scheme) ? address : nil
  }

  /// The address of a mailbox.
  static func mail(_ address: String) -> String? {
    address.lowercased().hasPrefix("mailto:") ? address : "mailto:\(address)"
  }

  /// The number as a telephone wants it: digits, with a plus in front if there was one. Nil without a digit.
  static func phone(_ number: String) -> String? {
    let dialled = number.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
    return dialled.contains(where: \.isNumber) ? "tel:\(dialled)" : nil
  }

  /// What stands before the colon; nil for “example.org:8080/x”, whose colon is followed by a port.
  private static func scheme(of address: String) -> String? {
    guard let colon = address.firstIndex(of: ":"), let first = address.first, first.isASCII, first.isLetter
    else { return nil }
    let name = address[..<colon]
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else {
      return nil
    }
    let port = address[address.index(after: colon)...].prefix { $0 != "/" }
    if name.contains("."), !port.isEmpty, port.allSatisfy(\.isNumber) { return nil }
    return name.lowercased()
  }
}
