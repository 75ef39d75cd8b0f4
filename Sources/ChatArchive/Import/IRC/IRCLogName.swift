import Foundation

/// The network, the channel or person, and the date that the path of a log contains.
///
/// All files of a channel are one conversation. Its key therefore contains neither the date nor the folder, except for
/// a folder that is named after the network:
///
///     irc.libera.#swift.weechatlog        libera/#swift
///     libera/#swift.log                   libera/#swift
///     libera/#swift/2024-01-02.log        libera/#swift
///     2024/01/02/#ubuntu.txt              #ubuntu
///     Downloads/#swift-2024-01-02.log     #swift
struct IRCLogName: Sendable, Hashable {
  private(set) var network: String?
  /// The channel, the person, or the name of the file. Never empty.
  private(set) var channel: String
  private(set) var date: CivilDate?

  init(_ file: URL) {
    // The first component is the root, “/”.
    var folders = file.standardizedFileURL.pathComponents.filter { $0 != "/" }[...]
    let fileName = folders.popLast() ?? ""
    var (name, date) = IRCLogName.splitDate(from: IRCLogName.withoutExtension(fileName))
    if date == nil { date = IRCLogName.popDate(from: &folders) }
    if name.isEmpty { name = folders.popLast() ?? fileName }
    self.date = date
    (network, channel) = IRCLogName.splitNetwork(from: name)
    if network == nil { network = IRCLogName.network(in: folders) }
  }

  /// The same for all files of the conversation. Names of channels, nicks and networks are case-insensitive.
  var conversationKey: String { "irc:\(path)".lowercased() }

  var conversationTitle: String { network.map { "\(channel) (\($0))" } ?? channel }

  /// The sender with this nick. The same nick on another network is another person.
  func sender(_ nick: String) -> ImportedMessage.Sender {
    let key = network.map { "irc:\($0)/\(nick)" } ?? "irc:\(nick)"
    return ImportedMessage.Sender(key: key.lowercased(), name: nick)
  }

  private var path: String { network.map { "\($0)/\(channel)" } ?? channel }

  private static func withoutExtension(_ name: String) -> String {
    for ending in [".weechatlog", ".log", ".txt"]
    where name.lowercased().hasSuffix(ending) && name.count > ending.count {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  /// The name without its last date, and the date: `20240102`, or with `-`, `_` or `.` between the parts.
  private static func splitDate(from name: String) -> (name: String, date: CivilDate?) {
    let bytes = Array(name.utf8)
    for start in bytes.indices.reversed() where start == 0 || !bytes[start - 1].isDigit {
      var cursor = ByteCursor(bytes[start...])
      guard let date = cursor.date() else { continue }
      let rest = String(decoding: bytes[..<start] + cursor.rest, as: UTF8.self)
      return (rest.trimmingCharacters(in: separators), date)
    }
    return (name, nil)
  }

  private static let separators = CharacterSet(charactersIn: " ._-")

  /// Removes `2024/01/02` from the end of the path.
  private static func popDate(from folders: inout ArraySlice<String>) -> CivilDate? {
    let last = folders.suffix(3)
    guard last.count == 3, last.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
      return nil
    }
    let parts = last.compactMap { Int($0) }
    guard parts.count == 3, let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]) else {
      return nil
    }
    folders = folders.dropLast(3)
    return date
  }

  /// The network and the channel in a name: `irc.libera.#swift` (WeeChat), `libera_#swift` (older ZNC).
  private static func splitNetwork(from name: String) -> (network: String?, channel: String) {
    let parts = name.split(separator: ".", maxSplits: 2)
    if parts.count == 3, parts[0] == "irc" { return (String(parts[1]), String(parts[2])) }
    if let sigil = name.firstIndex(of: "#"), sigil > name.startIndex {
      let before = name[..<sigil].trimmingCharacters(in: separators)
      // Nothing precedes the channel in “##linux”.
      if !before.isEmpty { return (before, String(name[sigil...])) }
    }
    return (nil, name)
  }

  /// The nearest folder, if it has the name of a network or is in a folder where clients create one for each network.
  private static func network(in folders: ArraySlice<String>) -> String? {
    guard let last = folders.last else { return nil }
    let above = folders.dropLast().last?.lowercased() ?? ""
    let name = last.lowercased()
    return networks.contains(name) || name.hasPrefix("irc.") || roots.contains(above) && !roots.contains(name)
      ? last : nil
  }

  private static let networks: Set<String> = [
    "libera", "liberachat", "libera.chat", "oftc", "freenode", "efnet", "ircnet", "quakenet", "undernet",
    "dalnet",
    "rizon", "hackint", "espernet", "gimpnet", "gnome", "snoonet", "slashnet", "geekshed", "mozilla",
    "bitlbee",
  ]
  /// Folders in which irssi, WeeChat, ZNC and HexChat create a folder for each network.
  private static let roots: Set<String> = [
    "irclogs", "irc-logs", "weechatlogs", "logs", "networks", "scrollback",
  ]
}

extension ByteCursor {
  /// A date in the name of a file that no further digit follows.
  fileprivate mutating func date() -> CivilDate? {
    guard let year = number(digits: 4...4) else { return nil }
    let separator = ["-", "_", "."].first { skip($0) } ?? ""
    guard let month = number(digits: 2...2), skip(separator), let day = number(digits: 2...2),
      rest.first?.isDigit != true
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }
}
