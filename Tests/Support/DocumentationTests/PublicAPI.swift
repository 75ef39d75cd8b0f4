import Foundation

/// The public declarations of a source file in the project's format, whose indentation shows how types are nested.
struct PublicAPI {
  private struct Scope {
    enum Kind {
      /// Its members are public without the word.
      case `protocol`
      /// Its cases are.
      case `enum`
      case other
      case hidden
    }

    let indent: Int
    let name: String
    let kind: Kind
  }

  /// Each with the name of its type before it.
  private(set) var lines: [String] = []
  private var scopes: [Scope] = []

  init(of text: String) {
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      let code = line.drop { $0 == " " }
      let indent = line.count - code.count
      guard !code.isEmpty, !code.hasPrefix("//") else { continue }
      scopes.removeAll { $0.indent >= indent }
      // The body of a member, or a member of a type that is not public.
      guard scopes.last.map({ $0.indent + 2 == indent && $0.kind != .hidden }) ?? (indent == 0) else {
        continue
      }
      var declaration = String(code)
      while declaration.depth > 0, let next = rest.popFirst() {
        declaration += " " + next.drop { $0 == " " }
      }
      add(declaration, indent)
    }
  }

  private mutating func add(_ text: String, _ indent: Int) {
    guard !text.hasPrefix("@_spi") else { return }
    var text = text
    while let attribute = text.prefixMatch(of: #/@\w+(?:\([^)]*\))? /#) {
      text.removeSubrange(attribute.range)
    }
    let isMarked = text.hasPrefix("public ") || text.hasPrefix("open ")
    if text.hasPrefix("public ") { text.removeFirst("public ".count) }
    let scope = scopes.last
    let type = text.prefixMatch(
      of: #/(?:open |final |indirect )*(struct|class|enum|protocol|actor|extension) ([\w.]+)/#)
    if let type {
      let isPublic = isMarked || type.1 == "extension"
      let kind: Scope.Kind =
        !isPublic ? .hidden : type.1 == "protocol" ? .protocol : type.1 == "enum" ? .enum : .other
      scopes.append(Scope(indent: indent, name: String(type.2), kind: kind))
    }
    let isImplied =
      switch scope?.kind {
      case .enum: text.hasPrefix("case ")
      case .protocol:
        text.prefixMatch(
          of: #/(?:static |mutating |nonisolated )*(?:var|func|init|subscript|associatedtype)\b/#) != nil
      default: false
      }
    guard isMarked || isImplied else { return }
    lines.append(scopes.map(\.name).joined(separator: ".") + ": " + text.declaration)
  }
}

extension String {
  /// The number of parentheses and brackets that are open at the end.
  fileprivate var depth: Int {
    count { "([".contains($0) } - count { ")]".contains($0) }
  }

  /// The declaration without its body and, if it has a type, without its value.
  fileprivate var declaration: String {
    var depth = 0
    var end = endIndex
    for index in indices {
      switch self[index] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0 && !self[index...].hasPrefix("{ get"): end = Swift.min(end, index)
      case "=" where depth == 0 && hasTypedValue(before: index): end = Swift.min(end, index)
      default: break
      }
    }
    return self[..<end].trimmingCharacters(in: .whitespaces)
      .replacing("( ", with: "(").replacing(" )", with: ")").replacing("[ ", with: "[")
  }

  /// Whether “=” at this place follows the type of a property.
  private func hasTypedValue(before index: Index) -> Bool {
    firstMatch(of: #/\b(?:var|let) \w+: /#).map { $0.range.upperBound <= index } ?? false
      && self[index...].hasPrefix("= ")
  }
}
