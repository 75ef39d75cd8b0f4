import Foundation
import HTTP
import Testing

@testable import StarredRepositories

@Suite("The sample")
struct SampleTests {
  private let items = (0..<300).map(SampleSource.repository)

  @Test("Three hundred, in ten pages of thirty")
  func pages() async throws {
    let pages = try await SampleSource().allPages()
    #expect(pages.map(\.items.count) == Array(repeating: 30, count: 10))
    #expect(pages.flatMap(\.items) == items)
    #expect(pages.allSatisfy { $0.total == 300 && $0.origin == .source })
  }

  @Test("Other sizes", arguments: [(0, [0]), (1, [1]), (30, [30]), (31, [30, 1])])
  func sizes(count: Int, pages: [Int]) async throws {
    #expect(try await SampleSource(count: count).allPages().map(\.items.count) == pages)
  }

  @Test("The same in every run")
  func deterministic() {
    #expect(items == (0..<300).map(SampleSource.repository))
    #expect(items[0].fullName == "vesper-tools/amberdrawer")
    #expect(items[299].fullName == "fieldnotes-dev/quiet-mast")
  }

  @Test("No two have the same number or name")
  func unique() {
    #expect(Set(items.map(\.id)).count == 300)
    #expect(Set(items.map(\.fullName)).count == 300)
    #expect(Set(items.map(\.name)).count > 290)
  }

  @Test("Descriptions rarely repeat, and some are missing")
  func descriptions() {
    let texts = items.compactMap(\.description)
    #expect((10...40).contains(300 - texts.count))
    #expect(Set(texts).count > texts.count * 9 / 10)
    #expect(texts.allSatisfy { $0.asOneLine == $0 })
    #expect(texts.contains { $0.count > 300 })
  }

  @Test("Common languages occur more often, and some repositories have none")
  func languages() {
    let counts = Dictionary(grouping: items, by: \.language).mapValues(\.count)
    #expect((10...40).contains(counts[nil] ?? 0))
    #expect(counts.count > 20)
    #expect(counts.values.allSatisfy { $0 <= 60 })
    #expect(items.contains { $0.language == nil && $0.description == nil })
  }

  @Test("Topics, stars, forks and archives vary")
  func variety() {
    #expect(Set(items.map(\.topics.count)) == [0, 1, 2, 3, 4, 5])
    #expect(items.contains { $0.stars < 20 } && items.contains { $0.stars > 10_000 })
    #expect(items.contains(where: \.isFork) && items.contains(where: \.isArchived))
    #expect(items.allSatisfy { $0.url?.host == "example.com" })
  }

  @Test("The delay receives the page's number, and may throw")
  func delay() async throws {
    let source = SampleSource { page in if page == 2 { throw HTTPError.offline } }
    let first = try await source.page(nil)
    await #expect(throws: HTTPError.offline) { try await source.page(first.next) }
  }

  @Test("Cancelling ends a latency")
  func cancel() async throws {
    let source = SampleSource(latency: .seconds(600))
    let task = Task { try await source.page(nil) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

@Suite("Colours of languages")
struct LanguageColorTests {
  @Test("Well-known ones, in any case")
  func known() {
    #expect(LanguageColor.rgb(of: "Swift") == 0xF05138)
    #expect(LanguageColor.rgb(of: "C++") == 0xF34B7D)
    #expect(LanguageColor.rgb(of: "typescript") == 0x3178C6)
  }

  @Test("Each language of the sample is well known")
  func sample() {
    for language in Set(SampleWords.fields.flatMap(\.languages)) where !language.isEmpty {
      #expect(LanguageColor.isKnown(language), "\(language)")
    }
  }

  @Test("Any other has a visible colour, the same each time")
  func others() {
    let names = ["Brainstorm", "Quill", "Oberon", "日本語", ""]
    let colors = names.map { LanguageColor.rgb(of: $0) }
    #expect(colors == names.map { LanguageColor.rgb(of: $0) })
    #expect(Set(colors).count >= 4)
    for color in colors {
      let parts = [color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF]
      #expect(parts.contains(200) && parts.contains(80) && parts.allSatisfy { (80...200).contains($0) })
    }
  }
}

@Suite("Descriptions of errors")
struct FeedErrorTests {
  @Test("Each consists of sentences that name the server")
  func sentences() {
    let host = "git.example"
    let connections: [HTTPError] = [
      .nameNotFound, .unreachable, .timedOut(after: .seconds(20)), .tls, .interrupted, .redirected, .tooLarge,
      .system(domain: "rain", code: 1, message: "it rained"),
    ]
    let errors: [FeedError] =
      connections.map { .connection($0, host: host) } + [
        .unauthorized(host: host, hasToken: true), .unauthorized(host: host, hasToken: false),
        .rateLimited(host: host, until: Date()), .server(host: host, status: 502),
        .server(host: host, status: 418),
        .notJSON(host: host), .malformed(host: host), .tokenNeedsTLS(host: host),
      ]
    for error in errors {
      #expect(error.description.contains("“\(host)”"))
      #expect(error.description.hasSuffix("."))
      #expect(error.localizedDescription == error.description)
    }
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect(FeedError.notFound(user: "ada").description.contains("“ada”"))
    for (seconds, words) in [(1, "one second."), (2.5, "2.5 seconds.")] {
      let error = FeedError.connection(.timedOut(after: .seconds(seconds)), host: host)
      #expect(error.description.contains("within \(words)"))
    }
  }
}
