import Chats
import Foundation

/// The network, the channel or person, and the date that the path of a log contains.
///
/// All files of a channel are one conversation. Its key therefore contains neither the date nor the location of the
/// logs, but the network, because the same channel on another network is another conversation. If no name is that of a
/// known network, the nearest folder is assumed to be the network.
///
///     irc.libera.#swift.weechatlog          libera/#swift
///     libera/#swift.log                     libera/#swift
///     libera/#swift/2024/01/02.log          libera/#swift
///     irclogs/2024/home/#swift.01-02.log    home/#swift
///     chats/2024/01/02/#ubuntu.txt          chats/#ubuntu
///     Downloads/#swift-2024-01-02.log       #swift
struct IRCLogName: Sendable, Hashable {
  private(set) var network: String?
  /// The channel, the person, or the name of the file. Never empty.
  private(set) var channel: String
  /// Nil if the path does not contain a whole date.
  let date: CivilDate?
  /// The days of the year or the month in the path, in days since 1970-01-01.
  let days: ClosedRange<Int>?
  /// The part of the path that distinguishes this file from others of the conversation, except for a date; nil if there
  /// is none.
  let part: String?
  private var isNetworkShown = true

  /// - Parameter root: The chosen folder. A folder below it is a part of the title even if it is not recognized as a network.
  init(_ file: URL, within root: URL? = nil) {
    var folders = Folders(file)
    let fileName = folders.popLast() ?? ""
    let stem = LogFileStem(fileName, inPeriod: folders.hasPeriod)
    var removed = stem.removed
    var name = stem.name
    var dates = folders.popDates(&removed)
    if name.isEmpty {
      name = folders.popLast() ?? fileName
      dates = folders.popDates(&removed) + dates
    } else if let folder = folders.last, IRCLogName.isChannel(folder),
      folder.lowercased() == name.lowercased()
    {
      // Limnoria: “#swift/#swift.2024-01-02.log”
      _ = folders.popLast()
      dates = folders.popDates(&removed) + dates
    } else if !IRCLogName.hasSigil(name), let folder = folders.last, IRCLogName.isChannel(folder) {
      removed.append(name)
      name = folders.popLast() ?? name
      dates = folders.popDates(&removed) + dates
    }
    (network, channel) = IRCLogName.splitNetwork(from: name)
    if network == nil, let place = folders.network(&dates, &removed) {
      network = place.name
      isNetworkShown = place.isCertain || root.map { place.depth > Folders($0).count } ?? false
    }
    let path = LogPathDate(dates + stem.dates)
    date = path.date
    days = path.days
    part = removed.isEmpty ? nil : removed.joined(separator: "/")
  }

  /// The same for all files of the conversation. Names of channels, nicks and networks are case-insensitive.
  var conversationKey: String { "irc:\(path)".lowercased() }

  var conversationTitle: String {
    network.flatMap { isNetworkShown ? "\(channel) (\($0))" : nil } ?? channel
  }

  /// The sender with this nick. The same nick on another network is another person.
  func sender(_ nick: String) -> ImportedMessage.Sender {
    // A damaged line can be of any length.
    let nick = nick.prefix(bytes: JSONFields.lineLimit)
    let key = network.map { "irc:\($0)/\(nick)" } ?? "irc:\(nick)"
    return ImportedMessage.Sender(key: key.lowercased(), name: nick)
  }

  /// The person whose log it is, in a line that does not contain the nick.
  var owner: ImportedMessage.Sender {
    let key = network.map { "irc:\($0)/" } ?? "irc:"
    return ImportedMessage.Sender(key: "\(key)you@\(channel)".lowercased(), name: "You")
  }

  private var path: String { network.map { "\($0)/\(channel)" } ?? channel }

  private static func hasSigil(_ name: String) -> Bool { name.contains("#") || name.hasPrefix("&") }

  private static func isChannel(_ folder: String) -> Bool { folder.hasPrefix("#") || folder.hasPrefix("&") }

