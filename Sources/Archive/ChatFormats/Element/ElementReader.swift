import Foundation
import Translation

/// Reads Element's JSON export of a room.
///
/// The file is read twice, because reactions and edits follow the messages that they belong to.
struct ElementReader: JSONReader {
  private let input: ImportInput
  var parts: JSONParts
  private var messages: MatrixMessages
  private var files: ElementFiles
  private var ties = TieRanks()
  var due: [ImportItem] = []

  static var formats: [ImportFormat] { [.element] }

  private static let shape = JSONRecords.Shape(
    list: "messages", members: ["room_name", "exported_by"],
    isRecord: { $0.contains("event_id") && $0.contains("origin_server_ts") && $0.contains("sender") })

  init(_ input: ImportInput) throws(ImportError) { try self.init(input, relations: MatrixRelations()) }

  init(_ input: ImportInput, relations: MatrixRelations) throws(ImportError) {
    self.input = input
    parts = try JSONParts(input, Self.shape)
    files = ElementFiles(input)
    messages = MatrixMessages(
      title: "Matrix room", fallbackKey: "matrix:file/\(input.parts[0].url.lastPathComponent)",
      relations: relations)
    try look()
  }

  var questions: Set<ImportQuestion> { messages.owner == nil ? [.owner] : [] }

  /// Collects the effects of later events on earlier ones.
  private mutating func look() throws(ImportError) {
    var records = try JSONParts(input, Self.shape)
    var exporter: String?
    var senders: Set<String> = []
    while let item = records.next() {
      switch item {
      case .member("room_name", let value):
        if let name = value.asString, !name.isEmpty {
          messages.title = name.prefix(bytes: JSONFields.lineLimit)
        }
      case .member(_, let value): exporter = value.asString
      case .begin, .end, .problem: break
      case .record(let value, _):
        guard let fields = value.asObject, let event = try? MatrixEvent(fields) else { continue }
        if senders.count < 10_000 { senders.insert(event.sender) }
        messages.relations.add(event, redacts: fields.key("redacts"))
      }
    }
    messages.owner = owner(exporter, senders)
    let leftOut = messages.relations.leftOut
    guard leftOut > 0 else { return }
    let reason = trn(
      "too many changes to messages; {count} edit, reaction or other change is left out",
      "too many changes to messages; {count} edits, reactions and other changes are left out", leftOut)
    due.append(.problem(reason, in: parts.file, at: .file, .incomplete))
  }

  /// The given owner, or the person who made the export: an address, or a name that only one person has.
  private func owner(_ exporter: String?, _ senders: Set<String>) -> String? {
    guard let told = input.options.owner ?? exporter else { return nil }
    let address = told.hasPrefix("matrix:") ? String(told.dropFirst("matrix:".count)) : told
    if address.hasPrefix("@"), address.contains(":") { return address }
    let named = messages.relations.people(named: told)
    if named.count == 1 { return named[0] }
    let local = senders.filter { $0.hasPrefix("@\(told):") }
    return local.count == 1 ? local.first : nil
  }

  mutating func read(_ fields: JSONFields, at place: Int64) {
    do {
      let event = try MatrixEvent(fields)
      let files = files
      if var message = messages.message(event, path: { files.path(of: $0, $1) }) {
        message.orderKey = ties.orderKey(at: message.sentAt, of: message.sourceID)
        due.append(.message(message))
      }
    } catch {
      let reason =
        switch error {
        case .noID: tr("message without an ID")
        case .noTime: tr("message without a date")
        case .invalidTime: tr("invalid date")
        case .other: tr("not a message")
        }
      skip(reason, at: place)
    }
  }
}

extension ElementReader {
  static func format(of head: FileHead) -> ImportFormat? {
    guard let json = head.json else { return nil }
    let isExport =
      json.has("room_name", "exported_by")
      || json.has("messages[].event_id", "messages[].origin_server_ts")
    return isExport ? .element : nil
  }
}

/// The files of an export. Element names them after the message's file name and its time: “images/hut-1-3-2024 at
/// 09-00-00.jpg”.
private struct ElementFiles {
  private let file: ImportFile
  private let tree: ImportTree

  init(_ input: ImportInput) { (file, tree) = (input.parts[0], input.tree) }

  /// Nil if there is no such file, or more than one.
  func path(of event: MatrixEvent, _ content: MatrixContent) -> String? {
    guard let name = content.fileName, content.isFile else { return nil }
    let folder =
      switch content.msgtype {
      case "m.image": "images"
      case "m.video": "videos"
      case "m.audio": "audio"
      case "m.sticker": "stickers"
      default: "files"
      }
    let url = URL(fileURLWithPath: "/\(name)")
    let base = url.deletingPathExtension().lastPathComponent
    let ending = url.pathExtension
    let place = "\(file.url.deletingLastPathComponent().path)/\(folder)/"
    var found: [String] = []
    for other in tree.files(withPrefix: place + base) {
      let other = String(other.url.path.dropFirst(place.count))
      guard other == name || other.hasPrefix("\(base)-") && (ending.isEmpty || other.hasSuffix(".\(ending)")),
        !other.contains("/")
      else { continue }
      found.append(other)
      if found.count > 1 { return nil }
    }
    return found.first.flatMap { tree.path("\(folder)/\($0)", beside: file) }
  }
}
