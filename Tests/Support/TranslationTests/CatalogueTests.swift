import Foundation
import MessageCatalogues
import Testing

@Suite("Catalogues and the sources")
struct CatalogueTests {
  /// The folder of the functions themselves.
  private static let own = "Sources/Support/Translation/"

  private static func calls() throws -> [SourceMessages.Call] {
    try SourceMessages.files().filter { !$0.hasPrefix(own) }.flatMap(SourceMessages.calls(in:))
  }

  private static func languages() throws -> [String] {
    try lines("LINGUAS")
  }

  private static func lines(_ file: String) throws -> [String] {
    try String(contentsOf: SourceMessages.catalogues.appendingPathComponent(file), encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  @Test("POTFILES names the files with messages, each once, and no other")
  func filesWithMessages() throws {
    let listed = try Self.lines("POTFILES")
    let swift = listed.filter { $0.hasSuffix(".swift") }.map { $0.replacing("../", with: "") }
    let found = try SourceMessages.files().filter {
      try !$0.hasPrefix(Self.own) && !SourceMessages.calls(in: $0).isEmpty
    }
    #expect(swift == swift.sorted())
    #expect(Set(found).subtracting(swift) == [], "Not in POTFILES")
    #expect(Set(swift).subtracting(found) == [], "In POTFILES without a message")
    #expect(Set(listed).count == listed.count)
    for file in listed {
      let url = SourceMessages.root.appendingPathComponent("Resources/\(file)")
      #expect(FileManager.default.fileExists(atPath: url.path), "\(file)")
    }
  }

  @Test("Every message can be extracted")
  func extractable() throws {
    let calls = try Self.calls()
    #expect(calls.count > 400)
    #expect(calls.compactMap { call in call.fault.map { "\(call.place) \($0)" } } == [])
  }

  @Test("A language has every message and no other, finished, with the values that the English one has")
  func complete() throws {
    let wanted = Set(try Self.calls().map(\.message))
    for language in try Self.languages() {
      let file = SourceMessages.catalogues.appendingPathComponent("\(language).po")
      let catalogue = try MessageCatalogue(contentsOf: file)
      #expect(catalogue.header.contains("Language: \(language)\n"))
      let known = Dictionary(uniqueKeysWithValues: catalogue.messages.map { ($0.key, $0) })
      #expect(wanted.filter { known[$0.key] == nil }.map(\.id).sorted() == [], "Missing in \(language)")
      let keys = Set(wanted.map(\.key))
      let gone = catalogue.messages.filter { message in
        !keys.contains(message.key) && message.files.allSatisfy { $0.hasSuffix(".swift") }
      }
      #expect(gone.map(\.id) == [], "Of no use any more in \(language)")
      for message in catalogue.messages {
        #expect(!message.isFuzzy, "\(language): “\(message.id)” is fuzzy")
        #expect(
          !message.translations.isEmpty && !message.translations.contains(""), "\(language): \(message.id)")
        // The singular form may omit the number, the plural form may not.
        let names = Message.names(in: message.plural ?? message.id)
        for translation in message.translations {
          #expect(
            Message.names(in: translation) == names
              || Message.names(in: translation) == Message.names(in: message.id),
            "\(language): “\(translation)” has other values than “\(message.id)”")
        }
        // A message with a space at an end is joined with others, which a translator cannot know.
        #expect(message.id.trimmingCharacters(in: .whitespacesAndNewlines) == message.id)
      }
    }
  }

  @Test("A catalogue has one line of header for how it counts")
  func plurals() throws {
    for language in try Self.languages() {
      let file = SourceMessages.catalogues.appendingPathComponent("\(language).po")
      let catalogue = try MessageCatalogue(contentsOf: file)
      let forms = try #require(catalogue.header.firstMatch(of: /nplurals=(\d+);/)?.output.1)
      for message in catalogue.messages where message.plural != nil {
        #expect("\(message.translations.count)" == forms, "\(language): \(message.id)")
      }
    }
  }
}
