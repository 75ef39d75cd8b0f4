import Foundation
import MessageCatalogues
import Testing

/// Literals that look like texts for users and are not in a message.
@Suite("Words that were forgotten")
struct ForgottenWordsTests {
  /// The texts before literals that users do not see, or that are English on purpose.
  private static let allowedBefore = [
    // Names of commands and options, with placeholders.
    "usage:",
    // Texts for programmers.
    "preconditionFailure(", "precondition(", "keys:",
  ]
  /// The literals that are allowed anywhere: the program's name, the usual name of the folder for downloads, a sentence
  /// of the made-up conversation, and a method of the desktop's portal.
  private static let allowed = ["Backscroll", "Downloads", "And so on.", "Read"]
  /// The files with made-up data, or with texts for a server.
  private static let data = [
    "Sources/App/Showcase/Carousel/FilmLibrary.swift", "Sources/App/StarredRepositories", "Sources/App/HTTP",
  ]

  private static func files() throws -> [String] {
    try ["Sources/App", "Sources/Library/Backscroll", "Sources/Library/Gtk/App"]
      .flatMap(SourceMessages.files(in:)).filter { path in !data.contains { path.hasPrefix($0) } }
  }

  /// The code without its messages.
  private static func rest(of path: String) throws -> String {
    try SourceMessages.code(of: path).replacing(
      /\b(tr|trn|trc)\(\s*"(?:[^"\\\n]|\\.)*"(\s*,\s*"(?:[^"\\\n]|\\.)*")?/, with: "tr(")
  }

  @Test("A literal of several words, or of one with a capital letter, is a message")
  func sentences() throws {
    for path in try Self.files() {
      let code = try Self.rest(of: path)
      for match in code.matches(of: /"((?:[^"\\\n]|\\.)*)"/) {
        let text = String(match.output.1)
        let plain = text.replacing(/\\\([^)]*\)+/, with: "")
        let words = plain.matches(of: /\p{L}{2,}/).count
        let isSentence = words >= 2 && plain.contains(" ")
        guard isSentence || plain.wholeMatch(of: /[A-Z][a-z]+[a-z ]*[.:…]?/) != nil else { continue }
        let before = code[..<match.range.lowerBound].suffix(60)
        let isAllowed =
          Self.allowed.contains(text) || text.hasPrefix("<")
          || Self.allowedBefore.contains { mark in
            before.ranges(of: mark).contains { !before[$0.upperBound...].contains("\"") }
          }
        #expect(isAllowed, "\(path): “\(text)”")
      }
    }
  }

  @Test("What is given to a label, a button, a tooltip, a menu or a reader is a message, if it has letters")
  func widgets() throws {
    let call =
      /\b(Label|Button|setLabel|setTitle|setTooltip|setPlaceholder|setAccessible\w+|CommandFailure|ValidationError|PageTitle|appendSubmenu|setText)\(\s*"([^"\\]*)"/
    let field = /\b(title|caption|placeholder|text|label|words|name|accept|kind|comments): "([^"\\]*)"/
    for path in try Self.files() {
      let code = try Self.rest(of: path)
      let texts = code.matches(of: call).map(\.output.2) + code.matches(of: field).map(\.output.2)
      for text in texts where text.contains(where: \.isLetter) {
        #expect(Self.allowed.contains(String(text)), "\(path): “\(text)”")
      }
    }
  }

  // The carousel once had the name "캐러셀" in the style sheets.
  @Test("What the code goes by is no message: names of style sheets, actions, icons and log lines")
  func names() throws {
    let translated =
      /\bcssName\b[^\n]*\btrc?\(|\b(addClass|removeClass|setClass|activateAction|EventLog|iconName:|action:|cssClass:)\(?\s*trc?\(/
    for path in try Self.files() {
      for match in try SourceMessages.code(of: path).matches(of: translated) {
        Issue.record("\(path): \(match.output.0)")
      }
    }
  }
}
