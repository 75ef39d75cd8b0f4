import ArgumentParser
import ChatStore
import Foundation
import MessageCatalogues
import Testing

@testable import BackscrollApp

/// The manual's pages name only what the program has, and refer only to what is there.
@Suite("The manual")
struct ManualTests {
  static let folder = SourceMessages.root.appendingPathComponent("Resources/manual")
  static let languages = ["en", "ko"]

  /// A page of the manual, read by its tags.
  struct Page {
    let language: String
    let text: String

    init(_ language: String) throws {
      self.language = language
      text = try String(
        contentsOf: ManualTests.folder.appendingPathComponent("\(language)/index.html"), encoding: .utf8)
    }

    /// The contents of the elements of a name, in one line each.
    func contents(of tag: String) -> [String] {
      matches("<\(tag)(?: [^>]*)?>(.*?)</\(tag)>").map {
        Self.plain($0).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }

    /// The values of an attribute.
    func values(of attribute: String) -> [String] { matches(" \(attribute)=\"([^\"]*)\"") }

    func matches(_ pattern: String) -> [String] {
      // swift-format-ignore: NeverUseForceTry
      let expression = try! NSRegularExpression(pattern: pattern, options: .dotMatchesLineSeparators)
      return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map {
        String(text[Range($0.range(at: 1), in: text)!])
      }
    }

    private static func plain(_ text: String) -> String {
      [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
  }

  // Other languages of the program may have none yet: they get the English page.
  @Test("These tests know all pages, and each is in a language of the program")
  func languages() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(names.filter { !$0.contains(".") }) == Set(Self.languages))
    let lines = try String(
      contentsOf: SourceMessages.catalogues.appendingPathComponent("LINGUAS"), encoding: .utf8)
    #expect(Set(Self.languages).subtracting(lines.split(separator: "\n").map(String.init)) == ["en"])
  }

  @Test("Pages have the same sections, and their links lead to sections and pages that exist")
  func links() throws {
    let pages = try Self.languages.map(Page.init)
    let anchors = pages.map { Set($0.values(of: "id")) }
    #expect(anchors[0] == anchors[1])
    for (page, anchors) in zip(pages, anchors) {
      #expect(page.values(of: "id").count == anchors.count, "\(page.language): an anchor twice")
      #expect(page.values(of: "lang").first == page.language)
      for link in page.values(of: "href") {
        if link.hasPrefix("#") {
          #expect(anchors.contains(String(link.dropFirst())), "\(page.language): \(link)")
        } else {
          let file = Self.folder.appendingPathComponent("\(page.language)/\(link)").standardizedFileURL
          #expect(FileManager.default.fileExists(atPath: file.path), "\(page.language): \(link)")
        }
      }
      // Each section is in the contents.
      for anchor in anchors { #expect(page.values(of: "href").contains("#\(anchor)"), "\(anchor)") }
    }
  }

  @Test("Every picture exists in light and dark, is small, has the stated size, and is used")
  func pictures() throws {
    for page in try Self.languages.map(Page.init) {
      let folder = Self.folder.appendingPathComponent(page.language)
      let light = page.values(of: "src")
      let dark = page.values(of: "srcset")
      #expect(dark == light.map { $0.replacing(".png", with: "-dark.png") })
      let sizes = zip(page.values(of: "width"), page.values(of: "height")).map { "\($0) × \($1)" }
      for (names, size) in zip(zip(light, dark).map { [$0, $1] }, sizes) {
        for name in names {
          let data = try Data(contentsOf: folder.appendingPathComponent(name))
          #expect(data.count < 60_000, "\(page.language)/\(name)")
          // The header of a PNG file has both, with the highest byte first.
          let number = { (at: Int) in data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
          #expect(size == "\(number(16)) × \(number(20))", "\(page.language)/\(name)")
        }
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(files) == Set(light + dark + ["index.html"]))
    }
  }

  @Test("Pages need no script and no network")
  func isSelfContained() throws {
    for page in try Self.languages.map(Page.init) {
      for word in ["<script", "<iframe", "http:", "https:", "url("] {
        #expect(!page.text.contains(word), "\(page.language): \(word)")
      }
    }
  }

  @Test("Every key is one of the list of shortcuts")
  func keys() throws {
    let names = [
      "Control": "Ctrl", "plus": "+", "minus": "-", "question": "?", "space": "Space", "Page_Up": "Page Up",
      "Page_Down": "Page Down",
    ]
    let known = Set(
      ShortcutList.groups().flatMap(\.shortcuts).flatMap(\.keys).map { key in
        key.split(whereSeparator: { $0 == "<" || $0 == ">" }).map { part in
          names[String(part)] ?? (part.count == 1 ? part.uppercased() : String(part))
        }.joined(separator: "+")
      })
    let keys = try Self.languages.map { Set(try Page($0).contents(of: "kbd")) }
    #expect(keys[0] == keys[1], "The same keys in each language")
    #expect(!keys[0].isEmpty && keys[0].subtracting(known) == [])
  }

  @Test("Every name of a button or a page is a text of the program, in the language of the page")
  func words() throws {
    let catalogue = try MessageCatalogue(
      contentsOf: SourceMessages.catalogues.appendingPathComponent("ko.po"))
    let texts = [
      "en": Set(catalogue.messages.map(\.id)), "ko": Set(catalogue.messages.flatMap(\.translations)),
    ]
    let pages = try Self.languages.map(Page.init)
    for page in pages {
      let words = page.contents(of: "b")
      #expect(!words.isEmpty && Set(words).subtracting(texts[page.language] ?? []) == [], "\(page.language)")
    }
    // The Korean page has the translations of the same texts. Its sentences have another order.
    let translations = Set(
      pages[0].contents(of: "b").flatMap { word in
        catalogue.messages.filter { $0.id == word }.flatMap(\.translations)
      })
    #expect(Set(pages[1].contents(of: "b")).subtracting(translations) == [])
  }

  @Test("Every command, option and filter exists")
  func commands() throws {
    let subcommands = BackscrollCommand.configuration.subcommands
    for page in try Self.languages.map(Page.init) {
      let codes = page.matches("<code>(.*?)</code>").flatMap { $0.split(separator: "\n").map(String.init) }
      for code in codes {
        let words = code.split(separator: " ").map(String.init)
        if words.count > 1, words[0] == "backscroll" {
          let command = try #require(subcommands.first { $0._commandName == words[1] }, "\(code)")
          for option in words where option.hasPrefix("--") {
            #expect(command.helpMessage().contains(option), "\(code)")
          }
        } else if let match = code.firstMatch(of: /^([a-z]+):(.+)$/) {
          let filter = SearchQuery.Operator(rawValue: String(match.1))
          #expect(filter != nil, "\(code)")
          if filter == .has { #expect(SearchQuery.Trait(rawValue: String(match.2)) != nil, "\(code)") }
        }
      }
      let traits = Set(codes.filter { $0.hasPrefix("has:") })
      #expect(traits == Set(SearchQuery.Trait.allCases.map { "has:\($0.rawValue)" }), "\(page.language)")
    }
  }
}