  /// The network and the channel in a name: `irc.libera.#swift` (WeeChat), `libera_#swift` (older ZNC), `#swift.libera`
  /// (mIRC, for a known network).
  private static func splitNetwork(from name: String) -> (network: String?, channel: String) {
    let parts = name.split(separator: ".", maxSplits: 2)
    if parts.count == 3, parts[0] == "irc" { return (String(parts[1]), String(parts[2])) }
    if let sigil = name.firstIndex(of: "#"), sigil > name.startIndex {
      let before = name[..<sigil].trimmingCharacters(in: CharacterSet(charactersIn: " ._-"))
      // Nothing precedes the channel in “##linux”.
      if !before.isEmpty { return (before, String(name[sigil...])) }
    }
    if let dot = name.lastIndex(of: "."), dot > name.startIndex,
      Folders.networks.contains(name[name.index(after: dot)...].lowercased())
    {
      return (String(name[name.index(after: dot)...]), String(name[..<dot]))
    }
    return (nil, name)
  }
}

/// The name of a log's file without its extensions and its date.
private struct LogFileStem {
  /// Empty if the file is named after its date.
  private(set) var name: String
  private(set) var dates: [LogPathDate.Part] = []
  /// The removed parts that distinguish files of a conversation.
  private(set) var removed: [String] = []

  init(_ fileName: String, inPeriod: Bool) {
    name = fileName
    removeExtensions()
    guard let (rest, part, text) = LogPathDate.Part.split(name, inPeriod: inPeriod) else { return }
    name = rest
    dates = [part]
    removed.append(text)
    // Matches “#swift.log-20240102” of logrotate.
    if let inner = LogFileStem.without([".weechatlog", ".log"], name) { name = inner }
  }

  /// Removes `.log`, the second extension of `.log.txt`, and the suffixes of rotation: `.log.1`, `.log.old`.
  private mutating func removeExtensions() {
    if let dot = name.lastIndex(of: "."),
      let inner = LogFileStem.without([".weechatlog", ".log", ".txt"], String(name[..<dot]))
    {
      let suffix = name[name.index(after: dot)...]
      if suffix.count <= 3,
        suffix.allSatisfy({ $0.isASCII && $0.isNumber }) || ["old", "bak"].contains(suffix)
      {
        name = inner
        removed.append(String(suffix))
        return
      }
    }
    guard let outer = LogFileStem.without([".weechatlog", ".log", ".txt"], name) else { return }
    name = LogFileStem.without([".weechatlog", ".log"], outer) ?? outer
  }

  private static func without(_ endings: [String], _ name: String) -> String? {
    let ending = endings.first { name.lowercased().hasSuffix($0) && name.count > $0.count }
    return ending.map { String(name.dropLast($0.count)) }
  }
}

/// The folders above a log, from the root of the file system.
private struct Folders {
  private var names: ArraySlice<String>

  init(_ url: URL) {
    // The first component is the root, “/”.
    names = url.standardizedFileURL.pathComponents.filter { $0 != "/" }.map(Folders.withoutZip)[...]
  }

  /// The name without `.zip`: a zip file has the name of the folder that it was made from.
  private static func withoutZip(_ name: String) -> String {
    name.lowercased().hasSuffix(".zip") && name.count > 4 ? String(name.dropLast(4)) : name
  }

  var count: Int { names.count }
  var last: String? { names.last }

  mutating func popLast() -> String? { names.popLast() }

  /// Whether one of the nearest folders is named after a year or a month. Such folders are above the network, above the
  /// channel or in the channel's folder.
  var hasPeriod: Bool {
    names.suffix(4).contains { LogPathDate.Part($0)?.isPeriod ?? false }
  }

  /// Removes the trailing folders that are named after a date or a part of one, and returns them, the outermost first.
  mutating func popDates(_ removed: inout [String]) -> [LogPathDate.Part] {
    var parts: [LogPathDate.Part] = []
    while names.count > 1, let last = names.last, let part = LogPathDate.Part(last) ?? nameOfMonth(last) {
      parts.insert(part, at: 0)
      removed.insert(last, at: 0)
      names.removeLast()
    }
    return parts
  }

