import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

/// Exports that another program has written again: the contents are the same, the bytes are not.
@Suite("Importing exports in other forms", .dedicatedThreads)
struct ImportVariantTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// A form of JSON.
  enum Form: CaseIterable, Sendable {
    case descending, pretty, escaped, byteOrderMark, doubled
  }

  private static let folders = ["discord", "element", "messenger", "signal", "skype", "slack", "telegram"]

  @Test("The form of JSON and the order of members do not matter", arguments: folders, Form.allCases)
  func json(folder: String, form: Form) throws {
    let root = Fixture.group.deletingLastPathComponent().deletingLastPathComponent()
    let original = root.appendingPathComponent(folder)
    let (plain, changed) = ("plain/\(folder)", "\(form)/\(folder)")
    for path in try FileManager.default.subpathsOfDirectory(atPath: original.path) {
      let file = original.appendingPathComponent(path)
      guard (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else { continue }
      let data = try Data(contentsOf: file)
      // A fixture with damage stays as it is.
      let value = path.hasSuffix(".json") ? try? JSONDecoder().decode(Value.self, from: data) : nil
      try bench.file(value.map { Data($0.text(nil).utf8) } ?? data, named: "\(plain)/\(path)")
      try bench.file(value.map { Data($0.text(form).utf8) } ?? data, named: "\(changed)/\(path)")
    }
    let first = try ReadExport(bench.folder.url.appendingPathComponent(plain))
    let second = try ReadExport(bench.folder.url.appendingPathComponent(changed))
    // The lists of a file may be in another order.
    #expect(second.lines.sorted() == first.lines.sorted())
    #expect(second.messages.map(\.sourceID).sorted() == first.messages.map(\.sourceID).sorted())
    #expect(Set(second.messages.map(\.conversationKey)) == Set(first.messages.map(\.conversationKey)))
    #expect(Set(second.messages.map(\.conversationTitle)) == Set(first.messages.map(\.conversationTitle)))
    #expect(second.problems.map(\.reason) == first.problems.map(\.reason))
    #expect(second.failure == nil && !first.messages.isEmpty)
  }

  @Test("Blank lines, a byte order mark and CR LF do not matter", arguments: Fixture.transcripts)
  func transcripts(file: URL) throws {
    let folder = file.deletingLastPathComponent().lastPathComponent
    guard let text = try? Fixture.text(file) else { return }
    let plain = text.replacing("\r\n", with: "\n")
    func read(_ text: String, _ name: String) throws -> ReadExport {
      try ReadExport(bench.file(text, named: "\(name)/\(folder)/\(file.lastPathComponent)"))
    }
    let first = try read(plain, "plain").lines
    #expect(try read("\u{feff}\(plain)", "mark").lines == first)
    #expect(try read(plain.replacing("\n", with: "\r\n"), "crlf").lines == first)
    #expect(try read("\(plain)\n\n \n", "end").lines == first)
    #expect(try read(String(plain.trimmedEnd), "cut").lines == first)
  }

  private enum Value: Decodable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int64.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Value].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    func text(_ form: Form?) -> String {
      form == .byteOrderMark ? "\u{feff}\(written(form, ""))" : written(form, "")
    }

    private func written(_ form: Form?, _ indent: String) -> String {
      let isPretty = form == .pretty
      let (inner, space) = isPretty ? ("\(indent)\t", "\r\n\(indent)") : ("", "")
      let start = isPretty ? "\r\n\(inner)" : ""
      switch self {
      case .null: return "null"
      case .bool(let value): return value ? "true" : "false"
      case .integer(let value): return "\(value)"
      case .double(let value): return "\(value)"
      case .string(let value): return Self.quoted(value, isEscaped: form == .escaped)
      case .array(let values):
        if values.isEmpty { return isPretty ? "[ ]" : "[]" }
        return "[\(start)\(values.map { $0.written(form, inner) }.joined(separator: ",\(start)"))\(space)]"
      case .object(let members):
        let sorted = members.sorted { form == .descending ? $0.key > $1.key : $0.key < $1.key }
        var parts = sorted.map { key, value in
          "\(Self.quoted(key, isEscaped: form == .escaped))\(isPretty ? " : " : ":")\(value.written(form, inner))"
        }
        // Of two members with one name, the first one counts.
        if form == .doubled, let first = sorted.first {
          parts.append("\(Self.quoted(first.key, isEscaped: false)):null")
        }
        return "{\(start)\(parts.joined(separator: ",\(start)"))\(space)}"
      }
    }

    private static func quoted(_ text: String, isEscaped: Bool) -> String {
      var quoted = "\""
      for unit in text.utf16 {
        if isEscaped && unit >= 0x80 || unit < 0x20 || unit == 0x22 || unit == 0x5c
          || Unicode.Scalar(unit) == nil
        {
          quoted +=
            "\\u\(String(repeating: "0", count: 4 - String(unit, radix: 16).count))\(String(unit, radix: 16))"
        } else {
          quoted.unicodeScalars.append(Unicode.Scalar(unit) ?? "?")
        }
      }
      return "\(quoted)\""
    }
  }
}
