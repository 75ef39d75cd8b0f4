import Foundation
import MessageCatalogues
import Testing

@testable import Translation

@Suite("Words in the person's language")
struct WordsTests {
  private static let british = Locale(identifier: "en_GB")

  @Test("Values go where their names are, once, and braces without a value stay")
  func values() {
    #expect(fill("{a} and {b}, {a}", ["a": "{b}", "b": "2"]) == "{b} and 2, {b}")
    #expect(fill("{who} {c} }{", ["who": "me"]) == "me {c} }{")
    #expect(fill("as it stands {a}", [:]) == "as it stands {a}")
  }

  @Test("What no catalogue has is English, where a count has two forms")
  func english() {
    #expect(tr("Hello {name}", ["name": "you"]) == "Hello you")
    #expect(trc("greeting", "Hello") == "Hello")
    func rows(_ count: Int) -> String { trn("{count} row", "{count} rows", count, locale: Self.british) }
    #expect([0, 1, 2, 10_000].map(rows) == ["0 rows", "1 row", "2 rows", "10,000 rows"])
  }

  /// Uses a separate domain, and the name of the present locale, so that the language of the texts in other tests does not change.
  @Test("What a catalogue has is in its language, in as many forms as that has", .enabled(if: isLookedUp))
  func polish() throws {
    let domain = "polish"
    let folder = try Self.bind(
      domain,
      MessageCatalogue(
        header: """
          Language: pl
          Content-Type: text/plain; charset=UTF-8
          Plural-Forms: nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;

          """,
        messages: [
          Message(
            "{count} row", plural: "{count} rows", ["{count} wiersz", "{count} wiersze", "{count} wierszy"]),
          Message("Hello {name}", ["Cześć, {name}"]), Message("Open", context: "verb", ["Otwórz"]),
        ]))
    defer { try? FileManager.default.removeItem(at: folder) }

    #expect(Catalogue.language(of: domain) == "pl")
    #expect(Catalogue.lookUp("Hello {name}", in: domain) == "Cześć, {name}")
    #expect(Catalogue.lookUp("Not in it", in: domain) == "Not in it")
    #expect(Catalogue.lookUp("Open", context: "verb", in: domain) == "Otwórz")
    #expect(Catalogue.lookUp("Open", context: "adjective", in: domain) == "Open")
    let forms = [1, 3, 5, 22].map { Catalogue.lookUp("{count} row", "{count} rows", $0, in: domain) }
    #expect(forms == ["{count} wiersz", "{count} wiersze", "{count} wierszy", "{count} wiersze"])
  }

  @Test("The language of the words stands in for a locale that says nothing of dates")
  func standIn() {
    #expect(Locale(environment: ["LC_ALL": "C.UTF-8"], language: "ko").identifier == "ko")
    #expect(Locale(environment: ["LC_ALL": "de_DE.UTF-8"], language: "ko").identifier == "de_DE")
    let korean = Locale(environment: [:], language: "ko")
    let day = Date(timeIntervalSince1970: 1_795_251_600)  // 2026-11-21 09:00 UTC
    var style = Date.FormatStyle(date: .long, time: .shortened, locale: korean)
    style.timeZone = .gmt
    #expect(day.formatted(style) == "2026년 11월 21일 오전 9:00")
  }

  /// Installs a catalogue for the locale that is set, and binds the domain to it.
  private static func bind(_ domain: String, _ catalogue: MessageCatalogue) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString)")
    let environment = ProcessInfo.processInfo.environment
    let languages = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
    for name in languages + [Catalogue.localeName] {
      try catalogue.install(as: name, domain: domain, in: folder)
    }
    Catalogue.bind(domain, folder: folder.path)
    return folder
  }

  /// Whether the C library uses catalogues: it does not in the C locale, and newer versions do not in C.UTF-8 either.
  private static let isLookedUp: Bool = {
    Catalogue.useDesktopLanguage()
    let canary = "canary"
    guard let folder = try? bind(canary, MessageCatalogue(header: "", messages: [Message("a", ["b"])])) else {
      return false
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    return Catalogue.lookUp("a", in: canary) == "b"
  }()
}
