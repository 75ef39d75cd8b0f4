import Foundation
import Translation

/// Reads JSON exports of DiscordChatExporter: a channel, a conversation or a thread, in one file or in partitions.
struct DiscordReader: JSONReader {
  var parts: JSONParts
  private let input: ImportInput
  private var decoder: DiscordDecoder
  private var hasSearched = false
  var due: [ImportItem] = []

  static var formats: [ImportFormat] { [.discord] }

  init(_ input: ImportInput) throws(ImportError) {
    let shape = JSONRecords.Shape(
      list: "messages", members: ["guild", "channel"],
      isRecord: { $0.contains("id") && $0.contains("timestamp") && $0.contains("author") })
    self.input = input
    parts = try JSONParts(input, shape)
    decoder = DiscordDecoder(input)
  }

  var questions: Set<ImportQuestion> { decoder.isOwnerKnown ? [] : [.owner] }

  mutating func take(_ key: String, _ value: JSONValue) {
    if key == "guild" {
      decoder.guild = value.asObject?.line("name")
    } else {
      decoder.channel = value.asObject.map { DiscordChannel($0) } ?? decoder.channel
    }
  }

  /// Reads the members of a file whose messages come before them, as programs that sort members write it.
  private mutating func findChannel() {
    hasSearched = true
    let shape = JSONRecords.Shape(list: "", members: ["guild", "channel"], isRecord: { _ in false })
    guard let reader = try? input.bytes(of: parts.file) else { return }
    var records = JSONRecords(reader, shape)
    while let item = records.next() {
      if case .member(let key, let value) = item { take(key, value) }
    }
  }

  mutating func read(_ fields: JSONFields, at place: Int64) {
    if decoder.channel == nil, !hasSearched { findChannel() }
    decoder.file = parts.file
    guard let id = fields.key("id") else { return skip(tr("message without an ID"), at: place) }
    guard let sentAt = time(fields.string("timestamp"), at: place, ExportTime.instant) else { return }
    due.append(.message(decoder.message(fields, id: id, sentAt: sentAt)))
  }
}

extension DiscordReader {
  static func format(of head: FileHead) -> ImportFormat? {
    guard let json = head.json else { return nil }
    let isExport = json.has("guild.id", "channel.id")
    // Recognizes a file that is damaged at its beginning.
    let hasMessages =
      json.has("messages[].author.isBot", "messages[].timestamp") || json.has("messages[].timestampEdited")
    return isExport || hasMessages ? .discord : nil
  }

  /// Groups the files of a channel: “ridge.json”, “ridge [part 2].json”, …, “ridge [part 10].json”.
  static func groups(of files: [ImportFile]) -> [[ImportFile]] {
    Dictionary(grouping: files) { file in
      file.url.deletingLastPathComponent().appendingPathComponent(part(of: file).name).path
    }
    .values.map { group in
      group.sorted { (part(of: $0).number, $0.url.path) < (part(of: $1).number, $1.url.path) }
    }
    .sorted { $0[0].url.path < $1[0].url.path }
  }

  /// The name of a file without its part number, and that number.
  private static func part(of file: ImportFile) -> (name: String, number: Int) {
    let name = file.url.deletingPathExtension().lastPathComponent
    guard name.hasSuffix("]"), let start = name.range(of: " [part ", options: .backwards),
      let number = Int(name[start.upperBound...].dropLast())
    else { return (name, 1) }
    return (String(name[..<start.lowerBound]), number)
  }

  /// The number and the title of the channel in the name that the exporter gives a file, for forms that do not have them
  /// in their contents: “Walkers - Text channels - ridge [901] [part 2].csv”.
  static func channel(of file: ImportFile) -> (id: String?, title: String) {
    var name = part(of: file).name
    var id: String?
    if let open = name.range(of: " [", options: .backwards),
      let close = name[open.upperBound...].firstIndex(of: "]")
    {
      let digits = name[open.upperBound..<close]
      if DiscordNumber.isValid(digits) {
        id = String(digits)
        name = String(name[..<open.lowerBound])
      }
    }
    let path = name.components(separatedBy: " - ")
    guard path.count > 2 else { return (id, name.isEmpty ? "Discord channel" : name) }
    let channel = path.dropFirst(2).joined(separator: " - ")
    return (id, path[0] == "Direct Messages" ? channel : "\(channel) (\(path[0]))")
  }
}
