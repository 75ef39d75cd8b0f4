import Foundation
import GitHubServer
import Testing

@testable import StarredRepositories

@Suite("GitHub's pages", .timeLimit(.minutes(20)))
struct GitHubPagingTests {
  private let room: ServerRoom

  init() throws {
    room = try ServerRoom()
  }

  @Test("All pages load in order, each with one request")
  func walks() async throws {
    try await room.set(total: 95)
    let pages = try await room.source().allPages()
    #expect(pages.map(\.items.count) == [30, 30, 30, 5])
    #expect(pages.flatMap { $0.items.map(\.id) } == (1000..<1095).map { Int64($0) })
    #expect(pages.allSatisfy { $0.origin == .source && $0.skipped == 0 })
    let requests = try await room.requests()
    #expect(requests.map(\.page) == ["1", "2", "3", "4"])
    #expect(requests.allSatisfy { $0.path == "/users/ada/starred" })
  }

  @Test("A request has GitHub's fields, and no token if there is none")
  func headers() async throws {
    _ = try await room.source().page(nil)
    let headers = try #require(try await room.requests().first).headers
    #expect(headers["accept"] == "application/vnd.github+json")
    #expect(headers["x-github-api-version"] == "2022-11-28")
    #expect(headers["user-agent"] == "Backscroll")
    #expect(headers["authorization"] == nil)
    #expect(headers["if-none-match"] == nil)
    #expect(headers["cookie"] == nil)
  }

  @Test("Nothing starred is one empty page")
  func empty() async throws {
    try await room.set(total: 0)
    let pages = try await room.source().allPages()
    #expect(pages == [RepositoryPage(items: [], next: nil, total: 0)])
  }

  @Test("One star is one page of one")
  func one() async throws {
    try await room.set(total: 1)
    let pages = try await room.source().allPages()
    #expect(pages.map(\.items.count) == [1])
    #expect(pages.first?.total == 1)
  }

  @Test("Exactly one full page has no second")
  func exactPage() async throws {
    try await room.set(total: 30)
    #expect(try await room.source().allPages().map(\.items.count) == [30])
    #expect(try await room.requests().count == 1)
  }

  @Test("Ten thousand stars in pages of 30: none lost, none twice")
  func tenThousand() async throws {
    try await room.set(total: 10_000)
    let pages = try await room.source().allPages()
    #expect(pages.count == 334)
    #expect(pages.flatMap { $0.items.map(\.id) } == (1000..<11_000).map { Int64($0) })
  }

  @Test("Ten thousand in one page, from a server that ignores the page size")
  func onePageOfTenThousand() async throws {
    try await room.set(total: 10_000, size: 10_000)
    let page = try await room.source().page(nil)
    #expect(page.items.count == 10_000)
    #expect(page.next == nil)
  }

  @Test("A page past the end is empty and the end")
  func pastTheEnd() async throws {
    try await room.set(total: 10)
    let page = try await room.source().page(RepositoryCursor(page: 9))
    #expect(page.items.isEmpty && page.next == nil)
  }

  @Test("An empty page is the end, even if the server names a next one")
  func emptyWithNext() async throws {
    try await room.set(total: 0, headers: ["Link": #"<?page=2>; rel="next""#])
    #expect(try await room.source().page(nil).next == nil)
  }

  @Test("A next page that is this page is none")
  func nextIsSelf() async throws {
    let own = "\(try room.base.url.absoluteString)/users/ada/starred?per_page=30&page=1"
    try await room.set(total: 5, headers: ["Link": "<\(own)>; rel=next"])
    #expect(try await room.source().page(nil).next == nil)
  }

  @Test("A next address on another host is not followed; its number is requested from the base")
  func foreignNext() async throws {
    try await room.set(total: 40, linkBase: "http://inside.invalid/api")
    let token = try #require(AccessToken("secret"))
    let pages = try await room.source(token: token).allPages()
    #expect(pages.map(\.items.count) == [30, 10])
  }

  @Test("A count in the response is the total")
  func total() async throws {
    try await room.set(total: 95, headers: ["X-Total-Count": "95"])
    #expect(try await room.source().page(nil).total == 95)
  }

  @Test("Without a count the total of several pages is unknown")
  func noTotal() async throws {
    #expect(try await room.source().allPages().map(\.total) == [nil, nil, nil, nil])
  }

  @Test("The token owner's stars are requested with the token, and only with it")
  func tokenOwner() async throws {
    let token = try #require(AccessToken("ghp_abc"))
    #expect(try await room.source(.tokenOwner, token: token).page(nil).items.count == 30)
    let request = try #require(try await room.requests().first)
    #expect(request.path == "/user/starred")
    #expect(request.headers["authorization"] == "Bearer ghp_abc")
    #expect(throws: FeedError.self) { try room.source(.tokenOwner) }
  }

  @Test("A record that is not a repository is skipped and counted")
  func malformedRecord() async throws {
    try await room.set(total: 10)
    try await room.replace(3, by: #"{"id": "many", "name": []}"#)
    let page = try await room.source().page(nil)
    #expect(page.items.map(\.id) == [1000, 1001, 1002, 1004, 1005, 1006, 1007, 1008, 1009])
    #expect(page.skipped == 1)
  }

  @Test("Records without description or language are loaded like the others")
  func sparse() async throws {
    let items = try await room.source().page(nil).items
    #expect(items[4].description == nil && items[4].language != nil)
    #expect(items[5].language == nil && items[5].description != nil)
    #expect(items[29].description == nil && items[29].language == nil)
  }
}
