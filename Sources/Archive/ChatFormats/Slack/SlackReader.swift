import Chats
import Foundation
import Translation

/// Reads an export of a Slack workspace: the days of all channels, and the lists of people and channels beside them.
struct SlackReader: JSONReader {
  var parts: JSONParts
  private let input: ImportInput
  private var workspace: SlackWorkspace
  private var channel: SlackChannel
  /// The folder of the channel.
  private var folder: URL
  var due: [ImportItem] = []

  static var formats: [ImportFormat] { [.slack] }

  init(_ input: ImportInput) throws(ImportError) {
    self.input = input
    let shape = JSONRecords.Shape(list: nil, isRecord: { $0.contains("ts") && $0.contains("type") })
    parts = try JSONParts(input, shape)
    workspace = SlackWorkspace(beside: input.parts[0], input)
    folder = input.parts[0].url.deletingLastPathComponent()
    channel = workspace.channel(inFolder: folder.lastPathComponent)
    due = workspace.problems.map { .problem($0) }
  }

  var questions: Set<ImportQuestion> { input.options.owner == nil ? [.owner] : [] }

  mutating func read(_ fields: JSONFields, at place: Int64) {
    let folder = parts.file.url.deletingLastPathComponent()
    if folder != self.folder {
      self.folder = folder
      channel = workspace.channel(inFolder: folder.lastPathComponent)
    }
    // A list of people or channels that was imported alone.
    if !fields.contains("ts"), SlackWorkspace.isListEntry(fields) { return }
    guard let stamp = time(fields.text("ts"), at: place, { SlackStamp($0) }) else { return }
    due.append(.message(changed(by: fields, at: stamp) ?? message(fields, stamp)))
  }

  private func message(_ fields: JSONFields, _ stamp: SlackStamp) -> ImportedMessage {
    SlackMessage(fields, stamp: stamp, workspace: workspace, file: parts.file, tree: input.tree).imported(
      channel)
  }

  private func message(_ fields: JSONFields) -> ImportedMessage? {
    fields.text("ts").flatMap { SlackStamp($0) }.map { message(fields, $0) }
  }

  /// The message that an event has changed or deleted, with its own time and person; nil for any other record.
  private func changed(by event: JSONFields, at stamp: SlackStamp) -> ImportedMessage? {
    let before = event.object("previous_message").flatMap { message($0) }
    let now = event.object("message").flatMap { message($0) }
    let subtype = event.string("subtype")
    // The first message of a thread is replaced by one that says so.
    if subtype == "message_deleted" || subtype == "message_changed" && now?.kind == .deleted {
      guard var message = before else { return now }
      message.kind = .deleted
      message.details.unsupportedKind = nil
      return message
    }
    guard subtype == "message_changed", var message = now else { return nil }
    if let before, before.text != message.text {
      let time = message.editedAt ?? stamp.sentAt
      message.editedAt = time
      message.edits = [Edit(replacedAt: time, text: before.text)]
    }
    return message
  }
}

extension SlackReader {
  /// The format of a day of a channel, or of one of the lists beside the channels.
  static func format(of head: FileHead) -> ImportFormat? {
    guard let json = head.json else { return nil }
    let isDay = json.has("[].ts", "[].type")
    let isUsers = json.has("[].id", "[].profile.real_name") || json.has("[].team_id", "[].profile")
    let isChannels =
      json.has("[].id", "[].created", "[].members") && !json.has("messages")
    return isDay || isUsers || isChannels ? .slack : nil
  }

  /// All days of a workspace, channel by channel. The lists are read together with them.
  static func groups(of files: [ImportFile]) -> [[ImportFile]] {
    let days = files.filter { !listNames.contains($0.url.lastPathComponent) }
    guard !days.isEmpty else { return files.map { [$0] } }
    return Dictionary(grouping: days) {
      $0.url.deletingLastPathComponent().deletingLastPathComponent().path
    }
    .values.map { $0.sorted { $0.url.path < $1.url.path } }
    .sorted { $0[0].url.path < $1[0].url.path }
  }

  /// Days are called “general/2024-03-01.json”.
  static func exportFolder(of file: ImportFile) -> String? {
    let folder = file.url.deletingLastPathComponent()
    let name = file.url.lastPathComponent
    if listNames.contains(name) { return folder.path }
    let numbers = name.dropLast(5).split(separator: "-", omittingEmptySubsequences: false)
    guard name.hasSuffix(".json"), numbers.map(\.count) == [4, 2, 2],
      numbers.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    return folder.deletingLastPathComponent().path
  }

  private static let listNames: Set<String> = [
    "users.json", "org_users.json", "channels.json", "groups.json", "dms.json", "mpims.json",
  ]
}

