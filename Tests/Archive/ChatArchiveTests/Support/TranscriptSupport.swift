import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

/// The result of a reader for a file, without an archive.
struct ReadExport {
  var messages: [ImportedMessage] = []
  var problems: [ImportProblem] = []
  var failure: ImportError?
  var questions: Set<ImportQuestion> = []

  init(
    _ place: URL, options: ImportOptions = ImportOptions(timeZone: .gmt), chunkSize: Int = 4096
  ) throws {
    let files = ImportListing(of: [place]).files
    let plan = ImportPlan(of: files, at: place, options: options, chunkSize: chunkSize)
    for step in plan.steps {
      guard case .read(let input) = step else { continue }
      var source = try input.format.reader.init(input)
      for item in source.items() {
        switch item {
        case .message(let message): messages.append(message)
        case .problem(let problem): problems.append(problem)
        }
      }
      failure = failure ?? source.failure
      questions.formUnion(source.questions)
    }
  }

  /// Each message in a line with all its details.
  var lines: [String] { messages.map(\.wholeLine) }
  /// The places and reasons of the problems.
  var remarks: [String] {
    problems.map { $0.description.replacing($0.file.relativePath, with: $0.file.lastPathComponent) }
  }
}

extension ImportedMessage {
  /// The message with everything but its keys, for example “2024-03-13T18:06:02Z Mara Lind: Hello”.
  fileprivate var wholeLine: String {
    let date = Date(timeIntervalSince1970: Double(sentAt / 1000)).formatted(.iso8601)
    var parts = [
      "\(date)\(sentAt % 1000 == 0 ? "" : "+\(sentAt % 1000)") \(sender?.name ?? "–")\(isOwn ? "*" : ""):"
    ]
    if kind != .normal { parts.append("<\(kind)\(details.unsupportedKind.map { " \($0)" } ?? "")>") }
    if !text.isEmpty { parts.append(text.replacing("\n", with: "⏎")) }
    for attachment in attachments {
      let values = [
        attachment.name, attachment.byteCount.map { "\($0) B" }, attachment.path == nil ? "missing" : nil,
      ]
      parts.append("[\(attachment.kind)\(values.compactMap(\.self).map { " \($0)" }.joined(separator: ","))]")
    }
    if let content = details.content { parts.append("{\(content.summary)}") }
    if editedAt != nil { parts.append("(edited)") }
    let mentions = entities.filter { $0.kind == .mention }.map { entity in
      String(decoding: Array(text.utf8)[entity.start..<entity.start + entity.length], as: UTF8.self)
    }
    if !mentions.isEmpty { parts.append("→ \(mentions.joined(separator: ", "))") }
    for reaction in reactions {
      parts.append(
        "\(reaction.key)×\(reaction.count) \(reaction.people.map(\.sender.name).joined(separator: ", "))")
    }
    return parts.joined(separator: " ")
  }
}

extension Message.Content {
  fileprivate var summary: String {
    switch self {
    case .poll(let poll):
      "\(poll.question)? \(poll.options.map { "\($0.text) \($0.votes.map(String.init) ?? "–")" }.joined(separator: ", "))"
    case .place(let place):
      "\(place.latitude) \(place.longitude) \([place.name, place.address].compactMap(\.self).joined(separator: ", "))"
    case .contact(let contact): "\(contact.name)\(contact.path == nil ? "" : " vcf")"
    case .call(let call):
      "\(call.outcome) \(call.duration.map { "\($0) s" } ?? "")\(call.isGroup ? " group" : "")"
    }
  }
}