  /// The month of a folder's name, if the folder above it is a year. Otherwise the name can be a person's.
  private func nameOfMonth(_ name: String) -> LogPathDate.Part? {
    guard let year = names.dropLast().last, case .year = LogPathDate.Part(year) else { return nil }
    return EnglishMonth.number(of: name).map { .nameOfMonth($0) }
  }

  /// Removes folders up to the one of the network.
  ///
  /// - Returns: Its name, its depth, and whether it is certainly a network's: if it has the name of one, or is in a
  ///   folder where clients create one for each network. Nil if the location of the logs contains no network.
  mutating func network(
    _ dates: inout [LogPathDate.Part], _ removed: inout [String]
  ) -> (name: String, depth: Int, isCertain: Bool)? {
    while true {
      dates = popDates(&removed) + dates
      guard let name = names.last?.lowercased(), let original = names.last else { return nil }
      if Folders.networks.contains(name) || name.hasPrefix("irc.") {
        return found(original, &dates, &removed) { _ in true }
      }
      // The Lounge: “logs/mara/libera-3f0c…/#swift.log”
      if names.count > 2, Folders.roots.contains(names[names.endIndex - 3].lowercased()),
        let network = Folders.networkOfTheLounge(original)
      {
        return found(network, &dates, &removed) { _ in true }
      }
      if Folders.structure.contains(name) || Folders.roots.contains(name) {
        names.removeLast()
        continue
      }
      if isAnywhere { return nil }
      return found(original, &dates, &removed) { above in
        above.map { Folders.roots.contains($0.lowercased()) } ?? false
      }
    }
  }

  /// The network in the name of a folder of The Lounge, which appends a UUID. It leaves out as much of the UUID's
  /// beginning as the name is long, so that the whole has the length of a UUID. Nil for any other folder.
  private static func networkOfTheLounge(_ folder: String) -> String? {
    let bytes = Array(folder.utf8)
    return bytes.indices.first { index in
      let rest = bytes[(index + 1)...]
      guard index > 0, bytes[index] == UInt8(ascii: "-"),
        rest.count == uuid.count || bytes.count == uuid.count
      else { return false }
      return zip(rest.reversed(), uuid.reversed()).allSatisfy { byte, sign in
        sign == UInt8(ascii: "-") ? byte == sign : Character(UnicodeScalar(byte)).isHexDigit
      }
    }.map { String(decoding: bytes[..<$0], as: UTF8.self) }
  }

  /// The form of a UUID.
  private static let uuid = Array("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".utf8)

  /// Removes the last folder and the dates above it.
  private mutating func found(
    _ name: String, _ dates: inout [LogPathDate.Part], _ removed: inout [String], isCertain: (String?) -> Bool
  ) -> (name: String, depth: Int, isCertain: Bool) {
    let depth = count
    names.removeLast()
    dates = popDates(&removed) + dates
    return (name, depth, isCertain(names.last))
  }

  /// Whether the last folder can contain anything: it is a top folder, a person's home, or a general folder.
  private var isAnywhere: Bool {
    guard let name = names.last?.lowercased() else { return true }
    return names.count == 1 || names.count == 2 && ["home", "users"].contains(names.first?.lowercased())
      || ["downloads", "documents", "desktop"].contains(name)
  }

  static let networks: Set<String> = [
    "libera", "liberachat", "libera.chat", "oftc", "freenode", "efnet", "ircnet", "quakenet", "undernet",
    "dalnet", "rizon", "hackint", "espernet", "gimpnet", "gnome", "snoonet", "slashnet", "geekshed",
    "mozilla",
    "bitlbee",
  ]
  /// Folders in which irssi, WeeChat, ZNC, HexChat and others create a folder for each network.
  private static let roots: Set<String> = [
    "irclogs", "irc-logs", "weechatlogs", "xchatlogs", "logs", "log", "networks", "scrollback", "irc",
  ]
  /// Folders of clients that are neither a network nor a channel.
  private static let structure: Set<String> = [
    "moddata", "channels", "queries", ".weechat", "weechat", ".irssi", "irssi", "hexchat", ".xchat2",
    "xchat2",
    ".znc", ".config", ".local", "share",
  ]
}