/// The time of a message, which is also its key: “1709280000.000100”.
struct SlackStamp: Hashable {
  let key: String
  let sentAt: Int64
  /// Microseconds after `sentAt`, which order the messages of one millisecond.
  let rank: Int64

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, first.utf8.count <= 12, let seconds = Int64(first),
      parts.count == 1 || parts[1].utf8.allSatisfy(\.isDigit)
    else { return nil }
    let digits = parts.count == 2 ? String((parts[1] + "000000").prefix(6)) : "0"
    guard let fraction = Int64(digits), let valid = ExportTime.valid(seconds * 1000 + fraction / 1000) else {
      return nil
    }
    key = String(text.prefix(64))
    sentAt = valid
    rank = fraction % 1000
  }
}

/// A channel, a group or a direct conversation.
struct SlackChannel: Hashable {
  var key: String
  var title: String
}

/// The people and channels of a workspace.
struct SlackWorkspace {
  struct Person: Hashable {
    let name: String
    /// Another name by which the owner can be specified.
    let account: String?
  }

  /// The largest number of people and channels to keep.
  private static let limit = 200_000

  private var people: [String: Person] = [:]
  /// The channels by the names of their folders.
  private var channels: [String: SlackChannel] = [:]
  /// The names of channels by their numbers.
  private var channelNames: [String: String] = [:]
  private let options: ImportOptions
  /// The first damage in each list.
  private(set) var problems: [ImportProblem] = []

  /// - Parameter file: A day of a channel. The lists are in the folder above that of the file.
  init(beside file: ImportFile, _ input: ImportInput) {
    options = input.options
    for name in ["org_users.json", "users.json"] {
      each(name, file, input) { fields, workspace in
        guard let id = fields.key("id"), workspace.people.count < Self.limit else { return }
        workspace.people[id] = Self.person(fields, id: id)
      }
    }
    for name in ["channels.json", "groups.json"] {
      each(name, file, input) { fields, workspace in
        guard let id = fields.key("id"), let name = fields.line("name"), workspace.channels.count < Self.limit
        else { return }
        workspace.channels[name] = SlackChannel(key: "slack:\(id)", title: "#\(name)")
        workspace.channelNames[id] = name
      }
    }
    for name in ["dms.json", "mpims.json"] {
      each(name, file, input) { fields, workspace in
        guard let id = fields.key("id"), workspace.channels.count < Self.limit else { return }
        let title = workspace.title(ofMembers: fields.strings("members"))
        let channel = SlackChannel(key: "slack:\(id)", title: title)
        workspace.channels[fields.line("name") ?? id] = channel
        workspace.channels[id] = channel
      }
    }
  }

  private mutating func each(
    _ name: String, _ file: ImportFile, _ input: ImportInput, _ body: (JSONFields, inout Self) -> Void
  ) {
    guard let list = input.tree.file(name, beside: file, above: 1), let reader = try? input.bytes(of: list)
    else {
      return
    }
    var records = JSONRecords(reader, JSONRecords.Shape(list: nil, isRecord: Self.isListEntry))
    var damage: ImportProblem.Place?
    while let item = records.next() {
      switch item {
      case .record(let value, _): if let fields = value.asObject { body(fields, &self) }
      case .problem(let problem): damage = damage ?? problem.place
      default: break
      }
    }
    if records.failure != nil { damage = damage ?? .file }
    if let damage {
      problems.append(
        records.problem(tr("damaged list of people or channels"), at: damage, .incomplete))
    }
  }

  @Sendable static func isListEntry(_ fields: JSONFields) -> Bool {
    fields.contains("id")
      && (fields.contains("profile") || fields.contains("created") || fields.contains("members")
        || fields.contains("name"))
  }

  private static func person(_ fields: JSONFields, id: String) -> Person {
    let profile = fields.object("profile")
    let name =
      profile?.line("display_name") ?? profile?.line("real_name") ?? fields.line("real_name")
      ?? fields.line("name") ?? id
    return Person(name: name, account: fields.line("name"))
  }

  /// A title such as “Mara Lind, Jonas Weber”, without the owner if that is known.
  private func title(ofMembers members: [String]) -> String {
    let others = members.filter { !isOwner($0) }
    let names = (others.isEmpty ? members : others).prefix(8).map { person($0).name }
    return names.isEmpty ? "Slack conversation" : names.joined(separator: ", ")
  }

  func channel(inFolder name: String) -> SlackChannel {
    channels[name] ?? SlackChannel(key: "slack:name/\(name)", title: "#\(name)")
  }

  /// A person. A missing person's name is their number.
  func person(_ id: String) -> Person {
    people[id] ?? Person(name: Self.programs[id] ?? id, account: nil)
  }

  /// The names of Slack itself.
  private static let programs = ["USLACKBOT": "Slackbot", "USLACK": "Slack"]

  /// The name of a channel without “#”; nil if the lists do not contain it.
  func channelName(_ id: String) -> String? { channelNames[id] }

  func isKnown(_ id: String) -> Bool { people[id] != nil }

  func isOwner(_ id: String) -> Bool {
    let person = person(id)
    return options.isOwner(key: "slack:\(id)", names: id, person.name, person.account)
  }
}
